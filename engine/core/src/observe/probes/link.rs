//! Recorded series of a link with a queue.

use crate::net::counters::LinkCounters;
use crate::net::meter::Integrals;
use crate::net::node::{Extremes, Node};
use crate::observe::probe::{Of, Subject, probes};
use crate::packet::Class;
use crate::queue::Reason;
use crate::time::Time;

/// Links with a queue.
#[derive(Clone, Copy, Debug)]
pub struct Links;

/// State of a link at a sample.
pub struct Reading<'a> {
    /// Link that is sampled.
    pub link: &'a Node,
    /// Counters of the link.
    pub counters: LinkCounters,
    /// Time of the sample.
    pub now: Time,
    /// Minimum and maximum backlog since the previous sample.
    pub extremes: Extremes,
    /// Backlogs integrated over time.
    pub integrals: Integrals,
}

impl Subject for Links {
    const OF: Of = Of::Link;
    type Reading<'a> = Reading<'a>;
    /// Number of arrivals before an idle link became idle.
    type Stamp = u64;

    probes! {
        /// Packets in the queue, without the packet in transmission.
        "queue_packets", "Queue, packets", Packets,
            Level(|l| l.integrals.packet_ps.iter().sum(), |l| l.extremes.packets);
        /// Bytes in the queue, without the packet in transmission.
        "queue_bytes", "Queue, bytes", Bytes, Level(|l| l.integrals.byte_ps.iter().sum(), |l| l.extremes.bytes);
        /// Bytes of TCP data packets in the queue, averaged over time.
        "queue_tcp_bytes", "TCP data in the queue", Bytes, Mean(|l| l.byte_ps(Class::Tcp));
        /// Bytes of UDP datagrams in the queue, averaged over time.
        "queue_udp_bytes", "UDP in the queue", Bytes, Mean(|l| l.byte_ps(Class::Udp));
        /// Bytes of acknowledgments in the queue, averaged over time.
        "queue_ack_bytes", "ACKs in the queue", Bytes, Mean(|l| l.byte_ps(Class::Ack));
        /// TCP data packets in the queue, averaged over time.
        "queue_tcp_packets", "TCP segments in the queue", Packets, Mean(|l| l.packet_ps(Class::Tcp));
        /// UDP datagrams in the queue, averaged over time.
        "queue_udp_packets", "Datagrams in the queue", Packets, Mean(|l| l.packet_ps(Class::Udp));
        /// Acknowledgments in the queue, averaged over time.
        "queue_ack_packets", "Acknowledgments in the queue", Packets, Mean(|l| l.packet_ps(Class::Ack));
        /// Share of time in which the link transmits.
        "utilization", "Utilization", Ratio, Share(|l| l.link.busy(l.now).0 as f64);
        /// TCP data packets that arrived at the link, including those dropped there.
        "arrivals_tcp", "TCP arrivals", Packets, Increase(|l| l.arrived(Class::Tcp));
        /// UDP datagrams that arrived at the link, including those dropped there.
        "arrivals_udp", "UDP arrivals", Packets, Increase(|l| l.arrived(Class::Udp));
        /// Acknowledgments that arrived at the link, including those dropped there.
        "arrivals_ack", "ACK arrivals", Packets, Increase(|l| l.arrived(Class::Ack));
        /// TCP data packets dropped at this link.
        "drops_tcp", "TCP drops", Packets, Increase(|l| l.dropped(Class::Tcp));
        /// UDP datagrams dropped at this link.
        "drops_udp", "UDP drops", Packets, Increase(|l| l.dropped(Class::Udp));
        /// Acknowledgments dropped at this link, without those that newer ones replaced.
        "drops_ack", "ACK drops", Packets, Increase(|l| l.dropped(Class::Ack));
        /// TCP data packets dropped, divided by those that arrived. No value without arrivals.
        "loss_tcp", "TCP loss", Ratio, Ratio("drops_tcp", "arrivals_tcp");
        /// UDP datagrams dropped, divided by those that arrived. No value without arrivals.
        "loss_udp", "UDP loss", Ratio, Ratio("drops_udp", "arrivals_udp");
        /// Acknowledgments dropped, divided by those that arrived. No value without arrivals.
        "loss_ack", "ACK loss", Ratio, Ratio("drops_ack", "arrivals_ack");
        /// Packets dropped because the buffer had no room.
        "drops_tail", "Drops, buffer full", Packets, Increase(|l| l.dropped_for(Reason::Tail));
        /// Packets that the queue discipline dropped on arrival although the buffer had room.
        "drops_early", "Drops, early", Packets, Increase(|l| l.dropped_for(Reason::Early));
        /// Packets that the queue discipline dropped when they were next to be sent.
        "drops_at_dequeue", "Drops, at dequeue", Packets, Increase(|l| l.dropped_for(Reason::AtDequeue));
        /// Packets that RED or DualPI2 dropped because of a persistent overload.
        "drops_overload", "Drops, overload", Packets, Increase(|l| l.dropped_for(Reason::Overload));
        /// Packets that the policer before the queue dropped.
        "drops_policer", "Drops, policer", Packets, Increase(|l| l.dropped_for(Reason::Policer));
        /// Packets that the line lost after their transmission.
        "drops_line", "Drops, line", Packets, Increase(|l| l.dropped_for(Reason::Line));
        /// Acknowledgments whose place in the queue a newer one of their flow took.
        "superseded_packets", "ACKs replaced", Packets, Increase(|l| l.dropped_for(Reason::Superseded));
        /// Packets that the queue marked (ECN).
        "marked_packets", "Marks", Packets, Increase(|l| l.counters.marked as f64);
    }
}

impl<'a> Reading<'a> {
    /// Reads the state of a link, and resets its extremes.
    pub fn at(link: &'a mut Node, now: Time) -> Reading<'a> {
        let extremes = link.take_extremes();
        Reading {
            integrals: link.integrals(now),
            counters: link.counters(),
            link,
            now,
            extremes,
        }
    }

    /// Reads the counters of a link between two samples, and leaves its extremes to the next sample.
    #[must_use]
    pub fn between(link: &'a Node, now: Time) -> Reading<'a> {
        Reading {
            integrals: link.integrals(now),
            counters: link.counters(),
            link,
            now,
            extremes: Extremes {
                packets: (f64::NAN, f64::NAN),
                bytes: (f64::NAN, f64::NAN),
            },
        }
    }

    /// Returns whether the queue has been empty since the previous sample, no packet is at the link (which includes
    /// the inputs of a switch), and none is being sent. Then nothing changes until the next packet arrives.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.extremes.packets.1 == 0.0
            && self.link.occupied() == 0
            && !self.link.is_sending(self.now)
    }

    fn packet_ps(&self, class: Class) -> f64 {
        self.integrals.packet_ps[class.index()]
    }

    fn byte_ps(&self, class: Class) -> f64 {
        self.integrals.byte_ps[class.index()]
    }

    fn arrived(&self, class: Class) -> f64 {
        self.counters.arrived.of(class) as f64
    }

    fn dropped_for(&self, reason: Reason) -> f64 {
        self.counters.dropped_for[reason.index()] as f64
    }

    fn dropped(&self, class: Class) -> f64 {
        self.counters.lost(class) as f64
    }
}

/// Series of drops. Each dropped packet counts in exactly one of them, but acknowledgments that newer ones replaced.
pub const DROPS: [&str; Class::COUNT] = ["drops_tcp", "drops_udp", "drops_ack"];
