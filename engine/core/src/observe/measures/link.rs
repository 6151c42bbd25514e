//! Measures of a link with a queue, over the measured time.

use crate::net::counters::LinkCounters;
use crate::net::meter::LinkMeter;
use crate::net::node::Node;
use crate::observe::measure::{Measure, Statistic, share};
use crate::packet::Class;
use crate::queue::Reason;
use crate::spec::Unit;
use crate::time::Time;

/// State of a link, from which its measures are computed.
pub struct Reading {
    /// Meter up to the present time.
    pub meter: LinkMeter,
    /// Counters over the measured time.
    pub measured: LinkCounters,
}

impl Reading {
    /// Reads the state of a link.
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

    /// Share of the measured time without a transmission.
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

/// Dropped packets divided by arrived packets. Some queues drop packets that arrived before the warm-up ended, so
/// that drops can exceed arrivals.
fn lost(dropped: u64, arrived: u64) -> Option<f64> {
    share(dropped, arrived.max(dropped))
}

/// Computes a measure of a link.
type Read = fn(&Reading) -> Statistic;

/// Measures of a link, in the order of the summary.
pub static LINK: &[Measure<Read>] = &[
    Measure {
        id: "utilization",
        label: "Utilization",
        unit: Unit::Ratio,
        help: "Share of the measured time in which the link transmits.",
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
        help: "Queue length in packets, averaged over time. The packet in transmission does not count.",
        source: "",
        read: |l| l.meter.mean_backlog().map(|(packets, _)| packets).into(),
    },
    Measure {
        id: "mean_queue_bytes",
        label: "Mean queue, bytes",
        unit: Unit::Bytes,
        help: "Queue length in bytes, averaged over time. The packet in transmission does not count.",
        source: "",
        read: |l| l.meter.mean_backlog().map(|(_, bytes)| bytes).into(),
    },
    Measure {
        id: "max_queue_packets",
        label: "Longest queue, packets",
        unit: Unit::Packets,
        help: "Maximum queue length in packets.",
        source: "",
        read: |l| Statistic::Count(l.meter.max_backlog().packets.into()),
    },
    Measure {
        id: "max_queue_bytes",
        label: "Longest queue, bytes",
        unit: Unit::Bytes,
        help: "Maximum queue length in bytes.",
        source: "",
        read: |l| Statistic::Count(l.meter.max_backlog().bytes),
    },
    Measure {
        id: "queue_delay_s.mean",
        label: "Queueing delay, mean",
        unit: Unit::Seconds,
        help: "Mean time that packets wait in the queue before their transmission.",
        source: "",
        read: |l| l.meter.mean_delay_s().into(),
    },
    Measure {
        id: "queue_delay_s.p50",
        label: "Queueing delay, median",
        unit: Unit::Seconds,
        help: "Time that half of the packets do not exceed while they wait in the queue, within 1 %.",
        source: "",
        read: |l| l.meter.delay_quantile_s(0.5).into(),
    },
    Measure {
        id: "queue_delay_s.p99",
        label: "Queueing delay, 99th percentile",
        unit: Unit::Seconds,
        help: "Time that 99 of 100 packets do not exceed while they wait in the queue, within 1 %.",
        source: "",
        read: |l| l.meter.delay_quantile_s(0.99).into(),
    },
    Measure {
        id: "idle_probability",
        label: "Time with an empty queue",
        unit: Unit::Ratio,
        help: "Share of the measured time in which the queue is empty. The link may be sending in this time; see also the time with an idle line.",
        source: "",
        read: |l| l.meter.idle_and_no_tcp().map(|(idle, _)| idle).into(),
    },
    Measure {
        id: "line_idle_probability",
        label: "Time with an idle line",
        unit: Unit::Ratio,
        help: "Share of the measured time in which the link sends nothing: 1 minus its utilization.",
        source: "",
        read: |l| l.line_idle().into(),
    },
    Measure {
        id: "no_tcp_probability",
        label: "Time without TCP in the queue",
        unit: Unit::Ratio,
        help: "Share of the measured time in which no TCP data packet is in the queue.",
        source: "vishwanath-2011 Section III-B",
        read: |l| l.meter.idle_and_no_tcp().map(|(_, no_tcp)| no_tcp).into(),
    },
    Measure {
        id: "loss.all",
        label: "Loss, all packets",
        unit: Unit::Ratio,
        help: "Packets of all classes dropped, divided by packets that arrived. Small packets count as much as large ones, so many small datagrams or ACKs dominate the ratio. The loss of TCP data, UDP and ACKs can differ much from it.",
        source: "",
        read: |l| lost(l.measured.dropped.total(), l.measured.arrived.total()).into(),
    },
    Measure {
        id: "loss.tcp",
        label: "Loss, TCP data",
        unit: Unit::Ratio,
        help: "TCP data packets dropped, divided by those that arrived.",
        source: "",
        read: |l| l.loss(Class::Tcp),
    },
    Measure {
        id: "loss.udp",
        label: "Loss, UDP",
        unit: Unit::Ratio,
        help: "UDP datagrams dropped, divided by those that arrived.",
        source: "",
        read: |l| l.loss(Class::Udp),
    },
    Measure {
        id: "loss.ack",
        label: "Loss, ACKs",
        unit: Unit::Ratio,
        help: "Acknowledgments dropped, divided by those that arrived.",
        source: "",
        read: |l| l.loss(Class::Ack),
    },
    Measure {
        id: "drops.tail",
        label: "Drops, buffer full",
        unit: Unit::Packets,
        help: "Packets dropped because the buffer had no room.",
        source: "",
        read: |l| l.dropped_for(Reason::Tail),
    },
    Measure {
        id: "drops.early",
        label: "Drops, early",
        unit: Unit::Packets,
        help: "Packets that the queue discipline dropped on arrival although the buffer had room.",
        source: "",
        read: |l| l.dropped_for(Reason::Early),
    },
    Measure {
        id: "drops.at_dequeue",
        label: "Drops, at dequeue",
        unit: Unit::Packets,
        help: "Packets that the queue discipline dropped when they were next to be sent.",
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
        help: "Packets that the scenario drops on purpose, by its scripted faults.",
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
