//! Runs of iperf3, as `iperf3 -J` prints them: one object per interval, with one object per stream.
//!
//! Source: `iperf_print_intermediate` and `print_interval_results` of `iperf_api.c` of iperf 3.12 to 3.19. `bits_per_second` is
//! of the payload; `snd_cwnd` is in bytes and `rtt` in microseconds, both of `TCP_INFO` at the end of the interval. Intervals of
//! the option `--omit` are left out.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::super::{Note, TraceError};
use super::json::{self, List, Number, Text};
use super::{Axis, Measured, Role, Series, check_time, kernel_of};

#[derive(Deserialize, Default)]
#[serde(default)]
struct Document {
    start: json::Any<Start>,
    intervals: List<Interval, 1_000_000>,
    end: json::Any<End>,
    error: Text,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Start {
    version: Text,
    system_info: Text,
    tcp_mss_default: Number,
    tcp_mss: Number,
    test_start: json::Any<TestStart>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct TestStart {
    protocol: Text,
    reverse: Number,
    bidir: Number,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Interval {
    /// iperf3 runs at most 128 streams.
    streams: List<Stream, 256>,
}

/// Interval of a stream. Its fields are on the heap only if it has any, so that empty objects take little memory.
#[derive(Default)]
struct Stream(Option<Box<Fields>>);

#[derive(Deserialize, Default)]
#[serde(default)]
struct Fields {
    socket: Number,
    start: Number,
    end: Number,
    bits_per_second: Number,
    retransmits: Number,
    snd_cwnd: Number,
    rtt: Number,
    omitted: Option<json::Any<bool>>,
    sender: Option<json::Any<bool>>,
}

impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Stream, D::Error> {
        let fields = Fields::deserialize(from)?;
        let has_any = fields.start != Number::default() || fields.end != Number::default();
        Ok(Stream(has_any.then(|| Box::new(fields))))
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct End {
    sender_tcp_congestion: Text,
    receiver_tcp_congestion: Text,
}

/// One stream: its axis and quantities.
#[derive(Default)]
struct Rows {
    axis: Axis,
    throughput: Vec<f64>,
    rtt: Vec<f64>,
    window: Vec<f64>,
}

/// Reads the output of `iperf3 -J`.
///
/// # Errors
/// What is wrong with the document, and where.
pub fn read(bytes: &[u8]) -> Result<Measured, TraceError> {
    let document: Document = json::parsed(bytes, "output of iperf3 -J")?;
    let start = document.start.0.unwrap_or_default();
    let end = document.end.0.unwrap_or_default();
    let test = start.test_start.0.unwrap_or_default();
    if document.intervals.0.is_empty() {
        let why = document.error.0;
        return Err(TraceError::of_file(if why.is_empty() {
            "is an output of iperf3 without intervals; accepted is that of iperf3 -J, with -i above 0"
                .to_owned()
        } else {
            format!("is an output of iperf3 without intervals; iperf3 says: {why}")
        }));
    }
    let mut notes = Vec::new();
    if !document.error.0.is_empty() {
        let said = format!("iperf3 ended with an error: {}.", document.error.0);
        notes.push(Note::new(said, "The run may be incomplete."));
    }
    let mss = [start.tcp_mss_default, start.tcp_mss];
    let mss = mss.iter().find_map(|it| it.get()).filter(|&mss| mss >= 1.0);
    let mut streams: BTreeMap<(bool, i64), Rows> = BTreeMap::new();
    let (mut omitted, mut wrong, mut empty, mut retransmits) = (0, 0, 0, None);
    for (i, interval) in document.intervals.0.iter().enumerate() {
        for (k, stream) in interval.streams.0.iter().enumerate() {
            let Some(stream) = &stream.0 else {
                empty += 1;
                continue;
            };
            if is_true(stream.omitted.as_ref()) == Some(true) {
                omitted += 1;
                continue;
            }
            let fields = [stream.bits_per_second, stream.snd_cwnd, stream.rtt];
            wrong += fields.iter().filter(|it| it.wrong).count();
            let is_sender = is_true(stream.sender.as_ref()).unwrap_or(true);
            let socket = stream.socket.get().unwrap_or(-1.0) as i64;
            let rows = streams.entry((!is_sender, socket)).or_default();
            let place = |what: &str, why: &str| {
                TraceError::of_file(format!("intervals[{i}].streams[{k}].{what}: {why}"))
            };
            let (from, to) = (stream.start, stream.end);
            let from = from
                .get()
                .ok_or_else(|| place("start", "must be a number"))?;
            let to = to.get().ok_or_else(|| place("end", "must be a number"))?;
            check_time(rows.axis.starts_s.last().copied(), from)
                .map_err(|it| place("start", &it))?;
            check_time(Some(from), to).map_err(|it| place("end", &it))?;
            rows.axis.starts_s.push(from);
            rows.axis.end_s = to.max(rows.axis.end_s);
            rows.throughput.push(stream.bits_per_second.value);
            rows.rtt.push(stream.rtt.value);
            rows.window
                .push(mss.map_or(f64::NAN, |mss| stream.snd_cwnd.value / mss));
            if let Some(more) = stream.retransmits.get() {
                retransmits = Some(retransmits.unwrap_or(0.0) + more);
            }
        }
    }
    let protocol = test.protocol.0;
    note(
        &mut notes,
        omitted,
        "intervals of the start-up phase (--omit) were left out",
    );
    note(
        &mut notes,
        empty,
        "entries of streams without start and end were left out",
    );
    note(
        &mut notes,
        wrong,
        "values that are no number, or too large, were left out",
    );
    let is_tcp = protocol.is_empty() || protocol.eq_ignore_ascii_case("tcp");
    if is_tcp {
        notes.push(match mss {
            Some(mss) => Note::new(
                format!("Windows are converted from bytes to packets of {mss} bytes (tcp_mss_default)."),
                "",
            ),
            None => Note::new(
                "Windows (snd_cwnd) were left out: the file names no size of segments (tcp_mss_default).",
                "",
            ),
        });
    }
    notes.push(Note::new(
        "iperf3 counts payload: throughput is without headers, that of a simulated run with them.",
        "",
    ));
    let mut measured = Measured {
        tool: "iperf3",
        title: super::text(&format!("{} {protocol}", start.version.0)),
        kernel: kernel_of(&start.system_info.0),
        retransmissions: retransmits,
        ..Measured::default()
    };
    for name in [end.sender_tcp_congestion.0, end.receiver_tcp_congestion.0] {
        // That of the receiver says nothing about senders, unless they are there.
        let counts = measured.controllers.is_empty() && !name.is_empty();
        if counts {
            measured.controllers.push(name);
        }
    }
    let both = test.bidir.get().unwrap_or(0.0) > 0.0 || test.reverse.get().unwrap_or(0.0) > 0.0;
    for (i, ((receives, _), rows)) in streams.into_iter().enumerate() {
        let axis = measured.axes.len();
        measured.axes.push(rows.axis);
        let reverse = if receives && both { ", reverse" } else { "" };
        let mut add = |what: &str, unit: &'static str, role: Role, values: Vec<f64>| {
            measured.series.push(Series {
                name: format!("stream {}{reverse}: {what}", i + 1),
                unit,
                role,
                id: String::new(),
                axis,
                count: 0,
                values,
            });
        };
        add("throughput", "b/s", Role::Throughput, rows.throughput);
        // Only senders of TCP have these.
        if rows.rtt.iter().any(|it| !it.is_nan()) {
            add("round-trip time", "µs", Role::Rtt, rows.rtt);
        }
        if rows.window.iter().any(|it| !it.is_nan()) {
            add("congestion window", "packets", Role::Window, rows.window);
        }
    }
    measured.notes = notes;
    Ok(measured)
}

fn is_true(field: Option<&json::Any<bool>>) -> Option<bool> {
    field.and_then(|it| it.0)
}

fn note(notes: &mut Vec<Note>, count: usize, what: &str) {
    if count > 0 {
        notes.push(Note::new(format!("{count} {what}."), ""));
    }
}
