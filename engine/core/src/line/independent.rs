//! Independent loss: each packet is lost with the same probability, whatever happened to others.

use super::Lose;
use super::disturbance::Disturbance;
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};

parameters! {
    /// Each packet is lost with the same probability, whatever its size and whatever happened to others.
    #[section("line.independent", "Independent loss", source: "RFC 9438 Section 5.2 (independent losses)")]
    pub struct Params {
        /// Probability that a packet is lost.
        loss: f64 = 0.0, "Loss", Ratio, number(0.0..=1.0), [live],

        #[serde(flatten)]
        disturbance: Disturbance,
    }
}

impl Lose for Params {
    fn loses(&self, _packet: &Packet, _is_bad: &mut bool, rng: &mut Rng) -> bool {
        rng.uniform() < self.loss
    }

    fn disturbance(&self) -> Option<&Disturbance> {
        Some(&self.disturbance)
    }
}
