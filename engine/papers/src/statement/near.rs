//! `near`: a quantity near an expected value.

use serde::Deserialize;

use super::check::{Check, Checked, Outcome, reaches};
use super::compare::{describe_value, margin};
use crate::curve::{Curves, Expr, View};
use crate::format::{number, precise};
use crate::quantity::Quantity;
use crate::quantity::read::Read;

/// Quantity near a given value; either `within` or `share` is given.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Near {
    /// Quantity that is compared.
    pub of: Quantity,
    /// Expected value of the quantity.
    pub to: Quantity,
    /// Largest deviation, in the unit of the quantity.
    pub within: Option<f64>,
    /// Largest deviation, as a share of the expected value.
    pub share: Option<f64>,
}

impl Check for Near {
    fn check(&self, curves: &Curves) -> Checked {
        let values = self
            .of
            .value(curves, View::Mean)
            .zip(self.to.value(curves, View::Mean));
        let (Some((of, to)), Some(margin)) = (values, margin(curves, &self.of, &self.to)) else {
            let (outcome, found) = (Outcome::Unknown, describe_value(curves, &self.of));
            return Checked { outcome, found };
        };
        let far = self.within.unwrap_or(0.0) + self.share.unwrap_or(0.0) * to.abs();
        let half_width = self
            .of
            .measured(curves)
            .and_then(|measured| measured.half_width);
        let found = match half_width {
            Some(half_width) if half_width > 0.0 => describe_value(curves, &self.of),
            _ => {
                let unit = self.of.unit(curves);
                let value = format!("{} {unit}", precise(of, far));
                format!("{}: {}", self.of.describe(curves), value.trim_end())
            }
        };
        Checked {
            outcome: Outcome::all(&[
                reaches(margin.value + far, margin.half_width, false),
                reaches(far - margin.value, margin.half_width, false),
            ]),
            found: format!("{found}, expected {}", self.expected(curves, to, far)),
        }
    }

    fn curves(&self) -> Vec<&Expr> {
        [self.of.curves(), self.to.curves()].concat()
    }
}

impl Near {
    /// Formats the expected value and the deviation with the unit of the quantity.
    fn expected(&self, curves: &Curves, to: f64, far: f64) -> String {
        let unit = self.of.unit(curves);
        let text = format!("{} ± {} {unit}", precise(to, far), number(far));
        text.trim_end().to_owned()
    }
}
