//! One reduction per window: record of the last reduction of the window.
//!
//! Marks, losses and timeouts may all report the same congestion. The first one reduces the window; the others
//! check here and find that their data was sent before the reduction. After a reduction for any reason, the next
//! new segment informs the receiver, which then stops echoing marks.
//!
//! Sources: RFC 3168 Section 6.1.2, RFC 8257 Section 3.5 and Linux (`tcp_enter_recovery`, `tcp_enter_loss`) for one
//! reduction per window; RFC 5681 Section 3.1 for data that times out again. ns-2 reduces the threshold at every
//! timeout: [`ThresholdAtTimeout`](crate::tcp::config::ThresholdAtTimeout) chooses.

use super::Tcb;
use crate::cc::Controller;
use crate::tcp::config::{Recovery, TcpConfig};
use crate::tcp::phase::Phase;
use crate::time::Time;

/// The last reduction of the window.
#[derive(Clone, Copy, Debug)]
pub struct Reduced {
    /// Segments before this number were sent before it.
    up_to: u64,
    /// First segment not acknowledged then.
    unacked: u64,
}

impl Reduced {
    /// No reduction yet, for a connection whose first segment has this number.
    pub fn none(first: u64) -> Reduced {
        Reduced {
            up_to: first,
            unacked: first,
        }
    }

    /// Returns whether a segment was sent before the last reduction; then its fate is no reason for another.
    #[inline]
    pub fn covers(&self, number: u64) -> bool {
        number < self.up_to
    }

    /// Returns whether an acknowledgment of everything before `number` covers a segment sent after the last
    /// reduction.
    #[inline]
    pub fn is_behind(&self, number: u64) -> bool {
        number > self.up_to
    }
}

impl Tcb {
    /// `lost` segments are lost, `first` the first of them: reduces the window unless that has been done. The
    /// caller begins recovery.
    pub fn reduce_for_loss(&mut self, now: Time, first: u64, lost: u32, config: &TcpConfig) {
        if !self.reduced.covers(first) {
            self.give_up_unused_window(config);
        }
        self.reduce_for_repaired_loss(now, first, lost);
    }

    /// As [`reduce_for_loss`](Self::reduce_for_loss), after a probe has repaired the loss. What is in flight now says nothing
    /// about the time of the loss, so the whole window counts, as in Linux.
    pub fn reduce_for_repaired_loss(&mut self, now: Time, first: u64, lost: u32) {
        let loss = self.loss(now, lost);
        let again = self.reduced.covers(first) && !self.controller.follows_recovery();
        let before = self.window.cwnd;
        if again {
            self.controller.on_loss_again(&mut self.window, &loss);
        } else {
            self.controller.on_loss(&mut self.window, &loss);
        }
        let reported = self.marks.notify;
        self.note_reduction();
        self.marks.notify = reported || !again || self.window.cwnd < before;
    }

    /// A mark is echoed for data sent since the last reduction.
    pub fn reduce_for_mark(&mut self, now: Time, config: &TcpConfig) {
        let loss = self.loss(now, 0);
        self.give_up_unused_window(config);
        self.controller.on_mark(&mut self.window, &loss);
        self.note_reduction();
    }

    /// The retransmission timer runs out, with `lost` segments declared lost and `in_flight` before that: one
    /// segment may leave. The threshold is reduced unless that has been done for this data.
    pub fn reduce_for_timeout(&mut self, now: Time, in_flight: u32, lost: u32, config: &TcpConfig) {
        let mut loss = self.loss(now, lost);
        loss.in_flight = in_flight;
        let again = self.is_reduced_before_timeout(config);
        if !again {
            self.give_up_unused_window(config);
        }
        self.controller.on_timeout(&mut self.window, &loss, again);
        self.note_reduction();
    }

    /// If data has left room in the window, a reduction begins at what was in flight after the last new segment. The recoveries
    /// before RACK reduce the whole window, as ns-2 does.
    fn give_up_unused_window(&mut self, config: &TcpConfig) {
        if config.recovery != Recovery::Rack {
            return;
        }
        let flight = f64::from(self.supply.most.max(self.outstanding()));
        let is_unused = self.supply.is_short && flight < self.window.cwnd;
        if is_unused && self.controller.reduces_from_flight() {
            self.window.set(flight);
        }
    }

    /// After a timeout everything is sent again. Once some of it has arrived, another timeout is a sign of new
    /// congestion.
    fn is_reduced_before_timeout(&self, config: &TcpConfig) -> bool {
        if config.reduces_at_every_timeout() {
            return false;
        }
        if self.phase == Phase::Loss {
            return self.unacked == self.reduced.unacked;
        }
        self.reduced.covers(self.unacked)
    }

    fn note_reduction(&mut self) {
        self.reduced = Reduced {
            up_to: self.high,
            unacked: self.unacked,
        };
        self.marks.notify = true;
        self.marks.held_until = Time::NEVER;
    }
}
