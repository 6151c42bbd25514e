//! Comparisons of quantities, decided by the interval of their margin.

use super::check::{Checked, Outcome, reaches};
use crate::curve::Curves;
use crate::format::measured;
use crate::quantity::read::Read;
use crate::quantity::{Measured, Quantity};

/// Checks that the first of each pair reaches the second, or with `strictly` exceeds it. The text lists all quantities
/// except for constants.
pub fn compare(
    curves: &Curves,
    of: &[&Quantity],
    pairs: &[(&Quantity, &Quantity)],
    strictly: bool,
) -> Checked {
    let measured_ones = of.iter().filter(|quantity| !quantity.is_constant());
    let mut found: Vec<String> = measured_ones
        .map(|quantity| describe_value(curves, quantity))
        .collect();
    let mut parts = Vec::new();
    for (a, b) in pairs {
        let Some(Measured { value, half_width }) = margin(curves, a, b) else {
            parts.push(Outcome::Unknown);
            continue;
        };
        let part = reaches(value, half_width, strictly);
        let two_measured = !a.is_constant() && !b.is_constant();
        if part == Outcome::Undecided && two_measured {
            let margin = measured(value, half_width, &a.unit(curves));
            found.push(format!(
                "{} − {}: {margin}",
                a.describe(curves),
                b.describe(curves)
            ));
        }
        parts.push(part);
    }
    Checked {
        outcome: Outcome::all(&parts),
        found: found.join("; "),
    }
}

/// Returns the first quantity minus the second, per replication; `None` if one of them has no value.
pub fn margin(curves: &Curves, a: &Quantity, b: &Quantity) -> Option<Measured> {
    a.minus(b).measured(curves)
}

/// Describes a quantity with its value and interval.
pub fn describe_value(curves: &Curves, quantity: &Quantity) -> String {
    let words = quantity.describe(curves);
    match quantity.measured(curves) {
        Some(Measured { value, half_width }) => {
            let unit = quantity.unit(curves);
            format!("{words}: {}", measured(value, half_width, &unit))
        }
        None => format!("{words}: no value"),
    }
}
