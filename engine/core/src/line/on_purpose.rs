//! Drops and marks on purpose: packets that the scenario names by their place in the order of a flow.

use std::sync::Arc;

use super::Lose;
use super::disturbance::Disturbance;
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::Kind;
use crate::spec::parameters::{choices, integer, parameters};

parameters! {
    /// Drops or marks packets by their number, for example the 17th packet of flow 0, to see how a sender reacts.
    #[section("line.on_purpose", "Named packets")]
    pub struct Params {
        /// Number of the flow, in the order of the scenario, from 0. Empty: the packets of all flows are counted together.
        flow: Option<u32> = 0, "Flow", None, integer(0..=99_999).or_null("all flows"), [live],

        /// Numbers of the packets that cross this line, from 1; retransmissions count.
        packets: Arc<[f64]> = Json("[17]"), "Packets", None, Kind::Numbers { min: 1.0, max: 1e9, most: 1_000 }, [live],

        /// Action on these packets.
        action: Action = Text("drop"), "Action", None, Action::KIND, [live],
    }
}

choices! {
    /// Actions on named packets.
    pub enum Action {
        /// Drops them after their transmission.
        Drop = "drop", "drop",
        /// Marks them with ECN if their sender takes marks.
        Mark = "mark", "mark",
    }
}

impl Params {
    /// Counts a packet, marks it if it is named, and returns whether it is dropped.
    pub(super) fn drops(&self, packet: &mut Packet, count: &mut usize) -> bool {
        if self.flow.is_some_and(|flow| flow != packet.flow()) {
            return false;
        }
        *count += 1;
        if !self.packets.contains(&(*count as f64)) {
            return false;
        }
        if self.action == Action::Mark {
            packet.mark();
        }
        self.action == Action::Drop
    }
}

impl Lose for Params {
    fn loses(&self, _packet: &Packet, _is_bad: &mut bool, _rng: &mut Rng) -> bool {
        false
    }

    fn disturbance(&self) -> Option<&Disturbance> {
        None
    }

    fn named(&self) -> Option<&Params> {
        Some(self)
    }
}
