//! Every way of recovering from loss, with every controller and option, against small buffers: whatever
//! is lost, everything gets through in the end, once and in order.

use crate::support::lost;
use bufferlab_core::cc;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::marks::MarkKind;
use bufferlab_core::sim::script::{Heard, Step};
use bufferlab_core::tcp::sender::Phase;
use bufferlab_core::time::Time;
use bufferlab_core::traffic::Traffic;
use bufferlab_core::{Lab, Options, Simulation};
use serde_json::{Value, json};

const RECOVERIES: [&str; 6] = ["tahoe", "reno", "newreno", "sack", "sack_ns2", "rack"];

/// Twelve files of 60 segments over a bottleneck with four places, data one way and ACKs dropped on the
/// other by a reverse group that fills it.
fn crowded(traffic: &Value) -> Scenario {
    let mut forward = json!({
        "kind": "tcp", "segment_bytes": 1000,
        "workload": { "kind": "transfer", "size_bytes": 60_000 },
    });
    for (name, value) in traffic.as_object().expect("an object of parameters") {
        forward[name] = value.clone();
    }
    let scenario = json!({
        "version": 1,
        "duration_s": 900,
        "bottlenecks": [{
            "id": "r0", "rate_bps": 2e6, "delay_s": 0.02,
            "queue": { "kind": "drop_tail", "limit_packets": 4, "ecn_threshold_packets": 2 },
            "reverse": { "queue": { "kind": "drop_tail", "limit_packets": 12 } },
        }],
        "groups": [
            {
                "id": "files", "count": 12, "start_s": { "uniform": [0, 5] },
                "access": { "rate_bps": 100e6, "delay_s": { "uniform": [0.001, 0.02] } }, "traffic": forward,
            },
            {
                "id": "back", "count": 2, "direction": "reverse", "stop_s": 20,
                "access": { "rate_bps": 100e6, "delay_s": 0.005 },
                "traffic": { "kind": "tcp", "segment_bytes": 1000 },
            },
        ],
    });
    Scenario::from_value(scenario).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Runs a scenario and says what did not get through.
fn shortfall(scenario: &Scenario) -> Option<String> {
    let mut simulation = Simulation::new(scenario);
    simulation
        .advance(Time::NEVER)
        .expect("a few packets fit in memory");
    let balanced = simulation
        .check_conservation()
        .flows
        .iter()
        .all(|flow| flow.data.balances());
    let completed = simulation.summary().groups[0].count("transfers.completed");
    let in_order: Vec<u64> = simulation
        .observed()
        .flows
        .iter()
        .take(12)
        .map(|flow| flow.counters.in_order)
        .collect();
    let Traffic::Tcp(config) = &scenario.groups[0].traffic else {
        unreachable!("files are sent by TCP");
    };
    // Sixty segments, and a SYN if there is one.
    let wanted = 60 + u64::from(config.handshake);
    let all = in_order.iter().all(|&segments| segments == wanted);
    (completed < Some(12) || !all || !balanced)
        .then(|| format!("{completed:?} of 12 files, {in_order:?}"))
}

fn check(cases: Vec<Value>) {
    let half = cases.len().div_ceil(2);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = cases
            .chunks(half)
            .map(|part| {
                scope.spawn(move || {
                    let failed =
                        |case: &Value| Some(format!("{case}: {}", shortfall(&crowded(case))?));
                    part.iter().filter_map(failed).collect::<Vec<_>>()
                })
            })
            .collect();
        let joined = parts
            .into_iter()
            .map(|part| part.join().expect("a run panicked"));
        joined.flatten().collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_controller_delivers_all_data_with_every_recovery() {
    let controllers = cc::REGISTRY.entries.iter().map(|section| section.kind());
    let cases = controllers.flat_map(|controller| {
        RECOVERIES.map(|recovery| json!({ "recovery": recovery, "congestion_control": controller }))
    });
    check(cases.collect());
}

#[test]
fn every_option_delivers_all_data_with_every_recovery() {
    let options = [
        json!({ "timestamps": true, "header_bytes": 52 }),
        json!({ "delayed_ack": true, "quick_ack_packets": 4 }),
        json!({ "spurious_timeout": "f_rto" }),
        json!({ "spurious_timeout": "f_rto", "min_rto_s": 0.001, "clock_granularity_s": 0.001 }),
        json!({ "spurious_timeout": "eifel", "timestamps": true, "min_rto_s": 0.001, "clock_granularity_s": 0.001 }),
        json!({ "spurious_recovery": "eifel", "timestamps": true }),
        json!({ "spurious_recovery": "dsack", "delayed_ack": true }),
        json!({ "ecn": "classic" }),
        json!({ "ecn": "accurate", "congestion_control": "dctcp", "delayed_ack": true }),
        json!({ "idle_restart": "decay", "newreno_timer": "slow_but_steady" }),
        json!({ "limited_transmit": false, "handshake": false, "initial_window_packets": 10 }),
        json!({ "pacing": "linux", "initial_window_packets": 10, "min_rto_above_srtt": true }),
        json!({ "pacing": "poisson", "max_window_packets": 3, "tail_loss_probe": false }),
        json!({ "pacing": { "kind": "poisson", "in_flight": "open" }, "max_window_packets": 3 }),
        json!({ "duplicate_ack_threshold": 1, "initial_rto_s": 0.01 }),
    ];
    let cases = options.iter().flat_map(|option| {
        RECOVERIES.map(|recovery| {
            let mut case = option.clone();
            case["recovery"] = json!(recovery);
            case
        })
    });
    check(cases.collect());
}

/// Recovery can be changed while the flow runs, in whatever state it is.
#[test]
fn the_recovery_can_change_during_a_run() {
    for (from, to) in [
        ("reno", "rack"),
        ("rack", "newreno"),
        ("sack", "rack"),
        ("rack", "sack"),
        ("newreno", "sack"),
        ("newreno", "sack_ns2"),
        ("sack_ns2", "sack"),
        ("rack", "sack_ns2"),
    ] {
        let mut scenario = crowded(&json!({ "recovery": from }));
        for k in 1..40 {
            let recovery = if k % 2 == 0 { from } else { to };
            scenario.edits.push(bufferlab_core::scenario::Edit {
                at_s: 0.37 * f64::from(k),
                set: vec![bufferlab_core::scenario::Patch {
                    path: "groups.files.traffic.recovery".to_owned(),
                    value: json!(recovery),
                }],
            });
        }
        assert_eq!(shortfall(&scenario), None, "{from} and {to} in turn");
    }
}

/// What a flow over an empty network of 50 ms hears and does when `losses` segments in a row are lost, the
/// sixteenth on the wire and those behind it; with its timeouts. The window is 2, 4, 8, and 16 by then.
fn lose_in_a_row(recovery: &str, losses: u64) -> (Vec<Step>, u64) {
    let scenario = json!({
        "version": 1,
        "duration_s": 2,
        "bottlenecks": [{
            "id": "r0", "rate_bps": 10e9, "delay_s": 0.025,
            "queue": { "kind": "drop_tail", "limit_packets": 1000 },
        }],
        "groups": [{
            "id": "tcp", "access": { "rate_bps": 10e9, "delay_s": 0 },
            "traffic": { "kind": "tcp", "recovery": recovery, "handshake": false, "initial_ssthresh_packets": 14 },
        }],
    });
    let scenario = Scenario::from_value(scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let options = Options {
        scripted_faults: (15..15 + losses).map(lost).collect(),
        trace: Some(0),
        ..Options::default()
    };
    let mut simulation = Simulation::with_options(&scenario, options);
    simulation
        .advance(Time::from_s(1.0))
        .expect("a few packets fit in memory");
    let timeouts = simulation.observed().flows[0].totals().sender.timeouts;
    (simulation.steps().to_vec(), timeouts)
}

/// RFC 6582, on the losses of ns-3's `ns3tcp-loss-test-suite`, cases 0 to 4: one hole is repaired per
/// round trip, each exactly once; recovery ends when all that was outstanding at the first loss is
/// acknowledged, and there is no timeout. Reno leaves with the first partial acknowledgment.
#[test]
fn newreno_repairs_one_loss_per_round_trip_and_reno_only_the_first() {
    for losses in 0..=4 {
        let (steps, timeouts) = lose_in_a_row("newreno", losses);
        assert_eq!(timeouts, 0, "{losses} losses");
        let repairs: Vec<(u64, f64)> = steps
            .iter()
            .flat_map(|step| step.sent.iter().map(|segment| (segment, step.at.s())))
            .filter(|(segment, _)| segment.again)
            .map(|(segment, at)| (segment.number, at))
            .collect();
        let numbers: Vec<u64> = repairs.iter().map(|repair| repair.0).collect();
        assert_eq!(numbers, (15..15 + losses).collect::<Vec<_>>());
        for pair in repairs.windows(2) {
            let apart = pair[1].1 - pair[0].1;
            assert!((apart - 0.05).abs() < 1e-3, "{losses} losses: {apart} s");
        }
        if losses > 0 {
            let (recover, first, last) = recovery(&steps);
            assert_eq!(first < recover, losses > 1, "a first new ACK is partial");
            assert!(last >= recover, "{losses} losses: {last} of {recover}");
        }
    }
    for losses in 2..=4 {
        let (steps, timeouts) = lose_in_a_row("reno", losses);
        let (recover, first, last) = recovery(&steps);
        assert!(
            first == last && last < recover,
            "{losses} losses: {last} of {recover}"
        );
        assert!(timeouts > 0, "{losses} losses");
    }
}

/// Of the first fast recovery: one past the highest segment sent when it began, the number of the first
/// new acknowledgment in it, and that of the one that ended it.
fn recovery(steps: &[Step]) -> (u64, u64, u64) {
    let is_in = |step: &Step| matches!(step.phase, Phase::Recovery { .. });
    let begin = steps.iter().position(is_in).expect("a loss is detected");
    let sent = steps[..begin].iter().flat_map(|step| &step.sent);
    let recover = sent.map(|segment| segment.number + 1).max().unwrap_or(0);
    let number = |step: &Step| match step.heard {
        Heard::Ack { number, .. } => number,
        _ => 0,
    };
    let before = number(&steps[begin]);
    let mut rest = steps[begin..].iter();
    let first = rest.clone().map(number).find(|&number| number > before);
    let last = rest.find(|step| !is_in(step)).map(number);
    (recover, first.unwrap_or(0), last.unwrap_or(0))
}

/// One flow, marked from 40 packets on in a buffer of 400: nothing is dropped, each echo of marks halves
/// the window (from one bandwidth–delay product of 100 plus 40), and there is one reduction per sawtooth,
/// not one per mark.
#[test]
fn marks_keep_the_queue_short_and_halve_once_per_round_trip() {
    let scenario = crate::support::preset(
        "one-flow",
        &[
            ("bottlenecks.r0.queue.limit_packets", json!(400)),
            ("bottlenecks.r0.queue.ecn_threshold_packets", json!(40)),
            ("groups.tcp.traffic.recovery", json!("sack")),
            ("groups.tcp.traffic.ecn", json!("classic")),
            // Slow start would overshoot by a whole round trip before the first echo.
            ("groups.tcp.traffic.initial_ssthresh_packets", json!(100)),
        ],
    );
    let mut simulation = Simulation::new(&scenario);
    simulation
        .advance(Time::NEVER)
        .expect("one flow fits in memory");
    let cuts: Vec<_> = simulation
        .marks()
        .within(Time::from_s(50.0), Time::NEVER)
        .iter()
        .filter(|mark| mark.kind == MarkKind::CongestionMark)
        .copied()
        .collect();
    let summary = simulation.summary();
    let link = &summary.bottlenecks[0].forward;
    assert_eq!(link.number("loss.tcp"), Some(0.0));
    assert!(cuts.len() > 10, "{} reductions", cuts.len());
    for pair in cuts.windows(2) {
        let apart = pair[1].at.since(pair[0].at).s();
        assert!(apart > 5.0, "two reductions {apart} s apart");
    }
    for cut in &cuts {
        assert!((cut.window - 70.5).abs() < 1.5, "halved to {}", cut.window);
    }
}

/// Of segments that queues have dropped, neither method takes any for late: the runs are the same.
#[test]
fn recoveries_from_real_losses_are_not_undone() {
    for recovery in ["sack", "rack"] {
        let digest = |method: &str| {
            let tcp =
                json!({ "recovery": recovery, "timestamps": true, "spurious_recovery": method });
            let mut lab = Lab::new(&crowded(&tcp));
            lab.advance(Time::NEVER).expect("few packets");
            assert!(lab.summary().groups[0].number("fast_recoveries") > Some(10.0));
            lab.digest()
        };
        for method in ["eifel", "dsack"] {
            assert_eq!(digest(method), digest("off"), "{recovery} {method}");
        }
    }
}
