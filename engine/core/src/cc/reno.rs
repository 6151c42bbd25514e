//! Reno: one segment more per round trip, half the window after a loss.
//!
//! Source: RFC 5681 Section 3.1. Like ns-2 the window is a real number and halving keeps its
//! fraction while ssthresh is cut to whole segments. Unlike the RFC, which halves the data in
//! flight, the window is halved, as ns-2 and Linux do; a flow that always has data to send has a
//! full window in flight.

use serde::{Deserialize, Serialize};

use super::{Acked, Controller, Loss, Window};
use crate::rng::Rng;
use crate::scenario::spec::{DefaultValue, Kind, Param, Section, Unit};

/// Parameters, as a scenario writes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Factor for the window at a congestion mark; `None`: as at a loss.
    pub beta_ecn: Option<f64>,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "congestion_control.reno",
    label: "Reno (AIMD)",
    help: "Adds one segment per round trip and halves after a loss.",
    source: "RFC 5681 Section 3.1",
    params: &[beta_ecn(
        "The window is multiplied by this at a congestion mark, which comes earlier than a loss and \
         says that the queue is short: RFC 8511 suggests 0.8.",
    )],
};

/// The parameter of Alternative Backoff with ECN, for every controller that offers it.
pub(super) const fn beta_ecn(help: &'static str) -> Param {
    Param {
        live: true,
        advanced: true,
        source: "RFC 8511 Section 3",
        ..Param::new(
            "beta_ecn",
            "Decrease at a mark",
            Unit::Ratio,
            Kind::Number {
                min: 0.1,
                max: 0.99,
                log: false,
                null_label: "as at a loss",
            },
            DefaultValue::Null,
            help,
        )
    }
}

/// Reno keeps no state beyond the window.
#[derive(Clone, Debug)]
pub struct Reno {
    beta_ecn: Option<f64>,
}

impl Reno {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Params, _: &Rng) -> Reno {
        Reno {
            beta_ecn: params.beta_ecn,
        }
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

    fn on_mark(&mut self, window: &mut Window, loss: &Loss) {
        match self.beta_ecn {
            Some(beta) => alternative_backoff(window, beta),
            None => self.on_loss(window, loss),
        }
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

/// RFC 8511 Section 3: at a mark the window falls to `beta` of itself, the threshold not below two.
pub(super) fn alternative_backoff(window: &mut Window, beta: f64) {
    window.set(window.cwnd * beta);
    window.ssthresh = if window.cwnd < 2.0 { 2.0 } else { window.cwnd };
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
        let mut reno = Reno { beta_ecn: None };
        (0..10).for_each(|_| reno.on_ack(&mut window, &acked(0.0)));
        assert_eq!(window.cwnd, 20.0);
        (0..20).for_each(|_| reno.on_ack(&mut window, &acked(0.0)));
        assert!((window.cwnd - 21.0).abs() < 0.05);
    }

    #[test]
    fn halves_after_a_loss_and_keeps_the_fraction() {
        let mut window = Window {
            cwnd: 203.0,
            ssthresh: 50.0,
            max: 1e6,
        };
        Reno { beta_ecn: None }.on_loss(&mut window, &loss(0.0));
        assert_eq!((window.cwnd, window.ssthresh), (101.5, 101.0));
    }
    #[test]
    fn a_mark_counts_as_a_loss_unless_alternative_backoff_is_chosen() {
        let after_mark = |beta_ecn| {
            let mut window = Window {
                cwnd: 1000.0,
                ssthresh: 50.0,
                max: 1e6,
            };
            Reno { beta_ecn }.on_mark(&mut window, &loss(0.0));
            (window.cwnd, window.ssthresh)
        };
        assert_eq!(after_mark(None), (500.0, 500.0));
        assert_eq!(after_mark(Some(0.8)), (800.0, 800.0));
        // What ns-3's tcp-abe-test expects with the factor it takes.
        assert_eq!(after_mark(Some(0.7)), (700.0, 700.0));
    }
}
