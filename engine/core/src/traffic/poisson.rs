//! Poisson: packets of one size with independent exponential gaps.
//!
//! The aggregate of many independent sources, and the arrivals of M/D/1/K. Source: vishwanath-2011
//! Section IV-A (UDP at 5 % of the link). A flow's first packet leaves as it starts, the gaps follow.

use serde::{Deserialize, Serialize};

use super::{Emission, Source, after, gap_s, stretched};
use crate::rng::Rng;
use crate::spec::Section;
use crate::time::Time;

/// Parameters of a Poisson source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Mean rate on the wire, bits per second, at least 1.
    pub rate_bps: f64,
    /// Size of every packet on the wire, bytes, at least 1.
    pub packet_bytes: u16,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "traffic.poisson",
    label: "Poisson (UDP)",
    help: "Datagrams with exponential gaps, deaf to loss.",
    source: "vishwanath-2011 Section IV-A",
    params: &[super::RATE, super::PACKET_BYTES],
    class: "udp",
    ..Section::NEW
};

/// A Poisson source while it runs.
#[derive(Clone, Debug)]
pub struct Poisson {
    params: Params,
    mean_gap_s: f64,
}

impl Source for Poisson {
    type Params = Params;

    fn new(params: &Params) -> Poisson {
        Poisson {
            mean_gap_s: gap_s(params.packet_bytes, params.rate_bps),
            params: params.clone(),
        }
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn first(&mut self, now: Time, _rng: &mut Rng) -> Emission {
        self.packet(now)
    }

    #[inline]
    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        self.packet(after(now, rng.exponential(self.mean_gap_s)))
    }

    /// What is left of an exponential time is exponential with the same mean; stretched, it has the new one.
    /// Nothing is drawn, so that runs that differ in a rate draw the same gaps afterwards.
    fn change(
        &mut self,
        now: Time,
        params: &Params,
        pending: Emission,
        _rng: &mut Rng,
    ) -> Emission {
        let old_gap_s = self.mean_gap_s;
        *self = Poisson::new(params);
        self.packet(stretched(now, pending.at, self.mean_gap_s / old_gap_s))
    }

    /// Arrivals have no memory: at any time the next is a gap away.
    fn take_over(&mut self, now: Time, _pending: Emission, rng: &mut Rng) -> Emission {
        self.next(now, rng)
    }
}

impl Poisson {
    fn packet(&self, at: Time) -> Emission {
        Emission {
            at,
            bytes: self.params.packet_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(rate_bps: f64) -> Poisson {
        Poisson::new(&Params {
            rate_bps,
            packet_bytes: 1000,
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
