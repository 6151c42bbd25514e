//! Advice for JavaScript: which runs are wanted next, and what they come to.
//!
//! A page asks for a round, has its study run by the pool like any other, and hands the lines back, until there is no
//! round left.

use bufferlab_core::advise::{self, Question, Round};
use bufferlab_core::scenario::complete;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::refused;

/// The search for the smallest buffer that meets some targets.
#[wasm_bindgen]
pub struct Advisor {
    advisor: advise::Advisor,
    round: Option<Round>,
}

#[wasm_bindgen]
impl Advisor {
    /// Of a question `{scenario, targets, …}`; see [`Question::from_value`].
    ///
    /// # Errors
    /// A list of problems.
    #[wasm_bindgen(constructor)]
    pub fn new(question: &str) -> Result<Advisor, JsError> {
        let advisor = complete::parse(question)
            .and_then(Question::from_value)
            .and_then(advise::Advisor::new);
        Ok(Advisor {
            advisor: advisor.map_err(|problems| refused(&problems))?,
            round: None,
        })
    }

    /// The runs that are wanted now: `{purpose, study, runs, done, expected}`, the last two in runs of the whole search;
    /// `undefined`: the advice is complete.
    pub fn next_json(&mut self) -> Option<String> {
        self.round = self.advisor.next_round();
        let round = self.round.as_ref()?;
        let (done, expected) = self.advisor.progress();
        let answer = json!({
            "purpose": round.purpose,
            "study": round.study,
            "runs": round.runs(),
            "done": done,
            "expected": expected,
        });
        Some(answer.to_string())
    }

    /// Takes the lines of the round, a JSON list in the order of its cases.
    ///
    /// # Errors
    /// What is no list of so many lines, and a target whose figure no run has.
    pub fn take(&mut self, lines: &str) -> Result<(), JsError> {
        let Some(round) = self.round.take() else {
            return Err(JsError::new("No round was asked for."));
        };
        let lines: Vec<Value> = serde_json::from_str(lines)?;
        if lines.len() as u64 != round.runs() {
            let message = format!("The round has {} runs, got {}.", round.runs(), lines.len());
            return Err(JsError::new(&message));
        }
        let taken = self.advisor.take(&round, &lines);
        taken.map_err(|problems| refused(&problems))
    }

    /// The advice, as far as it is known; see [`advise::Advice::to_value`].
    #[must_use]
    pub fn advice_json(&self) -> String {
        self.advisor.advice().to_value().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_studies_and_lines_lead_to_advice() {
        let preset = bufferlab_core::presets::find("one-flow").expect("it is listed");
        let scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
        let question = json!({ "scenario": scenario, "targets": ["utilization=90%"] });
        let mut advisor = Advisor::new(&question.to_string()).expect("a question");
        while let Some(round) = advisor.next_json() {
            let round: Value = serde_json::from_str(&round).expect("JSON");
            let plan: Value =
                serde_json::from_str(&crate::study::plan_json(&round["study"].to_string()))
                    .expect("JSON");
            let cases = plan["cases"].as_array().expect("cases");
            let line = |case: &Value| {
                let limit = case["point"]
                    .as_object()
                    .and_then(|point| point.values().next());
                let limit = limit.and_then(Value::as_f64).expect("a limit");
                let figures = json!([{ "id": "r0", "utilization": 1.0 - 5.0 / limit }]);
                json!({ "summary": { "bottlenecks": figures } })
            };
            let lines: Vec<Value> = cases.iter().map(line).collect();
            advisor.take(&json!(lines).to_string()).expect("lines");
        }
        let advice: Value = serde_json::from_str(&advisor.advice_json()).expect("JSON");
        let limit = advice["answer"]["limit"].as_u64().expect("a size");
        assert!((50..=56).contains(&limit), "{limit}");
    }
}
