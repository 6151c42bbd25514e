//! Buffer that one flow needs, by controller: the utilization just after a window reduction.
//!
//! A flow that keeps β of its window has β(BDP + B) in flight after a loss. Utilization in the next round trip is this
//! number over the BDP, at most 1. BBR version 1 sends at ¾ of its rate after probing; packets in the buffer then keep
//! the link busy.
//! Source: Spang, Arslan and McKeown, "Updating the theory of buffer sizing", Performance Evaluation 151, 2021
//! (arXiv 2109.11693), with the notebooks they published.

use super::params::{BUFFER_BYTES, RATE, RTT, with};
use super::rule_of_thumb::bdp_bytes;
use super::{Inputs, Output, Outputs, least};
use crate::spec::gauge::rows;

/// Share of the window that CUBIC keeps after a loss: 0.7, in Linux 717/1024.
const CUBIC: f64 = 717.0 / 1024.0;
/// Share of the window that Scalable TCP keeps after a loss.
const SCALABLE: f64 = 7.0 / 8.0;

model! {
    /// Utilization just after a window reduction of one flow of Reno, CUBIC, Scalable TCP or BBR, as a function of the
    /// buffer.
    #[section("model.single-flow-utilization", "Utilization of one flow", source: "Spang, Arslan and McKeown 2021")]
    parameters: &[with(RATE, 10e6), with(RTT, 0.08), with(BUFFER_BYTES, 25e3)],
    outputs: rows![Output:
        "buffer_bdp", "Buffer in BDP", None, "x = B/(C·RTT).";
        /// min(1, ½(1 + x)).
        "reno_utilization", "Reno", Ratio;
        /// min(1, β(1 + x)) with β = 717/1024.
        "cubic_utilization", "CUBIC", Ratio;
        /// min(1, ⅞(1 + x)).
        "scalable_utilization", "Scalable", Ratio;
        /// min(1, ¾ + x); for version 1.
        "bbr_utilization", "BBR", Ratio;
        /// Smallest buffer with full utilization for Reno: one BDP.
        "reno_full_bytes", "Buffer for Reno", Bytes;
        /// Smallest buffer with full utilization for CUBIC: 0.428 BDP.
        "cubic_full_bytes", "Buffer for CUBIC", Bytes;
        /// Smallest buffer with full utilization for Scalable TCP: 0.143 BDP.
        "scalable_full_bytes", "Buffer for Scalable TCP", Bytes;
        /// Smallest buffer with full utilization for BBR: 0.25 BDP.
        "bbr_full_bytes", "Buffer for BBR", Bytes;
    ],
    assumes: &[
        "One flow that never ends, and one reduction per overflow.",
        "The result is the lowest utilization of a cycle, just after the reduction, and not the mean of the cycle.",
    ],
    fails: &[
        "Recoveries that send in bursts or stop: the model assumes proportional rate reduction.",
        "Several flows, and BBR version 3, which reduces its rate differently.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, rtt_s, buffer_bytes);
    let bdp = bdp_bytes(rate_bps, rtt_s);
    let buffer_bdp = buffer_bytes / bdp;
    let after = |kept: f64| least(1.0, kept * (1.0 + buffer_bdp));
    let full = |kept: f64| (1.0 / kept - 1.0) * bdp;
    let reno_utilization = after(0.5);
    let cubic_utilization = after(CUBIC);
    let scalable_utilization = after(SCALABLE);
    let bbr_utilization = least(1.0, 0.75 + buffer_bdp);
    let reno_full_bytes = bdp;
    let cubic_full_bytes = full(CUBIC);
    let scalable_full_bytes = full(SCALABLE);
    let bbr_full_bytes = bdp / 4.0;
    give!(
        buffer_bdp,
        reno_utilization,
        cubic_utilization,
        scalable_utilization,
        bbr_utilization,
        reno_full_bytes,
        cubic_full_bytes,
        scalable_full_bytes,
        bbr_full_bytes,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The formulas of the authors' notebooks (brucespang/ifip21-buffer-sizing), to the digits given there.
    #[test]
    fn utilization_agrees_with_the_published_values() {
        for (x, values) in [
            (0.1, [0.55, 0.770, 0.963, 0.85]),
            (0.25, [0.625, 0.875, 1.0, 1.0]),
            (0.5, [0.75, 1.0, 1.0, 1.0]),
        ] {
            let outputs = MODEL.outputs_of(json!({ "buffer_bytes": x * 1e5 }));
            let outputs = outputs.expect("accepted");
            for (kind, value) in ["reno", "cubic", "scalable", "bbr"].iter().zip(values) {
                let found = outputs.get(&format!("{kind}_utilization"));
                assert!((found.expect("a share") - value).abs() < 6e-4, "{x} {kind}");
            }
        }
        let outputs = MODEL.outputs_of(json!({})).expect("defaults");
        for (id, share) in [("cubic", 0.428), ("scalable", 0.143), ("bbr", 0.25)] {
            let full = outputs.get(&format!("{id}_full_bytes")).expect("a size");
            assert!((full / 1e5 - share).abs() < 5e-4, "{id}");
        }
    }
}
