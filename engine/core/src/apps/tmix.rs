//! Tmix: replay of the connections of a real network: both ends send the recorded data over the simulated network.
//!
//! For each connection, a file gives its start, the data and pauses of both ends, its round-trip time, windows and
//! loss ratios ([`vectors`](crate::trace::vectors)). The group of the scenario sends the data of the acceptors
//! along its path; initiators are on the other side. A connection takes the flow that has been idle longest; if all
//! are busy, it waits in order, as with [arrivals](super::arrivals).
//!
//! The round-trip time of a connection consists of the delays of the network and of the flow's access link, which
//! gets the rest (zero if the network takes more). Its loss ratio applies to the data of an end on that link,
//! without acknowledgments; the window of an end limits the data in flight of the other. All data of an end goes
//! over one connection, which keeps its window. Sources: Weigle et al., CCR 36(3), 2006; Tmix of ns-2 with one-way
//! agents, two per connection, as here. Deviations: a pause after own data counts from its acknowledgment; only
//! connections that begin with data of the initiator have a SYN, if the group has handshakes.

use std::sync::Arc;

use super::{App, Next, Order, Partners, Size};
use crate::rng::Rng;
use crate::spec::parameters::parameters;
use crate::spec::{Kind, Param, Section};
use crate::time::Time;
use crate::trace::vectors::Script;
use crate::trace::{self, Content, FileRef, Trace, synthetic};

parameters! {
    /// Replays connection vectors from a file, with their round-trip times, loss ratios and windows. This group sends
    /// the data of the acceptors; initiators on the other side send the rest. The number of flows limits the
    /// connections at one time; further ones wait.
    #[section("workload.tmix", "Replayed connections (Tmix)", source: "Weigle et al., Tmix, CCR 36(3), 2006")]
    pub struct Params {
        /// File with connection vectors of Tmix, in the original format or that of ns-2. The built-in example is
        /// computed: ten connections per second for one minute.
        trace: FileRef = Empty, "Connections", None, Kind::Section(&TRACE), [live],

        /// If on, the file starts again when it ends.
        repeat: bool = true, "Repeat", [live],
    } and {
        /// Whether these are the initiators, and not the acceptors.
        #[serde(skip)]
        pub initiates: bool,
    }
}

static TRACE: Section = trace::section("trace.vectors", &TRACE_PARAMS, |fields, report| {
    trace::check(Content::Vectors, fields, report);
});
static TRACE_PARAMS: [Param; 2] = trace::params(synthetic::CONNECTIONS);

/// Session of one end of a connection during a run.
#[derive(Clone, Debug)]
pub struct Tmix {
    initiates: bool,
    /// Current connection; `None` before the first.
    script: Option<Box<Script>>,
    /// Number of units whose transmission has begun.
    sent: usize,
    /// Number of units received from the other end.
    heard: u32,
    /// Whether a unit is in flight.
    is_busy: bool,
}

impl App for Tmix {
    type Params = Params;

    fn new(params: &Params, _index: u32) -> Tmix {
        Tmix {
            initiates: params.initiates,
            script: None,
            sent: 0,
            heard: 0,
            is_busy: false,
        }
    }

    fn change(&mut self, params: &Params) {
        self.initiates = params.initiates;
    }

    fn begin(&mut self, _now: Time, _rng: &mut Rng) -> Next {
        self.at_rest()
    }

    fn on_arrival(&mut self, now: Time, _rng: &mut Rng) -> Next {
        self.go_on(now)
    }

    fn on_delivered(&mut self, now: Time, _rng: &mut Rng) -> Next {
        self.is_busy = false;
        self.go_on(now)
    }

    fn on_partner_done(&mut self, now: Time, _rng: &mut Rng) -> Next {
        self.heard += 1;
        self.go_on(now)
    }

    fn partners(params: &Params) -> Option<(&'static str, Params)> {
        let initiates = true;
        Some((
            Partners::INITIATORS,
            Params {
                initiates,
                ..params.clone()
            },
        ))
    }

    fn file(params: &mut Params) -> Option<(&mut FileRef, Content)> {
        Some((&mut params.trace, Content::Vectors))
    }

    fn replays(params: &Params) -> Option<(Option<&Arc<Trace>>, bool)> {
        (params.initiates).then(|| (params.trace.data(), params.repeat))
    }

    const PLAYS: bool = true;

    fn play(&mut self, script: Script) {
        *self = Tmix {
            initiates: self.initiates,
            script: Some(Box::new(script)),
            sent: 0,
            heard: 0,
            is_busy: false,
        };
    }
}

impl Tmix {
    /// Returns the next unit, if its condition is met at `now`.
    fn go_on(&mut self, now: Time) -> Next {
        if self.is_busy {
            return Next::AwaitPartner;
        }
        let Some(unit) = self.script.as_ref().and_then(|s| s.units.get(self.sent)) else {
            return self.at_rest();
        };
        if unit.heard > self.heard {
            return Next::AwaitPartner;
        }
        let order = Order {
            reuses_connection: self.sent > 0,
            ..Order::new(now + unit.wait, Size::Bytes(unit.bytes))
        };
        self.sent += 1;
        self.is_busy = true;
        Next::Send(order)
    }

    /// An initiator that has sent and received everything waits for the next connection.
    fn at_rest(&self) -> Next {
        let is_over = |script: &Script| {
            self.sent >= script.units.len() && self.heard >= script.comes && !self.is_busy
        };
        if self.initiates && self.script.as_deref().is_none_or(is_over) {
            Next::AwaitArrival
        } else {
            Next::AwaitPartner
        }
    }
}
