//! Constant bit rate: packets of one size with equal gaps.

use serde::{Deserialize, Serialize};

use crate::spec::Section;

/// Parameters of a constant-rate source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cbr {
    /// Rate, bits per second.
    pub rate_bps: f64,
    /// Bytes of every packet.
    pub packet_bytes: u16,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "traffic.cbr",
    label: "Constant rate (UDP)",
    help: "Datagrams with equal gaps, deaf to loss.",
    source: "ns-2.35 Application/Traffic/CBR",
    params: &[super::RATE, super::PACKET_BYTES],
    class: "udp",
    ..Section::NEW
};
