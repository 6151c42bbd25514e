//! Header fields beyond the packet number: for a segment in the 32 bits of `Packet::note`, for an acknowledgment in
//! a ring buffer of the flow.
//!
//! Every packet of every flow has sixteen bytes. Only some flows use selective acknowledgments, timestamps and
//! congestion marks. The [`AckNotes`] of such a flow store these fields until the acknowledgment arrives, and the
//! packet carries the number of the entry.
//!
//! Sources: RFC 2018 and RFC 2883 (blocks), RFC 7323 (timestamps), RFC 3168 (ECE, CWR and the ECN codepoints).
//! Unlike those of RFC 7323, our timestamps have 29 bits: a microsecond clock that wraps every 537 s, far longer
//! than any round trip.

use std::collections::VecDeque;

use crate::time::{Span, Time};

/// Header of a segment beyond its number.
///
/// Bits 0 and 1: the ECN codepoint (0 not ECN-capable, 2 capable, 1 capable and scalable, 3 congestion
/// experienced). Bit 2: the sender has reduced its window (CWR). The other bits: the time of sending, which is the
/// timestamp of flows that use timestamps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header(pub u32);

/// ECN-capable transport, codepoint ECT(0) of RFC 3168.
const ECT_0: u32 = 2;
/// ECN-capable transport with a scalable controller, codepoint ECT(1) of RFC 9331.
const ECT_1: u32 = 1;
/// ECN codepoint for congestion experienced.
const CE: u32 = 3;
/// Flag for a reduced congestion window.
const CWR: u32 = 4;
const TIMESTAMP_SHIFT: u32 = 3;

impl Header {
    /// The header of a segment; `sent` where it carries a timestamp.
    #[must_use]
    pub fn new(ecn_capable: bool, window_reduced: bool, sent: Option<Time>) -> Header {
        let ecn = if ecn_capable { ECT_0 } else { 0 };
        let cwr = if window_reduced { CWR } else { 0 };
        let timestamp = sent.map_or(0, |at| Timestamp::at(at).0 << TIMESTAMP_SHIFT);
        Header(timestamp | cwr | ecn)
    }

    /// Header of a sender with a scalable controller, if it is ECN-capable (RFC 9331 Section 4.1).
    #[must_use]
    pub fn scalable(self) -> Header {
        if self.is_ecn_capable() {
            Header(self.0 & !CE | ECT_1)
        } else {
            self
        }
    }

    /// Whether it belongs into a queue for L4S traffic: ECT(1), or marked, which hides what it was (RFC 9331
    /// Section 5.1).
    #[must_use]
    pub fn is_l4s(self) -> bool {
        self.0 & ECT_1 != 0
    }

    /// Whether a router may mark it instead of dropping it.
    #[must_use]
    #[inline]
    pub fn is_ecn_capable(self) -> bool {
        self.0 & CE != 0
    }

    /// Whether a router has marked it.
    #[must_use]
    pub fn is_marked(self) -> bool {
        self.0 & CE == CE
    }

    /// Returns the header with a congestion mark.
    #[must_use]
    pub fn marked(self) -> Header {
        Header(self.0 | CE)
    }

    /// Whether the sender says that it has reduced its window.
    #[must_use]
    pub fn window_reduced(self) -> bool {
        self.0 & CWR != 0
    }

    /// Returns the header with a time of sending, which must be the present one if there is one.
    #[must_use]
    #[inline]
    pub fn with(self, sent: Timestamp) -> Header {
        Header(self.0 | sent.0 << TIMESTAMP_SHIFT)
    }

    /// Returns the header as a receiver without timestamps reads it.
    #[must_use]
    #[inline]
    pub fn without_timestamp(self) -> Header {
        Header(self.0 & ((1 << TIMESTAMP_SHIFT) - 1))
    }

    /// Returns the ECN field of the IP header: two bits.
    #[must_use]
    pub fn ecn_field(self) -> u8 {
        (self.0 & CE) as u8
    }

    /// Returns the time of sending.
    #[must_use]
    #[inline]
    pub fn timestamp(self) -> Timestamp {
        Timestamp(self.0 >> TIMESTAMP_SHIFT)
    }
}

/// An instant on the sender's timestamp clock, in microseconds modulo 2^29.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timestamp(u32);

impl Timestamp {
    const MASK: u32 = u32::MAX >> TIMESTAMP_SHIFT;
    const PS: u64 = 1_000_000;

    /// Time after which the clock shows the same again: 2^29 µs.
    pub const TURN: Span = Span((Timestamp::MASK as u64 + 1) * Timestamp::PS);

    /// Returns the time since the clock was last 0.
    #[must_use]
    #[inline]
    pub fn since_turn(self) -> Span {
        Span(u64::from(self.0) * Timestamp::PS)
    }

    /// Returns the reading of the clock.
    #[must_use]
    #[inline]
    pub fn at(now: Time) -> Timestamp {
        // The remainder modulo 2^29 is what is wanted.
        Timestamp((now.0 / Timestamp::PS) as u32 & Timestamp::MASK)
    }

    /// Time passed on the clock until `now`, in whole microseconds.
    #[must_use]
    #[inline]
    pub fn elapsed(self, now: Time) -> Span {
        let ticks = Timestamp::at(now).0.wrapping_sub(self.0) & Timestamp::MASK;
        Span(u64::from(ticks) * Timestamp::PS)
    }

    /// Whether it was read before `other`, both being less than 268 s old.
    #[must_use]
    pub fn is_before(self, other: Timestamp) -> bool {
        let ahead = other.0.wrapping_sub(self.0) & Timestamp::MASK;
        ahead != 0 && ahead <= Timestamp::MASK / 2
    }
}

/// Largest number of SACK blocks beside a timestamp (RFC 2018 Section 3).
pub const BLOCKS: usize = 3;

/// Size of a block: its first number and the one after its last.
const BLOCK_BYTES: u16 = 8;

/// Fields of an acknowledgment beyond its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AckNote {
    /// Received beyond the number, each `[start, end)`, the most recent first; empty ones say nothing.
    pub blocks: [(u64, u64); BLOCKS],
    /// A segment that had been received before arrived again (RFC 2883).
    pub duplicate: Option<u64>,
    /// The timestamp that it echoes (RFC 7323).
    pub echo: Option<Timestamp>,
    /// ECE: a marked segment has arrived and the sender has not said that it reduced its window.
    pub congestion: bool,
    /// Marked segments that have arrived since the connection began, modulo 2^32.
    pub marked: u32,
}

impl AckNote {
    /// Note without any further content.
    pub const NONE: AckNote = AckNote {
        blocks: [(0, 0); BLOCKS],
        duplicate: None,
        echo: None,
        congestion: false,
        marked: 0,
    };

    /// Whether a block says something.
    #[must_use]
    #[inline]
    pub fn has_blocks(&self) -> bool {
        // The first is empty only if all are.
        self.blocks[0].0 < self.blocks[0].1
    }

    /// The blocks that say something.
    pub fn blocks(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.blocks
            .iter()
            .copied()
            .filter(|(start, end)| start < end)
    }

    /// Returns the bytes that its blocks add on the wire, including that of a segment that arrived twice (RFC
    /// 2883): two words each (RFC 2018 Section 3), as in ns-2.35. The kind, length and padding of the option, four
    /// bytes, belong to the configured size of an acknowledgment, like those of timestamps.
    #[must_use]
    pub fn block_bytes(&self) -> u16 {
        let blocks = self.blocks().count() + usize::from(self.duplicate.is_some());
        // Three at most, so that nothing is cut off.
        BLOCK_BYTES * blocks as u16
    }
}

/// Notes of the acknowledgments in flight, by number from 1.
#[derive(Clone, Debug, Default)]
pub struct AckNotes {
    /// Numbers of notes taken or given up so far: the first entry is the next.
    before: u32,
    notes: VecDeque<AckNote>,
}

impl AckNotes {
    /// Keeps a note; its number, for the packet.
    pub fn keep(&mut self, note: AckNote) -> u32 {
        self.notes.push_back(note);
        self.before.wrapping_add(self.notes.len() as u32)
    }

    /// Returns the note of an acknowledgment on its way, unless a later one has arrived.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&AckNote> {
        let ahead = number.wrapping_sub(self.before);
        self.notes.get(ahead.wrapping_sub(1) as usize)
    }

    /// Takes the note of an arriving acknowledgment. Earlier notes are discarded: their acknowledgments were
    /// dropped or overtaken.
    pub fn take(&mut self, number: u32) -> Option<AckNote> {
        let ahead = number.wrapping_sub(self.before);
        if ahead == 0 || ahead as usize > self.notes.len() {
            return None;
        }
        self.before = number;
        for _ in 1..ahead {
            self.notes.pop_front();
        }
        self.notes.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_fields_do_not_overlap() {
        let sent = Time::from_s(1_000.000_001);
        let header = Header::new(true, true, Some(sent)).marked();
        assert!(header.is_ecn_capable() && header.is_marked() && header.window_reduced());
        let later = Time::from_s(1000.1);
        assert_eq!(header.timestamp().elapsed(later), Span::from_s(0.099_999));
        assert!(!Header::default().is_ecn_capable());
    }

    #[test]
    fn timestamps_are_compared_across_their_wrap() {
        let (early, late) = (Time::from_s(536.8), Time::from_s(537.0));
        assert!(Timestamp::at(early).is_before(Timestamp::at(late)));
        assert!(!Timestamp::at(late).is_before(Timestamp::at(early)));
        assert!(!Timestamp::at(late).is_before(Timestamp::at(late)));
        assert_eq!(Timestamp::at(early).elapsed(late), Span::from_s(0.2));
    }

    #[test]
    fn every_block_takes_eight_bytes_and_so_does_a_segment_that_came_twice() {
        let with = |blocks, duplicate| AckNote {
            blocks,
            duplicate,
            ..AckNote::NONE
        };
        assert_eq!(AckNote::NONE.block_bytes(), 0);
        let (one, none) = ((5, 6), (0, 0));
        assert_eq!(with([one, none, none], None).block_bytes(), 8);
        assert_eq!(with([one, (8, 9), (20, 30)], None).block_bytes(), 24);
        assert_eq!(with([one, (8, 9), none], Some(2)).block_bytes(), 24);
        assert_eq!(with([none; 3], Some(2)).block_bytes(), 8);
    }

    #[test]
    fn notes_of_acknowledgments_that_were_dropped_are_given_up() {
        let marked = |marked| AckNote {
            marked,
            ..AckNote::NONE
        };
        let mut notes = AckNotes::default();
        let numbers: Vec<u32> = (10..13).map(|m| notes.keep(marked(m))).collect();
        assert_eq!(numbers, [1, 2, 3]);
        assert_eq!(notes.take(2), Some(marked(11)));
        assert_eq!(notes.take(1), None, "overtaken");
        assert_eq!(notes.take(3), Some(marked(12)));
        assert_eq!(notes.take(0), None, "a packet without a note");
        assert_eq!(notes.keep(marked(13)), 4);
    }
}
