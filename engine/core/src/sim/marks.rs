//! Marks: moments at which something happened to a sender that its window alone does not explain.
//!
//! Edits are no marks: the document keeps all of them. Of marks the newest are kept, and since when; what is
//! only counted, such as drops and timeouts, the recorder remembers for the whole run.

use crate::time::Time;

/// Marks kept; when there are more, the older half gives way. A mark takes 32 bytes.
pub const KEPT: usize = 100_000;

/// Something that happened to a flow and is worth a mark on the time axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// When.
    pub at: Time,
    /// What.
    pub kind: MarkKind,
    /// Number of the flow.
    pub flow: u32,
    /// Its congestion window afterwards, packets.
    pub window: f64,
}

/// Kinds of [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A retransmission timer ran out.
    Timeout,
    /// Fast recovery began.
    RecoveryBegins,
    /// Fast recovery ended.
    RecoveryEnds,
    /// The window was reduced because of a congestion mark.
    CongestionMark,
    /// The window was reduced because the flow had been idle.
    IdleRestart,
    /// The controller went from one of its states to another.
    ControllerState,
    /// A timeout turned out to have been needless and was undone.
    TimeoutUndone,
    /// The window reached the slow start threshold, and congestion avoidance began.
    SlowStartEnds,
}

/// The newest marks of a run, in order of time.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    list: Vec<Mark>,
    /// Marks up to this moment may have given way.
    given_way: Option<Time>,
    /// Marks ever made.
    made: u64,
}

impl Marks {
    /// Keeps a mark, which is not older than those before.
    pub fn push(&mut self, mark: Mark) {
        if self.list.len() >= KEPT {
            let mut older = self.list.drain(..KEPT / 2);
            self.given_way = older.next_back().map(|mark| mark.at);
        }
        self.list.push(mark);
        self.made += 1;
    }

    /// How many marks were ever made.
    #[must_use]
    pub fn made(&self) -> u64 {
        self.made
    }

    /// Marks made since there were so many.
    #[must_use]
    pub fn since(&self, made: u64) -> &[Mark] {
        let kept = self.list.len();
        &self.list[kept.saturating_sub((self.made - made) as usize)..]
    }

    /// The moment after which all marks are kept; time 0 while none has given way.
    #[must_use]
    pub fn kept_from(&self) -> Time {
        self.given_way.unwrap_or(Time::ZERO)
    }

    /// Marks from one moment to another, both included, oldest first.
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
    fn of_an_interval_are_those_between_its_ends_and_at_them() {
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
    fn the_older_half_gives_way_and_is_known_to_be_gone() {
        assert_eq!(marks(KEPT).kept_from(), Time::ZERO);
        let marks = marks(KEPT + 1);
        let from = marks.kept_from();
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
