//! `mean`: the mean of the values in a range.

use serde::Deserialize;

use super::part::{OverPart, Part};
use crate::curve::Line;

/// Mean of the values of the points.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Mean(Part);

impl OverPart for Mean {
    const NAME: &'static str = "mean ";

    fn part(&self) -> &Part {
        &self.0
    }

    fn of(line: &Line) -> Option<f64> {
        let sum: f64 = line.iter().map(|(_, y)| y).sum();
        (!line.is_empty()).then(|| sum / line.len() as f64)
    }

    fn unit_of((y, _): (String, String)) -> String {
        y
    }
}
