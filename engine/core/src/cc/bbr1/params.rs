//! Parameters of BBR version 1: the constants of the draft, which can be changed to show their effect.

use crate::cc::whole::Arithmetic;
use crate::spec::parameters::{integer, number, parameters};

parameters! {
    /// Sends at the largest delivery rate of the last ten round trips and does not react to loss. It fills small
    /// buffers, loses many packets in them, and takes more than its share from Reno and CUBIC. The module bbr of Linux
    /// is this version. Use it with RACK, as Linux does: with many losses, other recoveries wait for timeouts.
    #[section("congestion_control.bbr1", "BBR version 1", source: "draft-cardwell-iccrg-bbr-congestion-control-00")]
    // Gains are ratios of rates or volumes.
    pub struct Params {
        /// Pacing rate divided by the estimated bandwidth, and window divided by the BDP, in Startup. 2/ln 2 doubles
        /// the rate in each round trip. Drain uses its inverse.
        startup_gain: f64 = 2.885, "Startup gain", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.2.1 (2/ln 2)"],

        /// Pacing rate divided by the estimated bandwidth in the first of the eight phases of a ProbeBW cycle.
        up_gain: f64 = 1.25, "Gain of the probing phase", None, number(0.1..=10.0).log(),
            [source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.1"],

        /// Pacing rate divided by the estimated bandwidth in the second phase of a ProbeBW cycle, to drain the queue of
        /// the probe.
        down_gain: f64 = 0.75, "Gain of the draining phase", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.1"],

        /// Congestion window divided by the estimated BDP in ProbeBW. Together with flows that fill the buffer, it
        /// decides the share of the link.
        cwnd_gain: f64 = 2.0, "Window gain", None, number(0.1..=10.0).log(),
            [source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.4.3"],

        /// Number of round trips for which a delivery rate counts for the maximum. It must be longer than a ProbeBW
        /// cycle of eight.
        bandwidth_rounds: u32 = 10, "Window of the bandwidth filter", None, integer(1..=10_000).log(),
            [advanced, source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.1.1.2 (BtlBwFilterLen)"],

        /// Time for which a measured round-trip time counts for the minimum. Then ProbeRTT measures it again, with four
        /// packets in flight.
        round_trip_window_s: f64 = 10.0, "Window of the minimum RTT", Seconds, number(0.0..=600.0),
            [source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.5 (RTpropFilterLen, ProbeRTTInterval)"],

        /// Shortest time in ProbeRTT. It also lasts for at least one round trip.
        probe_rtt_duration_s: f64 = 0.2, "ProbeRTT duration", Seconds, number(0.0..=600.0),
            [advanced, source: "draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.5 (ProbeRTTDuration)"],

        /// Share by which the pacing rate stays below the estimated bandwidth, to keep queues short. Linux since 2018
        /// and ns-3 use 0.01.
        pacing_margin: f64 = 0.0, "Pacing margin", Ratio, number(0.0..=0.99),
            [advanced, source: "Linux net/ipv4/tcp_bbr.c and ns-3 tcp-bbr.cc have 0.01 (bbr_pacing_margin_percent); the draft has none"],

        /// Number of packets sent together. The window allows three such groups beyond the BDP. Here segments leave one
        /// by one, so 1 fits, as in ns-3. With segmentation offload, the draft and Linux use 2 from 1.2 Mb/s.
        send_quantum_packets: u32 = 1, "Send quantum", Packets, integer(0..=100),
            [advanced, source: "draft-cardwell-iccrg-bbr-congestion-control-00 Sections 4.2.2 and 4.2.3.2"],

        /// Whether volumes are real numbers, or whole packets as in Linux. There they are rounded up to even numbers, a probe
        /// allows two packets more, and a drain ends at what is in flight at the next departure, so one flow keeps a longer
        /// queue. The send quantum is then one packet below 1.2 Mb/s, and what leaves in 1 ms above 36 Mb/s.
        arithmetic: Arithmetic = Text("real"), "Arithmetic", None, Arithmetic::KIND,
            [advanced, source: "Linux net/ipv4/tcp_bbr.c (bbr_quantization_budget, bbr_packets_in_net_at_edt, bbr_tso_segs_goal)"],

        /// If on, the window allows for ACKs that arrive in groups, as in Linux since 2019 and in ns-3. After Startup
        /// it grows by the largest excess of acknowledged data over the estimated bandwidth in ten round trips, up to
        /// 0.1 s of it. The draft has no such rule.
        ack_aggregation: bool = true, "ACK aggregation",
            [advanced, source: "Linux bbr_ack_aggregation_cwnd (2019); ns-3 TcpBbr::AckAggregationCwnd"],

        /// If on, a flow that loses a fifth of its packets at a steady delivery rate sends at this rate for 48 round trips,
        /// as Linux does, since a token bucket policer seems to drop them. The draft has no such rule.
        policer_detection: bool = false, "Policer detection",
            [source: "Linux net/ipv4/tcp_bbr.c (bbr_lt_bw_sampling)"],
    }
}
