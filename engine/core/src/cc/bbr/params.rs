//! Parameters of BBR: the constants of the draft, which can be changed to show their effect.

use serde::{Deserialize, Serialize};

use crate::spec::{DefaultValue, Kind, Param, Section, Unit};

/// BBR's numbers. Gains are ratios of rates or volumes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Pacing gain in Startup.
    pub startup_gain: f64,
    /// Pacing gain in Drain.
    pub drain_gain: f64,
    /// Gain when going down.
    pub down_gain: f64,
    /// Pacing gain while the sender probes for more bandwidth.
    pub up_gain: f64,
    /// Window divided by the estimated BDP.
    pub cwnd_gain: f64,
    /// Window gain when probing.
    pub up_cwnd_gain: f64,
    /// Loss ratio that ends a probe.
    pub loss_threshold: f64,
    /// Factor of the short-term bounds at a loss.
    pub beta: f64,
    /// Share of the long-term bound left to other flows.
    pub headroom: f64,
    /// Share by which pacing stays below the bandwidth.
    pub pacing_margin: f64,
    /// Shortest wait between probes, seconds.
    pub probe_wait_s: f64,
    /// Random part of that wait, seconds.
    pub probe_wait_spread_s: f64,
    /// Most round trips between probes.
    pub probe_wait_rounds: u32,
    /// Time between two phases of ProbeRTT, seconds.
    pub probe_rtt_interval_s: f64,
    /// Shortest time in ProbeRTT, seconds.
    pub probe_rtt_duration_s: f64,
    /// Window divided by the BDP in ProbeRTT.
    pub probe_rtt_gain: f64,
    /// Memory for the shortest round trip, seconds.
    pub min_rtt_window_s: f64,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "congestion_control.bbr",
    label: "BBR version 3",
    help: "Sends at the measured delivery rate of the path, probes for more every few seconds, reacts to loss, and keeps queues \
           short. Use it with SACK or RACK: without them, losses distort its measurements. BBR version 1 is another controller.",
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
                "Pacing rate divided by the estimated bandwidth in Startup. 4 ln 2 doubles the rate in each round trip.",
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
                "Pacing rate divided by the estimated bandwidth in Drain. 0.5 empties the queue that Startup built in one round trip.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.1",
            ..Param::new(
                "down_gain",
                "Gain in ProbeBW_DOWN",
                Unit::None,
                GAIN,
                DefaultValue::Number(0.9),
                "Pacing rate divided by the estimated bandwidth after a probe, while its queue drains.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.5",
            ..Param::new(
                "up_gain",
                "Gain in ProbeBW_UP",
                Unit::None,
                GAIN,
                DefaultValue::Number(1.25),
                "Pacing rate divided by the estimated bandwidth while the sender probes for more.",
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
                "Congestion window divided by the estimated BDP. Values above 1 allow for ACKs that arrive late or in groups.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.5",
            ..Param::new(
                "up_cwnd_gain",
                "Window gain in ProbeBW_UP",
                Unit::None,
                GAIN,
                DefaultValue::Number(2.25),
                "Congestion window divided by the estimated BDP while the sender probes for more.",
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
                "Share of the packets of a round trip whose loss ends a probe, because the rate was too high.",
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
                "Smallest factor by which a round trip with loss multiplies the short-term bounds of rate and window.",
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
                "Share of the long-term bound of the window that is left to other flows in ProbeBW_CRUISE.",
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
                "Share by which the pacing rate stays below the estimated bandwidth, to keep queues short.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8",
            ..Param::new(
                "probe_wait_s",
                "Minimum time between probes",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(2.0),
                "Shortest time from the end of a bandwidth probe to the next. With short round trips the next probe can come earlier, when a Reno flow would probe.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8",
            ..Param::new(
                "probe_wait_spread_s",
                "Random time between probes",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(1.0),
                "Upper limit of a uniform random time added to the minimum, so that flows do not probe at the same time.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8",
            ..Param::new(
                "probe_wait_rounds",
                "Maximum round trips between probes",
                Unit::None,
                ROUNDS,
                DefaultValue::Number(63.0),
                "With short round trips, a flow probes as often as Reno: after as many round trips as its BDP has packets, or after this number if it is smaller.",
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
                "Time without a shorter round-trip time after which ProbeRTT measures the minimum again, with a small window. BBR version 1 uses 10 s.",
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
                "Shortest time in ProbeRTT. It also lasts for at least one round trip.",
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
                "Congestion window divided by the estimated BDP in ProbeRTT, but at least four packets. BBR version 1 always uses four packets.",
            )
        },
        Param {
            advanced: true,
            source: "draft-ietf-ccwg-bbr-06 Section 2.16.1 (BBR.MinRTTFilterLen)",
            ..Param::new(
                "min_rtt_window_s",
                "Window of the minimum RTT",
                Unit::Seconds,
                SECONDS,
                DefaultValue::Number(10.0),
                "Time for which a measured round-trip time counts for the minimum.",
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
