//! Token bucket policer: packets for which there are no tokens are dropped or marked.
//!
//! A stream of rate R that meets a full bucket of B bytes, filled at r < R, passes for B / (R − r), and then the share
//! r / R of it. Poisson packets of one size are lost as in M/D/1/K, where K is the bucket in packets and the load is
//! R / r: the bytes that the bucket lacks are the work that waits there.
//!
//! Source: the bucket of RFC 2697 (Section 3), with two colors: no excess burst.

use super::bucket::{self, Bucket};
use super::{Action, Police, TOKENS};
use crate::spec::Gauge;
use crate::spec::parameters::{choices, parameters};
use crate::time::Time;

parameters! {
    /// Packets pass while there are tokens for them: bursts up to the size of the bucket, and the rate in the long run.
    /// The others are dropped or marked; none waits.
    #[section("policer.token_bucket", "Token bucket", source: "RFC 2697 Section 3 (the bucket)")]
    pub struct Params {
        rate_bps: f64 => bucket::RATE,
        burst_bytes: u64 => bucket::BURST,

        /// Action on packets for which there are no tokens.
        action: Excess = Text("drop"), "Excess packets", None, Excess::KIND, [live],
    }
}

choices! {
    /// Actions on excess packets.
    pub enum Excess {
        /// Drops all of them.
        Drop = "drop", "dropped",
        /// Marks those of senders with ECN, which pass, and drops the others.
        Mark = "mark", "marked",
    }
}

/// A token bucket policer at work.
#[derive(Clone, Debug)]
pub struct TokenBucket {
    bucket: Bucket,
    excess: Action,
}

impl Police for TokenBucket {
    type Params = Params;

    const GAUGES: &'static [Gauge] = &[TOKENS];

    fn new(params: &Params, now: Time) -> TokenBucket {
        TokenBucket {
            bucket: Bucket::full(params.rate_bps, params.burst_bytes, now),
            excess: excess(params),
        }
    }

    fn reconfigure(&mut self, params: &Params, now: Time) {
        let Params {
            rate_bps,
            burst_bytes,
            ..
        } = *params;
        self.bucket.change(rate_bps, burst_bytes, now);
        self.excess = excess(params);
    }

    fn judge(&mut self, now: Time, bytes: u16) -> Action {
        self.bucket.refill(now);
        if !self.bucket.holds(bytes) {
            return self.excess;
        }
        self.bucket.take(bytes);
        Action::Pass
    }

    fn gauges(&self, now: Time, out: &mut [f64]) {
        out[0] = self.bucket.bytes_at(now);
    }
}

fn excess(params: &Params) -> Action {
    match params.action {
        Excess::Drop => Action::Drop,
        Excess::Mark => Action::MarkOrDrop,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(rate_bps: f64, burst_bytes: u64) -> Params {
        Params {
            rate_bps,
            burst_bytes,
            action: Excess::Drop,
        }
    }

    /// The first packet finds 15,000 tokens, and each of the next 750 fewer, until fewer than 1,500 are left.
    #[test]
    fn the_twentieth_packet_of_a_stream_at_twice_the_rate_is_dropped_first() {
        let mut policer = TokenBucket::new(&params(1e6, 15_000), Time::ZERO);
        let passes: Vec<bool> = (0..100_019)
            .map(|k| policer.judge(Time(k * 6_000_000_000), 1500) == Action::Pass)
            .collect();
        assert_eq!(passes.iter().position(|passes| !passes), Some(19));
        let later = passes[19..].iter().filter(|&&passes| passes).count();
        assert_eq!(later, 50_000, "half of the rest");
    }

    #[test]
    fn a_changed_policer_keeps_the_tokens_that_it_has() {
        let at_ms = |ms: u64| Time(ms * 1_000_000_000);
        let mut policer = TokenBucket::new(&params(8e6, 3000), Time::ZERO);
        assert_eq!(policer.judge(Time::ZERO, 3000), Action::Pass);
        policer.reconfigure(&params(16e6, 5000), at_ms(1));
        // 1000 bytes of the first millisecond, 2000 of the second.
        let mut out = [0.0];
        policer.gauges(at_ms(2), &mut out);
        assert_eq!(out, [3000.0]);
        policer.reconfigure(&params(16e6, 700), at_ms(2));
        assert_eq!(policer.judge(at_ms(2), 701), Action::Drop);
        assert_eq!(policer.judge(at_ms(2), 700), Action::Pass);
    }
}
