//! Advice for JavaScript: which runs are wanted next, and what they come to.
//!
//! A page asks for a round, has its study run by the pool like any other, and hands the lines back, until there is no
//! round left. Whether the figures of the targets exist is not asked here, which would take a simulation: the pool, which
//! plans the first round, says so.

use bufferlab_core::advise::{self, Question, Round};
use bufferlab_core::scenario::{Problems, complete};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use crate::refused;

/// The search for the smallest buffer that meets some targets.
#[wasm_bindgen]
#[derive(Default)]
pub struct Advisor {
    search: Option<(advise::Advisor, Option<Round>)>,
}

#[wasm_bindgen]
impl Advisor {
    /// One who has not been asked yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Advisor {
        Advisor::default()
    }

    /// Begins with a question `{scenario, targets, …}`; see [`Question::from_value`]. Answers as
    /// [`Advisor::take_json`] does.
    #[must_use]
    pub fn ask_json(&mut self, question: &str) -> String {
        let question = complete::parse(question).and_then(Question::from_value);
        self.search = None;
        match question {
            Ok(question) => {
                self.search = Some((advise::Advisor::begin(question), None));
                self.next()
            }
            Err(problems) => refused(&problems).to_string(),
        }
    }

    /// Takes the lines of the round, one below the other in the order of its cases, and says what is next: `{ok: true,
    /// round: {purpose, study, runs, of_curve} or null, done, expected, advice}`, the numbers in runs of the whole search, or
    /// `{ok: false, problems}`. The advice is what is known so far, complete if there is no round; see
    /// [`advise::Advice::to_value`].
    #[must_use]
    pub fn take_json(&mut self, lines: &str) -> String {
        match self.take(lines) {
            Ok(()) => self.next(),
            Err(problems) => refused(&problems).to_string(),
        }
    }

    fn take(&mut self, lines: &str) -> Result<(), Problems> {
        let round = self.search.as_mut();
        let round = round.and_then(|(advisor, round)| Some((advisor, round.take()?)));
        let Some((advisor, round)) = round else {
            return Err(Problems::one("", "no round was asked for"));
        };
        let lines = lines.lines().map(complete::parse);
        let lines: Vec<Value> = lines.collect::<Result<_, _>>()?;
        if lines.len() as u64 != round.runs() {
            let message = format!("the round has {} runs, got {}", round.runs(), lines.len());
            return Err(Problems::one("", message));
        }
        advisor.take(&round, &lines)
    }

    fn next(&mut self) -> String {
        let Some((advisor, round)) = &mut self.search else {
            return refused(&Problems::one("", "nothing was asked")).to_string();
        };
        *round = advisor.next_round();
        let (done, expected) = advisor.progress();
        let next = round.as_ref().map(|round| {
            json!({
                "purpose": round.purpose,
                "study": round.study,
                "runs": round.runs(),
                "of_curve": round.is_of_curve(),
            })
        });
        let answer = json!({
            "ok": true,
            "round": next,
            "done": done,
            "expected": expected,
            "advice": advisor.advice().to_value(),
        });
        answer.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bufferlab_core::study::{Study, StudyDocument};

    fn question() -> Value {
        let preset = bufferlab_core::presets::find("one-flow").expect("it is listed");
        let scenario: Value = serde_json::from_str(preset.scenario_json).expect("JSON");
        json!({ "scenario": scenario, "targets": ["utilization=90%"] })
    }

    fn read(text: &str) -> Value {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn rounds_are_studies_and_lines_lead_to_advice() {
        let mut advisor = Advisor::new();
        let mut answer = read(&advisor.ask_json(&question().to_string()));
        while !answer["round"].is_null() {
            let document = StudyDocument::from_value(answer["round"]["study"].clone());
            let study = document.and_then(Study::new).expect("a study");
            let line = |limit: f64| {
                let figures = json!([{ "id": "r0", "utilization": 1.0 - 5.0 / limit }]);
                json!({ "summary": { "bottlenecks": figures } }).to_string()
            };
            let limit = |point: &serde_json::Map<String, Value>| point.values().next()?.as_f64();
            let lines: Vec<String> = study
                .cases()
                .map(|case| line(limit(&case.id.point).expect("a limit")))
                .collect();
            assert_eq!(answer["round"]["runs"], lines.len());
            answer = read(&advisor.take_json(&lines.join("\n")));
            assert_eq!(answer["ok"], true, "{answer}");
        }
        let limit = answer["advice"]["answer"]["limit"]
            .as_u64()
            .expect("a size");
        assert!((50..=56).contains(&limit), "{limit}");
        assert_eq!(answer["done"], answer["advice"]["runs"]);
    }

    #[test]
    fn what_makes_no_sense_is_refused_and_asked_anew() {
        let mut advisor = Advisor::new();
        assert_eq!(read(&advisor.take_json("{}"))["ok"], false);
        let mut wrong = question();
        wrong["targets"] = json!(["utilization=abc"]);
        let answer = read(&advisor.ask_json(&wrong.to_string()));
        assert_eq!(answer["problems"][0]["path"], "target utilization");
        assert_eq!(read(&advisor.ask_json(&question().to_string()))["ok"], true);
        assert_eq!(read(&advisor.take_json("{}\n{}"))["ok"], false);
    }
}
