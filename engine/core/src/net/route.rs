//! Routes: which links with queues a packet passes, and what it takes to get in, out and back.
//!
//! The dumbbell that a scenario draws compiles to this. Links that only one flow feeds (access and
//! egress links) have no queue to simulate: a FIFO with a single input is computed exactly from
//! when it was last busy. The same holds for the way back of acknowledgements where they keep their
//! order up to a link that nothing else uses; [`AckPath`] says which case a route is.

use super::wire::Wire;
use crate::packet::{Class, END};
use crate::time::{Span, Time};

/// A way through the network, shared by the flows of a group.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// Links with queues that data passes, in order.
    pub data: Vec<u8>,
    /// Links that acknowledgements pass on their way back.
    pub acks: AckPath,
    /// Delay from the last of those links to the access link.
    pub acks_tail: Span,
}

/// How acknowledgements get back.
#[derive(Clone, Debug)]
pub enum AckPath {
    /// Over links where they may have to wait for others.
    Queued(Vec<u8>),
    /// Over links where they only ever follow each other, in the order in which they set out: when
    /// they get through is computed. Positions in the network's list of lanes.
    Computed(Vec<u16>),
}

/// A reverse link that needs no events: rate, delay and when it was last busy.
#[derive(Clone, Copy, Debug)]
pub struct ComputedLink {
    /// Its rate.
    pub wire: Wire,
    /// Propagation delay.
    pub delay: Span,
    /// When its last transmission ends.
    pub free: Time,
}

impl Route {
    /// The first node that data reaches.
    #[must_use]
    #[inline]
    pub fn first(&self) -> u8 {
        self.data.first().copied().unwrap_or(END)
    }

    /// The nodes that packets of a class pass; none where that is computed.
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

/// The node behind node `here` on a way; `None` behind the last, and where the way has been changed so that
/// it passes `here` no more.
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
    /// When something that comes at `at` has arrived at the other end.
    #[inline]
    pub fn pass(&mut self, at: Time, bytes: u16) -> Time {
        self.free = at.max(self.free) + self.wire.transmission_time(bytes);
        self.free + self.delay
    }
}
