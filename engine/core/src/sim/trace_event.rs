//! Trace events: structured descriptions of single steps.
//!
//! A run that is not stepped through describes nothing. A [step](super::stepping) returns what happened as data: a
//! packet waits, departs or is dropped for a reason; an acknowledgment reaches its sender and changes the window.
//! Front ends turn this into text. Links are given by position and groups by id, as in the
//! [layout](crate::observe::layout::Layout); segment numbers have the 64 bits of the senders' counters.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::packet::{self, Backlog, Class};
use crate::queue::Limit;
use crate::tcp::sender::Segment;

/// One event of a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TraceEvent {
    /// Simulated time of the event, seconds.
    pub at_s: f64,
    /// Kind of the event, with its facts.
    #[serde(rename = "what")]
    pub kind: TraceEventKind,
}

/// Kind of a trace event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TraceEventKind {
    /// Action of a packet at a link with a queue; `queue` is the backlog afterwards.
    #[allow(missing_docs)]
    AtLink {
        link: u8,
        #[serde(rename = "does")]
        action: LinkAction,
        packet: PacketFacts,
        queue: QueueFacts,
        /// Whether the packet received a congestion mark on arrival.
        marked: bool,
        /// Id of the [`Reason`](crate::queue::Reason), if the packet is dropped.
        reason: Option<&'static str>,
        /// Next link, if the packet departs; none if it goes to its end.
        next: Option<u8>,
    },
    /// Action of a flow.
    #[allow(missing_docs)]
    OfFlow {
        flow: FlowFacts,
        #[serde(rename = "does")]
        action: FlowAction,
        /// Acknowledgment number (everything before it was received), packet number, or number of segments or
        /// packets, depending on the action.
        number: u64,
        /// Content of the acknowledgment that reaches the sender.
        ack: Option<AckFacts>,
        /// Effect on the sender, if it was asked to react.
        sender: Option<SenderFacts>,
    },
    /// Edit number `index` of the document changes the scenario.
    #[allow(missing_docs)]
    Edited { index: u64 },
    /// The warm-up ends and the measured time begins.
    Measuring,
}

/// Action of a packet at a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LinkAction {
    /// The packet arrives and waits.
    Waits,
    /// The packet arrives at an idle link, and its transmission starts.
    Begins,
    /// The packet arrives and is dropped.
    Dropped,
    /// The packet is dropped after it was admitted.
    DroppedInside,
    /// The last bit of the packet departs.
    Leaves,
    /// A pacer had held the packet; its transmission starts.
    Released,
}

/// Action of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FlowAction {
    /// An acknowledgment reaches the sender.
    Acked,
    /// The receiver sends a delayed acknowledgment.
    AckSent,
    /// The retransmission timer expires.
    TimedOut,
    /// The RACK reordering timer expires: overtaken segments are lost (RFC 8985).
    Reordered,
    /// The timer of the tail loss probe expires (RFC 8985).
    Probed,
    /// The timer expires that held back a flow whose window of one segment was marked (RFC 3168).
    Released,
    /// Pacing lets the next segment leave.
    Paced,
    /// The application writes a segment of data into the connection.
    Wrote,
    /// The flow or its next transfer starts.
    Starts,
    /// The flow stops sending new data.
    Stops,
    /// All segments of a transfer are acknowledged; `number` is their number.
    Finished,
    /// The source sends packet `number` on the access link of the flow.
    SetsOut,
    /// The access link drops `number` packets because its queue is full.
    #[serde(rename = "no_room")]
    AccessDropped,
}

/// Content of an acknowledgment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AckFacts {
    /// Number of newly acknowledged segments.
    pub news: u64,
    /// SACK blocks: data received beyond the acknowledgment number, each `[start, end)`.
    pub blocks: Vec<(u64, u64)>,
    /// Whether it echoes a congestion mark.
    pub congestion: bool,
    /// Whether it belongs to an earlier connection.
    pub stale: bool,
}

/// Identification of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FlowFacts {
    /// Number of the flow.
    pub flow: u32,
    /// Position of its group; none if the group was removed.
    pub group: Option<u16>,
    /// Position within the group.
    pub index: u32,
}

/// Identification of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PacketFacts {
    /// Flow of the packet.
    pub flow: FlowFacts,
    /// Class: TCP data, acknowledgment or UDP data.
    #[cfg_attr(test, ts(type = "'tcp' | 'ack' | 'udp'"))]
    pub class: &'static str,
    /// Packet number; for an acknowledgment, the number that the receiver expects next.
    pub number: u64,
    /// Size on the wire, bytes.
    pub bytes: u16,
}

/// Backlog and limit of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct QueueFacts {
    pub packets: u32,
    pub bytes: u64,
    pub limit_packets: Option<u32>,
    pub limit_bytes: Option<u64>,
}

/// Effect of an event on a sender.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SenderFacts {
    /// Congestion window before and after, packets.
    pub cwnd: (f64, f64),
    /// State before and after, as an index of the catalog's list of states.
    pub state: (u8, u8),
    /// Segments in flight afterwards, as the sender estimates them.
    pub in_flight: u32,
    /// Segments sent in reaction; none if there were none.
    pub sent: Option<SentFacts>,
}

/// Segments sent at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SentFacts {
    /// Number of segments of this item.
    pub segments: u32,
    /// Number of retransmissions among them.
    pub again: u32,
    /// Lowest number among the segments.
    pub first: u64,
    /// Highest number among the segments.
    pub last: u64,
}

impl TraceEventKind {
    /// Creates an event of a flow without acknowledgment and sender facts.
    #[must_use]
    pub fn of_flow(flow: FlowFacts, action: FlowAction, number: u64) -> TraceEventKind {
        TraceEventKind::OfFlow {
            flow,
            action,
            number,
            ack: None,
            sender: None,
        }
    }

    /// Returns whether a packet is dropped at a link.
    #[must_use]
    pub fn is_drop(&self) -> bool {
        self.is_link_action(LinkAction::Dropped) || self.is_link_action(LinkAction::DroppedInside)
    }

    /// Returns whether a packet departs from a link.
    #[must_use]
    pub fn is_departure(&self) -> bool {
        self.is_link_action(LinkAction::Leaves)
    }

    fn is_link_action(&self, what: LinkAction) -> bool {
        matches!(self, TraceEventKind::AtLink { action, .. } if *action == what)
    }
}

impl QueueFacts {
    /// Combines the backlog and the limit of a queue.
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
    /// Summarizes segments in any order; `None` for an empty list.
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

/// Returns the JSON name of a class of packets.
#[must_use]
pub fn class_id(class: Class) -> &'static str {
    match class {
        Class::Tcp => "tcp",
        Class::Ack => "ack",
        Class::Udp => "udp",
    }
}

/// Returns the packets of `before` that are not in `after`.
pub(super) fn removed<'a>(
    before: &'a [packet::Packet],
    after: &[packet::Packet],
) -> impl Iterator<Item = &'a packet::Packet> {
    let mut there = BTreeMap::new();
    for packet in after {
        *there.entry(identity(packet)).or_insert(0_u32) += 1;
    }
    before.iter().filter(move |packet| {
        let alike = there.get_mut(&identity(packet)).filter(|count| **count > 0);
        alike.map(|count| *count -= 1).is_none()
    })
}

/// Returns the key that identifies a packet. Identical ACKs have the same key.
pub(super) fn identity(packet: &packet::Packet) -> (u32, u32, usize) {
    (packet.flow(), packet.number, packet.class().index())
}
