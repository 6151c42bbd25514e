//! A study as a document: what a study file holds and what the page sends.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::scenario::{Patch, Problems};

/// A scenario and what to vary in it.
///
/// ```json
/// { "scenario": { … }, "over": ["bottlenecks.r0.queue.limit_bytes=5kB:50kB:10"], "replications": 3 }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StudyDocument {
    /// The scenario, complete or with defaults left out.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub scenario: Value,
    /// Changes that all runs share, made before anything is checked.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub set: Vec<Patch>,
    /// What differs from run to run; several make a grid. None: only the seed.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub over: Vec<Over>,
    /// Runs of each point, each with a seed of its own, at least 1.
    #[serde(default = "once")]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub replications: u32,
}

/// A field and its values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Over {
    /// As people write it: `path=a,b,c` or `path=lo:hi:steps[:log]`; see [`Axis`](super::Axis).
    Text(String),
    /// As programs write it.
    Values {
        /// Dotted path to the field.
        path: String,
        /// One after another.
        #[cfg_attr(test, ts(type = "Array<unknown>"))]
        values: Vec<Value>,
    },
}

impl StudyDocument {
    /// A study that varies nothing yet.
    #[must_use]
    pub fn new(scenario: Value) -> StudyDocument {
        StudyDocument {
            scenario,
            set: Vec::new(),
            over: Vec::new(),
            replications: once(),
        }
    }

    /// Whether `value` is a study rather than a scenario.
    #[must_use]
    pub fn describes(value: &Value) -> bool {
        value.get("scenario").is_some()
    }

    /// Reads a study from parsed JSON; what it means is checked by [`Study::new`](super::Study::new).
    ///
    /// # Errors
    /// What is no study, saying what is missing or unknown.
    pub fn from_value(value: Value) -> Result<StudyDocument, Problems> {
        serde_json::from_value(value).map_err(|error| {
            let example = r#"{"scenario", "set"?, "over"?, "replications"?}"#;
            Problems::one("", format!("is no study ({example}): {error}"))
        })
    }
}

impl From<&str> for Over {
    fn from(text: &str) -> Over {
        Over::Text(text.to_owned())
    }
}

fn once() -> u32 {
    1
}
