//! Statements of claims about quantities and curves, and their evaluation.
//!
//! In JSON a statement is an object with one name: `{"between": [q, 8, 14]}`, `{"near": {"of": q, "to": 93, "within": 1.5}}`,
//! `{"falls": {"curve": "loss", "to": 8}}`, `{"all": [ … ]}`. If a quantity has no value,
//! neither the statement nor its opposite holds.
//!
//! A comparison is decided by the 95 % confidence interval of its margin over the replications: it holds if the whole
//! interval meets the bound, fails if no part of it does, and is undecided in between. One replication has no interval
//! and decides by its value.

use serde::Deserialize;

use crate::curve::{Curves, Expr, View};
use crate::format::{measured, number, precise, with_unit};
use crate::quantity::{Measured, Quantity, Reading, range, within_range};

/// Statement about quantities or curves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Statement {
    /// First quantity between the second and the third.
    Between(Quantity, Quantity, Quantity),
    /// Quantity near a given value.
    Near(Near),
    /// First quantity not below the second.
    AtLeast(Quantity, Quantity),
    /// First quantity not above the second.
    AtMost(Quantity, Quantity),
    /// First quantity above the second.
    Above(Quantity, Quantity),
    /// First quantity below the second.
    Below(Quantity, Quantity),
    /// Each quantity above the one before it.
    Increasing(Vec<Quantity>),
    /// Each quantity below the one before it.
    Decreasing(Vec<Quantity>),
    /// Curve that ends below its first value and does not rise in between.
    Falls(Trend),
    /// Curve that ends above its first value and does not fall in between.
    Rises(Trend),
    /// Curve that does not rise.
    NeverRises(Trend),
    /// Curve that does not fall.
    NeverFalls(Trend),
    /// All of these statements.
    All(Vec<Statement>),
    /// At least one of these statements.
    Any(Vec<Statement>),
    /// Opposite of a statement.
    Not(Box<Statement>),
}

/// Quantity near a given value; either `within` or `share` is given.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// Quantity that is compared.
    pub of: Quantity,
    /// Expected value of the quantity.
    pub to: Quantity,
    /// Largest deviation, in the unit of the quantity.
    pub within: Option<f64>,
    /// Largest deviation, as a share of the expected value.
    pub share: Option<f64>,
}

/// Trend over a range of a curve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trend {
    /// Curve of the trend.
    pub curve: Expr,
    /// First x of the range; `None` for the first x of the curve.
    pub from: Option<f64>,
    /// Last x of the range; `None` for the last x of the curve.
    pub to: Option<f64>,
    /// Largest step in the other direction that counts as chance, in standard errors over the replications.
    #[serde(default = "two")]
    pub errors: f64,
    /// Largest step in the other direction that is ignored, as a share of the value.
    #[serde(default)]
    pub slack: f64,
}

/// Outcome of a statement for given curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The statement holds for all values in the confidence intervals.
    Holds,
    /// The statement holds for no value in the confidence intervals.
    Fails,
    /// A confidence interval contains the bound: more replications are needed.
    Undecided,
    /// A quantity has no value, for example beyond the last point of its curve.
    Unknown,
}

/// Result of evaluating a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Outcome of the evaluation.
    pub outcome: Outcome,
    /// Text with the numbers on which the outcome is based.
    pub found: String,
}

impl Statement {
    /// Evaluates the statement for these curves.
    #[must_use]
    pub fn check(&self, curves: &Curves) -> Checked {
        match self {
            Statement::Between(of, low, high) => {
                compare(curves, &[of, low, high], &[(of, low), (high, of)], false)
            }
            Statement::Near(near) => near.check(curves),
            Statement::AtLeast(a, b) => compare(curves, &[a, b], &[(a, b)], false),
            Statement::AtMost(a, b) => compare(curves, &[a, b], &[(b, a)], false),
            Statement::Above(a, b) => compare(curves, &[a, b], &[(a, b)], true),
            Statement::Below(a, b) => compare(curves, &[a, b], &[(b, a)], true),
            Statement::Increasing(all) => {
                let steps: Vec<_> = all.windows(2).map(|two| (&two[1], &two[0])).collect();
                compare(curves, &all.iter().collect::<Vec<_>>(), &steps, true)
            }
            Statement::Decreasing(all) => {
                let steps: Vec<_> = all.windows(2).map(|two| (&two[0], &two[1])).collect();
                compare(curves, &all.iter().collect::<Vec<_>>(), &steps, true)
            }
            Statement::Falls(trend) => trend.check(curves, -1.0, true),
            Statement::Rises(trend) => trend.check(curves, 1.0, true),
            Statement::NeverRises(trend) => trend.check(curves, -1.0, false),
            Statement::NeverFalls(trend) => trend.check(curves, 1.0, false),
            Statement::All(all) => together(all, curves, Outcome::all),
            Statement::Any(all) => together(all, curves, Outcome::any),
            Statement::Not(other) => {
                let checked = other.check(curves);
                let outcome = checked.outcome.opposite();
                Checked { outcome, ..checked }
            }
        }
    }

    /// Returns the curves of the statement.
    #[must_use]
    pub fn curves(&self) -> Vec<&Expr> {
        match self {
            Statement::Between(a, b, c) => [a.curves(), b.curves(), c.curves()].concat(),
            Statement::Near(near) => [near.of.curves(), near.to.curves()].concat(),
            Statement::AtLeast(a, b)
            | Statement::AtMost(a, b)
            | Statement::Above(a, b)
            | Statement::Below(a, b) => [a.curves(), b.curves()].concat(),
            Statement::Increasing(all) | Statement::Decreasing(all) => {
                all.iter().flat_map(Quantity::curves).collect()
            }
            Statement::Falls(trend)
            | Statement::Rises(trend)
            | Statement::NeverRises(trend)
            | Statement::NeverFalls(trend) => vec![&trend.curve],
            Statement::All(all) | Statement::Any(all) => {
                all.iter().flat_map(Statement::curves).collect()
            }
            Statement::Not(other) => other.curves(),
        }
    }
}

impl Outcome {
    /// Returns the outcome of a conjunction: a failing part decides, then an unknown one.
    fn all(parts: &[Outcome]) -> Outcome {
        use Outcome::{Fails, Holds, Undecided, Unknown};
        let order = [Fails, Unknown, Undecided];
        order
            .into_iter()
            .find(|outcome| parts.contains(outcome))
            .unwrap_or(Holds)
    }

    /// Returns the outcome of a disjunction: a holding part decides, then one that may hold.
    fn any(parts: &[Outcome]) -> Outcome {
        use Outcome::{Fails, Holds, Undecided, Unknown};
        let order = [Holds, Undecided, Unknown];
        order
            .into_iter()
            .find(|outcome| parts.contains(outcome))
            .unwrap_or(Fails)
    }

    fn opposite(self) -> Outcome {
        match self {
            Outcome::Holds => Outcome::Fails,
            Outcome::Fails => Outcome::Holds,
            other => other,
        }
    }
}

impl Near {
    fn check(&self, curves: &Curves) -> Checked {
        let values = self
            .of
            .value(curves, View::Mean)
            .zip(self.to.value(curves, View::Mean));
        let (Some((of, to)), Some(margin)) = (values, margin(curves, &self.of, &self.to)) else {
            let (outcome, found) = (Outcome::Unknown, describe_value(curves, &self.of));
            return Checked { outcome, found };
        };
        let far = self.within.unwrap_or(0.0) + self.share.unwrap_or(0.0) * to.abs();
        let half_width = self
            .of
            .measured(curves)
            .and_then(|measured| measured.half_width);
        let found = match half_width {
            Some(half_width) if half_width > 0.0 => describe_value(curves, &self.of),
            _ => {
                let unit = self.of.unit(curves);
                let value = format!("{} {unit}", precise(of, far));
                format!("{}: {}", self.of.describe(curves), value.trim_end())
            }
        };
        Checked {
            outcome: Outcome::all(&[
                reaches(margin.value + far, margin.half_width, false),
                reaches(far - margin.value, margin.half_width, false),
            ]),
            found: format!("{found}, expected {}", self.expected(curves, to, far)),
        }
    }
}

impl Near {
    /// Formats the expected value and the deviation with the unit of the quantity.
    fn expected(&self, curves: &Curves, to: f64, far: f64) -> String {
        let unit = self.of.unit(curves);
        let text = format!("{} ± {} {unit}", precise(to, far), number(far));
        text.trim_end().to_owned()
    }
}

impl Trend {
    /// Checks that the curve does not fall (`sign` 1) or not rise (−1), and with `strictly` that its ends differ in this
    /// direction.
    fn check(&self, curves: &Curves, sign: f64, strictly: bool) -> Checked {
        let line = |view| within_range(curves.line(&self.curve, view), self.from, self.to);
        let means = line(View::Mean);
        let (units, label) = (curves.units(&self.curve), curves.label(&self.curve));
        let (Some(&(first_x, first)), Some(&(last_x, last))) = (means.first(), means.last()) else {
            let found = format!("{label} has no points there");
            return Checked {
                outcome: Outcome::Unknown,
                found,
            };
        };
        if means.len() < 2 {
            let found = format!("{label} has a single point there");
            return Checked {
                outcome: Outcome::Unknown,
                found,
            };
        }
        let count = curves.replications(&self.curve);
        let each: Vec<_> = (0..count)
            .map(|which| line(View::Replication(which)))
            .collect();
        let chance = self.errors * standard_error(&each, 0, means.len() - 1);
        let ends = if strictly {
            reaches(sign * (last - first), Some(chance), true)
        } else {
            Outcome::Holds
        };
        let mut turns_back = false;
        let mut found = format!(
            "{label} from {} at {} to {} at {}",
            with_unit(first, &units.0),
            with_unit(first_x, &units.1),
            with_unit(last, &units.0),
            with_unit(last_x, &units.1)
        );
        // The furthest point so far, and the worst step back from it.
        let mut best = 0;
        for at in 1..means.len() {
            if sign * (means[at].1 - means[best].1) >= 0.0 {
                best = at;
                continue;
            }
            let back = (means[at].1 - means[best].1).abs();
            let chance = self.errors * standard_error(&each, best, at);
            let counts = back > chance && back > self.slack * means[best].1.abs();
            if counts && !turns_back && ends != Outcome::Fails {
                turns_back = true;
                found += &format!(
                    ", but {} at {} and then {} at {}",
                    with_unit(means[best].1, &units.0),
                    with_unit(means[best].0, &units.1),
                    with_unit(means[at].1, &units.0),
                    with_unit(means[at].0, &units.1)
                );
            }
        }
        let range = if strictly {
            String::new()
        } else {
            range(curves, &self.curve, self.from, self.to)
        };
        let found = if !turns_back && !strictly {
            format!("{found}, monotonic{range}")
        } else {
            found
        };
        let outcome = if turns_back { Outcome::Fails } else { ends };
        Checked { outcome, found }
    }
}

/// Returns the standard error of the mean difference of two points over replications; 0 for fewer than two.
fn standard_error(each: &[Vec<(f64, f64)>], a: usize, b: usize) -> f64 {
    let differences = each
        .iter()
        .filter_map(|line| Some(line.get(b)?.1 - line.get(a)?.1));
    let differences: Vec<f64> = differences.collect();
    let n = differences.len() as f64;
    if differences.len() < 2 {
        return 0.0;
    }
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
    (squares / (n - 1.0) / n).sqrt()
}

/// Checks that the first of each pair reaches the second, or with `strictly` exceeds it. The text lists all quantities
/// except for constants.
fn compare(
    curves: &Curves,
    of: &[&Quantity],
    pairs: &[(&Quantity, &Quantity)],
    strictly: bool,
) -> Checked {
    let measured_ones = of
        .iter()
        .filter(|quantity| matches!(quantity, Quantity::Of(_)));
    let mut found: Vec<String> = measured_ones
        .map(|quantity| describe_value(curves, quantity))
        .collect();
    let mut parts = Vec::new();
    for (a, b) in pairs {
        let Some(Measured { value, half_width }) = margin(curves, a, b) else {
            parts.push(Outcome::Unknown);
            continue;
        };
        let part = reaches(value, half_width, strictly);
        let two_measured = matches!((a, b), (Quantity::Of(_), Quantity::Of(_)));
        if part == Outcome::Undecided && two_measured {
            let margin = measured(value, half_width, &a.unit(curves));
            found.push(format!(
                "{} − {}: {margin}",
                a.describe(curves),
                b.describe(curves)
            ));
        }
        parts.push(part);
    }
    Checked {
        outcome: Outcome::all(&parts),
        found: found.join("; "),
    }
}

/// Returns the first quantity minus the second, per replication; `None` if one of them has no value.
fn margin(curves: &Curves, a: &Quantity, b: &Quantity) -> Option<Measured> {
    let pair = Box::new((a.clone(), b.clone()));
    Quantity::Of(Box::new(Reading::Difference(pair))).measured(curves)
}

/// Checks that a margin is at least 0, or with `strictly` above 0, over its whole interval.
fn reaches(margin: f64, half_width: Option<f64>, strictly: bool) -> Outcome {
    let half_width = half_width.unwrap_or(0.0);
    let meets = |value: f64| if strictly { value > 0.0 } else { value >= 0.0 };
    match (meets(margin - half_width), meets(margin + half_width)) {
        (true, _) => Outcome::Holds,
        (false, true) => Outcome::Undecided,
        (false, false) => Outcome::Fails,
    }
}

fn together(all: &[Statement], curves: &Curves, outcome: fn(&[Outcome]) -> Outcome) -> Checked {
    let parts: Vec<Checked> = all.iter().map(|part| part.check(curves)).collect();
    let outcomes: Vec<Outcome> = parts.iter().map(|part| part.outcome).collect();
    let mut found: Vec<String> = Vec::new();
    for part in parts {
        if !found.contains(&part.found) {
            found.push(part.found);
        }
    }
    Checked {
        outcome: outcome(&outcomes),
        found: found.join("; "),
    }
}

fn describe_value(curves: &Curves, quantity: &Quantity) -> String {
    let words = quantity.describe(curves);
    match quantity.measured(curves) {
        Some(Measured { value, half_width }) => {
            let unit = quantity.unit(curves);
            format!("{words}: {}", measured(value, half_width, &unit))
        }
        None => format!("{words}: no value"),
    }
}

fn two() -> f64 {
    2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curve::testing::curves;

    fn anomaly() -> Curves {
        curves(&[
            (
                "loss",
                &[
                    (1.0, 9.0),
                    (8.0, 2.0),
                    (10.0, 3.0),
                    (30.0, 6.0),
                    (50.0, 5.0),
                ],
            ),
            (
                "high",
                &[
                    (1.0, 10.0),
                    (8.0, 3.0),
                    (10.0, 4.0),
                    (30.0, 7.0),
                    (50.0, 6.0),
                ],
            ),
        ])
    }

    fn outcome(json: &str) -> Outcome {
        let statement: Statement = serde_json::from_str(json).expect(json);
        statement.check(&anomaly()).outcome
    }

    #[test]
    fn each_statement_can_hold_and_fail() {
        for (yes, no) in [
            (
                r#"{"between": [{"argmin": {"curve": "loss"}}, 7, 9]}"#,
                r#"{"between": [{"argmin": {"curve": "loss"}}, 9, 12]}"#,
            ),
            (
                r#"{"near": {"of": {"min": {"curve": "loss"}}, "to": 2.2, "share": 0.1}}"#,
                r#"{"near": {"of": {"min": {"curve": "loss"}}, "to": 2.2, "within": 0.1}}"#,
            ),
            (
                r#"{"above": [{"min": {"curve": {"difference": ["high", "loss"]}}}, 0]}"#,
                r#"{"below": [{"min": {"curve": {"difference": ["high", "loss"]}}}, 0]}"#,
            ),
            (r#"{"at_least": [3, 3]}"#, r#"{"at_most": [3, 2]}"#),
            (
                r#"{"increasing": [1, 2, 3]}"#,
                r#"{"decreasing": [3, 2, 2]}"#,
            ),
            (
                r#"{"falls": {"curve": "loss", "to": 8}}"#,
                r#"{"falls": {"curve": "loss", "to": 10}}"#,
            ),
            (
                r#"{"rises": {"curve": "loss", "from": 8, "to": 30}}"#,
                r#"{"rises": {"curve": "loss", "from": 8, "to": 50}}"#,
            ),
            (
                r#"{"rises": {"curve": "loss", "from": 8, "to": 50, "slack": 0.2}}"#,
                r#"{"never_rises": {"curve": "loss"}}"#,
            ),
            (
                r#"{"never_rises": {"curve": "loss", "from": 30}}"#,
                r#"{"never_falls": {"curve": "loss", "from": 30}}"#,
            ),
            (
                r#"{"all": [{"above": [2, 1]}, {"not": {"above": [1, 2]}}]}"#,
                r#"{"all": [{"above": [2, 1]}, {"above": [1, 2]}]}"#,
            ),
            (
                r#"{"any": [{"above": [2, 1]}, {"above": [1, 2]}]}"#,
                r#"{"any": [{"above": [1, 2]}]}"#,
            ),
        ] {
            assert_eq!(outcome(yes), Outcome::Holds, "{yes}");
            assert_eq!(outcome(no), Outcome::Fails, "{no}");
        }
    }

    #[test]
    fn neither_a_statement_without_values_nor_its_opposite_holds() {
        for json in [
            r#"{"above": [{"min": {"curve": "none"}}, 0]}"#,
            r#"{"falls": {"curve": "none"}}"#,
            r#"{"falls": {"curve": "loss", "to": 1}}"#,
        ] {
            assert_eq!(outcome(json), Outcome::Unknown, "{json}");
            let opposite = format!(r#"{{"not": {json}}}"#);
            assert_eq!(outcome(&opposite), Outcome::Unknown, "{json}");
        }
    }

    #[test]
    fn a_step_back_within_the_standard_error_is_ignored() {
        let mut noisy = curves(&[("u", &[])]);
        let curve = noisy.0.get_mut("u").expect("it is there");
        for (x, values) in [(1.0, [5.0, 7.0]), (2.0, [5.5, 6.3]), (3.0, [7.0, 9.1])] {
            for value in values {
                curve.add(x, value);
            }
        }
        let check = |json: &str| {
            let statement: Statement = serde_json::from_str(json).expect(json);
            statement.check(&noisy).outcome
        };
        // The mean falls by 0.1 from 1 to 2, with a standard error of 0.6.
        assert_eq!(check(r#"{"rises": {"curve": "u"}}"#), Outcome::Holds);
        assert_eq!(
            check(r#"{"rises": {"curve": "u", "errors": 0}}"#),
            Outcome::Fails
        );
        // From 6.0 to 5.9 with that error says nothing of the ends.
        assert_eq!(
            check(r#"{"rises": {"curve": "u", "to": 2}}"#),
            Outcome::Undecided
        );
    }

    /// Four replications of 7, ± 1.6 at 95 % confidence (Student's t with three degrees of freedom: 3.18).
    #[test]
    fn an_interval_that_contains_the_bound_is_undecided() {
        let mut measured = curves(&[("u", &[]), ("v", &[])]);
        for (u, v) in [(6.0, 7.0), (8.0, 9.1), (6.0, 6.9), (8.0, 9.0)] {
            measured.0.get_mut("u").expect("it is there").add(1.0, u);
            measured.0.get_mut("v").expect("it is there").add(1.0, v);
        }
        let (u, v) = (
            r#"{"at": {"curve": "u", "x": 1}}"#,
            r#"{"at": {"curve": "v", "x": 1}}"#,
        );
        for (json, expected) in [
            (
                format!(r#"{{"near": {{"of": {u}, "to": 7, "within": 2}}}}"#),
                Outcome::Holds,
            ),
            (
                format!(r#"{{"near": {{"of": {u}, "to": 7, "within": 1.5}}}}"#),
                Outcome::Undecided,
            ),
            (
                format!(r#"{{"near": {{"of": {u}, "to": 10, "within": 1.5}}}}"#),
                Outcome::Undecided,
            ),
            (
                format!(r#"{{"near": {{"of": {u}, "to": 10, "within": 1}}}}"#),
                Outcome::Fails,
            ),
            (format!(r#"{{"between": [{u}, 5, 9]}}"#), Outcome::Holds),
            (format!(r#"{{"between": [{u}, 6, 9]}}"#), Outcome::Undecided),
            (format!(r#"{{"between": [{u}, 9, 10]}}"#), Outcome::Fails),
            (format!(r#"{{"below": [{u}, 8]}}"#), Outcome::Undecided),
            (
                format!(r#"{{"not": {{"below": [{u}, 8]}}}}"#),
                Outcome::Undecided,
            ),
            (
                format!(r#"{{"all": [{{"below": [{u}, 8]}}, {{"below": [{u}, 5]}}]}}"#),
                Outcome::Fails,
            ),
            (
                format!(r#"{{"any": [{{"below": [{u}, 8]}}, {{"below": [{u}, 9]}}]}}"#),
                Outcome::Holds,
            ),
            // The intervals of u and v overlap; their difference per replication has a narrow one.
            (format!(r#"{{"increasing": [{u}, {v}]}}"#), Outcome::Holds),
        ] {
            let statement: Statement = serde_json::from_str(&json).expect(&json);
            assert_eq!(statement.check(&measured).outcome, expected, "{json}");
        }
    }

    #[test]
    fn the_result_contains_the_numbers() {
        let statement: Statement =
            serde_json::from_str(r#"{"between": [{"argmin": {"curve": "loss"}}, 9, 12]}"#)
                .expect("a statement");
        assert_eq!(
            statement.check(&anomaly()).found,
            "x at the minimum of loss: 8"
        );
        let statement: Statement =
            serde_json::from_str(r#"{"falls": {"curve": "loss"}}"#).expect("a statement");
        assert_eq!(
            statement.check(&anomaly()).found,
            "loss from 9 at 1 to 5 at 50, but 2 at 8 and then 3 at 10"
        );
    }
}
