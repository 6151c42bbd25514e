//! Parameters of a TCP group in a scenario.
//!
//! Defaults are those of the papers' simulations (ns-2.35) where they differ from today's TCP stacks; the help
//! names the alternative.

use super::pacing::{self, Pacing};
use super::profiles::PROFILES;
use crate::apps::{self, Workload};
use crate::cc::{self, CongestionControl};
use crate::spec::parameters::{choices, integer, number, parameters};
use crate::spec::{Companion, Kind};

parameters! {
    /// Sends as much data as its congestion window allows and slows down when packets are lost.
    #[section("traffic.tcp", "TCP", source: "RFC 5681", class: "tcp", profiles: &PROFILES)]
    pub struct TcpConfig {
        /// Hosts whose options the flows have: loss recovery, timers, ACKs, initial window and others. The controller,
        /// the workload and the sizes of packets stay. Options given beside it differ from the profile.
        profile: Profile = Text("own"), "Sender like", None, Profile::KIND,
            [source: "Sources of each option are in the documentation, chapter Models"],

        /// Whether the options of the profile stand in the document, as in saved files and links. A missing option then
        /// has its usual default, so that a file keeps its meaning when a profile changes.
        profile_expanded: bool = false, "Options of the profile are given", [advanced],

        /// Method by which the sender detects lost segments and repeats them.
        recovery: Recovery = Text("newreno"), "Loss recovery", None, Recovery::KIND,
            [live, source: "RFC 5681 Section 3.2; RFC 6582; RFC 6675; RFC 8985 and RFC 9937"],

        /// Algorithm that sets the congestion window or the sending rate. CUBIC, BBR and DCTCP use RACK in today's TCP
        /// stacks, so the form selects RACK together with them.
        congestion_control: CongestionControl = Text("reno"), "Congestion control", None, Kind::OneOf(&cc::REGISTRY),
            [live, companions: &WITH_RACK],

        /// Timing of segments: they leave when ACKs arrive, or are spread over the round trip.
        pacing: Pacing = Text("none"), "Pacing", None, Kind::OneOf(&pacing::REGISTRY), [live],

        /// If on, a segment that leaves later than pacing allowed shortens the gap after it by this time, by half at most.
        /// A flow that its window holds back then sends in small groups.
        pacing_credit: bool = false, "Pacing credit",
            [live, advanced, source: "Linux net/ipv4/tcp_output.c (tcp_update_skb_after_send)"],

        /// Highest rate at which the sender sends new segments, on the wire, whatever its window and pacing. Without
        /// pacing, segments leave at equal gaps of this rate.
        max_pacing_rate_bps: Option<f64> = None, "Highest sending rate", BitsPerSecond,
            number(1e3..=1e13).log().or_null("no limit"), [live, advanced, source: "Linux SO_MAX_PACING_RATE"],

        /// Largest number of segments that the host hands to its network card at a time. New segments leave in trains,
        /// back to back: what the rate sends in 1 ms, at least two, and at most a third of the window. A sender waits for room
        /// for a whole train only within 1 ms of the last segment.
        train_packets: u32 = 1, "Segments per train", Packets, integer(1..=100),
            [live, advanced, source: "Linux tcp_tso_autosize, tcp_tso_should_defer; 64 kB are 44 segments"],

        /// Random delay of each packet before its access link, drawn uniformly from 0 to this value. The order of
        /// packets stays the same. If flows have equal round-trip times, use about the transmission time of a packet at
        /// the bottleneck. Otherwise phase effects decide which flow loses packets.
        overhead_s: f64 = 0.0, "Sender overhead", Seconds, number(0.0..=1.0).log(),
            [live, advanced, source: "Floyd and Jacobson, On Traffic Phase Effects (1992); ns-2.35 overhead_"],

        /// Data that each flow has to send. If the kind changes during a run, the flow first finishes data already
        /// requested; an endless stream ends at once.
        workload: Workload = Text("endless"), "Workload", None, Kind::OneOf(&apps::REGISTRY), [live],

        /// Data in a full segment. Papers usually give packet sizes on the wire: enter such a size here and leave the
        /// header size at 0.
        segment_bytes: u16 = 1000, "Segment size", Bytes, integer(1..=32_000), [],

        /// Bytes added to the data of each segment on the wire: 40 for TCP over IPv4, 52 with timestamps.
        header_bytes: u16 = 0, "Header size", Bytes, integer(0..=200),
            [advanced, source: "ns-2.35 tcpip_base_hdr_size_"],

        /// Size of an ACK or a SYN on the wire. With SACK and RACK, each SACK block in an ACK adds 8 bytes.
        ack_bytes: u16 = 40, "ACK size", Bytes, integer(1..=200),
            [advanced, source: "RFC 2018 Section 3; ns-2.35 Sacker::append_ack"],

        /// Congestion window at the start of a flow: the number of segments sent in the first round trip. Today's
        /// servers use 10.
        initial_window_packets: f64 = 2.0, "Initial window", Packets, number(1.0..=1000.0).log(),
            [source: "RFC 6928 (10); RFC 5681 (2 to 4); ns-2.35 windowInit_ (2)"],

        /// Slow start threshold at the start of a flow: slow start ends at this window, or earlier at a loss.
        initial_ssthresh_packets: Option<f64> = None, "Initial ssthresh", Packets,
            number(1.0..=1e6).log().or_null("largest window"), [advanced],

        /// Receive window: the largest amount of data that a flow may have in flight.
        max_window_packets: u32 = 1_000_000, "Largest window", Packets, integer(1..=1_000_000).log(),
            [live, source: "ganjali-2007 Section 3.3 (W_max)"],

        /// The receiver acknowledges every second segment, or a single segment after a timeout. The window then grows
        /// half as fast.
        delayed_ack: bool = false, "Delayed ACKs", [source: "RFC 5681 Section 4.2; ns-2.35 DelAckSink"],

        /// With delayed ACKs: number of segments in order per ACK. More than 2 are ACKs of a receiver that takes
        /// segments in trains, or of QUIC with a low ACK frequency.
        ack_every_packets: u32 = 2, "Segments per ACK", Packets, integer(2..=100),
            [advanced, source: "RFC 5681 Section 4.2 (2); RFC 9000 Section 13.2.2; draft-ietf-quic-ack-frequency"],

        /// Longest time for which the receiver holds back an ACK.
        delayed_ack_timeout_s: f64 = 0.1, "Delayed-ACK timeout", Seconds, number(1e-4..=0.5).log(),
            [advanced, source: "RFC 5681 Section 4.2 (at most 0.5 s); ns-2.35 interval_"],

        /// Number of initial segments that are acknowledged immediately although ACKs are delayed, so that slow start
        /// doubles the window. Linux uses 16.
        quick_ack_packets: u32 = 0, "Quick ACKs at the start", Packets, integer(0..=1_000_000),
            [advanced, source: "Linux tcp_enter_quickack_mode (16); RFC 5681 Section 4.2 leaves it open"],

        /// Each of the first two duplicate ACKs lets the sender send one new segment. This helps flows with small
        /// windows to reach three duplicate ACKs.
        limited_transmit: bool = true, "Limited transmit", [advanced, source: "RFC 3042; ns-2.35 singledup_"],

        /// Number of duplicate ACKs after which the sender considers a segment lost.
        duplicate_ack_threshold: u32 = 3, "Duplicate-ACK threshold", None, integer(1..=100),
            [advanced, source: "RFC 5681 Section 3.2"],

        /// The flow opens its connection with a SYN, so data follows one round trip after the start.
        handshake: bool = true, "Handshake", [advanced, source: "RFC 9293 Section 3.5; ns-2.35 syn_"],

        /// Lower bound of the retransmission timeout.
        min_rto_s: f64 = 0.2, "Minimum RTO", Seconds, number(1e-4..=60.0).log(),
            [source: "RFC 6298 rule 2.4 (1 s); Linux and ns-2.35 minrto_ (0.2 s)"],

        /// If on, as in Linux, at least the minimum RTO is added to the smoothed round-trip time. If off, the minimum
        /// bounds the whole timeout. RACK has a setting of its own: see "Minimum RTO with RACK".
        min_rto_above_srtt: bool = false, "Minimum RTO above smoothed RTT",
            [live, advanced, source: "Linux tcp_rto_min; RFC 6298 bounds the whole timeout"],

        /// Upper bound of the retransmission timeout, which doubles at each further timeout.
        max_rto_s: f64 = 60.0, "Maximum RTO", Seconds, number(0.1..=3600.0).log(),
            [advanced, source: "RFC 6298 rule 2.5; ns-2.35 maxrto_"],

        /// Retransmission timeout before the first measurement of a round-trip time.
        initial_rto_s: f64 = 1.0, "Initial RTO", Seconds, number(1e-3..=60.0).log(),
            [advanced, source: "RFC 6298 rule 2.1 (1 s); ns-2.35 rtxcur_init_ (3 s)"],

        /// Length of a tick of the sender's clock. Round-trip times are measured in whole ticks.
        clock_granularity_s: f64 = 0.01, "Clock granularity", Seconds, number(0.0..=1.0).log(),
            [advanced, source: "RFC 6298 (G); ns-2.35 tcpTick_"],

        /// Rule for restarting the retransmission timer during NewReno's fast recovery.
        newreno_timer: NewrenoTimer = Text("impatient"), "NewReno timer", None, NewrenoTimer::KIND,
            [live, advanced, source: "RFC 6582 Section 3.2; RFC 3782 Section 4; ns-2.35 newreno"],

        /// With RACK: if no ACK arrives for two round trips, the sender sends one segment to get an ACK before the
        /// timeout.
        tail_loss_probe: bool = true, "Tail loss probe", [live, advanced, source: "RFC 8985 Section 7"],

        /// With SACK recovery: use of the reports of segments that arrived out of order, after a timeout. RACK keeps
        /// them; SACK as in ns-2 discards them.
        scoreboard_at_timeout: ScoreboardAtTimeout = Text("keep"), "SACK data at a timeout", None,
            ScoreboardAtTimeout::KIND,
            [live, advanced, source: "RFC 6675 errata; RFC 2018 Section 8; Linux and ns-3 keep"],

        /// Meaning of the minimum RTO with RACK. With the other recoveries, "Minimum RTO above smoothed RTT" decides.
        rack_timeout: RackTimeout = Text("linux"), "Minimum RTO with RACK", None, RackTimeout::KIND,
            [live, advanced, source: "Linux tcp_rto_min (linux); RFC 6298 rule 2.4 (whole)"],

        /// Whether a timeout reduces the slow start threshold again if the window was already reduced for the same
        /// data.
        threshold_at_timeout: ThresholdAtTimeout = Text("once_per_window"), "ssthresh at a timeout", None,
            ThresholdAtTimeout::KIND,
            [live, advanced, source: "RFC 5681 Section 3.1; Linux tcp_enter_loss; ns-2.35 TcpAgent::timeout"],

        /// Method to detect timeouts without a loss, and to undo their effect on the window.
        spurious_timeout: SpuriousTimeout = Text("off"), "Spurious timeouts", None, SpuriousTimeout::KIND,
            [live, advanced, source: "RFC 5682; RFC 3522 and RFC 4015"],

        /// Method to detect fast recoveries without a loss, as after reordering, and to undo their effect on the window.
        /// With SACK or RACK, and controllers other than BBR.
        spurious_recovery: SpuriousRecovery = Text("off"), "Spurious recoveries", None, SpuriousRecovery::KIND,
            [live, advanced, source: "RFC 3522; RFC 3708; RFC 4015"],

        /// Congestion window of a flow that has sent nothing for longer than a retransmission timeout.
        idle_restart: IdleRestart = Text("off"), "Window after idle time", None, IdleRestart::KIND,
            [live, advanced, source: "RFC 5681 Section 4.1; RFC 2861; Linux tcp_slow_start_after_idle"],

        /// With timestamps, every ACK of new data measures a round-trip time, even for repeated segments. Without them,
        /// one segment per window is measured. Include their 12 bytes in the header size.
        timestamps: bool = false, "Timestamps", [source: "RFC 7323"],

        /// Whether queues may mark segments of this group instead of dropping them. Only queues with a setting for
        /// marks do so.
        ecn: Ecn = Text("off"), "ECN", None, Ecn::KIND, [source: "RFC 3168; RFC 8257 Section 3"],
    }
}

choices! {
    /// Hosts whose options a group has.
    pub enum Profile {
        /// Linux 6 with the settings of its kernel, between hosts with segmentation offload.
        Linux6 = "linux-6", "Linux 6",
        /// Windows Server 2019 and later, as far as its settings are published: CUBIC by RFC 9438 with HyStart++, RACK and
        /// tail loss probes.
        Windows = "windows", "Windows-like CUBIC (RFC 9438)",
        /// FreeBSD 14 with its default TCP stack.
        Freebsd14 = "freebsd-14", "FreeBSD 14",
        /// The standards themselves: RFC 5681, RFC 6298, RFC 6675 and RFC 9293, without experiments.
        Rfc = "rfc", "RFC basics",
        /// Agent/TCP/Newreno of ns-2.35 with its default settings, as in most papers on the sizes of buffers.
        Ns2 = "ns-2", "ns-2",
        /// Each option has its own default, or the value that is given.
        Own = "own", "own",
    }
}

choices! {
    /// Method of loss recovery.
    pub enum Recovery {
        /// Fast retransmit, then slow start from one segment.
        Tahoe = "tahoe", "Tahoe",
        /// Fast recovery ends with the first new ACK. Several losses in one window usually end in a timeout.
        Reno = "reno", "Reno",
        /// Partial ACKs continue fast recovery: one lost segment is repaired per round trip.
        Newreno = "newreno", "NewReno",
        /// The receiver reports which segments arrived, so all losses are repaired in one round trip. Segments known to
        /// be lost do not count as in flight (RFC 6675). With small buffers, utilization is 0.01 to 0.03 higher than
        /// with Sack1 of ns-2.
        Sack = "sack", "SACK",
        /// The algorithm Sack1 of ns-2. It counts duplicate ACKs, and segments known to be lost still count as in
        /// flight. Use it to compare with results of ns-2.
        SackNs2 = "sack_ns2", "SACK as in ns-2",
        /// The recovery of today's TCP stacks. It detects losses by send time, reduces the window gradually, and sends
        /// a probe if the last segments get no ACK. If what was sent again is lost, the window is reduced once more
        /// after a timeout, and not within a recovery, as in Linux. If data has left room in the window, a reduction
        /// begins at the data in flight; the other recoveries reduce the whole window.
        Rack = "rack", "RACK-TLP with PRR",
    }
}

choices! {
    /// Rule for the restart of NewReno's retransmission timer during recovery.
    pub enum NewrenoTimer {
        /// Only the first partial ACK restarts the timer. Many losses in one window then end in a timeout and slow
        /// start.
        Impatient = "impatient", "impatient",
        /// Every partial ACK restarts the timer. Each loss then takes one round trip to repair, even if there are many.
        SlowButSteady = "slow_but_steady", "slow but steady",
    }
}

choices! {
    /// Use of SACK information after a timeout.
    pub enum ScoreboardAtTimeout {
        /// Only missing segments are sent again.
        Keep = "keep", "keep",
        /// All outstanding data is sent again, except for segments that the receiver reports again. RFC 2018 asks for
        /// this because a receiver may discard data that it has reported.
        Forget = "forget", "discard",
    }
}

choices! {
    /// Meaning of the minimum retransmission timeout with RACK.
    pub enum RackTimeout {
        /// At least the minimum RTO is added to the smoothed round-trip time.
        Linux = "linux", "as in Linux",
        /// The minimum RTO bounds the whole timeout, as with the other recoveries.
        Whole = "whole", "whole timeout",
    }
}

choices! {
    /// Whether a timeout reduces the slow start threshold if the window has already been reduced for the same data.
    pub enum ThresholdAtTimeout {
        /// A timeout does not change the slow start threshold if a mark, a loss or a timeout of the same window of data
        /// has already reduced it.
        OncePerWindow = "once_per_window", "once per window",
        /// Each timeout reduces the threshold, as in ns-2: also during recovery, for data that times out again, and for
        /// a lost SYN. After a lost SYN, the flow starts with the usual initial window.
        EveryTimeout = "every_timeout", "at every timeout",
    }
}

choices! {
    /// Detection and undoing of spurious timeouts.
    pub enum SpuriousTimeout {
        /// Every timeout counts as a loss.
        Off = "off", "not detected",
        /// After a timeout, the sender sends two new segments before it repeats others. If ACKs for the earlier
        /// segments still arrive, it restores the window.
        FRto = "f_rto", "F-RTO",
        /// An ACK whose timestamp is older than the retransmission restores the window. It needs timestamps.
        Eifel = "eifel", "Eifel",
    }
}

choices! {
    /// Detection and undoing of fast recoveries without a loss.
    pub enum SpuriousRecovery {
        /// Every fast recovery counts as a loss.
        Off = "off", "not detected",
        /// An ACK of new data whose timestamp is older than the first retransmission restores the window. It needs
        /// timestamps.
        Eifel = "eifel", "Eifel",
        /// When the receiver has reported all repeated segments as duplicates, the window is restored.
        Dsack = "dsack", "D-SACK",
    }
}

choices! {
    /// Change of the window after an idle time longer than the retransmission timeout.
    pub enum IdleRestart {
        /// The flow continues with the same window.
        Off = "off", "keep",
        /// A window larger than the initial window falls to it.
        RestartWindow = "restart_window", "initial window",
        /// The window is halved for each retransmission timeout that passed, but not below the initial window.
        Decay = "decay", "decay",
    }
}

choices! {
    /// Mode of Explicit Congestion Notification.
    pub enum Ecn {
        /// Segments are dropped, never marked.
        Off = "off", "off",
        /// The receiver echoes a mark until the sender reports a smaller window. The window shrinks at most once per
        /// round trip.
        Classic = "classic", "classic",
        /// ACKs report the number of marked segments, which DCTCP needs. Segments of DCTCP then count as L4S traffic.
        Accurate = "accurate", "accurate",
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

    /// Returns the highest rate of segments per second, if there is one.
    #[must_use]
    pub fn max_segment_rate(&self) -> Option<f64> {
        self.max_pacing_rate_bps
            .map(|rate_bps| self.segment_rate(rate_bps))
    }

    /// Returns the number of full segments per second at a rate in bits per second, headers included.
    #[must_use]
    pub fn segment_rate(&self, rate_bps: f64) -> f64 {
        rate_bps / (8.0 * f64::from(self.wire_bytes()))
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
