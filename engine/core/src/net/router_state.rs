//! What one router leaves to another that takes its place while packets are there.
//!
//! Nothing is forgotten: what waited for a line waits for one again, in the order in which it came, also beyond a
//! smaller limit. What was being sent is sent anew, first of all. What had not reached the queue of its line yet, at
//! the inputs of a switch or on the way to them, comes now, in order, and is dropped where there is no room for it.
//! Disciplines and gates begin afresh.

use super::meter::LinkMeter;
use crate::packet::Packet;
use crate::queue::{Reason, Waiter};

/// Everything that was at a router, and all that was measured there.
#[derive(Clone, Debug)]
pub struct RouterState {
    /// Brought to the moment of the change. Those who wait have left it.
    pub meter: LinkMeter,
    /// Packets that waited for a line or were on one, in the order in which they came.
    pub waiting: Vec<Waiter>,
    /// Packets that had not got as far.
    pub coming: Vec<Packet>,
    /// Packets dropped before that nobody has asked for yet.
    pub dropped: Vec<(Packet, Reason)>,
}
