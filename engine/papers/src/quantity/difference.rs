//! `difference`: the difference of two quantities.

use serde::Deserialize;

use super::read::Read;
use crate::curve::{Curves, Expr, View};

/// First quantity minus the second.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Difference<Q>(pub Q, pub Q);

impl<Q: Read> Read for Difference<Q> {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        Some(self.0.value(curves, view)? - self.1.value(curves, view)?)
    }

    fn curves(&self) -> Vec<&Expr> {
        [self.0.curves(), self.1.curves()].concat()
    }

    fn describe(&self, curves: &Curves) -> String {
        format!("{} − {}", self.0.describe(curves), self.1.describe(curves))
    }

    fn unit(&self, curves: &Curves) -> String {
        self.0.unit(curves)
    }
}
