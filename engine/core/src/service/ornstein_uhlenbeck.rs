//! Ornstein–Uhlenbeck service: a rate that wanders around that of the link and returns to it, as on a cellular link.
//!
//! The deviation x from the mean follows dx = −x/τ dt + s √(2/τ) dW, whose values are normal with standard deviation s and
//! have correlation e^(−t/τ). Steps are exact: x′ = a x + s √(1 − a²) z with a = e^(−Δ/τ) (Gillespie, Physical Review E 54,
//! 1996). Deviation: rates below `least_share` are raised to it, so the mean is somewhat higher for large deviations.

use super::{Memory, Segment, Vary, lasting};
use crate::noise::normal;
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::Time;

parameters! {
    /// A rate that wanders around that of the link and returns to it, similar to a cellular link.
    #[section("service.ornstein_uhlenbeck", "Wandering rate (Ornstein–Uhlenbeck)",
        source: "Gillespie, Physical Review E 54, 1996")]
    pub struct Params {
        /// Standard deviation as a share of the rate of the link.
        deviation: f64 = 0.4, "Deviation", Ratio, number(0.0..=2.0), [live],

        /// Time after which deviations have decayed to 1/e on average.
        relaxation_s: f64 = 2.0, "Relaxation time", Seconds, number(0.01..=1e5).log(), [live],

        /// Lowest rate, as a share of the rate of the link.
        least_share: f64 = 0.02, "Lowest rate", Ratio, number(0.0..=1.0), [live, advanced],

        /// Time between changes of the rate.
        step_s: f64 = 0.1, "Step", Seconds, number(0.01..=1e3).log(), [live, advanced],
    }
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, rng: &mut Rng) -> Segment {
        let keeps = match memory.index {
            0 => 0.0,
            _ => libm::exp(-self.step_s / self.relaxation_s),
        };
        memory.index += 1;
        let new = self.deviation * libm::sqrt(1.0 - keeps * keeps);
        memory.value = keeps * memory.value + new * normal::draw(rng);
        Segment {
            rate_bps: rate_bps * (1.0 + memory.value).max(self.least_share),
            until: from + lasting(self.step_s),
        }
    }
}
