//! A table of what the replications of each point come to: a row for each point and figure, with the number of runs,
//! the mean, the half-width of its 95 % interval, the smallest and the largest.

use std::collections::BTreeSet;

use bufferlab_core::scenario::path::value_at;
use bufferlab_core::study::{Interval, Study};
use serde_json::{Map, Value, json};

use super::figures::{Row, figures};
use crate::failure::Failure;
use crate::sheet::Sheet;

/// Writes the table of these rows to the file `path`; points in the order in which they first come.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &str, study: &Study, rows: &[Row]) -> Result<(), Failure> {
    let fields: Vec<String> = study.paths().map(str::to_owned).collect();
    let names = ["figure", "n", "mean", "half_width", "min", "max"].map(str::to_owned);
    let columns: Vec<String> = fields.iter().cloned().chain(names).collect();
    let mut sheet = Sheet::begin(path, &columns)?;
    for (point, runs) in points(rows) {
        let point = fields.iter().map(|field| point[field].clone());
        let point: Vec<Value> = point.collect();
        for (figure, interval) in of_point(study, &runs) {
            let half_width = json!(interval.half_width);
            let Interval {
                n, mean, min, max, ..
            } = interval;
            let numbers = [
                json!(figure),
                json!(n),
                json!(mean),
                half_width,
                json!(min),
                json!(max),
            ];
            sheet.row(&[&point[..], &numbers].concat())?;
        }
    }
    sheet.place()
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
