//! Conditions: which points of a study are run.
//!
//! A condition compares a field with a value in its unit, or with a multiple of another field:
//! `groups.udp.traffic.rate_bps < 50 Mb/s`, `bottlenecks.r0.queue.limit_packets <= 2 * groups.tcp.count`,
//! `groups.tcp.traffic.congestion_control.kind != cubic`. All conditions of a study must hold. An impossible
//! comparison, for example of a word with `<`, does not hold.

use serde_json::Value;

use crate::scenario::Problem;
use crate::scenario::path::{self, value_from_text};
use crate::spec::decimal::decimal;
use crate::spec::problem::printable;

/// A comparison of a field with a value or with another field.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    left: String,
    comparison: &'static Comparison,
    right: Side,
}

#[derive(Clone, Debug, PartialEq)]
enum Side {
    Value(Value),
    Field { factor: f64, path: String },
}

/// Sign of a comparison, and the orderings for which it holds.
#[derive(Debug, PartialEq)]
struct Comparison {
    sign: &'static str,
    less: bool,
    equal: bool,
    greater: bool,
}

const fn comparison(sign: &'static str, [less, equal, greater]: [bool; 3]) -> Comparison {
    Comparison {
        sign,
        less,
        equal,
        greater,
    }
}

/// Longer signs first, since shorter ones are parts of them.
static COMPARISONS: &[Comparison] = &[
    comparison("<=", [true, true, false]),
    comparison(">=", [false, true, true]),
    comparison("!=", [true, false, true]),
    comparison("<", [true, false, false]),
    comparison(">", [false, false, true]),
    comparison("=", [false, true, false]),
];

impl Condition {
    /// Reads condition `position` of a list, for a complete document.
    ///
    /// # Errors
    /// Returns a problem if the text is not a comparison, the field does not exist or the value does not suit it.
    pub fn from_text(document: &Value, text: &str, position: usize) -> Result<Condition, Problem> {
        let wrong = |message: String| Problem::new(format!("where.{position}"), message);
        let split = |sign: &'static Comparison| Some((sign, text.split_once(sign.sign)?));
        let Some((comparison, (left, right))) = COMPARISONS.iter().find_map(split) else {
            let message = format!(
                "must be path < value or path < 0.5 * path, with <, <=, >, >=, = or !=; got {text:.80?}"
            );
            return Err(wrong(message));
        };
        let (left, right) = (left.trim(), right.trim());
        for field in [Some(left), multiple(document, right).map(|(_, path)| path)] {
            if let Some(field) = field
                && path::value_at(document, field).is_none()
            {
                return Err(wrong(format!(
                    "{} is not a field of the scenario",
                    printable(field)
                )));
            }
        }
        let right = match multiple(document, right) {
            Some((factor, path)) => Side::Field {
                factor,
                path: path.to_owned(),
            },
            None => Side::Value(
                value_from_text(document, left, right).map_err(|problem| wrong(problem.message))?,
            ),
        };
        Ok(Condition {
            left: left.to_owned(),
            comparison,
            right,
        })
    }

    /// Returns whether the condition holds for a complete document.
    #[must_use]
    pub fn holds(&self, document: &Value) -> bool {
        let Some(left) = path::value_at(document, &self.left) else {
            return false;
        };
        let order = match &self.right {
            Side::Value(right) => order(left, right),
            Side::Field { factor, path } => path::value_at(document, path).and_then(|right| {
                // Words have no multiples, but can be equal.
                match right.as_f64() {
                    Some(right) => left.as_f64()?.partial_cmp(&(factor * right)),
                    None => order(left, right),
                }
            }),
        };
        let Comparison {
            less,
            equal,
            greater,
            sign,
        } = *self.comparison;
        match order {
            Some(order) if order.is_lt() => less,
            Some(order) if order.is_gt() => greater,
            Some(_) => equal,
            None => sign == "!=",
        }
    }
}

/// Reads `path`, `factor * path` or `path * factor`; `None` if the text is a value.
fn multiple<'a>(document: &Value, text: &'a str) -> Option<(f64, &'a str)> {
    let Some((a, b)) = text.split_once('*') else {
        let is_field = text.contains('.') && decimal(text).is_none();
        let is_path = is_field && path::value_at(document, text).is_some();
        return is_path.then_some((1.0, text));
    };
    let (a, b) = (a.trim(), b.trim());
    let (factor, path) = match (decimal(a), decimal(b)) {
        (Some(factor), None) => (factor, b),
        (None, Some(factor)) => (factor, a),
        _ => return None,
    };
    Some((factor, path))
}

fn order(left: &Value, right: &Value) -> Option<std::cmp::Ordering> {
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left.partial_cmp(&right),
        _ => (left == right).then_some(std::cmp::Ordering::Equal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;
    use crate::scenario::Scenario;

    fn holds(text: &str) -> Result<bool, String> {
        let preset = presets::find("anomaly").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let document = scenario.to_value();
        let condition = Condition::from_text(&document, text, 2);
        condition
            .map(|c| c.holds(&document))
            .map_err(|p| p.to_string())
    }

    #[test]
    fn fields_are_compared_with_values_and_with_each_other() {
        for (text, expected) in [
            ("bottlenecks.r0.rate_bps = 100 Mb/s", true),
            ("bottlenecks.0.rate_bps != 100 Mb/s", false),
            (
                "groups.udp.traffic.rate_bps <= 0.05 * bottlenecks.r0.rate_bps",
                true,
            ),
            (
                "groups.udp.traffic.rate_bps<bottlenecks.r0.rate_bps*0.05",
                false,
            ),
            ("groups.tcp.count >= groups.udp.count", true),
            ("groups.tcp.traffic.kind = tcp", true),
            ("groups.tcp.traffic.kind != tcp", false),
            ("groups.tcp.traffic.kind != poisson", true),
            ("groups.tcp.traffic.kind < tcp", false),
        ] {
            assert_eq!(holds(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn errors_of_conditions_name_what_is_accepted() {
        for (text, part) in [
            ("", "must be path < value"),
            ("groups.tcp.count", "must be path < value"),
            (
                "groups.absent.count < 3",
                "groups.absent.count is not a field",
            ),
            (
                "groups.tcp.count < 2 * groups.absent.count",
                "groups.absent.count is not a field",
            ),
            ("bottlenecks.r0.rate_bps < 3 s", "Mb/s"),
        ] {
            let message = holds(text).expect_err(text);
            assert!(
                message.starts_with("where.2: ") && message.contains(part),
                "{text}: {message}"
            );
        }
    }
}
