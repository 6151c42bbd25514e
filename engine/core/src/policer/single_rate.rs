//! Single rate three color marker (RFC 2697, color-blind): one rate fills two buckets, the second after the first.
//!
//! A packet that the first bucket holds is green, one that only the second holds is yellow, and the others are red. Here
//! green packets pass, yellow ones pass with a congestion mark if their sender takes marks, and red ones are dropped.

use super::bucket::{self, Bucket};
use super::{Action, Police, TOKENS};
use crate::spec::Gauge;
use crate::spec::parameters::{integer, parameters};
use crate::time::Time;

parameters! {
    /// One rate and two buckets. Packets pass while the first has tokens. Those of the second, which fills while the
    /// first is full, pass marked if their sender uses ECN. The others are dropped.
    #[section("policer.single_rate", "Single rate, three colors", source: "RFC 2697")]
    pub struct Params {
        rate_bps: f64 => bucket::RATE,
        burst_bytes: u64 => bucket::BURST,

        /// Size of the second bucket.
        excess_bytes: u64 = 150_000, "Excess burst", Bytes, integer(0..=10_000_000_000).log(),
            [live, source: "RFC 2697 Section 2 (EBS)"],
    }
}

/// A single rate three color marker at work.
#[derive(Clone, Debug)]
pub struct SingleRate {
    committed: Bucket,
    /// Its own rate is 0: it gets what the first has no room for.
    excess: Bucket,
}

impl Police for SingleRate {
    type Params = Params;

    const GAUGES: &'static [Gauge] = &[TOKENS];

    fn new(params: &Params, now: Time) -> SingleRate {
        SingleRate {
            committed: Bucket::full(params.rate_bps, params.burst_bytes, now),
            excess: Bucket::full(0.0, params.excess_bytes, now),
        }
    }

    fn reconfigure(&mut self, params: &Params, now: Time) {
        self.refill(now);
        self.committed
            .change(params.rate_bps, params.burst_bytes, now);
        self.excess.change(0.0, params.excess_bytes, now);
    }

    fn judge(&mut self, now: Time, bytes: u16) -> Action {
        self.refill(now);
        for (bucket, action) in [
            (&mut self.committed, Action::Pass),
            (&mut self.excess, Action::Mark),
        ] {
            if bucket.holds(bytes) {
                bucket.take(bytes);
                return action;
            }
        }
        Action::Drop
    }

    fn gauges(&self, now: Time, out: &mut [f64]) {
        out[0] = self.committed.bytes_at(now);
    }
}

impl SingleRate {
    fn refill(&mut self, now: Time) {
        let rest = self.committed.refill(now);
        self.excess.give(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_excess_bucket_fills_only_while_the_first_is_full() {
        let params = Params {
            rate_bps: 8e6,
            burst_bytes: 2000,
            excess_bytes: 1000,
        };
        let mut policer = SingleRate::new(&params, Time::ZERO);
        let mut judge = |ms: u64| policer.judge(Time(ms * 1_000_000_000), 1000);
        let [green, yellow, red] = [Action::Pass, Action::Mark, Action::Drop];
        assert_eq!(
            [judge(0), judge(0), judge(0), judge(0)],
            [green, green, yellow, red]
        );
        // 1000 bytes a millisecond: after two the first bucket is full, and the second empty.
        assert_eq!([judge(2), judge(2), judge(2)], [green, green, red]);
        assert_eq!(
            [judge(5), judge(5), judge(5), judge(5)],
            [green, green, yellow, red]
        );
    }
}
