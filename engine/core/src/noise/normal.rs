//! The standard normal distribution: its distribution function, its density, its quantiles, and draws.
//!
//! Draws are made by inversion, one uniform number each, as all draws here are. Source: M. J. Wichura,
//! "Algorithm AS 241: The percentage points of the normal distribution", Applied Statistics 37(3), 1988
//! (PPND16, exact to about 1 part in 10^16).

use crate::rng::Rng;

/// Returns P(X ≤ x).
#[must_use]
pub fn below(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// The density at `x`.
#[must_use]
pub fn density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * std::f64::consts::PI)
}

/// Draws a standard normal number.
#[inline]
pub fn draw(rng: &mut Rng) -> f64 {
    let uniform = rng.uniform();
    // 0, once in 2^53 draws, would be infinitely far out.
    quantile(if uniform > 0.0 { uniform } else { HALF_STEP })
}

/// Half of the distance between two uniform numbers.
const HALF_STEP: f64 = 0.5 / (1u64 << 53) as f64;

/// The x with P(X ≤ x) = `share`, for shares above 0 and below 1.
#[inline]
#[must_use]
pub fn quantile(share: f64) -> f64 {
    let q = share - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * poly(r, &A) / poly(r, &B);
    }
    tail(q, if q < 0.0 { share } else { 1.0 - share })
}

#[inline(never)]
fn tail(q: f64, beyond: f64) -> f64 {
    let r = libm::sqrt(-libm::log(beyond));
    let x = if r <= 5.0 {
        poly(r - 1.6, &C) / poly(r - 1.6, &D)
    } else {
        poly(r - 5.0, &E) / poly(r - 5.0, &F)
    };
    if q < 0.0 { -x } else { x }
}

/// Horner's rule, the constant first.
#[inline]
fn poly(x: f64, coefficients: &[f64; 8]) -> f64 {
    let mut sum = coefficients[7];
    for i in (0..7).rev() {
        sum = sum * x + coefficients[i];
    }
    sum
}

const A: [f64; 8] = [
    3.387_132_872_796_366_5,
    133.141_667_891_784_38,
    1_971.590_950_306_551_3,
    13_731.693_765_509_46,
    45_921.953_931_549_87,
    67_265.770_927_008_7,
    33_430.575_583_588_13,
    2_509.080_928_730_122_7,
];
const B: [f64; 8] = [
    1.0,
    42.313_330_701_600_91,
    687.187_007_492_057_9,
    5_394.196_021_424_751,
    21_213.794_301_586_597,
    39_307.895_800_092_71,
    28_729.085_735_721_943,
    5_226.495_278_852_854,
];
const C: [f64; 8] = [
    1.423_437_110_749_683_5,
    4.630_337_846_156_546,
    5.769_497_221_460_691,
    3.647_848_324_763_204_5,
    1.270_458_252_452_368_4,
    0.241_780_725_177_450_6,
    0.022_723_844_989_269_184,
    7.745_450_142_783_414e-4,
];
const D: [f64; 8] = [
    1.0,
    2.053_191_626_637_759,
    1.676_384_830_183_803_8,
    0.689_767_334_985_1,
    0.148_103_976_427_480_08,
    0.015_198_666_563_616_457,
    5.475_938_084_995_345e-4,
    1.050_750_071_644_416_9e-9,
];
const E: [f64; 8] = [
    6.657_904_643_501_103,
    5.463_784_911_164_114,
    1.784_826_539_917_291_3,
    0.296_560_571_828_504_87,
    0.026_532_189_526_576_124,
    1.242_660_947_388_078_4e-3,
    2.711_555_568_743_487_6e-5,
    2.010_334_399_292_288_1e-7,
];
const F: [f64; 8] = [
    1.0,
    0.599_832_206_555_888,
    0.136_929_880_922_735_8,
    0.014_875_361_290_850_615,
    7.868_691_311_456_133e-4,
    1.846_318_317_510_054_8e-5,
    1.421_511_758_316_446e-7,
    2.044_263_103_389_939_8e-15,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_where_the_distribution_function_says() {
        for share in [
            1e-300, 1e-20, 1e-9, 1e-3, 0.05, 0.0749, 0.0751, 0.3, 0.5, 0.9, 0.999,
        ] {
            let error = below(quantile(share)) / share - 1.0;
            // The relative error of the tail is that of x times x².
            assert!(error.abs() < 2e-12, "{share}: {error}");
        }
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
    }

    #[test]
    fn draws_have_mean_0_and_variance_1() {
        let mut rng = Rng::for_component(1, "normal", 0);
        let n = 100_000;
        let draws: Vec<f64> = (0..n).map(|_| draw(&mut rng)).collect();
        let mean = draws.iter().sum::<f64>() / f64::from(n);
        let square = draws.iter().map(|x| x * x).sum::<f64>() / f64::from(n);
        // Four standard errors: 1/√n, and √2/√n.
        assert!(
            mean.abs() < 0.0127 && (square - 1.0).abs() < 0.018,
            "{mean} {square}"
        );
    }
}
