//! Rates from a file: a table of times and rates, played over and over.

use super::{Memory, Segment, Vary};
use crate::rng::Rng;
use crate::spec::parameters::{number, parameters};
use crate::spec::{Kind, Param, Section};
use crate::time::Time;
use crate::trace::{self, Content, FileRef, synthetic};

parameters! {
    /// Rates that a file lists, over and over. Without its file the link has its own rate.
    #[section("service.rates", "Rates from a file")]
    pub struct Params {
        /// File with a table of time_s,rate_bps; each rate holds until the next. The built-in example is computed: two
        /// minutes of a link with a rate that wanders around 10 Mb/s and fades.
        trace: FileRef = Empty, "Rates", None, Kind::Section(&TRACE), [live],

        /// Factor of the rates in the file.
        scale: f64 = 1.0, "Scale", None, number(1e-6..=1e6).log(), [live],
    }
}

static TRACE: Section = trace::section("trace.link.rates", &TRACE_PARAMS, |fields, report| {
    trace::check(Content::Rates, fields, report);
});
static TRACE_PARAMS: [Param; 3] = trace::table_params(synthetic::FADING);

impl Vary for Params {
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, _rng: &mut Rng) -> Segment {
        let Some(trace) = self.trace.data() else {
            return Segment {
                rate_bps,
                until: Time::NEVER,
            };
        };
        let steps = trace.steps();
        if from >= memory.base + trace.length() {
            memory.base += trace.length();
            memory.index = 0;
        }
        let Memory { index, base, .. } = memory;
        while steps
            .get(*index + 1)
            .is_some_and(|step| *base + step.at <= from)
        {
            *index += 1;
        }
        let next = steps.get(*index + 1).map_or(trace.length(), |step| step.at);
        Segment {
            rate_bps: steps[*index].amount * self.scale,
            until: *base + next,
        }
    }
}
