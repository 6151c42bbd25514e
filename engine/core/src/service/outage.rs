//! Outage: a lower rate, or none, for some time, once or repeatedly.

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};
use serde_json::{Map, Value};

parameters! {
    /// The rate of the link, but for a time with a share of it or without any service.
    #[section("service.outage", "Outage", check: check)]
    pub struct Params {
        /// Time from the start of the service to the outage.
        start_s: f64 = 10.0, "Begin", Seconds, number(0.0..=1e6).log(), [live],

        /// Length of the outage.
        length_s: f64 = 2.0, "Length", Seconds, number(1e-3..=1e6).log(), [live],

        /// Time from the begin of an outage to that of the next one, longer than an outage.
        every_s: Option<f64> = None, "Repeat after", Seconds, number(2e-3..=1e6).log().or_null("never"), [live],

        /// Share of the rate during the outage.
        share: f64 = 0.0, "Rate during it", Ratio, number(0.0..=1.0), [live],
    }
}

fn check(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    let number = |name: &str| fields.get(name).and_then(Value::as_f64);
    if let (Some(every_s), Some(length_s)) = (number("every_s"), number("length_s"))
        && every_s <= length_s
    {
        let message = format!("must be longer than the outage of {length_s} s, got {every_s} s");
        report("every_s", message);
    }
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, _rng: &mut Rng) -> Segment {
        let length = Span::from_s(self.length_s);
        if memory.index == 0 {
            memory.index = 1;
            memory.base += Span::from_s(self.start_s);
        } else if let Some(every_s) = self.every_s
            && from >= memory.base + length
        {
            memory.base += Span::from_s(every_s);
        }
        let whole = |until| Segment { rate_bps, until };
        match memory.base {
            begin if from < begin => whole(begin),
            begin if from < begin + length => Segment {
                rate_bps: rate_bps * self.share,
                until: begin + length,
            },
            _ => whole(Time::NEVER),
        }
    }
}
