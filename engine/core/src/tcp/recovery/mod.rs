//! Loss recovery: what acknowledgements and timeouts do.
//!
//! Tahoe, Reno and NewReno count duplicate acknowledgements (`duplicates`). SACK and RACK know which
//! segments arrived (`selective`, with `tail` for RACK's probes). Both share what is here: the timers,
//! what happens when the retransmission timer runs out, marks, and idle times; `spurious` undoes
//! timeouts that came too early, for both.

pub(super) mod board;
mod duplicates;
mod idle;
mod marks;
mod selective;
pub(super) mod spurious;
mod tail;

use super::config::{Recovery, TcpConfig};
use super::sender::{Cause, Phase, Sender};
use crate::cc::{Controller, Window};
use crate::time::Time;
use board::Board;

/// What a sender's timer is set for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Timer {
    /// Retransmission after a timeout.
    Retransmission,
    /// RACK: segments overtaken by others are lost then.
    Reordering,
    /// RACK: a probe for a lost tail.
    Probe,
}

impl Sender {
    /// The retransmission timer has run out: RFC 6298 rules (5.4) to (5.6), RFC 5681 Section 3.1.
    pub(super) fn on_retransmission_timeout(&mut self, now: Time, config: &TcpConfig) {
        self.counters.timeouts += 1;
        let again = self.phase == Phase::Loss;
        self.begin_doubt(now, config);
        let mut loss = self.loss(now, 0);
        loss.lost = self.lose_what_timed_out(now, config);
        self.controller.on_timeout(&mut self.window, &loss, again);
        self.cause = Cause::Timeout;
        self.phase = Phase::Loss;
        self.recover = self.high;
        self.marks.reacted = self.high;
        self.duplicates = 0;
        self.inflation = 0;
        self.beyond = 0;
        self.timed = None;
        self.rtt.back_off();
        self.restart_timer(now, config);
        self.allowance = u32::MAX;
    }

    /// What a timeout leaves to be sent again; the number of segments declared lost.
    fn lose_what_timed_out(&mut self, now: Time, config: &TcpConfig) -> u32 {
        self.retransmit = None;
        if config.recovery.is_selective() {
            return self.lose_selected(now, None, config);
        }
        self.next = self.unacked;
        self.lose_first(now);
        1
    }

    /// Tells a controller that wants to know of each loss that the first outstanding segment is lost.
    fn lose_first(&mut self, now: Time) {
        if !self.controller.samples_rate() {
            return;
        }
        let number = self.unacked;
        if let Some(board) = &mut self.board
            && let Some(record) = board.segments.get(number)
        {
            let lost = board.sampler.on_lost(number, &record.stamp);
            self.controller.on_packet_lost(&mut self.window, now, &lost);
        }
    }

    /// Sets the window during recovery, unless the controller does.
    fn set_window(&mut self, cwnd: f64, cause: Cause) {
        if !self.controller.follows_recovery() {
            let before = self.window.cwnd;
            self.window.set(cwnd);
            if self.window.cwnd != before {
                self.cause = cause;
            }
        }
    }

    /// Another controller takes over while the flow runs. One that leaves the window to loss recovery
    /// needs something to come down to, which a model of the path has not set.
    pub(super) fn change_controller(&mut self, now: Time, old: &TcpConfig, new: &TcpConfig) {
        // What would be given back belongs to the controller that goes.
        self.confirm_timeout(now, old);
        let followed = self.controller.follows_recovery();
        self.controller = new.congestion_control.start(self.pacer.rng());
        let in_recovery = self.is_recovering();
        if followed && in_recovery && !self.controller.follows_recovery() {
            let loss = self.loss(now, 0);
            self.controller.on_loss(&mut self.window, &loss);
            if let Some(board) = &mut self.board {
                board.prr.aim_at(flight_after_loss(&self.window));
            }
        }
    }

    /// Goes over to another kind of recovery, timing or control while the flow runs. A recovery under
    /// way goes on from the first hole.
    pub(super) fn change_recovery(&mut self, now: Time, old: &TcpConfig, new: &TcpConfig) {
        let kind = |recovery: Recovery| (recovery.is_selective(), recovery == Recovery::Rack);
        let changes = kind(old.recovery) != kind(new.recovery);
        let is = new.recovery.is_selective();
        let needed = Board::needed(new, &self.controller);
        if needed && (self.board.is_none() || changes) {
            let (outstanding, rtt) = (self.unacked..self.high, self.rtt.latest());
            let afresh = || Box::new(Board::of_outstanding(outstanding, now, rtt));
            let mut board = self.board.take().unwrap_or_else(afresh);
            board.resume(new.recovery, rtt);
            self.board = Some(board);
        } else if !needed {
            self.board = None;
        }
        if !changes {
            return;
        }
        self.doubt = None;
        self.duplicates = 0;
        self.inflation = 0;
        self.retransmit = None;
        self.allowance = u32::MAX;
        self.beyond = 0;
        if is {
            self.next = self.high;
        }
        if self.phase != Phase::Open {
            self.phase = Phase::Loss;
            self.recover = self.high;
            if is {
                self.lose_selected(now, None, new);
            } else {
                self.next = self.unacked;
            }
        }
        if self.timeout_at != Time::NEVER {
            self.restart_timer(now, new);
        }
    }
}

/// Whether recovery sets the window by proportional rate reduction.
fn reduces_in_proportion(config: &TcpConfig) -> bool {
    config.recovery == Recovery::Rack
}

/// What recovery aims at: the window that the controller has left, two segments at least (RFC 5681
/// Equation (4)).
fn flight_after_loss(window: &Window) -> f64 {
    if window.cwnd < 2.0 { 2.0 } else { window.cwnd }
}
