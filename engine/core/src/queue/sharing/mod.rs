//! Shared buffer of real-time traffic and TCP: admission and order of sending.
//!
//! Datagrams of open-loop sources are real-time traffic; TCP segments and ACKs are the rest. Each side has a sub-queue.
//! Four disciplines combine two choices, the [buffer policy](BufferPolicy) and the [order](Order): `priority`, `wrr`, `partitioned`
//! and `push_out`, each in a file with its parameters.

pub mod policy;

use super::limit::Limit;
use super::{
    Arrival, Backlog, Departure, Discipline, Eviction, Fate, Surroundings, Verdict, Waiting,
};
use crate::packet::{Class, Packet};
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::time::Time;
pub use policy::BufferPolicy;

/// Sub-queue of real-time traffic.
pub const REAL_TIME: usize = 0;
/// Sub-queue of the rest.
pub const REST: usize = 1;

/// Parameters of a shared buffer.
pub trait Plan: Clone {
    /// Returns the limit of the whole buffer.
    fn limit(&self) -> Limit;

    /// Returns the policy for sharing the buffer.
    fn policy(&self) -> BufferPolicy;

    /// Returns the order of sending while packets of both sides wait.
    fn order(&self) -> Order;
}

/// Order of sending if packets of both sides wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// The packet that arrived first is sent first; if two arrived at the same time, the real-time packet.
    FirstCome,
    /// Real-time packets are sent first.
    RealTimeFirst,
    /// Real-time traffic has this share of the bytes sent while both wait, above 0 and below 1.
    Weighted(f64),
}

/// State of a shared buffer.
#[derive(Clone, Debug)]
pub struct Shared<P> {
    params: P,
    /// Backlog of each side.
    waiting: [Backlog; 2],
    /// Credit of real-time traffic with weighted shares, in bytes. Real-time traffic is sent first unless it is below 0.
    credit: f64,
    /// Whether both sides were backlogged when the last packet was chosen.
    both: bool,
}

/// Returns the sub-queue of a packet.
#[must_use]
pub fn side(packet: &Packet) -> usize {
    match packet.class() {
        Class::Udp => REAL_TIME,
        Class::Tcp | Class::Ack => REST,
    }
}

impl<P: Plan> Discipline for Shared<P> {
    type Params = P;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Waiting bytes of open-loop sources.
        "real_time_bytes", "Real-time bytes", Bytes;
        /// Waiting bytes of TCP segments and ACKs.
        "tcp_bytes", "TCP bytes", Bytes;
        /// Credit of real-time traffic with weighted shares. Real-time traffic is sent first unless its credit is below
        /// 0.
        "real_time_credit_bytes", "Real-time credit", Bytes;
    ];

    fn new(params: &P, _around: &Surroundings) -> Shared<P> {
        Shared {
            params: params.clone(),
            waiting: [Backlog::default(); 2],
            credit: 0.0,
            both: false,
        }
    }

    fn reconfigure(&mut self, params: &P, _around: &Surroundings) {
        self.params = params.clone();
        self.waiting = [Backlog::default(); 2];
    }

    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let side = side(arrival.packet);
        let policy = self.params.policy();
        Verdict::of_fit(policy.admits(self.params.limit(), side, arrival, self.waiting))
    }

    fn evict(&mut self, packet: &Packet, waiting: &Waiting) -> Option<Eviction> {
        let policy = self.params.policy();
        let eviction = policy.evicts(self.params.limit(), packet, waiting)?;
        let last = waiting.backlog_of(eviction.sub_queue).packets as usize - 1;
        let pushed_out = waiting.get(eviction.sub_queue, last)?;
        self.waiting[eviction.sub_queue].remove(&pushed_out.packet);
        Some(eviction)
    }

    fn sub_queue(&mut self, packet: &Packet, _since: Time) -> usize {
        let side = side(packet);
        self.waiting[side].add(packet);
        side
    }

    fn next(&mut self, _now: Time, waiting: &Waiting) -> usize {
        let [real_time, rest] = [REAL_TIME, REST].map(|side| waiting.get(side, 0));
        let (Some(real_time), Some(rest)) = (real_time, rest) else {
            self.both = false;
            return if real_time.is_some() { REAL_TIME } else { REST };
        };
        self.both = true;
        let goes_first = match self.params.order() {
            Order::FirstCome => real_time.since <= rest.since,
            Order::RealTimeFirst => true,
            Order::Weighted(_) => self.credit >= 0.0,
        };
        if goes_first { REAL_TIME } else { REST }
    }

    fn on_departure(&mut self, departure: &Departure) -> Fate {
        let side = side(departure.packet);
        self.waiting[side].remove(departure.packet);
        if let Order::Weighted(share) = self.params.order()
            && self.both
        {
            let bytes = f64::from(departure.packet.bytes);
            self.credit += match side {
                REAL_TIME => -(1.0 - share) * bytes,
                _ => share * bytes,
            };
        }
        Fate::Send
    }

    fn on_idle(&mut self, _now: Time) {
        self.credit = 0.0;
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn gauges(&self, _now: Time, _waiting: &Waiting, out: &mut [f64]) {
        out[0] = self.waiting[REAL_TIME].bytes as f64;
        out[1] = self.waiting[REST].bytes as f64;
        out[2] = self.credit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::Queue;
    use crate::queue::Reason;
    use crate::queue::testing::{Port, of_class, packet};
    use serde_json::{Value, json};

    fn port(queue: Value) -> Port {
        let registry = &crate::queue::REGISTRY;
        let kind = queue["kind"].as_str().expect("a kind").to_owned();
        let section = registry.entry(&kind).expect("it is listed");
        let mut fields = queue;
        fields.as_object_mut().expect("an object").remove("kind");
        let mut complete = crate::spec::complete::complete_one(section, fields).expect("accepted");
        complete["kind"] = json!(kind);
        let queue: Queue = serde_json::from_value(complete).expect("of that kind");
        Port::new(&queue)
    }

    fn udp(bytes: u16) -> Packet {
        of_class(Class::Udp, bytes, false)
    }

    fn waiting(port: &Port) -> [u32; 2] {
        [REAL_TIME, REST].map(|side| port.waiting.backlog_of(side).packets)
    }

    /// Returns the packets sent of each side after `packets` transmissions.
    fn sent(port: &mut Port, packets: u32) -> [u32; 2] {
        let before = waiting(port);
        for _ in 0..packets {
            port.leave();
        }
        let after = waiting(port);
        [before[0] - after[0], before[1] - after[1]]
    }

    fn filled(queue: Value, packets: u32) -> Port {
        let mut port = port(queue);
        for _ in 0..packets {
            port.arrive(packet(1000, false));
            port.arrive(udp(200));
        }
        port
    }

    #[test]
    fn priority_sends_real_time_first() {
        let mut port = filled(json!({ "kind": "priority", "limit_packets": 1000 }), 100);
        assert_eq!(sent(&mut port, 120), [100, 20]);
    }

    /// 60 % of the bytes for packets of 200 bytes against 1,000: 7.5 of them for each.
    #[test]
    fn weighted_shares_are_kept_in_bytes() {
        let queue = json!({ "kind": "wrr", "limit_packets": 1000, "real_time_share": 0.6 });
        let mut port = filled(queue, 100);
        let [real_time, rest] = sent(&mut port, 85);
        assert!((74..=76).contains(&real_time), "{real_time} {rest}");
    }

    #[test]
    fn other_disciplines_send_in_order_of_arrival() {
        for kind in ["partitioned", "push_out"] {
            let mut port = filled(json!({ "kind": kind, "limit_packets": 1000 }), 100);
            assert_eq!(sent(&mut port, 41), [21, 20], "{kind}");
        }
    }

    #[test]
    fn real_time_packets_push_out_the_newest_segment() {
        for limit in [
            json!({ "limit_packets": 10 }),
            json!({ "limit_bytes": 10_000 }),
        ] {
            let mut queue = limit;
            queue["kind"] = json!("push_out");
            let mut port = port(queue);
            for _ in 0..11 {
                assert_eq!(port.arrive(packet(1000, false)), Verdict::Enqueue);
            }
            let full = port.arrive(packet(1000, false));
            assert_eq!(full, Verdict::Drop(Reason::Tail));
            let newest = port.waiting.get(REST, 9).map(|w| w.since);
            assert_eq!(port.arrive(udp(1000)), Verdict::Enqueue);
            assert_eq!(waiting(&port), [1, 9]);
            assert!(port.waiting.get(REST, 8).map(|w| w.since) < newest);
            for _ in 0..9 {
                assert_eq!(port.arrive(udp(1000)), Verdict::Enqueue);
            }
            assert_eq!(waiting(&port), [10, 0]);
            let full = port.arrive(udp(1000));
            assert_eq!(full, Verdict::Drop(Reason::Tail));
            assert_eq!(port.dropped_late, 10);
        }
    }

    #[test]
    fn partition_limits_each_side_to_its_part() {
        let queue = json!({ "kind": "partitioned", "limit_packets": 10, "real_time_room": 0.3 });
        let mut port = filled(queue, 20);
        assert_eq!(waiting(&port), [3, 7]);
        assert_eq!(port.arrive(udp(200)), Verdict::Drop(Reason::Tail));
        port.leave();
        assert_eq!(waiting(&port), [2, 7]);
        assert_eq!(port.arrive(udp(200)), Verdict::Enqueue);
        assert_eq!(port.dropped_late, 0);
    }

    #[test]
    fn any_sharing_combines_with_any_order_of_sending() {
        for (room, full) in [
            ("shared", [5, 5]),
            ("partitioned", [5, 5]),
            ("push_out", [10, 0]),
        ] {
            let queue = json!({
                "kind": "wrr", "limit_packets": 10, "room": room, "real_time_room": 0.5,
            });
            let port = filled(queue, 20);
            assert_eq!(waiting(&port), full, "{room}");
        }
    }
}
