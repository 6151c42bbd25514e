//! Kept results: what the last check of an artefact came to, in `results/<id>.json`.
//!
//! They are written by the program (`bufferlab reproduce --keep`), never by hand. Numbers are rounded to six digits.
//! [`Kept::is_stale`] says when one is no longer that of its artefact: what decides a result (studies, models, series,
//! predicates) has changed, or the engine has another version. Wording may change without a new run.

use bufferlab_core::study::Interval;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::artefact::Artefact;
use crate::claim::Verdict;
use crate::curve::{Curve, Curves};
use crate::plan::{Extent, Findings};

/// The version of the engine that this is.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The artefact.
    pub id: String,
    /// Version of the engine that ran.
    pub engine: String,
    /// The day, as `2026-11-22`.
    pub date: String,
    /// Whether it was the quick check.
    pub quick: bool,
    /// Wall-clock time it took, seconds.
    pub seconds: f64,
    /// Runs it took.
    pub runs: usize,
    /// Over what decides the result in the artefact's file: [`decisive`].
    pub artefact: String,
    /// Over the digests of all runs.
    pub digest: String,
    /// All series that have points.
    pub curves: Vec<KeptCurve>,
    /// The claims that were decided, in order.
    pub claims: Vec<KeptClaim>,
}

/// A curve as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptCurve {
    /// Name in the artefact.
    pub id: String,
    /// For people.
    pub label: String,
    /// Unit of its values; empty for a pure number.
    pub unit: String,
    /// In ascending order of x.
    pub points: Vec<KeptPoint>,
}

/// A point as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptPoint {
    /// In the unit of the chart.
    pub x: f64,
    /// Mean over replications.
    pub mean: f64,
    /// Half-width of its 95 % interval; null of a single one.
    pub half_width: Option<f64>,
    /// Replications.
    pub n: u64,
    /// Smallest.
    pub min: f64,
    /// Largest.
    pub max: f64,
}

/// A claim as it was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptClaim {
    /// Its text.
    pub text: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The numbers it was judged by, in words.
    pub found: String,
}

/// What the program knows of a check beside the findings.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// The day, as `2026-11-22`.
    pub date: String,
    /// How much was run.
    pub extent: Extent,
    /// Wall-clock time it took.
    pub seconds: f64,
    /// Runs it took.
    pub runs: usize,
}

impl Kept {
    /// Findings of the artefact whose file is `json`.
    #[must_use]
    pub fn new(id: &str, json: &str, findings: &Findings, of: Circumstances) -> Kept {
        let claims = findings.claims.iter().map(|claim| KeptClaim {
            text: claim.text.clone(),
            verdict: claim.verdict,
            found: claim.found.clone(),
        });
        let curves = findings
            .curves
            .0
            .values()
            .filter(|curve| !curve.points.is_empty());
        Kept {
            id: id.to_owned(),
            engine: ENGINE.to_owned(),
            date: of.date,
            quick: of.extent == Extent::Quick,
            seconds: (of.seconds * 10.0).round() / 10.0,
            runs: of.runs,
            artefact: decisive(json),
            digest: findings.digest.clone(),
            curves: curves.map(kept_curve).collect(),
            claims: claims.collect(),
        }
    }

    /// Why it is not of this artefact and this engine; `None` if it is.
    #[must_use]
    pub fn is_stale(&self, json: &str) -> Option<String> {
        if self.engine != ENGINE {
            return Some(format!(
                "it was made by version {} of the engine",
                self.engine
            ));
        }
        (self.artefact != decisive(json))
            .then(|| "what its file says to run or to check has changed".to_owned())
    }

    /// Its curves again, of the means.
    #[must_use]
    pub fn curves(&self, artefact: &Artefact) -> Curves {
        let unit_of_x = |id: &str| {
            let mut series = artefact.series();
            let found = series.find(|(_, series)| series.id == id);
            found.map_or(String::new(), |(chart, _)| chart.x.unit.clone())
        };
        let curve = |kept: &KeptCurve| {
            let mut curve = Curve {
                id: kept.id.clone(),
                label: kept.label.clone(),
                unit: kept.unit.clone(),
                x_unit: unit_of_x(&kept.id),
                points: Vec::new(),
            };
            for point in &kept.points {
                curve.add(point.x, point.mean);
            }
            (kept.id.clone(), curve)
        };
        Curves(self.curves.iter().map(curve).collect())
    }

    /// As its file holds it: a point in a line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        write_value(&json!(self), 0, &mut text);
        text.push('\n');
        text
    }
}

fn kept_curve(curve: &Curve) -> KeptCurve {
    let point = |point: &crate::curve::Point| {
        let Interval {
            n,
            mean,
            half_width,
            min,
            max,
        } = Interval::of(&point.values)?;
        Some(KeptPoint {
            x: rounded(point.x),
            mean: rounded(mean),
            half_width: half_width.map(rounded),
            n,
            min: rounded(min),
            max: rounded(max),
        })
    };
    KeptCurve {
        id: curve.id.clone(),
        label: curve.label.clone(),
        unit: curve.unit.clone(),
        points: curve.points.iter().filter_map(point).collect(),
    }
}

/// To six digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// A hash of what decides the results of an artefact's file, whatever its layout. Left out are the fields that only people
/// read, and those that do not change a verdict: whose claim it is, and whether it is marked. Whether a claim has a remark
/// is in it, as the verdict depends on it.
#[must_use]
pub fn decisive(json: &str) -> String {
    let mut value: Value = serde_json::from_str(json).unwrap_or_default();
    let drop = |value: &mut Value, names: &[&str]| {
        if let Some(fields) = value.as_object_mut() {
            fields.retain(|name, _| !names.contains(&&name[..]));
        }
    };
    drop(
        &mut value,
        &["title", "source", "topics", "about", "choices", "covers"],
    );
    for claim in value["claims"].as_array_mut().into_iter().flatten() {
        let remarked = claim["remark"].is_string();
        drop(
            claim,
            &[
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

/// 32 hexadecimal digits of a text's SHA-256.
#[must_use]
pub fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Objects and lists of objects over several lines, what is innermost in one.
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

    const FILE: &str =
        r#"{ "id": "a", "title": "A", "claims": [{ "text": "t", "check": { "above": [2, 1] } }] }"#;

    fn kept() -> Kept {
        let findings = Findings {
            curves: curves(&[("u", &[(1.0, 1.0 / 3.0), (2.0, 2.0)]), ("none", &[])]),
            claims: Vec::new(),
            digest: digest(""),
        };
        let of = Circumstances {
            date: "2026-11-22".to_owned(),
            extent: Extent::Full,
            seconds: 1.234,
            runs: 3,
        };
        Kept::new("a", FILE, &findings, of)
    }

    #[test]
    fn what_is_kept_is_small_and_comes_back() {
        let kept = kept();
        assert_eq!(kept.curves.len(), 1);
        assert_eq!(kept.curves[0].points[0].mean, 0.333_333);
        let json = kept.to_json();
        assert!(
            json.contains("\n        {\"half_width\":null,\"max\":0.333333,"),
            "{json}"
        );
        assert_eq!(
            serde_json::from_str::<Kept>(&json).expect("what was written"),
            kept
        );
    }

    #[test]
    fn it_is_stale_when_what_decides_has_changed() {
        let kept = kept();
        assert_eq!(kept.is_stale(FILE), None);
        assert_eq!(
            kept.is_stale(&FILE.replace("\"A\"", "\"B\"")),
            None,
            "wording"
        );
        assert!(kept.is_stale(&FILE.replace("[2, 1]", "[3, 1]")).is_some());
        let remarked = FILE.replace("\"t\"", "\"t\", \"remark\": \"r\"");
        assert!(kept.is_stale(&remarked).is_some(), "the verdict is another");
        let older = Kept {
            engine: "0.0.9".to_owned(),
            ..kept
        };
        assert!(older.is_stale(FILE).expect("older").contains("0.0.9"));
    }
}
