//! Packet trace: replay of captured packets with their times and sizes.
//!
//! Packets that were answers are replayed too, without reaction to this network: a replayed trace of TCP does not
//! behave as TCP. Sources: captures in pcap and pcapng, and tables (`trace/capture.rs`, `trace/table.rs`).

use super::playback::{self, Playback};
use super::{Emission, Source};
use crate::rng::Rng;
use crate::spec::parameters::parameters;
use crate::spec::{Kind, Param, Section};
use crate::time::{Span, Time};
use crate::trace::{self, Content, FileRef, synthetic};

parameters! {
    /// Replays packets from a file, with their times and sizes. It does not react to loss, even if the recorded packets
    /// were TCP.
    #[section("traffic.packet_trace", "Packet trace (UDP)",
        source: "pcap and pcapng: draft-ietf-opsawg-pcap, draft-ietf-opsawg-pcapng", class: "udp")]
    pub struct Params {
        /// File with packets: a capture (pcap, pcapng), whose IP packets are replayed with the length in their header,
        /// or a table of time_s,bytes. The built-in example is computed: 1 Mb/s in packets of three sizes.
        trace: FileRef = Empty, "Packets", None, Kind::Section(&TRACE), [live],

        speed: f64 => playback::SPEED,
        random_start: bool => playback::random_start(true),
    }
}

static TRACE: Section = trace::section("trace.packets", &TRACE_PARAMS, |fields, report| {
    trace::check(Content::Packets, fields, report);
});
static TRACE_PARAMS: [Param; 3] = trace::table_params(synthetic::PACKETS);

/// A packet trace while it plays.
#[derive(Clone, Debug)]
pub struct PacketTrace {
    params: Params,
    /// `None`: its file is not there, or it has not begun.
    place: Option<Playback>,
}

impl Source for PacketTrace {
    type Params = Params;

    fn new(params: &Params) -> PacketTrace {
        PacketTrace {
            params: params.clone(),
            place: None,
        }
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn file(params: &mut Params) -> Option<(&mut FileRef, Content)> {
        Some((&mut params.trace, Content::Packets))
    }

    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let p = &self.params;
        let data = p.trace.data();
        self.place = data.map(|trace| Playback::new(trace, now, p.random_start, p.speed, rng));
        if let Some(place) = &mut self.place
            && place.missed() > 0.0
        {
            place.advance();
        }
        self.packet(now)
    }

    /// A packet at the time of the one before it leaves right behind it.
    #[inline]
    fn next(&mut self, now: Time, _rng: &mut Rng) -> Emission {
        if let Some(place) = &mut self.place {
            place.advance();
        }
        self.packet(now + Span(1))
    }

    /// From now on at the new speed; another file begins when it is chosen.
    fn change(
        &mut self,
        now: Time,
        params: &Params,
        _pending: Emission,
        rng: &mut Rng,
    ) -> Emission {
        if self.params.trace != params.trace {
            *self = PacketTrace::new(params);
            return self.first(now, rng);
        }
        if let Some(place) = &mut self.place {
            place.change_speed(now, params.speed);
        }
        self.params = params.clone();
        self.packet(now)
    }
}

impl PacketTrace {
    fn packet(&self, earliest: Time) -> Emission {
        let Some(place) = &self.place else {
            return Emission::silence(Time::NEVER);
        };
        Emission {
            at: place.begins().max(earliest),
            bytes: place.step().amount as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use crate::trace::Traces;
    use serde_json::json;
    use std::sync::Arc;

    /// When packets of a table leave (ps) and how large they are, at twice the speed.
    fn sent(table: &str, number: usize) -> Vec<(u64, u16)> {
        let hash = "0".repeat(64);
        let given =
            json!({ "random_start": false, "speed": 2, "trace": { "name": "x", "sha256": hash } });
        let complete = complete_one(&SECTION, given).unwrap_or_else(|p| panic!("{p}"));
        let mut params: Params = serde_json::from_value(complete).expect("complete");
        let packets = trace::read(Content::Packets, table.as_bytes()).expect("packets");
        let mut traces = Traces::default();
        traces.add(&hash, Content::Packets, Arc::new(packets));
        params.trace.attach(Content::Packets, &traces);
        let mut rng = Rng::for_component(1, "packets", 0);
        let mut source = PacketTrace::new(&params);
        let mut sent = vec![source.first(Time::ZERO, &mut rng)];
        for i in 1..number {
            sent.push(source.next(sent[i - 1].at, &mut rng));
        }
        sent.iter().map(|e| (e.at.0, e.bytes)).collect()
    }

    #[test]
    fn packets_leave_at_recorded_times_repeatedly() {
        let half = 500_000_000_000;
        // The trace lasts 3 s and a mean gap of 1 s more.
        let wanted = [
            (0, 40),
            (half, 1500),
            (half + 1, 576),
            (3 * half, 40),
            (4 * half, 40),
            (5 * half, 1500),
        ];
        assert_eq!(sent("5,40\n6,1500\n6,576\n8,40\n", 6), wanted);
    }

    #[test]
    fn every_packet_of_the_first_instant_leaves_in_the_first_pass_as_in_the_next() {
        // The trace lasts 1 s and a mean gap of 0.333 s more.
        let pass = 666_666_666_666;
        let sizes = |begin: u64| [40, 576, 1500].map(|bytes| (begin, bytes));
        let got = sent("3,40\n3,576\n3,1500\n4,40\n", 7);
        let near: Vec<(u64, u16)> = got
            .iter()
            .map(|&(at, bytes)| (at / 10 * 10, bytes))
            .collect();
        assert_eq!(near[..3], sizes(0));
        assert_eq!(near[4..], sizes(pass / 10 * 10));
    }
}
