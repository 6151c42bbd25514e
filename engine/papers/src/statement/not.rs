//! `not`: the opposite of a statement.

use serde::Deserialize;

use super::check::{Check, Checked};
use crate::curve::{Curves, Expr};

/// Opposite of a statement.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Not<S>(Box<S>);

impl<S: Check> Check for Not<S> {
    fn check(&self, curves: &Curves) -> Checked {
        let checked = self.0.check(curves);
        let outcome = checked.outcome.opposite();
        Checked { outcome, ..checked }
    }

    fn curves(&self) -> Vec<&Expr> {
        self.0.curves()
    }
}
