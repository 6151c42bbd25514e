//! Time slots: a new rate at the begin of each slot, as terminals of a satellite network are assigned anew every 15 s.
//!
//! Source: multifaceted-starlink-performance (Mohan et al., WWW 2024): the assignment changes every 15 s, at the same
//! second for all terminals. The line of kind `handover` adds delays and losses with the same slots.

use super::{Memory, Segment, Vary, lasting};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// A new random rate in each time slot, such as the 15 s of a satellite network.
    #[section("service.slots", "Time slots", source: "Mohan et al., WWW 2024 (slots of 15 s)")]
    pub struct Params {
        /// Length of a slot.
        slot_s: f64 = 15.0, "Slot", Seconds, number(0.01..=1e5).log(), [live],

        /// End of the first slot. 0: a whole slot.
        offset_s: f64 = 0.0, "First change", Seconds, number(0.0..=1e5).log(), [live, advanced],

        /// Lowest rate as a share of the rate of the link; rates are uniform between it and the rate of the link.
        low_share: f64 = 0.3, "Lowest rate", Ratio, number(0.0..=1.0), [live],
    }
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, rng: &mut Rng) -> Segment {
        let seconds = match memory.index {
            0 if self.offset_s > 0.0 => self.offset_s,
            _ => self.slot_s,
        };
        memory.index += 1;
        Segment {
            rate_bps: rate_bps * rng.between(self.low_share, 1.0),
            until: from + lasting(seconds).max(Span(1)),
        }
    }
}
