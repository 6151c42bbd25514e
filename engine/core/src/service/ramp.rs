//! Ramp: a rate that rises or falls evenly from that of the link to another one, where it stays.

use super::{Memory, Segment, Vary, lasting};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// The rate of the link at first, then a rise or fall in a hundred equal steps to a share of it, which stays.
    #[section("service.ramp", "Ramp")]
    pub struct Params {
        /// Time from the start of the service to the ramp.
        start_s: f64 = 10.0, "Begin", Seconds, number(0.0..=1e6).log(), [live],

        /// Length of the ramp.
        length_s: f64 = 20.0, "Length", Seconds, number(1e-3..=1e6).log(), [live],

        /// Rate after the ramp, divided by that of the link.
        share: f64 = 0.25, "Rate after it", Ratio, number(0.0..=100.0), [live],
    }
}

/// Number of steps of a ramp.
const STEPS: usize = 100;

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, _rng: &mut Rng) -> Segment {
        let begins = Time::ZERO + Span::from_s(self.start_s);
        let step = memory.index;
        if from < begins {
            return Segment {
                rate_bps,
                until: begins,
            };
        }
        memory.index += 1;
        let passed = (step as f64 + 0.5) / STEPS as f64;
        let (share, until) = if step < STEPS {
            let until = from + lasting(self.length_s / STEPS as f64);
            (1.0 + passed * (self.share - 1.0), until)
        } else {
            (self.share, Time::NEVER)
        };
        Segment {
            rate_bps: rate_bps * share,
            until,
        }
    }
}
