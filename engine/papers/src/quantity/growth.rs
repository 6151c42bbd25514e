//! `growth`: how much the values in a range grow at most.

use serde::Deserialize;

use super::part::{OverPart, Part};
use crate::curve::Line;

/// Largest ratio of a value to an earlier one; at most 1 for a curve that never rises.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Growth(Part);

impl OverPart for Growth {
    const NAME: &'static str = "largest growth of ";

    fn part(&self) -> &Part {
        &self.0
    }

    fn of(line: &Line) -> Option<f64> {
        let mut lowest = line.first()?.1;
        let mut growth = 0.0;
        for &(_, y) in &line[1..] {
            growth = if y / lowest > growth {
                y / lowest
            } else {
                growth
            };
            lowest = if y < lowest { y } else { lowest };
        }
        (line.len() > 1).then_some(growth)
    }
}
