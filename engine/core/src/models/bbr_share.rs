//! The share of BBR flows beside loss-based ones.
//!
//! BBR version 1 is bounded by its window of twice what it takes for the bandwidth–delay product: its bandwidth
//! times the round trip that it finds when, in ProbeRTT, it takes its packets out of the queue. What it finds is
//! the queue of the others, whom the buffer bounds. So its share does not depend on how many they are. Source:
//! Ware, Mukerjee, Seshan and Sherry, "Modeling BBR's interactions with loss-based congestion control", IMC 2019.
//!
//! As printed, of the loss-based packets in the queue the share p stays there in ProbeRTT: p = 1/2 − 1/2X − 4N/q. But
//! when BBR's packets leave, its part of the path is refilled from the queue: of the p(q + BDP) loss-based packets and
//! BBR's 4N all but a BDP queue. Then 2(1 − p)(p(q + BDP) + 4N) = (1 − p)(q + BDP), or p = 1/2 − 4N/(q + BDP). That is
//! the second answer, which we and Linux come within 0.1 of from 2 BDP on for one BBR flow (`tests/reference_bbr.rs`);
//! for large buffers both are alike.

use super::params::{PACKET, RATE, RTT, with};
use super::rule_of_thumb::bdp_bytes;
use super::{Inputs, Output, Outputs, least};
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, number, params};

/// Packets under way per BBR flow in ProbeRTT.
const PROBE_PACKETS: f64 = 4.0;
/// Length of ProbeRTT at least, seconds.
const PROBE_S: f64 = 0.2;
/// Time between two, seconds.
const PROBE_EVERY_S: f64 = 10.0;

model! {
    /// Share of a link that flows of BBR version 1 get beside any number of loss-based flows, as a function of the
    /// buffer.
    #[section("model.bbr-share", "Share of BBR", source: "Ware, Mukerjee, Seshan and Sherry 2019")]
    parameters: params![
        => with(RATE, 10e6), with(RTT, 0.04), with(PACKET, 1500.0);
        /// Buffer in packets, q.
        buffer_packets = 66.0, "Buffer", Packets, number(0.1..=1e9).log(), [];
        /// Number of BBR flows, N.
        bbr_flows = 1.0, "BBR flows", Flows, integer(1..=1_000_000).log(), [];
    ],
    outputs: rows![Output:
        /// X = q packets/(C·RTT).
        "buffer_bdp", "Buffer in BDP", None;
        /// max(0, ½ − 1/(2X) − 4N/q), between two probes of the round-trip time.
        "loss_based_share", "Share of the loss-based flows", Ratio;
        /// (q/C + 0.2 s + RTT)/10 s, the share of time in which BBR sends almost nothing; at most 1.
        "probing_share", "Time in ProbeRTT", Ratio;
        /// Over the whole time: (1 − share of the loss-based flows)·(1 − time in ProbeRTT).
        "bbr_share", "Share of BBR", Ratio;
        /// The same with ½ − 4N/(q + BDP) for the loss-based flows, because part of the queue refills the path.
        "refilled_bbr_share", "Share of BBR, path refilled", Ratio;
    ],
    assumes: &[
        "Flows use BBR version 1; the other flows fill the buffer, and all round-trip times are equal.",
        "The window of two bandwidth–delay products limits BBR, so the buffer has at least about one.",
    ],
    fails: &[
        "BBR version 3, which reduces its rate after losses.",
        "Buffers below a bandwidth–delay product, because losses decide there.",
        "Between 1 and 4 bandwidth–delay products the published formula is too high. Beside one CUBIC flow, a BBR flow of Linux 5.15 gets 0.59 and 0.50 of the link at 2 and 4 BDP; the model gives 0.78 and 0.63.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, rtt_s, packet_bytes, buffer_packets, bbr_flows);
    let bdp = bdp_bytes(rate_bps, rtt_s) / packet_bytes;
    let buffer_bdp = buffer_packets / bdp;
    let queueing_s = buffer_bdp * rtt_s;
    let probing_share = least((queueing_s + PROBE_S + rtt_s) / PROBE_EVERY_S, 1.0);
    let held = PROBE_PACKETS * bbr_flows;
    let loss_based_share = positive(0.5 - 0.5 / buffer_bdp - held / buffer_packets);
    let bbr_share = (1.0 - loss_based_share) * (1.0 - probing_share);
    let refilled = positive(0.5 - held / (buffer_packets + bdp));
    let refilled_bbr_share = (1.0 - refilled) * (1.0 - probing_share);
    give!(
        buffer_bdp,
        loss_based_share,
        probing_share,
        bbr_share,
        refilled_bbr_share
    )
}

fn positive(share: f64) -> f64 {
    if share > 0.0 { share } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The authors' implementation at 10 Mb/s, 40 ms, 1500 B, one BBR flow.
    #[test]
    fn bbr_share_agrees_with_the_published_values() {
        for (x, share) in [
            (1.0, 0.972),
            (2.0, 0.784),
            (4.0, 0.629),
            (8.0, 0.545),
            (16.0, 0.491),
            (32.0, 0.440),
        ] {
            let given = json!({ "buffer_packets": x * 1e5 / 3e3 });
            let outputs = MODEL.outputs_of(given).expect("accepted");
            let found = outputs.get("bbr_share").expect("a share");
            assert!((found - share).abs() < 1e-3, "{x}: {found}");
        }
    }
}
