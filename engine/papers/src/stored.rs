//! Stored results: the last results of each figure, in `results/<id>.json`.
//!
//! The program writes them (`bufferlab reproduce --keep`). Numbers are rounded to six digits. A stored result is stale
//! ([`StoredResult::is_stale`]) if its figure's studies, models, series or predicates have changed, or if it is of a version
//! of the engine whose runs are not those of this version ([`SAME_RUNS`]). Texts may change without a new run.

use bufferlab_core::study::Interval;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::claim::Verdict;
use crate::curve::{Curve, Curves};
use crate::digest::digest;
use crate::figure::Figure;
use crate::plan::{Extent, Findings};

/// Version of this engine.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// Earlier versions of the engine whose runs give the same digests as runs of this version, so that results of them stay valid.
///
/// A version that changes digests (`tests/golden/digests.json`) begins with an empty list, and the figures are run again.
pub const SAME_RUNS: [&str; 1] = ["0.1.0"];

/// Result of the check of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StoredResult {
    /// Id of the figure.
    pub id: String,
    /// Version of the engine that ran the studies.
    pub engine: String,
    /// Date of the runs, such as `2026-11-22`.
    pub date: String,
    /// True for a quick check.
    pub quick: bool,
    /// Real time of the runs, seconds.
    pub seconds: f64,
    /// Number of runs of the check.
    pub runs: usize,
    /// Hash of the figure's definition, from [`definition_hash`].
    #[serde(rename = "artefact")]
    #[cfg_attr(test, ts(skip))]
    pub definition: String,
    /// Hash over the digests of all runs.
    pub digest: String,
    /// Curves of all series that have points.
    pub curves: Vec<StoredCurve>,
    /// Claims with a verdict, in order.
    pub claims: Vec<StoredClaim>,
}

/// Curve of a stored result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StoredCurve {
    /// Id of the series.
    pub id: String,
    /// Label of the curve for readers.
    pub label: String,
    /// Unit of its values; empty for a pure number.
    pub unit: String,
    /// Points in ascending order of x.
    pub points: Vec<StoredPoint>,
}

/// Point of a stored curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StoredPoint {
    /// Coordinate in the unit of the chart.
    pub x: f64,
    /// Mean over the replications.
    pub mean: f64,
    /// Half-width of the 95 % interval; null for a single replication.
    pub half_width: Option<f64>,
    /// Number of replications at this point.
    pub n: u64,
    /// Smallest value of a replication.
    pub min: f64,
    /// Largest value of a replication.
    pub max: f64,
}

/// Claim of a stored result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct StoredClaim {
    /// Id of the claim.
    pub id: String,
    /// Verdict of the check.
    pub verdict: Verdict,
    /// Text with the numbers on which the verdict is based.
    pub found: String,
}

/// Date, extent and time of the runs of a figure.
#[derive(Clone, Debug)]
pub struct RunInfo {
    /// Date of the runs, such as `2026-11-22`.
    pub date: String,
    /// Extent of the runs.
    pub extent: Extent,
    /// Real time of the runs, seconds.
    pub seconds: f64,
    /// Number of runs of the check.
    pub runs: usize,
}

impl StoredResult {
    /// Creates the stored result of the figure whose file is `json`.
    #[must_use]
    pub fn new(id: &str, json: &str, findings: &Findings, of: RunInfo) -> StoredResult {
        let claims = findings.claims.iter().map(|claim| StoredClaim {
            id: claim.id.clone(),
            verdict: claim.verdict,
            found: claim.found.clone(),
        });
        let curves = findings
            .curves
            .0
            .values()
            .filter(|curve| !curve.points.is_empty());
        StoredResult {
            id: id.to_owned(),
            engine: ENGINE.to_owned(),
            date: of.date,
            quick: of.extent == Extent::Quick,
            seconds: (of.seconds * 10.0).round() / 10.0,
            runs: of.runs,
            definition: definition_hash(json),
            digest: findings.digest.clone(),
            curves: curves.map(stored_curve).collect(),
            claims: claims.collect(),
        }
    }

    /// Returns why the result is stale, or `None` if it belongs to this file, and to this engine or one with the same runs.
    #[must_use]
    pub fn is_stale(&self, json: &str) -> Option<String> {
        if self.engine != ENGINE && !SAME_RUNS.contains(&&self.engine[..]) {
            return Some(format!("version {} of the engine made it", self.engine));
        }
        (self.definition != definition_hash(json)).then(|| {
            "the studies, models, series or predicates in its file have changed".to_owned()
        })
    }

    /// Returns the curves with the means as their values.
    #[must_use]
    pub fn curves(&self, figure: &Figure) -> Curves {
        let unit_of_x = |id: &str| {
            let mut series = figure.series();
            let found = series.find(|(_, series)| series.id == id);
            found.map_or(String::new(), |(chart, _)| chart.x.unit.clone())
        };
        let curve = |stored: &StoredCurve| {
            let mut curve = Curve {
                id: stored.id.clone(),
                label: stored.label.clone(),
                unit: stored.unit.clone(),
                x_unit: unit_of_x(&stored.id),
                points: Vec::new(),
            };
            for point in &stored.points {
                curve.add(point.x, point.mean);
            }
            (stored.id.clone(), curve)
        };
        Curves(self.curves.iter().map(curve).collect())
    }

    /// Returns the text of its file, with one point per line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        write_value(&json!(self), 0, &mut text);
        text.push('\n');
        text
    }
}

/// Returns the points of a curve as they are stored: mean, interval and range, rounded.
#[must_use]
pub fn stored_curve(curve: &Curve) -> StoredCurve {
    let point = |point: &crate::curve::Point| {
        let Interval {
            n,
            mean,
            half_width,
            min,
            max,
        } = Interval::of(&point.values)?;
        Some(StoredPoint {
            x: rounded(point.x),
            mean: rounded(mean),
            half_width: half_width.map(rounded),
            n,
            min: rounded(min),
            max: rounded(max),
        })
    };
    StoredCurve {
        id: curve.id.clone(),
        label: curve.label.clone(),
        unit: curve.unit.clone(),
        points: curve.points.iter().filter_map(point).collect(),
    }
}

/// Rounds to six significant digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Returns a hash of the parts of a figure's file that determine its results, independent of the file's layout.
///
/// Texts for readers and fields that do not change a verdict, such as the origin of a claim, are left out. The hash covers
/// whether a claim has a remark, since the verdict depends on it. A shared scenario counts as that of each of its studies.
#[must_use]
pub fn definition_hash(json: &str) -> String {
    let mut value: Value = serde_json::from_str(json).unwrap_or_default();
    let drop = |value: &mut Value, names: &[&str]| {
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|name, _| !names.contains(&&name[..]));
        }
    };
    drop(
        &mut value,
        &[
            "title", "source", "place", "topics", "about", "choices", "covers",
        ],
    );
    let scenarios = value["scenarios"].clone();
    drop(&mut value, &["scenarios"]);
    let studies = value.get_mut("studies").and_then(Value::as_object_mut);
    for study in studies.into_iter().flat_map(Map::values_mut) {
        let name = study["scenario"].as_str();
        if let Some(shared) = name.and_then(|name| scenarios.get(name)) {
            study["scenario"] = shared.clone();
        }
    }
    for claim in value["claims"].as_array_mut().into_iter().flatten() {
        let remarked = claim["remark"].is_string();
        drop(
            claim,
            &[
                "text",
                "line",
                "own",
                "tolerance",
                "reason",
                "remark",
                "evidence",
                "contradictory",
                "assumption",
            ],
        );
        claim["remark"] = json!(remarked);
        if let Some(other) = claim.get_mut("reproduced") {
            drop(other, &["with"]);
        }
    }
    for chart in value["charts"].as_array_mut().into_iter().flatten() {
        drop(chart, &["title", "explore"]);
    }
    digest(&value.to_string())
}

/// Writes nested objects and lists over several lines, and the innermost ones in one line.
fn write_value(value: &Value, depth: usize, text: &mut String) {
    let nested = |value: &Value| value.is_array() || value.is_object();
    let (open, close, items): (char, char, Vec<(String, &Value)>) = match value {
        Value::Object(fields) if fields.values().any(nested) || depth == 0 => {
            let items = fields
                .iter()
                .map(|(name, value)| (format!("{}: ", json!(name)), value));
            ('{', '}', items.collect())
        }
        Value::Array(items) if items.iter().any(nested) => (
            '[',
            ']',
            items.iter().map(|item| (String::new(), item)).collect(),
        ),
        other => {
            *text += &other.to_string();
            return;
        }
    };
    text.push(open);
    for (i, (name, item)) in items.iter().enumerate() {
        *text += if i == 0 { "\n" } else { ",\n" };
        *text += &"  ".repeat(depth + 1);
        *text += name;
        write_value(item, depth + 1, text);
    }
    *text += &format!("\n{}{close}", "  ".repeat(depth));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::testing::curves;

    const FILE: &str = r#"{ "id": "a", "title": "A", "claims": [{ "id": "t1", "text": "t", "check": { "above": [2, 1] } }] }"#;

    fn stored() -> StoredResult {
        let findings = Findings {
            curves: curves(&[("u", &[(1.0, 1.0 / 3.0), (2.0, 2.0)]), ("none", &[])]),
            claims: Vec::new(),
            digest: digest(""),
        };
        let of = RunInfo {
            date: "2026-11-22".to_owned(),
            extent: Extent::Full,
            seconds: 1.234,
            runs: 3,
        };
        StoredResult::new("a", FILE, &findings, of)
    }

    #[test]
    fn a_stored_result_is_short_and_can_be_read_again() {
        let stored = stored();
        assert_eq!(stored.curves.len(), 1);
        assert_eq!(stored.curves[0].points[0].mean, 0.333_333);
        let json = stored.to_json();
        assert!(
            json.contains("\n        {\"half_width\":null,\"max\":0.333333,"),
            "{json}"
        );
        assert_eq!(
            serde_json::from_str::<StoredResult>(&json).expect("what was written"),
            stored
        );
    }

    #[test]
    fn a_result_is_stale_after_a_change_of_the_definition_but_not_of_texts() {
        let stored = stored();
        assert_eq!(stored.is_stale(FILE), None);
        assert_eq!(
            stored.is_stale(&FILE.replace("\"A\"", "\"B\"").replace("\"t\"", "\"u\"")),
            None,
            "wording"
        );
        assert!(stored.is_stale(&FILE.replace("[2, 1]", "[3, 1]")).is_some());
        let with = |studies: &str| FILE.replace("\"claims\"", &format!("{studies}, \"claims\""));
        let own = with(r#""studies": { "s": { "scenario": { "version": 1 } } }"#);
        let shared = with(
            r#""scenarios": { "both": { "version": 1 } }, "studies": { "s": { "scenario": "both" } }"#,
        );
        assert_eq!(definition_hash(&own), definition_hash(&shared));
        assert_ne!(definition_hash(&own), definition_hash(FILE));
        let remarked = FILE.replace("\"t\"", "\"t\", \"remark\": \"r\"");
        assert!(
            stored.is_stale(&remarked).is_some(),
            "the verdict is another"
        );
    }

    #[test]
    fn a_result_of_another_version_is_stale_unless_the_runs_of_that_version_are_the_same() {
        let of = |engine: &str| StoredResult {
            engine: engine.to_owned(),
            ..stored()
        };
        for version in SAME_RUNS {
            assert_ne!(version, ENGINE, "another version");
            assert_eq!(of(version).is_stale(FILE), None, "{version}");
        }
        let older = of("0.0.9").is_stale(FILE).expect("of another version");
        assert!(older.contains("0.0.9"), "{older}");
    }
}
