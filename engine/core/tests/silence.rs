//! Time in which nothing is in flight, or in which the application or the receiver limits sending, does not make a
//! controller's window (RFC 9438 Sections 4.2 and 5.8), and a model of the path begins again where it was
//! (draft-ietf-ccwg-bbr Section 5.4.1).

use bufferlab_core::Simulation;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::{Span, Time};
use serde_json::{Value, json};

/// 100 Mb/s and a round trip of 100 ms: 1250 packets.
fn path(traffic: &Value, more: &[(&str, Value)]) -> Scenario {
    let mut document = json!({
        "duration_s": 60, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 100e6, "delay_s": 0.05,
            "queue": { "kind": "drop_tail", "limit_packets": 10_000 } }],
        "groups": [{ "id": "tcp", "access": { "rate_bps": 1e9, "delay_s": 0 }, "traffic": traffic }],
    });
    for (name, value) in more {
        document["groups"][0][*name] = value.clone();
    }
    Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"))
}

fn cubic(recovery: &str, idle_restart: &str) -> Value {
    json!({ "kind": "tcp", "recovery": recovery, "idle_restart": idle_restart,
        "congestion_control": { "kind": "cubic", "hystart": false }, "initial_ssthresh_packets": 100 })
}

/// Called away at 10 s and back at 40 s.
fn absence() -> Value {
    json!([{ "at_s": 0, "flows": 1 }, { "at_s": 10, "flows": 0 }, { "at_s": 40, "flows": 1 }])
}

fn window_at(run: &mut Simulation, at_s: f64) -> f64 {
    run.advance(Time::from_s(at_s)).expect("few packets");
    let flows = run.observed().flows;
    flows[0].tcp().expect("a TCP flow").sender.window().cwnd
}

#[test]
fn half_a_minute_of_silence_makes_no_window_for_cubic_with_any_recovery() {
    for recovery in ["reno", "newreno", "sack", "sack_ns2", "rack"] {
        let mut traffic = cubic(recovery, "off");
        traffic["workload"] = json!({ "kind": "transfer", "size_bytes": 1e9 });
        let scenario = path(&traffic, &[("schedule", absence())]);
        let mut run = Simulation::new(&scenario);
        let before = window_at(&mut run, 10.0);
        let after = window_at(&mut run, 41.0);
        // Ten seconds have raised it from 100; one more adds what the curve has next, not what 31 would.
        assert!(before > 200.0, "{recovery}: {before}");
        let most = 1.3 * before + 60.0;
        assert!(
            (before..most).contains(&after),
            "{recovery}: {before}, {after}"
        );
    }
}

/// The largest window holds the flow back for 30 s; a second after it is raised the curve has gone on from there.
#[test]
fn a_receive_window_that_holds_back_does_not_run_cubics_clock() {
    let mut traffic = cubic("sack", "off");
    traffic["max_window_packets"] = json!(150);
    let mut run = Simulation::new(&path(&traffic, &[]));
    let before = window_at(&mut run, 40.0);
    assert_eq!(before, 150.0);
    let patch = Patch {
        path: "groups.tcp.traffic.max_window_packets".into(),
        value: json!(100_000),
    };
    run.edit(&[patch]).unwrap_or_else(|p| panic!("{p}"));
    let after = window_at(&mut run, 41.0);
    assert!((150.0..260.0).contains(&after), "{after}");
}

/// States of the first flow's controller between two times, every 10 ms.
fn states(run: &mut Simulation, from_s: f64, to_s: f64) -> Vec<u8> {
    run.advance(Time::from_s(from_s)).expect("few packets");
    let mut seen = Vec::new();
    while run.now() < Time::from_s(to_s) {
        run.advance(run.now() + Span::from_s(0.01))
            .expect("few packets");
        let flows = run.observed().flows;
        seen.push(flows[0].tcp().expect("a TCP flow").sender.state());
    }
    seen
}

#[test]
fn bbr_resumes_after_a_silence_without_a_probe_and_with_its_window() {
    let probe_rtt = bufferlab_core::cc::STATES
        .iter()
        .position(|name| name.contains("RTT"));
    let probe_rtt = probe_rtt.expect("it has a name") as u8 + bufferlab_core::cc::FIRST_STATE;
    for version in ["bbr1", "bbr"] {
        for idle_restart in ["off", "restart_window", "decay"] {
            let traffic = json!({ "kind": "tcp", "recovery": "rack", "congestion_control": version,
                "idle_restart": idle_restart, "workload": { "kind": "transfer", "size_bytes": 1e9 } });
            let scenario = path(&traffic, &[("schedule", absence())]);
            let mut run = Simulation::new(&scenario);
            let before = window_at(&mut run, 9.9);
            let seen = states(&mut run, 40.0, 40.6);
            assert!(
                !seen.contains(&probe_rtt),
                "{version}, {idle_restart}: {seen:?}"
            );
            let after = window_at(&mut run, 40.6);
            assert!(
                after > 0.6 * before,
                "{version}, {idle_restart}: {before}, {after}"
            );
        }
    }
}

/// A flow that has stopped sends nothing more, whatever workload an edit gives it, and whatever comes after that.
#[test]
fn a_stopped_flow_stays_silent_when_its_workload_changes() {
    let other = |kind: &str| {
        let value = match kind {
            "transfer" => json!({ "kind": kind, "size_bytes": 1e6 }),
            _ => json!({ "kind": kind }),
        };
        let path = "groups.tcp.traffic.workload".to_owned();
        Patch { path, value }
    };
    for kind in ["transfer", "closed_loop", "stream", "responsiveness"] {
        let scenario = path(&json!({ "kind": "tcp" }), &[("stop_s", json!(5))]);
        let mut run = Simulation::new(&scenario);
        let mut sent = Vec::new();
        for (at_s, next) in [(10.0, kind), (20.0, "endless"), (30.0, kind)] {
            run.advance(Time::from_s(at_s)).expect("few packets");
            sent.push(run.observed().flows[0].counters.sent);
            run.edit(&[other(next)]).expect("it can change");
        }
        run.advance(Time::from_s(40.0)).expect("few packets");
        sent.push(run.observed().flows[0].counters.sent);
        assert!(
            sent[0] > 1000 && sent.iter().all(|it| *it == sent[0]),
            "{kind}: {sent:?}"
        );
    }
}
