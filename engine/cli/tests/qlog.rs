//! `bufferlab run --qlog`: the events that qvis reads, with the counts of the run.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{bufferlab, file};

const RUN: [&str; 6] = ["run", "one-flow", "--duration", "20", "--warmup", "0"];

/// Runs with a log in a file of this name, and returns the measures and the log.
fn logged(name: &str) -> (Value, String) {
    let path = file(name, b"");
    let measures = bufferlab(&[&RUN[..], &["--json", "--qlog", &path]].concat()).json();
    let text = std::fs::read_to_string(path).expect("a log in UTF-8");
    (measures, text)
}

/// Records of a JSON text sequence.
fn records(text: &str) -> Vec<Value> {
    let mut parts = text.split('\u{1e}');
    assert_eq!(parts.next(), Some(""), "each record begins with RS");
    let read = |part: &str| {
        assert!(part.ends_with('\n'), "each record ends with a line feed");
        serde_json::from_str(part).expect("a record is JSON")
    };
    parts.map(read).collect()
}

fn named<'a>(events: &'a [Value], name: &'a str) -> impl Iterator<Item = &'a Value> {
    events.iter().filter(move |event| event["name"] == name)
}

#[test]
fn a_log_counts_what_the_run_counts() {
    let (measures, text) = logged("one.sqlog");
    let records = records(&text);
    assert_eq!(
        records[0]["file_schema"],
        "urn:ietf:params:qlog:file:sequential"
    );
    assert_eq!(records[1]["name"], "simulation:scenario");
    assert!(
        records[1]["data"]["details"]["link"]
            .as_str()
            .is_some_and(|link| link.starts_with("#1.d"))
    );
    let group = &measures["groups"][0];
    let lost = named(&records, "quic:packet_lost").count() as u64;
    assert_eq!(Some(lost), group["retransmissions"].as_u64());
    assert!(lost > 0);
    let times: Vec<f64> = records[1..]
        .iter()
        .filter_map(|it| it["time"].as_f64())
        .collect();
    assert!(
        times.windows(2).all(|pair| pair[0] <= pair[1]),
        "in order of time"
    );
    let numbers: Vec<u64> = named(&records, "quic:packet_sent")
        .filter_map(|it| it["data"]["header"]["packet_number"].as_u64())
        .collect();
    assert!(
        numbers.iter().copied().eq(0..numbers.len() as u64),
        "each transmission has its number"
    );
}

#[test]
fn acknowledged_and_lost_packets_were_sent_before() {
    let (_, text) = logged("ranges.sqlog");
    let mut open = BTreeSet::new();
    for event in records(&text) {
        let packet = event["data"]["header"]["packet_number"].as_u64();
        match event["name"].as_str() {
            Some("quic:packet_sent") => open.extend(packet),
            Some("quic:packet_lost") => {
                assert!(packet.is_some_and(|it| open.remove(&it)), "{event}")
            }
            Some("quic:packet_received") => {
                let ranges = event["data"]["frames"][0]["acked_ranges"].as_array();
                for range in ranges.into_iter().flatten() {
                    let [from, to] = [0, 1].map(|end| range[end].as_u64().expect("a number"));
                    for number in from..=to {
                        assert!(open.remove(&number), "{number} of {event}");
                    }
                }
            }
            _ => {}
        }
    }
    assert!(
        open.len() < 200,
        "{} packets in flight at the end",
        open.len()
    );
}

#[test]
fn a_log_for_qvis_has_the_same_events_in_a_trace_per_flow() {
    let (_, sequence) = logged("same.sqlog");
    let (_, text) = logged("same.qlog");
    let log: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(log["qlog_version"], "0.3");
    let traces = log["traces"].as_array().expect("traces");
    assert_eq!(traces.len(), 1);
    let events = traces[0]["events"].as_array().expect("events");
    let records = records(&sequence);
    assert_eq!(events.len(), records.len() - 1, "all but the head");
    for (event, record) in events.iter().zip(&records[1..]) {
        assert_eq!(event["time"], record["time"]);
    }
    let window = |event: &Value| event["data"]["congestion_window"].as_u64();
    let windows: Vec<u64> = named(events, "recovery:metrics_updated")
        .filter_map(window)
        .collect();
    assert!(windows.len() > 100 && windows.iter().any(|it| *it > 20 * 1000));
    for name in ["bytes_in_flight", "smoothed_rtt", "latest_rtt"] {
        let has = |event: &Value| event["data"][name].is_number();
        assert!(named(events, "recovery:metrics_updated").any(has), "{name}");
    }
}

#[test]
fn a_wrong_file_or_flow_is_refused() {
    for (args, part) in [
        (&["--qlog", "log.json"][..], "ends with .sqlog or .qlog"),
        (
            &["--qlog", "log.qlog", "--qlog-flows", "7"],
            "flow 7 is no flow with TCP",
        ),
        (&["--qlog-flows", "0"], "--qlog"),
        (
            &["--qlog", "a.qlog", "--pcapng", "b.pcapng"],
            "cannot be used with",
        ),
    ] {
        let outcome = bufferlab(&[&RUN[..], args].concat());
        assert_eq!(outcome.code, Some(2), "{args:?}");
        assert!(
            outcome.stderr.contains(part),
            "{args:?}\n{}",
            outcome.stderr
        );
    }
}
