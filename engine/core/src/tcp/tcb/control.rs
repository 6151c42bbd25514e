//! Congestion window and its controller, with the cause of the last change.

use super::{Saved, Tcb};
use crate::cc::{Acked, Controller, Loss, Window};
use crate::tcp::config::TcpConfig;
use crate::tcp::phase::Cause;
use crate::time::Time;

impl Tcb {
    /// Notifies the controller of newly acknowledged data. If the acknowledgment echoes congestion, the window does
    /// not grow (RFC 3168 Section 6.1.2), unless the controller has a model of its own.
    #[inline]
    pub fn notify_ack(&mut self, acked: &Acked) {
        if acked.echoes && !self.controller.follows_recovery() {
            self.controller.on_echo(&mut self.window, acked);
            return;
        }
        let before = self.window.cwnd;
        let slow = self.window.in_slow_start();
        self.controller.on_ack(&mut self.window, acked);
        if self.window.cwnd != before {
            self.cause = if slow {
                Cause::SlowStart
            } else {
                Cause::Avoidance
            };
        }
    }

    /// Notes that the controller has gone to another of its states. Only controllers that sample the
    /// rate have any.
    pub fn note_state(&mut self, before: Option<u8>) {
        if before != self.controller.state() {
            self.cause = Cause::Controller;
            self.news = Some(Cause::Controller);
        }
    }

    /// Returns the facts about `lost` segments for the controller.
    pub fn loss(&self, now: Time, lost: u32) -> Loss {
        Loss {
            now,
            in_flight: self.flight(),
            lost,
        }
    }

    /// Sets the window during recovery, unless the controller does.
    pub fn set_window(&mut self, cwnd: f64, cause: Cause) {
        if !self.controller.follows_recovery() {
            let before = self.window.cwnd;
            self.window.set(cwnd);
            if self.window.cwnd != before {
                self.cause = cause;
            }
        }
    }

    /// Returns the window and its controller, to [restore](Self::restore) them if the next reduction was needless.
    pub fn saved(&self) -> Saved {
        Saved {
            window: self.window,
            controller: self.controller.clone(),
            reduced: self.reduced,
            in_flight: self.outstanding(),
        }
    }

    /// A reduction was needless: the window is given back, as far as no burst follows (RFC 4015 steps (5) and (7)).
    pub fn restore(&mut self, saved: &Saved, config: &TcpConfig) {
        self.controller = saved.controller.clone();
        self.reduced = saved.reduced;
        self.window.ssthresh = threshold_before(&saved.window, saved.in_flight);
        let most = f64::from(self.outstanding()) + config.initial_window_packets;
        let cwnd = saved.window.cwnd;
        self.window.set(if cwnd < most { cwnd } else { most });
    }

    /// The window may grow to another size; a threshold that was at the largest stays there.
    pub fn change_largest_window(&mut self, old: &TcpConfig, new: &TcpConfig) {
        let window = &mut self.window;
        window.max = f64::from(new.max_window_packets);
        window.set(window.cwnd);
        if window.ssthresh > window.max || old.max_window_packets as f64 == window.ssthresh {
            window.ssthresh = window.max;
        }
    }

    /// Returns the target window of recovery: the window that the controller has set, at least two segments (RFC
    /// 5681 Equation (4)).
    pub fn flight_after_loss(&self) -> f64 {
        if self.window.cwnd < 2.0 {
            2.0
        } else {
            self.window.cwnd
        }
    }

    /// The rate at which the controller wants segments to leave, per second, if it wants any.
    #[inline]
    pub fn controlled_rate(&self) -> Option<f64> {
        (self.controller.may_pace())
            .then(|| self.controller.pacing_rate(&self.window))
            .flatten()
    }
}

/// RFC 4015 Section 3.2 step (0): `pipe_prev = max(FlightSize, ssthresh)`.
fn threshold_before(window: &Window, in_flight: u32) -> f64 {
    let flight = f64::from(in_flight);
    if flight > window.ssthresh {
        flight
    } else {
        window.ssthresh
    }
}
