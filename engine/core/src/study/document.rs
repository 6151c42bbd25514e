//! Study as a document: the content of a study file and of a request of the page.

use serde_json::{Map, Value};

use crate::scenario::{Patch, Problem, Problems, limits};
use crate::spec::problem::{printable, show};

/// A scenario, the fields to vary in it, and the requested measures of the runs.
///
/// ```json
/// { "scenario": { … },
///   "over": ["bottlenecks.r0.queue.limit_bytes=5kB:50kB:10",
///            { "path": "groups.udp.traffic.rate_bps", "from": "1 Mb/s", "to": "10 Mb/s", "steps": 4, "log": true }],
///   "where": ["groups.udp.traffic.rate_bps < 0.5 * bottlenecks.r0.rate_bps"],
///   "replications": 20, "seeds": "common",
///   "measure": ["bottlenecks.r0.loss.udp"],
///   "stop": { "measure": "bottlenecks.r0.loss.udp", "half_width": 0.1 } }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudyDocument {
    /// The scenario, complete or with defaults left out.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub scenario: Value,
    /// Changes that all runs share, applied before the check.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub set: Vec<Patch>,
    /// Axes; several axes form a grid. Without axes only the seed varies.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub over: Vec<Over>,
    /// Number of runs of each point, each with its own seed, at least 1; the maximum if there is a `stop` rule.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub replications: u32,
    /// Conditions of a point: `path < value` or `path < 0.5 * path`. Other points are not run.
    #[cfg_attr(test, ts(optional, as = "Option<_>", rename = "where"))]
    pub conditions: Vec<String>,
    /// Seeds of the points: common or independent.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub seeds: Seeds,
    /// Paths of the measures in tables and aggregates; if empty, all measures.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub measure: Vec<String>,
    /// Stopping rule for the replications of a point; without it all are run.
    #[cfg_attr(test, ts(optional))]
    pub stop: Option<Stop>,
}

/// Assignment of seeds to points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Seeds {
    /// All points have the same seeds, from that of the scenario on (common random numbers).
    #[default]
    Common,
    /// Each run has a different seed.
    Independent,
}

/// Stopping rule for the replications of a point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stop {
    /// Path of the measure to be estimated.
    pub measure: String,
    /// Requested relative half-width of the 95 % interval of the mean over replications, above 0 and at most 10.
    pub half_width: f64,
    /// Minimum number of replications of each point, at least 2; default 10.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub at_least: u32,
}

/// A field and its values.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
pub enum Over {
    /// Text form: `path=a,b,c` or `path=from:to:points[:log][:multiple=X]`; see [`Axis`](super::Axis).
    Text(String),
    /// Path and list of values.
    Values {
        /// Dotted path to the field.
        path: String,
        /// Values of the field, in order.
        #[cfg_attr(test, ts(type = "Array<unknown>"))]
        values: Vec<Value>,
    },
    /// Numbers in a range.
    Range(Range),
    /// Fields that vary together, with the same number of values.
    Together {
        /// Linked fields, at least one.
        together: Vec<Over>,
    },
}

/// Evenly or logarithmically spaced numbers, with both ends. An end is a number in the unit of the field, or a text with a
/// unit: `"5 kB"`, and `"0.5 BDP"` for a buffer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OverRange"))]
pub struct Range {
    /// Dotted path to the field.
    pub path: String,
    /// First value of the field.
    #[cfg_attr(test, ts(type = "number | string"))]
    pub from: Value,
    /// Last value of the field.
    #[cfg_attr(test, ts(type = "number | string"))]
    pub to: Value,
    /// Number of values, at least 2.
    pub steps: u32,
    /// Whether the spacing is logarithmic.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub log: bool,
}

impl StudyDocument {
    /// Creates a study that varies no field.
    #[must_use]
    pub fn new(scenario: Value) -> StudyDocument {
        StudyDocument {
            scenario,
            set: Vec::new(),
            over: Vec::new(),
            replications: once(),
            conditions: Vec::new(),
            seeds: Seeds::Common,
            measure: Vec::new(),
            stop: None,
        }
    }

    /// Returns whether `value` is a study and not a scenario.
    #[must_use]
    pub fn describes(value: &Value) -> bool {
        value.get("scenario").is_some()
    }

    /// Reads a study from parsed JSON; what it means is checked by [`Study::new`](super::Study::new).
    ///
    /// # Errors
    /// Returns missing and unknown fields and values of a wrong type, with their paths.
    pub fn from_value(value: Value) -> Result<StudyDocument, Problems> {
        let Value::Object(mut fields) = value else {
            let accepted = format!("a study with {FIELDS}");
            return Err(Problem::refused("", accepted, &value).into());
        };
        version(fields.remove("version"))?;
        let missing = || Problems::one("scenario", "is missing");
        let study = StudyDocument {
            scenario: scenario(fields.remove("scenario").ok_or_else(missing)?)?,
            set: fields.remove("set").map_or(Ok(Vec::new()), patches)?,
            over: list(&mut fields, "over")?
                .into_iter()
                .enumerate()
                .map(|(i, over)| Over::from_value(over, i))
                .collect::<Result<_, _>>()?,
            replications: count(fields.remove("replications"), "replications")?.unwrap_or(once()),
            conditions: texts(&mut fields, "where")?,
            seeds: fields.remove("seeds").map_or(Ok(Seeds::Common), seeds)?,
            measure: texts(&mut fields, "measure")?,
            stop: fields.remove("stop").map(Stop::from_value).transpose()?,
        };
        match fields.keys().next() {
            None => Ok(study),
            Some(name) => {
                let message = format!("unknown field; accepted fields: {FIELDS}");
                Err(Problems::one(printable(name), message))
            }
        }
    }
}

impl Over {
    fn from_value(value: Value, position: usize) -> Result<Over, Problems> {
        Over::read(value).ok_or_else(|| {
            let message = r#"must be "path=values", {"path", "values": […]}, {"path", "from", "to", "steps", "log"} or {"together": […]}"#;
            Problems::one(format!("over.{position}"), message)
        })
    }

    fn read(value: Value) -> Option<Over> {
        let mut fields = match value {
            Value::String(text) => return Some(Over::Text(text)),
            Value::Object(fields) => fields,
            _ => return None,
        };
        let over = if let Some(together) = fields.remove("together") {
            let Value::Array(items) = together else {
                return None;
            };
            let together = items.into_iter().map(Over::read).collect::<Option<_>>()?;
            Over::Together { together }
        } else {
            let Some(Value::String(path)) = fields.remove("path") else {
                return None;
            };
            match fields.remove("values") {
                Some(Value::Array(values)) => Over::Values { path, values },
                Some(_) => return None,
                None => Over::Range(Range {
                    path,
                    from: fields.remove("from").filter(is_end)?,
                    to: fields.remove("to").filter(is_end)?,
                    steps: u32::try_from(fields.remove("steps")?.as_u64()?).ok()?,
                    log: fields
                        .remove("log")
                        .map_or(Some(false), |log| log.as_bool())?,
                }),
            }
        };
        fields.is_empty().then_some(over)
    }
}

/// Returns whether a value can be the end of a range, which its axis reads.
fn is_end(value: &Value) -> bool {
    value.is_number() || value.is_string()
}

impl Stop {
    fn from_value(value: Value) -> Result<Stop, Problems> {
        let form = || {
            let message =
                r#"must be {"measure": path, "half_width": share, "at_least": replications}"#;
            Problems::one("stop", message)
        };
        let Value::Object(mut fields) = value else {
            return Err(form());
        };
        let Some(Value::String(measure)) = fields.remove("measure") else {
            return Err(form());
        };
        let width = fields.remove("half_width").ok_or_else(form)?;
        let half_width = width
            .as_f64()
            .filter(|width| *width > 0.0 && *width <= 10.0);
        let half_width = half_width.ok_or_else(|| {
            let accepted = "a number above 0 and at most 10";
            Problem::refused("stop.half_width", accepted, &width)
        })?;
        let at_least = count(fields.remove("at_least"), "stop.at_least")?.unwrap_or(AT_LEAST);
        if at_least < 2 {
            let message =
                format!("must be at least 2, got {at_least}, because one run has no variance");
            return Err(Problems::one("stop.at_least", message));
        }
        let stop = Stop {
            measure,
            half_width,
            at_least,
        };
        fields.is_empty().then_some(stop).ok_or_else(form)
    }
}

/// Default of the minimum number of replications (Law, Simulation Modeling and Analysis, Section 9.4.1, has 10). With
/// fewer, a small spread often occurs by chance, and the final intervals contain the true mean in 90 % of the cases and
/// not in 95 %.
const AT_LEAST: u32 = 10;

/// Accepted fields, as an error message lists them.
const FIELDS: &str = "scenario, set, over, where, replications, seeds, measure, stop";

/// Returns the scenario of a study. Its fields are checked when it is completed.
fn scenario(value: Value) -> Result<Value, Problems> {
    if value.is_object() {
        return Ok(value);
    }
    let accepted = "an object with the fields of a scenario";
    Err(Problem::refused("scenario", accepted, &value).into())
}

/// Checks the version of a study, which is that of its scenario.
fn version(value: Option<Value>) -> Result<(), Problems> {
    match value {
        Some(version) if version != 1 => {
            let message = format!(
                "must be 1, got {}: this program reads version 1",
                show(&version)
            );
            Err(Problems::one("version", message))
        }
        _ => Ok(()),
    }
}

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
        Some(other) => Err(Problem::refused(name, "a list", &other).into()),
    }
}

fn texts(fields: &mut Map<String, Value>, name: &str) -> Result<Vec<String>, Problems> {
    let read = |(i, value): (usize, Value)| match value {
        Value::String(text) => Ok(text),
        other => Err(Problem::refused(format!("{name}.{i}"), "text", &other).into()),
    };
    let list = list(fields, name)?;
    if list.len() > limits::MEASURES {
        let message = format!(
            "has {} entries; the maximum is {}",
            list.len(),
            limits::MEASURES
        );
        return Err(Problems::one(name, message));
    }
    list.into_iter().enumerate().map(read).collect()
}

fn seeds(value: Value) -> Result<Seeds, Problems> {
    match value.as_str() {
        Some("common") => Ok(Seeds::Common),
        Some("independent") => Ok(Seeds::Independent),
        _ => Err(Problem::refused("seeds", "common or independent", &value).into()),
    }
}

fn count(value: Option<Value>, path: &str) -> Result<Option<u32>, Problems> {
    let Some(value) = value else {
        return Ok(None);
    };
    let count = value.as_u64().and_then(|count| u32::try_from(count).ok());
    count
        .map(Some)
        .ok_or_else(|| Problem::refused(path, "a whole number, at least 1", &value).into())
}

impl From<&str> for Over {
    fn from(text: &str) -> Over {
        Over::Text(text.to_owned())
    }
}

fn once() -> u32 {
    1
}
