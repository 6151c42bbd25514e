//! Changes of a sum by senders that run [ahead](super::ahead) of the clock: they wait until the clock reaches the first
//! sample of a recorder that shows them.

use std::collections::VecDeque;
use std::ops::AddAssign;

use crate::time::{Span, Time};

/// Simulated time between two samples of a recorder.
pub const INTERVAL: Span = Span(1_000_000_000);

/// Changes ahead of the clock, by the sample that is the first to show them.
#[derive(Clone, Debug, Default)]
pub struct BySample<T> {
    changes: VecDeque<T>,
    /// Number of the sample in front.
    front: u64,
}

impl<T: Copy + Default + AddAssign> BySample<T> {
    /// Adds a change that happens at `at`.
    #[inline(always)]
    pub fn add(&mut self, at: Time, change: T) {
        let place = sample_of(at).saturating_sub(self.front) as usize;
        if place >= self.changes.len() {
            self.changes.resize(place + 1, T::default());
        }
        self.changes[place] += change;
    }

    /// Removes the changes that the sample at `now` shows, and returns their sum.
    pub fn take_until(&mut self, now: Time) -> T {
        let sample = sample_of(now);
        let mut sum = T::default();
        while self.front < sample
            && let Some(change) = self.changes.pop_front()
        {
            sum += change;
            self.front += 1;
        }
        self.front = sample;
        if let Some(change) = self.changes.front_mut() {
            sum += std::mem::take(change);
        }
        sum
    }
}

/// Returns the number of the first sample at or after a time.
#[inline]
fn sample_of(at: Time) -> u64 {
    at.0.div_ceil(INTERVAL.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_shows_from_its_sample_on() {
        let mut changes = BySample::default();
        let at = |ms: f64| Time::from_s(ms * 1e-3);
        for (ms, change) in [(2.5, 1), (7.0, 2), (7.0, 4), (20.0, 8)] {
            changes.add(at(ms), change);
        }
        for (ms, sum) in [(0.0, 0), (2.0, 0), (3.0, 1), (6.0, 0), (7.0, 6), (9.0, 0)] {
            assert_eq!(changes.take_until(at(ms)), sum, "at {ms} ms");
        }
        changes.add(at(9.0), 16);
        assert_eq!(changes.take_until(at(30.0)), 24);
        assert_eq!(changes.take_until(at(31.0)), 0);
    }
}
