//! Scenario: the complete description of an experiment, as one JSON document.
//!
//! Untrusted JSON is read by [`Scenario::from_json`], or with changes by [`Scenario::from_document`]. Both report all
//! problems at once, each with its path, and otherwise return a valid [`Scenario`]. Fields are described beside their
//! types: in `sections`, and for each kind in `queue/`, `traffic/` and `tcp/`.

pub mod buffer;
pub mod catalog;
pub mod check;
pub mod complete;
pub mod minimal;
pub mod patch;
pub(crate) mod patched;
pub mod path;
pub(crate) mod route;
pub mod schema;
pub mod sections;
mod state;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::net::switch::router::Router;
use crate::pacer::Pacer;
use crate::queue::{Limit, Queue};
pub use crate::spec::distribution::Distribution;
pub use crate::spec::limits;
pub use crate::spec::problem::{Problem, Problems};
use crate::spec::together::check_together;
use crate::trace::{FileRequest, Traces};
use crate::traffic::Traffic;
pub use patch::Patch;

/// A complete, valid scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scenario {
    /// Version of the format: 1.
    #[cfg_attr(test, ts(type = "1"))]
    pub version: u32,
    /// Name shown to users.
    pub title: String,
    /// Note about the experiment, shown to users.
    pub note: String,
    /// Random seed of the run.
    pub seed: u64,
    /// Duration of the run in seconds.
    pub duration_s: f64,
    /// Warm-up in seconds: statistics begin at this time.
    pub warmup_s: f64,
    /// Links with queues, in a row from the sources to the sinks.
    pub bottlenecks: Vec<Bottleneck>,
    /// Routers that several groups share before the first bottleneck.
    pub edges: Vec<Edge>,
    /// Groups of flows, in order.
    pub groups: Vec<Group>,
    /// Changes during the run, in order of time.
    pub edits: Vec<Edit>,
    /// Contents of the files that the scenario and its edits name, if they were [attached](Scenario::attach).
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub attached: Traces,
}

/// Whether edits may name files.
fn names_a_file(edit: &Edit) -> bool {
    fn has_hash(value: &Value) -> bool {
        match value {
            Value::Object(fields) => fields.contains_key("sha256") || fields.values().any(has_hash),
            Value::Array(items) => items.iter().any(has_hash),
            _ => false,
        }
    }
    let mut set = edit.set.iter();
    set.any(|patch| patch.path.ends_with("sha256") || has_hash(&patch.value))
}

/// A shared link with a queue in each direction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bottleneck {
    /// Id, unique in its list.
    pub id: String,
    /// Name shown to users; empty: the id is shown.
    pub label: String,
    /// Rate of the forward direction in b/s, and of the reverse direction unless it has its own.
    pub rate_bps: f64,
    /// One-way propagation delay, seconds.
    pub delay_s: f64,
    /// Queue of the forward direction.
    #[cfg_attr(test, ts(type = "Queue"))]
    pub queue: Queue,
    /// Pacer between the queue and the link.
    #[cfg_attr(test, ts(type = "Kinded"))]
    pub pacer: Pacer,
    /// Capacity of the device queue between queue and line, in packets.
    pub device_packets: u32,
    /// Router that packets pass before the queue.
    #[cfg_attr(test, ts(type = "Kinded"))]
    pub router: Router,
    /// Direction from the sinks to the sources.
    pub reverse: Reverse,
}

/// Reverse direction of a bottleneck, which carries the acknowledgments of forward flows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reverse {
    /// Rate in b/s; `None` for the rate of the forward direction.
    pub rate_bps: Option<f64>,
    /// Queue of the reverse direction.
    #[cfg_attr(test, ts(type = "Queue"))]
    pub queue: Queue,
    /// Pacer between the queue and the link.
    #[cfg_attr(test, ts(type = "Kinded"))]
    pub pacer: Pacer,
    /// Capacity of the device queue of the reverse direction, in packets.
    pub device_packets: u32,
}

/// An edge router that several groups share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Edge {
    /// Id, unique in its list.
    pub id: String,
    /// Name shown to users; empty: the id is shown.
    pub label: String,
    /// Rate of the link in b/s.
    pub rate_bps: f64,
    /// One-way propagation delay, seconds.
    pub delay_s: f64,
    /// Position: before the first bottleneck, or behind the last one, at the senders of reverse groups.
    pub side: Side,
    /// Queue in the direction of the bottleneck.
    #[cfg_attr(test, ts(type = "Queue"))]
    pub queue: Queue,
    /// Pacer between the queue and the link.
    #[cfg_attr(test, ts(type = "Kinded"))]
    pub pacer: Pacer,
}

/// Sides of a dumbbell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Side of the senders of forward groups.
    Left,
    /// Side of the senders of reverse groups.
    Right,
}

/// Flows of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Group {
    /// Id, unique in its list.
    pub id: String,
    /// Name shown to users; empty: the id is shown.
    pub label: String,
    /// Number of flows in the group.
    pub count: u32,
    /// Direction of the data.
    pub direction: Direction,
    /// Edge router that the group passes; `None` for none.
    pub edge: Option<String>,
    /// Bottlenecks that the group passes; `None` for all.
    pub via: Option<Vec<String>>,
    /// Access link of each flow into the network.
    pub access: Access,
    /// Egress link of each flow.
    pub egress: Egress,
    /// Start times of the flows in seconds.
    pub start_s: Distribution,
    /// Time after which flows send no new data, in seconds.
    pub stop_s: Option<f64>,
    /// Changes of the number of active flows; if empty, all flows are active.
    pub schedule: Vec<Turn>,
    /// Traffic of the flows.
    #[cfg_attr(test, ts(type = "Kinded"))]
    pub traffic: Traffic,
}

/// A change of the number of active flows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Turn {
    /// Simulated time in seconds.
    pub at_s: f64,
    /// Number of active flows from this time on: the first ones of the group.
    pub flows: u32,
}

/// Direction in which a group sends its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Data from left to right, from sources to sinks.
    Forward,
    /// Data from right to left.
    Reverse,
}

/// Access link of a flow into the network, full duplex.
///
/// At most one of the limits is set. Without a limit, and in the reverse direction, the buffer is unlimited.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Access {
    /// Rate of the access link in b/s.
    pub rate_bps: f64,
    /// Propagation delay in seconds, one way.
    pub delay_s: Distribution,
    /// Largest number of packets that wait, 1 to 10,000,000.
    pub limit_packets: Option<u32>,
    /// Largest number of bytes that wait, 1 to 10^12.
    pub limit_bytes: Option<u64>,
}

/// Egress link of a flow out of the network, full duplex, with an unlimited buffer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Egress {
    /// Rate in b/s; `None` for an infinite rate.
    pub rate_bps: Option<f64>,
    /// Propagation delay in seconds, one way.
    pub delay_s: Distribution,
}

/// A change of the scenario while it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Edit {
    /// Simulated time in seconds. The edit follows all events up to this time.
    pub at_s: f64,
    /// Changes of the edit, applied together.
    pub set: Vec<Patch>,
}

impl Access {
    /// Returns the limit of the queue at the access link.
    #[must_use]
    pub fn limit(&self) -> Limit {
        Limit {
            packets: self.limit_packets,
            bytes: self.limit_bytes,
        }
    }
}

impl Scenario {
    /// Reads a scenario from JSON text.
    ///
    /// # Errors
    /// Every problem found, each with its path.
    pub fn from_json(text: &str) -> Result<Scenario, Problems> {
        Scenario::from_value(complete::parse(text)?)
    }

    /// Reads a scenario from parsed JSON, filling in defaults.
    ///
    /// # Errors
    /// Every problem found, each with its path.
    pub fn from_value(value: Value) -> Result<Scenario, Problems> {
        Scenario::from_complete(complete::complete(value)?)
    }

    /// Reads a scenario from parsed JSON and applies changes before the checks of several fields. A change can thus fix
    /// a contradiction in the document or between changes.
    ///
    /// # Errors
    /// Every problem found, each with its path.
    pub fn from_document(document: Value, patches: &[Patch]) -> Result<Scenario, Problems> {
        let mut document = complete::complete(document)?;
        patch::apply(&mut document, patches)?;
        Scenario::from_value(document)
    }

    fn from_complete(mut document: Value) -> Result<Scenario, Problems> {
        buffer::resolve(&mut document)?;
        let mut problems = Vec::new();
        check_together(&sections::SCENARIO, &document, "", &mut problems);
        let scenario: Scenario = serde_json::from_value(document)
            .map_err(|error| Problems::one("", format!("cannot be read: {error}")))?;
        check::check(&scenario, problems)?;
        Ok(scenario)
    }

    /// Returns the files that the scenario and its edits name, each once per required content, without synthetic
    /// traces.
    #[must_use]
    pub fn files(&self) -> Vec<FileRequest> {
        let mut files = Vec::new();
        self.add_files(&mut files);
        if self.edits.iter().any(names_a_file) {
            let mut state = Scenario {
                edits: Vec::new(),
                ..self.clone()
            };
            for edit in &self.edits {
                // Edits were checked with the document.
                if let Ok(changed) = state.patched(&edit.set) {
                    state = changed;
                }
                state.add_files(&mut files);
            }
        }
        files
    }

    fn add_files(&self, files: &mut Vec<FileRequest>) {
        for group in &mut self.groups.clone() {
            let Some((file, content)) = group.traffic.file() else {
                continue;
            };
            let wanted = file.wanted(content);
            if !file.is_synthetic() && !files.contains(&wanted) {
                files.push(wanted);
            }
        }
    }

    /// Returns the files that are not attached.
    #[must_use]
    pub fn missing(&self) -> Vec<FileRequest> {
        let mut files = self.files();
        files.retain(|file| self.attached.find(&file.sha256, file.content).is_none());
        files
    }

    /// Takes the contents of its files from `traces`, and creates its synthetic traces. Contents already attached stay.
    /// Sources without a file send no packets.
    pub fn attach(&mut self, traces: &Traces) {
        self.attached.extend(traces);
        for group in &mut self.groups {
            if let Some((file, content)) = group.traffic.file() {
                file.attach(content, traces);
            }
        }
    }

    /// Returns the complete scenario as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match serde_json::to_value(self) {
            Ok(value) => value,
            Err(error) => {
                unreachable!("scenario types have string keys and finite numbers: {error}")
            }
        }
    }

    /// Returns the scenario with `patches` applied.
    ///
    /// # Errors
    /// Paths that lead nowhere and values that are not accepted.
    pub fn patched(&self, patches: &[Patch]) -> Result<Scenario, Problems> {
        patched::patched(self, patches, patch::apply)
    }

    /// Returns the scenario with `patches` applied during a run.
    ///
    /// # Errors
    /// As for [`patched`](Self::patched); and what cannot change while the simulation runs.
    pub fn patched_live(&self, patches: &[Patch]) -> Result<Scenario, Problems> {
        patched::patched(self, patches, patch::apply_live)
    }
}
