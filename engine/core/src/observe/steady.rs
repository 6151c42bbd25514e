//! Whether a run has settled, and how well its figures are known: two pieces of statistics of simulation.
//!
//! [`settled`] is MSER-5: of a series cut into batches of five, leave out so many at the start that the rest
//! has the smallest standard error. [`Means`] are batch means: a stationary stretch cut into ten pieces that
//! are long enough to hardly know of each other gives ten figures whose spread says how well their mean is known.
//!
//! Sources: White, Cobb and Spratt, "A comparison of five steady-state truncation heuristics for simulation",
//! WSC 2000 (MSER-5); Schmeiser, "Batch size effects in the analysis of simulation output", Operations
//! Research 30, 1982 (10 to 30 batches).

/// Observations in a batch of MSER-5.
const FIVE: usize = 5;

/// Batches that a mean is made of.
pub const BATCHES: usize = 10;

/// Student's t for 95 % on both sides with [`BATCHES`] − 1 degrees of freedom.
const T: f64 = 2.262;

/// How many of some values, in their order, are to be left out at the start. Where the smallest standard error
/// is found in their second half, too few remain to tell, and the answer is half of them.
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
        // MSER-5: the sum of squares about the mean over n². A few at the very end agree by chance.
        let error = if spread > 0.0 { spread / (n * n) } else { 0.0 };
        if n >= FIVE as f64 && error <= least {
            (best, least) = (left_out, error);
        }
    }
    FIVE * best.min(half)
}

/// A mean and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Of all batches.
    pub mean: f64,
    /// Half of its 95 % confidence interval.
    pub half_width: f64,
}

impl Means {
    /// The batch means of a series; what does not fill a batch is left out at the start. `None` if there are
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

    /// The mean of figures of [`BATCHES`] batches.
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

/// Of at least one value.
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
    fn a_start_that_differs_is_left_out_to_the_value() {
        let mut values = noise(1000);
        for (i, value) in values[..200].iter_mut().enumerate() {
            *value += 5.0 * (1.0 - i as f64 / 200.0);
        }
        let left_out = settled(&values);
        assert!((150..=230).contains(&left_out), "{left_out}");
    }

    /// MSER-5 may leave out a little of what is steady, by chance.
    #[test]
    fn what_is_steady_keeps_nearly_all() {
        assert_eq!(settled(&[1.0; 1000]), 0);
        assert!(settled(&noise(1000)) <= 100);
        assert_eq!(settled(&[]), 0);
        assert_eq!(settled(&[1.0, 2.0]), 0);
    }

    #[test]
    fn what_never_settles_gives_half() {
        let rising: Vec<f64> = (0..1000).map(f64::from).collect();
        assert_eq!(settled(&rising), 500);
    }

    /// The half-width for independent uniform values: 2.262 · √(1/12 / 1000) is 0.0206, with ten batches ± a
    /// quarter of it; 95 of 100 intervals hold the mean, ± three standard errors of 2.2.
    #[test]
    fn the_interval_holds_the_mean_as_often_as_it_says() {
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
