//! Rate curve: packets at a rate that follows a table over time, such as the load of a day.
//!
//! A packet leaves when as many bits have accumulated as it has; with random gaps, its size is multiplied by an
//! exponential number of mean 1, which gives a Poisson process with a varying rate (Lewis and Shedler, Naval
//! Research Logistics 26, 1979, by inversion). A faster replay keeps the rates and shortens the time. Source:
//! vu-brugier-2007 Section IV (the pattern of a day).

use super::playback::{self, Playback};
use super::sizes::Sizes;
use super::{Emission, PATIENCE, Source};
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::parameters;
use crate::spec::{Kind, Param, Section};
use crate::time::{PS_PER_S, Span, Time};
use crate::trace::{self, Content, FileRef, synthetic};

parameters! {
    /// Sends UDP datagrams at a rate that follows a table over time, for example the load of a day. It does not react
    /// to loss.
    #[section("traffic.rate_curve", "Rate curve (UDP)",
        source: "vu-brugier-2007 Section IV (a day); Lewis and Shedler, Naval Research Logistics 26, 1979",
        class: "udp")]
    pub struct Params {
        /// File with a table of time_s,rate_bps; each rate holds until the next. The built-in example is computed: one
        /// day with 1 Mb/s on average.
        trace: FileRef = Empty, "Rates", None, Kind::Section(&TRACE), [live],

        scale: f64 => playback::SCALE,
        speed: f64 => playback::SPEED,

        /// If on, gaps between packets are exponential, as in a Poisson process. If off, they are equal.
        random_gaps: bool = true, "Random gaps", [live],

        packet_bytes: Distribution => super::PACKET_BYTES,
        random_start: bool => playback::random_start(false),
    }
}

static TRACE: Section = trace::section("trace.rates", &TRACE_PARAMS, |fields, report| {
    trace::check(Content::Rates, fields, report);
});
static TRACE_PARAMS: [Param; 3] = trace::table_params(synthetic::DAY);

/// A rate curve while it plays.
#[derive(Clone, Debug)]
pub struct RateCurve {
    params: Params,
    sizes: Sizes,
    /// `None`: its file is not there, or it has not begun.
    place: Option<Playback>,
    /// Time up to which bits have accumulated.
    until: Time,
    /// Size of the packet that is due, bytes, and bits that it lacks yet.
    due: (u16, f64),
    /// Whether that packet has not been announced yet.
    is_open: bool,
}

impl Source for RateCurve {
    type Params = Params;

    fn new(params: &Params) -> RateCurve {
        RateCurve {
            sizes: Sizes::new(&params.packet_bytes),
            params: params.clone(),
            place: None,
            until: Time::ZERO,
            due: (0, 0.0),
            is_open: false,
        }
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn file(params: &mut Params) -> Option<(&mut FileRef, Content)> {
        Some((&mut params.trace, Content::Rates))
    }

    /// The flow starts at a random fraction of a packet, so that flows are not synchronized.
    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let p = &self.params;
        let data = p.trace.data();
        self.place = data.map(|trace| Playback::new(trace, now, p.random_start, p.speed, rng));
        self.until = now;
        self.begin_packet(rng);
        if !self.params.random_gaps {
            self.due.1 *= 1.0 - rng.uniform();
        }
        self.flow(now)
    }

    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        if !self.is_open {
            self.begin_packet(rng);
        }
        self.flow(now + Span(1))
    }

    /// The next packet leaves as planned; later ones follow the new parameters. A different curve starts at the
    /// change.
    fn change(&mut self, now: Time, params: &Params, pending: Emission, rng: &mut Rng) -> Emission {
        if self.params.trace != params.trace || pending.is_silent() {
            let place = self
                .place
                .take()
                .filter(|_| self.params.trace == params.trace);
            *self = RateCurve::new(params);
            let fresh = self.first(now, rng);
            let Some(mut place) = place else {
                return fresh;
            };
            place.change_speed(now.max(place.begins()), params.speed);
            self.place = Some(place);
            self.until = now;
            self.begin_packet(rng);
            return self.flow(now);
        }
        self.sizes.change(&params.packet_bytes, pending.bytes, rng);
        if let Some(place) = &mut self.place {
            place.change_speed(pending.at.max(place.begins()), params.speed);
        }
        self.params = params.clone();
        pending
    }
}

impl RateCurve {
    fn begin_packet(&mut self, rng: &mut Rng) {
        let bytes = self.sizes.next(rng);
        let bits = 8.0 * f64::from(bytes);
        let lacks = if self.params.random_gaps {
            rng.exponential(bits)
        } else {
            bits
        };
        self.due = (bytes, lacks);
    }

    /// Accumulates bits until the next packet is full, or for a limited number of steps.
    fn flow(&mut self, earliest: Time) -> Emission {
        let Some(place) = &mut self.place else {
            return Emission::silence(Time::NEVER);
        };
        for _ in 0..PATIENCE {
            let rate_bps = place.step().amount * self.params.scale;
            let ends = place.ends();
            let bits = rate_bps * ends.since(self.until).s();
            let (bytes, lacks) = self.due;
            if bits >= lacks && rate_bps > 0.0 {
                self.until += Span((lacks / rate_bps * PS_PER_S) as u64);
                self.is_open = false;
                let at = self.until.max(earliest);
                return Emission { at, bytes };
            }
            self.due.1 -= bits;
            self.until = self.until.max(ends);
            place.advance();
        }
        self.is_open = true;
        Emission::silence(self.until.max(earliest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use crate::trace::Traces;
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn params(table: &str, mut given: Value) -> Params {
        let hash = "0".repeat(64);
        given["trace"] = json!({ "name": "x", "sha256": hash });
        let complete = complete_one(&SECTION, given).unwrap_or_else(|p| panic!("{p}"));
        let mut params: Params = serde_json::from_value(complete).expect("complete");
        let rates = trace::read(Content::Rates, table.as_bytes()).expect("rates");
        let mut traces = Traces::default();
        traces.add(&hash, Content::Rates, Arc::new(rates));
        params.trace.attach(Content::Rates, &traces);
        params
    }

    /// Packets in each of the first `n` seconds.
    fn counts(params: &Params, n: usize) -> Vec<u32> {
        let mut rng = Rng::for_component(1, "curve", 0);
        let mut source = RateCurve::new(params);
        let mut counts = vec![0; n];
        let mut due = source.first(Time::ZERO, &mut rng);
        while let Some(count) = counts.get_mut(due.at.s() as usize) {
            *count += u32::from(!due.is_silent());
            due = source.next(due.at, &mut rng);
        }
        counts
    }

    #[test]
    fn packets_follow_the_curve_and_begin_anew_at_its_end() {
        let even = json!({ "packet_bytes": 1000, "random_gaps": false });
        // 1000, 0 and 500 packets a second.
        let got = counts(&params("0,8e6\n1,0\n2,4e6\n", even), 6);
        let wanted = [1000, 0, 500, 1000, 0, 500];
        assert!(
            got.iter()
                .zip(wanted)
                .all(|(got, wanted)| got.abs_diff(wanted) <= 1),
            "{got:?}"
        );
    }

    #[test]
    fn with_random_gaps_counts_are_poisson() {
        let random = json!({ "packet_bytes": 1000 });
        let got = counts(&params("0,8e5\n1,4e5\n", random), 2000);
        for (first, mean) in [(0, 100.0), (1, 50.0)] {
            let some: Vec<f64> = got[first..]
                .iter()
                .step_by(2)
                .map(|&n| f64::from(n))
                .collect();
            let n = some.len() as f64;
            let got = some.iter().sum::<f64>() / n;
            let variance = some.iter().map(|x| (x - got) * (x - got)).sum::<f64>() / n;
            // Four standard errors of a thousand counts: √(mean/1000), and √(2/1000) of the variance.
            assert!((got - mean).abs() < 4.0 * libm::sqrt(mean / n), "{got}");
            assert!((variance / mean - 1.0).abs() < 0.18, "{variance}");
        }
    }

    #[test]
    fn a_curve_of_nothing_is_silent_and_time_goes_on() {
        let silent = params("0,0\n1,0\n", json!({}));
        let mut rng = Rng::for_component(1, "curve", 0);
        let mut source = RateCurve::new(&silent);
        let first = source.first(Time::ZERO, &mut rng);
        assert!(first.is_silent() && first.at.s() > 900.0);
    }
}
