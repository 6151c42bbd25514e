//! Sinusoid: a rate that rises and falls evenly around that of the link, in steps of a hundredth of a period.

use super::{Memory, Segment, Vary, lasting};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::Time;

parameters! {
    /// A rate that rises and falls evenly around that of the link, in a hundred steps per period.
    #[section("service.sinusoid", "Sinusoid")]
    pub struct Params {
        /// Largest deviation from the rate of the link, as a share of it.
        amplitude: f64 = 0.5, "Amplitude", Ratio, number(0.0..=1.0), [live],

        /// Time from a maximum to the next one.
        period_s: f64 = 10.0, "Period", Seconds, number(0.1..=1e5).log(), [live],
    }
}

/// Number of steps per period.
const STEPS: usize = 100;

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, _rng: &mut Rng) -> Segment {
        let turn = (memory.index % STEPS) as f64 + 0.5;
        memory.index += 1;
        let phase = turn / STEPS as f64 * 2.0 * std::f64::consts::PI;
        Segment {
            rate_bps: rate_bps * (1.0 + self.amplitude * libm::sin(phase)),
            until: from + lasting(self.period_s / STEPS as f64),
        }
    }
}
