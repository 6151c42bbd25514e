//! Conservation check: counts every packet where it is, to prove that none is lost or created.
//!
//! Packets in flight are found by a walk over the calendar and the queues, independent of the counters that they
//! are compared with. A packet is counted when its fate is certain:
//!
//! - Data is *delivered* when it leaves the last link that could drop it. The rest of the path and the reaction of the
//!   receiver are computed.
//! - An acknowledgment is *sent* as soon as it is known, which may be before its receiver would send it. It is in
//!   flight until the sender has it, on any path.
//! - A datagram of an open-loop source is *sent* when it reaches the network, or when its access link drops it, in the
//!   order of sending. Before that, it does not exist in the simulation.

use super::Simulation;
use super::event::Event;
use super::run::Run;
use crate::net::counters::ByClass;
use crate::net::node::Node;
use crate::packet::{Class, END, LANDS, Packet};
use crate::time::Time;

/// Counts of all packets of a run, from its start to the current time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConservationCheck {
    /// Time of the check.
    pub at: Time,
    /// Counts per flow, in the order of flow numbers.
    pub flows: Vec<FlowPackets>,
    /// Counts per link with a queue: each bottleneck forward and reverse, then the edges.
    pub links: Vec<LinkPackets>,
    /// Data that has left the last link and is not delivered yet, because packets overtake each other there.
    pub landing: u64,
}

/// Counts of the packets of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowPackets {
    /// Data packets, retransmissions included; for an open-loop flow its datagrams.
    pub data: PacketCounts,
    /// Acknowledgments; zero for an open-loop flow.
    pub acks: PacketCounts,
}

/// Counts of packets by their fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PacketCounts {
    /// Packets given to the first link.
    pub sent: u64,
    /// Copies of packets that lines have made.
    pub copied: u64,
    /// Packets that were delivered completely.
    pub delivered: u64,
    /// Packets dropped by the access link of their flow.
    pub access_dropped: u64,
    /// Packets dropped in the network.
    pub dropped: u64,
    /// Packets found on a link or in a queue.
    pub in_flight: u64,
}

/// Counts of the packets of a link, by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkPackets {
    /// Packets on the wire towards the link.
    pub approaching: ByClass,
    /// Packets that reached the queue.
    pub arrived: ByClass,
    /// Packets that the queue dropped.
    pub dropped: ByClass,
    /// Packets that left the link.
    pub departed: ByClass,
    /// Packets in the queue or in transmission.
    pub present: ByClass,
}

impl Simulation {
    /// Counts all packets. It takes time proportional to the packets in flight and changes nothing.
    #[must_use]
    pub fn check_conservation(&self) -> ConservationCheck {
        self.run.check_conservation()
    }
}

impl PacketCounts {
    /// Returns whether sent + copied = delivered + dropped (at the access link or later) + in flight.
    #[must_use]
    pub fn balances(&self) -> bool {
        let dropped = self.access_dropped + self.dropped;
        self.sent + self.copied == self.delivered + dropped + self.in_flight
    }
}

impl LinkPackets {
    /// Returns whether arrived = dropped + departed + present, in every class.
    #[must_use]
    pub fn balances(&self) -> bool {
        (0..Class::COUNT).all(|i| {
            self.arrived.0[i] == self.dropped.0[i] + self.departed.0[i] + self.present.0[i]
        })
    }
}

impl ConservationCheck {
    /// Describes the first balance that does not hold; `None` if all hold.
    ///
    /// Links and flows are counted separately and must also agree: on drops, and on data between two links.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let flow = |(number, flow): (usize, &FlowPackets)| {
            let balances = flow.data.balances() && flow.acks.balances();
            (!balances).then(|| format!("flow {number}: {flow:?}"))
        };
        let link = |(number, link): (usize, &LinkPackets)| {
            (!link.balances()).then(|| format!("link {number}: {link:?}"))
        };
        let flows = self.flows.iter().enumerate().find_map(flow);
        let links = || self.links.iter().enumerate().find_map(link);
        let fault = flows.or_else(links).or_else(|| self.disagreement());
        fault.map(|fault| format!("at {} s, {fault}", self.at.s()))
    }

    /// Describes the first disagreement between the counts of links and flows.
    fn disagreement(&self) -> Option<String> {
        let links = |part: fn(&LinkPackets) -> &ByClass, class| -> u64 {
            self.links.iter().map(|link| part(link).of(class)).sum()
        };
        let data = |part| links(part, Class::Tcp) + links(part, Class::Udp);
        let flows = |part: fn(&FlowPackets) -> u64| -> u64 { self.flows.iter().map(part).sum() };
        let entered = flows(|flow| flow.data.sent) - flows(|flow| flow.data.access_dropped);
        let passed_on = data(|link| &link.departed) + flows(|flow| flow.data.copied)
            - flows(|flow| flow.data.delivered)
            - self.landing;
        let balances = [
            (
                "data dropped",
                data(|link| &link.dropped),
                flows(|flow| flow.data.dropped),
            ),
            (
                "acknowledgments dropped",
                links(|link| &link.dropped, Class::Ack),
                flows(|flow| flow.acks.dropped),
            ),
            (
                "data on the way to a link",
                data(|link| &link.approaching) + data(|link| &link.arrived),
                entered + passed_on,
            ),
        ];
        let differs = balances.iter().find(|(_, links, flows)| links != flows);
        differs.map(|(what, links, flows)| format!("{what}: {links} by links, {flows} by flows"))
    }
}

impl Run {
    fn check_conservation(&self) -> ConservationCheck {
        let nodes = &self.network.nodes;
        let mut check = ConservationCheck {
            at: self.scheduler.now,
            flows: (0..)
                .zip(&self.population.flows)
                .map(|(number, flow)| counted(flow, self.network.copies(number)))
                .collect(),
            landing: 0,
            links: nodes.iter().map(counted_link).collect(),
        };
        for event in self.scheduler.calendar.iter() {
            // Those on their way to senders are elsewhere too.
            if let Event::Arrives(packet) = event
                && packet.to != END
            {
                check.find(&packet);
                if packet.to < LANDS {
                    let link = &mut check.links[packet.to as usize];
                    link.approaching.count(packet.class());
                } else if packet.to == LANDS && packet.class() != Class::Ack {
                    check.landing += 1;
                }
            }
        }
        for ack in self.scheduler.coming.iter() {
            check.find(&ack.packet);
        }
        for (number, node) in nodes.iter().enumerate() {
            for packet in node.packets() {
                check.find(packet);
                check.links[number].present.count(packet.class());
            }
        }
        check
    }
}

impl ConservationCheck {
    fn find(&mut self, packet: &Packet) {
        let flow = &mut self.flows[packet.flow() as usize];
        let counts = match packet.class() {
            Class::Ack => &mut flow.acks,
            Class::Tcp | Class::Udp => &mut flow.data,
        };
        counts.in_flight += 1;
    }
}

/// Starts the counts of a flow from its counters, with nothing in flight yet.
fn counted(flow: &super::flow::Flow, copies: [u64; 2]) -> FlowPackets {
    let counters = &flow.counters;
    FlowPackets {
        data: PacketCounts {
            sent: counters.sent,
            copied: copies[0],
            delivered: counters.delivered,
            access_dropped: flow.drops.access,
            dropped: flow.drops.network,
            in_flight: 0,
        },
        acks: PacketCounts {
            sent: counters.acks_sent,
            copied: copies[1],
            delivered: counters.acks_arrived,
            access_dropped: 0,
            dropped: flow.drops.acks,
            in_flight: 0,
        },
    }
}

/// Starts the counts of a link from its counters, with nothing present yet.
fn counted_link(link: &Node) -> LinkPackets {
    let counters = link.counters();
    LinkPackets {
        arrived: counters.arrived,
        dropped: counters.dropped,
        departed: counters.departed,
        ..LinkPackets::default()
    }
}
