//! A connection whose SYN, or its acknowledgment, is lost: it begins with one segment, and nothing else is thought of
//! the path (RFC 5681 Section 3.1, RFC 6298 rule (5.7)).

use crate::support::lost;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::script::{FaultAction, Heard, ScriptedFault, Step};
use bufferlab_core::spec::Kind;
use bufferlab_core::tcp::config;
use bufferlab_core::trace::{Content, Traces, read};
use bufferlab_core::{Options, Simulation, cc};
use serde_json::{Value, json};
use std::sync::Arc;

/// A path of 10 Mb/s and 40 ms without much of a queue before it overflows.
fn path(traffic: &Value) -> Scenario {
    let document = json!({
        "duration_s": 20, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.02,
            "queue": { "kind": "drop_tail", "limit_packets": 1000 },
            "reverse": { "queue": { "kind": "drop_tail", "limit_packets": 1000 } } }],
        "groups": [{ "id": "tcp", "access": { "rate_bps": 1e9, "delay_s": 0 }, "traffic": traffic }],
    });
    Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"))
}

/// What a flow did while the first packet of another, or its own, is lost so many times.
fn steps(scenario: &Scenario, looked_at: u32, loses: u32, times: u32) -> Vec<Step> {
    let scripted_faults = (1..=times).map(|occurrence| ScriptedFault {
        flow: loses,
        number: 0,
        occurrence,
        action: FaultAction::Dropped,
    });
    let options = Options {
        scripted_faults: scripted_faults.collect(),
        trace: Some(looked_at),
        ..Options::default()
    };
    let mut run = Simulation::with_options(scenario, options);
    run.advance(run.end()).expect("few packets");
    assert_eq!(run.check_conservation().fault(), None);
    run.steps().to_vec()
}

fn kinds_of_recovery() -> Vec<&'static str> {
    let params = config::SECTION.params;
    let recovery = params.iter().find(|param| param.name == "recovery");
    match recovery.expect("it has one").kind {
        Kind::Choice(choices) => choices.iter().map(|choice| choice.id).collect(),
        _ => panic!("it is a choice"),
    }
}

#[test]
fn with_every_controller_and_recovery_one_segment_follows_a_lost_syn() {
    for controller in cc::REGISTRY.entries {
        for recovery in kinds_of_recovery() {
            for timestamps in [false, true] {
                let kind = controller.id.rsplit('.').next().expect("an id");
                let name = format!("{kind}, {recovery}, timestamps {timestamps}");
                let traffic = json!({ "kind": "tcp", "recovery": recovery, "timestamps": timestamps,
                    "congestion_control": kind, "initial_window_packets": 10 });
                let steps = steps(&path(&traffic), 0, 0, 1);
                let opens = steps
                    .iter()
                    .position(|step| matches!(step.heard, Heard::Ack { .. }));
                let opened = &steps[opens.unwrap_or_else(|| panic!("{name}: it never opens"))];
                assert!((opened.at.s() - 1.04).abs() < 0.01, "{name}: {opened:?}");
                assert_eq!(opened.sent.len(), 1, "{name}");
                assert_eq!((opened.cwnd, opened.ssthresh), (1.0, 1e6), "{name}");
            }
        }
    }
}

/// A transfer of 1 MB takes its 0.8 s on the line, the second of the timer, and a slow start from one segment: nine
/// round trips of 40 ms until the window is beyond the path's 50 packets.
#[test]
fn a_megabyte_after_a_lost_syn_takes_two_seconds() {
    let traffic = json!({ "kind": "tcp", "recovery": "sack", "initial_window_packets": 10,
        "workload": { "kind": "transfer", "size_bytes": 1_000_000 } });
    let steps = steps(&path(&traffic), 0, 0, 1);
    let took = steps.last().expect("it does something").at.s();
    assert!((1.9..2.3).contains(&took), "{took} s");
}

/// Data that follows waits three seconds for its acknowledgment if the first timer was a second, and as long as before
/// if that was long already.
#[test]
fn the_timer_after_a_lost_syn_is_three_seconds_at_least() {
    for (initial_rto_s, again_after_s) in [(1.0, 3.0), (0.5, 3.0), (2.9, 3.0), (4.0, 8.0)] {
        let traffic =
            json!({ "kind": "tcp", "recovery": "newreno", "initial_rto_s": initial_rto_s });
        let options = Options {
            scripted_faults: vec![lost(0), lost(1)],
            trace: Some(0),
            ..Options::default()
        };
        let mut run = Simulation::with_options(&path(&traffic), options);
        run.advance(run.end()).expect("few packets");
        let timers = (run.steps().iter()).filter(|step| matches!(step.heard, Heard::Timer));
        let timers: Vec<f64> = timers.map(|step| step.at.s()).collect();
        // A round trip behind the second SYN the data leaves.
        let wanted = initial_rto_s + 0.04 + again_after_s;
        let error = (timers[1] - wanted).abs();
        assert!(error < 0.01, "{initial_rto_s}: {timers:?}, not {wanted}");
    }
}

/// The response is a connection of its own here, but in the network both ends share the SYN that was lost.
#[test]
fn a_response_begins_with_one_segment_after_a_lost_syn_of_the_request() {
    let workload = json!({ "kind": "request_response", "request_bytes": 500,
        "response_bytes": 100_000, "think_s": 100 });
    let traffic = json!({ "kind": "tcp", "recovery": "sack", "initial_window_packets": 10, "workload": workload });
    let first_flight = |lost| {
        let steps = steps(&path(&traffic), 0, 1, lost);
        let first = steps.iter().find(|step| !step.sent.is_empty());
        let first = first.expect("a response");
        (first.sent.len(), first.ssthresh)
    };
    assert_eq!(first_flight(0), (10, 1e6));
    assert_eq!(first_flight(1), (1, 1e6));
    assert_eq!(first_flight(2), (1, 1e6));
}

/// The acceptor of a replayed connection answers with one segment too; of the next connection with the window that
/// it would have had anyway.
#[test]
fn an_acceptor_begins_with_one_segment_after_the_initiators_syn_was_lost() {
    let file = "S 0\nw 0 0\nr 0\nl 0 0\nI 0 0 300\nA 0 1 50000\nS 5000000\nw 0 0\nr 0\nl 0 0\nI 0 0 300\nA 0 1 50000\n";
    let hash = "a".repeat(64);
    let traffic = json!({ "kind": "tcp", "recovery": "sack", "initial_window_packets": 10,
        "workload": { "kind": "tmix", "repeat": false, "trace": { "name": "file", "sha256": hash } } });
    let mut traces = Traces::default();
    let trace = read(Content::Vectors, file.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    traces.add(&hash, Content::Vectors, Arc::new(trace));
    let mut scenario = path(&traffic);
    scenario.attach(&traces);
    let steps = steps(&scenario, 0, 1, 1);
    let first_of = |from: f64| {
        let sends = |step: &&Step| step.at.s() > from && !step.sent.is_empty();
        steps.iter().find(sends).expect("an answer").sent.len()
    };
    assert_eq!((first_of(0.0), first_of(5.0)), (1, 10));
}

/// By the timestamp that it echoes, an acknowledgment of the first SYN shows that none was lost (RFC 3522).
#[test]
fn a_delayed_syn_keeps_the_initial_window() {
    let sent_with = |spurious: &str| {
        let traffic = json!({ "kind": "tcp", "recovery": "sack", "timestamps": true,
            "spurious_timeout": spurious, "initial_window_packets": 10, "initial_rto_s": 0.02 });
        let steps = steps(&path(&traffic), 0, 0, 0);
        let opens = |step: &&Step| matches!(step.heard, Heard::Ack { .. });
        steps.iter().find(opens).expect("it opens").sent.len()
    };
    assert_eq!((sent_with("off"), sent_with("eifel")), (1, 10));
}
