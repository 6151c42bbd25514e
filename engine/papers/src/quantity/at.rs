//! `at`: the value of a curve at x, by linear interpolation.

use serde::Deserialize;

use super::read::Read;
use crate::curve::{Curves, Expr, Line, View, same};

/// Point on a curve; its x may be another quantity.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At<Q> {
    curve: Expr,
    x: Q,
}

impl<Q: Read> Read for At<Q> {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        at_x(&curves.line(&self.curve, view), self.x.value(curves, view)?)
    }

    fn curves(&self) -> Vec<&Expr> {
        [vec![&self.curve], self.x.curves()].concat()
    }

    fn describe(&self, curves: &Curves) -> String {
        let (label, unit) = (curves.label(&self.curve), curves.units(&self.curve).1);
        format!("{label} at {}", self.x.describe_in(curves, &unit))
    }

    fn unit(&self, curves: &Curves) -> String {
        curves.units(&self.curve).0
    }
}

fn at_x(line: &Line, x: f64) -> Option<f64> {
    if let Some((_, y)) = line.iter().find(|(known, _)| same(*known, x)) {
        return Some(*y);
    }
    let after = line.iter().position(|(known, _)| *known > x)?;
    let ((x0, y0), (x1, y1)) = (line[after.checked_sub(1)?], line[after]);
    Some(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
}
