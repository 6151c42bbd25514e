//! FreeBSD 14, by its source files and manual pages.

use super::{
    BBR_ARITHMETIC, BBR_DRAFT, BBR_MARGIN, BBR_POLICER, BBR_QUANTUM, BYTE_COUNTING, CONTROLLER,
    CUBIC_ARITHMETIC, HYSTART, HYSTART_FORM, RENO_ARITHMETIC, lacks, set,
};
use crate::spec::DefaultValue::{Flag, Number, Text};
use crate::spec::Profile;

/// Options of these hosts, with their sources.
pub(super) const FREEBSD: Profile = Profile {
    id: "freebsd-14",
    settings: &[
        set(
            CONTROLLER,
            Text("cubic"),
            "sys/netinet/cc/cc_cubic.c, the default since FreeBSD 14",
        )
        .initial(),
        set(
            "recovery",
            Text("sack"),
            "share/man/man4/tcp.4 sack.enable; RFC 6675",
        ),
        set(
            "tail_loss_probe",
            Flag(false),
            "sys/netinet/tcp_stacks/rack.c has it; the default stack has not",
        ),
        set("rack_timeout", Text("whole"), "used with RACK only"),
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
        set(
            "limited_transmit",
            Flag(true),
            "share/man/man4/tcp.4 rfc3042",
        ),
        set(
            "newreno_timer",
            Text("impatient"),
            "RFC 6582 Section 3.2; used without SACK only",
        ),
        set(
            "min_rto_s",
            Number(0.2),
            "sys/netinet/tcp_timer.h TCPTV_CPU_VAR (200 ms); TCPTV_MIN (hz/33)",
        ),
        set(
            "min_rto_above_srtt",
            Flag(true),
            "sys/netinet/tcp_timer.h TCPT_RANGESET adds tcp_rexmit_slop",
        ),
        set(
            "max_rto_s",
            Number(64.0),
            "sys/netinet/tcp_timer.h TCPTV_REXMTMAX (64*hz)",
        ),
        set(
            "initial_rto_s",
            Number(1.0),
            "sys/netinet/tcp_timer.h TCPTV_RTOBASE (1*hz)",
        ),
        set(
            "clock_granularity_s",
            Number(1e-3),
            "sys/netinet/tcp_timer.h: timers in ticks of hz (1000)",
        ),
        set(
            "threshold_at_timeout",
            Text("once_per_window"),
            "RFC 5681 Section 3.1",
        ),
        set(
            "spurious_timeout",
            Text("off"),
            "RFC 5682 is not in the default stack",
        ),
        set(
            "spurious_recovery",
            Text("off"),
            "RFC 3708 is not in the default stack",
        ),
        set(
            "idle_restart",
            Text("restart_window"),
            "sys/netinet/cc/cc_cubic.c cubic_after_idle",
        ),
        set("timestamps", Flag(true), "RFC 7323; share/man/man4/tcp.4"),
        set(
            "initial_window_packets",
            Number(10.0),
            "share/man/man4/tcp.4 initcwnd_segments (10)",
        ),
        set("delayed_ack", Flag(true), "RFC 5681 Section 4.2"),
        set("ack_every_packets", Number(2.0), "RFC 5681 Section 4.2"),
        set(
            "delayed_ack_timeout_s",
            Number(0.04),
            "sys/netinet/tcp_timer.h TCPTV_DELACK (hz/25)",
        ),
        set(
            "quick_ack_packets",
            Number(0.0),
            "RFC 5681 Section 4.2 leaves it open",
        ),
        set("train_packets", Number(44.0), "TSO, 64 kB"),
        set(
            "pacing",
            Text("none"),
            "sys/netinet/tcp_stacks/rack.c has it; the default stack has not",
        ),
        set(
            "pacing_credit",
            Flag(false),
            "the default stack does not pace",
        ),
        set(
            BYTE_COUNTING,
            Number(2.0),
            "RFC 3465 (L); sys/netinet/cc/cc_cubic.c cubic_does_slow_start: tcp_abc_l_var",
        ),
        set(
            RENO_ARITHMETIC,
            Text("real"),
            "sys/netinet/cc/cc_newreno.c: windows in bytes",
        ),
        set(
            CUBIC_ARITHMETIC,
            Text("real"),
            "sys/netinet/cc/cc_cubic.c: windows in bytes",
        ),
        set(BBR_QUANTUM, Number(1.0), BBR_DRAFT),
        set(BBR_ARITHMETIC, Text("real"), BBR_DRAFT),
        set(BBR_MARGIN, Number(0.0), BBR_DRAFT),
        set(BBR_POLICER, Flag(false), BBR_DRAFT),
        set(
            HYSTART,
            Flag(false),
            "sys/netinet/cc/cc_cubic.c cubic_does_slow_start: only with CCF_HYSTART_ALLOWED",
        ),
        set(
            HYSTART_FORM,
            Text("plus_plus"),
            "sys/netinet/cc/cc_cubic.c cubic_does_slow_start",
        ),
        set(
            "ecn",
            Text("off"),
            "share/man/man4/tcp.4 ecn.enable 2, only on request",
        ),
        set("ecn", Text("accurate"), "RFC 8257 Section 3").when(CONTROLLER, "dctcp"),
    ],
    not_modeled: &[
        lacks(
            "200 ms are added to every retransmission timeout; here they are the least that is added to the smoothed round-trip time.",
            "sys/netinet/tcp_timer.h TCPT_RANGESET",
        ),
        lacks(
            "Reductions are proportional (PRR); here the window is reduced at once, as in RFC 6675.",
            "RFC 6937",
        ),
        lacks(
            "The slow start of CUBIC counts two packets per acknowledged packet at most; here there is no such limit per ACK below eight.",
            "sys/netinet/cc/cc_cubic.c cubic_does_slow_start",
        ),
    ],
};
