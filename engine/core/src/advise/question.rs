//! Question to the advisor: a scenario, targets and the precision of the answer.

use serde_json::{Map, Value, json};

use super::link::Link;
use super::scaled::Scale;
use super::settling::{self, Length};
use super::target::{self, Target};
use crate::scenario::{Problem, Problems, Scenario, complete, patch};
use crate::spec::problem::printable;

/// A question whose every field has been checked, the figures of its targets apart.
#[derive(Clone, Debug)]
pub struct Question {
    /// The scenario, complete, without edits: they belong to one run's buffer.
    pub(super) document: Value,
    pub(super) link: Link,
    pub(super) targets: Vec<Target>,
    /// Smallest and largest limit that is tried.
    pub(super) range: (u64, u64),
    pub(super) replications: u64,
    pub(super) checks: u64,
    pub(super) precision: f64,
    pub(super) confidence: f64,
    /// The value in the scenario.
    pub(super) seed: u64,
    /// Ids and numbers of the groups of TCP that cross the link.
    pub(super) groups: Vec<(String, u32)>,
    /// Length of the runs, the shortest that is enough for their flows, and the one to run.
    pub(super) length: Length,
    pub(super) enough: Length,
    pub(super) ample: Length,
    /// Packets of a run, if its links are busy.
    pub(super) packets: f64,
    /// A smaller network that says where to begin, if runs are long.
    pub(super) scale: Option<Scale>,
}

const FIELDS: &str = "scenario, targets, set, bottleneck, from, to, long_enough, replications, checks, precision, confidence";

impl Question {
    /// Reads a question from JSON:
    ///
    /// ```json
    /// { "scenario": { … }, "targets": ["utilization=98%", "loss.udp=2.5%"],
    ///   "set": [ { "path", "value" } ], "bottleneck": "r0",
    ///   "from": 1, "to": 1000, "long_enough": true, "replications": 3, "checks": 5, "precision": 1.1, "confidence": 0.95 }
    /// ```
    ///
    /// Only the first two are needed. `bottleneck`: the first. `from`, `to`: smallest and largest limit, in the unit in which
    /// the queue counts its own; a full packet, and twice the bandwidth–delay product or what is there now.
    /// `long_enough`: whether the duration and the warm-up are replaced by those in which the flows settle; false.
    /// `replications`: seeds at the sizes that matter, 2 to 100. `checks`: seeds of the check, 3 to 1,000. `precision`: the
    /// answer is at most so many times a size that failed, above 1 to 10. `confidence`: 0.5 to 0.999.
    ///
    /// # Errors
    /// Everything that is not accepted, with its path.
    pub fn from_value(value: Value) -> Result<Question, Problems> {
        let Value::Object(mut fields) = value else {
            let accepted = format!("a question with {FIELDS}");
            return Err(Problem::refused("", accepted, &value).into());
        };
        let missing = || Problems::one("scenario", "is missing");
        let mut document = complete::complete(fields.remove("scenario").ok_or_else(missing)?)?;
        if let Some(set) = fields.remove("set") {
            let patches = patch::patches_from_json(&set.to_string())?;
            patch::apply(&mut document, &patches)?;
        }
        document["edits"] = Value::Array(Vec::new());
        let mut scenario = Scenario::from_value(document.clone())?;
        let index = bottleneck(&scenario, fields.remove("bottleneck"))?;
        let link = Link::of(&scenario, &document, index)?;
        let enough = Length::enough(&scenario, &link);
        let ample = Length::ample(&scenario, &link);
        if flag(&mut fields, "long_enough")? {
            (scenario.warmup_s, scenario.duration_s) = (ample.warmup_s, ample.duration_s);
            document["warmup_s"] = json!(ample.warmup_s);
            document["duration_s"] = json!(ample.duration_s);
        }
        let targets = fields.remove("targets").unwrap_or_default();
        let targets = target::list(&targets, &link.id)?;
        let question = Question {
            scale: Scale::of(&scenario, &document, &link, &targets),
            packets: settling::packets(&scenario, &link, scenario.duration_s),
            length: Length::of(&scenario),
            enough,
            ample,
            targets,
            range: range(&mut fields, &link)?,
            replications: whole(&mut fields, "replications", 3, (2, 100))?,
            checks: whole(&mut fields, "checks", 5, (3, 1000))?,
            precision: number(&mut fields, "precision", 1.1, (1.001, 10.0))?,
            confidence: number(&mut fields, "confidence", 0.95, (0.5, 0.999))?,
            seed: scenario.seed,
            groups: link.groups(&scenario),
            link,
            document,
        };
        match fields.keys().next() {
            None => Ok(question),
            Some(name) => {
                let message = format!("unknown field; accepted fields: {FIELDS}");
                Err(Problems::one(printable(name), message))
            }
        }
    }

    /// The link whose buffer is asked for.
    #[must_use]
    pub fn link(&self) -> &Link {
        &self.link
    }

    /// Returns the targets of the question.
    #[must_use]
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }
}

fn bottleneck(scenario: &Scenario, wanted: Option<Value>) -> Result<usize, Problems> {
    let Some(wanted) = wanted else { return Ok(0) };
    let ids = scenario.bottlenecks.iter().map(|bottleneck| &bottleneck.id);
    let found = ids.clone().position(|id| wanted.as_str() == Some(id));
    found.ok_or_else(|| {
        let ids: Vec<&str> = ids.map(String::as_str).collect();
        let accepted = format!("one of {}", ids.join(", "));
        Problem::refused("bottleneck", accepted, &wanted).into()
    })
}

fn range(fields: &mut Map<String, Value>, link: &Link) -> Result<(u64, u64), Problem> {
    let most = if link.in_bytes {
        1_000_000_000_000
    } else {
        10_000_000
    };
    let product = link.limit_of(2.0 * link.bdp_bytes().unwrap_or(0.0));
    let to = product.max(link.limit).max(link.step() * 100);
    let to = whole(fields, "to", to.min(most), (1, most))?;
    let from = whole(fields, "from", link.step().min(to), (1, to))?;
    Ok((from, to))
}

pub(super) fn whole(
    fields: &mut Map<String, Value>,
    name: &str,
    default: u64,
    (least, most): (u64, u64),
) -> Result<u64, Problem> {
    let Some(value) = fields.remove(name) else {
        return Ok(default);
    };
    let accepted = value.as_u64().filter(|n| (least..=most).contains(n));
    let range = format_args!("a whole number from {least} to {most}");
    accepted.ok_or_else(|| Problem::refused(name, range, &value))
}

fn flag(fields: &mut Map<String, Value>, name: &str) -> Result<bool, Problem> {
    let value = fields.remove(name).unwrap_or(Value::Bool(false));
    value
        .as_bool()
        .ok_or_else(|| Problem::refused(name, "true or false", &value))
}

fn number(
    fields: &mut Map<String, Value>,
    name: &str,
    default: f64,
    (least, most): (f64, f64),
) -> Result<f64, Problem> {
    let Some(value) = fields.remove(name) else {
        return Ok(default);
    };
    let accepted = value.as_f64().filter(|n| (least..=most).contains(n));
    let range = format_args!("a number from {least} to {most}");
    accepted.ok_or_else(|| Problem::refused(name, range, &value))
}
