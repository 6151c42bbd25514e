//! Parameters of BBR: the constants of the draft, which can be changed to show their effect.

use crate::spec::parameters::{integer, number, parameters};

parameters! {
    /// Sends at the measured delivery rate of the path, probes for more every few seconds, reacts to loss, and keeps
    /// queues short. Use it with SACK or RACK: without them, losses distort its measurements. BBR version 1 is another
    /// controller.
    #[section("congestion_control.bbr", "BBR version 3", source: "draft-ietf-ccwg-bbr-06")]
    // Gains are ratios of rates or volumes.
    pub struct Params {
        /// Pacing rate divided by the estimated bandwidth in Startup. 4 ln 2 doubles the rate in each round trip.
        startup_gain: f64 = 2.77, "Startup gain", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 2.5 (4 ln 2 = 2.77)"],

        /// Pacing rate divided by the estimated bandwidth in Drain. 0.5 empties the queue that Startup built in one
        /// round trip.
        drain_gain: f64 = 0.5, "Drain gain", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 2.5 (0.35 before draft -05)"],

        /// Pacing rate divided by the estimated bandwidth after a probe, while its queue drains.
        down_gain: f64 = 0.9, "Gain in ProbeBW_DOWN", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.1"],

        /// Pacing rate divided by the estimated bandwidth while the sender probes for more.
        up_gain: f64 = 1.25, "Gain in ProbeBW_UP", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.5"],

        /// Congestion window divided by the estimated BDP. Values above 1 allow for ACKs that arrive late or in groups.
        cwnd_gain: f64 = 2.0, "Window gain", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 2.6"],

        /// Congestion window divided by the estimated BDP while the sender probes for more.
        up_cwnd_gain: f64 = 2.25, "Window gain in ProbeBW_UP", None, number(0.1..=10.0).log(),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.5"],

        /// Share of the packets of a round trip whose loss ends a probe, because the rate was too high.
        loss_threshold: f64 = 0.02, "Loss threshold", Ratio, number(0.0..=0.99),
            [source: "draft-ietf-ccwg-bbr-06 Section 2.8 (BBR.LossThresh)"],

        /// Smallest factor by which a round trip with loss multiplies the short-term bounds of rate and window.
        beta: f64 = 0.7, "Decrease factor", Ratio, number(0.0..=0.99),
            [source: "draft-ietf-ccwg-bbr-06 Section 2.8 (BBR.Beta)"],

        /// Share of the long-term bound of the window that is left to other flows in ProbeBW_CRUISE.
        headroom: f64 = 0.15, "Headroom", Ratio, number(0.0..=0.99),
            [source: "draft-ietf-ccwg-bbr-06 Section 2.8 (BBR.Headroom)"],

        /// Share by which the pacing rate stays below the estimated bandwidth, to keep queues short.
        pacing_margin: f64 = 0.01, "Pacing margin", Ratio, number(0.0..=0.99),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 2.5 (BBR.PacingMarginPercent)"],

        /// Shortest time from the end of a bandwidth probe to the next. With short round trips the next probe can come
        /// earlier, when a Reno flow would probe.
        probe_wait_s: f64 = 2.0, "Minimum time between probes", Seconds, number(0.0..=600.0),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8"],

        /// Upper limit of a uniform random time added to the minimum, so that flows do not probe at the same time.
        probe_wait_spread_s: f64 = 1.0, "Random time between probes", Seconds, number(0.0..=600.0),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8"],

        /// With short round trips, a flow probes as often as Reno: after as many round trips as its BDP has packets, or
        /// after this number if it is smaller.
        probe_wait_rounds: u32 = 63, "Maximum round trips between probes", None, integer(1..=10_000).log(),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 5.3.3.8"],

        /// Time without a shorter round-trip time after which ProbeRTT measures the minimum again, with a small window.
        /// BBR version 1 uses 10 s.
        probe_rtt_interval_s: f64 = 5.0, "ProbeRTT interval", Seconds, number(0.0..=600.0),
            [source: "draft-ietf-ccwg-bbr-06 Section 2.16.2 (BBR.ProbeRTTInterval)"],

        /// Shortest time in ProbeRTT. It also lasts for at least one round trip.
        probe_rtt_duration_s: f64 = 0.2, "ProbeRTT duration", Seconds, number(0.0..=600.0),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 2.16.2 (BBR.ProbeRTTDuration)"],

        /// Congestion window divided by the estimated BDP in ProbeRTT, but at least four packets. BBR version 1 always
        /// uses four packets.
        probe_rtt_gain: f64 = 0.5, "ProbeRTT window gain", None, number(0.1..=10.0).log(),
            [source: "draft-ietf-ccwg-bbr-06 Section 2.16.2 (BBR.ProbeRTTCwndGain)"],

        /// Time for which a measured round-trip time counts for the minimum.
        min_rtt_window_s: f64 = 10.0, "Window of the minimum RTT", Seconds, number(0.0..=600.0),
            [advanced, source: "draft-ietf-ccwg-bbr-06 Section 2.16.1 (BBR.MinRTTFilterLen)"],
    }
}
