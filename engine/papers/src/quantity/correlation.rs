//! `correlation`: Pearson's correlation of two curves.

use serde::Deserialize;

use super::fit::Moments;
use super::read::Read;
use crate::curve::{Curves, Expr, View, same};

/// Two curves, compared at their common x.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Correlation(Expr, Expr);

impl Read for Correlation {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let (a, b) = (curves.line(&self.0, view), curves.line(&self.1, view));
        let meet = |&(x, y): &(f64, f64)| Some((y, b.iter().find(|p| same(p.0, x))?.1));
        correlation(&a.iter().filter_map(meet).collect::<Vec<_>>())
    }

    fn curves(&self) -> Vec<&Expr> {
        vec![&self.0, &self.1]
    }

    fn describe(&self, curves: &Curves) -> String {
        let (a, b) = (curves.label(&self.0), curves.label(&self.1));
        format!("correlation of {a} and {b}")
    }
}

/// Returns Pearson's correlation of the two coordinates, or `None` if one of them does not vary.
pub fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    let Moments { xx, xy, yy, .. } = Moments::of(points)?;
    let found = xy / (xx * yy).sqrt();
    found.is_finite().then_some(found)
}
