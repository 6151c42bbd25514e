//! Distribution of the delays of a group, as a chart shows it: the delay that a share of the packets exceeds.
//!
//! The shares are equidistant on a logarithmic axis, so that the long delays of few packets show as well as the usual ones.

use crate::sim::delays::Delays;

/// Number of shares of a distribution.
pub const SHARES: usize = 65;

/// Shares in a factor of ten.
const PER_DECADE: f64 = 20.0;

/// Returns share `i` of the packets: from 1 down to 0.00063.
#[must_use]
pub fn share(i: usize) -> f64 {
    libm::pow(10.0, -(i as f64) / PER_DECADE)
}

/// Returns the delay, in seconds within 1 %, that each [share](share) of the packets exceeds. NaN if there are so few
/// packets that the share is less than one of them.
#[must_use]
pub fn exceedance(delays: &Delays) -> [f32; SHARES] {
    let mut out = [f32::NAN; SHARES];
    let least = 1.0 / delays.count() as f64;
    let mut tail = delays.tail(0.0).peekable();
    for (i, delay_s) in out.iter_mut().enumerate() {
        // Products and differences of shares are rounded.
        let share = share(i) * (1.0 + 1e-9);
        if share < least {
            break;
        }
        while tail.next_if(|(_, larger)| *larger > share).is_some() {}
        if let Some((s, _)) = tail.peek() {
            *delay_s = *s as f32;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    #[test]
    fn each_share_of_the_packets_exceeds_its_delay() {
        let mut delays = Delays::default();
        assert!(exceedance(&delays).iter().all(|s| s.is_nan()));
        for ms in 1..=1000 {
            delays.record(Span::from_s(f64::from(ms) * 1e-3), None);
        }
        let out = exceedance(&delays);
        for (i, s) in [(0, 0.001), (20, 0.9), (40, 0.99), (60, 0.999)] {
            let exact = f64::from(out[i]);
            assert!(s <= exact && exact < 1.008 * s, "{i}: {exact}");
            let quantile = delays
                .quantile_s(1.0 - share(i))
                .expect("there are packets");
            assert!(
                (exact / quantile - 1.0).abs() < 0.008,
                "{i}: {exact} {quantile}"
            );
        }
        assert!(out[61].is_nan(), "less than one packet");
        let falls = |pair: &[f32]| pair[1] < pair[0];
        assert!(!out.windows(2).any(falls), "{out:?}");
    }
}
