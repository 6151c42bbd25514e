//! Timers of RACK, and the tail loss probe.
//!
//! If the last segments of a burst are lost, no later segment reveals it, and only the retransmission timeout is
//! left. After two round trips of silence a probe is sent: the next new segment, or else the last one again. Its
//! acknowledgment lets RACK detect the loss.
//!
//! Source: RFC 8985 Section 7. One timer serves for reordering, probe and retransmission (Section 8).

use crate::tcp::board::Board;
use crate::tcp::config::TcpConfig;
use crate::tcp::notes::AckNote;
use crate::tcp::phase::{Cause, Phase};
use crate::tcp::tcb::{Tcb, Timer};
use crate::time::{Span, Time};

/// The probe timer has run out: `TLP_send_probe`.
pub fn on_probe_timeout(tcb: &mut Tcb, board: &mut Board, now: Time) {
    tcb.restart_timer(now);
    let room = tcb.flight() < tcb.window.max as u32;
    let has_new = tcb.next < tcb.end && room;
    board.retransmission_at = tcb.timeout_at;
    // Section 7.3: not a second probe while one is out, nor one without a round trip timed since.
    if board.probe.is_some() || !board.timed_since_probe {
        return;
    }
    board.timed_since_probe = false;
    let end = tcb.high + u64::from(has_new);
    board.probe = Some((end, !has_new));
    if has_new {
        tcb.beyond = 1;
    } else {
        tcb.retransmit = board.segments.last_unsacked().into();
    }
}

/// Evaluates an acknowledgment after a probe (`TLP_process_ack`).
#[inline(never)]
pub fn check_probe(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    advanced: bool,
    note: &AckNote,
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
        // The probe repaired a loss; otherwise it would have been reported as a duplicate.
        board.probe = None;
        if tcb.phase == Phase::Open {
            tcb.reduce_for_repaired_loss(now, end - 1, 1);
            tcb.cause = Cause::FastRetransmit;
        }
    }
}

/// After an acknowledgment: the timer waits for reordering, else for a probe, else for the
/// retransmission timeout.
#[inline]
pub fn set_timer(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    wait: Option<Span>,
    advanced: bool,
    config: &TcpConfig,
) {
    if tcb.timer == Timer::Retransmission {
        board.retransmission_at = tcb.timeout_at;
    } else if !advanced && tcb.timer == Timer::Reordering {
        // Whatever it waited for has been looked at.
        wait_for_retransmission(tcb, board);
    }
    if let Some(wait) = wait
        && now + wait < board.retransmission_at
    {
        tcb.timer = Timer::Reordering;
        tcb.timeout_at = now + wait;
    } else if advanced {
        set_probe_timer(tcb, board, now, config);
    } else if tcb.timer == Timer::Probe && !may_probe(tcb, board, config) {
        wait_for_retransmission(tcb, board);
    }
}

/// After a new segment or an acknowledgment of new data: the probe comes before the timeout, or in its place.
#[inline]
pub fn set_probe_timer(tcb: &mut Tcb, board: &mut Board, now: Time, config: &TcpConfig) {
    if tcb.timer == Timer::Reordering {
        return;
    }
    if !may_probe(tcb, board, config) {
        if tcb.timer == Timer::Probe {
            wait_for_retransmission(tcb, board);
        }
        return;
    }
    if tcb.timer == Timer::Retransmission {
        board.retransmission_at = tcb.timeout_at;
    }
    let delayed = (config.delayed_ack).then(|| Span::from_s(config.delayed_ack_timeout_s));
    let at = now + probe_timeout(tcb.rtt.srtt(), tcb.outstanding(), delayed);
    // Section 7.2: where the timeout would come first, the probe goes in its place.
    tcb.timer = Timer::Probe;
    tcb.timeout_at = at.min(board.retransmission_at);
}

/// The retransmission timer goes on where another one took its place.
pub fn wait_for_retransmission(tcb: &mut Tcb, board: &Board) {
    tcb.timer = Timer::Retransmission;
    tcb.timeout_at = board.retransmission_at;
}

/// Sections 7.2 and 7.3: no loss is known or suspected, something is outstanding, no probe is out, and a round trip has
/// been timed since the last one.
fn may_probe(tcb: &Tcb, board: &Board, config: &TcpConfig) -> bool {
    config.tail_loss_probe
        && tcb.phase == Phase::Open
        && tcb.outstanding() > 0
        && !tcb.is_held()
        && board.segments.sacked() == 0
        && board.probe.is_none()
        && board.timed_since_probe
}

/// `TLP_calc_PTO`: two round trips, more where a single segment's acknowledgment may be held back;
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
