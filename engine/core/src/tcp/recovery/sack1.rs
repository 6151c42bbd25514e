//! SACK recovery of ns-2's Sack1.
//!
//! Outside recovery it counts duplicates as Reno does, except that a duplicate must report a new arrival. In
//! recovery a segment leaves whenever less is in the pipe than the window permits: the next hole, else a new
//! segment. Each acknowledgment subtracts one from the pipe and a partial one two, so that holes are repaired no
//! slower than in slow start. Lost segments stay in the count, so after many losses the sender waits where RFC 6675
//! sends: in ns-2, utilization with small buffers is 0.01 to 0.03 lower. After a timeout everything is sent again,
//! whatever had arrived.
//!
//! Sources: Fall and Floyd, "Simulation-based comparisons of Tahoe, Reno, and SACK TCP", CCR 26(3), 1996, Section
//! 5; ns-2.35 `tcp-sack1.cc` with its defaults (`partial_ack_`, `LimTransmitFix_` and `oldCode_` off).

use super::duplicates::{self, Partial};
use crate::tcp::board::Board;
use crate::tcp::config::TcpConfig;
use crate::tcp::marks;
use crate::tcp::notes::AckNote;
use crate::tcp::phase::Phase;
use crate::tcp::tcb::Tcb;
use crate::tcp::tcb::send::Segment;
use crate::time::Time;

/// Handles an acknowledgment at the sender.
pub fn on_ack(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    note: &AckNote,
    config: &TcpConfig,
) {
    if tcb.is_recovering() {
        on_ack_in_recovery(tcb, board, now, number, note, config);
    } else if number > tcb.unacked {
        board.holes.clear();
        duplicates::on_ack(tcb, Some(board), now, number, Some(note), config);
    } else if number == tcb.unacked && board.holes.record(number, note) {
        duplicates::on_ack(tcb, Some(board), now, number, Some(note), config);
        if tcb.is_recovering() {
            begin(tcb, board, config);
        }
    }
}

/// Fast recovery has begun: nothing but the first segment leaves now. ns-2: `pipe_ = maxseq_ -
/// highest_ack_ - numdupacks`.
fn begin(tcb: &mut Tcb, board: &mut Board, config: &TcpConfig) {
    let gone = config.duplicate_ack_threshold;
    tcb.inflation = 0;
    tcb.allowance = 0;
    board
        .holes
        .begin(tcb.unacked, tcb.outstanding().saturating_sub(gone));
}

fn on_ack_in_recovery(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    note: &AckNote,
    config: &TcpConfig,
) {
    let (marked, _) = marks::take(tcb, number, note);
    board.holes.take_out();
    if number >= tcb.recover {
        board.holes.clear();
        duplicates::on_new_ack(tcb, Some(board), now, number, Some(note), marked, config);
        // ns-2 forgets it here: whatever is lost from now on may begin another recovery.
        tcb.recover = tcb.first;
        return;
    }
    if number > tcb.unacked {
        board.holes.take_out();
        let partial = Partial {
            number,
            repaired: true,
            marked,
            reported: 0,
        };
        duplicates::advance_in_recovery(tcb, Some(board), now, &partial, Some(note), config);
        tcb.settle_timer(now);
        tcb.rtt.end_back_off(config);
        tcb.phase = Phase::Recovery { repaired: true };
    }
    board.holes.record(number.max(tcb.unacked), note);
    tcb.allowance = u32::MAX;
}

/// The next segment that window and pace allow.
pub fn next_segment(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    config: &TcpConfig,
) -> Option<Segment> {
    if tcb.retransmit.get().is_some() || !tcb.is_recovering() {
        return duplicates::next_segment(tcb, Some(board), now, config);
    }
    let Some(number) = candidate(tcb, board, config) else {
        tcb.waits_for_pacer = false;
        return None;
    };
    if now < tcb.pacer.next_at() {
        tcb.waits_for_pacer = true;
        return None;
    }
    Some(send(tcb, board, now, number, config))
}

/// Sends the next hole, or else the next new segment, while there is room in the pipe.
fn candidate(tcb: &mut Tcb, board: &mut Board, config: &TcpConfig) -> Option<u64> {
    let room = board.holes.pipe() < i64::from(tcb.allowed_in_flight(config));
    if tcb.allowance == 0 || !room {
        return None;
    }
    if let Some(hole) = board.holes.next() {
        return Some(hole);
    }
    let out = tcb.flight();
    if tcb.next >= tcb.end {
        tcb.note_supply(Some(board), out, true);
        return None;
    }
    tcb.receiver_lets(out, config).then_some(tcb.next)
}

fn send(tcb: &mut Tcb, board: &mut Board, now: Time, number: u64, config: &TcpConfig) -> Segment {
    let fills_a_hole = number < tcb.next;
    board.holes.on_sent(number, fills_a_hole);
    if !fills_a_hole {
        tcb.next += 1;
    }
    if number == tcb.high {
        return tcb.send_new(Some(board), now, number, config);
    }
    let segment = tcb.send_again(Some(board), now, number);
    tcb.start_timer(now);
    tcb.pace(now, config);
    segment
}
