//! Layout of a recorder: the meaning of its columns, in order.

use serde::Serialize;

use super::probe::{About, Of, Shape};
use crate::scenario::Scenario;
use crate::sim::{GroupState, Observed};

/// A recorded series of one owner.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SeriesInfo"))]
pub struct Series {
    /// `link.r0.queue_packets`, `group.tcp.throughput_bps`, `flow.3.cwnd_packets`, `link.r0.group.tcp.queue_packets`.
    pub id: String,
    /// Kind of owner of the series.
    pub of: Of,
    /// Id of the link or group, or number of the flow; of a group at a link both ids, as in `r0.group.tcp`.
    pub owner: String,
    /// Id of its probe, by which the catalog describes it.
    pub quantity: String,
    /// Symbol of its unit, as in the catalog.
    pub unit: &'static str,
    /// Parts of each column.
    pub shape: Shape,
}

/// Description of the columns and of their owners, for views.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Layout {
    /// Links with queues: each bottleneck forward and reverse, then the edges.
    pub links: Vec<LinkInfo>,
    /// Groups that are recorded.
    pub groups: Vec<GroupInfo>,
    /// Flows that are watched.
    pub flows: Vec<FlowInfo>,
    /// Recorded series, in order of their columns.
    pub series: Vec<Series>,
    /// Ids of the links at which the queue of some group is not recorded, because there are too many.
    pub links_without_groups: Vec<String>,
}

/// Description of a link with a queue.
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

/// Description of a group.
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

/// Description of a watched flow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct FlowInfo {
    pub flow: u32,
    pub group: String,
    pub index: u32,
}

impl Series {
    /// Returns the series of this kind that belongs to `owner`.
    #[must_use]
    pub fn new(about: &About, owner: &str) -> Series {
        Series {
            id: format!("{}.{owner}.{}", about.of.name(), about.id),
            of: about.of,
            owner: owner.to_owned(),
            quantity: about.id.clone().into_owned(),
            unit: about.unit,
            shape: about.shape,
        }
    }

    /// Number of values of each column.
    #[must_use]
    pub fn values_per_column(&self) -> usize {
        self.shape.parts().len()
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

impl Layout {
    /// Returns the present layout of a run that is not recorded.
    #[must_use]
    pub fn of(observed: &Observed<'_>) -> Layout {
        let ids = link_ids(observed.scenario);
        let links = ids
            .into_iter()
            .zip(observed.links.iter())
            .map(|(id, link)| LinkInfo {
                label: label_of_link(observed.scenario, &id),
                id,
                rate_bps: link.rate_bps(),
                delay_s: link.delay().s(),
                limit_packets: link.limit().packets,
                limit_bytes: link.limit().bytes,
            });
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
        Layout {
            links: links.collect(),
            groups: shown_groups(observed)
                .filter_map(|(_, group)| info(group))
                .collect(),
            flows: Vec::new(),
            series: Vec::new(),
            links_without_groups: Vec::new(),
        }
    }
}

/// Display name of a link: its label, or its id if it has none.
fn label_of_link(scenario: &Scenario, id: &str) -> String {
    let bottleneck = |id: &str| {
        let found = scenario.bottlenecks.iter().find(|b| b.id == id);
        found.map_or("", |b| &b.label).to_owned()
    };
    let edge = |id: &str| {
        let found = scenario.edges.iter().find(|e| e.id == id);
        found.map_or("", |e| &e.label).to_owned()
    };
    let or = |label: String, id: &str| {
        if label.is_empty() {
            id.to_owned()
        } else {
            label
        }
    };
    match (id.strip_suffix(":reverse"), id.strip_prefix("edge:")) {
        (Some(id), _) => format!("{}, reverse", or(bottleneck(id), id)),
        (_, Some(id)) => or(edge(id), &format!("edge {id}")),
        _ => or(bottleneck(id), id),
    }
}

/// Groups of the scenario, each with its position in the simulation's list. Removed groups are left out, and partner
/// groups, which only the summary has.
pub fn shown_groups<'a>(
    observed: &'a Observed<'_>,
) -> impl Iterator<Item = (usize, &'a GroupState)> {
    let is_described = |id: &str| observed.scenario.groups.iter().any(|group| group.id == id);
    let groups = observed.groups.iter().enumerate();
    groups.filter(move |(_, group)| is_described(&group.id))
}
