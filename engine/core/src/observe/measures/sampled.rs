//! Measures that are computed only on request, because they need samples during the run; see
//! [`sampling`](crate::observe::sampling).
//!
//! Paths of measures of links and groups end with an interval: `burstiness_in.20ms`. Measures of the pieces of a
//! bottleneck have no interval.

use crate::net::node::Node;
use crate::observe::measure::measures;
use crate::observe::pieces::{LinkPieces, Pieces};
use crate::observe::sampling::losses::Losses;
use crate::observe::sampling::octaves::{Estimate, Octaves};
use crate::observe::steady::{self, BATCHES, Means};
use crate::time::Time;

/// Samples and formula of a measure of a link.
pub struct Counting {
    /// Reads the sample at a given time.
    pub sees: fn(&Node, Time) -> u64,
    /// Whether the samples are counts since the start of the run, so that an interval has the difference of two samples.
    pub counts: bool,
    /// Whether longer intervals are needed too.
    pub deep: bool,
    /// Computes the value from the samples.
    pub read: fn(&Octaves) -> Option<f64>,
}

/// Computes a measure of the losses of a group.
pub type ReadLosses = fn(&Losses) -> Option<f64>;

/// Computes a measure of the pieces of a bottleneck.
pub type ReadPieces = for<'a> fn(&Settling<'a>) -> Option<f64>;

/// Pieces of a bottleneck, from which its measures are computed.
pub struct Settling<'a> {
    /// All pieces of the run so far.
    pub pieces: &'a Pieces,
    /// Pieces of the bottleneck.
    pub link: LinkPieces<'a>,
    /// Number of pieces that begin during the warm-up.
    pub warm: usize,
}

const BURSTS: &str = "vishwanath-2011 Section IV (β(s)); cai-2010 Section V-B";
const HURST: &str = "Veitch and Abry, IEEE Trans. Information Theory 45(3) (1999)";
const BATCH_MEANS: &str =
    "Schmeiser, Batch size effects in the analysis of simulation output (1982)";

const fn of_arrivals(deep: bool, read: fn(&Octaves) -> Option<f64>) -> Counting {
    Counting {
        sees: |link, _| link.counters().arrived.total(),
        counts: true,
        deep,
        read,
    }
}

const fn of_departures(deep: bool, read: fn(&Octaves) -> Option<f64>) -> Counting {
    Counting {
        sees: |link, _| link.counters().departed_bytes,
        counts: true,
        deep,
        read,
    }
}

fn hurst(octaves: &Octaves, of: fn(Estimate) -> f64) -> Option<f64> {
    octaves.hurst_by_wavelets().map(of)
}

measures! {
    /// Measures of a link with an interval. Measures with the same prefix are neighbors.
    pub static LINK: [Counting] = [
        /// β: the standard deviation of the number of packets that arrive in an interval, divided by its mean.
        "burstiness_in", "Burstiness of arrivals", None, [source: BURSTS], of_arrivals(false, Octaves::variation);

        /// β: the standard deviation of the number of bytes that leave in an interval, divided by its mean.
        "burstiness_out", "Burstiness of departures", None, [source: BURSTS], of_departures(false, Octaves::variation);

        /// Hurst parameter H by Haar wavelets, for time scales from the interval up. H is ½ if the arrivals in distant
        /// intervals are not correlated, and close to 1 with long-range dependence.
        "hurst_in", "Hurst parameter of arrivals", None, [source: HURST],
            of_arrivals(true, |octaves| hurst(octaves, |h| h.value));

        /// Lower end of the 95 % confidence interval of hurst_in.
        "hurst_in_low", "Hurst parameter of arrivals, lower end", None, [source: HURST],
            of_arrivals(true, |octaves| hurst(octaves, |h| h.value - h.half_width));

        /// Upper end of the 95 % confidence interval of hurst_in.
        "hurst_in_high", "Hurst parameter of arrivals, upper end", None, [source: HURST],
            of_arrivals(true, |octaves| hurst(octaves, |h| h.value + h.half_width));

        /// Hurst parameter H from the slope H − 1 of log β against the logarithm of the interval, for time scales from
        /// the interval up.
        "hurst_in_by_variance", "Hurst parameter of arrivals, variance–time", None, [source: "Leland et al., IEEE/ACM Trans. Networking 2(1) (1994)"],
            of_arrivals(true, Octaves::hurst_by_variance);

        /// Hurst parameter H of the bytes that leave, by Haar wavelets, for time scales from the interval up.
        "hurst_out", "Hurst parameter of departures", None, [source: HURST],
            of_departures(true, |octaves| hurst(octaves, |h| h.value));

        /// Standard deviation of the queue length in packets, sampled once per interval.
        "queue_deviation_packets", "Deviation of the queue", Packets, [],
            Counting {
                sees: |link, _| link.backlog().packets.into(),
                counts: false,
                deep: false,
                read: Octaves::deviation,
            };

        /// Mean limit of the queue in bytes, sampled once per interval. With ADT this is the limit that ADT has set. 0
        /// if the limit is in packets.
        "limit_bytes", "Limit of the queue", Bytes, [source: "vu-brugier-2007 Figure 5"],
            Counting {
                sees: limit_bytes,
                counts: false,
                deep: false,
                read: Octaves::mean,
            };
    ];
}

/// Limit of a queue in bytes; a queue that changes its limit has it among its gauges.
fn limit_bytes(link: &Node, now: Time) -> u64 {
    let moving = link.insides().find_map(|(kind, gauges)| {
        let place = gauges
            .iter()
            .position(|gauge| gauge.id == "moving_limit_bytes")?;
        Some((kind, gauges.len(), place))
    });
    let Some((kind, gauges, place)) = moving else {
        return link.limit().bytes.unwrap_or(0);
    };
    let mut shown = vec![0.0; gauges];
    link.gauges(kind, now, &mut shown);
    shown[place] as u64
}

measures! {
    /// Measures of a group with an interval.
    pub static GROUP: [ReadLosses] = [
        /// Variance of the packets that all flows lose in an interval, divided by the sum of the variances of the
        /// single flows. It is 1 if flows lose packets independently, and the number of flows if all flows lose packets
        /// together.
        "loss_synchronisation", "Synchronization of losses", None, [source: "after hasegawa-2008 Figure 11"],
            Losses::synchronization;

        /// Mean number of flows that lose a packet in an interval.
        "losing_flows", "Flows with a loss", None, [source: "hasegawa-2008 Figure 11"], Losses::losing_flows;

        /// Share of the intervals in which at least one flow loses a packet.
        "intervals_with_loss", "Intervals with loss", Ratio, [source: "hasegawa-2008 Figure 11"], Losses::with_loss;
    ];
}

measures! {
    /// Measures of the forward direction of a bottleneck, from the thousand equal pieces of its run.
    pub static PIECES: [ReadPieces] = [
        /// Time from which the mean queue is steady, by MSER-5 on thousandths of the run. Half of the run if it is not
        /// steady before.
        "settled_s", "Settled from", Seconds, [source: "White, Cobb and Spratt, WSC 2000 (MSER-5)"],
            |run| {
                Some(
                    run.pieces
                        .starts_s(steady::settled(&run.link.mean_queues())),
                )
            };

        /// Half-width of the 95 % confidence interval of utilization, from ten batches of the measured time.
        "within.utilization", "Confidence interval of utilization", Ratio, [source: BATCH_MEANS],
            |run| half_width(&run.link.utilizations()[run.warm..]);

        /// Half-width of the 95 % confidence interval of the mean queue, from ten batches of the measured time.
        "within.mean_queue_packets", "Confidence interval of the mean queue", Packets, [source: BATCH_MEANS],
            |run| half_width(&run.link.mean_queues()[run.warm..]);

        /// Half-width of the 95 % confidence interval of the loss ratio of all packets, from ten batches of the
        /// measured time.
        "within.loss", "Confidence interval of loss", Ratio, [source: BATCH_MEANS],
            |run| {
                let losses = run.link.losses(run.warm, BATCHES)?;
                Some(Means::of_batches(losses.into_iter()).half_width)
            };
    ];
}

fn half_width(values: &[f64]) -> Option<f64> {
    Means::of(values).map(|means| means.half_width)
}
