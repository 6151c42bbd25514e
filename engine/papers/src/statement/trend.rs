//! `falls`, `rises`, `never_rises`, `never_falls`: the direction of a curve.

use serde::Deserialize;

use super::check::{Check, Checked, Outcome, reaches};
use crate::curve::{Curves, Expr, Line, View};
use crate::format::with_unit;
use crate::quantity::part::{range, within_range};

/// Range of a curve that rises if `RISING`, else falls, and does not turn back in between.
///
/// With `STRICTLY` its ends must differ in this direction.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trend<const RISING: bool, const STRICTLY: bool> {
    curve: Expr,
    from: Option<f64>,
    to: Option<f64>,
    /// Largest step in the other direction that counts as chance, in standard errors over the replications.
    #[serde(default = "two")]
    errors: f64,
    /// Largest step in the other direction that is ignored, as a share of the value.
    #[serde(default)]
    slack: f64,
}

impl<const RISING: bool, const STRICTLY: bool> Check for Trend<RISING, STRICTLY> {
    fn check(&self, curves: &Curves) -> Checked {
        let line = |view| within_range(curves.line(&self.curve, view), self.from, self.to);
        let means = line(View::Mean);
        let (units, label) = (curves.units(&self.curve), curves.label(&self.curve));
        if means.len() < 2 {
            let points = ["no points", "a single point"][means.len()];
            let found = format!("{label} has {points} there");
            return Checked {
                outcome: Outcome::Unknown,
                found,
            };
        }
        let count = curves.replications(&self.curve);
        let each = (0..count).map(|which| line(View::Replication(which)));
        let each: Vec<Line> = each.collect();
        let chance = |a, b| self.errors * standard_error(&each, a, b);
        let last = means.len() - 1;
        let ends = if STRICTLY {
            let rise = Self::SIGN * (means[last].1 - means[0].1);
            reaches(rise, Some(chance(0, last)), true)
        } else {
            Outcome::Holds
        };
        let at = |place: usize| {
            let (x, y) = means[place];
            format!("{} at {}", with_unit(y, &units.0), with_unit(x, &units.1))
        };
        let ends_found = format!("{label} from {} to {}", at(0), at(last));
        let step_back = self.step_back(&means, chance);
        let (outcome, found) = match step_back.filter(|_| ends != Outcome::Fails) {
            Some((best, place)) => (
                Outcome::Fails,
                format!("{ends_found}, but {} and then {}", at(best), at(place)),
            ),
            None if STRICTLY => (ends, ends_found),
            None => {
                let range = range(curves, &self.curve, self.from, self.to);
                (ends, format!("{ends_found}, monotonic{range}"))
            }
        };
        Checked { outcome, found }
    }

    fn curves(&self) -> Vec<&Expr> {
        vec![&self.curve]
    }
}

impl<const RISING: bool, const STRICTLY: bool> Trend<RISING, STRICTLY> {
    const SIGN: f64 = if RISING { 1.0 } else { -1.0 };

    /// Returns the first point that counts as a step back, after the furthest point before it.
    fn step_back(
        &self,
        means: &Line,
        chance: impl Fn(usize, usize) -> f64,
    ) -> Option<(usize, usize)> {
        let mut best = 0;
        for at in 1..means.len() {
            if Self::SIGN * (means[at].1 - means[best].1) >= 0.0 {
                best = at;
                continue;
            }
            let back = (means[at].1 - means[best].1).abs();
            if back > chance(best, at) && back > self.slack * means[best].1.abs() {
                return Some((best, at));
            }
        }
        None
    }
}

/// Returns the standard error of the mean difference of two points over replications; 0 for fewer than two.
fn standard_error(each: &[Line], a: usize, b: usize) -> f64 {
    let differences = each
        .iter()
        .filter_map(|line| Some(line.get(b)?.1 - line.get(a)?.1));
    let differences: Vec<f64> = differences.collect();
    let n = differences.len() as f64;
    if differences.len() < 2 {
        return 0.0;
    }
    let mean = differences.iter().sum::<f64>() / n;
    let squares: f64 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
    (squares / (n - 1.0) / n).sqrt()
}

fn two() -> f64 {
    2.0
}
