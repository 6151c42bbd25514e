//! Rule of thumb: a buffer of one bandwidth–delay product keeps the link busy after one Reno flow, or many synchronized
//! flows, halve their windows.
//!
//! Source: Villamizar and Song, "High performance TCP in ANSNET", CCR 1994; the derivation is hasegawa-2008
//! Equations 1 to 4.

use super::params::{PACKET, RATE, RTT, with};
use super::{Inputs, Model, Output, Outputs};
use crate::spec::{Section, Unit};

/// Description, parameters and formulas of the model.
pub static MODEL: Model = Model {
    section: Section {
        id: "model.rule-of-thumb",
        label: "Rule of thumb",
        help: "Buffer of one bandwidth–delay product, which one flow that halves its window needs, or many synchronized flows.",
        source: "Villamizar and Song 1994; hasegawa-2008 Equation 3; vishwanath-2011 Section I",
        params: &[with(RATE, 40e9), with(RTT, 0.25), PACKET],
        ..Section::NEW
    },
    outputs: &[
        Output::new(
            "buffer_bytes",
            "Buffer",
            Unit::Bytes,
            "Bandwidth–delay product C·RTT.",
        ),
        Output::new(
            "buffer_packets",
            "Buffer",
            Unit::Packets,
            "Buffer in packets.",
        ),
        Output::new(
            "drain_s",
            "Time to drain",
            Unit::Seconds,
            "Time to send a full buffer of this size: one round-trip time.",
        ),
    ],
    assumes: &[
        "Flows never end, use Reno, and halve their windows once per overflow.",
        "There is one flow, or all flows halve together.",
    ],
    fails: &[
        "With hundreds of flows that are not synchronized, a much smaller buffer keeps the link busy: BDP/√N.",
        "Controllers that reduce their window by less than half need less. Controllers that pace by a model of the path need a quarter of it.",
    ],
};

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
