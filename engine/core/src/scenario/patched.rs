//! Application of patches to a scenario: only the changed parts are completed, read and checked again.
//!
//! A document may have a thousand edits, each checked in the state after the earlier ones, and a part may hold a
//! hundred thousand listed numbers; checking the whole document each time took minutes. The cost of an edit is
//! [computed in advance](work), and the total cost of all edits of a run is [limited](limits::EDITED_VALUES).

use serde_json::{Map, Value, json};

use super::limits;
use super::path::position;
use super::sections::{BOTTLENECK, EDGE, GROUP, Patch};
use super::state::check_state;
use super::{Problem, Problems, Scenario};
use crate::spec::buffer::may_hold;
use crate::spec::complete::complete_section;
use crate::spec::problem::join;
use crate::spec::together::check_together;
use crate::spec::{Section, object};

/// Function that applies changes to a document: [`patch::apply`](super::patch::apply), or its variant for runs.
type Apply = fn(&mut Value, &[Patch]) -> Result<(), Problems>;

/// Returns `scenario` with `patches` applied by `apply`.
///
/// # Errors
/// Returns the problems of `apply` and of the result, as if the whole result were checked again.
pub(super) fn patched(
    scenario: &Scenario,
    patches: &[Patch],
    apply: Apply,
) -> Result<Scenario, Problems> {
    let touched = touched(scenario, patches).filter(|_| scenario.edits.is_empty());
    let Some(touched) = touched else {
        return patched_whole(scenario, patches, apply);
    };
    let mut document = document(scenario, &touched);
    apply(&mut document, patches)?;
    if ids(&document) == ids_of(scenario) {
        with_items(scenario, &touched, &mut document)
    } else {
        patched_whole(scenario, patches, apply)
    }
}

fn patched_whole(
    scenario: &Scenario,
    patches: &[Patch],
    apply: Apply,
) -> Result<Scenario, Problems> {
    let mut document = scenario.to_value();
    apply(&mut document, patches)?;
    Scenario::from_value(document)
}

/// Returns the cost of these changes, in visited JSON values; a field counts as three.
pub(crate) fn work(scenario: &Scenario, patches: &[Patch]) -> u64 {
    let given: u64 = patches.iter().map(|patch| weight(&patch.value)).sum();
    let comes_or_goes = patches
        .iter()
        .any(|patch| patch.path.split('.').count() <= 2);
    let state = match touched(scenario, patches).filter(|_| !comes_or_goes) {
        Some(touched) => {
            let items = touched
                .iter()
                .map(|part| part.list.value(scenario, part.at));
            items.map(|item| weight(&item)).sum()
        }
        None => weight(&scenario.to_value()),
    };
    given + state
}

/// Checks that the edits of a run do not exceed the limit of [`work`].
pub(crate) fn check_work(work: u64) -> Result<(), Problem> {
    if work <= limits::EDITED_VALUES {
        return Ok(());
    }
    Err(Problem::new(
        "edits",
        format!(
            "change too much in all: {work} values would be looked at again; at most {} are. \
             Fewer edits, or shorter lists where they change something, help",
            limits::EDITED_VALUES
        ),
    ))
}

fn weight(value: &Value) -> u64 {
    match value {
        Value::Array(items) => 1 + items.iter().map(weight).sum::<u64>(),
        Value::Object(fields) => 1 + fields.values().map(|value| 2 + weight(value)).sum::<u64>(),
        _ => 1,
    }
}

/// A part of a scenario: an item of one of its lists.
#[derive(Clone, Copy, PartialEq)]
struct Part {
    list: List,
    at: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum List {
    Bottlenecks,
    Edges,
    Groups,
}

/// The parts inside which the changes are made; `None` if one is made elsewhere.
fn touched(scenario: &Scenario, patches: &[Patch]) -> Option<Vec<Part>> {
    let names = stubs(scenario);
    let mut touched = Vec::new();
    for patch in patches {
        // A buffer given as a time or in BDP depends on other parts.
        if may_hold(&patch.value) {
            return None;
        }
        let mut segments = patch.path.split('.');
        let list = List::named(segments.next()?)?;
        let items = names[list.name()].as_array()?;
        // One that is not there yet is added, or the path leads nowhere.
        let at = position(items, segments.next()?)?;
        let part = Part { list, at };
        if !touched.contains(&part) {
            touched.push(part);
        }
    }
    Some(touched)
}

/// Returns the lists of a scenario, with the id of each item.
fn stubs(scenario: &Scenario) -> Map<String, Value> {
    let stub = |id: &String| json!({ "id": id });
    let mut lists = List::ALL.iter().map(|list| {
        let items = list.ids(scenario).into_iter().map(stub);
        (list.name().to_owned(), items.collect())
    });
    object(&mut lists)
}

/// The lists of a scenario with these parts whole, and of the others the ids.
fn document(scenario: &Scenario, touched: &[Part]) -> Value {
    let mut lists = stubs(scenario);
    for part in touched {
        lists[part.list.name()][part.at] = part.list.value(scenario, part.at);
    }
    Value::Object(lists)
}

fn ids(document: &Value) -> Vec<Vec<&str>> {
    let lists = List::ALL.iter().map(|list| {
        let items = document[list.name()].as_array().into_iter().flatten();
        items
            .map(|item| item["id"].as_str().unwrap_or_default())
            .collect()
    });
    lists.collect()
}

fn ids_of(scenario: &Scenario) -> Vec<Vec<&str>> {
    let lists = List::ALL.iter().map(|list| list.ids(scenario));
    lists
        .map(|ids| ids.into_iter().map(String::as_str).collect())
        .collect()
}

/// `scenario` with these parts as they stand in `document`, checked.
fn with_items(
    scenario: &Scenario,
    touched: &[Part],
    document: &mut Value,
) -> Result<Scenario, Problems> {
    let mut problems = Vec::new();
    let mut complete = Vec::new();
    for part in touched {
        let path = part.path(scenario);
        let given = document[part.list.name()][part.at].take();
        let section = part.list.section();
        complete.push(complete_section(section, given, &path, &mut problems));
    }
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    let mut changed = scenario.clone();
    for (part, item) in touched.iter().zip(complete) {
        check_together(
            part.list.section(),
            &item,
            &part.path(scenario),
            &mut problems,
        );
        part.list
            .set(&mut changed, part.at, item)
            .map_err(|error| Problems::one("", format!("cannot be read: {error}")))?;
    }
    check_state(&changed, &mut problems);
    if problems.is_empty() {
        Ok(changed)
    } else {
        Err(Problems(problems))
    }
}

impl Part {
    fn path(&self, scenario: &Scenario) -> String {
        join(self.list.name(), self.list.ids(scenario)[self.at])
    }
}

impl List {
    const ALL: [List; 3] = [List::Bottlenecks, List::Edges, List::Groups];

    fn named(name: &str) -> Option<List> {
        List::ALL.into_iter().find(|list| list.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            List::Bottlenecks => "bottlenecks",
            List::Edges => "edges",
            List::Groups => "groups",
        }
    }

    fn section(self) -> &'static Section {
        match self {
            List::Bottlenecks => &BOTTLENECK,
            List::Edges => &EDGE,
            List::Groups => &GROUP,
        }
    }

    fn ids(self, scenario: &Scenario) -> Vec<&String> {
        match self {
            List::Bottlenecks => scenario.bottlenecks.iter().map(|b| &b.id).collect(),
            List::Edges => scenario.edges.iter().map(|e| &e.id).collect(),
            List::Groups => scenario.groups.iter().map(|g| &g.id).collect(),
        }
    }

    fn value(self, scenario: &Scenario, at: usize) -> Value {
        let value = match self {
            List::Bottlenecks => serde_json::to_value(&scenario.bottlenecks[at]),
            List::Edges => serde_json::to_value(&scenario.edges[at]),
            List::Groups => serde_json::to_value(&scenario.groups[at]),
        };
        match value {
            Ok(value) => value,
            Err(error) => {
                unreachable!("scenario types have string keys and finite numbers: {error}")
            }
        }
    }

    fn set(self, scenario: &mut Scenario, at: usize, item: Value) -> serde_json::Result<()> {
        match self {
            List::Bottlenecks => scenario.bottlenecks[at] = serde_json::from_value(item)?,
            List::Edges => scenario.edges[at] = serde_json::from_value(item)?,
            List::Groups => scenario.groups[at] = serde_json::from_value(item)?,
        }
        Ok(())
    }
}
