//! Run of one case, in slices, so that the caller can do other work in between, and without recording.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::case::{Case, CaseId};
use crate::lab::{Lab, Report};
use crate::observe::sampling::Sampling;
use crate::observe::summary::Summary;
use crate::scenario::{Problems, Scenario};
use crate::sim::{Progress, RunError};
use crate::warnings::Warning;

/// Events between two looks around: some 20 ms, so that giving up takes less than 50.
const SLICE: u64 = 100_000;

/// Result of a case: one line of the output of a sweep, with the same bytes on every machine.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "CaseLine"))]
pub struct Line {
    /// Identity of the case.
    #[cfg_attr(test, ts(flatten))]
    pub id: CaseId,
    /// Summary of the run, or the error.
    #[cfg_attr(test, ts(flatten))]
    pub outcome: Outcome,
}

/// Result of a run.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    test,
    derive(ts_rs::TS),
    ts(rename = "CaseOutcome"),
    ts(rename_all = "snake_case")
)]
pub enum Outcome {
    /// The figures at the end of the run, with its warnings.
    Summary(Box<Report>),
    /// Why it was refused or could not go on.
    Error(String),
}

/// A case while it runs.
#[derive(Debug)]
pub struct CaseRun {
    id: CaseId,
    state: Result<Running, String>,
}

/// A run, and what is asked of it on the way.
#[derive(Debug)]
struct Running {
    lab: Lab,
    sampling: Sampling,
}

/// Runs a case to its end; `None` if `watch`, which is told the share of simulated time that is done (0 to 1)
/// every few milliseconds, breaks it off.
pub fn run_case(case: Case, watch: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Option<Line> {
    let mut run = CaseRun::new(case);
    while !run.advance(SLICE) {
        if watch(run.done()).is_break() {
            return None;
        }
    }
    Some(run.line())
}

impl CaseRun {
    /// A case at time 0; one without a scenario is over at once.
    #[must_use]
    pub fn new(case: Case) -> CaseRun {
        CaseRun {
            id: case.id,
            state: case
                .scenario
                .and_then(|scenario| Running::new(&scenario, &case.asked))
                .map_err(|problems| problems.to_string()),
        }
    }

    /// Runs about `max_events` events; whether the case is then over.
    pub fn advance(&mut self, max_events: u64) -> bool {
        let Ok(running) = &mut self.state else {
            return true;
        };
        match running.advance_by(max_events) {
            Ok(progress) => progress == Progress::Reached,
            Err(error) => {
                self.state = Err(error.to_string());
                true
            }
        }
    }

    /// The share of simulated time that is done, 0 to 1.
    #[must_use]
    pub fn done(&self) -> f64 {
        match &self.state {
            Ok(Running { lab, .. }) => lab.now().s() / lab.end().s(),
            Err(_) => 1.0,
        }
    }

    /// Returns the result of the case; before its end, the result so far.
    #[must_use]
    pub fn line(&mut self) -> Line {
        Line {
            id: self.id.clone(),
            outcome: match &mut self.state {
                Ok(running) => Outcome::Summary(Box::new(running.report())),
                Err(error) => Outcome::Error(error.clone()),
            },
        }
    }
}

impl Running {
    fn new(scenario: &Scenario, asked: &[String]) -> Result<Running, Problems> {
        let paths = asked.iter().map(String::as_str);
        let sampling = Sampling::of(paths, scenario)?;
        Ok(Running {
            lab: Lab::new(scenario),
            sampling,
        })
    }

    /// To the end of the run, looking where that is due; about `max_events` events at most.
    fn advance_by(&mut self, max_events: u64) -> Result<Progress, RunError> {
        let end = self.lab.end();
        let mut allowance = max_events;
        loop {
            let before = self.lab.work();
            let until = self.sampling.next().min(end);
            if self.lab.advance_by(until, allowance)? == Progress::Sliced {
                return Ok(Progress::Sliced);
            }
            allowance = allowance.saturating_sub(self.lab.work() - before);
            allowance = allowance.saturating_sub(self.sampling.sample(&self.lab.observed()));
            if self.sampling.next().min(end) <= until {
                return Ok(Progress::Reached);
            }
        }
    }

    fn report(&mut self) -> Report {
        let mut report = self.lab.report();
        self.sampling.add_to(&mut report.summary, self.lab.pieces());
        report
    }
}

impl Line {
    /// The figures, if the run came to its end.
    #[must_use]
    pub fn summary(&self) -> Option<&Summary> {
        match &self.outcome {
            Outcome::Summary(report) => Some(&report.summary),
            Outcome::Error(_) => None,
        }
    }

    /// Returns the warnings about the run.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        match &self.outcome {
            Outcome::Summary(report) => &report.warnings,
            Outcome::Error(_) => &[],
        }
    }

    /// Returns the JSON form.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut line = self.id.to_value();
        match &self.outcome {
            Outcome::Summary(report) => line["summary"] = report.to_value(),
            Outcome::Error(error) => line["error"] = json!(error),
        }
        line
    }

    /// Returns one line of JSON, without a line feed.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.to_value().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::study::{Study, StudyDocument};

    fn case(set: Value) -> Case {
        let preset = presets::find("anomaly").expect("it is listed");
        let study = json!({
            "scenario": serde_json::from_str::<Value>(preset.scenario_json).expect("JSON"),
            "set": [{ "path": "duration_s", "value": 6 }, { "path": "warmup_s", "value": 1 }],
            "over": [{ "path": "bottlenecks.r0.queue.limit_bytes", "values": [set] }],
        });
        let study = StudyDocument::from_value(study).and_then(Study::new);
        study.expect("a study").case(0).expect("one case")
    }

    #[test]
    fn result_line_holds_the_summary_of_a_single_run() {
        let case = case(json!(20_000));
        let scenario: Scenario = case.scenario.clone().expect("valid");
        let mut shares = Vec::new();
        let line = run_case(case, &mut |share| {
            shares.push(share);
            ControlFlow::Continue(())
        });
        let line = line.expect("the run was not stopped");
        let mut alone = Lab::new(&scenario);
        alone.advance(alone.end()).expect("few packets");
        assert_eq!(line.outcome, Outcome::Summary(Box::new(alone.report())));
        assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..1.0).contains(share)));
        let json: Value = serde_json::from_str(&line.to_json()).expect("JSON");
        let names: Vec<_> = json.as_object().expect("an object").keys().collect();
        assert_eq!(names, ["key", "point", "seed", "summary"]);
        assert!(json["summary"]["wall_s"].is_null(), "no clock in it");
    }

    #[test]
    fn invalid_case_reports_its_problem() {
        let mut case = case(json!(20_000));
        case.scenario = Err(crate::scenario::Problems::one(
            "warmup_s",
            "must be shorter",
        ));
        let line = run_case(case, &mut |_| ControlFlow::Continue(())).expect("it is over at once");
        assert_eq!(
            line.outcome,
            Outcome::Error("warmup_s: must be shorter".to_owned())
        );
        let begins = r#"{"error":"warmup_s: must be shorter","key":""#;
        assert!(line.to_json().starts_with(begins));
    }

    #[test]
    fn case_can_be_cancelled() {
        assert!(run_case(case(json!(20_000)), &mut |_| ControlFlow::Break(())).is_none());
    }
}
