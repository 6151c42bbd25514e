//! Declaration of losses on the board, with notification of controllers that need each loss.
//!
//! Sources: RFC 6675 for SACK, RFC 8985 for RACK. At a timeout both keep the SACK information, as today's stacks
//! and ns-3 do and the errata of RFC 6675 allow. SACK can be set to discard it, as RFC 2018 asks: then everything
//! is sent again in slow start, except segments that are reported again.

use crate::cc::{Controller, LostPacket};
use crate::tcp::board::Board;
use crate::tcp::config::{Recovery, TcpConfig};
use crate::tcp::phase::Phase;
use crate::tcp::rack::Circumstances;
use crate::tcp::tcb::Tcb;
use crate::time::{Span, Time};

/// Losses that an acknowledgment or the reordering timer has shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detected {
    /// Number of segments that are lost now.
    pub lost: u32,
    /// Whether one of them had been sent again.
    pub again: bool,
    /// Time until there may be more, for RACK.
    pub wait: Option<Span>,
}

/// Returns the segments that are lost now.
#[inline]
pub fn detect(tcb: &mut Tcb, board: &mut Board, now: Time, config: &TcpConfig) -> Detected {
    if config.recovery == Recovery::Rack && !board.rack.has_to_detect(&board.segments) {
        return Detected::default();
    }
    detect_among(tcb, board, now, config)
}

#[inline(never)]
fn detect_among(tcb: &mut Tcb, board: &mut Board, now: Time, config: &TcpConfig) -> Detected {
    let circumstances = circumstances(tcb, board, config);
    let Board {
        segments,
        rates,
        rack,
        ..
    } = board;
    let mut detected = Detected::default();
    let (controller, window) = (&mut tcb.controller, &mut tcb.window);
    let mut lose = |number: u64| {
        detected.lost += 1;
        if let Some(lost) = rates.as_mut().and_then(|rates| rates.on_lost(number)) {
            controller.on_packet_lost(window, now, &lost);
        }
    };
    if config.recovery == Recovery::Rack {
        let allowed = rack.reordering_window(&circumstances);
        let mut again = false;
        detected.wait = rack.detect(now, allowed, segments, |number, was_again| {
            again |= was_again;
            lose(number);
        });
        detected.again = again;
    } else {
        segments.judge_by_count(circumstances.threshold, &mut lose);
    }
    detected
}

/// After a timeout of a sender with selective acknowledgments: declares lost what will be sent again,
/// except `in_flight`; how many segments.
#[inline(never)]
pub fn after_timeout(
    tcb: &mut Tcb,
    board: Option<&mut Board>,
    now: Time,
    in_flight: Option<u64>,
    config: &TcpConfig,
) -> u32 {
    let Some(board) = board else {
        return 0;
    };
    board.probe = None;
    board.sent_again_to = tcb.unacked;
    let lost = if tcb.timeout_check().is_some() {
        lose_first(tcb, board)
    } else if config.recovery == Recovery::Rack {
        lose_overdue(tcb, board, now, in_flight, config)
    } else {
        if config.forgets_at_timeout() {
            board.forget_sacked();
        }
        lose_all(board, in_flight)
    };
    // The controller is told when all are known.
    if let Some(rates) = &mut board.rates {
        let lost: Vec<LostPacket> = lost
            .iter()
            .filter_map(|&number| rates.on_lost(number))
            .collect();
        for lost in &lost {
            tcb.controller.on_packet_lost(&mut tcb.window, now, lost);
        }
    }
    lost.len() as u32
}

/// With duplicate counting: notifies a controller that needs each loss that the first outstanding segment is lost.
pub fn notify_first_loss(tcb: &mut Tcb, board: Option<&mut Board>, now: Time) {
    let rates = board.and_then(|board| board.rates.as_mut());
    if let Some(lost) = rates.and_then(|rates| rates.on_lost(tcb.unacked)) {
        tcb.controller.on_packet_lost(&mut tcb.window, now, &lost);
    }
}

/// F-RTO and Eifel send the first segment and wait for its acknowledgment. Returns the lost segments.
fn lose_first(tcb: &mut Tcb, board: &mut Board) -> Vec<u64> {
    let first = tcb.unacked;
    let is_outstanding = board.segments.get(first).is_some();
    board.segments.declare_lost(first);
    tcb.retransmit = first.into();
    is_outstanding.then_some(first).into_iter().collect()
}

/// RACK: the first segment, and those in flight for too long. Returns them.
fn lose_overdue(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    in_flight: Option<u64>,
    config: &TcpConfig,
) -> Vec<u64> {
    let circumstances = circumstances(tcb, board, config);
    let Board { rack, segments, .. } = board;
    let window = rack.reordering_window(&circumstances);
    let mut lost = Vec::new();
    let mut lose = |number: u64| lost.push(number);
    rack.on_timeout(now, window, tcb.unacked, in_flight, segments, &mut lose);
    let again = tcb.high > tcb.unacked && in_flight.is_none();
    tcb.retransmit = again.then_some(tcb.unacked).into();
    lost
}

/// SACK: everything that is not known to have arrived. Returns these segments.
fn lose_all(board: &mut Board, in_flight: Option<u64>) -> Vec<u64> {
    let mut lost = Vec::new();
    (board.segments).declare_all_lost(in_flight, |number| lost.push(number));
    lost
}

fn circumstances(tcb: &Tcb, board: &Board, config: &TcpConfig) -> Circumstances {
    Circumstances {
        in_recovery: tcb.phase != Phase::Open,
        sacked: board.segments.sacked(),
        threshold: config.duplicate_ack_threshold,
        srtt: tcb.rtt.srtt(),
    }
}
