//! Targets and their figures as text, as both kinds of advice show them.

use bufferlab_core::advise::{Bound, Figure, Link, Target};

use crate::quantity::{NOT_APPLICABLE, interval, of_unit};

/// Half-width relative to the mean up to which runs are equal but for the rounding of their sums.
const ROUNDING: f64 = 1e-9;

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
    let bound = of_unit(target.value, target.unit());
    format!("{} {sign} {bound}", target.measure)
}

/// Formats a mean with the half-width of its 95 % interval.
pub fn mean(target: &Target, figure: &Figure) -> String {
    let Some(known) = figure.known else {
        return NOT_APPLICABLE.to_owned();
    };
    let (mean, unit) = (known.mean, target.unit());
    match known.half_width {
        Some(width) if width <= ROUNDING * mean.abs() => {
            format!("{} in each run", of_unit(mean, unit))
        }
        Some(width) => interval(mean, width, unit),
        None => of_unit(mean, unit),
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

#[cfg(test)]
mod tests {
    use super::*;
    use bufferlab_core::study::Interval;

    fn text(half_width: Option<f64>) -> String {
        let target = Target::from_text("queue_delay_s.p99=200ms", "r0").expect("a target");
        let figure = Figure {
            measure: target.measure.clone(),
            known: Some(Interval {
                n: 3,
                mean: 0.1101,
                half_width,
                min: 0.11,
                max: 0.111,
            }),
            is_met: true,
        };
        mean(&target, &figure)
    }

    #[test]
    fn runs_that_differ_by_rounding_only_are_equal() {
        assert_eq!(text(None), "110.1 ms");
        assert_eq!(text(Some(0.0)), "110.1 ms in each run");
        assert_eq!(text(Some(4.222e-17)), "110.1 ms in each run");
        assert_eq!(text(Some(4.222e-7)), "110.1 ms ± 0.00042 ms");
    }
}
