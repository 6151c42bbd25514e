//! Grid of a study: its axes, and the points that combine their values.

use std::collections::BTreeMap;

use serde_json::Value;

use super::axis::Axis;
use super::conflicts::named_twice;
use super::document::Over;
use crate::scenario::{Patch, patch};
use crate::scenario::{Problems, limits};

/// Reads the axes of a study of the complete document `base`. Each axis is checked with the first values of the axes
/// before it.
pub(super) fn read(base: &Value, over: Vec<Over>) -> Result<Vec<Axis>, Problems> {
    let mut state = base.clone();
    let mut axes: Vec<Axis> = Vec::new();
    let mut known = BTreeMap::new();
    let mut problems = Vec::new();
    if over.len() > limits::AXES {
        let message = format!("has {} axes; the maximum is {}", over.len(), limits::AXES);
        return Err(Problems::one("over", message));
    }
    for over in over {
        match Axis::of(&state, over).and_then(|axis| axis.unless_among(&axes)) {
            Ok(axis) => {
                problems.extend(named_twice(&state, &axis, &mut known));
                // A path that leads nowhere is refused with the first case.
                let _ = patch::apply(&mut state, &axis.patches(0));
                axes.push(axis);
            }
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() {
        Ok(axes)
    } else {
        Err(Problems(problems))
    }
}

/// Returns the number of points of the grid.
#[must_use]
pub fn points(axes: &[Axis]) -> u64 {
    axes.iter()
        .fold(1, |points, axis| points.saturating_mul(axis.len() as u64))
}

/// Returns the changes that lead to point `index` of the grid, in the order of the axes. The first axis varies slowest.
///
/// `index` must be below the number of points.
#[must_use]
pub fn point(axes: &[Axis], mut index: u64) -> Vec<Patch> {
    let mut point: Vec<Vec<Patch>> = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        let count = axis.len() as u64;
        point.push(axis.patches((index % count) as usize));
        index /= count;
    }
    point.into_iter().rev().flatten().collect()
}
