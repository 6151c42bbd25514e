//! What is counted in equal intervals of time, and in intervals twice, four times, … as long.
//!
//! From the first comes the coefficient of variation β(s) at one time scale (vishwanath-2011 Section IV; cai-2010
//! Section V-B); from all of them two estimates of the Hurst parameter H, which is ½ where distant intervals know
//! nothing of each other and nears 1 where they do:
//!
//! - variance–time: log β(s) falls with log s by H − 1 (Leland et al., IEEE/ACM Trans. Networking 2(1), 1994);
//! - wavelets: the energy of the differences at octave j, halves of 2^j intervals each, grows as 2^((2H − 1) j). The
//!   octaves hardly know of each other, so this one has a confidence interval (Veitch and Abry, IEEE Trans. Information
//!   Theory 45(3), 1999). Theirs are any wavelets; ours is Haar's, which a constant rate does not disturb but a trend
//!   does.
//!
//! Nothing is kept but two numbers an octave and what waits for its other half.

/// Counts of intervals, octave by octave.
#[derive(Clone, Debug, Default)]
pub struct Octaves {
    /// The intervals themselves, then those twice as long, and so on.
    levels: Vec<Level>,
}

/// Counts of intervals of one length.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    n: u64,
    mean: f64,
    /// Sum of squares about the mean.
    squares: f64,
    /// One that waits for its other half.
    half: Option<f64>,
    /// Sum of squared differences of halves.
    energy: f64,
    pairs: u64,
}

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half of its interval.
    pub half_width: f64,
}

/// Intervals that a variance must be of to count in the variance–time plot.
const INTERVALS: u64 = 16;

/// Differences that an octave must have to count; Veitch and Abry have 4 to 8.
const PAIRS: u64 = 8;

/// Octaves that a line is drawn through at least.
const OCTAVES: usize = 3;

impl Octaves {
    /// Takes what was counted in the next interval; `deep`: for the longer ones too.
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

    /// Mean of the counts; `None` of none.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let level = self.levels.first()?;
        (level.n > 0).then_some(level.mean)
    }

    /// Standard deviation of the counts; `None` of fewer than two.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        self.levels.first()?.deviation()
    }

    /// β: the standard deviation of the counts over their mean; `None` of fewer than two, or if nothing was counted.
    #[must_use]
    pub fn variation(&self) -> Option<f64> {
        self.levels.first()?.variation()
    }

    /// H by the slope of log β against the logarithm of the interval, all octaves with [`INTERVALS`] alike.
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

    /// H by wavelets, with its interval.
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
    /// Welford's way: no difference of large numbers.
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

/// By the natural logarithm, which is there anyway.
fn log2(x: f64) -> f64 {
    libm::log(x) / std::f64::consts::LN_2
}

/// Slope of the line through (x, y, n), each weighed by its n, and half of the slope's interval if y is the binary
/// logarithm of a mean of n squares of normal values: its variance is then 2/(n ln² 2) (Veitch and Abry, Section III).
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
    fn the_variation_is_the_deviation_over_the_mean() {
        let octaves = counted([1.0, 2.0, 3.0, 4.0]);
        // Sum of squares about 2.5 is 5, over 3.
        assert!((octaves.deviation().unwrap() - (5.0_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!((octaves.variation().unwrap() - (5.0_f64 / 3.0).sqrt() / 2.5).abs() < 1e-12);
        assert_eq!(counted([7.0]).variation(), None);
        assert_eq!(counted([0.0, 0.0]).variation(), None);
    }

    /// Poisson counts: β is one over the root of the mean, H is a half, and the interval covers it.
    #[test]
    fn independent_counts_have_a_hurst_parameter_of_a_half() {
        let mut rng = Rng::for_component(3, "octaves", 0);
        let coins = |rng: &mut Rng| (0..16).filter(|_| rng.uniform() < 0.5).count() as f64;
        let octaves = counted((0..1 << 16).map(|_| coins(&mut rng)));
        // 16 coins: deviation 2, mean 8; 65,536 of them tell it within 1 %.
        assert!((octaves.variation().unwrap() - 0.25).abs() < 0.0025);
        let by_wavelets = octaves.hurst_by_wavelets().expect("many octaves");
        assert!((by_wavelets.value - 0.5).abs() < by_wavelets.half_width * 1.5);
        assert!(by_wavelets.half_width < 0.02);
        assert!((octaves.hurst_by_variance().expect("likewise") - 0.5).abs() < 0.05);
    }

    /// Fractional Gaussian noise of known H; over 40 of them the intervals cover it as often as they say, to what 40 can tell.
    #[test]
    fn fractional_noise_has_the_hurst_parameter_that_it_was_made_with() {
        const SERIES: u64 = 40;
        for hurst in [0.6, 0.85] {
            let mut covered = 0;
            for seed in 0..SERIES {
                let octaves = counted(noise(hurst, seed));
                let found = octaves.hurst_by_wavelets().expect("many octaves");
                assert!((found.value - hurst).abs() < 0.06, "{hurst} {found:?}");
                covered += u64::from((found.value - hurst).abs() <= found.half_width);
                let by_variance = octaves.hurst_by_variance().expect("likewise");
                // Low where memory is long, since the mean is that of the same series.
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
    fn too_little_says_nothing() {
        assert_eq!(counted((0..40).map(f64::from)).hurst_by_wavelets(), None);
        assert_eq!(counted([5.0; 1000]).hurst_by_wavelets(), None, "no energy");
        assert_eq!(counted([5.0; 1000]).hurst_by_variance(), None);
    }
}
