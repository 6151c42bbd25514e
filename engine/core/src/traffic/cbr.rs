//! Constant bit rate: packets of one size with equal gaps.

use serde::{Deserialize, Serialize};

use super::{Emission, Source, after, gap_s, stretched};
use crate::rng::Rng;
use crate::spec::Section;
use crate::time::{Span, Time};

/// Parameters of a constant-rate source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Rate on the wire, bits per second, at least 1.
    pub rate_bps: f64,
    /// Size of every packet on the wire, bytes, at least 1.
    pub packet_bytes: u16,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "traffic.cbr",
    label: "Constant rate (UDP)",
    help: "Datagrams with equal gaps, deaf to loss.",
    source: "ns-2.35 Application/Traffic/CBR",
    params: &[super::RATE, super::PACKET_BYTES],
    class: "udp",
    ..Section::NEW
};

/// A constant-rate source while it runs.
#[derive(Clone, Debug)]
pub struct Cbr {
    params: Params,
    gap_s: f64,
}

impl Source for Cbr {
    type Params = Params;

    fn new(params: &Params) -> Cbr {
        Cbr {
            gap_s: gap_s(params.packet_bytes, params.rate_bps),
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
    fn next(&mut self, now: Time, _rng: &mut Rng) -> Emission {
        self.packet(after(now, self.gap_s))
    }

    /// The share of the gap that is left stays left of the new gap.
    fn change(
        &mut self,
        now: Time,
        params: &Params,
        pending: Emission,
        _rng: &mut Rng,
    ) -> Emission {
        let old_gap_s = self.gap_s;
        *self = Cbr::new(params);
        self.packet(stretched(now, pending.at, self.gap_s / old_gap_s))
    }

    /// The packet comes when it was due, give or take whole gaps, within one gap.
    fn take_over(&mut self, now: Time, pending: Emission, _rng: &mut Rng) -> Emission {
        let gap = Span::from_s(self.gap_s).max(Span(1));
        self.packet(now + Span(pending.at.since(now).0 % gap.0))
    }
}

impl Cbr {
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

    const MS: u64 = 1_000_000_000;

    fn source(rate_bps: f64) -> Cbr {
        Cbr::new(&Params {
            rate_bps,
            packet_bytes: 1000,
        })
    }

    fn rng() -> Rng {
        Rng::for_component(1, "cbr", 0)
    }

    #[test]
    fn begins_at_once_and_keeps_equal_gaps() {
        let mut cbr = source(8e6);
        let first = cbr.first(Time(5), &mut rng());
        assert_eq!((first.at, first.bytes), (Time(5), 1000));
        assert_eq!(cbr.next(first.at, &mut rng()).at, Time(MS + 5));
    }

    #[test]
    fn a_gap_lasts_at_least_a_picosecond() {
        let mut cbr = Cbr::new(&Params {
            rate_bps: 1e13,
            packet_bytes: 1,
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
