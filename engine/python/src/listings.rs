//! Functions that take little time: lists, links and models.

use bufferlab_core::models;
use bufferlab_core::scenario::Problems;
use bufferlab_core::scenario::complete::complete;
use bufferlab_core::scenario::patch;
use bufferlab_core::study::model_grid;
use bufferlab_native::changes::Changes;
use bufferlab_native::{link as links, source};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::problem::{exception, invalid_input};
use crate::table::{Column, Table};

/// Returns the version of the engine.
#[pyfunction]
pub fn engine() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Returns the catalog as JSON text.
#[pyfunction]
pub fn catalog() -> String {
    bufferlab_core::lab::catalog::catalog().to_string()
}

/// Returns the JSON Schema of scenarios as text.
#[pyfunction]
pub fn schema() -> String {
    bufferlab_core::scenario::schema::schema().to_string()
}

/// Returns all presets with their scenarios as JSON text.
#[pyfunction]
pub fn presets() -> String {
    bufferlab_core::presets::to_json().to_string()
}

/// Loads a preset, a file or a link, and returns `(name for messages, JSON text)`.
#[pyfunction]
pub fn read(py: Python<'_>, source: &str) -> PyResult<(String, String)> {
    let document = source::load(source).map_err(|failure| exception(py, &failure))?;
    Ok((document.name, document.json.to_string()))
}

/// Returns the fragment, without `#`, of a link to a scenario with changes (`path=value` each).
#[pyfunction]
pub fn link(py: Python<'_>, about: &str, scenario: &str, set: Vec<String>) -> PyResult<String> {
    let document =
        source::read(about.to_owned(), scenario).map_err(|failure| exception(py, &failure))?;
    let about = |problems| invalid_input(py, &document.name, problems);
    let changes = Changes {
        set,
        ..Changes::default()
    };
    let mut complete = complete(document.json.clone()).map_err(about)?;
    let patches = changes
        .patches(&complete)
        .map_err(|failure| exception(py, &failure))?;
    patch::apply(&mut complete, &patches).map_err(about)?;
    links::encode(complete).map_err(about)
}

/// Evaluates a model: one point as the JSON text of a flat object, or a table if `over` varies parameters.
#[pyfunction]
pub fn model(
    py: Python<'_>,
    id: &str,
    set: Vec<String>,
    over: Vec<String>,
) -> PyResult<(String, Option<Table>)> {
    let refuse = |problems| invalid_input(py, &format!("model {id}"), problems);
    let model =
        models::named(id).map_err(|problem| invalid_input(py, "model", Problems(vec![problem])))?;
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
    let axes =
        names.map(|name| Column::from_json(name, rows.iter().map(|row| row.point.get(name))));
    let outputs = model.outputs.iter().map(|output| {
        let values: Vec<Value> = rows
            .iter()
            .map(|row| json!(row.outputs.get(output.id)))
            .collect();
        Column::from_json(output.id, values.iter().map(Some))
    });
    Ok((
        String::new(),
        Some(Table::new(axes.chain(outputs).collect())),
    ))
}
