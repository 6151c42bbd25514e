//! Needless fast recoveries: detection and response.
//!
//! If segments overtake each other, a recovery begins although nothing is lost. Eifel compares the timestamp of the first
//! acknowledgment of new data: if it is older than the first retransmission, it answers the original. D-SACK waits until
//! the receiver has reported every segment that was sent again as a duplicate, a round trip later. Both restore the window.
//!
//! Sources: RFC 3522 for Eifel, RFC 3708 for D-SACK (Linux `tcp_try_undo_dsack`), RFC 4015 Section 3.2 for the response.
//! Controllers with a model of the path restore their window themselves. Unlike in RFC 4015, the estimate of the timer is
//! not changed.

use crate::cc::Controller;
use crate::tcp::board::Board;
use crate::tcp::config::{SpuriousRecovery, TcpConfig};
use crate::tcp::notes::AckNote;
use crate::tcp::numbers::MaybeNumber;
use crate::tcp::phase::{Cause, Phase};
use crate::tcp::tcb::{Doubt, RecoveryCheck, Saved, Tcb};

/// Saves the state before a fast recovery changes the window.
pub fn begin(tcb: &mut Tcb, config: &TcpConfig) {
    let is_off = config.spurious_recovery == SpuriousRecovery::Off;
    if is_off || tcb.timeout_check().is_some() {
        return;
    }
    tcb.doubt = (!tcb.controller.follows_recovery()).then(|| {
        let check = RecoveryCheck::new(tcb.saved(), tcb.unacked);
        Box::new(Doubt::Recovery(check))
    });
}

/// Handles an acknowledgment while there is doubt about the last recovery, `advanced`: of new data. A congestion mark was
/// a reason for a smaller window.
#[inline(never)]
pub fn resolve(
    tcb: &mut Tcb,
    board: &mut Board,
    advanced: bool,
    note: &AckNote,
    config: &TcpConfig,
) {
    let Some(check) = tcb.recovery_check() else {
        return;
    };
    let decided = if note.congestion {
        Some(false)
    } else {
        check.decide(advanced, note, config.spurious_recovery)
    };
    let Some(was_needless) = decided else {
        return;
    };
    if let Some(Doubt::Recovery(check)) = tcb.doubt.take().map(|doubt| *doubt)
        && was_needless
    {
        undo(tcb, board, &check.saved, config);
    }
}

/// The window is given back, but not reduced, if it has grown since. A recovery in progress ends.
fn undo(tcb: &mut Tcb, board: &mut Board, saved: &Saved, config: &TcpConfig) {
    let present = tcb.window;
    tcb.restore(saved, config);
    tcb.window.ssthresh = libm::fmax(tcb.window.ssthresh, present.ssthresh);
    tcb.window.set(libm::fmax(tcb.window.cwnd, present.cwnd));
    tcb.cause = Cause::Undo;
    if tcb.is_recovering() {
        tcb.phase = Phase::Open;
        tcb.retransmit = MaybeNumber::NONE;
        board.rack.on_recovered();
        board.segments.revoke_losses();
    }
}
