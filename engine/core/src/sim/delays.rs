//! One-way delays of the packets of a group.
//!
//! The delay of a packet of data begins when its sender sends it and ends when its last bit has reached the receiver.
//! Each copy of a segment that arrives counts. A packet counts when it leaves the last link that could drop it, as in
//! the other counters.
//!
//! Sources: RFC 7679 for the delay, RFC 5481 Section 4.2 for its variation against the smallest delay, and RFC 3550
//! Section 6.4.1 for the difference between packets that follow each other.

use crate::histogram::Histogram;
use crate::time::{PS_PER_S, Span};

/// Delays of packets in the measured time.
#[derive(Clone, Debug)]
pub struct Delays {
    /// Histogram of delays to two digits, in units of 2^10 ps.
    histogram: Histogram<8>,
    /// Sum since the start of the run, and at the start of the measured time.
    sum_ps: u128,
    base_ps: u128,
    least: Span,
    /// Sum of the differences between packets of a flow that follow each other, and their number.
    differences_ps: u128,
    differences: u64,
}

/// The histogram drops so many bits of the picoseconds: a nanosecond, without a division.
const DROPPED_BITS: u32 = 10;

impl Default for Delays {
    fn default() -> Delays {
        Delays {
            histogram: Histogram::default(),
            sum_ps: 0,
            base_ps: 0,
            least: Span(u64::MAX),
            differences_ps: 0,
            differences: 0,
        }
    }
}

impl Delays {
    /// Adds the delay of a packet, and its difference from that of the packet of the same flow before it.
    #[inline]
    pub fn record(&mut self, delay: Span, difference: Option<Span>) {
        self.histogram.record(delay.0 >> DROPPED_BITS);
        self.sum_ps += u128::from(delay.0);
        self.least = self.least.min(delay);
        if let Some(difference) = difference {
            self.differences_ps += u128::from(difference.0);
            self.differences += 1;
        }
    }

    /// Begins the measured time.
    pub fn restart(&mut self) {
        *self = Delays {
            sum_ps: self.sum_ps,
            base_ps: self.sum_ps,
            ..Delays::default()
        };
    }

    /// Returns the sum of the delays of all packets since the start of the run, in picoseconds.
    #[must_use]
    pub fn sum_ps(&self) -> u128 {
        self.sum_ps
    }

    /// Returns the sum of the delays of all packets since the start of the run, in seconds.
    #[must_use]
    pub fn sum_s(&self) -> f64 {
        self.sum_ps as f64 / PS_PER_S
    }

    /// Returns the number of packets.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.histogram.count()
    }

    /// Returns the mean delay in seconds; `None` without packets.
    #[must_use]
    pub fn mean_s(&self) -> Option<f64> {
        mean_s(self.sum_ps - self.base_ps, self.count())
    }

    /// Returns the smallest delay in seconds; `None` without packets.
    #[must_use]
    pub fn least_s(&self) -> Option<f64> {
        (self.least.0 < u64::MAX).then(|| self.least.s())
    }

    /// Returns quantile `share` (0 to 1) of the delay in seconds, up to 1 % too large, but never less than the smallest
    /// delay; `None` without packets.
    #[must_use]
    pub fn quantile_s(&self, share: f64) -> Option<f64> {
        let units = self.histogram.quantile(share)?;
        Some(Span((units + 1) << DROPPED_BITS).s())
    }

    /// Returns the mean of the shortest delays, which are this share (0 to 1) of all, in seconds within 1 %; `None`
    /// without packets.
    #[must_use]
    pub fn mean_of_least_s(&self, share: f64) -> Option<f64> {
        let units = self.histogram.mean_of_least(share)?;
        Some(units * (1 << DROPPED_BITS) as f64 / PS_PER_S)
    }

    /// Returns the delays from a quantile (0 to 1) on, in seconds within 1 %, each with the share of packets with a larger
    /// one.
    pub fn tail(&self, from: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
        let tail = self
            .histogram
            .cumulated()
            .filter(move |(_, share)| *share >= from);
        tail.map(|(units, share)| (Span((units + 1) << DROPPED_BITS).s(), 1.0 - share))
    }

    /// Returns the mean difference between the delays of packets that follow each other in a flow, in seconds; `None`
    /// without such packets. It is the expectation of the jitter of RFC 3550, a running mean of these differences.
    #[must_use]
    pub fn jitter_s(&self) -> Option<f64> {
        mean_s(self.differences_ps, self.differences)
    }
}

fn mean_s(sum_ps: u128, count: u64) -> Option<f64> {
    (count > 0).then(|| sum_ps as f64 / count as f64 / PS_PER_S)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_at_most_one_percent_too_large_and_means_are_exact() {
        let mut delays = Delays::default();
        assert_eq!((delays.mean_s(), delays.least_s()), (None, None));
        assert_eq!((delays.quantile_s(0.5), delays.jitter_s()), (None, None));
        for ms in 1..=1000 {
            let difference = (ms > 1).then(|| Span::from_s(1e-3));
            delays.record(Span::from_s(f64::from(ms) * 1e-3), difference);
        }
        assert_eq!(
            (delays.mean_s(), delays.least_s()),
            (Some(0.5005), Some(1e-3))
        );
        assert_eq!((delays.jitter_s(), delays.count()), (Some(1e-3), 1000));
        for (share, s) in [(0.001, 0.001), (0.5, 0.5), (0.95, 0.95), (0.999, 0.999)] {
            let quantile = delays.quantile_s(share).expect("there are packets");
            assert!(s <= quantile && quantile < 1.008 * s, "{share}: {quantile}");
        }
    }
}
