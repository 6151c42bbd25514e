//! Periodic updates without a timer: overdue updates are made when the discipline is called next.
//!
//! The inputs of an update change only with arrivals and departures, which call the discipline. So all periods that
//! have ended are processed one by one before each call. The result equals that of a timer whose events come first
//! at equal times, independent of the calls.

use crate::time::{Span, Time};

/// Periods of equal length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    every: Span,
    next: Time,
}

impl Periods {
    /// The first period begins at `now`; `every` is at least 1 ps.
    #[must_use]
    pub fn new(every: Span, now: Time) -> Periods {
        let every = every.max(Span(1));
        let next = now + every;
        Periods { every, next }
    }

    /// Returns the end of the earliest period that has ended by `now` and was not returned before.
    #[inline]
    pub fn ended(&mut self, now: Time) -> Option<Time> {
        let end = self.next;
        if end > now {
            return None;
        }
        self.next += self.every;
        Some(end)
    }

    /// Passes over the periods that have ended by `now`.
    pub fn skip(&mut self, now: Time) {
        if self.next <= now {
            let missed = now.since(self.next).0 / self.every.0 + 1;
            self.next += Span(missed.saturating_mul(self.every.0));
        }
    }

    /// Length of a period.
    #[must_use]
    pub fn every(&self) -> Span {
        self.every
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_period_end_is_returned_once_and_in_order() {
        let mut periods = Periods::new(Span(10), Time(5));
        assert_eq!(periods.ended(Time(14)), None);
        let ends: Vec<_> = std::iter::from_fn(|| periods.ended(Time(35))).collect();
        assert_eq!(ends, [Time(15), Time(25), Time(35)]);
    }

    #[test]
    fn skipped_periods_keep_the_schedule() {
        for now in [14, 15, 24, 25, 1000, 1005] {
            let mut counted = Periods::new(Span(10), Time(5));
            let mut skipped = counted;
            while counted.ended(Time(now)).is_some() {}
            skipped.skip(Time(now));
            assert_eq!(counted, skipped, "{now}");
        }
    }
}
