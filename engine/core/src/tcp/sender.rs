//! Sender: choice of the next segment, and reaction to acknowledgments and timeouts.
//!
//! It does no I/O and reads no clock: each call gives it the event and the time, and then takes segments until none
//! is left. Sequence numbers count segments; with a handshake, the first one of a connection is the SYN. The first
//! connection of a flow begins at 0, each further one ([`Sender::reopen`]) after the previous one, so that late
//! packets of an earlier connection are recognized by their number.
//!
//! The state is in the control block (`tcb`) and on the board; `recovery/` changes it at acknowledgments and
//! timeouts: one file for recoveries that count duplicates, others for those that know which segments arrived.
//!
//! Sources: RFC 5681 (fast retransmit and recovery), RFC 6582 (NewReno), RFC 6675 (SACK), RFC 8985 (RACK-TLP), RFC
//! 3042 (limited transmit), RFC 6298 (timer). Where the RFCs leave room, details follow the agents of ns-2.35,
//! which the papers used: after a timeout everything outstanding is sent again from the first unacknowledged
//! segment, and there is no second fast retransmit before the highest segment sent at the last one is acknowledged
//! (`bugFix_`, RFC 6582 Section 3.2).

mod observe;

use super::board::Board;
use super::config::{Recovery, TcpConfig};
use super::idle;
use super::notes::{AckNote, Header};
use super::recovery::{change, duplicates, next_seg, sack1, selective, tail, timeout};
use super::tcb::{self, Tcb};
use crate::cc::Controller;
use crate::rng::{LazyRng, Rng};
use crate::time::Time;

pub use super::phase::{Cause, Phase, SenderCounters};
pub use super::tcb::Timer;
pub use super::tcb::send::Segment;
pub use observe::AVOIDANCE;

/// Sender of one flow.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Sender {
    /// Records of the outstanding segments, where recovery, timing or the controller needs them.
    board: Option<Box<Board>>,
    tcb: Tcb,
}

impl Sender {
    /// A sender that has sent nothing yet; `rng` is the flow's own.
    #[must_use]
    pub fn new(config: &TcpConfig, rng: Rng) -> Sender {
        Sender::starting_at(0, config, rng.into())
    }

    /// Creates a sender whose first segment has number `first`.
    #[must_use]
    pub fn starting_at(first: u64, config: &TcpConfig, rng: LazyRng) -> Sender {
        let tcb = Tcb::new(first, config, rng);
        let samples_rate = tcb.controller.samples_rate();
        let board = Board::needed(config, &tcb.controller)
            .then(|| Box::new(Board::starting_at(first, config.recovery, samples_rate)));
        Sender { board, tcb }
    }

    /// The next connection of the flow begins in place, as a new sender would, with `segments` to send, a
    /// SYN not counted; whatever the one before still had to send is given up. Chance goes on, counters
    /// count on, memory is used again.
    ///
    /// Its first number, which the receiver needs too.
    pub fn reopen(&mut self, segments: u64, config: &TcpConfig) -> u64 {
        // As if the earlier connection's FIN had taken a number: its last acknowledgment is below the first.
        let first = self.tcb.high + 1;
        self.tcb.reopen(first, config);
        self.send_only(segments, config);
        self.reopen_board(config);
        first
    }

    fn reopen_board(&mut self, config: &TcpConfig) {
        let (first, recovery) = (self.tcb.first, config.recovery);
        let samples_rate = self.tcb.controller.samples_rate();
        match &mut self.board {
            board if !Board::needed(config, &self.tcb.controller) => *board = None,
            Some(board) => board.restart_at(first, recovery, samples_rate),
            board => {
                let fresh = Board::starting_at(first, recovery, samples_rate);
                *board = Some(Box::new(fresh));
            }
        }
    }

    /// Handles an acknowledgment: everything before `number` has been received. An acknowledgment of an earlier
    /// connection is ignored.
    #[inline]
    pub fn on_ack(&mut self, now: Time, number: u64, config: &TcpConfig) {
        if config.recovery.is_selective() {
            self.on_annotated_ack(now, number, &AckNote::NONE, config);
        } else {
            // Our receiver acknowledges nothing that was not sent. A number below what is acknowledged, as
            // of an earlier connection, says nothing.
            debug_assert!(number <= self.tcb.high, "{number} was not sent");
            let board = self.board.as_deref_mut();
            duplicates::on_ack(&mut self.tcb, board, now, number, None, config);
        }
    }

    /// Handles an acknowledgment with a note.
    pub fn on_annotated_ack(&mut self, now: Time, number: u64, note: &AckNote, config: &TcpConfig) {
        if number < self.tcb.first {
            return;
        }
        let number = number.min(self.tcb.high);
        match config.recovery {
            Recovery::Sack | Recovery::Rack => {
                let (tcb, board) = self.with_records();
                selective::on_ack(tcb, board, now, number, note, config);
            }
            Recovery::SackNs2 => {
                let (tcb, board) = self.with_records();
                sack1::on_ack(tcb, board, now, number, note, config);
            }
            Recovery::Tahoe | Recovery::Reno | Recovery::Newreno => {
                let board = self.board.as_deref_mut();
                duplicates::on_ack(&mut self.tcb, board, now, number, Some(note), config);
            }
        }
    }

    /// The timer runs out, if it is due: for most flows the retransmission timer.
    pub fn on_timeout(&mut self, now: Time, config: &TcpConfig) {
        let tcb = &mut self.tcb;
        if now < tcb.timeout_at {
            return;
        }
        match (tcb.timer, self.board.as_deref_mut()) {
            (Timer::Reordering, Some(board)) => {
                selective::on_reordering_timeout(tcb, board, now, config);
            }
            (Timer::Probe, Some(board)) => tail::on_probe_timeout(tcb, board, now),
            (Timer::Hold, _) => tcb.release(now),
            (_, board) => timeout::on_timeout(tcb, board, now, config),
        }
    }

    /// The next segment to send now, if any.
    #[inline]
    pub fn next_segment(&mut self, now: Time, config: &TcpConfig) -> Option<Segment> {
        if self.tcb.is_special {
            return self.next_special(now, config);
        }
        duplicates::next_segment(&mut self.tcb, self.board.as_deref_mut(), now, config)
    }

    /// The next segment where there is more to look at: see [`Tcb::is_special`].
    #[inline(never)]
    fn next_special(&mut self, now: Time, config: &TcpConfig) -> Option<Segment> {
        if self.tcb.is_held() {
            self.tcb.waits_for_pacer = false;
            return None;
        }
        idle::resume(&mut self.tcb, now, config);
        if config.train_packets <= 1 {
            return self.next_by_recovery(now, config);
        }
        if !self.tcb.train_may_leave(now, config) {
            self.tcb.waits_for_pacer = false;
            return None;
        }
        let segment = self.next_by_recovery(now, config);
        if segment.is_some() {
            self.tcb.supply.train = self.tcb.supply.train.saturating_sub(1);
        } else if !self.tcb.waits_for_pacer {
            self.tcb.supply.train = 0;
        }
        segment
    }

    #[inline(always)]
    fn next_by_recovery(&mut self, now: Time, config: &TcpConfig) -> Option<Segment> {
        match config.recovery {
            Recovery::Sack | Recovery::Rack => {
                let (tcb, board) = self.with_records();
                next_seg::next_segment(tcb, board, now, config)
            }
            Recovery::SackNs2 => {
                let (tcb, board) = self.with_records();
                sack1::next_segment(tcb, board, now, config)
            }
            Recovery::Tahoe | Recovery::Reno | Recovery::Newreno => {
                duplicates::next_segment(&mut self.tcb, self.board.as_deref_mut(), now, config)
            }
        }
    }

    /// Returns the header of a segment sent at `now`.
    #[must_use]
    #[inline]
    pub fn header(&mut self, segment: &Segment, now: Time, config: &TcpConfig) -> Header {
        self.tcb.header(segment, now, config)
    }

    /// Returns the time at which pacing permits the next segment; [`Time::NEVER`] if no segment waits for it.
    #[must_use]
    #[inline]
    pub fn paced_until(&self) -> Time {
        if self.tcb.waits_for_pacer {
            self.tcb.pacer.next_at()
        } else {
            Time::NEVER
        }
    }

    /// Returns the expiry of the timer; [`Time::NEVER`] if it is off.
    #[must_use]
    pub fn timeout_at(&self) -> Time {
        self.tcb.timeout_at
    }

    /// Limits the data to this number of segments, without the SYN.
    pub fn send_only(&mut self, segments: u64, config: &TcpConfig) {
        self.tcb.end = self.tcb.first + segments + u64::from(config.handshake);
    }

    /// Number of the connection's first segment; 0 until it is [reopened](Sender::reopen).
    #[must_use]
    pub fn first(&self) -> u64 {
        self.tcb.first
    }

    /// Whether a segment is the SYN that opens the connection.
    #[must_use]
    #[inline]
    pub fn is_syn(&self, number: u64, config: &TcpConfig) -> bool {
        self.tcb.is_syn(number, config)
    }

    /// Returns one past the last number to send; the largest value for an endless flow.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.tcb.end
    }

    /// Whether the SYN of this connection has been sent more than once.
    #[must_use]
    pub fn syn_sent_again(&self) -> bool {
        self.tcb.syn_sent_again
    }

    /// Another connection begins, of which nothing has been sent yet.
    pub fn forget_handshake(&mut self) {
        self.tcb.syn_sent_again = false;
    }

    /// The connection, which has sent nothing yet, follows a SYN of the other side that was sent more than once:
    /// see RFC 5681 Section 3.1.
    pub fn begin_after_lost_syn(&mut self, config: &TcpConfig) {
        self.tcb.begin_after_lost_syn(config);
    }

    /// Whether everything there is to send has been acknowledged.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.tcb.unacked >= self.tcb.end
    }

    /// Sets the end of the data to send.
    pub fn send_until(&mut self, end: u64) {
        self.tcb.end = end;
    }

    /// Like [`reopen`](Self::reopen), with a stream that has no end.
    pub fn reopen_endless(&mut self, config: &TcpConfig) {
        self.reopen(0, config);
        self.tcb.end = u64::MAX;
    }

    /// Limits the packets in flight, to at least one, until the sender is [reopened](Sender::reopen).
    pub fn limit_window(&mut self, packets: f64) {
        let window = &mut self.tcb.window;
        window.max = libm::fmax(1.0, libm::fmin(window.max, packets));
        window.ssthresh = libm::fmin(window.ssthresh, window.max);
        window.set(window.cwnd);
    }

    /// Limits the rate of segments, headers included, to `rate_bps`: the wish of the application for its present data.
    pub fn limit_rate(&mut self, rate_bps: Option<u64>, config: &TcpConfig) {
        let rate = rate_bps.map(|rate_bps| config.segment_rate(rate_bps as f64));
        self.tcb.pacer.limit_rate(rate);
    }

    /// Sends nothing new from now on.
    pub fn stop(&mut self) {
        self.tcb.end = self.tcb.high;
    }

    /// Applies parameters that changed during a run.
    pub fn reconfigure(&mut self, now: Time, old: &TcpConfig, new: &TcpConfig) {
        let Sender { board, tcb } = self;
        tcb.change_largest_window(old, new);
        if old.congestion_control != new.congestion_control {
            change::controller(tcb, board.as_deref_mut(), now, old, new);
        }
        if old.pacing != new.pacing
            || old.max_pacing_rate_bps != new.max_pacing_rate_bps
            || old.congestion_control != new.congestion_control
        {
            tcb.pacer.forget();
        }
        tcb.rtt.reconfigure(new);
        tcb.cause = Cause::Start;
        tcb.is_special = tcb::is_special(new) || tcb.supply.ran_out();
        change::recovery(tcb, board, now, old, new);
    }

    /// Returns the scoreboard and the RACK state.
    fn with_records(&mut self) -> (&mut Tcb, &mut Board) {
        let Some(board) = &mut self.board else {
            unreachable!("a sender with selective acknowledgments keeps records");
        };
        (&mut self.tcb, board)
    }
}

#[cfg(test)]
mod tests;
