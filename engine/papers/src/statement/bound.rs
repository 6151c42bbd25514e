//! `at_least`, `at_most`, `above`, `below`: a quantity on one side of another one.

use serde::Deserialize;

use super::check::{Check, Checked};
use super::compare::compare;
use crate::curve::{Curves, Expr};
use crate::quantity::Quantity;
use crate::quantity::read::Read;

/// First quantity above the second if `ABOVE`, else below it; equal ones count without `STRICTLY`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Bound<const ABOVE: bool, const STRICTLY: bool>(pub Quantity, pub Quantity);

impl<const ABOVE: bool, const STRICTLY: bool> Check for Bound<ABOVE, STRICTLY> {
    fn check(&self, curves: &Curves) -> Checked {
        let Bound(a, b) = self;
        let pair = if ABOVE { (a, b) } else { (b, a) };
        compare(curves, &[a, b], &[pair], STRICTLY)
    }

    fn curves(&self) -> Vec<&Expr> {
        [self.0.curves(), self.1.curves()].concat()
    }
}
