//! Fractional Brownian traffic: packets of a rate that is self-similar over many time scales.
//!
//! In each interval Δt the source produces max(0, ρ_c Δt + s x) bits. Here x is fractional Gaussian noise with variance
//! 1 and Hurst parameter H. A packet leaves when its last bit has been produced. Sources: Norros, "On the use of
//! fractional Brownian motion in the theory of connectionless networks", IEEE JSAC 13(6), 1995; vishwanath-2011 Section
//! V-A, with H = 0.85, Δt = 1 µs and s = ρ_c Δt, where 16 % of the values are truncated at zero.
//!
//! Parameters are the mean rate of the sent traffic and v = s/(ρ_c Δt). Truncation at zero raises the mean by the
//! factor Φ(1/v) + v φ(1/v), so ρ_c is lower than the mean: 0.923 of it at v = 1. Averages over n intervals have a
//! standard deviation of v n^(H−1) of the mean. An interval 100 times as long thus needs a v smaller by 100^(H−1),
//! which is a half for H = 0.85. It has the same variation on longer time scales and costs a hundredth.
//!
//! [`midpoint`](crate::noise::midpoint) says how the noise is computed without 26 GB for 800 s of microseconds, and
//! over which scales H holds. Truncation adds a little short-range noise. The traffic is therefore not Gaussian at the
//! finest scales, and H is visible only above a few intervals.
//!
//! If a packet takes more than a thousand intervals, the source reports that there is no packet yet and continues at
//! the next call.

use std::sync::{Arc, OnceLock};

use super::sizes::Sizes;
use super::{Emission, PATIENCE, Source, gap_s, stretched};
use crate::noise::midpoint::{Noise, Tables};
use crate::noise::normal;
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Sends UDP datagrams at a rate that varies on all time scales, as measured traffic does (long-range dependence).
    /// It does not react to loss.
    #[section("traffic.fbm", "Fractional Brownian (UDP)",
        source: "vishwanath-2011 Section V-A; Norros, IEEE JSAC 13(6), 1995", class: "udp")]
    pub struct Params {
        rate_bps: f64 => super::RATE,

        /// Degree of long-range dependence: the standard deviation of the mean over n intervals is proportional to n to
        /// the power H − 1. 0.5 is independent noise; measured traffic has 0.7 to 0.9. It holds for up to 10⁹
        /// intervals.
        hurst: f64 = 0.85, "Hurst parameter", None, number(0.5..=0.99),
            [live, source: "vishwanath-2011 Section V-A (H)"],

        /// Time for which the rate is constant. The paper uses 1 µs, which takes about 30 ms of computing time per flow
        /// and simulated second. 100 µs with half the variation gives the same traffic above 100 µs.
        interval_s: f64 = 1e-4, "Interval", Seconds, number(1e-6..=10.0).log(),
            [live, source: "vishwanath-2011 Section V-A (Δt, 1 µs)"],

        /// Standard deviation of the traffic in an interval divided by its mean, before negative values are set to 0.
        /// That happens in 16 % of the intervals with 1, as in the paper, and in 2 % with 0.5. The mean rate includes
        /// this correction.
        variation: f64 = 0.5, "Variation", Ratio, number(0.0..=10.0),
            [live, source: "vishwanath-2011 Section V-A (s/ρΔt)"],

        packet_bytes: Distribution => super::PACKET_BYTES,
    } and {
        /// Tables that depend on H only, computed once for all flows.
        #[serde(skip)]
        tables: Shared,
    }
}

/// Worked out when first needed; says nothing that parameters do not.
#[derive(Clone, Debug, Default)]
struct Shared(OnceLock<Arc<Tables>>);

impl PartialEq for Shared {
    fn eq(&self, _: &Shared) -> bool {
        true
    }
}

/// A source of fractional Brownian traffic while it runs.
#[derive(Clone, Debug)]
pub struct Fbm {
    params: Params,
    sizes: Sizes,
    noise: Noise,
    /// Mean bits per interval before truncation, ρ_c Δt.
    mean_bits: f64,
    interval: Span,
    /// Start of the current interval.
    from: Time,
    /// The noise in it, and the bits that flow in it.
    now: (f64, f64),
    /// Of these, what has flowed into packets.
    used: f64,
    /// Size of the packet that is due, bytes, and bits that it lacks yet.
    due: (u16, f64),
    /// Whether that packet has not been announced yet.
    is_open: bool,
}

impl Params {
    fn tables(&self) -> &Arc<Tables> {
        (self.tables.0).get_or_init(|| Arc::new(Tables::new(self.hurst)))
    }

    /// Mean of max(0, 1 + v x): Φ(1/v) + v φ(1/v).
    fn gain(&self) -> f64 {
        let v = self.variation;
        if v == 0.0 {
            return 1.0;
        }
        normal::below(1.0 / v) + v * normal::density(1.0 / v)
    }

    /// Bits that flow in an interval of noise `x`.
    fn bits(&self, mean_bits: f64, x: f64) -> f64 {
        libm::fmax(mean_bits * (1.0 + self.variation * x), 0.0)
    }
}

impl Source for Fbm {
    type Params = Params;

    fn new(params: &Params) -> Fbm {
        Fbm {
            sizes: Sizes::new(&params.packet_bytes),
            noise: Noise::new(params.tables()),
            mean_bits: params.rate_bps * params.interval_s / params.gain(),
            interval: Span::from_s(params.interval_s),
            params: params.clone(),
            from: Time::ZERO,
            now: (0.0, 0.0),
            used: 0.0,
            due: (0, 0.0),
            is_open: false,
        }
    }

    fn params(&self) -> &Params {
        &self.params
    }

    /// The flow starts at a random fraction of a packet, so that the flows of a group are not synchronized.
    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let bytes = self.sizes.next(rng);
        self.due = (bytes, 8.0 * f64::from(bytes) * (1.0 - rng.uniform()));
        self.begin_interval(now, rng);
        self.flow(now, rng)
    }

    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        if !self.is_open {
            let bytes = self.sizes.next(rng);
            self.due = (bytes, 8.0 * f64::from(bytes));
        }
        self.flow(now, rng)
    }

    /// The remaining time until the next packet scales with the mean gap. After that packet the noise continues,
    /// unless H has changed.
    fn change(&mut self, now: Time, params: &Params, pending: Emission, rng: &mut Rng) -> Emission {
        let old_gap_s = gap_s(self.sizes.mean(), self.params.rate_bps);
        let part = self.part();
        let bytes = (self.sizes).change(&params.packet_bytes, self.due.0, rng);
        let lacks = self.due.1 * f64::from(bytes) / f64::from(self.due.0.max(1));
        let at = stretched(
            now,
            pending.at,
            gap_s(self.sizes.mean(), params.rate_bps) / old_gap_s,
        );
        let fresh = Fbm::new(params);
        if self.params.hurst != params.hurst {
            self.noise = fresh.noise;
            self.now.0 = self.noise.next(rng);
        }
        self.params = fresh.params;
        (self.mean_bits, self.interval) = (fresh.mean_bits, fresh.interval);
        self.now.1 = self.params.bits(self.mean_bits, self.now.0);
        self.used = self.now.1 * part;
        self.from = Time(at.0.saturating_sub((self.interval.0 as f64 * part) as u64));
        self.due = (bytes, lacks);
        Emission {
            at,
            bytes: if pending.is_silent() { 0 } else { bytes },
        }
    }
}

impl Fbm {
    /// Share of the present interval that is over when the packet that is due leaves.
    fn part(&self) -> f64 {
        if self.now.1 > 0.0 {
            self.used / self.now.1
        } else {
            0.0
        }
    }

    fn begin_interval(&mut self, from: Time, rng: &mut Rng) {
        let x = self.noise.next(rng);
        self.from = from;
        self.now = (x, self.params.bits(self.mean_bits, x));
        self.used = 0.0;
    }

    /// Accumulates bits until the next packet is full, or for a limited number of intervals.
    fn flow(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let later = now + Span(1);
        for _ in 0..PATIENCE {
            let (bytes, lacks) = self.due;
            if self.now.1 - self.used >= lacks {
                self.used += lacks;
                self.due.1 = 0.0;
                self.is_open = false;
                let passed = Span((self.interval.0 as f64 * self.part()) as u64);
                let at = (self.from + passed).max(later);
                return Emission { at, bytes };
            }
            self.due.1 -= self.now.1 - self.used;
            self.begin_interval(self.from + self.interval, rng);
        }
        self.is_open = true;
        Emission::silence(self.from.max(later))
    }
}

#[cfg(test)]
mod tests;
