//! Scenario: the complete description of an experiment, as one JSON document.
//!
//! Untrusted JSON is read by [`Scenario::from_json`], or with changes by [`Scenario::from_document`]. Both report all
//! problems at once, each with its path, and otherwise return a valid [`Scenario`]. Fields are declared in
//! `sections`, and those of each kind in `queue/`, `traffic/` and `tcp/`.

pub mod buffer;
pub mod catalog;
pub mod check;
pub mod complete;
pub(crate) mod files;
pub mod labels;
pub mod minimal;
pub mod patch;
pub(crate) mod patched;
pub mod path;
pub(crate) mod route;
pub mod schema;
pub mod sections;
mod state;

use serde_json::Value;

use crate::service::Service;
pub use crate::spec::distribution::Distribution;
pub use crate::spec::limits;
pub use crate::spec::problem::{Problem, Problems};
use crate::spec::read::FromJson;
use crate::spec::together::check_together;
use crate::trace::{Content, FileRef, FileRequest, Traces};
use crate::traffic::Traffic;
pub use sections::bottleneck::{Bottleneck, Reverse};
pub use sections::edge::{Edge, Side};
pub use sections::group::{Access, Direction, Egress, Group, Turn};
pub use sections::{Edit, Patch, Scenario};

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
    set.any(|patch| {
        let last = patch.path.rsplit('.').next();
        matches!(last, Some("sha256" | "columns")) || has_hash(&patch.value)
    })
}

/// Returns the files that parts of a scenario name, with their contents: first those of links.
fn named_files<'a>(
    bottlenecks: &'a mut [Bottleneck],
    edges: &'a mut [Edge],
    groups: &'a mut [Group],
) -> impl Iterator<Item = (&'a mut FileRef, Content)> {
    let there_and_back = |b: &'a mut Bottleneck| [&mut b.service, &mut b.reverse.service];
    let services = bottlenecks.iter_mut().flat_map(there_and_back);
    let services = services.chain(edges.iter_mut().map(|edge| &mut edge.service));
    let traffic = groups.iter_mut().map(|group| &mut group.traffic);
    let of_links = services.filter_map(Service::file);
    of_links.chain(traffic.filter_map(Traffic::file))
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
        let scenario: Scenario = FromJson::from_json(&document)
            .map_err(|mismatch| Problems::one("", format!("cannot be read: {mismatch}")))?;
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
        let (mut bottlenecks, mut edges) = (self.bottlenecks.clone(), self.edges.clone());
        for (file, content) in named_files(&mut bottlenecks, &mut edges, &mut self.groups.clone()) {
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
        files.retain(|file| self.attached.find(&file.sha256, file.reading()).is_none());
        files
    }

    /// Takes the contents of its files from `traces`, and creates its synthetic traces. Contents already attached stay.
    /// Sources without a file send no packets.
    pub fn attach(&mut self, traces: &Traces) {
        self.attached.extend(traces);
        let Scenario {
            bottlenecks,
            edges,
            groups,
            ..
        } = self;
        for (file, content) in named_files(bottlenecks, edges, groups) {
            file.attach(content, traces);
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
