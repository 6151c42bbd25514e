//! The rules of the RFCs, without options of single systems.

use super::{
    BBR_ARITHMETIC, BBR_DRAFT, BBR_MARGIN, BBR_POLICER, BBR_QUANTUM, BYTE_COUNTING, CONTROLLER,
    CUBIC_ARITHMETIC, HYSTART, HYSTART_FORM, RENO_ARITHMETIC, set,
};
use crate::spec::DefaultValue::{Flag, Number, Text};
use crate::spec::Profile;

/// Options of these hosts, with their sources.
pub(super) const RFC: Profile = Profile {
    id: "rfc",
    settings: &[
        set(CONTROLLER, Text("reno"), "RFC 5681 Section 3.1").initial(),
        set("recovery", Text("sack"), "RFC 2018; RFC 6675"),
        set(
            "tail_loss_probe",
            Flag(false),
            "RFC 8985 Section 7, with RACK only",
        ),
        set("rack_timeout", Text("whole"), "RFC 6298 rule 2.4"),
        set(
            "scoreboard_at_timeout",
            Text("forget"),
            "RFC 2018 Section 8",
        ),
        set(
            "duplicate_ack_threshold",
            Number(3.0),
            "RFC 5681 Section 3.2",
        ),
        set("limited_transmit", Flag(true), "RFC 3042"),
        set("newreno_timer", Text("impatient"), "RFC 6582 Section 3.2"),
        set("min_rto_s", Number(1.0), "RFC 6298 rule 2.4"),
        set("min_rto_above_srtt", Flag(false), "RFC 6298 rule 2.4"),
        set("max_rto_s", Number(60.0), "RFC 6298 rule 2.5"),
        set("initial_rto_s", Number(1.0), "RFC 6298 rule 2.1"),
        set("clock_granularity_s", Number(0.1), "RFC 6298 Section 4"),
        set(
            "threshold_at_timeout",
            Text("once_per_window"),
            "RFC 5681 Section 3.1",
        ),
        set(
            "spurious_timeout",
            Text("off"),
            "RFC 5681 Section 3.1; RFC 5682 is optional",
        ),
        set(
            "spurious_recovery",
            Text("off"),
            "RFC 5681 Section 3.2; RFC 3708 is experimental",
        ),
        set(
            "idle_restart",
            Text("restart_window"),
            "RFC 5681 Section 4.1",
        ),
        set("timestamps", Flag(false), "RFC 7323: optional"),
        set(
            "initial_window_packets",
            Number(3.0),
            "RFC 5681 Section 3.1, for segments of 1096 to 2190 bytes",
        ),
        set("delayed_ack", Flag(true), "RFC 5681 Section 4.2"),
        set("ack_every_packets", Number(2.0), "RFC 5681 Section 4.2"),
        set(
            "delayed_ack_timeout_s",
            Number(0.5),
            "RFC 5681 Section 4.2 (at most 0.5 s)",
        ),
        set(
            "quick_ack_packets",
            Number(0.0),
            "RFC 5681 Section 4.2 leaves it open",
        ),
        set("train_packets", Number(1.0), "RFC 5681: no offload"),
        set("pacing", Text("none"), "RFC 5681: ACKs clock the sender"),
        set("pacing_credit", Flag(false), "no RFC has it"),
        set(
            BYTE_COUNTING,
            Number(1.0),
            "RFC 5681 Section 3.1, equation 2",
        ),
        set(RENO_ARITHMETIC, Text("real"), "RFC 5681 Section 3.1"),
        set(CUBIC_ARITHMETIC, Text("real"), "RFC 9438"),
        set(BBR_QUANTUM, Number(1.0), BBR_DRAFT),
        set(BBR_ARITHMETIC, Text("real"), BBR_DRAFT),
        set(BBR_MARGIN, Number(0.0), BBR_DRAFT),
        set(BBR_POLICER, Flag(false), BBR_DRAFT),
        set(HYSTART, Flag(false), "RFC 9438 Section 4.10: optional"),
        set(HYSTART_FORM, Text("plus_plus"), "RFC 9406 Section 4.2"),
        set("ecn", Text("off"), "RFC 3168: optional"),
        set("ecn", Text("accurate"), "RFC 8257 Section 3").when(CONTROLLER, "dctcp"),
    ],
    not_modeled: &[],
};
