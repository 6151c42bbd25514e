//! Opportunities: a link that serves only at listed times, at each up to a full packet, as recorded cellular links do.
//!
//! A line of the file is the millisecond of an opportunity of 1,500 bytes; the list repeats after its last time. Bytes are
//! accounted: small packets share an opportunity, and a large packet takes several. An opportunity for which nothing
//! waits is lost. Those due at or before a time are spent before a packet that arrives then is queued.
//!
//! Source: mahimahi, `link_queue.cc` (Netravali et al., USENIX ATC 2015). There a packet leaves the queue when its first
//! opportunity comes; here it leaves when the line is free, and waits on the line. So the limit of a drop-tail queue there
//! is one with `counts_in_service` here, as long as packets fit in one opportunity.

use std::sync::Arc;

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::spec::parameters::parameters;
use crate::spec::{Kind, Param, Section};
use crate::time::Time;
use crate::trace::{self, Content, FileRef, Trace, synthetic};

parameters! {
    /// The link serves at the milliseconds that a file lists, each time up to 1,500 bytes, over and over. What is not
    /// used then is lost. Without its file the link has its own rate.
    #[section("service.opportunities", "Opportunities from a file",
        source: "Netravali et al., Mahimahi, USENIX ATC 2015 (link_queue.cc)")]
    pub struct Params {
        /// File with a line per opportunity: its time in whole milliseconds. The built-in example is computed: a minute of
        /// a link whose rate wanders around 5 Mb/s and fades.
        trace: FileRef = Empty, "Opportunities", None, Kind::Section(&TRACE), [live],
    }
}

static TRACE: Section = trace::section("trace.opportunities", &TRACE_PARAMS, |fields, report| {
    trace::check(Content::Opportunities, fields, report);
});
static TRACE_PARAMS: [Param; 2] = trace::params(synthetic::CELLULAR);

/// Bytes of an opportunity.
const BYTES: f64 = 1500.0;

/// Without the file: the rate of the link.
impl Vary for Params {
    fn segment(&self, rate_bps: f64, _from: Time, _memory: &mut Memory, _rng: &mut Rng) -> Segment {
        Segment {
            rate_bps,
            until: Time::NEVER,
        }
    }
}

/// Opportunities of a line over time.
#[derive(Clone, Debug)]
pub(super) struct Opportunities {
    trace: Arc<Trace>,
    /// Bytes of an opportunity.
    bytes: u32,
    /// Bits offered before the opportunities.
    offered: f64,
    /// Begin of the present repetition.
    base: Time,
    /// Position of the next opportunities, and how many of them are spent.
    index: usize,
    spent: u32,
    /// Bytes left of the last opportunity.
    left: u32,
    /// Opportunities in all steps before `index`, and in the whole trace.
    before: u64,
    whole: u64,
}

impl Opportunities {
    /// Opportunities from the start of the run on, those up to `now` unused; `offered` bits were offered up to then.
    pub fn new(trace: &Arc<Trace>, share: f64, now: Time, offered: f64) -> Opportunities {
        let mut opportunities = Opportunities {
            bytes: ((BYTES * share) as u32).max(1),
            offered: 0.0,
            base: Time::ZERO,
            index: 0,
            spent: 0,
            left: 0,
            before: 0,
            whole: trace.total() as u64,
            trace: trace.clone(),
        };
        opportunities.offered = offered - opportunities.offered(now);
        opportunities
    }

    /// Returns the time at which the last byte of a packet leaves that begins at `now`.
    pub fn begin(&mut self, now: Time, bytes: u16, follows: bool) -> Time {
        if !follows {
            self.skip(now);
        }
        let mut at = now;
        let mut lacks = u32::from(bytes);
        loop {
            let taken = lacks.min(self.left);
            self.left -= taken;
            lacks -= taken;
            if lacks == 0 {
                return at;
            }
            at = self.next();
            self.left = self.bytes;
        }
    }

    /// Spends the next opportunity, and returns its time.
    fn next(&mut self) -> Time {
        loop {
            let step = self.trace.steps()[self.index];
            if self.spent < step.amount as u32 {
                self.spent += 1;
                return self.base + step.at;
            }
            self.pass();
        }
    }

    /// Passes to the next step.
    fn pass(&mut self) {
        self.before += self.trace.steps()[self.index].amount as u64;
        (self.index, self.spent) = (self.index + 1, 0);
        if self.index == self.trace.steps().len() {
            self.base += self.trace.length();
            (self.index, self.before) = (0, 0);
        }
    }

    /// Spends the opportunities up to `now`, unused.
    fn skip(&mut self, now: Time) {
        self.left = 0;
        let length = self.trace.length();
        let rounds = now.since(self.base).0 / length.0;
        if rounds > 1 {
            self.base = Time(self.base.0 + (rounds - 1) * length.0);
            (self.index, self.spent, self.before) = (0, 0, 0);
        }
        while self.base + self.trace.steps()[self.index].at <= now {
            self.pass();
        }
    }

    /// Returns the bits offered up to `now`.
    pub fn offered(&self, now: Time) -> f64 {
        let passed = now.0;
        let length = self.trace.length().0;
        let (rounds, place) = (passed / length, passed % length);
        let steps = self.trace.steps();
        // What the position has counted lies close; without it the steps from the first would be added each time.
        let position = self.base + steps[self.index].at;
        let (mut count, from) = match self.base.0 / length == rounds && position <= now {
            true => (self.before, self.index),
            false => (0, 0),
        };
        let until = steps.partition_point(|step| step.at.0 <= place);
        for step in &steps[from.min(until)..until] {
            count += step.amount as u64;
        }
        let all = rounds * self.whole + count;
        self.offered + 8.0 * f64::from(self.bytes) * all as f64
    }
}
