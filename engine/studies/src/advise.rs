//! Buffer advice for JavaScript: the runs that the search needs next, and its results.
//!
//! The page requests a round, runs its study in the workers like any other, and passes the lines back, until no round is
//! left. This module does not check that the measures of the targets exist, which would need a simulation. The workers
//! report a missing measure when they plan the first round.

use bufferlab_core::advise::{self, Round, Search};
use bufferlab_core::scenario::{Problems, complete};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Search for the smallest buffer that meets the targets, or comparison of remedies.
#[wasm_bindgen]
#[derive(Default)]
pub struct Advisor {
    search: Option<(Box<dyn Search>, Option<Round>)>,
}

#[wasm_bindgen]
impl Advisor {
    /// Creates a search without a question.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Advisor {
        Advisor::default()
    }

    /// Starts the search with a question `{scenario, targets, …}`; see [`advise::begin`]. Returns the same as
    /// [`Advisor::take_json`].
    #[must_use]
    pub fn ask_json(&mut self, question: &str) -> String {
        let search = complete::parse(question).and_then(advise::begin);
        self.search = None;
        match search {
            Ok(search) => {
                self.search = Some((search, None));
                self.next()
            }
            Err(problems) => problems.refusal().to_string(),
        }
    }

    /// Takes the lines of the round, separated by line feeds, in the order of its cases. Returns the next round: `{ok: true,
    /// round: {purpose, study, runs, packets, of_curve} or null, done, expected, packets, expected_packets, advice}` or `{ok: false,
    /// problems}`. `done` and `expected` are runs of the whole search. `packets` of a run, and of the search, measure its wall time.
    /// The advice covers the results so far and is complete if there is no further
    /// round; see [`advise::Advice::to_value`] and
    /// [`advise::Comparison::to_value`].
    #[must_use]
    pub fn take_json(&mut self, lines: &str) -> String {
        match self.take(lines) {
            Ok(()) => self.next(),
            Err(problems) => problems.refusal().to_string(),
        }
    }

    fn take(&mut self, lines: &str) -> Result<(), Problems> {
        let round = self.search.as_mut();
        let round = round.and_then(|(advisor, round)| Some((advisor, round.take()?)));
        let Some((advisor, round)) = round else {
            return Err(Problems::one("", "no round is in progress"));
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
            return Problems::one("", "there is no question")
                .refusal()
                .to_string();
        };
        *round = advisor.next_round();
        let progress = advisor.progress();
        let next = round.as_ref().map(|round| {
            json!({
                "purpose": round.purpose,
                "study": round.study,
                "runs": round.runs(),
                "packets": round.packets,
                "of_curve": round.is_of_curve(),
            })
        });
        let answer = json!({
            "ok": true,
            "round": next,
            "done": progress.runs,
            "expected": progress.expected_runs,
            "packets": progress.packets,
            "expected_packets": progress.expected_packets,
            "advice": advisor.answer(),
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
    fn rounds_are_studies_whose_lines_give_advice() {
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
    fn invalid_questions_and_lines_are_rejected() {
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
