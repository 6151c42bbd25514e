//! What a recorder's columns mean, in the order in which they come.

use serde::Serialize;

use crate::scenario::Scenario;
use crate::sim::{GroupState, Observed};

/// One recorded quantity.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "SeriesInfo"))]
pub struct Series {
    /// `link.r0.queue_packets`, `group.tcp.throughput_bps`, `flow.3.cwnd_packets`.
    pub id: String,
    /// What it belongs to.
    pub of: Of,
    /// Id of the link or group, or number of the flow.
    pub owner: String,
    /// What it is.
    pub quantity: &'static str,
    /// Its unit, as in the catalog.
    pub unit: &'static str,
    /// One or two values per column.
    pub shape: Shape,
}

/// What a series belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// A link with a queue.
    Link,
    /// A group of flows.
    Group,
    /// A watched flow.
    Flow,
}

/// Values per column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Lowest and highest.
    Band,
    /// One.
    Line,
}

/// Names of the states a sender has by itself, the first numbers of the series `state`; those of
/// congestion controllers follow, see [`crate::cc::STATES`].
pub static STATES: [&str; 4] = ["slow start", "avoidance", "recovery", "timeout"];

/// Everything a view needs to know about the columns and what they belong to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Layout {
    /// Links with queues: each bottleneck forward and reverse, then the edges.
    pub links: Vec<LinkInfo>,
    /// Groups that are recorded.
    pub groups: Vec<GroupInfo>,
    /// Watched flows.
    pub flows: Vec<FlowInfo>,
    /// The columns, in order.
    pub series: Vec<Series>,
}

/// A link with a queue.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct LinkInfo {
    pub id: String,
    pub label: String,
    pub rate_bps: f64,
    pub delay_s: f64,
    pub limit_packets: Option<u32>,
    pub limit_bytes: Option<u64>,
}

/// A group.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct GroupInfo {
    pub id: String,
    pub label: String,
    #[cfg_attr(test, ts(type = "'tcp' | 'udp'"))]
    pub kind: &'static str,
    pub direction: crate::scenario::Direction,
    pub count: u32,
    pub first_flow: u32,
}

/// A watched flow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct FlowInfo {
    pub flow: u32,
    pub group: String,
    pub index: u32,
}

impl Series {
    fn new(
        of: Of,
        owner: &str,
        quantity: &'static str,
        unit: &'static str,
        shape: Shape,
    ) -> Series {
        let kind = match of {
            Of::Link => "link",
            Of::Group => "group",
            Of::Flow => "flow",
        };
        Series {
            id: format!("{kind}.{owner}.{quantity}"),
            of,
            owner: owner.to_owned(),
            quantity,
            unit,
            shape,
        }
    }

    /// Numbers per column.
    #[must_use]
    pub fn values_per_column(&self) -> usize {
        match self.shape {
            Shape::Band => 2,
            Shape::Line => 1,
        }
    }
}

/// Ids of the links with queues of a scenario, in the order of the simulation.
#[must_use]
pub fn link_ids(scenario: &Scenario) -> Vec<String> {
    let bottlenecks = scenario
        .bottlenecks
        .iter()
        .flat_map(|b| [b.id.clone(), format!("{}:reverse", b.id)]);
    bottlenecks
        .chain(scenario.edges.iter().map(|e| format!("edge:{}", e.id)))
        .collect()
}

pub(super) fn link_series(id: &str, out: &mut Vec<Series>) {
    let bands = [
        ("queue_packets", "packets"),
        ("queue_bytes", "B"),
        ("queue_tcp_bytes", "B"),
        ("queue_udp_bytes", "B"),
        ("queue_ack_bytes", "B"),
    ];
    let lines = [
        ("utilization", "ratio"),
        ("loss_tcp", "ratio"),
        ("loss_udp", "ratio"),
        ("loss_ack", "ratio"),
        ("drops_tcp", "packets"),
        ("drops_udp", "packets"),
        ("drops_ack", "packets"),
    ];
    out.extend(
        bands.map(|(quantity, unit)| Series::new(Of::Link, id, quantity, unit, Shape::Band)),
    );
    out.extend(
        lines.map(|(quantity, unit)| Series::new(Of::Link, id, quantity, unit, Shape::Line)),
    );
}

pub(super) fn group_series(id: &str, is_tcp: bool, out: &mut Vec<Series>) {
    out.push(Series::new(
        Of::Group,
        id,
        "throughput_bps",
        "b/s",
        Shape::Line,
    ));
    if is_tcp {
        out.push(Series::new(
            Of::Group,
            id,
            "mean_cwnd_packets",
            "packets",
            Shape::Band,
        ));
    }
}

pub(super) fn flow_series(flow: u32, out: &mut Vec<Series>) {
    let bands = [
        ("cwnd_packets", "packets"),
        ("ssthresh_packets", "packets"),
        ("rtt_s", "s"),
        ("rto_s", "s"),
        ("pacing_bps", "b/s"),
    ];
    let owner = flow.to_string();
    out.extend(
        bands.map(|(quantity, unit)| Series::new(Of::Flow, &owner, quantity, unit, Shape::Band)),
    );
    out.push(Series::new(Of::Flow, &owner, "state", "", Shape::Line));
}

impl Layout {
    /// The layout of a run as it stands, with the series of its recorder.
    #[must_use]
    pub fn of(
        observed: &Observed<'_>,
        series: &[Series],
        watched: impl Iterator<Item = u32>,
    ) -> Layout {
        let ids = link_ids(observed.scenario);
        let links = ids
            .into_iter()
            .zip(observed.links.iter())
            .map(|(id, link)| LinkInfo {
                label: label_of_link(&id),
                id,
                rate_bps: link.rate_bps(),
                delay_s: link.delay().s(),
                limit_packets: link.queue().limit().packets,
                limit_bytes: link.queue().limit().bytes,
            });
        let groups = observed.groups.iter().filter(|group| !group.id.is_empty());
        let info = |group: &GroupState| {
            let described = observed.scenario.groups.iter().find(|g| g.id == group.id)?;
            let label = if described.label.is_empty() {
                &group.id
            } else {
                &described.label
            };
            Some(GroupInfo {
                id: group.id.clone(),
                label: label.clone(),
                kind: described.traffic.class(),
                direction: described.direction,
                count: described.count,
                first_flow: group.flows.first().copied().unwrap_or(0),
            })
        };
        let flows = watched.filter_map(|number| {
            let flow = observed.flows.get(number as usize)?;
            Some(FlowInfo {
                flow: number,
                group: observed.groups[flow.group as usize].id.clone(),
                index: flow.index,
            })
        });
        Layout {
            links: links.collect(),
            groups: groups.filter_map(info).collect(),
            flows: flows.collect(),
            series: series.to_vec(),
        }
    }
}

fn label_of_link(id: &str) -> String {
    match (id.strip_suffix(":reverse"), id.strip_prefix("edge:")) {
        (Some(bottleneck), _) => format!("{bottleneck}, reverse"),
        (_, Some(edge)) => format!("edge {edge}"),
        _ => id.to_owned(),
    }
}
