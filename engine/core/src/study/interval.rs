//! Mean of a few replications with its confidence interval.
//!
//! Replications are independent, so their mean has a Student distribution around the true mean (Law, Simulation
//! Modeling and Analysis, Section 9.4.1). The quantile uses the finite sums of Abramowitz and Stegun, 26.7.3 and
//! 26.7.4.

use serde_json::{Value, json};

/// Probability that the true mean is within the half-width.
const CONFIDENCE: f64 = 0.95;

/// Statistics of some values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Number of values, at least 1.
    pub n: u64,
    /// Mean of the values.
    pub mean: f64,
    /// Half-width of the 95 % interval of the mean; `None` for a single value.
    pub half_width: Option<f64>,
    /// Smallest of the values.
    pub min: f64,
    /// Largest of the values.
    pub max: f64,
}

impl Interval {
    /// Computes the statistics of these values; `None` without values.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Interval> {
        let &first = values.first()?;
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum();
        let (mut min, mut max) = (first, first);
        for &value in values {
            min = if value < min { value } else { min };
            max = if value > max { value } else { max };
        }
        let freedom = values.len() - 1;
        let half_width =
            (freedom > 0).then(|| quantile(freedom) * (squares / freedom as f64 / n).sqrt());
        Some(Interval {
            n: values.len() as u64,
            mean,
            half_width,
            min,
            max,
        })
    }

    /// Returns whether the relative error γ is reached: the half-width is at most γ/(1 + γ) of the estimated mean (Law,
    /// Section 9.4.1). Equal values have no error.
    #[must_use]
    pub fn is_within(&self, share: f64) -> bool {
        self.width(share).is_some_and(|width| width <= 1.0)
    }

    /// Returns the half-width relative to the largest one that meets a relative error; 0 if both are 0.
    pub(super) fn width(&self, share: f64) -> Option<f64> {
        let half_width = self.half_width?;
        let wanted = share / (1.0 + share) * self.mean.abs();
        Some(if half_width > 0.0 {
            half_width / wanted
        } else {
            0.0
        })
    }

    /// Returns the JSON form.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let Interval {
            n,
            mean,
            half_width,
            min,
            max,
        } = self;
        json!({ "n": n, "mean": mean, "half_width": half_width, "min": min, "max": max })
    }
}

/// Returns the two-sided 95 % quantile of Student's t distribution, for at least 1 degree of freedom.
#[must_use]
pub fn quantile(freedom: usize) -> f64 {
    // Beyond, t is the normal quantile and a little more (26.7.5), to 10⁻⁷.
    if freedom > 1000 {
        let z: f64 = 1.959_963_984_540_054;
        return z + (z * z * z + z) / (4.0 * freedom as f64);
    }
    quantile_of(freedom, CONFIDENCE)
}

/// Returns the quantile for another probability, from 0 to below 1. More than 1,000 degrees of freedom count as 1,000,
/// which is at most 0.3 % too large.
#[must_use]
pub fn quantile_of(freedom: usize, confidence: f64) -> f64 {
    let freedom = freedom.min(1000);
    let (mut low, mut high) = (0.0, 1e9);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if within(middle, freedom) < confidence {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Returns P(|T| ≤ t).
fn within(t: f64, freedom: usize) -> f64 {
    let angle = libm::atan(t / (freedom as f64).sqrt());
    let (sin, cos) = libm::sincos(angle);
    let is_odd = freedom % 2 == 1;
    let (mut term, first) = if is_odd { (cos, 2) } else { (1.0, 1) };
    let mut sum = 0.0;
    let mut factor = first;
    while factor <= freedom {
        sum += term;
        term *= factor as f64 / (factor + 1) as f64 * cos * cos;
        factor += 2;
    }
    match (is_odd, freedom) {
        (true, 1) => angle * core::f64::consts::FRAC_2_PI,
        (true, _) => core::f64::consts::FRAC_2_PI * (angle + sin * sum),
        (false, _) => sin * sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Abramowitz and Stegun, Table 26.10.
    #[test]
    fn quantiles_agree_with_tables() {
        for (freedom, value) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (9, 2.262),
            (10, 2.228),
            (29, 2.045),
            (30, 2.042),
            (120, 1.980),
            (1000, 1.962),
            (1001, 1.962),
        ] {
            assert!(
                (quantile(freedom) - value).abs() < 6e-4,
                "{freedom}: {}",
                quantile(freedom)
            );
        }
    }

    #[test]
    fn a_few_values_have_a_mean_and_an_interval() {
        let five = Interval::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).expect("values");
        let expected = quantile(4) * (2.5_f64 / 5.0).sqrt();
        assert_eq!((five.n, five.mean, five.min, five.max), (5, 3.0, 1.0, 5.0));
        assert!((five.half_width.expect("five") - expected).abs() < 1e-12);
        assert!(five.is_within(1.9) && !five.is_within(1.88));
        assert_eq!(Interval::of(&[2.0]).expect("one").half_width, None);
        assert!(!Interval::of(&[2.0]).expect("one").is_within(10.0));
        assert!(Interval::of(&[0.0, 0.0]).expect("equal").is_within(0.01));
        assert_eq!(Interval::of(&[]), None);
    }
}
