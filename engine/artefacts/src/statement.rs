//! Statements: what claims say of quantities and curves, and whether it is so.
//!
//! In JSON a statement is an object with one name: `{"between": [q, 8, 14]}`, `{"near": {"of": q, "to": 93, "within": 1.5}}`,
//! `{"falls": {"curve": "loss", "to": 8}}`, `{"all": [ … ]}`. Of a statement about what is not known neither it nor its
//! opposite holds.

use serde::Deserialize;

use crate::curve::{Curves, Expr, View};
use crate::quantity::{Measured, Quantity, cut, range};
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

/// What became of a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Whether it holds; `None` where that cannot be said.
    pub holds: Option<bool>,
    /// The numbers it was judged by, in words.
    pub found: String,
}

impl Statement {
    /// Looks whether it holds.
    #[must_use]
    pub fn check(&self, curves: &Curves) -> Checked {
        match self {
            Statement::Between(of, low, high) => {
                compare(curves, &[of, low, high], |v| v[1] <= v[0] && v[0] <= v[2])
            }
            Statement::Near(near) => near.check(curves),
            Statement::AtLeast(a, b) => compare(curves, &[a, b], |v| v[0] >= v[1]),
            Statement::AtMost(a, b) => compare(curves, &[a, b], |v| v[0] <= v[1]),
            Statement::Above(a, b) => compare(curves, &[a, b], |v| v[0] > v[1]),
            Statement::Below(a, b) => compare(curves, &[a, b], |v| v[0] < v[1]),
            Statement::Increasing(all) => {
                let all: Vec<&Quantity> = all.iter().collect();
                compare(curves, &all, |v| v.is_sorted_by(|a, b| a < b))
            }
            Statement::Decreasing(all) => {
                let all: Vec<&Quantity> = all.iter().collect();
                compare(curves, &all, |v| v.is_sorted_by(|a, b| a > b))
            }
            Statement::Falls(trend) => trend.check(curves, -1.0, true),
            Statement::Rises(trend) => trend.check(curves, 1.0, true),
            Statement::NeverRises(trend) => trend.check(curves, -1.0, false),
            Statement::NeverFalls(trend) => trend.check(curves, 1.0, false),
            Statement::All(all) => together(all, curves, |parts| {
                let unknown = parts.contains(&None);
                let fails = parts.contains(&Some(false));
                if fails {
                    Some(false)
                } else {
                    (!unknown).then_some(true)
                }
            }),
            Statement::Any(all) => together(all, curves, |parts| {
                let unknown = parts.contains(&None);
                let holds = parts.contains(&Some(true));
                if holds {
                    Some(true)
                } else {
                    (!unknown).then_some(false)
                }
            }),
            Statement::Not(other) => {
                let checked = other.check(curves);
                let holds = checked.holds.map(|holds| !holds);
                Checked { holds, ..checked }
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

impl Near {
    fn check(&self, curves: &Curves) -> Checked {
        let values = self
            .of
            .value(curves, View::Mean)
            .zip(self.to.value(curves, View::Mean));
        let Some((of, to)) = values else {
            let found = said(curves, &self.of);
            return Checked { holds: None, found };
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
            holds: Some((of - to).abs() <= far),
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
            return Checked { holds: None, found };
        };
        if means.len() < 2 {
            let found = format!("{label} has a single point there");
            return Checked { holds: None, found };
        }
        let count = curves.replications(&self.curve);
        let each: Vec<_> = (0..count)
            .map(|which| line(View::Replication(which)))
            .collect();
        let mut holds = !strictly || sign * (last - first) > 0.0;
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
            if holds && back > chance && back > self.slack * means[best].1.abs() {
                holds = false;
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
        let found = if holds && !strictly {
            format!("{found}, never back{range}")
        } else {
            found
        };
        Checked {
            holds: Some(holds),
            found,
        }
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

/// The first quantity is what is found; the others are said too unless they are plain numbers.
fn compare(curves: &Curves, of: &[&Quantity], holds: fn(&[f64]) -> bool) -> Checked {
    let values = of.iter().map(|quantity| quantity.value(curves, View::Mean));
    let values: Option<Vec<f64>> = values.collect();
    let worked_out = of
        .iter()
        .filter(|quantity| matches!(quantity, Quantity::Of(_)));
    let said: Vec<String> = worked_out.map(|quantity| said(curves, quantity)).collect();
    Checked {
        holds: values.map(|values| holds(&values)),
        found: said.join("; "),
    }
}

fn together(
    all: &[Statement],
    curves: &Curves,
    holds: fn(&[Option<bool>]) -> Option<bool>,
) -> Checked {
    let parts: Vec<Checked> = all.iter().map(|part| part.check(curves)).collect();
    let verdicts: Vec<Option<bool>> = parts.iter().map(|part| part.holds).collect();
    let mut found: Vec<String> = Vec::new();
    for part in parts {
        if !found.contains(&part.found) {
            found.push(part.found);
        }
    }
    Checked {
        holds: holds(&verdicts),
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

    fn holds(json: &str) -> Option<bool> {
        let statement: Statement = serde_json::from_str(json).expect(json);
        statement.check(&anomaly()).holds
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
            assert_eq!(holds(yes), Some(true), "{yes}");
            assert_eq!(holds(no), Some(false), "{no}");
        }
    }

    #[test]
    fn of_the_unknown_neither_holds_nor_the_opposite() {
        for json in [
            r#"{"above": [{"min": {"curve": "none"}}, 0]}"#,
            r#"{"falls": {"curve": "none"}}"#,
            r#"{"falls": {"curve": "loss", "to": 1}}"#,
        ] {
            assert_eq!(holds(json), None, "{json}");
            assert_eq!(holds(&format!(r#"{{"not": {json}}}"#)), None, "{json}");
        }
    }

    #[test]
    fn a_step_back_within_chance_is_none() {
        let mut noisy = curves(&[("u", &[])]);
        let curve = noisy.0.get_mut("u").expect("it is there");
        for (x, values) in [(1.0, [5.0, 7.0]), (2.0, [5.5, 6.3]), (3.0, [7.0, 9.0])] {
            for value in values {
                curve.add(x, value);
            }
        }
        let check = |json: &str| {
            let statement: Statement = serde_json::from_str(json).expect(json);
            statement.check(&noisy).holds
        };
        // The mean falls by 0.1 from 1 to 2, with a standard error of 0.6.
        assert_eq!(check(r#"{"rises": {"curve": "u"}}"#), Some(true));
        assert_eq!(
            check(r#"{"rises": {"curve": "u", "errors": 0}}"#),
            Some(false)
        );
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
