//! `min`, `max`, `argmin`, `argmax`: the smallest and the largest value in a range, and where they are.

use serde::Deserialize;

use super::part::{OverPart, Part};
use crate::curve::Line;

/// Smallest value of the points.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Min(Part);

/// Largest value of the points.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Max(Part);

/// Coordinate x of the smallest value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Argmin(Part);

/// Coordinate x of the largest value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Argmax(Part);

macro_rules! extreme {
    ($reading:ident, $name:literal, $of:ident, $coordinate:tt) => {
        impl OverPart for $reading {
            const NAME: &'static str = $name;

            fn part(&self) -> &Part {
                &self.0
            }

            fn of(line: &Line) -> Option<f64> {
                $of(line).map(|point| point.$coordinate)
            }

            fn unit_of((y, x): (String, String)) -> String {
                (x, y).$coordinate
            }
        }
    };
}

extreme!(Min, "minimum of ", lowest, 1);
extreme!(Max, "maximum of ", highest, 1);
extreme!(Argmin, "x at the minimum of ", lowest, 0);
extreme!(Argmax, "x at the maximum of ", highest, 0);

/// Returns the point with the smallest value, the first one of equal ones.
pub fn lowest(line: &Line) -> Option<(f64, f64)> {
    line.iter().copied().min_by(|a, b| a.1.total_cmp(&b.1))
}

/// Returns the point with the largest value, the first one of equal ones.
pub fn highest(line: &Line) -> Option<(f64, f64)> {
    let backwards = line.iter().rev().copied();
    backwards.max_by(|a, b| a.1.total_cmp(&b.1))
}
