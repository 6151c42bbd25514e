//! Congestion marks: the sender reacts once per window of data, as to a loss but without one.
//!
//! Source: RFC 3168 Section 6.1.2 for the echo; with counted marks the controller hears the count of
//! each acknowledgement too, as RFC 8257 Section 3.3 needs it.

use super::notes::AckNote;
use super::standing::{Cause, Phase};
use super::tcb::Tcb;
use crate::cc::Controller;
use crate::time::Time;

/// Segments that were marked since the last acknowledgement, and whether the window is to be
/// reduced: not twice for marks of one window of data, nor in recovery.
pub fn take(tcb: &mut Tcb, number: u64, note: &AckNote) -> (u32, bool) {
    let mut new = note.marked.wrapping_sub(tcb.marks.heard);
    // An acknowledgement that says nothing of marks, or is out of date, counts none.
    if new > u32::MAX / 2 {
        new = 0;
    }
    tcb.marks.heard = tcb.marks.heard.wrapping_add(new);
    let reacts =
        (new > 0 || note.congestion) && number > tcb.marks.reacted && tcb.phase == Phase::Open;
    (new, reacts)
}

/// Reduces the window and says so with the next new segment.
pub fn react(tcb: &mut Tcb, now: Time) {
    if tcb.phase != Phase::Open {
        return;
    }
    let loss = tcb.loss(now, 0);
    tcb.controller.on_mark(&mut tcb.window, &loss);
    tcb.marks.reacted = tcb.high;
    tcb.marks.tell = true;
    tcb.cause = Cause::Mark;
    tcb.news = Some(Cause::Mark);
}
