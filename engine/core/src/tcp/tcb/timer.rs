//! Retransmission timer. Source: RFC 6298 Section 5.

use super::{Tcb, Timer};
use crate::time::Time;

impl Tcb {
    /// Starts the timer if it is off: rule (5.1).
    #[inline]
    pub fn start_timer(&mut self, now: Time) {
        if self.timeout_at == Time::NEVER {
            self.restart_timer(now);
        }
    }

    /// Restarts the timer while anything is outstanding, else stops it: rules (5.2) and (5.3).
    #[inline]
    pub fn settle_timer(&mut self, now: Time) {
        if self.high > self.unacked {
            self.restart_timer(now);
        } else if self.is_held() {
            self.timeout_at = self.marks.held_until.max(now);
            self.timer = Timer::Hold;
        } else {
            self.timeout_at = Time::NEVER;
            self.timer = Timer::Retransmission;
        }
    }

    /// A window of one segment was marked: nothing new is sent before the restarted timer expires (RFC 3168 Section
    /// 6.1.2).
    pub fn hold(&mut self, now: Time) {
        self.marks.held_until = now + self.rtt.rto();
        self.settle_timer(now);
    }

    /// Whether what is new waits for the timer.
    #[inline]
    pub fn is_held(&self) -> bool {
        self.marks.held_until != Time::NEVER
    }

    /// The timer that held back what is new has run out.
    pub fn release(&mut self, now: Time) {
        self.marks.held_until = Time::NEVER;
        self.settle_timer(now);
    }

    /// Sets the timer to a retransmission timeout from now.
    #[inline]
    pub fn restart_timer(&mut self, now: Time) {
        self.timeout_at = now + self.rtt.rto();
        self.timer = Timer::Retransmission;
    }
}
