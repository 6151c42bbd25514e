//! `increasing`, `decreasing`: quantities in their order.

use serde::Deserialize;

use super::check::{Check, Checked};
use super::compare::compare;
use crate::curve::{Curves, Expr};
use crate::quantity::Quantity;
use crate::quantity::read::Read;

/// Each quantity above the one before it if `RISING`, else below it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Order<const RISING: bool>(pub Vec<Quantity>);

impl<const RISING: bool> Check for Order<RISING> {
    fn check(&self, curves: &Curves) -> Checked {
        let steps = self.0.windows(2).map(|two| match RISING {
            true => (&two[1], &two[0]),
            false => (&two[0], &two[1]),
        });
        let steps: Vec<_> = steps.collect();
        compare(curves, &self.0.iter().collect::<Vec<_>>(), &steps, true)
    }

    fn curves(&self) -> Vec<&Expr> {
        self.0.iter().flat_map(Quantity::curves).collect()
    }
}
