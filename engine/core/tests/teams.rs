//! Flows that wait for each other: rounds of answers (incast), and the connections of browsers.

use bufferlab_core::Lab;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::Time;
use serde_json::{Value, json};

use crate::support::{number, summary_of};

/// Flows with access links of `rate_bps` before a link of the same rate.
fn scenario(count: u32, rate_bps: f64, limit_packets: u32, workload: Value) -> Value {
    json!({
        "duration_s": 20, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": rate_bps, "delay_s": 0.05,
            "queue": { "kind": "drop_tail", "limit_packets": limit_packets } }],
        "groups": [{ "id": "all", "count": count, "access": { "rate_bps": rate_bps },
            "traffic": { "kind": "tcp", "recovery": "sack", "segment_bytes": 1000, "handshake": false,
                "initial_window_packets": 10, "workload": workload } }],
    })
}

/// N senders whose windows of W packets arrive in step at the rate of the link need room for (N − 1) W + 1 packets, the
/// one in service included: of N W packets, W − 1 have left when the last arrive. The link is faster than the access
/// links by a millionth, so that a packet leaves just before N arrive.
#[test]
fn an_incast_loses_nothing_with_room_for_all_windows_but_one() {
    const WINDOW: u32 = 10;
    for senders in [8, 32] {
        let floor = (senders - 1) * WINDOW + 1;
        assert!(floor == 71 || floor == 311);
        let losses = |room: u32| {
            let workload =
                json!({ "kind": "barrier", "size_bytes": WINDOW * 1000, "think_s": 0.01 });
            // The packet in service does not count towards the limit.
            let mut document = scenario(senders, 1e9, room - 1, workload);
            document["bottlenecks"][0]["rate_bps"] = json!(1e9 * (1.0 + 1e-6));
            let summary = summary_of(document);
            assert!(number(&summary, "round.completed") > 60.0);
            number(&summary, "loss")
        };
        assert_eq!(losses(floor), 0.0, "{senders}");
        assert!(losses(floor - 1) > 0.0, "{senders}");
    }
}

/// A round takes the transmissions of all packets on the link, one on the access link, and a round trip.
#[test]
fn a_round_ends_with_the_last_answer() {
    let workload = json!({ "kind": "barrier", "size_bytes": 10_000, "think_s": 0.5 });
    let summary = summary_of(scenario(20, 1e8, 1000, workload));
    let wanted = 201.0 * 80e-6 + 0.1 + 2.0 * 3.2e-6;
    for id in ["round.mean_s", "round.p99_s"] {
        assert!(
            (number(&summary, id) / wanted - 1.0).abs() < 1e-3,
            "{id} {wanted}"
        );
    }
    // The last of them ends 0.1161 s and 32 times 0.6161 s after the start.
    assert_eq!(number(&summary, "round.completed"), 33.0);
    assert_eq!(number(&summary, "transfers.completed"), 33.0 * 20.0);
}

/// Without a limit of the acknowledgments or of the rate, S segments take ⌈log₂(S/10 + 1)⌉ round trips.
#[test]
fn a_page_takes_the_round_trips_of_slow_start() {
    for (segments, round_trips) in [
        (10, 1),
        (30, 2),
        (70, 3),
        (150, 4),
        (310, 5),
        (630, 6),
        (1270, 7),
    ] {
        let workload = json!({ "kind": "web_page", "objects": 0, "main_bytes": segments * 1000, "main_sd_bytes": 0,
            "persistent": false, "reading_s": 0.1 });
        let summary = summary_of(scenario(1, 1e12, 100_000, workload));
        let got = number(&summary, "page.mean_s") / 0.1;
        assert!(
            (got / f64::from(round_trips) - 1.0).abs() < 1e-3,
            "{segments}: {got}"
        );
    }
}

/// Each object of one segment takes a round trip of 100 ms, each level a parsing time of 20 ms.
#[test]
fn connections_share_the_objects_of_a_page_level_by_level() {
    for (objects, connections, depth, round_trips, levels) in [
        (12, 1, 1, 13, 1),
        (12, 3, 1, 5, 1),
        (12, 5, 1, 4, 1),
        (12, 3, 3, 7, 3),
        (2, 6, 4, 3, 2),
        (0, 2, 1, 1, 0),
    ] {
        let workload = json!({ "kind": "web_page", "objects": objects, "main_bytes": 1000, "main_sd_bytes": 0,
            "object_bytes": 1000, "object_sd_bytes": 0, "connections": connections, "depth": depth,
            "parsing_s": 0.02, "reading_s": 0.5 });
        // Two browsers.
        let summary = summary_of(scenario(2 * connections, 1e12, 1000, workload));
        let wanted = 0.1 * f64::from(round_trips) + 0.02 * f64::from(levels);
        for id in ["page.mean_s", "page.p50_s", "page.p95_s", "page.p99_s"] {
            let got = number(&summary, id);
            assert!(
                (got / wanted - 1.0).abs() < 1e-3,
                "{objects} {connections} {depth}: {got}"
            );
        }
        let pages = (20.0 / (wanted + 0.5)).ceil();
        assert!((number(&summary, "page.loaded") - 2.0 * pages).abs() <= 2.0);
    }
}

/// The other flows do not wait for one that is stopped or paused, and wait for it again when it is resumed.
#[test]
fn a_round_goes_on_without_flows_that_stop() {
    let workload = json!({ "kind": "barrier", "size_bytes": 1000, "think_s": 0.1 });
    let mut document = scenario(4, 1e8, 100, workload);
    document["groups"][0]["schedule"] =
        json!([{ "at_s": 5, "flows": 2 }, { "at_s": 10, "flows": 4 }]);
    let mut lab = Lab::new(&Scenario::from_value(document).expect("a scenario"));
    let mut rounds_and_answers = |until_s: f64, set: Option<(&str, Value)>| {
        if let Some((path, value)) = set {
            let path = path.to_owned();
            lab.edit(&[Patch { path, value }]).expect("a valid change");
        }
        lab.advance(Time::from_s(until_s)).expect("few packets");
        let summary = lab.summary();
        ["round.completed", "transfers.completed"].map(|id| number(&summary, id))
    };
    let mut before = [0.0, 0.0];
    // A round takes 0.2 s.
    for (until_s, set, flows) in [
        (5.0, None, 4.0),
        (10.0, None, 2.0),
        (15.0, None, 4.0),
        (20.0, Some(("groups.all.count", json!(1))), 1.0),
    ] {
        let now = rounds_and_answers(until_s, set);
        let [rounds, answers] = [now[0] - before[0], now[1] - before[1]];
        assert!((rounds - 25.0).abs() <= 2.0, "{until_s}: {rounds}");
        assert!(
            (answers / flows - 25.0).abs() <= 3.0,
            "{until_s}: {answers}"
        );
        before = now;
    }
}

/// A group without flows that wait is not stuck after a change of the number of connections, or of the kind.
#[test]
fn browsers_can_become_servers_and_change_their_connections() {
    let page = |connections: u32| json!({ "kind": "web_page", "connections": connections, "reading_s": 0.1 });
    let mut document = scenario(6, 1e8, 1000, page(3));
    document["duration_s"] = json!(120);
    let mut lab = Lab::new(&Scenario::from_value(document).expect("a scenario"));
    let mut loaded = 0.0;
    for (step, (workload, id)) in [
        (page(3), "page.loaded"),
        (page(2), "page.loaded"),
        (
            json!({ "kind": "barrier", "think_s": 0.01 }),
            "round.completed",
        ),
        (page(6), "page.loaded"),
    ]
    .into_iter()
    .enumerate()
    {
        let before = if id == "page.loaded" { loaded } else { 0.0 };
        let path = "groups.all.traffic.workload".to_owned();
        lab.edit(&[Patch {
            path,
            value: workload,
        }])
        .expect("a valid change");
        lab.advance(Time::from_s(30.0 * (step + 1) as f64))
            .expect("few packets");
        let now = number(&lab.summary(), id);
        assert!(now > before + 5.0, "{step}: {now}");
        if id == "page.loaded" {
            loaded = now;
        }
    }
}
