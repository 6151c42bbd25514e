//! Delays and copies that kinds of lines have in common.

use crate::rng::Rng;
use crate::spec::distribution::{Distribution, Range};
use crate::spec::parameters::{number, parameters};
use crate::time::Span;

/// Range of the additional delay of a packet, seconds.
pub(super) const JITTER_S: Range = Range {
    min: 0.0,
    max: 10.0,
};

parameters! {
    /// Additional delays and copies of packets.
    pub struct Disturbance {
        /// Additional delay of each packet. With {"bimodal": [0, 0.02, 0.1]} a tenth of the packets is late by 20 ms.
        jitter_s: Distribution = 0.0, "Jitter", Seconds, JITTER_S.kind(), [live],

        /// If on, packets with a small additional delay overtake others. If off, packets keep their order: one that
        /// would overtake arrives right after the one before it.
        overtaking: bool = false, "Overtaking", [live],

        /// Probability that a packet arrives twice. Copies count as packets that the receiver gets.
        duplicates: f64 = 0.0, "Duplicates", Ratio, number(0.0..=1.0), [live, advanced],
    }
}

impl Disturbance {
    /// Returns the additional delay of packet number `number`.
    pub(super) fn jitter(&self, number: usize, rng: &mut Rng) -> Span {
        match &self.jitter_s {
            Distribution::Fixed(seconds) => Span::from_s(*seconds),
            jitter => Span::from_s(jitter.value(number, rng.uniform(), JITTER_S)),
        }
    }

    /// Decides whether a packet arrives twice.
    pub(super) fn copies(&self, rng: &mut Rng) -> bool {
        self.duplicates > 0.0 && rng.uniform() < self.duplicates
    }
}
