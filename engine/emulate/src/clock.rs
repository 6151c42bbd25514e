//! Time of an emulation: simulated time since its start, by the clock with which the kernel stamps packets.

use std::time::Duration;

use bufferlab_core::time::{Span, Time};
use nix::sys::time::TimeSpec;
use nix::time::{ClockId, clock_gettime};

use crate::Failure;

/// Picoseconds in a nanosecond.
const PS_PER_NS: u64 = 1000;

/// Clock that reads simulated time.
///
/// The kernel stamps packets by the system's time of day (`CLOCK_REALTIME`). If that is set during the run, times jump;
/// the monotonic clock tells by how much.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Duration,
    monotonic: Duration,
}

impl Clock {
    /// Begins simulated time now.
    ///
    /// # Errors
    /// No clock.
    pub fn begin() -> Result<Clock, Failure> {
        Ok(Clock {
            start: read(ClockId::CLOCK_REALTIME)?,
            monotonic: read(ClockId::CLOCK_MONOTONIC)?,
        })
    }

    /// Returns the present simulated time.
    ///
    /// # Errors
    /// No clock.
    pub fn now(&self) -> Result<Time, Failure> {
        Ok(self.since_start(read(ClockId::CLOCK_REALTIME)?))
    }

    /// Returns the simulated time of a stamp of the kernel.
    #[must_use]
    pub fn at(&self, stamp: TimeSpec) -> Time {
        self.since_start(Duration::from(stamp))
    }

    /// Returns by how much the time of day was set since the start.
    ///
    /// # Errors
    /// No clock.
    pub fn jump(&self) -> Result<Span, Failure> {
        let real = read(ClockId::CLOCK_REALTIME)?.saturating_sub(self.start);
        let monotonic = read(ClockId::CLOCK_MONOTONIC)?.saturating_sub(self.monotonic);
        Ok(span(real.abs_diff(monotonic)))
    }

    fn since_start(&self, real: Duration) -> Time {
        Time::ZERO + span(real.saturating_sub(self.start))
    }
}

fn span(duration: Duration) -> Span {
    let ns = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
    Span(ns.saturating_mul(PS_PER_NS))
}

fn read(clock: ClockId) -> Result<Duration, Failure> {
    clock_gettime(clock)
        .map(Duration::from)
        .map_err(|error| Failure::run("cannot read the clock", error.into()))
}

/// Returns the time that the kernel takes to wait for a span.
#[must_use]
pub fn timeout(span: Span) -> TimeSpec {
    TimeSpec::from_duration(Duration::from_nanos(span.0 / PS_PER_NS))
}
