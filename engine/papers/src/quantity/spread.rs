//! `spread`: how far apart the values in a range are.

use serde::Deserialize;

use super::extreme::{highest, lowest};
use super::part::{OverPart, Part};
use crate::curve::Line;

/// Largest value minus the smallest one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Spread(Part);

impl OverPart for Spread {
    const NAME: &'static str = "spread of ";

    fn part(&self) -> &Part {
        &self.0
    }

    fn of(line: &Line) -> Option<f64> {
        Some(highest(line)?.1 - lowest(line)?.1)
    }

    fn unit_of((y, _): (String, String)) -> String {
        y
    }
}
