//! Figures that are worked out only when someone asks for them, since they take looks at a run while it goes on; see
//! [`looks`](crate::observe::looks).
//!
//! Those of links and groups are measured over an interval that their path ends with: `burstiness_in.20ms`. Those
//! of a bottleneck's pieces have none.

use crate::net::node::Node;
use crate::observe::looks::losses::Losses;
use crate::observe::looks::octaves::{Estimate, Octaves};
use crate::observe::measure::Measure;
use crate::observe::pieces::{LinkPieces, Pieces};
use crate::observe::steady::{self, BATCHES, Means};
use crate::spec::Unit;
use crate::time::Time;

/// How a figure of a link is counted and worked out.
pub struct Counting {
    /// What is seen of the link at a look, whose time is given.
    pub sees: fn(&Node, Time) -> u64,
    /// Whether it counts from the start of the run, so that an interval has the difference of two looks.
    pub counts: bool,
    /// Whether longer intervals are wanted too.
    pub deep: bool,
    /// Works it out.
    pub read: fn(&Octaves) -> Option<f64>,
}

/// Works out a figure of a group's losses.
pub type ReadLosses = fn(&Losses) -> Option<f64>;

/// Works out a figure of a bottleneck's pieces.
pub type ReadPieces = for<'a> fn(&Settling<'a>) -> Option<f64>;

/// What a figure of a bottleneck's pieces is worked out of.
pub struct Settling<'a> {
    /// All pieces of the run so far.
    pub pieces: &'a Pieces,
    /// Those of the bottleneck.
    pub link: LinkPieces<'a>,
    /// How many of them are warm-up.
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

/// Figures of a link that are measured over an interval, those behind the same name together.
pub static LINK: &[Measure<Counting>] = &[
    Measure {
        id: "burstiness_in",
        label: "Burstiness of arrivals",
        unit: Unit::None,
        help: "β: the standard deviation of the packets that arrive in an interval, over their mean.",
        source: BURSTS,
        read: of_arrivals(false, Octaves::variation),
    },
    Measure {
        id: "burstiness_out",
        label: "Burstiness of departures",
        unit: Unit::None,
        help: "β: the standard deviation of the bytes that leave in an interval, over their mean.",
        source: BURSTS,
        read: of_departures(false, Octaves::variation),
    },
    Measure {
        id: "hurst_in",
        label: "Hurst parameter of arrivals",
        unit: Unit::None,
        help: "H by Haar wavelets from the interval on: ½ of packets whose numbers in distant intervals know nothing of each other, near 1 of those with a long memory.",
        source: HURST,
        read: of_arrivals(true, |octaves| hurst(octaves, |h| h.value)),
    },
    Measure {
        id: "hurst_in_low",
        label: "Hurst parameter of arrivals, least",
        unit: Unit::None,
        help: "Lower end of the 95 % interval of hurst_in.",
        source: HURST,
        read: of_arrivals(true, |octaves| hurst(octaves, |h| h.value - h.half_width)),
    },
    Measure {
        id: "hurst_in_high",
        label: "Hurst parameter of arrivals, most",
        unit: Unit::None,
        help: "Upper end of the 95 % interval of hurst_in.",
        source: HURST,
        read: of_arrivals(true, |octaves| hurst(octaves, |h| h.value + h.half_width)),
    },
    Measure {
        id: "hurst_in_by_variance",
        label: "Hurst parameter of arrivals, variance–time",
        unit: Unit::None,
        help: "H by the slope of log β against the logarithm of the interval, H − 1, from the interval on.",
        source: "Leland et al., IEEE/ACM Trans. Networking 2(1) (1994)",
        read: of_arrivals(true, Octaves::hurst_by_variance),
    },
    Measure {
        id: "hurst_out",
        label: "Hurst parameter of departures",
        unit: Unit::None,
        help: "H of the bytes that leave, by Haar wavelets from the interval on.",
        source: HURST,
        read: of_departures(true, |octaves| hurst(octaves, |h| h.value)),
    },
    Measure {
        id: "queue_deviation_packets",
        label: "Deviation of the queue",
        unit: Unit::Packets,
        help: "Standard deviation of the packets waiting, looked at once an interval.",
        source: "",
        read: Counting {
            sees: |link, _| link.backlog().packets.into(),
            counts: false,
            deep: false,
            read: Octaves::deviation,
        },
    },
    Measure {
        id: "limit_bytes",
        label: "Limit of the queue",
        unit: Unit::Bytes,
        help: "Bytes for which there is room, looked at once an interval, on average: with ADT the limit that it has set by then. 0 where the limit is in packets.",
        source: "vu-brugier-2007 Figure 5",
        read: Counting {
            sees: limit_bytes,
            counts: false,
            deep: false,
            read: Octaves::mean,
        },
    },
];

/// A queue whose limit moves shows it among its gauges.
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

/// Figures of a group that are measured over an interval.
pub static GROUP: &[Measure<ReadLosses>] = &[
    Measure {
        id: "loss_synchronisation",
        label: "Synchronisation of losses",
        unit: Unit::None,
        help: "Variance of the packets that all flows lose in an interval over the sum of the variances of each flow's: 1 if flows lose independently, their number if they lose as one.",
        source: "after hasegawa-2008 Figure 11",
        read: Losses::synchronisation,
    },
    Measure {
        id: "losing_flows",
        label: "Flows that lose",
        unit: Unit::None,
        help: "Flows that lose a packet in an interval, on average.",
        source: "hasegawa-2008 Figure 11",
        read: Losses::losers,
    },
    Measure {
        id: "intervals_with_loss",
        label: "Intervals with loss",
        unit: Unit::Ratio,
        help: "Share of the intervals in which a flow loses a packet.",
        source: "hasegawa-2008 Figure 11",
        read: Losses::hit,
    },
];

/// Figures of the forward direction of a bottleneck, of the thousand equal pieces of its run.
pub static PIECES: &[Measure<ReadPieces>] = &[
    Measure {
        id: "settled_s",
        label: "Settled from",
        unit: Unit::Seconds,
        help: "When the mean queue has settled, from the start of the run, by MSER-5 on thousandths of it; half of the run if it has not.",
        source: "White, Cobb and Spratt, WSC 2000 (MSER-5)",
        read: |run| {
            Some(
                run.pieces
                    .starts_s(steady::settled(&run.link.mean_queues())),
            )
        },
    },
    Measure {
        id: "within.utilization",
        label: "Interval of utilization",
        unit: Unit::Ratio,
        help: "Half-width of the 95 % interval of utilization, from ten batches of the measured time.",
        source: BATCH_MEANS,
        read: |run| half_width(&run.link.utilizations()[run.warm..]),
    },
    Measure {
        id: "within.mean_queue_packets",
        label: "Interval of the mean queue",
        unit: Unit::Packets,
        help: "Half-width of the 95 % interval of the mean queue, from ten batches of the measured time.",
        source: BATCH_MEANS,
        read: |run| half_width(&run.link.mean_queues()[run.warm..]),
    },
    Measure {
        id: "within.loss",
        label: "Interval of loss",
        unit: Unit::Ratio,
        help: "Half-width of the 95 % interval of the loss of all packets, from ten batches of the measured time.",
        source: BATCH_MEANS,
        read: |run| {
            let losses = run.link.losses(run.warm, BATCHES)?;
            Some(Means::of_batches(losses.into_iter()).half_width)
        },
    },
];

fn half_width(values: &[f64]) -> Option<f64> {
    Means::of(values).map(|means| means.half_width)
}
