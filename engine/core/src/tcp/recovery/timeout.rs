//! Expiry of the retransmission timer.
//!
//! Source: RFC 6298 rules (5.4) to (5.6), RFC 5681 Section 3.1. As in ns-2.35, everything outstanding is sent again
//! from the first unacknowledged segment. A lost SYN is not a sign of congestion, except in ns-2: see
//! [`Tcb::establish`].

use super::{losses, spurious};
use crate::tcp::board::Board;
use crate::tcp::config::TcpConfig;
use crate::tcp::numbers::MaybeNumber;
use crate::tcp::phase::{Cause, Phase};
use crate::tcp::tcb::{Tcb, Timed};
use crate::time::Time;

/// The retransmission timer has run out.
pub fn on_timeout(tcb: &mut Tcb, board: Option<&mut Board>, now: Time, config: &TcpConfig) {
    tcb.counters.timeouts += 1;
    spurious::begin(tcb, now, config);
    if tcb.awaits_syn_ack(config) && !config.reduces_at_every_timeout() {
        lose_syn(tcb, board);
    } else {
        let in_flight = tcb.flight();
        let lost = declare_lost_at_timeout(tcb, board, now, config);
        tcb.reduce_for_timeout(now, in_flight, lost, config);
    }
    tcb.cause = Cause::Timeout;
    tcb.phase = Phase::Loss;
    tcb.recover = tcb.high;
    tcb.duplicates = 0;
    tcb.inflation = 0;
    tcb.beyond = 0;
    tcb.timed = Timed::NONE;
    tcb.rtt.back_off(config);
    tcb.restart_timer(now);
    tcb.allowance = u32::MAX;
}

/// Sends the SYN again. The controller, which has not started yet, is not notified, and the threshold stays.
fn lose_syn(tcb: &mut Tcb, board: Option<&mut Board>) {
    tcb.syn_sent_again = true;
    tcb.retransmit = tcb.first.into();
    if let Some(board) = board {
        board.segments.declare_lost(tcb.first);
    }
}

/// Declares the segments to send again after a timeout, and returns their number.
fn declare_lost_at_timeout(
    tcb: &mut Tcb,
    mut board: Option<&mut Board>,
    now: Time,
    config: &TcpConfig,
) -> u32 {
    tcb.retransmit = MaybeNumber::NONE;
    if !config.recovery.counts_duplicates() {
        return losses::after_timeout(tcb, board, now, None, config);
    }
    tcb.next = tcb.unacked;
    if let Some(board) = &mut board {
        board.holes.on_timeout();
    }
    losses::notify_first_loss(tcb, board, now);
    1
}
