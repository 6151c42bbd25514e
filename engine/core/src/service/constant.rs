//! Constant service: the rate of the link at all times.

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::spec::parameters::parameters;
use crate::time::Time;

parameters! {
    /// The rate of the link at all times.
    #[section("service.constant", "Constant")]
    pub struct Params {}
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, _from: Time, _memory: &mut Memory, _rng: &mut Rng) -> Segment {
        Segment {
            rate_bps,
            until: Time::NEVER,
        }
    }
}
