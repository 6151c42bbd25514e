//! Transcript of one flow: its packets at a point, with what became of each.
//!
//! A time–sequence graph draws it, and a table of packets lists it. Both have one row for each packet, as Wireshark and
//! tcptrace do, but these programs see one point only. Here a row also says whether the packet arrived, or where and why it
//! was dropped.
//!
//! Sources: Jacobson, Congestion Avoidance and Control, SIGCOMM 1988, Figure 3 (graphs); RFC 5681 Section 2 (duplicate
//! acknowledgment).

use std::collections::{BTreeMap, VecDeque};

use crate::queue::Reason;
use crate::sim::capture::{Captured, Point, TcpFields, Transport};
use crate::time::Time;

/// Packets that are neither known to have arrived nor dropped; older ones stay in flight.
const IN_FLIGHT: usize = 65_536;

/// Kind of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Data for the first time.
    Segment,
    /// Data that has been sent before.
    Retransmission,
    /// Acknowledgment of something new, or with a new window.
    Ack,
    /// Acknowledgment with the same number as the one before.
    DuplicateAck,
    /// Request for a connection.
    Syn,
    /// Answer to such a request.
    SynAck,
    /// Packet of an open-loop source.
    Datagram,
}

/// Fate of a packet after the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has not arrived yet.
    InFlight,
    /// It arrived at its end, at this time.
    Arrived(Time),
    /// It was dropped at this time: by this node or the line behind it, or by the access link.
    Dropped(Time, Option<u8>, Reason),
}

/// Packet of a flow at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Position in the transcript, from 0.
    pub place: u64,
    /// Time at the point.
    pub at: Time,
    /// Kind of the packet.
    pub kind: Kind,
    /// Fate of the packet.
    pub fate: Fate,
    /// Number of the connection of the flow, from 0.
    pub connection: u32,
    /// Number of the segment or datagram, from 0. For an acknowledgment, the next number that its receiver expects.
    pub number: u64,
    /// Data: its first byte and the one after its last, numbered within the connection. For an acknowledgment, both are its
    /// acknowledgment number. Empty for datagrams.
    pub bytes: (u64, u64),
    /// Acknowledgments: number of the byte after the last that the receive window admits.
    pub window_end: Option<u64>,
    /// Acknowledgments: SACK blocks, in bytes; empty ones say nothing.
    pub blocks: [(u64, u64); 3],
    /// Size on the wire.
    pub size: u16,
    /// ECN field of the IP header, two bits.
    pub ecn: u8,
    /// Flags AE, CWR and ECE, from the highest bit.
    pub ecn_flags: u8,
}

/// Packet at all points.
type Packet = (bool, u64, u64);

/// Transcript that grows while a run captures packets of a flow.
#[derive(Clone, Debug)]
pub struct Transcript {
    point: Point,
    count: u64,
    connections: BTreeMap<u32, Connection>,
    /// Places of rows in flight, by packet.
    in_flight: BTreeMap<Packet, VecDeque<u64>>,
    /// Rows in flight by place.
    rows: BTreeMap<u64, (Packet, Row)>,
    /// New and changed rows that have not been taken.
    changed: BTreeMap<u64, Row>,
}

/// Numbers of a connection that have been seen at the point.
#[derive(Clone, Copy, Debug, Default)]
struct Connection {
    /// Byte after the last that was sent.
    sent: u64,
    /// Latest acknowledgment number, and number of its window.
    acked: Option<(u64, u64)>,
}

impl Transcript {
    /// Creates an empty transcript of a flow at a point. The run must capture the point, both ends and all drops.
    #[must_use]
    pub fn new(point: Point) -> Transcript {
        Transcript {
            point,
            count: 0,
            connections: BTreeMap::new(),
            in_flight: BTreeMap::new(),
            rows: BTreeMap::new(),
            changed: BTreeMap::new(),
        }
    }

    /// Takes in a captured packet of the flow; packets must come in order of time.
    pub fn add(&mut self, captured: &Captured) {
        let packet = packet(captured);
        if captured.point == self.point {
            self.push(captured, packet);
        }
        let fate = fate(captured);
        if let Some(fate) = fate {
            self.resolve(packet, fate);
        }
    }

    /// Removes the rows that are new or have changed since the last call, in order.
    pub fn take(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.changed).into_values().collect()
    }

    fn push(&mut self, captured: &Captured, packet: Packet) {
        let place = self.count;
        self.count += 1;
        let row = self.row(captured, place);
        self.in_flight.entry(packet).or_default().push_back(place);
        self.rows.insert(place, (packet, row));
        self.changed.insert(place, row);
        if self.rows.len() > IN_FLIGHT
            && let Some((place, (packet, _))) = self.rows.pop_first()
        {
            self.forget(packet, place);
        }
    }

    fn resolve(&mut self, packet: Packet, fate: Fate) {
        let places = self.in_flight.get(&packet);
        let Some(&place) = places.and_then(VecDeque::front) else {
            return;
        };
        self.forget(packet, place);
        if let Some((_, row)) = self.rows.remove(&place) {
            self.changed.insert(place, Row { fate, ..row });
        }
    }

    fn forget(&mut self, packet: Packet, place: u64) {
        if let Some(places) = self.in_flight.get_mut(&packet) {
            places.retain(|one| *one != place);
            if places.is_empty() {
                self.in_flight.remove(&packet);
            }
        }
    }

    fn row(&mut self, captured: &Captured, place: u64) -> Row {
        let mut row = Row {
            place,
            at: captured.at,
            kind: Kind::Datagram,
            fate: Fate::InFlight,
            connection: 0,
            number: captured.number,
            bytes: (0, 0),
            window_end: None,
            blocks: [(0, 0); 3],
            size: captured.bytes,
            ecn: captured.ecn,
            ecn_flags: 0,
        };
        if let Transport::Tcp(fields) = &captured.transport {
            let connection = self.connections.entry(fields.connection).or_default();
            connection.complete(&mut row, fields);
            if self.connections.len() > CONNECTIONS {
                self.connections.pop_first();
            }
        }
        row
    }
}

/// Connections whose numbers are remembered.
const CONNECTIONS: usize = 64;

impl Connection {
    /// Sets the fields that TCP has.
    fn complete(&mut self, row: &mut Row, fields: &TcpFields) {
        row.connection = fields.connection;
        row.ecn_flags = fields.ecn_flags;
        if fields.is_back {
            self.acknowledge(row, fields);
        } else {
            self.send(row, fields);
        }
    }

    fn send(&mut self, row: &mut Row, fields: &TcpFields) {
        let start = near(fields.seq, self.sent);
        let end = start + u64::from(fields.data) + u64::from(fields.syn);
        row.bytes = (start, end);
        row.kind = if start < self.sent {
            Kind::Retransmission
        } else if fields.syn {
            Kind::Syn
        } else {
            Kind::Segment
        };
        self.sent = self.sent.max(end);
    }

    fn acknowledge(&mut self, row: &mut Row, fields: &TcpFields) {
        let Some(number) = fields.ack else {
            return;
        };
        let before = self.acked.map_or(self.sent, |(acked, _)| acked);
        let number = near(number, before);
        let window = u64::from(fields.window) << fields.shift;
        row.bytes = (number, number);
        row.window_end = Some(number + window);
        for (block, &(start, end)) in row.blocks.iter_mut().zip(&fields.blocks) {
            *block = (near(start, number), near(end, number));
            if start == end {
                *block = (0, 0);
            }
        }
        let repeats = self.acked == Some((number, window));
        row.kind = match (fields.syn, repeats) {
            (true, _) => Kind::SynAck,
            (false, true) => Kind::DuplicateAck,
            (false, false) => Kind::Ack,
        };
        self.acked = Some((number, window));
    }
}

/// Returns the packet of a capture: two captures of one packet give the same.
fn packet(captured: &Captured) -> Packet {
    let is_back = matches!(&captured.transport, Transport::Tcp(fields) if fields.is_back);
    (is_back, captured.number, captured.identity)
}

/// Returns what a capture says about the fate of its packet.
fn fate(captured: &Captured) -> Option<Fate> {
    let is_back = matches!(&captured.transport, Transport::Tcp(fields) if fields.is_back);
    if let Some(reason) = captured.dropped {
        let node = match captured.point {
            Point::Arrival(node) | Point::Departure(node) | Point::Drop(node) => Some(node),
            Point::Sender | Point::Receiver => None,
        };
        return Some(Fate::Dropped(captured.at, node, reason));
    }
    let end = if is_back {
        Point::Sender
    } else {
        Point::Receiver
    };
    (captured.point == end).then_some(Fate::Arrived(captured.at))
}

/// Returns the number with these lower 32 bits that is nearest to another one, and not negative.
fn near(number: u32, other: u64) -> u64 {
    let difference = number.wrapping_sub(other as u32).cast_signed();
    other
        .checked_add_signed(i64::from(difference))
        .unwrap_or(u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_continue_beyond_32_bits() {
        assert_eq!(near(5, (1 << 32) - 10), (1 << 32) + 5);
        assert_eq!(near(u32::MAX, (3 << 32) + 2), (3 << 32) - 1);
        assert_eq!(near(7, 0), 7);
        assert_eq!(near(u32::MAX, 0), u64::from(u32::MAX));
    }
}
