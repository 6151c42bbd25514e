//! Pacers: gates at a port, between its queue and its link, that hold packets back to smooth traffic.
//!
//! The port keeps the packets and the timer; a [`Gate`] decides when the next one may leave, never before the link
//! is free. A new pacer is one more file here and one more entry in the `pacers!` list below; the kinds of the
//! scenario, the registry, the gauges and the dispatch follow from it.
//!
//! Senders pace their own segments elsewhere: `tcp/pacing.rs`.

pub mod delay_budget;
pub mod none;
pub mod qlbp;
pub mod token_bucket;

use serde::Serialize;

use crate::packet::Backlog;
use crate::spec::gauge::row;
use crate::spec::read::read_kinds;
use crate::spec::{Gauge, Registry, Section};
use crate::time::Time;

/// Surroundings of a gate.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Rate of its link, bits per second.
    pub rate_bps: f64,
    /// Time of its start or of new parameters.
    pub now: Time,
    /// Backlog at that time.
    pub waiting: Backlog,
}

/// A gate at work: parameters and state in one owner.
pub trait Gate: Sized {
    /// Its parameters, as a scenario writes them.
    type Params;

    /// Declarations of its gauges, in the order of [`gauges`](Self::gauges).
    const GAUGES: &'static [Gauge] = &[];

    /// Whether it never holds a packet back, so that a port need not ask.
    const OPEN: bool = false;

    /// Starts without debt; packets that wait count as arriving now.
    fn new(params: &Self::Params, around: &Surroundings) -> Self;

    /// Takes new parameters and keeps its state. Afterwards the time of the next packet must be asked again.
    fn reconfigure(&mut self, params: &Self::Params, around: &Surroundings);

    /// Returns the time at which the next packet may leave; it has `bytes` and is part of `waiting`. A past time
    /// means at once, [`Time::NEVER`] not under present conditions. The answer holds until the next event at the
    /// gate.
    fn next_at(&self, now: Time, waiting: Backlog, bytes: u16) -> Time;

    /// Handles an arrival, after which `waiting` is the backlog, even if the packet leaves at once.
    fn on_arrival(&mut self, _now: Time, _waiting: Backlog) {}

    /// A packet of `bytes` begins to be sent; `left` waits.
    fn on_sent(&mut self, _now: Time, _bytes: u16, _left: Backlog) {}

    /// A packet that waited is dropped; `left` waits.
    fn on_dropped(&mut self, _now: Time, _left: Backlog) {}

    /// The link sends at another rate from now on.
    fn rate_changed(&mut self, _now: Time, _rate_bps: f64) {}

    /// Writes the value of each of [`GAUGES`](Self::GAUGES) as of `now` to the front of `out`, which is at
    /// least as long; `next_bytes` is the size of the next packet, if one waits.
    fn gauges(&self, _now: Time, _waiting: Backlog, _next_bytes: Option<u16>, _out: &mut [f64]) {}
}

/// A gauge that pacers have in common; its value is [`packets_held`].
const HELD: Gauge = row![Gauge:
    /// Packets that wait while the pacer holds back the first of them; 0 while they wait for the line.
    "held_packets", "Held back", Packets
];

/// Returns how many waiting packets are held, if the first of them is `held`.
fn packets_held(held: bool, waiting: Backlog) -> f64 {
    if held {
        f64::from(waiting.packets)
    } else {
        0.0
    }
}

/// Declares the pacers: their variants as a scenario names them, the registry and the dispatch.
macro_rules! pacers {
    ($($(#[$doc:meta])* $name:ident($module:ident)),+ $(,)?) => {
        /// A pacer with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Pacer {
            $($(#[$doc])* $name($module::Params),)+
        }

        read_kinds!(Pacer { $($name: $module::SECTION),+ });

        /// A pacer at work.
        #[derive(Clone, Debug)]
        pub enum State {
            $($(#[$doc])* $name($module::$name),)+
        }

        /// The pacers a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "pacer",
            label: "Pacer",
            entries: &[$(&$module::SECTION),+],
        };

        /// The gauges of every pacer.
        pub static GAUGES: &[(&Section, &[Gauge])] =
            &[$((&$module::SECTION, <$module::$name as Gate>::GAUGES)),+];

        impl Pacer {
            /// Returns the value of the active kind; see [`Gate::OPEN`].
            #[must_use]
            pub fn is_open(&self) -> bool {
                match self { $(Pacer::$name(_) => <$module::$name as Gate>::OPEN,)+ }
            }

            /// Returns the section of its kind.
            #[must_use]
            pub fn section(&self) -> &'static Section {
                match self { $(Pacer::$name(_) => &$module::SECTION,)+ }
            }

            /// Returns the rows of [`State::gauges`].
            #[must_use]
            pub fn gauge_rows(&self) -> &'static [Gauge] {
                match self { $(Pacer::$name(_) => <$module::$name as Gate>::GAUGES,)+ }
            }

            /// The pacer at work, from now on.
            #[must_use]
            pub fn start(&self, around: &Surroundings) -> State {
                match self {
                    $(Pacer::$name(params) => State::$name(Gate::new(params, around)),)+
                }
            }
        }

        impl State {
            /// Changes to `pacer`: the same kind keeps its state, another kind starts again. Afterwards the time of
            /// the next packet must be asked again.
            pub fn reconfigure(&mut self, pacer: &Pacer, around: &Surroundings) {
                match (&mut *self, pacer) {
                    $((State::$name(gate), Pacer::$name(params)) => gate.reconfigure(params, around),)+
                    (state, other) => *state = other.start(around),
                }
            }

            /// Returns the value of the active kind; see [`Gate::OPEN`].
            #[must_use]
            #[inline]
            pub fn is_open(&self) -> bool {
                match self { $(State::$name(_) => <$module::$name as Gate>::OPEN,)+ }
            }

            /// Returns the value of the active kind; see [`Gate::next_at`].
            #[must_use]
            #[inline]
            pub fn next_at(&self, now: Time, waiting: Backlog, bytes: u16) -> Time {
                match self { $(State::$name(gate) => gate.next_at(now, waiting, bytes),)+ }
            }

            /// Forwards the event; see [`Gate::on_arrival`].
            #[inline]
            pub fn on_arrival(&mut self, now: Time, waiting: Backlog) {
                match self { $(State::$name(gate) => gate.on_arrival(now, waiting),)+ }
            }

            /// Forwards the event; see [`Gate::on_sent`].
            #[inline]
            pub fn on_sent(&mut self, now: Time, bytes: u16, left: Backlog) {
                match self { $(State::$name(gate) => gate.on_sent(now, bytes, left),)+ }
            }

            /// Forwards the event; see [`Gate::on_dropped`].
            pub fn on_dropped(&mut self, now: Time, left: Backlog) {
                match self { $(State::$name(gate) => gate.on_dropped(now, left),)+ }
            }

            /// Forwards the event; see [`Gate::rate_changed`].
            pub fn rate_changed(&mut self, now: Time, rate_bps: f64) {
                match self { $(State::$name(gate) => gate.rate_changed(now, rate_bps),)+ }
            }

            /// Returns the value of the active kind; see [`Gate::gauges`].
            pub fn gauges(
                &self, now: Time, waiting: Backlog, next_bytes: Option<u16>, out: &mut [f64],
            ) {
                match self { $(State::$name(gate) => gate.gauges(now, waiting, next_bytes, out),)+ }
            }
        }
    };
}

pacers! {
    /// Packets pass without a pacer.
    None(none),
    /// The rate follows the length of the queue.
    Qlbp(qlbp),
    /// Bursts up to a bucket pass, the rest at a rate.
    TokenBucket(token_bucket),
    /// Smoothest output within a delay budget.
    DelayBudget(delay_budget),
}

#[cfg(test)]
mod testing;

#[cfg(test)]
mod tests {
    use super::testing::Port;
    use super::*;
    use crate::spec::complete::complete_one;
    use crate::time::Span;
    use proptest::prelude::*;
    use serde_json::json;

    /// Every kind of the list with its defaults.
    fn every_kind() -> Vec<Pacer> {
        let kinds = REGISTRY.entries.iter().map(|section| {
            let mut fields = complete_one(section, json!({})).expect("defaults are accepted");
            fields["kind"] = json!(section.kind());
            serde_json::from_value(fields).expect("the kind is in the list")
        });
        kinds.collect()
    }

    #[test]
    fn an_open_pacer_holds_no_packet() {
        let waiting = Backlog {
            packets: 1,
            bytes: 1000,
        };
        let around = Surroundings {
            rate_bps: 1e6,
            now: Time::ZERO,
            waiting,
        };
        for kind in every_kind() {
            let mut gate = kind.start(&around);
            // The first, or once a burst has been let through.
            let held = (0..100).any(|_| {
                let held = gate.next_at(Time::ZERO, waiting, 1000) > Time::ZERO;
                gate.on_sent(Time::ZERO, 1000, waiting);
                held
            });
            assert_eq!(gate.is_open(), !held, "{kind:?}");
        }
    }

    proptest! {
        /// Whatever it was and becomes while packets wait, all leave, in order, no faster than the link.
        #[test]
        fn every_pacer_becomes_every_other(
            gaps in prop::collection::vec((0u64..4_000_000_000, 40u16..1500), 1..60),
            turns in prop::collection::vec((0u64..100_000_000_000, 0usize..8), 0..6),
        ) {
            let kinds = every_kind();
            let mut turns: Vec<_> = turns.iter().map(|&(at, k)| (Time(at), k % kinds.len())).collect();
            turns.sort_unstable();
            let mut port = Port::new(&kinds[0], 10e6);
            let mut now = Time::ZERO;
            for &(gap, bytes) in &gaps {
                now += Span(gap);
                while let Some(&(at, kind)) = turns.first().filter(|(at, _)| *at <= now) {
                    port.run_until(at);
                    port.reconfigure(at, &kinds[kind]);
                    turns.remove(0);
                }
                port.arrive(now, bytes);
            }
            port.run_until(Time::from_s(1e3));
            prop_assert_eq!(port.sent.len(), gaps.len());
            for pair in port.sent.windows(2) {
                prop_assert!(pair[0].since <= pair[1].since, "in order");
                prop_assert!(pair[1].at >= pair[0].ends, "one at a time");
            }
        }
    }
}
