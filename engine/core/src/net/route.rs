//! Routes: links with queues that packets pass, and the delays of access, egress and reverse path.
//!
//! The dumbbell of a scenario compiles to routes. Links that only one flow uses (access and egress) have no queue
//! to simulate: a FIFO with a single input is computed exactly from the end of its last transmission. The same
//! holds for acknowledgments on the reverse path, if they keep their order up to a link that nothing else uses;
//! [`AckPath`] says which case a route is.

use super::wire::Wire;
use crate::packet::{Class, END};
use crate::time::{Span, Time};

/// Path through the network, shared by the flows of a group.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// Links with queues that data passes, in order.
    pub data: Vec<u8>,
    /// Links of the reverse path, which acknowledgments pass.
    pub acks: AckPath,
    /// Delay from the last of those links to the access link.
    pub acks_tail: Span,
    /// Delay of all links there and back, without the own links of the flows.
    pub round_trip: Span,
}

/// Reverse path of acknowledgments.
#[derive(Clone, Debug)]
pub enum AckPath {
    /// Simulated links, where acknowledgments may wait for other packets.
    Queued(Vec<u8>),
    /// Computed links, on which acknowledgments only follow each other in the order of sending. Positions in the
    /// list of computed links.
    Computed(Vec<u16>),
}

/// Computed reverse link, which needs no events.
#[derive(Clone, Copy, Debug)]
pub struct ComputedLink {
    /// Rate of the link.
    pub wire: Wire,
    /// Propagation delay of the link.
    pub delay: Span,
    /// End of the last transmission.
    pub free: Time,
}

impl Route {
    /// Returns the first node that data reaches.
    #[must_use]
    #[inline]
    pub fn first(&self) -> u8 {
        self.data.first().copied().unwrap_or(END)
    }

    /// Returns whether data or acknowledgments pass a node.
    #[must_use]
    pub fn passes(&self, node: u8) -> bool {
        self.data.contains(&node) || self.path(Class::Ack).contains(&node)
    }

    /// Returns the nodes that packets of a class pass; empty if their path is computed.
    #[must_use]
    #[inline]
    pub fn path(&self, class: Class) -> &[u8] {
        match (class, &self.acks) {
            (Class::Ack, AckPath::Queued(path)) => path,
            (Class::Ack, AckPath::Computed(_)) => &[],
            _ => &self.data,
        }
    }
}

/// Returns the node after `here` on a path; `None` after the last one, and if the path has changed and no longer
/// contains `here`.
#[must_use]
#[inline]
pub fn next_on(path: &[u8], here: u8) -> Option<u8> {
    let place = path.iter().position(|&node| node == here)?;
    path.get(place + 1).copied()
}

impl Default for AckPath {
    fn default() -> Self {
        AckPath::Queued(Vec::new())
    }
}

impl ComputedLink {
    /// Returns the time at which a packet that enters at `at` reaches the other end.
    #[inline]
    pub fn pass(&mut self, at: Time, bytes: u16) -> Time {
        self.free = at.max(self.free) + self.wire.transmission_time(bytes);
        self.free + self.delay
    }
}
