//! What travels: sixteen bytes that are copied, never allocated.

use crate::tcp::notes::Header;

/// A packet on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The flow it belongs to; an acknowledgement belongs to the flow it acknowledges.
    pub flow: u32,
    /// Sequence number in packets, its [lower 32 bits](crate::tcp::numbers). Of an acknowledgement: the next
    /// number that its receiver expects.
    pub number: u32,
    /// Of a segment: its [`Header`]. Of an acknowledgement: number of its entry in the flow's
    /// [`AckNotes`](crate::tcp::notes::AckNotes); 0 if it has none.
    pub note: u32,
    /// Size on the wire.
    pub bytes: u16,
    /// Number of the node that it is on its way to, or at; [`END`] when it is the sender that its
    /// acknowledgement goes to.
    pub to: u8,
    /// What it carries.
    pub class: Class,
}

/// Where an acknowledgement goes when no node is left on its way.
pub const END: u8 = u8::MAX;

/// Kinds of packet that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A TCP segment with data, or a SYN.
    Tcp,
    /// A TCP acknowledgement.
    Ack,
    /// A datagram of an open-loop source.
    Udp,
}

impl Packet {
    /// What its header says, if it is a segment.
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
    /// Packets.
    pub packets: u32,
    /// Bytes.
    pub bytes: u64,
}

impl Backlog {
    /// One packet more.
    #[inline]
    pub fn add(&mut self, packet: &Packet) {
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
    }

    /// One packet less, which was among them.
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
