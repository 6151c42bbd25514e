//! Completion of untrusted JSON: fills in all defaults and reports all problems.
//!
//! The walk follows the sections, so the accepted values of a field are stated once, beside the field. Checks of several
//! fields are in [`together`](super::together), because a document may still be changed before them.

use serde_json::{Map, Value, json};

use super::buffer::{ACCEPTED, Amount, is_limit};
use super::distribution::PARETO_SHAPE;
use super::limits;
use super::problem::{Problem, Problems, visible};
use super::together::check_together;
use super::{DefaultValue, Kind, Param, Registry, Section, object};

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
        report(
            problems,
            path,
            format!("must be an object with {}", names(section)),
        );
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
    for param in section.params {
        let here = join(path, param.name);
        let value = match given.remove(param.name) {
            Some(value) => complete_value(param, value, &here, problems),
            None => default(param, &here, problems),
        };
        done.insert(param.name.to_owned(), value);
    }
    for unknown in given.keys() {
        report(
            problems,
            &join(path, &printable(unknown)),
            format!("unknown field; accepted fields: {}", names(section)),
        );
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
        Kind::Number {
            min,
            max,
            null_label,
            ..
        } => {
            if !value.is_null() || null_label.is_empty() {
                check_number(&value, *min, *max, false, null_label, path, problems);
            }
            value
        }
        Kind::Integer {
            min,
            max,
            null_label,
            ..
        } => {
            if value.is_null() && !null_label.is_empty() {
                return value;
            }
            if is_limit(path) && value.is_string() {
                // A time or a multiple of the BDP is resolved when the scenario is complete.
                if Amount::of(path, &value).is_none() {
                    let message = format!(
                        "must be a whole number from {} to {}, got {}; {ACCEPTED}",
                        plain(*min),
                        plain(*max),
                        show(&value)
                    );
                    report(problems, path, message);
                }
                return value;
            }
            check_number(&value, *min, *max, true, null_label, path, problems);
            // 100.0 and 1e2 are whole numbers too.
            match value.as_f64() {
                Some(n) if !value.is_u64() && (0.0..=9.1e15).contains(&n) => json!(n as u64),
                _ => value,
            }
        }
        Kind::Flag => {
            if !value.is_boolean() {
                report(
                    problems,
                    path,
                    format!("must be true or false, got {}", show(&value)),
                );
            }
            value
        }
        Kind::Text(max) => {
            match value.as_str() {
                Some(text) if text.chars().count() <= *max => {}
                Some(text) => report(
                    problems,
                    path,
                    format!(
                        "has {} characters; the maximum is {max}",
                        text.chars().count()
                    ),
                ),
                None => report(
                    problems,
                    path,
                    format!("must be text, got {}", show(&value)),
                ),
            }
            value
        }
        Kind::Id => {
            if !value.as_str().is_some_and(is_id) {
                report(
                    problems,
                    path,
                    format!(
                        "must be 1 to 32 letters, digits, _ or -, not a number, got {}",
                        show(&value)
                    ),
                );
            }
            value
        }
        Kind::Choice(choices) => {
            if !choices
                .iter()
                .any(|choice| Some(choice.id) == value.as_str())
            {
                let accepted: Vec<_> = choices.iter().map(|choice| choice.id).collect();
                report(
                    problems,
                    path,
                    format!(
                        "must be one of {}, got {}",
                        accepted.join(", "),
                        show(&value)
                    ),
                );
            }
            value
        }
        Kind::Distribution { min, max } => {
            check_distribution(&value, *min, *max, path, problems);
            value
        }
        Kind::Section(section) => complete_section(section, value, path, problems),
        Kind::OneOf(registry) => complete_kind(registry, value, path, problems),
        Kind::List { section, min, max } => {
            complete_list(section, *min, *max, value, path, problems)
        }
        Kind::Ref {
            to,
            many,
            null_label,
        } => {
            let fits = match &value {
                Value::Null => true,
                Value::String(_) => !many,
                Value::Array(items) => *many && items.iter().all(Value::is_string),
                _ => false,
            };
            if !fits {
                let what = if *many {
                    "a list of ids"
                } else {
                    "the id of one"
                };
                report(
                    problems,
                    path,
                    format!(
                        "must be {what} of {to}, or null ({null_label}), got {}",
                        show(&value)
                    ),
                );
            }
            value
        }
        Kind::Edits => complete_edits(value, path, problems),
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
            report(
                problems,
                path,
                format!("must be {}, got {}", kinds(registry), show(&other)),
            );
            return Value::Null;
        }
    };
    let kind = given.remove("kind").unwrap_or(Value::Null);
    let Some(section) = kind.as_str().and_then(|kind| registry.entry(kind)) else {
        report(
            problems,
            &join(path, "kind"),
            format!("must be {}, got {}", kinds(registry), show(&kind)),
        );
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
    min: usize,
    max: usize,
    value: Value,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Value {
    let Value::Array(items) = value else {
        report(
            problems,
            path,
            format!("must be a list, got {}", show(&value)),
        );
        return Value::Null;
    };
    if items.len() < min || items.len() > max {
        report(
            problems,
            path,
            format!("has {} items, must have {min} to {max}", items.len()),
        );
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
            report(
                problems,
                &join(path, &format!("{i}.id")),
                "is already in use; each id must be unique".to_owned(),
            );
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
        report(
            problems,
            path,
            format!("must be a list, got {}", show(&value)),
        );
        return Value::Null;
    };
    if items.len() > limits::EDITS {
        report(
            problems,
            path,
            format!(
                "has {} edits; the maximum is {}",
                items.len(),
                limits::EDITS
            ),
        );
        return Value::Null;
    }
    for (i, item) in items.iter().enumerate() {
        let here = join(path, &i.to_string());
        check_number(
            item.get("at_s").unwrap_or(&Value::Null),
            0.0,
            1e6,
            false,
            "",
            &join(&here, "at_s"),
            problems,
        );
        let set = item.get("set").and_then(Value::as_array);
        let well_formed = |patch: &Value| {
            patch.get("path").is_some_and(Value::is_string)
                && patch.get("value").is_some()
                && patch.as_object().is_some_and(|object| object.len() == 2)
        };
        if !set.is_some_and(|set| !set.is_empty() && set.len() <= 64 && set.iter().all(well_formed))
        {
            report(
                problems,
                &join(&here, "set"),
                "must be a list of 1 to 64 {\"path\", \"value\"}".to_owned(),
            );
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

fn check_number(
    value: &Value,
    min: f64,
    max: f64,
    whole: bool,
    null_label: &str,
    path: &str,
    problems: &mut Vec<Problem>,
) {
    let kind = if whole { "a whole number" } else { "a number" };
    let or_null = if null_label.is_empty() {
        String::new()
    } else {
        format!(", or null ({null_label})")
    };
    let fits = value
        .as_f64()
        .is_some_and(|n| n >= min && n <= max && (!whole || n.fract() == 0.0));
    if !fits {
        report(
            problems,
            path,
            format!(
                "must be {kind} from {} to {}{or_null}, got {}",
                plain(min),
                plain(max),
                show(value)
            ),
        );
    }
}

fn check_distribution(value: &Value, min: f64, max: f64, path: &str, problems: &mut Vec<Problem>) {
    let one = |value: &Value, path: &str, problems: &mut Vec<Problem>| {
        check_number(value, min, max, false, "", path, problems);
    };
    if value.is_number() {
        return one(value, path, problems);
    }
    let fields = value.as_object().filter(|fields| fields.len() == 1);
    let Some((form, inside)) = fields.and_then(|fields| fields.iter().next()) else {
        return refuse_distribution(value, path, problems);
    };
    let here = join(path, form);
    match (form.as_str(), inside) {
        ("exponential", mean) => one(mean, &here, problems),
        ("uniform", Value::Array(ends)) if ends.len() == 2 => {
            check_items(ends, &here, problems, one);
            if ends[0].as_f64() > ends[1].as_f64() {
                let message = "must be [minimum, maximum], with the minimum first".to_owned();
                report(problems, &here, message);
            }
        }
        ("pareto", Value::Array(items)) if items.len() == 2 => {
            one(&items[0], &join(&here, "0"), problems);
            check_shape(&items[1], &join(&here, "1"), problems);
        }
        ("bimodal", Value::Array(items)) if items.len() == 3 => {
            check_items(&items[..2], &here, problems, one);
            let share = &items[2];
            check_number(share, 0.0, 1.0, false, "", &join(&here, "2"), problems);
        }
        ("list", Value::Array(list)) if (1..=limits::LIST).contains(&list.len()) => {
            check_items(list, &here, problems, one);
        }
        _ => refuse_distribution(value, path, problems),
    }
}

fn check_items(
    items: &[Value],
    path: &str,
    problems: &mut Vec<Problem>,
    one: impl Fn(&Value, &str, &mut Vec<Problem>),
) {
    for (i, item) in items.iter().enumerate() {
        one(item, &join(path, &i.to_string()), problems);
    }
}

/// The shape of a Pareto distribution: with 1 or less it has no mean.
fn check_shape(value: &Value, path: &str, problems: &mut Vec<Problem>) {
    if !(value.as_f64()).is_some_and(|shape| shape > 1.0 && shape <= PARETO_SHAPE) {
        let got = show(value);
        let message = format!("must be a number above 1 and at most {PARETO_SHAPE}, got {got}");
        report(problems, path, message);
    }
}

fn refuse_distribution(value: &Value, path: &str, problems: &mut Vec<Problem>) {
    let message = format!(
        "must be a number, {{\"uniform\": [lo, hi]}}, {{\"exponential\": mean}}, \
         {{\"pareto\": [mean, shape]}}, {{\"bimodal\": [one, other, share of the other]}} or {{\"list\": [1 to {} numbers]}}, got {}",
        limits::LIST,
        show(value)
    );
    report(problems, path, message);
}

/// Returns whether `text` is a valid id. A number is not valid, because paths address list items by position.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=32).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
        && !text.bytes().all(|b| b.is_ascii_digit())
}

/// A number for people: without exponent where it is short.
pub(crate) fn plain(n: f64) -> String {
    if n != 0.0 && (n.abs() >= 1e7 || n.abs() < 1e-3) {
        format!("{n:e}")
    } else {
        format!("{n}")
    }
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

/// Characters of what was given that a message repeats.
const SHOWN: usize = 80;

/// Returns the given value, shortened.
pub(crate) fn show(value: &Value) -> String {
    if value.is_null() {
        return "nothing".to_owned();
    }
    visible(&value.to_string(), SHOWN)
}

/// Returns a foreign name, shortened.
pub(crate) fn printable(name: &str) -> String {
    visible(name, SHOWN)
}

pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// Adds a problem if the maximum number is not reached.
pub(crate) fn report(problems: &mut Vec<Problem>, path: &str, message: String) {
    if problems.len() < limits::PROBLEMS {
        problems.push(Problem {
            path: path.to_owned(),
            message,
        });
    }
}
