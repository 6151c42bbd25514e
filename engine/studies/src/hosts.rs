//! Scenarios on Linux, for JavaScript: plans for runs between real hosts, and queues as commands of `tc`.

use bufferlab_core::import::tc;
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

/// Returns the bottlenecks of a scenario as commands of `tc` for the interfaces `eth0` and `ifb0`, which stand for both
/// directions: `{ok: true, links: [{id, label, lines, notes: [{path, reason}]}]}`, or `{ok: false, problems}`.
#[wasm_bindgen]
#[must_use]
pub fn tc_json(scenario: &str) -> String {
    written(scenario)
        .unwrap_or_else(|problems| problems.refusal())
        .to_string()
}

fn written(scenario: &str) -> Result<Value, Problems> {
    let scenario = Scenario::from_json(scenario)?;
    let links = scenario.bottlenecks.iter().enumerate();
    let links: Vec<Value> = links
        .map(|(place, bottleneck)| {
            let mut link = json!(tc::write(&scenario, place, ["eth0", "ifb0"]));
            link["id"] = json!(bottleneck.id);
            link["label"] = json!(bottleneck.label);
            link
        })
        .collect();
    Ok(json!({ "ok": true, "links": links }))
}
