//! The answer of the advisor: the size found, its confidence, and the results of the search.

use serde_json::{Value, json};

use super::certainty::Doubt;
use super::known::{Known, surely};
use super::link::Link;
use super::policed::Policed;
use super::search::Check;
use super::settling::Length;
use super::target::Target;
use crate::study::Interval;

/// Answer to a question, complete or so far.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Link whose buffer is sized.
    pub link: Link,
    /// Targets that the question requests.
    pub targets: Vec<Target>,
    /// The smallest size that meets the targets, confirmed by seeds of its own; `None`: none of the sizes tried.
    pub answer: Option<Checked>,
    /// If there is none, the size that comes closest, by the seeds of the search.
    pub closest: Option<Seen>,
    /// Joint confidence that all targets are met; `None` for a preliminary answer.
    pub confidence: Option<f64>,
    /// Reasons for which the answer is preliminary.
    pub doubts: Vec<Doubt>,
    /// Length of the runs.
    pub length: Length,
    /// Length with which the answer is not preliminary, as far as a rule can say.
    pub long_enough: Length,
    /// Range in which the answer is expected; `None` without a flow of TCP or after a search without success.
    pub estimate: Option<Estimate>,
    /// Number by which rates and flows of the smaller network are divided, if there is one.
    pub scale: Option<f64>,
    /// Everything that was run on the smaller network, as limits of the whole one, upwards.
    pub scaled: Vec<Seen>,
    /// Sizes whose check failed.
    pub refuted: Vec<Checked>,
    /// Sizes of the rules of thumb and the current size.
    pub rules: Vec<Rule>,
    /// Everything that was run in the search, upwards.
    pub seen: Vec<Seen>,
    /// Targets that a larger buffer misses.
    pub worse: Vec<Worse>,
    /// The answer with other numbers of flows.
    pub around: Vec<Around>,
    /// Number of completed runs.
    pub runs: u64,
    /// Why the first run that failed did.
    pub failed: Option<String>,
}

/// Range in which the smallest sufficient size is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Limit above which the answer is expected; `None` if no size has failed.
    pub low: Option<u64>,
    /// Largest limit of the range.
    pub high: u64,
    /// Source of the range: `rules` of thumb, `scaled` runs of a smaller network, or `runs` of the whole one.
    pub basis: &'static str,
}

/// A target's figure over some seeds.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Path into the summary.
    pub measure: String,
    /// Mean, half-width of its 95 % interval and the rest; `None` if a run has no such figure.
    pub known: Option<Interval>,
    /// Whether the mean meets the target.
    pub is_met: bool,
}

/// A size that was run with the seeds of the search.
#[derive(Clone, Debug)]
pub struct Seen {
    /// In the unit in which the queue counts its limit.
    pub limit: u64,
    /// One for each target.
    pub figures: Vec<Figure>,
}

/// A size that was run with seeds of its own.
#[derive(Clone, Debug)]
pub struct Checked {
    /// In the unit in which the queue counts its limit.
    pub limit: u64,
    /// One for each target.
    pub figures: Vec<Figure>,
    /// The ends of the one-sided intervals, in the order of the targets.
    pub ends: Vec<Option<f64>>,
}

/// A rule of thumb in this scenario.
#[derive(Clone, Debug)]
pub struct Rule {
    /// `present`, `bdp`, `bdp_sqrt_n` or `bdp_063_sqrt_n`.
    pub id: &'static str,
    /// Name shown to users.
    pub label: &'static str,
    /// Source of the rule; empty for the current size.
    pub source: &'static str,
    /// Result for this size.
    pub seen: Seen,
}

/// A figure that a larger buffer makes worse, shown by pairs of runs with the same seeds.
#[derive(Clone, Debug)]
pub struct Worse {
    /// Path into the summary.
    pub measure: String,
    /// The best size seen inside the range, and the worst above it.
    pub limits: (u64, u64),
    /// Means of the measure at the two limits.
    pub means: (f64, f64),
    /// Number of paired differences.
    pub pairs: u64,
    /// Message to the user.
    pub message: String,
}

/// The answer with another number of flows.
#[derive(Clone, Debug)]
pub struct Around {
    /// Number of flows in the scenario.
    pub flows: f64,
    /// Result for this size.
    pub seen: Seen,
}

impl Advice {
    /// Returns the JSON form: `{ "engine", "bottleneck", "path", "policer", "targets", "confidence", "preliminary",
    /// "length", "long_enough", "estimate", "answer", "closest", "refuted", "rules", "curve", "scale", "scaled", "worse", "flows",
    /// "warnings", "runs" }`. `preliminary` lists the reasons, each `{ "id", "message" }`; with any there is no confidence. Lengths
    /// are `{ "warmup_s", "duration_s" }`. `estimate` is `{ "low", "high", "basis" }` with two sizes, `low` null
    /// if no size has failed. A size is `{ "limit", "packets", "bytes",
    /// "drain_s" }` with `figures`: for each target `{ "measure", "n", "mean", "half_width", "min", "max", "met" }`.
    /// Missing values are `null`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let seen = |seen: &Seen| self.seen(seen);
        let rule = |rule: &Rule| {
            let mut value = self.seen(&rule.seen);
            value["id"] = json!(rule.id);
            value["label"] = json!(rule.label);
            value["source"] = json!(rule.source);
            value["met"] = json!(rule.seen.is_met());
            value
        };
        let around = |around: &Around| {
            let mut value = self.seen(&around.seen);
            value["flows"] = json!(around.flows);
            value["met"] = json!(around.seen.is_met());
            value
        };
        json!({
            "engine": env!("CARGO_PKG_VERSION"),
            "bottleneck": self.link.id,
            "path": self.link.path(),
            "flows": self.link.flows,
            "bdp_bytes": self.link.bdp_bytes(),
            "policer": self.link.policed.as_ref().map(Policed::to_value),
            "targets": self.targets.iter().map(Target::to_value).collect::<Vec<_>>(),
            "confidence": self.confidence,
            "preliminary": self.doubts.iter().map(Doubt::to_value).collect::<Vec<_>>(),
            "length": self.length.to_value(),
            "long_enough": self.long_enough.to_value(),
            "estimate": self.estimate.map(|estimate| self.estimated(estimate)),
            "answer": self.answer.as_ref().map(|checked| self.checked(checked)),
            "closest": self.closest.as_ref().map(seen),
            "refuted": self.refuted.iter().map(|checked| self.checked(checked)).collect::<Vec<_>>(),
            "rules": self.rules.iter().map(rule).collect::<Vec<_>>(),
            "curve": self.seen.iter().map(seen).collect::<Vec<_>>(),
            "scale": self.scale,
            "scaled": self.scaled.iter().map(seen).collect::<Vec<_>>(),
            "worse": self.worse.iter().map(Worse::to_value).collect::<Vec<_>>(),
            "other_flows": self.around.iter().map(around).collect::<Vec<_>>(),
            "warnings": self.warnings(),
            "runs": self.runs,
        })
    }

    /// Returns the warnings about the advice.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> = self
            .worse
            .iter()
            .map(|worse| worse.message.clone())
            .collect();
        warnings.extend(self.beyond());
        warnings.extend(self.link.policed.as_ref().map(Policed::message));
        if let Some(error) = &self.failed {
            warnings.push(format!(
                "A run failed, so its targets count as not met: {error}"
            ));
        }
        warnings
    }

    /// Larger buffers that miss the targets.
    fn beyond(&self) -> Option<String> {
        let answer = self.answer.as_ref()?.limit;
        let misses = |seen: &&Seen| seen.limit > answer && !seen.is_met();
        let first = self.seen.iter().find(misses)?;
        Some(format!(
            "A larger buffer is not always better: {} misses the targets, but {} meets them.",
            self.size(first.limit),
            self.size(answer)
        ))
    }

    /// A limit in words.
    #[must_use]
    pub fn size(&self, limit: u64) -> String {
        self.link.size(limit)
    }

    fn estimated(&self, estimate: Estimate) -> Value {
        json!({
            "low": estimate.low.map(|low| self.named(low)),
            "high": self.named(estimate.high),
            "basis": estimate.basis,
        })
    }

    fn seen(&self, seen: &Seen) -> Value {
        let mut value = self.named(seen.limit);
        value["figures"] = figures(&seen.figures);
        value
    }

    fn checked(&self, checked: &Checked) -> Value {
        let mut value = self.named(checked.limit);
        value["figures"] = figures(&checked.figures);
        value["ends"] = json!(checked.ends);
        value
    }

    fn named(&self, limit: u64) -> Value {
        let bytes = self.link.bytes(limit);
        json!({
            "limit": limit,
            "packets": bytes / self.link.packet_bytes,
            "bytes": bytes,
            "drain_s": self.link.drain_s(limit),
        })
    }
}

impl Seen {
    pub(super) fn of(known: &Known, limit: u64, targets: &[Target]) -> Seen {
        Seen {
            limit,
            figures: Figure::all(known, limit, targets),
        }
    }

    /// Returns whether all means meet the targets.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.figures.iter().all(|figure| figure.is_met)
    }
}

impl Checked {
    pub(super) fn of(check: &Check, targets: &[Target], confidence: f64) -> Checked {
        let Check { limit, known, .. } = check;
        let each = targets.iter().enumerate();
        let end = |(i, target): (usize, &Target)| {
            surely(&known.values(*limit, i), target.bound, confidence)
        };
        Checked {
            limit: *limit,
            figures: Figure::all(known, *limit, targets),
            ends: each.map(end).collect(),
        }
    }
}

impl Figure {
    pub(super) fn all(known: &Known, limit: u64, targets: &[Target]) -> Vec<Figure> {
        let each = targets.iter().enumerate();
        each.map(|(i, target)| {
            let known = Interval::of(&known.values(limit, i));
            Figure {
                measure: target.measure.clone(),
                is_met: known.is_some_and(|known| target.is_met(known.mean)),
                known,
            }
        })
        .collect()
    }

    pub(super) fn to_value(&self) -> Value {
        let mut value = self
            .known
            .map_or_else(|| json!({ "n": 0, "mean": null }), |known| known.to_value());
        value["measure"] = json!(self.measure);
        value["met"] = json!(self.is_met);
        value
    }
}

impl Worse {
    fn to_value(&self) -> Value {
        json!({
            "measure": self.measure,
            "from": self.limits.0,
            "to": self.limits.1,
            "mean_from": self.means.0,
            "mean_to": self.means.1,
            "pairs": self.pairs,
            "message": self.message,
        })
    }
}

fn figures(figures: &[Figure]) -> Value {
    figures.iter().map(Figure::to_value).collect()
}
