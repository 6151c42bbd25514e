//! CUBIC: the window is a cubic function of the time since the last loss, for any round-trip time.
//!
//! After a loss the window first grows fast. Near the window of the last loss it grows slowly; beyond it, the flow
//! probes faster and faster. Growth depends on time and not on acknowledgments, so a long round-trip time is no
//! disadvantage. On short paths and with small windows Reno would grow faster; there CUBIC grows as Reno does. Most
//! servers use CUBIC today.
//!
//! Source: RFC 9438; numbers of formulas are those of its figures. Deviations:
//! * A loss reduces the window. Section 4.6 allows this for senders like this one, which do not grow an unused window. If
//!   data has left room in the window, the reduction of a sender with RACK begins at the data in flight.
//! * An acknowledgment of several segments counts several times, as in Linux. Delayed acknowledgments then do not slow
//!   growth. In the first slow start they count up to eight times, with pacing without a limit, with and without HyStart++
//!   (RFC 9406 Section 4.2); in a slow start after a timeout once (RFC 3465 Section 2.1). The first acknowledgment of
//!   congestion avoidance only starts its clock.
//! * Fast convergence compares peaks in whole segments, as in Linux. A single flow returns to almost the same peak; it
//!   must not release bandwidth because of a fraction of a segment.
//! * The sender responds to spurious timeouts (Section 4.9), for all controllers: it restores the earlier state of the
//!   controller.

use super::cubic_whole::{Shape, Whole};
use super::hystart::{HyStart, Step, growth};
use super::hystart_classic::Classic;
use super::whole::{self, Arithmetic};
use super::{Acked, Controller, Loss, Window, reno};
use crate::rng::Rng;
use crate::spec::parameters::{choices, number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// The window is a cubic function of the time since the last loss, and a loss reduces it to 70 %. It is the default
    /// in Linux, Windows and Apple systems.
    #[section("congestion_control.cubic", "CUBIC", source: "RFC 9438")]
    pub struct Params {
        /// Factor of the cubic function, in segments per cubic second. Larger values let the window grow faster away
        /// from its plateau.
        c: f64 = 0.4, "Steepness C", None, number(1e-3..=100.0).log(), [live, advanced, source: "RFC 9438 Section 5.1"],

        /// Factor by which a loss multiplies the window. Reno uses 0.5.
        beta_cubic: f64 = 0.7, "Decrease at a loss", Ratio, number(0.1..=0.99),
            [live, advanced, source: "RFC 9438 Section 4.6"],

        beta_ecn: Option<f64> => reno::beta_ecn(
            "Factor by which a congestion mark multiplies the window. A mark comes earlier than a loss, while \
             the queue is still short. RFC 8511 suggests 0.85.",
        ),

        /// If a loss occurs below the last peak, the next peak is set lower still, to leave room for new flows. A
        /// single flow gets more throughput without it.
        fast_convergence: bool = true, "Fast convergence", [live, advanced, source: "RFC 9438 Section 4.7"],

        /// Ends the first slow start when the round-trip time grows. On and off, an ACK lets the window grow by as many packets
        /// as it acknowledges, without pacing by at most 8. Without pacing, it avoids most losses in buffers
        /// near the BDP: with 50 Mb/s, 100 ms and 417 packets of buffer, 390 packets are lost instead of 1,193. Bursts
        /// overflow a buffer a quarter as large before it acts. With pacing the queue grows late: 1,049 losses instead
        /// of 1,240.
        hystart: bool = true, "HyStart++", [live, source: "RFC 9406; RFC 9438 Section 4.10"],

        /// Form of HyStart. The classic form leaves slow start at once when a queue builds, or when acknowledgments arrive
        /// for half of a round-trip time without a pause; it can end too early on paths with jitter.
        hystart_form: HystartForm = Text("plus_plus"), "Form of HyStart", None, HystartForm::KIND,
            [live, advanced, source: "RFC 9406; Linux tcp_cubic.c hystart_update"],

        /// Whether the window is a real number, as in RFC 9438, or a whole number of packets, as in Linux. Linux also takes the
        /// curve one shortest round-trip time ahead, so that CUBIC loses fewer packets in long queues.
        arithmetic: Arithmetic = Text("real"), "Arithmetic", None, Arithmetic::KIND,
            [advanced, source: "RFC 9438; Linux tcp_cubic.c bictcp_update"],
    }
}

choices! {
    /// Form of HyStart in slow start.
    pub enum HystartForm {
        /// Growth slows down when the round-trip time grows, and slow start ends after five such rounds.
        PlusPlus = "plus_plus", "HyStart++ (RFC 9406)",
        /// Slow start ends when the round-trip time grows, or at a long train of acknowledgments. As in Linux.
        Classic = "classic", "classic, as in Linux",
    }
}

/// State of CUBIC during a run.
#[derive(Clone, Debug)]
pub struct Cubic {
    params: Params,
    /// Computes `alpha_cubic` from `beta_cubic`.
    alpha: f64,
    /// State of the first slow start, until it ends; without HyStart++ it only says that it lasts.
    first: Option<HyStart>,
    /// State of classic HyStart, if it is used.
    classic: Option<Box<Classic>>,
    /// State with whole packets, if they are used. The fields below are then unused.
    whole: Option<Box<Whole>>,
    /// `W_max`; `None` before the first loss and after a timeout.
    w_max: Option<f64>,
    /// `cwnd_prior`: the window just before the last reduction.
    prior: f64,
    /// Congestion avoidance, while it lasts.
    stage: Option<Stage>,
    /// Time of the last acknowledgment.
    seen: Time,
}

/// A stage of congestion avoidance: from one loss to the next.
#[derive(Clone, Copy, Debug)]
struct Stage {
    /// `t_epoch`, moved on by the time during which the window was not used.
    epoch: Time,
    curve: Curve,
    /// `W_est`: what Reno's window would be.
    estimate: f64,
}

/// The curve of Figure 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Curve {
    c: f64,
    w_max: f64,
    k_s: f64,
}

impl Params {
    fn uses_classic(&self) -> bool {
        self.hystart && self.hystart_form == HystartForm::Classic
    }

    fn is_whole(&self) -> bool {
        self.arithmetic == Arithmetic::Whole
    }

    fn shape(&self) -> Shape {
        Shape::new(self.c, self.beta_cubic, self.fast_convergence)
    }
}

impl Cubic {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Params, _: &Rng) -> Cubic {
        Cubic {
            params: params.clone(),
            alpha: alpha(params.beta_cubic),
            first: Some(HyStart::default()),
            classic: params.uses_classic().then(Box::default),
            whole: params.is_whole().then(Box::default),
            w_max: None,
            prior: 0.0,
            stage: None,
            seen: Time::ZERO,
        }
    }

    fn grow_in_slow_start(&mut self, window: &mut Window, acked: &Acked) {
        self.stage = None;
        let step = match &mut self.first {
            Some(hystart) if self.params.hystart && self.classic.is_none() => hystart.on_ack(acked),
            Some(_) => Step::Grow(growth(acked)),
            // After a timeout an acknowledgment may cover much that was sent before it (RFC 3465 Section 2.1).
            None => Step::Grow(1.0),
        };
        match step {
            Step::Grow(growth) => window.set(window.cwnd + growth),
            Step::Leave(growth) => {
                window.set(window.cwnd + growth);
                window.ssthresh = window.cwnd;
            }
        }
    }

    fn grow_in_avoidance(&mut self, window: &mut Window, acked: &Acked) {
        self.first = None;
        let Some(stage) = &mut self.stage else {
            self.stage = Some(self.begin_stage(acked.now, window.cwnd));
            return;
        };
        let t = acked.now.since(stage.epoch);
        let alpha = if stage.estimate < self.prior {
            self.alpha
        } else {
            1.0
        };
        stage.estimate += reno_increase(alpha, acked.packets, window.cwnd);
        if stage.curve.at(t) < stage.estimate {
            // Section 4.3, the Reno-friendly region; the window never shrinks by growing.
            if stage.estimate > window.cwnd {
                window.set(stage.estimate);
            }
        } else {
            let next = stage.curve.at(t + acked.srtt.unwrap_or(Span::ZERO));
            let target = bounded_target(next, window.cwnd);
            window.set(window.cwnd + increase(target, acked.packets, window.cwnd));
        }
    }

    /// Avoidance begins with this window: after a loss below the last peak, else (Sections 4.8 and
    /// 4.10) at the plateau of its curve.
    fn begin_stage(&mut self, now: Time, cwnd: f64) -> Stage {
        if self.w_max.is_none() && self.prior == 0.0 {
            self.prior = cwnd;
        }
        let w_max = match self.w_max {
            Some(w_max) if w_max > cwnd => w_max,
            _ => cwnd,
        };
        self.w_max = Some(w_max);
        Stage {
            epoch: now,
            curve: Curve::new(self.params.c, w_max, cwnd),
            estimate: cwnd,
        }
    }

    /// Figure 5: reduces the window to `beta` of it, at least to `floor`.
    fn reduce(&mut self, window: &mut Window, beta: f64, floor: f64) {
        if let Some(whole) = &mut self.whole {
            let shape = Shape::new(self.params.c, beta, self.params.fast_convergence);
            window.ssthresh = whole.reduce(shape, whole::packets(window)).into();
            window.set(window.ssthresh);
            return;
        }
        let cwnd = window.cwnd;
        self.w_max = Some(peak(
            cwnd,
            self.w_max.filter(|_| self.params.fast_convergence),
            self.params.beta_cubic,
        ));
        self.prior = cwnd;
        self.stage = None;
        self.first = None;
        window.ssthresh = at_least(2.0, cwnd * beta);
        window.set(at_least(floor, cwnd * beta));
    }

    /// Time during which the window was not used does not count: Sections 4.2 and 5.8.
    fn skip_to(&mut self, now: Time) {
        if let Some(stage) = &mut self.stage {
            stage.epoch += now.since(self.seen);
        }
        self.seen = now;
    }
}

impl Controller for Cubic {
    fn grows_when_recovered(&self) -> bool {
        self.whole.is_some()
    }

    #[inline]
    fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        if let Some(classic) = &mut self.classic
            && classic.on_ack(acked, window.cwnd, window.in_slow_start())
        {
            window.ssthresh = window.cwnd;
        }
        if let Some(whole) = &mut self.whole {
            whole.time(acked);
            if acked.window_limited {
                whole.grow(self.params.shape(), window, acked);
            }
            return;
        }
        if !acked.window_limited {
            self.skip_to(acked.now);
            return;
        }
        self.seen = acked.now;
        if window.in_slow_start() {
            self.grow_in_slow_start(window, acked);
        } else {
            self.grow_in_avoidance(window, acked);
        }
    }

    fn times_every_segment(&self) -> bool {
        let times_hystart = self.first.is_some() || self.classic.is_some();
        self.whole.is_some() || times_hystart && self.params.hystart
    }

    fn on_loss(&mut self, window: &mut Window, _: &Loss) {
        self.reduce(window, self.params.beta_cubic, 2.0);
    }

    fn on_mark(&mut self, window: &mut Window, _: &Loss) {
        let beta = self.params.beta_ecn.unwrap_or(self.params.beta_cubic);
        self.reduce(window, beta, 1.0);
    }

    fn on_timeout(&mut self, window: &mut Window, _: &Loss, again: bool) {
        // Section 4.8; RFC 5681 Section 3.1 keeps the threshold when the same data time out again.
        if !again {
            self.prior = window.cwnd;
            window.ssthresh = match &mut self.whole {
                Some(whole) => whole
                    .reduce(self.params.shape(), whole::packets(window))
                    .into(),
                None => at_least(2.0, window.cwnd * self.params.beta_cubic),
            };
        }
        self.whole = self.params.is_whole().then(Box::default);
        self.w_max = None;
        self.stage = None;
        self.first = None;
        self.classic = self.params.uses_classic().then(Box::default);
        window.set(1.0);
    }

    fn on_restart(&mut self, _: &mut Window, now: Time, idle: Span) {
        self.skip_to(now);
        if let Some(whole) = &mut self.whole {
            whole.skip(now, idle);
        }
    }
}

impl Curve {
    /// The curve that passes through `cwnd` at 0 and levels off at `w_max`.
    fn new(c: f64, w_max: f64, cwnd: f64) -> Curve {
        Curve {
            c,
            w_max,
            k_s: k_s(c, w_max, cwnd),
        }
    }

    /// Figure 1: `W_cubic(t) = C (t - K)^3 + W_max`.
    fn at(&self, t: Span) -> f64 {
        let from_plateau = t.s() - self.k_s;
        self.c * from_plateau * from_plateau * from_plateau + self.w_max
    }
}

/// Figure 2: `K`, the time until the window is back at `w_max`, seconds.
fn k_s(c: f64, w_max: f64, cwnd: f64) -> f64 {
    libm::cbrt((w_max - cwnd) / c)
}

/// Section 4.2: the window to reach in a round trip, neither below the present one nor faster than
/// slow start.
fn bounded_target(next: f64, cwnd: f64) -> f64 {
    if next < cwnd {
        cwnd
    } else if next > 1.5 * cwnd {
        1.5 * cwnd
    } else {
        next
    }
}

/// Sections 4.4 and 4.5: `(target - cwnd) / cwnd` for each segment acknowledged; the target is not
/// passed.
fn increase(target: f64, packets: u32, cwnd: f64) -> f64 {
    let share = f64::from(packets) / cwnd;
    (target - cwnd) * if share < 1.0 { share } else { 1.0 }
}

/// Section 4.3: `alpha_cubic`, with which additive growth after a decrease to `beta` has the average
/// window of Reno.
fn alpha(beta: f64) -> f64 {
    3.0 * (1.0 - beta) / (1.0 + beta)
}

/// Figure 4: what `W_est` grows by.
fn reno_increase(alpha: f64, packets: u32, cwnd: f64) -> f64 {
    let share = f64::from(packets) / cwnd;
    alpha * if share < 1.0 { share } else { 1.0 }
}

/// Returns `W_max` after a loss at `cwnd` (Section 4.7). With fast convergence, `last` is the previous `W_max`: a
/// lower peak means that other flows need bandwidth. They are compared in whole segments, as windows are in Linux:
/// peaks that differ by a fraction of a segment are equal.
fn peak(cwnd: f64, last: Option<f64>, beta: f64) -> f64 {
    match last {
        Some(last) if (cwnd as u32) < last as u32 => cwnd * (1.0 + beta) / 2.0,
        _ => cwnd,
    }
}

fn at_least(floor: f64, value: f64) -> f64 {
    if value < floor { floor } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::testing::{acked, loss};
    use crate::spec::complete::complete_one;
    use serde_json::json;

    fn params() -> Params {
        serde_json::from_value(complete_one(&SECTION, json!({})).unwrap()).unwrap()
    }

    fn cubic(params: Params) -> Cubic {
        Cubic::new(&params, &Rng::for_component(1, "cubic", 0))
    }

    fn window(cwnd: f64) -> Window {
        Window {
            cwnd,
            ssthresh: 2.0,
            max: 1e6,
        }
    }

    /// Whole windows acknowledged packet by packet with this round trip; the window at the end of
    /// each round trip, with its time.
    fn run(
        cubic: &mut Cubic,
        window: &mut Window,
        from_s: f64,
        rounds: u32,
        rtt_s: f64,
    ) -> Vec<(f64, f64)> {
        let mut seen = vec![(from_s, window.cwnd)];
        for round in 0..rounds {
            let packets = window.cwnd as u32;
            for i in 1..=packets {
                let windows = f64::from(round) + f64::from(i) / f64::from(packets);
                let acked = Acked {
                    srtt: Some(Span::from_s(rtt_s)),
                    ..acked(from_s + rtt_s * windows)
                };
                cubic.on_ack(window, &acked);
            }
            seen.push((from_s + rtt_s * f64::from(round + 1), window.cwnd));
        }
        seen
    }

    #[test]
    fn the_window_matches_the_vectors_of_s2n_quic() {
        let curve = Curve::new(0.4, 2304.0, 0.7 * 2304.0);
        let at = |s| (curve.at(Span::from_s(s)) * 10.0 + 0.5).floor() / 10.0;
        assert!((curve.k_s - 12.0).abs() < 1e-9);
        assert_eq!([at(0.0), at(10.0), at(12.0)], [1612.8, 2300.8, 2304.0]);
        assert_eq!(at(15.0), 2314.8);
    }

    #[test]
    fn the_reno_estimate_is_that_of_s2n_quics_vector() {
        // W_max 100, round trip 0.3 s, 6 s: twenty windows acknowledged since the loss.
        let mut estimate = 70.0;
        for _ in 0..20 {
            estimate += reno_increase(alpha(0.7), 100, 100.0);
        }
        assert!((estimate - 80.588_235).abs() < 1e-6, "{estimate}");
    }

    #[test]
    fn cubic_keeps_70_percent_after_a_loss() {
        let mut window = window(1000.0);
        cubic(params()).on_loss(&mut window, &loss(1.0));
        assert_eq!((window.cwnd, window.ssthresh), (700.0, 700.0));
    }

    #[test]
    fn a_mark_counts_as_a_loss_unless_alternative_backoff_is_chosen() {
        let after_mark = |beta_ecn| {
            let mut window = window(1000.0);
            cubic(Params {
                beta_ecn,
                ..params()
            })
            .on_mark(&mut window, &loss(1.0));
            (window.cwnd, window.ssthresh)
        };
        assert_eq!(after_mark(None), (700.0, 700.0));
        assert_eq!(after_mark(Some(0.85)), (850.0, 850.0));
    }

    #[test]
    fn losses_leave_two_segments_at_least_and_marks_one() {
        let mut small = window(2.0);
        cubic(params()).on_loss(&mut small, &loss(1.0));
        assert_eq!((small.cwnd, small.ssthresh), (2.0, 2.0));
        cubic(params()).on_mark(&mut small, &loss(2.0));
        assert_eq!((small.cwnd, small.ssthresh), (1.4, 2.0));
    }

    #[test]
    fn a_second_loss_below_the_first_peak_aims_at_85_percent_of_its_own() {
        let mut cubic = cubic(params());
        let mut window = window(100.0);
        cubic.on_loss(&mut window, &loss(1.0));
        assert_eq!(cubic.w_max, Some(100.0));
        window.set(90.0);
        cubic.on_loss(&mut window, &loss(2.0));
        assert_eq!(cubic.w_max, Some(0.85 * 90.0));
        assert!((window.cwnd - 63.0).abs() < 1e-9);
        // A loss above the peak is remembered as it is.
        window.set(80.0);
        cubic.on_loss(&mut window, &loss(3.0));
        assert_eq!(cubic.w_max, Some(80.0));
    }

    #[test]
    fn without_fast_convergence_every_peak_is_remembered_as_it_is() {
        let mut cubic = cubic(Params {
            fast_convergence: false,
            ..params()
        });
        let mut window = window(100.0);
        cubic.on_loss(&mut window, &loss(1.0));
        window.set(90.0);
        cubic.on_loss(&mut window, &loss(2.0));
        assert_eq!(cubic.w_max, Some(90.0));
    }

    /// Behavior of neqo's `cubic_phase` test: concave, plateau after K, convex.
    #[test]
    fn the_window_follows_the_curve_within_a_segment_every_round_trip() {
        let mut cubic = cubic(params());
        let mut window = window(1000.0);
        cubic.on_loss(&mut window, &loss(0.0));
        cubic.on_ack(&mut window, &acked(0.0));
        let curve = Curve::new(0.4, 1000.0, 700.0);
        let rounds = run(&mut cubic, &mut window, 0.0, 200, 0.1);
        for &(at_s, cwnd) in &rounds {
            let expected = curve.at(Span::from_s(at_s));
            assert!((cwnd - expected).abs() < 1.0, "{at_s}: {cwnd}, {expected}");
        }
        let back = (curve.k_s / 0.1 + 0.5) as usize;
        assert!((rounds[back].1 - 1000.0).abs() < 0.1);
    }

    /// Behavior of neqo's `tcp_phase` test: over a short path alpha per round trip, one segment per
    /// round trip once the window is back where it was.
    #[test]
    fn cubic_grows_as_reno_over_a_short_path() {
        let mut cubic = cubic(params());
        let mut window = window(20.0);
        cubic.on_loss(&mut window, &loss(0.0));
        cubic.on_ack(&mut window, &acked(0.0));
        // W_cubic needs K = 2.47 s for the 6 segments; Reno's way takes 12 round trips of 10 ms.
        let rounds = run(&mut cubic, &mut window, 0.0, 30, 0.01);
        let grown = |from: usize, to: usize| rounds[to].1 - rounds[from].1;
        assert!((grown(0, 10) - 10.0 * alpha(0.7)).abs() < 0.4);
        assert!((grown(20, 30) - 10.0).abs() < 0.6);
    }

    /// Behavior of neqo's `tcp_phase` test: from the plateau, Reno's line `alpha n` is above the cubic
    /// `C (n RTT)^3` for `sqrt(alpha / (C RTT^3))` round trips. Alpha is 1 here, since the window is
    /// where it was.
    #[test]
    fn from_the_plateau_reno_is_faster_until_the_cubic_overtakes_it() {
        let mut cubic = cubic(params());
        let mut window = window(100.0);
        cubic.on_ack(&mut window, &acked(0.0));
        let rounds = run(&mut cubic, &mut window, 0.0, 100, 0.1);
        let crossing = 50; // sqrt(1 / (0.4 · 0.1³))
        let grown = |from: usize, to: usize| rounds[to].1 - rounds[from].1;
        assert!(
            (grown(0, crossing - 5) - 45.0).abs() < 1.5,
            "{}",
            grown(0, 45)
        );
        let curve = Curve::new(0.4, 100.0, 100.0);
        for &(at_s, cwnd) in &rounds[crossing + 5..] {
            let expected = curve.at(Span::from_s(at_s));
            assert!((cwnd - expected).abs() < 1.5, "{at_s}: {cwnd}, {expected}");
        }
    }

    #[test]
    fn growth_is_at_most_one_segment_for_two_acknowledged() {
        let mut cubic = cubic(Params {
            c: 100.0,
            ..params()
        });
        let mut window = window(1000.0);
        cubic.on_loss(&mut window, &loss(0.0));
        cubic.on_ack(&mut window, &acked(0.0));
        for i in 0..2000 {
            let before = window.cwnd;
            cubic.on_ack(&mut window, &acked(10.0 + 0.01 * f64::from(i)));
            assert!(window.cwnd - before <= 0.5);
        }
    }

    #[test]
    fn after_a_timeout_the_curve_starts_at_its_plateau() {
        let mut cubic = cubic(params());
        let mut window = Window {
            ssthresh: 1e6,
            ..window(10.0)
        };
        cubic.on_timeout(&mut window, &loss(0.0), false);
        assert_eq!((window.cwnd, window.ssthresh), (1.0, 7.0));
        cubic.on_timeout(&mut window, &loss(1.0), true);
        assert_eq!((window.cwnd, window.ssthresh), (1.0, 7.0), "held");
        while window.in_slow_start() {
            cubic.on_ack(&mut window, &acked(2.0));
        }
        cubic.on_ack(&mut window, &acked(2.0));
        assert_eq!(window.cwnd, 7.0);
        let stage = cubic.stage.unwrap();
        assert_eq!(stage.curve, Curve::new(0.4, 7.0, 7.0));
        assert_eq!((stage.curve.k_s, stage.estimate), (0.0, 7.0));
        assert_eq!(cubic.prior, 10.0);
    }

    #[test]
    fn idle_time_does_not_grow_the_window() {
        let after = |idle_s: f64| {
            let mut cubic = cubic(params());
            let mut window = window(100.0);
            cubic.on_loss(&mut window, &loss(0.0));
            cubic.on_ack(&mut window, &acked(0.0));
            run(&mut cubic, &mut window, 0.0, 10, 0.1);
            if idle_s > 0.0 {
                cubic.on_restart(
                    &mut window,
                    Time::from_s(1.0 + idle_s),
                    Span::from_s(idle_s),
                );
            }
            run(&mut cubic, &mut window, 1.0 + idle_s, 10, 0.1);
            window.cwnd
        };
        assert!((after(4.0) - after(0.0)).abs() < 1e-6);
    }

    #[test]
    fn a_window_that_is_not_used_does_not_grow_nor_does_its_clock_run() {
        let mut cubic = cubic(params());
        let mut window = window(100.0);
        cubic.on_loss(&mut window, &loss(0.0));
        cubic.on_ack(&mut window, &acked(0.0));
        for i in 1..=40 {
            let unused = Acked {
                window_limited: false,
                ..acked(0.1 * f64::from(i))
            };
            cubic.on_ack(&mut window, &unused);
        }
        assert_eq!(window.cwnd, 70.0);
        assert!(cubic.stage.unwrap().epoch >= Time::from_s(3.9));
    }

    #[test]
    fn delayed_acks_do_not_slow_reno_with_byte_counting() {
        let after = |packets: u32| {
            let mut cubic = cubic(params());
            let mut window = window(500.0);
            cubic.on_loss(&mut window, &loss(0.0));
            cubic.on_ack(&mut window, &acked(0.0));
            for i in 1..=(7000 / packets) {
                let acked = Acked {
                    packets,
                    ..acked(f64::from(i * packets) / 3500.0)
                };
                cubic.on_ack(&mut window, &acked);
            }
            window.cwnd
        };
        assert!((after(1) - after(2)).abs() < 0.1);
    }

    #[test]
    fn hystart_ends_the_first_slow_start_with_the_plateau_where_it_stands() {
        let mut cubic = cubic(params());
        let mut window = Window {
            ssthresh: 1e6,
            ..window(10.0)
        };
        let mut number = 0;
        for round in 0..12 {
            let packets = window.cwnd as u64;
            let end = number + packets;
            for _ in 0..packets {
                number += 1;
                let acked = Acked {
                    unacked: number,
                    next: end + (window.cwnd as u64 - (end - number).min(window.cwnd as u64)),
                    rtt: Some(Span::from_s(if round < 3 { 0.1 } else { 0.12 })),
                    ..acked(0.1 * f64::from(round))
                };
                cubic.on_ack(&mut window, &acked);
            }
        }
        assert!(!window.in_slow_start(), "{window:?}");
        assert!(cubic.first.is_none());
        let stage = cubic.stage.unwrap();
        assert_eq!(stage.curve.k_s, 0.0);
        assert_eq!(cubic.prior, window.ssthresh);
    }
}
