//! `abs`: the absolute value of a quantity.

use serde::Deserialize;

use super::read::Read;
use crate::curve::{Curves, Expr, View};

/// Absolute value of a quantity.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Abs<Q>(pub Q);

impl<Q: Read> Read for Abs<Q> {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        self.0.value(curves, view).map(f64::abs)
    }

    fn curves(&self) -> Vec<&Expr> {
        self.0.curves()
    }

    fn describe(&self, curves: &Curves) -> String {
        format!("|{}|", self.0.describe(curves))
    }

    fn unit(&self, curves: &Curves) -> String {
        self.0.unit(curves)
    }
}
