//! A census: every packet counted where it is, for whoever checks that none is lost or made up.
//!
//! What is in flight is counted by walking the event set and the links' queues, and owes nothing to
//! the counters it is compared with. Packets are counted as the simulation decides their fate, which
//! is where nothing can happen to them any more:
//!
//! - data is *delivered* when it has left the last link that could drop it; the way from there to
//!   the receiver is computed, and so is what the receiver does about it;
//! - an acknowledgement is *sent* as soon as that is known, which may be before its receiver would
//!   send it, and is in flight until its sender has it, by whichever way it goes;
//! - a datagram of an open-loop source is *sent* when it reaches the network, or is found to have had no room on
//!   its source's own link, in the order in which they were sent: until then it need not be thought of.

use super::event::Event;
use super::{Core, Simulation};
use crate::net::meter::ByClass;
use crate::net::node::Node;
use crate::packet::{Class, END, Packet};
use crate::time::Time;

/// Where all packets of a run are, from its start to a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// The moment.
    pub at: Time,
    /// One per flow, in the order of their numbers.
    pub flows: Vec<FlowCensus>,
    /// One per link with a queue: each bottleneck forward and reverse, then the edges.
    pub links: Vec<LinkCensus>,
}

/// The packets of a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowCensus {
    /// Data, repetitions included; datagrams of an open-loop flow.
    pub data: Tally,
    /// Acknowledgements; none in an open-loop flow.
    pub acks: Tally,
}

/// What became of packets that were sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Given to the first link.
    pub sent: u64,
    /// Got through.
    pub delivered: u64,
    /// Found no room on their flow's own link.
    pub access_dropped: u64,
    /// Dropped on the way.
    pub dropped: u64,
    /// Found on a wire or in a queue.
    pub in_flight: u64,
}

/// The packets of a link, by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkCensus {
    /// Found on the wire towards it.
    pub approaching: ByClass,
    /// Reached its queue.
    pub arrived: ByClass,
    /// Dropped by it.
    pub dropped: ByClass,
    /// Left it.
    pub departed: ByClass,
    /// Found in its queue or in transmission.
    pub present: ByClass,
}

impl Simulation {
    /// Counts all packets; takes time in proportion to the packets under way, and changes nothing.
    #[must_use]
    pub fn census(&self) -> Census {
        self.core.census()
    }
}

impl Tally {
    /// Whether sent = delivered + dropped, at the access link or later, + in flight.
    #[must_use]
    pub fn balances(&self) -> bool {
        let dropped = self.access_dropped + self.dropped;
        self.sent == self.delivered + dropped + self.in_flight
    }
}

impl LinkCensus {
    /// Whether arrived = dropped + departed + present, in every class.
    #[must_use]
    pub fn balances(&self) -> bool {
        (0..Class::COUNT).all(|i| {
            self.arrived.0[i] == self.dropped.0[i] + self.departed.0[i] + self.present.0[i]
        })
    }
}

impl Census {
    /// The first balance that does not hold, in words; `None` where every packet is somewhere.
    ///
    /// Links and flows are counted apart and must agree as well: on drops, and on data that has left one link
    /// and is on its way to the next.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let flow = |(number, flow): (usize, &FlowCensus)| {
            let balances = flow.data.balances() && flow.acks.balances();
            (!balances).then(|| format!("flow {number}: {flow:?}"))
        };
        let link = |(number, link): (usize, &LinkCensus)| {
            (!link.balances()).then(|| format!("link {number}: {link:?}"))
        };
        let flows = self.flows.iter().enumerate().find_map(flow);
        let links = || self.links.iter().enumerate().find_map(link);
        let fault = flows.or_else(links).or_else(|| self.disagreement());
        fault.map(|fault| format!("at {} s, {fault}", self.at.s()))
    }

    /// What links and flows do not agree on.
    fn disagreement(&self) -> Option<String> {
        let links = |part: fn(&LinkCensus) -> &ByClass, class| -> u64 {
            self.links.iter().map(|link| part(link).of(class)).sum()
        };
        let data = |part| links(part, Class::Tcp) + links(part, Class::Udp);
        let flows = |part: fn(&FlowCensus) -> u64| -> u64 { self.flows.iter().map(part).sum() };
        let entered = flows(|flow| flow.data.sent) - flows(|flow| flow.data.access_dropped);
        let passed_on = data(|link| &link.departed) - flows(|flow| flow.data.delivered);
        let balances = [
            (
                "data dropped",
                data(|link| &link.dropped),
                flows(|flow| flow.data.dropped),
            ),
            (
                "acknowledgements dropped",
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

impl Core {
    fn census(&self) -> Census {
        let mut census = Census {
            at: self.now,
            flows: self.flows.iter().map(counted).collect(),
            links: self.links.iter().map(counted_link).collect(),
        };
        for event in self.calendar.iter() {
            if let Event::Arrives(packet) = event {
                census.find(&packet);
                if packet.to != END {
                    let link = &mut census.links[packet.to as usize];
                    link.approaching.count(packet.class);
                }
            }
        }
        for (number, link) in self.links.iter().enumerate() {
            for packet in link.packets() {
                census.find(packet);
                census.links[number].present.count(packet.class);
            }
        }
        census
    }
}

impl Census {
    fn find(&mut self, packet: &Packet) {
        let flow = &mut self.flows[packet.flow as usize];
        let tally = match packet.class {
            Class::Ack => &mut flow.acks,
            Class::Tcp | Class::Udp => &mut flow.data,
        };
        tally.in_flight += 1;
    }
}

/// What a flow's counters say; nothing found yet.
fn counted(flow: &super::flow::Flow) -> FlowCensus {
    let counters = &flow.counters;
    FlowCensus {
        data: Tally {
            sent: counters.sent,
            delivered: counters.delivered,
            access_dropped: counters.access_dropped,
            dropped: counters.dropped,
            in_flight: 0,
        },
        acks: Tally {
            sent: counters.acks_sent,
            delivered: counters.acks_arrived,
            access_dropped: 0,
            dropped: counters.acks_dropped,
            in_flight: 0,
        },
    }
}

/// What a link's counters say; nothing found yet.
fn counted_link(link: &Node) -> LinkCensus {
    let counters = link.counters();
    LinkCensus {
        arrived: counters.arrived,
        dropped: counters.dropped,
        departed: counters.departed,
        ..LinkCensus::default()
    }
}
