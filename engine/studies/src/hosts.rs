//! Plans for runs between real hosts, for JavaScript.

use bufferlab_core::scenario::{Problems, Scenario};
use bufferlab_core::sim::real_senders;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Returns which groups of a scenario `bufferlab emulate` can give real senders: `{ok: true, groups: [{id, packets: "real",
/// controller: {kind, name, origin}} or {id, packets: "simulated", reason: {path, message} or null}]}`, or `{ok: false,
/// problems}` if the scenario cannot be emulated.
#[wasm_bindgen]
#[must_use]
pub fn real_senders_json(scenario: &str) -> String {
    planned(scenario)
        .unwrap_or_else(|problems| problems.refusal())
        .to_string()
}

fn planned(scenario: &str) -> Result<Value, Problems> {
    let scenario = Scenario::from_json(scenario)?;
    let groups = real_senders::plan(&scenario);
    real_senders::check(&scenario, &groups)?;
    Ok(json!({ "ok": true, "groups": groups }))
}
