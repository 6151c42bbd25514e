//! Sum of the congestion windows of a group.
//!
//! The sum is kept in fixed point: each window is rounded once, so the sum depends neither on the order of changes nor
//! on the length of the run. Changes by senders that run [ahead](super::ahead) wait until the clock reaches the next
//! sample.

use super::by_sample::BySample;
use crate::time::Time;

/// Parts of a packet that the sum counts, 2^24: a hundred thousand windows of a million packets fit.
const PARTS: f64 = 16_777_216.0;

/// Sum of the congestion windows of the TCP flows of a group that are sending.
#[derive(Clone, Debug, Default)]
pub struct WindowSum {
    parts: i64,
    /// Changes ahead of the clock.
    ahead: BySample<i64>,
}

impl WindowSum {
    /// Returns the sum, packets.
    #[must_use]
    pub fn packets(&self) -> f64 {
        self.parts as f64 / PARTS
    }

    /// Sets the sum, packets.
    pub fn set(&mut self, packets: f64) {
        self.parts = parts(packets);
    }

    /// Adds a window of `cwnd` packets.
    pub fn add(&mut self, cwnd: f64) {
        self.parts += parts(cwnd);
    }

    /// Removes a window of `cwnd` packets.
    pub fn remove(&mut self, cwnd: f64) {
        self.parts -= parts(cwnd);
    }

    /// Changes a window from `before` to `after` packets.
    #[inline]
    pub fn change(&mut self, before: f64, after: f64) {
        self.parts += parts(after) - parts(before);
    }

    /// Changes a window at `at`, ahead of the clock.
    #[inline(always)]
    pub fn change_ahead(&mut self, at: Time, before: f64, after: f64) {
        self.ahead.add(at, parts(after) - parts(before));
    }

    /// Applies the changes ahead of the clock that the sample at `now` shows.
    pub fn reach(&mut self, now: Time) {
        self.parts += self.ahead.take_until(now);
    }
}

#[inline]
fn parts(cwnd: f64) -> i64 {
    (cwnd * PARTS) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_does_not_depend_on_the_order_of_changes() {
        let changes = [
            (2.0, 2.5),
            (10.0, 5.0),
            (0.1, 0.1 + 1.0 / 3.0),
            (1e6, 1e6 + 1e-6),
        ];
        let after = |order: &mut dyn Iterator<Item = &(f64, f64)>| {
            let mut sum = WindowSum::default();
            for &(before, after) in order {
                sum.add(before);
                sum.change(before, after);
            }
            sum.packets()
        };
        let forward = after(&mut changes.iter());
        assert_eq!(forward, after(&mut changes.iter().rev()));
        let exact: f64 = changes.iter().map(|(_, after)| after).sum();
        assert!((forward - exact).abs() <= changes.len() as f64 / PARTS);
    }

    #[test]
    fn nothing_is_left_when_all_windows_are_removed() {
        let mut sum = WindowSum::default();
        for cwnd in [1.0, 1.0 / 3.0, 123_456.789] {
            sum.add(cwnd);
            sum.change(cwnd, cwnd + 0.1);
            sum.remove(cwnd + 0.1);
        }
        assert_eq!(sum.packets(), 0.0);
    }
}
