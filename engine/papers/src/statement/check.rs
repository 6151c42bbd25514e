//! Evaluation of statements: the answers that every statement gives, and its outcome.

use serde::Serialize;

use crate::curve::{Curves, Expr};

/// Statement about quantities or curves.
pub trait Check {
    /// Evaluates the statement for these curves.
    fn check(&self, curves: &Curves) -> Checked;

    /// Returns the curves of the statement.
    fn curves(&self) -> Vec<&Expr>;
}

/// Outcome of a statement for given curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
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

impl Outcome {
    /// Returns the outcome of a conjunction: a failing part decides, then an unknown one.
    #[must_use]
    pub fn all(parts: &[Outcome]) -> Outcome {
        use Outcome::{Fails, Holds, Undecided, Unknown};
        let order = [Fails, Unknown, Undecided];
        order
            .into_iter()
            .find(|outcome| parts.contains(outcome))
            .unwrap_or(Holds)
    }

    /// Returns the outcome of a disjunction: a holding part decides, then one that may hold.
    #[must_use]
    pub fn any(parts: &[Outcome]) -> Outcome {
        use Outcome::{Fails, Holds, Undecided, Unknown};
        let order = [Holds, Undecided, Unknown];
        order
            .into_iter()
            .find(|outcome| parts.contains(outcome))
            .unwrap_or(Fails)
    }

    /// Returns the outcome of the opposite statement; an undecided or unknown one stays.
    #[must_use]
    pub fn opposite(self) -> Outcome {
        match self {
            Outcome::Holds => Outcome::Fails,
            Outcome::Fails => Outcome::Holds,
            other => other,
        }
    }
}

/// Checks that a margin is at least 0, or with `strictly` above 0, over its whole interval.
pub fn reaches(margin: f64, half_width: Option<f64>, strictly: bool) -> Outcome {
    let half_width = half_width.unwrap_or(0.0);
    let meets = |value: f64| if strictly { value > 0.0 } else { value >= 0.0 };
    match (meets(margin - half_width), meets(margin + half_width)) {
        (true, _) => Outcome::Holds,
        (false, true) => Outcome::Undecided,
        (false, false) => Outcome::Fails,
    }
}
