//! Regression and correlation of a curve's points.

use serde::Deserialize;

use crate::artefact::Scale;
use crate::curve::Line;

/// Which number of a fit is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Rise of y, or of its natural logarithm, per unit of x or of its natural logarithm.
    Slope,
    /// y, or its logarithm, where x or its logarithm is 0.
    Intercept,
    /// Share of the variance of y that the line explains, R².
    R2,
}

/// Least squares through the points, with logarithms (natural ones) where a scale says so; `None` of fewer than two x, and
/// where a logarithm does not exist.
#[must_use]
pub fn regression(line: &Line, (x, y): (Scale, Scale), figure: Figure) -> Option<f64> {
    let points: Vec<_> = line
        .iter()
        .map(|&(px, py)| Some((scaled(px, x)?, scaled(py, y)?)))
        .collect::<Option<_>>()?;
    let Moments { x, y, xx, xy, yy } = Moments::of(&points)?;
    let slope = xy / xx;
    let found = match figure {
        Figure::Slope => slope,
        Figure::Intercept => y - slope * x,
        Figure::R2 => slope * xy / yy,
    };
    found.is_finite().then_some(found)
}

/// Pearson's correlation of the second coordinates with the first; `None` where either does not vary.
#[must_use]
pub fn correlation(points: &[(f64, f64)]) -> Option<f64> {
    let Moments { xx, xy, yy, .. } = Moments::of(points)?;
    let found = xy / (xx * yy).sqrt();
    found.is_finite().then_some(found)
}

/// Means, and sums of products of deviations.
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
    fn a_line_is_found_in_its_points_also_on_logarithmic_paper() {
        let linear = (Scale::Linear, Scale::Linear);
        let line: Line = [1.0, 2.0, 4.0].map(|x| (x, 3.0 - 0.5 * x)).into();
        let of = |figure| regression(&line, linear, figure).expect("three points");
        assert!((of(Figure::Slope) + 0.5).abs() < 1e-12);
        assert!((of(Figure::Intercept) - 3.0).abs() < 1e-12);
        assert!((of(Figure::R2) - 1.0).abs() < 1e-12);
        let decay: Line = [5.0, 10.0, 50.0].map(|x| (x, libm::exp(-x / 7.0))).into();
        let slope = regression(&decay, (Scale::Linear, Scale::Log), Figure::Slope);
        assert!((slope.expect("positive") + 1.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn what_has_no_line_has_no_figures() {
        let both = (Scale::Linear, Scale::Log);
        assert_eq!(regression(&vec![(1.0, 1.0)], both, Figure::Slope), None);
        assert_eq!(
            regression(&vec![(1.0, 1.0), (1.0, 2.0)], both, Figure::Slope),
            None
        );
        assert_eq!(
            regression(&vec![(1.0, 1.0), (2.0, 0.0)], both, Figure::Slope),
            None
        );
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 1.0)]), None);
        let opposite = correlation(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]);
        assert!((opposite.expect("they vary") + 1.0).abs() < 1e-12);
    }
}
