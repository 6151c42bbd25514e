//! Live flows: packets of real hosts pass the simulated network beside simulated flows.
//!
//! A caller that stands between real senders and real receivers names groups of the scenario as live
//! ([`Options::live`](super::Options::live)). The flows of a live group send nothing by themselves. The caller
//! [injects](super::Simulation::inject) each real packet with its time, and [takes](super::Simulation::take_events) what
//! became of it: when it is delivered, with which ECN field, or why it was dropped. The network does not know a live packet
//! from others, so every queue discipline, pacer, policer, line, service, edge and path works unchanged.
//!
//! **Directions.** A real connection has packets both ways. [`Direction::Forward`] leads from the group's access link to its
//! egress link, [`Direction::Reverse`] back. The reverse direction is a hidden group `ID:reverse`, with the group's own
//! links reversed: it enters at the egress link, passes the bottlenecks in the other direction, is delayed by the edge but
//! never queued there, and leaves over the access link. As for acknowledgments of simulated flows, the egress link has no
//! limit in this direction. Flows of the hidden group are numbered behind all others. It is in the summary only if it has
//! carried data, since [acknowledgments](crate::packet::Class::Ack) do not count as data there.
//!
//! **Flows and connections.** The count of a live group is the number of its flows. The caller assigns connections to them:
//! a new connection takes the next flow that is free. Beyond the count, connections must share flows, for example by a hash
//! of their addresses and ports: they then share the access and egress links of that flow and its queue in fair queueing,
//! and its statistics are about all of them. Fair queues tell flows by number and class, so acknowledgments have a queue of
//! their own.
//!
//! **Time.** A live run has no clock either. Times of packets are simulated times, and [`next_at`](super::Simulation::next_at)
//! tells when something can happen next. Inject a packet *before* the run is advanced to its time, then advance: it then
//! meets other events of the same instant in the same order as a simulated packet, and the run depends on packets and times
//! alone. A packet that comes late, with a time before the present or before the previous packet of its flow and direction,
//! is taken as sent at the later of these two. [`LiveEvent::Delivered`] becomes known when the packet leaves the last node,
//! and its time lies ahead by the delays behind this node. All is in one thread: a run may move to another one.
//!
//! **Memory.** Packets under way and events that have not been taken are at most
//! [`limits::PACKETS`](crate::scenario::limits::PACKETS) together; beyond, a packet is refused.
//!
//! **Ignored** in a live group: sender, workload, start, stop and schedule of its traffic, which are up to the caller. Kinds of
//! queue that count TCP flows or prefer real-time packets go by the [class](LivePacket::class) of packets, which the caller
//! chooses. **Refused** is an ACK filter on the reverse path of a live group, because it needs the numbers of
//! acknowledgments ([`check`]). An acknowledgment with an ECN field keeps it, but is dropped instead of marked.
//!
//! **Windows and round trips** are known to the hosts alone. A caller that [observes](super::Simulation::observe_senders) them
//! gives the recorded series of a live group with TCP their values. Measures of senders are absent.
//!
//! ```
//! use bufferlab_core::packet::Class;
//! use bufferlab_core::scenario::Scenario;
//! use bufferlab_core::sim::live::{self, Direction, Ecn, LiveEvent, LiveFlow, LivePacket};
//! use bufferlab_core::time::Time;
//! use bufferlab_core::{Options, Simulation};
//!
//! // A queue of two packets at 12 Mb/s: one millisecond for each packet of 1,500 bytes.
//! let scenario = Scenario::from_json(r#"{
//!     "bottlenecks": [{ "id": "r0", "rate_bps": 12e6, "delay_s": 0.010,
//!         "queue": { "kind": "drop_tail", "limit_packets": 2 } }],
//!     "groups": [{ "id": "laptop", "access": { "rate_bps": 12e9 }, "traffic": "tcp" }]
//! }"#).expect("a scenario");
//! let options = Options { live: vec!["laptop".to_owned()], ..Options::default() };
//! live::check(&scenario, &options.live).expect("the group exists");
//! let mut run = Simulation::with_options(&scenario, options);
//!
//! // Four packets arrive from the laptop within a few microseconds: one is sent at once, two wait, one is dropped.
//! let flow = LiveFlow { group: 0, index: 0, direction: Direction::Forward };
//! for tag in 0..4 {
//!     let packet = LivePacket {
//!         at: Time::from_s(1e-6 * f64::from(tag)), bytes: 1500, class: Class::Tcp, ecn: Ecn::NotEct, tag,
//!     };
//!     run.inject(flow, packet).expect("a flow of the group");
//! }
//!
//! // A program would sleep until `next_at`, advance to the present and send what is delivered at the given times.
//! let mut fates = Vec::new();
//! while let Some(next) = run.next_at().filter(|next| *next < Time::from_s(1.0)) {
//!     run.advance(next).expect("few packets");
//!     for event in run.take_events() {
//!         fates.push(match event {
//!             LiveEvent::Delivered { tag, at, .. } => (tag, (1e3 * at.s()).round()),
//!             LiveEvent::Dropped { tag, .. } => (tag, 0.0),
//!             LiveEvent::Copied { .. } => unreachable!("this line makes no copies"),
//!         });
//!     }
//! }
//! assert_eq!(fates, [(3, 0.0), (0, 11.0), (1, 12.0), (2, 13.0)]);
//! ```

use super::exchange;
use crate::net::own_links::OwnLinks;
use crate::net::route::{AckPath, Route};
use crate::net::wire::OwnWires;
use crate::packet::{Class, Packet};
use crate::queue::{Limit, Reason};
use crate::rng::Rng;
use crate::scenario::check::check_flows_created;
use crate::scenario::sections::shared::DELAY_S;
use crate::scenario::{self, Distribution, Group, Problem, Problems, Scenario, limits};
use crate::tcp::notes::Header;
use crate::time::{Span, Time};
use crate::traffic::codepoint::Codepoint;
use crate::traffic::{Traffic, cbr};

/// End of the id of the hidden group for the reverse direction, behind a colon.
const REVERSE: &str = "reverse";

/// Direction of a packet of a live group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From the group's access link to its egress link, whichever way its data takes.
    Forward,
    /// From the group's egress link to its access link.
    Reverse,
}

/// One direction of a flow of a live group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LiveFlow {
    /// Position of the group in [`Options::live`](super::Options::live).
    pub group: usize,
    /// Position of the flow within the group, below the group's count.
    pub index: u32,
    /// Direction of the packets.
    pub direction: Direction,
}

/// ECN field of an IP packet (RFC 3168 Section 5; RFC 9331).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ecn {
    /// Not ECN-capable: bits 00.
    #[default]
    NotEct,
    /// ECN-capable, ECT(1), for L4S traffic: bits 01.
    Ect1,
    /// ECN-capable, ECT(0): bits 10.
    Ect0,
    /// Congestion experienced: bits 11.
    Ce,
}

/// Packet of a real host that enters the simulated network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LivePacket {
    /// Time at which the packet reaches the first link: for [`Direction::Forward`] the access link.
    pub at: Time,
    /// Size on the wire, 1 to 65,535 bytes.
    pub bytes: u32,
    /// Class of the packet: [`Class::Tcp`] for segments with data, SYN and FIN, [`Class::Ack`] for pure acknowledgments,
    /// [`Class::Udp`] for all else.
    pub class: Class,
    /// ECN field of the packet as it arrives.
    pub ecn: Ecn,
    /// Number that comes back in the events of this packet. The simulation does not read it.
    pub tag: u32,
}

/// Fate of a live packet. Each packet has one event [`Delivered`](LiveEvent::Delivered) or
/// [`Dropped`](LiveEvent::Dropped), and one more for each [`Copied`](LiveEvent::Copied).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveEvent {
    /// The packet reaches its receiver.
    Delivered {
        /// Flow and direction of the packet.
        flow: LiveFlow,
        /// Tag of the packet.
        tag: u32,
        /// Time at which its last bit arrives, at or after the present.
        at: Time,
        /// ECN field of the packet on arrival.
        ecn: Ecn,
    },
    /// The packet was dropped.
    Dropped {
        /// Flow and direction of the packet.
        flow: LiveFlow,
        /// Tag of the packet.
        tag: u32,
        /// Time of the drop.
        at: Time,
        /// Reason of the drop.
        reason: Reason,
    },
    /// A line has made a copy of the packet. Both have a fate.
    Copied {
        /// Flow and direction of the packet.
        flow: LiveFlow,
        /// Tag of the packet.
        tag: u32,
        /// Time at which the packet left the node in front of the line.
        at: Time,
    },
}

/// State of a TCP sender of a live group, as its host tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiveSender {
    /// Congestion window of the sender, packets.
    pub cwnd_packets: f64,
    /// Smoothed round-trip time; `None` before the first measurement.
    pub round_trip: Option<Span>,
}

/// Reason why a live packet does not enter the simulated network. Then nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InjectError {
    /// No live group has this position, or an edit has removed the group.
    NoGroup {
        /// Position that is not in [`Options::live`](super::Options::live).
        group: usize,
        /// Number of live groups.
        groups: usize,
    },
    /// The group has fewer flows.
    NoFlow {
        /// Position of the flow.
        index: u32,
        /// Number of flows of the group.
        flows: usize,
    },
    /// The size is 0, or more than a packet can have.
    Size {
        /// Size of the packet, bytes.
        bytes: u32,
    },
    /// The run ends before the time of the packet.
    Ended {
        /// End of the run.
        end: Time,
    },
    /// Too many packets are under way, or too many events have not been taken.
    Full {
        /// Maximum number of both together.
        most: usize,
    },
}

/// Role of a group in the state of a run: live group or its reverse direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Role {
    /// Position of the live group in the options of the run.
    pub group: usize,
    /// Direction that the group is about.
    pub direction: Direction,
}

/// Events of live packets that have not been taken.
#[derive(Clone, Debug)]
pub struct Log {
    /// Events in the order in which they were computed.
    pub events: Vec<LiveEvent>,
    /// Maximum number of packets under way and of events together.
    pub most: usize,
}

impl Default for Log {
    fn default() -> Log {
        Log {
            events: Vec::new(),
            most: limits::PACKETS,
        }
    }
}

impl Role {
    /// Returns the flow at this position of the group, in this direction.
    #[must_use]
    pub fn flow(self, index: u32) -> LiveFlow {
        LiveFlow {
            group: self.group,
            index,
            direction: self.direction,
        }
    }
}

impl Ecn {
    /// Returns the field with these bits; only the lower two bits are read.
    #[must_use]
    pub fn of_bits(bits: u8) -> Ecn {
        match bits & 3 {
            0 => Ecn::NotEct,
            1 => Ecn::Ect1,
            2 => Ecn::Ect0,
            _ => Ecn::Ce,
        }
    }

    /// Returns the bits of the field in an IP header.
    #[must_use]
    pub fn bits(self) -> u8 {
        self as u8
    }

    /// Returns the field of a live packet, which is in its note for every class.
    pub(super) fn of_packet(packet: &Packet) -> Ecn {
        Ecn::of_bits(packet.note as u8)
    }
}

impl LivePacket {
    /// Creates the simulated packet of a flow, sent at `sent`, on its way to node `to`.
    pub(super) fn simulated(&self, flow: u32, bytes: u16, sent: Time, to: u8) -> Packet {
        let packet = Packet::new(self.class, flow, self.tag, bytes, to);
        let ecn = u32::from(self.ecn.bits());
        match self.class {
            // With the flag of a SACK option no filter takes it for one that a newer one supersedes.
            Class::Ack => packet.with_note(ecn).selective(true),
            Class::Tcp | Class::Udp => packet.sent_at(sent, Header(ecn)),
        }
    }
}

impl LiveEvent {
    /// Returns the flow and direction of the packet.
    #[must_use]
    pub fn flow(&self) -> LiveFlow {
        match *self {
            LiveEvent::Delivered { flow, .. }
            | LiveEvent::Dropped { flow, .. }
            | LiveEvent::Copied { flow, .. } => flow,
        }
    }

    /// Returns the tag of the packet.
    #[must_use]
    pub fn tag(&self) -> u32 {
        match *self {
            LiveEvent::Delivered { tag, .. }
            | LiveEvent::Dropped { tag, .. }
            | LiveEvent::Copied { tag, .. } => tag,
        }
    }

    /// Returns the time of the event.
    #[must_use]
    pub fn at(&self) -> Time {
        match *self {
            LiveEvent::Delivered { at, .. }
            | LiveEvent::Dropped { at, .. }
            | LiveEvent::Copied { at, .. } => at,
        }
    }
}

impl std::fmt::Display for InjectError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InjectError::NoGroup { group, groups } => write!(
                f,
                "there is no live group {group}; the run was made with {groups}, counted from 0, without those that edits have removed"
            ),
            InjectError::NoFlow { index, flows } => write!(
                f,
                "there is no flow {index}; the group has {flows}, counted from 0"
            ),
            InjectError::Size { bytes } => write!(
                f,
                "a packet of {bytes} bytes cannot be simulated; 1 to {} are accepted",
                u16::MAX
            ),
            InjectError::Ended { end } => write!(f, "the run ends at {} s", end.s()),
            InjectError::Full { most } => write!(
                f,
                "{most} packets are under way or have events that were not taken, the maximum of a run"
            ),
        }
    }
}

impl std::error::Error for InjectError {}

/// Checks that groups can be live, given by their ids in a scenario.
///
/// # Errors
/// A group that does not exist or is named twice, an ACK filter on the reverse path of a live group, and more flows in both
/// directions than a run permits.
pub fn check(scenario: &Scenario, live: &[String]) -> Result<(), Problems> {
    let mut problems = Vec::new();
    for (i, id) in live.iter().enumerate() {
        let path = || format!("live[{i}]");
        if live[..i].contains(id) {
            problems.push(Problem::new(path(), format!("'{id}' is live already")));
        }
        let Some(group) = scenario.groups.iter().find(|group| group.id == *id) else {
            let ids: Vec<&str> = scenario.groups.iter().map(|g| g.id.as_str()).collect();
            let message = format!("there is no group '{id}'; there are {}", ids.join(", "));
            problems.push(Problem::new(path(), message));
            continue;
        };
        for (number, bottleneck) in scenario.bottlenecks.iter().enumerate() {
            let via = group.via.as_ref();
            let passes = via.is_none_or(|via| via.contains(&bottleneck.id));
            if passes && bottleneck.reverse.ack_filter {
                problems.push(Problem::new(
                    format!("bottlenecks[{number}].reverse.ack_filter"),
                    format!("must be false for packets of real hosts, which group '{id}' has"),
                ));
            }
        }
    }
    let counts = scenario.groups.iter().map(|group| {
        let directions = if live.contains(&group.id) { 2 } else { 1 };
        directions * u64::from(group.count)
    });
    problems.extend(check_flows_created(counts.sum()).err());
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problems(problems))
    }
}

/// Returns the scenario of groups as they are built: with partners, with silent live groups, and with one more group at the
/// end for the reverse direction of each live one.
pub(super) fn with_hidden_groups(scenario: &Scenario, live: &[String]) -> Scenario {
    if live.is_empty() {
        return exchange::with_partners(scenario);
    }
    let mut silent = scenario.clone();
    let is_live = |group: &Group| live.contains(&group.id);
    for group in silent.groups.iter_mut().filter(|group| is_live(group)) {
        group.schedule.clear();
        group.stop_s = None;
        if !group.traffic.is_open_loop() {
            group.traffic = placeholder();
        }
    }
    let mut whole = exchange::with_partners(&silent);
    let reversed = silent.groups.iter().filter(|group| is_live(group));
    whole.groups.extend(reversed.map(reversed_group));
    whole
}

/// Traffic of a live group with TCP: a source that never sends. A scenario permits no such rate.
fn placeholder() -> Traffic {
    Traffic::Cbr(cbr::Params {
        rate_bps: 0.0,
        packet_bytes: Distribution::Fixed(1500.0),
        ecn: Codepoint::NotEct,
    })
}

/// Returns whether traffic stands for the TCP of real hosts.
pub(super) fn is_placeholder(traffic: &Traffic) -> bool {
    *traffic == placeholder()
}

/// Returns the hidden group of a live one. Its own links are still those of the live one; see [`reversed_links`] and
/// [`reversed_wires`].
fn reversed_group(group: &Group) -> Group {
    let mut reversed = Group {
        id: format!("{}:{REVERSE}", group.id),
        label: String::new(),
        direction: match group.direction {
            scenario::Direction::Forward => scenario::Direction::Reverse,
            scenario::Direction::Reverse => scenario::Direction::Forward,
        },
        edge: None,
        ..group.clone()
    };
    reversed.access.limit = Limit::default();
    reversed
}

/// Returns the role of the group with this id; `None` if it is not live.
pub(super) fn role(live: &[String], id: &str) -> Option<Role> {
    let (owner, direction) = match id.split_once(':') {
        None => (id, Direction::Forward),
        Some((owner, REVERSE)) => (owner, Direction::Reverse),
        Some(_) => return None,
    };
    let group = live.iter().position(|live| live == owner)?;
    Some(Role { group, direction })
}

/// Returns the links of flow `index` of a hidden group: the links that the live one draws, reversed. The edge delays packets
/// behind the last node by `behind_edge`.
pub(super) fn reversed_links(
    group: &Group,
    index: u32,
    mut rng: Rng,
    behind_edge: Span,
) -> OwnLinks {
    let mut draw =
        |of: &Distribution| Span::from_s(of.value(index as usize, rng.uniform(), DELAY_S));
    let (access, egress) = (draw(&group.access.delay_s), draw(&group.egress.delay_s));
    OwnLinks::new(egress, access + behind_edge)
}

/// Returns the rates of the links of a hidden group, given those of the live one.
pub(super) fn reversed_wires(wires: OwnWires) -> OwnWires {
    OwnWires {
        access: wires.egress_back,
        access_back: wires.egress,
        egress: wires.access_back,
        egress_back: wires.access,
    }
}

/// Returns the routes of the groups of a scenario: in a live or hidden group, all classes take the path of data.
pub(super) fn routes(live: &[String], scenario: &Scenario, mut routes: Vec<Route>) -> Vec<Route> {
    if live.is_empty() {
        return routes;
    }
    for (group, route) in scenario.groups.iter().zip(&mut routes) {
        if role(live, &group.id).is_some() {
            route.acks = AckPath::Queued(route.data.clone());
        }
    }
    routes
}
