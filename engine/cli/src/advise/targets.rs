//! Targets and their figures as text, as both kinds of advice show them.

use bufferlab_core::advise::{Bound, Figure, Link, Target};
use bufferlab_core::spec::Unit;

use crate::quantity::{NOT_APPLICABLE, bytes, percent, rate, seconds, significant};

/// Marks whether targets are met.
pub fn tick(is_met: bool) -> &'static str {
    if is_met { "yes ✓" } else { "no ✗" }
}

/// Returns the heads of a table: some columns, and one for each target.
pub fn heads<'a>(
    link: &'a Link,
    targets: &'a [Target],
    first: &'a [&'a str],
) -> impl Iterator<Item = String> + 'a {
    let first = first.iter().map(|head| (*head).to_owned());
    first.chain(targets.iter().map(|target| short(link, target).to_owned()))
}

/// Returns a cell for each target.
pub fn figure_cells<'a>(
    targets: &'a [Target],
    figures: &'a [Figure],
) -> impl Iterator<Item = String> + 'a {
    targets
        .iter()
        .zip(figures)
        .map(|(target, figure)| mean(target, figure))
}

/// Formats a target: the measure, the side and its bound.
pub fn wanted(target: &Target) -> String {
    let sign = match target.bound {
        Bound::AtLeast => "≥",
        Bound::AtMost => "≤",
    };
    format!("{} {sign} {}", target.measure, shown(target, target.value))
}

/// Formats a mean with the half-width of its 95 % interval.
pub fn mean(target: &Target, figure: &Figure) -> String {
    let Some(known) = figure.known else {
        return NOT_APPLICABLE.to_owned();
    };
    let mean = shown(target, known.mean);
    match known.half_width {
        Some(0.0) => format!("{mean} in each run"),
        Some(width) => format!("{mean} ± {}", shown(target, width)),
        None => mean,
    }
}

/// Returns the name of a measure without the prefix of the bottleneck.
pub fn short<'a>(link: &Link, target: &'a Target) -> &'a str {
    let owner = format!("bottlenecks.{}.", link.id);
    target
        .measure
        .strip_prefix(&owner)
        .unwrap_or(&target.measure)
}

fn shown(target: &Target, value: f64) -> String {
    match target.unit() {
        Unit::Ratio => percent(value),
        Unit::BitsPerSecond => rate(value),
        Unit::Bytes => bytes(value),
        Unit::Seconds => seconds(value),
        Unit::None | Unit::Packets | Unit::Flows => significant(value),
    }
}
