//! From the dumbbell that a scenario draws to links and routes: which link has which number, and who
//! passes which.

use crate::net::port::Design;
use crate::net::route::{AckPath, Route};
use crate::net::switch::router::{OutputQueued, Router};
use crate::pacer::Pacer;
use crate::queue::Queue;
use crate::scenario::{Direction, Egress, Group, Scenario};
use crate::time::Span;

/// A port that a scenario asks for.
pub struct PortPlan {
    /// Its path, by which its chance is named: `link/r0`, `link/r0:reverse`, `edge/a1`.
    pub path: String,
    /// What it is made of.
    pub design: Design,
    /// What stands in front of it.
    pub router: Router,
}

/// The ports of a scenario by number: each bottleneck forward and reverse in turn, then the edges.
#[must_use]
pub fn ports(scenario: &Scenario) -> Vec<PortPlan> {
    let bottlenecks = scenario.bottlenecks.iter().flat_map(|b| {
        let delay = Span::from_s(b.delay_s);
        let one_way =
            |path, rate_bps, queue: &Queue, pacer: &Pacer, device_packets, router| PortPlan {
                path,
                router,
                design: Design {
                    rate_bps,
                    delay,
                    queue: queue.clone(),
                    pacer: pacer.clone(),
                    device_packets,
                },
            };
        let reverse_bps = b.reverse.rate_bps.unwrap_or(b.rate_bps);
        [
            one_way(
                format!("link/{}", b.id),
                b.rate_bps,
                &b.queue,
                &b.pacer,
                b.device_packets,
                b.router.clone(),
            ),
            one_way(
                format!("link/{}:reverse", b.id),
                reverse_bps,
                &b.reverse.queue,
                &b.reverse.pacer,
                b.reverse.device_packets,
                Router::OutputQueued(OutputQueued {}),
            ),
        ]
    });
    let edges = scenario.edges.iter().map(|e| PortPlan {
        path: format!("edge/{}", e.id),
        router: Router::OutputQueued(OutputQueued {}),
        design: Design {
            rate_bps: e.rate_bps,
            delay: Span::from_s(e.delay_s),
            queue: e.queue.clone(),
            pacer: e.pacer.clone(),
            device_packets: 0,
        },
    });
    bottlenecks.chain(edges).collect()
}

/// Number of the forward port of bottleneck `i`; its reverse port is the next.
#[must_use]
pub fn forward_port(i: usize) -> u8 {
    (2 * i) as u8
}

/// Number of the port of edge `i` among `bottlenecks` bottlenecks.
#[must_use]
pub fn edge_port(bottlenecks: usize, i: usize) -> u8 {
    (2 * bottlenecks + i) as u8
}

/// The routes of a scenario's groups, in their order; `hop_by_hop`: acknowledgements take the ports of the
/// way back, which [they must](acks_keep_their_order) unless what they meet there can be computed.
#[must_use]
pub fn routes(scenario: &Scenario, hop_by_hop: bool) -> Vec<Route> {
    let computed = !hop_by_hop;
    scenario
        .groups
        .iter()
        .map(|group| route(scenario, group, computed))
        .collect()
}

/// The way of a group: through its edge, then the bottlenecks, and back. Data of a reverse group takes the
/// reverse ports, and its acknowledgements the forward ones.
fn route(scenario: &Scenario, group: &Group, computed: bool) -> Route {
    let passed: Vec<usize> = passed(scenario, group);
    let there = passed.iter().map(|&i| forward_port(i));
    let back = passed.iter().rev().map(|&i| forward_port(i) + 1);
    let edge = group
        .edge
        .as_ref()
        .and_then(|id| scenario.edges.iter().position(|e| e.id == *id));
    let first = edge.map(|i| edge_port(scenario.bottlenecks.len(), i));
    let (data, acks) = match group.direction {
        Direction::Forward if computed => {
            let lanes = passed.iter().rev().map(|&i| i as u16);
            (there.collect(), AckPath::Computed(lanes.collect()))
        }
        Direction::Forward => (there.collect(), AckPath::Queued(back.collect())),
        Direction::Reverse => (back.collect(), AckPath::Queued(there.collect::<Vec<u8>>())),
    };
    let data: Vec<u8> = data;
    Route {
        data: first.into_iter().chain(data).collect(),
        acks,
        // Towards the sources an edge is never congested: an ACK takes its delay only.
        acks_tail: edge.map_or(Span::ZERO, |i| Span::from_s(scenario.edges[i].delay_s)),
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
/// without ever filling them or being held back; then no event is needed for them.
#[must_use]
pub fn acks_keep_their_order(scenario: &Scenario) -> bool {
    let alone = scenario
        .groups
        .iter()
        .all(|g| g.direction == Direction::Forward || g.count == 0);
    let roomy = scenario.bottlenecks.iter().all(|b| {
        is_roomy(&b.reverse.queue) && b.reverse.pacer.is_open() && b.reverse.device_packets == 0
    });
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
    !group.traffic.is_open_loop()
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
    queue.drops_when_full_only() && queue.limit().packets.is_some_and(|n| n >= 1_000_000)
}
