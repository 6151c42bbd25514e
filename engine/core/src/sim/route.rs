//! Routes: which links with queues a packet passes, and what it takes to get in, out and back.
//!
//! The dumbbell that a scenario draws compiles to this. Links that only one flow feeds (access and
//! egress links) have no queue to simulate: a FIFO with a single input is computed exactly from
//! when it was last busy. The same holds for the way back of acknowledgements where they keep their
//! order up to a link that nothing else uses; [`AckPath`] says which case a route is.

use crate::queue::Queue;
use crate::scenario::{Direction, Egress, Group, Scenario};
use crate::time::{Span, Time};

/// A way through the network, shared by the flows of a group.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// Links with queues that data passes, in order.
    pub data: Vec<u16>,
    /// Links that acknowledgements pass on their way back.
    pub acks: AckPath,
    /// Delay from the last of those links to the access link.
    pub acks_tail: Span,
}

/// How acknowledgements get back.
#[derive(Clone, Debug)]
pub enum AckPath {
    /// Over links where they may have to wait for others.
    Queued(Vec<u16>),
    /// Over links where they only ever follow each other, in the order in which they set out: when
    /// they get through is computed. Positions in the network's list of lanes.
    Computed(Vec<u16>),
}

/// A reverse link that needs no events: rate, delay and when it was last busy.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Bits per second.
    pub rate_bps: f64,
    /// Propagation delay.
    pub delay: Span,
    /// When its last transmission ends.
    pub free: Time,
}

impl Default for AckPath {
    fn default() -> Self {
        AckPath::Queued(Vec::new())
    }
}

impl Lane {
    /// When something that comes at `at` has arrived at the other end.
    #[inline]
    pub fn pass(&mut self, at: Time, bytes: u16) -> Time {
        self.free =
            at.max(self.free) + Span::of_transmission(u32::from(bytes), Some(self.rate_bps));
        self.free + self.delay
    }
}

/// Number of the forward link of bottleneck `i`; its reverse link is the next.
#[must_use]
pub fn forward_link(i: usize) -> u16 {
    (2 * i) as u16
}

/// Number of the link of edge `i` among `bottlenecks` bottlenecks.
#[must_use]
pub fn edge_link(bottlenecks: usize, i: usize) -> u16 {
    (2 * bottlenecks + i) as u16
}

/// The routes of a scenario's groups, in their order.
#[must_use]
pub fn routes(scenario: &Scenario, hop_by_hop: bool) -> Vec<Route> {
    let computed = !hop_by_hop && acks_keep_their_order(scenario);
    scenario
        .groups
        .iter()
        .map(|group| route(scenario, group, computed))
        .collect()
}

fn route(scenario: &Scenario, group: &Group, computed: bool) -> Route {
    let passed: Vec<usize> = passed(scenario, group);
    let there = passed.iter().map(|&i| forward_link(i));
    let back = passed.iter().rev().map(|&i| forward_link(i) + 1);
    if group.direction == Direction::Reverse {
        return Route {
            data: back.collect(),
            acks: AckPath::Queued(there.collect()),
            acks_tail: Span::ZERO,
        };
    }
    let edge = group
        .edge
        .as_ref()
        .and_then(|id| scenario.edges.iter().position(|e| e.id == *id));
    let acks = if computed {
        AckPath::Computed(passed.iter().rev().map(|&i| i as u16).collect())
    } else {
        AckPath::Queued(back.collect())
    };
    Route {
        data: edge
            .map(|i| edge_link(scenario.bottlenecks.len(), i))
            .into_iter()
            .chain(there)
            .collect(),
        acks,
        acks_tail: edge.map_or(Span::ZERO, |i| {
            // Towards the sources an edge link is never congested: an ACK takes its delay only.
            Span::from_s(scenario.edges[i].delay_s)
        }),
    }
}

/// The bottlenecks a group passes, from left to right.
fn passed(scenario: &Scenario, group: &Group) -> Vec<usize> {
    let all = 0..scenario.bottlenecks.len();
    match &group.via {
        None => all.collect(),
        Some(ids) => all
            .filter(|&i| ids.contains(&scenario.bottlenecks[i].id))
            .collect(),
    }
}

/// Whether acknowledgements reach the reverse links in the order in which they set out, alone, and
/// without ever filling them; then no event is needed for them.
fn acks_keep_their_order(scenario: &Scenario) -> bool {
    let alone = scenario
        .groups
        .iter()
        .all(|g| g.direction == Direction::Forward || g.count == 0);
    let roomy = scenario
        .bottlenecks
        .iter()
        .all(|b| is_roomy(&b.reverse.queue));
    let mut tcp = scenario.groups.iter().filter(|g| g.count > 0 && is_tcp(g));
    let Some(first) = tcp.next() else {
        return alone && roomy;
    };
    let single_flow = first.count == 1 && tcp.clone().next().is_none();
    let same_way = |group: &Group| {
        group.via == first.via && has_no_egress_link(&group.egress) && !holds_acks_back(group)
    };
    alone && roomy && (single_flow || (same_way(first) && tcp.all(same_way)))
}

fn is_tcp(group: &Group) -> bool {
    group.traffic.open_loop().is_none()
}

fn holds_acks_back(group: &Group) -> bool {
    matches!(&group.traffic, crate::traffic::Traffic::Tcp(config) if config.delayed_ack)
}

/// Sinks right behind the last router: acknowledgements set out as data gets through.
fn has_no_egress_link(egress: &Egress) -> bool {
    egress.rate_bps.is_none() && egress.delay_s == crate::scenario::Distribution::Fixed(0.0)
}

/// More room than there are packets in any run.
fn is_roomy(queue: &Queue) -> bool {
    queue.limit_packets().is_some_and(|n| n >= 1_000_000)
}
