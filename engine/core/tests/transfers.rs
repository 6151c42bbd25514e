//! Finite transfers: what a sender that finishes reports.

use crate::support::{preset, run};
use bufferlab_core::Lab;
use bufferlab_core::scenario::Scenario;
use serde_json::json;

/// 15 segments into an empty network take five round trips: the SYN, then windows of 2, 4 and 8, and
/// the last one. The acknowledgment of segment n releases 2n+1 and 2n+2, so that the last, 15, is
/// released by 7, that by 3 and that by 1, each the first of its window: none of them waits. A round
/// trip is 80 ms of propagation and the transmissions of a packet and of its acknowledgment on the
/// access link and at the bottleneck.
#[test]
fn slow_start_takes_a_round_trip_per_doubling() {
    let scenario = preset(
        "one-flow",
        &[
            (
                "groups.tcp.traffic.workload",
                json!({"kind": "transfer", "size_bytes": 15_000}),
            ),
            ("warmup_s", json!(0)),
            ("duration_s", json!(10)),
        ],
    );
    let summary = run(&scenario);
    let count = |id: &str| summary.groups[0].count(id).expect("a transfer");
    assert_eq!(
        (count("transfers.completed"), count("transfers.under_way")),
        (1, 0)
    );
    assert_eq!(
        (count("transfers.bytes"), count("transfers.retransmissions")),
        (15_000, 0)
    );
    let propagation = 5.0 * 0.08;
    let time = |bytes: f64| bytes * 8.0 / 10e6 + bytes * 8.0 / 1e9;
    let transmissions = time(40.0) + 4.0 * time(1000.0) + 5.0 * time(40.0);
    let got = summary.groups[0]
        .number("transfers.mean_s")
        .expect("a time");
    let wanted = propagation + transmissions;
    assert!(
        (got - wanted).abs() < 1e-9,
        "took {got} s, expected {wanted} s"
    );
}

#[test]
fn an_endless_flow_reports_no_transfers() {
    let summary = run(&preset("one-flow", &[("duration_s", json!(60))]));
    assert_eq!(summary.groups[0].count("transfers.completed"), None);
}

/// Goodput is data: neither the SYN nor what the last segment lacks counts.
#[test]
fn goodput_counts_exactly_the_data_of_files() {
    for (size_bytes, handshake) in [(1, true), (1_500, true), (1_500, false), (15_000, true)] {
        let traffic = json!({
            "kind": "tcp", "handshake": handshake, "workload": {"kind": "transfer", "size_bytes": size_bytes},
        });
        let scenario = preset(
            "one-flow",
            &[
                ("groups.tcp.traffic", traffic),
                ("warmup_s", json!(0)),
                ("duration_s", json!(10)),
            ],
        );
        let data_bits = run(&scenario).groups[0]
            .number("goodput_bps")
            .expect("time has passed")
            * 10.0;
        assert_eq!(
            data_bits.round(),
            f64::from(8 * size_bytes),
            "{size_bytes} bytes"
        );
    }
}

/// A thousand users in one slot each fetch file after file: a hundred thousand of them, and a million as
/// well (1,437,409 in 200 s on 2026-11-22: 14.0 MB, as after a tenth of them). Not a packet is lost from
/// the balance, and what is kept does not grow with what has been fetched.
#[test]
fn a_hundred_thousand_transfers_balance_and_leave_no_trace() {
    let scenario = json!({
        "duration_s": 16, "warmup_s": 1,
        "bottlenecks": [{ "id": "r0", "rate_bps": 3e8, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 200 } }],
        "groups": [{
            "id": "users", "count": 1000,
            "access": { "rate_bps": 1e8, "delay_s": { "uniform": [0.0001, 0.005] } },
            "traffic": { "kind": "tcp", "workload": {
                "kind": "closed_loop", "size_bytes": { "pareto": [4000, 1.5] }, "think_s": { "exponential": 0.05 },
            } },
        }],
    });
    let scenario = Scenario::from_value(scenario).expect("nothing is wrong with it");
    let mut lab = Lab::new(&scenario);
    lab.advance(lab.end()).expect("few packets");
    let check_conservation = lab.check_conservation();
    assert_eq!(check_conservation.flows.len(), 1000);
    for flow in &check_conservation.flows {
        assert!(flow.data.balances() && flow.acks.balances(), "{flow:?}");
    }
    let under_way: u64 = check_conservation
        .flows
        .iter()
        .map(|flow| flow.data.in_flight)
        .sum();
    assert!(under_way < 2_000, "{under_way} packets under way");
    let group = &lab.summary().groups[0];
    let count = |id: &str| group.count(id).expect("transfers");
    assert!(count("transfers.completed") > 100_000, "{group:?}");
    assert!(count("transfers.under_way") <= 1000, "{group:?}");
}
