//! Links that packets of a group pass, and the round-trip time of a group without queueing.

use super::{Direction, Group, Scenario};
use crate::queue::{Limit, Queue};
use crate::tcp::config::TcpConfig;
use crate::traffic::Traffic;

/// Returns the label of a thing, or its id if it has no label.
pub fn called<'a>(label: &'a str, id: &'a str) -> &'a str {
    if label.is_empty() { id } else { label }
}

/// A link with a queue that a group passes.
#[derive(Clone)]
pub struct Hop<'a> {
    /// Path in the scenario; both directions of a bottleneck have the path of the bottleneck.
    pub path: String,
    /// Label, or the id if it has none.
    pub name: &'a str,
    /// Rate of the link in b/s.
    pub rate_bps: f64,
    /// Propagation delay in seconds, one way.
    pub delay_s: f64,
    /// Queue discipline of the link.
    pub queue: &'a Queue,
    /// Direction of the packets.
    pub direction: Direction,
}

/// Returns the links with queues that packets of a group pass, in order.
pub fn hops<'a>(scenario: &'a Scenario, group: &Group) -> Vec<Hop<'a>> {
    let edges = scenario.edges.iter();
    let edge = edges.filter(|edge| group.edge.as_ref() == Some(&edge.id));
    let edge = edge.map(|edge| Hop {
        path: format!("edges.{}", edge.id),
        name: called(&edge.label, &edge.id),
        rate_bps: edge.rate_bps,
        delay_s: edge.delay_s,
        queue: &edge.queue,
        direction: group.direction,
    });
    let passes = |id: &String| group.via.as_ref().is_none_or(|via| via.contains(id));
    let row = scenario.bottlenecks.iter().filter(|b| passes(&b.id));
    let row = row.map(|b| {
        let (rate_bps, queue) = match group.direction {
            Direction::Forward => (b.rate_bps, &b.queue),
            Direction::Reverse => (b.reverse.rate_bps.unwrap_or(b.rate_bps), &b.reverse.queue),
        };
        Hop {
            path: format!("bottlenecks.{}", b.id),
            name: called(&b.label, &b.id),
            rate_bps,
            delay_s: b.delay_s,
            queue,
            direction: group.direction,
        }
    });
    let mut hops: Vec<Hop<'a>> = edge.chain(row).collect();
    if group.direction == Direction::Reverse {
        let first = hops.len() - row_length(&hops);
        hops[first..].reverse();
    }
    hops
}

fn row_length(hops: &[Hop<'_>]) -> usize {
    let in_row = |hop: &&Hop<'_>| hop.path.starts_with("bottlenecks.");
    hops.iter().filter(in_row).count()
}

impl Hop<'_> {
    /// Returns the path of its queue in the scenario.
    pub fn queue_path(&self) -> String {
        let is_reverse =
            self.direction == Direction::Reverse && self.path.starts_with("bottlenecks.");
        let reverse = if is_reverse { ".reverse" } else { "" };
        format!("{}{reverse}.queue", self.path)
    }

    /// Returns whether both are the same direction of the same link.
    pub fn is_same(&self, other: &Hop<'_>) -> bool {
        self.path == other.path && self.direction == other.direction
    }

    /// Returns the number of packets of `bytes` that may wait; infinite without a limit.
    pub fn room(&self, bytes: f64) -> f64 {
        room(self.queue.limit(), bytes)
    }
}

/// Returns the number of packets of `bytes` within a limit; infinite without one.
pub fn room(limit: Limit, bytes: f64) -> f64 {
    match (limit.packets, limit.bytes) {
        (Some(packets), _) => f64::from(packets),
        (None, Some(most)) => most as f64 / bytes,
        (None, None) => f64::INFINITY,
    }
}

/// Returns the slowest link; of equal ones the first.
pub fn slowest<'a, 'b>(hops: &'b [Hop<'a>]) -> Option<&'b Hop<'a>> {
    let mut hops = hops.iter();
    let first = hops.next()?;
    Some(hops.fold(first, |least, hop| {
        if hop.rate_bps < least.rate_bps {
            hop
        } else {
            least
        }
    }))
}

/// Returns twice the propagation delay of a group's path in seconds, without the access link, which may differ
/// between flows.
pub fn round_trip_behind_access(group: &Group, hops: &[Hop<'_>]) -> f64 {
    let shared: f64 = hops.iter().map(|hop| hop.delay_s).sum();
    2.0 * (shared + largest(&group.egress.delay_s))
}

/// Returns the longest round-trip time of a group without queueing, in seconds. For delays without a maximum it uses
/// the mean.
pub fn round_trip(group: &Group, hops: &[Hop<'_>]) -> f64 {
    round_trip_behind_access(group, hops) + 2.0 * largest(&group.access.delay_s)
}

fn largest(of: &crate::scenario::Distribution) -> f64 {
    of.ends().map_or_else(|| of.mean(), |(_, highest)| highest)
}

/// Returns the transmission time of a full packet at a link, in seconds.
pub fn packet_s(config: &TcpConfig, hop: &Hop<'_>) -> f64 {
    8.0 * f64::from(config.wire_bytes()) / hop.rate_bps
}

/// Smallest overhead that is enough, as a share of a packet time at the bottleneck; below 1 because users round. Half a
/// packet time leaves two flows synchronized, see [`capture`](crate::warnings::capture).
const ENOUGH: f64 = 0.9;

/// Returns whether the random overhead of senders is at least about a packet time at the link, as Floyd and Jacobson
/// (1992) require.
pub fn is_out_of_step(config: &TcpConfig, hop: &Hop<'_>) -> bool {
    config.overhead_s >= ENOUGH * packet_s(config, hop)
}

/// Returns the TCP configuration of a group that has flows and uses TCP.
pub fn tcp(group: &Group) -> Option<&TcpConfig> {
    match &group.traffic {
        Traffic::Tcp(config) if group.count > 0 => Some(config),
        _ => None,
    }
}
