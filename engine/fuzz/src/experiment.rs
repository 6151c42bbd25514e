//! Experiment: a document and a list of actions, as a user of the lab performs them.
//!
//! As JSON it reads `{"scenario": {…}, "acts": [{"run": 500}, {"edit": [{"path": …, "value": …}]}, "look"]}`.
//! A finding is kept in this form, since bytes mean something else as soon as there is one more kind to
//! choose from.

use bufferlab_core::scenario::Patch;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Document with the actions on its run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Document, valid or invalid.
    pub scenario: Value,
    /// Actions in their order.
    #[serde(default)]
    pub acts: Vec<Act>,
}

/// Action on a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Run for this number of events.
    Run(u64),
    /// Run for this simulated time in seconds, or to the end.
    RunFor(f64),
    /// Edit the scenario by patches.
    Edit(Vec<Patch>),
    /// Copy the state of the run.
    Keep,
    /// Return to the newest copy.
    Return,
    /// Select the flows to watch from now on.
    Watch(Vec<u32>),
    /// Read all values that charts, tables and exports need.
    #[serde(rename = "look")]
    Observe,
}

impl Experiment {
    /// Reads an experiment from JSON text; a scenario alone is an experiment without actions.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Experiment> {
        let value: Value = serde_json::from_str(text).ok()?;
        if value.get("scenario").is_some() {
            return serde_json::from_value(value).ok();
        }
        Some(Experiment {
            scenario: value,
            acts: Vec::new(),
        })
    }

    /// Returns the experiment as JSON text.
    #[must_use]
    pub fn to_json(&self) -> String {
        match serde_json::to_string_pretty(self) {
            Ok(text) => text + "\n",
            Err(error) => unreachable!("an experiment has string keys: {error}"),
        }
    }
}
