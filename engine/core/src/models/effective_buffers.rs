//! Effective buffers: the part of a small buffer that open-loop packets can use beside TCP.
//!
//! While the buffer contains TCP packets, UDP has a fair share f·B. With probability exp(−B/B*) it contains none, and UDP
//! can use the rest too. A larger buffer increases the first part and decreases the second, so between B* and a few B*
//! a larger buffer can be worse for UDP. Source: vishwanath-2011 Section III, Equations 1 and 2, Figure 6.

use super::params::{B_STAR, BUFFER_BYTES};
use super::{Inputs, Output, Outputs, crossing};
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, params};

model! {
    /// Part of a small buffer that open-loop traffic can use beside TCP: its fair share, and the whole buffer while it
    /// contains no TCP packet.
    #[section("model.effective-buffers", "Effective buffers", source: "vishwanath-2011 Equations 1 and 2")]
    parameters: params![
        => BUFFER_BYTES, B_STAR;
        /// Share of UDP in the traffic, f.
        udp_share = 0.05, "UDP share", Ratio, number(0.0..=1.0), [];
    ],
    outputs: rows![Output:
        "fair_share_bytes", "Fair share", Bytes, "f·B.";
        "time_share_bytes", "Time share", Bytes, "(1 − f)·B·exp(−B/B*).";
        /// Sum of fair share and time share (vishwanath-2011 E2).
        "effective_bytes", "Effective buffer", Bytes;
        "no_tcp_probability", "Probability of no TCP packet", Ratio, "exp(−B/B*) (vishwanath-2011 E1).";
        /// Buffer above which the effective buffer shrinks; null if it always grows: f/(1 − f) ≥ exp(−2).
        "peak_bytes", "Best small buffer", Bytes;
        /// Buffer above which the effective buffer grows again; null in the same case.
        "dip_bytes", "Worst buffer", Bytes;
    ],
    assumes: &[
        "Most traffic is TCP, with so many flows that they are not synchronized, and the bandwidth–delay product exceeds the buffer.",
        "The buffer is so small that it is nearly always empty or full.",
    ],
    fails: &[
        "The model describes sharing and not loss; the loss depends on the arrivals.",
        "The share of UDP is constant in the model, although TCP leaves part of the link unused with small buffers.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: buffer_bytes, b_star_bytes, udp_share);
    let no_tcp_probability = libm::exp(-buffer_bytes / b_star_bytes);
    let fair_share_bytes = udp_share * buffer_bytes;
    let time_share_bytes = (1.0 - udp_share) * buffer_bytes * no_tcp_probability;
    let effective_bytes = fair_share_bytes + time_share_bytes;
    let turns = turns(udp_share);
    let peak_bytes = turns.map(|(peak, _)| peak * b_star_bytes);
    let dip_bytes = turns.and_then(|(_, dip)| Some(dip? * b_star_bytes));
    give!(
        fair_share_bytes,
        time_share_bytes,
        effective_bytes,
        no_tcp_probability,
        peak_bytes,
        dip_bytes
    )
}

/// Returns the maximum and the minimum of E2 in B*: the solutions of (x − 1)·exp(−x) = f/(1 − f) on both sides of x =
/// 2. Without UDP the function has no minimum.
fn turns(share: f64) -> Option<(f64, Option<f64>)> {
    let slope = |x: f64| share + (1.0 - share) * (1.0 - x) * libm::exp(-x);
    if slope(2.0) >= 0.0 {
        return None;
    }
    let peak = crossing(1.0, 2.0, |x| slope(x) > 0.0);
    let dip = (share > 0.0).then(|| crossing(2.0, 1000.0, |x| slope(x) <= 0.0));
    Some((peak, dip))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn outputs(buffer_kb: f64, share: f64) -> Outputs {
        let given = json!({ "buffer_bytes": buffer_kb * 1e3, "udp_share": share });
        MODEL.outputs_of(given).expect("accepted")
    }

    /// vishwanath-2011 Figures 6 and 16, from Equation 2 by hand, kB.
    #[test]
    fn effective_buffer_agrees_with_equation_2() {
        for (share, peak, highest, dip, lowest) in [
            (0.05, 8.19, 2.824, 28.45, 1.887),
            (0.1, 10.47, 3.159, 19.36, 3.033),
        ] {
            let found = outputs(1.0, share);
            let at = |id| found.get(id).expect("it dips") / 1e3;
            assert!((at("peak_bytes") - peak).abs() < 0.01, "{share}");
            assert!((at("dip_bytes") - dip).abs() < 0.01, "{share}");
            let total = |kb| outputs(kb, share).get("effective_bytes").expect("a size") / 1e3;
            assert!((total(peak) - highest).abs() < 1e-3, "{share}");
            assert!((total(dip) - lowest).abs() < 1e-3, "{share}");
        }
        for (share, time_share) in [(0.05, 2.446), (0.1, 2.318), (0.8, 0.515)] {
            let found = outputs(7.0, share).get("time_share_bytes").expect("a size") / 1e3;
            assert!((found - time_share).abs() < 1e-3, "{share}");
        }
    }

    /// f/(1 − f) = exp(−2) at f = 0.11920.
    #[test]
    fn effective_buffer_always_grows_with_enough_udp() {
        assert!(outputs(1.0, 0.1191).get("dip_bytes").is_some());
        assert!(outputs(1.0, 0.1193).get("dip_bytes").is_none());
        let alone = outputs(1.0, 0.0);
        assert!((alone.get("peak_bytes").expect("B*") - 7000.0).abs() < 1e-6);
        assert_eq!(alone.get("dip_bytes"), None);
    }
}
