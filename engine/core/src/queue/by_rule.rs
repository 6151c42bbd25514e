//! Drop-tail with a computed limit: link rate times a time, optionally divided by √N.
//!
//! - **Time**: the limit is the data that the link sends in this time. With the mean round-trip time it is the
//!   bandwidth–delay product; operators state it in milliseconds.
//! - **Time over √N**: the same divided by the square root of the number of flows, after Appenzeller, Keslassy and
//!   McKeown, "Sizing router buffers", 2004.
//!
//! A router does not know the mean round-trip time, so it is a parameter. N is counted during the run: TCP flows with a
//! segment in the last complete counting interval, or in the current one if that number is larger.

use super::limit::{self, Limit};
use super::periods::Periods;
use super::{Arrival, Discipline, Surroundings, Verdict, Waiting};
use crate::packet::{Class, Packet};
use crate::spec::Gauge;
use crate::spec::gauge::rows;
use crate::spec::parameters::{choices, integer, number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Drop-tail with a limit that a rule computes: the bandwidth–delay product, or this divided by the square root of
    /// the number of flows.
    #[section("queue.by_rule", "Drop-tail, computed limit",
        source: "Appenzeller, Keslassy and McKeown 2004; Villamizar and Song 1994", check: limit::exactly_one)]
    // Exactly one of the limits is set: the maximum of the computed limit, in its unit.
    pub struct Params {
        #[serde(flatten)]
        limit: Limit => &limit::maximum(
            "",
            "Upper bound of the computed limit. Setting it replaces the limit in bytes.",
            "Upper bound of the computed limit. Setting it replaces the limit in packets.",
        ),

        /// Formula of the limit.
        rule: Rule = Text("time_over_root_n"), "Rule", None, Rule::KIND,
            [live, source: "Villamizar and Song 1994; Appenzeller, Keslassy and McKeown 2004"],

        /// Time in the formula: the mean round-trip time, for the bandwidth–delay product. A router does not know it.
        time_s: f64 = 0.1, "Time", Seconds, number(1e-5..=100.0).log(), [live],

        /// Packet size that converts bytes to packets. At least one packet of this size may wait.
        packet_bytes: u16 = 1000, "Packet size", Bytes, integer(1..=65_535).log(), [live, advanced],

        /// N is the number of TCP flows that sent a packet in the last interval of this length. It should be several
        /// round-trip times.
        count_s: f64 = 1.0, "Counting interval", Seconds, number(0.01..=1000.0).log(), [live, advanced],
    }
}

choices! {
    /// Formula of the limit.
    pub enum Rule {
        /// Link rate times the time below. If this time is the mean round-trip time, the limit is the bandwidth–delay
        /// product.
        Time = "time", "bandwidth × time",
        /// The same divided by the square root of the number of active TCP flows.
        TimeOverRootN = "time_over_root_n", "bandwidth × time / √N",
    }
}

/// State of a drop-tail queue with a computed limit.
#[derive(Clone, Debug)]
pub struct ByRule(Box<State>);

#[derive(Clone, Debug)]
struct State {
    params: Params,
    rate_bps: f64,
    limit: Limit,
    flows: Flows,
}

/// Counter of the flows that send packets.
#[derive(Clone, Debug)]
struct Flows {
    periods: Periods,
    /// Number of the last interval with a packet, for each flow.
    seen: Vec<u32>,
    /// Number of the current interval, from 1.
    interval: u32,
    now: u32,
    last: u32,
}

impl Discipline for ByRule {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Current limit in packets; 0 if the limit is in bytes.
        "moving_limit_packets", "Limit", Packets;
        /// Current limit in bytes; 0 if the limit is in packets.
        "moving_limit_bytes", "Limit", Bytes;
        /// Number of TCP flows that sent a packet in the counting interval: N of the rule.
        "counted_flows", "Counted flows", Flows;
    ];

    fn new(params: &Params, around: &Surroundings) -> ByRule {
        let mut state = State {
            params: params.clone(),
            rate_bps: around.rate_bps,
            limit: Limit::default(),
            flows: Flows::new(params, around.now),
        };
        state.size();
        ByRule(Box::new(state))
    }

    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        let state = &mut *self.0;
        state.flows.catch_up(around.now);
        if params.count_s != state.params.count_s {
            state.flows.restart(params, around.now);
        }
        state.params.clone_from(params);
        state.rate_bps = around.rate_bps;
        state.size();
    }

    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let state = &mut *self.0;
        let before = state.flows.number();
        state.flows.catch_up(arrival.now);
        state.flows.see(arrival.packet);
        if state.flows.number() != before {
            state.size();
        }
        Verdict::of_fit(state.limit.admits(arrival))
    }

    fn rate_changed(&mut self, rate_bps: f64) {
        self.0.rate_bps = rate_bps;
        self.0.size();
    }

    fn gauges(&self, now: Time, _waiting: &Waiting, out: &mut [f64]) {
        let state = &*self.0;
        let flows = state.flows.number_at(now);
        let limit = state.params.sized(state.rate_bps, flows);
        out[0] = f64::from(limit.packets.unwrap_or(0));
        out[1] = limit.bytes.unwrap_or(0) as f64;
        out[2] = f64::from(flows);
    }
}

impl Params {
    /// Returns the computed limit for a link and a number of flows, rounded down, at least one packet.
    #[must_use]
    pub fn sized(&self, rate_bps: f64, flows: u32) -> Limit {
        let root = match self.rule {
            Rule::Time => 1.0,
            Rule::TimeOverRootN => libm::sqrt(f64::from(flows.max(1))),
        };
        let bytes = rate_bps / 8.0 * self.time_s / root;
        let packet = f64::from(self.packet_bytes);
        // Half a millionth of a packet keeps whole products from being rounded down.
        let packets = bytes / packet + 5e-7;
        Limit {
            packets: self.limit.packets.map(|cap| (packets as u32).clamp(1, cap)),
            bytes: self
                .limit
                .bytes
                .map(|cap| cap.min(((packets * packet) as u64).max(u64::from(self.packet_bytes)))),
        }
    }
}

impl State {
    fn size(&mut self) {
        self.limit = self.params.sized(self.rate_bps, self.flows.number());
    }
}

impl Flows {
    fn new(params: &Params, now: Time) -> Flows {
        Flows {
            periods: Periods::new(Span::from_s(params.count_s), now),
            seen: Vec::new(),
            interval: 1,
            now: 0,
            last: 0,
        }
    }

    /// Changes the length of intervals at `now`.
    fn restart(&mut self, params: &Params, now: Time) {
        self.periods = Periods::new(Span::from_s(params.count_s), now);
    }

    #[inline]
    fn catch_up(&mut self, now: Time) {
        while self.periods.ended(now).is_some() {
            (self.last, self.now) = (self.now, 0);
            self.interval = self.interval.wrapping_add(1).max(1);
            if self.last == 0 {
                self.periods.skip(now);
            }
        }
    }

    #[inline]
    fn see(&mut self, packet: &Packet) {
        if packet.class() != Class::Tcp {
            return;
        }
        let flow = packet.flow() as usize;
        if self.seen.len() <= flow {
            self.seen.resize(flow + 1, 0);
        }
        if self.seen[flow] != self.interval {
            self.seen[flow] = self.interval;
            self.now += 1;
        }
    }

    fn number(&self) -> u32 {
        self.now.max(self.last)
    }

    /// Number of counted flows at `now`, if nothing was read since.
    fn number_at(&self, now: Time) -> u32 {
        let mut periods = self.periods;
        let (mut this, mut last) = (self.now, self.last);
        for _ in 0..2 {
            if periods.ended(now).is_some() {
                (last, this) = (this, 0);
            }
        }
        this.max(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Backlog;
    use crate::queue::Reason;
    use crate::queue::testing::{packet, surroundings};
    use crate::spec::complete::complete_one;
    use serde_json::{Value, json};

    fn params(given: Value) -> Params {
        let complete = complete_one(&SECTION, given).expect("accepted");
        serde_json::from_value(complete).expect("of a rule")
    }

    /// 20 Mb/s for 100 ms are 250 packets of 1,000 bytes.
    #[test]
    fn computed_limit_is_rate_times_time_over_root_n() {
        for (rule, flows, packets) in [
            ("time", 100, 250),
            ("time_over_root_n", 0, 250),
            ("time_over_root_n", 1, 250),
            ("time_over_root_n", 25, 50),
            ("time_over_root_n", 200, 17),
            ("time_over_root_n", 1_000_000, 1),
        ] {
            let of = |limit: &str, cap: u64| {
                params(json!({ limit: cap, "rule": rule })).sized(20e6, flows)
            };
            assert_eq!(of("limit_packets", 10_000).packets, Some(packets));
            let bytes = of("limit_bytes", 1_000_000).bytes.expect("in bytes");
            assert_eq!(bytes / 1000, u64::from(packets));
            assert_eq!(of("limit_packets", 3).packets, Some(packets.min(3)));
        }
    }

    /// Flows 0 to `flows` send a segment each at `at_s`, and one of them two.
    fn send(queue: &mut ByRule, at_s: f64, flows: u32) {
        for flow in (0..flows).chain([0]) {
            queue.on_arrival(&Arrival {
                now: Time::from_s(at_s),
                packet: &Packet::new(Class::Tcp, flow, 0, 1000, 0),
                waiting: Backlog::default(),
                in_service: None,
            });
        }
    }

    fn shown(queue: &ByRule, at_s: f64) -> (f64, f64) {
        let mut out = [0.0; 3];
        queue.gauges(Time::from_s(at_s), &Waiting::default(), &mut out);
        (out[0], out[2])
    }

    #[test]
    fn flows_are_counted_when_they_send() {
        let params = params(json!({ "limit_packets": 10_000 }));
        let mut queue = ByRule::new(&params, &surroundings());
        send(&mut queue, 0.5, 25);
        assert_eq!(shown(&queue, 0.6), (50.0, 25.0), "more than before count");
        send(&mut queue, 1.5, 4);
        assert_eq!(shown(&queue, 1.6), (50.0, 25.0), "fewer only later");
        assert_eq!(shown(&queue, 2.1), (125.0, 4.0));
        assert_eq!(shown(&queue, 9.0), (250.0, 0.0));
        send(&mut queue, 2.5, 4);
        assert_eq!(shown(&queue, 3.1), (125.0, 4.0));
        queue.rate_changed(40e6);
        assert_eq!(shown(&queue, 3.1), (250.0, 4.0), "it follows the link");
    }

    #[test]
    fn full_buffer_accepts_no_packet() {
        let params = params(json!({ "limit_packets": 10_000, "rule": "time" }));
        let mut queue = ByRule::new(&params, &surroundings());
        let mut arrive = |packets| {
            queue.on_arrival(&Arrival {
                now: Time::ZERO,
                packet: &packet(1000, false),
                waiting: Backlog { packets, bytes: 0 },
                in_service: Some(1000),
            })
        };
        assert_eq!(arrive(249), Verdict::Enqueue);
        assert_eq!(arrive(250), Verdict::Drop(Reason::Tail));
    }
}
