//! Histogram of the length of a queue, weighted by time.

use crate::queue::{Backlog, Limit};

/// Bins of the occupancy histogram.
pub const OCCUPANCY_BINS: usize = 64;

/// Share of time at each level of the queue, in the unit of its limit.
#[derive(Clone, Debug)]
pub struct Occupancy {
    /// Width of a bin, in packets or bytes.
    pub bin_width: u64,
    /// Inverse of the width, since a multiplication is faster than a division.
    bins_per_unit: f64,
    /// Whether levels are bytes rather than packets.
    pub in_bytes: bool,
    /// Time spent in each bin, picoseconds; the last bin takes everything above.
    time_ps: [f64; OCCUPANCY_BINS],
}

impl Occupancy {
    /// Returns the share of time in each bin; empty before any time has passed.
    pub fn shares(&self) -> impl Iterator<Item = f64> + '_ {
        let total: f64 = self.time_ps.iter().sum();
        let scale = if total > 0.0 { 1.0 / total } else { 0.0 };
        self.time_ps.iter().map(move |time| time * scale)
    }

    /// Returns an empty histogram with the same bins.
    #[must_use]
    pub(super) fn emptied(&self) -> Occupancy {
        Occupancy {
            time_ps: [0.0; OCCUPANCY_BINS],
            ..self.clone()
        }
    }

    /// Adds another histogram with the same bins.
    pub(super) fn add(&mut self, other: &Occupancy) {
        for (sum, time) in self.time_ps.iter_mut().zip(other.time_ps) {
            *sum += time;
        }
    }

    /// Returns an empty histogram for a queue with this limit; without one, in packets.
    #[must_use]
    pub(super) fn for_limit(limit: Limit) -> Occupancy {
        let (limit, in_bytes) = match (limit.packets, limit.bytes) {
            (Some(packets), _) => (u64::from(packets), false),
            (None, Some(bytes)) => (bytes, true),
            (None, None) => (OCCUPANCY_BINS as u64, false),
        };
        // Levels 0 to the limit inclusive.
        let bin_width = (limit + 1).div_ceil(OCCUPANCY_BINS as u64);
        Occupancy {
            bin_width,
            bins_per_unit: 1.0 / bin_width as f64,
            in_bytes,
            time_ps: [0.0; OCCUPANCY_BINS],
        }
    }

    /// Adds a time during which `waiting` did not change, in picoseconds.
    #[inline]
    pub(super) fn hold(&mut self, held_ps: f64, waiting: Backlog) {
        let level = if self.in_bytes {
            waiting.bytes
        } else {
            u64::from(waiting.packets)
        };
        // Half a unit more prevents the quotient of an exact multiple from rounding down.
        let bin = (float(level) + 0.5) * self.bins_per_unit;
        let bin = if bin < OCCUPANCY_BINS as f64 {
            bin as i32 as usize
        } else {
            OCCUPANCY_BINS - 1
        };
        self.time_ps[bin] += held_ps;
    }
}

/// Converts a number below 2^63 as a signed integer, which takes one instruction instead of five.
#[inline]
pub(super) fn float(number: u64) -> f64 {
    number as i64 as f64
}
