//! `variation`: the coefficient of variation of the values in a range.

use serde::Deserialize;

use super::mean::Mean;
use super::part::{OverPart, Part};
use crate::curve::Line;

/// Standard deviation of the points over their mean.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Variation(Part);

impl OverPart for Variation {
    const NAME: &'static str = "variation of ";

    fn part(&self) -> &Part {
        &self.0
    }

    fn of(line: &Line) -> Option<f64> {
        let mean = Mean::of(line)?;
        let squares: f64 = line.iter().map(|(_, y)| (y - mean) * (y - mean)).sum();
        (line.len() > 1).then(|| (squares / (line.len() - 1) as f64).sqrt() / mean)
    }
}
