//! Packets: sixteen bytes that are copied and never allocated.
//!
//! A packet of data carries the time at which it was sent, so that its delay is known wherever and however often it
//! arrives: nothing has to be found or freed, whatever is dropped, overtaken or sent again. The time takes the bits that
//! the other fields leave: the whole microseconds are the timestamp of the [`Header`], the picoseconds beyond are beside
//! the number of the flow and the class. So times are exact, and begin again after 2^29 µs, which is longer than eight
//! minutes.

use crate::spec::limits;
use crate::tcp::notes::{Header, Timestamp};
use crate::time::{Span, Time};

/// A packet on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Packet {
    /// From the lowest bit: number of the flow; of data the upper bits of the picoseconds, of an acknowledgment
    /// [`SELECTIVE`].
    flow: u32,
    /// Sequence number in packets, [lower 32 bits](crate::tcp::numbers). For an acknowledgment: the next number
    /// that its receiver expects.
    pub number: u32,
    /// For data: its [`Header`]. For an acknowledgment: number of its entry in the
    /// [`AckNotes`](crate::tcp::notes::AckNotes) of the flow; 0 if it has none.
    pub note: u32,
    /// Size on the wire, bytes.
    pub bytes: u16,
    /// Number of the node that it is at or travels to; [`END`] if an acknowledgment travels to its sender.
    pub to: u8,
    /// From the lowest bit: class, [`PACKET`], lower bits of the picoseconds.
    class: u8,
}

/// Destination of an acknowledgment after the last node.
pub const END: u8 = u8::MAX;

/// Destination of a packet that has left the last node and crosses a line on which packets overtake each other.
pub const LANDS: u8 = END - 1;

/// Bit that is set in the byte of the class of each packet.
pub const PACKET: u8 = 4;

/// Number of bits of the byte of the class that are the class and [`PACKET`].
const CLASS_BITS: u32 = 3;
/// Number of bits of the number of a flow.
const FLOW_BITS: u32 = 17;
/// Bit that is set in the word of the flow of an acknowledgment with a SACK option.
const SELECTIVE: u32 = 1 << FLOW_BITS;
/// Number of bits of the picoseconds that are beside the class.
const LOW_BITS: u32 = u8::BITS - CLASS_BITS;
const PS_PER_US: u64 = 1_000_000;

const _: () = assert!(limits::FLOWS <= 1 << FLOW_BITS);
const _: () = assert!(PS_PER_US <= 1 << (u32::BITS - FLOW_BITS + LOW_BITS));

/// Kinds of packet that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Class {
    /// A TCP segment with data, or a SYN.
    Tcp,
    /// Acknowledgment of a TCP receiver.
    Ack,
    /// A datagram of an open-loop source.
    Udp,
}

impl Packet {
    /// Creates a packet of a flow, on its way to node `to`, without a note and a time of sending.
    #[must_use]
    #[inline]
    pub fn new(class: Class, flow: u32, number: u32, bytes: u16, to: u8) -> Packet {
        Packet {
            flow,
            number,
            note: 0,
            bytes,
            to,
            class: class as u8 | PACKET,
        }
    }

    /// Returns the packet with this [note](Self::note).
    #[must_use]
    #[inline]
    pub fn with_note(self, note: u32) -> Packet {
        Packet { note, ..self }
    }

    /// Returns an acknowledgment that carries a SACK option (RFC 2018), or does not.
    #[must_use]
    #[inline]
    pub fn selective(self, is_selective: bool) -> Packet {
        let selective = if is_selective { SELECTIVE } else { 0 };
        Packet {
            flow: self.flow | selective,
            ..self
        }
    }

    /// Returns whether this acknowledgment says all that an `older` one of its flow says, in as many bytes: it
    /// acknowledges more, and the older one has no SACK option.
    #[must_use]
    pub fn supersedes(&self, older: &Packet) -> bool {
        // Numbers wrap; of two in flight the later is less than half the range ahead.
        let ahead = self.number.wrapping_sub(older.number).cast_signed();
        ahead > 0 && self.bytes == older.bytes && older.flow & SELECTIVE == 0
    }

    /// Restores a packet from the words that [`words`](Self::words) gave.
    #[must_use]
    #[inline]
    pub fn of_words(first: u64, rest: u64) -> Packet {
        Packet {
            flow: first as u32,
            number: (first >> 32) as u32,
            note: rest as u32,
            bytes: (rest >> 32) as u16,
            to: (rest >> 48) as u8,
            class: (rest >> 56) as u8,
        }
    }

    /// Returns the packet as two words; the highest byte has the bit [`PACKET`].
    #[must_use]
    #[inline]
    pub fn words(&self) -> (u64, u64) {
        let first = u64::from(self.flow) | u64::from(self.number) << 32;
        let rest = u64::from(self.note) | u64::from(self.bytes) << 32;
        let places = u64::from(self.to) << 48 | u64::from(self.class) << 56;
        (first, rest | places)
    }

    /// Returns the number of the flow; an acknowledgment belongs to the flow that it acknowledges.
    #[must_use]
    #[inline]
    pub fn flow(&self) -> u32 {
        flow_of(self.flow)
    }

    /// Returns the class of the packet.
    #[must_use]
    #[inline]
    pub fn class(&self) -> Class {
        // A table takes fewer instructions than a choice, at a dozen places for each packet.
        const CLASSES: [Class; 4] = [Class::Tcp, Class::Ack, Class::Udp, Class::Udp];
        CLASSES[usize::from(self.class & 3)]
    }

    /// Returns a packet of data that was sent at this time, with this header.
    #[must_use]
    #[inline]
    pub fn sent_at(self, at: Time, header: Header) -> Packet {
        let ps = (at.0 % PS_PER_US) as u32;
        Packet {
            flow: self.flow | ps >> LOW_BITS << FLOW_BITS,
            note: header.with(Timestamp::at(at)).0,
            // The upper bits, which this cuts off, are beside the flow.
            class: self.class | (ps << CLASS_BITS) as u8,
            ..self
        }
    }

    /// Returns the time between the sending of a packet of data and `at`, which must be less than 2^29 µs later.
    #[must_use]
    #[inline]
    pub fn age(&self, at: Time) -> Span {
        let ps = self.flow >> FLOW_BITS << LOW_BITS | u32::from(self.class >> CLASS_BITS);
        let since_turn = Header(self.note).timestamp().since_turn() + Span(u64::from(ps));
        let age = at.0.wrapping_sub(since_turn.0);
        Span(if age < Timestamp::TURN.0 {
            age
        } else {
            age % Timestamp::TURN.0
        })
    }

    /// Returns the header of a packet of data; an acknowledgment has none.
    #[must_use]
    #[inline]
    pub fn header(&self) -> Header {
        match self.class() {
            Class::Tcp | Class::Udp => Header(self.note),
            Class::Ack => Header::default(),
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

/// Returns the number of the flow in the first word of a packet.
#[must_use]
#[inline]
pub fn flow_of(first: u32) -> u32 {
    first & ((1 << FLOW_BITS) - 1)
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

    #[test]
    fn fields_do_not_overlap_and_ages_are_exact_up_to_eight_minutes() {
        let last = limits::FLOWS as u32 - 1;
        for class in [Class::Tcp, Class::Udp] {
            for sent in [0, 1, 999_999, 1_000_000, 536_870_911_999_999, 1 << 60] {
                let sent = Time(sent);
                let packet = Packet::new(class, last, u32::MAX, u16::MAX, END - 1);
                let mut packet = packet.sent_at(sent, Header::new(true, true, None));
                assert!(packet.mark());
                let (first, rest) = packet.words();
                assert_eq!(Packet::of_words(first, rest), packet);
                assert_eq!((packet.flow(), packet.class()), (last, class));
                assert_eq!((packet.number, packet.bytes), (u32::MAX, u16::MAX));
                assert!(Header(packet.note).window_reduced());
                for age in [0, 1, 999_999, 12_345_678_901_234, 536_870_910_999_999] {
                    assert_eq!(packet.age(sent + Span(age)), Span(age), "{sent:?}");
                }
            }
        }
    }
}
