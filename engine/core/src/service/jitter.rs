//! Dispatch jitter: the rate of the link, with a small random addition to each transmission.
//!
//! In a network without randomness the phase of packets decides which of them find room, and so the shares of flows
//! (Floyd and Jacobson, Computer Communication Review 21, 1991). Real links and hosts have such additions.

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// The rate of the link, with a small random addition to each transmission. It breaks phase effects between flows.
    #[section("service.jitter", "Constant with jitter", source: "Floyd and Jacobson 1991 (phase effects)")]
    pub struct Params {
        /// Largest addition to a transmission. Additions are uniform between 0 and this; the link is slower by their mean.
        jitter_s: f64 = 1e-5, "Jitter", Seconds, number(0.0..=1.0).log(), [live],
    }
}

impl Params {
    /// Draws the addition to a transmission.
    pub(super) fn addition(&self, rng: &mut Rng) -> Span {
        Span::from_s(self.jitter_s * rng.uniform())
    }
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, _from: Time, _memory: &mut Memory, _rng: &mut Rng) -> Segment {
        Segment {
            rate_bps,
            until: Time::NEVER,
        }
    }
}
