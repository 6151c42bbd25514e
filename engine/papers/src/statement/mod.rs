//! Statements of claims about quantities and curves, and their evaluation.
//!
//! In JSON a statement is an object with one name: `{"between": [q, 8, 14]}`, `{"near": {"of": q, "to": 93, "within": 1.5}}`,
//! `{"falls": {"curve": "loss", "to": 8}}`, `{"all": [ … ]}`. If a quantity has no value,
//! neither the statement nor its opposite holds.
//!
//! A comparison is decided by the 95 % confidence interval of its margin over the replications: it holds if the whole
//! interval meets the bound, fails if no part of it does, and is undecided in between. One replication has no interval
//! and decides by its value.
//!
//! To add a statement, add one file here with its struct and `impl Check`, and one entry in the `statements!` list below.
//! A statement and its opposite share a file.

pub mod between;
pub mod bound;
pub mod check;
mod compare;
pub mod near;
mod not;
pub mod order;
mod together;
mod trend;

use serde::Deserialize;

use crate::curve::{Curves, Expr};
use check::{Check, Checked};

macro_rules! statements {
    ($($name:ident($kind:ty)),+ $(,)?) => {
        /// Statement of a claim.
        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(transparent)]
        pub struct Statement(Kind);

        #[derive(Clone, Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        enum Kind {
            $($name($kind)),+
        }

        impl Statement {
            fn as_check(&self) -> &dyn Check {
                match &self.0 {
                    $(Kind::$name(statement) => statement),+
                }
            }
        }
    };
}

statements! {
    Between(between::Between),
    Near(near::Near),
    AtLeast(bound::Bound<true, false>),
    AtMost(bound::Bound<false, false>),
    Above(bound::Bound<true, true>),
    Below(bound::Bound<false, true>),
    Increasing(order::Order<true>),
    Decreasing(order::Order<false>),
    Falls(trend::Trend<false, true>),
    Rises(trend::Trend<true, true>),
    NeverRises(trend::Trend<false, false>),
    NeverFalls(trend::Trend<true, false>),
    All(together::Together<Statement, true>),
    Any(together::Together<Statement, false>),
    Not(not::Not<Statement>),
}

impl Check for Statement {
    fn check(&self, curves: &Curves) -> Checked {
        self.as_check().check(curves)
    }

    fn curves(&self) -> Vec<&Expr> {
        self.as_check().curves()
    }
}

#[cfg(test)]
mod tests {
    use super::check::Outcome;
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
