//! The catalog: every section and registry as JSON, from which forms, help and messages are made.
//!
//! It is found by walking from [`SCENARIO`], so whatever a scenario can hold is in it, and a kind that
//! joins a registry needs no edit here. What can be observed of a run is added in
//! [`lab::catalog`](crate::lab::catalog).

use serde_json::{Map, Value, json};

use super::limits;
use super::sections::SCENARIO;
use crate::spec::complete;
use crate::spec::{Choice, DefaultValue, Kind, Param, Registry, Section};

/// The engine's version, its limits, and every section and registry that a scenario can reach.
#[must_use]
pub fn catalog() -> Value {
    let reached = reach();
    let sections: Map<String, Value> = reached
        .sections
        .iter()
        .map(|section| (section.id.to_owned(), section_json(section)))
        .collect();
    let registries: Map<String, Value> = reached
        .registries
        .iter()
        .map(|registry| (registry.id.to_owned(), ids(registry)))
        .collect();
    json!({
        "engine": env!("CARGO_PKG_VERSION"),
        "limits": limits_json(),
        "sections": sections,
        "registries": registries,
    })
}

/// What a scenario is made of.
pub(super) struct Reached {
    /// Each once, a section before those it contains.
    pub sections: Vec<&'static Section>,
    /// Each once.
    pub registries: Vec<&'static Registry>,
}

/// Every section and registry reachable from the whole scenario.
pub(super) fn reach() -> Reached {
    let mut reached = Reached {
        sections: vec![&SCENARIO],
        registries: Vec::new(),
    };
    let mut next = 0;
    while let Some(section) = reached.sections.get(next).copied() {
        next += 1;
        for param in section.params {
            match &param.kind {
                Kind::Section(inner) | Kind::List { section: inner, .. } => reached.add(inner),
                Kind::OneOf(registry) => reached.add_registry(registry),
                _ => {}
            }
        }
    }
    reached
}

/// The value of a field that a scenario leaves out, itself complete; `None` where it must be given.
pub(super) fn default_value(param: &Param) -> Option<Value> {
    if matches!(param.default, DefaultValue::Required) {
        return None;
    }
    // Defaults are tested below to raise no problems.
    let value = complete::default(param, param.name, &mut Vec::new());
    Some(value.as_f64().map_or(value, number))
}

/// A number as people write it: `1` rather than `1.0`.
pub(super) fn number(n: f64) -> Value {
    if n.fract() == 0.0 && n.abs() < 9.1e15 {
        json!(n as i64)
    } else {
        json!(n)
    }
}

impl Reached {
    fn add(&mut self, section: &'static Section) {
        if !self.sections.iter().any(|known| known.id == section.id) {
            self.sections.push(section);
        }
    }

    fn add_registry(&mut self, registry: &'static Registry) {
        if self.registries.iter().any(|known| known.id == registry.id) {
            return;
        }
        self.registries.push(registry);
        registry.entries.iter().for_each(|entry| self.add(entry));
    }
}

fn limits_json() -> Value {
    json!({
        "scenario_bytes": limits::SCENARIO_BYTES,
        "flows": limits::FLOWS,
        "groups": limits::GROUPS,
        "bottlenecks": limits::BOTTLENECKS,
        "edges": limits::EDGES,
        "edits": limits::EDITS,
        "list": limits::LIST,
        "edited_entries": limits::EDITED_ENTRIES,
        "packets": limits::PACKETS,
        "depth": limits::DEPTH,
    })
}

fn section_json(section: &Section) -> Value {
    json!({
        "id": section.id,
        "label": section.label,
        "help": section.help,
        "source": text_or_null(section.source),
        "class": text_or_null(section.class),
        "params": section.params.iter().map(param_json).collect::<Vec<_>>(),
    })
}

fn param_json(param: &Param) -> Value {
    let mut json = json!({
        "name": param.name,
        "label": param.label,
        "help": param.help,
        "source": text_or_null(param.source),
        "unit": param.unit.symbol(),
        "kind": kind_json(&param.kind),
        "live": param.live,
        "advanced": param.advanced,
    });
    if let Some(default) = default_value(param) {
        json["default"] = default;
    }
    json
}

fn kind_json(kind: &Kind) -> Value {
    match kind {
        Kind::Number {
            min,
            max,
            log,
            null_label,
        } => number_json("number", *min, *max, *log, null_label),
        Kind::Integer {
            min,
            max,
            log,
            null_label,
        } => number_json("integer", *min, *max, *log, null_label),
        Kind::Flag => json!({ "type": "flag" }),
        Kind::Text(max_length) => json!({ "type": "text", "max_length": max_length }),
        Kind::Id => json!({ "type": "id" }),
        Kind::Choice(choices) => {
            json!({ "type": "choice", "options": choices.iter().map(choice_json).collect::<Vec<_>>() })
        }
        Kind::Distribution { min, max } => {
            json!({ "type": "distribution", "min": number(*min), "max": number(*max) })
        }
        Kind::Section(section) => json!({ "type": "section", "section": section.id }),
        Kind::OneOf(registry) => json!({ "type": "one_of", "registry": registry.id }),
        // The page shows one line per item and never fewer than the engine wants, which says so itself.
        Kind::List { section, max, .. } => {
            json!({ "type": "list", "section": section.id, "max": max })
        }
        Kind::Ref {
            to,
            many,
            null_label,
        } => {
            json!({ "type": "ref", "to": to, "many": many, "null_label": null_label })
        }
        Kind::Edits => json!({ "type": "edits" }),
    }
}

fn number_json(kind: &str, min: f64, max: f64, log: bool, null_label: &str) -> Value {
    let mut json = json!({
        "type": kind,
        "min": number(min),
        "max": number(max),
        "log": log,
        "nullable": !null_label.is_empty(),
    });
    if !null_label.is_empty() {
        json["null_label"] = json!(null_label);
    }
    json
}

fn choice_json(choice: &Choice) -> Value {
    json!({ "id": choice.id, "label": choice.label, "help": choice.help })
}

fn ids(registry: &Registry) -> Value {
    registry
        .entries
        .iter()
        .map(|entry| json!(entry.id))
        .collect()
}

fn text_or_null(text: &str) -> Value {
    if text.is_empty() {
        Value::Null
    } else {
        json!(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Unit;

    #[test]
    fn every_section_and_parameter_explains_itself() {
        for section in reach().sections {
            assert!(
                !section.label.is_empty() && !section.help.is_empty(),
                "{}",
                section.id
            );
            for param in section.params {
                let name = format!("{}.{}", section.id, param.name);
                assert!(!param.label.is_empty() && !param.help.is_empty(), "{name}");
            }
        }
    }

    #[test]
    fn every_default_is_accepted_as_it_is() {
        for section in reach().sections {
            for param in section.params {
                let mut problems = Vec::new();
                if !matches!(param.default, DefaultValue::Required) {
                    complete::default(param, param.name, &mut problems);
                }
                assert!(
                    problems.is_empty(),
                    "{}.{}: {problems:?}",
                    section.id,
                    param.name
                );
            }
        }
    }

    #[test]
    fn names_are_unique_where_they_must_be() {
        let reached = reach();
        let differ = |mut names: Vec<&str>| {
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            names.len() == all
        };
        for section in &reached.sections {
            let names = section.params.iter().map(|param| param.name).collect();
            assert!(differ(names), "{} names a field twice", section.id);
            // `kind` says which section it is, so no field may be called that.
            assert!(
                section.param("kind").is_none(),
                "{} has a field called kind",
                section.id
            );
        }
        for registry in &reached.registries {
            assert!(
                differ(registry.entries.iter().map(|entry| entry.kind()).collect()),
                "{}",
                registry.id
            );
            for entry in registry.entries {
                assert_eq!(entry.id, format!("{}.{}", registry.id, entry.kind()));
            }
        }
    }

    #[test]
    fn two_sections_of_one_id_are_one_section() {
        // `reach` goes by id, so a second section of the same id would be lost from every form.
        for section in reach().sections {
            for param in section.params {
                let inner: &[&Section] = match &param.kind {
                    Kind::Section(inner) | Kind::List { section: inner, .. } => &[inner],
                    Kind::OneOf(registry) => registry.entries,
                    _ => &[],
                };
                for inner in inner {
                    let listed = reach()
                        .sections
                        .into_iter()
                        .find(|known| known.id == inner.id);
                    assert!(
                        listed.is_some_and(|listed| std::ptr::eq(listed, *inner)),
                        "{}",
                        inner.id
                    );
                }
            }
        }
    }

    #[test]
    fn the_catalog_lists_every_registry_with_its_kinds() {
        let catalog = catalog();
        for registry in ["queue", "traffic"] {
            let entries = catalog["registries"][registry].as_array().unwrap();
            assert!(!entries.is_empty(), "{registry}");
            for entry in entries {
                assert!(
                    catalog["sections"][entry.as_str().unwrap()].is_object(),
                    "{entry}"
                );
            }
        }
        assert_eq!(catalog["limits"]["flows"], json!(limits::FLOWS));
    }

    #[test]
    fn quantities_with_a_unit_say_it_in_their_name() {
        for section in reach().sections {
            for param in section.params {
                let ending = match param.unit {
                    Unit::BitsPerSecond => "_bps",
                    Unit::Seconds => "_s",
                    Unit::Bytes => "_bytes",
                    Unit::Packets => "_packets",
                    Unit::None | Unit::Flows | Unit::Ratio => "",
                };
                assert!(
                    param.name.ends_with(ending),
                    "{}.{}: {ending}",
                    section.id,
                    param.name
                );
            }
        }
    }
}
