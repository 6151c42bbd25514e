//! Plan of a capture: its interfaces, and an estimate of its size.

use std::collections::BTreeSet;

use super::headers;
use crate::net::route::Route;
use crate::scenario::Scenario;
use crate::sim::capture::{Point, Selection};
use crate::sim::topology;
use crate::time::Time;
use crate::traffic::Traffic;

/// Name of the point where senders are.
const SENDER: &str = "sender";
/// Name of the point where receivers are.
const RECEIVER: &str = "receiver";

/// Side of a queue: end of the name, point of a node, and description.
type Side = (&'static str, fn(u8) -> Point, &'static str);

/// Sides of a queue.
const SIDES: [Side; 3] = [
    ("in", Point::Arrival, "before admission to the queue"),
    ("out", Point::Departure, "after departure from the link"),
    ("drops", Point::Drop, "dropped packets, with the reason"),
];

/// Bytes of an enhanced packet block without the packet.
const BLOCK: f64 = 32.0;

/// Plan of a capture.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Interfaces of the file, by number.
    pub interfaces: Vec<Interface>,
    /// Selection of the packets to capture.
    pub selection: Selection,
    /// Largest number of bytes of a packet in the file.
    pub snap_bytes: u32,
}

/// Interface of a capture file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Point whose packets it has.
    pub point: Point,
    /// Name, such as `r0:in`.
    pub name: String,
    /// Description of the point.
    pub description: String,
}

impl Plan {
    /// Returns the names of the points of a scenario: bottlenecks forward and reverse and edges, each with both sides of
    /// the queue and its drops or one of them, `sender` and `receiver`.
    #[must_use]
    pub fn points(scenario: &Scenario) -> Vec<String> {
        let sides = |name: String| {
            let side = |end| format!("{name}:{end}");
            let sides = SIDES.map(|(end, ..)| side(end));
            std::iter::once(name.clone()).chain(sides)
        };
        let nodes = nodes(scenario).into_iter().flat_map(sides);
        nodes.chain([SENDER, RECEIVER].map(str::to_owned)).collect()
    }

    /// Creates the plan for these points (all if there are none), flows and times.
    ///
    /// # Errors
    /// The first name that is not a [point](Self::points).
    pub fn new(
        scenario: &Scenario,
        points: &[String],
        flows: Option<BTreeSet<u32>>,
        (from, until): (Time, Time),
        snap_bytes: u32,
    ) -> Result<Plan, String> {
        let names = Plan::points(scenario);
        if let Some(unknown) = points.iter().find(|point| !names.contains(point)) {
            return Err(unknown.clone());
        }
        let is_chosen = |name: &str| points.is_empty() || points.iter().any(|point| point == name);
        let mut interfaces = Vec::new();
        let mut selected = 0;
        for (node, name) in (0..).zip(nodes(scenario)) {
            for (end, point, description) in SIDES {
                let side = format!("{name}:{end}");
                if is_chosen(&name) || is_chosen(&side) {
                    selected |= 1 << node;
                    interfaces.push(Interface {
                        point: point(node),
                        name: side,
                        description: format!("{name}, {description}"),
                    });
                }
            }
        }
        for (point, name, description) in [
            (
                Point::Sender,
                SENDER,
                "TCP senders: segments sent, ACKs received",
            ),
            (
                Point::Receiver,
                RECEIVER,
                "Receivers: packets received, ACKs sent",
            ),
        ] {
            if is_chosen(name) {
                let (name, description) = (name.to_owned(), description.to_owned());
                interfaces.push(Interface {
                    point,
                    name,
                    description,
                });
            }
        }
        let selection = Selection {
            nodes: selected,
            senders: is_chosen(SENDER),
            receivers: is_chosen(RECEIVER),
            flows,
            from,
            until,
        };
        Ok(Plan {
            interfaces,
            selection,
            snap_bytes,
        })
    }

    /// Estimates the size of the file in bytes, from above: as if the links that packets pass were busy all the time, with
    /// an ACK for each segment.
    #[must_use]
    pub fn estimate(&self, scenario: &Scenario) -> f64 {
        let Selection {
            senders,
            receivers,
            flows,
            from,
            until,
            ..
        } = &self.selection;
        let routes = topology::routes(scenario, true);
        let seconds = until.since(*from).s();
        let packets_of = |node: u8| {
            let plans = topology::ports(scenario);
            let rate_bps = plans
                .get(usize::from(node))
                .map_or(0.0, |plan| plan.design.rate_bps);
            let passes = |(route, _): &(&Route, _)| route.data.contains(&node);
            let groups = routes.iter().zip(&scenario.groups);
            let sizes = groups
                .filter(passes)
                .map(|(_, group)| match &group.traffic {
                    Traffic::Tcp(config) => f64::from(config.wire_bytes()),
                    _ => SMALL_DATAGRAM,
                });
            let least = sizes.fold(f64::INFINITY, f64::min);
            rate_bps * seconds / (8.0 * least)
        };
        let all = topology::ports(scenario).len() as u8;
        let data: Vec<f64> = (0..all).map(packets_of).collect();
        // Acknowledgments of data on a link pass the link beside it.
        let at = |node: u8| {
            let beside = data.get(usize::from(node ^ 1)).copied().unwrap_or(0.0);
            data[usize::from(node)] + beside
        };
        // Drops are few beside what passes.
        let at_interfaces = self
            .interfaces
            .iter()
            .map(|interface| match interface.point {
                Point::Arrival(node) | Point::Departure(node) => at(node),
                _ => 0.0,
            });
        let at_nodes: f64 = at_interfaces.sum();
        let most = data.iter().copied().fold(0.0, f64::max);
        let ends = f64::from(u8::from(*senders) + u8::from(*receivers));
        let flows_of_all: u32 = scenario.groups.iter().map(|group| group.count).sum();
        let share = flows.as_ref().map_or(1.0, |flows| {
            (flows.len() as f64 / f64::from(flows_of_all.max(1))).min(1.0)
        });
        let kept = f64::from(self.snap_bytes.min(headers::MOST_BYTES));
        share * (at_nodes + 2.0 * ends * most) * (BLOCK + kept)
    }
}

/// Size of datagrams for an estimate, bytes: that of a small packet of a call.
const SMALL_DATAGRAM: f64 = 200.0;

/// Returns the names of the nodes, by number.
fn nodes(scenario: &Scenario) -> Vec<String> {
    let bottlenecks = scenario.bottlenecks.iter();
    let bottlenecks = bottlenecks.flat_map(|b| [b.id.clone(), format!("{}:reverse", b.id)]);
    let edges = scenario.edges.iter().map(|edge| edge.id.clone());
    bottlenecks.chain(edges).collect()
}
