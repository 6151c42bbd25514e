//! Rule of thumb: a buffer of one bandwidth–delay product keeps the link busy after one Reno flow, or many synchronized
//! flows, halve their windows.
//!
//! Source: Villamizar and Song, "High performance TCP in ANSNET", CCR 1994; the derivation is hasegawa-2008
//! Equations 1 to 4.

use super::params::{PACKET, RATE, RTT, with};
use super::{Inputs, Output, Outputs};
use crate::spec::gauge::rows;

model! {
    /// Buffer of one bandwidth–delay product, which one flow that halves its window needs, or many synchronized flows.
    #[section("model.rule-of-thumb", "Rule of thumb",
        source: "Villamizar and Song 1994; hasegawa-2008 Equation 3; vishwanath-2011 Section I")]
    parameters: &[with(RATE, 40e9), with(RTT, 0.25), PACKET],
    outputs: rows![Output:
        "buffer_bytes", "Buffer", Bytes, "Bandwidth–delay product C·RTT.";
        "buffer_packets", "Buffer", Packets, "Buffer in packets.";
        /// Time to send a full buffer of this size: one round-trip time.
        "drain_s", "Time to drain", Seconds;
    ],
    assumes: &[
        "Flows never end, use Reno, and halve their windows once per overflow.",
        "There is one flow, or all flows halve together.",
    ],
    fails: &[
        "With hundreds of flows that are not synchronized, a much smaller buffer keeps the link busy: BDP/√N.",
        "Controllers that reduce their window by less than half need less. Controllers that pace by a model of the path need a quarter of it.",
    ],
}

pub(super) fn solve(inputs: &Inputs) -> Outputs {
    take!(inputs: rate_bps, rtt_s, packet_bytes);
    let buffer_bytes = bdp_bytes(rate_bps, rtt_s);
    let buffer_packets = buffer_bytes / packet_bytes;
    let drain_s = rtt_s;
    give!(buffer_bytes, buffer_packets, drain_s)
}

/// Returns the bandwidth–delay product in bytes.
pub(super) fn bdp_bytes(rate_bps: f64, rtt_s: f64) -> f64 {
    rate_bps * rtt_s / 8.0
}
