//! The rule of thumb: a buffer of one bandwidth–delay product keeps the link busy while one Reno flow, or many
//! in step, wait out a halving of their windows.
//!
//! Source: Villamizar and Song, "High performance TCP in ANSNET", CCR 1994; the argument is hasegawa-2008
//! Equations 1 to 4.

use super::params::{PACKET, RATE, RTT, with};
use super::{Given, Model, Output, Outputs};
use crate::spec::{Section, Unit};

/// The model.
pub static MODEL: Model = Model {
    section: Section {
        id: "model.rule-of-thumb",
        label: "Rule of thumb",
        help: "One bandwidth–delay product: what a single flow that halves its window needs, or many in step.",
        source: "Villamizar and Song 1994; hasegawa-2008 Equation 3; vishwanath-2011 Section I",
        params: &[with(RATE, 40e9), with(RTT, 0.25), PACKET],
        ..Section::NEW
    },
    outputs: &[
        Output::new(
            "buffer_bytes",
            "Buffer",
            Unit::Bytes,
            "The bandwidth–delay product C·RTT.",
        ),
        Output::new(
            "buffer_packets",
            "Buffer",
            Unit::Packets,
            "The same in packets.",
        ),
        Output::new(
            "drain_s",
            "Time to drain",
            Unit::Seconds,
            "Time in which a full buffer of this size leaves at the link's rate: one round trip.",
        ),
    ],
    assumes: &[
        "Flows last, are Reno's, and halve their windows once per overflow.",
        "There is one flow, or all halve together.",
    ],
    fails: &[
        "With hundreds of flows that are not in step the link is busy with far less: BDP/√N.",
        "Controllers that reduce their window by less than half need less, and those that pace by a model of the path a quarter of it.",
    ],
};

pub(super) fn solve(given: &Given) -> Outputs {
    take!(given: rate_bps, rtt_s, packet_bytes);
    let buffer_bytes = bdp_bytes(rate_bps, rtt_s);
    let buffer_packets = buffer_bytes / packet_bytes;
    let drain_s = rtt_s;
    give!(buffer_bytes, buffer_packets, drain_s)
}

/// Bandwidth–delay product, bytes.
pub(super) fn bdp_bytes(rate_bps: f64, rtt_s: f64) -> f64 {
    rate_bps * rtt_s / 8.0
}
