//! `first_at_least`, `first_at_most`: the first x at which a curve reaches a value, by linear interpolation.

use serde::Deserialize;

use super::part::within_range;
use super::read::Read;
use crate::curve::{Curves, Expr, View};

/// Range of a curve and a value to reach: from below if `RISING`, else from above.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct First<Q, const RISING: bool> {
    curve: Expr,
    from: Option<f64>,
    to: Option<f64>,
    value: Q,
}

impl<Q: Read, const RISING: bool> Read for First<Q, RISING> {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let sign = if RISING { 1.0 } else { -1.0 };
        let line = within_range(curves.line(&self.curve, view), self.from, self.to);
        let target = sign * self.value.value(curves, view)?;
        let place = line.iter().position(|(_, y)| sign * y >= target)?;
        let (x1, y1) = line[place];
        let Some(&(x0, y0)) = place.checked_sub(1).and_then(|before| line.get(before)) else {
            return Some(x1);
        };
        Some(x0 + (x1 - x0) * (target - sign * y0) / (sign * y1 - sign * y0))
    }

    fn curves(&self) -> Vec<&Expr> {
        [vec![&self.curve], self.value.curves()].concat()
    }

    fn describe(&self, curves: &Curves) -> String {
        let (label, unit) = (curves.label(&self.curve), curves.units(&self.curve).0);
        let how = if RISING { "at least" } else { "at most" };
        let value = self.value.describe_in(curves, &unit);
        format!("first x with {label} {how} {value}")
    }

    fn unit(&self, curves: &Curves) -> String {
        curves.units(&self.curve).1
    }
}
