//! Plan of a figure: its cases, their lines, and the results.
//!
//! The caller gets the cases by number, runs them in any order and on any machine, and passes their lines back. From all
//! lines the plan builds the curves and checks the claims.

mod points;
mod series;
mod study;

use std::collections::BTreeMap;

use bufferlab_core::scenario::{Problem, Problems};
use bufferlab_core::study::finished::figure;
use bufferlab_core::study::model_grid::Grid;
use bufferlab_core::study::{Case, Study};
use serde_json::{Map, Value};

use crate::claim::JudgedClaim;
use crate::curve::Curves;
use crate::digest::digest;
use crate::figure::Figure;
use crate::model;
use study::study;
pub use study::{Extent, document, measures};

/// Cases of a figure, and the lines of the finished ones.
#[derive(Clone, Debug)]
pub struct Plan {
    figure: Figure,
    extent: Extent,
    studies: BTreeMap<String, Study>,
    models: BTreeMap<String, Grid>,
    /// Study and case number of each case.
    cases: Vec<(String, u64)>,
    lines: Vec<Option<Line>>,
}

/// Parts of a result line that the curves need.
#[derive(Clone, Debug)]
struct Line {
    digest: String,
    point: Map<String, Value>,
    measures: BTreeMap<String, f64>,
}

/// Results of a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Curves of all series.
    pub curves: Curves,
    /// Claims that this extent decides, in order.
    pub claims: Vec<JudgedClaim>,
    /// Hash over the digests of all runs; equal for equal runs.
    pub digest: String,
}

impl Plan {
    /// Plans the runs and evaluates the models.
    ///
    /// # Errors
    /// All problems, with their paths in the figure's file.
    pub fn new(figure: &Figure, extent: Extent) -> Result<Plan, Problems> {
        let mut plan = Plan::of_studies(figure, extent, |_| true)?.with_cases();
        for (name, grid) in &figure.models {
            let evaluated = model::evaluate(grid)
                .map_err(|problems| within(&format!("models.{name}"), problems))?;
            plan.models.insert(name.clone(), evaluated);
        }
        plan.check_series()?;
        Ok(plan)
    }

    /// Plans studies alone. Their cases are those whose lines are [added](Plan::add).
    ///
    /// # Errors
    /// All problems, with their paths in the figure's file.
    pub fn of_studies(
        figure: &Figure,
        extent: Extent,
        is_needed: impl Fn(&str) -> bool,
    ) -> Result<Plan, Problems> {
        let mut studies = BTreeMap::new();
        let names = figure.studies.keys();
        for name in names.filter(|name| is_needed(name) && !extent.skips(figure, name)) {
            let study = study(figure, name, extent)
                .map_err(|problems| within(&format!("studies.{name}"), problems))?;
            studies.insert(name.clone(), study);
        }
        Ok(Plan {
            figure: figure.clone(),
            extent,
            studies,
            models: BTreeMap::new(),
            cases: Vec::new(),
            lines: Vec::new(),
        })
    }

    /// Adds all cases of the studies.
    #[must_use]
    pub fn with_cases(mut self) -> Plan {
        for (name, study) in &self.studies {
            let numbers = 0..study.len();
            self.cases
                .extend(numbers.map(|number| (name.clone(), number)));
        }
        self.lines = vec![None; self.cases.len()];
        self
    }

    /// Returns the number of runs; 0 for a figure with models only.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Returns true if the figure needs no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Returns the case with this number, from 0, or `None` after the last one.
    #[must_use]
    pub fn case(&self, number: usize) -> Option<Case> {
        let (study, number) = self.cases.get(number)?;
        self.studies.get(study)?.case(*number)
    }

    /// Returns the number of runs per point of a study, or `None` if this extent leaves the study out.
    #[must_use]
    pub fn replications(&self, study: &str) -> Option<u64> {
        self.studies.get(study).map(Study::replications)
    }

    /// Takes the line of a case from [`run_case`](bufferlab_core::study::run_case).
    ///
    /// # Errors
    /// The error of a failed run.
    pub fn take(&mut self, number: usize, line: &Value) -> Result<(), String> {
        let Some((study, _)) = self.cases.get(number) else {
            return Ok(());
        };
        if let Some(error) = line["error"].as_str() {
            return Err(format!("{study}, {}: {error}", line["point"]));
        }
        self.lines[number] = Some(Line::new(&self.figure, study, line));
        Ok(())
    }

    /// Adds a case of a study with its line; the line of a failed run has no values.
    pub fn add(&mut self, study: &str, line: &Value) {
        let line = Line::new(&self.figure, study, line);
        self.cases.push((study.to_owned(), 0));
        self.lines.push(Some(line));
    }

    /// Returns the curves from the lines so far.
    #[must_use]
    pub fn curves(&self) -> Curves {
        let series = self.figure.series();
        let curves = series.map(|(chart, series)| (series.id.clone(), self.curve(chart, series)));
        Curves(curves.collect())
    }

    /// Returns a hash over the digests of all runs so far.
    #[must_use]
    pub fn digest(&self) -> String {
        let lines = self.lines.iter().flatten();
        let digests: Vec<&str> = lines.map(|line| &line.digest[..]).collect();
        digest(&digests.join("\n"))
    }

    /// Returns the curves and claims from the lines so far.
    #[cfg(feature = "claims")]
    #[must_use]
    pub fn findings(&self) -> Findings {
        let curves = self.curves();
        let decided = |claim: &&crate::claim::Claim| claim.quick || self.extent == Extent::Full;
        let claims = self.figure.claims.iter().filter(decided);
        Findings {
            claims: claims.map(|claim| claim.judge(&curves)).collect(),
            digest: self.digest(),
            curves,
        }
    }
}

impl Line {
    fn new(of: &Figure, study: &str, line: &Value) -> Line {
        let values = measures(of, study)
            .into_iter()
            .filter_map(|path| Some((path.clone(), figure(line, &path)?)));
        Line {
            digest: line["summary"]["digest"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            point: line["point"].as_object().cloned().unwrap_or_default(),
            measures: values.collect(),
        }
    }
}

fn within(place: &str, problems: Problems) -> Problems {
    let moved = problems
        .0
        .into_iter()
        .map(|problem| Problem::new(format!("{place}.{}", problem.path), problem.message));
    Problems(moved.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn figure(charts: Value) -> Figure {
        let figure = json!({
            "id": "a", "title": "A", "paper": "p", "source": "s", "place": 1, "topics": [], "about": "a",
            "studies": { "two": {
                "scenario": "one-flow",
                "over": ["bottlenecks.r0.queue.limit_packets=10,20", "duration_s=60,70"],
                "replications": 2,
            } },
            "quick": { "two": { "over": ["bottlenecks.r0.queue.limit_packets=20"], "replications": 1,
                "set": [{ "path": "duration_s", "value": 60 }] } },
            "models": { "m": { "model": "effective-buffers", "over": ["buffer_bytes=1kB,2kB"] } },
            "charts": charts,
            "claims": [],
        });
        serde_json::from_value(figure).expect("a figure")
    }

    fn charts(series: Value) -> Value {
        json!([{ "id": "c", "title": "C", "x": { "label": "x" }, "y": { "label": "y" }, "series": [series] }])
    }

    fn throughput() -> Value {
        json!({ "id": "t", "label": "T", "study": "two", "measure": "bottlenecks.r0.throughput_bps",
                "where": { "duration_s": 70 }, "per": 1e6 })
    }

    #[test]
    fn lines_in_any_order_give_the_same_curves() {
        let figure = figure(charts(throughput()));
        let mut plan = Plan::new(&figure, Extent::Full).expect("a plan");
        assert_eq!(plan.len(), 8);
        for number in (0..8).rev() {
            let id = plan.case(number).expect("there are eight").id;
            let x = id.point["bottlenecks.r0.queue.limit_packets"]
                .as_f64()
                .expect("a number");
            let bps = x * 1e6 + id.seed as f64;
            let line = json!({ "point": id.point, "summary": { "digest": "d",
                "bottlenecks": [{ "id": "r0", "throughput_bps": bps }] } });
            plan.take(number, &line).expect("figures");
        }
        let findings = plan.findings();
        let curve = &findings.curves.0["t"];
        assert_eq!(
            curve.points.iter().map(|p| p.x).collect::<Vec<_>>(),
            [10.0, 20.0]
        );
        assert_eq!(curve.points[1].values, [20.000_001, 20.000_002]);
        assert_eq!(findings.digest.len(), 32);
        let error = plan.take(0, &json!({ "point": {}, "error": "too many packets" }));
        assert!(
            error
                .expect_err("a run that failed")
                .contains("too many packets")
        );
    }

    #[test]
    fn a_quick_check_replaces_axes() {
        let mut series = throughput();
        series.as_object_mut().expect("an object").remove("where");
        let figure = figure(charts(series));
        let plan = Plan::new(&figure, Extent::Quick).expect("a plan");
        assert_eq!(plan.len(), 1);
        let problems = Plan::new(&figure, Extent::Full).expect_err("duration is open");
        assert!(
            problems.to_string().contains("needs a value of duration_s"),
            "{problems}"
        );
    }

    #[test]
    fn series_without_a_valid_source_are_rejected() {
        for (series, message) in [
            (
                json!({ "id": "t", "label": "T", "study": "three", "measure": "events" }),
                "no study",
            ),
            (
                json!({ "id": "t", "label": "T", "study": "two" }),
                "a study and its measure",
            ),
            (
                json!({ "id": "t", "label": "T", "model": "m", "output": "loss" }),
                "no output loss",
            ),
            (
                json!({ "id": "t", "label": "T", "model": "m", "output": "fair_share_bytes", "where": { "udp_share": 1 } }),
                "does not vary",
            ),
            (
                json!({ "id": "t", "label": "T", "study": "two", "measure": "groups.x.loss", "where": { "duration_s": 70 } }),
                "groups.x",
            ),
            (
                json!({ "id": "t", "label": "T", "study": "two", "measure": "events", "where": { "duration_s": 71 } }),
                "no points",
            ),
        ] {
            let figure = figure(charts(series));
            let problems = Plan::new(&figure, Extent::Full)
                .expect_err(message)
                .to_string();
            assert!(problems.contains(message), "{problems}");
        }
    }
}
