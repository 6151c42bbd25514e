//! Translation of the dumbbell topology of a scenario to numbered links and routes.

use crate::line::Line;
use crate::net::port::Design;
use crate::net::route::{AckPath, Route};
use crate::net::switch::router::{OutputQueued, Router};
use crate::policer::Policer;
use crate::queue::Queue;
use crate::scenario::{Direction, Egress, Group, Scenario};
use crate::service::Service;
use crate::time::Span;

/// Port described by a scenario.
pub struct PortPlan {
    /// Path of the port, which names its random stream: `link/r0`, `link/r0:reverse`, `edge/a1`.
    pub path: String,
    /// Rate, delay, queue and pacer.
    pub design: Design,
    /// Kind of router in front of the port.
    pub router: Router,
    /// Line behind the port.
    pub line: Line,
}

/// Returns the ports of a scenario by number: each bottleneck forward and reverse in turn, then the edges.
#[must_use]
pub fn ports(scenario: &Scenario) -> Vec<PortPlan> {
    let bottlenecks = scenario.bottlenecks.iter().flat_map(|b| {
        let delay = Span::from_s(b.delay_s);
        let back = &b.reverse;
        let forward = Design {
            rate_bps: b.rate_bps,
            delay,
            queue: b.queue.clone(),
            pacer: b.pacer.clone(),
            device_packets: b.device_packets,
            policer: b.policer.clone(),
            service: b.service.clone(),
            filters_acks: false,
            share: 1.0,
        };
        let reverse = Design {
            rate_bps: back.rate_bps.unwrap_or(b.rate_bps),
            delay,
            queue: back.queue.clone(),
            pacer: back.pacer.clone(),
            device_packets: back.device_packets,
            policer: back.policer.clone(),
            service: back.service.clone(),
            filters_acks: back.ack_filter,
            share: 1.0,
        };
        [
            PortPlan {
                path: format!("link/{}", b.id),
                design: forward,
                router: b.router.clone(),
                line: b.line.clone(),
            },
            PortPlan {
                path: format!("link/{}:reverse", b.id),
                design: reverse,
                router: Router::OutputQueued(OutputQueued {}),
                line: back.line.clone(),
            },
        ]
    });
    let edges = scenario.edges.iter().map(|e| PortPlan {
        path: format!("edge/{}", e.id),
        router: Router::OutputQueued(OutputQueued {}),
        line: e.line.clone(),
        design: Design {
            rate_bps: e.rate_bps,
            delay: Span::from_s(e.delay_s),
            queue: e.queue.clone(),
            pacer: e.pacer.clone(),
            device_packets: 0,
            policer: e.policer.clone(),
            service: e.service.clone(),
            filters_acks: false,
            share: 1.0,
        },
    });
    bottlenecks.chain(edges).collect()
}

/// Returns the number of the forward port of bottleneck `i`; its reverse port is the next.
#[must_use]
pub fn forward_port(i: usize) -> u8 {
    (2 * i) as u8
}

/// Returns the number of the port of edge `i` in a scenario with `bottlenecks` bottlenecks.
#[must_use]
pub fn edge_port(bottlenecks: usize, i: usize) -> u8 {
    (2 * bottlenecks + i) as u8
}

/// Returns the routes of the groups, in their order. With `hop_by_hop`, acknowledgments take the ports of the
/// reverse path, as [they must](acks_keep_their_order) if their times cannot be computed.
#[must_use]
pub fn routes(scenario: &Scenario, hop_by_hop: bool) -> Vec<Route> {
    let computed = !hop_by_hop;
    scenario
        .groups
        .iter()
        .map(|group| route(scenario, group, computed))
        .collect()
}

/// Returns the route of a group: through its edge, then the bottlenecks, and back. Data of a reverse group takes
/// the reverse ports, and its acknowledgments the forward ports.
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
            let links = passed.iter().rev().map(|&i| i as u16);
            (there.collect(), AckPath::Computed(links.collect()))
        }
        Direction::Forward => (there.collect(), AckPath::Queued(back.collect())),
        Direction::Reverse => (back.collect(), AckPath::Queued(there.collect::<Vec<u8>>())),
    };
    let data: Vec<u8> = data;
    // Towards the sources an edge is never congested: it only delays an ACK.
    let acks_tail = edge.map_or(Span::ZERO, |i| Span::from_s(scenario.edges[i].delay_s));
    let delays = passed
        .iter()
        .map(|&i| Span::from_s(scenario.bottlenecks[i].delay_s).0);
    Route {
        data: first.into_iter().chain(data).collect(),
        acks,
        acks_tail,
        round_trip: Span(2 * (delays.sum::<u64>() + acks_tail.0)),
    }
}

/// Returns the bottlenecks that a group passes, from left to right.
fn passed(scenario: &Scenario, group: &Group) -> Vec<usize> {
    let all = 0..scenario.bottlenecks.len();
    match &group.via {
        None => all.collect(),
        Some(ids) => all
            .filter(|&i| ids.contains(&scenario.bottlenecks[i].id))
            .collect(),
    }
}

/// Returns whether acknowledgments reach the reverse links in the order of sending, without other traffic, and
/// without ever filling or being held at them. Then they need no events.
#[must_use]
pub fn acks_keep_their_order(scenario: &Scenario) -> bool {
    let alone = scenario
        .groups
        .iter()
        .all(|g| g.direction == Direction::Forward || g.count == 0);
    let roomy = scenario.bottlenecks.iter().all(|b| {
        let back = &b.reverse;
        is_roomy(&back.queue)
            && back.pacer.is_open()
            && back.device_packets == 0
            && !back.ack_filter
            && back.policer == Policer::NONE
            && back.line == Line::CLEAN
            && back.service == Service::CONSTANT
    });
    let mut tcp = scenario.groups.iter().filter(|g| g.count > 0 && is_tcp(g));
    let Some(first) = tcp.next() else {
        return alone && roomy;
    };
    let single_flow = first.count == 1 && tcp.clone().next().is_none();
    let same_path = |group: &Group| {
        group.via == first.via && has_no_egress_link(&group.egress) && !holds_acks_back(group)
    };
    alone && roomy && (single_flow || (same_path(first) && tcp.all(same_path)))
}

fn is_tcp(group: &Group) -> bool {
    !group.traffic.is_open_loop()
}

fn holds_acks_back(group: &Group) -> bool {
    matches!(&group.traffic, crate::traffic::Traffic::Tcp(config) if config.delayed_ack)
}

/// Returns whether sinks are directly behind the last router, so that acknowledgments leave as data arrives.
fn has_no_egress_link(egress: &Egress) -> bool {
    egress.rate_bps.is_none() && egress.delay_s == crate::scenario::Distribution::Fixed(0.0)
}

/// Returns whether the buffer is larger than the number of packets in any run.
fn is_roomy(queue: &Queue) -> bool {
    queue.drops_when_full_only() && queue.limit().packets.is_some_and(|n| n >= 1_000_000)
}
