//! Reno: one segment more per round trip, half the window after a loss.
//!
//! Source: RFC 5681 Section 3.1. Like ns-2 the window is a real number and halving keeps its
//! fraction while ssthresh is cut to whole segments. Unlike the RFC, which halves the data in
//! flight, the window is halved, as ns-2 and Linux do; a flow that always has data to send has a
//! full window in flight. If data has left room in the window, a sender with RACK gives up the room
//! before (Equation (4)). When the same data time out again the threshold stays; where the sender is told to reduce it
//! at every timeout, as ns-2 does, it falls to two. Growth goes by
//! acknowledgments or, with a limit L, by what they cover (appropriate byte counting, RFC 3465),
//! and rests while the application limits sending.

use super::whole::{self, Arithmetic, Count};
use super::{Acked, Controller, Loss, Window};
use crate::rng::Rng;
use crate::spec::Param;
use crate::spec::parameters::{number, parameter, parameters};

parameters! {
    /// Adds one segment to the window per round trip and halves the window after a loss.
    #[section("congestion_control.reno", "Reno (AIMD)", source: "RFC 5681 Section 3.1")]
    pub struct Params {
        beta_ecn: Option<f64> => beta_ecn(
            "Factor by which a congestion mark multiplies the window. A mark comes earlier than a loss, while \
             the queue is still short. RFC 8511 suggests 0.8.",
        ),

        /// Largest growth of the window per ACK in slow start. With a value, growth counts the packets that an ACK
        /// acknowledges instead of ACKs, so delayed ACKs do not slow it down. RFC 3465 allows 2; Linux has no limit.
        abc_limit_packets: Option<f64> = None, "Byte counting limit", Packets,
            number(1.0..=1000.0).log().or_null("one per ACK"),
            [live, advanced, source: "RFC 3465 (L); RFC 5681 Section 3.1 allows 1"],

        /// Whether the window is a real number, or a whole number of packets, as in Linux. Whole windows count the packets that
        /// an ACK acknowledges, without a limit.
        arithmetic: Arithmetic = Text("real"), "Arithmetic", None, Arithmetic::KIND,
            [advanced, source: "RFC 5681; Linux tcp_cong.c tcp_reno_cong_avoid"],
    }
}

/// The parameter of Alternative Backoff with ECN, for every controller that offers it.
pub(super) const fn beta_ecn(help: &'static str) -> Param {
    Param {
        help,
        ..parameter! {
            /// Factor by which a congestion mark multiplies the window.
            beta_ecn = None, "Decrease at a mark", Ratio, number(0.1..=0.99).or_null("as at a loss"),
                [live, advanced, source: "RFC 8511 Section 3"]
        }
    }
}

/// State of Reno during a run.
#[derive(Clone, Debug)]
pub struct Reno {
    /// Options, if any is set.
    options: Option<Box<Options>>,
}

/// Options of Reno with their state.
#[derive(Clone, Debug)]
struct Options {
    beta_ecn: Option<f64>,
    abc_limit: Option<f64>,
    /// With a limit: packets acknowledged since the window last grew in avoidance.
    counted: f64,
    /// Packets counted with whole windows, if they are used.
    whole: Option<Count>,
}

impl Reno {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Params, _: &Rng) -> Reno {
        let whole = params.arithmetic == Arithmetic::Whole;
        let is_given = params.beta_ecn.is_some() || params.abc_limit_packets.is_some() || whole;
        let options = is_given.then(|| {
            Box::new(Options {
                beta_ecn: params.beta_ecn,
                abc_limit: params.abc_limit_packets,
                counted: 0.0,
                whole: whole.then(Count::default),
            })
        });
        Reno { options }
    }

    /// Counting with whole windows, if they are used.
    fn whole(&mut self) -> Option<&mut Count> {
        self.options.as_mut()?.whole.as_mut()
    }
}

impl Options {
    /// RFC 3465 Sections 2.1 and 2.2: the growth for `packets` acknowledged.
    #[inline(never)]
    fn counted_growth(&mut self, window: &Window, packets: f64) -> f64 {
        if window.in_slow_start() {
            return match self.abc_limit {
                Some(limit) if limit < packets => limit,
                _ => packets,
            };
        }
        self.counted += packets;
        if self.counted < window.cwnd {
            return 0.0;
        }
        self.counted -= window.cwnd;
        1.0
    }
}

impl Controller for Reno {
    fn grows_when_recovered(&self) -> bool {
        self.options
            .as_ref()
            .is_some_and(|options| options.whole.is_some())
    }

    #[inline]
    fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        if !acked.window_limited {
            return;
        }
        if let Some(count) = self.whole() {
            grow_whole(count, window, acked.packets);
            return;
        }
        let growth = if let Some(options) = &mut self.options
            && options.abc_limit.is_some()
        {
            options.counted_growth(window, f64::from(acked.packets))
        } else if window.in_slow_start() {
            // Equation (2), one segment per acknowledgment
            1.0
        } else {
            // Equation (3)
            1.0 / window.cwnd
        };
        window.set(window.cwnd + growth);
    }

    fn on_loss(&mut self, window: &mut Window, _: &Loss) {
        window.ssthresh = halved_threshold(window.cwnd);
        let half = match self.whole() {
            Some(count) => {
                count.restart();
                window.ssthresh
            }
            None => window.cwnd / 2.0,
        };
        window.set(half);
    }

    fn on_mark(&mut self, window: &mut Window, loss: &Loss) {
        match self.options.as_ref().and_then(|options| options.beta_ecn) {
            Some(beta) => alternative_backoff(window, beta),
            None => self.on_loss(window, loss),
        }
    }

    fn on_timeout(&mut self, window: &mut Window, _: &Loss, again: bool) {
        time_out(window, again);
        if let Some(count) = self.whole() {
            count.restart();
        }
    }
}

/// Growth with whole windows (Linux `tcp_reno_cong_avoid`).
#[inline(never)]
fn grow_whole(count: &mut Count, window: &mut Window, acked: u32) {
    let left = if window.in_slow_start() {
        whole::slow_start(window, acked)
    } else {
        acked
    };
    if left > 0 {
        count.grow(window, whole::packets(window), left);
    }
}

/// A timeout: one segment, and half the threshold unless that has been done for the same data.
pub(super) fn time_out(window: &mut Window, again: bool) {
    if !again {
        window.ssthresh = halved_threshold(window.cwnd);
    }
    window.set(1.0);
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

    fn reno(beta_ecn: Option<f64>, abc_limit_packets: Option<f64>) -> Reno {
        let params = Params {
            beta_ecn,
            abc_limit_packets,
            arithmetic: Arithmetic::Real,
        };
        Reno::new(&params, &Rng::for_component(1, "reno", 0))
    }

    fn covering(packets: u32) -> Acked {
        Acked {
            packets,
            ..acked(0.0)
        }
    }

    #[test]
    fn doubles_per_window_in_slow_start_and_adds_one_in_avoidance() {
        let mut window = Window {
            cwnd: 10.0,
            ssthresh: 20.0,
            max: 1e6,
        };
        let mut reno = reno(None, None);
        (0..10).for_each(|_| reno.on_ack(&mut window, &acked(0.0)));
        assert_eq!(window.cwnd, 20.0);
        (0..20).for_each(|_| reno.on_ack(&mut window, &acked(0.0)));
        assert!((window.cwnd - 21.0).abs() < 0.05);
    }

    #[test]
    fn reno_halves_after_a_loss_and_keeps_the_fraction() {
        let mut window = Window {
            cwnd: 203.0,
            ssthresh: 50.0,
            max: 1e6,
        };
        reno(None, None).on_loss(&mut window, &loss(0.0));
        assert_eq!((window.cwnd, window.ssthresh), (101.5, 101.0));
    }

    #[test]
    fn counting_what_is_acknowledged_makes_up_for_stretched_acknowledgments() {
        // Ten packets in flight, acknowledged by four, four and two: with no limit worth the name
        // the window doubles, with L = 2 it grows by two each time, else by one.
        for (limit, wanted) in [(Some(1000.0), 20.0), (Some(2.0), 16.0), (None, 13.0)] {
            let mut window = Window {
                cwnd: 10.0,
                ssthresh: 100.0,
                max: 1e6,
            };
            let mut reno = reno(None, limit);
            for packets in [4, 4, 2] {
                reno.on_ack(&mut window, &covering(packets));
            }
            assert_eq!(window.cwnd, wanted, "L = {limit:?}");
        }
    }

    #[test]
    fn with_byte_counting_avoidance_adds_one_per_window_however_it_is_acknowledged() {
        for covered in [1, 2] {
            let mut window = Window {
                cwnd: 10.0,
                ssthresh: 2.0,
                max: 1e6,
            };
            let mut reno = reno(None, Some(2.0));
            (0..22 / covered).for_each(|_| reno.on_ack(&mut window, &covering(covered)));
            assert_eq!(window.cwnd, 12.0, "after 10 and 11 packets");
        }
    }

    #[test]
    fn does_not_grow_while_the_application_limits_sending() {
        let mut window = Window {
            cwnd: 10.0,
            ssthresh: 20.0,
            max: 1e6,
        };
        let idle = Acked {
            window_limited: false,
            ..acked(0.0)
        };
        reno(None, None).on_ack(&mut window, &idle);
        assert_eq!(window.cwnd, 10.0);
    }

    #[test]
    fn a_mark_counts_as_a_loss_unless_alternative_backoff_is_chosen() {
        let after_mark = |beta_ecn| {
            let mut window = Window {
                cwnd: 1000.0,
                ssthresh: 50.0,
                max: 1e6,
            };
            reno(beta_ecn, None).on_mark(&mut window, &loss(0.0));
            (window.cwnd, window.ssthresh)
        };
        assert_eq!(after_mark(None), (500.0, 500.0));
        assert_eq!(after_mark(Some(0.8)), (800.0, 800.0));
        // What ns-3's tcp-abe-test expects with the factor it takes.
        assert_eq!(after_mark(Some(0.7)), (700.0, 700.0));
    }
}
