//! Catalog: all sections and registries as JSON, the source of forms, help and messages.
//!
//! It is built by walking from [`SCENARIO`], so it contains everything that a scenario can contain, and a new kind in
//! a registry needs no edit here. [`lab::catalog`](crate::lab::catalog) adds the series and measures of a run.

pub mod entries;

use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::limits;
use super::sections::SCENARIO;
use crate::spec::complete;
use crate::spec::{DefaultValue, Kind, Param, Registry, Section};
use entries::Catalog;

/// Returns the catalog as JSON.
#[must_use]
pub fn catalog() -> Value {
    match serde_json::to_value(describe()) {
        Ok(catalog) => catalog,
        Err(error) => unreachable!("the catalog has string keys: {error}"),
    }
}

/// Returns the engine's version, its limits, and every section and registry that a scenario can reach.
#[must_use]
pub fn describe() -> Catalog {
    let reached = reach();
    let sections = reached.sections.into_iter();
    let mut catalog = Catalog {
        engine: env!("CARGO_PKG_VERSION"),
        limits: LIMITS.iter().copied().collect(),
        sections: sections
            .map(|section| (section.id, section.into()))
            .collect(),
        registries: BTreeMap::new(),
    };
    for registry in reached.registries {
        catalog.add_ids(registry);
    }
    catalog
}

impl Catalog {
    /// Adds a registry that no scenario reaches, with its sections.
    pub fn add(&mut self, registry: &Registry) {
        self.add_ids(registry);
        for &section in registry.entries {
            self.sections.insert(section.id, section.into());
        }
    }

    fn add_ids(&mut self, registry: &Registry) {
        let ids = registry.entries.iter().map(|entry| entry.id).collect();
        self.registries.insert(registry.id, ids);
    }
}

/// Sections and registries of a scenario.
pub(super) struct Reached {
    /// Sections, each once, before the sections that it contains.
    pub sections: Vec<&'static Section>,
    /// Registries that the sections refer to, each once.
    pub registries: Vec<&'static Registry>,
}

/// Returns every section and registry reachable from the whole scenario.
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

/// Returns the complete default of a field; `None` if the field is required.
pub(super) fn default_value(param: &Param) -> Option<Value> {
    if matches!(param.default, DefaultValue::Required) {
        return None;
    }
    // Defaults are tested below to raise no problems.
    let value = complete::default(param, param.name, &mut Vec::new());
    Some(value.as_f64().map_or(value, |n| Value::Number(number(n))))
}

/// Returns a number as JSON, without a fraction if it is whole: `1` and not `1.0`.
pub(super) fn number(n: f64) -> Number {
    if n.fract() == 0.0 && n.abs() < 9.1e15 {
        return Number::from(n as i64);
    }
    // Ranges and defaults are finite.
    Number::from_f64(n).unwrap_or_else(|| Number::from(0))
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

static LIMITS: &[(&str, u64)] = &[
    ("scenario_bytes", limits::SCENARIO_BYTES as u64),
    ("flows", limits::FLOWS),
    ("groups", limits::GROUPS as u64),
    ("bottlenecks", limits::BOTTLENECKS as u64),
    ("edges", limits::EDGES as u64),
    ("edits", limits::EDITS as u64),
    ("list", limits::LIST as u64),
    ("turns", limits::TURNS as u64),
    ("edited_values", limits::EDITED_VALUES),
    ("packets", limits::PACKETS as u64),
    ("depth", limits::DEPTH as u64),
    ("axes", limits::AXES as u64),
    ("values", limits::VALUES as u64),
    ("runs", limits::RUNS),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Unit;
    use serde_json::json;

    #[test]
    fn every_section_and_parameter_has_a_label_and_help() {
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
    fn every_default_is_accepted_unchanged() {
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
    fn unit_symbols_agree_with_their_names() {
        for unit in [
            Unit::None,
            Unit::BitsPerSecond,
            Unit::Seconds,
            Unit::Bytes,
            Unit::Packets,
            Unit::Flows,
            Unit::Ratio,
        ] {
            assert_eq!(json!(unit), unit.symbol());
        }
    }

    #[test]
    fn names_of_quantities_contain_their_unit() {
        for section in reach().sections {
            for param in section.params {
                // Points are pairs: the unit is that of the second number.
                let ending = match param.unit {
                    _ if matches!(param.kind, Kind::Points { .. }) => "",
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
