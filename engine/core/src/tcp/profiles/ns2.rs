//! The senders of ns-2.35, which the papers used.

use super::{
    BBR_ARITHMETIC, BBR_DRAFT, BBR_MARGIN, BBR_POLICER, BBR_QUANTUM, BYTE_COUNTING, CONTROLLER,
    CUBIC_ARITHMETIC, HYSTART, HYSTART_FORM, RENO_ARITHMETIC, set,
};
use crate::spec::DefaultValue::{Flag, Null, Number, Text};
use crate::spec::Profile;

/// Options of these hosts, with their sources.
pub(super) const NS2: Profile = Profile {
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
            "pacing_credit",
            Flag(false),
            "ns-2.35 Agent/TCP does not pace",
        ),
        set(
            BYTE_COUNTING,
            Null,
            "ns-2.35 TcpAgent::opencwnd: one per ACK",
        ),
        set(
            RENO_ARITHMETIC,
            Text("real"),
            "tcp/tcp.cc TcpAgent::opencwnd",
        ),
        set(CUBIC_ARITHMETIC, Text("real"), "RFC 9438"),
        set(BBR_QUANTUM, Number(1.0), BBR_DRAFT),
        set(BBR_ARITHMETIC, Text("real"), BBR_DRAFT),
        set(BBR_MARGIN, Number(0.0), BBR_DRAFT),
        set(BBR_POLICER, Flag(false), BBR_DRAFT),
        set(HYSTART, Flag(false), "RFC 9438 Section 4.10: optional"),
        set(HYSTART_FORM, Text("plus_plus"), "RFC 9406 Section 4.2"),
        set("ecn", Text("off"), "ns-2.35 ecn_ (0)"),
        set("ecn", Text("accurate"), "RFC 8257 Section 3").when(CONTROLLER, "dctcp"),
    ],
    not_modeled: &[],
};
