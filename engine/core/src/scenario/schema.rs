//! Scenario as a JSON Schema (draft 2020-12), so that editors can complete and check scenario files.
//!
//! It contains the shapes, ranges, choices and defaults of the sections. Checks of several fields, for example that a queue
//! has exactly one limit, are made only by the engine.

use serde_json::{Map, Value, json};

use super::catalog::{default_value, number, reach};
use super::limits;
use super::sections::SCENARIO;
use crate::spec::distribution::PARETO_SHAPE;
use crate::spec::{Choice, DefaultValue, Kind, Param, Registry, Section};

/// The schema of a scenario document, complete or with defaults left out.
#[must_use]
pub fn schema() -> Value {
    let reached = reach();
    let mut definitions = Map::new();
    for section in &reached.sections {
        let kinds = reached
            .registries
            .iter()
            .flat_map(|registry| registry.entries);
        let is_kind = kinds.into_iter().any(|entry| entry.id == section.id);
        definitions.insert(section.id.to_owned(), section_schema(section, is_kind));
    }
    for registry in &reached.registries {
        definitions.insert(registry.id.to_owned(), registry_schema(registry));
    }
    definitions.insert("edit".to_owned(), edit_schema());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Bufferlab scenario",
        "$comment": format!("Created by bufferlab {}", env!("CARGO_PKG_VERSION")),
        "$ref": reference(SCENARIO.id),
        "$defs": definitions,
    })
}

fn section_schema(section: &Section, is_kind: bool) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    if is_kind {
        properties.insert("kind".to_owned(), json!({ "const": section.kind() }));
        required.push("kind");
    }
    for param in section.params {
        properties.insert(param.name.to_owned(), param_schema(param));
        if matches!(param.default, DefaultValue::Required) {
            required.push(param.name);
        }
    }
    json!({
        "title": section.label,
        "description": with_source(section.help, section.source),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn registry_schema(registry: &Registry) -> Value {
    let objects = registry
        .entries
        .iter()
        .map(|entry| json!({ "$ref": reference(entry.id) }));
    // A kind that can do without any of its fields may be written as a bare word.
    let words = registry
        .entries
        .iter()
        .filter(|entry| entry.params.iter().all(|param| !matches!(param.default, DefaultValue::Required)))
        .map(|entry| json!({ "const": entry.kind(), "title": entry.label, "description": entry.help }));
    json!({ "title": registry.label, "oneOf": objects.chain(words).collect::<Vec<_>>() })
}

fn edit_schema() -> Value {
    json!({
        "title": "Edit",
        "description": "Change during the run.",
        "type": "object",
        "properties": {
            "at_s": { "type": "number", "minimum": 0, "maximum": 1_000_000, "description": "Simulated time in s." },
            "set": {
                "type": "array",
                "minItems": 1,
                "maxItems": 64,
                "items": {
                    "type": "object",
                    "properties": {
                        "path": { "type": "string", "description": "Path of a field, for example bottlenecks.r0.queue.limit_packets." },
                        "value": { "description": "New value of the field." },
                    },
                    "required": ["path", "value"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["at_s", "set"],
        "additionalProperties": false,
    })
}

fn param_schema(param: &Param) -> Value {
    let mut schema = kind_schema(&param.kind);
    let unit = match param.unit.symbol() {
        "" => String::new(),
        symbol => format!(" Unit: {symbol}."),
    };
    schema["title"] = json!(param.label);
    schema["description"] = json!(with_source(&format!("{}{unit}", param.help), param.source));
    if let Some(default) = default_value(param) {
        schema["default"] = default;
    }
    schema
}

fn kind_schema(kind: &Kind) -> Value {
    match kind {
        Kind::Number {
            min,
            max,
            null_label,
            ..
        } => quantity_schema("number", *min, *max, null_label),
        Kind::Integer {
            min,
            max,
            null_label,
            ..
        } => quantity_schema("integer", *min, *max, null_label),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Text(max) => json!({ "type": "string", "maxLength": max }),
        // At least one character is no digit: list items are also addressed by their position.
        Kind::Id => {
            json!({ "type": "string", "maxLength": 32, "pattern": "^[0-9]*[A-Za-z_-][A-Za-z0-9_-]*$" })
        }
        Kind::Choice(choices) => {
            json!({ "oneOf": choices.iter().map(choice_schema).collect::<Vec<_>>() })
        }
        Kind::Distribution { min, max } => distribution_schema(*min, *max),
        Kind::Numbers { min, max, most } => json!({
            "type": "array",
            "items": number_schema("number", *min, *max, ""),
            "minItems": 1,
            "maxItems": most,
        }),
        Kind::Points { last, max, most } => json!({
            "type": "array",
            "items": {
                "type": "array",
                "prefixItems": [number_schema("number", 0.0, *last, ""), number_schema("number", 0.0, *max, "")],
                "minItems": 2,
                "maxItems": 2,
            },
            "minItems": 1,
            "maxItems": most,
        }),
        Kind::Section(section) => json!({ "$ref": reference(section.id) }),
        Kind::OneOf(registry) => json!({ "$ref": reference(registry.id) }),
        Kind::List { section, min, max } => json!({
            "type": "array",
            "items": { "$ref": reference(section.id) },
            "minItems": min,
            "maxItems": max,
        }),
        Kind::Ref { many: false, .. } => json!({ "type": ["string", "null"] }),
        Kind::Ref { many: true, .. } => {
            json!({ "type": ["array", "null"], "items": { "type": "string" } })
        }
        Kind::Edits => json!({
            "type": "array",
            "items": { "$ref": reference("edit") },
            "maxItems": limits::EDITS,
        }),
    }
}

fn number_schema(kind: &str, min: f64, max: f64, null_label: &str) -> Value {
    let kind = if null_label.is_empty() {
        json!(kind)
    } else {
        json!([kind, "null"])
    };
    json!({ "type": kind, "minimum": number(min), "maximum": number(max) })
}

/// Start of a text such as `1 Mb/s`, `20 ms` or, for buffers, `BDP`.
const QUANTITY: &str = "^ *([-+−]?[.0-9]|BDP)";

/// A number, or a text with a number and a unit.
fn quantity_schema(kind: &str, min: f64, max: f64, null_label: &str) -> Value {
    let mut schema = number_schema(kind, min, max, null_label);
    let mut kinds = match schema["type"].take() {
        Value::Array(kinds) => kinds,
        one => vec![one],
    };
    kinds.push(json!("string"));
    schema["type"] = Value::Array(kinds);
    schema["pattern"] = json!(QUANTITY);
    schema
}

fn choice_schema(choice: &Choice) -> Value {
    json!({ "const": choice.id, "title": choice.label, "description": choice.help })
}

fn distribution_schema(min: f64, max: f64) -> Value {
    let one = quantity_schema("number", min, max, "");
    let shape = json!({ "type": "number", "exclusiveMinimum": 1, "maximum": PARETO_SHAPE });
    let pair = |rest: Value| json!({ "type": "array", "prefixItems": [one, rest], "minItems": 2, "maxItems": 2 });
    let share = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let two =
        json!({ "type": "array", "prefixItems": [one, one, share], "minItems": 3, "maxItems": 3 });
    let list = json!({ "type": "array", "items": one, "minItems": 1, "maxItems": limits::LIST });
    json!({ "oneOf": [
        one,
        form("uniform", pair(one.clone()), "Minimum and maximum of a uniform distribution."),
        form("exponential", one.clone(), "Mean of an exponential distribution."),
        form("pareto", pair(shape), "Mean and shape of a Pareto distribution. They determine its minimum."),
        form("bimodal", two, "Two values and the share of the second."),
        form("list", list, "Values that the flows use in turn."),
    ] })
}

/// A distribution as an object of a single field.
fn form(name: &str, inside: Value, description: &str) -> Value {
    json!({
        "type": "object",
        "properties": { name: inside },
        "required": [name],
        "additionalProperties": false,
        "description": description,
    })
}

fn reference(id: &str) -> String {
    format!("#/$defs/{id}")
}

fn with_source(help: &str, source: &str) -> String {
    if source.is_empty() {
        help.to_owned()
    } else {
        format!("{help} Source: {source}.")
    }
}

#[cfg(test)]
mod fits;

#[cfg(test)]
mod tests {
    use super::fits::misfits;
    use super::*;
    use crate::presets::presets;
    use crate::scenario::Scenario;
    use crate::scenario::minimal::minimal;

    #[test]
    fn every_preset_fits_the_schema_in_minimal_and_complete_form() {
        let schema = schema();
        for preset in presets() {
            let written: Value = serde_json::from_str(preset.scenario_json).unwrap();
            let complete = Scenario::from_value(written.clone()).unwrap().to_value();
            let short = minimal(written.clone()).unwrap();
            for document in [written, complete, short] {
                assert_eq!(misfits(&schema, &document), [""; 0], "{}", preset.id);
            }
        }
    }

    #[test]
    fn every_form_of_a_distribution_fits_the_schema_and_is_accepted() {
        let schema = schema();
        let mut document: Value = serde_json::from_str(presets()[0].scenario_json).unwrap();
        for form in [
            json!(0.5),
            json!({ "uniform": [0, 1] }),
            json!({ "exponential": 0.01 }),
            json!({ "pareto": [0.01, 1.5] }),
            json!({ "bimodal": [0.01, 0.05, 0.5] }),
            json!({ "list": [0, 0.1] }),
        ] {
            document["groups"][0]["access"]["delay_s"] = form;
            assert_eq!(misfits(&schema, &document), [""; 0]);
            Scenario::from_value(document.clone()).unwrap();
        }
    }

    /// Sets a field at a pointer, also one that is not there.
    fn put(document: &mut Value, pointer: &str, value: Value) {
        let (parent, name) = pointer.rsplit_once('/').expect("a field");
        document.pointer_mut(parent).expect(parent)[name] = value;
    }

    #[test]
    fn quantities_with_a_unit_fit_the_schema_and_mean_the_same_as_numbers() {
        let schema = schema();
        let plain: Value = serde_json::from_str(presets()[0].scenario_json).unwrap();
        for (pointer, text, number) in [
            ("/bottlenecks/0/rate_bps", json!("1 Mb/s"), json!(1e6)),
            ("/bottlenecks/0/rate_bps", json!("2.5 Gb/s"), json!(2.5e9)),
            ("/bottlenecks/0/delay_s", json!("20 ms"), json!(0.02)),
            ("/groups/0/count", json!("12"), json!(12)),
            ("/groups/0/access/delay_s", json!("49.9 ms"), json!(0.0499)),
            (
                "/groups/0/access/delay_s",
                json!({ "uniform": ["1 ms", 0.01] }),
                json!({ "uniform": [0.001, 0.01] }),
            ),
            (
                "/groups/0/access/delay_s",
                json!({ "exponential": "5 ms" }),
                json!({ "exponential": 0.005 }),
            ),
            (
                "/groups/0/access/delay_s",
                json!({ "list": [0, "0.1 s"] }),
                json!({ "list": [0, 0.1] }),
            ),
        ] {
            let with = |value: &Value| {
                let mut document = plain.clone();
                put(&mut document, pointer, value.clone());
                document
            };
            let document = with(&text);
            assert_eq!(misfits(&schema, &document), [""; 0]);
            let read = |value: &Value| Scenario::from_value(with(value)).expect(pointer).to_value();
            assert_eq!(read(&text), read(&number), "{pointer} {text}");
        }
        for (pointer, text, expected) in [
            (
                "/bottlenecks/0/rate_bps",
                json!("fast"),
                "rate_bps: \"fast\" is not valid",
            ),
            (
                "/bottlenecks/0/rate_bps",
                json!("1 ms"),
                "rate_bps: \"1 ms\" is not valid",
            ),
            (
                "/bottlenecks/0/rate_bps",
                json!("0 b/s"),
                "rate_bps: must be a number from 1000",
            ),
            (
                "/groups/0/count",
                json!("1.5"),
                "count: must be a whole number",
            ),
            (
                "/groups/0/access/delay_s",
                json!({ "uniform": [0, "x"] }),
                "delay_s.uniform.1: \"x\" is not valid",
            ),
        ] {
            let mut document = plain.clone();
            put(&mut document, pointer, text);
            let error = Scenario::from_value(document)
                .expect_err(pointer)
                .to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(
                error.matches("is not valid").count() + error.matches("must be").count(),
                1,
                "{error}"
            );
        }
    }

    #[test]
    fn every_default_fits_the_schema() {
        let schema = schema();
        for section in reach().sections {
            for param in section.params {
                let Some(default) = default_value(param) else {
                    continue;
                };
                let field = &schema["$defs"][section.id]["properties"][param.name];
                let mut one = field.clone();
                one["$defs"] = schema["$defs"].clone();
                assert_eq!(
                    misfits(&one, &default),
                    [""; 0],
                    "{}.{}",
                    section.id,
                    param.name
                );
            }
        }
    }

    #[test]
    fn schema_refuses_the_same_shapes_and_ranges_as_the_engine() {
        let schema = schema();
        let good: Value = serde_json::from_str(presets()[0].scenario_json).unwrap();
        for (pointer, value) in [
            ("/bottlenecks", json!([])),
            ("/bottlenecks/0/rate_bps", json!(-5)),
            ("/bottlenecks/0/rate_bps", json!("fast")),
            ("/bottlenecks/0/id", json!("0")),
            ("/bottlenecks/0/queue", json!("no_such_queue")),
            (
                "/bottlenecks/0/queue",
                json!({ "kind": "drop_tail", "limit_packets": 1, "colour": "red" }),
            ),
            ("/groups/0/access/delay_s", json!({ "uniform": [1] })),
            ("/groups/0/access/delay_s", json!({ "exponential": 101 })),
            ("/groups/0/access/delay_s", json!({ "pareto": 1 })),
            ("/groups/0/access/delay_s", json!({ "pareto": [1, 1] })),
            ("/groups/0/access/delay_s", json!({ "pareto": [1, 1001] })),
            ("/groups/0/access/delay_s", json!({ "gamma": [1, 2] })),
            ("/groups/0/traffic", json!("poisson")),
        ] {
            let mut document = good.clone();
            *document.pointer_mut(pointer).unwrap() = value;
            assert!(Scenario::from_value(document.clone()).is_err(), "{pointer}");
            assert!(
                !misfits(&schema, &document).is_empty(),
                "{pointer}: {document}"
            );
        }
    }
}
