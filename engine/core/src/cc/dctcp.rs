//! DCTCP: reduces the window in proportion to how many packets were marked.
//!
//! Routers mark packets as soon as the queue exceeds a small threshold K. One marked packet in a
//! window means a queue that has just begun, a window full of marks means that it stands: DCTCP
//! estimates the share of marked packets and gives up half that share of its window, so that it can
//! keep the queue near K without emptying the link. For data centers, where all senders do it.
//!
//! Source: RFC 8257 Section 3.3; the numbers in brackets are those of its list. Growth, and the
//! reaction to losses, are Reno's (Section 3.4); a loss in a window that was reduced for marks leaves half of what
//! there was before them, as in Linux (`dctcp_react_to_loss`). An acknowledgment of marked packets does not make the
//! window grow (RFC 3168 Section 6.1.2). With a receiver that only echoes (RFC 3168), all that an echo acknowledges
//! counts as marked.

use super::reno::{halved_threshold, time_out};
use super::{Acked, Controller, Loss, Window};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};

parameters! {
    /// Reduces the window in proportion to the share of marked packets. It needs ECN and a queue that marks early.
    #[section("congestion_control.dctcp", "DCTCP", source: "RFC 8257")]
    pub struct Params {
        /// Weight of the latest window of data in the estimated share of marked packets.
        gain: f64 = 0.0625, "Estimation gain", Ratio, number(1e-3..=1.0).log(),
            [live, advanced, source: "RFC 8257 Section 4.2"],

        /// Estimated share of marked packets at the start. With 1, the first mark halves the window, as a loss does;
        /// with 0, it hardly changes the window.
        initial_alpha: f64 = 1.0, "Initial estimate", Ratio, number(0.0..=1.0),
            [advanced, source: "RFC 8257 Section 4.2"],
    }
}

/// State of DCTCP during a run.
#[derive(Clone, Debug)]
pub struct Dctcp {
    gain: f64,
    /// `DCTCP.Alpha`: the estimated share of marked packets.
    alpha: f64,
    /// The observation ends when this packet is acknowledged (`DCTCP.WindowEnd`).
    window_end: u64,
    /// Packets acknowledged in this observation (`DCTCP.BytesAcked`).
    acked: u32,
    /// Number of marked packets among them (`DCTCP.BytesMarked`).
    marked: u32,
    /// The window before the last reduction for a mark or a loss.
    before_reduction: f64,
}

impl Dctcp {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Params, _: &Rng) -> Dctcp {
        Dctcp {
            gain: params.gain,
            alpha: params.initial_alpha,
            window_end: 0,
            acked: 0,
            marked: 0,
            before_reduction: 0.0,
        }
    }

    /// Steps 1 to 8: counts marks, and once per window of data updates the estimate.
    fn observe(&mut self, acked: &Acked) {
        self.acked += acked.packets;
        self.marked += acked.marked.min(acked.packets);
        if acked.unacked <= self.window_end {
            return;
        }
        if self.acked > 0 {
            let share = f64::from(self.marked) / f64::from(self.acked);
            self.alpha = smoothed(self.alpha, share, self.gain);
        }
        self.window_end = acked.next;
        self.acked = 0;
        self.marked = 0;
    }
}

impl Controller for Dctcp {
    const SCALABLE: bool = true;

    #[inline]
    fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        self.observe(acked);
        if acked.marked > 0 || !acked.window_limited {
            return;
        }
        let growth = if window.in_slow_start() {
            1.0
        } else {
            1.0 / window.cwnd
        };
        window.set(window.cwnd + growth);
    }

    fn on_loss(&mut self, window: &mut Window, _: &Loss) {
        self.before_reduction = window.cwnd;
        let half = window.cwnd / 2.0;
        window.ssthresh = halved_threshold(window.cwnd);
        window.set(half);
    }

    fn on_echo(&mut self, _: &mut Window, acked: &Acked) {
        self.observe(acked);
    }

    /// The loss counts as one, not the mark beside it: half of the window before both is left.
    fn on_loss_again(&mut self, window: &mut Window, _: &Loss) {
        if self.before_reduction / 2.0 < window.cwnd {
            window.ssthresh = halved_threshold(self.before_reduction);
            window.set(self.before_reduction / 2.0);
        }
    }

    fn on_mark(&mut self, window: &mut Window, _: &Loss) {
        self.before_reduction = window.cwnd;
        window.set(reduced(window.cwnd, self.alpha));
        window.ssthresh = if window.cwnd < 2.0 { 2.0 } else { window.cwnd };
    }

    fn on_timeout(&mut self, window: &mut Window, _: &Loss, again: bool) {
        time_out(window, again);
    }
}

/// Step 6: `DCTCP.Alpha = DCTCP.Alpha (1 - g) + g M`.
fn smoothed(alpha: f64, share: f64, gain: f64) -> f64 {
    alpha * (1.0 - gain) + gain * share
}

/// Step 9: `cwnd = cwnd (1 - DCTCP.Alpha / 2)`.
fn reduced(cwnd: f64, alpha: f64) -> f64 {
    cwnd * (1.0 - alpha / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{acked, loss};

    fn dctcp(alpha: f64) -> Dctcp {
        Dctcp::new(
            &Params {
                gain: 0.0625,
                initial_alpha: alpha,
            },
            &Rng::for_component(1, "dctcp", 0),
        )
    }

    fn window(cwnd: f64) -> Window {
        Window {
            cwnd,
            ssthresh: 2.0,
            max: 1e6,
        }
    }

    /// Acknowledges windows of ten packets of which the first `marked` are marked, after `before`
    /// packets.
    fn observe_windows(dctcp: &mut Dctcp, before: u64, windows: u64, marked: u64) {
        let mut window = window(10.0);
        for number in before + 1..=before + 10 * windows {
            let acked = Acked {
                unacked: number,
                next: number - 1 + 10,
                marked: u32::from((number - 1) % 10 < marked),
                ..acked(0.0)
            };
            dctcp.on_ack(&mut window, &acked);
        }
    }

    #[test]
    fn the_estimate_is_a_moving_average_over_windows() {
        let mut dctcp = dctcp(1.0);
        // The first acknowledgment, unmarked, is an observation of its own.
        observe_windows(&mut dctcp, 0, 1, 0);
        assert_eq!(dctcp.alpha, 15.0 / 16.0);
        observe_windows(&mut dctcp, 10, 200, 3);
        assert!((dctcp.alpha - 0.3).abs() < 0.01, "{}", dctcp.alpha);
        observe_windows(&mut dctcp, 2010, 400, 0);
        assert!(dctcp.alpha < 1e-6);
    }

    #[test]
    fn the_window_gives_up_half_the_share_that_was_marked() {
        for (alpha, left) in [(1.0, 50.0), (0.5, 75.0), (0.1, 95.0), (0.0, 100.0)] {
            let mut window = window(100.0);
            dctcp(alpha).on_mark(&mut window, &loss(0.0));
            assert_eq!((window.cwnd, window.ssthresh), (left, left));
        }
    }

    #[test]
    fn a_loss_halves_whatever_the_marks_say() {
        let mut window = window(100.0);
        dctcp(0.0).on_loss(&mut window, &loss(0.0));
        assert_eq!((window.cwnd, window.ssthresh), (50.0, 50.0));
    }

    #[test]
    fn marked_acks_do_not_grow_the_dctcp_window() {
        let mut window = window(10.0);
        let marked = Acked {
            marked: 1,
            ..acked(0.0)
        };
        dctcp(1.0).on_ack(&mut window, &marked);
        assert_eq!(window.cwnd, 10.0);
        dctcp(1.0).on_ack(&mut window, &acked(0.0));
        assert_eq!(window.cwnd, 10.1);
    }
}
