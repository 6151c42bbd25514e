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
#[derive(Clone, Debug)]
pub struct Rack {
    /// Which sending was the last among those delivered.
    newest: Option<u64>,
    /// Round-trip time of this segment.
    rtt: Span,
    min_rtt: Option<Span>,
    /// Behind the highest segment delivered.
    highest: u64,
    reordering_seen: bool,
    /// Quarters of the shortest round trip allowed for reordering.
    quarters: u32,
    /// Recoveries left until that is one again.
    persist: u32,
    /// A needless retransmission counts once until this is acknowledged.
    duplicate_until: Option<u64>,
    /// Transmissions in order; those that are over are still in it.
    order: VecDeque<Sent>,
}

#[derive(Clone, Copy, Debug)]
struct Sent {
    at: Time,
    number: u64,
    order: u64,
}

/// Recoveries during which a widened window persists (RFC 8985 Section 6.2 step 4).
const PERSIST: u32 = 16;

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
            newest: None,
            rtt: Span::ZERO,
            min_rtt: None,
            highest: 0,
            reordering_seen: false,
            quarters: 1,
            persist: 0,
            duplicate_until: None,
            order: VecDeque::new(),
        }
    }
}

impl Rack {
    /// Creates the state for a running flow with the latest round-trip time `rtt`.
    #[must_use]
    pub fn resuming(rtt: Option<Span>, board: &Scoreboard) -> Rack {
        let mut rack = Rack {
            rtt: rtt.unwrap_or(Span::ZERO),
            min_rtt: rtt,
            ..Rack::default()
        };
        for number in board.first()..board.end() {
            if let Some(record) = board.get(number) {
                rack.on_sent(number, record);
            }
        }
        // What was sent again left later than its number says.
        let order = rack.order.make_contiguous();
        order.sort_unstable_by_key(|sent| sent.order);
        rack
    }

    /// Forgets everything for a fresh connection. The memory serves again.
    pub fn restart(&mut self) {
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        *self = Rack {
            order,
            ..Rack::default()
        };
    }

    /// A segment has left, again or not; `record` is its record.
    pub fn on_sent(&mut self, number: u64, record: &Record) {
        self.order.push_back(Sent {
            at: record.stamp.sent,
            number,
            order: record.order,
        });
    }

    /// Handles the delivery of a segment (steps 1 to 3). `echoes_earlier`: the timestamp of the acknowledgment
    /// shows that it answers an earlier transmission.
    pub fn on_delivered(&mut self, now: Time, number: u64, record: &Record, echoes_earlier: bool) {
        let sent = record.stamp.sent;
        let rtt = now.since(sent);
        let again = record.times > 1;
        let ambiguous = !record.timed;
        if number >= self.highest {
            self.highest = number + 1;
        } else if !again {
            self.reordering_seen = true;
        }
        // Of one sent again that answers too soon it was the first sending; while no round trip has been
        // timed any is too soon, as in Linux.
        if ambiguous && (echoes_earlier || self.min_rtt.is_none_or(|min| rtt < min)) {
            return;
        }
        if !ambiguous && self.min_rtt.is_none_or(|min| rtt < min) {
            self.min_rtt = Some(rtt);
        }
        if self.newest.is_none_or(|newest| record.order > newest) {
            self.newest = Some(record.order);
            self.rtt = rtt;
        }
    }

    /// The receiver has had `unacked` acknowledged and says that a segment came twice: step 4.
    pub fn on_duplicate(&mut self, unacked: u64, next: u64) {
        if self.duplicate_until.is_none_or(|until| unacked >= until) {
            self.duplicate_until = Some(next);
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
        let min_rtt = self.min_rtt.unwrap_or(Span::ZERO);
        let window = Span(min_rtt.0 / 4 * u64::from(self.quarters));
        circumstances.srtt.map_or(window, |srtt| window.min(srtt))
    }

    /// Declares segments lost and calls `lost` with each: `RACK_detect_loss`. If some may be so later,
    /// how long to wait before looking again.
    pub fn detect(
        &mut self,
        now: Time,
        window: Span,
        board: &mut Scoreboard,
        mut lost: impl FnMut(u64, &Record),
    ) -> Option<Span> {
        let newest = self.newest?;
        while let Some(&sent) = self.order.front() {
            if self.is_over(&sent, board) {
                self.order.pop_front();
                continue;
            }
            if sent.order >= newest || now < sent.at + self.rtt + window {
                break;
            }
            self.order.pop_front();
            if let Some(record) = board.get(sent.number) {
                lost(sent.number, record);
            }
            board.declare_lost(sent.number);
        }
        // The last of those overtaken decides, so that one timer does for all.
        let overtaken = self
            .order
            .iter()
            .take_while(|sent| sent.order < newest)
            .filter(|sent| !self.is_over(sent, board))
            .last()?;
        Some((overtaken.at + self.rtt + window).since(now))
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
        mut lost: impl FnMut(u64, &Record),
    ) {
        for number in (first..board.end()).filter(|&number| Some(number) != keep) {
            let Some(&record) = board.get(number) else {
                continue;
            };
            let due = record.stamp.sent + self.rtt + window;
            if record.fate == Fate::InFlight && (number == first || due <= now) {
                lost(number, &record);
                board.declare_lost(number);
            }
        }
    }

    /// Whether a transmission no longer matters: acknowledged, sacked, lost, or sent again since.
    fn is_over(&self, sent: &Sent, board: &Scoreboard) -> bool {
        board
            .get(sent.number)
            .is_none_or(|record| record.fate != Fate::InFlight || record.order != sent.order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tcp::rate::RateSampler;

    fn ms(ms: u64) -> Time {
        Time(ms * 1_000_000_000)
    }

    struct Flow {
        rack: Rack,
        board: Scoreboard,
        sampler: RateSampler,
    }

    impl Flow {
        /// Segments 0, 1, … sent a millisecond apart.
        fn sent(segments: u64) -> Flow {
            let mut flow = Flow {
                rack: Rack::default(),
                board: Scoreboard::default(),
                sampler: RateSampler::default(),
            };
            for number in 0..segments {
                let at = ms(number);
                flow.send(at, number);
            }
            flow
        }

        fn send(&mut self, at: Time, number: u64) {
            let in_flight = number as u32;
            self.board.on_sent(self.sampler.on_sent(at, in_flight));
            self.rack.on_sent(number, self.board.get(number).unwrap());
        }

        fn sack(&mut self, now: Time, number: u64) {
            let rack = &mut self.rack;
            self.board.sack(number, number + 1, |number, record| {
                rack.on_delivered(now, number, record, false);
            });
        }

        fn again(&mut self, now: Time, number: u64) {
            let stamp = self.sampler.on_sent(now, 1);
            self.board.on_sent_again(number, stamp);
            self.rack.on_sent(number, self.board.get(number).unwrap());
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
        flow.send(ms(104), 6);
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
        flow.send(ms(108), 5);
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
}
