//! Properties of trace files: a file gives a trace in order of time, or an error with its place.

use std::sync::Arc;

use bufferlab_core::Simulation;
use bufferlab_core::rng::Rng;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::{Span, Time};
use bufferlab_core::trace::{
    Content, LENGTH_S, SHORTEST, STEPS, Trace, TraceError, Traces, capture, measured, read, table,
    vectors::{self, End},
};
use bufferlab_core::traffic::Traffic;
use serde_json::json;

/// Frames of a video.
pub fn video(bytes: &[u8]) {
    holds("video", Content::Frames, read(Content::Frames, bytes));
}

/// A table of packets.
pub fn packets(bytes: &[u8]) {
    let read = table::read(bytes, &table::PACKETS, None);
    holds("packet_trace", Content::Packets, read);
}

/// A table of rates.
pub fn rates(bytes: &[u8]) {
    holds("rate_curve", Content::Rates, read(Content::Rates, bytes));
}

/// Opportunities of a link: their number is that of the lines.
pub fn opportunities(bytes: &[u8]) {
    match read(Content::Opportunities, bytes) {
        Ok(trace) => {
            is_in_order(&trace);
            assert!(trace.total() >= 1.0 && trace.total() <= bytes.len() as f64);
        }
        Err(error) => has_a_place(&error),
    }
}

/// Connection vectors of either text: what was read is walked as a run walks it, and some of it is run.
pub fn vectors(bytes: &[u8]) {
    match read(Content::Vectors, bytes) {
        Ok(trace) => {
            is_in_order(&trace);
            walks(&trace);
            replays(trace);
        }
        Err(error) => has_a_place(&error),
    }
}

fn walks(trace: &Trace) {
    let (number, bytes) = vectors::count(trace);
    assert!(number > 0 && bytes >= 1.0);
    let (mut place, mut found) = (0, 0);
    while let Some((initiator, next)) = vectors::script(trace, place, End::Initiator) {
        let (acceptor, _) = vectors::script(trace, place, End::Acceptor).expect("it has two ends");
        assert_eq!(initiator.comes as usize, acceptor.units.len());
        assert_eq!(acceptor.comes as usize, initiator.units.len());
        assert!(initiator.comes + acceptor.comes > 0);
        for (script, other) in [(&initiator, &acceptor), (&acceptor, &initiator)] {
            let can_hear = |unit: &vectors::Unit| unit.heard as usize <= other.units.len();
            assert!(script.units.iter().all(|it| it.bytes > 0 && can_hear(it)));
            assert!(script.loss >= 0.0 && script.loss < 1.0);
        }
        (place, found) = (next, found + 1);
    }
    assert_eq!((place, found), (trace.steps().len(), number));
}

/// A second of it, at most so many events.
fn replays(trace: Trace) {
    let sha256 = "0".repeat(64);
    let mut scenario = Scenario::from_value(json!({
        "duration_s": 1, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e6, "delay_s": 0.01,
            "queue": { "kind": "drop_tail", "limit_packets": 20 } }],
        "groups": [{ "id": "g", "count": 3, "access": { "rate_bps": 1e7, "delay_s": 0.001 },
            "traffic": { "kind": "tcp", "workload": { "kind": "tmix",
                "trace": { "name": "file", "sha256": sha256 } } } }],
    }))
    .expect("it is a scenario");
    let mut traces = Traces::default();
    traces.add(&sha256, Content::Vectors, Arc::new(trace));
    scenario.attach(&traces);
    let mut run = Simulation::new(&scenario);
    run.advance_by(run.end(), 3_000).expect("few packets");
    assert_eq!(run.check_conservation().fault(), None);
}

/// A capture of either container. Its first bytes distinguish it from a table, as for files.
pub fn capture(bytes: &[u8]) {
    let read = if capture::is_capture(bytes.get(..4).unwrap_or_default()) {
        read(Content::Packets, bytes)
    } else {
        capture::read(bytes)
    };
    holds("packet_trace", Content::Packets, read);
}

/// Checks that the result is a trace that can be replayed, or an error with a place.
fn holds(kind: &str, content: Content, read: Result<Trace, TraceError>) {
    match read {
        Ok(trace) => {
            is_in_order(&trace);
            let steps = trace.steps();
            assert!(
                steps
                    .iter()
                    .all(|step| step.amount >= 0.0 && step.amount <= 1e13)
            );
            plays(kind, content, Arc::new(trace));
        }
        Err(error) => has_a_place(&error),
    }
}

/// A measured run: a document of another tool or a table, with times in order, or an error with its place.
pub fn measured(bytes: &[u8]) {
    for chosen in ["", "1", "2,ms"] {
        let time = measured::TimeColumn::chosen(chosen).expect("a choice");
        match measured::read(bytes, time) {
            Ok(run) => is_a_run(&run),
            Err(error) => has_a_place(&error),
        }
    }
}

fn is_a_run(run: &measured::Measured) {
    assert!(!run.series.is_empty() && run.series.len() <= measured::SERIES);
    assert!(run.length_s() <= LENGTH_S);
    for axis in &run.axes {
        let times = &axis.starts_s;
        assert!(times.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(times.first().is_none_or(|&first| first >= 0.0));
        assert!(times.last().is_none_or(|&last| last <= axis.end_s));
    }
    for series in &run.series {
        assert_eq!(series.values.len(), run.axes[series.axis].starts_s.len());
        let there = series.values.iter().filter(|value| !value.is_nan());
        assert_eq!(there.clone().count(), series.count);
        assert!(
            series.count > 0
                && there
                    .into_iter()
                    .all(|value| value.abs() <= measured::LARGEST)
        );
    }
    assert!(run.about().to_string().len() > 20);
}

fn is_in_order(trace: &Trace) {
    let steps = trace.steps();
    assert!(!steps.is_empty() && steps.len() <= STEPS);
    assert_eq!(steps[0].at, Span::ZERO);
    assert!(steps.windows(2).all(|pair| pair[0].at <= pair[1].at));
    assert!(trace.length() >= SHORTEST && trace.length().s() <= LENGTH_S);
}

fn has_a_place(error: &TraceError) {
    let place = error.place.split(' ').collect::<Vec<_>>();
    let is_place = match place[..] {
        [""] => true,
        ["line" | "byte", number] => number.parse::<u64>().is_ok(),
        _ => false,
    };
    assert!(is_place && error.message.len() > 5, "{error:?}");
}

/// A source that plays the trace from anywhere goes on in time.
fn plays(kind: &str, content: Content, trace: Arc<Trace>) {
    let sha256 = "0".repeat(64);
    let file = json!({ "name": "file", "sha256": sha256 });
    let mut fields = json!({
        "kind": kind, "trace": file, "scale": 1.5, "speed": 2.0, "spread": true,
        "random_gaps": true, "random_start": true, "packet_bytes": 200.0,
    });
    if kind == "packet_trace" {
        for name in ["scale", "spread", "random_gaps", "packet_bytes"] {
            fields.as_object_mut().map(|fields| fields.remove(name));
        }
    }
    let mut traffic: Traffic = serde_json::from_value(fields).expect("these are parameters");
    let mut traces = Traces::default();
    traces.add(&sha256, content, trace);
    if let Some((file, content)) = traffic.file() {
        file.attach(content, &traces);
    }
    let mut rng = Rng::for_component(1, "fuzz", 0);
    let mut source = traffic.start().expect("it is a source");
    let mut due = source.first(Time::ZERO, &mut rng);
    for _ in 0..200 {
        let next = source.next(due.at, &mut rng);
        assert!(
            next.at > due.at || due.at == Time::NEVER,
            "{due:?} {next:?}"
        );
        due = next;
    }
}
