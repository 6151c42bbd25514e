//! Labels and units of the fields of a scenario, in a table that the compiler builds from the sections.
//!
//! [`param_at`](super::path::param_at) tells more about a field, but a program that uses it contains the help and the checks of
//! all parameters. They would double the module that judges the goals of lessons.

use serde_json::Value;

use super::path::child;
use super::sections::SCENARIO;
use crate::spec::{Kind, Section, Unit};

/// Field of a section.
#[derive(Clone, Copy)]
struct Row {
    /// Id of its section.
    section: &'static str,
    name: &'static str,
    label: &'static str,
    unit: Unit,
    holds: Holds,
}

/// Content of a field.
#[derive(Clone, Copy)]
enum Holds {
    /// Object with the fields of the section with this id.
    Fields(&'static str),
    /// Object with the fields of a kind of the registry with this id.
    Kinds(&'static str),
    /// List of objects with the fields of the section with this id.
    Items(&'static str),
    /// Part of a value, which has the label of the value.
    Parts,
    /// Value without fields or items.
    Nothing,
}

/// Fields of all sections, each section once.
static ROWS: [Row; TABLE.length] = TABLE.rows();

/// Returns the label and the unit of a field of a complete document, as of the parameter of
/// [`param_at`](super::path::param_at); `None` if the path leads nowhere.
#[must_use]
pub fn label_and_unit(document: &Value, path: &str) -> Option<(&'static str, Unit)> {
    let (mut value, mut row, mut holds) = (Some(document), None, Holds::Fields(SCENARIO.id));
    for segment in path.split('.') {
        let section = match holds {
            Holds::Fields(section) => Some(section.to_owned()),
            Holds::Kinds(registry) if segment != "kind" => {
                let kind = value?.get("kind")?.as_str()?;
                Some(format!("{registry}.{kind}"))
            }
            Holds::Kinds(_) | Holds::Items(_) | Holds::Parts => None,
            Holds::Nothing => return None,
        };
        holds = match (section, holds) {
            (Some(section), _) => {
                let is_named = |row: &&Row| row.section == section && row.name == segment;
                row = Some(ROWS.iter().find(is_named)?);
                row?.holds
            }
            (None, Holds::Items(section)) => Holds::Fields(section),
            (None, Holds::Kinds(_)) => Holds::Nothing,
            (None, other) => other,
        };
        value = value.and_then(|value| child(value, segment));
    }
    row.map(|row| (row.label, row.unit))
}

/// Returns the names of the fields of the items of a list such as `groups`, or of the scenario if `list` is empty.
pub fn fields(list: &str) -> impl Iterator<Item = &'static str> {
    let is_list = |row: &&Row| row.section == SCENARIO.id && row.name == list;
    let section = match ROWS.iter().find(is_list).map(|row| row.holds) {
        Some(Holds::Items(section)) => section,
        None if list.is_empty() => SCENARIO.id,
        _ => "",
    };
    let of_list = ROWS.iter().filter(move |row| row.section == section);
    of_list.map(|row| row.name)
}

/// Largest number of fields of all sections.
const MOST: usize = 420;

const TABLE: Table = {
    let mut table = Table {
        rows: [NOTHING; MOST],
        length: 0,
    };
    table.add(&SCENARIO);
    table
};

const NOTHING: Row = Row {
    section: "",
    name: "",
    label: "",
    unit: Unit::None,
    holds: Holds::Nothing,
};

/// Table that is being built.
struct Table {
    rows: [Row; MOST],
    length: usize,
}

impl Table {
    const fn rows<const LENGTH: usize>(&self) -> [Row; LENGTH] {
        let mut rows = [NOTHING; LENGTH];
        let mut i = 0;
        while i < LENGTH {
            rows[i] = self.rows[i];
            i += 1;
        }
        rows
    }

    /// Adds the fields of a section and of all sections inside it, unless they are there.
    const fn add(&mut self, section: &Section) {
        if self.has(section.id) {
            return;
        }
        let mut i = 0;
        while i < section.params.len() {
            let param = &section.params[i];
            self.rows[self.length] = Row {
                section: section.id,
                name: param.name,
                label: param.label,
                unit: param.unit,
                holds: holds(&param.kind),
            };
            self.length += 1;
            i += 1;
        }
        i = 0;
        while i < section.params.len() {
            self.add_inside(&section.params[i].kind);
            i += 1;
        }
    }

    const fn add_inside(&mut self, kind: &Kind) {
        match kind {
            Kind::Section(section) | Kind::List { section, .. } => self.add(section),
            Kind::OneOf(registry) => {
                let mut i = 0;
                while i < registry.entries.len() {
                    self.add(registry.entries[i]);
                    i += 1;
                }
            }
            _ => {}
        }
    }

    const fn has(&self, section: &str) -> bool {
        let mut i = 0;
        while i < self.length {
            if equal(self.rows[i].section.as_bytes(), section.as_bytes()) {
                return true;
            }
            i += 1;
        }
        false
    }
}

const fn holds(kind: &Kind) -> Holds {
    match kind {
        Kind::Section(section) => Holds::Fields(section.id),
        Kind::OneOf(registry) => Holds::Kinds(registry.id),
        Kind::List { section, .. } => Holds::Items(section.id),
        Kind::Distribution { .. }
        | Kind::Numbers { .. }
        | Kind::Points { .. }
        | Kind::Ref { .. }
        | Kind::Edits => Holds::Parts,
        _ => Holds::Nothing,
    }
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::scenario::Scenario;
    use crate::scenario::path::param_at;

    /// Adds the paths of a value and of everything inside it.
    fn add_paths(value: &Value, path: &str, paths: &mut Vec<String>) {
        let mut add = |name: &str, value| {
            let dot = if path.is_empty() { "" } else { "." };
            let path = format!("{path}{dot}{name}");
            add_paths(value, &path, paths);
            paths.push(path);
        };
        match value {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| add(name, value)),
            Value::Array(items) => {
                let items = items.iter().enumerate();
                items.for_each(|(i, item)| add(&i.to_string(), item));
            }
            _ => {}
        }
    }

    #[test]
    fn labels_and_units_are_those_of_the_parameters() {
        let mut checked = 0;
        for preset in presets::presets() {
            let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
            let document = scenario.to_value();
            let mut paths = vec!["groups.0.none".to_owned(), "none".to_owned()];
            add_paths(&document, "", &mut paths);
            for path in paths {
                let known = param_at(&document, &path).map(|param| (param.label, param.unit));
                assert_eq!(label_and_unit(&document, &path), known, "{path}");
                checked += usize::from(known.is_some());
            }
        }
        assert!(checked > 1_000, "{checked}");
    }

    #[test]
    fn fields_of_lists_are_named() {
        assert!(fields("").any(|name| name == "duration_s"));
        assert!(fields("bottlenecks").any(|name| name == "queue"));
        assert_eq!(fields("none").count(), 0);
    }
}
