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
use crate::spec::read::read_kinds;
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
    /// Random stream of this discipline, named by the path of its link.
    pub rng: Rng,
}

/// Arrival of a packet at the queue.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// Time of the event.
    pub now: Time,
    /// Packet that arrives at the queue.
    pub packet: &'a Packet,
    /// Backlog without this packet; packets held by a gate count.
    pub waiting: Backlog,
    /// Bytes of the packet in transmission, if there is one.
    pub in_service: Option<u16>,
}

/// Departure of a packet from the queue, to be sent.
#[derive(Clone, Copy, Debug)]
pub struct Departure<'a> {
    /// Time of the event.
    pub now: Time,
    /// Packet that leaves the queue.
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

impl Verdict {
    /// The verdict of a full buffer: the packet enters if it fits, and is dropped otherwise.
    #[must_use]
    #[inline]
    pub fn of_fit(fits: bool) -> Verdict {
        match fits {
            true => Verdict::Enqueue,
            false => Verdict::Drop(Reason::Tail),
        }
    }
}

/// Waiting packets to drop, to make room for an arriving packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eviction {
    /// Sub-queue of the packets; it is not empty.
    pub sub_queue: usize,
    /// End of the sub-queue from which packets are dropped.
    pub end: End,
    /// Number of packets, at least 1; all if there are fewer.
    pub packets: u32,
    /// Reason for the drops.
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

    /// Decides whether an arriving packet is admitted, marked or dropped.
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict;

    /// Returns packets that must be pushed out before the admitted `packet` enters. It is called until it returns
    /// `None`.
    fn evict(&mut self, _packet: &Packet, _waiting: &Waiting) -> Option<Eviction> {
        None
    }

    /// Returns the number of the sub-queue for a packet that arrived at `since`. It is called when a packet is admitted,
    /// and for each waiting packet when the discipline starts or gets new parameters.
    fn sub_queue(&mut self, _packet: &Packet, _since: Time) -> usize {
        0
    }

    /// Returns the sub-queue whose head is sent next; it is not empty. It is called only while packets wait.
    ///
    /// The result must stay the same until the next call of another method: a gate may hold the packet and ask again.
    fn next(&mut self, _now: Time, _waiting: &Waiting) -> usize {
        0
    }

    /// Decides whether the head of the sub-queue chosen last is sent, marked or dropped.
    fn on_departure(&mut self, _departure: &Departure) -> Fate {
        Fate::Send
    }

    /// Updates the state when the link becomes idle: the last bit is sent and no packet waits.
    fn on_idle(&mut self, _now: Time) {}

    /// Updates the state when the rate of the link changes.
    fn rate_changed(&mut self, _rate_bps: f64) {}

    /// Returns whether the discipline has sub-queues, pushes out packets, or decides at dequeue. If not, only
    /// [`on_arrival`](Self::on_arrival) must be called, and [`on_idle`](Self::on_idle) may be called late, before the
    /// next arrival, with the correct time.
    fn decides_at_dequeue(&self) -> bool {
        false
    }

    /// Writes the value of each of [`GAUGES`](Self::GAUGES) as of `now`, with what is `waiting`, to the front of
    /// `out`, which is at least as long.
    fn gauges(&self, _now: Time, _waiting: &Waiting, _out: &mut [f64]) {}
}

/// Declares the disciplines: their variants, the registry and the dispatch.
///
/// Most links use the discipline after `mostly`. Calls for each packet test for it first, without a jump table, and the
/// code of the others is not inlined. This saves 1 % of all instructions.
macro_rules! disciplines {
    (mostly $often:ident; $($(#[$doc:meta])* $name:ident($module:ident)),+ $(,)?) => {
        /// A discipline with its parameters, as a scenario writes it.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        pub enum Queue {
            $($(#[$doc])* $name($module::Params),)+
        }

        read_kinds!(Queue { $($name: $module::SECTION),+ });

        /// Queue discipline of any kind, with its state.
        #[derive(Clone, Debug)]
        pub enum State {
            $($(#[$doc])* $name($module::$name),)+
        }

        /// Registry of the disciplines.
        pub static REGISTRY: Registry = Registry {
            id: "queue",
            label: "Queue discipline",
            entries: &[$(&$module::SECTION),+],
        };

        /// Gauges of each discipline.
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
                match self { $(Queue::$name(params) => params.limit,)+ }
            }

            /// Calls [`Discipline::may_mark`] of the discipline.
            #[must_use]
            pub fn may_mark(&self) -> bool {
                match self { $(Queue::$name(params) => <$module::$name as Discipline>::may_mark(params),)+ }
            }

            /// Returns [`Discipline::DROPS_WHEN_FULL_ONLY`] of the discipline.
            #[must_use]
            pub fn drops_when_full_only(&self) -> bool {
                match self { $(Queue::$name(_) => <$module::$name as Discipline>::DROPS_WHEN_FULL_ONLY,)+ }
            }
        }

        impl State {
            /// Applies the parameters of `queue`. A discipline of the same kind keeps its state; another kind starts anew.
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

            /// Returns the declarations of the [gauges](Self::gauges).
            #[must_use]
            pub fn gauge_rows(&self) -> &'static [Gauge] {
                match self { $(State::$name(_) => <$module::$name as Discipline>::GAUGES,)+ }
            }

            /// Calls [`Discipline::on_arrival`] of the discipline.
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

            /// Calls [`Discipline::evict`] of the discipline.
            #[inline]
            pub fn evict(&mut self, packet: &Packet, waiting: &Waiting) -> Option<Eviction> {
                match self { $(State::$name(d) => d.evict(packet, waiting),)+ }
            }

            /// Calls [`Discipline::sub_queue`] of the discipline.
            #[inline]
            pub fn sub_queue(&mut self, packet: &Packet, since: Time) -> usize {
                match self { $(State::$name(d) => d.sub_queue(packet, since),)+ }
            }

            /// Calls [`Discipline::next`] of the discipline.
            #[inline]
            pub fn next(&mut self, now: Time, waiting: &Waiting) -> usize {
                match self { $(State::$name(d) => d.next(now, waiting),)+ }
            }

            /// Calls [`Discipline::on_departure`] of the discipline.
            #[inline]
            pub fn on_departure(&mut self, departure: &Departure) -> Fate {
                match self { $(State::$name(d) => d.on_departure(departure),)+ }
            }

            /// Calls [`Discipline::on_idle`] of the discipline.
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

            /// Calls [`Discipline::rate_changed`] of the discipline.
            pub fn rate_changed(&mut self, rate_bps: f64) {
                match self { $(State::$name(d) => d.rate_changed(rate_bps),)+ }
            }

            /// Calls [`Discipline::decides_at_dequeue`] of the discipline.
            #[must_use]
            #[inline]
            pub fn decides_at_dequeue(&self) -> bool {
                match self { $(State::$name(d) => d.decides_at_dequeue(),)+ }
            }

            /// Calls [`Discipline::gauges`] of the discipline.
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
    /// Two coupled queues for classic and scalable congestion control.
    DualPi2(dual_pi2),
    /// Drop-tail with a limit adapted to measured utilization.
    Adt(adt),
    /// Drop-tail with a limit computed from the link by a rule.
    ByRule(by_rule),
    /// Real-time traffic is sent first.
    Priority(priority),
    /// Shares of the link for real-time traffic and for TCP.
    Wrr(wrr),
    /// Separate parts of the buffer for real-time traffic and for TCP.
    Partitioned(partitioned),
    /// Real-time packets push out packets of TCP if the buffer is full.
    PushOut(push_out),
    /// FIFO built of fiber delay lines.
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
                let (limit, now) = (port.limit, port.waiting.backlog());
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
