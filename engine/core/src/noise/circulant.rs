//! Fractional Gaussian noise in blocks, exactly: circulant embedding.
//!
//! The covariances of n values, wrapped to a circle of 2n, are those of a stationary process on the circle, whose
//! spectrum is their Fourier transform; where that is nowhere negative, as for this noise, colored white noise
//! has exactly these covariances. Sources: Davies and Harte, Biometrika 74 (1987); Craigmile, J. Time Series
//! Analysis 24 (2003), who shows that it never fails for H ≥ ½.

use super::fft::{Complex, transform};
use super::normal;
use crate::rng::Rng;

/// Covariance of two values of the noise at distance `k`, of variance 1:
/// ρ(k) = ½ (|k+1|^2H − 2|k|^2H + |k−1|^2H) (Mandelbrot and Van Ness, SIAM Review 10, 1968).
#[must_use]
pub fn covariance(hurst: f64, k: usize) -> f64 {
    let power = |x: f64| libm::pow(x, 2.0 * hurst);
    let k = k as f64;
    0.5 * (power(k + 1.0) - 2.0 * power(k) + power((k - 1.0).abs()))
}

/// Eigenvalues of the circulant of 2n values, n a power of two.
#[must_use]
pub fn eigenvalues(hurst: f64, n: usize) -> Vec<f64> {
    let wrapped = |k: usize| if k <= n { k } else { 2 * n - k };
    let mut row: Vec<Complex> = (0..2 * n)
        .map(|k| (covariance(hurst, wrapped(k)), 0.0))
        .collect();
    transform(&mut row);
    row.into_iter().map(|(real, _)| real).collect()
}

/// Draws blocks of n values.
#[derive(Clone, Debug)]
pub struct Circulant {
    /// √(λ/2n) of the first n + 1 eigenvalues λ; the others mirror them.
    scales: Vec<f64>,
}

impl Circulant {
    /// Blocks of n values, a power of two.
    #[must_use]
    pub fn new(hurst: f64, n: usize) -> Circulant {
        let eigenvalues = eigenvalues(hurst, n);
        // Never negative but for rounding: with H = ½ all are 1, with H → 1 all but one tend to 0.
        let scale = |&value: &f64| libm::sqrt(libm::fmax(value, 0.0) / (2 * n) as f64);
        Circulant {
            scales: eigenvalues[..=n].iter().map(scale).collect(),
        }
    }

    /// The next n values, independent of earlier ones.
    #[must_use]
    pub fn block(&self, rng: &mut Rng) -> Vec<f64> {
        let n = self.scales.len() - 1;
        let mut spectrum = vec![(0.0, 0.0); 2 * n];
        for (k, scale) in self.scales.iter().enumerate() {
            let first = scale * normal::draw(rng);
            if k == 0 || k == n {
                spectrum[k] = (first, 0.0);
                continue;
            }
            let (re, im) = (first, scale * normal::draw(rng));
            let half = std::f64::consts::FRAC_1_SQRT_2;
            spectrum[k] = (re * half, im * half);
            spectrum[2 * n - k] = (re * half, -im * half);
        }
        transform(&mut spectrum);
        spectrum[..n].iter().map(|(real, _)| *real).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out independently from the formula.
    #[test]
    fn covariances_are_those_of_the_formula() {
        for (hurst, wanted) in [
            (
                0.7,
                [0.319_507_911, 0.188_752_539, 0.146_173_442, 0.122_498_701],
            ),
            (
                0.85,
                [0.624_504_793, 0.487_494_335, 0.429_528_596, 0.393_363_918],
            ),
            (
                0.9,
                [0.741_101_127, 0.630_134_775, 0.579_293_337, 0.546_350_292],
            ),
        ] {
            for (k, wanted) in wanted.into_iter().enumerate() {
                let got = covariance(hurst, k + 1);
                assert!((got - wanted).abs() < 1e-9, "{hurst} {k}: {got}");
            }
        }
        assert_eq!(covariance(0.5, 3), 0.0);
    }

    #[test]
    fn eigenvalues_of_sixteen_are_positive_and_sum_to_sixteen() {
        for (hurst, least, most) in [
            (0.7, 0.574_775_207, 3.214_338_598),
            (0.85, 0.269_036_757, 7.284_064_528),
            (0.9, 0.173_541_312, 9.496_490_228),
        ] {
            let values = eigenvalues(hurst, 8);
            assert_eq!(values.len(), 16);
            let fold =
                |pick: fn(f64, f64) -> f64| values[1..].iter().fold(values[0], |a, &b| pick(a, b));
            assert!((fold(libm::fmin) - least).abs() < 1e-9, "{values:?}");
            assert!((fold(libm::fmax) - most).abs() < 1e-9, "{values:?}");
            assert!((values.iter().sum::<f64>() - 16.0).abs() < 1e-12);
        }
        for hurst in [0.5, 0.99] {
            assert!(eigenvalues(hurst, 128).iter().all(|&value| value > -1e-12));
        }
    }

    /// Squares of differences hide the lowest frequencies, which vary most: E (x_{i+k} − x_i)² = 2 (1 − ρ(k)).
    #[test]
    fn values_of_a_block_have_these_covariances() {
        for hurst in [0.5, 0.7, 0.9] {
            let circulant = Circulant::new(hurst, 128);
            let mut rng = Rng::for_component(1, "circulant", 0);
            let blocks: Vec<Vec<f64>> = (0..2000).map(|_| circulant.block(&mut rng)).collect();
            for k in 1..=4 {
                let squares = blocks.iter().map(|x| {
                    let pairs = (0..128 - k).map(|i| (x[i + k] - x[i]) * (x[i + k] - x[i]));
                    pairs.sum::<f64>() / (128 - k) as f64
                });
                let rho = 1.0 - squares.sum::<f64>() / 4000.0;
                let wanted = covariance(hurst, k);
                // About √(2 · (1 + …))(1 − ρ)/√(2000 · 120) = 0.004 (1 − ρ); four of them and more.
                assert!(
                    (rho - wanted).abs() < 0.02 * (1.0 - wanted),
                    "{hurst} {k}: {rho}"
                );
            }
            let square = |x: &f64| x * x;
            let variance = blocks.iter().flatten().map(square).sum::<f64>() / 256_000.0;
            // Of 2000 independent blocks, each like a few values at least: 4 √(2/2000) √(Σρ²/128) < 0.1.
            assert!((variance - 1.0).abs() < 0.1, "{hurst}: {variance}");
        }
    }
}
