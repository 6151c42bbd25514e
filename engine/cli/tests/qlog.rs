//! `bufferlab run --qlog`: the events that qvis reads, with the counts of the run.

use std::collections::BTreeSet;

use bufferlab_core::Lab;
use bufferlab_core::scenario::Scenario;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::common::{bufferlab, bufferlab_reading, file};
use crate::pcapng;

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

/// The schema of a record, `qlog/records.schema.json`.
fn schema() -> Validator {
    let text = include_str!("qlog/records.schema.json");
    let schema = serde_json::from_str(text).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Runs that together have all events: losses, SACK, reordering, marks, and an edit of the rate.
fn scenarios() -> impl Iterator<Item = (&'static str, Value)> {
    pcapng::scenarios().into_iter().take(5).map(|(name, mut scenario)| {
        if name == "sack" {
            scenario["edits"] = json!([{ "at_s": 1, "set": [{ "path": "bottlenecks.r0.rate_bps", "value": 8e6 }] }]);
        }
        (name, scenario)
    })
}

#[test]
fn each_record_fits_the_schema() {
    let schema = schema();
    let mut names = BTreeSet::new();
    for (name, scenario) in scenarios() {
        let path = file(&format!("schema-{name}.sqlog"), b"");
        let outcome = bufferlab_reading(&scenario.to_string(), &["run", "-", "--qlog", &path]);
        assert_eq!(outcome.code, Some(0), "{name}: {}", outcome.stderr);
        let text = std::fs::read_to_string(path).expect("a log in UTF-8");
        for record in records(&text) {
            if let Err(error) = schema.validate(&record) {
                panic!("{name}: {error} in {record}");
            }
            names.extend(record["name"].as_str().map(str::to_owned));
        }
    }
    let expected = [
        "quic:congestion_state_updated",
        "quic:packet_lost",
        "quic:packet_received",
        "quic:packet_sent",
        "quic:recovery_metrics_updated",
        "quic:recovery_parameters_set",
        "simulation:marker",
        "simulation:scenario",
    ];
    assert!(names.iter().eq(expected.iter()), "{names:?}");
}

#[test]
fn a_damaged_record_does_not_fit_the_schema() {
    let schema = schema();
    let (_, text) = logged("damaged.sqlog");
    let records = records(&text);
    for (name, pointer, wrong) in [
        ("quic:packet_sent", "/time", json!("0")),
        ("quic:packet_sent", "/name", json!("quic:packet_send")),
        ("quic:packet_sent", "/data/header/packet_number", json!(-1)),
        (
            "quic:packet_received",
            "/data/frames/0/acked_ranges",
            json!([]),
        ),
        (
            "quic:recovery_parameters_set",
            "/data/timer_granularity",
            json!(0.5),
        ),
        ("quic:congestion_state_updated", "/data/new", Value::Null),
        (
            "quic:recovery_metrics_updated",
            "/data",
            json!({ "cwnd": 1000 }),
        ),
    ] {
        let record = named(&records, name).find(|it| it.pointer(pointer).is_some());
        let mut record = record
            .unwrap_or_else(|| panic!("{name} has {pointer}"))
            .clone();
        assert!(schema.is_valid(&record), "{record}");
        *record.pointer_mut(pointer).expect("found before") = wrong;
        assert!(!schema.is_valid(&record), "{record}");
    }
}

#[test]
fn the_last_window_of_a_log_is_that_of_the_sender() {
    for (name, scenario) in scenarios().filter(|(name, _)| ["reno", "dctcp"].contains(name)) {
        let path = file(&format!("window-{name}.qlog"), b"");
        let args = ["run", "-", "--json", "--qlog", &path];
        let measures = bufferlab_reading(&scenario.to_string(), &args).json();
        let text = std::fs::read_to_string(path).expect("a log in UTF-8");
        let log: Value = serde_json::from_str(&text).expect("JSON");
        let events = log["traces"][0]["events"].as_array().expect("events");
        let lost = named(events, "recovery:packet_lost").count() as u64;
        assert_eq!(
            Some(lost),
            measures["groups"][0]["retransmissions"].as_u64()
        );

        let full_segment = scenario["groups"][0]["traffic"]["segment_bytes"].as_f64();
        let full = full_segment.expect("a number");
        let scenario = Scenario::from_value(scenario).unwrap_or_else(|p| panic!("{p}"));
        let mut lab = Lab::new(&scenario);
        lab.advance(lab.end()).expect("it runs");
        let observed = lab.observed();
        let sender = &observed.flows[0].tcp().expect("TCP").sender;
        let last = |metric: &str| {
            let values = named(events, "recovery:metrics_updated");
            values.filter_map(|it| it["data"][metric].as_f64()).last()
        };
        let close = |logged: Option<f64>, own: f64| {
            let logged = logged.expect("a value");
            assert!((logged - own).abs() < 1.0, "{name}: {logged}, {own}");
        };
        close(last("congestion_window"), sender.window().cwnd * full);
        close(
            last("bytes_in_flight"),
            f64::from(sender.in_flight()) * full,
        );
        let ms = |span: Option<bufferlab_core::time::Span>| span.expect("measured").0 as f64 / 1e9;
        close(last("smoothed_rtt"), ms(sender.rtt().srtt()));
        close(last("latest_rtt"), ms(sender.rtt().latest()));
        let metrics = named(events, "recovery:metrics_updated");
        let samples = metrics.filter_map(|it| it["data"]["latest_rtt"].as_f64());
        assert_eq!(last("min_rtt"), samples.min_by(f64::total_cmp), "{name}");
    }
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
                    let ends = range.as_array().expect("a range");
                    let end = |end: Option<&Value>| end.and_then(Value::as_u64).expect("a number");
                    let (from, to) = (end(ends.first()), end(ends.last()));
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
    for name in ["bytes_in_flight", "min_rtt", "smoothed_rtt", "latest_rtt"] {
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
