//! `between`: a quantity within two bounds.

use serde::Deserialize;

use super::check::{Check, Checked};
use super::compare::compare;
use crate::curve::{Curves, Expr};
use crate::quantity::Quantity;
use crate::quantity::read::Read;

/// First quantity between the second and the third.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Between(pub Quantity, pub Quantity, pub Quantity);

impl Check for Between {
    fn check(&self, curves: &Curves) -> Checked {
        let Between(of, low, high) = self;
        compare(curves, &[of, low, high], &[(of, low), (high, of)], false)
    }

    fn curves(&self) -> Vec<&Expr> {
        [self.0.curves(), self.1.curves(), self.2.curves()].concat()
    }
}
