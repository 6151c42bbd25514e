//! A Fourier transform of a power of two of complex numbers: radix 2, in place, always in the same order.
//!
//! Crates choose instructions at run time and take sines from `std`, and both change the last bits of a result;
//! here a run must be the same on every machine. Transforms are small and rare, so that speed does not matter.
//! Source: Cooley and Tukey, Mathematics of Computation 19 (1965).

/// A complex number, as real and imaginary part.
pub(super) type Complex = (f64, f64);

/// X_k = Σ x_j exp(−2πi jk/n), in place of the x. Their number n must be a power of two.
pub(super) fn transform(x: &mut [Complex]) {
    let n = x.len();
    debug_assert!(n.is_power_of_two(), "{n} is no power of two");
    let bits = n.trailing_zeros();
    for i in 1..n {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if i < j {
            x.swap(i, j);
        }
    }
    let mut half = 1;
    while half < n {
        for k in 0..half {
            let angle = -std::f64::consts::PI * k as f64 / half as f64;
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            for start in (0..n).step_by(2 * half) {
                let (a, b) = (x[start + k], x[start + k + half]);
                let turned = (b.0 * cos - b.1 * sin, b.0 * sin + b.1 * cos);
                x[start + k] = (a.0 + turned.0, a.1 + turned.1);
                x[start + k + half] = (a.0 - turned.0, a.1 - turned.1);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_sum_to_the_whole_value() {
        for n in [1usize, 2, 8, 64] {
            let given: Vec<Complex> = (0..n)
                .map(|i| (libm::sin(i as f64 * 1.7), libm::cos(i as f64 * i as f64)))
                .collect();
            let mut got = given.clone();
            transform(&mut got);
            for (k, got) in got.iter().enumerate() {
                let mut sum = (0.0, 0.0);
                for (j, (re, im)) in given.iter().enumerate() {
                    let angle = -2.0 * std::f64::consts::PI * (j * k % n) as f64 / n as f64;
                    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
                    sum.0 += re * cos - im * sin;
                    sum.1 += re * sin + im * cos;
                }
                let off = libm::hypot(got.0 - sum.0, got.1 - sum.1);
                assert!(off < 1e-12 * n as f64, "{n} {k}: {off}");
            }
        }
    }
}
