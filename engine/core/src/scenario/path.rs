//! Addressing a field of a scenario by a dotted path, and changing it.
//!
//! `bottlenecks.r0.queue.limit_packets` and `bottlenecks.0.queue.limit_packets` are the same field:
//! items of a list go by id or by position. A path to an id that is not there yet appends the item,
//! null at an item removes it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::complete::{is_id, join, printable};
use super::sections::SCENARIO;
use super::spec::{Kind, Param, Section};
use super::{Problem, Problems};
use crate::units;

/// One change of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Patch {
    /// Dotted path to a field or a list item.
    pub path: String,
    /// Its new value.
    pub value: Value,
}

/// Makes changes in a complete scenario document; the result still wants checking.
///
/// # Errors
/// Every path that leads nowhere, with what is accepted there.
pub fn apply(document: &mut Value, patches: &[Patch]) -> Result<(), Problems> {
    let mut problems = Vec::new();
    for patch in patches {
        if let Err(problem) = apply_one(document, patch) {
            problems.push(problem);
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problems(problems))
    }
}

/// Reads a command-line value for `path`: JSON, or text with a unit (`100 Mb/s`, `50ms`), or a word.
///
/// # Errors
/// A number with a unit that does not fit, saying which do.
pub fn value_from_text(path: &str, text: &str) -> Result<Value, Problem> {
    let is_text = matches!(
        last_param(path),
        Some(Param {
            kind: Kind::Text(_) | Kind::Id,
            ..
        })
    );
    if is_text && !text.starts_with('"') {
        return Ok(json!(text));
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return Ok(value);
    }
    let unit = match last_param(path) {
        Some(Param {
            unit,
            kind: Kind::Number { .. } | Kind::Integer { .. } | Kind::Distribution { .. },
            ..
        }) => *unit,
        _ => return Ok(json!(text)),
    };
    units::parse(text, unit)
        .map(|n| json!(n))
        .map_err(|message| Problem {
            path: path.to_owned(),
            message,
        })
}

/// Whether what `patch` changes may change while the simulation runs.
#[must_use]
pub fn is_live(patch: &Patch) -> bool {
    let segments: Vec<&str> = patch.path.split('.').collect();
    // Whole groups come and go; bottlenecks and edges stay where they are.
    if let ["groups", _] = segments[..] {
        return true;
    }
    last_param(&patch.path).is_some_and(|param| param.live)
}

fn apply_one(document: &mut Value, patch: &Patch) -> Result<(), Problem> {
    let segments: Vec<&str> = patch.path.split('.').collect();
    let mut here = String::new();
    let mut at = document;
    for (depth, segment) in segments.iter().enumerate() {
        let last = depth + 1 == segments.len();
        let parent = here.clone();
        here = join(&here, segment);
        match at {
            Value::Object(fields) => {
                if !fields.contains_key(*segment) {
                    let names: Vec<_> = fields.keys().map(String::as_str).collect();
                    return Err(unknown(&here, &parent, &names));
                }
                if last {
                    replace_other_limit(fields, segment, &patch.value);
                    fields.insert((*segment).to_owned(), patch.value.clone());
                    return Ok(());
                }
                // The key is there; the fallback only satisfies the type.
                at = fields.entry((*segment).to_owned()).or_insert(Value::Null);
            }
            Value::Array(items) => {
                let index = segment
                    .parse::<usize>()
                    .ok()
                    .filter(|&i| i < items.len())
                    .or_else(|| {
                        items.iter().position(|item| {
                            item.get("id").and_then(Value::as_str) == Some(segment)
                        })
                    });
                match (index, last) {
                    (Some(i), true) if patch.value.is_null() && items[i].is_object() => {
                        items.remove(i);
                        return Ok(());
                    }
                    (Some(i), true) => {
                        items[i] = patch.value.clone();
                        return Ok(());
                    }
                    (Some(i), false) => at = &mut items[i],
                    (None, true) if is_id(segment) && patch.value.is_object() => {
                        let mut item = patch.value.clone();
                        item["id"] = json!(segment);
                        items.push(item);
                        return Ok(());
                    }
                    (None, _) => {
                        let ids = items.iter().enumerate().map(|(i, item)| id_of(i, item));
                        let ids: Vec<_> = ids.collect();
                        let names: Vec<_> = ids.iter().map(String::as_str).collect();
                        return Err(unknown(&here, &parent, &names));
                    }
                }
            }
            other => {
                // A shorthand such as `"pacing": "none"` never reaches here: documents are complete.
                return Err(Problem {
                    path: here,
                    message: format!(
                        "does not exist: {parent} is {}",
                        super::complete::show(other)
                    ),
                });
            }
        }
    }
    Ok(())
}

/// Naming one of the two limits of a queue replaces the other.
fn replace_other_limit(fields: &mut serde_json::Map<String, Value>, name: &str, value: &Value) {
    let other = match name {
        "limit_packets" => "limit_bytes",
        "limit_bytes" => "limit_packets",
        _ => return,
    };
    if !value.is_null() && fields.contains_key(other) {
        fields.insert(other.to_owned(), Value::Null);
    }
}

/// The parameter a path ends at, found through the sections without a document: where a registry
/// offers several kinds, the first that has the field answers.
fn last_param(path: &str) -> Option<&'static Param> {
    let mut sections: Vec<&'static Section> = vec![&SCENARIO];
    let mut found: Option<&'static Param> = None;
    let mut in_list = false;
    for segment in path.split('.') {
        if in_list {
            in_list = false;
            continue;
        }
        if let Some(param) = sections.iter().find_map(|section| section.param(segment)) {
            found = Some(param);
            sections = match &param.kind {
                Kind::Section(section) => vec![section],
                Kind::OneOf(registry) => registry.entries.to_vec(),
                Kind::List { section, .. } => {
                    in_list = true;
                    vec![section]
                }
                // Inside `uniform` or `list` the parameter itself still answers.
                Kind::Distribution { .. } => continue,
                _ => Vec::new(),
            };
        } else if !matches!(
            found,
            Some(Param {
                kind: Kind::Distribution { .. },
                ..
            })
        ) {
            return if segment == "kind" { found } else { None };
        }
    }
    found
}

fn id_of(index: usize, item: &Value) -> String {
    item.get("id")
        .and_then(Value::as_str)
        .map_or_else(|| index.to_string(), str::to_owned)
}

fn unknown(path: &str, parent: &str, accepted: &[&str]) -> Problem {
    let place = if parent.is_empty() {
        "the scenario"
    } else {
        parent
    };
    let accepted = if accepted.is_empty() {
        "nothing yet".to_owned()
    } else {
        accepted.join(", ")
    };
    Problem {
        path: printable(path),
        message: format!("does not exist; {place} has {accepted}"),
    }
}
