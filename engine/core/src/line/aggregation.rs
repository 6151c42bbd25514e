//! Aggregation: packets arrive together, at the end of each interval, as on links that collect packets in frames.
//!
//! Wi-Fi, cable and cellular links do so, above all with acknowledgments on the reverse path, which then arrive in bursts.

use super::Lose;
use super::disturbance::Disturbance;
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Packets arrive together at the end of each interval, as on links that collect packets in frames. Acknowledgments
    /// that arrive so let their senders send bursts.
    #[section("line.aggregation", "Aggregation")]
    pub struct Params {
        /// Time between the ends of two intervals.
        interval_s: f64 = 0.004, "Interval", Seconds, number(1e-6..=10.0).log(), [live],
    }
}

impl Lose for Params {
    fn loses(&self, _packet: &Packet, _is_bad: &mut bool, _rng: &mut Rng) -> bool {
        false
    }

    fn disturbance(&self) -> Option<&Disturbance> {
        None
    }

    fn released(&self, at: Time) -> Time {
        let interval = Span::from_s(self.interval_s).0.max(1);
        Time(at.0.div_ceil(interval).saturating_mul(interval))
    }
}
