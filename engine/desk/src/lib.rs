//! What the page works out at a desk of its own, for JavaScript: what models give, and which runs advice needs next.
//!
//! Nothing is simulated here: that is the other module's matter (`engine/wasm`), which everybody fetches and every
//! worker compiles. This one is fetched by whoever draws a model or asks for advice. It holds the reading of scenarios
//! once more, and nothing of the simulator.

mod advise;

use bufferlab_core::models;
use bufferlab_core::scenario::{Problems, complete};
use serde_json::json;
use wasm_bindgen::prelude::*;

/// What a model gives for these parameters: `{ok: true, outputs: {id: number or null}}` or `{ok: false, problems}`.
#[wasm_bindgen]
#[must_use]
pub fn model_json(id: &str, given: &str) -> String {
    let outputs = models::named(id)
        .map_err(|problem| Problems(vec![problem]))
        .and_then(|model| model.outputs_of(complete::parse(given)?));
    let answer = match outputs {
        Ok(outputs) => json!({ "ok": true, "outputs": outputs.to_value() }),
        Err(problems) => refused(&problems),
    };
    answer.to_string()
}

/// What each model gives, assumes and fails at: an array of `{id, outputs, assumes, fails}`.
#[wasm_bindgen]
#[must_use]
pub fn models_json() -> String {
    json!(models::all()).to_string()
}

fn refused(Problems(problems): &Problems) -> serde_json::Value {
    json!({ "ok": false, "problems": problems })
}
