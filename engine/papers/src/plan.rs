//! Plan of a figure: its cases, their lines, and the results.
//!
//! The caller gets the cases by number, runs them in any order and on any machine, and passes their lines back. From all
//! lines the plan builds the curves and checks the claims.

use std::collections::BTreeMap;

use bufferlab_core::observe::sampling;
use bufferlab_core::presets;
use bufferlab_core::scenario::{Problem, Problems};
use bufferlab_core::study::axis::Axis;
use bufferlab_core::study::finished::figure;
use bufferlab_core::study::{Case, Study, StudyDocument};
use serde_json::{Map, Value};

use crate::claim::JudgedClaim;
use crate::curve::{Curve, Curves, same};
use crate::figure::{Chart, Figure, QuickStudy, Series};
use crate::model::{self, EvaluatedGrid};
use crate::stored::digest;

/// Extent of the runs of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All points and replications.
    Full,
    /// Fewer runs, enough for the claims that are marked for the quick check.
    Quick,
}

/// Cases of a figure, and the lines of the finished ones.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    figure: &'a Figure,
    extent: Extent,
    studies: BTreeMap<String, Study>,
    models: BTreeMap<String, EvaluatedGrid>,
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

impl<'a> Plan<'a> {
    /// Plans the runs and evaluates the models.
    ///
    /// # Errors
    /// All problems, with their paths in the figure's file.
    pub fn new(figure: &'a Figure, extent: Extent) -> Result<Plan<'a>, Problems> {
        let mut plan = Plan {
            figure,
            extent,
            studies: BTreeMap::new(),
            models: BTreeMap::new(),
            cases: Vec::new(),
            lines: Vec::new(),
        };
        let nothing = QuickStudy::default();
        for (name, document) in &figure.studies {
            let quick = figure.quick.get(name).filter(|_| extent == Extent::Quick);
            let quick = quick.unwrap_or(&nothing);
            if quick.skip {
                continue;
            }
            let study = study(document, quick, measures(figure, name))
                .map_err(|problems| within(&format!("studies.{name}"), problems))?;
            plan.cases
                .extend((0..study.len()).map(|number| (name.clone(), number)));
            plan.studies.insert(name.clone(), study);
        }
        for (name, grid) in &figure.models {
            let evaluated = model::evaluate(grid)
                .map_err(|problems| within(&format!("models.{name}"), problems))?;
            plan.models.insert(name.clone(), evaluated);
        }
        plan.lines = vec![None; plan.cases.len()];
        plan.check_series()?;
        Ok(plan)
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
        let paths = measures(self.figure, study);
        let values = paths
            .into_iter()
            .filter_map(|path| Some((path.clone(), figure(line, &path)?)));
        self.lines[number] = Some(Line {
            digest: line["summary"]["digest"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            point: line["point"].as_object().cloned().unwrap_or_default(),
            measures: values.collect(),
        });
        Ok(())
    }

    /// Returns the curves and claims from the lines so far.
    #[must_use]
    pub fn findings(&self) -> Findings {
        let series = self.figure.series();
        let curves = series.map(|(chart, series)| (series.id.clone(), self.curve(chart, series)));
        let curves = Curves(curves.collect());
        let decided = |claim: &&crate::claim::Claim| claim.quick || self.extent == Extent::Full;
        let claims = self.figure.claims.iter().filter(decided);
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

    /// Returns the number of points of a series after all runs.
    #[must_use]
    pub fn points(&self, chart: &Chart, series: &Series) -> usize {
        let points = self.positions(chart, series);
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
        for (position, x) in self.positions(chart, series) {
            let mut add = |x, measure| {
                let value = self.value(series, measure, position);
                if let Some(value) = value.filter(|value| value.is_finite()) {
                    curve.add(x, value / series.per);
                }
            };
            if series.along.is_empty() {
                add(x, measures.first());
            }
            for (interval, measure) in series.along.iter().zip(&measures) {
                if let Some(x) = sampling::axis_position_s(interval) {
                    add(x / chart.x.per, Some(measure));
                }
            }
        }
        curve
    }

    /// Returns the positions of a series among the cases, or among the rows of its model, with their x.
    fn positions(&self, chart: &Chart, series: &Series) -> Vec<(usize, f64)> {
        let axes = self.axes(series);
        let Some(axes) = axes else { return Vec::new() };
        let x = x_path(chart, series, axes);
        let position_and_x = |(position, point): (usize, Map<String, Value>)| {
            let is_selected = series
                .fixed
                .iter()
                .all(|(path, value)| point.get(path).is_some_and(|found| equal(found, value)));
            is_selected.then(|| (position, x_of(&point, x, axes) / chart.x.per))
        };
        self.candidates(series)
            .into_iter()
            .filter_map(position_and_x)
            .collect()
    }

    /// Returns all cases of the study, or rows of the model, of a series, with their points.
    fn candidates(&self, series: &Series) -> Vec<(usize, Map<String, Value>)> {
        if let Some(name) = &series.model {
            let rows = self
                .models
                .get(name)
                .map_or(&[][..], |evaluated| &evaluated.rows);
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
        let point = |(position, (_, number)): (usize, &(String, u64))| {
            let point = match self.lines.get(position) {
                Some(Some(line)) => line.point.clone(),
                _ => study.case(*number)?.id.point,
            };
            Some((position, point))
        };
        cases.filter_map(point).collect()
    }

    fn value(&self, series: &Series, measure: Option<&String>, position: usize) -> Option<f64> {
        if let (Some(name), Some(output)) = (&series.model, &series.output) {
            let row = self.models.get(name)?.rows.get(position)?;
            return row
                .outputs
                .iter()
                .find(|(id, _)| id == output)
                .map(|(_, value)| *value);
        }
        let line = self.lines.get(position)?.as_ref()?;
        let value = *line.measures.get(measure?)?;
        match &series.divided_by {
            Some(path) => Some(value / line.measures.get(path)?),
            None => Some(value),
        }
    }

    fn axes(&self, series: &Series) -> Option<&[Axis]> {
        match (&series.study, &series.model) {
            (Some(name), _) => self.studies.get(name).map(Study::axes),
            (None, name) => self
                .models
                .get(name.as_ref()?)
                .map(|evaluated| &evaluated.axes[..]),
        }
    }

    /// Checks that each series has a study or a model, and a value for each varied field except x.
    fn check_series(&self) -> Result<(), Problems> {
        let series = self.figure.series();
        let problems = series.filter_map(|(chart, series)| {
            let message = self.series_problem(chart, series)?;
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

    fn series_problem(&self, chart: &Chart, series: &Series) -> Option<String> {
        match (
            &series.study,
            &series.measure,
            &series.model,
            &series.output,
        ) {
            (Some(study), Some(_), None, None) => {
                if !self.figure.studies.contains_key(study) {
                    return Some(format!("there is no study {study}"));
                }
                let mut along = series.along.iter();
                if let Some(interval) = along.find(|it| sampling::axis_position_s(it).is_none()) {
                    return Some(format!(
                        "along: {interval} must be an interval such as 20ms"
                    ));
                }
            }
            (None, None, Some(name), Some(output)) => {
                let Some(evaluated) = self.models.get(name) else {
                    return Some(format!("there is no model {name}"));
                };
                let model = bufferlab_core::models::find(evaluated.model)?;
                if model.outputs.iter().all(|known| known.id != output) {
                    let known: Vec<_> = model.outputs.iter().map(|known| known.id).collect();
                    return Some(format!(
                        "no output {output}; there are {}",
                        known.join(", ")
                    ));
                }
            }
            _ => {
                return Some("needs a study and its measure, or a model and its output".to_owned());
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
        let is_open = |axis: &&Axis| {
            axis.len() > 1
                && !axis
                    .paths()
                    .any(|path| Some(path) == x || series.fixed.contains_key(path))
        };
        if let Some(open) = axes.iter().find(is_open) {
            let paths: Vec<&str> = open.paths().collect();
            return Some(format!("where: needs a value of {}", paths.join(" or ")));
        }
        let full = self.extent == Extent::Full;
        (full && self.points(chart, series) == 0).then(|| "has no points".to_owned())
    }
}

/// Returns the path of the field for x: that of the series, else that of the chart, else the first varied field.
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

/// Returns x of a point: the number, or the position of the value in its list, from 1; 0 if no field varies.
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

/// Returns the paths of all measures that the figure needs from a study, without duplicates.
fn measures(figure: &Figure, study: &str) -> Vec<String> {
    let of = figure
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

/// Creates the study of a document. Its scenario may be the id of a preset.
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
            "is not supported here: every point has a fixed number of replications",
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
