//! Two-state Markov service: a high and a low rate, each for an exponential time, as a link that fades.

use super::{Memory, Segment, Vary, lasting};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::Time;

parameters! {
    /// The rate of the link and a lower one, each for a random time (exponential), such as a radio link that fades.
    #[section("service.markov", "Two rates, random (Markov)")]
    pub struct Params {
        /// Lower rate as a share of the rate of the link.
        low_share: f64 = 0.1, "Lower rate", Ratio, number(0.0..=1.0), [live],

        /// Mean time with the rate of the link.
        high_s: f64 = 5.0, "Time at the full rate", Seconds, number(0.01..=1e5).log(), [live],

        /// Mean time with the lower rate.
        low_s: f64 = 1.0, "Time at the lower rate", Seconds, number(0.01..=1e5).log(), [live],
    }
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, rng: &mut Rng) -> Segment {
        let is_low = memory.index % 2 == 1;
        memory.index += 1;
        let (share, mean_s) = match is_low {
            true => (self.low_share, self.low_s),
            false => (1.0, self.high_s),
        };
        Segment {
            rate_bps: rate_bps * share,
            until: from + lasting(rng.exponential(mean_s)),
        }
    }
}
