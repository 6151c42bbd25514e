//! BBR's numbers: the draft's constants, to be changed by who wants to see what they are for.

use serde::{Deserialize, Serialize};

use crate::spec::{DefaultValue, Kind, Param, Section, Unit};

/// BBR's numbers. Gains are ratios of rates or volumes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Startup gain.
    pub startup_gain: f64,
    /// Drain gain.
    pub drain_gain: f64,
    /// Gain when going down.
    pub down_gain: f64,
    /// Gain when probing.
    pub up_gain: f64,
    /// Window gain.
    pub cwnd_gain: f64,
    /// Window gain when probing.
    pub up_cwnd_gain: f64,
    /// Loss threshold.
    pub loss_threshold: f64,
    /// Decrease factor.
    pub beta: f64,
    /// Headroom.
    pub headroom: f64,
    /// Pacing margin.
    pub pacing_margin: f64,
    /// Shortest wait between probes, seconds.
    pub probe_wait_s: f64,
    /// Random part of that wait, seconds.
    pub probe_wait_spread_s: f64,
    /// Most round trips between probes.
    pub probe_wait_rounds: u32,
    /// ProbeRTT interval, seconds.
    pub probe_rtt_interval_s: f64,
    /// ProbeRTT duration, seconds.
    pub probe_rtt_duration_s: f64,
    /// ProbeRTT window gain.
    pub probe_rtt_gain: f64,
    /// Memory for the shortest round trip, seconds.
    pub min_rtt_window_s: f64,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "congestion_control.bbr",
    label: "BBR version 3",
    help: "The BBR of 2026: sends at the rate that the path has delivered, probes for more every few seconds, heeds loss, \
           and keeps queues short. Version 1 is apart. Choose SACK or RACK with it: without them losses spoil its measurements.",
    source: "draft-ietf-ccwg-bbr-06",
    params: &[
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 2.5 (4 ln 2 = 2.77)",
            ..Param::new(
                "startup_gain",
                "Startup gain",
                Unit::None,
                GAIN,
                DefaultValue::Number(2.77),
                "Rate over bandwidth in Startup; 4 ln 2 doubles the rate each round trip.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 2.5 (0.35 before draft -05)",
            ..Param::new(
                "drain_gain",
                "Drain gain",
                Unit::None,
                GAIN,
                DefaultValue::Number(0.5),
                "Rate over bandwidth in Drain; 1/2 empties the queue of Startup in a round trip.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.1",
            ..Param::new(
                "down_gain",
                "Gain when going down",
                Unit::None,
                GAIN,
                DefaultValue::Number(0.9),
                "Rate over bandwidth while a probe's queue drains.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.5",
            ..Param::new(
                "up_gain",
                "Gain when probing",
                Unit::None,
                GAIN,
                DefaultValue::Number(1.25),
                "Rate over bandwidth while probing for more.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 2.6",
            ..Param::new(
                "cwnd_gain",
                "Window gain",
                Unit::None,
                GAIN,
                DefaultValue::Number(2.0),
                "Window over the BDP, to ride out late and bunched acknowledgements.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.5",
            ..Param::new(
                "up_cwnd_gain",
                "Window gain when probing",
                Unit::None,
                GAIN,
                DefaultValue::Number(2.25),
                "Window over the BDP while probing for more.",
            )
        },
        Param {
            advanced: false,
            source: "draft-ietf-ccwg-bbr-06 Section 2.8 (BBR.LossThresh)",
            ..Param::new(
                "loss_threshold",
                "Loss threshold",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.02),
                "Share of a round trip's packets that may be lost before a probe counts as too high.",
            )
        },
        Param {
            advanced: false,
            source: "draft-ietf-ccwg-bbr-06 Section 2.8 (BBR.Beta)",
            ..Param::new(
                "beta",
                "Decrease factor",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.7),
                "The short-term bounds keep at least this much of themselves in a round trip with loss.",
            )
        },
        Param {
            advanced: false,
            source: "draft-ietf-ccwg-bbr-06 Section 2.8 (BBR.Headroom)",
            ..Param::new(
                "headroom",
                "Headroom",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.15),
                "Share of the long-term bound left to others while cruising.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 2.5 (BBR.PacingMarginPercent)",
            ..Param::new(
                "pacing_margin",
                "Pacing margin",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.01),
                "Sends this much slower than the bandwidth, to keep queues short.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8",
            ..Param::new(
                "probe_wait_s",
                "Shortest wait between probes",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(2.0),
                "From the end of a probe for bandwidth to the next, at least, unless round trips are so short that a Reno flow would probe sooner.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8",
            ..Param::new(
                "probe_wait_spread_s",
                "Random part of that wait",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(1.0),
                "Up to so much is added, evenly distributed, so that flows do not probe in step.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8",
            ..Param::new(
                "probe_wait_rounds",
                "Most round trips between probes",
                Unit::None,
                ROUNDS,
                DefaultValue::Number(63.0),
                "Flows of short round trips probe as often as Reno would, after BDP round trips or so many.",
            )
        },
        Param {
            advanced: false,
            source: "draft-ietf-ccwg-bbr-06 Section 2.16.2 (BBR.ProbeRTTInterval)",
            ..Param::new(
                "probe_rtt_interval_s",
                "ProbeRTT interval",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(5.0),
                "Looks for the round trip without queues after so long without a shorter one. Version 1 had 10 s.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 2.16.2 (BBR.ProbeRTTDuration)",
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
            advanced: false,
            source: "draft-ietf-ccwg-bbr-06 Section 2.16.2 (BBR.ProbeRTTCwndGain)",
            ..Param::new(
                "probe_rtt_gain",
                "ProbeRTT window gain",
                Unit::None,
                GAIN,
                DefaultValue::Number(0.5),
                "Window over the BDP there, but four packets at least. Version 1 had four packets always.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 2.16.1 (BBR.MinRTTFilterLen)",
            ..Param::new(
                "min_rtt_window_s",
                "Memory for the shortest round trip",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(10.0),
                "A round trip is forgotten after so long.",
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

const ROUNDS: Kind = Kind::Integer {
    min: 1.0,
    max: 10000.0,
    log: true,
    null_label: "",
};
