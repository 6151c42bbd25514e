//! ON–OFF: a constant rate that comes and goes; both states last an exponential time (Markov ON–OFF), or a Pareto
//! one.
//!
//! One talker, or one source of a burst; many together are burstier than Poisson on the scale of the ON
//! periods and no burstier far above it. With Pareto periods of shape below 2 they are burstier on every scale
//! (`on_off/periods.rs`). Source: Heffes and Lucantoni, "A Markov modulated
//! characterization of packetized voice and data traffic", IEEE JSAC SAC-4 (1986); cai-2010 Section IV-B
//! (Equation 4) and Section V-B (Fig. 7: 2 Mb/s, 100 ms, 200 ms).
//!
//! Papers let the rate flow; packets must be cut from it. One leaves whenever the ON periods have lasted
//! one gap, `8 packet_bytes / peak_rate_bps`, since the last: what an ON period leaves over counts in the
//! next, and the first packet comes a uniform share of a gap into the ON time. So the packets sent in any
//! time are the bits that have flowed, to within one packet, and the mean rate is
//! `peak mean_on / (mean_on + mean_off)` from the start, however short the periods. ns-2.35's
//! Application/Traffic/Exponential rounds each ON period to whole packets instead, at least one, which sends
//! more where bursts are short.

use serde_json::{Map, Value};

use super::sizes::Sizes;
use super::{Emission, Source, gap_s};
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::{number, parameters};
use crate::spec::problem::plain;
use crate::time::{Span, Time};

mod periods;

parameters! {
    /// Sends bursts of UDP datagrams at a peak rate, with pauses between them. The lengths of bursts and pauses are
    /// exponential or Pareto. It does not react to loss.
    #[section("traffic.on_off", "ON–OFF (UDP)",
        source: "Heffes and Lucantoni, IEEE JSAC SAC-4 (1986); cai-2010 Section V-B, Fig. 7", class: "udp",
        check: refuse_bursts_far_below_a_packet)]
    pub struct Params {
        /// Rate of each flow on the wire during a burst. The mean rate is the peak rate multiplied by the share of time
        /// in bursts.
        peak_rate_bps: f64 = 2e6, "Peak rate", BitsPerSecond, number(1.0..=1e13).log(),
            [live, source: "cai-2010 Section V-B (h)"],

        /// Mean length of an ON period. If a burst ends between two packets, the rest of the gap counts in the next
        /// burst.
        mean_on_s: f64 = 0.1, "Mean burst", Seconds, number(1e-6..=1e4).log(), [live, source: "cai-2010 Section V-B"],

        /// Mean length of an OFF period. With 0, the rate is constant.
        mean_off_s: f64 = 0.2, "Mean pause", Seconds, number(0.0..=1e4).log(), [live, source: "cai-2010 Section V-B"],

        /// Shape of a Pareto distribution of burst lengths, with the same mean. Between 1 and 2 its variance is
        /// infinite, and the sum of many such sources is long-range dependent, with H = (3 − shape)/2.
        on_shape: Option<f64> = None, "Shape of bursts", None, number(1.05..=1000.0).log().or_null("exponential"),
            [live, advanced, source: "Willinger et al., IEEE/ACM ToN 5(1), 1997"],

        /// Shape of a Pareto distribution of the lengths of pauses, with the same mean.
        off_shape: Option<f64> = None, "Shape of pauses", None, number(1.05..=1000.0).log().or_null("exponential"),
            [live, advanced, source: "Willinger et al., IEEE/ACM ToN 5(1), 1997"],

        packet_bytes: Distribution => super::PACKET_BYTES,
    }
}

/// Most ON periods that a packet may take on average: each is drawn, and a run must be able to stop
/// between two packets. At 1000 of them packets come almost evenly anyway.
const PERIODS_PER_PACKET: f64 = 1000.0;

fn refuse_bursts_far_below_a_packet(
    fields: &Map<String, Value>,
    report: &mut dyn FnMut(&str, String),
) {
    let Ok(params) = serde_json::from_value::<Params>(Value::Object(fields.clone())) else {
        return;
    };
    let largest = Sizes::new(&params.packet_bytes).largest();
    let gap_s = gap_s(largest, params.peak_rate_bps);
    if gap_s > PERIODS_PER_PACKET * params.mean_on_s {
        report(
            "mean_on_s",
            format!(
                "is {} s, but at peak_rate_bps {} a packet of {} B takes {} s of ON time. So many bursts \
                 without a packet are not simulated. Accepted: a mean_on_s of {} s or more, or a \
                 peak_rate_bps as many times higher",
                plain(params.mean_on_s),
                plain(params.peak_rate_bps),
                plain(largest),
                plain(gap_s),
                plain(gap_s / PERIODS_PER_PACKET),
            ),
        );
    }
}

/// An ON–OFF source while it runs.
#[derive(Clone, Debug)]
pub struct OnOff {
    params: Params,
    sizes: Sizes,
    /// ON time before the packet that is due.
    gap: Span,
    /// The ON period in which the packet that is due falls.
    on: Period,
}

#[derive(Clone, Copy, Debug, Default)]
struct Period {
    from: Time,
    until: Time,
}

impl Source for OnOff {
    type Params = Params;

    fn new(params: &Params) -> OnOff {
        OnOff {
            sizes: Sizes::new(&params.packet_bytes),
            gap: Span(1),
            params: params.clone(),
            on: Period::default(),
        }
    }

    fn params(&self) -> &Params {
        &self.params
    }

    /// It starts in the ON state with its long-run probability, so that a group does not start with one burst.
    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let Params {
            mean_on_s,
            mean_off_s,
            ..
        } = self.params;
        let is_on = rng.uniform() < mean_on_s / (mean_on_s + mean_off_s);
        let share = 1.0 - rng.uniform();
        let bytes = self.sizes.next(rng);
        self.go_on(now, is_on, (share, bytes), rng)
    }

    #[inline]
    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let bytes = self.sizes.next(rng);
        self.gap = self.gap_of(bytes);
        self.packet_after(now, (self.gap, bytes), rng)
    }

    /// A change keeps the ON or OFF state and the share of the gap that is left. The rest of the state's length is
    /// drawn again: for an exponential time it does not depend on the past, and the past of a Pareto time is not
    /// stored. If bursts are shorter than a gap, the ON time already drawn is discarded: one packet may come early.
    fn change(&mut self, now: Time, params: &Params, pending: Emission, rng: &mut Rng) -> Emission {
        let on_from = now.max(self.on.from);
        let share = pending.at.since(on_from).0 as f64 / self.gap.0 as f64;
        let is_on = self.on.from <= now;
        let bytes = (self.sizes).change(&params.packet_bytes, pending.bytes, rng);
        self.params = params.clone();
        self.go_on(now, is_on, (share, bytes), rng)
    }
}

impl OnOff {
    fn gap_of(&self, bytes: u16) -> Span {
        Span::from_s(gap_s(f64::from(bytes), self.params.peak_rate_bps)).max(Span(1))
    }

    /// The next packet, of `bytes`, if a period of either kind goes on at `now` and a `share` of its gap of ON
    /// time is left until then.
    fn go_on(
        &mut self,
        now: Time,
        is_on: bool,
        (share, bytes): (f64, u16),
        rng: &mut Rng,
    ) -> Emission {
        self.gap = self.gap_of(bytes);
        self.on = Period {
            from: now,
            until: now,
        };
        if is_on {
            self.on.until = now + self.params.bursts().rest(rng);
        } else if self.params.off_shape.is_some() {
            // Of an exponential silence a new one is as long.
            let from = now + self.params.silences().rest(rng);
            let until = from + self.params.bursts().whole(rng);
            self.on = Period { from, until };
        }
        let left = Span((share * self.gap.0 as f64) as u64).max(Span(1));
        self.packet_after(now.max(self.on.from), (left, bytes), rng)
    }

    /// The packet of `bytes` that leaves when it has been ON for `left` from `now` on, an instant of the ON
    /// period.
    #[inline]
    fn packet_after(
        &mut self,
        now: Time,
        (mut left, bytes): (Span, u16),
        rng: &mut Rng,
    ) -> Emission {
        let (bursts, silences) = (self.params.bursts(), self.params.silences());
        let mut from = now;
        // Ends: the periods per packet are limited, and time that nothing can reach is as good as any.
        while left > self.on.until.since(from) && from < Time::NEVER {
            left = left - self.on.until.since(from);
            from = self.on.until + silences.whole(rng);
            let until = from + bursts.whole(rng);
            self.on = Period { from, until };
        }
        Emission {
            at: from + left,
            bytes,
        }
    }
}

#[cfg(test)]
mod tests;
