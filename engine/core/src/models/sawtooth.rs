//! Sawtooth of one flow: fluid model of the window, queue and utilization of a flow that reduces its window once per
//! overflow.
//!
//! The path holds P packets and the buffer B. The window grows from β(P + B) to P + B by one packet per round trip, or
//! per `acked_packets` round trips with delayed acknowledgments. The round-trip time is that of the path while the queue
//! is empty, and W/C otherwise. Source: ganjali-2007 Section 2.1 (Figures 2.3 to 2.5), hasegawa-2008 Figure 1.

use super::params::{PACKET, RATE, RTT, with};
use super::rule_of_thumb::bdp_bytes;
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, number, params};

model! {
    /// Window, queue and utilization of one flow that adds a packet per round trip and reduces its window at each
    /// overflow.
    #[section("model.sawtooth", "Sawtooth of one flow", source: "ganjali-2007 Section 2.1; hasegawa-2008 Figure 1")]
    parameters: params![
        => with(RATE, 10e6), with(RTT, 0.08), PACKET;
        /// Buffer in packets, B.
        buffer_packets = 100.0, "Buffer", Packets, number(0.0..=1e9), [];
        /// Share of the window that remains after a loss, β: 0.5 for Reno.
        decrease = 0.5, "Window after a loss", Ratio, number(0.01..=0.99).log(), [];
        /// Packets that one ACK acknowledges; with 2 the window grows half as fast.
        acked_packets = 1.0, "Packets per ACK", Packets, integer(1..=16), [];
    ],
    outputs: rows![Output:
        "bdp_packets", "Packets on the path", Packets, "Bandwidth–delay product P.";
        "peak_window_packets", "Maximum window", Packets, "P + B.";
        "trough_window_packets", "Minimum window", Packets, "β(P + B).";
        /// Queue after a loss: max(0, β(P + B) − P).
        "min_queue_packets", "Shortest queue", Packets;
        /// Time between two losses.
        "period_s", "Period", Seconds;
        /// Data carried in a period as a share of the capacity.
        "utilization", "Utilization", Ratio;
        /// One packet divided by the packets sent in a period.
        "loss", "Loss", Ratio;
        /// Smallest B with full utilization: (1/β − 1) P.
        "full_buffer_packets", "Buffer for full utilization", Packets;
    ],
    assumes: &[
        "One flow in congestion avoidance; one loss per overflow, repaired at once; windows are real numbers.",
    ],
    fails: &[
        "Windows of a few packets, because single packets and timeouts matter there.",
        "Slow start, and windows limited by the receiver.",
        "Several flows, whose sawtooth curves overlap.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, rtt_s, packet_bytes, buffer_packets, decrease, acked_packets);
    let bdp_packets = bdp_bytes(rate_bps, rtt_s) / packet_bytes;
    let peak_window_packets = bdp_packets + buffer_packets;
    let trough_window_packets = decrease * peak_window_packets;
    let spare = trough_window_packets - bdp_packets;
    let min_queue_packets = if spare > 0.0 { spare } else { 0.0 };
    // Round trips of the path below P, then of W/C: the link is busy from there on.
    let idle_rounds = if spare < 0.0 { -spare } else { 0.0 };
    let from = bdp_packets + min_queue_packets;
    let busy_rounds = (peak_window_packets - from) * (peak_window_packets + from) / 2.0 / bdp_packets;
    let rounds = acked_packets * (idle_rounds + busy_rounds);
    let period_s = rtt_s * rounds;
    let sent = acked_packets * (peak_window_packets - trough_window_packets)
        * (peak_window_packets + trough_window_packets)
        / 2.0;
    let utilization = sent / bdp_packets / rounds;
    let loss = super::least(1.0 / sent, 1.0);
    let full_buffer_packets = (1.0 / decrease - 1.0) * bdp_packets;
    give!(
        bdp_packets,
        peak_window_packets,
        trough_window_packets,
        min_queue_packets,
        period_s,
        utilization,
        loss,
        full_buffer_packets,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// ganjali-2007 Figures 2.3 to 2.5: 100 packets on the path, buffers of 100, 71 and 128.
    #[test]
    fn sawtooth_of_one_flow_agrees_with_the_dissertation() {
        for (buffer, utilization, period, queue) in [
            (100, 1.0, 150.0, 0.0),
            (71, 0.9905, 110.7, 0.0),
            (128, 1.0, 194.9, 14.0),
            (25, 0.893, 62.5 * 0.625 + 28.125, 0.0),
        ] {
            let given = json!({ "buffer_packets": buffer });
            let outputs = MODEL.outputs_of(given).expect("accepted");
            let get = |id| outputs.get(id).expect("a number");
            let b = f64::from(buffer) / 100.0;
            if b <= 1.0 {
                let fluid = 0.75 * (1.0 + b) * (1.0 + b) / (1.0 + b + b * b);
                assert!((get("utilization") - fluid).abs() < 1e-12);
            }
            assert!((get("utilization") - utilization).abs() < 5e-4, "{buffer}");
            if buffer != 25 {
                assert!((get("period_s") / 0.08 - period).abs() < 0.05, "{buffer}");
            }
            assert!((get("min_queue_packets") - queue).abs() < 1e-9);
        }
    }
}
