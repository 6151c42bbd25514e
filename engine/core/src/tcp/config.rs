//! Parameters of a TCP group, as a scenario writes them.
//!
//! Defaults are those of the papers' simulations (ns-2.35) where these and today's stacks differ;
//! each says what the other choice would be.

use serde::{Deserialize, Serialize};

use super::pacing::{self, Pacing};
use super::workload::{self, Workload};
use crate::cc::{self, CongestionControl};
use crate::scenario::spec::{Choice, DefaultValue, Kind, Param, Section, Unit};

/// Parameters of the flows of a TCP group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TcpConfig {
    /// How losses are repaired.
    pub recovery: Recovery,
    /// How the window grows and shrinks.
    pub congestion_control: CongestionControl,
    /// How sending is spread over time.
    pub pacing: Pacing,
    /// What there is to send.
    pub workload: Workload,
    /// Data in a full segment, bytes.
    pub segment_bytes: u16,
    /// Added to each segment on the wire, bytes.
    pub header_bytes: u16,
    /// Size of an acknowledgement, and of a SYN, on the wire, bytes.
    pub ack_bytes: u16,
    /// Initial window, packets.
    pub initial_window_packets: f64,
    /// Initial slow-start threshold, packets; `None`: the largest window.
    pub initial_ssthresh_packets: Option<f64>,
    /// The window never exceeds this (the receive window), packets.
    pub max_window_packets: u32,
    /// Whether the receiver acknowledges every second segment only.
    pub delayed_ack: bool,
    /// A delayed acknowledgement waits no longer, seconds.
    pub delayed_ack_timeout_s: f64,
    /// Whether the first two duplicate ACKs each release a new segment.
    pub limited_transmit: bool,
    /// Duplicate ACKs that signal a loss.
    pub duplicate_ack_threshold: u32,
    /// Whether a SYN goes first.
    pub handshake: bool,
    /// Shortest retransmission timeout, seconds.
    pub min_rto_s: f64,
    /// Longest retransmission timeout, seconds.
    pub max_rto_s: f64,
    /// Timeout before the first RTT sample, seconds.
    pub initial_rto_s: f64,
    /// Granularity of the sender's clock, seconds.
    pub clock_granularity_s: f64,
}

/// How losses are repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recovery {
    /// Fast retransmit, then slow start.
    Tahoe,
    /// Fast recovery that ends with the first new acknowledgement.
    Reno,
    /// Fast recovery that repairs one hole per round trip.
    Newreno,
}

const fn seconds(min: f64, max: f64) -> Kind {
    Kind::Number {
        min,
        max,
        log: true,
        null_label: "",
    }
}

const fn bytes(min: f64) -> Kind {
    Kind::Integer {
        min,
        max: 32_000.0,
        log: false,
        null_label: "",
    }
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "traffic.tcp",
    label: "TCP",
    help: "Sends as much as its congestion window allows and takes loss as the sign to slow down.",
    source: "RFC 5681",
    params: &[
        Param {
            live: true,
            source: "RFC 5681 Section 3.2; RFC 6582",
            ..Param::new(
                "recovery",
                "Loss recovery",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "tahoe",
                        "Tahoe",
                        "Fast retransmit, then slow start from one segment.",
                    ),
                    Choice::new(
                        "reno",
                        "Reno",
                        "Fast recovery ends with the first new ACK; several losses in a window mostly end in a timeout.",
                    ),
                    Choice::new(
                        "newreno",
                        "NewReno",
                        "Partial ACKs keep recovery going: one hole repaired per round trip.",
                    ),
                ]),
                DefaultValue::Text("newreno"),
                "What the sender does after three duplicate ACKs.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "congestion_control",
                "Congestion control",
                Unit::None,
                Kind::OneOf(&cc::REGISTRY),
                DefaultValue::Text("reno"),
                "How the window grows, and how far it shrinks after a loss.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "pacing",
                "Pacing",
                Unit::None,
                Kind::OneOf(&pacing::REGISTRY),
                DefaultValue::Text("none"),
                "Whether segments leave as ACKs arrive or spread over the round trip.",
            )
        },
        Param::new(
            "workload",
            "Workload",
            Unit::None,
            Kind::OneOf(&workload::REGISTRY),
            DefaultValue::Text("endless"),
            "What each flow has to send.",
        ),
        Param::new(
            "segment_bytes",
            "Segment size",
            Unit::Bytes,
            bytes(1.0),
            DefaultValue::Number(1000.0),
            "Data in a full segment. The papers give packet sizes on the wire: then leave the header at 0.",
        ),
        Param {
            advanced: true,
            source: "ns-2.35 tcpip_base_hdr_size_",
            ..Param::new(
                "header_bytes",
                "Header",
                Unit::Bytes,
                Kind::Integer {
                    min: 0.0,
                    max: 200.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(0.0),
                "Added to each segment on the wire; 40 for TCP/IPv4, 52 with timestamps.",
            )
        },
        Param {
            advanced: true,
            ..Param::new(
                "ack_bytes",
                "ACK size",
                Unit::Bytes,
                Kind::Integer {
                    min: 1.0,
                    max: 200.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(40.0),
                "Size of an acknowledgement, and of a SYN, on the wire.",
            )
        },
        Param {
            source: "RFC 6928 (10); RFC 5681 (2 to 4); ns-2.35 windowInit_ (2)",
            ..Param::new(
                "initial_window_packets",
                "Initial window",
                Unit::Packets,
                Kind::Number {
                    min: 1.0,
                    max: 1000.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(2.0),
                "Segments sent in the first round trip. Today's servers use 10.",
            )
        },
        Param {
            advanced: true,
            ..Param::new(
                "initial_ssthresh_packets",
                "Initial ssthresh",
                Unit::Packets,
                Kind::Number {
                    min: 1.0,
                    max: 1e6,
                    log: true,
                    null_label: "the largest window",
                },
                DefaultValue::Null,
                "Slow start ends here unless a loss comes first.",
            )
        },
        Param {
            live: true,
            source: "ganjali-2007 Section 3.3 (W_max)",
            ..Param::new(
                "max_window_packets",
                "Largest window",
                Unit::Packets,
                Kind::Integer {
                    min: 1.0,
                    max: 1e6,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(1e6),
                "The receive window: never more than this under way.",
            )
        },
        Param {
            source: "RFC 5681 Section 4.2; ns-2.35 DelAckSink",
            ..Param::new(
                "delayed_ack",
                "Delayed ACKs",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "Acknowledge every second segment, or after a timeout. Slows the growth of the window by half.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 5681 Section 4.2 (at most 0.5 s); ns-2.35 interval_",
            ..Param::new(
                "delayed_ack_timeout_s",
                "Delayed-ACK timeout",
                Unit::Seconds,
                seconds(1e-4, 0.5),
                DefaultValue::Number(0.1),
                "An acknowledgement is not held back longer.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 3042; ns-2.35 singledup_",
            ..Param::new(
                "limited_transmit",
                "Limited transmit",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "The first two duplicate ACKs each release one new segment, which helps small windows to reach three.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 5681 Section 3.2",
            ..Param::new(
                "duplicate_ack_threshold",
                "Duplicate-ACK threshold",
                Unit::None,
                Kind::Integer {
                    min: 1.0,
                    max: 100.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(3.0),
                "Duplicate ACKs that signal a loss.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 9293 Section 3.5; ns-2.35 syn_",
            ..Param::new(
                "handshake",
                "Handshake",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "A SYN goes first, so that data flows one round trip after the start.",
            )
        },
        Param {
            source: "RFC 6298 rule 2.4 (1 s); Linux and ns-2.35 minrto_ (0.2 s)",
            ..Param::new(
                "min_rto_s",
                "Shortest timeout",
                Unit::Seconds,
                seconds(1e-4, 60.0),
                DefaultValue::Number(0.2),
                "The retransmission timer never runs shorter.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 rule 2.5; ns-2.35 maxrto_",
            ..Param::new(
                "max_rto_s",
                "Longest timeout",
                Unit::Seconds,
                seconds(0.1, 3600.0),
                DefaultValue::Number(60.0),
                "Doubling the retransmission timer stops here.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 rule 2.1 (1 s); ns-2.35 rtxcur_init_ (3 s)",
            ..Param::new(
                "initial_rto_s",
                "First timeout",
                Unit::Seconds,
                seconds(1e-3, 60.0),
                DefaultValue::Number(1.0),
                "Before the first round trip has been timed.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 (G); ns-2.35 tcpTick_",
            ..Param::new(
                "clock_granularity_s",
                "Clock granularity",
                Unit::Seconds,
                Kind::Number {
                    min: 0.0,
                    max: 1.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(0.01),
                "Round trips are timed in whole ticks of the sender's clock.",
            )
        },
    ],
};

impl TcpConfig {
    /// Size of a full segment on the wire.
    #[must_use]
    pub fn wire_bytes(&self) -> u16 {
        self.segment_bytes + self.header_bytes
    }

    /// The slow-start threshold at the start, packets.
    #[must_use]
    pub fn first_ssthresh(&self) -> f64 {
        let max = f64::from(self.max_window_packets);
        match self.initial_ssthresh_packets {
            Some(ssthresh) if ssthresh < max => ssthresh,
            _ => max,
        }
    }
}
