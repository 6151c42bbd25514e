//! Answers for the page: a figure with its stored result, its studies, its curves from runs in the browser, and the
//! scenario of a point.

use std::collections::BTreeMap;

use bufferlab_core::scenario::Problems;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::figure::{Figure, Source};
use crate::plan::{Extent, Plan, document, measures};
use crate::stored::{StoredPoint, StoredResult, stored_curve};

/// A figure with its stored result.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opened {
    /// The figure, with all defaults.
    pub figure: Figure,
    /// Names of the studies of a quick check, in the order of the file.
    pub studies: Vec<String>,
    /// The stored result; null if there is none or if it cannot be read.
    pub result: Option<StoredResult>,
    /// Reason why the stored result cannot be read; null if there is none.
    pub problem: Option<String>,
}

/// Study of a figure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudyOfFigure {
    /// Its name in the figure.
    pub name: String,
    /// Document of the study.
    #[cfg_attr(test, ts(type = "StudyDocument"))]
    pub study: Value,
    /// Path of the field for x, by the id of each series of the study that has one.
    pub x: BTreeMap<String, String>,
}

/// Reads a figure and its stored result from the texts of their files.
///
/// # Errors
/// The first problem of the figure, with its line and column.
pub fn open(figure: &str, result: Option<&str>) -> Result<Opened, String> {
    let studies = names(figure);
    let figure = Figure::from_json(figure)?;
    let result = result.map(|text| serde_json::from_str(text).map_err(|error| error.to_string()));
    let (result, problem) = match result.transpose() {
        Ok(result) => (result, None),
        Err(problem) => (None, Some(problem)),
    };
    let skips = |name: &String| Extent::Quick.skips(&figure, name);
    Ok(Opened {
        studies: studies.into_iter().filter(|name| !skips(name)).collect(),
        figure,
        result,
        problem,
    })
}

/// Returns a study for the Studies view, in which the user chooses the measures, or for a quick check.
///
/// # Errors
/// The figure has no such study, or its problems.
pub fn study(figure: &Figure, name: &str, extent: Extent) -> Result<StudyOfFigure, Problems> {
    let plan = Plan::of_studies(figure, extent, |known| known == name)?;
    let mut study = document(figure, name, extent)?;
    if extent == Extent::Quick {
        study["measure"] = json!(measures(figure, name));
    }
    let x = |(chart, series)| plan.x_path(chart, series);
    let series = figure
        .series()
        .filter(|(_, series)| series.study.as_deref() == Some(name));
    let x = series.filter_map(|pair| Some((pair.1.id.clone(), x(pair)?.to_owned())));
    Ok(StudyOfFigure {
        name: name.to_owned(),
        study,
        x: x.collect(),
    })
}

/// Returns the points of each series from the lines of runs in the browser, by study.
///
/// # Errors
/// All problems of the studies.
pub fn points(
    figure: &Figure,
    lines: &BTreeMap<String, Vec<Value>>,
) -> Result<BTreeMap<String, Vec<StoredPoint>>, Problems> {
    let is_needed = |name: &str| lines.contains_key(name);
    let mut plan = Plan::of_studies(figure, Extent::Quick, is_needed)?;
    for (study, lines) in lines {
        lines.iter().for_each(|line| plan.add(study, line));
    }
    let curves = plan.curves().0.into_values();
    let stored = curves.map(|curve| stored_curve(&curve));
    Ok(stored.map(|curve| (curve.id, curve.points)).collect())
}

/// Returns the scenario of the point of a series nearest to x, or `None` if there is none.
#[must_use]
pub fn scenario_at(figure: &Figure, series: &str, x: f64) -> Option<Value> {
    let (chart, series) = figure.series().find(|(_, known)| known.id == series)?;
    let Some(Source::Study(name)) = series.source() else {
        return None;
    };
    let nearest = |extent| {
        let plan = Plan::of_studies(figure, extent, |known| known == name);
        let plan = plan.ok()?.with_cases();
        let (number, distance) = plan.nearest(chart, series, x)?;
        Some((distance, plan.case(number)?.scenario.ok()?.to_value()))
    };
    let all = [Extent::Full, Extent::Quick]
        .into_iter()
        .filter_map(nearest);
    let best = all.min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, scenario)| scenario)
}

/// Returns the names of the studies in the order of a file.
fn names(figure: &str) -> Vec<String> {
    #[derive(Default)]
    struct Names(Vec<String>);
    impl<'de> Deserialize<'de> for Names {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Names, D::Error> {
            deserializer.deserialize_map(Names::default())
        }
    }
    impl<'de> Visitor<'de> for Names {
        type Value = Names;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Names, A::Error> {
            while let Some((name, IgnoredAny)) = map.next_entry()? {
                self.0.push(name);
            }
            Ok(self)
        }
    }
    #[derive(Default, Deserialize)]
    struct File {
        #[serde(default)]
        studies: Names,
    }
    let file: File = serde_json::from_str(figure).unwrap_or_default();
    file.studies.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: &str = "bottlenecks.r0.queue.limit_packets";

    fn text() -> String {
        json!({
            "id": "a", "title": "A", "paper": "p", "source": "s", "place": 1, "topics": [], "about": "a",
            "scenarios": { "small": {
                "version": 1,
                "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.01,
                    "queue": { "kind": "drop_tail", "limit_packets": 20 } }],
                "groups": [{ "id": "tcp", "access": { "rate_bps": 1e9, "delay_s": 0.0001 }, "traffic": "tcp" }],
            } },
            "studies": {
                "two": {
                    "scenario": "one-flow",
                    "set": [{ "path": "duration_s", "value": 60 }],
                    "over": [
                        "bottlenecks.r0.queue.limit_packets=10,20",
                        "groups.tcp.traffic.pacing.kind=none,deterministic",
                    ],
                    "replications": 2,
                },
                "long": { "scenario": "small", "over": ["duration_s=60,70"] },
            },
            "quick": {
                "two": { "replications": 1, "set": [{ "path": "warmup_s", "value": 5 }] },
                "long": { "skip": true },
            },
            "charts": [
                chart(&json!({ "label": "Buffer", "unit": "kB", "path": LIMIT, "per": 1000 }), json!([
                    series("plain", json!({ "divided_by": "bottlenecks.r0.utilization" }), "none"),
                    series("paced", json!({}), "deterministic"),
                ])),
                chart(&json!({ "label": "Pacing", "path": "groups.tcp.traffic.pacing.kind" }), json!([
                    series("kinds", json!({ "where": { LIMIT: 10 } }), ""),
                    series("along", json!({ "along": ["64us", "20ms"], "where": { LIMIT: 10 } }), "none"),
                ])),
            ],
            "claims": [],
        })
        .to_string()
    }

    fn chart(x: &Value, series: Value) -> Value {
        json!({ "id": x["label"], "title": "C", "x": x, "y": { "label": "y" }, "series": series })
    }

    fn series(id: &str, mut more: Value, pacing: &str) -> Value {
        more["id"] = json!(id);
        more["label"] = json!(id);
        more["study"] = json!("two");
        let measure = if id == "along" {
            "burstiness_in"
        } else {
            "loss.udp"
        };
        more["measure"] = json!(format!("bottlenecks.r0.{measure}"));
        if !pacing.is_empty() {
            more["where"]["groups.tcp.traffic.pacing.kind"] = json!(pacing);
        }
        more
    }

    fn figure() -> Figure {
        Figure::from_json(&text()).expect("a figure")
    }

    #[test]
    fn a_figure_is_complete_and_a_result_that_cannot_be_read_is_a_problem() {
        let opened = open(&text(), Some("7")).expect("a figure");
        assert_eq!(opened.studies, ["two"]);
        assert!(opened.result.is_none());
        assert!(opened.problem.expect("a number").contains("invalid type"));
        let figure = json!(opened.figure);
        assert_eq!(figure["charts"][0]["series"][0]["drawn"], true);
        assert_eq!(figure["charts"][0]["y"]["scale"], "linear");
        assert!(figure.get("studies").is_none());
        let message = open("{", None).expect_err("no object");
        assert!(message.contains("line 1"), "{message}");
    }

    #[test]
    fn names_of_studies_have_the_order_of_the_file() {
        assert_eq!(
            names(r#"{ "studies": { "b": {}, "a": 7 }, "id": "x" }"#),
            ["b", "a"]
        );
        assert!(names("[]").is_empty());
    }

    #[test]
    fn a_study_has_its_preset_and_the_changes_of_a_quick_check() {
        let of = |extent| study(&figure(), "two", extent).expect("it is there");
        let (quick, full) = (of(Extent::Quick), of(Extent::Full));
        assert_eq!(quick.study["replications"], 1);
        assert_eq!(quick.study["set"][1]["path"], "warmup_s");
        assert_eq!(
            quick.study["measure"],
            json!([
                "bottlenecks.r0.burstiness_in.20ms",
                "bottlenecks.r0.burstiness_in.64us",
                "bottlenecks.r0.loss.udp",
                "bottlenecks.r0.utilization"
            ])
        );
        assert_eq!(full.study["replications"], 2);
        assert!(full.study["scenario"]["bottlenecks"].is_array());
        assert_eq!(full.study["measure"], Value::Null);
        let shared = study(&figure(), "long", Extent::Full).expect("it is there");
        assert_eq!(shared.study["scenario"]["bottlenecks"][0]["rate_bps"], 1e7);
        assert_eq!(full.x["plain"], LIMIT);
        assert_eq!(full.x["kinds"], "groups.tcp.traffic.pacing.kind");
    }

    fn line(limit: u32, pacing: &str, loss: f64) -> Value {
        json!({ "point": { LIMIT: limit, "groups.tcp.traffic.pacing.kind": pacing },
            "summary": { "bottlenecks": [{ "id": "r0", "utilization": 0.5, "loss": { "udp": loss }, "burstiness_in": { "64us": 0.9, "20ms": 0.1 } }] } })
    }

    #[test]
    fn points_are_means_of_the_runs_that_a_series_selects() {
        let failed = json!({ "point": { LIMIT: 10, "groups.tcp.traffic.pacing.kind": "none" }, "error": "e" });
        let lines = vec![
            line(20, "none", 0.3),
            line(10, "none", 0.1),
            line(10, "none", 0.2),
            line(10, "deterministic", 0.1),
            failed,
        ];
        let points = points(&figure(), &[("two".to_owned(), lines)].into()).expect("a study");
        let of = |id: &str| -> Vec<(f64, f64, u64)> {
            points[id]
                .iter()
                .map(|point| (point.x, point.mean, point.n))
                .collect()
        };
        assert_eq!(of("plain"), [(0.01, 0.3, 2), (0.02, 0.6, 1)]);
        assert!(points["plain"][0].half_width.is_some_and(|half| half > 1.0));
        assert_eq!(of("paced"), [(0.01, 0.1, 1)]);
        // A word is at its place in the list, from 1.
        assert_eq!(of("kinds"), [(1.0, 0.15, 2), (2.0, 0.1, 1)]);
        assert_eq!(of("along"), [(64e-6, 0.9, 2), (0.02, 0.1, 2)]);
    }

    #[test]
    fn the_scenario_of_a_point_has_its_fields() {
        let at = |series, x| scenario_at(&figure(), series, x).expect("a point");
        let paced = at("paced", 0.019);
        assert_eq!(paced["duration_s"], 60.0);
        assert_eq!(paced["bottlenecks"][0]["queue"]["limit_packets"], 20);
        assert_eq!(
            paced["groups"][0]["traffic"]["pacing"]["kind"],
            "deterministic"
        );
        assert_eq!(
            at("kinds", 2.0)["groups"][0]["traffic"]["pacing"]["kind"],
            "deterministic"
        );
        assert!(scenario_at(&figure(), "none", 1.0).is_none());
    }
}
