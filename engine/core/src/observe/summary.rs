//! Summary of a run: one JSON object, the same in the browser and on the command line.
//!
//! [`measures`](super::measures) lists the values of its links and groups; JSON and tables are made from these rows. All values are
//! measured from the end of the warm-up to the present. Ratios are from 0 to 1. A value that does not apply is null,
//! never 0.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::measure::Statistics;
use super::measures::{application, link, quality, sender};
use crate::net::node::Node;
use crate::sim::exchange::owner;
use crate::sim::topology::{edge_port, forward_port};
use crate::sim::{GroupState, Observed, Simulation};
use crate::time::Time;

/// Statistics of the run so far.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    /// Version of the simulator.
    pub engine: &'static str,
    /// Digest of the run, as 16 hexadecimal digits.
    pub digest: String,
    /// Random seed of the run.
    pub seed: u64,
    /// Simulated time reached, in seconds.
    pub now_s: f64,
    /// Length of the measured time, in seconds.
    pub measured_s: f64,
    /// Number of events, including the warm-up.
    pub events: u64,
    /// Number of packets that left a link with a queue, including the warm-up.
    pub packets_forwarded: u64,
    /// Bottlenecks, in order from the sources to the sinks.
    #[cfg_attr(test, ts(type = "BottleneckSummary[]"))]
    pub bottlenecks: Vec<BottleneckSummary>,
    /// Edge routers of the scenario.
    #[cfg_attr(test, ts(type = "LinkSummary[]"))]
    pub edges: Vec<LinkSummary>,
    /// Groups of flows, including partner groups.
    #[cfg_attr(test, ts(type = "GroupSummary[]"))]
    pub groups: Vec<GroupSummary>,
}

/// Statistics of a bottleneck in both directions.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct BottleneckSummary {
    /// Direction from the sources to the sinks.
    #[serde(flatten)]
    pub forward: LinkSummary,
    /// Direction from the sinks to the sources; null if acknowledgments pass it without a queue.
    pub reverse: Option<LinkSummary>,
}

/// Statistics of a link with a queue.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSummary {
    /// Id of the link.
    pub id: String,
    /// All measures; see [`link::LINK`].
    pub statistics: Statistics,
}

/// Statistics of a group of flows.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupSummary {
    /// Id of the group.
    pub id: String,
    /// Kind of its traffic: `tcp`, `poisson`, ….
    pub kind: &'static str,
    /// Number of flows of the group.
    pub flows: u32,
    /// Sentence for people about its call, its game or its answers; see [`quality::sentence`].
    pub sentence: Option<String>,
    /// All measures; see [`sender`].
    pub statistics: Statistics,
}

impl Simulation {
    /// Returns the summary of the run so far.
    #[must_use]
    pub fn summary(&mut self) -> Summary {
        let digest = self.digest();
        let (events, forwarded) = (self.events(), self.forwarded());
        let seed = self.document().seed;
        Summary::of(&self.observed(), seed, digest, events, forwarded)
    }
}

impl Summary {
    fn of(
        observed: &Observed<'_>,
        seed: u64,
        digest: u64,
        events: u64,
        packets_forwarded: u64,
    ) -> Summary {
        let now = observed.now;
        let scenario = observed.scenario;
        let bottlenecks = scenario.bottlenecks.iter().enumerate().map(|(i, b)| {
            let forward = forward_port(i) as usize;
            let reverse = &observed.links[forward + 1];
            BottleneckSummary {
                forward: LinkSummary::of(b.id.clone(), &observed.links[forward], now),
                reverse: (reverse.counters().arrived.total() > 0)
                    .then(|| LinkSummary::of(format!("{}:reverse", b.id), reverse, now)),
            }
        });
        let edges = scenario.edges.iter().enumerate().map(|(i, e)| {
            let link = edge_port(scenario.bottlenecks.len(), i) as usize;
            LinkSummary::of(e.id.clone(), &observed.links[link], now)
        });
        // Partner groups, which the scenario does not list, come last.
        let there = |on_other_side: bool| {
            let groups = observed.groups.iter().enumerate();
            groups.filter(move |(_, group)| {
                group.is_shown() && group.id.contains(':') == on_other_side
            })
        };
        let groups = there(false).chain(there(true));
        Summary {
            engine: env!("CARGO_PKG_VERSION"),
            digest: format!("{digest:016x}"),
            seed,
            now_s: now.s(),
            measured_s: now.since(observed.warmup_at).s(),
            events,
            packets_forwarded,
            bottlenecks: bottlenecks.collect(),
            edges: edges.collect(),
            groups: groups
                .map(|(position, group)| GroupSummary::of(observed, position, group))
                .collect(),
        }
    }
}

/// Returns the kind of traffic of a group. That of a live group is the same in both directions, and that of a partner TCP.
fn kind_of(observed: &Observed<'_>, group: &GroupState) -> &'static str {
    let id = match group.live {
        Some(_) => owner(&group.id).unwrap_or(&group.id),
        None => &group.id,
    };
    let mut groups = observed.scenario.groups.iter();
    let described = groups.find(|described| described.id == *id);
    described.map_or("tcp", |described| described.traffic.kind())
}

impl LinkSummary {
    /// Returns a measure by its id, such as `loss.udp`; `None` if it does not apply.
    #[must_use]
    pub fn number(&self, id: &str) -> Option<f64> {
        self.statistics.number(id)
    }

    fn of(id: String, link: &Node, now: Time) -> LinkSummary {
        let reading = link::Reading::at(link, now);
        let mut statistics = Statistics::default();
        for row in link::LINK {
            statistics.push(row.id, (row.read)(&reading));
        }
        LinkSummary { id, statistics }
    }
}

impl GroupSummary {
    /// Returns a measure by its id, such as `goodput_bps`; `None` if it does not apply.
    #[must_use]
    pub fn number(&self, id: &str) -> Option<f64> {
        self.statistics.number(id)
    }

    /// Returns a measure that is an integer, such as `transfers.completed`; `None` if it does not apply.
    #[must_use]
    pub fn count(&self, id: &str) -> Option<u64> {
        self.statistics.get(id).count()
    }

    fn of(observed: &Observed<'_>, position: usize, group: &GroupState) -> GroupSummary {
        let flows = observed.flows.iter().enumerate();
        let members = flows.filter(|(_, flow)| flow.group as usize == position);
        let members: Vec<usize> = members.map(|(number, _)| number).collect();
        let described = observed.scenario.groups.iter().find(|g| g.id == group.id);
        let reading = sender::Reading::at(&members, group.tcp.is_some(), Some(group), observed);
        let mut statistics = Statistics::default();
        for row in (sender::SENDER.iter())
            .chain(sender::GROUP)
            .chain(quality::QUALITY)
            .chain(application::APPLICATION)
        {
            statistics.push(row.id, (row.read)(&reading));
        }
        GroupSummary {
            id: group.id.clone(),
            kind: kind_of(observed, group),
            flows: described.map_or(group.flows.len() as u32, |g| g.count),
            sentence: quality::sentence(group, &statistics),
            statistics,
        }
    }
}

impl Serialize for LinkSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        self.statistics.write(&mut map)?;
        map.end()
    }
}

impl Serialize for GroupSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("kind", self.kind)?;
        map.serialize_entry("flows", &self.flows)?;
        map.serialize_entry("sentence", &self.sentence)?;
        self.statistics.write(&mut map)?;
        map.end()
    }
}
