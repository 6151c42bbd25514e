//! Captured packets: what would be seen on the wire at chosen points of a run.
//!
//! A run with [`Options::capture`](super::Options::capture) records each packet at the chosen [points](Point), with the
//! header fields that the simulation knows; [`Simulation::take_captured`](super::Simulation::take_captured) returns them
//! in order of time. The run is simulated hop by hop and in step, with the same result. A run without a capture has no
//! cost: packets that are captured take the code of links with scripted faults and of lines that disturb packets.
//!
//! The simulation counts segments. Here they become bytes of a connection, which begins with sequence number 0. If the
//! header of a group is smaller than what TCP over IPv4 needs, as in papers that give sizes on the wire, the data of a
//! segment is what such a header leaves.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::flow::TcpFlow;
use crate::packet::{Class, Packet};
use crate::queue::Reason;
use crate::tcp::config::{Ecn, TcpConfig};
use crate::tcp::notes::AckNote;
use crate::tcp::numbers::extended;
use crate::time::Time;

/// Whether runs can capture packets: the feature `capture` of this crate. Without it,
/// [`Options::capture`](super::Options::capture) has no effect.
pub const ENABLED: bool = cfg!(feature = "capture");

/// Bytes of an IPv4 header without options (RFC 791).
pub const IP_HEADER: u16 = 20;
/// Bytes of a TCP header without options (RFC 9293).
pub const TCP_HEADER: u16 = 20;
/// Largest number of bytes of TCP options.
pub const TCP_OPTIONS: u16 = 40;
/// Bytes of the timestamp option, padded to words (RFC 7323).
const TIMESTAMPS: u16 = 12;

/// Largest shift of a window (RFC 7323 Section 2.3).
const LARGEST_SHIFT: u8 = 14;

/// Number of connections of a flow that are remembered: a packet of an earlier one may still be under way.
const CONNECTIONS: usize = 4;

/// Number of segments of a connection that are not full and are remembered, 16 bytes each.
const SHORT_SEGMENTS: usize = 65_536;

/// Selection of the packets to capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Numbers of the nodes, one bit each: bottlenecks forward and reverse in turn, then edges.
    pub nodes: u64,
    /// Whether packets are captured that TCP senders send and receive.
    pub senders: bool,
    /// Whether packets are captured that receivers receive and send.
    pub receivers: bool,
    /// Numbers of the flows; `None` for all.
    pub flows: Option<BTreeSet<u32>>,
    /// Time of the first packets.
    pub from: Time,
    /// End of the captured time.
    pub until: Time,
}

/// Point at which a packet was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    /// Arrival at a node, before admission.
    Arrival(u8),
    /// Departure from a node, at the end of the transmission.
    Departure(u8),
    /// Drop by a node, or by the line behind it.
    Drop(u8),
    /// Sender of a TCP flow.
    Sender,
    /// Receiver of a flow.
    Receiver,
}

/// Packet at a point of capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Simulated time of the packet.
    pub at: Time,
    /// Point at which the packet was.
    pub point: Point,
    /// Position of the group, with removed groups.
    pub group: u16,
    /// Position of the flow within the group.
    pub index: u32,
    /// Number of the segment or datagram, from 0. For an acknowledgment, the next number that its receiver expects.
    pub number: u64,
    /// Number that packets with the same number differ in, and that a packet has at all points: of data the time of sending,
    /// of acknowledgments the number of their SACK and ECN fields, if there are any.
    pub identity: u64,
    /// Size on the wire, as simulated.
    pub bytes: u16,
    /// ECN field of the IP header, two bits.
    pub ecn: u8,
    /// Reason of the drop, if the packet is dropped here.
    pub dropped: Option<Reason>,
    /// Content of the header behind that of IP.
    pub transport: Transport,
}

/// Fields of a transport header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Datagram of an open-loop source.
    Udp,
    /// Segment, acknowledgment, SYN, or SYN-ACK.
    Tcp(TcpFields),
}

/// Fields of a TCP header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TcpFields {
    /// Whether the receiver of the data sends it.
    pub is_back: bool,
    /// Number of the connection of the flow, from 0.
    pub connection: u32,
    /// Sequence number of the first byte.
    pub seq: u32,
    /// Acknowledgment number, bytes; `None` for a SYN.
    pub ack: Option<u32>,
    /// Whether it has the SYN flag.
    pub syn: bool,
    /// Data in the segment, bytes.
    pub data: u16,
    /// Bytes of IP and TCP headers, at least.
    pub header: u16,
    /// Flags AE, CWR and ECE, from the highest bit.
    pub ecn_flags: u8,
    /// Receive window as in the header.
    pub window: u16,
    /// Shift of the window.
    pub shift: u8,
    /// Options of a SYN; `None` otherwise.
    pub opening: Option<Opening>,
    /// Timestamp and its echo, in microseconds, if the flow uses timestamps.
    pub timestamps: Option<(u32, u32)>,
    /// SACK blocks, the first of which may be a segment that arrived twice; empty ones say nothing.
    pub blocks: [(u32, u32); 3],
}

/// Options of a SYN or SYN-ACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Largest segment that is accepted, bytes.
    pub mss: u16,
    /// Shift of all later windows.
    pub shift: u8,
    /// Whether SACK is permitted.
    pub selective: bool,
}

/// Flow of a packet, with the parts of its state that its headers depend on.
#[derive(Clone, Copy, Debug)]
pub struct FlowOf<'a> {
    /// Position of the group.
    pub group: u16,
    /// Position of the flow within the group.
    pub index: u32,
    /// State of the flow and parameters of the group, if it uses TCP.
    pub tcp: Option<(&'a TcpFlow, &'a TcpConfig)>,
}

/// Packets that have been captured and not been taken.
#[derive(Clone, Debug)]
pub struct Log {
    selection: Selection,
    connections: BTreeMap<u32, Vec<Connection>>,
    /// Packets in order of time, then of capture.
    packets: BinaryHeap<Reverse<Entry>>,
    count: u64,
}

#[derive(Clone, Debug)]
struct Entry {
    key: (Time, u64),
    packet: Captured,
}

/// Connection of a flow: translates numbers of segments to bytes.
#[derive(Clone, Debug)]
struct Connection {
    number: u32,
    first: u64,
    /// Whether a SYN opens it.
    has_syn: bool,
    /// Whether data has been sent.
    has_data: bool,
    header: u16,
    /// Data in a full segment.
    full: u16,
    shift: u8,
    timestamps: bool,
    ecn: Ecn,
    /// Segments that are not full: number, and bytes that are missing in all of them up to this one.
    short: Vec<(u64, u64)>,
}

impl Log {
    /// Creates an empty log of these packets.
    #[must_use]
    pub fn new(selection: Selection) -> Log {
        Log {
            selection,
            connections: BTreeMap::new(),
            packets: BinaryHeap::new(),
            count: 0,
        }
    }

    /// Removes the packets up to a time, in order of time.
    pub fn take(&mut self, until: Time) -> Vec<Captured> {
        let mut taken = Vec::new();
        while let Some(Reverse(entry)) = self.packets.peek()
            && entry.key.0 <= until
        {
            taken.push(entry.packet);
            self.packets.pop();
        }
        taken
    }

    /// Records a segment that a sender sends at `at`, after all earlier ones of its flow. This also tells where
    /// connections begin and which segments are not full, so it is called for each segment, whatever is selected.
    #[cold]
    #[inline(never)]
    pub fn on_sent(&mut self, at: Time, packet: &Packet, of: FlowOf<'_>, dropped: Option<Reason>) {
        let Some((tcp, config)) = of.tcp.filter(|_| self.follows(packet)) else {
            return;
        };
        let connections = self.connections.entry(packet.flow()).or_default();
        let first = tcp.sender.first();
        let last = connections.last();
        if last.is_none_or(|last| last.first != first) {
            let number = last.map_or(0, |last| last.number + 1);
            connections.push(Connection::new(number, first, config));
            if connections.len() > CONNECTIONS {
                connections.remove(0);
            }
        }
        if let Some(connection) = connections.last_mut() {
            let number = extended(packet.number, tcp.sender.unacked());
            connection.on_sent(number, packet.bytes);
        }
        self.record(at, Point::Sender, packet, of, dropped);
    }

    /// Records a packet at a point, which may lie ahead of the clock.
    #[cold]
    #[inline(never)]
    pub fn record(
        &mut self,
        at: Time,
        point: Point,
        packet: &Packet,
        of: FlowOf<'_>,
        dropped: Option<Reason>,
    ) {
        let Selection {
            nodes,
            senders,
            receivers,
            from,
            until,
            ..
        } = self.selection;
        let is_selected = match point {
            Point::Arrival(node) | Point::Departure(node) | Point::Drop(node) => {
                nodes >> node & 1 != 0
            }
            Point::Sender => senders,
            Point::Receiver => receivers,
        };
        if !is_selected || at < from || at > until || !self.follows(packet) {
            return;
        }
        let transport = match of.tcp {
            Some((tcp, config)) if packet.class() != Class::Udp => {
                match self.tcp_fields(at, packet, tcp, config) {
                    Some(fields) => Transport::Tcp(fields),
                    None => return,
                }
            }
            _ => Transport::Udp,
        };
        let is_ack = packet.class() == Class::Ack;
        let identity = if is_ack {
            u64::from(packet.note)
        } else {
            at.0.wrapping_sub(packet.age(at).0)
        };
        let unacked = of.tcp.map(|(tcp, _)| tcp.sender.unacked());
        let number = unacked.map_or(u64::from(packet.number), |near| {
            extended(packet.number, near)
        });
        self.count += 1;
        self.packets.push(Reverse(Entry {
            key: (at, self.count),
            packet: Captured {
                at,
                point,
                group: of.group,
                index: of.index,
                number,
                identity,
                bytes: packet.bytes,
                ecn: packet.header().ecn_field(),
                dropped,
                transport,
            },
        }));
    }

    fn follows(&self, packet: &Packet) -> bool {
        let flows = self.selection.flows.as_ref();
        flows.is_none_or(|flows| flows.contains(&packet.flow()))
    }

    fn tcp_fields(
        &self,
        at: Time,
        packet: &Packet,
        tcp: &TcpFlow,
        config: &TcpConfig,
    ) -> Option<TcpFields> {
        let connections = self.connections.get(&packet.flow())?;
        let number = extended(packet.number, tcp.sender.unacked());
        // An acknowledgment belongs to the connection of the segment before its number.
        let is_ack = packet.class() == Class::Ack;
        let belongs = |connection: &&Connection| connection.first + u64::from(is_ack) <= number;
        let connection = connections.iter().rev().find(belongs);
        let connection = connection.or(connections.first())?;
        Some(if is_ack {
            let note = tcp.receiver.note_in_flight(packet.note);
            connection.ack(at, number, note.unwrap_or(&AckNote::NONE), config)
        } else {
            connection.segment(at, number, packet, config)
        })
    }
}

/// Returns the bytes of headers and of data in a full segment, as a capture has them.
#[must_use]
pub fn sizes(config: &TcpConfig) -> (u16, u16) {
    let options = if config.timestamps { TIMESTAMPS } else { 0 };
    let least = IP_HEADER + TCP_HEADER + options;
    let most = IP_HEADER + TCP_HEADER + TCP_OPTIONS;
    // Lengths of TCP headers are whole words.
    let header = (config.header_bytes & !3).clamp(least, most);
    (header, config.wire_bytes().saturating_sub(header).max(1))
}

impl Connection {
    fn new(number: u32, first: u64, config: &TcpConfig) -> Connection {
        let (header, full) = sizes(config);
        let window = u64::from(full) * u64::from(config.max_window_packets);
        let fits = |shift: &u8| window >> shift <= u64::from(u16::MAX);
        // Readers know the shift from the SYN only.
        let shift = if config.handshake {
            (0..LARGEST_SHIFT).find(fits).unwrap_or(LARGEST_SHIFT)
        } else {
            0
        };
        Connection {
            number,
            first,
            has_syn: config.handshake,
            has_data: false,
            header,
            full,
            shift,
            timestamps: config.timestamps,
            ecn: config.ecn,
            short: Vec::new(),
        }
    }

    /// Takes note of a segment of `bytes` on the wire, which may have been sent before.
    fn on_sent(&mut self, number: u64, bytes: u16) {
        if self.is_syn(number) {
            return;
        }
        self.has_data = true;
        let data = bytes.saturating_sub(self.header).max(1);
        let (last, missing) = self.short.last().copied().unwrap_or((0, 0));
        if data < self.full && (self.short.is_empty() || number > last) {
            if self.short.len() >= SHORT_SEGMENTS {
                self.short.drain(..SHORT_SEGMENTS / 2);
            }
            self.short
                .push((number, missing + u64::from(self.full - data)));
        }
    }

    fn is_syn(&self, number: u64) -> bool {
        self.has_syn && number == self.first
    }

    /// Returns the sequence number of the first byte of a segment. The SYN takes one; so does the opening of a connection
    /// without a handshake, so that data begins at 1.
    fn seq(&self, number: u64) -> u32 {
        if self.is_syn(number) {
            return 0;
        }
        let syn = u64::from(self.has_syn);
        let before = number.saturating_sub(self.first + syn);
        let shorts = self.short.partition_point(|(short, _)| *short < number);
        let missing = shorts.checked_sub(1).map_or(0, |place| self.short[place].1);
        // Sequence numbers wrap (RFC 9293 Section 3.4).
        (1 + before * u64::from(self.full)).wrapping_sub(missing) as u32
    }

    fn segment(&self, at: Time, number: u64, packet: &Packet, config: &TcpConfig) -> TcpFields {
        let syn = self.is_syn(number);
        let header = packet.header();
        let data = if syn {
            0
        } else {
            packet.bytes.saturating_sub(self.header).max(1)
        };
        let ecn_flags = match self.ecn {
            Ecn::Off => 0,
            Ecn::Classic if syn => CWR | ECE,
            Ecn::Classic if header.window_reduced() => CWR,
            Ecn::Classic => 0,
            // RFC 9768 Sections 3.1.1, 3.2.1 and 3.2.2.1.
            Ecn::Accurate if syn => AE | CWR | ECE,
            Ecn::Accurate if number == self.first + 1 && self.has_syn => SYN_ACK_NOT_ECT,
            Ecn::Accurate => FIRST_COUNT,
        };
        let sent = microseconds(Time(at.0.saturating_sub(packet.age(at).0)));
        TcpFields {
            is_back: false,
            connection: self.number,
            seq: self.seq(number),
            ack: (!syn).then_some(1),
            syn,
            data,
            header: if syn { 0 } else { self.header },
            ecn_flags,
            window: self.window(syn, config),
            shift: if syn { 0 } else { self.shift },
            opening: syn.then(|| self.opening(config)),
            timestamps: self.timestamps.then_some((sent, 0)),
            blocks: [(0, 0); 3],
        }
    }

    fn ack(&self, at: Time, number: u64, note: &AckNote, config: &TcpConfig) -> TcpFields {
        // Data follows the first acknowledgment of the SYN.
        let syn = self.has_syn && number == self.first + 1 && !self.has_data;
        let count = note.marked as u8;
        let ecn_flags = match self.ecn {
            Ecn::Off => 0,
            Ecn::Classic if syn || note.congestion => ECE,
            Ecn::Classic => 0,
            Ecn::Accurate if syn => SYN_ACK_NOT_ECT,
            Ecn::Accurate => FIRST_COUNT.wrapping_add(count) & (AE | CWR | ECE),
        };
        let mut blocks = [(0, 0); 3];
        let duplicate = note.duplicate.map(|number| (number, number + 1));
        let reported = duplicate.into_iter().chain(note.blocks());
        for (block, (start, end)) in blocks.iter_mut().zip(reported) {
            *block = (self.seq(start), self.seq(end));
        }
        let echo = note.echo.map_or(0, |echo| {
            microseconds(Time(at.0.saturating_sub(echo.elapsed(at).0)))
        });
        TcpFields {
            is_back: true,
            connection: self.number,
            seq: u32::from(!syn),
            ack: Some(self.seq(number)),
            syn,
            data: 0,
            header: 0,
            ecn_flags,
            window: self.window(syn, config),
            shift: if syn { 0 } else { self.shift },
            opening: syn.then(|| self.opening(config)),
            timestamps: self.timestamps.then_some((echo, echo)),
            blocks,
        }
    }

    fn opening(&self, config: &TcpConfig) -> Opening {
        Opening {
            mss: self.full,
            shift: self.shift,
            selective: config.recovery.is_selective(),
        }
    }

    /// Returns the receive window as in a header. That of a SYN is never shifted (RFC 7323 Section 2.2).
    fn window(&self, syn: bool, config: &TcpConfig) -> u16 {
        let window = u64::from(self.full) * u64::from(config.max_window_packets);
        let shift = if syn { 0 } else { self.shift };
        (window >> shift).min(u64::from(u16::MAX)) as u16
    }
}

/// Flag AE of the TCP header (RFC 9768).
pub const AE: u8 = 4;
/// Flag CWR of the TCP header (RFC 3168).
pub const CWR: u8 = 2;
/// Flag ECE of the TCP header (RFC 3168).
pub const ECE: u8 = 1;
/// Flags of a SYN-ACK that says that the SYN was not ECN-capable, and of the ACK that says so of the SYN-ACK (RFC 9768
/// Table 2 and Section 3.2.2.1).
const SYN_ACK_NOT_ECT: u8 = CWR;
/// Count of marked packets with which a connection begins (RFC 9768 Section 3.2.1).
const FIRST_COUNT: u8 = 5;

/// Returns a time in microseconds, modulo 2^32.
fn microseconds(at: Time) -> u32 {
    (at.0 / 1_000_000) as u32
}

impl PartialEq for Entry {
    fn eq(&self, other: &Entry) -> bool {
        self.key == other.key
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Entry) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Entry) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}
