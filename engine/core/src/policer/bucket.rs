//! Token bucket of a policer (RFC 2697, Section 3): full at first, a token per byte, tokens arrive at a rate.
//!
//! Tokens are exact integers, in units of 2^-10 × 10^-12 bits, so that each picosecond adds a whole number of them and a
//! packet conforms or not by no rounding. The rate is rounded to 1/1024 b/s.

use crate::spec::Param;
use crate::spec::parameters::{integer, number, parameter};
use crate::time::Time;

/// Parameter: rate at which tokens arrive.
pub(super) const RATE: Param = parameter! {
    /// Rate at which tokens arrive: the highest rate that passes in the long run.
    rate_bps = 1e7, "Rate", BitsPerSecond, number(1e3..=1e13).log(), [live, source: "RFC 2697 Section 2 (CIR)"]
};

/// Parameter: size of a bucket.
pub(super) const BURST: Param = parameter! {
    /// Size of the bucket: the longest burst that passes at any speed. A larger packet never conforms.
    burst_bytes = 150_000, "Burst", Bytes, integer(1..=10_000_000_000).log(),
        [live, gauged, source: "RFC 2697 Section 2 (CBS)"]
};

/// Parts that a bit per second is counted in.
const RATE_PARTS: f64 = 1024.0;
/// Tokens of a byte.
const TOKENS_PER_BYTE: u128 = 8 * 1024 * 1_000_000_000_000;

/// A bucket with its tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    /// Tokens that a picosecond brings.
    per_ps: u64,
    depth: u128,
    /// Number of tokens at the time `since`.
    tokens: u128,
    since: Time,
}

impl Bucket {
    /// Creates a full bucket.
    pub fn full(rate_bps: f64, burst_bytes: u64, now: Time) -> Bucket {
        let depth = u128::from(burst_bytes) * TOKENS_PER_BYTE;
        Bucket {
            per_ps: (rate_bps * RATE_PARTS + 0.5) as u64,
            depth,
            tokens: depth,
            since: now,
        }
    }

    /// Changes rate and size from `now` on. Tokens above a smaller size are lost.
    pub fn change(&mut self, rate_bps: f64, burst_bytes: u64, now: Time) {
        let tokens = self.tokens_at(now);
        *self = Bucket::full(rate_bps, burst_bytes, now);
        self.tokens = tokens.min(self.depth);
    }

    /// Adds the tokens that came since the last call. Returns those for which there is no room, in time and rate as
    /// [`give`](Self::give) takes them.
    pub fn refill(&mut self, now: Time) -> u128 {
        let earned = self.earned(now);
        let whole = self.tokens + earned;
        self.tokens = whole.min(self.depth);
        self.since = now;
        whole - self.tokens
    }

    /// Adds tokens that another bucket had no room for.
    pub fn give(&mut self, tokens: u128) {
        self.tokens = (self.tokens + tokens).min(self.depth);
    }

    /// Returns whether there are tokens for a packet of `bytes`.
    pub fn holds(&self, bytes: u16) -> bool {
        self.tokens >= u128::from(bytes) * TOKENS_PER_BYTE
    }

    /// Takes the tokens of a packet, which the bucket [holds](Self::holds).
    pub fn take(&mut self, bytes: u16) {
        self.tokens -= u128::from(bytes) * TOKENS_PER_BYTE;
    }

    /// Returns the tokens at `now` in bytes.
    pub fn bytes_at(&self, now: Time) -> f64 {
        self.tokens_at(now) as f64 / TOKENS_PER_BYTE as f64
    }

    fn tokens_at(&self, now: Time) -> u128 {
        (self.tokens + self.earned(now)).min(self.depth)
    }

    /// At most 2^54 × 2^64, far below the largest number.
    fn earned(&self, now: Time) -> u128 {
        u128::from(self.per_ps) * u128::from(now.since(self.since).0)
    }
}
