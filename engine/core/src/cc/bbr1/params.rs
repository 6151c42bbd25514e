//! Parameters of BBR version 1: the constants of the draft, which can be changed to show their effect.

use serde::{Deserialize, Serialize};

use crate::spec::{DefaultValue, Kind, Param, Section, Unit};

/// Version 1's numbers. Gains are ratios of rates or volumes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Pacing gain in Startup.
    pub startup_gain: f64,
    /// Pacing gain while the sender probes for more bandwidth.
    pub up_gain: f64,
    /// Gain when going down.
    pub down_gain: f64,
    /// Window divided by the estimated BDP.
    pub cwnd_gain: f64,
    /// Memory for the bandwidth, round trips.
    pub bandwidth_rounds: u32,
    /// Memory for the shortest round trip, seconds.
    pub round_trip_window_s: f64,
    /// Shortest time in ProbeRTT, seconds.
    pub probe_rtt_duration_s: f64,
    /// Share by which pacing stays below the bandwidth.
    pub pacing_margin: f64,
    /// Number of packets sent together.
    pub send_quantum_packets: u32,
    /// Whether the window has room for acknowledgments that bunch.
    pub ack_aggregation: bool,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "congestion_control.bbr1",
    label: "BBR version 1",
    help: "Sends at the largest delivery rate of the last ten round trips and does not react to loss. It fills small \
           buffers, loses many packets in them, and takes more than its share from Reno and CUBIC. The module bbr of Linux is \
           this version. Use it with RACK, as Linux does: with many losses, other recoveries wait for timeouts.",
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
                "Pacing rate divided by the estimated bandwidth, and window divided by the BDP, in Startup. 2/ln 2 doubles \
                 the rate in each round trip. Drain uses its inverse.",
            )
        },
        Param {
            advanced: false,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.1",
            ..Param::new(
                "up_gain",
                "Gain of the probing phase",
                Unit::None,
                GAIN,
                DefaultValue::Number(1.25),
                "Pacing rate divided by the estimated bandwidth in the first of the eight phases of a ProbeBW cycle.",
            )
        },
        Param {
            advanced: true,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.1",
            ..Param::new(
                "down_gain",
                "Gain of the draining phase",
                Unit::None,
                GAIN,
                DefaultValue::Number(0.75),
                "Pacing rate divided by the estimated bandwidth in the second phase of a ProbeBW cycle, to drain the queue of the probe.",
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
                "Congestion window divided by the estimated BDP in ProbeBW. Together with flows that fill the buffer, it decides the share of the link.",
            )
        },
        Param {
            advanced: true,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.1.1.2 (BtlBwFilterLen)",
            ..Param::new(
                "bandwidth_rounds",
                "Window of the bandwidth filter",
                Unit::None,
                ROUNDS,
                DefaultValue::Number(10.0),
                "Number of round trips for which a delivery rate counts for the maximum. It must be longer than a ProbeBW cycle of eight.",
            )
        },
        Param {
            advanced: false,
            source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.5 (RTpropFilterLen, ProbeRTTInterval)",
            ..Param::new(
                "round_trip_window_s",
                "Window of the minimum RTT",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(10.0),
                "Time for which a measured round-trip time counts for the minimum. Then ProbeRTT measures it again, with four packets in flight.",
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
                "Shortest time in ProbeRTT. It also lasts for at least one round trip.",
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
                "Share by which the pacing rate stays below the estimated bandwidth, to keep queues short. Linux since 2018 and ns-3 use 0.01.",
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
                "Number of packets sent together. The window allows three such groups beyond the BDP. Here segments leave one by \
                 one, so 1 fits, as in ns-3. With segmentation offload, the draft and Linux use 2 from 1.2 Mb/s.",
            )
        },
        Param {
            advanced: true,
            source: "Linux bbr_ack_aggregation_cwnd (2019); ns-3 TcpBbr::AckAggregationCwnd",
            ..Param::new(
                "ack_aggregation",
                "ACK aggregation",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "If on, the window allows for ACKs that arrive in groups, as in Linux since 2019 and in ns-3. After Startup it \
                 grows by the largest excess of acknowledged data over the estimated bandwidth in ten round trips, up to 0.1 s of \
                 it. The draft has no such rule.",
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
