//! What is recorded of a link with a queue.

use crate::net::meter::Integrals;
use crate::net::meter::LinkCounters;
use crate::net::node::Node;
use crate::observe::probe::{Of, Subject, probes};
use crate::packet::Class;
use crate::queue::{Backlog, Reason};
use crate::time::Time;

/// Links with queues.
#[derive(Clone, Copy, Debug)]
pub struct Links;

/// A link at a sample.
pub struct Reading<'a> {
    /// The link.
    pub link: &'a Node,
    /// Its counters.
    pub counters: LinkCounters,
    /// The present.
    pub now: Time,
    /// Lowest and highest backlog since the sample before.
    pub extremes: (Backlog, Backlog),
    /// Backlogs integrated over time.
    pub integrals: Integrals,
}

impl Subject for Links {
    const OF: Of = Of::Link;
    type Reading<'a> = Reading<'a>;
    /// Of a link that stands idle: packets that had arrived when it fell idle.
    type Stamp = u64;

    probes! {
        {
            id: "queue_packets",
            label: "Queue, packets",
            unit: Packets,
            help: "Packets waiting, without the one in transmission.",
            read: Level(|l| l.integrals.packet_ps.iter().sum(), |l| l.packets()),
        }
        {
            id: "queue_bytes",
            label: "Queue, bytes",
            unit: Bytes,
            help: "Bytes waiting, without the packet in transmission.",
            read: Level(|l| l.integrals.byte_ps.iter().sum(), |l| l.bytes()),
        }
        {
            id: "queue_tcp_bytes",
            label: "TCP data in the queue",
            unit: Bytes,
            help: "Bytes of TCP data waiting, averaged over time.",
            read: Mean(|l| l.byte_ps(Class::Tcp)),
        }
        {
            id: "queue_udp_bytes",
            label: "UDP in the queue",
            unit: Bytes,
            help: "Bytes of datagrams waiting, averaged over time.",
            read: Mean(|l| l.byte_ps(Class::Udp)),
        }
        {
            id: "queue_ack_bytes",
            label: "ACKs in the queue",
            unit: Bytes,
            help: "Bytes of acknowledgements waiting, averaged over time.",
            read: Mean(|l| l.byte_ps(Class::Ack)),
        }
        {
            id: "queue_tcp_packets",
            label: "TCP segments in the queue",
            unit: Packets,
            help: "Segments of TCP data waiting, averaged over time.",
            read: Mean(|l| l.packet_ps(Class::Tcp)),
        }
        {
            id: "queue_udp_packets",
            label: "Datagrams in the queue",
            unit: Packets,
            help: "Datagrams waiting, averaged over time.",
            read: Mean(|l| l.packet_ps(Class::Udp)),
        }
        {
            id: "queue_ack_packets",
            label: "Acknowledgements in the queue",
            unit: Packets,
            help: "Acknowledgements waiting, averaged over time.",
            read: Mean(|l| l.packet_ps(Class::Ack)),
        }
        {
            id: "utilization",
            label: "Utilization",
            unit: Ratio,
            help: "Share of time in which the link was sending.",
            read: Share(|l| l.link.busy(l.now).0 as f64),
        }
        {
            id: "arrivals_tcp",
            label: "TCP arrivals",
            unit: Packets,
            help: "TCP segments with data that reached the link, dropped ones included.",
            read: Increase(|l| l.arrived(Class::Tcp)),
        }
        {
            id: "arrivals_udp",
            label: "UDP arrivals",
            unit: Packets,
            help: "Datagrams that reached the link, dropped ones included.",
            read: Increase(|l| l.arrived(Class::Udp)),
        }
        {
            id: "arrivals_ack",
            label: "ACK arrivals",
            unit: Packets,
            help: "Acknowledgements that reached the link, dropped ones included.",
            read: Increase(|l| l.arrived(Class::Ack)),
        }
        {
            id: "drops_tcp",
            label: "TCP drops",
            unit: Packets,
            help: "TCP segments with data that were dropped here.",
            read: Increase(|l| l.dropped(Class::Tcp)),
        }
        {
            id: "drops_udp",
            label: "UDP drops",
            unit: Packets,
            help: "Datagrams that were dropped here.",
            read: Increase(|l| l.dropped(Class::Udp)),
        }
        {
            id: "drops_ack",
            label: "ACK drops",
            unit: Packets,
            help: "Acknowledgements that were dropped here.",
            read: Increase(|l| l.dropped(Class::Ack)),
        }
        {
            id: "loss_tcp",
            label: "TCP loss",
            unit: Ratio,
            help: "TCP segments with data dropped out of those that arrived; nothing where none did.",
            read: Ratio("drops_tcp", "arrivals_tcp"),
        }
        {
            id: "loss_udp",
            label: "UDP loss",
            unit: Ratio,
            help: "Datagrams dropped out of those that arrived; nothing where none did.",
            read: Ratio("drops_udp", "arrivals_udp"),
        }
        {
            id: "loss_ack",
            label: "ACK loss",
            unit: Ratio,
            help: "Acknowledgements dropped out of those that arrived; nothing where none did.",
            read: Ratio("drops_ack", "arrivals_ack"),
        }
        {
            id: "drops_tail",
            label: "Drops, buffer full",
            unit: Packets,
            help: "Packets dropped because there was no room.",
            read: Increase(|l| l.dropped_for(Reason::Tail)),
        }
        {
            id: "drops_early",
            label: "Drops, early",
            unit: Packets,
            help: "Packets that a discipline dropped on arrival, though there was room.",
            read: Increase(|l| l.dropped_for(Reason::Early)),
        }
        {
            id: "drops_at_dequeue",
            label: "Drops, at dequeue",
            unit: Packets,
            help: "Packets that a discipline dropped when it was their turn.",
            read: Increase(|l| l.dropped_for(Reason::AtDequeue)),
        }
        {
            id: "drops_overload",
            label: "Drops, overload",
            unit: Packets,
            help: "Packets dropped because the queue had been long for too long.",
            read: Increase(|l| l.dropped_for(Reason::Overload)),
        }
        {
            id: "marked_packets",
            label: "Marks",
            unit: Packets,
            help: "Packets that were given a congestion mark and took it.",
            read: Increase(|l| l.counters.marked as f64),
        }
    }
}

impl<'a> Reading<'a> {
    /// Looks at a link; its extremes begin anew.
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

    /// Whether nothing has waited since the sample before, nothing is here (at an input of a switch it waits for
    /// no line yet) and nothing is being sent: then nothing will change until another packet arrives.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.extremes.1.packets == 0 && self.link.occupied() == 0 && !self.link.is_sending(self.now)
    }

    fn packets(&self) -> (f64, f64) {
        let (low, high) = self.extremes;
        (low.packets.into(), high.packets.into())
    }

    fn bytes(&self) -> (f64, f64) {
        let (low, high) = self.extremes;
        (low.bytes as f64, high.bytes as f64)
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

/// Series of drops of which each packet counts in one.
pub const DROPS: [&str; Class::COUNT] = ["drops_tcp", "drops_udp", "drops_ack"];
