//! Fractional Gaussian noise as it is needed, value by value, over nine decades of time, in two kilobytes.
//!
//! A block of [`BLOCK`] coarse values is drawn exactly (see [`circulant`](super::circulant)); each stands for
//! 2^[`LEVELS`] fine ones and is halved that often, as far to the right as is asked for. A half is drawn given its
//! [`LEFT`] left neighbors of its own length, the interval that it is half of, and the [`RIGHT`] intervals behind
//! that: the left half is what these say it is on average, plus a normal error; the right half is what is left.
//! So sums over 2^k fine values are exactly those of level k. Source: Norros, Mannersalo and Wang, "Simulation of
//! fractional Brownian motion with conditionalized random midpoint displacement", Advances in Performance
//! Analysis 2(1), 1999, "on-the-fly" with m = 4 and n = 2.
//!
//! What it does to H: with so many neighbors covariances at any level differ from the exact ones by less than
//! 2·10⁻⁴ (worked out by linear algebra, H from 0.6 to 0.95, six levels). So H holds from one interval to a whole
//! block, 128 · 2^23 intervals: 1 µs to 1074 s. The next block is independent of it.

use std::sync::Arc;

use super::circulant::Circulant;
use super::normal;
use crate::rng::Rng;

/// Coarse values that are drawn together.
const BLOCK: usize = 128;
/// Number of halvings of each coarse value.
const LEVELS: usize = 23;
/// Neighbors to the left that a half is drawn by.
const LEFT: usize = 4;
/// Neighbors to the right, twice as long.
const RIGHT: usize = 2;

/// Tables that depend on H only, shared.
#[derive(Clone, Debug)]
pub struct Tables {
    circulant: Circulant,
    /// By the number of left neighbors that there are.
    halvings: [Halving; LEFT + 1],
    /// Deviation of a sum over 2^k fine values: 2^kH.
    deviations: [f64; LEVELS + 1],
}

/// Weights for drawing a left half.
#[derive(Clone, Copy, Debug, Default)]
struct Halving {
    /// Weights of the left neighbors, the nearest first.
    left: [f64; LEFT],
    /// Of the interval itself and of those behind it.
    right: [f64; RIGHT + 1],
    /// Of the error, in deviations of a half.
    deviation: f64,
}

impl Tables {
    /// Computes the tables for a Hurst parameter from 0.5 to below 1.
    #[must_use]
    pub fn new(hurst: f64) -> Tables {
        Tables {
            circulant: Circulant::new(hurst, BLOCK),
            halvings: std::array::from_fn(|known| Halving::new(hurst, known)),
            deviations: std::array::from_fn(|k| libm::exp2(k as f64 * hurst)),
        }
    }
}

impl Halving {
    /// The best linear guess: weights solve C w = c, C the covariances of what is known, c theirs with the half.
    fn new(hurst: f64, known: usize) -> Halving {
        let half = (0.0, 1.0);
        let left = (0..known).map(|j| (-(j as f64) - 1.0, -(j as f64)));
        let right = (0..=RIGHT).map(|j| (2.0 * j as f64, 2.0 * j as f64 + 2.0));
        let given: Vec<Interval> = left.chain(right).collect();
        let covariances = |a: Interval| given.iter().map(move |&b| covariance(hurst, a, b));
        let mut rows: Vec<Vec<f64>> = (given.iter())
            .map(|&a| covariances(a).chain([covariance(hurst, a, half)]).collect())
            .collect();
        let weights = solve(&mut rows);
        let explained: f64 = covariances(half).zip(&weights).map(|(c, w)| c * w).sum();
        let mut halving = Halving {
            deviation: libm::sqrt(libm::fmax(1.0 - explained, 0.0)),
            ..Halving::default()
        };
        halving.left[..known].copy_from_slice(&weights[..known]);
        halving.right.copy_from_slice(&weights[known..]);
        halving
    }
}

type Interval = (f64, f64);

/// Covariance of what fractional Brownian motion grows by in two intervals.
fn covariance(hurst: f64, (a, b): Interval, (c, d): Interval) -> f64 {
    let power = |x: f64| libm::pow(x.abs(), 2.0 * hurst);
    0.5 * (power(d - a) + power(c - b) - power(d - b) - power(c - a))
}

/// Solves the linear equations of these rows, the right-hand side last in each, whose matrix is positive
/// definite: no pivot is 0.
fn solve(rows: &mut [Vec<f64>]) -> Vec<f64> {
    let n = rows.len();
    for k in 0..n {
        let (above, below) = rows.split_at_mut(k + 1);
        let pivot = &above[k];
        for row in below {
            let factor = row[k] / pivot[k];
            for (value, from) in row.iter_mut().zip(pivot).skip(k) {
                *value -= factor * from;
            }
        }
    }
    let mut solution = vec![0.0; n];
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| rows[k][j] * solution[j]).sum();
        solution[k] = (rows[k][n] - known) / rows[k][k];
    }
    solution
}

/// The noise, from its beginning on.
#[derive(Clone, Debug)]
pub struct Noise {
    tables: Arc<Tables>,
    /// The coarse values, and how many of them are used.
    block: Arc<[f64]>,
    used: usize,
    /// Levels of the halving, finest first.
    levels: Box<[Level]>,
}

/// Intervals of one length, drawn from left to right.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// The last ones, the latest first.
    left: [f64; LEFT],
    /// Number of these values.
    known: usize,
    /// The interval that is halved next, twice as long, and those behind it.
    right: [f64; RIGHT + 1],
    /// A right half, if its left half is the last that was drawn.
    half: Option<f64>,
    begun: bool,
}

impl Noise {
    /// Noise that has not begun.
    #[must_use]
    pub fn new(tables: &Arc<Tables>) -> Noise {
        Noise {
            tables: tables.clone(),
            block: Arc::new([]),
            used: 0,
            levels: Box::new([Level::default(); LEVELS]),
        }
    }

    /// The next value, of variance 1.
    #[inline]
    pub fn next(&mut self, rng: &mut Rng) -> f64 {
        self.sum(0, rng)
    }

    /// Sum of the next 2^k values.
    fn sum(&mut self, k: usize, rng: &mut Rng) -> f64 {
        if k == LEVELS {
            return self.coarse(rng);
        }
        if let Some(half) = self.levels[k].half.take() {
            self.levels[k].push(half);
            return half;
        }
        if !self.levels[k].begun {
            for behind in 1..=RIGHT {
                self.levels[k].right[behind] = self.sum(k + 1, rng);
            }
            self.levels[k].begun = true;
        }
        let behind = self.sum(k + 1, rng);
        let level = &mut self.levels[k];
        level.right.copy_within(1.., 0);
        level.right[RIGHT] = behind;
        let halving = &self.tables.halvings[level.known];
        let mut half = halving.deviation * self.tables.deviations[k] * normal::draw(rng);
        for (weight, value) in halving.left.iter().zip(&level.left) {
            half += weight * value;
        }
        for (weight, value) in halving.right.iter().zip(&level.right) {
            half += weight * value;
        }
        level.half = Some(level.right[0] - half);
        level.push(half);
        half
    }

    #[cold]
    fn coarse(&mut self, rng: &mut Rng) -> f64 {
        if self.used == self.block.len() {
            self.block = self.tables.circulant.block(rng).into();
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1] * self.tables.deviations[LEVELS]
    }
}

impl Level {
    fn push(&mut self, value: f64) {
        self.left.copy_within(..LEFT - 1, 1);
        self.left[0] = value;
        self.known = (self.known + 1).min(LEFT);
    }
}

#[cfg(test)]
mod tests {
    use super::super::circulant::covariance as rho;
    use super::*;
    use crate::extent::usual_or_all;

    fn noise(hurst: f64) -> Noise {
        Noise::new(&Arc::new(Tables::new(hurst)))
    }

    fn rng(seed: u64) -> Rng {
        Rng::for_component(seed, "noise", 0)
    }

    /// ρ(1…4) of the values themselves, 23 halvings below what is drawn exactly. Of squares of differences, as in
    /// `circulant`, from 400 runs.
    #[test]
    fn neighboring_values_have_the_covariances_of_the_noise() {
        for hurst in [0.7, 0.85, 0.9] {
            let tables = Arc::new(Tables::new(hurst));
            let mut squares = [0.0; 4];
            let (runs, length) = (400, 512);
            for seed in 0..runs {
                let (mut noise, mut rng) = (Noise::new(&tables), rng(seed));
                let x: Vec<f64> = (0..length).map(|_| noise.next(&mut rng)).collect();
                for (k, square) in (1..).zip(&mut squares) {
                    let pairs = (0..length - k).map(|i| (x[i + k] - x[i]) * (x[i + k] - x[i]));
                    *square += pairs.sum::<f64>() / ((length - k) as f64 * runs as f64);
                }
            }
            for (k, square) in (1..).zip(squares) {
                let (got, wanted) = (1.0 - square / 2.0, rho(hurst, k));
                // Some 200,000 squares, of which about half tell something new: 4 √(2/100,000) = 0.018.
                assert!(
                    (got - wanted).abs() < 0.02 * (1.0 - wanted),
                    "{hurst} {k}: {got} {wanted}"
                );
            }
        }
    }

    /// The variance of sums over 2^k values is 2^2kH, from single values up to a quarter of a block of 2^30.
    #[test]
    fn the_variance_of_sums_grows_with_2_h_over_nine_decades() {
        for &hurst in usual_or_all(&[0.85][..], &[0.6, 0.75, 0.85, 0.95]) {
            let tables = Arc::new(Tables::new(hurst));
            let runs = 3000;
            let mut points = Vec::new();
            for k in (0..=LEVELS).step_by(1).chain([LEVELS + 2, LEVELS + 5]) {
                let mut square = 0.0;
                for seed in 0..runs {
                    let (mut noise, mut rng) = (Noise::new(&tables), rng(seed));
                    let level = k.min(LEVELS);
                    let sum: f64 = (0..1u32 << (k - level))
                        .map(|_| noise.sum(level, &mut rng))
                        .sum();
                    square += sum * sum / runs as f64;
                }
                // A variance from 3000 draws is within four times √(2/3000) = 2.6 %.
                let ratio = square / libm::exp2(2.0 * hurst * k as f64);
                assert!((ratio - 1.0).abs() < 0.105, "{hurst} {k}: {ratio}");
                points.push((k as f64, libm::log2(square)));
            }
            let slope = slope(&points);
            assert!((slope / 2.0 - hurst).abs() < 0.005, "{hurst}: {slope}");
        }
    }

    /// Of the line of least squares.
    fn slope(points: &[(f64, f64)]) -> f64 {
        let n = points.len() as f64;
        let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / n;
        let (x, y) = (mean(|p| p.0), mean(|p| p.1));
        let xy: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
        let xx: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
        xy / xx
    }

    #[test]
    fn halves_sum_to_their_whole() {
        let (mut fine, mut coarse) = (noise(0.8), noise(0.8));
        let (mut a, mut b) = (rng(1), rng(1));
        // What is asked of the coarse first is drawn first; asked alike, they are the same.
        let sums: Vec<f64> = (0..4).map(|_| coarse.sum(LEVELS, &mut a)).collect();
        let pairs: Vec<f64> = (0..4)
            .map(|_| fine.sum(LEVELS - 1, &mut b) + fine.sum(LEVELS - 1, &mut b))
            .collect();
        assert!(
            (sums[0] / pairs[0] - 1.0).abs() < 1e-12,
            "{sums:?} {pairs:?}"
        );
    }

    #[test]
    fn with_h_a_half_values_are_independent() {
        let halving = Halving::new(0.5, LEFT);
        assert!(halving.left.iter().all(|weight| weight.abs() < 1e-12));
        assert!((halving.right[0] - 0.5).abs() < 1e-12 && halving.right[1].abs() < 1e-12);
        assert!((halving.deviation - libm::sqrt(0.5)).abs() < 1e-12);
    }

    #[test]
    fn the_noise_state_is_small() {
        let noise = noise(0.85);
        assert!(size_of_val(&*noise.levels) + BLOCK * 8 < 4096);
    }
}
