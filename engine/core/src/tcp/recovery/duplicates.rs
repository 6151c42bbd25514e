//! Recovery by counting duplicate acknowledgments: Tahoe, Reno and NewReno.
//!
//! A duplicate shows that some segment has left the network, but not which. Three duplicates mean that the first
//! outstanding segment is lost. Reno then inflates its window by one per further duplicate and ends recovery with
//! the first new acknowledgment. NewReno takes a partial acknowledgment as the sign of the next loss and stays in
//! recovery until all data outstanding at its start is acknowledged.
//!
//! Sources: RFC 5681 Section 3.2, RFC 6582 Section 3.2, RFC 3042, and the agents of ns-2.35.

use super::{losses, spurious};
use crate::cc::{Acked, Controller, RateSample};
use crate::tcp::board::Board;
use crate::tcp::config::{NewrenoTimer, Recovery, TcpConfig};
use crate::tcp::marks;
use crate::tcp::notes::AckNote;
use crate::tcp::numbers::MaybeNumber;
use crate::tcp::phase::{Cause, Phase};
use crate::tcp::tcb::send::Segment;
use crate::tcp::tcb::{Tcb, Timed};
use crate::time::{Span, Time};

/// Segments per acknowledgment during NewReno recovery (ns-2's `send_much(0, 0, 2)`).
const RECOVERY_BURST: u32 = 2;

/// An acknowledgment arrives; its blocks, if it has any, are not looked at.
#[inline(always)]
pub fn on_ack(
    tcb: &mut Tcb,
    board: Option<&mut Board>,
    now: Time,
    number: u64,
    note: Option<&AckNote>,
    config: &TcpConfig,
) {
    let (marked, reacts) = note.map_or((0, false), |note| marks::take(tcb, number, note));
    // An ACK that says nothing new takes nothing back either: a segment may be waiting for its pace.
    if number > tcb.unacked {
        tcb.allowance = 0;
        tcb.beyond = 0;
        on_new_ack(tcb, board, now, number, note, marked, config);
    } else if number == tcb.unacked && tcb.high > tcb.unacked {
        tcb.beyond = 0;
        on_duplicate_ack(tcb, board, now, config);
    }
    if reacts {
        marks::react(tcb, now, config);
    }
}

/// The next segment that window and pace allow.
#[inline(always)]
pub fn next_segment(
    tcb: &mut Tcb,
    board: Option<&mut Board>,
    now: Time,
    config: &TcpConfig,
) -> Option<Segment> {
    if let Some(number) = tcb.retransmit.take() {
        return Some(tcb.send_again(board, now, number));
    }
    let out = tcb.flight();
    let in_window = tcb.allowance > 0 && tcb.lets_in_flight(out, config);
    if tcb.next >= tcb.end || !(in_window || tcb.beyond > 0) {
        tcb.waits_for_pacer = false;
        if tcb.end != u64::MAX || tcb.supply.ran_out() {
            tcb.note_supply(board, out, in_window);
        }
        return None;
    }
    if now < tcb.pacer.next_at() {
        tcb.waits_for_pacer = true;
        return None;
    }
    if tcb.beyond > 0 {
        tcb.beyond -= 1;
    } else {
        tcb.allowance -= 1;
    }
    let number = tcb.next;
    tcb.next += 1;
    if number < tcb.high {
        let segment = tcb.send_again(board, now, number);
        tcb.start_timer(now);
        tcb.pace(now, config);
        return Some(segment);
    }
    Some(tcb.send_new(board, now, number, config))
}

/// Handles an acknowledgment of new data.
#[inline(always)]
pub fn on_new_ack(
    tcb: &mut Tcb,
    mut board: Option<&mut Board>,
    now: Time,
    number: u64,
    note: Option<&AckNote>,
    marked: u32,
    config: &TcpConfig,
) {
    if let Phase::Recovery { repaired } = tcb.phase
        && config.recovery == Recovery::Newreno
        && number < tcb.recover
    {
        let all = (number - tcb.unacked) as u32;
        let partial = Partial {
            number,
            repaired,
            marked,
            reported: reported_before(tcb, all),
        };
        on_partial_ack(tcb, board, now, partial, note, config);
        return;
    }
    on_complete_ack(tcb, board.as_deref_mut(), now, number, note, marked, config);
    tcb.allowance = u32::MAX;
    if tcb.timeout_check().is_some() {
        let echo = note.and_then(|note| note.echo);
        spurious::resolve(tcb, board, now, echo, true, 1, config);
    }
}

/// Handles an acknowledgment of new data that ends recovery or comes outside it.
#[inline(always)]
fn on_complete_ack(
    tcb: &mut Tcb,
    mut board: Option<&mut Board>,
    now: Time,
    number: u64,
    note: Option<&AckNote>,
    marked: u32,
    config: &TcpConfig,
) {
    let fast = tcb.is_recovering();
    let after_timeout = matches!(tcb.phase, Phase::Loss);
    let recovered = fast || (after_timeout && number >= tcb.recover);
    if recovered {
        tcb.phase = Phase::Open;
    }
    let all = (number - tcb.unacked) as u32;
    let reported = if fast { reported_before(tcb, all) } else { 0 };
    let (in_flight, packets) = (tcb.flight() - reported, all - reported);
    tcb.inflation = 0;
    tcb.duplicates = 0;
    tcb.retransmit = MaybeNumber::NONE;
    advance(tcb, number);
    let mut rtt = take_round_trip(tcb, now, number, config);
    let mut rate = None;
    if let Some(board) = board.as_deref_mut() {
        (rtt, rate) = take_samples(tcb, board, now, number, note, fast || after_timeout, config);
    }
    tcb.settle_timer(now);
    if fast {
        tcb.cause = Cause::RecoveryEnds;
    }
    if recovered {
        tcb.controller.on_recovered(&mut tcb.window, now);
    }
    let echoes = note.is_some_and(|note| note.congestion);
    if tcb.is_syn(number - 1, config) {
        let echo = note.and_then(|note| note.echo);
        tcb.establish(now, rtt, echo, config);
    } else if !(fast && config.recovery == Recovery::SackNs2) || tcb.controller.follows_recovery() {
        let acked = Acked {
            now,
            packets,
            unacked: tcb.since_first(number),
            next: tcb.since_first(tcb.next),
            in_flight,
            window_limited: tcb.is_window_limited(in_flight, config),
            is_paced: tcb.may_be_paced(config),
            in_recovery: false,
            marked: marks::among(packets, marked, echoes),
            echoes,
            rtt,
            srtt: tcb.rtt.srtt(),
            rate,
            earliest_departure: tcb.pacer.next_at(),
        };
        let state = board.as_ref().and_then(|_| tcb.controller.state());
        tcb.notify_ack(&acked);
        if board.is_some() {
            tcb.note_state(state);
        }
    }
}

/// Returns how many of the `all` newly acknowledged packets duplicate acknowledgments had already reported. For a
/// model of the path they are not new, however many the repair of one loss after another acknowledges
/// (`tcp_add_reno_sack` of Linux). In RFC 5681 and 6582, an ACK-clocked window makes no such difference.
fn reported_before(tcb: &Tcb, all: u32) -> u32 {
    if tcb.controller.follows_recovery() {
        tcb.inflation.min(all - 1)
    } else {
        0
    }
}

/// The round trip of the segment that was timed, if it is acknowledged now.
#[inline(always)]
fn take_round_trip(tcb: &mut Tcb, now: Time, number: u64, config: &TcpConfig) -> Option<Span> {
    let sent = tcb.timed.end(number)?;
    // With timestamps every acknowledgment times one.
    if !config.timestamps {
        tcb.rtt.sample(sent, now, config);
    }
    Some(now.since(sent))
}

/// Round trip and delivery rate by the records of what is newly acknowledged; `repaired`: while a
/// loss was being repaired, so that much of it had arrived before.
#[inline(never)]
fn take_samples(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    note: Option<&AckNote>,
    repaired: bool,
    config: &TcpConfig,
) -> (Option<Span>, Option<RateSample>) {
    let delivered = board.deliver(now, number, &AckNote::NONE, 0);
    if repaired {
        board.restart_sampling();
    }
    let rtt = delivered.newest.map(|sent| now.since(sent));
    let rate = board.sample_rate(rtt);
    if let Some(echo) = note.and_then(|note| note.echo) {
        tcb.rtt.sample_elapsed(echo.elapsed(now), now, config);
    }
    (rtt, rate)
}

/// An acknowledgment of some, not all, of what was outstanding at the loss.
pub struct Partial {
    /// Acknowledgment number: everything before it has arrived.
    pub number: u64,
    /// Whether it is not the first.
    pub repaired: bool,
    /// Number of marked segments that it reports.
    pub marked: u32,
    /// Number of segments before it that duplicate acknowledgments had reported, for a model of the path.
    pub reported: u32,
}

/// RFC 6582 Section 3.2 step 5: the next segment is lost too.
#[inline(never)]
fn on_partial_ack(
    tcb: &mut Tcb,
    board: Option<&mut Board>,
    now: Time,
    partial: Partial,
    note: Option<&AckNote>,
    config: &TcpConfig,
) {
    let number = partial.number;
    deflate(tcb, (number - tcb.unacked) as u32);
    // The impatient variant: the timer restarts for the first partial ACK only, so that many
    // losses end in a timeout rather than in one round trip each.
    if !partial.repaired || config.newreno_timer == NewrenoTimer::SlowButSteady {
        tcb.settle_timer(now);
    }
    tcb.phase = Phase::Recovery { repaired: true };
    advance_in_recovery(tcb, board, now, &partial, note, config);
    tcb.retransmit = number.into();
    tcb.allowance = RECOVERY_BURST;
}

/// Applies a partial acknowledgment to the sequence variables, the clock and the records, and notifies a controller
/// that models the path.
pub fn advance_in_recovery(
    tcb: &mut Tcb,
    board: Option<&mut Board>,
    now: Time,
    partial: &Partial,
    note: Option<&AckNote>,
    config: &TcpConfig,
) {
    let number = partial.number;
    let acked = (number - tcb.unacked) as u32 - partial.reported;
    let in_flight = tcb.flight() - partial.reported;
    advance(tcb, number);
    if tcb.timed.end(number).is_some() {
        tcb.rtt.end_back_off(config);
    }
    let Some(board) = board else {
        return;
    };
    let (rtt, mut rate) = take_samples(tcb, board, now, number, note, false, config);
    if let Some(rate) = &mut rate {
        // A hole per round trip understates what the path delivers.
        rate.app_limited = true;
    }
    // A controller that models the path is not notified of this loss: it occurred together with the first, and a
    // notification a round trip later would count as another loss.
    if tcb.controller.follows_recovery() {
        let acked = Acked {
            now,
            packets: acked,
            unacked: tcb.since_first(number),
            next: tcb.since_first(tcb.next),
            in_flight,
            window_limited: true,
            is_paced: tcb.may_be_paced(config),
            in_recovery: true,
            marked: marks::among(acked, partial.marked, note.is_some_and(|it| it.congestion)),
            echoes: note.is_some_and(|it| it.congestion),
            rtt,
            srtt: tcb.rtt.srtt(),
            rate,
            earliest_departure: tcb.pacer.next_at(),
        };
        tcb.notify_ack(&acked);
    }
}

/// Deflates the window by what was acknowledged, then adds one segment back.
fn deflate(tcb: &mut Tcb, acked: u32) {
    if tcb.inflation > acked {
        tcb.inflation -= acked - 1;
    } else {
        let cwnd = tcb.window.cwnd - f64::from(acked - tcb.inflation);
        tcb.set_window(cwnd, Cause::PartialAck);
        tcb.inflation = 1;
    }
}

#[inline(never)]
fn on_duplicate_ack(tcb: &mut Tcb, mut board: Option<&mut Board>, now: Time, config: &TcpConfig) {
    if tcb.timeout_check().is_some() {
        spurious::confirm(tcb, board.as_deref_mut(), now, config);
    }
    tcb.duplicates += 1;
    let threshold = config.duplicate_ack_threshold;
    if tcb.duplicates < threshold {
        let extra = config.limited_transmit && may_send_beyond_window(tcb);
        tcb.beyond = u32::from(extra);
        return;
    }
    if tcb.duplicates == threshold {
        if tcb.unacked > tcb.recover || tcb.recover == tcb.first {
            fast_retransmit(tcb, board, now, config);
        }
    } else if tcb.is_recovering() {
        tcb.inflation += 1;
    }
    tcb.allowance = match config.recovery {
        Recovery::Newreno => RECOVERY_BURST,
        _ => u32::MAX,
    };
}

fn fast_retransmit(tcb: &mut Tcb, board: Option<&mut Board>, now: Time, config: &TcpConfig) {
    tcb.counters.fast_recoveries += 1;
    tcb.recover = tcb.high;
    losses::notify_first_loss(tcb, board, now);
    tcb.reduce_for_loss(now, tcb.unacked, 1, config);
    tcb.cause = Cause::FastRetransmit;
    tcb.timed = Timed::NONE;
    tcb.restart_timer(now);
    if config.recovery == Recovery::Tahoe {
        tcb.set_window(1.0, Cause::FastRetransmit);
        tcb.next = tcb.unacked;
        tcb.phase = Phase::Loss;
        return;
    }
    tcb.phase = Phase::Recovery { repaired: false };
    tcb.inflation = config.duplicate_ack_threshold;
    tcb.retransmit = tcb.unacked.into();
}

/// RFC 3042: the receive window and two segments beyond the congestion window.
fn may_send_beyond_window(tcb: &Tcb) -> bool {
    let in_flight = f64::from(tcb.flight());
    in_flight < tcb.window.max && in_flight + 1.0 <= tcb.window.cwnd + f64::from(tcb.duplicates)
}

#[inline]
fn advance(tcb: &mut Tcb, number: u64) {
    tcb.unacked = number;
    tcb.next = tcb.next.max(number);
}
