//! Spurious timeouts: detection and response.
//!
//! If the round-trip time grows suddenly, the timer expires while no segment is lost. F-RTO sends two new segments
//! before it repeats others: if acknowledgments of earlier segments keep arriving, nothing was lost. Eifel compares
//! the timestamp of the first acknowledgment: if it is older than the retransmission, it answers the original. Both
//! restore the window.
//!
//! Sources: RFC 5682 Sections 2.1 and 3.1; RFC 3522; RFC 4015 Section 3.2 for the response. Unlike in RFC 4015, the
//! estimate of the timer is not changed. The controller returns to its state before the timeout.

use super::losses;
use crate::tcp::board::Board;
use crate::tcp::config::{SpuriousTimeout, TcpConfig};
use crate::tcp::notes::Timestamp;
use crate::tcp::numbers::MaybeNumber;
use crate::tcp::phase::{Cause, Phase};
use crate::tcp::tcb::{Doubt, Tcb, TimeoutCheck};
use crate::time::Time;

/// Saves the state before a timeout changes the window. Neither method applies during recovery (RFC 5682 Section
/// 2.1 step 1).
pub fn begin(tcb: &mut Tcb, now: Time, config: &TcpConfig) {
    let applies = match config.spurious_timeout {
        SpuriousTimeout::Off => false,
        // It would need data to send: not for a SYN.
        SpuriousTimeout::FRto => !tcb.awaits_syn_ack(config),
        SpuriousTimeout::Eifel => config.timestamps,
    };
    tcb.doubt = (applies && tcb.phase == Phase::Open).then(|| {
        Box::new(Doubt::Timeout(TimeoutCheck {
            saved: tcb.saved(),
            first: tcb.unacked,
            retransmitted: Timestamp::at(now),
            halfway: false,
        }))
    });
}

/// Data is acknowledged while there is doubt about the last timeout, `advanced`: cumulatively;
/// `fresh` segments of it have not been sent again.
pub fn resolve(
    tcb: &mut Tcb,
    board: Option<&mut Board>,
    now: Time,
    echo: Option<Timestamp>,
    advanced: bool,
    fresh: u32,
    config: &TcpConfig,
) {
    let (all, no_more) = (tcb.unacked >= tcb.recover, tcb.high >= tcb.end);
    let Some(spurious_check) = tcb.timeout_check() else {
        return;
    };
    match config.spurious_timeout {
        SpuriousTimeout::Eifel => {
            if echo.is_some_and(|e| e.is_before(spurious_check.retransmitted)) {
                restore_window(tcb, board, config);
            } else {
                confirm(tcb, board, now, config);
            }
        }
        _ if all => confirm(tcb, board, now, config),
        _ if spurious_check.halfway && fresh > 0 => restore_window(tcb, board, config),
        _ if spurious_check.halfway || !advanced || no_more => {
            confirm(tcb, board, now, config);
        }
        _ => {
            // Step 2b: two new segments instead of more retransmissions.
            spurious_check.halfway = true;
            tcb.next = tcb.high;
            tcb.allowance = 0;
            tcb.beyond = 2;
        }
    }
}

/// The timeout was right: everything outstanding is sent again.
#[inline(never)]
pub fn confirm(tcb: &mut Tcb, board: Option<&mut Board>, now: Time, config: &TcpConfig) {
    let Some(spurious_check) = tcb.take_timeout_check() else {
        return;
    };
    if tcb.phase != Phase::Loss {
        return;
    }
    tcb.beyond = 0;
    if !config.recovery.counts_duplicates() {
        // Unless it has been acknowledged, the first segment is already on its way again.
        let in_flight = (tcb.unacked == spurious_check.first).then_some(spurious_check.first);
        losses::after_timeout(tcb, board, now, in_flight, config);
    } else if spurious_check.halfway {
        tcb.next = tcb.unacked;
        // RFC 5682 step 3a: at most three segments.
        if tcb.window.cwnd > 3.0 {
            tcb.window.set(3.0);
        }
        tcb.allowance = u32::MAX;
    }
}

/// The timeout was needless: the window is given back (RFC 4015 steps (5) and (7)).
fn restore_window(tcb: &mut Tcb, board: Option<&mut Board>, config: &TcpConfig) {
    let Some(spurious_check) = tcb.take_timeout_check() else {
        return;
    };
    tcb.restore(&spurious_check.saved, config);
    tcb.phase = Phase::Open;
    tcb.retransmit = MaybeNumber::NONE;
    tcb.next = tcb.high;
    tcb.allowance = u32::MAX;
    if let Some(board) = board {
        board.segments.revoke_losses();
    }
    tcb.cause = Cause::Undo;
    tcb.news = Some(Cause::Undo);
}
