//! Completion of untrusted JSON: fills in all defaults and reports all problems.
//!
//! The walk follows the sections, so the accepted values of a field are stated once, beside the field. Checks of several
//! fields are in [`together`](super::together), because a document may still be changed before them.

use serde_json::{Map, Value, json};

use super::accept::{check_number, check_value, is_id};
use super::buffer::{ACCEPTED, Amount, is_limit};
use super::limits;
use super::problem::{Problem, Problems, join, printable, refuse, report};
use super::profile::Setting;
use super::together::check_together;
use super::{DefaultValue, Kind, Param, Registry, Section, Unit, object, profile, units};

/// Completes one object outside a scenario, and checks it.
///
/// # Errors
/// All problems of shape and range, and then of what the fields are together.
pub fn complete_one(section: &'static Section, value: Value) -> Result<Value, Problems> {
    let mut problems = Vec::new();
    let done = complete_section(section, value, "", &mut problems);
    if problems.is_empty() {
        check_together(section, &done, "", &mut problems);
    }
    if problems.is_empty() {
        Ok(done)
    } else {
        Err(Problems(problems))
    }
}

/// Completes an object described by `section` at `path`.
pub(crate) fn complete_section(
    section: &Section,
    value: Value,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    let Value::Object(given) = value else {
        let message = format!("must be an object with {}", names(section));
        report(problems, path, message);
        return Value::Null;
    };
    complete_fields(section, given, path, problems, Map::new())
}

fn complete_fields(
    section: &Section,
    mut given: Map<String, Value>,
    path: &str,
    problems: &mut Vec<Problem>,
    mut done: Map<String, Value>,
) -> Value {
    profile::fill(section, &mut given);
    for param in section.params {
        let here = join(path, param.name);
        let value = match given.remove(param.name) {
            Some(value) => complete_value(param, value, &here, problems),
            None => default(param, &here, problems),
        };
        done.insert(param.name.to_owned(), value);
    }
    for unknown in given.keys() {
        let message = format!("unknown field; accepted fields: {}", names(section));
        report(problems, &join(path, &printable(unknown)), message);
    }
    Value::Object(done)
}

/// Completes the value of one parameter at `path`.
pub(crate) fn complete_value(
    param: &Param,
    value: Value,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    match &param.kind {
        Kind::Section(section) => complete_section(section, value, path, problems),
        Kind::OneOf(registry) => complete_kind(registry, value, path, problems),
        Kind::List { section, min, max } => {
            complete_list(section, (*min, *max), value, path, problems)
        }
        Kind::Edits => complete_edits(value, path, problems),
        kind => {
            let is_relative = value.is_string() && Amount::of(path, &value).is_some();
            let relative = is_relative.then(|| value.clone());
            let value = match (without_units(kind, param.unit, value, path), relative) {
                (Ok(value), _) => value,
                // A time or a multiple of the BDP is resolved when the scenario is complete.
                (Err(_), Some(text)) => return text,
                (Err((path, message)), None) => {
                    let message = match is_limit(&path) {
                        true => format!("{message}; {ACCEPTED}"),
                        false => message,
                    };
                    report(problems, &path, message);
                    return Value::Null;
                }
            };
            check_value(kind, &value, path, problems);
            // 100.0 and 1e2 are whole numbers too.
            match value.as_f64() {
                Some(n)
                    if matches!(kind, Kind::Integer { .. })
                        && !value.is_u64()
                        && (0.0..=9.1e15).contains(&n) =>
                {
                    json!(n as u64)
                }
                _ => value,
            }
        }
    }
}

/// Replaces quantities such as `"1 Mb/s"` or `"20 ms"` by numbers in the unit of the parameter, in distributions too.
///
/// # Errors
/// The path of a text that is no quantity, and what is accepted.
fn without_units(
    kind: &Kind,
    unit: Unit,
    value: Value,
    path: &str,
) -> Result<Value, (String, String)> {
    let is_distribution = matches!(kind, Kind::Distribution { .. });
    let is_number = matches!(kind, Kind::Number { .. } | Kind::Integer { .. });
    match value {
        Value::String(text) if is_number || is_distribution => {
            let number = units::parse(&text, unit);
            number
                .map(|n| json!(n))
                .map_err(|why| (path.to_owned(), why))
        }
        Value::Object(fields) if is_distribution => {
            let inside = |(name, item): (String, Value)| {
                let here = join(path, &printable(&name));
                Ok((name, numbers_inside(kind, unit, item, &here)?))
            };
            fields.into_iter().map(inside).collect()
        }
        value => Ok(value),
    }
}

/// Replaces the quantities of one form of a distribution.
fn numbers_inside(
    kind: &Kind,
    unit: Unit,
    item: Value,
    path: &str,
) -> Result<Value, (String, String)> {
    match item {
        Value::String(_) => without_units(kind, unit, item, path),
        Value::Array(items) => {
            let one = |(i, item): (usize, Value)| match item {
                Value::String(_) => without_units(kind, unit, item, &join(path, &i.to_string())),
                item => Ok(item),
            };
            items.into_iter().enumerate().map(one).collect()
        }
        item => Ok(item),
    }
}

fn complete_kind(
    registry: &Registry,
    value: Value,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    let mut given = match value {
        Value::String(kind) => of_kind(Value::String(kind)),
        Value::Object(given) => given,
        other => {
            refuse(problems, path, &kinds(registry), &other);
            return Value::Null;
        }
    };
    let kind = given.remove("kind").unwrap_or(Value::Null);
    let Some(section) = kind.as_str().and_then(|kind| registry.entry(kind)) else {
        refuse(problems, &join(path, "kind"), &kinds(registry), &kind);
        return Value::Null;
    };
    let done = of_kind(json!(section.kind()));
    complete_fields(section, given, path, problems, done)
}

fn of_kind(kind: Value) -> Map<String, Value> {
    object(&mut std::iter::once(("kind".to_owned(), kind)))
}

fn complete_list(
    section: &Section,
    (min, max): (usize, usize),
    value: Value,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    let Value::Array(items) = value else {
        refuse(problems, path, "a list", &value);
        return Value::Null;
    };
    if items.len() < min || items.len() > max {
        let message = format!("has {} items, must have {min} to {max}", items.len());
        report(problems, path, message);
        return Value::Null;
    }
    let done: Vec<Value> = items
        .into_iter()
        .enumerate()
        .map(|(i, item)| {
            let name = name_of(&item).unwrap_or_else(|| i.to_string());
            complete_section(section, item, &join(path, &name), problems)
        })
        .collect();
    for (i, item) in done.iter().enumerate() {
        let id = item.get("id");
        if id.is_some() && done[..i].iter().any(|earlier| earlier.get("id") == id) {
            let message = "is already in use; each id must be unique".to_owned();
            report(problems, &join(path, &format!("{i}.id")), message);
        }
    }
    Value::Array(done)
}

/// Returns the name of a list item in a path: its id, if it is a valid one.
fn name_of(item: &Value) -> Option<String> {
    let id = item.get("id")?.as_str()?;
    is_id(id).then(|| id.to_owned())
}

fn complete_edits(value: Value, path: &str, problems: &mut Vec<Problem>) -> Value {
    let Value::Array(items) = value else {
        refuse(problems, path, "a list", &value);
        return Value::Null;
    };
    if items.len() > limits::EDITS {
        let (given, most) = (items.len(), limits::EDITS);
        let message = format!("has {given} edits; the maximum is {most}");
        report(problems, path, message);
        return Value::Null;
    }
    for (i, item) in items.iter().enumerate() {
        let here = join(path, &i.to_string());
        let at_s = item.get("at_s").unwrap_or(&Value::Null);
        check_number(at_s, (0.0, 1e6), false, "", &join(&here, "at_s"), problems);
        let set = item.get("set").and_then(Value::as_array);
        let well_formed = |patch: &Value| {
            patch.get("path").is_some_and(Value::is_string)
                && patch.get("value").is_some()
                && patch.as_object().is_some_and(|object| object.len() == 2)
        };
        if !set.is_some_and(|set| !set.is_empty() && set.len() <= 64 && set.iter().all(well_formed))
        {
            let message = "must be a list of 1 to 64 {\"path\", \"value\"}".to_owned();
            report(problems, &join(&here, "set"), message);
        }
        if item.as_object().is_none_or(|object| object.len() != 2) {
            report(problems, &here, "must have exactly at_s and set".to_owned());
        }
    }
    Value::Array(items)
}

pub(crate) fn default(param: &Param, path: &str, problems: &mut Vec<Problem>) -> Value {
    let value = match param.default {
        DefaultValue::Required => {
            report(problems, path, "is missing".to_owned());
            return Value::Null;
        }
        DefaultValue::Null => return Value::Null,
        DefaultValue::Number(n) => json!(n),
        DefaultValue::Flag(flag) => json!(flag),
        DefaultValue::Text(text) => json!(text),
        DefaultValue::Empty => match param.kind {
            Kind::List { .. } | Kind::Edits => json!([]),
            _ => json!({}),
        },
        DefaultValue::Json(text) => serde_json::from_str(text).unwrap_or(Value::Null),
    };
    complete_value(param, value, path, problems)
}

/// Returns the complete value of a setting of a profile, as it stands in a document of the section.
#[must_use]
pub fn setting_value(section: &Section, setting: &Setting) -> Value {
    let Some(param) = setting.param(section) else {
        return Value::Null;
    };
    // A test completes each setting without problems.
    complete_value(param, setting.given(), setting.field, &mut Vec::new())
}

fn kinds(registry: &Registry) -> String {
    let kinds: Vec<_> = registry.entries.iter().map(|entry| entry.kind()).collect();
    format!("one of {}", kinds.join(", "))
}

fn names(section: &Section) -> String {
    if section.params.is_empty() {
        return "nothing".to_owned();
    }
    let names: Vec<_> = section.params.iter().map(|param| param.name).collect();
    names.join(", ")
}
