//! Poisson: packets with independent exponential gaps.
//!
//! The aggregate of many independent sources, and the arrivals of M/D/1/K. Source: vishwanath-2011
//! Section IV-A (UDP at 5 % of the link). A flow's first packet leaves as it starts, the gaps follow. Sizes
//! that are drawn are independent of the gaps.

use super::codepoint::Codepoint;
use super::sizes::Sizes;
use super::{Emission, Source, after, gap_s, stretched};
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::parameters;
use crate::tcp::notes::Header;
use crate::time::Time;

parameters! {
    /// Sends UDP datagrams as a Poisson process, that is, at exponential gaps. It does not react to loss.
    #[section("traffic.poisson", "Poisson (UDP)", source: "vishwanath-2011 Section IV-A", class: "udp")]
    pub struct Params {
        rate_bps: f64 => super::RATE,
        packet_bytes: Distribution => super::PACKET_BYTES,
        ecn: Codepoint => super::ECN,
    }
}

/// A Poisson source while it runs.
#[derive(Clone, Debug)]
pub struct Poisson {
    params: Params,
    sizes: Sizes,
    mean_gap_s: f64,
}

impl Source for Poisson {
    type Params = Params;

    fn new(params: &Params) -> Poisson {
        let sizes = Sizes::new(&params.packet_bytes);
        Poisson {
            mean_gap_s: gap_s(sizes.mean(), params.rate_bps),
            sizes,
            params: params.clone(),
        }
    }

    fn header(params: &Params) -> Header {
        params.ecn.header()
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let bytes = self.sizes.next(rng);
        Emission { at: now, bytes }
    }

    #[inline]
    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let at = after(now, rng.exponential(self.mean_gap_s));
        let bytes = self.sizes.next(rng);
        Emission { at, bytes }
    }

    /// The remaining part of an exponential time has the same distribution; scaled, it has the new mean. Nothing is
    /// drawn, so runs with different rates draw the same gaps afterwards.
    fn change(&mut self, now: Time, params: &Params, pending: Emission, rng: &mut Rng) -> Emission {
        let bytes = (self.sizes).change(&params.packet_bytes, pending.bytes, rng);
        let gap_s = gap_s(self.sizes.mean(), params.rate_bps);
        let at = stretched(now, pending.at, gap_s / self.mean_gap_s);
        self.mean_gap_s = gap_s;
        self.params = params.clone();
        Emission { at, bytes }
    }

    /// Arrivals have no memory: at any time the next is a gap away.
    fn replace_source(&mut self, now: Time, _pending: Emission, rng: &mut Rng) -> Emission {
        self.next(now, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(rate_bps: f64) -> Poisson {
        Poisson::new(&Params {
            ecn: Codepoint::NotEct,
            rate_bps,
            packet_bytes: Distribution::Fixed(1000.0),
        })
    }

    #[test]
    fn sends_at_its_mean_rate() {
        let mut rng = Rng::for_component(1, "poisson", 0);
        let mut poisson = source(8e6);
        let mut at = poisson.first(Time::ZERO, &mut rng).at;
        let n = 100_000;
        for _ in 0..n {
            at = poisson.next(at, &mut rng).at;
        }
        // Gaps of 1 ms have a standard error of 1 ms / sqrt(n); four of them.
        let mean_s = at.s() / f64::from(n);
        assert!((mean_s - 1e-3).abs() < 4e-3 / 316.0, "mean gap {mean_s}");
    }

    #[test]
    fn at_another_rate_what_is_left_of_the_gap_stretches() {
        let mut rng = Rng::for_component(1, "poisson", 0);
        let mut poisson = source(8e6);
        let pending = poisson.next(Time::ZERO, &mut rng);
        let now = Time(pending.at.0 / 2);
        let due = poisson.change(now, &source(4e6).params, pending, &mut rng);
        let (left, left_before) = (due.at.since(now).0, pending.at.since(now).0);
        assert!(left.abs_diff(2 * left_before) <= 1);
    }
}
