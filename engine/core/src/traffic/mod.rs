//! What flows send: TCP, or open-loop sources that do not care what the network does.
//!
//! One more kind of source is one more file here, one variant below and one entry in [`REGISTRY`].

pub mod cbr;
pub mod poisson;

use serde::{Deserialize, Serialize};

use crate::spec::{DefaultValue, Kind, Param, Registry, Unit};
use crate::tcp::config::{self, TcpConfig};
pub use cbr::Cbr;
pub use poisson::Poisson;

/// The kinds of traffic a scenario can name.
pub static REGISTRY: Registry = Registry {
    id: "traffic",
    label: "Traffic",
    entries: &[&config::SECTION, &poisson::SECTION, &cbr::SECTION],
};

/// A kind of traffic with its parameters, as a scenario writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Traffic {
    /// Adapts to loss.
    Tcp(Box<TcpConfig>),
    /// Exponential gaps.
    Poisson(Poisson),
    /// Equal gaps.
    Cbr(Cbr),
}

/// A source that sends packets of one size whatever happens to them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenLoop {
    /// Mean gap between packets, seconds.
    pub mean_gap_s: f64,
    /// Size of each on the wire.
    pub packet_bytes: u16,
    /// Whether gaps are exponential rather than equal.
    pub exponential: bool,
}

impl Traffic {
    /// The open-loop source this describes, if it is one.
    #[must_use]
    pub fn open_loop(&self) -> Option<OpenLoop> {
        let (rate_bps, packet_bytes, exponential) = match self {
            Traffic::Tcp(_) => return None,
            Traffic::Poisson(p) => (p.rate_bps, p.packet_bytes, true),
            Traffic::Cbr(c) => (c.rate_bps, c.packet_bytes, false),
        };
        Some(OpenLoop {
            mean_gap_s: f64::from(packet_bytes) * 8.0 / rate_bps,
            packet_bytes,
            exponential,
        })
    }
}

/// Rate of an open-loop source.
const RATE: Param = Param {
    live: true,
    ..Param::new(
        "rate_bps",
        "Rate",
        Unit::BitsPerSecond,
        Kind::Number {
            min: 1.0,
            max: 1e13,
            log: true,
            null_label: "",
        },
        DefaultValue::Required,
        "Mean rate of each flow on the wire.",
    )
};

/// Packet size of an open-loop source.
const PACKET_BYTES: Param = Param {
    live: true,
    ..Param::new(
        "packet_bytes",
        "Packet size",
        Unit::Bytes,
        Kind::Integer {
            min: 1.0,
            max: 65_535.0,
            log: true,
            null_label: "",
        },
        DefaultValue::Number(200.0),
        "Size of every packet on the wire. Real-time traffic sends small packets.",
    )
};
