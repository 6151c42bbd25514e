//! Distribution of a quantity over flows or over random draws.
//!
//! Values are drawn by inversion with one uniform number each, so runs with another mean or form use the same random
//! numbers. Values outside the range of the parameter are clamped. A Pareto distribution with infinite variance thus has a
//! largest file.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::read::{self, FromJson, Read};

/// Range of values that a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Smallest value that is accepted.
    pub min: f64,
    /// Largest value that is accepted.
    pub max: f64,
}

/// A value per flow, or per draw.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Distribution {
    /// Same value for all flows.
    Fixed(f64),
    /// Uniform distribution between two values.
    Uniform {
        /// Smallest and largest value.
        uniform: [f64; 2],
    },
    /// Exponential distribution with a given mean.
    Exponential {
        /// Mean of the distribution.
        exponential: f64,
    },
    /// Pareto distribution: P(X > x) = (xₘ/x)ᵃ above the minimum xₘ = m (a − 1)/a, where m is the mean.
    Pareto {
        /// Mean m and shape a, which is above 1. The variance is infinite if a is at most 2.
        pareto: [f64; 2],
    },
    /// Two values, for example the sizes of full packets and of acknowledgments.
    Bimodal {
        /// First value, second value, and the share of the second, 0 to 1.
        bimodal: [f64; 3],
    },
    /// Listed; taken in turn.
    List {
        /// At least one. Shared, since every flow may hold its distribution.
        list: Arc<[f64]>,
    },
}

impl FromJson for Distribution {
    fn from_json(value: &Value) -> Read<Distribution> {
        if value.is_number() {
            return f64::from_json(value).map(Distribution::Fixed);
        }
        let fields = read::object(value)?;
        Ok(match fields.keys().next().map_or("", String::as_str) {
            "uniform" => Distribution::Uniform {
                uniform: read::field(fields, "uniform")?,
            },
            "exponential" => Distribution::Exponential {
                exponential: read::field(fields, "exponential")?,
            },
            "pareto" => Distribution::Pareto {
                pareto: read::field(fields, "pareto")?,
            },
            "bimodal" => Distribution::Bimodal {
                bimodal: read::field(fields, "bimodal")?,
            },
            _ => Distribution::List {
                list: read::field(fields, "list")?,
            },
        })
    }
}

read::deserialize!(Distribution);

/// Highest shape of a Pareto distribution: with it values differ by a thousandth.
pub const PARETO_SHAPE: f64 = 1000.0;

impl Range {
    /// `value`, or the end that it lies beyond.
    #[must_use]
    pub fn clamp(self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }

    /// The parameter that accepts it.
    #[must_use]
    pub const fn kind(self) -> super::Kind {
        super::Kind::Distribution {
            min: self.min,
            max: self.max,
        }
    }
}

impl Distribution {
    /// The value number `index`, by a draw `uniform` from [0, 1), kept within the range of its parameter.
    #[must_use]
    pub fn value(&self, index: usize, uniform: f64, within: Range) -> f64 {
        let value = match self {
            Distribution::Fixed(value) => *value,
            Distribution::Uniform { uniform: [lo, hi] } => lo + (hi - lo) * uniform,
            Distribution::Exponential { exponential } => -exponential * libm::log1p(-uniform),
            Distribution::Pareto { pareto } => {
                minimum(pareto) * libm::pow(1.0 - uniform, -1.0 / pareto[1])
            }
            Distribution::Bimodal {
                bimodal: [one, other, share],
            } => {
                if uniform < *share {
                    *other
                } else {
                    *one
                }
            }
            Distribution::List { list } => list[index % list.len()],
        };
        within.clamp(value)
    }

    /// Returns whether values are random.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        !matches!(self, Distribution::Fixed(_) | Distribution::List { .. })
    }

    /// The mean of the values that [`value`](Self::value) draws: kept within a range.
    #[must_use]
    pub fn mean_within(&self, within: Range) -> f64 {
        let Range { min, max } = within;
        match self {
            // E[X] = min + ∫ P(X > x) dx from min to max.
            Distribution::Exponential { exponential: mean } if *mean > 0.0 => {
                min + mean * (libm::exp(-min / mean) - libm::exp(-max / mean))
            }
            Distribution::Pareto {
                pareto: pareto @ [_, shape],
            } => {
                let least = within.clamp(minimum(pareto));
                let tail = |x: f64| x * libm::pow(minimum(pareto) / x, *shape) / (shape - 1.0);
                least + tail(least) - tail(max)
            }
            Distribution::List { list } => {
                list.iter().map(|&value| within.clamp(value)).sum::<f64>() / list.len() as f64
            }
            // Both ends lie within the range.
            _ => within.clamp(self.mean()),
        }
    }

    /// The mean, before values are kept within a range.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match self {
            Distribution::Fixed(value) => *value,
            Distribution::Uniform { uniform: [lo, hi] } => (lo + hi) / 2.0,
            Distribution::Exponential { exponential } => *exponential,
            Distribution::Pareto { pareto: [mean, _] } => *mean,
            Distribution::Bimodal {
                bimodal: [one, other, share],
            } => one + (other - one) * share,
            Distribution::List { list } => list.iter().sum::<f64>() / list.len() as f64,
        }
    }

    /// Lowest and highest value, before they are kept within a range; `None` where there is no highest.
    #[must_use]
    pub fn ends(&self) -> Option<(f64, f64)> {
        match self {
            Distribution::Fixed(value) => Some((*value, *value)),
            Distribution::Uniform { uniform: [lo, hi] } => Some((*lo, *hi)),
            Distribution::Bimodal {
                bimodal: [one, other, _],
            } => {
                if one < other {
                    Some((*one, *other))
                } else {
                    Some((*other, *one))
                }
            }
            Distribution::List { list } => {
                let ends = (list[0], list[0]);
                Some(list.iter().fold(ends, |(lo, hi), &value| {
                    (
                        if value < lo { value } else { lo },
                        if value > hi { value } else { hi },
                    )
                }))
            }
            Distribution::Exponential { .. } | Distribution::Pareto { .. } => None,
        }
    }

    /// Share of the values, 0 to 1, that are `least` or more: drawn, or of the first `count` in a list.
    #[must_use]
    pub fn share_from(&self, least: f64, count: usize) -> f64 {
        let is_above = |value: f64| f64::from(u8::from(value >= least));
        match self {
            Distribution::Fixed(value) => is_above(*value),
            Distribution::Uniform { uniform: [lo, hi] } if lo < hi => {
                ((hi - least) / (hi - lo)).clamp(0.0, 1.0)
            }
            Distribution::Uniform { uniform: [lo, _] } => is_above(*lo),
            Distribution::Exponential { exponential } if least > 0.0 => {
                libm::exp(-least / exponential)
            }
            Distribution::Pareto { pareto } if least > minimum(pareto) => {
                libm::pow(minimum(pareto) / least, pareto[1])
            }
            Distribution::Exponential { .. } | Distribution::Pareto { .. } => 1.0,
            Distribution::Bimodal {
                bimodal: [one, other, share],
            } => is_above(*one) * (1.0 - share) + is_above(*other) * share,
            Distribution::List { list } => {
                let taken = (0..count).map(|i| is_above(list[i % list.len()]));
                taken.sum::<f64>() / count as f64
            }
        }
    }

    /// Entries of its list, if it is one: what a document of it costs to check.
    #[must_use]
    pub fn listed(&self) -> usize {
        match self {
            Distribution::List { list } => list.len(),
            _ => 0,
        }
    }
}

/// Minimum of a Pareto distribution, from its mean and shape.
fn minimum([mean, shape]: &[f64; 2]) -> f64 {
    mean * (shape - 1.0) / shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use serde_json::json;

    const ALL: Range = Range {
        min: 0.0,
        max: 1e12,
    };

    fn read(json: serde_json::Value) -> Distribution {
        serde_json::from_value(json).expect("a distribution")
    }

    fn sample(distribution: &Distribution, within: Range, n: usize) -> Vec<f64> {
        let mut rng = Rng::for_component(1, "distribution", 0);
        (0..n)
            .map(|i| distribution.value(i, rng.uniform(), within))
            .collect()
    }

    fn share_above(sample: &[f64], x: f64) -> f64 {
        sample.iter().filter(|&&value| value > x).count() as f64 / sample.len() as f64
    }

    #[test]
    fn distributions_are_written_as_they_are_read() {
        for text in [
            json!(2.0),
            json!({ "uniform": [1.0, 2.0] }),
            json!({ "exponential": 1.5 }),
            json!({ "pareto": [100_000.0, 1.5] }),
            json!({ "bimodal": [40.0, 1500.0, 0.5] }),
            json!({ "list": [1.0, 2.0] }),
        ] {
            let again = serde_json::to_value(read(text.clone())).expect("JSON");
            assert_eq!(again, text);
        }
    }

    /// Four standard errors of a share p in 100,000 draws are at most 0.0064.
    #[test]
    fn exponential_values_exceed_x_with_probability_exp_of_minus_x_over_the_mean() {
        let values = sample(&read(json!({ "exponential": 2.0 })), ALL, 100_000);
        for x in [0.2, 1.0, 2.0, 6.0] {
            let expected = libm::exp(-x / 2.0);
            assert!((share_above(&values, x) - expected).abs() < 0.0064, "{x}");
        }
        let mean = values.iter().sum::<f64>() / 1e5;
        assert!((mean - 2.0).abs() < 4.0 * 2.0 / 316.0, "{mean}");
    }

    /// Files of vishwanath-2011 Section VI: mean 100 kB, shape 1.5, hence at least 33.3 kB.
    #[test]
    fn pareto_values_exceed_x_with_probability_minimum_over_x_to_the_shape() {
        let distribution = read(json!({ "pareto": [1e5, 1.5] }));
        let values = sample(&distribution, ALL, 100_000);
        let minimum = 1e5 / 3.0;
        assert!(values.iter().all(|&value| value >= minimum * (1.0 - 1e-12)));
        for x in [4e4, 1e5, 1e6, 1e7] {
            let expected = libm::pow(minimum / x, 1.5);
            assert!((share_above(&values, x) - expected).abs() < 0.0064, "{x}");
        }
        assert_eq!(distribution.mean(), 1e5);
        // With shape 3 the variance is m²/(a (a − 2)), and a mean can be measured.
        let values = sample(&read(json!({ "pareto": [1e5, 3.0] })), ALL, 100_000);
        let mean = values.iter().sum::<f64>() / 1e5;
        assert!((mean - 1e5).abs() < 4.0 * 1e5 / libm::sqrt(3e5), "{mean}");
    }

    #[test]
    fn values_outside_the_range_are_clamped() {
        let narrow = Range { min: 4e4, max: 1e6 };
        let values = sample(&read(json!({ "pareto": [1e5, 1.01] })), narrow, 10_000);
        assert!(values.iter().all(|value| (4e4..=1e6).contains(value)));
        assert!(values.contains(&1e6) && values.contains(&4e4));
        // The largest number that can be drawn, at the largest variance.
        let most = read(json!({ "pareto": [1e12, 1.0 + f64::EPSILON] }));
        assert!(ALL.clamp(most.value(0, 1.0 - f64::EPSILON, ALL)) <= 1e12);
    }

    /// Four standard errors of a share p in 10,000 draws are at most 0.02.
    #[test]
    fn share_above_a_value_agrees_with_random_values() {
        for form in [
            json!(2.0),
            json!({ "uniform": [1.0, 3.0] }),
            json!({ "uniform": [2.0, 2.0] }),
            json!({ "exponential": 2.0 }),
            json!({ "pareto": [2.0, 1.5] }),
            json!({ "bimodal": [3.0, 1.0, 0.25] }),
            json!({ "list": [1.0, 2.0, 3.0] }),
        ] {
            let distribution = read(form.clone());
            let values = sample(&distribution, ALL, 10_000);
            for least in [0.0, 0.5, 1.0, 2.0, 2.5, 3.5] {
                let drawn = values.iter().filter(|&&value| value >= least).count() as f64 / 1e4;
                let share = distribution.share_from(least, 10_000);
                assert!(
                    (share - drawn).abs() < 0.02,
                    "{form} from {least}: {share}, {drawn}"
                );
            }
            let (lo, hi) = distribution.ends().unwrap_or((0.0, f64::INFINITY));
            assert!(
                values.iter().all(|value| (lo..=hi).contains(value)),
                "{form}"
            );
        }
    }

    /// Sizes of packets on an Ethernet, kept within what one takes; four standard errors.
    #[test]
    fn mean_within_a_range_agrees_with_random_values() {
        let ethernet = Range {
            min: 64.0,
            max: 1518.0,
        };
        for form in [
            json!(200.0),
            json!({ "uniform": [150.0, 300.0] }),
            json!({ "exponential": 700.0 }),
            json!({ "pareto": [500.0, 1.2] }),
            json!({ "pareto": [50.0, 1.2] }),
            json!({ "bimodal": [64.0, 1500.0, 0.6] }),
            json!({ "list": [10.0, 100.0, 9000.0, 100.0] }),
        ] {
            let distribution = read(form.clone());
            let n = 100_000;
            let values = sample(&distribution, ethernet, n);
            let mean = values.iter().sum::<f64>() / n as f64;
            let variance = values.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / n as f64;
            let error = 4.0 * libm::sqrt(variance / n as f64) + 1e-9;
            let expected = distribution.mean_within(ethernet);
            assert!((mean - expected).abs() < error, "{form}: {mean} {expected}");
        }
    }

    #[test]
    fn list_values_are_used_in_turn() {
        let values = sample(&read(json!({ "list": [3.0, 1.0] })), ALL, 5);
        assert_eq!(values, [3.0, 1.0, 3.0, 1.0, 3.0]);
    }
}
