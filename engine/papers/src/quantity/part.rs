//! Ranges of curves, and readings that are a function of the points in one.

use serde::Deserialize;

use super::read::Read;
use crate::curve::{Curves, Expr, Line, View, same};
use crate::format::{number, with_unit};

/// Range of a curve, which includes both ends.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Curve of the range.
    pub curve: Expr,
    /// First x of the range; `None` for the first x of the curve.
    pub from: Option<f64>,
    /// Last x of the range; `None` for the last x of the curve.
    pub to: Option<f64>,
}

/// Reading that is a function of the points in a range.
pub trait OverPart {
    /// Name of the reading, before that of its curve.
    const NAME: &'static str;

    /// Returns the range of the reading.
    fn part(&self) -> &Part;

    /// Computes the number from the points; `None` if there is none.
    fn of(line: &Line) -> Option<f64>;

    /// Selects its unit from those of y and x; an empty one by default.
    fn unit_of(_units: (String, String)) -> String {
        String::new()
    }
}

impl<T: OverPart> Read for T {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let Part { curve, from, to } = self.part();
        T::of(&within_range(curves.line(curve, view), *from, *to))
    }

    fn curves(&self) -> Vec<&Expr> {
        vec![&self.part().curve]
    }

    fn describe(&self, curves: &Curves) -> String {
        let Part { curve, from, to } = self.part();
        let range = range(curves, curve, *from, *to);
        format!("{}{}{range}", T::NAME, curves.label(curve))
    }

    fn unit(&self, curves: &Curves) -> String {
        T::unit_of(curves.units(&self.part().curve))
    }
}

/// Returns the points of a line with x in a range.
#[must_use]
pub fn within_range(line: Line, from: Option<f64>, to: Option<f64>) -> Line {
    let within = |&(x, _): &(f64, f64)| {
        from.is_none_or(|from| x >= from || same(x, from))
            && to.is_none_or(|to| x <= to || same(x, to))
    };
    line.into_iter().filter(within).collect()
}

/// Describes a range in words, after a space; empty for a whole curve.
#[must_use]
pub fn range(curves: &Curves, curve: &Expr, from: Option<f64>, to: Option<f64>) -> String {
    let unit = curves.units(curve).1;
    match (from, to) {
        (None, None) => String::new(),
        (Some(from), None) => format!(" from {}", with_unit(from, &unit)),
        (None, Some(to)) => format!(" up to {}", with_unit(to, &unit)),
        (Some(from), Some(to)) => format!(" over {} to {}", number(from), with_unit(to, &unit)),
    }
}
