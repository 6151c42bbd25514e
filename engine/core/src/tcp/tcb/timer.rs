//! The retransmission timer: RFC 6298 Section 5.

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
        } else {
            self.timeout_at = Time::NEVER;
            self.timer = Timer::Retransmission;
        }
    }

    /// Sets the timer to a retransmission timeout from now.
    #[inline]
    pub fn restart_timer(&mut self, now: Time) {
        self.timeout_at = now + self.rtt.rto();
        self.timer = Timer::Retransmission;
    }
}
