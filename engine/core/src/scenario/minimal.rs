//! Minimal form of a scenario, which links contain: all fields with their default are left out.
//!
//! Each field is compared with its own default once, because its meaning depends only on the kind of its object.
//! (Leaving out one field at a time and completing the rest took 9 s for 64 groups.) The version stays, so that a later
//! reader knows the defaults.

use serde_json::{Map, Value};

use super::complete::complete;
use super::sections::SCENARIO;
use super::{Problems, Scenario};
use crate::spec::complete::default;
use crate::spec::{DefaultValue, Kind, Param, Section};

/// Leaves out fields with their default, and replaces an object that has only a kind by the name of the kind.
///
/// # Errors
/// Returns the problems of an invalid scenario.
pub fn minimal(value: Value) -> Result<Value, Problems> {
    let scenario = Scenario::from_value(value)?;
    let version = scenario.version;
    let mut short = short_fields(&SCENARIO, complete(scenario.to_value())?);
    short["version"] = version.into();
    Ok(short)
}

/// Returns the minimal form of the fields of a complete object that differ from their defaults.
fn short_fields(section: &Section, value: Value) -> Value {
    let Value::Object(mut fields) = value else {
        return value;
    };
    let mut short = Map::new();
    for param in section.params {
        if let Some(value) = fields.remove(param.name)
            && !is_default(param, &value)
        {
            short.insert(param.name.to_owned(), short_value(param, value));
        }
    }
    Value::Object(short)
}

fn is_default(param: &Param, value: &Value) -> bool {
    // Defaults are tested, in the catalog, to raise no problems.
    !matches!(param.default, DefaultValue::Required)
        && default(param, param.name, &mut Vec::new()) == *value
}

fn short_value(param: &Param, value: Value) -> Value {
    match (&param.kind, value) {
        (Kind::Section(section), value) => short_fields(section, value),
        (Kind::List { section, .. }, Value::Array(items)) => {
            let items = items.into_iter();
            items.map(|item| short_fields(section, item)).collect()
        }
        (Kind::OneOf(_), value) => short_kind(param, value),
        (_, value) => value,
    }
}

fn short_kind(param: &Param, value: Value) -> Value {
    let Some(section) = param.kind.section_of(&value) else {
        return value;
    };
    let kind = value["kind"].clone();
    match short_fields(section, value) {
        Value::Object(fields) if fields.is_empty() => kind,
        mut short => {
            short["kind"] = kind;
            short
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A page asks for it after each change, and gives up an engine that is silent for 10 s.
    #[test]
    fn largest_documents_are_minimized_quickly() {
        let group = |i: usize, list: usize| {
            json!({
                "id": format!("g{i}"), "access": { "rate_bps": 1e8 }, "traffic": "tcp",
                "start_s": { "list": vec![0.5; list] },
            })
        };
        let document = |groups: usize, list: usize| {
            json!({
                "version": 1,
                "bottlenecks": [{
                    "id": "r0", "rate_bps": 1e7, "delay_s": 0.01,
                    "queue": { "kind": "drop_tail", "limit_packets": 10 },
                }],
                "groups": (0..groups).map(|i| group(i, list)).collect::<Vec<_>>(),
            })
        };
        for (groups, list) in [(64, 1), (8, 100_000)] {
            let written = document(groups, list);
            assert_eq!(minimal(written.clone()), Ok(written.clone()));
            // Completed once for each field, the first document took 9 s and the second minutes.
            let once = shortest(|| complete(written.clone()).expect("a valid scenario"));
            let taken = shortest(|| minimal(written.clone()).expect("a valid scenario"));
            assert!(
                taken < 50 * once,
                "{groups} groups with {list}: {taken:?} for {once:?}"
            );
        }
    }

    /// Returns the shortest time of three calls, since a busy machine interrupts some.
    #[expect(
        clippy::disallowed_methods,
        reason = "a test may ask how long something took"
    )]
    fn shortest<T>(work: impl Fn() -> T) -> std::time::Duration {
        let timed = |_| {
            let begun = std::time::Instant::now();
            work();
            begun.elapsed()
        };
        (0..3).map(timed).min().expect("three calls")
    }
}
