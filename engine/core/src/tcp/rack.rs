//! RACK: a segment is lost if one sent later has arrived and some time for reordering has passed.
//!
//! Counting duplicates needs three segments after a loss and does not detect a lost retransmission; send times
//! detect both. The time for reordering is zero in recovery or after three sacked segments, unless reordering was
//! observed; then it is a quarter of the shortest round trip, or more after unnecessary retransmissions.
//!
//! Source: RFC 8985 Section 6. Like Linux, and unlike the RFC's sketch, segments are examined in the order of
//! sending, so that the cost of an acknowledgment is proportional to its changes; this order, not the sequence
//! number, also decides between segments sent at the same instant. The shortest round trip covers the whole life of
//! the flow.

use std::collections::VecDeque;

use super::scoreboard::{Fate, Record, Scoreboard};
use crate::time::{Span, Time};

/// State of RACK for a flow.
///
/// Fields are in the order of their use: an acknowledgment in order touches the first 64 bytes.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Rack {
    /// Number of the transmission that was the last among those delivered; 0 before the first.
    newest: u64,
    /// Round-trip time of this segment.
    rtt: Span,
    /// Shortest round-trip time; [`Rack::UNKNOWN`] before the first.
    min_rtt: Span,
    /// Behind the highest segment delivered.
    highest: u64,
    /// First transmissions below this number have been examined: they are over or were declared lost.
    examined_to: u64,
    /// Quarters of the shortest round trip allowed for reordering.
    quarters: u32,
    /// Recoveries left until that is one again.
    persist: u8,
    reordering_seen: bool,
    /// Retransmissions in order that have not been examined; some are over.
    again: VecDeque<Again>,
    /// A needless retransmission counts once until this is acknowledged.
    duplicate_until: u64,
}

/// A retransmission with its place in the order of transmissions.
#[derive(Clone, Copy, Debug)]
struct Again {
    number: u64,
    order: u64,
}

/// A transmission that is not known to be over.
#[derive(Clone, Copy, Debug)]
struct Sent {
    at: Time,
    number: u64,
    order: u64,
    /// Whether it still matters: neither acknowledged, nor lost, nor sent again since.
    in_flight: bool,
}

/// Recoveries during which a widened window persists (RFC 8985 Section 6.2 step 4).
const PERSIST: u8 = 16;

/// Inputs of the reordering window.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// Whether the sender is in fast recovery or recovers from a timeout.
    pub in_recovery: bool,
    /// Number of sacked segments.
    pub sacked: u32,
    /// Duplicates that signal a loss.
    pub threshold: u32,
    /// Smoothed round-trip time of the flow.
    pub srtt: Option<Span>,
}

impl Default for Rack {
    fn default() -> Rack {
        Rack {
            newest: 0,
            rtt: Span::ZERO,
            min_rtt: Rack::UNKNOWN,
            highest: 0,
            examined_to: 0,
            quarters: 1,
            persist: 0,
            reordering_seen: false,
            again: VecDeque::new(),
            duplicate_until: 0,
        }
    }
}

impl Rack {
    /// A time longer than every round trip.
    const UNKNOWN: Span = Span(u64::MAX);

    /// Creates the state for a running flow with the latest round-trip time `rtt`.
    #[must_use]
    pub fn resuming(rtt: Option<Span>, board: &Scoreboard) -> Rack {
        let again = |number: u64| {
            let record = board.get(number).filter(|record| record.again)?;
            let order = board.order(record);
            Some(Again { number, order })
        };
        let mut again: Vec<Again> = (board.first()..board.end()).filter_map(again).collect();
        // What was sent again left later than its number says.
        again.sort_unstable_by_key(|sent| sent.order);
        Rack {
            rtt: rtt.unwrap_or(Span::ZERO),
            min_rtt: rtt.unwrap_or(Rack::UNKNOWN),
            again: again.into(),
            ..Rack::default()
        }
    }

    /// Forgets everything for a fresh connection. The memory serves again.
    pub fn restart(&mut self) {
        let mut again = std::mem::take(&mut self.again);
        again.clear();
        *self = Rack {
            again,
            ..Rack::default()
        };
    }

    /// A segment has been sent again; `order` is the [number](Scoreboard::order) of this transmission.
    pub fn on_sent_again(&mut self, number: u64, order: u64) {
        self.again.push_back(Again { number, order });
    }

    /// Handles the delivery of a segment (steps 1 to 3). `echoes_earlier`: the timestamp of the acknowledgment
    /// shows that it answers an earlier transmission.
    #[inline]
    pub fn on_delivered(
        &mut self,
        now: Time,
        number: u64,
        record: &Record,
        order: u64,
        echoes_earlier: bool,
    ) {
        let rtt = now.since(record.sent);
        let ambiguous = !record.timed;
        if number >= self.highest {
            self.highest = number + 1;
        } else if !record.again {
            self.reordering_seen = true;
        }
        // Of one sent again that answers too soon it was the first sending; while no round trip has been
        // timed any is too soon, as in Linux.
        if ambiguous && (echoes_earlier || rtt < self.min_rtt) {
            return;
        }
        self.min_rtt = self.min_rtt.min(rtt);
        if order > self.newest {
            self.newest = order;
            self.rtt = rtt;
        }
    }

    /// The receiver has had `unacked` acknowledged and says that a segment came twice: step 4.
    pub fn on_duplicate(&mut self, unacked: u64, next: u64) {
        if unacked >= self.duplicate_until {
            self.duplicate_until = next;
            self.quarters += 1;
            self.persist = PERSIST;
        }
    }

    /// Recovery is over: step 4.
    pub fn on_recovered(&mut self) {
        self.persist = self.persist.saturating_sub(1);
        if self.persist == 0 {
            self.quarters = 1;
        }
    }

    /// Returns the reordering window: the time for which a segment may be overtaken before it counts as lost
    /// (`RACK_update_reo_wnd`).
    #[must_use]
    pub fn reordering_window(&self, circumstances: &Circumstances) -> Span {
        let sure = circumstances.in_recovery || circumstances.sacked >= circumstances.threshold;
        if !self.reordering_seen && sure {
            return Span::ZERO;
        }
        let min_rtt = if self.min_rtt == Rack::UNKNOWN {
            Span::ZERO
        } else {
            self.min_rtt
        };
        let window = Span(min_rtt.0 / 4 * u64::from(self.quarters));
        circumstances.srtt.map_or(window, |srtt| window.min(srtt))
    }

    /// Whether [`detect`](Self::detect) may find anything. Most acknowledgments are of the earliest transmission.
    #[must_use]
    #[inline]
    pub fn has_to_detect(&mut self, board: &Scoreboard) -> bool {
        let newest = self.newest;
        let is_to_examine = |first: Sent| first.order < newest || !first.in_flight;
        newest > 0
            && (!self.again.is_empty()
                || (self.first_unexamined_original(board)).is_some_and(is_to_examine))
    }

    /// Declares segments lost and calls `lost` with each: `RACK_detect_loss`. If some may be so later,
    /// how long to wait before looking again.
    #[inline(never)]
    pub fn detect(
        &mut self,
        now: Time,
        window: Span,
        board: &mut Scoreboard,
        mut lost: impl FnMut(u64, bool),
    ) -> Option<Span> {
        let newest = self.newest;
        if newest == 0 {
            return None;
        }
        while let Some(sent) = self.first_unexamined(board) {
            if sent.in_flight {
                if sent.order >= newest {
                    // Nothing that was sent earlier is left.
                    return None;
                }
                if now < sent.at + self.rtt + window {
                    break;
                }
                lost(sent.number, self.is_next_again(&sent));
                board.declare_lost(sent.number);
            }
            self.pass(&sent);
        }
        // The last of those overtaken decides, so that one timer does for all.
        let overtaken = self.last_overtaken(newest, board)?;
        Some((overtaken.at + self.rtt + window).since(now))
    }

    /// Returns the earliest transmission that has not been examined. It may be over.
    fn first_unexamined(&mut self, board: &Scoreboard) -> Option<Sent> {
        let first = self.first_unexamined_original(board);
        let again = self.again.front().map(|again| again.sent(board));
        match (first, again) {
            (Some(first), Some(again)) if again.order < first.order => Some(again),
            (None, again) => again,
            (first, _) => first,
        }
    }

    /// Returns the earliest first transmission that has not been examined, beyond those that are over for ever.
    #[inline]
    fn first_unexamined_original(&mut self, board: &Scoreboard) -> Option<Sent> {
        self.examined_to = self.examined_to.max(board.first());
        loop {
            let record = board.get(self.examined_to)?;
            if !record.again && record.fate != Fate::Sacked {
                return Some(Sent::of(self.examined_to, record, board));
            }
            self.examined_to += 1;
        }
    }

    /// Returns whether the earliest transmission that has not been examined is a repetition.
    fn is_next_again(&self, earliest: &Sent) -> bool {
        let next = self.again.front();
        next.is_some_and(|again| again.order == earliest.order)
    }

    /// Notes that the earliest transmission has been examined.
    fn pass(&mut self, sent: &Sent) {
        if self.is_next_again(sent) {
            self.again.pop_front();
        } else {
            self.examined_to += 1;
        }
    }

    /// Returns the last transmission in flight that was sent before the `newest` one that arrived.
    fn last_overtaken(&self, newest: u64, board: &Scoreboard) -> Option<Sent> {
        let matters = |sent: &Sent| sent.in_flight && sent.order < newest;
        let original = (self.examined_to..board.end()).rev().find_map(|number| {
            let record = board.get(number).filter(|record| !record.again)?;
            Some(Sent::of(number, record, board)).filter(matters)
        });
        let again = self.again.iter().rev();
        let again = again.map(|again| again.sent(board)).find(matters);
        [original, again]
            .into_iter()
            .flatten()
            .max_by_key(|sent| sent.order)
    }

    /// Called after a timeout: declares the first segment lost, and those in flight for longer than a round trip
    /// plus the reordering window, except `keep` (`RACK_mark_losses_on_RTO`).
    pub fn on_timeout(
        &mut self,
        now: Time,
        window: Span,
        first: u64,
        keep: Option<u64>,
        board: &mut Scoreboard,
        mut lost: impl FnMut(u64),
    ) {
        for number in (first..board.end()).filter(|&number| Some(number) != keep) {
            let Some(&record) = board.get(number) else {
                continue;
            };
            let due = record.sent + self.rtt + window;
            if record.fate == Fate::InFlight && (number == first || due <= now) {
                lost(number);
                board.declare_lost(number);
            }
        }
    }
}

impl Sent {
    /// Returns the last transmission of an outstanding segment.
    fn of(number: u64, record: &Record, board: &Scoreboard) -> Sent {
        Sent {
            at: record.sent,
            number,
            order: board.order(record),
            in_flight: record.fate == Fate::InFlight,
        }
    }
}

impl Again {
    /// Returns the state of the retransmission.
    fn sent(self, board: &Scoreboard) -> Sent {
        let Again { number, order } = self;
        let is_last = |record: &&Record| board.order(record) == order;
        match board.get(number).filter(is_last) {
            Some(record) => Sent::of(number, record, board),
            None => Sent {
                at: Time::ZERO,
                number,
                order,
                in_flight: false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(ms: u64) -> Time {
        Time(ms * 1_000_000_000)
    }

    struct Flow {
        rack: Rack,
        board: Scoreboard,
    }

    impl Flow {
        /// Segments 0, 1, … sent a millisecond apart.
        fn sent(segments: u64) -> Flow {
            let mut flow = Flow {
                rack: Rack::default(),
                board: Scoreboard::default(),
            };
            (0..segments).for_each(|number| flow.send(ms(number)));
            flow
        }

        fn send(&mut self, at: Time) {
            self.board.on_sent(at);
        }

        fn sack(&mut self, now: Time, number: u64) {
            let record = *self.board.get(number).unwrap();
            let order = self.board.order(&record);
            (self.rack).on_delivered(now, number, &record, order, false);
            self.board.sack(number, number + 1, |_, _| {});
        }

        fn again(&mut self, now: Time, number: u64) {
            self.board.on_sent_again(number, now);
            let order = self.board.order(self.board.get(number).unwrap());
            self.rack.on_sent_again(number, order);
        }

        fn detect(&mut self, now: Time, in_recovery: bool) -> (Vec<u64>, Option<Span>) {
            let window = self.rack.reordering_window(&Circumstances {
                in_recovery,
                sacked: self.board.sacked(),
                threshold: 3,
                srtt: Some(Span::from_s(0.1)),
            });
            let mut lost = Vec::new();
            let wait = self
                .rack
                .detect(now, window, &mut self.board, |n, _| lost.push(n));
            (lost, wait)
        }
    }

    #[test]
    fn one_overtaken_segment_is_lost_after_a_quarter_of_the_round_trip() {
        let mut flow = Flow::sent(3);
        flow.sack(ms(101), 1);
        // 0 left at 0 ms; 100 ms of round trip and 25 of reordering later it is lost.
        assert_eq!(
            flow.detect(ms(101), false),
            (vec![], Some(Span::from_s(0.024)))
        );
        assert_eq!(flow.detect(ms(124), false).0, [0u64; 0]);
        assert_eq!(
            flow.detect(ms(125), false),
            (vec![0], None),
            "2 was not overtaken"
        );
    }

    #[test]
    fn three_sacked_segments_end_the_reordering_wait() {
        let mut flow = Flow::sent(5);
        (1..4).for_each(|number| flow.sack(ms(100 + number), number));
        assert_eq!(flow.detect(ms(103), false).0, [0]);
    }

    #[test]
    fn rack_detects_a_lost_retransmission() {
        let mut flow = Flow::sent(6);
        (1..4).for_each(|number| flow.sack(ms(100 + number), number));
        flow.detect(ms(103), false);
        flow.again(ms(103), 0);
        flow.send(ms(104));
        flow.sack(ms(204), 6);
        // 6 left after the retransmission of 0 and has arrived; so have neither 4 nor 5.
        assert_eq!(flow.detect(ms(204), true).0, [4, 5, 0]);
    }

    /// Two were sent again, the later one first: in another order the timer for the one before would run out at
    /// once, and again and again, without an end.
    #[test]
    fn what_it_takes_over_it_knows_in_the_order_of_sending() {
        let mut flow = Flow::sent(5);
        flow.sack(ms(104), 4);
        for number in [3, 1] {
            flow.board.declare_lost(number);
            flow.again(ms(108 - number), number);
        }
        flow.send(ms(108));
        flow.rack = Rack::resuming(Some(Span::from_s(0.1)), &flow.board);
        flow.sack(ms(208), 5);
        let (lost, wait) = flow.detect(ms(208), false);
        assert_eq!(lost, [0, 2]);
        // That of 1 left at 107 ms, and 25 ms are allowed for reordering.
        assert_eq!(wait, Some(Span::from_s(0.024)));
    }

    #[test]
    fn once_reordering_was_seen_it_is_waited_for_even_in_recovery() {
        let mut flow = Flow::sent(8);
        flow.sack(ms(101), 1);
        flow.sack(ms(102), 0);
        assert!(flow.rack.reordering_seen);
        (3..7).for_each(|number| flow.sack(ms(100 + number), number));
        assert_eq!(flow.detect(ms(106), true).0, [0u64; 0]);
        assert_eq!(flow.detect(ms(127), true).0, [2]);
    }

    #[test]
    fn a_needless_retransmission_widens_the_window_for_sixteen_recoveries() {
        let mut flow = Flow::sent(3);
        flow.sack(ms(101), 1);
        let open = Circumstances {
            in_recovery: false,
            sacked: 1,
            threshold: 3,
            srtt: None,
        };
        flow.rack.on_duplicate(0, 3);
        flow.rack.on_duplicate(1, 3);
        assert_eq!(
            flow.rack.reordering_window(&open),
            Span::from_s(0.05),
            "once per round trip"
        );
        (0..16).for_each(|_| flow.rack.on_recovered());
        assert_eq!(flow.rack.reordering_window(&open), Span::from_s(0.025));
    }

    /// Every transmission in order, as RFC 8985 Section 6.1 describes: the plain form of what [`Rack`] reads from the
    /// records.
    #[derive(Default)]
    struct Plain {
        sent: VecDeque<(Time, u64, u64)>,
    }

    impl Plain {
        fn on_sent(&mut self, number: u64, board: &Scoreboard) {
            let record = board.get(number).unwrap();
            self.sent
                .push_back((record.sent, number, board.order(record)));
        }

        fn is_in_flight(number: u64, order: u64, board: &Scoreboard) -> bool {
            let is_last = |r: &Record| r.fate == Fate::InFlight && board.order(r) == order;
            board.get(number).is_some_and(is_last)
        }

        /// Segments lost now, and the time to wait for more, with the same clock as `rack`.
        fn detect(
            &mut self,
            rack: &Rack,
            now: Time,
            window: Span,
            board: &mut Scoreboard,
        ) -> (Vec<u64>, Option<Span>) {
            let newest = rack.newest;
            if newest == 0 {
                return (Vec::new(), None);
            }
            let mut lost = Vec::new();
            while let Some(&(at, number, order)) = self.sent.front() {
                if Plain::is_in_flight(number, order, board) {
                    if order >= newest || now < at + rack.rtt + window {
                        break;
                    }
                    lost.push(number);
                    board.declare_lost(number);
                }
                self.sent.pop_front();
            }
            let is_overtaken = |&&(_, number, order): &&(Time, u64, u64)| {
                order < newest && Plain::is_in_flight(number, order, board)
            };
            let overtaken = self.sent.iter().rfind(is_overtaken);
            let wait = overtaken.map(|&(at, ..)| (at + rack.rtt + window).since(now));
            (lost, wait)
        }
    }

    proptest! {
        /// Whatever is sent, lost, sent again, revoked and acknowledged in which order.
        #[test]
        fn the_records_order_transmissions_as_a_list_of_all_does(
            steps in prop::collection::vec((0u8..7, 0u64..12, 1u64..4), 1..80),
        ) {
            let mut flow = Flow::sent(0);
            let mut plain = Plain::default();
            for (now, (step, place, count)) in (1..).zip(steps) {
                let at = ms(10 * now);
                let number = flow.board.first() + place;
                let fate = flow.board.get(number).map(|record| record.fate);
                match step {
                    0 | 1 => for _ in 0..count {
                        flow.send(at);
                        plain.on_sent(flow.board.end() - 1, &flow.board);
                    },
                    2 if fate.is_some_and(|fate| fate != Fate::Sacked) => flow.sack(at, number),
                    3 if fate.is_some_and(|fate| fate != Fate::Sacked) => {
                        flow.again(at, number);
                        plain.on_sent(number, &flow.board);
                    }
                    4 => flow.board.advance(number.min(flow.board.end()), |_, _| {}),
                    5 => {
                        flow.board.declare_lost(number);
                    }
                    6 => flow.board.revoke_losses(),
                    _ => {}
                }
                let mut board = flow.board.clone();
                let window = Span::from_s(0.001 * count as f64);
                let expected = plain.detect(&flow.rack, at, window, &mut board);
                let mut lost = Vec::new();
                let has_to_detect = flow.rack.has_to_detect(&flow.board);
                let wait = flow.rack.detect(at, window, &mut flow.board, |n, _| lost.push(n));
                prop_assert!(has_to_detect || expected == (Vec::new(), None));
                prop_assert_eq!((lost, wait), expected);
            }
        }
    }
}
