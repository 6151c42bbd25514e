//! Policers: meters before a queue that drop or mark the packets above a rate. Unlike a pacer, a policer holds nothing
//! back, so it needs no buffer and adds no delay.
//!
//! A port or a switch asks its policer once per arriving packet, before its queue. A new policer is one more file here
//! and one more entry in the `policers!` list below; the kinds of the scenario, the registry, the gauges and the
//! dispatch follow from it.

mod bucket;
pub mod none;
pub mod single_rate;
pub mod token_bucket;
pub mod two_rate;

use serde::Serialize;

use crate::packet::Packet;
use crate::spec::gauge::row;
use crate::spec::read::read_kinds;
use crate::spec::{Gauge, Registry, Section};
use crate::time::Time;

/// Decision of a policer about a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Lets the packet pass unchanged.
    Pass,
    /// The packet passes, marked if its sender takes marks.
    Mark,
    /// The packet passes marked if its sender takes marks; otherwise it is dropped.
    MarkOrDrop,
    /// The packet is dropped.
    Drop,
}

/// A policer at work: parameters and state in one owner.
pub trait Police: Sized {
    /// Its parameters, as a scenario writes them.
    type Params;

    /// Declarations of its gauges, in the order of [`gauges`](Self::gauges).
    const GAUGES: &'static [Gauge] = &[];

    /// Starts with full buckets at `now`.
    fn new(params: &Self::Params, now: Time) -> Self;

    /// Takes new parameters at `now` and keeps its state. Tokens above a smaller bucket are lost.
    fn reconfigure(&mut self, params: &Self::Params, now: Time);

    /// Decides about a packet of `bytes` that arrives at `now`, and takes the tokens of one that conforms.
    fn judge(&mut self, now: Time, bytes: u16) -> Action;

    /// Writes the value of each of [`GAUGES`](Self::GAUGES) as of `now` to the front of `out`, which is at least as
    /// long.
    fn gauges(&self, _now: Time, _out: &mut [f64]) {}
}

/// A gauge that policers have in common: tokens of the first bucket.
const TOKENS: Gauge = row![Gauge:
    /// Bytes that conform now.
    "policer_tokens_bytes", "Tokens", Bytes
];

/// Declares the policers: their variants as a scenario names them, the registry and the dispatch.
macro_rules! policers {
    ($($(#[$doc:meta])* $name:ident($module:ident)),+ $(,)?) => {
        /// A policer with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Policer {
            $($(#[$doc])* $name($module::Params),)+
        }

        read_kinds!(Policer { $($name: $module::SECTION),+ });

        /// A policer at work.
        #[derive(Clone, Debug)]
        pub enum State {
            $($(#[$doc])* $name($module::$name),)+
        }

        /// The policers a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "policer",
            label: "Policer",
            entries: &[$(&$module::SECTION),+],
        };

        /// The gauges of every policer.
        pub static GAUGES: &[(&Section, &[Gauge])] =
            &[$((&$module::SECTION, <$module::$name as Police>::GAUGES)),+];

        impl Policer {
            /// The policer at work, from now on.
            #[must_use]
            fn start(&self, now: Time) -> State {
                match self { $(Policer::$name(params) => State::$name(Police::new(params, now)),)+ }
            }

            /// Returns the section of its kind, and the rows of [`State::gauges`].
            #[must_use]
            pub fn inside(&self) -> (&'static Section, &'static [Gauge]) {
                match self { $(Policer::$name(_) => (&$module::SECTION, <$module::$name as Police>::GAUGES),)+ }
            }
        }

        impl State {
            fn reconfigure(&mut self, policer: &Policer, now: Time) {
                match (&mut *self, policer) {
                    $((State::$name(state), Policer::$name(params)) => state.reconfigure(params, now),)+
                    (state, other) => *state = other.start(now),
                }
            }

            fn judge(&mut self, now: Time, bytes: u16) -> Action {
                match self { $(State::$name(state) => state.judge(now, bytes),)+ }
            }

            /// Writes the gauges; see [`Police::gauges`].
            pub fn gauges(&self, now: Time, out: &mut [f64]) {
                match self { $(State::$name(state) => state.gauges(now, out),)+ }
            }
        }
    };
}

policers! {
    /// No policer: every packet reaches the queue.
    None(none),
    /// One bucket: what exceeds it is dropped or marked.
    TokenBucket(token_bucket),
    /// One rate and two buckets.
    SingleRate(single_rate),
    /// Two rates with a bucket each.
    TwoRate(two_rate),
}

impl Policer {
    /// Returns the rate in b/s and the bytes of a burst above which packets are dropped; `None` if none are.
    #[must_use]
    pub fn drops_above(&self) -> Option<(f64, u64)> {
        match self {
            Policer::TokenBucket(p) if p.action == token_bucket::Excess::Drop => {
                Some((p.rate_bps, p.burst_bytes))
            }
            Policer::SingleRate(p) => Some((p.rate_bps, p.burst_bytes + p.excess_bytes)),
            Policer::TwoRate(p) => Some((p.peak_rate_bps, p.peak_burst_bytes)),
            Policer::None(_) | Policer::TokenBucket(_) => None,
        }
    }

    /// Scenario value for no policer.
    pub const NONE: Policer = Policer::None(none::Params {});

    /// The policer at work from `now` on; nothing if there is none.
    #[must_use]
    pub fn begin(&self, now: Time) -> Option<Box<State>> {
        (!matches!(self, Policer::None(_))).then(|| Box::new(self.start(now)))
    }

    /// Changes `state` to this policer: the same kind keeps its state, another kind starts again.
    pub fn apply_to(&self, state: &mut Option<Box<State>>, now: Time) {
        match state {
            Some(state) if !matches!(self, Policer::None(_)) => state.reconfigure(self, now),
            state => *state = self.begin(now),
        }
    }
}

impl State {
    /// Polices a packet that arrives at `now`. Returns whether it passes, and whether it took a mark.
    #[must_use]
    pub fn police(&mut self, now: Time, packet: &mut Packet) -> (bool, bool) {
        match self.judge(now, packet.bytes) {
            Action::Pass => (true, false),
            Action::Mark => (true, packet.mark()),
            Action::MarkOrDrop => {
                let marked = packet.mark();
                (marked, marked)
            }
            Action::Drop => (false, false),
        }
    }
}
