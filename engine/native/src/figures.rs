//! The figures of a sweep's lines: by their paths, and what the replications of each point come to.

use std::collections::BTreeSet;

use bufferlab_core::scenario::path::value_at;
use bufferlab_core::study::{Interval, Study};
use serde_json::{Map, Value};

/// A run as its line tells it.
pub type Row = Map<String, Value>;

/// Every figure of a row's summary by its path, such as `bottlenecks.r0.loss.udp`.
#[must_use]
pub fn figures(row: &Row) -> Map<String, Value> {
    row.get("summary").map_or_else(Map::new, figures_of)
}

/// Every figure of a summary by its path, but the seed, which is none.
#[must_use]
pub fn figures_of(summary: &Value) -> Map<String, Value> {
    let mut figures = Map::new();
    flatten(summary, "", &mut figures);
    // Texts are for people; what a table can be filtered by is which warnings there are.
    figures.retain(|path, _| !path.starts_with("warnings."));
    figures.insert("warnings".to_owned(), ids(&summary["warnings"]).into());
    // A column of its own says it, of runs without a summary too.
    figures.remove("seed");
    figures
}

/// A point of a study and what its runs come to.
#[derive(Clone, Debug)]
pub struct Aggregate<'a> {
    /// The values of the fields that differ, by path.
    pub point: &'a Value,
    /// Each figure that is a number, by its path, over the runs that have it.
    pub figures: Vec<(String, Interval)>,
}

/// What the runs of each point come to, points in the order in which they first come: of the figures that the study
/// measures, or of all.
#[must_use]
pub fn aggregates<'a>(study: &Study, rows: &'a [Row]) -> Vec<Aggregate<'a>> {
    let aggregate = |(point, runs): (&'a Value, Vec<&Row>)| Aggregate {
        point,
        figures: of_point(study, &runs),
    };
    points(rows).into_iter().map(aggregate).collect()
}

/// The runs of each point.
fn points(rows: &[Row]) -> Vec<(&Value, Vec<&Row>)> {
    let mut points: Vec<(&Value, Vec<&Row>)> = Vec::new();
    for row in rows {
        let point = &row["point"];
        // Runs of a point mostly come together.
        match points.iter_mut().rev().find(|(known, _)| *known == point) {
            Some((_, runs)) => runs.push(row),
            None => points.push((point, vec![row])),
        }
    }
    points
}

fn of_point(study: &Study, runs: &[&Row]) -> Vec<(String, Interval)> {
    let summaries: Vec<&Value> = runs.iter().filter_map(|row| row.get("summary")).collect();
    let names: Vec<String> = match study.measure() {
        [] => {
            let all: Vec<Map<String, Value>> = runs.iter().map(|row| figures(row)).collect();
            let names: BTreeSet<&String> = all.iter().flat_map(Map::keys).collect();
            names.into_iter().cloned().collect()
        }
        wanted => wanted.to_vec(),
    };
    let interval = |name: String| {
        let values = summaries
            .iter()
            .filter_map(|summary| value_at(summary, &name)?.as_f64());
        let interval = Interval::of(&values.collect::<Vec<_>>())?;
        Some((name, interval))
    };
    names.into_iter().filter_map(interval).collect()
}

/// The ids of things in a list, each once, with spaces between them.
fn ids(list: &Value) -> String {
    let items = list.as_array().into_iter().flatten();
    let mut ids: Vec<&str> = items.filter_map(|item| item["id"].as_str()).collect();
    ids.dedup();
    ids.join(" ")
}

/// Items of lists go by their id, which then is no figure of its own.
fn flatten(value: &Value, path: &str, into: &mut Map<String, Value>) {
    let join = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| *name != "id") {
                flatten(value, &join(name), into);
            }
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                let id = item.get("id").and_then(Value::as_str);
                flatten(item, &join(id.unwrap_or(&i.to_string())), into);
            }
        }
        value => {
            into.insert(path.to_owned(), value.clone());
        }
    }
}
