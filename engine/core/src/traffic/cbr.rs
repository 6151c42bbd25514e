//! Constant bit rate: equal gaps. If sizes differ, the gap after a packet is its transmission time at the rate.

use super::codepoint::Codepoint;
use super::sizes::Sizes;
use super::{Emission, Source, after, gap_s, stretched};
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::parameters;
use crate::tcp::notes::Header;
use crate::time::{Span, Time};

parameters! {
    /// Sends UDP datagrams at equal gaps. It does not react to loss.
    #[section("traffic.cbr", "Constant rate (UDP)", source: "ns-2.35 Application/Traffic/CBR", class: "udp")]
    pub struct Params {
        rate_bps: f64 => super::RATE,
        packet_bytes: Distribution => super::PACKET_BYTES,
        ecn: Codepoint => super::ECN,
    }
}

/// A constant-rate source while it runs.
#[derive(Clone, Debug)]
pub struct Cbr {
    params: Params,
    sizes: Sizes,
    /// After the packet that is due.
    gap_s: f64,
}

impl Source for Cbr {
    type Params = Params;

    fn new(params: &Params) -> Cbr {
        let sizes = Sizes::new(&params.packet_bytes);
        Cbr {
            gap_s: gap_s(sizes.mean(), params.rate_bps),
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
        self.packet(now, rng)
    }

    #[inline]
    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        self.packet(after(now, self.gap_s), rng)
    }

    /// The share of the gap that is left stays left of the new gap.
    fn change(&mut self, now: Time, params: &Params, pending: Emission, rng: &mut Rng) -> Emission {
        let old_gap_s = gap_s(self.sizes.mean(), self.params.rate_bps);
        let bytes = (self.sizes).change(&params.packet_bytes, pending.bytes, rng);
        let new_gap_s = gap_s(self.sizes.mean(), params.rate_bps);
        self.params = params.clone();
        self.gap_s = gap_s(f64::from(bytes), params.rate_bps);
        Emission {
            at: stretched(now, pending.at, new_gap_s / old_gap_s),
            bytes,
        }
    }

    /// The packet leaves at the planned time, plus or minus whole gaps, within one gap.
    fn replace_source(&mut self, now: Time, pending: Emission, rng: &mut Rng) -> Emission {
        let gap = Span::from_s(self.gap_s).max(Span(1));
        self.packet(now + Span(pending.at.since(now).0 % gap.0), rng)
    }
}

impl Cbr {
    #[inline]
    fn packet(&mut self, at: Time, rng: &Rng) -> Emission {
        let bytes = self.sizes.next(rng);
        self.gap_s = gap_s(f64::from(bytes), self.params.rate_bps);
        Emission { at, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn source(rate_bps: f64) -> Cbr {
        Cbr::new(&Params {
            ecn: Codepoint::NotEct,
            rate_bps,
            packet_bytes: Distribution::Fixed(1000.0),
        })
    }

    fn rng() -> Rng {
        Rng::for_component(1, "cbr", 0)
    }

    #[test]
    fn cbr_starts_at_once_with_equal_gaps() {
        let mut cbr = source(8e6);
        let first = cbr.first(Time(5), &mut rng());
        assert_eq!((first.at, first.bytes), (Time(5), 1000));
        assert_eq!(cbr.next(first.at, &mut rng()).at, Time(MS + 5));
    }

    #[test]
    fn each_packet_is_followed_by_its_own_time_at_the_rate() {
        let mut cbr = Cbr::new(&Params {
            ecn: Codepoint::NotEct,
            rate_bps: 8e6,
            packet_bytes: serde_json::from_str(r#"{"list":[1000,500]}"#).expect("sizes"),
        });
        let mut sent = vec![cbr.first(Time::ZERO, &mut rng())];
        for i in 0..3 {
            sent.push(cbr.next(sent[i].at, &mut rng()));
        }
        let sent: Vec<_> = sent.iter().map(|e| (e.at.0 * 2 / MS, e.bytes)).collect();
        assert_eq!(sent, [(0, 1000), (2, 500), (3, 1000), (5, 500)]);
    }

    #[test]
    fn a_gap_lasts_at_least_a_picosecond() {
        let mut cbr = Cbr::new(&Params {
            ecn: Codepoint::NotEct,
            rate_bps: 1e13,
            packet_bytes: Distribution::Fixed(1.0),
        });
        assert_eq!(cbr.next(Time(7), &mut rng()).at, Time(8));
    }

    #[test]
    fn at_another_rate_the_same_share_of_the_gap_is_left() {
        let mut cbr = source(8e6);
        let pending = cbr.next(Time::ZERO, &mut rng());
        // A quarter of 1 ms has passed; of 2 ms three quarters are left.
        let params = source(4e6).params;
        let due = cbr.change(Time(MS / 4), &params, pending, &mut rng());
        assert_eq!(due.at, Time(MS / 4 + 2 * MS * 3 / 4));
    }
}
