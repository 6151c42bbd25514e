//! FQ-CoDel: a sub-queue per flow, each with its own CoDel, served in turn.
//!
//! A flow that sends at most its share hardly waits, independent of the others. A flow that fills the buffer fills its
//! own sub-queue, where CoDel drops. A hash assigns flows to sub-queues, so two flows may share one.
//!
//! Sources: RFC 8290; Linux `sch_fq_codel.c`. The [service in turn](rounds) has its own file.
//!
//! - Flows are identified by their number and the kind of packet: ACKs of a flow travel in the other direction and have
//!   other addresses in a real network.
//! - The guard of CoDel for the last packet uses the sub-queue (RFC 8289); Linux uses the whole queue.
//! - A packet that does not fit pushes packets out from the head of the sub-queue with most bytes: half of them, or a
//!   batch (RFC 8290 Section 4.1; ns-3). The arriving packet counts in its sub-queue, but is not pushed out itself if
//!   it is alone. Packets above a smaller limit are dropped when the next packet arrives.

pub mod rounds;

use super::codel::{
    self,
    control::{Control, Law, Leaving},
};
use super::limit::{self, Limit};
use super::{
    Arrival, Backlog, Departure, Discipline, End, Eviction, Fate, Reason, Surroundings, Verdict,
    Waiting,
};
use crate::packet::Packet;
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, parameters};
use crate::time::{Span, Time};
use rounds::Rounds;

parameters! {
    /// Distributes flows over many sub-queues, serves them in turn, and applies CoDel to each. Flows that send little
    /// are served first.
    #[section("queue.fq_codel", "FQ-CoDel", source: "RFC 8290", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,

        /// Number of sub-queues. Flows are assigned at random; flows in the same sub-queue share its turn.
        flows: u32 = 1024, "Sub-queues", None, integer(1..=65_536).log(), [live, source: "RFC 8290 Section 4.1.2"],

        /// Bytes that a sub-queue may send per turn. A smaller value favors small packets.
        quantum_bytes: u32 = 1500, "Quantum", Bytes, integer(64..=1_000_000).log(),
            [live, source: "RFC 8290 Section 5.2.1"],

        #[serde(flatten)]
        codel: codel::Settings,

        /// If the buffer is full, half of the longest sub-queue is dropped, but at most this many packets.
        drop_batch_packets: u32 = 64, "Drop batch", Packets, integer(1..=10_000).log(),
            [live, advanced, source: "RFC 8290 Section 4.1.3; Linux sch_fq_codel.c (drop_batch)"],
    }
}

/// State of an FQ-CoDel queue.
#[derive(Clone, Debug)]
pub struct FqCodel(Box<State>);

#[derive(Clone, Debug)]
struct State {
    params: Params,
    law: Law,
    rounds: Rounds,
    /// Number of the sub-queue of each hash value plus 1; 0 before its first packet. Unused sub-queues take no memory.
    numbers: Vec<u32>,
    /// CoDel state of each sub-queue.
    controls: Vec<Control>,
    /// Random hash key that assigns flows to sub-queues.
    salt: u64,
    /// Sub-queue chosen last, and its backlog behind the head.
    chosen: usize,
    left_bytes: u64,
    /// Queueing delay of the packet that left last.
    sojourn: Span,
}

impl Discipline for FqCodel {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Number of sub-queues with waiting packets.
        "active_sub_queues", "Active sub-queues", Flows;
        /// Bytes in the longest sub-queue. Packets are dropped there if the buffer is full.
        "fattest_bytes", "Longest sub-queue", Bytes;
        /// Number of sub-queues in which CoDel drops or marks now.
        "dropping_sub_queues", "Dropping sub-queues", Flows;
        /// Queueing delay of the packet that left last.
        "sojourn_s", "Queueing delay", Seconds;
    ];

    fn may_mark(params: &Params) -> bool {
        params.codel.ecn
    }

    fn new(params: &Params, around: &Surroundings) -> FqCodel {
        FqCodel(Box::new(State {
            params: params.clone(),
            law: params.codel.law(),
            rounds: params.rounds(),
            numbers: Vec::new(),
            controls: Vec::new(),
            salt: around.rng.clone().uniform().to_bits(),
            chosen: 0,
            left_bytes: 0,
            sojourn: Span::ZERO,
        }))
    }

    /// Restarts the round robin. The CoDel state of each sub-queue stays, unless the number of sub-queues changes.
    fn reconfigure(&mut self, params: &Params, _around: &Surroundings) {
        let state = &mut *self.0;
        if params.flows != state.params.flows {
            (state.numbers, state.controls) = (Vec::new(), Vec::new());
        }
        state.params.clone_from(params);
        state.law = params.codel.law();
        state.rounds = params.rounds();
    }

    /// Admits a packet, since others are pushed out for it, unless it does not fit in an empty buffer.
    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let emptied = Arrival {
            waiting: Backlog::default(),
            ..*arrival
        };
        Verdict::of_fit(self.0.params.limit.admits(&emptied))
    }

    fn evict(&mut self, packet: &Packet, waiting: &Waiting) -> Option<Eviction> {
        if waiting.is_empty() || self.0.params.limit.fits(waiting.backlog(), packet.bytes) {
            return None;
        }
        let sub_queue = self.0.fattest(packet, waiting)?;
        Some(Eviction {
            sub_queue,
            end: End::Head,
            packets: self.0.batch(sub_queue, waiting),
            reason: Reason::Tail,
        })
    }

    fn sub_queue(&mut self, packet: &Packet, _since: Time) -> usize {
        let sub_queue = self.0.take_number(packet);
        self.0.rounds.join(sub_queue);
        sub_queue
    }

    fn next(&mut self, _now: Time, waiting: &Waiting) -> usize {
        let State {
            rounds, controls, ..
        } = &mut *self.0;
        let next = rounds.next(|sub_queue| {
            let is_empty = waiting.get(sub_queue, 0).is_none();
            if is_empty {
                controls[sub_queue].on_idle();
            }
            is_empty
        });
        let head = waiting.get(next, 0);
        let head_bytes = head.map_or(0, |waiter| u64::from(waiter.packet.bytes));
        self.0.left_bytes = waiting.backlog_of(next).bytes - head_bytes;
        self.0.chosen = next;
        next
    }

    fn on_departure(&mut self, departure: &Departure) -> Fate {
        let state = &mut *self.0;
        state.sojourn = departure.waited;
        let takes_mark = state.params.codel.ecn && departure.packet.header().is_ecn_capable();
        let leaving = Leaving {
            now: departure.now,
            waited: departure.waited,
            left_bytes: state.left_bytes,
            takes_mark,
        };
        let signals = state.controls[state.chosen].signals(&state.law, &leaving);
        if signals && !takes_mark {
            return Fate::Drop(Reason::AtDequeue);
        }
        state.rounds.sent(state.chosen, departure.packet.bytes);
        if signals { Fate::Mark } else { Fate::Send }
    }

    fn on_idle(&mut self, _now: Time) {
        let state = &mut *self.0;
        for sub_queue in state.rounds.active() {
            state.controls[sub_queue].on_idle();
        }
        state.rounds.clear();
        state.sojourn = Span::ZERO;
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn gauges(&self, _now: Time, waiting: &Waiting, out: &mut [f64]) {
        out[..4].fill(0.0);
        for sub_queue in self.0.rounds.active() {
            let bytes = waiting.backlog_of(sub_queue).bytes;
            out[0] += f64::from(u8::from(bytes > 0));
            if bytes as f64 > out[1] {
                out[1] = bytes as f64;
            }
            out[2] += f64::from(u8::from(self.0.controls[sub_queue].count() > 0));
        }
        out[3] = self.0.sojourn.s();
    }
}

impl Params {
    fn rounds(&self) -> Rounds {
        Rounds::new(i64::from(self.quantum_bytes))
    }
}

impl State {
    /// Returns the sub-queue of a packet's flow, and creates it for the first packet.
    fn take_number(&mut self, packet: &Packet) -> usize {
        if self.numbers.is_empty() {
            self.numbers = vec![0; self.params.flows as usize];
        }
        let hash = self.hash(packet);
        if self.numbers[hash] == 0 {
            self.controls.push(Control::default());
            self.numbers[hash] = self.controls.len() as u32;
        }
        self.numbers[hash] as usize - 1
    }

    /// Returns the sub-queue of a packet's flow, if it exists.
    fn number(&self, packet: &Packet) -> Option<usize> {
        let number = *self.numbers.get(self.hash(packet))?;
        (number as usize).checked_sub(1)
    }

    /// Returns the sub-queue of the flow of a packet.
    fn hash(&self, packet: &Packet) -> usize {
        let key = u64::from(packet.flow()) << 2 | packet.class().index() as u64;
        let mixed = (key ^ self.salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (((mixed >> 32) * u64::from(self.params.flows)) >> 32) as usize
    }

    /// Returns the sub-queue with most bytes among those with waiting packets; `arriving` counts in its sub-queue.
    fn fattest(&self, arriving: &Packet, waiting: &Waiting) -> Option<usize> {
        let own = self.number(arriving);
        let bytes = |sub_queue: usize| {
            let joins = if Some(sub_queue) == own {
                arriving.bytes
            } else {
                0
            };
            waiting.backlog_of(sub_queue).bytes + u64::from(joins)
        };
        let waits = |sub_queue: &usize| waiting.get(*sub_queue, 0).is_some();
        self.rounds
            .active()
            .filter(waits)
            .max_by_key(|&sub_queue| (bytes(sub_queue), std::cmp::Reverse(sub_queue)))
    }

    /// Returns the number of packets at the head of a sub-queue that hold half of its bytes, at most a batch.
    fn batch(&self, sub_queue: usize, waiting: &Waiting) -> u32 {
        let half = waiting.backlog_of(sub_queue).bytes / 2;
        let (mut bytes, mut packets) = (0, 0);
        while packets < self.params.drop_batch_packets
            && (packets == 0 || bytes < half)
            && let Some(waiter) = waiting.get(sub_queue, packets as usize)
        {
            bytes += u64::from(waiter.packet.bytes);
            packets += 1;
        }
        packets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Class;
    use crate::queue::Queue;
    use crate::queue::testing::{Port, surroundings};
    use crate::spec::complete::complete_one;
    use serde_json::{Value, json};

    fn queue(given: Value) -> Queue {
        let mut complete = complete_one(&SECTION, given).expect("accepted");
        complete["kind"] = json!("fq_codel");
        serde_json::from_value(complete).expect("of FQ-CoDel")
    }

    fn of_flow(flow: u32, bytes: u16) -> Packet {
        Packet::new(Class::Tcp, flow, 0, bytes, 0)
    }

    fn waiting_of(port: &Port, flow: u32) -> usize {
        let waiting = port.waiting.iter();
        waiting.filter(|w| w.packet.flow() == flow).count()
    }

    #[test]
    fn flows_are_served_in_turn_and_new_ones_first() {
        let mut port = Port::new(&queue(json!({ "limit_packets": 1000 })));
        for _ in 0..20 {
            port.arrive(of_flow(1, 1000));
        }
        for _ in 0..20 {
            port.arrive(of_flow(2, 1000));
        }
        for _ in 0..10 {
            port.leave();
        }
        // The first packet of flow 1 was sent at once.
        let left = (waiting_of(&port, 1), waiting_of(&port, 2));
        assert!(
            (14..=15).contains(&left.0) && left.0 + left.1 == 29,
            "{left:?}"
        );
        port.arrive(of_flow(3, 1000));
        port.leave();
        assert_eq!(waiting_of(&port, 3), 0);
    }

    /// ns-3 `fq-codel-queue-disc-test-suite.cc`: when the buffer overflows, the longest sub-queue pays.
    #[test]
    fn full_buffer_drops_from_the_head_of_the_longest_sub_queue() {
        let limits = [
            json!({ "limit_packets": 20 }),
            json!({ "limit_bytes": 20_000 }),
        ];
        for limit in limits {
            let mut port = Port::new(&queue(limit));
            for number in 0..20 {
                port.arrive(of_flow(1, 1000));
                if number % 5 == 0 {
                    port.arrive(of_flow(2, 1000));
                }
            }
            // 23 that wait are 3 too many; at the first of them half of flow 1's 17 go.
            assert_eq!(port.dropped_late, 8);
            assert_eq!(waiting_of(&port, 2), 4);
            let oldest = port.waiting.iter().map(|w| w.since).min();
            port.arrive(of_flow(1, 1000));
            assert_eq!(port.waiting.iter().map(|w| w.since).min(), oldest);
        }
    }

    #[test]
    fn a_batch_is_half_of_the_longest_or_less() {
        for (batch, dropped) in [(1, 1), (3, 3), (64, 5)] {
            let limits = json!({ "limit_packets": 10, "drop_batch_packets": batch });
            let mut port = Port::new(&queue(limits));
            for _ in 0..12 {
                port.arrive(of_flow(1, 1000));
            }
            assert_eq!(port.dropped_late, dropped);
        }
    }

    #[test]
    fn a_packet_larger_than_the_buffer_is_dropped_unless_the_link_is_idle() {
        let mut port = Port::new(&queue(json!({ "limit_bytes": 900 })));
        assert_eq!(port.arrive(of_flow(1, 1000)), Verdict::Enqueue);
        assert_eq!(port.arrive(of_flow(1, 400)), Verdict::Enqueue);
        let refused = port.arrive(of_flow(2, 1000));
        assert_eq!(refused, Verdict::Drop(Reason::Tail));
        assert_eq!(port.arrive(of_flow(2, 900)), Verdict::Enqueue);
        assert_eq!(port.dropped_late, 1);
    }

    /// 100 flows over 1,024 sub-queues: 95.3 of them are taken on average, with a standard deviation of 2.1.
    #[test]
    fn flows_are_spread_over_sub_queues() {
        let of = |flows: u32| {
            let queue = queue(json!({ "limit_packets": 1000, "flows": flows }));
            let mut port = Port::new(&queue);
            for flow in 0..101 {
                port.arrive(of_flow(flow, 1000));
            }
            let mut shown = [0.0; 4];
            port.state.gauges(Time::ZERO, &port.waiting, &mut shown);
            shown
        };
        assert!((87.0..=100.0).contains(&of(1024)[0]), "{:?}", of(1024));
        assert_eq!(of(1)[..2], [1.0, 100_000.0]);
        assert_eq!(of(2)[0], 2.0);
    }

    #[test]
    fn acks_of_a_flow_have_a_separate_sub_queue() {
        let params = match queue(json!({ "limit_packets": 10 })) {
            Queue::FqCodel(params) => params,
            other => panic!("{other:?}"),
        };
        let fq = FqCodel::new(&params, &surroundings());
        let data = of_flow(1, 1000);
        let ack = Packet::new(Class::Ack, 1, 0, 1000, 0);
        assert_ne!(fq.0.hash(&data), fq.0.hash(&ack));
    }
}
