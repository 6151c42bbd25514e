//! Parameters of a TCP group, as a scenario writes them.
//!
//! Defaults are those of the papers' simulations (ns-2.35) where these and today's stacks differ;
//! each says what the other choice would be.

use serde::{Deserialize, Serialize};

use super::pacing::{self, Pacing};
use crate::apps::{self, Workload};
use crate::cc::{self, CongestionControl};
use crate::spec::{Choice, Companion, DefaultValue, Kind, Param, Section, Unit};

/// Parameters of the flows of a TCP group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TcpConfig {
    /// How losses are repaired.
    pub recovery: Recovery,
    /// How the window grows and shrinks.
    pub congestion_control: CongestionControl,
    /// How sending is spread over time.
    pub pacing: Pacing,
    /// Longest time that the sender takes over a packet, seconds, 0 to 1; see [`overhead`](super::overhead).
    pub overhead_s: f64,
    /// What there is to send.
    pub workload: Workload,
    /// Data in a full segment, bytes.
    pub segment_bytes: u16,
    /// Added to each segment on the wire, bytes.
    pub header_bytes: u16,
    /// Size of an acknowledgement without blocks, and of a SYN, on the wire, bytes.
    pub ack_bytes: u16,
    /// Initial window, packets.
    pub initial_window_packets: f64,
    /// Initial slow-start threshold, packets; `None`: the largest window.
    pub initial_ssthresh_packets: Option<f64>,
    /// The window never exceeds this (the receive window), packets.
    pub max_window_packets: u32,
    /// Whether the receiver acknowledges every second segment only.
    pub delayed_ack: bool,
    /// A delayed acknowledgement waits no longer, seconds.
    pub delayed_ack_timeout_s: f64,
    /// Segments at the start that are acknowledged without delay.
    pub quick_ack_packets: u32,
    /// Whether the first two duplicate ACKs each release a new segment.
    pub limited_transmit: bool,
    /// Duplicate ACKs that signal a loss.
    pub duplicate_ack_threshold: u32,
    /// Whether a SYN goes first.
    pub handshake: bool,
    /// Shortest retransmission timeout, seconds.
    pub min_rto_s: f64,
    /// Whether the shortest timeout is counted from the smoothed round trip on.
    pub min_rto_above_srtt: bool,
    /// Longest retransmission timeout, seconds.
    pub max_rto_s: f64,
    /// Timeout before the first RTT sample, seconds.
    pub initial_rto_s: f64,
    /// Granularity of the sender's clock, seconds.
    pub clock_granularity_s: f64,
    /// When NewReno restarts its timer during recovery.
    pub newreno_timer: NewrenoTimer,
    /// Whether RACK probes for a lost tail.
    pub tail_loss_probe: bool,
    /// Whether SACK keeps at a timeout what it was told.
    pub scoreboard_at_timeout: ScoreboardAtTimeout,
    /// What the shortest timeout bounds with RACK.
    pub rack_timeout: RackTimeout,
    /// Whether a timeout reduces the threshold again for the same congestion.
    pub threshold_at_timeout: ThresholdAtTimeout,
    /// How a needless timeout is recognised.
    pub spurious_timeout: SpuriousTimeout,
    /// What becomes of the window after an idle time.
    pub idle_restart: IdleRestart,
    /// Whether segments carry timestamps that acknowledgements echo.
    pub timestamps: bool,
    /// Whether routers may mark segments instead of dropping them.
    pub ecn: Ecn,
}

/// How losses are repaired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recovery {
    /// Fast retransmit, then slow start.
    Tahoe,
    /// Fast recovery that ends with the first new acknowledgement.
    Reno,
    /// Fast recovery that repairs one hole per round trip.
    Newreno,
    /// Selective acknowledgements and a count of what is in flight.
    Sack,
    /// The same as ns-2's Sack1 has it.
    SackNs2,
    /// Selective acknowledgements, losses by time, proportional reduction, tail probes.
    Rack,
}

/// When NewReno restarts its retransmission timer during recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewrenoTimer {
    /// For the first partial acknowledgement only.
    Impatient,
    /// For every one.
    SlowButSteady,
}

/// Whether SACK keeps at a timeout what the receiver is known to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreboardAtTimeout {
    /// Yes: only what is missing is sent again.
    Keep,
    /// No: everything is sent again, but for what is told anew.
    Forget,
}

/// What the shortest retransmission timeout bounds with RACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RackTimeout {
    /// What is added to the smoothed round trip, as in Linux.
    Linux,
    /// The whole timeout, as with the other recoveries.
    Whole,
}

/// Whether a timeout reduces the slow-start threshold where the window has been reduced for the same data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThresholdAtTimeout {
    /// No: a window of data is answered once.
    OncePerWindow,
    /// Yes, as in ns-2.
    EveryTimeout,
}

/// How a timeout is recognised to have been needless, and then undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpuriousTimeout {
    /// Not at all.
    Off,
    /// By what two acknowledgements answer.
    FRto,
    /// By the timestamp of one.
    Eifel,
}

/// What becomes of the window when nothing was sent for a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdleRestart {
    /// It stays.
    Off,
    /// It falls to the initial window.
    RestartWindow,
    /// It is halved for each timeout that passed.
    Decay,
}

/// Explicit congestion notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ecn {
    /// Segments are dropped, never marked.
    Off,
    /// A mark is echoed until the sender has reduced its window.
    Classic,
    /// Acknowledgements tell how many segments were marked.
    Accurate,
}

const fn seconds(min: f64, max: f64) -> Kind {
    Kind::Number {
        min,
        max,
        log: true,
        null_label: "",
    }
}

const fn bytes(min: f64) -> Kind {
    Kind::Integer {
        min,
        max: 32_000.0,
        log: false,
        null_label: "",
    }
}

const fn with_rack(controller: &'static str) -> Companion {
    Companion {
        value: controller,
        field: "recovery",
        becomes: "rack",
    }
}

/// Controllers of stacks that repair losses by RACK (RFC 8985; Linux tcp_recovery). With NewReno, which
/// repairs one loss per round trip, their overshoots take seconds to repair: one CUBIC flow of 50 Mb/s, 100 ms and 125
/// packets of buffer uses 0.41 of the link, with selective acknowledgements 0.99.
pub static WITH_RACK: [Companion; 4] = [
    with_rack("cubic"),
    with_rack("bbr"),
    with_rack("bbr1"),
    with_rack("dctcp"),
];

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "traffic.tcp",
    label: "TCP",
    help: "Sends as much as its congestion window allows and takes loss as the sign to slow down.",
    source: "RFC 5681",
    params: &[
        Param {
            live: true,
            source: "RFC 5681 Section 3.2; RFC 6582; RFC 6675; RFC 8985 and RFC 9937",
            ..Param::new(
                "recovery",
                "Loss recovery",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "tahoe",
                        "Tahoe",
                        "Fast retransmit, then slow start from one segment.",
                    ),
                    Choice::new(
                        "reno",
                        "Reno",
                        "Fast recovery ends with the first new ACK; several losses in a window mostly end in a timeout.",
                    ),
                    Choice::new(
                        "newreno",
                        "NewReno",
                        "Partial ACKs keep recovery going: one hole repaired per round trip.",
                    ),
                    Choice::new(
                        "sack",
                        "SACK",
                        "The receiver names what arrived: all holes are repaired in one round trip, under a count of what is in flight. What is known to be lost is not in flight (RFC 6675), which gives .01 to .03 more utilisation at small buffers than ns-2's Sack1.",
                    ),
                    Choice::new(
                        "sack_ns2",
                        "SACK as in ns-2",
                        "ns-2's Sack1: duplicates are counted, and segments known to be lost stay in the count of what is in flight. For comparison with results made with it.",
                    ),
                    Choice::new(
                        "rack",
                        "RACK-TLP with PRR",
                        "As today's stacks: losses are told by the time of sending, the window shrinks in proportion, and a probe follows a lost tail.",
                    ),
                ]),
                DefaultValue::Text("newreno"),
                "How the sender tells that segments are lost, and what it does then.",
            )
        },
        Param {
            live: true,
            companions: &WITH_RACK,
            ..Param::new(
                "congestion_control",
                "Congestion control",
                Unit::None,
                Kind::OneOf(&cc::REGISTRY),
                DefaultValue::Text("reno"),
                "How the window grows, and how far it shrinks after a loss. CUBIC, BBR and DCTCP run with RACK in today's stacks: a form that chooses them chooses it too.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "pacing",
                "Pacing",
                Unit::None,
                Kind::OneOf(&pacing::REGISTRY),
                DefaultValue::Text("none"),
                "Whether segments leave as ACKs arrive or spread over the round trip.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd and Jacobson, On Traffic Phase Effects (1992); ns-2.35 overhead_",
            ..Param::new(
                "overhead_s",
                "Sender overhead",
                Unit::Seconds,
                Kind::Number {
                    min: 0.0,
                    max: 1.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(0.0),
                "Packets are on their link a time later that is drawn uniformly between 0 and this; their order stays. Give flows of equal round-trip times about what the bottleneck takes for a packet, or ties and phases decide who loses.",
            )
        },
        Param {
            live: true,
            ..Param::new(
                "workload",
                "Workload",
                Unit::None,
                Kind::OneOf(&apps::REGISTRY),
                DefaultValue::Text("endless"),
                "What each flow has to send. Another kind follows on what has been asked for; an endless stream ends.",
            )
        },
        Param::new(
            "segment_bytes",
            "Segment size",
            Unit::Bytes,
            bytes(1.0),
            DefaultValue::Number(1000.0),
            "Data in a full segment. The papers give packet sizes on the wire: then leave the header at 0.",
        ),
        Param {
            advanced: true,
            source: "ns-2.35 tcpip_base_hdr_size_",
            ..Param::new(
                "header_bytes",
                "Header",
                Unit::Bytes,
                Kind::Integer {
                    min: 0.0,
                    max: 200.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(0.0),
                "Added to each segment on the wire; 40 for TCP/IPv4, 52 with timestamps.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 2018 Section 3; ns-2.35 Sacker::append_ack",
            ..Param::new(
                "ack_bytes",
                "ACK size",
                Unit::Bytes,
                Kind::Integer {
                    min: 1.0,
                    max: 200.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(40.0),
                "Size of an acknowledgement, and of a SYN, on the wire. With SACK and RACK each block that an acknowledgement carries adds 8 bytes.",
            )
        },
        Param {
            source: "RFC 6928 (10); RFC 5681 (2 to 4); ns-2.35 windowInit_ (2)",
            ..Param::new(
                "initial_window_packets",
                "Initial window",
                Unit::Packets,
                Kind::Number {
                    min: 1.0,
                    max: 1000.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(2.0),
                "Segments sent in the first round trip. Today's servers use 10.",
            )
        },
        Param {
            advanced: true,
            ..Param::new(
                "initial_ssthresh_packets",
                "Initial ssthresh",
                Unit::Packets,
                Kind::Number {
                    min: 1.0,
                    max: 1e6,
                    log: true,
                    null_label: "the largest window",
                },
                DefaultValue::Null,
                "Slow start ends here unless a loss comes first.",
            )
        },
        Param {
            live: true,
            source: "ganjali-2007 Section 3.3 (W_max)",
            ..Param::new(
                "max_window_packets",
                "Largest window",
                Unit::Packets,
                Kind::Integer {
                    min: 1.0,
                    max: 1e6,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(1e6),
                "The receive window: never more than this under way.",
            )
        },
        Param {
            source: "RFC 5681 Section 4.2; ns-2.35 DelAckSink",
            ..Param::new(
                "delayed_ack",
                "Delayed ACKs",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "Acknowledge every second segment, or after a timeout. Slows the growth of the window by half.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 5681 Section 4.2 (at most 0.5 s); ns-2.35 interval_",
            ..Param::new(
                "delayed_ack_timeout_s",
                "Delayed-ACK timeout",
                Unit::Seconds,
                seconds(1e-4, 0.5),
                DefaultValue::Number(0.1),
                "An acknowledgement is not held back longer.",
            )
        },
        Param {
            advanced: true,
            source: "Linux tcp_enter_quickack_mode (16); RFC 5681 Section 4.2 leaves it open",
            ..Param::new(
                "quick_ack_packets",
                "Quick ACKs at the start",
                Unit::Packets,
                Kind::Integer {
                    min: 0.0,
                    max: 1e6,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(0.0),
                "So many first segments are acknowledged one by one although ACKs are delayed, so that slow start doubles. Linux: 16.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 3042; ns-2.35 singledup_",
            ..Param::new(
                "limited_transmit",
                "Limited transmit",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "The first two duplicate ACKs each release one new segment, which helps small windows to reach three.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 5681 Section 3.2",
            ..Param::new(
                "duplicate_ack_threshold",
                "Duplicate-ACK threshold",
                Unit::None,
                Kind::Integer {
                    min: 1.0,
                    max: 100.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(3.0),
                "Duplicate ACKs that signal a loss.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 9293 Section 3.5; ns-2.35 syn_",
            ..Param::new(
                "handshake",
                "Handshake",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "A SYN goes first, so that data flows one round trip after the start.",
            )
        },
        Param {
            source: "RFC 6298 rule 2.4 (1 s); Linux and ns-2.35 minrto_ (0.2 s)",
            ..Param::new(
                "min_rto_s",
                "Shortest timeout",
                Unit::Seconds,
                seconds(1e-4, 60.0),
                DefaultValue::Number(0.2),
                "The retransmission timer never runs shorter.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Linux tcp_rto_min; RFC 6298 bounds the whole timeout",
            ..Param::new(
                "min_rto_above_srtt",
                "Shortest timeout above the round trip",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "On, as in Linux: the shortest timeout is what is added to the smoothed round trip. With RACK that is the default whatever this says: see \"Timeout with RACK\".",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 rule 2.5; ns-2.35 maxrto_",
            ..Param::new(
                "max_rto_s",
                "Longest timeout",
                Unit::Seconds,
                seconds(0.1, 3600.0),
                DefaultValue::Number(60.0),
                "Doubling the retransmission timer stops here.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 rule 2.1 (1 s); ns-2.35 rtxcur_init_ (3 s)",
            ..Param::new(
                "initial_rto_s",
                "First timeout",
                Unit::Seconds,
                seconds(1e-3, 60.0),
                DefaultValue::Number(1.0),
                "Before the first round trip has been timed.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 (G); ns-2.35 tcpTick_",
            ..Param::new(
                "clock_granularity_s",
                "Clock granularity",
                Unit::Seconds,
                Kind::Number {
                    min: 0.0,
                    max: 1.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(0.01),
                "Round trips are timed in whole ticks of the sender's clock.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 6582 Section 4; ns-2.35 newreno",
            ..Param::new(
                "newreno_timer",
                "NewReno's timer",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "impatient",
                        "impatient",
                        "Restarted for the first partial ACK only: many losses end in a timeout, and in slow start.",
                    ),
                    Choice::new(
                        "slow_but_steady",
                        "slow but steady",
                        "Restarted for every partial ACK: each loss takes a round trip, however many there are.",
                    ),
                ]),
                DefaultValue::Text("impatient"),
                "When the retransmission timer restarts during NewReno's recovery.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 8985 Section 7",
            ..Param::new(
                "tail_loss_probe",
                "Tail loss probe",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "With RACK: after two round trips of silence a segment is sent to provoke an ACK, before the timeout.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 6675 errata; RFC 2018 Section 8; Linux and ns-3 keep",
            ..Param::new(
                "scoreboard_at_timeout",
                "SACK at a timeout",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "keep",
                        "keeps what it knows",
                        "Only what is missing is sent again.",
                    ),
                    Choice::new(
                        "forget",
                        "forgets",
                        "As RFC 2018 asks, in case the receiver has dropped what it had: everything outstanding is sent again, but for what the receiver names anew.",
                    ),
                ]),
                DefaultValue::Text("keep"),
                "With SACK recovery: what becomes of the knowledge of segments that arrived out of order. RACK keeps it, SACK as in ns-2 forgets it.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Linux tcp_rto_min (linux); RFC 6298 rule 2.4 (whole)",
            ..Param::new(
                "rack_timeout",
                "Timeout with RACK",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "linux",
                        "as in Linux",
                        "The shortest timeout is what is added to the smoothed round trip.",
                    ),
                    Choice::new(
                        "whole",
                        "bounded as a whole",
                        "The shortest timeout bounds the whole timeout, as with the other recoveries.",
                    ),
                ]),
                DefaultValue::Text("linux"),
                "What the shortest timeout means with RACK. With the others, \"Shortest timeout above the round trip\" decides.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 5681 Section 3.1; Linux tcp_enter_loss; ns-2.35 TcpAgent::timeout",
            ..Param::new(
                "threshold_at_timeout",
                "Threshold at a timeout",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "once_per_window",
                        "once per window",
                        "A timeout that follows a mark, a loss or a timeout of the same window of data leaves the slow-start threshold as it is.",
                    ),
                    Choice::new(
                        "every_timeout",
                        "at every timeout",
                        "As in ns-2: each timeout reduces the threshold, also during recovery, when the same data time out again, and when a SYN is lost, after which the initial window is that of any connection.",
                    ),
                ]),
                DefaultValue::Text("once_per_window"),
                "Whether a timeout reduces the slow-start threshold again where the window has been reduced for the same data.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 5682; RFC 3522 and RFC 4015",
            ..Param::new(
                "spurious_timeout",
                "Needless timeouts",
                Unit::None,
                Kind::Choice(&[
                    Choice::new("off", "not noticed", "Every timeout counts as loss."),
                    Choice::new(
                        "f_rto",
                        "F-RTO",
                        "After a timeout two new segments are sent before others are repeated; if ACKs of what was sent before keep coming, the window is restored.",
                    ),
                    Choice::new(
                        "eifel",
                        "Eifel",
                        "An ACK whose timestamp is older than the retransmission restores the window. Needs timestamps.",
                    ),
                ]),
                DefaultValue::Text("off"),
                "How the sender finds out that a timeout came too early, and undoes it.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 5681 Section 4.1; RFC 2861; Linux tcp_slow_start_after_idle",
            ..Param::new(
                "idle_restart",
                "After an idle time",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "off",
                        "keep the window",
                        "The flow goes on with the window it had.",
                    ),
                    Choice::new(
                        "restart_window",
                        "initial window",
                        "The window falls to the initial window at most.",
                    ),
                    Choice::new(
                        "decay",
                        "decay",
                        "The window is halved for each timeout that passed, down to the initial window.",
                    ),
                ]),
                DefaultValue::Text("off"),
                "The window when a flow has sent nothing for longer than a retransmission timeout.",
            )
        },
        Param {
            source: "RFC 7323",
            ..Param::new(
                "timestamps",
                "Timestamps",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "Every ACK of new data times a round trip, also of repeated segments. Off: one segment per window is timed. Their 12 bytes are for the header size to count.",
            )
        },
        Param {
            source: "RFC 3168; RFC 8257 Section 3",
            ..Param::new(
                "ecn",
                "ECN",
                Unit::None,
                Kind::Choice(&[
                    Choice::new("off", "off", "Segments are dropped, never marked."),
                    Choice::new(
                        "classic",
                        "classic",
                        "A mark is echoed until the sender says that it has reduced its window: at most once per round trip.",
                    ),
                    Choice::new(
                        "accurate",
                        "accurate",
                        "ACKs count the marked segments, as DCTCP needs it, whose segments are then L4S traffic.",
                    ),
                ]),
                DefaultValue::Text("off"),
                "Whether routers may mark segments where they would drop them. Queues mark where they have a threshold for it.",
            )
        },
    ],
    class: "tcp",
    ..Section::NEW
};

impl Recovery {
    /// Whether receivers name what arrived out of order.
    #[must_use]
    #[inline]
    pub fn is_selective(self) -> bool {
        matches!(self, Recovery::Sack | Recovery::SackNs2 | Recovery::Rack)
    }

    /// Whether losses are told by the number of duplicate acknowledgements, not by what arrived.
    #[must_use]
    #[inline]
    pub fn counts_duplicates(self) -> bool {
        !matches!(self, Recovery::Sack | Recovery::Rack)
    }
}

impl TcpConfig {
    /// Whether segments ask for a queue for L4S traffic: a scalable controller that hears of every mark.
    #[must_use]
    pub fn is_l4s(&self) -> bool {
        self.ecn == Ecn::Accurate && self.congestion_control.is_scalable()
    }

    /// Whether acknowledgements say more than a number.
    #[must_use]
    #[inline]
    pub fn annotates_acks(&self) -> bool {
        self.recovery.is_selective() || self.timestamps || self.ecn != Ecn::Off
    }

    /// Whether the shortest timeout is counted from the smoothed round trip on.
    #[must_use]
    pub fn rto_is_above_srtt(&self) -> bool {
        let as_in_linux =
            self.recovery == Recovery::Rack && self.rack_timeout == RackTimeout::Linux;
        self.min_rto_above_srtt || as_in_linux
    }

    /// Whether a timeout reduces the threshold whatever it has been reduced for, as in ns-2.
    #[must_use]
    pub fn reduces_at_every_timeout(&self) -> bool {
        self.threshold_at_timeout == ThresholdAtTimeout::EveryTimeout
    }

    /// Whether a timeout makes the sender forget what arrived out of order.
    #[must_use]
    pub fn forgets_at_timeout(&self) -> bool {
        self.recovery == Recovery::Sack && self.scoreboard_at_timeout == ScoreboardAtTimeout::Forget
    }

    /// Size of a full segment on the wire.
    #[must_use]
    pub fn wire_bytes(&self) -> u16 {
        self.segment_bytes + self.header_bytes
    }

    /// The slow-start threshold at the start, packets.
    #[must_use]
    pub fn first_ssthresh(&self) -> f64 {
        let max = f64::from(self.max_window_packets);
        match self.initial_ssthresh_packets {
            Some(ssthresh) if ssthresh < max => ssthresh,
            _ => max,
        }
    }
}
