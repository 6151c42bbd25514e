//! RACK's timers, and the probe for a lost tail.
//!
//! When the last segments of a burst are lost there is nothing behind them to tell of it, and only
//! the retransmission timeout is left. Two round trips of silence earlier a probe is sent, the next
//! new segment or else the last one again; what it provokes lets RACK see the loss.
//!
//! Source: RFC 8985 Section 7. One timer serves for reordering, probe and retransmission (Section 8).

use super::super::config::TcpConfig;
use super::super::notes::AckNote;
use super::super::sender::{Cause, Phase, Sender};
use super::Timer;
use super::board::Board;
use crate::cc::Controller;
use crate::time::{Span, Time};

impl Sender {
    /// The probe timer has run out: `TLP_send_probe`.
    pub(in crate::tcp) fn on_probe_timeout(&mut self, now: Time, config: &TcpConfig) {
        self.restart_timer(now, config);
        let room = self.next - self.unacked < self.window.max as u32;
        let has_new = self.next < self.end && room;
        let Some(board) = &mut self.board else {
            return;
        };
        board.retransmission_at = self.timeout_at;
        // Section 7.3: not a second probe while one is out, nor one without a round trip timed since.
        if board.probe.is_some() || !board.timed_since_probe {
            return;
        }
        board.timed_since_probe = false;
        let end = self.high + u32::from(has_new);
        board.probe = Some((end, !has_new));
        if has_new {
            self.beyond = 1;
        } else {
            self.retransmit = board.segments.last_unsacked();
        }
    }

    /// What an acknowledgement says about a probe: `TLP_process_ack`.
    pub(super) fn settle_probe(
        &mut self,
        now: Time,
        number: u32,
        advanced: bool,
        note: &AckNote,
        board: &mut Board,
    ) {
        let Some((end, again)) = board.probe else {
            return;
        };
        if number < end {
            return;
        }
        let came_twice = note.duplicate == Some(end - 1);
        let says_nothing = !advanced && note.blocks().next().is_none();
        if !again || came_twice || (number == end && says_nothing) {
            board.probe = None;
        } else if number > end {
            // It repaired a loss, for else it would have been told of as a duplicate.
            board.probe = None;
            if self.phase == Phase::Open {
                let loss = self.loss(now, 1);
                self.controller.on_loss(&mut self.window, &loss);
                self.cause = Cause::FastRetransmit;
            }
        }
    }

    /// After an acknowledgement: the timer waits for reordering, else for a probe, else for the
    /// retransmission timeout.
    pub(super) fn set_rack_timer(
        &mut self,
        now: Time,
        wait: Option<Span>,
        advanced: bool,
        config: &TcpConfig,
    ) {
        let Some(board) = &mut self.board else {
            return;
        };
        if self.timer == Timer::Retransmission {
            board.retransmission_at = self.timeout_at;
        } else if !advanced && self.timer == Timer::Reordering {
            // Whatever it waited for has been looked at.
            self.timer = Timer::Retransmission;
            self.timeout_at = board.retransmission_at;
        }
        if let Some(wait) = wait
            && now + wait < board.retransmission_at
        {
            self.timer = Timer::Reordering;
            self.timeout_at = now + wait;
        } else if advanced {
            self.set_probe_timer(now, config);
        } else if self.timer == Timer::Probe && !self.may_probe(config) {
            self.give_up_probe();
        }
    }

    /// After a new segment or an acknowledgement of new data: the probe comes before the timeout.
    pub(super) fn set_probe_timer(&mut self, now: Time, config: &TcpConfig) {
        if self.timer == Timer::Reordering {
            return;
        }
        if !self.may_probe(config) {
            if self.timer == Timer::Probe {
                self.give_up_probe();
            }
            return;
        }
        let Some(board) = &mut self.board else {
            return;
        };
        if self.timer == Timer::Retransmission {
            board.retransmission_at = self.timeout_at;
        }
        let outstanding = self.high - self.unacked;
        let delayed = (config.delayed_ack).then(|| Span::from_s(config.delayed_ack_timeout_s));
        let silence = probe_timeout(self.rtt.srtt(), outstanding, delayed);
        let at = now + silence;
        if at < board.retransmission_at {
            self.timer = Timer::Probe;
            self.timeout_at = at;
        } else {
            self.timer = Timer::Retransmission;
            self.timeout_at = board.retransmission_at;
        }
    }

    fn give_up_probe(&mut self) {
        if let Some(board) = &self.board {
            self.timer = Timer::Retransmission;
            self.timeout_at = board.retransmission_at;
        }
    }

    /// Section 7.2: no loss is known or suspected, something is outstanding, no probe is out.
    fn may_probe(&self, config: &TcpConfig) -> bool {
        config.tail_loss_probe
            && self.phase == Phase::Open
            && self.high > self.unacked
            && self
                .board
                .as_ref()
                .is_some_and(|board| board.segments.sacked() == 0 && board.probe.is_none())
    }
}

/// `TLP_calc_PTO`: two round trips, more where a single segment's acknowledgement may be held back;
/// a second before the first round trip has been timed.
fn probe_timeout(srtt: Option<Span>, outstanding: u32, delayed_ack: Option<Span>) -> Span {
    match srtt {
        None => Span::from_s(1.0),
        Some(srtt) if outstanding == 1 => srtt + srtt + delayed_ack.unwrap_or(Span::ZERO),
        Some(srtt) => srtt + srtt,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probe_waits_two_round_trips_and_longer_for_a_single_segment() {
        let (srtt, held) = (Span::from_s(0.1), Span::from_s(0.04));
        assert_eq!(probe_timeout(Some(srtt), 5, Some(held)), Span::from_s(0.2));
        assert_eq!(probe_timeout(Some(srtt), 1, Some(held)), Span::from_s(0.24));
        assert_eq!(probe_timeout(Some(srtt), 1, None), Span::from_s(0.2));
        assert_eq!(probe_timeout(None, 1, Some(held)), Span::from_s(1.0));
    }
}
