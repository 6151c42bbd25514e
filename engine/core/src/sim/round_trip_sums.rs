//! Round-trip times of a group as a recorder samples them: their sum and their number.
//!
//! Measurements by senders that run [ahead](super::ahead) wait until the clock reaches the next sample, as changes of
//! [windows](super::window_sum) do. Only recorded runs keep these sums.

use std::ops::AddAssign;

use super::by_sample::BySample;
use crate::time::{PS_PER_S, Span, Time};

/// Sum and number of round-trip times; both only grow.
#[derive(Clone, Debug, Default)]
pub struct RoundTripSums {
    shown: Sums,
    /// Measurements ahead of the clock.
    ahead: BySample<Sums>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    ps: u128,
    count: u64,
}

impl RoundTripSums {
    /// Sum of the round-trip times so far, in seconds.
    #[must_use]
    pub fn sum_s(&self) -> f64 {
        self.shown.ps as f64 / PS_PER_S
    }

    /// Number of round-trip times so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.shown.count
    }

    /// Adds a round-trip time that a sender measured at `at`, which may be ahead of the clock.
    pub fn record(&mut self, at: Time, is_ahead: bool, round_trip: Span) {
        let one = Sums {
            ps: u128::from(round_trip.0),
            count: 1,
        };
        if is_ahead {
            self.ahead.add(at, one);
        } else {
            self.shown += one;
        }
    }

    /// Adds the measurements ahead of the clock that the sample at `now` shows.
    pub fn reach(&mut self, now: Time) {
        self.shown += self.ahead.take_until(now);
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        self.ps += other.ps;
        self.count += other.count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measurement_ahead_of_the_clock_shows_from_its_sample_on() {
        let mut sums = RoundTripSums::default();
        let at = |ms: f64| Time::from_s(ms * 1e-3);
        for (ms, is_ahead) in [(0.5, false), (2.5, true), (7.0, true), (7.0, true)] {
            sums.record(at(ms), is_ahead, Span::from_s(0.1));
        }
        for (ms, count) in [
            (0.0, 1),
            (1.0, 1),
            (2.0, 1),
            (3.0, 2),
            (6.0, 2),
            (7.0, 4),
            (9.0, 4),
        ] {
            sums.reach(at(ms));
            assert_eq!(sums.count(), count, "at {ms} ms");
            assert!((sums.sum_s() - 0.1 * count as f64).abs() < 1e-12);
        }
    }
}
