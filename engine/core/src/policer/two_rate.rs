//! Two rate three color marker (RFC 2698, color-blind): a bucket for the peak rate and one for the committed rate.
//!
//! A packet that the bucket of the peak rate does not hold is red, one that the bucket of the committed rate does not
//! hold is yellow, and the others are green. Here green packets pass, yellow ones pass with a congestion mark if their
//! sender takes marks, and red ones are dropped.

use super::bucket::{self, Bucket};
use super::{Action, Police, TOKENS};
use crate::spec::Gauge;
use crate::spec::parameters::{integer, number, parameters};
use crate::time::Time;
use serde_json::{Map, Value};

parameters! {
    /// Two rates with a bucket each. Packets above the peak rate are dropped. Those below it, but above the committed
    /// rate, pass marked if their sender uses ECN.
    #[section("policer.two_rate", "Two rates, three colors", source: "RFC 2698", check: check)]
    pub struct Params {
        rate_bps: f64 => bucket::RATE,
        burst_bytes: u64 => bucket::BURST,

        /// Peak rate: the highest rate that passes in the long run, at least the committed rate.
        peak_rate_bps: f64 = 2e7, "Peak rate", BitsPerSecond, number(1e3..=1e13).log(),
            [live, source: "RFC 2698 Section 2 (PIR)"],

        /// Size of the bucket of the peak rate.
        peak_burst_bytes: u64 = 150_000, "Peak burst", Bytes, integer(1..=10_000_000_000).log(),
            [live, source: "RFC 2698 Section 2 (PBS)"],
    }
}

fn check(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    let number = |name: &str| fields.get(name).and_then(Value::as_f64);
    if let (Some(peak), Some(rate)) = (number("peak_rate_bps"), number("rate_bps"))
        && peak < rate
    {
        let problem = format!("must be at least the committed rate of {rate} b/s, got {peak}");
        report("peak_rate_bps", problem);
    }
}

/// A two rate three color marker at work.
#[derive(Clone, Debug)]
pub struct TwoRate {
    committed: Bucket,
    peak: Bucket,
}

impl Police for TwoRate {
    type Params = Params;

    const GAUGES: &'static [Gauge] = &[TOKENS];

    fn new(params: &Params, now: Time) -> TwoRate {
        TwoRate {
            committed: Bucket::full(params.rate_bps, params.burst_bytes, now),
            peak: Bucket::full(params.peak_rate_bps, params.peak_burst_bytes, now),
        }
    }

    fn reconfigure(&mut self, params: &Params, now: Time) {
        self.committed
            .change(params.rate_bps, params.burst_bytes, now);
        self.peak
            .change(params.peak_rate_bps, params.peak_burst_bytes, now);
    }

    fn judge(&mut self, now: Time, bytes: u16) -> Action {
        self.committed.refill(now);
        self.peak.refill(now);
        if !self.peak.holds(bytes) {
            return Action::Drop;
        }
        self.peak.take(bytes);
        if !self.committed.holds(bytes) {
            return Action::Mark;
        }
        self.committed.take(bytes);
        Action::Pass
    }

    fn gauges(&self, now: Time, out: &mut [f64]) {
        out[0] = self.committed.bytes_at(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_green_below_the_committed_rate_and_red_above_the_peak_rate() {
        let params = Params {
            rate_bps: 8e6,
            burst_bytes: 1000,
            peak_rate_bps: 16e6,
            peak_burst_bytes: 2000,
        };
        let mut policer = TwoRate::new(&params, Time::ZERO);
        let mut judge = |ms: u64| policer.judge(Time(ms * 1_000_000_000), 1000);
        let [green, yellow, red] = [Action::Pass, Action::Mark, Action::Drop];
        assert_eq!([judge(0), judge(0), judge(0)], [green, yellow, red]);
        assert_eq!([judge(1), judge(1), judge(1)], [green, yellow, red]);
    }
}
