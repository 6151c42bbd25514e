//! The ACK filter of a slow reverse path, against the arithmetic of RFC 3449: which acknowledgments pass, and the rate that
//! the sender then has.

use bufferlab_core::observe::summary::{LinkSummary, Summary};
use bufferlab_core::scenario::Scenario;
use serde_json::{Value, json};

use crate::support::{run, run_all};

/// One flow with a fixed window downloads over a link on which a segment takes 1.2 ms, and an acknowledgment 4 ms back: the
/// normalized bandwidth ratio k of RFC 3449 Section 3.1 is 10/3.
fn asymmetric(ack_filter: bool, traffic: &Value) -> Scenario {
    Scenario::from_value(json!({
        "duration_s": 60, "warmup_s": 10,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.02,
            "queue": { "kind": "drop_tail", "limit_packets": 200 },
            "reverse": { "rate_bps": 8e4, "queue": { "kind": "drop_tail", "limit_packets": 100 },
                "ack_filter": ack_filter } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e9, "delay_s": 0.001 }, "traffic": traffic }],
    }))
    .unwrap_or_else(|p| panic!("{p}"))
}

/// A window of so many segments of 1,500 bytes on the wire.
fn window(packets: u32) -> Value {
    json!({ "kind": "tcp", "segment_bytes": 1460, "header_bytes": 40, "max_window_packets": packets,
        "initial_ssthresh_packets": packets })
}

fn back(summary: &Summary) -> &LinkSummary {
    summary.bottlenecks[0]
        .reverse
        .as_ref()
        .expect("acknowledgments")
}

fn number(link: &LinkSummary, name: &str) -> f64 {
    link.number(name).unwrap_or_else(|| panic!("{name}"))
}

/// With the filter at most one acknowledgment waits, so that the round trip is that of the path; the line back is always
/// busy, and each acknowledgment that passes acknowledges k segments. Without it each of them releases one segment: the
/// sender gets 1/k of its link, while nearly its whole window waits on the reverse path as acknowledgments.
#[test]
fn sender_gets_its_link_with_the_filter_and_the_rate_of_acknowledgments_without() {
    // 44 ms and two transmissions of acknowledgments hold 43 segments.
    let scenarios = [true, false].map(|ack_filter| asymmetric(ack_filter, &window(60)));
    let [filtered, plain] = &run_all(&scenarios)[..] else {
        unreachable!("two runs");
    };
    let utilization = |run: &Summary| number(&run.bottlenecks[0].forward, "utilization");
    println!(
        "utilization {} and {}",
        utilization(filtered),
        utilization(plain)
    );
    assert!(utilization(filtered) > 0.999);
    assert!((utilization(plain) - 0.3).abs() < 1e-3);

    let (filtered, plain) = (back(filtered), back(plain));
    assert_eq!(number(filtered, "max_queue_packets"), 1.0);
    assert_eq!(number(filtered, "loss.ack"), 0.0);
    let (acks, segments) = (50.0 / 0.004, 50.0 / 0.0012);
    let superseded = number(filtered, "superseded_packets");
    // One acknowledgment may be on the line at each end of the measured time.
    assert!((superseded - (segments - acks)).abs() < 3.0, "{superseded}");
    assert!((number(filtered, "throughput_bps") / 8e4 - 1.0).abs() < 1e-3);
    // The path holds 44 ms / 4 ms of the window.
    assert!((number(plain, "mean_queue_packets") - (60.0 - 11.0)).abs() < 2.0);
    assert_eq!(number(plain, "superseded_packets"), 0.0);
}

/// Where the reverse path has room for every acknowledgment, the filter changes nothing at all.
#[test]
fn nothing_changes_where_no_acknowledgment_waits() {
    let fast = |ack_filter| {
        let mut scenario = asymmetric(ack_filter, &window(60)).to_value();
        scenario["bottlenecks"][0]["reverse"]["rate_bps"] = json!(1e7);
        run(&Scenario::from_value(scenario).unwrap_or_else(|p| panic!("{p}")))
    };
    let [filtered, plain] = [fast(true), fast(false)];
    assert_eq!(number(back(&filtered), "superseded_packets"), 0.0);
    assert_eq!(
        serde_json::to_value(&filtered).expect("numbers"),
        serde_json::to_value(&plain).expect("numbers")
    );
}

/// Losses are found as before: duplicates and SACK blocks pass, so that no timeout takes the place of a fast recovery.
#[test]
fn fast_recoveries_stay_fast() {
    for recovery in ["newreno", "sack"] {
        let traffic = json!({ "kind": "tcp", "segment_bytes": 1460, "header_bytes": 40, "recovery": recovery,
            "max_window_packets": 400 });
        let mut scenario = asymmetric(true, &traffic).to_value();
        scenario["bottlenecks"][0]["queue"]["limit_packets"] = json!(50);
        scenario["bottlenecks"][0]["reverse"]["rate_bps"] = json!(2.5e5);
        let run = run(&Scenario::from_value(scenario).unwrap_or_else(|p| panic!("{p}")));
        let group = serde_json::to_value(&run.groups[0]).expect("numbers");
        println!(
            "{recovery}: {}, {}",
            group["timeouts"], group["fast_recoveries"]
        );
        assert!(group["fast_recoveries"].as_u64() > Some(3), "{recovery}");
        assert_eq!(group["timeouts"], 0, "{recovery}");
        assert!(
            number(back(&run), "superseded_packets") > 1000.0,
            "{recovery}"
        );
    }
}
