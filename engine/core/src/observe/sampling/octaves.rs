//! Statistics of counts in intervals of equal length, and in intervals that are 2, 4, 8, … times as long.
//!
//! The counts of the shortest intervals give the coefficient of variation β(s) at one time scale (vishwanath-2011
//! Section IV; cai-2010 Section V-B). The counts of all lengths give two estimates of the Hurst parameter H, which is
//! ½ without correlation between distant intervals and close to 1 with long-range dependence:
//!
//! - variance–time: log β(s) falls with log s by H − 1 (Leland et al., IEEE/ACM Trans. Networking 2(1), 1994);
//! - wavelets: the energy of the differences between the halves of 2^j intervals grows as 2^((2H − 1) j). The octaves
//!   are almost uncorrelated, so this estimate has a confidence interval (Veitch and Abry, IEEE Trans. Information
//!   Theory 45(3), 1999). Deviation: they allow any wavelet; we use Haar's, which removes a constant rate but not a
//!   trend.
//!
//! The memory is a few numbers per octave.

/// Counts of intervals, octave by octave.
#[derive(Clone, Debug, Default)]
pub struct Octaves {
    /// Statistics of the shortest intervals, then of those twice as long, and so on.
    levels: Vec<Level>,
}

/// Statistics of the counts in intervals of one length.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    n: u64,
    mean: f64,
    /// Sum of squares about the mean.
    squares: f64,
    /// First half of the next longer interval, until its second half ends.
    half: Option<f64>,
    /// Sum of squared differences of halves.
    energy: f64,
    pairs: u64,
}

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Value of the estimate.
    pub value: f64,
    /// Half-width of the confidence interval.
    pub half_width: f64,
}

/// Minimum number of intervals of an octave in the variance–time plot.
const INTERVALS: u64 = 16;

/// Minimum number of differences of an octave; Veitch and Abry use 4 to 8.
const PAIRS: u64 = 8;

/// Minimum number of octaves for the fit of a line.
const OCTAVES: usize = 3;

impl Octaves {
    /// Takes the count of the next interval; with `deep` it counts for the longer intervals too.
    pub fn take(&mut self, count: f64, deep: bool) {
        let mut count = count;
        for octave in 0.. {
            if octave == self.levels.len() {
                self.levels.push(Level::default());
            }
            let level = &mut self.levels[octave];
            level.count(count);
            if !deep {
                return;
            }
            let Some(first) = level.half.take() else {
                level.half = Some(count);
                return;
            };
            level.energy += (first - count) * (first - count);
            level.pairs += 1;
            count += first;
        }
    }

    /// Mean of the counts; `None` without counts.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let level = self.levels.first()?;
        (level.n > 0).then_some(level.mean)
    }

    /// Standard deviation of the counts; `None` for fewer than two counts.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        self.levels.first()?.deviation()
    }

    /// Coefficient of variation β: the standard deviation of the counts divided by their mean. `None` for fewer than two
    /// counts, or if the mean is 0.
    #[must_use]
    pub fn variation(&self) -> Option<f64> {
        self.levels.first()?.variation()
    }

    /// Estimate of H from the slope of log β against the logarithm of the interval. Each octave with [`INTERVALS`] has
    /// the same weight.
    #[must_use]
    pub fn hurst_by_variance(&self) -> Option<f64> {
        let enough = |level: &&Level| level.n >= INTERVALS;
        let levels = self.levels.iter().take_while(enough);
        let points: Option<Vec<_>> = levels
            .enumerate()
            .map(|(octave, level)| {
                let variation = level.variation().filter(|beta| *beta > 0.0)?;
                Some((octave as f64, log2(variation), 1.0))
            })
            .collect();
        line(&points?).map(|Estimate { value, .. }| 1.0 + value)
    }

    /// Estimate of H by wavelets, with its confidence interval.
    #[must_use]
    pub fn hurst_by_wavelets(&self) -> Option<Estimate> {
        let enough = |level: &&Level| level.pairs >= PAIRS;
        let levels = self.levels.iter().take_while(enough);
        let points: Option<Vec<_>> = levels
            .enumerate()
            .map(|(octave, level)| {
                let n = level.pairs as f64;
                let j = octave as f64 + 1.0;
                let energy = Some(level.energy / n).filter(|energy| *energy > 0.0)?;
                // Orthonormal: the differences over 2^(j/2). The logarithm of a mean of n is too low by 1/(n ln 2).
                let height = log2(energy) - j + 1.0 / (n * std::f64::consts::LN_2);
                Some((j, height, n))
            })
            .collect();
        let slope = line(&points?)?;
        Some(Estimate {
            value: (slope.value + 1.0) / 2.0,
            half_width: slope.half_width / 2.0,
        })
    }
}

impl Level {
    /// Updates mean and squares by Welford's algorithm, which avoids differences of large numbers.
    fn count(&mut self, count: f64) {
        self.n += 1;
        let off = count - self.mean;
        self.mean += off / self.n as f64;
        self.squares += off * (count - self.mean);
    }

    fn deviation(&self) -> Option<f64> {
        (self.n > 1).then(|| libm::sqrt(self.squares / (self.n - 1) as f64))
    }

    fn variation(&self) -> Option<f64> {
        let deviation = self.deviation()?;
        (self.mean > 0.0).then(|| deviation / self.mean)
    }
}

/// Binary logarithm, from the natural one, which is linked anyway.
fn log2(x: f64) -> f64 {
    libm::log(x) / std::f64::consts::LN_2
}

/// Fits a line through points (x, y, n) with weights n. Returns its slope, and the half-width of the slope's confidence
/// interval. The interval assumes that y is the binary logarithm of a mean of n squared normal values, so that its
/// variance is 2/(n ln² 2) (Veitch and Abry, Section III).
fn line(points: &[(f64, f64, f64)]) -> Option<Estimate> {
    if points.len() < OCTAVES {
        return None;
    }
    let weight: f64 = points.iter().map(|(_, _, n)| n).sum();
    let middle = points.iter().map(|(x, _, n)| x * n).sum::<f64>() / weight;
    let spread: f64 = points
        .iter()
        .map(|(x, _, n)| n * (x - middle) * (x - middle))
        .sum();
    let rise: f64 = points.iter().map(|(x, y, n)| n * (x - middle) * y).sum();
    Some(Estimate {
        value: rise / spread,
        half_width: 1.96 * libm::sqrt(2.0 / spread) / std::f64::consts::LN_2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn counted(counts: impl IntoIterator<Item = f64>) -> Octaves {
        let mut octaves = Octaves::default();
        for count in counts {
            octaves.take(count, true);
        }
        octaves
    }

    #[test]
    fn the_coefficient_of_variation_is_the_deviation_divided_by_the_mean() {
        let octaves = counted([1.0, 2.0, 3.0, 4.0]);
        // Sum of squares about 2.5 is 5, over 3.
        assert!((octaves.deviation().unwrap() - (5.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((octaves.variation().unwrap() - (5.0_f64 / 3.0).sqrt() / 2.5).abs() < 1e-12);
        assert_eq!(counted([7.0]).variation(), None);
        assert_eq!(counted([0.0, 0.0]).variation(), None);
    }

    /// Independent binomial counts: H is ½, and the confidence interval contains it.
    #[test]
    fn independent_counts_have_a_hurst_parameter_of_a_half() {
        let mut rng = Rng::for_component(3, "octaves", 0);
        let coins = |rng: &mut Rng| (0..16).filter(|_| rng.uniform() < 0.5).count() as f64;
        let octaves = counted((0..1 << 16).map(|_| coins(&mut rng)));
        // 16 coins have the deviation 2 and the mean 8; 65,536 counts give β within 1 %.
        assert!((octaves.variation().unwrap() - 0.25).abs() < 0.0025);
        let by_wavelets = octaves.hurst_by_wavelets().expect("many octaves");
        assert!((by_wavelets.value - 0.5).abs() < by_wavelets.half_width * 1.5);
        assert!(by_wavelets.half_width < 0.02);
        assert!((octaves.hurst_by_variance().expect("likewise") - 0.5).abs() < 0.05);
    }

    /// Fractional Gaussian noise with a known H: of 40 intervals about 95 % contain it.
    #[test]
    fn fractional_noise_has_the_hurst_parameter_of_its_generator() {
        const SERIES: u64 = 40;
        for hurst in [0.6, 0.85] {
            let mut covered = 0;
            for seed in 0..SERIES {
                let octaves = counted(noise(hurst, seed));
                let found = octaves.hurst_by_wavelets().expect("many octaves");
                assert!((found.value - hurst).abs() < 0.06, "{hurst} {found:?}");
                covered += u64::from((found.value - hurst).abs() <= found.half_width);
                let by_variance = octaves.hurst_by_variance().expect("likewise");
                // The estimate is low for long-range dependence, because the mean comes from the same series.
                assert!((by_variance - hurst).abs() < 0.15, "{hurst} {by_variance}");
            }
            assert!(covered >= SERIES * 8 / 10, "{hurst}: {covered}");
        }
    }

    fn noise(hurst: f64, seed: u64) -> Vec<f64> {
        let mut rng = Rng::for_component(seed, "octaves", 1);
        let noise = crate::noise::circulant::Circulant::new(hurst, 1 << 14);
        noise.block(&mut rng).iter().map(|x| x + 10.0).collect()
    }

    #[test]
    fn short_series_have_no_estimates() {
        assert_eq!(counted((0..40).map(f64::from)).hurst_by_wavelets(), None);
        assert_eq!(counted([5.0; 1000]).hurst_by_wavelets(), None, "no energy");
        assert_eq!(counted([5.0; 1000]).hurst_by_variance(), None);
    }
}
