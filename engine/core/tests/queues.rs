//! Disciplines in whole runs, where theory or the reason for them says what must come out.

use crate::support::{preset, run_all};
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::scenario::Scenario;
use serde_json::{Value, json};

fn first(run: &Summary) -> &bufferlab_core::observe::summary::LinkSummary {
    &run.bottlenecks[0].forward
}

/// The preset `anomaly` with 30 kB under another discipline, shorter.
fn anomaly(queue: Value) -> Scenario {
    let mut queue = queue;
    queue["limit_bytes"] = json!(30_000);
    preset(
        "anomaly",
        &[
            ("bottlenecks.r0.queue", queue),
            ("duration_s", json!(40)),
            ("warmup_s", json!(20)),
        ],
    )
}

/// First in, first out UDP loses 3 % of its packets (`tests/reference/anomaly.csv`). Where it may push TCP out or has
/// room of its own it loses nothing; going first does not help who is not let in. TCP pays no more than UDP gains.
#[test]
fn remedies_for_the_anomaly_reduce_udp_loss() {
    let queues = [
        json!({ "kind": "drop_tail" }),
        json!({ "kind": "push_out" }),
        json!({ "kind": "priority" }),
        json!({ "kind": "wrr", "real_time_share": 0.2 }),
        json!({ "kind": "priority", "room": "partitioned", "real_time_room": 0.2 }),
        json!({ "kind": "partitioned", "real_time_room": 0.2 }),
        json!({ "kind": "priority", "room": "shared" }),
    ];
    let runs = run_all(&queues.clone().map(anomaly));
    let udp: Vec<f64> = runs
        .iter()
        .map(|run| first(run).number("loss.udp").unwrap())
        .collect();
    let used: Vec<f64> = runs
        .iter()
        .map(|run| first(run).number("utilization").unwrap())
        .collect();
    println!("{udp:.5?} {used:.4?}");
    assert!((0.02..0.04).contains(&udp[0]), "first in, first out");
    for (queue, loss) in queues.iter().zip(&udp).take(5).skip(1) {
        assert!(*loss < 1e-6, "{queue}: {loss}");
    }
    assert!(udp[5] < udp[0] / 2.0, "a part of the room: {}", udp[5]);
    assert!(udp[6] > 2.0 * udp[0], "first, but not let in: {}", udp[6]);
    for (queue, used) in queues.iter().zip(&used) {
        assert!(*used > 0.99, "{queue}: {used}");
    }
}

/// RFC 9332 Section 2.1: marking L4S traffic with 2p′ where classic traffic is dropped with p′² gives both the same
/// window, here within a quarter, and so rates in the ratio of their round trips: 20 ms and 20 + 15 ms. Half of all
/// packets, those of DCTCP, wait less than the step of 1 ms; classic packets 15 ms.
#[test]
fn dual_pi2_gives_both_kinds_the_same_window() {
    let group = |id: &str, control: &str, ecn: &str, pacing: &str| {
        json!({
            "id": id, "access": { "rate_bps": 1e9, "delay_s": 0.005 },
            "traffic": { "kind": "tcp", "recovery": "sack", "segment_bytes": 1500,
                "congestion_control": control, "ecn": ecn, "pacing": pacing },
        })
    };
    let scenario = |classic_ecn: &str| {
        Scenario::from_value(json!({
            "duration_s": 100, "warmup_s": 30,
            "bottlenecks": [{ "id": "r0", "rate_bps": 50e6, "delay_s": 0.005,
                "queue": { "kind": "dual_pi2", "limit_packets": 10_000 } }],
            "groups": [
                group("classic", "reno", classic_ecn, "none"),
                group("l4s", "dctcp", "accurate", "deterministic"),
            ],
        }))
        .unwrap_or_else(|p| panic!("{p}"))
    };
    let cases = ["off", "classic"];
    let runs = run_all(&cases.map(scenario));
    for (case, run) in cases.iter().zip(&runs) {
        let windows = [0, 1].map(|i: usize| run.groups[i].number("mean_cwnd_packets").unwrap());
        let ratio = windows[0] / windows[1];
        let median_s = first(run).statistics.number("queue_delay_s.p50").unwrap();
        let far_s = first(run).statistics.number("queue_delay_s.p99").unwrap();
        println!("{case}: {windows:.1?}, median {median_s}, 99 % {far_s}");
        assert!((0.75..=1.25).contains(&ratio), "{case}: {windows:?}");
        assert!(median_s < 1e-3, "{case}: {median_s}");
        assert!((0.015..0.03).contains(&far_s), "{case}: {far_s}");
        assert!(first(run).number("utilization").unwrap() > 0.98);
    }
    assert_eq!(
        first(&runs[1]).number("loss.tcp"),
        Some(0.0),
        "who takes marks loses nothing"
    );
}

/// The coupling makes rates equal on average over many flows: ten of DCTCP have 1.05 times what ten of Reno have at 40 Mb/s
/// and 50 ms, 0.85 to 1.25 are asked for. One beside one it cannot: its reductions leave p′ at 0 for a quarter of the
/// time, so that its root mean square, by which Reno goes, is 1.5 times its mean, by which DCTCP goes (1.01 times with
/// ten flows each). DCTCP then has 2.2 times Reno's rate, paced or not.
#[test]
fn dual_pi2_shares_evenly_among_many_flows_and_not_between_two() {
    let group = |id: &str, count: u32, control: &str, ecn: &str| {
        json!({
            "id": id, "count": count, "access": { "rate_bps": 1e9 }, "start_s": { "uniform": [0, 2] },
            "traffic": { "kind": "tcp", "recovery": "rack", "segment_bytes": 1500, "overhead_s": 0.0003,
                "congestion_control": control, "ecn": ecn },
        })
    };
    let scenario = |count: u32| {
        Scenario::from_value(json!({
            "duration_s": 200, "warmup_s": 50,
            "bottlenecks": [{ "id": "r0", "rate_bps": 40e6, "delay_s": 0.025,
                "queue": { "kind": "dual_pi2", "limit_packets": 2000 } }],
            "groups": [
                group("classic", count, "reno", "classic"),
                group("l4s", count, "dctcp", "accurate"),
            ],
        }))
        .unwrap_or_else(|p| panic!("{p}"))
    };
    let runs = run_all(&[scenario(1), scenario(10)]);
    let [alone, many] = [0, 1].map(|i: usize| {
        let [classic, l4s] =
            [0, 1].map(|j: usize| runs[i].groups[j].number("throughput_bps").unwrap());
        l4s / classic
    });
    assert!((1.6..2.8).contains(&alone), "{alone}");
    assert!((0.85..1.25).contains(&many), "{many}");
}

/// A device queue is room behind the queue: four packets of buffer and six of a device lose what ten of buffer do, packet for
/// packet, and those in the device neither wait nor count in the limit.
#[test]
fn a_device_queue_adds_buffer_beyond_the_queue_limit() {
    let with = |limit: u32, device: u32| {
        preset(
            "poisson-queue",
            &[
                (
                    "bottlenecks.r0.queue",
                    json!({ "kind": "drop_tail", "limit_packets": limit }),
                ),
                ("bottlenecks.r0.device_packets", json!(device)),
            ],
        )
    };
    let runs = run_all(&[with(10, 0), with(4, 6), with(10, 6)]);
    let [buffer, device, both] = [0, 1, 2].map(|i: usize| first(&runs[i]));
    assert!(
        buffer.number("loss.udp") > Some(0.001),
        "{:?}",
        buffer.statistics
    );
    assert_eq!(device.number("loss.udp"), buffer.number("loss.udp"));
    assert_eq!(device.number("utilization"), buffer.number("utilization"));
    assert_eq!(
        (
            device.number("max_queue_packets"),
            buffer.number("max_queue_packets")
        ),
        (Some(4.0), Some(10.0))
    );
    assert!(both.number("loss.udp") < buffer.number("loss.udp"));
}
