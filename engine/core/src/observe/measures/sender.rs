//! Statistics of flows, one by one or a group together, over the measured interval.

use super::share;
use super::transfer::Transfers;
use crate::apps::TransferStatistics;
use crate::observe::measure::{Measure, Statistic};
use crate::sim::Observed;
use crate::sim::flow::{Flow, FlowCounters};
use crate::spec::Unit;
use crate::time::{PS_PER_S, Span, Time};

/// Flows when their figures are worked out.
pub struct Reading<'a> {
    /// The flows.
    pub flows: &'a [&'a Flow],
    /// Counters of each over the measured interval.
    pub measured: Vec<FlowCounters>,
    /// Length of that, seconds.
    pub measured_s: f64,
    /// The present.
    pub now: Time,
    /// Finite transfers, if they send any.
    pub transfers: Option<Transfers>,
    /// Whether they send by TCP.
    pub is_tcp: bool,
}

impl<'a> Reading<'a> {
    /// Looks at flows of one group; `finished` the transfers of all of it, if they are wanted.
    #[must_use]
    pub fn at(
        flows: &'a [&'a Flow],
        is_tcp: bool,
        finished: Option<&TransferStatistics>,
        observed: &Observed<'_>,
    ) -> Reading<'a> {
        Reading {
            flows,
            measured: flows.iter().map(|flow| flow.measured()).collect(),
            measured_s: observed.now.since(observed.warmup_at).s(),
            now: observed.now,
            transfers: finished.and_then(|finished| Transfers::of(flows, finished)),
            is_tcp,
        }
    }

    fn sum(&self, count: fn(&FlowCounters) -> u64) -> u64 {
        self.measured.iter().map(count).sum()
    }

    fn bits_per_second(&self, bytes: fn(&FlowCounters) -> u64) -> Statistic {
        let bits = 8.0 * self.sum(bytes) as f64;
        (self.measured_s > 0.0)
            .then(|| bits / self.measured_s)
            .into()
    }

    fn of_tcp(&self, count: fn(&FlowCounters) -> u64) -> Statistic {
        self.is_tcp.then(|| self.sum(count)).into()
    }

    fn transfers<T: Into<Statistic>>(&self, statistic: fn(&Transfers) -> T) -> Statistic {
        self.transfers
            .as_ref()
            .map_or(Statistic::Absent, |transfers| statistic(transfers).into())
    }

    fn loss(&self) -> Option<f64> {
        let dropped = self.sum(|flow| flow.dropped);
        share(dropped, dropped + self.sum(|flow| flow.delivered))
    }

    /// `None` where nothing can be dropped on the flows' own links, and nothing has been.
    fn access_dropped(&self) -> Option<u64> {
        let dropped = self.sum(|flow| flow.access_dropped);
        let limited = self.flows.iter().any(|flow| flow.links.has_limit());
        (limited || dropped > 0).then_some(dropped)
    }

    fn access_loss(&self) -> Option<f64> {
        let sent = self.sum(|flow| flow.sent);
        self.access_dropped()
            .and_then(|dropped| share(dropped, sent))
    }

    fn mean_cwnd(&self) -> Option<f64> {
        let tcp = self.flows.iter().filter_map(|flow| flow.tcp());
        let begun: Vec<_> = tcp.filter(|tcp| tcp.started).collect();
        if begun.is_empty() || self.measured_s <= 0.0 {
            return None;
        }
        let packet_ps: f64 = begun
            .iter()
            .map(|tcp| {
                let held = self.now.since(tcp.cwnd_until).0 as f64;
                tcp.cwnd_ps + tcp.sender.window().cwnd * held
            })
            .sum();
        Some(packet_ps / PS_PER_S / self.measured_s / begun.len() as f64)
    }

    /// The value that a share of the flows that have begun stay below with their mean windows.
    fn mean_cwnd_quantile(&self, share: f64) -> Statistic {
        let tcp = self.flows.iter().filter_map(|flow| flow.tcp());
        let windows = tcp.filter(|tcp| tcp.started).map(|tcp| {
            let held = self.now.since(tcp.cwnd_until).0 as f64;
            tcp.cwnd_ps + tcp.sender.window().cwnd * held
        });
        let mut windows: Vec<f64> = windows.collect();
        if !self.is_tcp {
            return Statistic::Absent;
        }
        windows.sort_by(f64::total_cmp);
        let rank = (share * windows.len() as f64).ceil() as usize;
        let window = windows.get(rank.saturating_sub(1));
        window
            .filter(|_| self.measured_s > 0.0)
            .map(|packet_ps| packet_ps / PS_PER_S / self.measured_s)
            .into()
    }

    fn jain_index(&self) -> Option<f64> {
        let goodputs = self.measured.iter().map(|flow| flow.in_order_bytes as f64);
        jain_index(&goodputs.collect::<Vec<_>>())
    }

    /// How long the transfer of a single flow took.
    fn transfer_s(&self) -> Option<f64> {
        let [flow] = self.flows else { return None };
        let transfer = flow.tcp().and_then(|tcp| tcp.transfer)?;
        transfer.duration().map(Span::s)
    }
}

/// Works out a statistic.
type Read = for<'a, 'b> fn(&'b Reading<'a>) -> Statistic;

/// Statistics of a group and of a flow alike, in the order of the summary.
pub static SENDER: &[Measure<Read>] = &[
    Measure {
        id: "throughput_bps",
        label: "Throughput",
        unit: Unit::BitsPerSecond,
        help: "Bits per second delivered on the wire, repetitions included.",
        source: "",
        read: |s| s.bits_per_second(|flow| flow.delivered_bytes),
    },
    Measure {
        id: "goodput_bps",
        label: "Goodput",
        unit: Unit::BitsPerSecond,
        help: "Bits per second of distinct data delivered in order, without headers. What arrived behind a gap counts when the gap is filled: in a short window that can be more than the throughput, of data that came before.",
        source: "",
        read: |s| s.bits_per_second(|flow| flow.in_order_bytes),
    },
    Measure {
        id: "loss",
        label: "Loss",
        unit: Unit::Ratio,
        help: "Dropped out of those packets that were dropped in the network or got through.",
        source: "",
        read: |s| s.loss().into(),
    },
    Measure {
        id: "access_loss",
        label: "Loss at the access link",
        unit: Unit::Ratio,
        help: "Out of the packets sent, those for which there was no room on the flow's own link into the network; they are in no other loss.",
        source: "",
        read: |s| s.access_loss().into(),
    },
    Measure {
        id: "drops.access",
        label: "Drops, access link full",
        unit: Unit::Packets,
        help: "Packets for which there was no room on the flow's own link into the network.",
        source: "",
        read: |s| s.access_dropped().into(),
    },
    Measure {
        id: "mean_cwnd_packets",
        label: "Mean window",
        unit: Unit::Packets,
        help: "Congestion window averaged over time, and over flows that have begun.",
        source: "",
        read: |s| s.mean_cwnd().into(),
    },
    Measure {
        id: "timeouts",
        label: "Timeouts",
        unit: Unit::None,
        help: "Retransmission timeouts.",
        source: "",
        read: |s| s.of_tcp(|flow| flow.sender.timeouts),
    },
    Measure {
        id: "fast_recoveries",
        label: "Fast recoveries",
        unit: Unit::None,
        help: "Fast recoveries begun.",
        source: "",
        read: |s| s.of_tcp(|flow| flow.sender.fast_recoveries),
    },
    Measure {
        id: "retransmissions",
        label: "Retransmissions",
        unit: Unit::Packets,
        help: "Packets sent again.",
        source: "",
        read: |s| s.of_tcp(|flow| flow.sender.retransmissions),
    },
];

/// Further figures of a group.
pub static GROUP: &[Measure<Read>] = &[
    Measure {
        id: "flow_cwnd_packets.p5",
        label: "Mean window of a flow, 5th percentile",
        unit: Unit::Packets,
        help: "5 of 100 flows that have begun have a congestion window, averaged over time, of no more.",
        source: "",
        read: |s| s.mean_cwnd_quantile(0.05),
    },
    Measure {
        id: "flow_cwnd_packets.p50",
        label: "Mean window of a flow, median",
        unit: Unit::Packets,
        help: "Half of the flows that have begun have a congestion window, averaged over time, of no more.",
        source: "",
        read: |s| s.mean_cwnd_quantile(0.5),
    },
    Measure {
        id: "flow_cwnd_packets.p95",
        label: "Mean window of a flow, 95th percentile",
        unit: Unit::Packets,
        help: "95 of 100 flows that have begun have a congestion window, averaged over time, of no more.",
        source: "",
        read: |s| s.mean_cwnd_quantile(0.95),
    },
    Measure {
        id: "transfers.completed",
        label: "Transfers",
        unit: Unit::None,
        help: "Finite transfers completed within the measured interval. Those under way are in none of the times.",
        source: "",
        read: |s| s.transfers(|transfers| Some(transfers.completed)),
    },
    Measure {
        id: "transfers.under_way",
        label: "Transfers under way",
        unit: Unit::None,
        help: "Finite transfers that have begun and are not complete. They are in none of the times, and mostly the long ones.",
        source: "",
        read: |s| s.transfers(|transfers| Some(transfers.under_way)),
    },
    Measure {
        id: "transfers.bytes",
        label: "Data of transfers",
        unit: Unit::Bytes,
        help: "Data of the completed transfers.",
        source: "",
        read: |s| s.transfers(|transfers| Some(transfers.bytes)),
    },
    Measure {
        id: "transfers.retransmissions",
        label: "Retransmissions of transfers",
        unit: Unit::Packets,
        help: "Segments sent again for the completed transfers.",
        source: "",
        read: |s| s.transfers(|transfers| Some(transfers.retransmissions)),
    },
    Measure {
        id: "transfers.mean_s",
        label: "Time of a transfer, mean",
        unit: Unit::Seconds,
        help: "Time from the first packet to the acknowledgement of the last, on average over those that finished. With many under way it is too short.",
        source: "",
        read: |s| s.transfers(|transfers| transfers.mean_s),
    },
    Measure {
        id: "transfers.p99_s",
        label: "Time of a transfer, 99th percentile",
        unit: Unit::Seconds,
        help: "The smallest time that at least 99 of 100 completed transfers do not exceed. With many under way it is too short.",
        source: "",
        read: |s| s.transfers(|transfers| transfers.p99_s),
    },
    Measure {
        id: "jain_index",
        label: "Fairness",
        unit: Unit::None,
        help: "Jain's index of the flows' goodputs over the measured interval: 1 when all are equal, 1/n when one has everything. A flow that begins in that interval counts with what it sent since, so that the index falls although flows share evenly. It is one number of one run: with few flows it differs by some tenths from seed to seed.",
        source: "Jain, Chiu and Hawe, DEC-TR-301 (1984)",
        read: |s| s.jain_index().into(),
    },
];

/// Further figures of a flow.
pub static FLOW: &[Measure<Read>] = &[Measure {
    id: "transfer_s",
    label: "Time of its transfer",
    unit: Unit::Seconds,
    help: "Time that its transfer took; nothing if it has none or is not done.",
    source: "",
    read: |s| s.transfer_s().into(),
}];

/// Jain, Chiu and Hawe, "A quantitative measure of fairness", DEC-TR-301, 1984: (Σx)² / (n Σx²).
fn jain_index(x: &[f64]) -> Option<f64> {
    let sum: f64 = x.iter().sum();
    let squares: f64 = x.iter().map(|x| x * x).sum();
    (squares > 0.0).then(|| sum * sum / (x.len() as f64 * squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jain_is_one_for_equals_and_one_over_n_for_a_monopoly() {
        assert_eq!(jain_index(&[3.0, 3.0, 3.0]), Some(1.0));
        assert_eq!(jain_index(&[0.0, 5.0, 0.0, 0.0]), Some(0.25));
        assert_eq!(jain_index(&[0.0]), None);
    }
}
