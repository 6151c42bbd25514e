//! Burst of a policer for one flow: bucket with which a long Reno flow uses the whole rate, and its loss there.
//!
//! The path holds P packets at the rate of the policer, C·RTT. Without a queue the window moves around P, by one packet
//! per round trip, from 2P/3 to 4P/3. In the upper half it sends (P/3)²/2 = P²/18 packets more than the rate allows: the
//! bucket must have saved them in the lower half. When it is empty, the excess of one round trip is lost, P/3 of the
//! (2P/3)·P packets of a period: 1/(2P). A shaper with a buffer of P packets loses one packet in a period of 1.5·P².

use super::params::{PACKET, RATE, RTT, with};
use super::rule_of_thumb::bdp_bytes;
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;

model! {
    /// Bucket with which one long flow uses the whole rate of a policer, and the share of packets that it loses.
    #[section("model.policer-burst", "Burst of a policer", source: "Bufferlab")]
    parameters: &[with(RATE, 10e6), with(RTT, 0.05), with(PACKET, 1500.0)],
    outputs: rows![Output:
        "burst_bytes", "Burst", Bytes, "P²/18 packets, where P = C·RTT.";
        "burst_packets", "Burst", Packets, "The same in packets.";
        /// Dropped packets divided by packets sent: 1/(2P), at most 1.
        "loss", "Loss", Ratio;
    ],
    assumes: &[
        "One flow in congestion avoidance with SACK; its window halves once per period and grows by one packet per round trip.",
        "No queue: the link behind the policer is faster, and the round-trip time is constant.",
    ],
    fails: &[
        "Short paths: a recovery takes round trips that the formula leaves out. A simulated SACK flow at 10 Mb/s needs 1.35 times \
         the burst at a round trip of 100 ms, 1.2 times at 200 ms, and 1.1 times at 400 ms.",
        "Paths of fewer than about ten packets, because single packets and timeouts matter there.",
        "Several flows, whose excesses overlap less often.",
    ],
}

/// Burst with which one flow uses the whole rate, packets of `packet_bytes`.
#[must_use]
pub fn needed_packets(rate_bps: f64, rtt_s: f64, packet_bytes: f64) -> f64 {
    let path_packets = bdp_bytes(rate_bps, rtt_s) / packet_bytes;
    path_packets * path_packets / 18.0
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, rtt_s, packet_bytes);
    let path_packets = bdp_bytes(rate_bps, rtt_s) / packet_bytes;
    let burst_packets = needed_packets(rate_bps, rtt_s, packet_bytes);
    let burst_bytes = burst_packets * packet_bytes;
    let loss = super::least(0.5 / path_packets, 1.0);
    give!(burst_bytes, burst_packets, loss)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_burst_grows_with_the_square_of_the_round_trip() {
        for (rtt_s, packets, kilobytes, loss) in
            [(0.05, 96.5, 144.7, 0.012), (0.1, 385.8, 578.7, 0.006)]
        {
            let outputs = MODEL.outputs_of(json!({ "rtt_s": rtt_s })).expect("accepted");
            let get = |id| outputs.get(id).expect("a number");
            assert!((get("burst_packets") - packets).abs() < 0.05);
            assert!((get("burst_bytes") / 1000.0 - kilobytes).abs() < 0.05);
            assert!((get("loss") - loss).abs() < 1e-9);
        }
    }
}
