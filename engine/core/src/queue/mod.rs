//! Queue disciplines: algorithms that decide which packets may wait, which is sent next, and which are marked or dropped.
//!
//! The port stores the packets ([`Waiting`]); a [`Discipline`] decides. A discipline owns its parameters together with
//! its state, so that they stay consistent when parameters change during a run. To add a discipline, add one file here
//! and one entry in the `disciplines!` list below; the kinds of the scenario, the registry, the gauges and the dispatch
//! follow.
//!
//! A port calls the discipline in this order. When a packet arrives: its [verdict](Discipline::on_arrival), whether other
//! packets must be [pushed out](Discipline::evict), and the [sub-queue](Discipline::sub_queue) that it enters. When the
//! link is idle: the [next](Discipline::next) sub-queue, and the [decision](Discipline::on_departure) about its first
//! packet. For a FIFO discipline that decides only on arrival, only the verdict is called.

pub mod adt;
pub mod by_rule;
pub mod codel;
pub mod drop_tail;
pub mod dual_pi2;
pub mod fq_codel;
pub mod limit;
pub mod optical_fifo;
pub mod partitioned;
pub mod periods;
pub mod pie;
pub mod priority;
pub mod push_out;
pub mod reason;
pub mod red;
pub mod sharing;
pub mod waiting;
pub mod wrr;

use serde::Serialize;

pub use crate::packet::Backlog;
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::read::read_by_kind;
use crate::spec::{Gauge, Registry, Section};
use crate::time::{Span, Time};
pub use drop_tail::Params as DropTail;
pub use limit::Limit;
pub use optical_fifo::Params as OpticalFifo;
pub use reason::{REASONS, Reason};
pub use waiting::{End, Waiter, Waiting};

/// Properties of the port that a discipline may read.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Rate of its link, bits per second.
    pub rate_bps: f64,
    /// Time at which the discipline starts or gets new parameters.
    pub now: Time,
    /// A stream of chance of its own, named by the path of its link.
    pub rng: Rng,
}

/// A packet reaches the queue.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// Time of the event.
    pub now: Time,
    /// Packet concerned.
    pub packet: &'a Packet,
    /// Backlog without this packet; packets held by a gate count.
    pub waiting: Backlog,
    /// Bytes of the packet in transmission, if there is one.
    pub in_service: Option<u16>,
}

/// A packet leaves the waiting room to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Departure<'a> {
    /// Time of the event.
    pub now: Time,
    /// Packet concerned.
    pub packet: &'a Packet,
    /// Queueing delay of the packet.
    pub waited: Span,
    /// Backlog behind the packet.
    pub left: Backlog,
}

/// Decision about an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The packet enters the queue.
    Enqueue,
    /// The packet is marked and enters. Only packets of flows with ECN are marked.
    Mark,
    /// The packet is dropped.
    Drop(Reason),
}

/// Packets that wait and must go, to make room for one that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eviction {
    /// The sub-queue, which is not empty.
    pub sub_queue: usize,
    /// From which end of it.
    pub end: End,
    /// Number of packets, at least 1; all if there are fewer.
    pub packets: u32,
    /// Reason of the drop.
    pub reason: Reason,
}

/// Decision about a packet at dequeue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The packet is sent.
    Send,
    /// The packet is marked and sent. Only packets of flows with ECN are marked.
    Mark,
    /// The packet is dropped, and the next one is considered.
    Drop(Reason),
}

/// Queue discipline: parameters and state in one owner.
///
/// A packet that is sent at once, because the link is idle, arrives and departs at the same instant.
pub trait Discipline: Sized {
    /// Parameters as in a scenario.
    type Params;

    /// Declarations of the internal values, in the order of [`gauges`](Self::gauges).
    const GAUGES: &'static [Gauge] = &[];

    /// Whether packets are dropped only by a full buffer and never reordered. Departure times can then be computed if
    /// there is room for all packets.
    const DROPS_WHEN_FULL_ONLY: bool = false;

    /// Returns whether it may mark packets instead of dropping them (RFC 3168 Section 5).
    fn may_mark(_params: &Self::Params) -> bool {
        false
    }

    /// Creates the initial state. [`sub_queue`](Self::sub_queue) is then called for packets that already wait.
    fn new(params: &Self::Params, around: &Surroundings) -> Self;

    /// Applies new parameters and keeps the state, but for the assignment to sub-queues: [`sub_queue`](Self::sub_queue)
    /// is called again for each waiting packet. Packets above a smaller limit stay; no packet is admitted until the
    /// backlog is below the limit.
    fn reconfigure(&mut self, params: &Self::Params, around: &Surroundings);

    /// A packet reaches the queue.
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict;

    /// Returns packets that must be pushed out before the admitted `packet` enters. It is called until it returns
    /// `None`.
    fn evict(&mut self, _packet: &Packet, _waiting: &Waiting) -> Option<Eviction> {
        None
    }

    /// Number of the sub-queue that a packet joins, which came at `since`: one that has been let in, or one that
    /// waits already when the discipline starts or has taken new parameters.
    fn sub_queue(&mut self, _packet: &Packet, _since: Time) -> usize {
        0
    }

    /// The sub-queue, one that is not empty, whose head goes next. Something waits. What it says holds until
    /// it is told anything: a gate may hold that packet back and have it asked again.
    fn next(&mut self, _now: Time, _waiting: &Waiting) -> usize {
        0
    }

    /// The head of the sub-queue chosen last leaves the waiting room to be sent.
    fn on_departure(&mut self, _departure: &Departure) -> Fate {
        Fate::Send
    }

    /// The link has sent its last bit and nothing waits.
    fn on_idle(&mut self, _now: Time) {}

    /// The link sends at another rate from now on.
    fn rate_changed(&mut self, _rate_bps: f64) {}

    /// Returns whether the discipline has sub-queues, pushes out packets, or decides at dequeue. If not, only
    /// [`on_arrival`](Self::on_arrival) must be called, and [`on_idle`](Self::on_idle) may be called late, before the
    /// next arrival, with the correct time.
    fn decides_at_dequeue(&self) -> bool {
        false
    }

    /// Returns the limit of the queue.
    fn limit(&self) -> Limit;

    /// Writes the value of each of [`GAUGES`](Self::GAUGES) as of `now`, with what is `waiting`, to the front of
    /// `out`, which is at least as long.
    fn gauges(&self, _now: Time, _waiting: &Waiting, _out: &mut [f64]) {}
}

/// Declares the disciplines: their variants as a scenario names them, the registry and the dispatch. The one named
/// first is that of nearly every link: what is asked of it for each packet takes no table of jumps, and leaves the
/// code of the others out of the way, which is 1 % of all instructions.
macro_rules! disciplines {
    (mostly $often:ident; $($(#[$doc:meta])* $name:ident($module:ident)),+ $(,)?) => {
        /// A discipline with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Queue {
            $($(#[$doc])* $name($module::Params),)+
        }

        read_by_kind!(Queue { $($name: $module::SECTION),+ });

        /// Queue discipline of any kind, with its state.
        #[derive(Clone, Debug)]
        pub enum State {
            $($(#[$doc])* $name($module::$name),)+
        }

        /// The disciplines a scenario can name.
        pub static REGISTRY: Registry = Registry {
            id: "queue",
            label: "Queue discipline",
            entries: &[$(&$module::SECTION),+],
        };

        /// The gauges of every discipline.
        pub static GAUGES: &[(&Section, &[Gauge])] =
            &[$((&$module::SECTION, <$module::$name as Discipline>::GAUGES)),+];

        impl Queue {
            /// Creates the discipline; packets that already wait are reported to it at the next arrival.
            #[must_use]
            pub fn start(&self, around: &Surroundings) -> State {
                match self {
                    $(Queue::$name(params) => State::$name(Discipline::new(params, around)),)+
                }
            }

            /// Returns the limit of the queue.
            #[must_use]
            pub fn limit(&self) -> Limit {
                match self { $(Queue::$name(params) => params.limit(),)+ }
            }

            /// See [`Discipline::may_mark`].
            #[must_use]
            pub fn may_mark(&self) -> bool {
                match self { $(Queue::$name(params) => <$module::$name as Discipline>::may_mark(params),)+ }
            }

            /// See [`Discipline::DROPS_WHEN_FULL_ONLY`].
            #[must_use]
            pub fn drops_when_full_only(&self) -> bool {
                match self { $(Queue::$name(_) => <$module::$name as Discipline>::DROPS_WHEN_FULL_ONLY,)+ }
            }
        }

        impl State {
            /// Goes on as `queue` says: the same kind keeps what it knows, another kind starts afresh.
            pub fn reconfigure(&mut self, queue: &Queue, around: &Surroundings) {
                match (&mut *self, queue) {
                    $((State::$name(d), Queue::$name(params)) => d.reconfigure(params, around),)+
                    (state, other) => *state = other.start(around),
                }
            }

            /// Returns the kind of the discipline.
            #[must_use]
            pub fn section(&self) -> &'static Section {
                match self { $(State::$name(_) => &$module::SECTION,)+ }
            }

            /// The rows of [`gauges`](Self::gauges).
            #[must_use]
            pub fn gauge_rows(&self) -> &'static [Gauge] {
                match self { $(State::$name(_) => <$module::$name as Discipline>::GAUGES,)+ }
            }

            /// See [`Discipline::on_arrival`].
            #[inline]
            pub fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
                match self {
                    State::$often(d) => d.on_arrival(arrival),
                    other => other.on_arrival_at_another(arrival),
                }
            }

            #[inline(never)]
            fn on_arrival_at_another(&mut self, arrival: &Arrival) -> Verdict {
                match self { $(State::$name(d) => d.on_arrival(arrival),)+ }
            }

            /// See [`Discipline::evict`].
            #[inline]
            pub fn evict(&mut self, packet: &Packet, waiting: &Waiting) -> Option<Eviction> {
                match self { $(State::$name(d) => d.evict(packet, waiting),)+ }
            }

            /// See [`Discipline::sub_queue`].
            #[inline]
            pub fn sub_queue(&mut self, packet: &Packet, since: Time) -> usize {
                match self { $(State::$name(d) => d.sub_queue(packet, since),)+ }
            }

            /// See [`Discipline::next`].
            #[inline]
            pub fn next(&mut self, now: Time, waiting: &Waiting) -> usize {
                match self { $(State::$name(d) => d.next(now, waiting),)+ }
            }

            /// See [`Discipline::on_departure`].
            #[inline]
            pub fn on_departure(&mut self, departure: &Departure) -> Fate {
                match self { $(State::$name(d) => d.on_departure(departure),)+ }
            }

            /// See [`Discipline::on_idle`].
            #[inline]
            pub fn on_idle(&mut self, now: Time) {
                match self {
                    State::$often(d) => d.on_idle(now),
                    other => other.on_idle_of_another(now),
                }
            }

            #[inline(never)]
            fn on_idle_of_another(&mut self, now: Time) {
                match self { $(State::$name(d) => d.on_idle(now),)+ }
            }

            /// See [`Discipline::rate_changed`].
            pub fn rate_changed(&mut self, rate_bps: f64) {
                match self { $(State::$name(d) => d.rate_changed(rate_bps),)+ }
            }

            /// See [`Discipline::decides_at_dequeue`].
            #[must_use]
            #[inline]
            pub fn decides_at_dequeue(&self) -> bool {
                match self { $(State::$name(d) => d.decides_at_dequeue(),)+ }
            }

            /// See [`Discipline::limit`].
            #[must_use]
            pub fn limit(&self) -> Limit {
                match self { $(State::$name(d) => d.limit(),)+ }
            }

            /// See [`Discipline::gauges`].
            pub fn gauges(&self, now: Time, waiting: &Waiting, out: &mut [f64]) {
                match self { $(State::$name(d) => d.gauges(now, waiting, out),)+ }
            }
        }
    };
}

disciplines! {
    mostly DropTail;

    /// First in, first out, with a limit.
    DropTail(drop_tail),
    /// Early drops by the average queue.
    Red(red),
    /// Drops of packets that have waited too long.
    Codel(codel),
    /// A drop probability that holds a delay.
    Pie(pie),
    /// A sub-queue per flow, with CoDel in each.
    FqCodel(fq_codel),
    /// Two queues for two kinds of congestion control.
    DualPi2(dual_pi2),
    /// Drop-tail with a limit that is tuned to the use of the link.
    Adt(adt),
    /// Drop-tail with a limit that follows the link.
    ByRule(by_rule),
    /// Real-time traffic is sent first.
    Priority(priority),
    /// Shares of the link for real-time traffic and for TCP.
    Wrr(wrr),
    /// Parts of the room for real-time traffic and for TCP.
    Partitioned(partitioned),
    /// Real-time traffic takes the room of TCP.
    PushOut(push_out),
    /// Loops of fibre that work as a FIFO.
    OpticalFifo(optical_fifo),
}

#[cfg(test)]
pub(crate) mod testing;

#[cfg(test)]
mod tests {
    use super::testing::{Port, packet, surroundings};
    use super::*;
    use crate::spec::complete::complete_one;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    /// Every kind of the list with a limit in packets, and again with one in bytes; the rest as by default.
    fn every_kind(packets: u32, bytes: u64) -> Vec<Queue> {
        let limits = [
            json!({ "limit_packets": packets }),
            json!({ "limit_bytes": bytes }),
        ];
        let of_kind = |section: &'static Section, limit: &Value| {
            let mut fields = complete_one(section, limit.clone()).expect("a limit is all it needs");
            fields["kind"] = json!(section.kind());
            serde_json::from_value(fields).expect("the kind is in the list")
        };
        let kinds = REGISTRY.entries.iter();
        kinds
            .flat_map(|section| limits.iter().map(move |limit| of_kind(section, limit)))
            .collect()
    }

    /// The queue that was set by a live edit and had no limit: 2 packets come while 1 leaves.
    #[test]
    fn every_kind_set_under_load_keeps_its_limit() {
        for from in &every_kind(1000, 1_000_000) {
            for to in &every_kind(50, 50_000) {
                let mut port = Port::new(from);
                let load = |port: &mut Port, packets| {
                    let dropped_late = port.dropped_late;
                    let verdicts = (0..packets).map(|number| {
                        if number % 2 == 0 {
                            port.leave();
                        }
                        port.arrive(packet(1000, false))
                    });
                    let refused = verdicts
                        .filter(|verdict| matches!(verdict, Verdict::Drop(_)))
                        .count() as u64;
                    refused + port.dropped_late - dropped_late
                };
                load(&mut port, 600);
                port.reconfigure(to);
                assert_eq!(port.state.limit(), to.limit());
                let lost = load(&mut port, 4000);
                let case = format!("{from:?} to {to:?}");
                assert!(port.waiting.backlog().packets <= 50, "{case}");
                assert!(
                    lost >= 1900,
                    "half of them cannot pass, lost {lost}: {case}"
                );
            }
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Arrives(u16, bool),
        Leaves,
        Becomes(prop::sample::Index, u32),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            12 => (40u16..1500, any::<bool>()).prop_map(|(bytes, ecn)| Step::Arrives(bytes, ecn)),
            6 => Just(Step::Leaves),
            1 => (any::<prop::sample::Index>(), 1u32..40).prop_map(|(kind, n)| Step::Becomes(kind, n)),
        ]
    }

    proptest! {
        /// Whatever a queue was and becomes while packets wait: what waits beyond the limit only gets less,
        /// and what was admitted is sent or dropped with a reason.
        #[test]
        fn every_kind_becomes_every_other_and_its_limit_holds(
            steps in prop::collection::vec(step(), 1..400),
        ) {
            let mut port = Port::new(&every_kind(10, 10_000)[0]);
            for step in steps {
                let before = port.waiting.backlog();
                match step {
                    Step::Leaves => port.leave(),
                    Step::Becomes(kind, n) => {
                        let kinds = every_kind(n, u64::from(n) * 1000);
                        port.reconfigure(&kinds[kind.index(kinds.len())]);
                        prop_assert_eq!(port.waiting.backlog(), before, "what waits stays");
                    }
                    Step::Arrives(bytes, ecn_capable) => {
                        let verdict = port.arrive(packet(bytes, ecn_capable));
                        prop_assert!(ecn_capable || verdict != Verdict::Mark);
                    }
                }
                let (limit, now) = (port.state.limit(), port.waiting.backlog());
                let within = |now: u64, limit: Option<u64>| limit.is_none_or(|limit| now <= limit);
                let kept = within(u64::from(now.packets), limit.packets.map(u64::from))
                    && within(now.bytes, limit.bytes);
                prop_assert!(kept || now.bytes <= before.bytes, "{:?} of {:?}", now, limit);
                prop_assert_eq!(
                    port.admitted,
                    port.sent + port.dropped_late + u64::from(now.packets)
                );
            }
        }
    }

    #[test]
    fn every_discipline_writes_the_gauges_that_it_lists() {
        for queue in every_kind(10, 10_000) {
            let state = queue.start(&surroundings());
            let mut out = vec![f64::NAN; state.gauge_rows().len()];
            state.gauges(Time::ZERO, &Waiting::default(), &mut out);
            assert!(out.iter().all(|value| value.is_finite()), "{queue:?}");
        }
    }
}
