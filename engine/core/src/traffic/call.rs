//! A telephone call with G.711: packets of one size at equal gaps, in one direction.
//!
//! A packet has the samples of 20 ms, 160 bytes, and the headers of RTP, UDP and IP. There is no detection of silence.
//! What a listener thinks of it is the measure `mos`, [`crate::quality`].

use super::codepoint::Codepoint;
use super::{Emission, Source, after, stretched};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::tcp::notes::Header;
use crate::time::Time;

/// Rate of G.711, bytes per second.
const BYTES_PER_S: f64 = 8000.0;

/// Headers of RTP (12 bytes), UDP (8) and IP version 4 (20).
const HEADER_BYTES: f64 = 40.0;

parameters! {
    /// One direction of a telephone call with G.711: 64 kb/s of sound, 80 kb/s on the wire, without reaction to loss.
    /// The first packet comes at a random time within one gap.
    #[section("traffic.call", "Call (UDP)", source: "ITU-T G.711, RFC 3551", class: "udp")]
    pub struct Params {
        /// Time of sound in a packet, and the gap between packets.
        frame_s: f64 = 0.02, "Time per packet", Seconds, number(0.005..=0.2), [live, source: "RFC 3551 Section 4.2"],

        /// On: the receiver conceals lost packets (G.711 Appendix I). Off: it plays silence. It affects the mean opinion
        /// score only.
        concealment: bool = true, "Concealment of losses", [live],
        ecn: Codepoint => super::ECN,
    }
}

/// A call while it runs.
#[derive(Clone, Debug)]
pub struct Call {
    params: Params,
}

impl Source for Call {
    type Params = Params;

    fn new(params: &Params) -> Call {
        Call {
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
        self.packet(after(now, rng.uniform() * self.params.frame_s))
    }

    #[inline]
    fn next(&mut self, now: Time, _rng: &mut Rng) -> Emission {
        self.packet(after(now, self.params.frame_s))
    }

    /// The share of the gap that is left stays left of the new gap.
    fn change(&mut self, now: Time, params: &Params, pending: Emission, _: &mut Rng) -> Emission {
        let ratio = params.frame_s / self.params.frame_s;
        self.params = params.clone();
        self.packet(stretched(now, pending.at, ratio))
    }
}

impl Call {
    fn packet(&self, at: Time) -> Emission {
        let bytes = BYTES_PER_S * self.params.frame_s + HEADER_BYTES + 0.5;
        Emission {
            at,
            bytes: bytes as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    #[test]
    fn a_call_sends_200_bytes_every_20_ms_from_a_random_time_on() {
        let params = Params {
            frame_s: 0.02,
            concealment: true,
            ecn: Codepoint::NotEct,
        };
        let mut call = Call::new(&params);
        let mut rng = Rng::for_component(1, "call", 0);
        let first = call.first(Time::ZERO, &mut rng);
        assert!(first.at < Time(20 * MS) && first.bytes == 200);
        let next = call.next(first.at, &mut rng);
        assert_eq!((next.at.0 - first.at.0, next.bytes), (20 * MS, 200));
        let longer = Params {
            frame_s: 0.04,
            ..params
        };
        let due = call.change(Time(next.at.0 - 5 * MS), &longer, next, &mut rng);
        assert_eq!((due.at.0, due.bytes), (next.at.0 + 5 * MS, 360));
    }
}
