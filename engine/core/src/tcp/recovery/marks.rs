//! Congestion marks: the sender reacts once per window of data, as to a loss but without one.
//!
//! Source: RFC 3168 Section 6.1.2 for the echo; with counted marks the controller hears the count of
//! each acknowledgement too, as RFC 8257 Section 3.3 needs it.

use super::super::notes::AckNote;
use super::super::sender::{Cause, Phase, Sender};
use crate::cc::Controller;
use crate::time::Time;

impl Sender {
    /// Segments that were marked since the last acknowledgement, and whether the window is to be
    /// reduced: not twice for marks of one window of data, nor in recovery.
    pub(super) fn take_marks(&mut self, number: u32, note: &AckNote) -> (u32, bool) {
        let mut new = note.marked.wrapping_sub(self.marks.heard);
        // An acknowledgement that says nothing of marks, or is out of date, counts none.
        if new > u32::MAX / 2 {
            new = 0;
        }
        self.marks.heard = self.marks.heard.wrapping_add(new);
        let reacts = (new > 0 || note.congestion)
            && number > self.marks.reacted
            && self.phase == Phase::Open;
        (new, reacts)
    }

    /// Reduces the window and says so with the next new segment.
    pub(super) fn react_to_marks(&mut self, now: Time) {
        if self.phase != Phase::Open {
            return;
        }
        let loss = self.loss(now, 0);
        self.controller.on_mark(&mut self.window, &loss);
        self.marks.reacted = self.high;
        self.marks.tell = true;
        self.cause = Cause::Mark;
        self.news = Some(Cause::Mark);
    }
}
