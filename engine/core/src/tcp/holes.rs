//! State of ns-2's Sack1 during recovery: segments reported as received, the retransmitted holes between them, and
//! the count `pipe`.
//!
//! The count is Sack1's `pipe_`: it begins with all outstanding segments except the duplicates that signaled the
//! loss; each sent segment adds one and each acknowledgment subtracts one. Unlike in RFC 6675, lost segments are
//! never subtracted. A hole is any missing number below the highest that arrived; it is sent again once, and after
//! that only by a timeout.
//!
//! Source: ns-2.35 `tcp-sack1.cc`, `scoreboard-rq.cc`.

use super::notes::AckNote;
use super::ranges::Ranges;

/// Segments known to have arrived beyond the cumulative number.
#[derive(Clone, Debug, Default)]
pub struct Holes {
    arrived: Ranges,
    /// Holes below this have been sent again (`h_seqno_`).
    again_to: u64,
    /// Segments in the network by count; below 0 after many partial acknowledgments (`pipe_`).
    pipe: i64,
    /// Duplicates say nothing after a timeout until something new is acknowledged (`timeout_`).
    ignores_blocks: bool,
}

impl Holes {
    /// Forgets what arrived: something new is acknowledged outside recovery, or recovery is over.
    pub fn clear(&mut self) {
        self.arrived.clear();
        self.again_to = 0;
        self.ignores_blocks = false;
    }

    /// The retransmission timer has run out.
    pub fn on_timeout(&mut self) {
        self.clear();
        self.ignores_blocks = true;
    }

    /// Records the SACK blocks of an acknowledgment of everything below `number`. Returns whether they are new, so
    /// that a duplicate counts.
    pub fn record(&mut self, number: u64, note: &AckNote) -> bool {
        self.arrived.remove_before(number);
        self.again_to = self.again_to.max(number);
        if self.ignores_blocks {
            return false;
        }
        let mut is_news = false;
        for (start, end) in note.blocks() {
            self.arrived
                .insert_range(start.max(number), end, |_, _| is_news = true);
        }
        is_news
    }

    /// Recovery begins with `pipe` segments in the network; `first` is sent again in any case.
    pub fn begin(&mut self, first: u64, pipe: u32) {
        self.again_to = first + 1;
        self.pipe = i64::from(pipe);
    }

    /// A segment has left the network.
    pub fn take_out(&mut self) {
        self.pipe -= 1;
    }

    /// A segment enters it during recovery; `again`: it fills a hole.
    pub fn on_sent(&mut self, number: u64, again: bool) {
        self.pipe += 1;
        if again {
            self.again_to = number + 1;
        }
    }

    /// Segments in the network.
    pub fn pipe(&self) -> i64 {
        self.pipe
    }

    /// The first hole that has not been sent again (`GetNextRetran`).
    pub fn next(&self) -> Option<u64> {
        let behind = |(_, end)| end;
        let hole = self
            .arrived
            .around(self.again_to)
            .map_or(self.again_to, behind);
        (hole < self.arrived.end()).then_some(hole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(blocks: [(u64, u64); 3]) -> AckNote {
        AckNote {
            blocks,
            ..AckNote::NONE
        }
    }

    #[test]
    fn holes_are_returned_in_order_and_once() {
        let mut holes = Holes::default();
        assert!(holes.record(10, &blocks([(14, 16), (11, 12), (0, 0)])));
        holes.begin(10, 5);
        for hole in [12, 13] {
            assert_eq!(holes.next(), Some(hole));
            holes.on_sent(hole, true);
        }
        assert_eq!((holes.next(), holes.pipe()), (None, 7));
        assert!(holes.record(10, &blocks([(17, 18), (14, 16), (11, 12)])));
        assert_eq!(holes.next(), Some(16));
    }

    #[test]
    fn only_what_was_not_known_is_news_and_nothing_is_after_a_timeout() {
        let mut holes = Holes::default();
        let note = blocks([(12, 13), (0, 0), (0, 0)]);
        assert!(holes.record(10, &note));
        assert!(!holes.record(10, &note));
        holes.on_timeout();
        assert!(!holes.record(10, &note));
        holes.clear();
        assert!(holes.record(10, &note));
        assert!(!holes.record(13, &note), "it is acknowledged");
    }
}
