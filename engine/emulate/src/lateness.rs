//! Lateness: by how much packets are delivered after their computed time.

use bufferlab_core::histogram::Histogram;
use bufferlab_core::time::Span;
use serde_json::{Value, json};

/// Picoseconds in the unit of the histogram, a nanosecond.
const PS_PER_UNIT: u64 = 1000;

/// Distribution of the lateness of packets.
#[derive(Clone, Debug, Default)]
pub struct Lateness {
    histogram: Histogram<8>,
    max: Span,
}

impl Lateness {
    /// Adds a delivery to the distribution.
    pub fn record(&mut self, late: Span) {
        self.histogram.record(late.0 / PS_PER_UNIT);
        self.max = self.max.max(late);
    }

    /// Returns the lateness that a share of the packets does not exceed, within 1 %. `None` without packets.
    #[must_use]
    pub fn quantile(&self, share: f64) -> Option<Span> {
        let quantile = self.histogram.quantile(share)?;
        Some(Span(quantile.saturating_mul(PS_PER_UNIT)).min(self.max))
    }

    /// Number of deliveries so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.histogram.count()
    }

    /// Largest lateness so far.
    #[must_use]
    pub fn max(&self) -> Span {
        self.max
    }

    /// Returns median, 99th percentile and maximum, in seconds; `null` without packets.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let seconds = |span: Option<Span>| span.map(Span::s);
        json!({
            "median": seconds(self.quantile(0.5)),
            "p99": seconds(self.quantile(0.99)),
            "max": seconds(self.quantile(0.5).map(|_| self.max)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_within_one_percent_and_never_above_the_maximum() {
        let mut lateness = Lateness::default();
        assert_eq!(lateness.to_json()["p99"], Value::Null);
        for us in 1..=1000 {
            lateness.record(Span::from_s(f64::from(us) * 1e-6));
        }
        let near = |share: f64, us: f64| {
            let s = lateness.quantile(share).unwrap().s();
            assert!((s / (us * 1e-6) - 1.0).abs() < 0.01, "{share}: {s}");
        };
        near(0.5, 500.0);
        near(0.99, 990.0);
        assert_eq!(lateness.max(), Span::from_s(1e-3));
        assert!(lateness.quantile(1.0).unwrap() <= lateness.max());
    }
}
