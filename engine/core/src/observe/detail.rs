//! Statistics that are too many for a summary: those of each flow, and a histogram of each queue.
//!
//! They are measured like the [`Summary`](super::summary::Summary), from the end of the warm-up to the present.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::layout::link_ids;
use super::measure::Statistics;
use super::measures::sender;
use crate::net::occupancy::Occupancy;
use crate::sim::flow::Flow;
use crate::sim::{Observed, Simulation};

/// Statistics of each flow and histogram of each queue.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Detail {
    /// Links with queues: each bottleneck forward and reverse, then the edges.
    pub queues: Vec<QueueHistogram>,
    /// All flows, by number.
    pub flows: Vec<FlowSummary>,
}

/// Histogram of the queue length, weighted by time.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct QueueHistogram {
    /// Id of the link.
    pub id: String,
    /// Unit of the queue length, `packets` or `B`, which is the unit of the limit.
    pub unit: &'static str,
    /// Width of a bin in that unit; the first bin begins at 0.
    pub bin_width: u64,
    /// Share of time in each bin. The last bin includes all larger values.
    pub share: Vec<f64>,
}

/// Statistics of one flow.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowSummary {
    /// Number of the flow.
    pub flow: usize,
    /// Id of its group.
    pub group: String,
    /// Position within the group.
    pub index: u32,
    /// All measures, as for a group; see [`sender`].
    pub statistics: Statistics,
}

impl Simulation {
    /// Returns the statistics of each flow and the histogram of each queue so far.
    #[must_use]
    pub fn detail(&mut self) -> Detail {
        let observed = self.observed();
        let queues = link_ids(observed.scenario)
            .into_iter()
            .zip(observed.links.iter())
            .map(|(id, link)| histogram(id, link.measured_until(observed.now).occupancy()));
        let flows = observed
            .flows
            .iter()
            .enumerate()
            .filter(|(_, flow)| observed.groups[flow.group as usize].is_shown())
            .map(|(number, flow)| flow_summary(&observed, number, flow));
        Detail {
            queues: queues.collect(),
            flows: flows.collect(),
        }
    }
}

fn histogram(id: String, occupancy: &Occupancy) -> QueueHistogram {
    QueueHistogram {
        id,
        unit: if occupancy.in_bytes { "B" } else { "packets" },
        bin_width: occupancy.bin_width,
        share: occupancy.shares().collect(),
    }
}

fn flow_summary(observed: &Observed<'_>, number: usize, flow: &Flow) -> FlowSummary {
    let alone = [number];
    let reading = sender::Reading::at(&alone, flow.tcp().is_some(), None, observed);
    let mut statistics = Statistics::default();
    for row in sender::SENDER.iter().chain(sender::FLOW) {
        statistics.push(row.id, (row.read)(&reading));
    }
    FlowSummary {
        flow: number,
        group: observed.groups[flow.group as usize].id.clone(),
        index: flow.index,
        statistics,
    }
}

impl Serialize for FlowSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("flow", &self.flow)?;
        map.serialize_entry("group", &self.group)?;
        map.serialize_entry("index", &self.index)?;
        self.statistics.write(&mut map)?;
        map.end()
    }
}
