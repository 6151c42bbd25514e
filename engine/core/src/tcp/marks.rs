//! Congestion marks: the sender reacts once per window of data, as to a loss but without one.
//!
//! Source: RFC 3168 Section 6.1.2 for the echo; with counted marks the controller hears the count of
//! each acknowledgement too, as RFC 8257 Section 3.3 needs it. Whether the window has been reduced already, for a mark,
//! a loss or a timeout, is known in one place: [`Reduced`](super::tcb::Reduced).

use super::config::TcpConfig;
use super::notes::AckNote;
use super::standing::{Cause, Phase};
use super::tcb::Tcb;
use crate::cc::Controller;
use crate::time::Time;

/// Segments that were marked since the last acknowledgement, where they are counted, and whether the window is to be
/// reduced: not twice for marks of one window of data, nor in recovery.
pub fn take(tcb: &mut Tcb, number: u64, note: &AckNote) -> (u32, bool) {
    let mut new = note.marked.wrapping_sub(tcb.marks.heard);
    // An acknowledgement that says nothing of marks, or is out of date, counts none.
    if new > u32::MAX / 2 {
        new = 0;
    }
    tcb.marks.heard = tcb.marks.heard.wrapping_add(new);
    let reacts =
        (new > 0 || note.congestion) && tcb.reduced.is_behind(number) && tcb.phase == Phase::Open;
    (new, reacts)
}

/// How many of the `packets` that an acknowledgement covers were marked: as it counts them, `told`, or all, if it only
/// echoes that some were (RFC 8257 Section 3.3).
pub fn among(packets: u32, told: u32, echoes: bool) -> u32 {
    if echoes { packets } else { told }
}

/// Reduces the window, and says so with the next new segment. A window of one segment cannot be reduced: the next
/// segment then waits for the timer. L4S senders are exempt: they are marked all the time, as they wish to be (RFC 9331).
pub fn react(tcb: &mut Tcb, now: Time, config: &TcpConfig) {
    if tcb.phase != Phase::Open {
        return;
    }
    let is_one_segment = tcb.window.cwnd < 2.0;
    let may_be_held = !tcb.controller.follows_recovery() && !config.is_l4s();
    tcb.reduce_for_mark(now);
    if is_one_segment && may_be_held {
        tcb.window.set(1.0);
        tcb.hold(now);
    }
    tcb.cause = Cause::Mark;
    tcb.news = Some(Cause::Mark);
}
