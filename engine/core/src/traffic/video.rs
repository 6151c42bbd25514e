//! Video: frames of a video trace, cut into packets.
//!
//! A frame is sent over the time until the next one, or all at once at its start: then the access link spaces its
//! packets. The last packet of a frame carries the rest. Source: vishwanath-2011 Section IV-A, with Star Wars and
//! Jurassic Park I in packets of 200 bytes or uniform on [150, 300]; the text does not say how packets are spaced
//! or whether the trace repeats.

use super::playback::{self, Playback};
use super::sizes::Sizes;
use super::{Emission, PATIENCE, Source};
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::parameters;
use crate::spec::{Kind, Param, Section};
use crate::time::{Span, Time};
use crate::trace::{self, Content, FileRef, synthetic};

parameters! {
    /// Replays a video trace, frame by frame, in UDP datagrams. It does not react to loss.
    #[section("traffic.video", "Video (UDP)",
        source: "vishwanath-2011 Section IV-A; Fitzek and Reisslein, IEEE Network 15(6), 2001", class: "udp")]
    pub struct Params {
        /// File with the sizes of the frames: one per line in bytes, or the columns of the public archives with times
        /// in ms. The built-in example is computed: 374 kb/s, with frames of up to 11.9 times the mean size.
        trace: FileRef = Empty, "Video trace", None, Kind::Section(&TRACE), [live],

        scale: f64 => playback::SCALE,

        /// If on, the packets of a frame are spread evenly over the time until the next frame. If off, they leave back
        /// to back.
        spread: bool = true, "Spread frames", [live, source: "vishwanath-2011 Section IV-A (not said)"],

        packet_bytes: Distribution => super::PACKET_BYTES,
        speed: f64 => playback::SPEED,
        random_start: bool => playback::random_start(true),
    }
}

static TRACE: Section = trace::section("trace.frames", &TRACE_PARAMS, |fields, report| {
    trace::check(Content::Frames, fields, report);
});
static TRACE_PARAMS: [Param; 2] = trace::params(synthetic::FILM);

/// A video while it plays.
#[derive(Clone, Debug)]
pub struct Video {
    params: Params,
    sizes: Sizes,
    /// `None`: its file is not there, or it has not begun.
    place: Option<Playback>,
    /// Bytes of the present frame, and how many of them are sent.
    frame: (f64, f64),
}

impl Source for Video {
    type Params = Params;

    fn new(params: &Params) -> Video {
        Video {
            sizes: Sizes::new(&params.packet_bytes),
            params: params.clone(),
            place: None,
            frame: (0.0, 0.0),
        }
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn file(params: &mut Params) -> Option<(&mut FileRef, Content)> {
        Some((&mut params.trace, Content::Frames))
    }

    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let p = &self.params;
        let data = p.trace.data();
        self.place = data.map(|trace| Playback::new(trace, now, p.random_start, p.speed, rng));
        self.open_frame();
        self.frame.1 = match &self.place {
            // What has been missed of the frame it begins in.
            Some(place) if self.params.spread => libm::round(self.frame.0 * place.missed()),
            Some(place) if place.missed() > 0.0 => self.frame.0,
            _ => 0.0,
        };
        self.packet(now, rng)
    }

    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        self.packet(now + Span(1), rng)
    }

    /// The packet that is due leaves as planned; another video starts when it is selected.
    fn change(&mut self, now: Time, params: &Params, pending: Emission, rng: &mut Rng) -> Emission {
        if self.params.trace != params.trace {
            *self = Video::new(params);
            return self.first(now, rng);
        }
        self.sizes.change(&params.packet_bytes, pending.bytes, rng);
        if let Some(place) = &mut self.place {
            place.change_speed(now.max(place.begins()), params.speed);
        }
        self.params = params.clone();
        pending
    }
}

impl Video {
    fn open_frame(&mut self) {
        let bytes = self.place.as_ref().map_or(0.0, |place| place.step().amount);
        self.frame = (libm::round(bytes * self.params.scale), 0.0);
    }

    /// The next packet, no earlier than `earliest`.
    fn packet(&mut self, earliest: Time, rng: &Rng) -> Emission {
        for _ in 0..PATIENCE {
            let Some(place) = &mut self.place else {
                return Emission::silence(Time::NEVER);
            };
            let (bytes, sent) = self.frame;
            if sent < bytes {
                let left = bytes - sent;
                let drawn = self.sizes.next(rng);
                let size = if f64::from(drawn) < left {
                    drawn
                } else {
                    left as u16
                };
                let at = self.spread_out(sent / bytes).max(earliest);
                self.frame.1 += f64::from(size);
                return Emission { at, bytes: size };
            }
            place.advance();
            self.open_frame();
        }
        let at = self.place.as_ref().map_or(Time::NEVER, Playback::begins);
        Emission::silence(at.max(earliest))
    }

    /// Returns the time of a packet that follows a given share of the frame.
    fn spread_out(&self, share: f64) -> Time {
        let Some(place) = &self.place else {
            return Time::NEVER;
        };
        let begins = place.begins();
        if !self.params.spread {
            return begins;
        }
        // A frame that began before the playing did is sent from its part that is left.
        let missed = place.missed();
        let share = if missed > 0.0 {
            (share - missed) / (1.0 - missed)
        } else {
            share
        };
        let lasts = place.ends().since(begins).0 as f64;
        begins + Span((lasts * libm::fmax(share, 0.0)) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::complete::complete_one;
    use crate::spec::read::FromJson;
    use crate::trace::Traces;
    use serde_json::{Value, json};
    use std::sync::Arc;

    fn rng() -> Rng {
        Rng::for_component(1, "video", 0)
    }

    /// Parameters with a video of these frames at 25 per second, or with the built-in example.
    fn params(video: Option<&str>, mut given: Value) -> Params {
        let hash = "0".repeat(64);
        if video.is_some() {
            given["trace"] = json!({ "name": "film", "sha256": hash });
        }
        let complete = complete_one(&SECTION, given).unwrap_or_else(|p| panic!("{p}"));
        let mut params: Params = serde_json::from_value(complete).expect("complete");
        let mut traces = Traces::default();
        if let Some(video) = video {
            let frames = trace::read(Content::Frames, video.as_bytes()).expect("frames");
            traces.add(&hash, Content::Frames, Arc::new(frames));
        }
        params.trace.attach(Content::Frames, &traces);
        params
    }

    fn sent(params: &Params, number: usize) -> Vec<(f64, u16)> {
        let mut rng = rng();
        let mut video = Video::new(params);
        let mut due = video.first(Time::ZERO, &mut rng);
        let mut sent = Vec::new();
        while sent.len() < number {
            if !due.is_silent() {
                sent.push(((due.at.s() * 1e6).round() / 1e3, due.bytes));
            }
            due = video.next(due.at, &mut rng);
        }
        sent
    }

    /// Times in ms: a frame of 500 bytes leaves in packets of 200, 200 and 100, evenly or at once.
    #[test]
    fn frames_are_cut_into_packets_spread_or_back_to_back() {
        let given = |spread: bool| json!({ "spread": spread, "random_start": false });
        let spread = sent(&params(Some("500\n0\n100\n"), given(true)), 5);
        assert_eq!(
            spread,
            [
                (0.0, 200),
                (16.0, 200),
                (32.0, 100),
                (80.0, 100),
                (120.0, 200)
            ]
        );
        let at_once = sent(&params(Some("500\n0\n100\n"), given(false)), 5);
        assert_eq!(
            at_once,
            [
                (0.0, 200),
                (0.0, 200),
                (0.0, 100),
                (80.0, 100),
                (120.0, 200)
            ]
        );
        let twice = json!({ "random_start": false, "scale": 2, "speed": 2 });
        let twice = sent(&params(Some("100\n0\n"), twice), 2);
        assert_eq!(twice, [(0.0, 200), (40.0, 200)]);
    }

    #[test]
    fn the_built_in_video_is_sent_completely_from_any_start() {
        let mut rng = rng();
        for spread in [true, false] {
            let params = params(
                None,
                json!({ "spread": spread, "packet_bytes": { "uniform": [150, 300] } }),
            );
            let trace = params.trace.data().expect("it is made").clone();
            let mut video = Video::new(&params);
            let (mut due, mut bytes) = (video.first(Time::ZERO, &mut rng), 0.0);
            while due.at.s() < trace.length().s() {
                bytes += f64::from(due.bytes);
                due = video.next(due.at, &mut rng);
            }
            // Once through; but for rounding of times, a frame at most.
            assert!((bytes / trace.total() - 1.0).abs() < 1e-3, "{bytes}");
        }
    }

    #[test]
    fn a_video_without_file_or_frames_sends_nothing() {
        let mut missing = params(Some("1\n"), json!({}));
        let named = json!({ "name": "x", "sha256": "f".repeat(64) });
        missing.trace = FromJson::from_json(&named).expect("a file");
        let first = Video::new(&missing).first(Time::ZERO, &mut rng());
        assert_eq!(first, Emission::silence(Time::NEVER));
        let empty = params(Some("0\n0\n"), json!({ "random_start": false }));
        let first = Video::new(&empty).first(Time::ZERO, &mut rng());
        assert!(first.is_silent() && first.at.s() > 30.0, "{first:?}");
    }

    #[test]
    fn a_file_without_a_hash_must_be_a_stand_in_and_a_hash_one() {
        for trace in [
            json!({ "name": "star-wars" }),
            json!({ "name": "x", "sha256": "12" }),
            json!({ "name": "x", "sha256": "g".repeat(64) }),
        ] {
            assert!(complete_one(&SECTION, json!({ "trace": trace })).is_err());
        }
    }
}
