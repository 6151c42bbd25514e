//! Congestion marks: the sender reacts once per window of data, as to a loss but without a retransmission.
//!
//! Source: RFC 3168 Section 6.1.2 for the echo; with counted marks, the controller also receives the count of each
//! acknowledgment, as RFC 8257 Section 3.3 needs. [`Reduced`](super::tcb::Reduced) is the one place that knows
//! whether a mark, a loss or a timeout has already reduced the window.

use super::config::TcpConfig;
use super::notes::AckNote;
use super::phase::{Cause, Phase};
use super::tcb::Tcb;
use crate::cc::Controller;
use crate::time::Time;

/// Returns the segments marked since the last acknowledgment, if they are counted, and whether to reduce the
/// window: at most once per window of data, and not in recovery.
#[inline]
pub fn take(tcb: &mut Tcb, number: u64, note: &AckNote) -> (u32, bool) {
    if note.marked == 0 && !note.congestion {
        return (0, false);
    }
    let mut new = note.marked.wrapping_sub(tcb.marks.heard);
    // An acknowledgment that says nothing of marks, or is out of date, counts none.
    if new > u32::MAX / 2 {
        new = 0;
    }
    tcb.marks.heard = tcb.marks.heard.wrapping_add(new);
    let reacts =
        (new > 0 || note.congestion) && tcb.reduced.is_behind(number) && tcb.phase == Phase::Open;
    (new, reacts)
}

/// Returns how many of the `packets` covered by an acknowledgment were marked: the reported number, or all if it
/// only echoes a mark (RFC 8257 Section 3.3).
#[inline]
pub fn among(packets: u32, reported: u32, echoes: bool) -> u32 {
    if echoes { packets } else { reported }
}

/// Reduces the window, and says so with the next new segment. A window of one segment cannot be reduced: the next
/// segment then waits for the timer. L4S senders are exempt: they are marked all the time, as they wish to be (RFC 9331).
pub fn react(tcb: &mut Tcb, now: Time, config: &TcpConfig) {
    if tcb.phase != Phase::Open {
        return;
    }
    let is_one_segment = tcb.window.cwnd < 2.0;
    let may_be_held = !tcb.controller.follows_recovery() && !config.is_l4s();
    tcb.reduce_for_mark(now, config);
    if is_one_segment && may_be_held {
        tcb.window.set(1.0);
        tcb.hold(now);
    }
    tcb.cause = Cause::Mark;
    tcb.news = Some(Cause::Mark);
}
