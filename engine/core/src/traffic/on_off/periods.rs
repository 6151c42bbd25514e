//! Lengths of bursts and pauses: exponential, or Pareto, whose sum over many sources is long-range dependent.
//!
//! Sources: Willinger, Taqqu, Sherman and Wilson, "Self-similarity through high-variability", IEEE/ACM Transactions
//! on Networking 5(1), 1997: with shape a between 1 and 2 the sum of many has H = (3 − a)/2. An observer at a
//! random time finds a period whose remaining time has the distribution P(R > x) = ∫ P(X > y) dy from x on, divided
//! by the mean (renewal theory). So a source starts, or continues under other parameters, as one that has run for
//! ever.

use super::Params;
use crate::rng::Rng;
use crate::time::Span;

/// The periods of one state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Periods {
    /// Mean length of a period, seconds.
    mean_s: f64,
    /// Shape if Pareto; `None`: exponential.
    shape: Option<f64>,
}

impl Params {
    pub(super) fn bursts(&self) -> Periods {
        Periods {
            mean_s: self.mean_on_s,
            shape: self.on_shape,
        }
    }

    pub(super) fn silences(&self) -> Periods {
        Periods {
            mean_s: self.mean_off_s,
            shape: self.off_shape,
        }
    }
}

impl Periods {
    /// A period that begins.
    #[inline]
    pub(super) fn whole(self, rng: &mut Rng) -> Span {
        Span::from_s(match self.shape {
            None => rng.exponential(self.mean_s),
            Some(a) => self.least_s(a) * libm::pow(1.0 - rng.uniform(), -1.0 / a),
        })
    }

    /// Draws the remaining time of a period in progress. For an exponential period it has the same distribution as
    /// a new one. For a Pareto period, by inversion: uniform up to the shortest, x_m = m (a − 1)/a, with
    /// probability (a − 1)/a; beyond, P(R > x) = (x_m/x)^(a−1)/a.
    pub(super) fn rest(self, rng: &mut Rng) -> Span {
        let Some(a) = self.shape else {
            return self.whole(rng);
        };
        let uniform = rng.uniform();
        Span::from_s(if uniform < (a - 1.0) / a {
            uniform * self.mean_s
        } else {
            self.least_s(a) * libm::pow(a * (1.0 - uniform), -1.0 / (a - 1.0))
        })
    }

    /// The shortest that a Pareto period of shape `a` is, seconds.
    fn least_s(self, a: f64) -> f64 {
        self.mean_s * (a - 1.0) / a
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four standard errors of a share in 40,000 are at most 0.01.
    #[test]
    fn what_is_left_of_a_pareto_period_is_distributed_as_renewal_theory_says() {
        let mut rng = Rng::for_component(1, "periods", 0);
        let (mean_s, a) = (0.1, 1.5);
        let least_s = mean_s / 3.0;
        let periods = Periods {
            mean_s,
            shape: Some(a),
        };
        let n = 40_000;
        let left: Vec<f64> = (0..n).map(|_| periods.rest(&mut rng).s()).collect();
        for x in [0.01, 0.03, 0.05, 0.2, 1.0, 10.0] {
            let longer = left.iter().filter(|&&r| r > x).count() as f64 / f64::from(n);
            let expected = if x < least_s {
                1.0 - x / mean_s
            } else {
                libm::pow(least_s / x, a - 1.0) / a
            };
            assert!((longer - expected).abs() < 0.01, "{x}: {longer} {expected}");
        }
    }
}
