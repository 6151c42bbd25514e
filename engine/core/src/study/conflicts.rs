//! Conflicting axes: two axes for one field, an axis that overwrites another, and points that are the same run.
//!
//! Such a grid has several points that are the same run, and tables and curves would show each as a separate result.
//! The study is therefore refused, with the names of the fields.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Axis, Case};
use crate::scenario::path::{by_position, value_at};
use crate::scenario::{Patch, patch};
use crate::spec::problem::Problem;
use crate::spec::problem::printable;

/// Returns a problem if a field of `axis` is the same as an earlier field under another name: `bottlenecks.r0.delay_s`
/// and `bottlenecks.0.delay_s`.
///
/// `known` has the paths so far, by position and as they were written; those of `axis` are added.
pub(super) fn named_twice(
    document: &Value,
    axis: &Axis,
    known: &mut BTreeMap<String, String>,
) -> Option<Problem> {
    let mut found = None;
    for path in axis.paths() {
        let before = known.insert(by_position(document, path), path.to_owned());
        if let Some(before) = before.filter(|_| found.is_none()) {
            let message = format!(
                "is the same field as {}, so it is varied twice; list all its values on one axis",
                printable(&before)
            );
            found = Some(problem(path, message));
        }
    }
    found
}

/// Returns the first change of a point that a later change undoes, in a complete document.
///
/// Examples: `limit_bytes` sets `limit_packets` to null, and a new kind of queue removes the queue's parameters. A
/// later change of a part of a value undoes nothing, since it refines the value.
pub(super) fn undone(base: &Value, point: &[Patch]) -> Option<Problem> {
    if point.len() < 2 {
        return None;
    }
    let mut document = base.clone();
    let mut made: Vec<(&str, Option<Value>)> = Vec::with_capacity(point.len());
    for patch in point {
        // Values that cannot be set are reported with their case.
        patch::apply(&mut document, std::slice::from_ref(patch)).ok()?;
        let taken_back = made.iter().find(|(path, value)| {
            let refines = patch
                .path
                .strip_prefix(path)
                .is_some_and(|rest| rest.starts_with('.'));
            !refines && value_at(&document, path) != value.as_ref()
        });
        if let Some((path, _)) = taken_back {
            let message = format!(
                "is overwritten by {}, which is varied after it; vary only one of them, or change their order",
                printable(&patch.path)
            );
            return Some(problem(path, message));
        }
        made.push((&patch.path, value_at(&document, &patch.path).cloned()));
    }
    None
}

/// Cases so far, to find cases that are the same run.
#[derive(Default)]
pub(super) struct Tried {
    /// Point of each case, by its key.
    points: BTreeMap<String, String>,
}

impl Tried {
    /// Returns a problem if `case`, which differs from earlier cases in a value of `axis`, is the same run as one of
    /// them. A value listed twice is not a problem; it gives the same point.
    pub(super) fn again(&mut self, case: &Case, axis: Option<&Axis>) -> Option<Problem> {
        let point = Value::Object(case.id.point.clone()).to_string();
        let before = self.points.insert(case.id.key.clone(), point.clone());
        let before = before.filter(|before| *before != point)?;
        let path = axis?.paths().next()?;
        let message = format!(
            "has no effect: {} is the same run as {}; do not vary a field that another axis overwrites",
            printable(&point),
            printable(&before)
        );
        Some(problem(path, message))
    }
}

fn problem(path: &str, message: String) -> Problem {
    Problem::new(printable(path), message)
}
