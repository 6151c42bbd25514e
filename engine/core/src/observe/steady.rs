//! End of the initial transient of a run, and confidence intervals from batch means.
//!
//! [`settled`] is MSER-5: the series is divided into batches of five, and the number of batches to leave out at the
//! start minimizes the standard error of the rest. [`Means`] are batch means: a steady interval is divided into ten
//! batches that are long enough to be almost uncorrelated. Their spread gives a confidence interval of the mean.
//!
//! Sources: White, Cobb and Spratt, "A comparison of five steady-state truncation heuristics for simulation", WSC
//! 2000 (MSER-5); Schmeiser, "Batch size effects in the analysis of simulation output", Operations Research 30, 1982
//! (10 to 30 batches).

/// Observations per batch of MSER-5.
const FIVE: usize = 5;

/// Number of batches of a batch mean.
pub const BATCHES: usize = 10;

/// Student's t for a two-sided 95 % interval with [`BATCHES`] − 1 degrees of freedom.
const T: f64 = 2.262;

/// Returns how many values are to be left out at the start. If the minimum of the standard error lies in the second
/// half, too few values remain for a decision, and the result is half of the values.
#[must_use]
pub fn settled(values: &[f64]) -> usize {
    let batches: Vec<f64> = values.chunks_exact(FIVE).map(mean).collect();
    let half = batches.len() / 2;
    let (mut sum, mut squares) = (0.0, 0.0);
    let (mut best, mut least) = (0, f64::INFINITY);
    for (left_out, value) in batches.iter().enumerate().rev() {
        sum += value;
        squares += value * value;
        let n = (batches.len() - left_out) as f64;
        let spread = squares - sum * sum / n;
        // MSER-5: the sum of squares about the mean divided by n². The last few batches are excluded, because they
        // can agree by chance.
        let error = if spread > 0.0 { spread / (n * n) } else { 0.0 };
        if n >= FIVE as f64 && error <= least {
            (best, least) = (left_out, error);
        }
    }
    FIVE * best.min(half)
}

/// A mean with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Mean of all batches.
    pub mean: f64,
    /// Half-width of the 95 % confidence interval.
    pub half_width: f64,
}

impl Means {
    /// Returns the batch means of a series. Values that do not fill a batch are left out at the start. `None` for
    /// fewer values than batches.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Means> {
        let length = values.len() / BATCHES;
        let rest = values.len().checked_sub(BATCHES * length)?;
        if length == 0 {
            return None;
        }
        Some(Means::of_batches(
            values[rest..].chunks_exact(length).map(mean),
        ))
    }

    /// Returns the mean of the values of [`BATCHES`] batches.
    pub fn of_batches(batches: impl Iterator<Item = f64>) -> Means {
        let batches: Vec<f64> = batches.collect();
        let n = batches.len() as f64;
        let mean = mean(&batches);
        let squares: f64 = batches
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum();
        Means {
            mean,
            half_width: T * libm::sqrt(squares / (n - 1.0) / n),
        }
    }
}

/// Arithmetic mean of at least one value.
#[must_use]
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn noise(n: usize) -> Vec<f64> {
        let mut rng = Rng::for_component(7, "steady", 0);
        (0..n).map(|_| rng.uniform()).collect()
    }

    #[test]
    fn a_different_start_is_left_out_exactly() {
        let mut values = noise(1000);
        for (i, value) in values[..200].iter_mut().enumerate() {
            *value += 5.0 * (1.0 - i as f64 / 200.0);
        }
        let left_out = settled(&values);
        assert!((150..=230).contains(&left_out), "{left_out}");
    }

    /// MSER-5 may leave out a few steady values by chance.
    #[test]
    fn a_steady_series_keeps_almost_all_values() {
        assert_eq!(settled(&[1.0; 1000]), 0);
        assert!(settled(&noise(1000)) <= 100);
        assert_eq!(settled(&[]), 0);
        assert_eq!(settled(&[1.0, 2.0]), 0);
    }

    #[test]
    fn a_series_that_never_settles_gives_half() {
        let rising: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(settled(&rising), 500);
    }

    /// The half-width for independent uniform values is 2.262 · √(1/12 / 1000) = 0.0206; with ten batches its
    /// relative error is about a quarter. 95 of 100 intervals contain the mean; the tolerance is three standard
    /// errors of 2.2.
    #[test]
    fn the_interval_contains_the_mean_in_95_of_100_cases() {
        let values = noise(100_000);
        let means: Vec<_> = values.chunks(1000).filter_map(Means::of).collect();
        let widths = means.iter().map(|means| means.half_width).sum::<f64>() / 100.0;
        assert!((widths - 0.0206).abs() < 0.002, "{widths}");
        let holds = |means: &&Means| (means.mean - 0.5).abs() <= means.half_width;
        let held = means.iter().filter(holds).count();
        assert!((88..=100).contains(&held), "{held}");
        assert_eq!(Means::of(&[1.0; 9]), None);
    }
}
