//! A plan: which cases an artefact takes, and what their lines come to.
//!
//! Whoever runs the cases asks for them by number, in any order and on any machine, and hands in their lines. When all
//! are there, curves are made of them and the claims judged.

use std::collections::BTreeMap;

use bufferlab_core::observe::looks;
use bufferlab_core::presets;
use bufferlab_core::scenario::{Problem, Problems};
use bufferlab_core::study::axis::Axis;
use bufferlab_core::study::finished::figure;
use bufferlab_core::study::{Case, Study, StudyDocument};
use serde_json::{Map, Value};

use crate::artefact::{Artefact, Chart, QuickStudy, Series};
use crate::claim::Found;
use crate::curve::{Curve, Curves, same};
use crate::kept::digest;
use crate::model::{self, Solved};

/// How much of an artefact is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Full,
    /// So much as decides the claims that say so.
    Quick,
}

/// The cases of an artefact, and the lines of those that were run.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    artefact: &'a Artefact,
    extent: Extent,
    studies: BTreeMap<String, Study>,
    models: BTreeMap<String, Solved>,
    /// By study and number.
    cases: Vec<(String, u64)>,
    lines: Vec<Option<Line>>,
}

/// What is wanted of a run.
#[derive(Clone, Debug)]
struct Line {
    digest: String,
    point: Map<String, Value>,
    figures: BTreeMap<String, f64>,
}

/// What an artefact came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// All series.
    pub curves: Curves,
    /// The claims that this extent decides, in order.
    pub claims: Vec<Found>,
    /// Over the digests of all runs; equal for equal runs.
    pub digest: String,
}

impl<'a> Plan<'a> {
    /// Plans the runs, and works the models out.
    ///
    /// # Errors
    /// Everything that is not accepted, with its path in the artefact.
    pub fn new(artefact: &'a Artefact, extent: Extent) -> Result<Plan<'a>, Problems> {
        let mut plan = Plan {
            artefact,
            extent,
            studies: BTreeMap::new(),
            models: BTreeMap::new(),
            cases: Vec::new(),
            lines: Vec::new(),
        };
        let nothing = QuickStudy::default();
        for (name, document) in &artefact.studies {
            let quick = artefact.quick.get(name).filter(|_| extent == Extent::Quick);
            let quick = quick.unwrap_or(&nothing);
            if quick.skip {
                continue;
            }
            let study = study(document, quick, measures(artefact, name))
                .map_err(|problems| within(&format!("studies.{name}"), problems))?;
            plan.cases
                .extend((0..study.len()).map(|number| (name.clone(), number)));
            plan.studies.insert(name.clone(), study);
        }
        for (name, grid) in &artefact.models {
            let solved = model::solve(grid)
                .map_err(|problems| within(&format!("models.{name}"), problems))?;
            plan.models.insert(name.clone(), solved);
        }
        plan.lines = vec![None; plan.cases.len()];
        plan.check_series()?;
        Ok(plan)
    }

    /// Number of runs; 0 where there are only models.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Whether nothing is to be run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// A case, from 0; `None` beyond the last.
    #[must_use]
    pub fn case(&self, number: usize) -> Option<Case> {
        let (study, number) = self.cases.get(number)?;
        self.studies.get(study)?.case(*number)
    }

    /// Runs of each point of a study; `None` if this extent leaves it out.
    #[must_use]
    pub fn replications(&self, study: &str) -> Option<u64> {
        self.studies.get(study).map(Study::replications)
    }

    /// Takes the line of a case, as [`run_case`](bufferlab_core::study::run_case) gives it.
    ///
    /// # Errors
    /// Why the run has no figures.
    pub fn take(&mut self, number: usize, line: &Value) -> Result<(), String> {
        let Some((study, _)) = self.cases.get(number) else {
            return Ok(());
        };
        if let Some(error) = line["error"].as_str() {
            return Err(format!("{study}, {}: {error}", line["point"]));
        }
        let wanted = measures(self.artefact, study);
        let figures = wanted
            .into_iter()
            .filter_map(|path| Some((path.clone(), figure(line, &path)?)));
        self.lines[number] = Some(Line {
            digest: line["summary"]["digest"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            point: line["point"].as_object().cloned().unwrap_or_default(),
            figures: figures.collect(),
        });
        Ok(())
    }

    /// What the lines that are there come to.
    #[must_use]
    pub fn findings(&self) -> Findings {
        let series = self.artefact.series();
        let curves = series.map(|(chart, series)| (series.id.clone(), self.curve(chart, series)));
        let curves = Curves(curves.collect());
        let decided = |claim: &&crate::claim::Claim| claim.quick || self.extent == Extent::Full;
        let claims = self.artefact.claims.iter().filter(decided);
        let digests: Vec<&str> = self
            .lines
            .iter()
            .flatten()
            .map(|line| &line.digest[..])
            .collect();
        Findings {
            claims: claims.map(|claim| claim.judge(&curves)).collect(),
            digest: digest(&digests.join("\n")),
            curves,
        }
    }

    /// How many points a series has when everything is run.
    #[must_use]
    pub fn points(&self, chart: &Chart, series: &Series) -> usize {
        let points = self.sites(chart, series);
        if !series.along.is_empty() && !points.is_empty() {
            return series.along.len();
        }
        let mut xs: Vec<f64> = points.into_iter().map(|(_, x)| x).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup_by(|a, b| same(*a, *b));
        xs.len()
    }

    fn curve(&self, chart: &Chart, series: &Series) -> Curve {
        let mut curve = Curve {
            id: series.id.clone(),
            label: series.label.clone(),
            unit: chart.y.unit.clone(),
            x_unit: chart.x.unit.clone(),
            points: Vec::new(),
        };
        let measures = series.measures();
        for (place, x) in self.sites(chart, series) {
            let mut add = |x, measure| {
                let value = self.value(series, measure, place);
                if let Some(value) = value.filter(|value| value.is_finite()) {
                    curve.add(x, value / series.per);
                }
            };
            if series.along.is_empty() {
                add(x, measures.first());
            }
            for (interval, measure) in series.along.iter().zip(&measures) {
                if let Some(x) = looks::place_s(interval) {
                    add(x / chart.x.per, Some(measure));
                }
            }
        }
        curve
    }

    /// Places of a series among the cases or the rows of the model, with their x.
    fn sites(&self, chart: &Chart, series: &Series) -> Vec<(usize, f64)> {
        let axes = self.axes(series);
        let Some(axes) = axes else { return Vec::new() };
        let x = x_path(chart, series, axes);
        let site = |(place, point): (usize, Map<String, Value>)| {
            let meant = series
                .fixed
                .iter()
                .all(|(path, value)| point.get(path).is_some_and(|found| equal(found, value)));
            meant.then(|| (place, x_of(&point, x, axes) / chart.x.per))
        };
        self.places(series).into_iter().filter_map(site).collect()
    }

    /// Every case or row that a series may be of, with its point.
    fn places(&self, series: &Series) -> Vec<(usize, Map<String, Value>)> {
        if let Some(name) = &series.model {
            let rows = self.models.get(name).map_or(&[][..], |solved| &solved.rows);
            return rows
                .iter()
                .map(|row| row.point.clone())
                .enumerate()
                .collect();
        }
        let Some((name, study)) = series
            .study
            .as_ref()
            .and_then(|name| self.studies.get_key_value(name))
        else {
            return Vec::new();
        };
        let cases = self
            .cases
            .iter()
            .enumerate()
            .filter(|(_, (of, _))| of == name);
        let point = |(place, (_, number)): (usize, &(String, u64))| {
            let point = match self.lines.get(place) {
                Some(Some(line)) => line.point.clone(),
                _ => study.case(*number)?.id.point,
            };
            Some((place, point))
        };
        cases.filter_map(point).collect()
    }

    fn value(&self, series: &Series, measure: Option<&String>, place: usize) -> Option<f64> {
        if let (Some(name), Some(output)) = (&series.model, &series.output) {
            let row = self.models.get(name)?.rows.get(place)?;
            return row
                .outputs
                .iter()
                .find(|(id, _)| id == output)
                .map(|(_, value)| *value);
        }
        let line = self.lines.get(place)?.as_ref()?;
        let value = *line.figures.get(measure?)?;
        match &series.divided_by {
            Some(path) => Some(value / line.figures.get(path)?),
            None => Some(value),
        }
    }

    fn axes(&self, series: &Series) -> Option<&[Axis]> {
        match (&series.study, &series.model) {
            (Some(name), _) => self.studies.get(name).map(Study::axes),
            (None, name) => self
                .models
                .get(name.as_ref()?)
                .map(|solved| &solved.axes[..]),
        }
    }

    /// That each series says what it is of, and leaves nothing but x open.
    fn check_series(&self) -> Result<(), Problems> {
        let series = self.artefact.series();
        let problems = series.filter_map(|(chart, series)| {
            let message = self.trouble(chart, series)?;
            let path = format!("charts.{}.series.{}", chart.id, series.id);
            Some(Problem { path, message })
        });
        let problems: Vec<Problem> = problems.collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Problems(problems))
        }
    }

    fn trouble(&self, chart: &Chart, series: &Series) -> Option<String> {
        match (
            &series.study,
            &series.measure,
            &series.model,
            &series.output,
        ) {
            (Some(study), Some(_), None, None) => {
                if !self.artefact.studies.contains_key(study) {
                    return Some(format!("there is no study {study}"));
                }
                let mut along = series.along.iter();
                if let Some(interval) = along.find(|it| looks::place_s(it).is_none()) {
                    return Some(format!("along: {interval} is no interval such as 20ms"));
                }
            }
            (None, None, Some(name), Some(output)) => {
                let Some(solved) = self.models.get(name) else {
                    return Some(format!("there is no model {name}"));
                };
                let model = bufferlab_core::models::find(solved.model)?;
                if model.outputs.iter().all(|known| known.id != output) {
                    let known: Vec<_> = model.outputs.iter().map(|known| known.id).collect();
                    return Some(format!(
                        "no output {output}; there are {}",
                        known.join(", ")
                    ));
                }
            }
            _ => {
                return Some(
                    "is of a study and its measure, or of a model and its output".to_owned(),
                );
            }
        }
        let axes = self.axes(series)?;
        let x = x_path(chart, series, axes).filter(|_| series.along.is_empty());
        if let Some(path) = series.fixed.keys().find(|path| {
            !axes
                .iter()
                .any(|axis| axis.paths().any(|known| known == *path))
        }) {
            return Some(format!("where: {path} does not vary"));
        }
        let says = |axis: &&Axis| {
            axis.len() > 1
                && !axis
                    .paths()
                    .any(|path| Some(path) == x || series.fixed.contains_key(path))
        };
        if let Some(open) = axes.iter().find(says) {
            let paths: Vec<&str> = open.paths().collect();
            return Some(format!("where: does not say which {}", paths.join(" or ")));
        }
        let full = self.extent == Extent::Full;
        (full && self.points(chart, series) == 0).then(|| "has no points".to_owned())
    }
}

/// The path of the field that is x: the series' own, the chart's, or the first that varies.
fn x_path<'s>(chart: &'s Chart, series: &'s Series, axes: &'s [Axis]) -> Option<&'s str> {
    let of_chart = if series.study.is_some() {
        &chart.x.path
    } else {
        &chart.x.parameter
    };
    let named = series.x.as_deref().or(of_chart.as_deref());
    let among = |path: &&str| {
        axes.iter()
            .any(|axis| axis.paths().any(|known| known == *path))
    };
    named
        .filter(among)
        .or_else(|| axes.first().and_then(|axis| axis.paths().next()))
}

/// x of a point: the number, or which of the values it is, from 1; 0 where nothing varies.
fn x_of(point: &Map<String, Value>, path: Option<&str>, axes: &[Axis]) -> f64 {
    let Some(path) = path else { return 0.0 };
    let Some(value) = point.get(path) else {
        return 0.0;
    };
    if let Some(number) = value.as_f64() {
        return number;
    }
    let fields = axes.iter().flat_map(|axis| &axis.fields);
    let mut values = fields
        .filter(|field| field.path == path)
        .flat_map(|field| &field.values);
    values
        .position(|known| known == value)
        .map_or(0.0, |place| (place + 1) as f64)
}

fn equal(a: &Value, b: &Value) -> bool {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => same(a, b),
        _ => a == b,
    }
}

/// Paths of every figure that is wanted of a study, each once.
fn measures(artefact: &Artefact, study: &str) -> Vec<String> {
    let of = artefact
        .series()
        .filter(|(_, series)| series.study.as_deref() == Some(study));
    let paths = of.flat_map(|(_, series)| {
        let divisor = series.divided_by.iter().cloned();
        series.measures().into_iter().chain(divisor)
    });
    let mut paths: Vec<String> = paths.collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// The study of a document whose scenario may be the id of a preset.
fn study(document: &Value, quick: &QuickStudy, measures: Vec<String>) -> Result<Study, Problems> {
    let mut document = document.clone();
    if let Some(id) = document["scenario"].as_str() {
        let preset = presets::find(id)
            .ok_or_else(|| Problems::one("scenario", format!("there is no preset {id}")))?;
        let scenario = serde_json::from_str(preset.scenario_json);
        document["scenario"] =
            scenario.map_err(|error| Problems::one("scenario", error.to_string()))?;
    }
    if let Some(over) = &quick.over {
        document["over"] = over.clone();
    }
    if let Some(replications) = quick.replications {
        document["replications"] = replications.into();
    }
    if !quick.set.is_empty() {
        let own = document["set"].as_array().cloned().unwrap_or_default();
        document["set"] = [own, quick.set.clone()].concat().into();
    }
    let mut document = StudyDocument::from_value(document)?;
    if document.stop.is_some() {
        return Err(Problems::one(
            "stop",
            "is not offered here: every point has its replications",
        ));
    }
    document.measure = measures;
    Study::new(document)
}

fn within(place: &str, problems: Problems) -> Problems {
    let moved = problems.0.into_iter().map(|problem| Problem {
        path: format!("{place}.{}", problem.path),
        message: problem.message,
    });
    Problems(moved.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn artefact(charts: Value) -> Artefact {
        let artefact = json!({
            "id": "a", "title": "A", "paper": "p", "source": "s", "topics": [], "about": "a",
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
        serde_json::from_value(artefact).expect("an artefact")
    }

    fn charts(series: Value) -> Value {
        json!([{ "id": "c", "title": "C", "x": { "label": "x" }, "y": { "label": "y" }, "series": [series] }])
    }

    fn throughput() -> Value {
        json!({ "id": "t", "label": "T", "study": "two", "measure": "bottlenecks.r0.throughput_bps",
                "where": { "duration_s": 70 }, "per": 1e6 })
    }

    #[test]
    fn lines_become_curves_whatever_their_order() {
        let artefact = artefact(charts(throughput()));
        let mut plan = Plan::new(&artefact, Extent::Full).expect("a plan");
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
    fn a_quick_check_has_its_own_axes() {
        let mut series = throughput();
        series.as_object_mut().expect("an object").remove("where");
        let artefact = artefact(charts(series));
        let plan = Plan::new(&artefact, Extent::Quick).expect("a plan");
        assert_eq!(plan.len(), 1);
        let problems = Plan::new(&artefact, Extent::Full).expect_err("duration is open");
        assert!(
            problems
                .to_string()
                .contains("does not say which duration_s"),
            "{problems}"
        );
    }

    #[test]
    fn series_that_are_of_nothing_are_refused() {
        for (series, told) in [
            (
                json!({ "id": "t", "label": "T", "study": "three", "measure": "events" }),
                "no study",
            ),
            (
                json!({ "id": "t", "label": "T", "study": "two" }),
                "and its measure",
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
            let artefact = artefact(charts(series));
            let problems = Plan::new(&artefact, Extent::Full)
                .expect_err(told)
                .to_string();
            assert!(problems.contains(told), "{problems}");
        }
    }
}
