//! `product`: the product of quantities.

use serde::Deserialize;

use super::read::Read;
use crate::curve::{Curves, Expr, View};

/// Product of all quantities.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Product<Q>(pub Vec<Q>);

impl<Q: Read> Read for Product<Q> {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        self.0.iter().map(|of| of.value(curves, view)).product()
    }

    fn curves(&self) -> Vec<&Expr> {
        self.0.iter().flat_map(Q::curves).collect()
    }

    fn describe(&self, curves: &Curves) -> String {
        let words: Vec<String> = self.0.iter().map(|of| of.describe(curves)).collect();
        words.join(" × ")
    }

    /// Returns the unit of a product with one factor that has a unit, else an empty one.
    fn unit(&self, curves: &Curves) -> String {
        let units = self.0.iter().map(|factor| factor.unit(curves));
        let mut units = units.filter(|unit| !unit.is_empty());
        match (units.next(), units.next()) {
            (Some(unit), None) => unit,
            _ => String::new(),
        }
    }
}
