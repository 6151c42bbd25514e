//! An artefact as a document: what one file of `papers/` holds.
//!
//! Fields that are not known are refused with the place where they stand, so that a typing error does not pass for a
//! check. Studies are documents of the core's ([`StudyDocument`](bufferlab_core::study::StudyDocument)), in which the
//! scenario may be the id of a preset.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::claim::Claim;

/// A figure, table, algorithm or theorem of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Artefact {
    /// Its name in links, on the command line and of its file: the paper's first author and the figure.
    pub id: String,
    /// Further ids that this artefact shows as well: figures that share a set-up.
    #[serde(default)]
    pub covers: Vec<String>,
    /// What it is about, in words.
    pub title: String,
    /// The paper's short name, such as `vishwanath-2011`.
    pub paper: String,
    /// Section and figure.
    pub source: String,
    /// What else it can be found by; ids of [`TOPICS`].
    pub topics: Vec<String>,
    /// What is shown, in one to three sentences.
    pub about: String,
    /// What the text leaves open, what was chosen, and how much it matters where that is known: a sentence each.
    #[serde(default)]
    pub choices: Vec<String>,
    /// Studies of simulations, by a name of their own.
    #[serde(default)]
    pub studies: BTreeMap<String, Value>,
    /// What is different in a study for a quick check.
    #[serde(default)]
    pub quick: BTreeMap<String, QuickStudy>,
    /// Grids of analytic models, by a name of their own.
    #[serde(default)]
    pub models: BTreeMap<String, ModelGrid>,
    /// How it is drawn, at least one.
    pub charts: Vec<Chart>,
    /// What the paper finds, at least one.
    pub claims: Vec<Claim>,
}

/// Subjects by which artefacts are found.
pub const TOPICS: &[&str] = &[
    "anomaly",
    "aqm",
    "backbone",
    "bursts",
    "model",
    "optical",
    "pacing",
    "packet-size",
    "short-flows",
    "single-flow",
    "small-buffers",
    "square-root",
    "switch",
    "testbed",
    "two-way",
];

/// What is different in a study for a quick check, which still decides the claims that say so.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickStudy {
    /// Other axes, instead of all of the study's.
    pub over: Option<Value>,
    /// Other replications.
    pub replications: Option<u32>,
    /// Further changes, after the study's own: `[{"path", "value"}]`.
    #[serde(default)]
    pub set: Vec<Value>,
    /// Whether it is left out altogether; curves of it then have no points.
    #[serde(default)]
    pub skip: bool,
}

/// A model at the points of a grid.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelGrid {
    /// Id of the model.
    pub model: String,
    /// Parameters that stay; others have their defaults.
    #[serde(default)]
    pub set: Map<String, Value>,
    /// Parameters that vary, as on the command line: `buffer_bytes=1kB:50kB:50`.
    #[serde(default)]
    pub over: Vec<String>,
}

/// One chart of an artefact.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart {
    /// Its name in the artefact.
    pub id: String,
    /// What it shows, as a sentence.
    pub title: String,
    /// To the right.
    pub x: AxisX,
    /// Upwards.
    pub y: AxisY,
    /// What is drawn, at least one.
    pub series: Vec<Series>,
    /// A model that readers can move over it.
    pub explore: Option<Explore>,
}

/// A model whose parameters a slider takes from one end of a range to the other, drawn over a chart by whoever shows
/// it. It is for readers: no claim and no kept result knows it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Explore {
    /// One of the artefact's models, whose grid gives the rest of the parameters.
    pub model: String,
    /// Which of its outputs is drawn.
    pub output: String,
    /// Values at both ends of each parameter that moves, the first of which is told.
    pub over: Vec<(String, [f64; 2])>,
    /// What is told of it, for people.
    pub label: String,
    /// Symbol of the unit, of the parameter divided by `per`; empty for a pure number.
    #[serde(default)]
    pub unit: String,
    /// What one unit is in the unit of the parameter.
    #[serde(default = "one")]
    pub per: f64,
    /// Steps from one end to the other.
    pub steps: u32,
    /// Where it is worked out: first place, last place, and their number, in the unit of the chart's x.
    pub at: (f64, f64, u32),
}

/// How a coordinate is spaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// By differences.
    #[default]
    Linear,
    /// By ratios.
    Log,
}

/// The coordinate to the right.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisX {
    /// The field of the scenario that a study varies. None: each study's first.
    pub path: Option<String>,
    /// The parameter that a model's grid varies. None: each grid's first.
    pub parameter: Option<String>,
    /// For people.
    pub label: String,
    /// Symbol of the unit, of the field divided by `per`; empty for a pure number.
    #[serde(default)]
    pub unit: String,
    /// How it is spaced.
    #[serde(default)]
    pub scale: Scale,
    /// What one unit of the axis is in the unit of the field: 1000 for kB of a field in bytes.
    #[serde(default = "one")]
    pub per: f64,
    /// Names of the values where they are no numbers: x is then 1, 2, … .
    #[serde(default)]
    pub categories: Vec<String>,
}

/// The coordinate upwards.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisY {
    /// For people.
    pub label: String,
    /// Symbol of the unit; empty for a pure number.
    #[serde(default)]
    pub unit: String,
    /// How it is spaced.
    #[serde(default)]
    pub scale: Scale,
}

/// One curve of a chart: a measure of a study, or an output of a model, against x.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// Its name in the artefact, by which claims mean it; `x` is not free.
    pub id: String,
    /// For people.
    pub label: String,
    /// The study it is of; else `model`.
    pub study: Option<String>,
    /// The model's grid it is of; else `study`.
    pub model: Option<String>,
    /// Path into the summary of the figure: `bottlenecks.r0.loss.udp`.
    pub measure: Option<String>,
    /// Intervals that the measure ends with, each a point, where x is no field but they: `20ms` stands at 0.02,
    /// `20ms@40s` at 40.
    #[serde(default)]
    pub along: Vec<String>,
    /// Path of another figure by which that one is divided, at each point the same.
    pub divided_by: Option<String>,
    /// The model's output.
    pub output: Option<String>,
    /// The field or parameter that is x, if not the chart's.
    pub x: Option<String>,
    /// Values of the other fields or parameters that vary.
    #[serde(default, rename = "where")]
    pub fixed: Map<String, Value>,
    /// What one unit of the chart is in the unit of the figure: 1e6 for Mb/s of a figure in b/s.
    #[serde(default = "one")]
    pub per: f64,
    /// Whether it is drawn; others are for claims only.
    #[serde(default = "yes")]
    pub drawn: bool,
}

impl Series {
    /// Paths of its measure: with each interval, if it has any.
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

impl Artefact {
    /// Reads an artefact.
    ///
    /// # Errors
    /// What is not accepted, with line and column.
    pub fn from_json(json: &str) -> Result<Artefact, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    /// Every series of every chart, with its chart.
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
    fn what_is_not_known_is_refused_with_its_place() {
        let json = r#"{ "id": "a", "title": "A",
  "colour": "red" }"#;
        let told = Artefact::from_json(json).expect_err("a field too many");
        assert!(
            told.contains("unknown field `colour`") && told.contains("line 2"),
            "{told}"
        );
        let told = Artefact::from_json(r#"{ "id": "a" }"#).expect_err("fields too few");
        assert!(told.contains("missing field"), "{told}");
    }

    #[test]
    fn topics_are_in_order_and_named_once() {
        assert!(TOPICS.is_sorted_by(|a, b| a < b));
    }
}
