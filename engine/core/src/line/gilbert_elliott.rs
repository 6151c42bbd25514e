//! Gilbert–Elliott loss: bursts of losses by a Markov chain of a good and a bad state, which may change at each packet.
//!
//! With p from good to bad and r back, a share p/(p + r) of the packets meets the bad state, in bursts of 1/r packets on
//! average. Sources: Gilbert, Bell System Technical Journal 39, 1960; Elliott, ibid. 42, 1963.

use super::Lose;
use super::disturbance::Disturbance;
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};

parameters! {
    /// Losses in bursts: a good and a bad state, each with its loss. After each packet the state may change.
    #[section("line.gilbert_elliott", "Gilbert–Elliott loss", source: "Gilbert 1960; Elliott 1963")]
    pub struct Params {
        /// Probability that the good state turns bad after a packet.
        good_to_bad: f64 = 0.01, "Good to bad", Ratio, number(0.0..=1.0), [live],

        /// Probability that the bad state turns good after a packet. Bursts have the reciprocal number of packets on
        /// average.
        bad_to_good: f64 = 0.25, "Bad to good", Ratio, number(0.0..=1.0), [live],

        /// Probability that a packet is lost in the good state.
        loss_good: f64 = 0.0, "Loss when good", Ratio, number(0.0..=1.0), [live],

        /// Probability that a packet is lost in the bad state.
        loss_bad: f64 = 1.0, "Loss when bad", Ratio, number(0.0..=1.0), [live],

        #[serde(flatten)]
        disturbance: Disturbance,
    }
}

impl Lose for Params {
    fn loses(&self, _packet: &Packet, is_bad: &mut bool, rng: &mut Rng) -> bool {
        let (loss, change) = match *is_bad {
            true => (self.loss_bad, self.bad_to_good),
            false => (self.loss_good, self.good_to_bad),
        };
        let lost = rng.uniform() < loss;
        *is_bad ^= rng.uniform() < change;
        lost
    }

    fn disturbance(&self) -> Option<&Disturbance> {
        Some(&self.disturbance)
    }
}
