//! `single`: the value of a curve with one point, such as a measure of a run.

use serde::Deserialize;

use super::read::Read;
use crate::curve::{Curves, Expr, View};

/// Value of a curve with one point.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Single {
    /// Curve with one point.
    pub curve: Expr,
}

impl Read for Single {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        match curves.line(&self.curve, view)[..] {
            [(_, y)] => Some(y),
            _ => None,
        }
    }

    fn curves(&self) -> Vec<&Expr> {
        vec![&self.curve]
    }

    fn describe(&self, curves: &Curves) -> String {
        curves.label(&self.curve)
    }

    fn unit(&self, curves: &Curves) -> String {
        curves.units(&self.curve).0
    }
}
