//! Scoreboard: state of each segment that is not yet acknowledged cumulatively.
//!
//! It keeps one record per outstanding segment, counts those in flight ("pipe") incrementally, and finds the next
//! lost one without searching, so that the cost of an acknowledgment is proportional to its changes and not to the
//! window. Only flows that need it have one: with selective acknowledgments, with timestamps, or with a controller
//! that samples the delivery rate.
//!
//! Source: RFC 6675 Section 4. Its `SetPipe` counts a segment twice if it was sent again without being considered
//! lost (rules 3 and 4 of `NextSeg`); here every segment counts at most once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem::take;

use super::ranges::Ranges;
use super::ring::Ring;
use crate::time::Time;

/// Record of an outstanding segment: sixteen bytes, since with thousands of flows the records of all are out of the
/// caches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Record {
    /// Time of the last transmission.
    pub sent: Time,
    /// Lower 32 bits of the number of the last transmission; see [`Scoreboard::order`].
    order: u32,
    /// Whether the segment has been sent more than once.
    pub again: bool,
    /// Whether its acknowledgment times a round trip: it has left once, and it is known when (Karn).
    pub timed: bool,
    /// Knowledge of the segment's fate.
    pub fate: Fate,
}

impl Record {
    /// Returns the number of the last transmission, given that of all `transmissions` so far. Fewer than 2^32 have
    /// been made since.
    #[inline]
    #[must_use]
    pub fn order(&self, transmissions: u64) -> u64 {
        let since = (transmissions as u32).wrapping_sub(self.order);
        transmissions - u64::from(since)
    }
}

/// Knowledge of a segment's fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fate {
    /// In flight, as far as is known.
    #[default]
    InFlight,
    /// The receiver has it.
    Sacked,
    /// Considered lost and not sent again since.
    Lost,
}

/// Records of the outstanding segments.
///
/// Fields are in the order of their use: without losses, an acknowledgment touches only those behind the first two, which
/// are one cache line on the [`Board`](super::board::Board).
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub struct Scoreboard {
    /// Sacked segments, empty if none is outstanding.
    sacked: Ranges,
    /// Numbers of segments declared lost, the lowest on top; those that are not lost any more are removed there.
    declared: BinaryHeap<Reverse<u64>>,
    /// The first record is that of the first segment not acknowledged.
    records: Ring<Record>,
    /// Number of transmissions so far.
    transmissions: u64,
    sacked_count: u32,
    lost_count: u32,
    /// Segments below this number have been judged by what was sacked above them.
    judged_to: u64,
    /// Sacked segments from `judged_to` on.
    sacked_beyond: u32,
}

impl Scoreboard {
    /// An empty scoreboard; the next segment sent will have number `next`.
    #[must_use]
    pub fn starting_at(next: u64) -> Scoreboard {
        Scoreboard {
            records: Ring::starting_at(next),
            judged_to: next,
            ..Scoreboard::default()
        }
    }

    /// Resets the scoreboard for a new connection and reuses its memory.
    pub fn restart_at(&mut self, next: u64) {
        let (mut records, mut sacked) = (take(&mut self.records), take(&mut self.sacked));
        records.restart_at(next);
        sacked.clear();
        *self = Scoreboard {
            records,
            sacked,
            judged_to: next,
            ..Scoreboard::default()
        };
    }

    /// Number of the first segment not acknowledged.
    #[must_use]
    #[inline]
    pub fn first(&self) -> u64 {
        self.records.first()
    }

    /// Number behind the last segment sent.
    #[must_use]
    #[inline]
    pub fn end(&self) -> u64 {
        self.records.end()
    }

    /// Segments in flight: `SetPipe`.
    #[must_use]
    #[inline]
    pub fn pipe(&self) -> u32 {
        self.records.len() as u32 - self.sacked_count - self.lost_count
    }

    /// Segments that the receiver has beyond the cumulative number.
    #[must_use]
    pub fn sacked(&self) -> u32 {
        self.sacked_count
    }

    /// Segments thought lost that wait to be sent again.
    #[must_use]
    pub fn lost(&self) -> u32 {
        self.lost_count
    }

    /// Behind the highest segment that the receiver is known to have.
    #[must_use]
    pub fn highest_sacked(&self) -> u64 {
        self.sacked.end()
    }

    /// The record of a segment, while it is outstanding.
    #[must_use]
    #[inline]
    pub fn get(&self, number: u64) -> Option<&Record> {
        self.records.get(number)
    }

    /// Returns the number of transmissions so far.
    #[must_use]
    pub fn transmissions(&self) -> u64 {
        self.transmissions
    }

    /// Returns the number of the last transmission of a segment among all of the connection; later ones have higher
    /// numbers.
    #[must_use]
    pub fn order(&self, record: &Record) -> u64 {
        record.order(self.transmissions)
    }

    /// A segment leaves for the first time.
    #[inline]
    pub fn on_sent(&mut self, now: Time) {
        self.transmissions += 1;
        self.records.push(Record {
            sent: now,
            // The lower bits suffice; see `order`.
            order: self.transmissions as u32,
            again: false,
            timed: true,
            fate: Fate::InFlight,
        });
    }

    /// A segment that left for the first time before records were kept: `now` is not its time.
    pub fn on_sent_before(&mut self, now: Time) {
        let number = self.end();
        self.on_sent(now);
        if let Some(record) = self.record(number) {
            record.timed = false;
        }
    }

    /// A segment leaves again; it is in flight from now on.
    pub fn on_sent_again(&mut self, number: u64, now: Time) {
        self.transmissions += 1;
        let order = self.transmissions as u32;
        let Some(record) = self.record(number) else {
            return;
        };
        record.sent = now;
        record.order = order;
        record.again = true;
        record.timed = false;
        if record.fate == Fate::Lost {
            record.fate = Fate::InFlight;
            self.lost_count -= 1;
        }
    }

    /// The receiver has `[start, end)`; calls `newly` with each segment of these it was not known to
    /// have, in order.
    pub fn sack(&mut self, start: u64, end: u64, mut newly: impl FnMut(u64, &Record)) {
        let (start, end) = (start.max(self.first()), end.min(self.end()));
        let Scoreboard {
            records,
            sacked,
            sacked_count,
            lost_count,
            judged_to,
            sacked_beyond,
            ..
        } = self;
        sacked.insert_range(start, end, |from, to| {
            for number in from..to {
                let Some(record) = records.get_mut(number) else {
                    return;
                };
                newly(number, record);
                *lost_count -= u32::from(record.fate == Fate::Lost);
                *sacked_count += 1;
                *sacked_beyond += u32::from(number >= *judged_to);
                record.fate = Fate::Sacked;
            }
        });
    }

    /// Removes everything before `number`, which is acknowledged, and calls `newly` for each segment among it that
    /// was not known to have arrived, in order.
    #[inline]
    pub fn advance(&mut self, number: u64, mut newly: impl FnMut(u64, &Record)) {
        let has_sacked = self.sacked_count > 0;
        while self.first() < number {
            let first = self.first();
            let Some(record) = self.records.pop() else {
                break;
            };
            if record.fate == Fate::Sacked {
                self.sacked_count -= 1;
                self.sacked_beyond -= u32::from(first >= self.judged_to);
            } else {
                self.lost_count -= u32::from(record.fate == Fate::Lost);
                newly(first, &record);
            }
        }
        self.judged_to = self.judged_to.max(self.first());
        if has_sacked {
            self.sacked.remove_before(self.records.first());
        }
        self.records.release_memory();
    }

    /// `IsLost`: a segment is lost when `threshold` segments above it have been sacked. Declares those
    /// lost of which this has become true, unless they were sent again, and calls `lost` with each.
    pub fn judge_by_count(&mut self, threshold: u32, mut lost: impl FnMut(u64)) {
        while self.sacked_beyond >= threshold {
            let number = self.judged_to;
            let Some(record) = self.records.get(number) else {
                break;
            };
            if record.fate == Fate::Sacked {
                if self.sacked_beyond == threshold {
                    break;
                }
                self.sacked_beyond -= 1;
            } else if record.fate == Fate::InFlight && !record.again {
                lost(number);
                self.declare_lost(number);
            }
            self.judged_to += 1;
        }
    }

    /// Declares a segment lost that is in flight; false if it is not.
    pub fn declare_lost(&mut self, number: u64) -> bool {
        match self.record(number) {
            Some(record) if record.fate == Fate::InFlight => {
                record.fate = Fate::Lost;
                if self.lost_count == 0 {
                    self.declared.clear();
                }
                self.declared.push(Reverse(number));
                self.lost_count += 1;
                true
            }
            _ => false,
        }
    }

    /// Declares every segment lost that is in flight, except `keep`, and calls `lost` with each.
    pub fn declare_all_lost(&mut self, keep: Option<u64>, mut lost: impl FnMut(u64)) {
        for number in self.first()..self.end() {
            if Some(number) != keep && self.declare_lost(number) {
                lost(number);
            }
        }
    }

    /// Revokes all declarations of loss.
    pub fn revoke_losses(&mut self) {
        self.records.for_each_mut(|record| {
            if record.fate == Fate::Lost {
                record.fate = Fate::InFlight;
            }
        });
        self.lost_count = 0;
    }

    /// Forgets what was sacked: the receiver may have dropped it (RFC 2018 Section 8).
    pub fn forget_sacked(&mut self) {
        self.records.for_each_mut(|record| {
            if record.fate == Fate::Sacked {
                record.fate = Fate::InFlight;
            }
        });
        self.sacked.clear();
        self.sacked_count = 0;
        self.sacked_beyond = 0;
        self.judged_to = self.first();
    }

    /// The first lost segment that has not been sent again: rule 1 of `NextSeg`.
    #[inline]
    pub fn next_lost(&mut self) -> Option<u64> {
        if self.lost_count == 0 {
            return None;
        }
        self.lowest_lost()
    }

    #[inline(never)]
    fn lowest_lost(&mut self) -> Option<u64> {
        loop {
            let &Reverse(number) = self.declared.peek()?;
            if self.get(number).is_some_and(|r| r.fate == Fate::Lost) {
                return Some(number);
            }
            self.declared.pop();
        }
    }

    /// The first segment in flight from `from` on that was sent once and has a sacked one above it:
    /// rule 3 of `NextSeg`.
    #[must_use]
    pub fn next_unsure(&self, from: u64) -> Option<u64> {
        (from.max(self.first())..self.highest_sacked()).find(|&number| self.is_unsure(number))
    }

    /// The last segment that the receiver is not known to have: rule 4 of `NextSeg`.
    #[must_use]
    pub fn last_unsacked(&self) -> Option<u64> {
        let sacked = |number: &u64| self.get(*number).is_none_or(|r| r.fate == Fate::Sacked);
        (self.first()..self.end())
            .rev()
            .find(|number| !sacked(number))
    }

    fn is_unsure(&self, number: u64) -> bool {
        self.get(number)
            .is_some_and(|r| r.fate == Fate::InFlight && !r.again)
    }

    fn record(&mut self, number: u64) -> Option<&mut Record> {
        self.records.get_mut(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn with(segments: u32) -> Scoreboard {
        let mut board = Scoreboard::default();
        (0..segments).for_each(|_| board.on_sent(Time::ZERO));
        board
    }

    fn judged(board: &mut Scoreboard) -> Vec<u64> {
        let mut lost = Vec::new();
        board.judge_by_count(3, |number| lost.push(number));
        lost
    }

    #[test]
    fn a_segment_is_lost_when_three_above_it_have_arrived() {
        let mut board = with(10);
        board.sack(1, 3, |_, _| {});
        assert_eq!(judged(&mut board), [0u64; 0]);
        board.sack(4, 5, |_, _| {});
        assert_eq!(judged(&mut board), [0], "1, 2 and 4; above 3 only 4");
        board.sack(6, 8, |_, _| {});
        assert_eq!(judged(&mut board), [3], "above 5 only 6 and 7");
        assert_eq!(board.pipe(), 10 - 5 - 2);
        assert_eq!(board.next_lost(), Some(0));
        board.on_sent_again(0, Time::ZERO);
        assert_eq!(board.next_lost(), Some(3));
        assert_eq!(board.pipe(), 4);
    }

    #[test]
    fn a_timeout_declares_each_segment_lost_once() {
        let mut board = with(6);
        board.sack(2, 5, |_, _| {});
        judged(&mut board);
        board.forget_sacked();
        let mut lost = 0;
        board.declare_all_lost(None, |_| lost += 1);
        assert_eq!(
            (lost, board.lost(), board.pipe()),
            (4, 6, 0),
            "0 and 1 were lost before"
        );
        assert_eq!(board.next_lost(), Some(0));
    }

    #[test]
    fn a_fresh_connection_uses_the_memory_of_the_one_before() {
        let mut board = with(1000);
        board.sack(10, 20, |_, _| {});
        let room = board.records.slots();
        for connection in 1..100 {
            board.restart_at(1000 * connection);
            assert_eq!((board.pipe(), board.sacked(), board.lost()), (0, 0, 0));
            (0..1000).for_each(|_| board.on_sent(Time::ZERO));
        }
        assert_eq!((board.first(), board.end()), (99_000, 100_000));
        assert_eq!(board.records.slots(), room);
    }

    proptest! {
        /// Whatever arrives, the counts are those of a recount, and a segment is lost exactly if
        /// three above it have been sacked.
        #[test]
        fn incremental_counts_equal_a_recount(
            steps in prop::collection::vec((0u64..30, 1u64..6, any::<bool>()), 1..40),
        ) {
            let mut board = with(30);
            let mut reached = 0;
            for (at, length, cumulative) in steps {
                if cumulative && at % 5 == 0 {
                    reached = reached.max(at);
                    board.advance(reached, |_, _| {});
                } else {
                    board.sack(at, at + length, |_, _| {});
                }
                judged(&mut board);
                let records = (board.first()..board.end()).filter_map(|n| board.get(n));
                let fates: Vec<Fate> = records.map(|r| r.fate).collect();
                let count = |fate| fates.iter().filter(|&&f| f == fate).count() as u32;
                prop_assert_eq!(board.pipe(), count(Fate::InFlight));
                prop_assert_eq!(board.sacked(), count(Fate::Sacked));
                prop_assert_eq!(board.lost(), count(Fate::Lost));
                prop_assert_eq!(board.end(), 30);
                for (i, fate) in fates.iter().enumerate() {
                    let above = fates[i..].iter().filter(|&&f| f == Fate::Sacked).count();
                    if above >= 3 {
                        prop_assert_ne!(*fate, Fate::InFlight);
                    }
                }
                let first_lost = fates.iter().position(|&f| f == Fate::Lost);
                let found = board.next_lost();
                prop_assert_eq!(found, first_lost.map(|i| board.first() + i as u64));
            }
        }
    }
}
