//! Measures of a link with a queue, over the measured time.

use crate::net::counters::LinkCounters;
use crate::net::meter::LinkMeter;
use crate::net::node::Node;
use crate::observe::measure::{Statistic, measures, share};
use crate::packet::Class;
use crate::queue::Reason;
use crate::time::Time;

/// State of a link, from which its measures are computed.
pub struct Reading {
    /// Meter up to the present time.
    pub meter: LinkMeter,
    /// Counters over the measured time.
    pub measured: LinkCounters,
    /// Bits that a varying service has offered in the measured time, and those that packets have used.
    pub used: Option<(f64, f64)>,
}

impl Reading {
    /// Reads the state of a link.
    #[must_use]
    pub fn at(link: &Node, now: Time) -> Reading {
        let meter = link.measured_until(now);
        Reading {
            measured: meter.measured(),
            used: link.used(now),
            meter,
        }
    }

    fn per_second(&self, amount: f64) -> Statistic {
        let seconds = self.meter.measured_s();
        (seconds > 0.0).then(|| amount / seconds).into()
    }

    fn utilization(&self) -> Statistic {
        match self.used {
            Some((offered, used)) => (offered > 0.0).then(|| used / offered).into(),
            None => self.per_second(self.measured.transmission.s()),
        }
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
        lost(self.measured.lost(class), self.measured.arrived.of(class)).into()
    }
}

/// Lost packets divided by arrived packets. Some queues drop packets that arrived before the warm-up ended, so
/// that drops can exceed arrivals.
fn lost(dropped: u64, arrived: u64) -> Option<f64> {
    share(dropped, arrived.max(dropped))
}

/// Computes a measure of a link.
type Read = fn(&Reading) -> Statistic;

measures! {
    /// Measures of a link, in the order of the summary.
    pub static LINK: [Read] = [
        /// Share of the measured time in which the link transmits. Where its service varies: bits transmitted, divided by
        /// those that it could have transmitted.
        "utilization", "Utilization", Ratio, [compared, digits: 4], |l| l.utilization();

        /// Bits per second that left the link.
        "throughput_bps", "Throughput", BitsPerSecond, [summarized],
            |l| l.per_second(8.0 * l.measured.departed_bytes as f64);

        /// Queue length in packets, averaged over time. The packet in transmission does not count.
        "mean_queue_packets", "Mean queue, packets", Packets, [compared],
            |l| l.meter.mean_backlog().map(|(packets, _)| packets).into();

        /// Queue length in bytes, averaged over time. The packet in transmission does not count.
        "mean_queue_bytes", "Mean queue, bytes", Bytes, [summarized],
            |l| l.meter.mean_backlog().map(|(_, bytes)| bytes).into();

        /// Maximum queue length in packets.
        "max_queue_packets", "Longest queue, packets", Packets, [summarized, digits: 9],
            |l| Statistic::Count(l.meter.max_backlog().packets.into());

        /// Maximum queue length in bytes.
        "max_queue_bytes", "Longest queue, bytes", Bytes, [summarized, digits: 4],
            |l| Statistic::Count(l.meter.max_backlog().bytes);

        /// Mean time that packets wait in the queue before their transmission.
        "queue_delay_s.mean", "Queueing delay, mean", Seconds, [compared], |l| l.meter.mean_delay_s().into();

        /// Time that half of the packets do not exceed while they wait in the queue, within 1 %.
        "queue_delay_s.p50", "Queueing delay, median", Seconds, [summarized], |l| l.meter.delay_quantile_s(0.5).into();

        /// Time that 99 of 100 packets do not exceed while they wait in the queue, within 1 %.
        "queue_delay_s.p99", "Queueing delay, 99th percentile", Seconds, [compared],
            |l| l.meter.delay_quantile_s(0.99).into();

        /// Share of the measured time in which the queue is empty. The link may be sending in this time; see also the
        /// time with an idle line.
        "idle_probability", "Time with an empty queue", Ratio, [summarized],
            |l| l.meter.idle_and_no_tcp().map(|(idle, _)| idle).into();

        /// Share of the measured time in which the link sends nothing: 1 minus its utilization if its service is
        /// constant.
        "line_idle_probability", "Time with an idle line", Ratio, [summarized], |l| l.line_idle().into();

        /// Share of the measured time in which no TCP data packet is in the queue.
        "no_tcp_probability", "Time without TCP in the queue", Ratio, [summarized, source: "vishwanath-2011 Section III-B"],
            |l| l.meter.idle_and_no_tcp().map(|(_, no_tcp)| no_tcp).into();

        /// Packets of all classes dropped, divided by packets that arrived. An acknowledgment that a newer one replaced is
        /// not lost. Small packets count as much as large ones,
        /// so many small datagrams or ACKs dominate the ratio. The loss of TCP data, UDP and ACKs can differ much from
        /// it.
        "loss.all", "Loss of all packets", Ratio, [compared],
            |l| lost(l.measured.lost_in_all(), l.measured.arrived.total()).into();

        /// TCP data packets dropped, divided by those that arrived.
        "loss.tcp", "Loss of TCP data", Ratio, [compared], |l| l.loss(Class::Tcp);

        /// UDP datagrams dropped, divided by those that arrived.
        "loss.udp", "Loss of UDP", Ratio, [compared], |l| l.loss(Class::Udp);

        /// Acknowledgments dropped, divided by those that arrived. One that a newer one replaced is not lost.
        "loss.ack", "Loss of ACKs", Ratio, [summarized], |l| l.loss(Class::Ack);

        /// Packets dropped because the buffer had no room.
        "drops.tail", "Drops, buffer full", Packets, [], |l| l.dropped_for(Reason::Tail);

        /// Packets that the queue discipline dropped on arrival although the buffer had room.
        "drops.early", "Drops, early", Packets, [], |l| l.dropped_for(Reason::Early);

        /// Packets that the queue discipline dropped when they were next to be sent.
        "drops.at_dequeue", "Drops, at dequeue", Packets, [], |l| l.dropped_for(Reason::AtDequeue);

        /// Packets that RED or DualPI2 dropped because of a persistent overload: of RED all that arrived meanwhile, of DualPI2
        /// also packets that take marks.
        "drops.overload", "Drops, overload", Packets, [], |l| l.dropped_for(Reason::Overload);

        /// Packets that the scenario drops on purpose, by its scripted faults.
        "drops.on_purpose", "Drops, on purpose", Packets, [], |l| l.dropped_for(Reason::OnPurpose);

        /// Packets that the policer before the queue dropped.
        "drops.policer", "Drops, policer", Packets, [], |l| l.dropped_for(Reason::Policer);

        /// Packets that the line lost after their transmission.
        "drops.line", "Drops, line", Packets, [], |l| l.dropped_for(Reason::Line);

        /// Acknowledgments whose place in the queue a newer one of their flow took, by the ACK filter.
        "superseded_packets", "ACKs replaced", Packets, [source: "RFC 3449 Section 5.2.1"],
            |l| l.dropped_for(Reason::Superseded);

        /// Packets that were given a congestion mark and took it.
        "marked_packets", "Marked", Packets, [source: "RFC 3168 Section 5"], |l| Statistic::Count(l.measured.marked);
    ];
}
