//! The receiver: takes segments, says what to acknowledge and when.
//!
//! Source: RFC 5681 Section 4.2 for delayed acknowledgments; like ns-2's DelAck sink it
//! acknowledges every second segment in order, and out-of-order segments at once. Where the flow uses
//! them, acknowledgments say which segments arrived beyond the number (RFC 2018; RFC 2883 for
//! segments that came twice), echo timestamps (RFC 7323) and congestion marks (RFC 3168, or counted
//! one by one).

use super::config::{Ecn, TcpConfig};
use super::notes::{AckNote, AckNotes, BLOCKS, Header, Timestamp};
use super::ranges::Ranges;
use crate::time::{Span, Time};

/// Receiver of one flow. A segment in order that says no more than its number needs no records of headers.
#[derive(Clone, Debug)]
pub struct Receiver {
    /// Next number expected: everything of the connection before it has arrived.
    expected: u64,
    /// Number of the connection's first segment, and whether the records of headers are plain.
    first: First,
    /// Segments that arrived out of order; `None` without any, as most of the time.
    beyond: Option<Box<Ranges>>,
    /// Returns the time at which a delayed acknowledgment is due; [`Time::NEVER`] without one.
    held_until: Time,
    /// Only of flows whose acknowledgments say more than a number.
    header_records: Option<Box<HeaderRecords>>,
}

/// Number of a connection's first segment. The highest bits, which no number has, say whether its
/// [`HeaderRecords`] are plain, so that a segment in order leaves them alone, and how many segments wait for an
/// acknowledgment.
#[derive(Clone, Copy, Debug)]
struct First(u64);

/// Header fields of the next acknowledgment beyond its number.
#[derive(Clone, Debug, Default)]
struct HeaderRecords {
    /// Segments that arrived out of order, the latest first: their ranges are reported in this order.
    latest: [u64; BLOCKS + 1],
    /// Segment that arrived twice.
    duplicate: Option<u64>,
    /// The timestamp to echo.
    echo: Timestamp,
    /// Number in the last acknowledgment for which the records were used, once there was one.
    acknowledged: Option<u64>,
    congestion: bool,
    marked: u32,
    /// Whether the last segment was marked.
    was_marked: bool,
    /// Notes of acknowledgments in flight.
    in_flight: AckNotes,
}

/// An acknowledgment as it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    /// Next number expected: everything before it has been received.
    pub number: u64,
    /// Number of the note that says what it says beyond that, 0 if it says nothing.
    pub note: u32,
    /// Size on the wire, with what its blocks add.
    pub bytes: u16,
}

/// Reaction of the receiver to a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Send an acknowledgment now.
    Now,
    /// Send an acknowledgment at the given time, unless another segment arrives first.
    At(Time),
    /// Send nothing now: an acknowledgment is due already.
    Held,
    /// Do nothing: the segment is late and belongs to an earlier connection.
    Stale,
}

impl Receiver {
    /// A receiver that has nothing yet.
    #[must_use]
    pub fn new(config: &TcpConfig) -> Receiver {
        Receiver::starting_at(0, config)
    }

    /// Creates a receiver of a flow whose first segment has number `first`.
    #[must_use]
    pub fn starting_at(first: u64, config: &TcpConfig) -> Receiver {
        let mut receiver = Receiver {
            expected: first,
            first: First(first),
            beyond: None,
            held_until: Time::NEVER,
            header_records: None,
        };
        receiver.reconfigure(config);
        receiver
    }

    /// Called when a segment arrives while the sender's current connection begins with number `first`. If the
    /// segment belongs to it and the receiver knows only an earlier connection, the new one begins in place, and
    /// earlier segments are stale. The segment itself is the trigger, so that late segments of the earlier
    /// connection are treated the same whenever they are computed.
    #[inline]
    pub fn adopt_connection(&mut self, first: u64, number: u64) {
        if first != self.first.number() && number >= first {
            self.reopen(first);
        }
    }

    /// Starts the next connection of the flow in place, with first number `first`. Segments below it are stale.
    /// Notes of acknowledgments in flight are kept until they arrive; a delayed acknowledgment is not sent.
    #[cold]
    fn reopen(&mut self, first: u64) {
        self.first = First(first);
        self.expected = first;
        self.beyond = None;
        self.held_until = Time::NEVER;
        if let Some(header_records) = &mut self.header_records {
            header_records.reopen();
        }
    }

    /// Applies parameters that changed during a run.
    pub fn reconfigure(&mut self, config: &TcpConfig) {
        if config.annotates_acks() && self.header_records.is_none() {
            self.header_records = Some(Box::default());
        }
    }

    /// A segment arrives at `now`.
    #[inline]
    pub fn on_segment(
        &mut self,
        now: Time,
        number: u64,
        header: Header,
        config: &TcpConfig,
    ) -> Reply {
        if number < self.first.number() {
            return Reply::Stale;
        }
        let in_order = number == self.expected;
        let news = self.header_records.is_some()
            && !(in_order && self.is_plain(header, config))
            && self.record_header(number, header, config);
        if in_order {
            self.expected = number + 1;
            if self.beyond.is_some() {
                self.take_what_follows();
            }
        } else if number > self.expected {
            self.beyond.get_or_insert_default().insert(number);
        }
        if !config.delayed_ack {
            return Reply::Now;
        }
        let filled_a_hole = self.expected != number + 1;
        let place = number - self.first.number();
        let syn = u64::from(config.handshake);
        let quick = place < syn + u64::from(config.quick_ack_packets);
        let may_wait =
            in_order && !filled_a_hole && !news && !quick && place >= syn && self.beyond.is_none();
        let holds = self.held_until != Time::NEVER;
        if !may_wait || holds && !self.holds_further(config) {
            self.held_until = Time::NEVER;
            return Reply::Now;
        }
        if holds {
            return Reply::Held;
        }
        self.first.set_held(1);
        let due = now + Span::from_s(config.delayed_ack_timeout_s);
        self.held_until = due;
        Reply::At(due)
    }

    /// Whether a segment in order joins others without an acknowledgment, as too few have come.
    #[inline]
    fn holds_further(&mut self, config: &TcpConfig) -> bool {
        if config.ack_every_packets <= 2 {
            return false;
        }
        let held = self.first.held() + 1;
        self.first.set_held(held);
        held < u64::from(config.ack_every_packets)
    }

    /// Takes the segments that follow in order from those that arrived early.
    fn take_what_follows(&mut self) {
        let Some(beyond) = &mut self.beyond else {
            return;
        };
        if let Some(expected) = beyond.take_from(self.expected) {
            self.expected = expected;
        }
        if beyond.is_empty() {
            self.beyond = None;
        }
    }

    /// Returns the time at which a delayed acknowledgment is due; [`Time::NEVER`] without one.
    #[must_use]
    pub fn held_until(&self) -> Time {
        self.held_until
    }

    /// The held-back acknowledgment is sent.
    pub fn release(&mut self) {
        self.held_until = Time::NEVER;
    }

    /// Next number expected: the number in every acknowledgment.
    #[must_use]
    pub fn expected(&self) -> u64 {
        self.expected
    }

    /// An acknowledgment is sent now.
    #[inline(always)]
    pub fn acknowledge(&mut self, config: &TcpConfig) -> Ack {
        let mut ack = Ack {
            number: self.expected,
            note: 0,
            bytes: config.ack_bytes,
        };
        if self.header_records.is_some() {
            self.annotate(&mut ack, config);
        }
        ack
    }

    /// Whether the header of a segment in order changes none of the records.
    #[inline]
    fn is_plain(&self, header: Header, config: &TcpConfig) -> bool {
        self.first.has_plain_records() && header == Header::default() && config.ecn == Ecn::Off
    }

    #[inline]
    fn annotate(&mut self, ack: &mut Ack, config: &TcpConfig) {
        // Most acknowledgments of a selective receiver say nothing more than their number.
        let may_be_plain = config.recovery.is_selective();
        let has_nothing = self.first.has_plain_records() && self.beyond.is_none();
        if may_be_plain && has_nothing && !config.timestamps && config.ecn == Ecn::Off {
            return;
        }
        let note = self.note(config);
        if note == AckNote::NONE && may_be_plain {
            return;
        }
        self.keep(note, ack);
    }

    #[inline(never)]
    fn keep(&mut self, note: AckNote, ack: &mut Ack) {
        ack.bytes += note.block_bytes();
        ack.note = self
            .header_records
            .as_mut()
            .map_or(0, |r| r.in_flight.keep(note));
    }

    /// Returns the note of an acknowledgment on its way.
    #[must_use]
    pub fn note_in_flight(&self, number: u32) -> Option<&AckNote> {
        self.header_records.as_ref()?.in_flight.get(number)
    }

    /// The note of an acknowledgment that has arrived.
    pub fn take_note(&mut self, number: u32) -> Option<AckNote> {
        self.header_records.as_mut()?.in_flight.take(number)
    }

    #[inline(never)]
    fn note(&mut self, config: &TcpConfig) -> AckNote {
        let selective = config.recovery.is_selective();
        let Some(header_records) = &mut self.header_records else {
            return AckNote::NONE;
        };
        let duplicate = header_records.duplicate.take().filter(|_| selective);
        header_records.acknowledged = Some(self.expected);
        self.first.set_plain_records(header_records.is_plain());
        let mut blocks = AckNote::NONE.blocks;
        if selective && let Some(beyond) = &self.beyond {
            blocks = header_records.blocks(self.expected, beyond);
            if duplicate.is_some() {
                blocks[BLOCKS - 1] = (0, 0);
            }
        }
        AckNote {
            blocks,
            duplicate,
            echo: config.timestamps.then_some(header_records.echo),
            congestion: config.ecn == Ecn::Classic && header_records.congestion,
            marked: if config.ecn == Ecn::Accurate {
                header_records.marked
            } else {
                0
            },
        }
    }

    /// Handles the header of a segment. Returns true if the sender must be informed without delay: a segment
    /// arrived twice (RFC 2883 Section 4), or marks began or ended (RFC 8257 Section 3.2).
    #[inline(never)]
    fn record_header(&mut self, number: u64, header: Header, config: &TcpConfig) -> bool {
        let has = |beyond: &Ranges| beyond.around(number).is_some();
        let duplicate = number < self.expected || self.beyond.as_deref().is_some_and(has);
        let Some(header_records) = &mut self.header_records else {
            return false;
        };
        if duplicate {
            header_records.duplicate = Some(number);
        } else if number > self.expected {
            header_records.latest.rotate_right(1);
            header_records.latest[0] = number;
        }
        // RFC 7323 Section 4.3: of the earliest segment that the next acknowledgment covers.
        // While records are plain, acknowledgments do not use them: all segments are acknowledged, but for one held back.
        let held = u64::from(self.held_until != Time::NEVER);
        let acknowledged = match header_records.acknowledged {
            Some(number) => number.max(self.expected - held),
            None => self.first.number(),
        };
        if number <= acknowledged {
            header_records.echo = header.timestamp();
        }
        self.first.set_plain_records(header_records.is_plain());
        if config.ecn == Ecn::Off {
            return duplicate;
        }
        let marked = header.is_marked();
        let turned = marked != header_records.was_marked;
        header_records.was_marked = marked;
        header_records.marked = header_records.marked.wrapping_add(u32::from(marked));
        // RFC 3168 Section 6.1.3: the echo ends when the sender has reduced its window, unless the
        // segment that says so is marked again.
        if header.window_reduced() {
            header_records.congestion = false;
        }
        header_records.congestion |= marked;
        duplicate || (turned && config.ecn == Ecn::Accurate)
    }
}

impl First {
    const PLAIN: u64 = 1 << 63;
    const HELD_SHIFT: u32 = 56;
    const HELD: u64 = 0x7f << First::HELD_SHIFT;

    #[inline]
    fn number(self) -> u64 {
        self.0 & !(First::PLAIN | First::HELD)
    }

    #[inline]
    fn held(self) -> u64 {
        (self.0 & First::HELD) >> First::HELD_SHIFT
    }

    #[inline]
    fn set_held(&mut self, held: u64) {
        self.0 = self.0 & !First::HELD | held << First::HELD_SHIFT;
    }

    #[inline]
    fn has_plain_records(self) -> bool {
        self.0 & First::PLAIN != 0
    }

    fn set_plain_records(&mut self, are_plain: bool) {
        self.0 = self.0 & !First::PLAIN | if are_plain { First::PLAIN } else { 0 };
    }
}

impl HeaderRecords {
    /// Discards an earlier connection, except the notes of acknowledgments in flight.
    fn reopen(&mut self) {
        *self = HeaderRecords {
            in_flight: std::mem::take(&mut self.in_flight),
            ..HeaderRecords::default()
        };
    }

    /// Whether there is neither a segment that arrived twice nor a timestamp to echo.
    fn is_plain(&self) -> bool {
        let has_acknowledged = self.acknowledged.is_some();
        has_acknowledged && self.duplicate.is_none() && self.echo == Timestamp::default()
    }

    /// Orders SACK blocks as in RFC 2018 Section 4: first the block with the latest segment, then the most recently
    /// reported ones.
    fn blocks(&mut self, expected: u64, beyond: &Ranges) -> [(u64, u64); BLOCKS] {
        let mut blocks = AckNote::NONE.blocks;
        let mut latest = self.latest;
        let mut reported = 0;
        for number in self.latest {
            let holds = |&(start, end): &(u64, u64)| start <= number && number < end;
            if number < expected || reported == BLOCKS || blocks[..reported].iter().any(holds) {
                continue;
            }
            if let Some(block) = beyond.around(number) {
                blocks[reported] = block;
                latest[reported] = number;
                reported += 1;
            }
        }
        // If segments of one block displaced others from memory, the highest blocks are reported.
        for &block in beyond.as_slice().iter().rev() {
            if reported == BLOCKS {
                break;
            }
            if !blocks[..reported].contains(&block) {
                blocks[reported] = block;
                latest[reported] = block.0;
                reported += 1;
            }
        }
        latest[reported..].fill(0);
        self.latest = latest;
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::config::Recovery;
    use crate::tcp::testing::config;

    fn plain(receiver: &mut Receiver, at: f64, number: u64, config: &TcpConfig) -> Reply {
        receiver.on_segment(Time::from_s(at), number, Header::default(), config)
    }

    #[test]
    fn acknowledges_every_second_segment_and_disorder_at_once() {
        let config = TcpConfig {
            delayed_ack: true,
            handshake: false,
            ..config()
        };
        let mut receiver = Receiver::new(&config);
        let due = Reply::At(Time::from_s(0.1));
        assert_eq!(plain(&mut receiver, 0.0, 0, &config), due);
        assert_eq!(plain(&mut receiver, 0.01, 1, &config), Reply::Now);
        assert_eq!(receiver.expected(), 2);
        assert_eq!(plain(&mut receiver, 0.02, 3, &config), Reply::Now, "a gap");
        assert_eq!(receiver.expected(), 2);
        assert_eq!(
            plain(&mut receiver, 0.03, 2, &config),
            Reply::Now,
            "fills it"
        );
        assert_eq!(receiver.expected(), 4);
        assert_eq!(plain(&mut receiver, 0.04, 1, &config), Reply::Now, "again");
    }

    /// The timer runs from the first segment that waits (RFC 9000 Section 13.2.1).
    #[test]
    fn acknowledges_every_fourth_segment_if_selected() {
        let config = TcpConfig {
            delayed_ack: true,
            ack_every_packets: 4,
            handshake: false,
            ..config()
        };
        let mut receiver = Receiver::new(&config);
        for first in [0, 4] {
            let at = 0.01 * first as f64;
            let due = Reply::At(Time::from_s(at) + Span::from_s(0.1));
            assert_eq!(plain(&mut receiver, at, first, &config), due);
            assert_eq!(
                plain(&mut receiver, at + 0.01, first + 1, &config),
                Reply::Held
            );
            assert_eq!(
                plain(&mut receiver, at + 0.02, first + 2, &config),
                Reply::Held
            );
            assert_eq!(
                plain(&mut receiver, at + 0.03, first + 3, &config),
                Reply::Now
            );
        }
        assert!(matches!(
            plain(&mut receiver, 1.0, 8, &config),
            Reply::At(_)
        ));
        receiver.release();
        assert!(matches!(
            plain(&mut receiver, 2.0, 9, &config),
            Reply::At(_)
        ));
        assert_eq!(plain(&mut receiver, 2.0, 11, &config), Reply::Now, "a gap");
        assert_eq!(receiver.expected(), 10);
    }

    #[test]
    fn the_first_segments_are_acknowledged_at_once_if_so_wished() {
        let config = TcpConfig {
            delayed_ack: true,
            quick_ack_packets: 2,
            ..config()
        };
        let mut receiver = Receiver::new(&config);
        assert_eq!(plain(&mut receiver, 0.0, 0, &config), Reply::Now);
        assert_eq!(plain(&mut receiver, 0.0, 1, &config), Reply::Now);
        assert_ne!(plain(&mut receiver, 0.0, 2, &config), Reply::Now);
    }

    #[test]
    fn blocks_name_the_latest_segment_first_and_three_at_most() {
        let config = TcpConfig {
            recovery: Recovery::Sack,
            ..config()
        };
        let mut receiver = Receiver::new(&config);
        let mut blocks = |number| {
            plain(&mut receiver, 0.0, number, &config);
            let note = receiver.note(&config);
            (note.blocks().collect::<Vec<_>>(), note.duplicate)
        };
        assert_eq!(blocks(2), (vec![(2, 3)], None));
        assert_eq!(blocks(6), (vec![(6, 7), (2, 3)], None));
        assert_eq!(blocks(4), (vec![(4, 5), (6, 7), (2, 3)], None));
        assert_eq!(blocks(8), (vec![(8, 9), (4, 5), (6, 7)], None));
        assert_eq!(
            blocks(3),
            (vec![(2, 5), (8, 9), (6, 7)], None),
            "2, 3 and 4 are one"
        );
        assert_eq!(
            blocks(8),
            (vec![(2, 5), (8, 9)], Some(8)),
            "a duplicate takes a place"
        );
        assert_eq!(blocks(0), (vec![(2, 5), (8, 9), (6, 7)], None));
        assert_eq!(
            blocks(1),
            (vec![(8, 9), (6, 7)], None),
            "up to 5 is acknowledged now"
        );
    }

    #[test]
    fn a_segment_of_an_earlier_connection_changes_nothing() {
        let config = TcpConfig {
            recovery: Recovery::Sack,
            ecn: Ecn::Accurate,
            delayed_ack: true,
            ..config()
        };
        let mut receiver = Receiver::new(&config);
        plain(&mut receiver, 0.0, 0, &config);
        plain(&mut receiver, 0.0, 2, &config);
        let in_flight = receiver.acknowledge(&config).note;
        // While the sender is at number 4 already, what is late of before is of before.
        receiver.adopt_connection(4, 2);
        assert_eq!(plain(&mut receiver, 0.0, 2, &config), Reply::Now);
        receiver.adopt_connection(4, 4);
        let marked = Header::new(true, false, None).marked();
        for late in 0..4 {
            let reply = receiver.on_segment(Time::ZERO, late, marked, &config);
            assert_eq!(reply, Reply::Stale);
        }
        assert_eq!(
            (receiver.expected(), receiver.held_until()),
            (4, Time::NEVER)
        );
        assert_eq!(receiver.note(&config), AckNote::NONE);
        let note = receiver.take_note(in_flight);
        assert_eq!(note.map(|note| note.blocks[0]), Some((2, 3)));
        assert_eq!(
            plain(&mut receiver, 0.0, 4, &config),
            Reply::At(Time::from_s(0.1))
        );
    }

    #[test]
    fn an_echo_of_congestion_lasts_until_the_window_was_reduced() {
        let config = TcpConfig {
            ecn: Ecn::Classic,
            ..config()
        };
        let mut receiver = Receiver::new(&config);
        let mut echoes = |number, header| {
            receiver.on_segment(Time::ZERO, number, header, &config);
            receiver.note(&config).congestion
        };
        let plain = Header::new(true, false, None);
        let reduced = Header::new(true, true, None);
        assert!(!echoes(0, plain));
        assert!(echoes(1, plain.marked()));
        assert!(echoes(2, plain));
        assert!(!echoes(3, reduced));
        assert!(echoes(4, reduced.marked()));
    }

    #[test]
    fn marks_are_counted_and_acked_at_once_when_they_begin_or_end() {
        let config = TcpConfig {
            ecn: Ecn::Accurate,
            delayed_ack: true,
            ..config()
        };
        let mut receiver = Receiver::new(&config);
        let plain = Header::new(true, false, None);
        let mut at_once =
            |number, header| receiver.on_segment(Time::ZERO, number, header, &config) == Reply::Now;
        let waits = [plain, plain.marked(), plain.marked(), plain.marked(), plain]
            .iter()
            .zip(0..)
            .map(|(&header, number)| !at_once(number, header))
            .collect::<Vec<_>>();
        assert_eq!(waits, [true, false, true, false, false]);
        assert_eq!(receiver.note(&config).marked, 3);
    }
}
