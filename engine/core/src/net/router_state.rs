//! State of a router, exported to the router that replaces it during a run.
//!
//! No packet is lost. Packets that waited for a link wait for one again, in the order of arrival, even beyond a
//! smaller limit. A packet in transmission is sent again, first of all. Packets that had not reached the queue of
//! their link, at the inputs of a switch or on the way to them, arrive now, in order, and are dropped if there is
//! no room. Disciplines and pacers start again.

use super::meter::LinkMeter;
use crate::packet::Packet;
use crate::queue::{Reason, Waiter};

/// Packets and measurements of a router.
#[derive(Clone, Debug)]
pub struct RouterState {
    /// Measurements up to the time of the change, without the waiting packets.
    pub meter: LinkMeter,
    /// Packets that waited for a line or were on one, in order of arrival.
    pub waiting: Vec<Waiter>,
    /// Packets that had not reached the queue of a line.
    pub coming: Vec<Packet>,
    /// Dropped packets that have not been taken yet.
    pub dropped: Vec<(Packet, Reason)>,
}
