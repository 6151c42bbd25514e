//! `sum`: the sum of quantities.

use serde::Deserialize;

use super::read::Read;
use crate::curve::{Curves, Expr, View};

/// Sum of all quantities.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Sum<Q>(pub Vec<Q>);

impl<Q: Read> Read for Sum<Q> {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        self.0.iter().map(|of| of.value(curves, view)).sum()
    }

    fn curves(&self) -> Vec<&Expr> {
        self.0.iter().flat_map(Q::curves).collect()
    }

    fn describe(&self, curves: &Curves) -> String {
        let words: Vec<String> = self.0.iter().map(|of| of.describe(curves)).collect();
        words.join(" + ")
    }

    fn unit(&self, curves: &Curves) -> String {
        self.0.first().map_or(String::new(), |of| of.unit(curves))
    }
}
