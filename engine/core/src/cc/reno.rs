//! Reno: one segment more per round trip, half the window after a loss.
//!
//! Source: RFC 5681 Section 3.1. Like ns-2 the window is a real number and halving keeps its
//! fraction while ssthresh is cut to whole segments. Unlike the RFC, which halves the data in
//! flight, the window is halved, as ns-2 and Linux do; a flow that always has data to send has a
//! full window in flight.

use serde::{Deserialize, Serialize};

use super::{Acked, Controller, Loss, Window};
use crate::rng::Rng;
use crate::scenario::spec::Section;

/// Reno has no parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "congestion_control.reno",
    label: "Reno (AIMD)",
    help: "Adds one segment per round trip and halves after a loss.",
    source: "RFC 5681 Section 3.1",
    params: &[],
};

/// Reno keeps no state beyond the window.
#[derive(Clone, Debug)]
pub struct Reno;

impl Reno {
    /// At the start of a flow.
    #[must_use]
    pub fn new(_: &Params, _: &Rng) -> Reno {
        Reno
    }
}

impl Controller for Reno {
    #[inline]
    fn on_ack(&mut self, window: &mut Window, _: &Acked) {
        let growth = if window.in_slow_start() {
            // Equation (2), one segment per acknowledgement
            1.0
        } else {
            // Equation (3)
            1.0 / window.cwnd
        };
        window.set(window.cwnd + growth);
    }

    fn on_loss(&mut self, window: &mut Window, _: &Loss) {
        let half = window.cwnd / 2.0;
        window.ssthresh = halved_threshold(window.cwnd);
        window.set(half);
    }

    fn on_timeout(&mut self, window: &mut Window, _: &Loss, _: bool) {
        window.ssthresh = halved_threshold(window.cwnd);
        window.set(1.0);
    }
}

/// Equation (4): half the window in whole segments, at least two.
#[must_use]
pub fn halved_threshold(cwnd: f64) -> f64 {
    // Truncation is what is wanted: windows are positive and far below 2^32.
    let half = f64::from((cwnd / 2.0) as u32);
    if half < 2.0 { 2.0 } else { half }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::cc::testing::{acked, loss};

    #[test]
    fn doubles_per_window_in_slow_start_and_adds_one_in_avoidance() {
        let mut window = Window {
            cwnd: 10.0,
            ssthresh: 20.0,
            max: 1e6,
        };
        (0..10).for_each(|_| Reno.on_ack(&mut window, &acked(0.0)));
        assert_eq!(window.cwnd, 20.0);
        (0..20).for_each(|_| Reno.on_ack(&mut window, &acked(0.0)));
        assert!((window.cwnd - 21.0).abs() < 0.05);
    }

    #[test]
    fn halves_after_a_loss_and_keeps_the_fraction() {
        let mut window = Window {
            cwnd: 203.0,
            ssthresh: 50.0,
            max: 1e6,
        };
        Reno.on_loss(&mut window, &loss(0.0));
        assert_eq!((window.cwnd, window.ssthresh), (101.5, 101.0));
    }
}
