//! Profiles of hosts: the options of TCP senders and receivers of some operating systems, of the RFCs, and of ns-2.
//!
//! Each setting names the file and function of the kernel, or the section of the RFC, that it follows. All profiles set
//! the same options, so that changing from one to another leaves nothing of the former. The sizes of packets, the
//! workload and the largest window belong to the path and the application, and stay.
//!
//! The controller is only a default: Linux with BBR is Linux. Kernels turn ECN on for DCTCP, whatever their setting.

use crate::spec::DefaultValue::{Flag, Null, Number, Text};
use crate::spec::profile::{NotModeled, Setting};
use crate::spec::{DefaultValue, Profile};

/// The profiles, in the order of the form.
pub(super) static PROFILES: [Profile; 5] = [LINUX, WINDOWS, FREEBSD, RFC, NS2];

const fn set(field: &'static str, value: DefaultValue, source: &'static str) -> Setting {
    Setting::new(field, value, source)
}

const fn lacks(what: &'static str, source: &'static str) -> NotModeled {
    NotModeled { what, source }
}

const CONTROLLER: &str = "congestion_control";
const BYTE_COUNTING: &str = "congestion_control.reno.abc_limit_packets";
const HYSTART: &str = "congestion_control.cubic.hystart";
const HYSTART_FORM: &str = "congestion_control.cubic.hystart_form";

const LINUX: Profile = Profile {
    id: "linux-6",
    settings: &[
        set(
            CONTROLLER,
            Text("cubic"),
            "net/ipv4/Kconfig DEFAULT_TCP_CONG",
        )
        .initial(),
        set(
            "recovery",
            Text("rack"),
            "net/ipv4/tcp_ipv4.c tcp_sk_init: tcp_sack 1, tcp_recovery TCP_RACK_LOSS_DETECTION",
        ),
        set(
            "tail_loss_probe",
            Flag(true),
            "net/ipv4/tcp_ipv4.c tcp_sk_init: tcp_early_retrans 3",
        ),
        set(
            "rack_timeout",
            Text("linux"),
            "include/net/tcp.h TCP_RTO_MIN, a minimum of the variation",
        ),
        set(
            "scoreboard_at_timeout",
            Text("keep"),
            "net/ipv4/tcp_input.c tcp_enter_loss, tcp_timeout_mark_lost",
        ),
        set(
            "duplicate_ack_threshold",
            Number(3.0),
            "include/net/tcp.h TCP_FASTRETRANS_THRESH",
        ),
        set("limited_transmit", Flag(true), "RFC 3042"),
        set(
            "newreno_timer",
            Text("impatient"),
            "RFC 6582 Section 3.2; used without SACK only",
        ),
        set(
            "min_rto_s",
            Number(0.2),
            "include/net/tcp.h TCP_RTO_MIN (HZ/5)",
        ),
        set(
            "min_rto_above_srtt",
            Flag(true),
            "include/net/tcp.h TCP_RTO_MIN, a minimum of the variation",
        ),
        set(
            "max_rto_s",
            Number(120.0),
            "include/net/tcp.h TCP_RTO_MAX (120*HZ)",
        ),
        set(
            "initial_rto_s",
            Number(1.0),
            "include/net/tcp.h TCP_TIMEOUT_INIT (1*HZ)",
        ),
        set(
            "clock_granularity_s",
            Number(1e-6),
            "net/ipv4/tcp_cubic.c cubictcp_acked: round-trip times in microseconds",
        ),
        set(
            "threshold_at_timeout",
            Text("once_per_window"),
            "net/ipv4/tcp_input.c tcp_enter_loss",
        ),
        set(
            "spurious_timeout",
            Text("f_rto"),
            "net/ipv4/tcp_ipv4.c tcp_sk_init: tcp_frto 2",
        ),
        set(
            "spurious_recovery",
            Text("eifel"),
            "net/ipv4/tcp_input.c tcp_may_undo, tcp_packet_delayed",
        ),
        set(
            "idle_restart",
            Text("decay"),
            "net/ipv4/tcp_output.c tcp_cwnd_restart; tcp_slow_start_after_idle 1",
        ),
        set(
            "timestamps",
            Flag(true),
            "net/ipv4/tcp_ipv4.c tcp_sk_init: tcp_timestamps 1",
        ),
        set(
            "initial_window_packets",
            Number(10.0),
            "include/net/tcp.h TCP_INIT_CWND",
        ),
        set(
            "delayed_ack",
            Flag(true),
            "net/ipv4/tcp_input.c __tcp_ack_snd_check",
        ),
        set(
            "ack_every_packets",
            Number(2.0),
            "net/ipv4/tcp_input.c __tcp_ack_snd_check: more than one full frame received",
        ),
        set(
            "delayed_ack_timeout_s",
            Number(0.04),
            "include/net/tcp.h TCP_DELACK_MIN, TCP_ATO_MIN (HZ/25)",
        ),
        set(
            "quick_ack_packets",
            Number(16.0),
            "net/ipv4/tcp_input.c tcp_event_data_recv; include/net/tcp.h TCP_MAX_QUICKACKS",
        ),
        set(
            "train_packets",
            Number(44.0),
            "net/ipv4/tcp_output.c tcp_tso_autosize; tcp_min_tso_segs 2, tcp_tso_win_divisor 3",
        ),
        set(
            "pacing",
            Text("none"),
            "net/ipv4/tcp_cubic.c: SK_PACING_NONE without sch_fq; BBR paces by itself",
        ),
        set(
            BYTE_COUNTING,
            Number(1000.0),
            "net/ipv4/tcp_cong.c tcp_slow_start: counts acknowledged packets without a limit",
        ),
        set(HYSTART, Flag(true), "net/ipv4/tcp_cubic.c hystart 1"),
        set(
            HYSTART_FORM,
            Text("classic"),
            "net/ipv4/tcp_cubic.c hystart_update: HYSTART_ACK_TRAIN, HYSTART_DELAY",
        ),
        set(
            "ecn",
            Text("off"),
            "net/ipv4/tcp_ipv4.c tcp_sk_init: tcp_ecn 2, only on request",
        ),
        set(
            "ecn",
            Text("accurate"),
            "net/ipv4/tcp_dctcp.c TCP_CONG_NEEDS_ECN",
        )
        .when(CONTROLLER, "dctcp"),
    ],
    not_modeled: &[
        lacks(
            "The threshold for reordering adapts, up to 300 segments.",
            "net/ipv4/tcp_ipv4.c tcp_sk_init: tcp_max_reordering",
        ),
        lacks(
            "Spurious recoveries and timeouts are also detected by D-SACK; here by time stamps and by F-RTO.",
            "net/ipv4/tcp_input.c tcp_may_undo",
        ),
        lacks(
            "The time of a delayed ACK adapts to the gaps between segments, from 40 ms to 200 ms.",
            "net/ipv4/tcp_input.c tcp_event_data_recv; include/net/tcp.h TCP_DELACK_MAX",
        ),
        lacks(
            "ACKs of data out of order are compressed for up to 1 ms.",
            "net/ipv4/tcp_input.c __tcp_ack_snd_check; tcp_comp_sack_delay_ns",
        ),
        lacks(
            "Trains are longer at round-trip times below 3 ms.",
            "net/ipv4/tcp_output.c tcp_tso_autosize: tcp_tso_rtt_log 9",
        ),
        lacks(
            "The receive window starts small and grows.",
            "net/ipv4/tcp_ipv4.c tcp_sk_init: tcp_moderate_rcvbuf 1",
        ),
    ],
};

const WINDOWS: Profile = Profile {
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
        set(BYTE_COUNTING, Number(2.0), "RFC 3465 (L)"),
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

const FREEBSD: Profile = Profile {
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
            BYTE_COUNTING,
            Number(2.0),
            "RFC 3465 (L); sys/netinet/cc/cc_cubic.c cubic_does_slow_start: tcp_abc_l_var",
        ),
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

const RFC: Profile = Profile {
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
        set(
            BYTE_COUNTING,
            Number(1.0),
            "RFC 5681 Section 3.1, equation 2",
        ),
        set(HYSTART, Flag(false), "RFC 9438 Section 4.10: optional"),
        set(HYSTART_FORM, Text("plus_plus"), "RFC 9406 Section 4.2"),
        set("ecn", Text("off"), "RFC 3168: optional"),
        set("ecn", Text("accurate"), "RFC 8257 Section 3").when(CONTROLLER, "dctcp"),
    ],
    not_modeled: &[],
};

const NS2: Profile = Profile {
    id: "ns-2",
    settings: &[
        set(CONTROLLER, Text("reno"), "ns-2.35 Agent/TCP/Newreno").initial(),
        set("recovery", Text("newreno"), "ns-2.35 Agent/TCP/Newreno"),
        set("tail_loss_probe", Flag(false), "ns-2.35 has none"),
        set("rack_timeout", Text("whole"), "ns-2.35 minrto_"),
        set(
            "scoreboard_at_timeout",
            Text("forget"),
            "ns-2.35 Agent/TCP/Sack1",
        ),
        set(
            "duplicate_ack_threshold",
            Number(3.0),
            "ns-2.35 numdupacks_ (3)",
        ),
        set("limited_transmit", Flag(true), "ns-2.35 singledup_ (1)"),
        set(
            "newreno_timer",
            Text("impatient"),
            "ns-2.35 NewRenoTcpAgent::partialnewack",
        ),
        set("min_rto_s", Number(0.2), "ns-2.35 minrto_ (0.2 s)"),
        set("min_rto_above_srtt", Flag(false), "ns-2.35 minrto_"),
        set("max_rto_s", Number(60.0), "ns-2.35 maxrto_ (60 s)"),
        set("initial_rto_s", Number(3.0), "ns-2.35 rtxcur_init_ (3 s)"),
        set(
            "clock_granularity_s",
            Number(0.01),
            "ns-2.35 tcpTick_ (0.01 s)",
        ),
        set(
            "threshold_at_timeout",
            Text("every_timeout"),
            "ns-2.35 TcpAgent::timeout",
        ),
        set("spurious_timeout", Text("off"), "ns-2.35 has none"),
        set("spurious_recovery", Text("off"), "ns-2.35 has none"),
        set("idle_restart", Text("off"), "ns-2.35 QOption_ (0)"),
        set("timestamps", Flag(false), "ns-2.35 timestamps_ (false)"),
        set(
            "initial_window_packets",
            Number(2.0),
            "ns-2.35 windowInit_ (2)",
        ),
        set("delayed_ack", Flag(false), "ns-2.35 Agent/TCPSink"),
        set("ack_every_packets", Number(2.0), "ns-2.35 DelAckSink"),
        set(
            "delayed_ack_timeout_s",
            Number(0.1),
            "ns-2.35 interval_ (100 ms)",
        ),
        set("quick_ack_packets", Number(0.0), "ns-2.35 has none"),
        set("train_packets", Number(1.0), "ns-2.35 has none"),
        set("pacing", Text("none"), "ns-2.35 Agent/TCP/Newreno"),
        set(
            BYTE_COUNTING,
            Null,
            "ns-2.35 TcpAgent::opencwnd: one per ACK",
        ),
        set(HYSTART, Flag(false), "RFC 9438 Section 4.10: optional"),
        set(HYSTART_FORM, Text("plus_plus"), "RFC 9406 Section 4.2"),
        set("ecn", Text("off"), "ns-2.35 ecn_ (0)"),
        set("ecn", Text("accurate"), "RFC 8257 Section 3").when(CONTROLLER, "dctcp"),
    ],
    not_modeled: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Kind;
    use crate::spec::complete::{complete_value, setting_value};
    use crate::spec::problem::Problem;
    use crate::tcp::config::SECTION;

    #[test]
    fn every_profile_sets_the_same_options_and_names_a_source_for_each() {
        let fields = |profile: &Profile| -> Vec<&str> {
            let mut fields: Vec<_> = profile.settings.iter().map(|s| s.field).collect();
            fields.sort_unstable();
            fields
        };
        for profile in &PROFILES {
            assert_eq!(fields(profile), fields(&LINUX), "{}", profile.id);
            for setting in profile.settings {
                assert!(!setting.source.is_empty(), "{}", setting.field);
            }
        }
    }

    #[test]
    fn every_setting_is_accepted_as_it_stands() {
        for setting in PROFILES.iter().flat_map(|profile| profile.settings) {
            let param = setting.param(&SECTION).expect(setting.field);
            let value = setting_value(&SECTION, setting);
            let mut problems: Vec<Problem> = Vec::new();
            let again = complete_value(param, value.clone(), setting.field, &mut problems);
            assert!(problems.is_empty(), "{}: {problems:?}", setting.field);
            assert_eq!(again, value, "{}", setting.field);
        }
    }

    #[test]
    fn the_form_offers_each_profile_and_no_profile() {
        let Some(Kind::Choice(choices)) = SECTION.param("profile").map(|param| param.kind) else {
            panic!("the profile is a choice");
        };
        let offered: Vec<&str> = choices.iter().map(|choice| choice.id).collect();
        let mut known: Vec<&str> = PROFILES.iter().map(|profile| profile.id).collect();
        known.push("own");
        assert_eq!(offered, known);
    }
}
