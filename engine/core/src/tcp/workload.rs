//! What a TCP flow has to send.

use serde::{Deserialize, Serialize};

use crate::scenario::spec::{Registry, Section};

/// The kinds of workload a scenario can name.
pub static REGISTRY: Registry = Registry {
    id: "workload",
    label: "Workload",
    entries: &[&ENDLESS],
};

static ENDLESS: Section = Section {
    id: "workload.endless",
    label: "Endless",
    help: "There is always more to send, as in a file transfer that never ends.",
    source: "hasegawa-2008 Section 3.1 (P2P traffic)",
    params: &[],
};

/// A kind of workload with its parameters, as a scenario writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Workload {
    /// Always more.
    Endless {},
}
