//! Network of a run: nodes with queues, the times at which they must be served, and computed links.
//!
//! The network forwards packets but knows no flows: a packet enters with its node in it ([`arrive`](Network::arrive)),
//! and its [departure](Network::serve) goes to the caller, who knows the route.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::script::{FaultAction, ScriptedFault, ScriptedFaults};
use super::service_schedule::ServiceSchedule;
use super::topology::{self, PortPlan};
use crate::line::{self, Line};
use crate::net::node::Node;
use crate::net::port::Admission;
use crate::net::route::{ComputedLink, Route};
use crate::net::wire::Wire;
use crate::packet::{Class, Packet};
use crate::queue::Reason;
use crate::rng::Rng;
use crate::scenario::Scenario;
use crate::time::{Span, Time};

/// Nodes and links of a run.
#[derive(Clone, Debug)]
pub struct Network {
    /// Nodes at the heads of links with queues: each bottleneck forward and reverse, then the edges.
    pub nodes: Vec<Node>,
    /// Links of the reverse path, on which acknowledgments need no events.
    pub computed_links: Vec<ComputedLink>,
    schedule: ServiceSchedule,
    faults: ScriptedFaults,
    /// Lines that lose, delay or copy packets, by node; nothing for a line that has always been clean.
    lines: Vec<Option<Box<line::State>>>,
    /// Nodes with such a line, one bit each; all nodes if departures are [reported](Self::report_all).
    disturbed: u64,
    /// Whether arrivals take the code for scripted faults and captured packets.
    has_detour: bool,
    /// Copies that lines have made, by flow: of data and of acknowledgments.
    copies: BTreeMap<u32, [u64; 2]>,
    /// Whether acknowledgments take the ports of the reverse path.
    hop_by_hop: bool,
    /// Number of packets that have left nodes.
    pub forwarded: u64,
}

/// Packet that has left a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The packet; it names the node that it has left.
    pub packet: Packet,
    /// Time at which its last bit left the node.
    pub left: Time,
    /// Time at which it reaches the other end of the link.
    pub arrives: Time,
}

impl Network {
    /// Creates the idle network of a scenario, each queue with its own random stream.
    #[must_use]
    pub fn new(scenario: &Scenario, hop_by_hop: bool, faults: &[ScriptedFault]) -> Network {
        let plans = topology::ports(scenario);
        let nodes: Vec<Node> = (plans.iter())
            .map(|plan| {
                let rng_of = queue_rngs(scenario, plan);
                Node::new(&plan.router, plan.design.clone(), &rng_of)
            })
            .collect();
        let mut network = Network {
            schedule: ServiceSchedule::of(nodes.len()),
            lines: vec![None; nodes.len()],
            disturbed: 0,
            has_detour: !faults.is_empty(),
            copies: BTreeMap::new(),
            nodes,
            computed_links: computed_links(scenario),
            faults: ScriptedFaults::new(faults),
            hop_by_hop,
            forwarded: 0,
        };
        for (node, plan) in (0..).zip(&plans) {
            network.set_line(scenario, node, plan);
        }
        network
    }

    /// Changes the line behind a node. Once it has disturbed packets, the node is served at the exact time.
    fn set_line(&mut self, scenario: &Scenario, node: usize, plan: &PortPlan) {
        match &mut self.lines[node] {
            Some(line) => line.reconfigure(&plan.line),
            None if plan.line == Line::CLEAN => return,
            line => {
                let name = format!("{}/line", plan.path);
                let rng = Rng::for_component(scenario.seed, &name, 0);
                *line = Some(Box::new(line::State::new(&plan.line, rng)));
            }
        }
        self.disturbed |= 1 << node;
        self.nodes[node].forbid_deferral();
    }

    /// Lets all packets take the code in which they can be captured: arrivals that of scripted faults, departures that of
    /// lines that disturb packets.
    pub fn report_all(&mut self) {
        self.has_detour = true;
        self.disturbed = u64::MAX;
    }

    /// Returns whether the line behind a node may lose, delay or copy packets, or departures are reported.
    #[inline]
    #[must_use]
    pub fn is_disturbed(&self, node: u8) -> bool {
        self.disturbed >> node & 1 != 0
    }

    /// Lets a packet that has left a node cross a disturbed line. Returns how many packets arrive, and whether they may
    /// overtake others; sets the time at which they arrive.
    pub fn cross_line(&mut self, node: u8, departure: &mut Departure) -> (u32, bool) {
        let node = usize::from(node);
        let Some(line) = &mut self.lines[node] else {
            return (1, false);
        };
        let Departure { packet, left, .. } = departure;
        let crossing = line.cross(*left, self.nodes[node].delay(), packet);
        let packet = *packet;
        let arrives = match crossing.arrives {
            Ok(arrives) => arrives,
            Err(reason) => {
                self.nodes[node].lose(&packet, reason);
                return (0, false);
            }
        };
        departure.arrives = arrives;
        if crossing.is_copied {
            let copies = self.copies.entry(packet.flow()).or_default();
            copies[usize::from(packet.class() == Class::Ack)] += 1;
        }
        (1 + u32::from(crossing.is_copied), line.overtakes())
    }

    /// Returns the copies that lines have made of packets of a flow: of data, and of acknowledgments.
    #[must_use]
    pub fn copies(&self, flow: u32) -> [u64; 2] {
        self.copies.get(&flow).copied().unwrap_or_default()
    }

    /// Lets varying services keep up with `now`, up to which everything has happened.
    pub fn keep_up(&mut self, now: Time) {
        self.nodes.iter_mut().for_each(|node| node.keep_up(now));
    }

    /// Returns the node to serve first, and the first instant at which its service would be too late.
    #[inline]
    #[must_use]
    pub fn next(&self) -> (Time, u8) {
        self.schedule.next()
    }

    /// Returns a node by its number.
    #[inline]
    #[must_use]
    pub fn node(&self, node: u8) -> &Node {
        &self.nodes[node as usize]
    }

    /// Handles the arrival of a packet at its node, which must have been advanced to `now`. Afterwards [plan the
    /// service](Self::plan_service) of the node, unless the packet was only queued or dropped.
    #[inline]
    pub fn arrive(&mut self, now: Time, packet: Packet) -> Admission {
        self.nodes[packet.to as usize].arrive(now, packet)
    }

    /// Returns whether faults are scripted or packets are captured.
    #[inline]
    #[must_use]
    pub fn has_detour(&self) -> bool {
        self.has_detour
    }

    /// Handles the arrival of a packet in a run with scripted faults.
    ///
    /// # Errors
    /// The delay of a packet that will arrive later.
    pub fn arrive_with_fault(
        &mut self,
        now: Time,
        mut packet: Packet,
        is_first: bool,
    ) -> Result<Admission, Span> {
        match self.faults.inject(&packet, is_first) {
            Some(FaultAction::Dropped) => {
                let node = &mut self.nodes[packet.to as usize];
                return Ok(node.refuse(&packet, Reason::OnPurpose));
            }
            Some(FaultAction::Late(delay)) => return Err(delay),
            Some(FaultAction::Marked) => {
                packet.mark();
            }
            None => {}
        }
        Ok(self.arrive(now, packet))
    }

    /// Runs the next action of a node. Returns the packet that has left, if any.
    #[inline(always)]
    pub fn serve(&mut self, node: u8) -> Option<Departure> {
        let node = &mut self.nodes[node as usize];
        let (left, delay) = (node.next_at(), node.delay());
        let packet = node.on_time(left)?;
        self.forwarded += 1;
        Some(Departure {
            packet,
            left,
            arrives: left + delay,
        })
    }

    /// Schedules the next service of a node, after its state has changed.
    #[inline(always)]
    pub fn plan_service(&mut self, node: u8) {
        let due = self.nodes[node as usize].due_at();
        self.schedule.set_due(node, due);
    }

    /// Returns the packets that a node dropped after their admission.
    pub fn take_dropped(&mut self, node: u8) -> Vec<(Packet, Reason)> {
        self.nodes[node as usize].take_dropped()
    }

    /// Returns the number of packets at all nodes.
    #[must_use]
    pub fn occupied(&self) -> usize {
        self.nodes.iter().map(Node::occupied).sum()
    }

    /// Returns the routes of the groups. Once acknowledgments have used the ports of the reverse path, they keep
    /// using them: computed ones would not see those that wait there.
    pub fn routes(&mut self, scenario: &Scenario) -> Vec<Route> {
        self.hop_by_hop |= !topology::acks_keep_their_order(scenario);
        topology::routes(scenario, self.hop_by_hop)
    }

    /// Serves nodes in order of time from now on, without deferral: packets of a flow may leave from two nodes.
    pub fn forbid_deferral(&mut self) {
        for node in &mut self.nodes {
            node.forbid_deferral();
        }
    }

    /// Changes rates, delays, queues and pacers. The nodes must have been advanced to `now`; [dropped
    /// packets](Self::take_dropped) must be counted afterwards.
    pub fn reconfigure(&mut self, now: Time, scenario: &Scenario) {
        for (node, plan) in (0..).zip(topology::ports(scenario)) {
            let rng_of = queue_rngs(scenario, &plan);
            self.set_line(scenario, usize::from(node), &plan);
            self.nodes[node as usize].reconfigure(now, &plan.router, plan.design, &rng_of);
            self.plan_service(node);
        }
        for (link, fresh) in self.computed_links.iter_mut().zip(computed_links(scenario)) {
            link.wire = fresh.wire;
            link.delay = fresh.delay;
        }
    }

    /// Measures the backlog of each group of flows at each node.
    pub fn set_groups(&mut self, now: Time, of_flow: &Arc<[u16]>, groups: usize) {
        for node in &mut self.nodes {
            node.set_groups(now, of_flow, groups);
        }
    }
}

/// Returns the random streams of the queues of a node, by number.
fn queue_rngs(scenario: &Scenario, plan: &PortPlan) -> impl Fn(u64) -> Rng + use<> {
    let (seed, name) = (scenario.seed, format!("{}/queue", plan.path));
    move |number| Rng::for_component(seed, &name, number)
}

fn computed_links(scenario: &Scenario) -> Vec<ComputedLink> {
    scenario
        .bottlenecks
        .iter()
        .map(|b| ComputedLink {
            wire: Wire::new(Some(b.reverse.rate_bps.unwrap_or(b.rate_bps))),
            delay: Span::from_s(b.delay_s),
            free: Time::ZERO,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::packet;
    use serde_json::json;

    /// A bottleneck of 1 Mb/s and 10 ms that holds two packets.
    fn network() -> Network {
        let scenario = Scenario::from_value(json!({
            "bottlenecks": [{"id": "r0", "rate_bps": 1e6, "delay_s": 0.01,
                             "queue": {"kind": "drop_tail", "limit_packets": 2}}],
            "groups": [],
        }));
        Network::new(&scenario.expect("a scenario"), false, &[])
    }

    /// Serves the network until nothing is due, and returns the departures.
    fn departures(network: &mut Network) -> Vec<Departure> {
        let mut left = Vec::new();
        while network.next().0 < Time::NEVER {
            let (_, node) = network.next();
            left.extend(network.serve(node));
            network.plan_service(node);
        }
        left
    }

    #[test]
    fn packets_leave_one_transmission_time_apart_and_arrive_a_delay_later() {
        let mut network = network();
        let now = Time::from_s(1.0);
        for admission in [Admission::Begun, Admission::Queued, Admission::Queued] {
            assert_eq!(network.arrive(now, packet(1000, false)), admission);
        }
        let dropped = network.arrive(now, packet(1000, false));
        assert_eq!(dropped, Admission::Dropped(Reason::Tail));
        network.plan_service(0);
        let left = departures(&mut network);
        let at_s = |time: fn(&Departure) -> Time| left.iter().map(|it| time(it).s()).collect();
        let (left_s, arrives_s): (Vec<f64>, Vec<f64>) = (at_s(|it| it.left), at_s(|it| it.arrives));
        assert_eq!(left_s, [1.008, 1.016, 1.024]);
        assert_eq!(arrives_s, [1.018, 1.026, 1.034]);
        assert_eq!((network.forwarded, network.occupied()), (3, 0));
    }
}
