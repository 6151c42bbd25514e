//! Result of a comparison: each remedy with its figures and how it compares with the best.

use serde_json::{Value, json};

use super::super::answer::Figure;
use super::super::certainty::{self, Doubt};
use super::super::link::Link;
use super::super::policed::Policed;
use super::super::settling::Length;
use super::super::target::Target;
use super::{Remedies, Remedy, linux};

/// How a remedy compares with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is the best, by the means.
    Best,
    /// It is surely not worse by a notable amount.
    AsGood,
    /// It is surely worse.
    Worse,
    /// The runs do not tell it from the best.
    Open,
    /// One of its runs has no figure.
    Unknown,
}

impl Standing {
    /// Returns its name in results.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Standing::Best => "best",
            Standing::AsGood => "as_good",
            Standing::Worse => "worse",
            Standing::Open => "open",
            Standing::Unknown => "unknown",
        }
    }
}

/// A remedy with its results.
#[derive(Clone, Debug)]
pub struct Row {
    /// Remedy with its queue.
    pub remedy: Remedy,
    /// How it compares with the best one.
    pub standing: Standing,
    /// One for each target.
    pub figures: Vec<Figure>,
}

/// Result of a comparison, complete or so far.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Link whose queue is changed.
    pub link: Link,
    /// Targets that the question requests, the most important first.
    pub targets: Vec<Target>,
    /// Remedies that have been run, the best first.
    pub rows: Vec<Row>,
    /// Joint confidence that remedies which count as worse are worse; `None` for a preliminary comparison.
    pub confidence: Option<f64>,
    /// Reasons for which the comparison is preliminary.
    pub doubts: Vec<Doubt>,
    /// Length of the runs.
    pub length: Length,
    /// Length with which the comparison is not preliminary.
    pub long_enough: Length,
    /// Number of completed runs.
    pub runs: u64,
    /// Why the first run that failed did.
    pub failed: Option<String>,
}

impl Comparison {
    pub(super) fn new(remedies: &Remedies, order: &[u64], standings: &[Standing]) -> Comparison {
        let question = &remedies.question;
        let targets = &question.targets;
        let doubts = certainty::of_length(question.length, question.enough);
        let row = |(&key, &standing): (&u64, &Standing)| Row {
            remedy: remedies.candidates[key as usize].clone(),
            standing,
            figures: Figure::all(&remedies.known, key, targets),
        };
        Comparison {
            link: question.link.clone(),
            targets: targets.clone(),
            rows: order.iter().zip(standings).map(row).collect(),
            confidence: doubts.is_empty().then_some(question.confidence),
            doubts,
            length: question.length,
            long_enough: question.ample,
            runs: remedies.runs,
            failed: remedies.failed.clone(),
        }
    }

    /// Returns the JSON form: `{ "engine", "bottleneck", "path", "policer", "targets", "confidence", "preliminary",
    /// "length", "long_enough", "best", "meets_targets", "remedies", "warnings", "runs" }`, see
    /// [`Advice::to_value`](super::super::Advice::to_value). A remedy is `{ "id", "label", "source", "standing", "met", "queue", "packets",
    /// "bytes", "drain_s", "tc", "figures" }`, `standing` one of `best`, `as_good`, `worse`, `open` (not distinguished) and
    /// `unknown`. `best` is the id of the first one.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let best = self.rows.first();
        json!({
            "engine": env!("CARGO_PKG_VERSION"),
            "bottleneck": self.link.id,
            "path": self.link.queue_path(),
            "policer": self.link.policed.as_ref().map(Policed::to_value),
            "targets": self.targets.iter().map(Target::to_value).collect::<Vec<_>>(),
            "confidence": self.confidence,
            "preliminary": self.doubts.iter().map(Doubt::to_value).collect::<Vec<_>>(),
            "length": self.length.to_value(),
            "long_enough": self.long_enough.to_value(),
            "best": best.map(|row| row.remedy.id),
            "meets_targets": best.map(Row::is_met),
            "remedies": self.rows.iter().map(|row| self.row(row)).collect::<Vec<_>>(),
            "warnings": self.warnings(),
            "runs": self.runs,
        })
    }

    /// Returns the warnings about the comparison.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let failed = self.failed.iter();
        let failed =
            failed.map(|error| format!("A run failed, so its remedy is not compared: {error}"));
        let equal = "All seeds give the same results, since nothing in this scenario is random: intervals of 0 say \
            nothing about other starts. Give flows random starts or delays.";
        let equal = self.is_same_for_all_seeds().then(|| equal.to_owned());
        let policed = self.link.policed.as_ref().map(Policed::message);
        failed.chain(equal).chain(policed).collect()
    }

    /// Whether no figure differs between seeds.
    fn is_same_for_all_seeds(&self) -> bool {
        let figures = self.rows.iter().flat_map(|row| &row.figures);
        let mut known = figures.filter_map(|figure| figure.known).peekable();
        known.peek().is_some() && known.all(|known| known.n > 1 && known.min == known.max)
    }

    /// Capacity of a remedy's queue: the limit, packets of full size, bytes and the time in which they leave.
    #[must_use]
    pub fn capacity(&self, remedy: &Remedy) -> Option<Capacity> {
        let packets = remedy.queue["limit_packets"].as_u64();
        let bytes = match packets {
            Some(packets) => packets as f64 * self.link.packet_bytes,
            None => remedy.queue["limit_bytes"].as_f64()?,
        };
        Some(Capacity {
            packets: bytes / self.link.packet_bytes,
            bytes,
            drain_s: 8.0 * bytes / self.link.rate_bps,
        })
    }

    fn row(&self, row: &Row) -> Value {
        let capacity = self.capacity(&row.remedy);
        json!({
            "id": row.remedy.id,
            "label": row.remedy.label,
            "source": row.remedy.source,
            "standing": row.standing.id(),
            "met": row.is_met(),
            "queue": row.remedy.queue,
            "packets": capacity.map(|size| size.packets),
            "bytes": capacity.map(|size| size.bytes),
            "drain_s": capacity.map(|size| size.drain_s),
            "tc": row.tc(),
            "figures": row.figures.iter().map(Figure::to_value).collect::<Vec<_>>(),
        })
    }
}

/// Room of a queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capacity {
    /// Packets of full size.
    pub packets: f64,
    /// Bytes on the wire.
    pub bytes: f64,
    /// Time in which a full queue leaves, seconds.
    pub drain_s: f64,
}

impl Row {
    /// Returns whether all means meet the targets.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.figures.iter().all(|figure| figure.is_met)
    }

    /// Returns the line of Linux that sets the queue; `None` where Linux has none.
    #[must_use]
    pub fn tc(&self) -> Option<String> {
        linux::tc(&self.remedy.queue)
    }
}
