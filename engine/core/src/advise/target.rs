//! Targets of a buffer: bounds of measures of the summary.

use serde_json::{Value, json};

use crate::observe::measures;
use crate::scenario::{Problem, limits};
use crate::spec::problem::printable;
use crate::spec::{Unit, units};

/// From which side a figure is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The figure must be this or more.
    AtLeast,
    /// The figure must be this or less.
    AtMost,
}

/// A figure and its bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Path into the summary, such as `bottlenecks.r0.loss.udp`.
    pub measure: String,
    /// Direction of the bound.
    pub bound: Bound,
    /// The bound, in the unit of the figure.
    pub value: f64,
}

/// Figures of which more is better; of all others less is.
const MORE_IS_BETTER: [&str; 9] = [
    "utilization",
    "throughput_bps",
    "goodput_bps",
    "jain_index",
    "transfers.completed",
    "packets_forwarded",
    "mos",
    "qoo",
    "rpm",
];

impl Target {
    /// Reads `utilization=98 %`, `loss.udp<=0.025` or `groups.tcp.goodput_bps>=9 Mb/s`. A name without an owner is a figure
    /// of the bottleneck with the id `bottleneck`; with `=` the side is the one that people mean: at least of utilization,
    /// rates, fairness and completed transfers, at most of losses, delays and queues.
    ///
    /// # Errors
    /// What cannot be read, with what is accepted. Whether there is such a figure shows only a summary.
    pub fn from_text(text: &str, bottleneck: &str) -> Result<Target, Problem> {
        let at = text.find(['=', '<', '>']).ok_or_else(|| {
            let message =
                "must be name=value, name>=value or name<=value, for example utilization=98%";
            problem(text, message.to_owned())
        })?;
        let name = text[..at].trim();
        let sign = &text[at..text.len() - text[at..].trim_start_matches(['=', '<', '>']).len()];
        let bound = match sign {
            "=" if MORE_IS_BETTER.iter().any(|id| is_named(name, id)) => Bound::AtLeast,
            ">=" | ">" => Bound::AtLeast,
            "=" | "<=" | "<" => Bound::AtMost,
            _ => {
                return Err(problem(
                    text,
                    "needs =, >= or <= before the value".to_owned(),
                ));
            }
        };
        let measure = full(name, bottleneck);
        let unit = unit(&measure).ok_or_else(|| no_figure(name))?;
        let value = units::parse(&text[at + sign.len()..], unit);
        let value = value.map_err(|message| problem(name, message))?;
        let (accepted, most) = match unit {
            Unit::Ratio => ("a share from 0 to 1, or 0 to 100 %", 1.0),
            _ => ("a number of at least 0", f64::MAX),
        };
        if !(0.0..=most).contains(&value) {
            return Err(problem(name, format!("must be {accepted}, got {value}")));
        }
        Ok(Target {
            measure,
            bound,
            value,
        })
    }

    /// Returns whether a value meets the target.
    #[must_use]
    pub fn is_met(&self, value: f64) -> bool {
        match self.bound {
            Bound::AtLeast => value >= self.value,
            Bound::AtMost => value <= self.value,
        }
    }

    /// By how much `other` is worse than `one`, in the unit of the figure; negative: it is better.
    #[must_use]
    pub fn loss(&self, one: f64, other: f64) -> f64 {
        match self.bound {
            Bound::AtLeast => one - other,
            Bound::AtMost => other - one,
        }
    }

    /// By what share of the bound a value misses the target; negative: by what share it is better than the bound.
    #[must_use]
    pub fn miss(&self, value: f64) -> f64 {
        self.loss(self.value, value) / self.value.abs().max(f64::MIN_POSITIVE)
    }

    /// Returns the JSON form: `{ "measure", "at_least" | "at_most" }`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let side = match self.bound {
            Bound::AtLeast => "at_least",
            Bound::AtMost => "at_most",
        };
        json!({ "measure": self.measure, side: self.value })
    }

    /// Whether its figure is a share of a link's packets or time, which a smaller network has too.
    pub(super) fn is_share(&self) -> bool {
        self.unit() == Unit::Ratio && self.measure.starts_with("bottlenecks.")
    }

    /// The unit of its figure.
    #[must_use]
    pub fn unit(&self) -> Unit {
        unit(&self.measure).unwrap_or(Unit::None)
    }
}

/// Reads a list of targets, each as text.
pub(super) fn list(value: &Value, bottleneck: &str) -> Result<Vec<Target>, Problem> {
    let texts = value.as_array().filter(|list| !list.is_empty());
    let texts = texts.ok_or_else(|| {
        let message = r#"must be a list of at least one target, for example ["utilization=98%"]"#;
        Problem::new("targets", message)
    })?;
    if texts.len() > limits::MEASURES {
        let message = format!("has {}; the maximum is {}", texts.len(), limits::MEASURES);
        return Err(Problem::new("targets", message));
    }
    let read = |(i, text): (usize, &Value)| {
        let text = text.as_str().ok_or_else(|| {
            Problem::new(
                format!("targets.{i}"),
                "must be text, for example \"utilization=98%\"",
            )
        })?;
        Target::from_text(text, bottleneck)
    };
    texts.iter().enumerate().map(read).collect()
}

/// Returns whether `name` is the id of a measure or ends in a dot and this id.
fn is_named(name: &str, id: &str) -> bool {
    name.strip_suffix(id)
        .is_some_and(|owner| owner.is_empty() || owner.ends_with('.'))
}

fn full(name: &str, bottleneck: &str) -> String {
    let is_owned = ["bottlenecks.", "edges.", "groups."]
        .iter()
        .any(|list| name.starts_with(list));
    let of_run = measures::RUN.iter().any(|row| row.id == name);
    if is_owned || of_run {
        name.to_owned()
    } else {
        format!("bottlenecks.{bottleneck}.{name}")
    }
}

/// The unit of the measure that a path ends in; `None` if there is no such measure.
fn unit(path: &str) -> Option<Unit> {
    measures::units()
        .filter(|(id, _)| is_named(path, id))
        .max_by_key(|(id, _)| id.len())
        .map(|(_, unit)| unit)
}

fn no_figure(name: &str) -> Problem {
    let known = measures::link::LINK.iter().map(|row| row.id);
    let known: Vec<&str> = known.collect();
    let message = format!("is not a measure; a bottleneck has {}", known.join(", "));
    problem(name, message)
}

fn problem(text: &str, message: String) -> Problem {
    Problem::new(format!("target {}", printable(text)), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Bound, f64) {
        let target = Target::from_text(text, "r0").expect(text);
        (target.measure, target.bound, target.value)
    }

    #[test]
    fn targets_are_parsed_from_text() {
        let of = |measure: &str, bound, value| (measure.to_owned(), bound, value);
        let utilization = "bottlenecks.r0.utilization";
        assert_eq!(
            read("utilization=98%"),
            of(utilization, Bound::AtLeast, 0.98)
        );
        assert_eq!(
            read("utilization <= 0.9"),
            of(utilization, Bound::AtMost, 0.9)
        );
        let loss = "bottlenecks.r0.loss.udp";
        assert_eq!(read("loss.udp = 2.5 %"), of(loss, Bound::AtMost, 0.025));
        let delay = "bottlenecks.r0.queue_delay_s.p99";
        assert_eq!(
            read("queue_delay_s.p99=10 ms"),
            of(delay, Bound::AtMost, 0.01)
        );
        let goodput = "groups.tcp.goodput_bps";
        assert_eq!(
            read("groups.tcp.goodput_bps>=9 Mb/s"),
            of(goodput, Bound::AtLeast, 9e6)
        );
        let mine = "bottlenecks.r0.reverse.utilization";
        assert_eq!(
            read("bottlenecks.r0.reverse.utilization=.5"),
            of(mine, Bound::AtLeast, 0.5)
        );
    }

    #[test]
    fn errors_of_targets_name_what_is_accepted() {
        for (text, expected) in [
            ("utilization", "must be name=value"),
            (
                "usage=98%",
                "is not a measure; a bottleneck has utilization",
            ),
            ("utilization=much", "is not valid"),
            ("utilization=>1", "needs =, >= or <="),
            ("loss.udp=10 ms", "is not valid"),
            ("utilization=1e308", "must be a share from 0 to 1"),
            ("utilization=-5", "must be a share from 0 to 1"),
            ("utilization=98", "must be a share from 0 to 1"),
            ("queue_delay_s.p99=-1 ms", "must be a number of at least 0"),
        ] {
            let problem = Target::from_text(text, "r0").expect_err(text);
            assert!(problem.message.contains(expected), "{problem}");
        }
    }
}
