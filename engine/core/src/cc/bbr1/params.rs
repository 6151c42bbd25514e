//! Version 1's numbers: the draft's constants, to be changed by who wants to see what they are for.

use serde::{Deserialize, Serialize};

use crate::spec::{DefaultValue, Kind, Param, Section, Unit};

/// Version 1's numbers. Gains are ratios of rates or volumes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Startup gain.
    pub startup_gain: f64,
    /// Gain when probing.
    pub up_gain: f64,
    /// Gain when going down.
    pub down_gain: f64,
    /// Window gain.
    pub cwnd_gain: f64,
    /// Memory for the bandwidth, round trips.
    pub bandwidth_rounds: u32,
    /// Memory for the shortest round trip, seconds.
    pub round_trip_window_s: f64,
    /// ProbeRTT duration, seconds.
    pub probe_rtt_duration_s: f64,
    /// Pacing margin.
    pub pacing_margin: f64,
    /// Send quantum, packets.
    pub send_quantum_packets: u32,
    /// Whether the window has room for acknowledgements that bunch.
    pub ack_aggregation: bool,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "congestion_control.bbr1",
    label: "BBR version 1",
    help: "Sends at the largest rate that the path delivered in ten round trips, whatever is lost: it fills small \
           buffers, loses much in them, and takes more than its share from Reno and CUBIC. Linux' bbr is this \
           version. Choose RACK with it, as Linux has: where much is lost, other recoveries wait for timeouts.",
    source: "draft-cardwell-iccrg-bbr-congestion-control-00",
    params: &[
        Param {
            advanced: true,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.2.1 (2/ln 2)",
            ..Param::new(
                "startup_gain",
                "Startup gain",
                Unit::None,
                GAIN,
                DefaultValue::Number(2.885),
                "Rate over bandwidth and window over BDP in Startup; 2/ln 2 doubles the rate each round trip. \
                 Drain has its inverse.",
            )
        },
        Param {
            advanced: false,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.1",
            ..Param::new(
                "up_gain",
                "Gain when probing",
                Unit::None,
                GAIN,
                DefaultValue::Number(1.25),
                "Rate over bandwidth in the first of the cycle's eight round trips.",
            )
        },
        Param {
            advanced: true,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.1",
            ..Param::new(
                "down_gain",
                "Gain when going down",
                Unit::None,
                GAIN,
                DefaultValue::Number(0.75),
                "Rate over bandwidth in the second, so that a probe's queue runs out.",
            )
        },
        Param {
            advanced: false,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.3",
            ..Param::new(
                "cwnd_gain",
                "Window gain",
                Unit::None,
                GAIN,
                DefaultValue::Number(2.0),
                "Window over the BDP in the cycle. Beside flows that fill the buffer it decides on the share.",
            )
        },
        Param {
            advanced: true,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.1.1.2 (BtlBwFilterLen)",
            ..Param::new(
                "bandwidth_rounds",
                "Memory for the bandwidth",
                Unit::None,
                ROUNDS,
                DefaultValue::Number(10.0),
                "A delivery rate is forgotten after so many round trips: longer than a cycle.",
            )
        },
        Param {
            advanced: false,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.5 (RTpropFilterLen, ProbeRTTInterval)",
            ..Param::new(
                "round_trip_window_s",
                "Memory for the shortest round trip",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(10.0),
                "After so long without one as short, ProbeRTT looks for it with four packets in flight.",
            )
        },
        Param {
            advanced: true,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.5 (ProbeRTTDuration)",
            ..Param::new(
                "probe_rtt_duration_s",
                "ProbeRTT duration",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(0.2),
                "Stays there for so long, and for a round trip at least.",
            )
        },
        Param {
            advanced: true,
            source: "Linux net/ipv4/tcp_bbr.c and ns-3 tcp-bbr.cc have 0.01 (bbr_pacing_margin_percent); the draft has none",
            ..Param::new(
                "pacing_margin",
                "Pacing margin",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.0),
                "Sends this much slower than the bandwidth, to keep queues short. Linux since 2018 and ns-3: 0.01.",
            )
        },
        Param {
            advanced: true,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Sections 4.2.2 and 4.2.3.2",
            ..Param::new(
                "send_quantum_packets",
                "Send quantum",
                Unit::Packets,
                QUANTUM,
                DefaultValue::Number(1.0),
                "The window has room for three of them beyond the BDP. Segments leave singly here, so one packet, as in \
                 ns-3; with offload the draft and Linux have two from 1.2 Mb/s on.",
            )
        },
        Param {
            advanced: true,
            source: "Linux bbr_ack_aggregation_cwnd (2019); ns-3 TcpBbr::AckAggregationCwnd",
            ..Param::new(
                "ack_aggregation",
                "Room for bunched ACKs",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "On, as in Linux since 2019 and in ns-3: once the pipe has been full, the window grows by what \
                 acknowledgements told of beyond the bandwidth in ten round trips, at most 0.1 s of it. The draft has none.",
            )
        },
    ],
    ..Section::NEW
};

const GAIN: Kind = Kind::Number {
    min: 0.1,
    max: 10.0,
    log: true,
    null_label: "",
};

const SHARE: Kind = Kind::Number {
    min: 0.0,
    max: 0.99,
    log: false,
    null_label: "",
};

const SECONDS: Kind = Kind::Number {
    min: 0.0,
    max: 600.0,
    log: false,
    null_label: "",
};

const QUANTUM: Kind = Kind::Integer {
    min: 0.0,
    max: 100.0,
    log: false,
    null_label: "",
};

const ROUNDS: Kind = Kind::Integer {
    min: 1.0,
    max: 10000.0,
    log: true,
    null_label: "",
};
