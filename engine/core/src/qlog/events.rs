//! Events of a flow, and the beginnings of files.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::capture::transcript::{Kind, Row};
use crate::sim::capture::sizes;
use crate::tcp::config::TcpConfig;
use crate::tcp::sender::{Phase, Sender};
use crate::time::{Span, Time};

/// Form of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Current draft, JSON text sequences (`.sqlog`).
    Sequence,
    /// Version 0.3 as JSON, for qvis (`.qlog`).
    Qvis,
}

/// Names of events: in the current draft, and in version 0.3.
const NAMES: [[&str; 2]; 8] = [
    ["quic:packet_sent", "transport:packet_sent"],
    ["quic:packet_received", "transport:packet_received"],
    ["quic:packet_lost", "recovery:packet_lost"],
    ["quic:recovery_metrics_updated", "recovery:metrics_updated"],
    [
        "quic:congestion_state_updated",
        "recovery:congestion_state_updated",
    ],
    ["quic:recovery_parameters_set", "recovery:parameters_set"],
    ["simulation:scenario", "simulation:scenario"],
    ["simulation:marker", "simulation:marker"],
];

/// Kind of an event, as a position in [`NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Sent,
    Received,
    Lost,
    Metrics,
    State,
    Parameters,
    Scenario,
    Marker,
}

/// Texts about a log.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Title of the experiment.
    pub title: String,
    /// Link of the experiment, if it fits in one.
    pub link: Option<String>,
    /// Program that writes the log, with its version.
    pub application: String,
}

/// Flow of a log, with what its events depend on.
#[derive(Clone, Debug)]
pub struct FlowLog {
    form: Form,
    flow: u32,
    /// Number of the next packet.
    next: u64,
    /// Number of the next acknowledgment, which is a packet of the receiver.
    next_ack: u64,
    /// Segments that are not acknowledged: connection and first byte, byte after the last, and latest packet.
    sent: BTreeMap<(u32, u64), (u64, u64)>,
    metrics: Map<String, Value>,
    /// Smallest round-trip time so far.
    min_rtt: Option<Span>,
    state: Option<&'static str>,
    has_parameters: bool,
}

impl FlowLog {
    /// Creates the log of a flow.
    #[must_use]
    pub fn new(form: Form, flow: u32) -> FlowLog {
        FlowLog {
            form,
            flow,
            next: 0,
            next_ack: 0,
            sent: BTreeMap::new(),
            metrics: Map::new(),
            min_rtt: None,
            state: None,
            has_parameters: false,
        }
    }

    /// Returns the events of a packet at its sender.
    pub fn packet(&mut self, row: &Row) -> Vec<Value> {
        match row.kind {
            Kind::Ack | Kind::DuplicateAck | Kind::SynAck => vec![self.received(row)],
            Kind::Segment | Kind::Retransmission | Kind::Syn => self.sent(row),
            Kind::Datagram => Vec::new(),
        }
    }

    /// Returns the events of changes in the state of the sender.
    pub fn state(&mut self, at: Time, sender: &Sender, config: &TcpConfig) -> Vec<Value> {
        let mut events = Vec::new();
        if !self.has_parameters {
            self.has_parameters = true;
            events.push(self.event(at, Name::Parameters, parameters(config)));
        }
        let state = state_of(sender);
        if self.state != Some(state) {
            let mut data = json!({ "new": state });
            if let Some(before) = self.state.replace(state) {
                data["old"] = json!(before);
            }
            events.push(self.event(at, Name::State, data));
        }
        let mut metrics = metrics_of(sender, config);
        self.min_rtt = self.min_rtt.into_iter().chain(sender.rtt().latest()).min();
        if let Some(least) = self.min_rtt {
            metrics.insert("min_rtt".to_owned(), json!(span_ms(least)));
        }
        let changed: Map<String, Value> = metrics
            .iter()
            .filter(|(name, value)| self.metrics.get(*name) != Some(value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        if !changed.is_empty() {
            self.metrics = metrics;
            events.push(self.event(at, Name::Metrics, Value::Object(changed)));
        }
        events
    }

    fn sent(&mut self, row: &Row) -> Vec<Value> {
        let (start, end) = row.bytes;
        let number = self.next;
        self.next += 1;
        let before = self.sent.insert((row.connection, start), (end, number));
        let mut events = Vec::new();
        if let Some((_, lost)) = before.filter(|_| row.kind == Kind::Retransmission) {
            events.push(self.event(row.at, Name::Lost, json!({ "header": header(lost) })));
        }
        let mut data = json!({ "header": header(number), "raw": { "length": row.size } });
        if row.kind != Kind::Syn {
            let mut frame =
                json!({ "frame_type": "stream", "stream_id": row.connection, "offset": start });
            match self.form {
                Form::Sequence => frame["raw"] = json!({ "payload_length": end - start }),
                Form::Qvis => frame["length"] = json!(end - start),
            }
            data["frames"] = json!([frame]);
        }
        events.push(self.event(row.at, Name::Sent, data));
        events
    }

    fn received(&mut self, row: &Row) -> Value {
        let number = self.next_ack;
        self.next_ack += 1;
        let acked = self.acknowledge(row);
        let mut data = json!({ "header": header(number), "raw": { "length": row.size } });
        // A duplicate acknowledgment without blocks acknowledges nothing new.
        if !acked.is_empty() {
            data["frames"] =
                json!([{ "frame_type": "ack", "acked_ranges": ranges(self.form, &acked) }]);
        }
        self.event(row.at, Name::Received, data)
    }

    /// Removes the segments that an acknowledgment covers; returns their latest packets, in order.
    fn acknowledge(&mut self, row: &Row) -> Vec<u64> {
        let connection = row.connection;
        let all = || (connection, 0)..(connection, u64::MAX);
        let mut covered = vec![(0, row.bytes.0)];
        covered.extend(row.blocks.iter().filter(|(start, end)| end > start));
        let keys: Vec<(u32, u64)> = self
            .sent
            .range(all())
            .filter(|((_, start), (end, _))| {
                covered
                    .iter()
                    .any(|(from, until)| from <= start && end <= until)
            })
            .map(|(key, _)| *key)
            .collect();
        // A flow that has opened another connection does not hear of earlier ones.
        self.sent.retain(|(of, _), _| *of + 1 >= connection);
        let packets = keys.iter().filter_map(|key| self.sent.remove(key));
        let mut packets: Vec<u64> = packets.map(|(_, packet)| packet).collect();
        packets.sort_unstable();
        packets
    }

    fn event(&self, at: Time, name: Name, data: Value) -> Value {
        event(self.form, at, Some(self.flow), name, data)
    }
}

/// Returns the head of a log in the current draft.
#[must_use]
pub fn head(about: &About) -> Value {
    json!({
        "file_schema": "urn:ietf:params:qlog:file:sequential",
        "serialization_format": "application/qlog+json-seq",
        "title": about.title,
        "description": about.application,
        "trace": {
            "vantage_point": { "name": about.application, "type": "client" },
            "event_schemas": ["urn:ietf:params:qlog:events:quic-13"],
            "common_fields": {
                "time_format": "relative_to_epoch",
                "reference_time": { "clock_type": "monotonic", "epoch": "unknown" },
            },
        },
    })
}

/// Returns the beginning of a log of version 0.3, without its traces.
#[must_use]
pub fn head_for_qvis(about: &About) -> Value {
    json!({
        "qlog_version": "0.3",
        "qlog_format": "JSON",
        "title": about.title,
        "description": about.application,
    })
}

/// Returns the trace of a flow for version 0.3, without its events.
#[must_use]
pub fn trace_for_qvis(flow: u32, name: &str) -> Value {
    json!({
        "title": name,
        "vantage_point": { "name": name, "type": "client" },
        "common_fields": {
            "ODCID": format!("{flow:08x}"),
            "time_format": "relative",
            "reference_time": 0,
            "protocol_type": ["QUIC"],
        },
    })
}

/// Returns the event that names the experiment.
#[must_use]
pub fn scenario_event(form: Form, about: &About) -> Value {
    let mut data = json!({ "name": about.title });
    if let Some(link) = &about.link {
        data["details"] = json!({ "link": link });
    }
    event(form, Time::ZERO, None, Name::Scenario, data)
}

/// Returns the event of an edit of the scenario.
#[must_use]
pub fn edit_event(form: Form, at: Time, edit: &Value) -> Value {
    event(
        form,
        at,
        None,
        Name::Marker,
        json!({ "type": "edit", "message": edit.to_string() }),
    )
}

fn event(form: Form, at: Time, flow: Option<u32>, name: Name, data: Value) -> Value {
    let names = NAMES[name as usize];
    let mut event = json!({ "time": milliseconds(at), "name": names[form as usize], "data": data });
    if let Some(flow) = flow {
        event["group_id"] = json!(format!("flow {flow}"));
    }
    event
}

/// Returns a time in milliseconds, the unit of qlog.
fn milliseconds(at: Time) -> f64 {
    at.0 as f64 / 1e9
}

fn span_ms(span: Span) -> f64 {
    span.0 as f64 / 1e9
}

fn header(packet: u64) -> Value {
    json!({ "packet_type": "1RTT", "packet_number": packet })
}

/// Returns numbers in order as ranges. In the current draft a single number stands alone; qvis reads both ends.
fn ranges(form: Form, numbers: &[u64]) -> Vec<Vec<u64>> {
    let mut ranges: Vec<[u64; 2]> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some([_, end]) if *end + 1 == number => *end = number,
            _ => ranges.push([number, number]),
        }
    }
    let as_listed = |[first, last]: [u64; 2]| match form {
        Form::Sequence if first == last => vec![first],
        _ => vec![first, last],
    };
    ranges.into_iter().map(as_listed).collect()
}

fn parameters(config: &TcpConfig) -> Value {
    let full = f64::from(sizes(config).1);
    json!({
        "max_datagram_size": config.wire_bytes(),
        "initial_congestion_window": (config.initial_window_packets * full).round() as u64,
        "minimum_congestion_window": full as u64,
        "initial_rtt": config.initial_rto_s * 1e3,
        // A whole number, as the schema has it.
        "timer_granularity": (config.clock_granularity_s * 1e3).ceil() as u64,
    })
}

/// Returns the state of the sender by the names that RFC 9002 gives.
fn state_of(sender: &Sender) -> &'static str {
    match sender.phase() {
        Phase::Recovery { .. } => "recovery",
        _ if sender.window().in_slow_start() => "slow_start",
        _ => "congestion_avoidance",
    }
}

fn metrics_of(sender: &Sender, config: &TcpConfig) -> Map<String, Value> {
    let full = f64::from(sizes(config).1);
    let bytes = |packets: f64| json!((packets * full).round() as u64);
    let window = sender.window();
    let mut metrics = Map::new();
    let mut set = |name: &str, value: Value| metrics.insert(name.to_owned(), value);
    set("congestion_window", bytes(window.cwnd));
    if window.ssthresh < window.max {
        set("ssthresh", bytes(window.ssthresh));
    }
    set("bytes_in_flight", bytes(f64::from(sender.in_flight())));
    set("packets_in_flight", json!(sender.in_flight()));
    let rtt = sender.rtt();
    if let (Some(smoothed), Some(latest)) = (rtt.srtt(), rtt.latest()) {
        set("smoothed_rtt", json!(span_ms(smoothed)));
        set("latest_rtt", json!(span_ms(latest)));
    }
    if let Some(rate) = sender.pacing_rate(config) {
        set(
            "pacing_rate",
            json!((rate * f64::from(config.wire_bytes()) * 8.0).round() as u64),
        );
    }
    metrics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::transcript::Fate;

    fn row(place: u64, kind: Kind, bytes: (u64, u64)) -> Row {
        Row {
            place,
            at: Time(place * 1_000_000_000),
            kind,
            fate: Fate::InFlight,
            connection: 0,
            number: 0,
            bytes,
            window_end: None,
            blocks: [(0, 0); 3],
            size: 1500,
            ecn: 0,
            ecn_flags: 0,
        }
    }

    #[test]
    fn each_transmission_has_a_number_and_a_repetition_loses_the_one_before() {
        let mut log = FlowLog::new(Form::Qvis, 3);
        log.packet(&row(0, Kind::Segment, (1, 1001)));
        log.packet(&row(1, Kind::Segment, (1001, 2001)));
        let again = log.packet(&row(5, Kind::Retransmission, (1, 1001)));
        assert_eq!(again[0]["name"], "recovery:packet_lost");
        assert_eq!(again[0]["data"]["header"]["packet_number"], 0);
        assert_eq!(again[1]["name"], "transport:packet_sent");
        assert_eq!(again[1]["data"]["header"]["packet_number"], 2);
        assert_eq!(again[1]["time"], 5.0);
        assert_eq!(again[1]["group_id"], "flow 3");
    }

    #[test]
    fn acknowledgments_name_the_packets_that_they_cover_first() {
        let mut log = FlowLog::new(Form::Sequence, 0);
        for place in 0..5 {
            log.packet(&row(
                place,
                Kind::Segment,
                (1 + 1000 * place, 1001 + 1000 * place),
            ));
        }
        let mut selective = row(6, Kind::DuplicateAck, (1001, 1001));
        selective.blocks[0] = (2001, 4001);
        let frames = |events: &[Value]| events[0]["data"]["frames"][0].clone();
        let first = frames(&log.packet(&selective));
        assert_eq!(first["acked_ranges"], json!([[0], [2, 3]]));
        let again = frames(&log.packet(&selective));
        assert!(again.is_null(), "nothing new: {again}");
        let last = frames(&log.packet(&row(8, Kind::Ack, (5001, 5001))));
        assert_eq!(last["acked_ranges"], json!([[1], [4]]));
    }
}
