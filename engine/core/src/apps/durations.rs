//! Statistics of durations, in constant memory.

use crate::histogram::Histogram;
use crate::time::{PS_PER_S, Span};

/// Number, mean and quantiles of durations.
#[derive(Clone, Debug, Default)]
pub struct Durations {
    /// Number of durations so far.
    pub count: u64,
    /// Sum of the durations in picoseconds.
    total_ps: u128,
    /// Longest duration in picoseconds.
    longest_ps: u64,
    /// Histogram of the durations, nanoseconds, to three digits.
    times_ns: Histogram<11>,
}

impl Durations {
    /// Adds a duration to the statistics.
    pub fn record(&mut self, time: Span) {
        self.count += 1;
        self.total_ps += u128::from(time.0);
        self.longest_ps = self.longest_ps.max(time.0);
        self.times_ns.record(time.0 / PS_PER_NS);
    }

    /// Returns the mean in seconds.
    #[must_use]
    pub fn mean_s(&self) -> Option<f64> {
        let mean_ps = || self.total_ps as f64 / self.count as f64;
        (self.count > 0).then(|| mean_ps() / PS_PER_S)
    }

    /// Returns the quantile for a share of 0 to 1, in seconds. It is at most 0.1 % too large; the longest duration is
    /// exact.
    #[must_use]
    pub fn quantile_s(&self, share: f64) -> Option<f64> {
        let ns = self.times_ns.quantile(share)?;
        let ps = ns.saturating_mul(PS_PER_NS).saturating_add(PS_PER_NS - 1);
        Some(ps.min(self.longest_ps) as f64 / PS_PER_S)
    }
}

const PS_PER_NS: u64 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_durations_keep_their_mean_and_quantiles_in_little_memory() {
        let mut durations = Durations::default();
        for i in 1..=1_000_000u32 {
            durations.record(Span::from_s(f64::from(i) * 1e-5));
        }
        assert!((durations.mean_s().unwrap() - 5.000_005).abs() < 1e-9);
        for (share, exact) in [(0.01, 0.1), (0.5, 5.0), (0.99, 9.9)] {
            let got = durations.quantile_s(share).unwrap();
            let error = got / exact - 1.0;
            assert!((0.0..=0.001).contains(&error), "{got} for {exact}");
        }
        assert_eq!(durations.times_ns.count(), 1_000_000);
        assert!(std::mem::size_of_val(durations.times_ns.bins()) < 200_000);
    }
}
