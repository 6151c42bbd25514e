//! Paths of measures and fields in goals: `bottlenecks.r0.utilization`, `bottlenecks.r0.queue.limit_packets`.
//!
//! A path names a value of the run's summary or, if the summary has none, a field of its scenario. Items of lists have an
//! id or a position. The label and the unit come from the row of the measure or from the declaration of the parameter.

use std::collections::BTreeMap;

use bufferlab_core::observe::measures;
use bufferlab_core::scenario::labels;
use bufferlab_core::scenario::path::value_at;
use bufferlab_core::spec::problem::visible;
use serde_json::Value;

use super::Run;
use crate::curve::{Curve, Curves};

/// Largest number of bytes of a path.
pub const BYTES: usize = 200;

/// Values of paths as curves with at most one point, and the reasons for missing ones.
pub struct Paths {
    /// Curves by path, with label and unit.
    pub curves: Curves,
    /// Sentences about paths that name no number; a measure without a value has none.
    pub problems: BTreeMap<String, String>,
}

impl Paths {
    /// Reads the values of paths from a run.
    #[must_use]
    pub fn of(paths: Vec<&str>, run: &Run) -> Paths {
        let mut all = Paths {
            curves: Curves::default(),
            problems: BTreeMap::new(),
        };
        for path in paths {
            let (label, unit) =
                label_and_unit(path, Some(&run.scenario)).unwrap_or_else(|| (path.to_owned(), ""));
            match value(path, run) {
                Ok(value) => all.add(path, label, unit, value),
                Err(problem) => {
                    all.add(path, label, unit, None);
                    all.problems.insert(path.to_owned(), problem);
                }
            }
        }
        all
    }

    /// Returns labels and units of measures, without values and without the fields of a scenario.
    #[must_use]
    pub fn of_measures(paths: Vec<&str>) -> Paths {
        let mut all = Paths {
            curves: Curves::default(),
            problems: BTreeMap::new(),
        };
        for path in paths {
            if let Some((label, unit)) = label_and_unit(path, None) {
                all.add(path, label, unit, None);
            }
        }
        all
    }

    fn add(&mut self, path: &str, label: String, unit: &str, value: Option<f64>) {
        let mut curve = Curve {
            id: path.to_owned(),
            label,
            unit: unit.to_owned(),
            ..Curve::default()
        };
        if let Some(value) = value {
            curve.add(0.0, value);
        }
        self.curves.0.insert(path.to_owned(), curve);
    }
}

/// Returns the value of a path in a run; `None` if a measure has no value yet or does not apply.
///
/// # Errors
/// A sentence, if the run has no such path or its value is no number.
pub fn value(path: &str, run: &Run) -> Result<Option<f64>, String> {
    let found = value_at(&run.summary, path).or_else(|| value_at(&run.scenario, path));
    match found {
        Some(Value::Null) => Ok(None),
        Some(value) => match value.as_f64() {
            Some(number) => Ok(Some(number)),
            None => Err(format!(
                "{path} is {}, not a number",
                visible(&value.to_string(), 80)
            )),
        },
        None => Err(format!("this run has no {path}")),
    }
}

/// Returns the label for readers, with the owner, and the unit of a measure, or of a field of this scenario.
#[must_use]
pub fn label_and_unit(path: &str, scenario: Option<&Value>) -> Option<(String, &'static str)> {
    let measure = measures::label_and_unit(path);
    let (label, unit) = measure.or_else(|| labels::label_and_unit(scenario?, path))?;
    Some((of_owner(label, path), unit.symbol()))
}

/// Adds the owner to a label: `Utilization of r0`, `Loss of UDP at r0`. What follows a comma in the label stands in parentheses.
fn of_owner(label: &str, path: &str) -> String {
    let mut text = match label.split_once(", ") {
        Some((head, tail)) => format!("{head} ({tail})"),
        None => label.to_owned(),
    };
    let segments: Vec<&str> = path.split('.').collect();
    if let ["bottlenecks" | "edges" | "groups", owner, rest @ ..] = &segments[..] {
        let reverse = rest.first() == Some(&"reverse");
        let of = if reverse { " of the reverse path" } else { "" };
        let is_link = segments[0] != "groups";
        let before = if is_link && !reverse && text.contains(" of ") {
            "at"
        } else {
            "of"
        };
        text += &format!("{of} {before} {owner}");
    }
    text
}

/// Checks that a path can name a measure or a field of some run.
///
/// # Errors
/// A sentence with the accepted names.
pub fn check(path: &str) -> Result<(), String> {
    let is_name = |name: &str| {
        let odd = |c: char| !c.is_ascii_alphanumeric() && !"_-:".contains(c);
        !name.is_empty() && !name.contains(odd)
    };
    let mut segments = path.split('.');
    if path.len() > BYTES || !segments.all(is_name) {
        return Err(refused(path));
    }
    if measures::label_and_unit(path).is_some() {
        return Ok(());
    }
    let segments: Vec<&str> = path.split('.').collect();
    let (list, name) = match segments[..] {
        ["bottlenecks" | "edges" | "groups", _, name, ..] => (segments[0], name),
        ["bottlenecks" | "edges" | "groups", ..] => {
            return Err(format!(
                "{path} needs an id and a measure or field, as {EXAMPLE} has"
            ));
        }
        _ => ("", segments[0]),
    };
    if labels::fields(list).any(|field| field == name) {
        return Ok(());
    }
    if list.is_empty() {
        return Err(refused(path));
    }
    let ids: Vec<&str> = measures::ids(list).collect();
    let fields: Vec<&str> = labels::fields(list).collect();
    Err(format!(
        "there is no {name:?} in {list}; there are the measures {} and the fields {}",
        ids.join(", "),
        fields.join(", ")
    ))
}

const EXAMPLE: &str = "bottlenecks.r0.utilization";

fn refused(path: &str) -> String {
    let path = visible(path, 80);
    format!(
        "{path:?} is not a quantity; enter {}, or the path of a measure or field such as {EXAMPLE}",
        super::amount::ACCEPTED
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_the_owner_of_a_measure() {
        for (path, label) in [
            ("bottlenecks.r0.utilization", "Utilization of r0"),
            ("bottlenecks.r0.loss.udp", "Loss of UDP at r0"),
            (
                "bottlenecks.r0.reverse.loss.ack",
                "Loss of ACKs of the reverse path of r0",
            ),
            ("groups.tcp.timeouts", "Timeouts of tcp"),
        ] {
            let found = label_and_unit(path, None).map(|(label, _)| label);
            assert_eq!(found.as_deref(), Some(label), "{path}");
        }
    }
}
