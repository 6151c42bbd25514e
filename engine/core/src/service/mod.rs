//! Service of a link: when the transmission of a packet ends that begins at a time.
//!
//! The rate of a link may vary: by a [schedule](schedule), as a file says ([rates](rates)), by a formula, or because the
//! link serves at single [opportunities](opportunities) only. A rate that changes during a packet applies to the rest of
//! it. The capacity that a link has offered up to a time never decreases; a packet of b bits that begins at s ends at
//! the first time t at which b more bits have been offered, so everything follows from this one function of time.
//!
//! Utilization is the share of the offered capacity that packets have taken. Queue disciplines, buffers in multiples of
//! the BDP and the drawing use the rate of the link, which a varying service does not change.
//!
//! A formula is one more file here with `impl Vary` and one more entry in the `services!` list below.

pub mod constant;
mod course;
pub mod jitter;
pub mod markov;
pub mod opportunities;
pub mod ornstein_uhlenbeck;
pub mod outage;
pub mod ramp;
pub mod rates;
pub mod rfc8867;
pub mod schedule;
pub mod sinusoid;
pub mod slots;

use std::sync::Arc;

use serde::Serialize;

use self::course::Course;
use self::opportunities::Opportunities;
use crate::rng::Rng;
use crate::spec::gauge::rows;
use crate::spec::read::read_kinds;
use crate::spec::{Gauge, Registry, Section};
use crate::time::{Span, Time};
use crate::trace::{Content, FileRef};

/// Part of a course of rates: from where the last part ended.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Segment {
    rate_bps: f64,
    /// End of the part; [`Time::NEVER`] for the last one.
    until: Time,
}

/// State of a course between its segments.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    /// Number of segments so far, or since a repetition began.
    index: usize,
    /// Begin of the present repetition.
    base: Time,
    /// State of a random process.
    value: f64,
}

/// Course of the rate of a link: segments of constant rates. The parameters of each kind but opportunities implement it.
trait Vary {
    /// Returns the segment that begins at `from`, where the last one ended, or at 0. It ends later than it begins.
    fn segment(&self, rate_bps: f64, from: Time, memory: &mut Memory, rng: &mut Rng) -> Segment;
}

/// The gauge of courses of rates.
const RATE: &[Gauge] = rows![Gauge:
    /// Rate at which the link serves now.
    "service_rate_bps", "Rate of service", BitsPerSecond;
];

/// Returns the gauges of a kind.
const fn gauges(kind: &str) -> &'static [Gauge] {
    match kind.as_bytes() {
        b"constant" | b"jitter" | b"opportunities" => &[],
        _ => RATE,
    }
}

/// Declares the services: their variants as a scenario names them, the registry and the dispatch.
macro_rules! services {
    ($($(#[$doc:meta])* $name:ident($module:ident)),+ $(,)?) => {
        /// A service with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Service {
            $($(#[$doc])* $name($module::Params),)+
        }

        read_kinds!(Service { $($name: $module::SECTION),+ });

        /// The services a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "service",
            label: "Service",
            entries: &[$(&$module::SECTION),+],
        };

        /// Gauges of each service.
        pub static GAUGES: &[(&Section, &[Gauge])] = &[$((&$module::SECTION, gauges(stringify!($module)))),+];

        impl Service {
            /// Returns the section of its kind, and the rows of [`State::gauges`].
            #[must_use]
            pub fn inside(&self) -> (&'static Section, &'static [Gauge]) {
                match self { $(Service::$name(_) => (&$module::SECTION, gauges(stringify!($module))),)+ }
            }

            fn kind(&self) -> &dyn Vary {
                match self { $(Service::$name(params) => params,)+ }
            }
        }
    };
}

services! {
    /// The rate of the link.
    Constant(constant),
    /// Rates from given times on.
    Schedule(schedule),
    /// Rates from a file.
    Rates(rates),
    /// Opportunities of a packet each, from a file.
    Opportunities(opportunities),
    /// No service for some time.
    Outage(outage),
    /// A rate that rises or falls evenly to another one.
    Ramp(ramp),
    /// A rate that rises and falls evenly.
    Sinusoid(sinusoid),
    /// Two rates that alternate at random.
    Markov(markov),
    /// A rate that wanders around a mean.
    OrnsteinUhlenbeck(ornstein_uhlenbeck),
    /// A new rate in each time slot.
    Slots(slots),
    /// The rates of a test case for interactive media.
    Rfc8867(rfc8867),
    /// A random addition to each transmission.
    Jitter(jitter),
}

impl Service {
    /// Scenario value for the rate of the link.
    pub const CONSTANT: Service = Service::Constant(constant::Params {});

    /// Returns the file of the service and its content, if it has one.
    pub fn file(&mut self) -> Option<(&mut FileRef, Content)> {
        match self {
            Service::Rates(params) => Some((&mut params.trace, Content::Rates)),
            Service::Opportunities(params) => Some((&mut params.trace, Content::Opportunities)),
            _ => None,
        }
    }
}

/// A service at work.
#[derive(Clone, Debug)]
pub struct State {
    service: Arc<Service>,
    /// Random stream of the service at its start, and that of additions to transmissions.
    rng: Rng,
    additions: Rng,
    capacity: Capacity,
    /// Bits of the transmissions that have begun, without the present one.
    served: f64,
    /// Bits of the present transmission, and what had been offered when it began.
    bits: f64,
    began: f64,
    /// Bits that the present transmission lacks at its next action; 0 if it ends there.
    lacks: f64,
    /// Offered and served bits when measuring began.
    base: (f64, f64),
}

/// Offered capacity as a function of time.
#[derive(Clone, Debug)]
enum Capacity {
    /// A course of rates, where it is read, and where the present transmission ends.
    Course {
        read: Course,
        ahead: Course,
    },
    Opportunities(Box<Opportunities>),
}

impl State {
    /// Returns the state of a constant service up to `now`, of a measured time and the time of transmissions in it, and
    /// of the packet on the line: its bytes and the time that it lasts still. `rng` is the random stream of the service.
    #[must_use]
    pub fn of_constant(
        rate_bps: f64,
        rng: Rng,
        now: Time,
        (elapsed_s, busy_s): (f64, f64),
        sent: Option<(u16, f64)>,
    ) -> State {
        let offered = rate_bps * now.s();
        let (bytes, rest_s) = sent.unwrap_or((0, 0.0));
        let (bits, rest) = (8.0 * f64::from(bytes), rate_bps * rest_s);
        State {
            capacity: Capacity::new(&Service::CONSTANT, rate_bps, 1.0, now, rng.clone(), offered),
            service: Arc::new(Service::CONSTANT),
            additions: rng.split(),
            rng,
            served: rate_bps * busy_s - bits + rest,
            bits,
            began: offered - bits + rest,
            lacks: 0.0,
            base: (offered - rate_bps * elapsed_s, 0.0),
        }
    }

    /// Returns whether departures precede arrivals at the same time, as those at opportunities do.
    #[must_use]
    pub fn is_prompt(&self) -> bool {
        matches!(self.capacity, Capacity::Opportunities(_))
    }

    /// Begins the transmission of a packet at `now`, and returns its end, or an earlier time at which to
    /// [go on](Self::go_on). `follows`: the line was busy until now.
    pub fn begin(&mut self, now: Time, bytes: u16, follows: bool) -> Time {
        self.served += self.bits;
        self.bits = 8.0 * f64::from(bytes);
        match &mut self.capacity {
            Capacity::Opportunities(opportunities) => {
                self.began = opportunities.offered(now);
                opportunities.begin(now, bytes, follows)
            }
            Capacity::Course { read, ahead } => {
                let kind = self.service.kind();
                read.advance(now, kind);
                self.began = read.offered(now);
                ahead.advance(now, kind);
                let (until, lacks) = ahead.serve(now, self.bits, kind);
                self.lacks = lacks;
                match &*self.service {
                    Service::Jitter(params) => until + params.addition(&mut self.additions),
                    _ => until,
                }
            }
        }
    }

    /// Reads the course up to `now`, before which no transmission begins any more, so that observers do not pass an idle time
    /// again and again.
    pub fn keep_up(&mut self, now: Time) {
        if let Capacity::Course { read, .. } = &mut self.capacity {
            read.advance(now, self.service.kind());
        }
    }

    /// Returns whether the present transmission [goes on](Self::go_on) at its next action.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.lacks > 0.0
    }

    /// Continues the present transmission at `now`. Returns its end, or a time at which to go on again.
    pub fn go_on(&mut self, now: Time) -> Time {
        self.keep_up(now);
        let Capacity::Course { ahead, .. } = &mut self.capacity else {
            return now;
        };
        let (until, lacks) = ahead.serve(now, self.lacks, self.service.kind());
        self.lacks = lacks;
        until
    }

    /// Changes the service from `now` on: it goes on as if it had been so since the start of the run. `share` is that of
    /// one of several equal lines. Returns the new end of the present transmission, if there is one: its rest follows the
    /// new service.
    pub fn change(
        &mut self,
        service: &Service,
        rate_bps: f64,
        share: f64,
        now: Time,
        sends: bool,
    ) -> Option<Time> {
        let (offered, rest) = self.offered_and_rest(now, sends);
        self.service = Arc::new(service.clone());
        self.capacity = Capacity::new(service, rate_bps, share, now, self.rng.clone(), offered);
        if !sends {
            return None;
        }
        let (bits, served) = (self.bits, self.served);
        let until = self.begin(now, (rest / 8.0 + 0.5) as u16, false);
        // The whole packet counts, with its part that is sent already.
        self.began -= bits - self.bits;
        (self.bits, self.served) = (bits, served);
        Some(until)
    }

    /// Bits that were offered and used since measuring began, up to `now`.
    #[must_use]
    pub fn used(&self, now: Time, sends: bool) -> (f64, f64) {
        let (offered, rest) = self.offered_and_rest(now, sends);
        let served = self.served + self.bits - rest;
        (offered - self.base.0, served - self.base.1)
    }

    /// Writes the gauges of its kind to the front of `out`, which is long enough.
    pub fn gauges(&self, now: Time, out: &mut [f64]) {
        if let Capacity::Course { read, .. } = &self.capacity {
            let mut read = read.clone();
            read.advance(now, self.service.kind());
            out[0] = read.rate_bps();
        }
    }

    /// Measures from `now` on.
    pub fn restart_measuring(&mut self, now: Time, sends: bool) {
        let (offered, served) = self.used(now, sends);
        self.base.0 += offered;
        self.base.1 += served;
    }

    /// Bits offered up to `now`, and those that the present transmission lacks then.
    fn offered_and_rest(&self, now: Time, sends: bool) -> (f64, f64) {
        let offered = match &self.capacity {
            Capacity::Opportunities(opportunities) => opportunities.offered(now),
            Capacity::Course { read, .. } => {
                let mut read = read.clone();
                read.advance(now, self.service.kind());
                read.offered(now)
            }
        };
        if !sends {
            return (offered, 0.0);
        }
        let rest = match self.is_prompt() {
            // Opportunities are taken as wholes.
            true => self.bits,
            false => (self.bits - (offered - self.began)).clamp(0.0, self.bits),
        };
        (offered, rest)
    }
}

impl Capacity {
    /// Capacity from the start of the run on, of which `offered` bits were offered up to `now`.
    fn new(
        service: &Service,
        rate_bps: f64,
        share: f64,
        now: Time,
        rng: Rng,
        offered: f64,
    ) -> Capacity {
        if let Service::Opportunities(params) = service
            && let Some(trace) = params.trace.data()
        {
            return Capacity::Opportunities(Box::new(Opportunities::new(
                trace, share, now, offered,
            )));
        }
        let course = Course::new(service.kind(), (rate_bps, share), rng, now, offered);
        Capacity::Course {
            read: course.clone(),
            ahead: course,
        }
    }
}

/// Returns the span of a number of seconds, at least a picosecond.
fn lasting(seconds: f64) -> Span {
    Span::from_s(seconds).max(Span(1))
}

#[cfg(test)]
mod tests;
