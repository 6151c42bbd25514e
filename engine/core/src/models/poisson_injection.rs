//! Poisson injection: TCP flows that send at random times need a buffer that grows only with log Wmax.
//!
//! In an over-provisioned network a loss reduces the window by at most Wmax/2, and the flow needs as many round trips to
//! recover, so a drop costs at most Wmax²/2 packets. The drop probability is at most ρᴮ. Source: ganjali-2007 Theorem 1
//! and Appendix A, of Enachescu, Ganjali, Goel, McKeown and Roughgarden, "Routers with very small buffers",
//! INFOCOM 2006. The theorem prints B ≤ where the proof has B ≥: it is the sufficient buffer.

use super::params::{BUFFER_PACKETS, WINDOW, with};
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, params};

model! {
    /// Sufficient buffer for TCP flows that send as Poisson processes on an over-provisioned link.
    #[section("model.poisson-injection", "Poisson injection", source: "ganjali-2007 Theorem 1")]
    parameters: params![
        => WINDOW;
        /// Load if all flows have their maximum window, ρ = N·Wmax/(RTT·C).
        peak_load = 0.5, "Load at full windows", Ratio, number(0.001..=0.999).log(), [];
        /// Share of the peak load that should be carried, θ.
        effective_utilization = 0.9, "Target effective utilization", Ratio, number(0.0..=0.999_999), [];
        => with(BUFFER_PACKETS, 15.0);
    ],
    outputs: rows![Output:
        /// Logarithm of Wmax²/(2(1 − θ)) to the base 1/ρ (ganjali-2007 Theorem 1); 0 if no buffer is needed.
        "sufficient_packets", "Sufficient buffer", Packets;
        /// ρᴮ for the given buffer (Lemma 6).
        "drop_bound", "Upper bound of the loss", Ratio;
        /// 1 − ρᴮ·Wmax²/2 for the given buffer; 0 if this is negative and gives no bound.
        "effective_utilization_bound", "Lower bound of the effective utilization", Ratio;
        /// Bound of the effective utilization times ρ, as a share of the link.
        "utilization_bound", "Lower bound of the utilization", Ratio;
    ],
    assumes: &[
        "Each flow is a Poisson process with one window per round trip; windows halve after a loss and have a maximum.",
        "The link can carry all flows with their maximum windows.",
    ],
    fails: &[
        "Windows sent as bursts, as by TCP without pacing or slow access links.",
        "A link that is not over-provisioned, ρ ≥ 1.",
        "The size is larger than necessary: a buffer 2.3 times smaller is enough with constant packet sizes, and 1.4 times smaller with exponential sizes.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: max_window_packets, peak_load, effective_utilization, buffer_packets);
    let cost = max_window_packets * max_window_packets / 2.0;
    let needed = -libm::log(cost / (1.0 - effective_utilization)) / libm::log(peak_load);
    let sufficient_packets = positive(needed);
    let drop_bound = libm::pow(peak_load, buffer_packets);
    let effective_utilization_bound = positive(1.0 - drop_bound * cost);
    let utilization_bound = peak_load * effective_utilization_bound;
    give!(
        sufficient_packets,
        drop_bound,
        effective_utilization_bound,
        utilization_bound
    )
}

fn positive(value: f64) -> f64 {
    if value > 0.0 { value } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn get(given: Value, id: &str) -> f64 {
        let outputs = MODEL.outputs_of(given).expect("accepted");
        outputs.get(id).expect("a number")
    }

    /// ganjali-2007 Section 3.3 has 15 packets for a window of 64 at half load; the others follow from it.
    #[test]
    fn example_of_the_dissertation_needs_15_packets() {
        for (window, load, packets) in [
            (64, 0.5, 14.32),
            (10, 0.5, 8.97),
            (32, 0.5, 12.32),
            (1024, 0.5, 22.32),
            (64, 0.8, 44.5),
            (64, 0.9, 94.2),
        ] {
            let given = json!({ "max_window_packets": window, "peak_load": load });
            let found = get(given, "sufficient_packets");
            assert!((found - packets).abs() < 0.05, "{window} {load}: {found}");
        }
        for (buffer, bound) in [(14, 0.875), (15, 0.9375), (3, 0.0)] {
            let given = json!({ "buffer_packets": buffer });
            assert_eq!(get(given, "effective_utilization_bound"), bound);
        }
        let given = json!({ "peak_load": 0.75, "buffer_packets": 20 });
        assert!((get(given, "drop_bound") - 0.003_17).abs() < 5e-6);
    }
}
