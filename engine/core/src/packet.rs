//! Packets: sixteen bytes that are copied and never allocated.

use crate::tcp::notes::Header;

/// A packet on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Number of the flow; an acknowledgment belongs to the flow that it acknowledges.
    pub flow: u32,
    /// Sequence number in packets, [lower 32 bits](crate::tcp::numbers). For an acknowledgment: the next number
    /// that its receiver expects.
    pub number: u32,
    /// For a segment: its [`Header`]. For an acknowledgment: number of its entry in the
    /// [`AckNotes`](crate::tcp::notes::AckNotes) of the flow; 0 if it has none.
    pub note: u32,
    /// Size on the wire, bytes.
    pub bytes: u16,
    /// Number of the node that it is at or travels to; [`END`] if an acknowledgment travels to its sender.
    pub to: u8,
    /// Class of the packet.
    pub class: Class,
}

/// Destination of an acknowledgment after the last node.
pub const END: u8 = u8::MAX;

/// Kinds of packet that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A TCP segment with data, or a SYN.
    Tcp,
    /// Acknowledgment of a TCP receiver.
    Ack,
    /// A datagram of an open-loop source.
    Udp,
}

impl Packet {
    /// Returns the header of a segment.
    #[must_use]
    #[inline]
    pub fn header(&self) -> Header {
        match self.class {
            Class::Tcp => Header(self.note),
            Class::Ack | Class::Udp => Header::default(),
        }
    }

    /// Marks it instead of dropping it (RFC 3168); whether it took the mark, which only packets do whose
    /// sender takes marks.
    #[inline]
    pub fn mark(&mut self) -> bool {
        let header = self.header();
        let takes = header.is_ecn_capable();
        if takes {
            self.note = header.marked().0;
        }
        takes
    }
}

/// A number of packets and the bytes they have together, such as what waits at a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Number of packets that wait.
    pub packets: u32,
    /// Number of bytes that wait.
    pub bytes: u64,
}

impl Backlog {
    /// Adds a packet to the backlog.
    #[inline]
    pub fn add(&mut self, packet: &Packet) {
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
    }

    /// Removes a packet, which must be part of the backlog.
    #[inline]
    pub fn remove(&mut self, packet: &Packet) {
        self.packets -= 1;
        self.bytes -= u64::from(packet.bytes);
    }

    /// The smaller of both, packets and bytes each.
    #[must_use]
    #[inline]
    pub fn least(self, other: Backlog) -> Backlog {
        Backlog {
            packets: self.packets.min(other.packets),
            bytes: self.bytes.min(other.bytes),
        }
    }

    /// The larger of both, packets and bytes each.
    #[must_use]
    #[inline]
    pub fn most(self, other: Backlog) -> Backlog {
        Backlog {
            packets: self.packets.max(other.packets),
            bytes: self.bytes.max(other.bytes),
        }
    }
}

impl Class {
    /// Number of classes; arrays by class are this long.
    pub const COUNT: usize = 3;

    /// Position in arrays by class: TCP 0, ACK 1, UDP 2.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_takes_sixteen_bytes() {
        assert_eq!(size_of::<Packet>(), 16);
    }
}
