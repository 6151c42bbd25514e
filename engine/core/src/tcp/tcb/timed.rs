//! Segment whose round trip is being measured: one at a time, never a retransmission (Karn; RFC 6298 Section 3).

use crate::time::Time;

/// A segment on the clock, or none.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    /// Number of the measured segment; the largest value, which no acknowledgment reaches, if none is measured. So
    /// one comparison checks both.
    number: u64,
    sent: Time,
}

impl Timed {
    /// No segment is measured.
    pub const NONE: Timed = Timed {
        number: u64::MAX,
        sent: Time::ZERO,
    };

    /// A segment leaves for the first time: it is timed unless another one is.
    #[inline]
    pub fn begin(&mut self, number: u64, now: Time) {
        if self.number == u64::MAX {
            *self = Timed { number, sent: now };
        }
    }

    /// A segment is sent again: its acknowledgment would not show which transmission it answers.
    pub fn exclude(&mut self, number: u64) {
        if self.number == number {
            *self = Timed::NONE;
        }
    }

    /// Returns the send time of the measured segment if it is before `number`, which is acknowledged.
    #[inline]
    pub fn end(&mut self, number: u64) -> Option<Time> {
        if self.number >= number {
            return None;
        }
        let sent = self.sent;
        *self = Timed::NONE;
        Some(sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_segment_at_a_time_is_timed_and_none_that_is_sent_again() {
        let mut timed = Timed::NONE;
        assert_eq!(timed.end(u64::MAX), None);
        timed.begin(3, Time(30));
        timed.begin(4, Time(40));
        assert_eq!(timed.end(3), None);
        assert_eq!(timed.end(6), Some(Time(30)));
        assert_eq!(timed.end(6), None);
        timed.begin(7, Time(70));
        timed.exclude(8);
        timed.exclude(7);
        assert_eq!(timed.end(9), None);
    }
}
