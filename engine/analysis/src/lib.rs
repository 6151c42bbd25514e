//! Analytic models and buffer advice for JavaScript.
//!
//! This module does not simulate. The simulator is in the other module (`engine/wasm`), which every visitor of the page
//! downloads and every worker compiles. The page downloads this one only to draw a model or to give advice. It contains a
//! second copy of the code that reads scenarios, and no code of the simulator.

mod advise;

use bufferlab_core::models;
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
        Err(problems) => problem_list(&problems),
    };
    answer.to_string()
}

/// Returns the outputs, assumptions and known limits of each model: an array of `{id, outputs, assumes, fails}`.
#[wasm_bindgen]
#[must_use]
pub fn models_json() -> String {
    json!(models::all()).to_string()
}

/// Returns `{ok: false, problems}`.
fn problem_list(Problems(problems): &Problems) -> serde_json::Value {
    json!({ "ok": false, "problems": problems })
}
