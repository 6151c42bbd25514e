//! Poisson: packets of one size with independent exponential gaps.
//!
//! The aggregate of many independent sources, and the arrivals of M/D/1/K. Source: vishwanath-2011
//! Section IV-A (UDP at 5 % of the link).

use serde::{Deserialize, Serialize};

use crate::spec::Section;

/// Parameters of a Poisson source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Poisson {
    /// Mean rate, bits per second.
    pub rate_bps: f64,
    /// Bytes of every packet.
    pub packet_bytes: u16,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "traffic.poisson",
    label: "Poisson (UDP)",
    help: "Datagrams with exponential gaps, deaf to loss.",
    source: "vishwanath-2011 Section IV-A",
    params: &[super::RATE, super::PACKET_BYTES],
    class: "udp",
    ..Section::NEW
};
