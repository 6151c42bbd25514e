//! Marks: moments of events at a sender that its window alone does not explain.
//!
//! Edits are not marks; the document keeps all of them. The latest marks are kept, with the time since which they
//! are complete. Plain counts, such as drops and timeouts, are recorded for the whole run.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use crate::time::Time;

/// Largest number of stored marks; then the older half is removed. A mark takes 32 bytes.
pub const KEPT: usize = 100_000;

/// Event of a flow, shown as a mark on the time axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Time of the event.
    pub at: Time,
    /// Kind of the event.
    pub kind: MarkKind,
    /// Number of the flow.
    pub flow: u32,
    /// Congestion window afterwards, packets.
    pub window: f64,
}

/// Kind of a [`Mark`] on the time axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A retransmission timer expired.
    Timeout,
    /// Start of a fast recovery.
    RecoveryBegins,
    /// End of a fast recovery.
    RecoveryEnds,
    /// The window was reduced because of a congestion mark.
    CongestionMark,
    /// The window was reduced because the flow had been idle.
    IdleRestart,
    /// The controller changed its state.
    ControllerState,
    /// A timeout was recognized as spurious and undone.
    TimeoutUndone,
    /// The window reached the slow start threshold, and congestion avoidance began.
    SlowStartEnds,
}

/// Mark ahead of the clock; of marks of the same time the one that was made first comes first.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    mark: Mark,
    number: u64,
}

impl Ord for Ahead {
    fn cmp(&self, other: &Ahead) -> Ordering {
        (self.mark.at, self.number).cmp(&(other.mark.at, other.number))
    }
}

impl PartialOrd for Ahead {
    fn partial_cmp(&self, other: &Ahead) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ahead {
    fn eq(&self, other: &Ahead) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ahead {}

/// The newest marks of a run, in order of time.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    list: Vec<Mark>,
    /// Marks of senders that run [ahead](super::ahead), until the clock reaches them.
    ahead: BinaryHeap<Reverse<Ahead>>,
    /// Number of marks made ahead of the clock so far.
    made_ahead: u64,
    /// Time up to which marks may have been removed.
    removed_until: Option<Time>,
    /// Number of marks made so far.
    made: u64,
}

impl Marks {
    /// Stores a mark of the present time.
    pub fn push(&mut self, mark: Mark) {
        self.reach(mark.at);
        self.store(mark);
    }

    /// Keeps a mark ahead of the clock until its time is [reached](Self::reach).
    pub fn push_ahead(&mut self, mark: Mark) {
        let number = self.made_ahead;
        self.ahead.push(Reverse(Ahead { mark, number }));
        self.made_ahead += 1;
    }

    /// Stores the marks made ahead of the clock up to and including `now`.
    pub fn reach(&mut self, now: Time) {
        let is_due = |Reverse(first): &Reverse<Ahead>| first.mark.at <= now;
        while self.ahead.peek().is_some_and(is_due)
            && let Some(Reverse(Ahead { mark, .. })) = self.ahead.pop()
        {
            self.store(mark);
        }
    }

    fn store(&mut self, mark: Mark) {
        if self.list.len() >= KEPT {
            let mut older = self.list.drain(..KEPT / 2);
            self.removed_until = older.next_back().map(|mark| mark.at);
        }
        self.list.push(mark);
        self.made += 1;
    }

    /// Returns the number of marks made so far.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Returns the marks made after the first `made` ones.
    #[must_use]
    pub fn since(&self, made: u64) -> &[Mark] {
        let kept = self.list.len();
        &self.list[kept.saturating_sub((self.made - made) as usize)..]
    }

    /// Returns the time after which all marks are stored; time 0 if none has been removed.
    #[must_use]
    pub fn complete_since(&self) -> Time {
        self.removed_until.unwrap_or(Time::ZERO)
    }

    /// Returns the marks from one time to another, both included, oldest first. Of one instant, those of a flow are in order, and
    /// so are those of all watched flows; a flow that is not watched may have made its mark [ahead](Self::push_ahead).
    #[must_use]
    pub fn within(&self, from: Time, to: Time) -> &[Mark] {
        let begin = self.list.partition_point(|mark| mark.at < from);
        let end = self.list.partition_point(|mark| mark.at <= to);
        self.list.get(begin..end).unwrap_or(&[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(count: usize) -> Marks {
        let mut marks = Marks::default();
        for i in 0..count {
            marks.push(Mark {
                at: Time(1 + i as u64 / 2),
                kind: MarkKind::Timeout,
                flow: i as u32,
                window: 1.0,
            });
        }
        marks
    }

    #[test]
    fn an_interval_of_marks_includes_both_ends() {
        let marks = marks(10);
        let flows = |from, to| -> Vec<u32> {
            let within = marks.within(Time(from), Time(to));
            within.iter().map(|mark| mark.flow).collect()
        };
        assert_eq!(flows(2, 3), [2, 3, 4, 5]);
        assert_eq!(flows(0, 1), [0, 1]);
        assert!(flows(6, 9).is_empty());
        assert!(flows(3, 2).is_empty());
    }

    #[test]
    fn a_mark_ahead_of_the_clock_takes_its_place_when_its_time_is_reached() {
        let mark = |at, flow| Mark {
            at: Time(at),
            kind: MarkKind::Timeout,
            flow,
            window: 1.0,
        };
        let mut marks = Marks::default();
        marks.push_ahead(mark(5, 0));
        marks.push_ahead(mark(3, 1));
        marks.push_ahead(mark(5, 2));
        marks.push(mark(2, 3));
        marks.push(mark(4, 4));
        let flows = |marks: &Marks| -> Vec<u32> {
            let all = marks.within(Time::ZERO, Time::NEVER);
            all.iter().map(|mark| mark.flow).collect()
        };
        assert_eq!(flows(&marks), [3, 1, 4]);
        marks.reach(Time(5));
        assert_eq!((flows(&marks), marks.made()), (vec![3, 1, 4, 0, 2], 5));
    }

    #[test]
    fn the_older_half_of_the_marks_is_removed_when_full() {
        assert_eq!(marks(KEPT).complete_since(), Time::ZERO);
        let marks = marks(KEPT + 1);
        let from = marks.complete_since();
        assert_eq!(from, Time(KEPT as u64 / 4));
        let kept = marks.within(Time::ZERO, Time::NEVER);
        assert_eq!(kept.len(), KEPT / 2 + 1);
        assert!(kept.iter().all(|mark| mark.at > from));
        let newest: Vec<u32> = marks
            .since(marks.made() - 2)
            .iter()
            .map(|m| m.flow)
            .collect();
        assert_eq!(newest, [KEPT as u32 - 1, KEPT as u32]);
    }
}
