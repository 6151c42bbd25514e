//! Clean line: every packet arrives after the delay of the link.

use super::Lose;
use super::disturbance::Disturbance;
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::parameters::parameters;

parameters! {
    /// Every packet arrives after the delay of the link, in order.
    #[section("line.clean", "Clean")]
    pub struct Params {}
}

impl Lose for Params {
    fn loses(&self, _packet: &Packet, _is_bad: &mut bool, _rng: &mut Rng) -> bool {
        false
    }

    fn disturbance(&self) -> Option<&Disturbance> {
        None
    }
}
