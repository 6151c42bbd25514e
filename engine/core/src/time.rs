//! Simulated time as an integer number of picoseconds.
//!
//! A 40-byte packet on a 400 Gb/s link lasts 800 ps, and a `u64` of picoseconds reaches 213 days, so
//! every instant the simulator needs is exact: no drift, no rounding that depends on how far a run
//! has come, and ties that mean the same on every machine.

use std::ops::{Add, AddAssign, Sub};

/// Picoseconds in a second.
pub const PS_PER_S: f64 = 1e12;

/// An instant, in picoseconds since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub u64);

/// A length of time, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span(pub u64);

impl Time {
    /// The start of every run.
    pub const ZERO: Time = Time(0);
    /// Later than every instant of a run; stands for "not scheduled".
    pub const NEVER: Time = Time(u64::MAX);

    /// The instant `s` seconds after the start; negative or NaN counts as 0, the far future saturates.
    #[must_use]
    pub fn from_s(s: f64) -> Time {
        Time(Span::from_s(s).0)
    }

    /// Seconds since the start.
    #[must_use]
    pub fn s(self) -> f64 {
        self.0 as f64 / PS_PER_S
    }

    /// Time passed since `earlier`; 0 if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// Span of length zero.
    pub const ZERO: Span = Span(0);

    /// A span of `s` seconds, rounded to the nearest picosecond; negative or NaN counts as 0.
    #[must_use]
    pub fn from_s(s: f64) -> Span {
        // A float-to-integer cast saturates and turns NaN into 0.
        Span((s * PS_PER_S + 0.5) as u64)
    }

    /// Returns the span in seconds.
    #[must_use]
    pub fn s(self) -> f64 {
        self.0 as f64 / PS_PER_S
    }

    /// The span in picoseconds, below 2^63: taken as a signed number, since that costs a processor one instruction
    /// instead of five.
    #[must_use]
    #[inline]
    pub fn ps(self) -> f64 {
        self.0 as i64 as f64
    }

    /// Returns the transmission time of `bytes` at `rate_bps` bits per second; `None` is an infinitely fast link.
    #[must_use]
    pub fn of_transmission(bytes: u32, rate_bps: Option<f64>) -> Span {
        match rate_bps {
            None => Span::ZERO,
            Some(rate) => Span((f64::from(bytes) * (8.0 * PS_PER_S) / rate + 0.5) as u64),
        }
    }
}

impl Add<Span> for Time {
    type Output = Time;
    fn add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Span;
    /// Difference, at least zero.
    fn sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_1000_byte_packet_takes_800_microseconds_at_10_megabits() {
        assert_eq!(
            Span::of_transmission(1000, Some(10e6)),
            Span::from_s(800e-6)
        );
    }

    #[test]
    fn invalid_seconds_become_zero_or_saturate() {
        assert_eq!(Time::from_s(f64::NAN), Time::ZERO);
        assert_eq!(Time::from_s(-1.0), Time::ZERO);
        assert_eq!(Time::from_s(1e300), Time::NEVER);
    }
}
