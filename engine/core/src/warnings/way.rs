//! The way that a group's packets go, and how long a round trip takes where nothing waits.

use super::words::called;
use crate::queue::{Limit, Queue};
use crate::scenario::{Direction, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::traffic::Traffic;

/// A link with a queue that a group passes.
#[derive(Clone)]
pub struct Hop<'a> {
    /// Its path in the scenario; of the other direction of a bottleneck too that of the bottleneck.
    pub path: String,
    /// Its name, for people.
    pub name: &'a str,
    /// Bits per second.
    pub rate_bps: f64,
    /// One-way delay, seconds.
    pub delay_s: f64,
    /// Who may wait there.
    pub queue: &'a Queue,
    /// Which way.
    pub direction: Direction,
}

/// The links that packets of a group pass, in their order.
#[inline(never)]
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
    /// The path of its queue in the scenario.
    pub fn queue_path(&self) -> String {
        let is_reverse =
            self.direction == Direction::Reverse && self.path.starts_with("bottlenecks.");
        let reverse = if is_reverse { ".reverse" } else { "" };
        format!("{}{reverse}.queue", self.path)
    }

    /// Whether two groups meet here.
    pub fn is_same(&self, other: &Hop<'_>) -> bool {
        self.path == other.path && self.direction == other.direction
    }

    /// How many packets of `bytes` may wait; infinite without a limit.
    pub fn room(&self, bytes: f64) -> f64 {
        room(self.queue.limit(), bytes)
    }
}

/// How many packets of `bytes` a limit lets wait; infinite without one.
#[inline(never)]
pub fn room(limit: Limit, bytes: f64) -> f64 {
    match (limit.packets, limit.bytes) {
        (Some(packets), _) => f64::from(packets),
        (None, Some(most)) => most as f64 / bytes,
        (None, None) => f64::INFINITY,
    }
}

/// The slowest of some links, the first of equals.
#[inline(never)]
pub fn narrowest<'a, 'b>(hops: &'b [Hop<'a>]) -> Option<&'b Hop<'a>> {
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

/// Twice the delays of a group's way, seconds, its access link's (which may differ from flow to flow) not
/// included.
#[inline(never)]
pub fn round_trip_behind_access(group: &Group, hops: &[Hop<'_>]) -> f64 {
    let shared: f64 = hops.iter().map(|hop| hop.delay_s).sum();
    2.0 * (shared + largest(&group.egress.delay_s))
}

/// The longest round trip of a group's flows where nothing waits, seconds; of delays without a largest one
/// their mean counts.
#[inline(never)]
pub fn round_trip(group: &Group, hops: &[Hop<'_>]) -> f64 {
    round_trip_behind_access(group, hops) + 2.0 * largest(&group.access.delay_s)
}

fn largest(of: &crate::scenario::Distribution) -> f64 {
    of.ends().map_or_else(|| of.mean(), |(_, highest)| highest)
}

/// How long a link takes for a full packet, seconds.
#[inline(never)]
pub fn packet_s(config: &TcpConfig, hop: &Hop<'_>) -> f64 {
    8.0 * f64::from(config.wire_bytes()) / hop.rate_bps
}

/// Share of a packet's time at the bottleneck that an overhead should have, for what people round. Half of it
/// leaves two flows in step, see [`capture`](super::capture).
const ENOUGH: f64 = 0.9;

/// Whether senders take so much time over a packet that they keep no step with a link (Floyd and Jacobson 1992:
/// the time that it takes for one).
#[inline(never)]
pub fn is_out_of_step(config: &TcpConfig, hop: &Hop<'_>) -> bool {
    config.overhead_s >= ENOUGH * packet_s(config, hop)
}

/// What a group sends by, if that is TCP and it has flows.
#[inline(never)]
pub fn tcp(group: &Group) -> Option<&TcpConfig> {
    match &group.traffic {
        Traffic::Tcp(config) if group.count > 0 => Some(config),
        _ => None,
    }
}
