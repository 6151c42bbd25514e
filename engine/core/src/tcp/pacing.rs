//! Pacing: when a segment that the window allows may leave.

use serde::{Deserialize, Serialize};

use crate::scenario::spec::{Registry, Section};

/// The kinds of pacing a scenario can name.
pub static REGISTRY: Registry = Registry {
    id: "pacing",
    label: "Pacing",
    entries: &[&NONE],
};

static NONE: Section = Section {
    id: "pacing.none",
    label: "None (ACK-clocked)",
    help: "Segments leave as soon as an acknowledgement opens the window, often two or more at once.",
    source: "ganjali-2007 Section 3.3",
    params: &[],
};

/// A kind of pacing with its parameters, as a scenario writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Pacing {
    /// ACK-clocked.
    None {},
}
