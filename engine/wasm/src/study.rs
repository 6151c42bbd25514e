//! Studies for JavaScript: what runs a study has, and one of them at a time, without recording.
//!
//! A worker of the page's pool is told the study and a number, and gives back the line that the program
//! `bufferlab sweep --json` prints for that case, byte for byte.

use std::collections::BTreeMap;

use bufferlab_core::scenario::{Problems, complete};
use bufferlab_core::study::{self, Rounds, Study, StudyDocument};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::refused;

/// The cases of a study (`{scenario, set?, over?, replications?}`) in their order, as JSON:
/// `{ok: true, cases: [{key, point, seed}]}` or `{ok: false, problems}`. A study of more than `most` cases is a problem.
#[wasm_bindgen]
#[must_use]
pub fn plan_json(study: &str, most: u32) -> String {
    let planned = document(study).and_then(Study::new).and_then(without_files);
    let answer = match planned.and_then(|study| at_most(study, most)) {
        Ok(study) => {
            let cases: Vec<Value> = study.cases().map(|case| case.id.to_value()).collect();
            json!({ "ok": true, "cases": cases })
        }
        Err(Problems(problems)) => json!({ "ok": false, "problems": problems }),
    };
    answer.to_string()
}

/// The study, unless it has more than `most` cases: listing 50,000 of them takes seconds.
fn at_most(study: Study, most: u32) -> Result<Study, Problems> {
    let runs = study.len();
    if runs <= u64::from(most) {
        return Ok(study);
    }
    Err(Problems::one(
        "over",
        format!(
            "has {runs} runs; the page takes at most {most}, the program \"bufferlab sweep\" more"
        ),
    ))
}

/// A study whose scenario names no file: the threads of the page's studies have none.
fn without_files(study: Study) -> Result<Study, Problems> {
    let first = study.case(0).and_then(|case| case.scenario.ok());
    match first.and_then(|scenario| scenario.files().into_iter().next()) {
        Some(file) => Err(Problems::one(
            "scenario",
            format!(
                "plays the file {}; studies on the page have no files, the program's \"bufferlab sweep --trace FILE\" has",
                file.name
            ),
        )),
        None => Ok(study),
    }
}

/// The cases to run next, by number and in their order, given what is known: `figures` names
/// every case that is over by its number, `{"0": 0.02, "3": null}`, with the value of the figure that the stop
/// rule looks at, or null. `{ok: true, round: [number]}`, which is empty when there are no more, or `{ok: false, problems}`.
///
/// Without a stop rule all cases are one round. Answers follow from the figures alone, in whatever order they
/// came: a study that is taken up again goes on with the rounds that it had.
#[wasm_bindgen]
#[must_use]
pub fn round_json(study: &str, figures: &str) -> String {
    let answer = match document(study).and_then(Study::checked_before) {
        Ok(study) => match known(figures) {
            Some(known) => json!({ "ok": true, "round": next_round(&study, &known) }),
            None => {
                let problems = Problems::one("figures", "must be numbers or null by number");
                json!({ "ok": false, "problems": problems.0 })
            }
        },
        Err(Problems(problems)) => json!({ "ok": false, "problems": problems }),
    };
    answer.to_string()
}

/// Read by way of the engine's own parser: a second one takes 4 kB.
fn known(figures: &str) -> Option<BTreeMap<u64, Option<f64>>> {
    let Ok(Value::Object(fields)) = complete::parse(figures) else {
        return None;
    };
    let each = fields
        .into_iter()
        .map(|(number, figure)| Some((number.parse().ok()?, figure.as_f64())));
    each.collect()
}

/// What of the first round that is not all known is not known.
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

/// One case of a study while it runs.
#[wasm_bindgen]
pub struct CaseRun {
    run: study::CaseRun,
}

#[wasm_bindgen]
impl CaseRun {
    /// Case `index` of a study, from 0, at time 0.
    ///
    /// # Errors
    /// A list of problems, if the study is not valid or has no such case.
    #[wasm_bindgen(constructor)]
    pub fn new(study: &str, index: u32) -> Result<CaseRun, JsError> {
        // Whoever asks for a case has planned the study, which need not be checked for each case again.
        let study = document(study).and_then(Study::checked_before);
        let case = study.and_then(|study| {
            let none = || Problems::one("", format!("the study has {} cases", study.len()));
            study.case(u64::from(index)).ok_or_else(none)
        });
        let case = case.map_err(|problems| refused(&problems))?;
        Ok(CaseRun {
            run: study::CaseRun::new(case),
        })
    }

    /// Runs about `max_events` events; whether the case is then over. One that fails is over too, and its
    /// line says why.
    pub fn advance(&mut self, max_events: u32) -> bool {
        self.run.advance(u64::from(max_events))
    }

    /// The share of simulated time that is done, 0 to 1.
    #[must_use]
    pub fn done(&self) -> f64 {
        self.run.done()
    }

    /// `{key, point, seed, summary}`, or `error` instead of `summary`, on one line.
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
    fn a_case_run_in_slices_gives_the_line_that_the_plan_names() {
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
    fn rounds_follow_from_the_figures_that_are_known() {
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
