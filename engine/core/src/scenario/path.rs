//! Dotted paths into a scenario.
//!
//! `bottlenecks.r0.queue.limit_packets` and `bottlenecks.0.queue.limit_packets` are the same field: list items have an
//! id or a position. Unit and range of a field, and whether it may change during a run, depend on the kinds along its
//! path, so functions take the path together with a document.

use serde_json::{Value, json};

use super::Problem;
use super::sections::SCENARIO;
use crate::spec::buffer::{ACCEPTED, Amount, is_limit};
use crate::spec::units;
use crate::spec::{Kind, Param, Section};

/// Reads a value for `path` of a complete document: JSON, or text with a unit (`100 Mb/s`, `50ms`), or a
/// word. The limit of a queue as a time or in BDP stays a text ([`Amount`]).
///
/// # Errors
/// A number with a unit that does not fit, saying which do.
pub fn value_from_text(document: &Value, path: &str, text: &str) -> Result<Value, Problem> {
    value_as(param_at(document, path), path, text)
}

/// Reads a value for a given parameter, named `path` in messages; without a parameter it reads JSON or a word.
///
/// # Errors
/// As for [`value_from_text`].
pub fn value_as(param: Option<&Param>, path: &str, text: &str) -> Result<Value, Problem> {
    let kind = param.map(|param| &param.kind);
    if matches!(kind, Some(Kind::Text(_) | Kind::Id)) && !text.starts_with('"') {
        return Ok(json!(text));
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return Ok(value);
    }
    match param {
        Some(Param {
            unit,
            kind: Kind::Number { .. } | Kind::Integer { .. } | Kind::Distribution { .. },
            ..
        }) => match units::parse(text, *unit) {
            Ok(n) => Ok(json!(n)),
            Err(_) if Amount::of(path, &json!(text)).is_some() => Ok(json!(text)),
            Err(message) => Err(Problem::new(
                path,
                match is_limit(path) {
                    true => format!("{message}; {ACCEPTED}"),
                    false => message,
                },
            )),
        },
        _ => Ok(json!(text)),
    }
}

/// The parameter that `path` ends at in a complete document: of the kinds that a registry offers, the one
/// that stands there answers.
///
/// An item of a list answers with the list, what is inside a distribution with the distribution, and `kind`
/// with the field whose kind it is. `None` where the path leads nowhere.
#[must_use]
pub fn param_at(document: &Value, path: &str) -> Option<&'static Param> {
    meaning(document, path)?.param
}

/// Returns whether the field at `path` of a complete document may change during a run.
///
/// A path that leads nowhere may: that it leads nowhere is then what is wrong with it.
#[must_use]
pub fn is_live(document: &Value, path: &str) -> bool {
    // Whole groups come and go; bottlenecks and edges stay where they are.
    let segments: Vec<&str> = path.split('.').collect();
    matches!(segments[..], ["groups", _]) || param_at(document, path).is_none_or(|param| param.live)
}

/// Description of a position in a scenario.
#[derive(Clone, Copy)]
pub(super) struct Meaning {
    /// Parameter whose value is at the position; for an item of a list, the parameter of the list.
    pub param: Option<&'static Param>,
    /// Type of the content at the position.
    pub holds: Holds,
}

/// Type of the content of a position in a scenario.
#[derive(Clone, Copy)]
pub(super) enum Holds {
    /// Object with the fields of a section.
    Fields(&'static Section),
    /// List of objects with the fields of a section.
    Items(&'static Section),
    /// Part of a value, for example of a distribution, that has no meaning alone.
    Parts,
    /// Value without fields or items.
    Nothing,
}

/// Returns the description of `path` in a complete document; `None` if the path does not exist.
pub(super) fn meaning(document: &Value, path: &str) -> Option<Meaning> {
    let whole = Meaning {
        param: None,
        holds: Holds::Fields(&SCENARIO),
    };
    let start = (Some(document), whole);
    let (_, meaning) = path
        .split('.')
        .try_fold(start, |(value, meaning), segment| {
            let value = value.and_then(|value| child(value, segment));
            Some((value, meaning.of(segment, value)?))
        })?;
    Some(meaning)
}

impl Meaning {
    /// Returns the description of `segment` inside this position; `value` is the current value, if there is one.
    fn of(self, segment: &str, value: Option<&Value>) -> Option<Meaning> {
        let Meaning { param, holds } = self;
        let (param, holds) = match holds {
            Holds::Fields(_) if segment == "kind" && self.has_kinds() => (param, Holds::Nothing),
            Holds::Fields(section) => {
                let param = section.param(segment)?;
                (Some(param), Holds::of(&param.kind, value))
            }
            Holds::Items(section) => (param, Holds::Fields(section)),
            Holds::Parts => (param, Holds::Parts),
            Holds::Nothing => return None,
        };
        Some(Meaning { param, holds })
    }

    fn has_kinds(self) -> bool {
        self.param
            .is_some_and(|param| matches!(param.kind, Kind::OneOf(_)))
    }
}

impl Holds {
    fn of(kind: &Kind, value: Option<&Value>) -> Holds {
        match kind {
            Kind::List { section, .. } => Holds::Items(section),
            Kind::Distribution { .. }
            | Kind::Numbers { .. }
            | Kind::Points { .. }
            | Kind::Ref { .. }
            | Kind::Edits => Holds::Parts,
            kind => value
                .and_then(|value| kind.section_of(value))
                .map_or(Holds::Nothing, Holds::Fields),
        }
    }
}

/// Returns the value at `path` of a document: fields by name, items of lists by id or position.
#[must_use]
pub fn value_at<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(document, child)
}

/// The path with items of lists by their position, so that one field has one path; what is not there stays as written.
#[must_use]
pub fn by_position(document: &Value, path: &str) -> String {
    let mut at = Some(document);
    let segments = path.split('.').map(|segment| {
        let items = at.and_then(Value::as_array);
        let place = items.and_then(|items| position(items, segment));
        at = at.and_then(|value| child(value, segment));
        place.map_or_else(|| segment.to_owned(), |place| place.to_string())
    });
    segments.collect::<Vec<_>>().join(".")
}

/// Returns the field with this name or the item with this id or position.
pub(super) fn child<'a>(value: &'a Value, segment: &str) -> Option<&'a Value> {
    match value {
        Value::Object(fields) => fields.get(segment),
        Value::Array(items) => items.get(position(items, segment)?),
        _ => None,
    }
}

/// Position in a list of the item with this number or id.
pub(super) fn position(items: &[Value], segment: &str) -> Option<usize> {
    let number = segment.parse().ok().filter(|&i: &usize| i < items.len());
    number.or_else(|| {
        let has_id = |item: &Value| item.get("id").and_then(Value::as_str) == Some(segment);
        items.iter().position(has_id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::scenario::Scenario;
    use crate::spec::Unit;

    #[test]
    fn path_uses_the_fields_of_the_current_kind() {
        let preset = presets::find("one-flow").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let mut document = scenario.to_value();
        let unit = |document: &Value, path: &str| param_at(document, path).map(|param| param.unit);
        let rate = "groups.tcp.traffic.rate_bps";
        assert_eq!(unit(&document, rate), None, "TCP has no rate");
        document["groups"][0]["traffic"] = json!({"kind": "cbr", "rate_bps": 1e6});
        assert_eq!(unit(&document, rate), Some(Unit::BitsPerSecond));
        assert_eq!(unit(&document, "groups.tcp.traffic.segment_bytes"), None);
        let part = "groups.0.access.delay_s.uniform.1";
        assert_eq!(unit(&document, part), Some(Unit::Seconds));
        assert_eq!(unit(&document, "groups.tcp.count.more"), None);
    }
}
