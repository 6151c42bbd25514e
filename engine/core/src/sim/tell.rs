//! What a step was, in facts: for whoever words it for people.
//!
//! A run that goes through its events says nothing of them. Asked for a [step](super::stepping), it says what
//! happened: a packet waits, leaves or is dropped and why, an acknowledgement reaches its sender and what that
//! does to the window. Links are told by their position and groups by their id, both as in the
//! [layout](crate::observe::layout::Layout); numbers of segments have the 64 bits that senders count in.

pub mod json;

use std::collections::BTreeMap;

use crate::packet::{self, Backlog, Class};
use crate::queue::Limit;
use crate::tcp::sender::Segment;

/// Something that happened in a run.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
pub struct Happening {
    /// When, seconds.
    pub at_s: f64,
    /// What.
    pub what: What,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
#[cfg_attr(test, serde(tag = "kind", rename_all = "snake_case"))]
pub enum What {
    /// A packet does something at a link with a queue, which then holds what `queue` says.
    #[allow(missing_docs)]
    AtLink {
        link: u8,
        does: AtLink,
        packet: PacketFacts,
        queue: QueueFacts,
        /// It was given a congestion mark as it came.
        marked: bool,
        /// Of one that is dropped the id of the [`Reason`](crate::queue::Reason).
        reason: Option<&'static str>,
        /// Of one that leaves the link that it goes to; none: its end.
        next: Option<u8>,
    },
    /// Something happens to a flow.
    #[allow(missing_docs)]
    OfFlow {
        flow: FlowFacts,
        does: OfFlow,
        /// Of an acknowledgement its number, everything before which was received; of a packet its number; of
        /// segments and packets how many.
        number: u64,
        /// What the acknowledgement says that reaches the sender.
        ack: Option<AckFacts>,
        /// What it does to the sender, where that is asked.
        sender: Option<SenderFacts>,
    },
    /// The scenario is changed, by edit `index` of its document.
    #[allow(missing_docs)]
    Edited { index: u64 },
    /// The warm-up is over: measuring begins.
    Measuring,
}

/// What a packet does at a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
#[cfg_attr(test, serde(rename_all = "snake_case"))]
pub enum AtLink {
    /// It reaches the link and waits.
    Waits,
    /// It reaches the link, which is free, and is being sent.
    Begins,
    /// It reaches the link and is dropped.
    Dropped,
    /// It had been let in, and is dropped.
    DroppedInside,
    /// Its last bit leaves.
    Leaves,
    /// It was held back although the line was free, and is being sent.
    Released,
}

/// What happens to a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
#[cfg_attr(test, serde(rename_all = "snake_case"))]
pub enum OfFlow {
    /// An acknowledgement reaches its sender.
    Acked,
    /// Its receiver sends an acknowledgement that it had held back.
    AckSent,
    /// The retransmission timer runs out.
    TimedOut,
    /// The timer runs out by which what others have overtaken is lost (RFC 8985).
    Reordered,
    /// The timer runs out by which a tail is probed for (RFC 8985).
    Probed,
    /// The timer runs out that held it back since a window of one segment was marked (RFC 3168).
    Released,
    /// Its pacing lets it go on.
    Paced,
    /// It begins, or its next transfer does.
    Starts,
    /// It sends nothing new from now on.
    Stops,
    /// So many segments, all of a transfer, are acknowledged.
    Finished,
    /// Its source sends packet `number`, which goes by the flow's own link.
    SetsOut,
    /// So many packets find no room on the flow's own link.
    NoRoom,
}

/// What an acknowledgement says.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
pub struct AckFacts {
    /// How many segments it acknowledges that the sender did not know of.
    pub news: u64,
    /// What was received beyond its number, each `[start, end)`.
    pub blocks: Vec<(u64, u64)>,
    /// It echoes a congestion mark.
    pub congestion: bool,
    /// It belongs to an earlier connection.
    pub stale: bool,
}

/// A flow.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
pub struct FlowFacts {
    /// Its number.
    pub flow: u32,
    /// Position of its group; none where that was removed.
    pub group: Option<u16>,
    /// Its position within the group.
    pub index: u32,
}

/// A packet.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
pub struct PacketFacts {
    /// The flow it belongs to.
    pub flow: FlowFacts,
    /// What it carries.
    #[cfg_attr(test, ts(type = "'tcp' | 'ack' | 'udp'"))]
    pub class: &'static str,
    /// Its number; of an acknowledgement the number that its receiver expects next.
    pub number: u64,
    /// Its size on the wire.
    pub bytes: u16,
}

/// What waits at a link, and what may.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
#[allow(missing_docs)]
pub struct QueueFacts {
    pub packets: u32,
    pub bytes: u64,
    pub limit_packets: Option<u32>,
    pub limit_bytes: Option<u64>,
}

/// What something did to a sender.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
pub struct SenderFacts {
    /// Congestion window before and after, packets.
    pub cwnd: (f64, f64),
    /// Its state before and after, by its number among the catalog's.
    pub state: (u8, u8),
    /// Segments in flight afterwards, as far as it knows.
    pub in_flight: u32,
    /// What it sent; none where it sent nothing.
    pub sent: Option<SentFacts>,
}

/// Segments that were sent at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS, serde::Serialize))]
pub struct SentFacts {
    /// How many.
    pub segments: u32,
    /// How many of them had been sent before.
    pub again: u32,
    /// The lowest of their numbers.
    pub first: u64,
    /// The highest.
    pub last: u64,
}

impl What {
    /// Something that happens to a flow, of which there is nothing more to say.
    #[must_use]
    pub fn of_flow(flow: FlowFacts, does: OfFlow, number: u64) -> What {
        What::OfFlow {
            flow,
            does,
            number,
            ack: None,
            sender: None,
        }
    }

    /// Whether a packet is dropped at a link.
    #[must_use]
    pub fn is_drop(&self) -> bool {
        self.does_at_link(AtLink::Dropped) || self.does_at_link(AtLink::DroppedInside)
    }

    /// Whether a packet leaves a link.
    #[must_use]
    pub fn is_departure(&self) -> bool {
        self.does_at_link(AtLink::Leaves)
    }

    fn does_at_link(&self, what: AtLink) -> bool {
        matches!(self, What::AtLink { does, .. } if *does == what)
    }
}

impl QueueFacts {
    /// What a link holds that may hold so much.
    #[must_use]
    pub fn of(waiting: Backlog, limit: Limit) -> QueueFacts {
        QueueFacts {
            packets: waiting.packets,
            bytes: waiting.bytes,
            limit_packets: limit.packets,
            limit_bytes: limit.bytes,
        }
    }
}

impl SentFacts {
    /// Segments in any order; none of none.
    #[must_use]
    pub fn of(segments: &[Segment]) -> Option<SentFacts> {
        let numbers = || segments.iter().map(|segment| segment.number);
        Some(SentFacts {
            segments: segments.len() as u32,
            again: segments.iter().filter(|segment| segment.again).count() as u32,
            first: numbers().min()?,
            last: numbers().max()?,
        })
    }
}

/// What a class of packets is called here.
#[must_use]
pub fn class_id(class: Class) -> &'static str {
    match class {
        Class::Tcp => "tcp",
        Class::Ack => "ack",
        Class::Udp => "udp",
    }
}

/// The packets of `before` that are not among `after`.
pub(super) fn missing<'a>(
    before: &'a [packet::Packet],
    after: &[packet::Packet],
) -> impl Iterator<Item = &'a packet::Packet> {
    let mut there = BTreeMap::new();
    for packet in after {
        *there.entry(which(packet)).or_insert(0_u32) += 1;
    }
    before.iter().filter(move |packet| {
        let alike = there.get_mut(&which(packet)).filter(|count| **count > 0);
        alike.map(|count| *count -= 1).is_none()
    })
}

/// By what a packet is known from others; ACKs that say the same are alike.
pub(super) fn which(packet: &packet::Packet) -> (u32, u32, usize) {
    (packet.flow, packet.number, packet.class.index())
}
