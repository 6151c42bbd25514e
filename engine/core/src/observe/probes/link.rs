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
        {
            id: "queue_packets",
            label: "Queue, packets",
            unit: Packets,
            help: "Packets in the queue, without the packet in transmission.",
            read: Level(|l| l.integrals.packet_ps.iter().sum(), |l| l.extremes.packets),
        }
        {
            id: "queue_bytes",
            label: "Queue, bytes",
            unit: Bytes,
            help: "Bytes in the queue, without the packet in transmission.",
            read: Level(|l| l.integrals.byte_ps.iter().sum(), |l| l.extremes.bytes),
        }
        {
            id: "queue_tcp_bytes",
            label: "TCP data in the queue",
            unit: Bytes,
            help: "Bytes of TCP data packets in the queue, averaged over time.",
            read: Mean(|l| l.byte_ps(Class::Tcp)),
        }
        {
            id: "queue_udp_bytes",
            label: "UDP in the queue",
            unit: Bytes,
            help: "Bytes of UDP datagrams in the queue, averaged over time.",
            read: Mean(|l| l.byte_ps(Class::Udp)),
        }
        {
            id: "queue_ack_bytes",
            label: "ACKs in the queue",
            unit: Bytes,
            help: "Bytes of acknowledgments in the queue, averaged over time.",
            read: Mean(|l| l.byte_ps(Class::Ack)),
        }
        {
            id: "queue_tcp_packets",
            label: "TCP segments in the queue",
            unit: Packets,
            help: "TCP data packets in the queue, averaged over time.",
            read: Mean(|l| l.packet_ps(Class::Tcp)),
        }
        {
            id: "queue_udp_packets",
            label: "Datagrams in the queue",
            unit: Packets,
            help: "UDP datagrams in the queue, averaged over time.",
            read: Mean(|l| l.packet_ps(Class::Udp)),
        }
        {
            id: "queue_ack_packets",
            label: "Acknowledgments in the queue",
            unit: Packets,
            help: "Acknowledgments in the queue, averaged over time.",
            read: Mean(|l| l.packet_ps(Class::Ack)),
        }
        {
            id: "utilization",
            label: "Utilization",
            unit: Ratio,
            help: "Share of time in which the link transmits.",
            read: Share(|l| l.link.busy(l.now).0 as f64),
        }
        {
            id: "arrivals_tcp",
            label: "TCP arrivals",
            unit: Packets,
            help: "TCP data packets that arrived at the link, including those dropped there.",
            read: Increase(|l| l.arrived(Class::Tcp)),
        }
        {
            id: "arrivals_udp",
            label: "UDP arrivals",
            unit: Packets,
            help: "UDP datagrams that arrived at the link, including those dropped there.",
            read: Increase(|l| l.arrived(Class::Udp)),
        }
        {
            id: "arrivals_ack",
            label: "ACK arrivals",
            unit: Packets,
            help: "Acknowledgments that arrived at the link, including those dropped there.",
            read: Increase(|l| l.arrived(Class::Ack)),
        }
        {
            id: "drops_tcp",
            label: "TCP drops",
            unit: Packets,
            help: "TCP data packets dropped at this link.",
            read: Increase(|l| l.dropped(Class::Tcp)),
        }
        {
            id: "drops_udp",
            label: "UDP drops",
            unit: Packets,
            help: "UDP datagrams dropped at this link.",
            read: Increase(|l| l.dropped(Class::Udp)),
        }
        {
            id: "drops_ack",
            label: "ACK drops",
            unit: Packets,
            help: "Acknowledgments dropped at this link.",
            read: Increase(|l| l.dropped(Class::Ack)),
        }
        {
            id: "loss_tcp",
            label: "TCP loss",
            unit: Ratio,
            help: "TCP data packets dropped, divided by those that arrived. No value without arrivals.",
            read: Ratio("drops_tcp", "arrivals_tcp"),
        }
        {
            id: "loss_udp",
            label: "UDP loss",
            unit: Ratio,
            help: "UDP datagrams dropped, divided by those that arrived. No value without arrivals.",
            read: Ratio("drops_udp", "arrivals_udp"),
        }
        {
            id: "loss_ack",
            label: "ACK loss",
            unit: Ratio,
            help: "Acknowledgments dropped, divided by those that arrived. No value without arrivals.",
            read: Ratio("drops_ack", "arrivals_ack"),
        }
        {
            id: "drops_tail",
            label: "Drops, buffer full",
            unit: Packets,
            help: "Packets dropped because the buffer had no room.",
            read: Increase(|l| l.dropped_for(Reason::Tail)),
        }
        {
            id: "drops_early",
            label: "Drops, early",
            unit: Packets,
            help: "Packets that the queue discipline dropped on arrival although the buffer had room.",
            read: Increase(|l| l.dropped_for(Reason::Early)),
        }
        {
            id: "drops_at_dequeue",
            label: "Drops, at dequeue",
            unit: Packets,
            help: "Packets that the queue discipline dropped when they were next to be sent.",
            read: Increase(|l| l.dropped_for(Reason::AtDequeue)),
        }
        {
            id: "drops_overload",
            label: "Drops, overload",
            unit: Packets,
            help: "Packets dropped because the queue had been too long for some time.",
            read: Increase(|l| l.dropped_for(Reason::Overload)),
        }
        {
            id: "marked_packets",
            label: "Marks",
            unit: Packets,
            help: "Packets that the queue marked (ECN).",
            read: Increase(|l| l.counters.marked as f64),
        }
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
        self.counters.dropped.of(class) as f64
    }
}

/// Series of drops. Each dropped packet counts in exactly one of them.
pub const DROPS: [&str; Class::COUNT] = ["drops_tcp", "drops_udp", "drops_ack"];
