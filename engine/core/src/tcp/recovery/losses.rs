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
use crate::tcp::scoreboard::Record;
use crate::tcp::tcb::Tcb;
use crate::time::{Span, Time};

/// By what an acknowledgment or the reordering timer showed: how many segments are lost now, and for
/// RACK how long until there may be more.
pub fn detect(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    config: &TcpConfig,
) -> (u32, Option<Span>) {
    let circumstances = circumstances(tcb, board, config);
    let tells = tcb.controller.samples_rate();
    let Board {
        segments,
        sampler,
        rack,
        ..
    } = board;
    let mut count = 0;
    let (controller, window) = (&mut tcb.controller, &mut tcb.window);
    let mut lose = |number: u64, record: &Record| {
        count += 1;
        let lost = sampler.on_lost(number, &record.stamp);
        if tells {
            controller.on_packet_lost(window, now, &lost);
        }
    };
    let wait = if config.recovery == Recovery::Rack {
        let allowed = rack.reordering_window(&circumstances);
        rack.detect(now, allowed, segments, &mut lose)
    } else {
        segments.judge_by_count(circumstances.threshold, &mut lose);
        None
    };
    (count, wait)
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
    let losses = if tcb.spurious_check.is_some() {
        lose_first(tcb, board)
    } else if config.recovery == Recovery::Rack {
        lose_overdue(tcb, board, now, in_flight, config)
    } else {
        if config.forgets_at_timeout() {
            board.segments.forget_sacked();
        }
        lose_all(board, in_flight)
    };
    if tcb.controller.samples_rate() {
        for lost in &losses {
            tcb.controller.on_packet_lost(&mut tcb.window, now, lost);
        }
    }
    losses.len() as u32
}

/// With duplicate counting: notifies a controller that needs each loss that the first outstanding segment is lost.
pub fn notify_first_loss(tcb: &mut Tcb, board: Option<&mut Board>, now: Time) {
    if !tcb.controller.samples_rate() {
        return;
    }
    let number = tcb.unacked;
    if let Some(board) = board
        && let Some(record) = board.segments.get(number)
    {
        let lost = board.sampler.on_lost(number, &record.stamp);
        tcb.controller.on_packet_lost(&mut tcb.window, now, &lost);
    }
}

/// F-RTO and Eifel send the first segment and wait for its acknowledgment.
fn lose_first(tcb: &mut Tcb, board: &mut Board) -> Vec<LostPacket> {
    let first = tcb.unacked;
    let record = board.segments.get(first);
    let lost = record.map(|record| board.sampler.on_lost(first, &record.stamp));
    board.segments.declare_lost(first);
    tcb.retransmit = Some(first);
    lost.into_iter().collect()
}

/// RACK: the first segment, and those in flight for too long.
fn lose_overdue(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    in_flight: Option<u64>,
    config: &TcpConfig,
) -> Vec<LostPacket> {
    let circumstances = circumstances(tcb, board, config);
    let Board {
        rack,
        segments,
        sampler,
        ..
    } = board;
    let window = rack.reordering_window(&circumstances);
    let mut losses = Vec::new();
    let mut lose = |number: u64, record: &Record| {
        losses.push(sampler.on_lost(number, &record.stamp));
    };
    rack.on_timeout(now, window, tcb.unacked, in_flight, segments, &mut lose);
    tcb.retransmit = (tcb.high > tcb.unacked && in_flight.is_none()).then_some(tcb.unacked);
    losses
}

/// SACK: everything that is not known to have arrived.
fn lose_all(board: &mut Board, in_flight: Option<u64>) -> Vec<LostPacket> {
    let Board {
        segments, sampler, ..
    } = board;
    let mut losses = Vec::new();
    segments.declare_all_lost(in_flight, |number, record| {
        losses.push(sampler.on_lost(number, &record.stamp));
    });
    losses
}

fn circumstances(tcb: &Tcb, board: &Board, config: &TcpConfig) -> Circumstances {
    Circumstances {
        in_recovery: tcb.phase != Phase::Open,
        sacked: board.segments.sacked(),
        threshold: config.duplicate_ack_threshold,
        srtt: tcb.rtt.srtt(),
    }
}
