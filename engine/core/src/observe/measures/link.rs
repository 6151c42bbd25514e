//! Statistics of a link with a queue, over the measured interval.

use super::share;
use crate::net::meter::{LinkCounters, LinkMeter};
use crate::net::node::Node;
use crate::observe::measure::{Measure, Statistic};
use crate::packet::Class;
use crate::queue::Reason;
use crate::spec::Unit;
use crate::time::Time;

/// A link when its figures are worked out.
pub struct Reading {
    /// What was measured, up to the present.
    pub meter: LinkMeter,
    /// Counters over the measured interval.
    pub measured: LinkCounters,
}

impl Reading {
    /// Looks at a link.
    #[must_use]
    pub fn at(link: &Node, now: Time) -> Reading {
        let meter = link.measured_until(now);
        Reading {
            measured: meter.measured(),
            meter,
        }
    }

    fn per_second(&self, amount: f64) -> Statistic {
        let seconds = self.meter.measured_s();
        (seconds > 0.0).then(|| amount / seconds).into()
    }

    /// Share of the measured interval in which nothing was in transmission.
    fn line_idle(&self) -> Option<f64> {
        let seconds = self.meter.measured_s();
        let idle = 1.0 - self.measured.transmission.s() / seconds;
        (seconds > 0.0).then_some(if idle > 0.0 { idle } else { 0.0 })
    }

    fn dropped_for(&self, reason: Reason) -> Statistic {
        Statistic::Count(self.measured.dropped_for[reason.index()])
    }

    fn loss(&self, class: Class) -> Statistic {
        let LinkCounters {
            dropped, arrived, ..
        } = &self.measured;
        lost(dropped.of(class), arrived.of(class)).into()
    }
}

/// The share of what arrived that was dropped. Some queues drop what waits: more than came since measuring began, if much
/// waited then.
fn lost(dropped: u64, arrived: u64) -> Option<f64> {
    share(dropped, arrived.max(dropped))
}

/// Works out a figure.
type Read = fn(&Reading) -> Statistic;

/// The figures, in the order of the summary.
pub static LINK: &[Measure<Read>] = &[
    Measure {
        id: "utilization",
        label: "Utilization",
        unit: Unit::Ratio,
        help: "Share of time in which the link was sending.",
        source: "",
        read: |l| l.per_second(l.measured.transmission.s()),
    },
    Measure {
        id: "throughput_bps",
        label: "Throughput",
        unit: Unit::BitsPerSecond,
        help: "Bits per second that left the link.",
        source: "",
        read: |l| l.per_second(8.0 * l.measured.departed_bytes as f64),
    },
    Measure {
        id: "mean_queue_packets",
        label: "Mean queue, packets",
        unit: Unit::Packets,
        help: "Packets waiting, averaged over time, without the one in transmission.",
        source: "",
        read: |l| l.meter.mean_backlog().map(|(packets, _)| packets).into(),
    },
    Measure {
        id: "mean_queue_bytes",
        label: "Mean queue, bytes",
        unit: Unit::Bytes,
        help: "Bytes waiting, averaged over time, without the packet in transmission.",
        source: "",
        read: |l| l.meter.mean_backlog().map(|(_, bytes)| bytes).into(),
    },
    Measure {
        id: "max_queue_packets",
        label: "Longest queue, packets",
        unit: Unit::Packets,
        help: "Most packets that waited.",
        source: "",
        read: |l| Statistic::Count(l.meter.max_backlog().packets.into()),
    },
    Measure {
        id: "max_queue_bytes",
        label: "Longest queue, bytes",
        unit: Unit::Bytes,
        help: "Most bytes that waited.",
        source: "",
        read: |l| Statistic::Count(l.meter.max_backlog().bytes),
    },
    Measure {
        id: "queue_delay_s.mean",
        label: "Queueing delay, mean",
        unit: Unit::Seconds,
        help: "How long packets waited before their transmission, on average.",
        source: "",
        read: |l| l.meter.mean_delay_s().into(),
    },
    Measure {
        id: "queue_delay_s.p50",
        label: "Queueing delay, median",
        unit: Unit::Seconds,
        help: "Half of the packets waited no longer, within 1 %.",
        source: "",
        read: |l| l.meter.delay_quantile_s(0.5).into(),
    },
    Measure {
        id: "queue_delay_s.p99",
        label: "Queueing delay, 99th percentile",
        unit: Unit::Seconds,
        help: "99 of 100 packets waited no longer, within 1 %.",
        source: "",
        read: |l| l.meter.delay_quantile_s(0.99).into(),
    },
    Measure {
        id: "idle_probability",
        label: "Time with an empty queue",
        unit: Unit::Ratio,
        help: "Share of time in which nothing waited. That is the queue: the line may have been sending all the while. For the line see the time with an idle line.",
        source: "",
        read: |l| l.meter.idle_and_no_tcp().map(|(idle, _)| idle).into(),
    },
    Measure {
        id: "line_idle_probability",
        label: "Time with an idle line",
        unit: Unit::Ratio,
        help: "Share of time in which the link sent nothing: what is missing from its utilization.",
        source: "",
        read: |l| l.line_idle().into(),
    },
    Measure {
        id: "no_tcp_probability",
        label: "Time without TCP in the queue",
        unit: Unit::Ratio,
        help: "Share of time in which no TCP data waited.",
        source: "vishwanath-2011 Section III-B",
        read: |l| l.meter.idle_and_no_tcp().map(|(_, no_tcp)| no_tcp).into(),
    },
    Measure {
        id: "loss.all",
        label: "Loss, all packets",
        unit: Unit::Ratio,
        help: "Packets dropped out of those that arrived, of all classes together. Each packet counts as one, however small: many small datagrams or ACKs decide it. The loss of TCP data, UDP and ACKs can each be far from it.",
        source: "",
        read: |l| lost(l.measured.dropped.total(), l.measured.arrived.total()).into(),
    },
    Measure {
        id: "loss.tcp",
        label: "Loss, TCP data",
        unit: Unit::Ratio,
        help: "TCP segments with data dropped out of those that arrived.",
        source: "",
        read: |l| l.loss(Class::Tcp),
    },
    Measure {
        id: "loss.udp",
        label: "Loss, UDP",
        unit: Unit::Ratio,
        help: "Datagrams dropped out of those that arrived.",
        source: "",
        read: |l| l.loss(Class::Udp),
    },
    Measure {
        id: "loss.ack",
        label: "Loss, ACKs",
        unit: Unit::Ratio,
        help: "Acknowledgements dropped out of those that arrived.",
        source: "",
        read: |l| l.loss(Class::Ack),
    },
    Measure {
        id: "drops.tail",
        label: "Drops, buffer full",
        unit: Unit::Packets,
        help: "Packets dropped because there was no room.",
        source: "",
        read: |l| l.dropped_for(Reason::Tail),
    },
    Measure {
        id: "drops.early",
        label: "Drops, early",
        unit: Unit::Packets,
        help: "Packets that a discipline dropped on arrival, though there was room.",
        source: "",
        read: |l| l.dropped_for(Reason::Early),
    },
    Measure {
        id: "drops.at_dequeue",
        label: "Drops, at dequeue",
        unit: Unit::Packets,
        help: "Packets that a discipline dropped when it was their turn.",
        source: "",
        read: |l| l.dropped_for(Reason::AtDequeue),
    },
    Measure {
        id: "drops.overload",
        label: "Drops, overload",
        unit: Unit::Packets,
        help: "Packets dropped because the queue had been long for too long.",
        source: "",
        read: |l| l.dropped_for(Reason::Overload),
    },
    Measure {
        id: "drops.on_purpose",
        label: "Drops, on purpose",
        unit: Unit::Packets,
        help: "Packets dropped because someone wanted to see what happens.",
        source: "",
        read: |l| l.dropped_for(Reason::OnPurpose),
    },
    Measure {
        id: "marked_packets",
        label: "Marked",
        unit: Unit::Packets,
        help: "Packets that were given a congestion mark and took it.",
        source: "RFC 3168 Section 5",
        read: |l| Statistic::Count(l.measured.marked),
    },
];
