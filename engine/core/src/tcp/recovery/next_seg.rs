//! Choice of the next segment for a sender that knows which segments arrived: `NextSeg` of RFC 6675, while less is
//! in flight than the window permits.
//!
//! Lost segments come first, then new ones; without either, segments that may be lost.

use crate::tcp::board::Board;
use crate::tcp::config::{Recovery, TcpConfig};
use crate::tcp::phase::Phase;
use crate::tcp::tcb::Tcb;
use crate::tcp::tcb::send::Segment;
use crate::time::Time;

use super::tail;

/// The next segment that window and pace allow.
pub fn next_segment(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    config: &TcpConfig,
) -> Option<Segment> {
    if let Some(number) = tcb.retransmit.take() {
        return Some(send(tcb, board, now, Candidate::Again(number), config));
    }
    let Some(candidate) = candidate(tcb, board, config) else {
        tcb.waits_for_pacer = false;
        return None;
    };
    if now < tcb.pacer.next_at() {
        tcb.waits_for_pacer = true;
        return None;
    }
    Some(send(tcb, board, now, candidate, config))
}

/// Kind of a segment to send.
#[derive(Clone, Copy)]
enum Candidate {
    New(u64),
    Again(u64),
    /// Once per recovery, the last that may be lost.
    Rescue(u64),
}

fn candidate(tcb: &mut Tcb, board: &mut Board, config: &TcpConfig) -> Option<Candidate> {
    let pipe = board.segments.pipe();
    let room = tcb.lets_in_flight(pipe, config);
    if room && let Some(lost) = board.segments.next_lost() {
        return Some(Candidate::Again(lost));
    }
    // Without limited transmit sacked segments make no room until a loss is known.
    let out = tcb.flight();
    let counts_sacked = tcb.phase == Phase::Open && !config.limited_transmit;
    let window_has_room = if counts_sacked && out != pipe {
        tcb.lets_in_flight(out, config)
    } else {
        room
    };
    let room_for_new = window_has_room || tcb.beyond > 0;
    if tcb.next < tcb.end && room_for_new && tcb.receiver_lets(out, config) {
        return Some(Candidate::New(tcb.next));
    }
    let unsure = (room && tcb.is_recovering() && config.recovery == Recovery::Sack)
        .then(|| unsure(board, tcb.unacked))
        .flatten();
    if unsure.is_none() {
        let short = tcb.next >= tcb.end && window_has_room;
        tcb.note_supply(Some(board), out, short);
    }
    unsure
}

/// Rules 3 and 4 of `NextSeg`: with nothing better to send, a segment that may be lost; once per
/// recovery, the last one that the receiver is not known to have.
#[inline(never)]
fn unsure(board: &Board, unacked: u64) -> Option<Candidate> {
    if let Some(number) = board.segments.next_unsure(board.sent_again_to) {
        return Some(Candidate::Again(number));
    }
    let allowed = unacked > board.rescue_after;
    let last = board.segments.last_unsacked().filter(|_| allowed);
    last.map(Candidate::Rescue)
}

fn send(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    what: Candidate,
    config: &TcpConfig,
) -> Segment {
    if tcb.is_recovering() {
        board.prr.on_sent();
    }
    match what {
        Candidate::New(number) => send_new(tcb, board, now, number, config),
        Candidate::Again(number) => {
            board.sent_again_to = board.sent_again_to.max(number + 1);
            send_again(tcb, board, now, number, config)
        }
        Candidate::Rescue(number) => {
            board.rescue_after = u64::MAX;
            send_again(tcb, board, now, number, config)
        }
    }
}

fn send_new(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    config: &TcpConfig,
) -> Segment {
    tcb.beyond = tcb.beyond.saturating_sub(1);
    tcb.next += 1;
    let segment = tcb.send_new(Some(board), now, number, config);
    if config.recovery == Recovery::Rack {
        tail::set_probe_timer(tcb, board, now, config);
    }
    segment
}

#[inline(never)]
fn send_again(
    tcb: &mut Tcb,
    board: &mut Board,
    now: Time,
    number: u64,
    config: &TcpConfig,
) -> Segment {
    let segment = tcb.send_again(Some(board), now, number);
    tcb.start_timer(now);
    tcb.pace(now, config);
    segment
}
