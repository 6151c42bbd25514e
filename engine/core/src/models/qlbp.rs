//! QLBP: fluid model of a pacer whose rate grows with its queue.
//!
//! The rate is μ(q) = μmin + (μmax − μmin)q/Qmax. At a steady input rate λ the queue settles where μ = λ. The response
//! to a step has the time constant 1/α, with α = (μmax − μmin)/Qmax. The output of an ON–OFF source has less variance
//! and a longer memory. Source: cai-2010 Equations 1 to 6, Theorems 1 and 2. The text prints μ(0) = μmax, but an empty
//! queue has μmin.
//!
//! Table II of the paper is this equilibrium with Qmax = 8, not with the 10 that it states.

use super::params::{PACKET, RATE, with};
use super::{Inputs, Output, Outputs, least};
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, params};
use crate::spec::Check;

model! {
    /// Pacer whose rate grows with its queue length: its steady state, its delay, its reaction time and its smoothing.
    #[section("model.qlbp", "QLBP", source: "cai-2010 Equations 1 to 6, Theorems 1 and 2", check: CHECK)]
    parameters: params![
        => with(RATE, 10e6);
        /// Rate with an empty queue, μmin.
        min_rate_bps = 2e6, "Minimum rate", BitsPerSecond, number(0.0..=1e13), [];
        /// Rate with the longest paced queue, μmax; at least the minimum rate.
        max_rate_bps = 10e6, "Maximum rate", BitsPerSecond, number(1e3..=1e13).log(), [];
        /// Queue length from which the rate is highest, Qmax.
        max_queue_packets = 10.0, "Longest paced queue", Packets, number(0.01..=1e7).log(), [];
        => PACKET;
        /// Steady input rate, λ; also the height of the step from an empty queue.
        input_rate_bps = 6e6, "Input", BitsPerSecond, number(0.0..=1e13), [];
        /// Time since the step, t.
        time_s = 0.01, "Time after the step", Seconds, number(0.0..=1e6), [];
        /// Rate of the source during ON, h.
        peak_rate_bps = 2e6, "ON–OFF peak", BitsPerSecond, number(0.0..=1e13), [];
        /// Mean duration of ON, 1/r₂.
        on_s = 0.1, "Mean ON", Seconds, number(1e-6..=1e6).log(), [];
        /// Mean duration of OFF, 1/r₁.
        off_s = 0.2, "Mean OFF", Seconds, number(1e-6..=1e6).log(), [];
        /// Lag of the autocovariance, τ.
        lag_s = 0.01, "Lag", Seconds, number(0.0..=1e6), [];
    ],
    outputs: rows![Output:
        /// Queue length with μ(q) = λ: 0 up to μmin, Qmax from μmax; null above the link rate, because the limit
        /// decides there.
        "queue_packets", "Queue", Packets;
        /// Queue length divided by λ; null in the same case.
        "delay_s", "Pacing delay", Seconds;
        /// Qmax/μmax in steady state (Theorem 1).
        "delay_bound_s", "Upper bound of the delay", Seconds;
        /// α = (μmax − μmin)/Qmax, per second (Equation 3).
        "response_per_s", "Response", None;
        /// λ − (λ − μmin)·exp(−αt); the input rate if it is below μmin. Null if λ exceeds μmax, because the ramp does
        /// not reach it.
        "step_rate_bps", "Rate after the step", BitsPerSecond;
        /// Standard deviation of the ON–OFF rate, √V = h·√(r₁r₂)/(r₁ + r₂).
        "input_sd_bps", "Input standard deviation", BitsPerSecond;
        /// Variance of the output rate divided by that of the input rate: α/(α + r₁ + r₂).
        "variance_ratio", "Remaining variance", Ratio;
        /// At the lag, as a share of V: exp(−(r₁ + r₂)τ) (Equation 5).
        "input_autocovariance", "Input autocovariance", Ratio;
        /// At the lag, as a share of V (Equation 6).
        "output_autocovariance", "Output autocovariance", Ratio;
        /// Lag above which the output has a larger autocovariance than the input: ln(α/s)/(α − s), s = r₁ + r₂; null if
        /// α is 0.
        "crossing_s", "Lag of equal autocovariance", Seconds;
    ],
    assumes: &[
        "Traffic is a fluid; the queue is the content of the pacer, without the packet in transmission.",
        "Smoothing (Theorem 2): μmin = 0, the input never exceeds the link rate, and the ON and OFF times are exponential.",
    ],
    fails: &[
        "Single packets: a queue of complete packets adds a delay of up to one packet interval.",
        "The bound holds in the steady state: a full queue without arrivals takes longer than Qmax/μmax to drain.",
        "Closed-loop traffic, which slows down if it is delayed.",
    ],
}

const CHECK: Check = |fields, report| {
    let rate = |name: &str| fields[name].as_f64().unwrap_or(0.0);
    if rate("max_rate_bps") < rate("min_rate_bps") {
        report("max_rate_bps", "must be at least min_rate_bps".to_owned());
    }
};

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, min_rate_bps, max_rate_bps, max_queue_packets, packet_bytes, input_rate_bps);
    take!(inputs: time_s, peak_rate_bps, on_s, off_s, lag_s);
    let longest = max_queue_packets * packet_bytes * 8.0;
    let span = max_rate_bps - min_rate_bps;
    let queue = (input_rate_bps <= rate_bps)
        .then(|| longest * filled(input_rate_bps, min_rate_bps, max_rate_bps));
    let queue_packets = queue.map(|bits| bits / packet_bytes / 8.0);
    let delay_s = queue.map(|bits| if bits > 0.0 { bits / input_rate_bps } else { 0.0 });
    let delay_bound_s = longest / max_rate_bps;
    let response_per_s = span / longest;
    let above = input_rate_bps - min_rate_bps;
    let step_rate_bps = (input_rate_bps <= max_rate_bps).then(|| {
        let behind = if above > 0.0 { above } else { 0.0 };
        input_rate_bps - behind * libm::exp(-response_per_s * time_s)
    });
    let (on, off) = (1.0 / on_s, 1.0 / off_s);
    let forgets = on + off;
    let input_sd_bps = peak_rate_bps * libm::sqrt(on * off) / forgets;
    let variance_ratio = response_per_s / (response_per_s + forgets);
    let input_autocovariance = libm::exp(-forgets * lag_s);
    let output_autocovariance = variance_ratio
        * (input_autocovariance + forgets * between(forgets, response_per_s, lag_s));
    let crossing_s = (response_per_s > 0.0).then(|| meeting(response_per_s, forgets));
    give!(
        queue_packets,
        delay_s,
        delay_bound_s,
        response_per_s,
        step_rate_bps,
        input_sd_bps,
        variance_ratio,
        input_autocovariance,
        output_autocovariance,
        crossing_s,
    )
}

/// Returns the queue, as a share of Qmax, at which the pacer sends at `rate`.
fn filled(rate: f64, min: f64, max: f64) -> f64 {
    if rate <= min {
        0.0
    } else if rate >= max {
        1.0
    } else {
        (rate - min) / (max - min)
    }
}

/// (exp(−aτ) − exp(−bτ))/(b − a), τ·exp(−aτ) where a = b: Equation 6 without its poles, since
/// A·exp(−sτ) + B·exp(−ατ) = V·α/(α + s)·(exp(−sτ) + s·that).
fn between(a: f64, b: f64, lag: f64) -> f64 {
    let (low, apart) = (least(a, b), (b - a).abs());
    let share = if apart * lag > 0.0 {
        -libm::expm1(-apart * lag) / apart
    } else {
        lag
    };
    libm::exp(-low * lag) * share
}

/// ln(a/b)/(a − b), 1/a where they are equal.
fn meeting(a: f64, b: f64) -> f64 {
    let apart = a - b;
    if apart.abs() < 1e-12 * b {
        return 1.0 / b;
    }
    libm::log1p(apart / b) / apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn outputs(given: Value) -> Outputs {
        MODEL.outputs_of(given).expect("accepted")
    }

    fn get(given: Value, id: &str) -> f64 {
        outputs(given).get(id).expect("a number")
    }

    /// Theorem 1's examples, and Table II, which is Equation 1 with Qmax = 8.
    #[test]
    fn delays_agree_with_the_steady_state() {
        for (queue, delays) in [
            (10, [0.0, 0.0, 5.0, 20.0 / 3.0, 7.5, 8.0]),
            (8, [0.0, 0.0, 4.0, 16.0 / 3.0, 6.0, 6.4]),
        ] {
            for (rate, delay) in [1.0, 2.0, 4.0, 6.0, 8.0, 10.0].iter().zip(delays) {
                let given = json!({ "input_rate_bps": rate * 1e6, "max_queue_packets": queue });
                assert!((get(given, "delay_s") * 1e3 - delay).abs() < 1e-9, "{queue} {rate}");
            }
        }
        let oc12 = |max: f64| json!({ "rate_bps": 6e8, "max_rate_bps": max, "max_queue_packets": 100, "packet_bytes": 1500 });
        assert!((get(oc12(3e8), "delay_bound_s") - 0.004).abs() < 1e-15);
        assert!((get(oc12(6e8), "delay_bound_s") - 0.002).abs() < 1e-15);
        let over = outputs(json!({ "input_rate_bps": 11e6 }));
        assert_eq!((over.get("queue_packets"), over.get("delay_s")), (None, None));
    }

    /// Figure 4 with Table II's values: a step to 10 Mb/s, α = 100 per second.
    #[test]
    fn rate_follows_a_step_with_the_time_constant() {
        for (ms, mbps) in [(10.0, 7.06), (20.0, 8.92), (30.0, 9.60), (50.0, 9.95)] {
            let given = json!({ "input_rate_bps": 10e6, "time_s": ms * 1e-3 });
            assert!((get(given, "step_rate_bps") / 1e6 - mbps).abs() < 5e-3, "{ms}");
        }
    }

    /// Theorem 2 with the rates of Figure 7.
    #[test]
    fn smoothing_agrees_with_theorem_2() {
        for (queue, ratio, cross) in [
            (10, 0.893, 19.3),
            (20, 0.806, 30.1),
            (40, 0.675, 45.2),
            (80, 0.510, 65.3),
            (160, 0.342, 90.8),
        ] {
            let given = json!({ "max_queue_packets": queue, "min_rate_bps": 1e4 });
            let outputs = outputs(given.clone());
            let found = |id| outputs.get(id).expect("a number");
            assert!((found("variance_ratio") - ratio).abs() < 6e-4, "{queue}");
            assert!((found("crossing_s") * 1e3 - cross).abs() < 0.06, "{queue}");
            // There the two autocovariances are equal.
            let mut there = given;
            there["lag_s"] = json!(found("crossing_s"));
            let [input, output] = ["input", "output"].map(|way| get(there.clone(), &format!("{way}_autocovariance")));
            assert!((input / output - 1.0).abs() < 1e-9, "{queue}");
        }
        assert!((get(json!({}), "input_sd_bps") - libm::sqrt(0.888_888_9) * 1e6).abs() < 1.0);
    }

    /// Equation 6 as printed, where it can be evaluated.
    fn printed(alpha: f64, s: f64, lag: f64) -> f64 {
        let poles = (alpha + s) * (alpha - s);
        let (a, b) = (alpha * alpha / poles, -alpha * s / poles);
        a * libm::exp(-s * lag) + b * libm::exp(-alpha * lag)
    }

    proptest! {
        #[test]
        fn equation_6_is_the_one_printed(alpha in 0.01..1e3_f64, s in 0.01..1e3_f64, lag in 0.0..0.01_f64) {
            prop_assume!((alpha - s).abs() > 0.01 * s);
            let found = alpha / (alpha + s) * (libm::exp(-s * lag) + s * between(s, alpha, lag));
            prop_assert!((found - printed(alpha, s, lag)).abs() < 1e-10);
        }
    }

    #[test]
    fn equal_rates_give_the_limit_of_the_formulas() {
        let found = 0.5 * (libm::exp(-0.15) + 15.0 * between(15.0, 15.0, 0.01));
        assert!((found - 0.5 * (1.0 + 0.15) * libm::exp(-0.15)).abs() < 1e-15);
        let near = between(15.0, 15.0 * (1.0 + 1e-13), 0.01);
        assert!((near / between(15.0, 15.0, 0.01) - 1.0).abs() < 1e-12);
        assert!((meeting(15.0, 15.0) * 15.0 - 1.0).abs() < 1e-15);
    }
}
