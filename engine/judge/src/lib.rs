//! Goals of lessons for JavaScript. There is no logic of its own here.
//!
//! The module is apart from the engine, which every visitor loads: statements, quantities and their readers are needed only
//! in lessons. Goals, summaries and scenarios are passed as JSON text.

use bufferlab_papers::goal::amount::{amount, shown};
use bufferlab_papers::goal::{Goal, Run, path};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Checks the text of a goal: `{ok: true, paths}` with the paths of measures and fields in it, or `{ok: false, problems}`
/// with a list of `{path, message}`.
#[wasm_bindgen]
#[must_use]
pub fn check_goal_json(goal: &str) -> String {
    let answer = match Goal::from_json(goal) {
        Ok(goal) => json!({ "ok": true, "paths": goal.paths() }),
        Err(problem) => json!({ "ok": false, "problems": [problem] }),
    };
    answer.to_string()
}

/// Checks a goal for the summary of a run and its scenario at the present time: `{ok: true, verdict}` or
/// `{ok: false, problems}`.
#[wasm_bindgen]
#[must_use]
pub fn judge_json(goal: &str, summary: &str, scenario: &str) -> String {
    let answer = match Goal::from_json(goal) {
        Ok(goal) => json!({ "ok": true, "verdict": goal.check(&run(summary, scenario)) }),
        Err(problem) => json!({ "ok": false, "problems": [problem] }),
    };
    answer.to_string()
}

/// Reads the number that a path names in a run: `{ok: true, value, unit, label, text}`, or `{ok: false, message}` if the run
/// has no such number. Value and text are null if a measure has no value yet.
#[wasm_bindgen]
#[must_use]
pub fn value_json(path: &str, summary: &str, scenario: &str) -> String {
    let run = run(summary, scenario);
    let value = path::check(path).and_then(|()| path::value(path, &run));
    let answer = match value {
        Ok(value) => {
            let known = path::label_and_unit(path, Some(&run.scenario));
            let (label, unit) = known.unwrap_or_else(|| (path.to_owned(), ""));
            let text = value.map(|value| shown(value, unit, value));
            json!({ "ok": true, "value": value, "unit": unit, "label": label, "text": text })
        }
        Err(message) => json!({ "ok": false, "message": message }),
    };
    answer.to_string()
}

/// Reads a text with a unit such as `62.5 ms`: `{value, unit}` in the unit of measures, whose symbol is null if the text has
/// none. It is null if the text is no such number.
#[wasm_bindgen]
#[must_use]
pub fn quantity_json(text: &str) -> String {
    let read = amount(text).map(|amount| {
        let unit = amount.unit.map(|unit| unit.symbol());
        json!({ "value": amount.value, "unit": unit })
    });
    json!(read).to_string()
}

fn run(summary: &str, scenario: &str) -> Run {
    let read = |text| serde_json::from_str(text).unwrap_or(Value::Null);
    Run {
        summary: read(summary),
        scenario: read(scenario),
    }
}
