//! Analytic models for JavaScript.

use std::collections::BTreeMap;

use bufferlab_core::models;
use bufferlab_core::scenario::catalog::entries::Section;
use bufferlab_core::scenario::{Problems, complete};
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Evaluates a model with these parameters: `{ok: true, outputs: {id: number or null}}` or `{ok: false, problems}`.
#[wasm_bindgen]
#[must_use]
pub fn model_json(id: &str, parameters: &str) -> String {
    let outputs = models::named(id)
        .map_err(|problem| Problems(vec![problem]))
        .and_then(|model| model.outputs_of(complete::parse(parameters)?));
    let answer = match outputs {
        Ok(outputs) => json!({ "ok": true, "outputs": outputs.to_value() }),
        Err(problems) => problems.refusal(),
    };
    answer.to_string()
}

/// Returns the outputs, assumptions and known limits of each model: an array of `{id, outputs, assumes, fails}`.
#[wasm_bindgen]
#[must_use]
pub fn models_json() -> String {
    json!(models::all()).to_string()
}

/// Returns the inputs of each model for the documentation: sections `model.ID` of the catalog, by id.
#[wasm_bindgen]
#[must_use]
pub fn model_sections_json() -> String {
    let entries = models::REGISTRY.entries.iter();
    let sections: BTreeMap<_, Section> = entries
        .map(|&section| (section.id, section.into()))
        .collect();
    json!(sections).to_string()
}
