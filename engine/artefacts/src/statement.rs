//! Statements: what claims say of quantities and curves, and whether it is so.
//!
//! In JSON a statement is an object with one name: `{"between": [q, 8, 14]}`, `{"near": {"of": q, "to": 93, "within": 1.5}}`,
//! `{"falls": {"curve": "loss", "to": 8}}`, `{"all": [ … ]}`. Of a statement about what is not known neither it nor its
//! opposite holds.
//!
//! A comparison is decided by the 95 % confidence interval of its margin over the replications: it holds if the whole
//! interval meets the bound, fails if no part of it does, and is undecided in between. One replication has no interval
//! and decides by its value.

use serde::Deserialize;

use crate::curve::{Curves, Expr, View};
use crate::quantity::{Measured, Quantity, Reading, cut, range};
use crate::words::{measured, number, precise, with_unit};

/// What can be said.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Statement {
    /// The first lies between the second and the third.
    Between(Quantity, Quantity, Quantity),
    /// A quantity is about so large.
    Near(Near),
    /// The first is not below the second.
    AtLeast(Quantity, Quantity),
    /// The first is not above the second.
    AtMost(Quantity, Quantity),
    /// The first is above the second.
    Above(Quantity, Quantity),
    /// The first is below the second.
    Below(Quantity, Quantity),
    /// Each is above the one before it.
    Increasing(Vec<Quantity>),
    /// Each is below the one before it.
    Decreasing(Vec<Quantity>),
    /// A curve ends below its beginning and does not rise on the way.
    Falls(Trend),
    /// A curve ends above its beginning and does not fall on the way.
    Rises(Trend),
    /// A curve does not rise.
    NeverRises(Trend),
    /// A curve does not fall.
    NeverFalls(Trend),
    /// All of these.
    All(Vec<Statement>),
    /// One of these at least.
    Any(Vec<Statement>),
    /// The opposite.
    Not(Box<Statement>),
}

/// That a quantity is about so large; one of `within` and `share` is given.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// Which.
    pub of: Quantity,
    /// How large.
    pub to: Quantity,
    /// How far from it at most, in its unit.
    pub within: Option<f64>,
    /// How far from it at most, as a share of it.
    pub share: Option<f64>,
}

/// Which way a part of a curve goes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trend {
    /// Which.
    pub curve: Expr,
    /// First x.
    pub from: Option<f64>,
    /// Last x.
    pub to: Option<f64>,
    /// Standard errors over replications up to which a step the other way is taken for chance.
    #[serde(default = "two")]
    pub errors: f64,
    /// Share of the value up to which a step the other way does not count.
    #[serde(default)]
    pub slack: f64,
}

/// Whether a statement is true of the curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is, for every value in the confidence intervals.
    Holds,
    /// It is not, for any value in the confidence intervals.
    Fails,
    /// A confidence interval contains the bound: more replications are needed.
    Undecided,
    /// A quantity has no value, such as one beyond the last point of its curve.
    Unknown,
}

/// What became of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Whether it holds.
    pub outcome: Outcome,
    /// The numbers it was judged by, in words.
    pub found: String,
}

impl Statement {
    /// Looks whether it holds.
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

    /// Every curve that it is about.
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
    /// The outcome of a conjunction: one part that fails decides it, then one that is unknown.
    fn all(parts: &[Outcome]) -> Outcome {
        use Outcome::{Fails, Holds, Undecided, Unknown};
        let order = [Fails, Unknown, Undecided];
        order
            .into_iter()
            .find(|outcome| parts.contains(outcome))
            .unwrap_or(Holds)
    }

    /// The outcome of a disjunction: one part that holds decides it, then one that may hold.
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
            let (outcome, found) = (Outcome::Unknown, said(curves, &self.of));
            return Checked { outcome, found };
        };
        let far = self.within.unwrap_or(0.0) + self.share.unwrap_or(0.0) * to.abs();
        let half_width = self
            .of
            .measured(curves)
            .and_then(|measured| measured.half_width);
        let found = match half_width {
            Some(half_width) if half_width > 0.0 => said(curves, &self.of),
            _ => {
                let unit = self.of.unit(curves);
                let value = format!("{} {unit}", precise(of, far));
                format!("{}: {}", self.of.words(curves), value.trim_end())
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
    /// With the unit of what is compared.
    fn expected(&self, curves: &Curves, to: f64, far: f64) -> String {
        let unit = self.of.unit(curves);
        let text = format!("{} ± {} {unit}", precise(to, far), number(far));
        text.trim_end().to_owned()
    }
}

impl Trend {
    /// Whether the curve goes up (`sign` 1) or down (−1): whether it does not go the other way, and with `strictly`
    /// ends further on than it began.
    fn check(&self, curves: &Curves, sign: f64, strictly: bool) -> Checked {
        let line = |view| cut(curves.line(&self.curve, view), self.from, self.to);
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
        // How far it has come, and the worst step back from there.
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
            format!("{found}, never back{range}")
        } else {
            found
        };
        let outcome = if turns_back { Outcome::Fails } else { ends };
        Checked { outcome, found }
    }
}

/// Of the mean difference of two points over replications; 0 where there are too few to know.
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

/// Whether the first of each pair reaches the second, or with `strictly` exceeds it. All quantities are told unless they
/// are plain numbers.
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
        .map(|quantity| said(curves, quantity))
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
                a.words(curves),
                b.words(curves)
            ));
        }
        parts.push(part);
    }
    Checked {
        outcome: Outcome::all(&parts),
        found: found.join("; "),
    }
}

/// The first less the second, replication by replication; `None` if either has no value.
fn margin(curves: &Curves, a: &Quantity, b: &Quantity) -> Option<Measured> {
    let pair = Box::new((a.clone(), b.clone()));
    Quantity::Of(Box::new(Reading::Difference(pair))).measured(curves)
}

/// Whether a margin is at least 0, or with `strictly` above it, over its whole interval.
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

fn said(curves: &Curves, quantity: &Quantity) -> String {
    let words = quantity.words(curves);
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
    fn of_the_unknown_neither_holds_nor_the_opposite() {
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
    fn a_step_back_within_chance_is_none() {
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
            // The intervals of u and v overlap; their difference in each replication is known well.
            (format!(r#"{{"increasing": [{u}, {v}]}}"#), Outcome::Holds),
        ] {
            let statement: Statement = serde_json::from_str(&json).expect(&json);
            assert_eq!(statement.check(&measured).outcome, expected, "{json}");
        }
    }

    #[test]
    fn what_was_found_is_said_with_its_numbers() {
        let statement: Statement =
            serde_json::from_str(r#"{"between": [{"argmin": {"curve": "loss"}}, 9, 12]}"#)
                .expect("a statement");
        assert_eq!(statement.check(&anomaly()).found, "x of the least loss: 8");
        let statement: Statement =
            serde_json::from_str(r#"{"falls": {"curve": "loss"}}"#).expect("a statement");
        assert_eq!(
            statement.check(&anomaly()).found,
            "loss from 9 at 1 to 5 at 50, but 2 at 8 and then 3 at 10"
        );
    }
}
