//! Studies for JavaScript: the cases of a study, and the run of one case without recording.
//!
//! A worker of the page gets a study and a number. It returns the line of this case, identical to the line that
//! `bufferlab sweep --json` prints.

use std::collections::BTreeMap;

use bufferlab_core::scenario::{Problems, complete};
use bufferlab_core::study::{self, Rounds, Study, StudyDocument};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Returns the cases of a study (`{scenario, set?, over?, replications?}`) in order, as JSON:
/// `{ok: true, cases: [{key, point, seed}]}` or `{ok: false, problems}`. More than `most` cases are a problem.
#[wasm_bindgen]
#[must_use]
pub fn plan_json(study: &str, most: u32) -> String {
    let planned = document(study).and_then(Study::new).and_then(without_files);
    let answer = match planned.and_then(|study| at_most(study, most)) {
        Ok(study) => {
            let cases: Vec<Value> = study.cases().map(|case| case.id.to_value()).collect();
            json!({ "ok": true, "cases": cases })
        }
        Err(problems) => problems.refusal(),
    };
    answer.to_string()
}

/// Rejects a study of more than `most` cases, since a list of 50,000 cases takes seconds.
fn at_most(study: Study, most: u32) -> Result<Study, Problems> {
    let runs = study.len();
    if runs <= u64::from(most) {
        return Ok(study);
    }
    Err(Problems::one(
        "over",
        format!(
            "has {runs} runs; the page accepts at most {most}; for more, use the program \"bufferlab sweep\""
        ),
    ))
}

/// Rejects a study whose scenario refers to a file, since the workers of studies have no files.
fn without_files(study: Study) -> Result<Study, Problems> {
    let first = study.case(0).and_then(|case| case.scenario.ok());
    match first.and_then(|scenario| scenario.files().into_iter().next()) {
        Some(file) => Err(Problems::one(
            "scenario",
            format!(
                "plays the file {}; studies on the page cannot use files; use the program, \"bufferlab sweep --trace FILE\"",
                file.name
            ),
        )),
        None => Ok(study),
    }
}

/// Returns the numbers of the cases to run next, in order: `{ok: true, round: [number]}` or `{ok: false, problems}`. The
/// round is empty at the end of the study. `figures` has the finished cases by number, `{"0": 0.02, "3": null}`, with the
/// value of the stop rule's measure, or null.
///
/// Without a stop rule all cases are one round. The result depends only on the values and not on their order, so that a
/// resumed study has the same rounds.
#[wasm_bindgen]
#[must_use]
pub fn round_json(study: &str, figures: &str) -> String {
    let answer = match document(study).and_then(Study::checked_before) {
        Ok(study) => match serde_json::from_str(figures) {
            Ok(known) => json!({ "ok": true, "round": next_round(&study, &known) }),
            Err(_) => Problems::one("figures", "must be numbers or null by number").refusal(),
        },
        Err(problems) => problems.refusal(),
    };
    answer.to_string()
}

/// Returns the unknown cases of the first round that is not completely known.
fn next_round(study: &Study, known: &BTreeMap<u64, Option<f64>>) -> Vec<u64> {
    let mut rounds = Rounds::new(study, &study.part(0, 1));
    loop {
        let round = rounds.next_round();
        let missing: Vec<u64> = round
            .iter()
            .copied()
            .filter(|number| !known.contains_key(number))
            .collect();
        if round.is_empty() || !missing.is_empty() {
            return missing;
        }
        for number in round {
            rounds.take(number, known[&number]);
        }
    }
}

/// Run of one case of a study.
#[wasm_bindgen]
pub struct CaseRun {
    run: study::CaseRun,
}

#[wasm_bindgen]
impl CaseRun {
    /// Creates the run of case `index` of a study, from 0, at time 0.
    ///
    /// # Errors
    /// A list of problems, if the study is invalid or has no such case.
    #[wasm_bindgen(constructor)]
    pub fn new(study: &str, index: u32) -> Result<CaseRun, JsError> {
        // The caller has planned the study, so that it need not be checked for each case again.
        let study = document(study).and_then(Study::checked_before);
        let case = study.and_then(|study| {
            let none = || Problems::one("", format!("the study has {} cases", study.len()));
            study.case(u64::from(index)).ok_or_else(none)
        });
        let case = case.map_err(|problems| JsError::new(&json!(problems.0).to_string()))?;
        Ok(CaseRun {
            run: study::CaseRun::new(case),
        })
    }

    /// Runs about `max_events` events. Returns true if the case is finished. A failed case is finished too; its line has the
    /// error.
    pub fn advance(&mut self, max_events: u32) -> bool {
        self.run.advance(u64::from(max_events))
    }

    /// Returns the share of simulated time that is done, from 0 to 1.
    #[must_use]
    pub fn done(&self) -> f64 {
        self.run.done()
    }

    /// Returns `{key, point, seed, summary}`, or `error` instead of `summary`, on one line.
    pub fn line_json(&mut self) -> String {
        self.run.line().to_json()
    }
}

fn document(text: &str) -> Result<StudyDocument, Problems> {
    StudyDocument::from_value(complete::parse(text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study() -> String {
        let preset = bufferlab_core::presets::find("anomaly").expect("it is listed");
        json!({
            "scenario": serde_json::from_str::<Value>(preset.scenario_json).expect("JSON"),
            "set": [{ "path": "duration_s", "value": 0.3 }, { "path": "warmup_s", "value": 0.1 }],
            "over": ["bottlenecks.r0.queue.limit_bytes=5kB,20 kB"],
            "replications": 2,
        })
        .to_string()
    }

    #[test]
    fn a_case_in_slices_gives_a_line_with_the_planned_id() {
        let plan: Value = serde_json::from_str(&plan_json(&study(), 100)).expect("JSON");
        assert_eq!(plan["cases"].as_array().map(Vec::len), Some(4));
        let mut run = CaseRun::new(&study(), 3).expect("the last case");
        while !run.advance(1_000) {
            assert!((0.0..1.0).contains(&run.done()));
        }
        let line: Value = serde_json::from_str(&run.line_json()).expect("JSON");
        for name in ["key", "point", "seed"] {
            assert_eq!(line[name], plan["cases"][3][name]);
        }
        assert!(line["summary"]["digest"].is_string());
    }

    #[test]
    fn rounds_follow_from_the_known_values() {
        let mut study: Value = serde_json::from_str(&study()).expect("JSON");
        let round = |study: &Value, figures: Value| -> Value {
            serde_json::from_str(&round_json(&study.to_string(), &figures.to_string()))
                .expect("JSON")
        };
        assert_eq!(round(&study, json!({}))["round"], json!([0, 1, 2, 3]));
        assert_eq!(
            round(&study, json!({ "0": 1.0, "2": null }))["round"],
            json!([1, 3])
        );
        study["replications"] = json!(4);
        study["stop"] =
            json!({ "measure": "bottlenecks.r0.loss.udp", "half_width": 0.1, "at_least": 2 });
        // The first point is known at once, the second is not.
        let known = json!({ "0": 1.0, "1": 1.0, "4": 1.0, "5": 2.0 });
        assert_eq!(round(&study, json!({}))["round"], json!([0, 1, 4, 5]));
        assert_eq!(
            round(&study, json!({ "0": 1.0 }))["round"],
            json!([1, 4, 5])
        );
        assert_eq!(round(&study, known)["round"], json!([6, 7]));
        let all = json!({ "0": 1.0, "1": 1.0, "4": 1.0, "5": 2.0, "6": 1.0, "7": 1.0 });
        assert_eq!(round(&study, all)["round"], json!([]));
        assert_eq!(round(&study, json!([]))["ok"], false);
    }

    #[test]
    fn problems_are_listed_with_their_paths() {
        let plan = plan_json(r#"{ "scenario": { "bottlenecks": 1 } }"#, 100);
        let plan: Value = serde_json::from_str(&plan).expect("JSON");
        assert_eq!(plan["problems"][0]["path"], "bottlenecks", "{plan}");
    }
}
