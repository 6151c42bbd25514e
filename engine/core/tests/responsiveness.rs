//! Responsiveness tests in whole runs: connections are added until the link is full, and the round trips count from then.

use bufferlab_core::Lab;
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::Time;
use serde_json::{Value, json};

use crate::support::{number, summary_of};

/// Up to 50 connections over a link of 20 Mb/s with a round trip of 40 ms and a buffer of 0.4 s.
fn document(queue: &str, tcp: Value) -> Value {
    let mut traffic = json!({ "kind": "tcp", "recovery": "sack", "segment_bytes": 960, "header_bytes": 40,
        "workload": { "kind": "responsiveness", "interval_s": 1 } });
    for (name, value) in tcp.as_object().expect("fields") {
        traffic[name] = value.clone();
    }
    json!({
        "duration_s": 60, "warmup_s": 5,
        "bottlenecks": [{ "id": "r0", "rate_bps": 2e7, "delay_s": 0.02,
            "queue": { "kind": queue, "limit_packets": 1000 } }],
        "groups": [{ "id": "a", "count": 50, "access": { "rate_bps": 1e9 }, "traffic": traffic }],
    })
}

fn connections(summary: &Summary) -> u64 {
    (summary.groups[0].count("ramp.connections")).expect("a responsiveness test has connections")
}

/// A connection with a window of 10 packets carries 2 Mb/s, so ten fill the link. Moving averages over four intervals are
/// equal three intervals later, and four of them after another three; the tolerance of 5 % ends this earlier. Then all windows
/// together are the round trip: n · 10 packets of 0.4 ms.
#[test]
fn connections_are_added_until_the_link_is_full() {
    let summary = summary_of(document("drop_tail", json!({ "max_window_packets": 10 })));
    let n = connections(&summary);
    assert!((10..=16).contains(&n), "{n}");
    let stable_s = number(&summary, "ramp.stable_s");
    assert!(
        (stable_s - n as f64).abs() < 0.1,
        "one each second: {stable_s}"
    );
    let rpm = number(&summary, "rpm");
    let wanted = 60.0 / (n as f64 * 10.0 * 0.4e-3);
    assert!((rpm / wanted - 1.0).abs() < 0.02, "{rpm} {wanted}");
}

/// One connection fills the link, so four intervals suffice and a few are for its start. A deep FIFO makes round trips of
/// tenths of a second; CoDel keeps them near 40 ms.
#[test]
fn a_deep_queue_is_less_responsive_than_codel() {
    let of = |queue| {
        let summary = summary_of(document(queue, json!({ "congestion_control": "cubic" })));
        assert!(connections(&summary) <= 12, "{}", connections(&summary));
        number(&summary, "rpm")
    };
    let (deep, codel) = (of("drop_tail"), of("codel"));
    assert!(deep < 300.0 && codel > 800.0, "{deep} {codel}");
}

/// A test that begins by an edit and one whose interval changes go on as the parameters say, sliced or not.
#[test]
fn it_can_begin_and_change_while_the_run_goes_on() {
    let mut scenario = document("drop_tail", json!({ "max_window_packets": 10 }));
    scenario["groups"][0]["traffic"]["workload"] = json!({ "kind": "closed_loop" });
    let path = "groups.a.traffic.workload";
    scenario["edits"] = json!([
        { "at_s": 10, "set": [{ "path": path, "value": { "kind": "responsiveness", "interval_s": 1 } }] },
        { "at_s": 14.5, "set": [{ "path": path, "value": { "kind": "responsiveness", "interval_s": 0.5 } }] },
    ]);
    let scenario = Scenario::from_value(scenario).expect("a scenario");
    let run = |events| {
        let mut lab = Lab::new(&scenario);
        while lab.now() < lab.end() {
            lab.advance_by(lab.end(), events).expect("few packets");
        }
        lab
    };
    let (mut whole, mut sliced) = (run(u64::MAX), run(777));
    assert_eq!(
        (whole.digest(), whole.summary()),
        (sliced.digest(), sliced.summary())
    );
    // Five in the first five seconds, then two a second.
    let stable_s = number(&whole.summary(), "ramp.stable_s");
    let n = connections(&whole.summary());
    let wanted = 5.0 + 2.0 * (stable_s - 15.0);
    assert!((n as f64 - wanted).abs() <= 2.0, "{n} at {stable_s}");
    let endless = Patch {
        path: path.to_owned(),
        value: json!("endless"),
    };
    whole.edit(&[endless]).expect("it can change");
    whole.advance(Time::NEVER).expect("few packets");
}

/// A test that is not over has no result: two connections of 2 Mb/s and 4 Mb/s together still rise at 3 s.
#[test]
fn round_trips_do_not_count_before_the_goodput_is_stable() {
    let mut unfinished = document("drop_tail", json!({ "max_window_packets": 10 }));
    unfinished["duration_s"] = json!(3);
    unfinished["warmup_s"] = json!(0);
    let scenario = Scenario::from_value(unfinished).expect("a scenario");
    let mut lab = Lab::new(&scenario);
    lab.advance(Time::NEVER).expect("few packets");
    let summary = lab.summary();
    for absent in ["rpm", "ramp.stable_s"] {
        assert_eq!(summary.groups[0].number(absent), None, "{absent}");
    }
    assert!(connections(&summary) >= 3);
}
