//! Measures in the lines of a sweep: by path, and aggregated over the replications of each point.

use std::collections::BTreeSet;

use bufferlab_core::scenario::path::value_at;
use bufferlab_core::study::{Interval, Study};
use serde_json::{Map, Value};

/// Line of a run as a JSON object.
pub type Row = Map<String, Value>;

/// Returns every measure of a row's summary by path, such as `bottlenecks.r0.loss.udp`.
#[must_use]
pub fn measures(row: &Row) -> Map<String, Value> {
    row.get("summary")
        .map_or_else(Map::new, measures_of_summary)
}

/// Returns every measure of a summary by path, without the seed.
#[must_use]
pub fn measures_of_summary(summary: &Value) -> Map<String, Value> {
    let mut measures = Map::new();
    flatten(summary, "", &mut measures);
    // Tables contain the ids of warnings instead of their texts.
    measures.retain(|path, _| !path.starts_with("warnings."));
    measures.insert("warnings".to_owned(), ids(&summary["warnings"]).into());
    // The seed has a column of its own, also for runs without a summary.
    measures.remove("seed");
    measures
}

/// Aggregated measures of one point of a study.
#[derive(Clone, Debug)]
pub struct Aggregate<'a> {
    /// Values of the varied fields, by path.
    pub point: &'a Value,
    /// Interval of each numeric measure, by path, over the runs that have it.
    pub measures: Vec<(String, Interval)>,
}

/// Aggregates the measures that the study selects, or all, for each point. Points are in order of their first row.
#[must_use]
pub fn aggregates<'a>(study: &Study, rows: &'a [Row]) -> Vec<Aggregate<'a>> {
    let aggregate = |(point, runs): (&'a Value, Vec<&Row>)| Aggregate {
        point,
        measures: of_point(study, &runs),
    };
    points(rows).into_iter().map(aggregate).collect()
}

/// Groups the rows by point.
fn points(rows: &[Row]) -> Vec<(&Value, Vec<&Row>)> {
    let mut points: Vec<(&Value, Vec<&Row>)> = Vec::new();
    for row in rows {
        let point = &row["point"];
        // Runs of a point are mostly adjacent.
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
            let all: Vec<Map<String, Value>> = runs.iter().map(|row| measures(row)).collect();
            let names: BTreeSet<&String> = all.iter().flat_map(Map::keys).collect();
            names.into_iter().cloned().collect()
        }
        selected => selected.to_vec(),
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

/// Returns the ids of the items in a list, without adjacent duplicates, separated by spaces.
fn ids(list: &Value) -> String {
    let items = list.as_array().into_iter().flatten();
    let mut ids: Vec<&str> = items.filter_map(|item| item["id"].as_str()).collect();
    ids.dedup();
    ids.join(" ")
}

/// Collects all values by path. Items of lists are named by their id, which is then not a measure.
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
