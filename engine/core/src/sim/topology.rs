//! From the dumbbell that a scenario draws to links and routes: which link has which number, and who
//! passes which.

use crate::net::route::{AckPath, Route};
use crate::queue::Queue;
use crate::scenario::{Direction, Egress, Group, Scenario};
use crate::time::Span;

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
    queue.limit_packets().is_some_and(|n| n >= 1_000_000)
}
