//! Capacity that varies as in the test cases of RFC 8867, Sections 5.1 (one flow) and 5.2 (two flows), with constant
//! streams, against theory, and with TCP. Jitter is left out.

use bufferlab_core::observe::summary::Summary;
use serde_json::{Value, json};

use crate::support::{number, summary_of};

/// A link whose rate follows a test case, with 50 ms in one direction and a queue that leaves in 300 ms at `reference_bps`.
fn document(reference_bps: f64, case: &str, duration_s: f64, count: u32, traffic: Value) -> Value {
    json!({
        "duration_s": duration_s, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": reference_bps, "delay_s": 0.05,
            "service": { "kind": "rfc8867", "case": case },
            "queue": { "kind": "drop_tail", "limit_bytes": reference_bps * 0.3 / 8.0 } }],
        "groups": [{ "id": "a", "count": count, "access": { "rate_bps": 1e8 }, "traffic": traffic }],
    })
}

/// Section 5.1: 1 Mb/s, 2.5 Mb/s from 40 s, 0.6 Mb/s from 60 s, and 1 Mb/s again from 80 to 100 s.
fn one_flow(traffic: Value) -> Summary {
    summary_of(document(1e6, "one_flow", 100.0, 1, traffic))
}

/// Section 5.2: 4, 2, 3.5, 1 and 2 Mb/s for 25 s each.
fn two_flows(traffic: Value) -> Summary {
    summary_of(document(2e6, "two_flows", 125.0, 2, traffic))
}

fn of_link(summary: &Summary, id: &str) -> f64 {
    summary.bottlenecks[0].forward.number(id).expect("packets")
}

/// 0.8 Mb/s is too much from 60 to 80 s only: 37.5 kB fill at 0.2 Mb/s in 1.5 s, and a quarter is lost in the other 18.5 s.
/// What comes last into the full queue waits 37.5 kB / 0.6 Mb/s.
#[test]
fn a_constant_stream_loses_what_the_lowest_rate_cannot_carry() {
    let traffic = json!({ "kind": "cbr", "rate_bps": 0.8e6, "packet_bytes": 500 });
    let summary = one_flow(traffic);
    let lost = 0.2e6 * 18.5 / (0.8e6 * 100.0);
    let got = number(&summary, "loss");
    assert!((got / lost - 1.0).abs() < 0.01, "{got} {lost}");
    let longest = 0.05 + 37_500.0 * 8.0 / 0.6e6;
    let p999 = number(&summary, "delay_s.p999");
    assert!((p999 / longest - 1.0).abs() < 0.03, "{p999} {longest}");
}

fn tcp(controller: &str, workload: Value) -> Value {
    json!({ "kind": "tcp", "recovery": "rack", "segment_bytes": 960, "header_bytes": 40,
        "congestion_control": controller, "workload": workload })
}

/// The queue holds more than the bandwidth–delay product of 100 ms at each rate, so windows that are halved at a loss
/// leave no pause. BBR needs four cycles of a quarter each to find a rate 2.5 times as high. No delay exceeds that of a
/// full queue at the lowest rate.
#[test]
fn every_controller_follows_the_capacity_and_two_flows_share_it() {
    for (controller, utilization) in [
        ("reno", 0.99),
        ("cubic", 0.99),
        ("vegas", 0.97),
        ("bbr", 0.93),
        ("bbr1", 0.96),
    ] {
        let traffic = tcp(controller, json!({ "kind": "endless" }));
        let cases = [
            (one_flow(traffic.clone()), 37_500.0 * 8.0 / 0.6e6),
            (two_flows(traffic), 75_000.0 * 8.0 / 1e6),
        ];
        for (summary, full_s) in cases {
            let got = of_link(&summary, "utilization");
            assert!(got > utilization, "{controller}: {got}");
            let p999 = number(&summary, "delay_s.p999");
            assert!(p999 < 1.02 * (0.05 + full_s), "{controller}: {p999}");
            let loss = number(&summary, "loss");
            assert!(loss < 0.02 && (controller != "vegas" || loss == 0.0));
            assert!(number(&summary, "jain_index") > 0.99, "{controller}");
        }
    }
}

/// Streams below the lowest rate arrive whole; one above it is buffered by its sender while the rate is low.
#[test]
fn a_stream_over_tcp_arrives_if_its_send_buffer_bridges_the_lowest_rate() {
    let stream = |rate_bps: f64| tcp("cubic", json!({ "kind": "stream", "rate_bps": rate_bps }));
    for (summary, rate_bps) in [
        (one_flow(stream(0.5e6)), 0.5e6),
        (two_flows(stream(0.45e6)), 0.9e6),
    ] {
        assert!((number(&summary, "goodput_bps") / rate_bps - 1.0).abs() < 1e-3);
        assert_eq!(number(&summary, "loss"), 0.0);
    }
    // From 60 to 80 s, (0.9 − 0.96 · 0.6) Mb/s gather: 810 kB.
    let summary = one_flow(stream(0.9e6));
    assert_eq!(number(&summary, "stream.skipped_ratio"), 0.0);
    let mut small = stream(0.9e6);
    small["workload"]["send_buffer_bytes"] = json!(400_000);
    // The rest of them is skipped, of 90 Mb, and some more, since the link also carries repetitions (4 % of 12 Mb).
    let skipped = number(&one_flow(small), "stream.skipped_ratio");
    let wanted = (0.9e6 - 0.576e6) * 20.0 - 400_000.0 * 8.0;
    assert!((1.0..1.2).contains(&(skipped * 90e6 / wanted)), "{skipped}");
}
