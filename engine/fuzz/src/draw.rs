//! Experiments drawn from bytes, by walking what the engine says of itself.
//!
//! Sections and registries are walked, so that a kind that joins a list is drawn without being named here.
//! Only the shape of the network and the sizes that decide how much happens within a few seconds are set by
//! hand, as in the core's own random scenarios (`engine/core/tests/properties/random.rs`); those draw what
//! is mostly accepted, these also what lies beside it.

use bufferlab_core::presets::presets;
use bufferlab_core::scenario::Patch;
use bufferlab_core::scenario::sections::{BOTTLENECK, EDGE, GROUP, SCENARIO};
use bufferlab_core::spec::{DefaultValue, Kind, Param, Section, Unit};
use serde_json::{Map, Value, json};

use crate::bytes::Bytes;
use crate::experiment::{Act, Experiment};
use crate::nonsense;

/// Most acts of an experiment.
const ACTS: usize = 24;
/// Most flows of a group: a run of more takes no other way, only longer.
const FLOWS: f64 = 50.0;

/// Returns a random document with random actions.
#[must_use]
pub fn experiment(bytes: &mut Bytes<'_>) -> Experiment {
    let scenario = scenario(bytes);
    let acts = (0..bytes.below(ACTS)).map(|_| act(bytes)).collect();
    Experiment { scenario, acts }
}

fn act(bytes: &mut Bytes<'_>) -> Act {
    match bytes.below(12) {
        0..=2 => Act::Run(1 + bytes.below(1000) as u64),
        3 | 4 => Act::RunFor(bytes.between(1e-6, 1.0, true)),
        5..=7 => Act::Edit((0..=bytes.below(3)).map(|_| patch(bytes)).collect()),
        8 => Act::Keep,
        9 => Act::Return,
        10 => Act::Watch((0..bytes.below(5)).map(|_| bytes.byte().into()).collect()),
        _ => Act::Observe,
    }
}

/// Returns a document: mostly a valid network, sometimes a preset or a damaged document.
pub(crate) fn scenario(bytes: &mut Bytes<'_>) -> Value {
    let mut scenario = match bytes.below(8) {
        7 => serde_json::from_str(bytes.choose(presets()).scenario_json).unwrap_or_default(),
        6 => network(bytes, Reach::Ends),
        _ => network(bytes, Reach::Usual),
    };
    if bytes.once_in(8) {
        nonsense::tear(bytes, &mut scenario);
    }
    scenario
}

/// Which values of a parameter are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Reach {
    /// Anywhere in its range, but few packets.
    Usual,
    /// Its ends more often than not.
    Ends,
}

fn network(bytes: &mut Bytes<'_>, reach: Reach) -> Value {
    let bottlenecks = items(bytes, &BOTTLENECK, "r", 1, 3, reach);
    let edges = items(bytes, &EDGE, "e", 0, 3, reach);
    let mut groups = items(bytes, &GROUP, "g", 1, 3, reach);
    if edges.as_array().is_some_and(Vec::is_empty) {
        let groups = groups.as_array_mut().into_iter().flatten();
        groups
            .filter_map(Value::as_object_mut)
            .for_each(|group| drop(group.remove("edge")));
    }
    let duration_s = *bytes.choose(&[4.0, 0.5, 60.0, 1e6]);
    let warmup_s = *bytes.choose(&[0.0, 0.1, duration_s / 2.0]);
    json!({
        "version": 1,
        "seed": bytes.byte(),
        "duration_s": duration_s,
        "warmup_s": warmup_s,
        "bottlenecks": bottlenecks,
        "edges": edges,
        "groups": groups,
    })
}

fn items(
    bytes: &mut Bytes<'_>,
    section: &Section,
    prefix: &str,
    least: usize,
    more: usize,
    reach: Reach,
) -> Value {
    let number = least + bytes.below(more);
    let item = |i| {
        let mut item = object(bytes, section, reach);
        item["id"] = json!(format!("{prefix}{i}"));
        item
    };
    (0..number).map(item).collect()
}

/// Returns an object of a section, with all required fields and some of the others.
fn object(bytes: &mut Bytes<'_>, section: &Section, reach: Reach) -> Value {
    let mut fields = Map::new();
    let required = section
        .params
        .iter()
        .filter(|param| matches!(param.default, DefaultValue::Required));
    for param in required {
        fields.insert(param.name.to_owned(), value(bytes, param, reach));
    }
    if !section.params.is_empty() {
        for _ in 0..bytes.below(6) {
            let param = bytes.choose(section.params);
            let value = value(bytes, param, reach);
            // A field that stands instead of others leaves none of them.
            for other in param.excludes.iter().filter(|_| !value.is_null()) {
                fields.remove(*other);
            }
            fields.insert(param.name.to_owned(), value);
        }
    }
    mend(bytes, section, &mut fields);
    Value::Object(fields)
}

/// Makes most objects meet the rules that concern several fields: a queue has a limit, and `min_…` is below `max_…`.
fn mend(bytes: &mut Bytes<'_>, section: &Section, fields: &mut Map<String, Value>) {
    if bytes.once_in(32) {
        return;
    }
    let limits = ["limit_packets", "limit_bytes"];
    if limits.iter().all(|limit| section.param(limit).is_some())
        && limits
            .iter()
            .all(|limit| fields.get(*limit).is_none_or(Value::is_null))
    {
        fields.insert(limits[0].to_owned(), json!(1 + bytes.below(40)));
    }
    let lows = section
        .params
        .iter()
        .filter(|param| param.name.starts_with("min_"));
    for low in lows.map(|param| param.name) {
        let high = low.replacen("min_", "max_", 1);
        let value = |name: &str| fields.get(name).and_then(Value::as_f64);
        match (value(low), value(&high)) {
            (Some(a), Some(b)) if a >= b => {
                fields.insert(low.to_owned(), json!(b));
                fields.insert(high, json!(a + 1.0));
            }
            // With the default of the other they need not agree.
            (Some(_), None) | (None, Some(_)) => {
                fields.remove(low);
                fields.remove(&high);
            }
            _ => {}
        }
    }
}

/// Something a parameter accepts, once in 96 times something else, so that two in five documents are accepted.
fn value(bytes: &mut Bytes<'_>, param: &Param, reach: Reach) -> Value {
    if bytes.once_in(96) {
        return nonsense::value(bytes);
    }
    match &param.kind {
        &Kind::Number {
            min,
            max,
            log,
            null_label,
        } => number(bytes, param, (min, max, log), null_label, reach),
        &Kind::Integer {
            min,
            max,
            log,
            null_label,
        } => {
            let drawn = number(bytes, param, (min, max, log), null_label, reach);
            drawn.as_f64().map_or(drawn, |x| json!(x.round() as i64))
        }
        Kind::Flag => json!(bytes.once_in(2)),
        Kind::Text(_) => {
            json!(bytes.choose(&["", "a", "Zwei Ströme — ½ BDP 🚦", "\u{1b}[2J\u{202e}"]))
        }
        Kind::Id => json!("x"),
        Kind::Choice(choices) => json!(bytes.choose(choices).id),
        &Kind::Distribution { min, max } => distribution(bytes, param, (min, max, true), reach),
        &Kind::Numbers { min, max, .. } => {
            let drawn = (0..=bytes.below(3)).map(|_| within(bytes, param, (min, max, true), reach));
            let mut numbers: Vec<f64> = drawn.collect();
            // Lists of rates are in ascending order.
            numbers.sort_by(f64::total_cmp);
            json!(numbers)
        }
        &Kind::Points { max, .. } => (0..=bytes.below(3))
            .map(|at| json!([at, within(bytes, param, (0.0, max, true), reach)]))
            .collect(),
        Kind::Section(section) => object(bytes, section, reach),
        Kind::OneOf(registry) => {
            let section = *bytes.choose(registry.entries);
            let mut object = object(bytes, section, reach);
            object["kind"] = json!(section.kind());
            object
        }
        Kind::List { section, .. } => (0..bytes.below(2))
            .map(|_| object(bytes, section, reach))
            .collect(),
        Kind::Ref { many, .. } => reference(bytes, param.name, *many),
        Kind::Edits => edits(bytes),
    }
}

type Range = (f64, f64, bool);

fn number(
    bytes: &mut Bytes<'_>,
    param: &Param,
    range: Range,
    null_label: &str,
    reach: Reach,
) -> Value {
    if !null_label.is_empty() && bytes.once_in(4) {
        return Value::Null;
    }
    json!(within(bytes, param, range, reach))
}

/// A number of this range; where usual, one with which something happens within seconds, and not too much.
fn within(bytes: &mut Bytes<'_>, param: &Param, (min, max, log): Range, reach: Reach) -> f64 {
    let (min, max) = match (param.unit, reach) {
        (Unit::Flows, _) => (min, max.min(FLOWS)),
        (_, Reach::Ends) => (min, max),
        (Unit::Packets, _) => (min, max.min(500.0)),
        (Unit::BitsPerSecond, _) => (min.max(1e5), max.min(1e8)),
        (Unit::Seconds, _) if log => (min, max.min(0.1)),
        (Unit::Seconds, _) => (min, max.min(2.0)),
        _ => (min, max),
    };
    match (reach, bytes.below(4)) {
        (Reach::Ends, 0) => min,
        (Reach::Ends, 1) => max,
        _ => bytes.between(min, max.max(min), log),
    }
}

fn distribution(bytes: &mut Bytes<'_>, param: &Param, range: Range, reach: Reach) -> Value {
    let mut draw = || within(bytes, param, range, reach);
    let (a, b) = (draw(), draw());
    match bytes.below(7) {
        0 | 1 => json!(a),
        2 => json!({ "uniform": [a.min(b), a.max(b)] }),
        3 => json!({ "exponential": a }),
        4 => json!({ "pareto": [a, 1.01 + 3.0 * bytes.share()] }),
        5 => json!({ "bimodal": [a, b, bytes.share()] }),
        _ => json!({ "list": [a, b] }),
    }
}

/// Names of parts: of the first ones, which there are most often.
fn reference(bytes: &mut Bytes<'_>, name: &str, many: bool) -> Value {
    let rarely = |bytes: &mut Bytes<'_>, n| if bytes.once_in(4) { bytes.below(n) } else { 0 };
    if many {
        let (from, more) = (rarely(bytes, 3), rarely(bytes, 3));
        return (from..=from + more)
            .map(|i| json!(format!("r{i}")))
            .collect();
    }
    json!(format!("{}{}", &name[..1], rarely(bytes, 3)))
}

fn edits(bytes: &mut Bytes<'_>) -> Value {
    let mut at_s = 0.0;
    let mut edit = |_| {
        at_s += bytes.between(0.0, 1.0, false);
        json!({ "at_s": at_s, "set": [patch(bytes)] })
    };
    (0..2).map(&mut edit).collect()
}

/// A change of something that there may be, to something that it may accept.
fn patch(bytes: &mut Bytes<'_>) -> Patch {
    let (path, value) = match bytes.below(12) {
        0 => (format!("groups.g{}", bytes.below(3)), Value::Null),
        1 => (
            format!("groups.n{}", bytes.below(3)),
            object(bytes, &GROUP, Reach::Usual),
        ),
        2 => (nonsense::path(bytes), nonsense::value(bytes)),
        3 => {
            let param = bytes.choose(SCENARIO.params);
            (param.name.to_owned(), value(bytes, param, Reach::Usual))
        }
        4 | 5 => within_item(bytes, &BOTTLENECK, "bottlenecks.r"),
        6 => within_item(bytes, &EDGE, "edges.e"),
        _ => within_item(bytes, &GROUP, "groups.g"),
    };
    Patch { path, value }
}

fn within_item(bytes: &mut Bytes<'_>, section: &Section, prefix: &str) -> (String, Value) {
    let path = format!("{prefix}{}", bytes.below(3));
    within_section(bytes, section, path)
}

/// A field of a section, or of what stands in a field of it.
fn within_section(bytes: &mut Bytes<'_>, section: &Section, path: String) -> (String, Value) {
    let Some(_) = section.params.first() else {
        return (path + ".kind", nonsense::word(bytes));
    };
    let param = bytes.choose(section.params);
    let path = format!("{path}.{}", param.name);
    let descends = !bytes.once_in(4);
    match &param.kind {
        Kind::Section(inner) if descends => within_section(bytes, inner, path),
        Kind::OneOf(registry) if descends => {
            let entry = *bytes.choose(registry.entries);
            match bytes.below(4) {
                0 => (path, json!(entry.kind())),
                1 => (path + ".kind", json!(entry.kind())),
                _ => within_section(bytes, entry, path),
            }
        }
        _ => (path, value(bytes, param, Reach::Usual)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::Chance;
    use bufferlab_core::scenario::Scenario;

    /// Else little of what lies behind would be reached.
    #[test]
    fn most_experiments_are_accepted() {
        let mut chance = Chance::new(1);
        let accepted = |_: &u32| {
            let bytes: Vec<u8> = (0..1000).map(|_| chance.next() as u8).collect();
            Scenario::from_value(experiment(&mut Bytes::new(&bytes)).scenario).is_ok()
        };
        let number = (0..1000).filter(accepted).count();
        assert!((400..990).contains(&number), "{number} of 1,000");
    }

    #[test]
    fn no_bytes_are_a_valid_experiment() {
        let drawn = experiment(&mut Bytes::new(&[]));
        assert!(drawn.acts.is_empty());
        Scenario::from_value(drawn.scenario).expect("the plainest network");
    }
}
