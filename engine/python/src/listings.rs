//! What takes no time to speak of: lists, links, models.

use bufferlab_core::models;
use bufferlab_core::scenario::Problems;
use bufferlab_core::scenario::complete::complete;
use bufferlab_core::scenario::patch;
use bufferlab_core::study::model_grid;
use bufferlab_native::changes::Changes;
use bufferlab_native::{link as links, source};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::problem::{raised, refused};
use crate::table::{Column, Table};

/// The version of the engine.
#[pyfunction]
pub fn engine() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Every registry's entries, as JSON text.
#[pyfunction]
pub fn catalog() -> String {
    bufferlab_core::lab::catalog::catalog().to_string()
}

/// The JSON Schema of a scenario, as text.
#[pyfunction]
pub fn schema() -> String {
    bufferlab_core::scenario::schema::schema().to_string()
}

/// Every preset with its scenario, as JSON text.
#[pyfunction]
pub fn presets() -> String {
    bufferlab_core::presets::to_json().to_string()
}

/// The JSON text of what a preset's id, a file or a link names: `(called, text)`.
#[pyfunction]
pub fn read(py: Python<'_>, wanted: &str) -> PyResult<(String, String)> {
    let document = source::load(wanted).map_err(|failure| raised(py, &failure))?;
    Ok((document.name, document.json.to_string()))
}

/// The fragment of a link to a scenario with changes (each `path=value`), without `#`.
#[pyfunction]
pub fn link(py: Python<'_>, about: &str, scenario: &str, set: Vec<String>) -> PyResult<String> {
    let document =
        source::read(about.to_owned(), scenario).map_err(|failure| raised(py, &failure))?;
    let about = |problems| refused(py, &document.name, problems);
    let changes = Changes {
        set,
        ..Changes::default()
    };
    let mut complete = complete(document.json.clone()).map_err(about)?;
    let patches = changes
        .patches(&complete)
        .map_err(|failure| raised(py, &failure))?;
    patch::apply(&mut complete, &patches).map_err(about)?;
    links::encode(complete).map_err(about)
}

/// A model at a point, as JSON text of a flat object; or where something runs `over` values a table.
#[pyfunction]
pub fn model(
    py: Python<'_>,
    id: &str,
    set: Vec<String>,
    over: Vec<String>,
) -> PyResult<(String, Option<Table>)> {
    let refuse = |problems| refused(py, &format!("model {id}"), problems);
    let model =
        models::named(id).map_err(|problem| refused(py, "model", Problems(vec![problem])))?;
    let rows = py
        .detach(|| model_grid::over(model, &set, &over))
        .map_err(refuse)?;
    if over.is_empty() {
        let outputs = rows
            .first()
            .map_or(Value::Null, |row| row.outputs.to_value());
        return Ok((outputs.to_string(), None));
    }
    let names = rows.first().into_iter().flat_map(|row| row.point.keys());
    let axes = names.map(|name| Column::of(name, rows.iter().map(|row| row.point.get(name))));
    let outputs = model.outputs.iter().map(|output| {
        let values: Vec<Value> = rows
            .iter()
            .map(|row| json!(row.outputs.get(output.id)))
            .collect();
        Column::of(output.id, values.iter().map(Some))
    });
    Ok((
        String::new(),
        Some(Table::new(axes.chain(outputs).collect())),
    ))
}
