//! A study as a document: what a study file holds and what the page sends.

use serde_json::{Map, Value};

use crate::scenario::{Patch, Problems};
use crate::spec::complete::{printable, show};

/// A scenario and what to vary in it.
///
/// ```json
/// { "scenario": { … }, "over": ["bottlenecks.r0.queue.limit_bytes=5kB:50kB:10"], "replications": 3 }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudyDocument {
    /// The scenario, complete or with defaults left out.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub scenario: Value,
    /// Changes that all runs share, made before anything is checked.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub set: Vec<Patch>,
    /// What differs from run to run; several make a grid. None: only the seed.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub over: Vec<Over>,
    /// Runs of each point, each with a seed of its own, at least 1.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub replications: u32,
}

/// A field and its values.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(untagged))]
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
    /// What is missing, unknown or of another shape, with its path.
    pub fn from_value(value: Value) -> Result<StudyDocument, Problems> {
        let Value::Object(mut fields) = value else {
            return Err(Problems::one(
                "",
                format!("must be a study with {FIELDS}, got {}", show(&value)),
            ));
        };
        let missing = || Problems::one("scenario", "is missing");
        let study = StudyDocument {
            scenario: fields.remove("scenario").ok_or_else(missing)?,
            set: fields.remove("set").map_or(Ok(Vec::new()), patches)?,
            over: list(&mut fields, "over")?
                .into_iter()
                .enumerate()
                .map(|(i, over)| Over::from_value(over, i))
                .collect::<Result<_, _>>()?,
            replications: fields.remove("replications").map_or(Ok(once()), count)?,
        };
        match fields.keys().next() {
            None => Ok(study),
            Some(name) => {
                let message = format!("unknown field; a study has {FIELDS}");
                Err(Problems::one(printable(name), message))
            }
        }
    }
}

impl Over {
    fn from_value(value: Value, position: usize) -> Result<Over, Problems> {
        let mut fields = match value {
            Value::String(text) => return Ok(Over::Text(text)),
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        match (fields.remove("path"), fields.remove("values"), fields.len()) {
            (Some(Value::String(path)), Some(Value::Array(values)), 0) => {
                Ok(Over::Values { path, values })
            }
            _ => {
                let message = r#"must be "path=values" or {"path", "values": […]}"#;
                Err(Problems::one(format!("over.{position}"), message))
            }
        }
    }
}

/// For messages.
const FIELDS: &str = "scenario, set, over, replications";

fn patches(value: Value) -> Result<Vec<Patch>, Problems> {
    serde_json::from_value(value).map_err(|error| {
        let message = format!(r#"must be a list of {{"path", "value"}}: {error}"#);
        Problems::one("set", message)
    })
}

fn list(fields: &mut Map<String, Value>, name: &str) -> Result<Vec<Value>, Problems> {
    match fields.remove(name) {
        None => Ok(Vec::new()),
        Some(Value::Array(items)) => Ok(items),
        Some(other) => Err(Problems::one(
            name,
            format!("must be a list, got {}", show(&other)),
        )),
    }
}

fn count(value: Value) -> Result<u32, Problems> {
    let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
    count.ok_or_else(|| {
        let message = format!("must be a whole number, at least 1, got {}", show(&value));
        Problems::one("replications", message)
    })
}

impl From<&str> for Over {
    fn from(text: &str) -> Over {
        Over::Text(text.to_owned())
    }
}

fn once() -> u32 {
    1
}
