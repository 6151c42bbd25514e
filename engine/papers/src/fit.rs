//! Regression and correlation of the points of a curve.

use serde::Deserialize;

use crate::curve::Line;
use crate::figure::Scale;

/// Result of a regression that a claim uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FitStatistic {
    /// Rise of y, or of its natural logarithm, per unit of x or of its natural logarithm.
    Slope,
    /// Value of y, or of its logarithm, where x or its logarithm is 0.
    Intercept,
    /// Share of the variance of y that the line explains, R².
    R2,
}

/// Fits a line through the points by least squares, with natural logarithms on logarithmic scales. Returns `None` for
/// fewer than two different x, and if a logarithm does not exist.
#[must_use]
pub fn regression(line: &Line, (x, y): (Scale, Scale), statistic: FitStatistic) -> Option<f64> {
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

/// Returns Pearson's correlation of the two coordinates, or `None` if one of them does not vary.
#[must_use]
pub fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    let Moments { xx, xy, yy, .. } = Moments::of(points)?;
    let found = xy / (xx * yy).sqrt();
    found.is_finite().then_some(found)
}

/// Means of the coordinates, and sums of products of their deviations.
struct Moments {
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Moments {
    fn of(points: &[(f64, f64)]) -> Option<Moments> {
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
