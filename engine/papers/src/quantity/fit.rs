//! `fit`: the line through the points in a range, by least squares.

use serde::Deserialize;

use super::part::{range, within_range};
use super::read::Read;
use crate::curve::{Curves, Expr, Line, View};
use crate::scale::Scale;

/// Regression over a range of a curve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    curve: Expr,
    from: Option<f64>,
    to: Option<f64>,
    /// Scale of x: logarithmic for a regression over logarithms of x.
    #[serde(default)]
    x: Scale,
    /// Scale of y: logarithmic for a regression over logarithms of y.
    #[serde(default)]
    y: Scale,
    /// Result of the regression that is used.
    #[serde(rename = "figure")]
    statistic: FitStatistic,
}

/// Result of a regression that a claim uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FitStatistic {
    /// Rise of y, or of its natural logarithm, per unit of x or of its natural logarithm.
    Slope,
    /// Value of y, or of its logarithm, where x or its logarithm is 0.
    Intercept,
    /// Share of the variance of y that the line explains, R².
    R2,
}

impl Read for Fit {
    fn value(&self, curves: &Curves, view: View) -> Option<f64> {
        let line = within_range(curves.line(&self.curve, view), self.from, self.to);
        regression(&line, (self.x, self.y), self.statistic)
    }

    fn curves(&self) -> Vec<&Expr> {
        vec![&self.curve]
    }

    fn describe(&self, curves: &Curves) -> String {
        let what = match self.statistic {
            FitStatistic::Slope => "slope",
            FitStatistic::Intercept => "intercept",
            FitStatistic::R2 => "R²",
        };
        let logs = match (self.y, self.x) {
            (Scale::Linear, Scale::Linear) => "",
            (Scale::Log, Scale::Linear) => " (ln y)",
            (Scale::Linear, Scale::Log) => " (ln x)",
            (Scale::Log, Scale::Log) => " (ln y, ln x)",
        };
        let range = range(curves, &self.curve, self.from, self.to);
        format!("{what} of {}{logs}{range}", curves.label(&self.curve))
    }
}

/// Fits a line through the points by least squares, with natural logarithms on logarithmic scales. Returns `None` for
/// fewer than two different x, and if a logarithm does not exist.
fn regression(line: &Line, (x, y): (Scale, Scale), statistic: FitStatistic) -> Option<f64> {
    let points: Vec<_> = line
        .iter()
        .map(|&(px, py)| Some((scaled(px, x)?, scaled(py, y)?)))
        .collect::<Option<_>>()?;
    let Moments { x, y, xx, xy, yy } = Moments::of(&points)?;
    let slope = xy / xx;
    let found = match statistic {
        FitStatistic::Slope => slope,
        FitStatistic::Intercept => y - slope * x,
        FitStatistic::R2 => slope * xy / yy,
    };
    found.is_finite().then_some(found)
}

/// Means of the coordinates, and sums of products of their deviations.
pub struct Moments {
    /// Mean of the first coordinate.
    pub x: f64,
    /// Mean of the second coordinate.
    pub y: f64,
    /// Sum of squares of the deviations of the first coordinate.
    pub xx: f64,
    /// Sum of products of the deviations.
    pub xy: f64,
    /// Sum of squares of the deviations of the second coordinate.
    pub yy: f64,
}

impl Moments {
    /// Returns `None` for fewer than two points.
    pub fn of(points: &[(f64, f64)]) -> Option<Moments> {
        if points.len() < 2 {
            return None;
        }
        let n = points.len() as f64;
        let x = points.iter().map(|(x, _)| x).sum::<f64>() / n;
        let y = points.iter().map(|(_, y)| y).sum::<f64>() / n;
        let sum = |of: fn(f64, f64) -> f64| {
            points
                .iter()
                .map(|(px, py)| of(px - x, py - y))
                .sum::<f64>()
        };
        let (xx, xy, yy) = (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y));
        Some(Moments { x, y, xx, xy, yy })
    }
}

fn scaled(value: f64, scale: Scale) -> Option<f64> {
    match scale {
        Scale::Linear => Some(value),
        Scale::Log => (value > 0.0).then(|| libm::log(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::correlation::correlation;
    use super::*;

    #[test]
    fn regression_finds_the_line_of_its_points_on_linear_and_log_scales() {
        let linear = (Scale::Linear, Scale::Linear);
        let line: Line = [1.0, 2.0, 4.0].map(|x| (x, 3.0 - 0.5 * x)).into();
        let of = |statistic| regression(&line, linear, statistic).expect("three points");
        assert!((of(FitStatistic::Slope) + 0.5).abs() < 1e-12);
        assert!((of(FitStatistic::Intercept) - 3.0).abs() < 1e-12);
        assert!((of(FitStatistic::R2) - 1.0).abs() < 1e-12);
        let decay: Line = [5.0, 10.0, 50.0].map(|x| (x, libm::exp(-x / 7.0))).into();
        let slope = regression(&decay, (Scale::Linear, Scale::Log), FitStatistic::Slope);
        assert!((slope.expect("positive") + 1.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn regression_and_correlation_need_varying_points() {
        let both = (Scale::Linear, Scale::Log);
        assert_eq!(
            regression(&vec![(1.0, 1.0)], both, FitStatistic::Slope),
            None
        );
        assert_eq!(
            regression(&vec![(1.0, 1.0), (1.0, 2.0)], both, FitStatistic::Slope),
            None
        );
        assert_eq!(
            regression(&vec![(1.0, 1.0), (2.0, 0.0)], both, FitStatistic::Slope),
            None
        );
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 1.0)]), None);
        let opposite = correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]);
        assert!((opposite.expect("they vary") + 1.0).abs() < 1e-12);
    }
}
