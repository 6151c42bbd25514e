//! Senders under whatever is changed while they run: none waits for nothing, no window runs away, no
//! timer fires in storms.
//!
//! A flow that has something to send or something outstanding must have a reason to wait: a timer that
//! is set in the sender and armed in the simulation, or its pace. Small buffers bring losses and timeouts,
//! so that changes meet senders in every state.

use bufferlab_core::Simulation;
use bufferlab_core::cc;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::flow::TcpFlow;
use bufferlab_core::spec::Kind;
use bufferlab_core::tcp::{config, pacing};
use bufferlab_core::time::{Span, Time};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::support::extent::usual_or_all;

/// Length of a run, and the part of it in which parameters change, seconds.
const DURATION_S: f64 = 15.0;
const CHANGES_UNTIL_S: f64 = 10.0;

/// Packets in flight that fill path and largest buffer: 10 Mb/s, 80 ms.
const PATH_PACKETS: f64 = 100.0;
const LARGEST_BUFFER: u32 = 100;

/// A window may overshoot what fits by a doubling in slow start, by what a late loss lets through, and
/// by open Poisson injection, whose window is no limit: 650 of 200 is usual. NewReno's slow but steady recovery lets
/// more than ten times that through, which one ACK then covers and BBR's Startup counts.
const MOST_TIMES_WHAT_FITS: f64 = 40.0;

/// A segment takes three events (bottleneck, departure, ACK) and up to two timers; 3.7 per segment sent
/// and ACK heard is the most seen.
const MOST_EVENTS: f64 = 5.0;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: usual_or_all(250, 1000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_sender_deadlocks_or_sends_without_limit(
        seed in 0u64..1000,
        flows in select(vec![1u32, 4, 30]),
        buffer in select(vec![1u32, 5, LARGEST_BUFFER]),
        traffic in traffic(),
        changes in prop::collection::vec((0.0..CHANGES_UNTIL_S, change()), 0..12),
    ) {
        let scenario = scenario(seed, flows, buffer, traffic, changes);
        let scenario = Scenario::from_value(scenario).expect("parameters within their ranges");
        let mut simulation = Simulation::new(&scenario);
        while simulation.now() < simulation.end() {
            let next = simulation.now() + Span::from_s(0.037);
            if let Err(error) = simulation.advance(next) {
                return Err(TestCaseError::fail(error.to_string()));
            }
            check(&mut simulation)?;
        }
        let events = simulation.events() as f64;
        let observed = simulation.observed();
        let counters = observed.flows.iter().map(|flow| &flow.counters);
        let heard: u64 = counters.map(|counters| counters.sent + counters.acks_arrived).sum();
        prop_assert!(events < 1000.0 + MOST_EVENTS * heard as f64, "{events} events for {heard} segments and ACKs");
    }
}

/// A model of the path whose losses NewReno repairs one by one, for 80 round trips: what arrives in the meantime is
/// acknowledged at once in the end, and is no news. (The window became 8,162 packets on a path of 80; found by the
/// property above.)
#[test]
fn segments_reported_by_duplicate_acks_grow_the_window_once() {
    let set = |at_s: f64, name: &str, value: &str| json!({ "at_s": at_s, "set": [{ "path": format!("groups.tcp.traffic.{name}"), "value": value }] });
    let scenario = json!({
        "seed": 10,
        "duration_s": DURATION_S,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.0399, "queue": {
            "kind": "drop_tail", "limit_packets": 5, "ecn_threshold_packets": 2,
        } }],
        "groups": [{
            "id": "tcp", "count": 1, "start_s": { "uniform": [0, 2] },
            "access": { "rate_bps": 1e9, "delay_s": 0.0001 },
            "traffic": {
                "kind": "tcp", "recovery": "sack", "newreno_timer": "slow_but_steady",
                "duplicate_ack_threshold": 1, "limited_transmit": true, "pacing": "deterministic",
                "max_window_packets": 1_000_000, "ecn": "classic", "min_rto_s": 0.2, "timestamps": true,
                "spurious_timeout": "f_rto", "tail_loss_probe": true, "idle_restart": "decay",
                "initial_window_packets": 2, "handshake": false, "delayed_ack": false,
                "clock_granularity_s": 0,
            },
        }],
        "edits": [
            set(2.2847622698211554, "recovery", "newreno"),
            set(4.608176060789352, "congestion_control", "bbr1"),
            set(7.479491943822985, "pacing", "poisson"),
        ],
    });
    let scenario = Scenario::from_value(scenario).expect("parameters within their ranges");
    let mut simulation = Simulation::new(&scenario);
    let mut largest = 0.0_f64;
    while simulation.now() < simulation.end() {
        let next = simulation.now() + Span::from_s(0.037);
        simulation.advance(next).expect("few packets");
        let observed = simulation.observed();
        let cwnd = observed.flows[0]
            .tcp()
            .expect("the only flow")
            .sender
            .window()
            .cwnd;
        if cwnd > largest {
            largest = cwnd;
        }
    }
    assert!(largest < 5.0 * PATH_PACKETS, "{largest} packets");
}

fn check(simulation: &mut Simulation) -> Result<(), TestCaseError> {
    let now = simulation.now();
    let observed = simulation.observed();
    for (number, flow) in observed.flows.iter().enumerate() {
        let Some(tcp) = flow.tcp() else { continue };
        let reason = reason_to_wait(tcp, now).map_err(|problem| {
            TestCaseError::fail(format!("flow {number} at {} s {problem}", now.s()))
        });
        reason?;
        let window = tcp.sender.window();
        let most = MOST_TIMES_WHAT_FITS * (PATH_PACKETS + f64::from(LARGEST_BUFFER));
        let sane = window.cwnd >= 1.0
            && window.cwnd <= window.max
            && window.cwnd < most
            && window.ssthresh >= 1.0
            && window.ssthresh.is_finite();
        prop_assert!(sane, "flow {number} at {} s: {window:?}", now.s());
    }
    Ok(())
}

fn reason_to_wait(tcp: &TcpFlow, now: Time) -> Result<(), &'static str> {
    let sender = &tcp.sender;
    let outstanding = sender.outstanding() > 0;
    let timer = sender.timeout_at();
    if outstanding && timer == Time::NEVER {
        return Err("has segments outstanding and no timer");
    }
    // With nothing outstanding it may be held back since a window of one segment was marked.
    let is_timed = timer != Time::NEVER;
    if is_timed && tcp.timer_armed > timer {
        return Err("has a timer that nothing will run out");
    }
    if is_timed && tcp.timer_armed < now {
        return Err("waits for a timer of the past");
    }
    let paced = sender.paced_until();
    let waits_for_nothing = !outstanding && !is_timed && paced == Time::NEVER;
    if tcp.started && !sender.is_done() && waits_for_nothing {
        return Err("has data to send and waits for nothing");
    }
    if paced < tcp.pacing_armed {
        return Err("waits for a pace that nothing will keep");
    }
    Ok(())
}

fn scenario(
    seed: u64,
    flows: u32,
    buffer: u32,
    mut traffic: Value,
    mut changes: Vec<(f64, (&'static str, Value))>,
) -> Value {
    traffic["kind"] = json!("tcp");
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let edits: Vec<Value> = changes
        .into_iter()
        .map(|(at_s, (name, value))| {
            let path = format!("groups.tcp.traffic.{name}");
            json!({ "at_s": at_s, "set": [{ "path": path, "value": value }] })
        })
        .collect();
    json!({
        "version": 1,
        "seed": seed,
        "duration_s": DURATION_S,
        "bottlenecks": [{
            "id": "r0", "rate_bps": 10e6, "delay_s": 0.0399,
            "queue": { "kind": "drop_tail", "limit_packets": buffer, "ecn_threshold_packets": buffer.div_ceil(3) },
        }],
        "groups": [{
            "id": "tcp", "count": flows, "start_s": { "uniform": [0, 2] },
            "access": { "rate_bps": 1e9, "delay_s": 0.0001 }, "traffic": traffic,
        }],
        "edits": edits,
    })
}

/// Parameters of the flows; where one is not given here, its default.
fn traffic() -> impl Strategy<Value = Value> {
    let of = |values: Value| select(values.as_array().cloned().unwrap_or_default());
    let parameters: Vec<(&'static str, BoxedStrategy<Value>)> = vec![
        ("recovery", recovery().boxed()),
        ("congestion_control", controller().boxed()),
        ("pacing", pace().boxed()),
        (
            "workload",
            of(json!(["endless", { "kind": "transfer", "size_bytes": 200_000 }])).boxed(),
        ),
        ("ecn", of(json!(["off", "classic", "accurate"])).boxed()),
        (
            "spurious_timeout",
            of(json!(["off", "f_rto", "eifel"])).boxed(),
        ),
        (
            "spurious_recovery",
            of(json!(["off", "eifel", "dsack"])).boxed(),
        ),
        (
            "idle_restart",
            of(json!(["off", "restart_window", "decay"])).boxed(),
        ),
        (
            "newreno_timer",
            of(json!(["impatient", "slow_but_steady"])).boxed(),
        ),
        ("delayed_ack", of(json!([true, false])).boxed()),
        ("handshake", of(json!([true, false])).boxed()),
        ("timestamps", of(json!([true, false])).boxed()),
        ("limited_transmit", of(json!([true, false])).boxed()),
        ("tail_loss_probe", of(json!([true, false])).boxed()),
        ("initial_window_packets", of(json!([1, 2, 10])).boxed()),
        ("max_window_packets", of(json!([2, 32, 1_000_000])).boxed()),
        ("duplicate_ack_threshold", of(json!([1, 3, 10])).boxed()),
        ("min_rto_s", of(json!([0.001, 0.2, 1])).boxed()),
        (
            "clock_granularity_s",
            of(json!([0, 0.001, 0.01, 0.1])).boxed(),
        ),
    ];
    parameters
        .into_iter()
        .fold(Just(json!({})).boxed(), |fields, (name, value)| {
            (fields, value)
                .prop_map(move |(mut fields, value)| {
                    fields[name] = value;
                    fields
                })
                .boxed()
        })
}

/// A parameter that can change while the flow runs.
fn change() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        2 => controller().prop_map(|value| ("congestion_control", value)),
        2 => recovery().prop_map(|value| ("recovery", value)),
        1 => pace().prop_map(|value| ("pacing", value)),
        1 => select(vec![2, 32, 1_000_000]).prop_map(|value| ("max_window_packets", json!(value))),
        1 => select(vec!["off", "f_rto", "eifel"]).prop_map(|value| ("spurious_timeout", json!(value))),
        1 => select(vec!["off", "eifel", "dsack"]).prop_map(|value| ("spurious_recovery", json!(value))),
    ]
}

fn recovery() -> impl Strategy<Value = Value> {
    let Some(Kind::Choice(choices)) = config::SECTION.param("recovery").map(|p| &p.kind) else {
        panic!("recovery is a choice");
    };
    select(
        choices
            .iter()
            .map(|choice| json!(choice.id))
            .collect::<Vec<_>>(),
    )
}

fn controller() -> impl Strategy<Value = Value> {
    let kinds = cc::REGISTRY
        .entries
        .iter()
        .map(|section| json!(section.kind()));
    select(kinds.collect::<Vec<_>>())
}

fn pace() -> impl Strategy<Value = Value> {
    let kinds = pacing::REGISTRY
        .entries
        .iter()
        .map(|section| json!(section.kind()));
    let open = json!({ "kind": "poisson", "in_flight": "open" });
    select(kinds.chain([open]).collect::<Vec<_>>())
}
