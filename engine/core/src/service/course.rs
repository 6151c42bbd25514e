//! Position in a course of rates: what has been offered up to a time, and when so many bits more have been.

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::time::{PS_PER_S, Span, Time};

/// Segments that one action looks at: a transmission over more of them goes on in a later one.
const SEGMENTS: usize = 4096;

/// A position in a course of rates.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Rate of the link, and the share that its line has of the rates of the course.
    rate: (f64, f64),
    memory: Memory,
    rng: Rng,
    begin: Time,
    segment: Segment,
    /// Bits offered before the present segment.
    offered: f64,
}

impl Course {
    /// Begins a course at time 0 and moves to `now`, up to which `offered` bits have been offered.
    pub fn new(kind: &dyn Vary, rate: (f64, f64), rng: Rng, now: Time, offered: f64) -> Course {
        let mut course = Course {
            rate,
            memory: Memory::default(),
            rng,
            begin: Time::ZERO,
            segment: Segment {
                rate_bps: 0.0,
                until: Time::ZERO,
            },
            offered: 0.0,
        };
        course.advance(now, kind);
        course.offered += offered - course.offered(now);
        course
    }

    /// Moves to the segment of `now`; times never decrease.
    pub fn advance(&mut self, now: Time, kind: &dyn Vary) {
        while self.segment.until <= now {
            self.next(kind);
        }
    }

    /// Returns the rate of the present segment.
    pub fn rate_bps(&self) -> f64 {
        self.segment.rate_bps
    }

    /// Returns the bits offered up to `now`, a time in the present segment or after it.
    pub fn offered(&self, now: Time) -> f64 {
        self.offered + self.segment.rate_bps * now.since(self.begin).s()
    }

    /// Returns the time at which so many more bits than at `now` have been offered, and 0; or the time up to which was
    /// looked, and the bits that are still lacking. `now` lies in the present segment.
    pub fn serve(&mut self, now: Time, mut bits: f64, kind: &dyn Vary) -> (Time, f64) {
        let mut at = now;
        for _ in 0..SEGMENTS {
            let Segment { rate_bps, until } = self.segment;
            let needs = Span((bits / rate_bps * PS_PER_S + 0.5) as u64);
            if rate_bps > 0.0 && at + needs <= until {
                return (at + needs, 0.0);
            }
            if until == Time::NEVER {
                return (Time::NEVER, 0.0);
            }
            bits = (bits - rate_bps * until.since(at).s()).max(f64::MIN_POSITIVE);
            at = until;
            self.next(kind);
        }
        (at, bits)
    }

    fn next(&mut self, kind: &dyn Vary) {
        self.offered = self.offered(self.segment.until);
        self.begin = self.segment.until;
        let (rate_bps, share) = self.rate;
        let mut next = kind.segment(
            rate_bps / share,
            self.begin,
            &mut self.memory,
            &mut self.rng,
        );
        debug_assert!(next.until > self.begin, "a segment lasts");
        next.rate_bps *= share;
        next.until = next.until.max(self.begin + Span(1));
        self.segment = next;
    }
}
