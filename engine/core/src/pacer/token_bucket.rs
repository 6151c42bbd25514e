//! Token bucket shaper: packets wait until there are enough tokens.
//!
//! Tokens arrive at `rate_bps` and are stored up to `bucket_bytes`; a byte that leaves takes one. So a burst up to
//! the size of the bucket passes at the speed of the link, and over any time t the output is at most the bucket
//! plus rate times t. Nothing that conforms to this is held.
//!
//! Source: the bucket of RFC 2697 (Section 3: size CBS, full at first, one token per byte, CIR tokens per second),
//! which meters and marks; holding packets until they conform is the shaper of RFC 2475 Section 2.3.3.3.
//!
//! Choices:
//!
//! - A packet larger than the bucket would never conform (RFC 2697 marks it). Here it leaves when the bucket is
//!   full, and the excess is a debt: the packets behind it wait until it is paid. So all traffic passes at the
//!   rate, and the bound holds with the largest packet in place of the bucket.
//! - Tokens are exact integers in units of 2^-10 × 10^-12 bits, so each picosecond adds a whole number of them. Errors do
//!   not accumulate in long runs. The rate is rounded to 1/1024 b/s. The bucket may exceed its size by less than the
//!   tokens of a picosecond.

use super::{Gate, HELD, Surroundings, packets_held};
use crate::packet::Backlog;
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Lets bursts up to the size of the bucket pass and holds back further packets. In the long run, the output does
    /// not exceed the rate.
    #[section("pacer.token_bucket", "Token bucket",
        source: "RFC 2697 Section 3 (the bucket); RFC 2475 Section 2.3.3.3 (shapers)")]
    pub struct Params {
        /// Rate at which tokens arrive: the highest output rate in the long run.
        rate_bps: f64 = 1e7, "Rate", BitsPerSecond, number(1e3..=1e13).log(),
            [live, source: "RFC 2697 Section 2 (CIR)"],

        /// Longest burst that passes without delay. A packet larger than the bucket leaves when the bucket is full; the
        /// packets behind it wait longer.
        bucket_bytes: u32 = 15_000, "Bucket size", Bytes, integer(1..=1_000_000_000).log(),
            [live, gauged, source: "RFC 2697 Section 2 (CBS)"],
    }
}

/// A token bucket at work.
#[derive(Clone, Debug)]
pub struct TokenBucket {
    /// Tokens that a picosecond brings.
    per_ps: u64,
    /// Most tokens there can be.
    depth: i128,
    /// Tokens at `since`; fewer than none while some are owed.
    tokens: i128,
    since: Time,
}

/// Parts that a bit per second is counted in.
const RATE_PARTS: f64 = 1024.0;
/// Tokens of a byte.
const TOKENS_PER_BYTE: i128 = 8 * 1024 * 1_000_000_000_000;

impl Gate for TokenBucket {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Bytes that may leave now; below 0 while a packet larger than the bucket is paid for.
        "tokens_bytes", "Tokens", Bytes;
        => HELD;
    ];

    fn new(params: &Params, around: &Surroundings) -> TokenBucket {
        let depth = depth(params);
        TokenBucket {
            per_ps: per_ps(params),
            depth,
            tokens: depth,
            since: around.now,
        }
    }

    /// Tokens beyond a smaller bucket are lost; a larger one fills.
    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        self.tokens = self.tokens_at(around.now);
        self.depth = depth(params);
        self.tokens = self.tokens.min(self.depth);
        self.since = around.now;
        self.per_ps = per_ps(params);
    }

    #[inline]
    fn next_at(&self, _now: Time, _waiting: Backlog, bytes: u16) -> Time {
        let lacking = self.needed(bytes) - self.tokens;
        if lacking <= 0 {
            return self.since;
        }
        let wait = lacking.unsigned_abs().div_ceil(u128::from(self.per_ps));
        self.since + Span(u64::try_from(wait).unwrap_or(u64::MAX))
    }

    #[inline]
    fn on_sent(&mut self, now: Time, bytes: u16, _left: Backlog) {
        self.tokens = self.tokens_at(now) - i128::from(bytes) * TOKENS_PER_BYTE;
        self.since = now;
    }

    fn gauges(&self, now: Time, waiting: Backlog, next_bytes: Option<u16>, out: &mut [f64]) {
        let tokens = self.tokens_at(now).min(self.depth);
        out[0] = tokens as f64 / TOKENS_PER_BYTE as f64;
        let held = next_bytes.is_some_and(|bytes| self.next_at(now, waiting, bytes) > now);
        out[1] = packets_held(held, waiting);
    }
}

impl TokenBucket {
    /// Tokens with which a packet may leave: one for each byte, or a full bucket.
    fn needed(&self, bytes: u16) -> i128 {
        self.depth.min(i128::from(bytes) * TOKENS_PER_BYTE)
    }

    fn tokens_at(&self, now: Time) -> i128 {
        let earned = u128::from(self.per_ps) * u128::from(now.since(self.since).0);
        // At most 2^54 × 2^64: far from the end of the type.
        let tokens = self.tokens + earned as i128;
        // What waits for a full bucket leaves up to a picosecond late. What came meanwhile is not lost.
        if tokens < self.depth + i128::from(self.per_ps) {
            tokens
        } else {
            self.depth
        }
    }
}

fn depth(params: &Params) -> i128 {
    i128::from(params.bucket_bytes) * TOKENS_PER_BYTE
}

fn per_ps(params: &Params) -> u64 {
    (params.rate_bps * RATE_PARTS + 0.5) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pacer::Pacer;
    use crate::pacer::testing::{Port, Sent};
    use proptest::prelude::*;

    /// Packets of (gap, bytes) through a bucket in front of a link of 1 Gb/s.
    fn shaped(params: &Params, arrivals: &[(Span, u16)]) -> Vec<Sent> {
        let mut port = Port::new(&Pacer::TokenBucket(params.clone()), 1e9);
        let mut now = Time::ZERO;
        for &(gap, bytes) in arrivals {
            now += gap;
            port.arrive(now, bytes);
        }
        port.run_until(Time::NEVER);
        port.sent
    }

    fn bucket(rate_bps: f64, bucket_bytes: u32) -> Params {
        Params {
            rate_bps,
            bucket_bytes,
        }
    }

    /// Ten packets at once through a bucket of three: three follow each other at the speed of the link, the others
    /// as 1,000 bytes are earned, each millisecond at 8 Mb/s; 8 µs each of the first three's on the line count.
    #[test]
    fn a_bucket_of_packets_passes_and_the_others_leave_at_the_rate() {
        let sent = shaped(&bucket(8e6, 3000), &[(Span::ZERO, 1000); 10]);
        let at: Vec<u64> = sent.iter().map(|sent| sent.at.0 / 1_000_000).collect();
        let wanted = [0, 8, 16, 1000, 2000, 3000, 4000, 5000, 6000, 7000];
        assert_eq!(at, wanted, "µs");
    }

    #[test]
    fn a_packet_larger_than_the_bucket_leaves_when_it_is_full_and_the_next_pays() {
        // A token per microsecond. 500 at first, 1,000 of them owed after the first packet.
        let sent = shaped(&bucket(8e6, 500), &[(Span::ZERO, 1500); 3]);
        let at: Vec<u64> = sent.iter().map(|sent| sent.at.0 / 1_000_000).collect();
        assert_eq!(at, [0, 1500, 3000], "µs");
    }

    /// A rate at which a byte lasts no whole number of picoseconds: after ten million packets, of 24 hours, the
    /// last leaves in the very picosecond that exact arithmetic says, ⌈n S / r⌉.
    #[test]
    fn nothing_drifts_in_a_long_run() {
        let mut gate = TokenBucket::new(
            &bucket(933_333.0, 1),
            &Surroundings {
                rate_bps: 1e9,
                now: Time::ZERO,
                waiting: Backlog::default(),
            },
        );
        let none = Backlog::default();
        let mut now = Time::ZERO;
        for _ in 0..=10_000_000_u64 {
            now = now.max(gate.next_at(now, none, 1009));
            gate.on_sent(now, 1009, none);
        }
        let exact = (10_000_000_u128 * 1009 * 8 * 1_000_000_000_000).div_ceil(933_333);
        assert_eq!(u128::from(now.0), exact);
    }

    #[test]
    fn gauges_show_the_tokens_and_whether_a_packet_is_held() {
        let around = Surroundings {
            rate_bps: 1e9,
            now: Time::ZERO,
            waiting: Backlog::default(),
        };
        let one = Backlog {
            packets: 1,
            bytes: 1000,
        };
        let mut gate = TokenBucket::new(&bucket(8e6, 1500), &around);
        let read = |gate: &TokenBucket, at_us: u64| {
            let mut out = [0.0; 2];
            let now = Time(at_us * 1_000_000);
            gate.gauges(now, one, Some(1000), &mut out);
            out
        };
        assert_eq!(read(&gate, 0), [1500.0, 0.0]);
        gate.on_sent(Time::ZERO, 1000, Backlog::default());
        assert_eq!(read(&gate, 100), [600.0, 1.0]);
        assert_eq!(read(&gate, 500), [1000.0, 0.0]);
        assert_eq!(read(&gate, 5000), [1500.0, 0.0], "and not more");
    }

    #[test]
    fn a_smaller_bucket_loses_tokens_and_another_rate_counts_from_now_on() {
        let around = |at_us: u64| Surroundings {
            rate_bps: 1e9,
            now: Time(at_us * 1_000_000),
            waiting: Backlog::default(),
        };
        let mut gate = TokenBucket::new(&bucket(8e6, 1500), &around(0));
        gate.on_sent(Time::ZERO, 1500, Backlog::default());
        gate.reconfigure(&bucket(16e6, 1500), &around(500));
        assert_eq!(
            gate.next_at(Time::ZERO, Backlog::default(), 1500).0,
            1_000_000_000
        );
        gate.reconfigure(&bucket(8e6, 700), &around(1000));
        assert_eq!(gate.tokens, 700 * TOKENS_PER_BYTE);
    }

    fn arrivals() -> impl Strategy<Value = Vec<(Span, u16)>> {
        let gap = prop_oneof![2 => Just(0u64), 3 => 0u64..2_000_000_000, 1 => 0u64..50_000_000_000];
        prop::collection::vec((gap.prop_map(Span), 40u16..3000), 1..120)
    }

    proptest! {
        /// The arrival curve of a token bucket (Le Boudec and Thiran, Network Calculus, Section 1.2): over any
        /// time t no more than burst + rate t leaves, where the burst is the bucket or the largest packet.
        #[test]
        fn no_more_leaves_than_the_bucket_and_the_rate_allow(
            rate in 1e5..1e8, bucket_bytes in 1u32..6000, arrivals in arrivals(),
        ) {
            let sent = shaped(&bucket(rate, bucket_bytes), &arrivals);
            let sizes: Vec<u16> = arrivals.iter().map(|&(_, bytes)| bytes).collect();
            let largest = sizes.iter().copied().max().unwrap_or(0);
            let burst = f64::from(bucket_bytes.max(u32::from(largest)));
            for i in 0..sent.len() {
                let mut bytes = 0.0;
                for j in i..sent.len() {
                    bytes += f64::from(sizes[j]);
                    let t = sent[j].at.since(sent[i].at).s();
                    // 1/1024 b/s and a picosecond of rounding are some 10^-4 bytes over these times.
                    prop_assert!(bytes <= burst + rate * t / 8.0 + 0.01, "{} bytes in {} s", bytes, t);
                }
            }
        }

        /// Nothing is held that conforms: a packet leaves when it comes, when the line is free, or in the first
        /// picosecond in which tokens suffice. Checked against a bucket in floating point.
        #[test]
        fn the_token_bucket_holds_no_conforming_packet(
            rate in 100_000u32..100_000_000, bucket_bytes in 1u32..6000, arrivals in arrivals(),
        ) {
            let rate = f64::from(rate);
            let sent = shaped(&bucket(rate, bucket_bytes), &arrivals);
            let (mut tokens, mut since, mut free) = (f64::from(bucket_bytes), 0.0, 0.0);
            for (sent, &(_, bytes)) in sent.iter().zip(&arrivals) {
                let could = sent.since.s().max(free);
                let at_could = f64::from(bucket_bytes).min(tokens + (could - since) * rate / 8.0);
                let lacking = f64::from(bucket_bytes).min(f64::from(bytes)) - at_could;
                let wait = lacking.max(0.0) * 8.0 / rate;
                prop_assert!((sent.at.s() - could - wait).abs() < 1e-9, "{:?}", sent);
                tokens = at_could + wait * rate / 8.0 - f64::from(bytes);
                (since, free) = (could + wait, sent.ends.s());
            }
        }
    }
}
