//! Linux 6, by the files and functions of its kernel.

use super::{
    BBR_ARITHMETIC, BBR_MARGIN, BBR_POLICER, BBR_QUANTUM, BYTE_COUNTING, CONTROLLER,
    CUBIC_ARITHMETIC, HYSTART, HYSTART_FORM, RENO_ARITHMETIC, lacks, set,
};
use crate::spec::DefaultValue::{Flag, Number, Text};
use crate::spec::Profile;

/// Options of these hosts, with their sources.
pub(super) const LINUX: Profile = Profile {
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
            "pacing_credit",
            Flag(true),
            "net/ipv4/tcp_output.c tcp_update_skb_after_send",
        ),
        set(
            BYTE_COUNTING,
            Number(1000.0),
            "net/ipv4/tcp_cong.c tcp_slow_start: counts acknowledged packets without a limit",
        ),
        set(
            RENO_ARITHMETIC,
            Text("whole"),
            "net/ipv4/tcp_cong.c tcp_cong_avoid_ai",
        ),
        set(
            CUBIC_ARITHMETIC,
            Text("whole"),
            "net/ipv4/tcp_cubic.c bictcp_update",
        ),
        set(
            BBR_QUANTUM,
            Number(2.0),
            "net/ipv4/tcp_bbr.c bbr_min_tso_segs",
        ),
        set(
            BBR_ARITHMETIC,
            Text("whole"),
            "net/ipv4/tcp_bbr.c bbr_quantization_budget, bbr_packets_in_net_at_edt",
        ),
        set(
            BBR_MARGIN,
            Number(0.01),
            "net/ipv4/tcp_bbr.c bbr_pacing_margin_percent",
        ),
        set(
            BBR_POLICER,
            Flag(true),
            "net/ipv4/tcp_bbr.c bbr_lt_bw_sampling",
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
