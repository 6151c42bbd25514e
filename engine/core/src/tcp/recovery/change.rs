//! Change to another kind of recovery, timing or control during a run.

use super::{losses, spurious};
use crate::cc::Controller;
use crate::tcp::board::Board;
use crate::tcp::config::{Recovery, TcpConfig};
use crate::tcp::numbers::MaybeNumber;
use crate::tcp::phase::Phase;
use crate::tcp::tcb::Tcb;
use crate::time::Time;

/// Another controller takes over. One that leaves the window to loss recovery needs something to come
/// down to, which a model of the path has not set.
pub fn controller(
    tcb: &mut Tcb,
    mut board: Option<&mut Board>,
    now: Time,
    old: &TcpConfig,
    new: &TcpConfig,
) {
    // What would be given back belongs to the controller that goes.
    spurious::confirm(tcb, board.as_deref_mut(), now, old);
    tcb.doubt = None;
    let followed = tcb.controller.follows_recovery();
    tcb.controller = new.congestion_control.start(&tcb.pacer.rng().state());
    if followed && tcb.is_recovering() && !tcb.controller.follows_recovery() {
        let loss = tcb.loss(now, 0);
        tcb.controller.on_loss(&mut tcb.window, &loss);
        if let Some(board) = board {
            board.prr.set_target(tcb.flight_after_loss());
        }
    }
}

/// Changes to another kind of recovery, with the records that it needs. A recovery in progress continues from the
/// first missing segment.
pub fn recovery(
    tcb: &mut Tcb,
    board: &mut Option<Box<Board>>,
    now: Time,
    old: &TcpConfig,
    new: &TcpConfig,
) {
    let kind = |recovery: Recovery| {
        let selective = recovery.is_selective();
        (selective, selective.then_some(recovery))
    };
    let changes = kind(old.recovery) != kind(new.recovery);
    change_records(tcb, board, now, changes, new);
    if changes {
        start_over(tcb, board.as_deref_mut(), now, new);
    }
}

/// Begins records, goes on with them as another kind of recovery, or gives them up.
fn change_records(
    tcb: &Tcb,
    board: &mut Option<Box<Board>>,
    now: Time,
    recovery_changes: bool,
    new: &TcpConfig,
) {
    if !Board::needed(new, &tcb.controller) {
        *board = None;
        return;
    }
    let rtt = tcb.rtt.latest();
    let is_new = board.is_none();
    let afresh = || Box::new(Board::of_outstanding(tcb.unacked..tcb.high, now));
    let board = board.get_or_insert_with(afresh);
    if is_new || recovery_changes {
        board.resume(new.recovery, rtt);
    }
    board.sample_rates(tcb.controller.samples_rate(), now, rtt);
}

/// Forgets what the former recovery was about.
fn start_over(tcb: &mut Tcb, board: Option<&mut Board>, now: Time, new: &TcpConfig) {
    let selective = !new.recovery.counts_duplicates();
    tcb.doubt = None;
    tcb.duplicates = 0;
    tcb.inflation = 0;
    tcb.retransmit = MaybeNumber::NONE;
    tcb.allowance = u32::MAX;
    tcb.beyond = 0;
    if selective {
        tcb.next = tcb.high;
    }
    if tcb.phase != Phase::Open {
        tcb.phase = Phase::Loss;
        tcb.recover = tcb.high;
        if selective {
            losses::after_timeout(tcb, board, now, None, new);
        } else {
            tcb.next = tcb.unacked;
        }
    }
    if tcb.timeout_at != Time::NEVER {
        tcb.restart_timer(now);
    }
}
