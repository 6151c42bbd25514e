//! Windows, as far as its settings are published; the rest follows the RFCs.

use super::{
    BBR_ARITHMETIC, BBR_DRAFT, BBR_MARGIN, BBR_POLICER, BBR_QUANTUM, BYTE_COUNTING, CONTROLLER,
    CUBIC_ARITHMETIC, HYSTART, HYSTART_FORM, RENO_ARITHMETIC, lacks, set,
};
use crate::spec::DefaultValue::{Flag, Number, Text};
use crate::spec::Profile;

/// Options of these hosts, with their sources.
pub(super) const WINDOWS: Profile = Profile {
    id: "windows",
    settings: &[
        set(
            CONTROLLER,
            Text("cubic"),
            "Get-NetTCPSetting Internet: CongestionProvider CUBIC",
        )
        .initial(),
        set("recovery", Text("rack"), "RFC 8985 Section 1; RFC 9937"),
        set("tail_loss_probe", Flag(true), "RFC 8985 Section 7"),
        set("rack_timeout", Text("whole"), "RFC 6298 rule 2.4"),
        set("scoreboard_at_timeout", Text("keep"), "RFC 6675 errata"),
        set(
            "duplicate_ack_threshold",
            Number(3.0),
            "RFC 5681 Section 3.2",
        ),
        set("limited_transmit", Flag(true), "RFC 3042"),
        set(
            "newreno_timer",
            Text("impatient"),
            "RFC 6582 Section 3.2; used without SACK only",
        ),
        set(
            "min_rto_s",
            Number(0.3),
            "Get-NetTCPSetting Internet: MinRto 300 ms",
        ),
        set("min_rto_above_srtt", Flag(false), "RFC 6298 rule 2.4"),
        set("max_rto_s", Number(60.0), "RFC 6298 rule 2.5"),
        set("initial_rto_s", Number(1.0), "RFC 6298 rule 2.1"),
        set(
            "clock_granularity_s",
            Number(1e-3),
            "RFC 6298 Section 4; not published",
        ),
        set(
            "threshold_at_timeout",
            Text("once_per_window"),
            "RFC 5681 Section 3.1",
        ),
        set("spurious_timeout", Text("off"), "not published"),
        set("spurious_recovery", Text("off"), "not published"),
        set(
            "idle_restart",
            Text("off"),
            "Get-NetTCPSetting Internet: CwndRestart False",
        ),
        set("timestamps", Flag(false), "RFC 7323: optional"),
        set(
            "initial_window_packets",
            Number(10.0),
            "Get-NetTCPSetting Internet: InitialCongestionWindow 10",
        ),
        set(
            "delayed_ack",
            Flag(true),
            "Get-NetTCPSetting Internet: DelayedAckFrequency 2",
        ),
        set(
            "ack_every_packets",
            Number(2.0),
            "Get-NetTCPSetting Internet: DelayedAckFrequency 2",
        ),
        set(
            "delayed_ack_timeout_s",
            Number(0.04),
            "Get-NetTCPSetting Internet: DelayedAckTimeout 40 ms",
        ),
        set("quick_ack_packets", Number(0.0), "not published"),
        set("train_packets", Number(44.0), "Large send offload, 64 kB"),
        set("pacing", Text("none"), "not published"),
        set("pacing_credit", Flag(false), "not published"),
        set(BYTE_COUNTING, Number(2.0), "RFC 3465 (L)"),
        set(
            RENO_ARITHMETIC,
            Text("real"),
            "RFC 5681 Section 3.1; not published",
        ),
        set(CUBIC_ARITHMETIC, Text("real"), "RFC 9438; not published"),
        set(BBR_QUANTUM, Number(1.0), BBR_DRAFT),
        set(BBR_ARITHMETIC, Text("real"), BBR_DRAFT),
        set(BBR_MARGIN, Number(0.0), BBR_DRAFT),
        set(BBR_POLICER, Flag(false), BBR_DRAFT),
        set(HYSTART, Flag(true), "RFC 9406; RFC 9438 Section 4.10"),
        set(HYSTART_FORM, Text("plus_plus"), "RFC 9406 Section 4.2"),
        set("ecn", Text("off"), "RFC 3168: on request"),
        set("ecn", Text("accurate"), "RFC 8257 Section 3").when(CONTROLLER, "dctcp"),
    ],
    not_modeled: &[
        lacks(
            "The source is not public. Options without a published value follow the RFC that is named.",
            "Get-NetTCPSetting, template Internet",
        ),
        lacks(
            "Paths with round-trip times up to 10 ms use the template Datacenter.",
            "Get-NetTCPSetting, template Datacenter",
        ),
    ],
};
