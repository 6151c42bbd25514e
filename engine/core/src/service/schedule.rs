//! Schedule: rates from given times on, once or repeatedly.

use std::sync::Arc;

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::spec::Kind;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};
use serde_json::{Map, Value};

parameters! {
    /// Rates from given times on. Before the first time the link has its own rate.
    #[section("service.schedule", "Schedule", check: check)]
    pub struct Params {
        /// Times in seconds, from the start of the service, and the rate from each time on: [[0, 1e6], [40, 2.5e6]]. A
        /// rate of 0 is an outage.
        points: Arc<[[f64; 2]]> = Json("[[0,10000000],[10,5000000],[20,10000000]]"), "Rates", BitsPerSecond,
            Kind::Points { last: 1e6, max: 1e13, most: 10_000 }, [live],

        /// Time after which the schedule begins anew, later than the last point.
        repeat_s: Option<f64> = None, "Repeat after", Seconds, number(1e-3..=1e6).log().or_null("never"), [live],
    }
}

/// Points must be in order, and a repeated schedule must last a millisecond per point, which bounds the work.
fn check(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    let Some(points) = fields.get("points").and_then(Value::as_array) else {
        return;
    };
    let time = |point: &Value| point.get(0).and_then(Value::as_f64).unwrap_or(0.0);
    if !points.is_sorted_by(|a, b| time(a) < time(b)) {
        report(
            "points",
            "must be in order of time, each at a time of its own".to_owned(),
        );
    }
    let last = points.last().map_or(0.0, time);
    if let Some(repeat_s) = fields.get("repeat_s").and_then(Value::as_f64) {
        let least = 1e-3 * points.len() as f64;
        if repeat_s <= last || repeat_s < least {
            let message = format!(
                "must be later than the last point at {last} s, and at least {least} s for {} points, got {repeat_s} s",
                points.len()
            );
            report("repeat_s", message);
        }
    }
}

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, _rng: &mut Rng) -> Segment {
        let at = |base: Time, seconds: f64| base + Span::from_s(seconds);
        if let Some(repeat_s) = self.repeat_s
            && from >= at(memory.base, repeat_s)
        {
            memory.base = at(memory.base, repeat_s);
            memory.index = 0;
        }
        let Memory { index, base, .. } = memory;
        while self
            .points
            .get(*index)
            .is_some_and(|point| at(*base, point[0]) <= from)
        {
            *index += 1;
        }
        let next = self
            .points
            .get(*index)
            .map(|point| point[0])
            .or(self.repeat_s);
        Segment {
            rate_bps: index
                .checked_sub(1)
                .map_or(rate_bps, |place| self.points[place][1]),
            until: next.map_or(Time::NEVER, |seconds| at(*base, seconds)),
        }
    }
}
