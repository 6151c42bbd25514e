//! A document and what is done with it: what a person does with the lab, written down.
//!
//! As JSON it reads `{"scenario": {…}, "acts": [{"run": 500}, {"edit": [{"path": …, "value": …}]}, "look"]}`.
//! A finding is kept in this form, since bytes mean something else as soon as there is one more kind to
//! choose from.

use bufferlab_core::scenario::Patch;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A document and what is done with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// The document, valid or not.
    pub scenario: Value,
    /// One after another.
    #[serde(default)]
    pub acts: Vec<Act>,
}

/// Something that is done with a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Run it for so many events.
    Run(u64),
    /// Run it for so many seconds, or as far as it goes.
    RunFor(f64),
    /// Change it.
    Edit(Vec<Patch>),
    /// Copy its state.
    Keep,
    /// Go back to the newest copy.
    Return,
    /// Watch these flows from now on.
    Watch(Vec<u32>),
    /// Look at all that can be looked at.
    Look,
}

impl Experiment {
    /// Reads an experiment from JSON text; a scenario alone is one with which nothing is done.
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

    /// The experiment as JSON text, to be kept.
    #[must_use]
    pub fn to_json(&self) -> String {
        match serde_json::to_string_pretty(self) {
            Ok(text) => text + "\n",
            Err(error) => unreachable!("an experiment has string keys: {error}"),
        }
    }
}
