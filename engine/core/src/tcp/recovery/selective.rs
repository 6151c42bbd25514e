//! Recovery that knows which segments arrived: SACK and RACK.
//!
//! The scoreboard says what is in flight, and segments leave while that is less than the window:
//! first those that are lost, then new ones. SACK counts a segment lost when three above it have
//! arrived, and halves the window at once; RACK goes by the time of sending, sees lost
//! retransmissions too, and reduces the window in proportion to what arrives.
//!
//! Sources: RFC 6675 for SACK, RFC 8985 and RFC 9937 for RACK.

use super::losses::{self, Detected};
use super::{needless, spurious, tail};
use crate::cc::{Acked, Controller, RateSample};
use crate::tcp::board::{Board, Delivered};
use crate::tcp::config::{Recovery, TcpConfig};
use crate::tcp::marks;
use crate::tcp::notes::AckNote;
use crate::tcp::phase::{Cause, Phase};
use crate::tcp::prr::Prr;
use crate::tcp::tcb::{Tcb, Timed};
use crate::time::{Span, Time};

/// Handles an acknowledgment at the sender.
pub fn on_ack(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    note: &AckNote,
    config: &TcpConfig,
) {
    let before = Before::of(tcb, board);
    let in_loss = tcb.phase == Phase::Loss;
    let ack = take_in(tcb, board, now, number, note, config);
    let ends = tcb.phase != Phase::Open && tcb.unacked >= tcb.recover;
    let ended = ends && end_recovery(tcb, board, now, config);
    let Detected { lost, again, wait } = losses::detect(tcb, board, now, config);
    if lost > 0 && begins_recovery(tcb, again) {
        recover(tcb, board, now, lost, &before, config);
    }
    if tcb.is_recovering() && reduces_in_proportion(config) && ack.delivered.packets > 0 {
        let safe = ack.advanced && lost == 0;
        reduce(tcb, board, ack.delivered.packets, safe);
    }
    if board.probe.is_some() {
        tail::check_probe(tcb, board, now, ack.number, ack.advanced, note);
    }
    if in_loss && config.forgets_at_timeout() {
        board.restart_sampling();
    }
    let rate = board.sample_rate(ack.rtt);
    if ack.advanced && tcb.is_syn(ack.number - 1, config) {
        tcb.establish(now, ack.rtt, note.echo, config);
    } else if is_notified(tcb, &ack, ended) {
        notify(tcb, now, &ack, (before.in_flight, rate), config);
    }
    if ack.reacts_to_marks {
        marks::react(tcb, now, config);
    }
    if tcb.timeout_check().is_some() {
        check_spurious(tcb, board, now, &ack, config);
    }
    if tcb.recovery_check().is_some() {
        needless::resolve(tcb, board, ack.advanced, note, config);
    }
    if config.recovery == Recovery::Rack {
        tail::set_timer(tcb, board, now, wait, ack.advanced, config);
    }
}

/// RACK: the time allowed for reordering has passed for some segment.
pub fn on_reordering_timeout(tcb: &mut Tcb, board: &mut Board, now: Time, config: &TcpConfig) {
    let before = Before::of(tcb, board);
    tail::wait_for_retransmission(tcb, board);
    let Detected { lost, again, wait } = losses::detect(tcb, board, now, config);
    if lost > 0 && begins_recovery(tcb, again) {
        recover(tcb, board, now, lost, &before, config);
    }
    if lost > 0 && tcb.is_recovering() {
        reduce(tcb, board, 0, false);
    }
    tail::set_timer(tcb, board, now, wait, false, config);
}

/// The sender before an acknowledgment.
struct Before {
    in_flight: u32,
    /// Outstanding and not sacked: RFC 9937's RecoverFS.
    flight: u32,
}

impl Before {
    fn of(tcb: &Tcb, board: &Board) -> Before {
        Before {
            in_flight: board.segments.pipe(),
            flight: (board.segments.end() - tcb.unacked) as u32 - board.segments.sacked(),
        }
    }
}

/// Content of an acknowledgment for this sender.
struct Ack<'a> {
    number: u64,
    note: &'a AckNote,
    /// Whether its number is new.
    advanced: bool,
    delivered: Delivered,
    /// Number of marked segments reported, and whether to reduce the window for them.
    marked: u32,
    reacts_to_marks: bool,
    /// The exact round trip of the latest unambiguous segment.
    rtt: Option<Span>,
}

/// Applies an acknowledgment to records, clock and timer.
fn take_in<'a>(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    note: &'a AckNote,
    config: &TcpConfig,
) -> Ack<'a> {
    let number = number.max(tcb.unacked);
    let (marked, reacts_to_marks) = marks::take(tcb, number, note);
    let delivered = board.deliver(now, number, note, tcb.recover);
    let advanced = number > tcb.unacked;
    tcb.unacked = number;
    tcb.beyond = 0;
    if advanced {
        let later = |&again: &u64| again >= number;
        tcb.retransmit = tcb.retransmit.get().filter(later).into();
    }
    let ack = Ack {
        number,
        note,
        advanced,
        rtt: delivered.newest.map(|sent| now.since(sent)),
        delivered,
        marked,
        reacts_to_marks,
    };
    time_round_trip(tcb, board, now, &ack, config);
    if advanced {
        tcb.settle_timer(now);
    }
    if note.duplicate.is_some() {
        board.rack.on_duplicate(number, tcb.high);
    }
    ack
}

/// Times a round trip for the estimator.
fn time_round_trip(tcb: &mut Tcb, board: &mut Board, now: Time, ack: &Ack, config: &TcpConfig) {
    let timed = tcb.timed.end(ack.number);
    if let Some(echo) = ack.note.echo {
        if ack.delivered.packets > 0 {
            tcb.rtt.sample_elapsed(echo.elapsed(now), now, config);
            board.timed_since_probe = true;
        }
    } else if config.recovery == Recovery::Rack {
        if let Some(sent) = ack.delivered.oldest {
            tcb.rtt.sample(sent, now, config);
            board.timed_since_probe = true;
        }
    } else if let Some(sent) = timed {
        tcb.rtt.sample(sent, now, config);
    } else if ack.delivered.packets > 0 && tcb.is_recovering() {
        tcb.rtt.end_back_off(config);
    }
}

/// Ends recovery, since everything that was outstanding when it began is acknowledged; whether it
/// was fast recovery that ended.
#[inline(never)]
fn end_recovery(tcb: &mut Tcb, board: &mut Board, now: Time, config: &TcpConfig) -> bool {
    let fast = tcb.is_recovering();
    tcb.phase = Phase::Open;
    board.rack.on_recovered();
    if fast {
        if reduces_in_proportion(config) {
            tcb.set_window(board.prr.target(), Cause::RecoveryEnds);
        }
        tcb.cause = Cause::RecoveryEnds;
    }
    tcb.controller.on_recovered(&mut tcb.window, now);
    fast
}

/// Whether a loss begins fast recovery (RFC 6675 Section 5 step (4)). After a timeout it does not (Section 5.1), unless what
/// was sent `again` is lost: a second sign of congestion (RFC 5681 Section 4.3; Linux `tcp_fastretrans_alert`). While it is
/// not known whether the timeout was needed, it does not either.
fn begins_recovery(tcb: &mut Tcb, again: bool) -> bool {
    match tcb.phase {
        Phase::Open => true,
        Phase::Loss => again && tcb.timeout_check().is_none(),
        Phase::Recovery { .. } => false,
    }
}

/// Begins fast recovery and reduces the window.
#[inline(never)]
fn recover(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    lost: u32,
    before: &Before,
    config: &TcpConfig,
) {
    tcb.counters.fast_recoveries += 1;
    needless::begin(tcb, config);
    // A repetition is lost in spite of the reduction before it.
    let first_lost = match tcb.phase {
        Phase::Loss => tcb.high,
        _ => tcb.unacked,
    };
    tcb.phase = Phase::Recovery { repaired: false };
    tcb.recover = tcb.high;
    tcb.timed = Timed::NONE;
    board.probe = None;
    board.rescue_after = tcb.unacked;
    board.sent_again_to = tcb.unacked;
    tcb.reduce_for_loss(now, first_lost, lost, config);
    board.prr = Prr::start(before.flight, tcb.flight_after_loss());
    tcb.cause = Cause::FastRetransmit;
    tcb.restart_timer(now);
    if config.recovery == Recovery::Sack {
        // The first goes whatever the window says: step (4.3).
        tcb.retransmit = board.segments.next_lost().into();
    }
}

/// Whether recovery sets the window by proportional rate reduction.
fn reduces_in_proportion(config: &TcpConfig) -> bool {
    config.recovery == Recovery::Rack
}

/// RFC 9937: the window is what is in flight plus what may be sent now.
#[inline(never)]
fn reduce(tcb: &mut Tcb, board: &mut Board, delivered: u32, safe: bool) {
    let in_flight = board.segments.pipe();
    let allowed = board.prr.on_ack(delivered, in_flight, safe);
    tcb.set_window(f64::from(in_flight) + allowed, Cause::Proportion);
}

/// Returns whether the controller is notified of the acknowledgment: of new data outside recovery, or always if it
/// follows recovery itself.
fn is_notified(tcb: &Tcb, ack: &Ack, recovery_ended: bool) -> bool {
    if tcb.controller.follows_recovery() {
        return ack.delivered.packets > 0;
    }
    let grows = !recovery_ended || tcb.controller.grows_when_recovered();
    ack.advanced && !tcb.is_recovering() && grows
}

/// Tells the controller, with what was in flight before.
fn notify(
    tcb: &mut Tcb,
    now: Time,
    ack: &Ack,
    (in_flight, rate): (u32, Option<RateSample>),
    config: &TcpConfig,
) {
    let acked = Acked {
        now,
        packets: ack.delivered.packets,
        unacked: tcb.since_first(ack.number),
        next: tcb.since_first(tcb.next),
        in_flight,
        window_limited: tcb.is_window_limited(in_flight, config),
        is_paced: tcb.may_be_paced(config),
        in_recovery: tcb.is_recovering(),
        marked: marks::among(ack.delivered.packets, ack.marked, ack.note.congestion),
        echoes: ack.note.congestion,
        rtt: ack.rtt,
        srtt: tcb.rtt.srtt(),
        rate,
        earliest_departure: tcb.pacer.next_at(),
    };
    let state = tcb.controller.state();
    tcb.notify_ack(&acked);
    tcb.note_state(state);
}

/// Checks by the acknowledgment whether the last timeout was spurious.
#[inline(never)]
fn check_spurious(tcb: &mut Tcb, board: &mut Board, now: Time, ack: &Ack, config: &TcpConfig) {
    if ack.advanced || ack.delivered.packets > 0 {
        let (echo, fresh) = (ack.note.echo, ack.delivered.fresh);
        spurious::resolve(tcb, Some(board), now, echo, ack.advanced, fresh, config);
    } else {
        spurious::confirm(tcb, Some(board), now, config);
    }
}
