//! Parameters of a TCP group in a scenario.
//!
//! Defaults are those of the papers' simulations (ns-2.35) where they differ from today's TCP stacks; the help
//! names the alternative.

use serde::{Deserialize, Serialize};

use super::pacing::{self, Pacing};
use crate::apps::{self, Workload};
use crate::cc::{self, CongestionControl};
use crate::spec::{Choice, Companion, DefaultValue, Kind, Param, Section, Unit};

/// Parameters of the flows of a TCP group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TcpConfig {
    /// Method of loss recovery.
    pub recovery: Recovery,
    /// Algorithm of congestion control.
    pub congestion_control: CongestionControl,
    /// Pacing of the sent segments.
    pub pacing: Pacing,
    /// Upper limit of the random sender overhead per packet, seconds, 0 to 1; see [`overhead`](super::overhead).
    pub overhead_s: f64,
    /// Workload: data to send.
    pub workload: Workload,
    /// Data in a full segment, bytes.
    pub segment_bytes: u16,
    /// Header size of a segment, bytes.
    pub header_bytes: u16,
    /// Size of an acknowledgment without SACK blocks, and of a SYN, on the wire, bytes.
    pub ack_bytes: u16,
    /// Congestion window at the start, packets.
    pub initial_window_packets: f64,
    /// Initial slow start threshold, packets; `None` is the largest window.
    pub initial_ssthresh_packets: Option<f64>,
    /// Largest window (the receive window), packets.
    pub max_window_packets: u32,
    /// Whether the receiver acknowledges every second segment only.
    pub delayed_ack: bool,
    /// Longest time that a delayed acknowledgment waits, seconds.
    pub delayed_ack_timeout_s: f64,
    /// Number of initial segments acknowledged without delay.
    pub quick_ack_packets: u32,
    /// Whether the first two duplicate ACKs each release a new segment.
    pub limited_transmit: bool,
    /// Duplicate ACKs that signal a loss.
    pub duplicate_ack_threshold: u32,
    /// Whether a connection begins with a SYN.
    pub handshake: bool,
    /// Shortest retransmission timeout, seconds.
    pub min_rto_s: f64,
    /// Whether the minimum RTO is added to the smoothed round-trip time.
    pub min_rto_above_srtt: bool,
    /// Longest retransmission timeout, seconds.
    pub max_rto_s: f64,
    /// Timeout before the first RTT sample, seconds.
    pub initial_rto_s: f64,
    /// Granularity of the sender's clock, seconds.
    pub clock_granularity_s: f64,
    /// Rule for the restart of NewReno's timer during recovery.
    pub newreno_timer: NewrenoTimer,
    /// Whether RACK sends tail loss probes.
    pub tail_loss_probe: bool,
    /// Whether SACK information is kept at a timeout.
    pub scoreboard_at_timeout: ScoreboardAtTimeout,
    /// Meaning of the minimum RTO with RACK.
    pub rack_timeout: RackTimeout,
    /// Whether a timeout reduces the threshold again for the same congestion.
    pub threshold_at_timeout: ThresholdAtTimeout,
    /// Detection of spurious timeouts.
    pub spurious_timeout: SpuriousTimeout,
    /// Change of the window after an idle time.
    pub idle_restart: IdleRestart,
    /// Whether segments carry timestamps that acknowledgments echo.
    pub timestamps: bool,
    /// Use of Explicit Congestion Notification.
    pub ecn: Ecn,
}

/// Method of loss recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recovery {
    /// Fast retransmit, then slow start.
    Tahoe,
    /// Fast recovery that ends with the first new acknowledgment.
    Reno,
    /// Fast recovery that repairs one loss per round trip.
    Newreno,
    /// Selective acknowledgments with an estimate of data in flight (RFC 6675).
    Sack,
    /// Selective acknowledgments as in Sack1 of ns-2.
    SackNs2,
    /// RACK-TLP: loss detection by time, proportional rate reduction, tail loss probes.
    Rack,
}

/// Rule for the restart of NewReno's retransmission timer during recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NewrenoTimer {
    /// Restart at the first partial acknowledgment only.
    Impatient,
    /// Restart at every partial acknowledgment.
    SlowButSteady,
}

/// Use of SACK information after a timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScoreboardAtTimeout {
    /// Keep: only missing segments are sent again.
    Keep,
    /// Discard: everything is sent again, except segments that are reported again.
    Forget,
}

/// Meaning of the minimum retransmission timeout with RACK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RackTimeout {
    /// A minimum for the term added to the smoothed round-trip time, as in Linux.
    Linux,
    /// A minimum for the whole timeout, as with the other recoveries.
    Whole,
}

/// Whether a timeout reduces the slow start threshold if the window has already been reduced for the same data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThresholdAtTimeout {
    /// One reduction per window of data.
    OncePerWindow,
    /// A reduction at every timeout, as in ns-2.
    EveryTimeout,
}

/// Detection and undoing of spurious timeouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpuriousTimeout {
    /// No detection of spurious timeouts.
    Off,
    /// F-RTO: detection by the next two acknowledgments.
    FRto,
    /// Eifel: detection by the timestamp of the first acknowledgment.
    Eifel,
}

/// Change of the window after an idle time longer than the retransmission timeout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IdleRestart {
    /// The window stays the same.
    Off,
    /// The window falls to the initial window.
    RestartWindow,
    /// The window is halved for each timeout that passed.
    Decay,
}

/// Mode of Explicit Congestion Notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ecn {
    /// Segments are dropped, never marked.
    Off,
    /// A mark is echoed until the sender has reduced its window.
    Classic,
    /// Acknowledgments report the number of marked segments.
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

/// Controllers that use RACK in today's stacks (RFC 8985; Linux tcp_recovery). NewReno repairs one loss per round
/// trip and needs seconds to repair their overshoot: one CUBIC flow at 50 Mb/s, 100 ms and 125 packets of buffer
/// reaches a utilization of 0.41, against 0.99 with selective acknowledgments.
pub static WITH_RACK: [Companion; 4] = [
    with_rack("cubic"),
    with_rack("bbr"),
    with_rack("bbr1"),
    with_rack("dctcp"),
];

/// Declaration of the parameters, for forms, help and validation.
pub static SECTION: Section = Section {
    id: "traffic.tcp",
    label: "TCP",
    help: "Sends as much data as its congestion window allows and slows down when packets are lost.",
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
                        "Fast recovery ends with the first new ACK. Several losses in one window usually end in a timeout.",
                    ),
                    Choice::new(
                        "newreno",
                        "NewReno",
                        "Partial ACKs continue fast recovery: one lost segment is repaired per round trip.",
                    ),
                    Choice::new(
                        "sack",
                        "SACK",
                        "The receiver reports which segments arrived, so all losses are repaired in one round trip. Segments known to be lost do not count as in flight (RFC 6675). With small buffers, utilization is 0.01 to 0.03 higher than with Sack1 of ns-2.",
                    ),
                    Choice::new(
                        "sack_ns2",
                        "SACK as in ns-2",
                        "The algorithm Sack1 of ns-2. It counts duplicate ACKs, and segments known to be lost still count as in flight. Use it to compare with results of ns-2.",
                    ),
                    Choice::new(
                        "rack",
                        "RACK-TLP with PRR",
                        "The recovery of today's TCP stacks. It detects losses by send time, reduces the window gradually, and sends a probe if the last segments get no ACK.",
                    ),
                ]),
                DefaultValue::Text("newreno"),
                "Method by which the sender detects lost segments and repeats them.",
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
                "Algorithm that sets the congestion window or the sending rate. CUBIC, BBR and DCTCP use RACK in today's TCP stacks, so the form selects RACK together with them.",
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
                "Timing of segments: they leave when ACKs arrive, or are spread over the round trip.",
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
                "Random delay of each packet before its access link, drawn uniformly from 0 to this value. The order of packets stays the same. If flows have equal round-trip times, use about the transmission time of a packet at the bottleneck. Otherwise phase effects decide which flow loses packets.",
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
                "Data that each flow has to send. If the kind changes during a run, the flow first finishes data already requested; an endless stream ends at once.",
            )
        },
        Param::new(
            "segment_bytes",
            "Segment size",
            Unit::Bytes,
            bytes(1.0),
            DefaultValue::Number(1000.0),
            "Data in a full segment. Papers usually give packet sizes on the wire: enter such a size here and leave the header size at 0.",
        ),
        Param {
            advanced: true,
            source: "ns-2.35 tcpip_base_hdr_size_",
            ..Param::new(
                "header_bytes",
                "Header size",
                Unit::Bytes,
                Kind::Integer {
                    min: 0.0,
                    max: 200.0,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(0.0),
                "Bytes added to the data of each segment on the wire: 40 for TCP over IPv4, 52 with timestamps.",
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
                "Size of an ACK or a SYN on the wire. With SACK and RACK, each SACK block in an ACK adds 8 bytes.",
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
                "Congestion window at the start of a flow: the number of segments sent in the first round trip. Today's servers use 10.",
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
                    null_label: "largest window",
                },
                DefaultValue::Null,
                "Slow start threshold at the start of a flow: slow start ends at this window, or earlier at a loss.",
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
                "Receive window: the largest amount of data that a flow may have in flight.",
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
                "The receiver acknowledges every second segment, or a single segment after a timeout. The window then grows half as fast.",
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
                "Longest time for which the receiver holds back an ACK.",
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
                "Number of initial segments that are acknowledged immediately although ACKs are delayed, so that slow start doubles the window. Linux uses 16.",
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
                "Each of the first two duplicate ACKs lets the sender send one new segment. This helps flows with small windows to reach three duplicate ACKs.",
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
                "Number of duplicate ACKs after which the sender considers a segment lost.",
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
                "The flow opens its connection with a SYN, so data follows one round trip after the start.",
            )
        },
        Param {
            source: "RFC 6298 rule 2.4 (1 s); Linux and ns-2.35 minrto_ (0.2 s)",
            ..Param::new(
                "min_rto_s",
                "Minimum RTO",
                Unit::Seconds,
                seconds(1e-4, 60.0),
                DefaultValue::Number(0.2),
                "Lower bound of the retransmission timeout.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Linux tcp_rto_min; RFC 6298 bounds the whole timeout",
            ..Param::new(
                "min_rto_above_srtt",
                "Minimum RTO above smoothed RTT",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "If on, as in Linux, at least the minimum RTO is added to the smoothed round-trip time. If off, the minimum bounds the whole timeout. RACK has a setting of its own: see \"Minimum RTO with RACK\".",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 rule 2.5; ns-2.35 maxrto_",
            ..Param::new(
                "max_rto_s",
                "Maximum RTO",
                Unit::Seconds,
                seconds(0.1, 3600.0),
                DefaultValue::Number(60.0),
                "Upper bound of the retransmission timeout, which doubles at each further timeout.",
            )
        },
        Param {
            advanced: true,
            source: "RFC 6298 rule 2.1 (1 s); ns-2.35 rtxcur_init_ (3 s)",
            ..Param::new(
                "initial_rto_s",
                "Initial RTO",
                Unit::Seconds,
                seconds(1e-3, 60.0),
                DefaultValue::Number(1.0),
                "Retransmission timeout before the first measurement of a round-trip time.",
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
                "Length of a tick of the sender's clock. Round-trip times are measured in whole ticks.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 6582 Section 4; ns-2.35 newreno",
            ..Param::new(
                "newreno_timer",
                "NewReno timer",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "impatient",
                        "impatient",
                        "Only the first partial ACK restarts the timer. Many losses in one window then end in a timeout and slow start.",
                    ),
                    Choice::new(
                        "slow_but_steady",
                        "slow but steady",
                        "Every partial ACK restarts the timer. Each loss then takes one round trip to repair, even if there are many.",
                    ),
                ]),
                DefaultValue::Text("impatient"),
                "Rule for restarting the retransmission timer during NewReno's fast recovery.",
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
                "With RACK: if no ACK arrives for two round trips, the sender sends one segment to get an ACK before the timeout.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 6675 errata; RFC 2018 Section 8; Linux and ns-3 keep",
            ..Param::new(
                "scoreboard_at_timeout",
                "SACK data at a timeout",
                Unit::None,
                Kind::Choice(&[
                    Choice::new("keep", "keep", "Only missing segments are sent again."),
                    Choice::new(
                        "forget",
                        "discard",
                        "All outstanding data is sent again, except for segments that the receiver reports again. RFC 2018 asks for this because a receiver may discard data that it has reported.",
                    ),
                ]),
                DefaultValue::Text("keep"),
                "With SACK recovery: use of the reports of segments that arrived out of order, after a timeout. RACK keeps them; SACK as in ns-2 discards them.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Linux tcp_rto_min (linux); RFC 6298 rule 2.4 (whole)",
            ..Param::new(
                "rack_timeout",
                "Minimum RTO with RACK",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "linux",
                        "as in Linux",
                        "At least the minimum RTO is added to the smoothed round-trip time.",
                    ),
                    Choice::new(
                        "whole",
                        "whole timeout",
                        "The minimum RTO bounds the whole timeout, as with the other recoveries.",
                    ),
                ]),
                DefaultValue::Text("linux"),
                "Meaning of the minimum RTO with RACK. With the other recoveries, \"Minimum RTO above smoothed RTT\" decides.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 5681 Section 3.1; Linux tcp_enter_loss; ns-2.35 TcpAgent::timeout",
            ..Param::new(
                "threshold_at_timeout",
                "ssthresh at a timeout",
                Unit::None,
                Kind::Choice(&[
                    Choice::new(
                        "once_per_window",
                        "once per window",
                        "A timeout does not change the slow start threshold if a mark, a loss or a timeout of the same window of data has already reduced it.",
                    ),
                    Choice::new(
                        "every_timeout",
                        "at every timeout",
                        "Each timeout reduces the threshold, as in ns-2: also during recovery, for data that times out again, and for a lost SYN. After a lost SYN, the flow starts with the usual initial window.",
                    ),
                ]),
                DefaultValue::Text("once_per_window"),
                "Whether a timeout reduces the slow start threshold again if the window was already reduced for the same data.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 5682; RFC 3522 and RFC 4015",
            ..Param::new(
                "spurious_timeout",
                "Spurious timeouts",
                Unit::None,
                Kind::Choice(&[
                    Choice::new("off", "not detected", "Every timeout counts as a loss."),
                    Choice::new(
                        "f_rto",
                        "F-RTO",
                        "After a timeout, the sender sends two new segments before it repeats others. If ACKs for the earlier segments still arrive, it restores the window.",
                    ),
                    Choice::new(
                        "eifel",
                        "Eifel",
                        "An ACK whose timestamp is older than the retransmission restores the window. It needs timestamps.",
                    ),
                ]),
                DefaultValue::Text("off"),
                "Method to detect timeouts without a loss, and to undo their effect on the window.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "RFC 5681 Section 4.1; RFC 2861; Linux tcp_slow_start_after_idle",
            ..Param::new(
                "idle_restart",
                "Window after idle time",
                Unit::None,
                Kind::Choice(&[
                    Choice::new("off", "keep", "The flow continues with the same window."),
                    Choice::new(
                        "restart_window",
                        "initial window",
                        "A window larger than the initial window falls to it.",
                    ),
                    Choice::new(
                        "decay",
                        "decay",
                        "The window is halved for each retransmission timeout that passed, but not below the initial window.",
                    ),
                ]),
                DefaultValue::Text("off"),
                "Congestion window of a flow that has sent nothing for longer than a retransmission timeout.",
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
                "With timestamps, every ACK of new data measures a round-trip time, even for repeated segments. Without them, one segment per window is measured. Include their 12 bytes in the header size.",
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
                        "The receiver echoes a mark until the sender reports a smaller window. The window shrinks at most once per round trip.",
                    ),
                    Choice::new(
                        "accurate",
                        "accurate",
                        "ACKs report the number of marked segments, which DCTCP needs. Segments of DCTCP then count as L4S traffic.",
                    ),
                ]),
                DefaultValue::Text("off"),
                "Whether queues may mark segments of this group instead of dropping them. Only queues with a setting for marks do so.",
            )
        },
    ],
    class: "tcp",
    ..Section::NEW
};

impl Recovery {
    /// Returns whether receivers report segments that arrived out of order.
    #[must_use]
    #[inline]
    pub fn is_selective(self) -> bool {
        matches!(self, Recovery::Sack | Recovery::SackNs2 | Recovery::Rack)
    }

    /// Returns whether losses are detected by counting duplicate acknowledgments.
    #[must_use]
    #[inline]
    pub fn counts_duplicates(self) -> bool {
        !matches!(self, Recovery::Sack | Recovery::Rack)
    }
}

impl TcpConfig {
    /// Returns whether segments identify as L4S traffic: accurate ECN with a scalable controller.
    #[must_use]
    pub fn is_l4s(&self) -> bool {
        self.ecn == Ecn::Accurate && self.congestion_control.is_scalable()
    }

    /// Returns whether acknowledgments carry more than a number.
    #[must_use]
    #[inline]
    pub fn annotates_acks(&self) -> bool {
        self.recovery.is_selective() || self.timestamps || self.ecn != Ecn::Off
    }

    /// Whether the minimum RTO is added to the smoothed round-trip time.
    #[must_use]
    pub fn rto_is_above_srtt(&self) -> bool {
        let as_in_linux =
            self.recovery == Recovery::Rack && self.rack_timeout == RackTimeout::Linux;
        self.min_rto_above_srtt || as_in_linux
    }

    /// Returns whether every timeout reduces the threshold, as in ns-2.
    #[must_use]
    pub fn reduces_at_every_timeout(&self) -> bool {
        self.threshold_at_timeout == ThresholdAtTimeout::EveryTimeout
    }

    /// Returns whether a timeout discards SACK information.
    #[must_use]
    pub fn forgets_at_timeout(&self) -> bool {
        self.recovery == Recovery::Sack && self.scoreboard_at_timeout == ScoreboardAtTimeout::Forget
    }

    /// Returns the size of a full segment on the wire, bytes.
    #[must_use]
    pub fn wire_bytes(&self) -> u16 {
        self.segment_bytes + self.header_bytes
    }

    /// Returns the initial slow start threshold, packets.
    #[must_use]
    pub fn first_ssthresh(&self) -> f64 {
        let max = f64::from(self.max_window_packets);
        match self.initial_ssthresh_packets {
            Some(ssthresh) if ssthresh < max => ssthresh,
            _ => max,
        }
    }
}
