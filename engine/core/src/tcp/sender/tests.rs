//! A fresh connection in the place of an earlier one behaves as a new sender's, but for its numbers.
//!
//! Both are played against a receiver of their own over a path that loses, marks and holds up packets
//! by a script. What is still under way of the earlier connection arrives during the next one.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::*;
use crate::cc;
use crate::rng::Rng;
use crate::tcp::config::SECTION;
use crate::tcp::notes::Timestamp;
use crate::tcp::numbers::{extended, on_wire};
use crate::tcp::pacing::{self, Pacer};
use crate::tcp::receiver::{Receiver, Reply};
use crate::tcp::testing::{config, config_with};
use crate::time::Span;

#[test]
fn flows_without_need_keep_no_records() {
    let plain = Sender::new(&config(), Rng::for_component(1, "sender", 0));
    assert!(plain.board.is_none());
}

#[test]
fn connections_go_on_where_the_numbers_of_packets_begin_again() {
    let config = config_with(json!({}));
    let mut sender = Sender::new(&config, Rng::for_component(1, "sender", 0));
    sender.tcb.high = u64::from(u32::MAX) - 6;
    // From the number behind the FIN on: a SYN and ten segments.
    let first = sender.reopen(10, &config);
    assert_eq!(first, u64::from(u32::MAX) - 5);
    assert_eq!(sender.end(), u64::from(u32::MAX) + 6);
}

#[test]
fn late_acks_change_nothing() {
    for recovery in ["newreno", "rack"] {
        let config = config_with(json!({"recovery": recovery, "ecn": "accurate"}));
        let mut sender = Sender::new(&config, Rng::for_component(1, "sender", 0));
        sender.next_segment(Time::ZERO, &config);
        let first = sender.reopen(10, &config);
        sender.next_segment(Time::from_s(1.0), &config);
        let before = format!("{sender:?}");
        for _ in 0..5 {
            sender.on_ack(Time::from_s(1.1), first - 1, &config);
            sender.on_annotated_ack(Time::from_s(1.1), first - 1, &alarming(first), &config);
        }
        assert_eq!(format!("{sender:?}"), before);
        assert_eq!(sender.next_segment(Time::from_s(1.1), &config), None);
    }
}

/// Says as much as an acknowledgment can say.
fn alarming(first: u64) -> AckNote {
    AckNote {
        blocks: [(first, first + 1); 3],
        duplicate: Some(first),
        echo: Some(Timestamp::at(Time::ZERO)),
        congestion: true,
        marked: 7,
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_reopened_connection_is_a_new_one_but_for_its_numbers(
        traffic in traffic(),
        seed in 0u64..1000,
        earlier in prop::collection::vec(0u8..32, 1..100),
        later in prop::collection::vec(0u8..32, 1..100),
        cut in 0usize..300,
        segments in 1u64..400,
        begins in first_number(),
    ) {
        for recovery in choices("recovery") {
            for controller in cc::REGISTRY.entries {
                let mut traffic = traffic.clone();
                traffic["recovery"] = json!(recovery);
                traffic["congestion_control"] = json!({"kind": controller.kind()});
                let config = config_with(traffic);
                let rng = Rng::for_component(seed, "sender", 0);

                let mut reopened = Play::starting_at(begins, rng.clone(), &config);
                reopened.run(&config, &earlier, cut);
                let mut fresh = reopened.next_connection_twin(rng, &config);
                reopened.reopen(segments, &config);
                fresh.sender.send_only(segments, &config);

                let steps = reopened.run(&config, &later, 400);
                prop_assert!(steps.len() > 1);
                prop_assert_eq!(steps, fresh.run(&config, &later, 400), "{:?}", config);
            }
        }
    }

    /// Endless flows too: what is lost, marked and held up across the wrap is dealt with as anywhere.
    #[test]
    fn a_flow_does_the_same_wherever_its_numbers_begin(
        traffic in traffic(),
        seed in 0u64..1000,
        script in prop::collection::vec(0u8..32, 1..100),
        begins in first_number(),
    ) {
        for recovery in choices("recovery") {
            for controller in cc::REGISTRY.entries {
                let mut traffic = traffic.clone();
                traffic["recovery"] = json!(recovery);
                traffic["congestion_control"] = json!({"kind": controller.kind()});
                let config = config_with(traffic);
                let steps = |first| {
                    let rng = Rng::for_component(seed, "sender", 0);
                    Play::starting_at(first, rng, &config).run(&config, &script, 600)
                };
                prop_assert_eq!(steps(begins), steps(0), "{:?}", config);
            }
        }
    }
}

/// Where a flow's numbers begin: with some, those of its packets soon begin again.
fn first_number() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), WRAP - 500..WRAP + 1, Just(7 * WRAP - 60)]
}

/// The first number that a packet cannot carry whole.
const WRAP: u64 = 1 << 32;

/// Parameters but for recovery and control.
fn traffic() -> impl Strategy<Value = Value> {
    let pacings: Vec<&str> = pacing::REGISTRY.entries.iter().map(|e| e.kind()).collect();
    let choice = |name: &str| select(choices(name));
    (
        (select(pacings), choice("ecn"), choice("spurious_timeout"), choice("spurious_recovery")),
        (choice("idle_restart"), choice("newreno_timer")),
        (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>()),
        select(vec![4, 1_000_000]),
    )
        .prop_map(
            |((pacing, ecn, spurious, needless), (idle, timer), (syn, stamps, delayed, limited), max)| {
                json!({
                    "pacing": {"kind": pacing}, "ecn": ecn, "spurious_timeout": spurious, "spurious_recovery": needless,
                    "idle_restart": idle, "newreno_timer": timer, "handshake": syn, "timestamps": stamps,
                    "delayed_ack": delayed, "limited_transmit": limited, "max_window_packets": max,
                })
            },
        )
}

/// What a parameter can be.
fn choices(name: &str) -> Vec<&'static str> {
    let param = SECTION.params.iter().find(|param| param.name == name);
    match param.map(|param| &param.kind) {
        Some(crate::spec::Kind::Choice(choices)) => {
            choices.iter().map(|choice| choice.id).collect()
        }
        _ => panic!("{name} is no choice"),
    }
}

/// A sender and a receiver, with what is under way between them.
#[derive(Clone)]
struct Play {
    sender: Sender,
    receiver: Receiver,
    now: Time,
    in_flight: BTreeMap<(Time, u64), Arrival>,
    /// Packets sent so far, and before this connection: each has its place in a script.
    packets: u64,
    packets_before: u64,
}

#[derive(Clone, Copy)]
enum Arrival {
    Segment(u32, Header),
    Ack(u32, u32),
}

/// What a sender shows after something happened.
#[derive(Debug, PartialEq)]
struct Step {
    at: Time,
    /// Place in the connection, whether again, and header.
    sent: Vec<(u64, bool, u32)>,
    window: (u64, u64),
    phase: Phase,
    cause: Cause,
    news: Option<Cause>,
    timers: (Time, Time),
    in_flight: u32,
    outstanding: u32,
    pacing_rate: Option<f64>,
    state: Option<u8>,
}

impl Play {
    fn new(sender: Sender, config: &TcpConfig) -> Play {
        Play {
            sender,
            receiver: Receiver::new(config),
            now: Time::from_s(1.0),
            in_flight: BTreeMap::new(),
            packets: 0,
            packets_before: 0,
        }
    }

    fn reopen(&mut self, segments: u64, config: &TcpConfig) {
        let first = self.sender.reopen(segments, config);
        self.receiver.adopt_connection(first, first);
        self.packets_before = self.packets;
    }

    /// A flow that has sent nothing yet and whose first segment has number `first`.
    fn starting_at(first: u64, rng: Rng, config: &TcpConfig) -> Play {
        Play {
            receiver: Receiver::starting_at(first, config),
            ..Play::new(Sender::starting_at(first, config, rng.into()), config)
        }
    }

    /// A new sender of the same flow with the chance that the next connection will have.
    fn next_connection_twin(&self, rng: Rng, config: &TcpConfig) -> Play {
        let mut sender = Sender::new(config, rng);
        let mut rng = self.sender.tcb.pacer.rng().state();
        let chance = tcb::chance_of_connection(&mut rng);
        sender.tcb.controller = config.congestion_control.start(&chance);
        sender.tcb.pacer = Pacer::new(rng.into());
        Play {
            now: self.now,
            ..Play::new(sender, config)
        }
    }

    /// Runs until nothing more happens, at most `most` times. Arrivals of an earlier connection do not count as
    /// steps: they must leave no trace, and no segments are requested then.
    fn run(&mut self, config: &TcpConfig, script: &[u8], most: usize) -> Vec<Step> {
        let mut steps = vec![self.send(config, script)];
        while steps.len() < most {
            let Some(at) = self.next_time() else { break };
            self.now = at;
            if self.happens(config, script) {
                steps.push(self.send(config, script));
            }
        }
        steps
    }

    fn next_time(&self) -> Option<Time> {
        let arrival = self.in_flight.keys().next().map(|&(at, _)| at);
        let held = self.receiver.held_until();
        let (timer, pace) = (self.sender.timeout_at(), self.sender.paced_until());
        let next = arrival.unwrap_or(held).min(held).min(timer).min(pace);
        (next != Time::NEVER).then_some(next)
    }

    /// One thing happens now; false if it belongs to an earlier connection.
    fn happens(&mut self, config: &TcpConfig, script: &[u8]) -> bool {
        let due = self
            .in_flight
            .first_entry()
            .filter(|e| e.key().0 == self.now);
        match due.map(|entry| entry.remove()) {
            Some(Arrival::Segment(number, header)) => {
                return self.on_segment(number, header, config, script);
            }
            Some(Arrival::Ack(number, note)) => return self.on_ack(number, note, config),
            None if self.receiver.held_until() == self.now => {
                self.receiver.release();
                self.acknowledge(config, script);
            }
            None => self.sender.on_timeout(self.now, config),
        }
        true
    }

    fn on_segment(&mut self, wire: u32, header: Header, config: &TcpConfig, script: &[u8]) -> bool {
        let number = extended(wire, self.receiver.expected());
        let reply = self.receiver.on_segment(self.now, number, header, config);
        if reply == Reply::Now {
            self.acknowledge(config, script);
        }
        assert_eq!(reply == Reply::Stale, number < self.sender.first());
        reply != Reply::Stale
    }

    fn acknowledge(&mut self, config: &TcpConfig, script: &[u8]) {
        let ack = self.receiver.acknowledge(config);
        let ack = Arrival::Ack(on_wire(ack.number), ack.note);
        self.launch(ack, script);
    }

    fn on_ack(&mut self, wire: u32, note: u32, config: &TcpConfig) -> bool {
        let number = extended(wire, self.sender.unacked());
        match note {
            0 => self.sender.on_ack(self.now, number, config),
            _ => {
                let note = self.receiver.take_note(note).unwrap_or(AckNote::NONE);
                self.sender
                    .on_annotated_ack(self.now, number, &note, config);
            }
        }
        number >= self.sender.first()
    }

    fn send(&mut self, config: &TcpConfig, script: &[u8]) -> Step {
        let mut sent = Vec::new();
        while let Some(segment) = self.sender.next_segment(self.now, config) {
            let header = self.sender.header(&segment, self.now, config);
            let place = segment.number - self.sender.first();
            sent.push((place, segment.again, header.0));
            self.launch(Arrival::Segment(on_wire(segment.number), header), script);
            assert!(sent.len() < 10_000);
        }
        self.step(sent, config)
    }

    fn step(&mut self, sent: Vec<(u64, bool, u32)>, config: &TcpConfig) -> Step {
        let sender = &mut self.sender;
        Step {
            at: self.now,
            sent,
            window: (
                sender.window().cwnd.to_bits(),
                sender.window().ssthresh.to_bits(),
            ),
            phase: sender.phase(),
            cause: sender.cause(),
            news: sender.take_cause(),
            timers: (sender.timeout_at(), sender.paced_until()),
            in_flight: sender.in_flight(),
            outstanding: sender.outstanding(),
            pacing_rate: sender.pacing_rate(config),
            state: sender.controller_state(),
        }
    }

    /// A packet sets out; the script says what befalls it.
    fn launch(&mut self, packet: Arrival, script: &[u8]) {
        let place = (self.packets - self.packets_before) as usize;
        let fate = script[place % script.len()];
        self.packets += 1;
        let delay = match fate {
            0..3 => return,
            3..5 => Span::from_s(0.09),
            5 => Span::from_s(2.0),
            _ => Span::from_s(0.04),
        };
        let packet = match packet {
            Arrival::Segment(number, header) if fate > 28 && header.is_ecn_capable() => {
                Arrival::Segment(number, header.marked())
            }
            other => other,
        };
        self.in_flight
            .insert((self.now + delay, self.packets), packet);
    }
}
