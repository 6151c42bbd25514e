//! BDP/√N: sufficient buffer for many long flows that are not synchronized, and its utilization.
//!
//! Windows of N independent flows sum to something nearly normal, whose standard deviation grows with √N while
//! its mean grows with N. Source: Appenzeller, Keslassy and McKeown, "Sizing router buffers", SIGCOMM 2004, as
//! hasegawa-2008 Equations 5 to 11 print it.
//!
//! The text evaluates E11 for 10,000 flows as erf(3√3/2√2) = 0.9906 and prints 0.9899, which is what E11 gives in
//! full, with B beside the bandwidth–delay product. We take E11 in full. E10 as printed loses its 1/(3√3) at the
//! second step, which E11 needs: it is kept here.

use super::params::{FLOWS, PACKET, RATE, RTT, with};
use super::rule_of_thumb::bdp_bytes;
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;
use crate::spec::parameters::{number, params};

model! {
    /// Bandwidth–delay product divided by the square root of the number of flows, and a lower bound of the utilization.
    #[section("model.sqrt-n", "BDP/√N",
        source: "Appenzeller, Keslassy and McKeown 2004; hasegawa-2008 Equations 5 to 11")]
    parameters: params![
        => RATE, with(RTT, 0.2), FLOWS, PACKET;
        /// Buffer for the bound of the utilization.
        buffer_bytes = None, "Buffer", Bytes, number(0.0..=1e15).or_null("buffer by the rule"), [];
    ],
    outputs: rows![Output:
        "rule_bytes", "Buffer by the rule", Bytes, "C·RTT/√N.";
        "rule_packets", "Buffer by the rule", Packets, "Buffer in packets.";
        /// Time to send a full buffer of this size.
        "rule_drain_s", "Time to drain", Seconds;
        /// Upper bound of the standard deviation of the queue: (C·RTT + B)/(3√3·√N) (hasegawa-2008 E10).
        "queue_sd_bytes", "Standard deviation of the queue", Bytes;
        /// erf(3√3/(2√2) · B·√N/(C·RTT + B)) (hasegawa-2008 E11).
        "utilization_bound", "Lower bound of the utilization", Ratio;
    ],
    assumes: &[
        "Flows never end, use Reno, and their windows are independent.",
        "The sum of the windows is normally distributed, and the queue varies around the middle of the buffer.",
    ],
    fails: &[
        "Synchronized flows: with equal round-trip times and a few hundred flows, simulations leave up to a fifth of the link unused although the bound is 98 %.",
        "One or a few flows, whose utilization is far above the bound.",
        "Losses: the rule covers only the utilization, and smaller buffers lose more.",
        "Networks with mostly short flows, or with unknown N, as operators object.",
    ],
}

/// Largest window over smallest is 2; uniform between, it has this standard deviation as a share of its mean
/// (hasegawa-2008 E8).
pub(super) const WINDOW_SD: f64 = 0.192_450_089_729_875_25;

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, rtt_s, flows, packet_bytes);
    let bdp = bdp_bytes(rate_bps, rtt_s);
    let rule_bytes = bdp / libm::sqrt(flows);
    let rule_packets = rule_bytes / packet_bytes;
    let rule_drain_s = rtt_s / libm::sqrt(flows);
    let buffer = inputs.option("buffer_bytes").unwrap_or(rule_bytes);
    let queue_sd_bytes = WINDOW_SD * (bdp + buffer) / libm::sqrt(flows);
    // Half the buffer on either side, in standard deviations: E11.
    let utilization_bound = libm::erf(buffer / 2.0 / queue_sd_bytes / core::f64::consts::SQRT_2);
    give!(
        rule_bytes,
        rule_packets,
        rule_drain_s,
        queue_sd_bytes,
        utilization_bound
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn bound(given: Value) -> f64 {
        let outputs = MODEL.outputs_of(given).expect("accepted");
        outputs.get("utilization_bound").expect("a bound")
    }

    /// hasegawa-2008 prints 98.99 % for 10,000 flows; the others are the same formula by hand, to 5 digits.
    #[test]
    fn utilization_bound_agrees_with_the_paper() {
        assert!((bound(json!({})) - 0.9899).abs() < 5e-5);
        for (flows, value) in [(1, 0.806), (100, 0.98182), (500, 0.98711), (1500, 0.98868)] {
            let found = bound(json!({ "flows": flows }));
            assert!((found - value).abs() < 5e-4, "{flows}: {found}");
        }
        let rule = 2.5e6 / 100.0;
        for (multiple, value) in [(0.5, 0.80384), (1.0, 0.98990), (1.5, 0.999_877)] {
            let found = bound(json!({ "buffer_bytes": multiple * rule }));
            assert!((found - value).abs() < 5e-6, "{multiple}: {found}");
        }
        assert_eq!(bound(json!({ "buffer_bytes": 0 })), 0.0);
    }
}
