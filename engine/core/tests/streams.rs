//! Streams: applications that write data at a constant rate into a TCP connection with a send buffer.

use bufferlab_core::Lab;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::Time;
use serde_json::{Value, json};

use crate::support::{number, summary_of};

/// One stream over a link of 10 Mb/s with a round trip of 100 ms and room for everything; of a packet, 96 % is data.
fn document(workload: Value, tcp: Value) -> Value {
    let mut traffic =
        json!({ "kind": "tcp", "recovery": "sack", "segment_bytes": 960, "header_bytes": 40 });
    for (name, value) in tcp.as_object().expect("fields") {
        traffic[name] = value.clone();
    }
    traffic["workload"] = workload;
    traffic["workload"]["kind"] = json!("stream");
    json!({
        "duration_s": 60, "warmup_s": 20,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.05,
            "queue": { "kind": "drop_tail", "limit_packets": 1000 } }],
        "groups": [{ "id": "a", "access": { "rate_bps": 1e9 }, "traffic": traffic }],
    })
}

fn near(got: f64, wanted: f64, within: f64) {
    assert!(
        (got / wanted - 1.0).abs() < within,
        "{got} instead of {wanted}"
    );
}

/// Each byte waits a round trip for its acknowledgment, so by Little's law the send buffer holds rate · round trip; each
/// write finds it without itself.
#[test]
fn a_stream_that_fits_arrives_at_the_rate_at_which_it_is_written() {
    for (controller, recovery, pacing) in [
        ("reno", "newreno", "none"),
        ("reno", "tahoe", "none"),
        ("cubic", "rack", "linux"),
        ("bbr", "rack", "none"),
        ("bbr1", "sack", "none"),
        ("vegas", "reno", "none"),
    ] {
        let tcp =
            json!({ "congestion_control": controller, "recovery": recovery, "pacing": pacing });
        let summary = summary_of(document(json!({ "rate_bps": 4e6 }), tcp));
        near(number(&summary, "goodput_bps"), 4e6, 2e-3);
        assert_eq!(number(&summary, "stream.skipped_ratio"), 0.0);
        let backlog = number(&summary, "stream.mean_backlog_bytes");
        let round_trip_s = 0.1 + 8.0 * 1000.0 / 1e7;
        near(backlog, 4e6 / 8.0 * round_trip_s, 0.02);
    }
}

/// More is written than the link carries: the backlog reaches the send buffer, and what the link cannot carry is skipped.
#[test]
fn a_stream_that_does_not_fit_fills_the_send_buffer_and_skips_the_rest() {
    let workload = json!({ "rate_bps": 12e6, "send_buffer_bytes": 500_000 });
    let summary = summary_of(document(workload, json!({})));
    near(number(&summary, "goodput_bps"), 9.6e6, 2e-3);
    near(
        number(&summary, "stream.skipped_ratio"),
        1.0 - 9.6 / 12.0,
        0.01,
    );
    let backlog = number(&summary, "stream.mean_backlog_bytes");
    assert!(
        (500_000.0 - 2.0 * 960.0..=500_000.0).contains(&backlog),
        "{backlog}"
    );
}

/// On an idle network a segment is delivered after its transmissions and its propagation, like each packet. Behind a full
/// send buffer it waits for the buffer to drain (Little's law), less the way of the acknowledgment back.
#[test]
fn the_time_from_write_to_delivery_is_the_wait_in_the_send_buffer_and_the_delay() {
    let at_once = json!({ "initial_window_packets": 60, "handshake": false });
    let summary = summary_of(document(json!({ "rate_bps": 4e6 }), at_once));
    let alone_s = 0.05 + 8.0 * 1000.0 * (1.0 / 1e7 + 1.0 / 1e9);
    near(number(&summary, "delivery_s.mean"), alone_s, 1e-9);
    near(number(&summary, "delivery_s.p99"), alone_s, 1e-3);
    near(number(&summary, "delay_s.mean"), alone_s, 1e-9);
    let workload = json!({ "rate_bps": 12e6, "send_buffer_bytes": 500_000 });
    let summary = summary_of(document(workload, json!({})));
    let drained_s = 8.0 * 500_000.0 / 9.6e6;
    near(number(&summary, "delivery_s.mean"), drained_s - 0.05, 0.01);
}

/// A lost segment holds back those behind it until its repetition arrives, a round trip later. Their packets are not late.
#[test]
fn a_loss_delays_the_delivery_of_the_segments_behind_it() {
    let mut document = document(json!({ "rate_bps": 4e5 }), json!({ "recovery": "rack" }));
    document["bottlenecks"][0]["line"] = json!({ "kind": "independent", "loss": 0.005 });
    let summary = summary_of(document);
    near(number(&summary, "delay_s.p99"), 0.0508, 0.02);
    let p99_s = number(&summary, "delivery_s.p99");
    assert!((0.12..0.3).contains(&p99_s), "{p99_s}");
}

/// A file is with the receiving application when its last segment is. Its sender learns it by the acknowledgment, which
/// crosses the reverse path.
#[test]
fn a_file_is_delivered_before_its_last_acknowledgment_arrives() {
    // With losses files take different times, and a file that ends with the run is in one mean only.
    let lossy = json!({ "kind": "independent", "loss": 0.01 });
    for (line, within) in [(json!("clean"), 1e-9), (lossy, 0.02)] {
        let mut document = document(json!({}), json!({ "recovery": "sack" }));
        let sizes = json!({ "kind": "closed_loop", "size_bytes": 48_000, "think_s": 0.2 });
        document["groups"][0]["traffic"]["workload"] = sizes;
        document["bottlenecks"][0]["line"] = line;
        let summary = summary_of(document);
        let back_s = 0.05 + 8.0 * 40.0 * (1.0 / 1e7 + 1.0 / 1e9);
        let transfer_s = number(&summary, "transfers.mean_s");
        near(
            number(&summary, "delivery_s.mean"),
            transfer_s - back_s,
            within,
        );
        assert!(number(&summary, "delivery_s.p50") <= number(&summary, "delivery_s.p99"));
    }
}

/// A send buffer below the bandwidth–delay product bounds the rate to buffer / round trip, as a window would.
#[test]
fn a_small_send_buffer_bounds_the_rate() {
    let workload = json!({ "rate_bps": 12e6, "send_buffer_bytes": 60_000 });
    let summary = summary_of(document(workload, json!({})));
    let round_trip_s = 0.1 + 8.0 * 1000.0 / 1e7;
    let segments = f64::floor(60_000.0 / 960.0);
    near(
        number(&summary, "goodput_bps"),
        segments * 960.0 * 8.0 / round_trip_s,
        0.02,
    );
}

/// 4 Mb/s need 53 segments in flight, for which there is room at once, without a backlog of the handshake. In slow start the window stops at twice that, since the application limits it
/// (RFC 7661), and a stream with a pause after each segment restarts with the initial window (RFC 5681 Section 4.1).
#[test]
fn the_window_of_a_stream_grows_no_further_than_it_is_used() {
    let at_once = json!({ "initial_window_packets": 60, "handshake": false });
    let summary = summary_of(document(json!({ "rate_bps": 4e6 }), at_once));
    let window = number(&summary, "mean_cwnd_packets");
    assert!((60.0..=108.0).contains(&window), "{window}");
    let restarts = json!({ "idle_restart": "restart_window", "initial_window_packets": 4 });
    // A segment each 3.84 s.
    let summary = summary_of(document(json!({ "rate_bps": 2e3 }), restarts));
    near(number(&summary, "goodput_bps"), 2e3, 0.06);
    assert!(number(&summary, "mean_cwnd_packets") <= 5.0);
}

/// A stream of a bit per second would write its next segment after two hours.
#[test]
fn a_stream_follows_a_change_of_its_rate_at_once_and_goes_on_after_a_pause() {
    let scenario = |workload: Value, schedule: Value| {
        let mut document = document(workload, json!({ "handshake": true }));
        document["warmup_s"] = json!(0);
        document["groups"][0]["schedule"] = schedule;
        Scenario::from_value(document).expect("a scenario")
    };
    let received = |lab: &mut Lab, until_s: f64| {
        lab.advance(Time::from_s(until_s)).expect("few packets");
        lab.observed().flows[0].counters.in_order_bytes as f64
    };
    let mut lab = Lab::new(&scenario(json!({ "rate_bps": 1 }), json!([])));
    assert_eq!(received(&mut lab, 20.0), 960.0);
    let patch = Patch {
        path: "groups.a.traffic.workload.rate_bps".to_owned(),
        value: json!(4e6),
    };
    lab.edit(&[patch]).expect("a live parameter");
    near(received(&mut lab, 40.0), 4e6 / 8.0 * 20.0, 0.02);
    let schedule = json!([{ "at_s": 10, "flows": 0 }, { "at_s": 30, "flows": 1 }]);
    let mut lab = Lab::new(&scenario(json!({ "rate_bps": 1e6 }), schedule));
    near(received(&mut lab, 20.0), 1e6 / 8.0 * 10.0, 0.02);
    near(received(&mut lab, 50.0), 1e6 / 8.0 * 30.0, 0.02);
}
