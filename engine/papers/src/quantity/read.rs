//! Answers that every reading gives: its value, its curves, its words and its unit.

use crate::curve::{Curves, Expr, View};

/// A number that is computed from curves.
pub trait Read {
    /// Computes the number for one view of the curves; `None` if there is none.
    fn value(&self, curves: &Curves, view: View) -> Option<f64>;

    /// Returns the curves that it uses.
    fn curves(&self) -> Vec<&Expr>;

    /// Describes it in words.
    fn describe(&self, curves: &Curves) -> String;

    /// Describes it in words; a constant has this unit.
    fn describe_in(&self, curves: &Curves, _unit: &str) -> String {
        self.describe(curves)
    }

    /// Returns the unit; empty for a pure number.
    fn unit(&self, _curves: &Curves) -> String {
        String::new()
    }
}
