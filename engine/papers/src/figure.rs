//! Figure of a paper as a document: the content of one file of `papers/`.
//!
//! Unknown fields are rejected with their line and column, so that a typing error is not ignored. Studies are documents
//! of the core ([`StudyDocument`](bufferlab_core::study::StudyDocument)), in which the scenario may be the id of a preset.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::claim::Claim;
pub use crate::scale::Scale;

/// A figure, table, algorithm or theorem of a paper.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Id in links, on the command line and in the name of its file: the paper's first author and the figure.
    pub id: String,
    /// Ids of further figures of the paper that this one reproduces too, with the same set-up.
    #[serde(default)]
    pub covers: Vec<String>,
    /// Title, which names the phenomenon.
    pub title: String,
    /// Id of the paper, such as `vishwanath-2011`.
    pub paper: String,
    /// Section and figure in the paper.
    pub source: String,
    /// Place among the figures of the paper; the first ones have the lowest numbers.
    pub place: u32,
    /// Topics for the search and for groups of figures, as readers see them.
    pub topics: Vec<String>,
    /// Description of the figure, in one to three sentences.
    pub about: String,
    /// Assumptions where the paper leaves something open, with their effect if it is known; one sentence each.
    #[serde(default)]
    pub choices: Vec<String>,
    /// Scenarios that several studies share, by name.
    #[serde(default, skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub scenarios: BTreeMap<String, Value>,
    /// Simulation studies, by name. A scenario may be a name of these, or the id of a preset.
    #[serde(default, skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub studies: BTreeMap<String, Value>,
    /// Changes of the studies for a quick check, by name of the study.
    #[serde(default, skip_serializing)]
    #[cfg_attr(test, ts(skip))]
    pub quick: BTreeMap<String, QuickStudy>,
    /// Grids of analytic models, by name.
    #[serde(default)]
    pub models: BTreeMap<String, ModelGrid>,
    /// Charts of the figure, at least one.
    pub charts: Vec<Chart>,
    /// Claims of the paper about the figure, at least one.
    pub claims: Vec<Claim>,
}

/// Changes of a study for a quick check. The check decides the claims that are marked for it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickStudy {
    /// Axes that replace those of the study.
    pub over: Option<Value>,
    /// Number of replications that replaces the study's.
    pub replications: Option<u32>,
    /// Further changes of the scenario, made after those of the study: `[{"path", "value"}]`.
    #[serde(default)]
    pub set: Vec<Value>,
    /// True if the quick check leaves the study out; its curves then have no points.
    #[serde(default)]
    pub skip: bool,
}

/// Analytic model with a grid of its parameters.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ModelGrid {
    /// Id of the model, as in the catalog.
    pub model: String,
    /// Values of fixed parameters; the others keep their defaults.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub set: Map<String, Value>,
    /// Varied parameters, as on the command line: `buffer_bytes=1kB:50kB:50`.
    #[serde(default)]
    pub over: Vec<String>,
}

/// Chart with its axes and series.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Id, unique in the figure.
    pub id: String,
    /// Title, which names its content.
    pub title: String,
    /// Horizontal axis of the chart.
    pub x: AxisX,
    /// Vertical axis of the chart.
    pub y: AxisY,
    /// Series of the chart, at least one.
    pub series: Vec<Series>,
    /// Model whose parameters readers can change in the chart.
    pub explore: Option<Explore>,
}

/// Model that the page draws over a chart, with a slider for its parameters. Claims and stored results do not use it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Explore {
    /// Name of a model grid of the figure, which gives the other parameters.
    pub model: String,
    /// Output of the model that is drawn.
    pub output: String,
    /// Parameters that the slider changes, with their values at both ends. The page shows the first one.
    pub over: Vec<(String, [f64; 2])>,
    /// Label of the slider.
    pub label: String,
    /// Unit of the parameter divided by `per`; empty for a pure number.
    #[serde(default)]
    pub unit: String,
    /// Size of this unit in the unit of the parameter.
    #[serde(default = "one")]
    pub per: f64,
    /// Number of steps of the slider.
    pub steps: u32,
    /// Points at which the model is evaluated: first x, last x and their number, in the unit of the chart's x axis.
    pub at: (f64, f64, u32),
}

/// Horizontal axis of a chart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AxisX {
    /// Path of the varied field of the studies; `None` for the first varied field of each study.
    pub path: Option<String>,
    /// Varied parameter of the models; `None` for the first varied parameter of each grid.
    pub parameter: Option<String>,
    /// Label that readers of the chart see.
    pub label: String,
    /// Unit of the field divided by `per`; empty for a pure number.
    #[serde(default)]
    pub unit: String,
    /// Scale: linear or logarithmic.
    #[serde(default)]
    pub scale: Scale,
    /// Size of one unit of the axis in the unit of the field: 1000 for kB if the field is in bytes.
    #[serde(default = "one")]
    pub per: f64,
    /// Names of the values if they are not numbers; x is then 1, 2, …
    #[serde(default)]
    pub categories: Vec<String>,
}

/// Vertical axis of a chart.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AxisY {
    /// Label that readers of the chart see.
    pub label: String,
    /// Unit of the values; empty for a pure number.
    #[serde(default)]
    pub unit: String,
    /// Scale: linear or logarithmic.
    #[serde(default)]
    pub scale: Scale,
}

/// One curve of a chart: a measure of a study, or an output of a model, against x.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Id, unique in the figure, by which claims refer to the series; not `x`.
    pub id: String,
    /// Label that readers of the chart see.
    pub label: String,
    /// Name of the study; `None` if `model` is given.
    pub study: Option<String>,
    /// Name of the model grid; `None` if `study` is given.
    pub model: Option<String>,
    /// Path of the measure in the summary, such as `bottlenecks.r0.loss.udp`.
    pub measure: Option<String>,
    /// Intervals at the end of the measure's path, if they are x instead of a field: `20ms` is the point x = 0.02,
    /// `20ms@40s` the point x = 40.
    #[serde(default)]
    pub along: Vec<String>,
    /// Path of another measure of the same run by which the measure is divided.
    pub divided_by: Option<String>,
    /// Id of the model's output.
    pub output: Option<String>,
    /// Field or parameter for x, if it differs from that of the chart.
    pub x: Option<String>,
    /// Values of the other varied fields or parameters.
    #[serde(default, rename = "where")]
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub fixed: Map<String, Value>,
    /// Size of one unit of the chart in the unit of the measure: 1e6 for Mb/s if the measure is in b/s.
    #[serde(default = "one")]
    pub per: f64,
    /// False for a series that only claims use.
    #[serde(default = "yes")]
    pub drawn: bool,
}

/// Source of the values of a series.
#[derive(Clone, Copy, Debug)]
pub enum Source<'s> {
    /// Runs of the study with this name.
    Study(&'s str),
    /// Output of the model grid with this name.
    Model(&'s str, &'s str),
}

impl Series {
    /// Returns the source; `None` unless there is either a study with its measure, or a model with its output.
    #[must_use]
    pub fn source(&self) -> Option<Source<'_>> {
        match (&self.study, &self.measure, &self.model, &self.output) {
            (Some(study), Some(_), None, None) => Some(Source::Study(study)),
            (None, None, Some(model), Some(output)) => Some(Source::Model(model, output)),
            _ => None,
        }
    }

    /// Returns the path of the measure, once per interval if there are intervals.
    #[must_use]
    pub fn measures(&self) -> Vec<String> {
        let Some(measure) = &self.measure else {
            return Vec::new();
        };
        if self.along.is_empty() {
            return vec![measure.clone()];
        }
        let intervals = self.along.iter();
        intervals
            .map(|interval| format!("{measure}.{interval}"))
            .collect()
    }
}

impl Figure {
    /// Reads a figure from JSON text.
    ///
    /// # Errors
    /// The first problem, with its line and column.
    pub fn from_json(json: &str) -> Result<Figure, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    /// Iterates over all series with their charts.
    pub fn series(&self) -> impl Iterator<Item = (&Chart, &Series)> {
        let of = |chart| move |series| (chart, series);
        self.charts
            .iter()
            .flat_map(move |chart: &Chart| chart.series.iter().map(of(chart)))
    }
}

fn one() -> f64 {
    1.0
}

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_missing_fields_are_rejected_with_their_line() {
        let json = r#"{ "id": "a", "title": "A",
  "color": "red" }"#;
        let message = Figure::from_json(json).expect_err("a field too many");
        assert!(
            message.contains("unknown field `color`") && message.contains("line 2"),
            "{message}"
        );
        let message = Figure::from_json(r#"{ "id": "a" }"#).expect_err("fields too few");
        assert!(message.contains("missing field"), "{message}");
    }
}
