//! Log of a run, which grows with it: the events of its flows as a file, piece by piece.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use super::events::{self, About, FlowLog, Form};
use crate::capture::transcript::Transcript;
use crate::scenario::{Edit, Scenario};
use crate::sim::Observed;
use crate::sim::capture::{Captured, Point, Selection};
use crate::time::Time;
use crate::traffic::Traffic;

/// Events of a run between two looks at the senders, whose state may change with each.
pub const EVENTS_AT_ONCE: u64 = 1;

/// Returns the numbers of the flows of each group with TCP.
#[must_use]
pub fn tcp_flows(scenario: &Scenario) -> Vec<Range<u32>> {
    let mut first = 0;
    let mut flows = Vec::new();
    for group in &scenario.groups {
        let end = first + group.count;
        if matches!(group.traffic, Traffic::Tcp(_)) && group.count > 0 {
            flows.push(first..end);
        }
        first = end;
    }
    flows
}

/// Returns the packets that a run must capture for a log: those of its flows at their senders, up to `until`.
#[must_use]
pub fn selection(flows: BTreeSet<u32>, until: Time) -> Selection {
    Selection {
        nodes: 0,
        senders: true,
        receivers: false,
        flows: Some(flows),
        from: Time::ZERO,
        until,
    }
}

/// Log that grows during a run.
#[derive(Debug)]
pub struct Log {
    form: Form,
    about: About,
    flows: Vec<Flow>,
    /// Number of edits that have an event.
    edits: usize,
    /// Bytes of the file that have not been taken.
    bytes: Vec<u8>,
    written: f64,
    most_bytes: f64,
    full_at: Option<Time>,
}

/// Flow of a log.
#[derive(Debug)]
struct Flow {
    number: u32,
    log: FlowLog,
    transcript: Transcript,
    /// Number of rows of the transcript that have events.
    rows: u64,
    /// Events as text, for a file that has them flow by flow.
    events: Vec<String>,
}

impl Log {
    /// Creates a log of flows at time 0. Events that would make it larger than `most_bytes` are left out. The events for
    /// qvis are in memory until [`end`](Self::end).
    #[must_use]
    pub fn begin(form: Form, flows: &BTreeSet<u32>, about: About, most_bytes: f64) -> Log {
        let flows = flows.iter().map(|&number| Flow {
            number,
            log: FlowLog::new(form, number),
            transcript: Transcript::new(Point::Sender),
            rows: 0,
            events: Vec::new(),
        });
        let mut log = Log {
            form,
            flows: flows.collect(),
            edits: 0,
            bytes: Vec::new(),
            written: 0.0,
            most_bytes,
            full_at: None,
            about,
        };
        if form == Form::Sequence {
            let head = events::head(&log.about);
            log.append_record(&head.to_string());
        }
        let scenario = events::scenario_event(form, &log.about);
        log.add(Time::ZERO, None, &[scenario]);
        log
    }

    /// Adds the edits that are new among those made up to now.
    pub fn add_edits(&mut self, now: Time, made: &[Edit]) {
        for edit in made.get(self.edits..).unwrap_or_default() {
            let edit = serde_json::to_value(edit).unwrap_or(Value::Null);
            let event = events::edit_event(self.form, now, &edit);
            self.add(now, None, &[event]);
        }
        self.edits = made.len();
    }

    /// Adds packets that have been captured since the last call, and the state of their senders.
    pub fn add_packets(&mut self, packets: &[Captured], run: &Observed<'_>) {
        for place in 0..self.flows.len() {
            if self.full_at.is_some() {
                return;
            }
            let flow = &mut self.flows[place];
            // A flow may be added later, by an edit.
            let Some(state) = run.flows.get(flow.number as usize) else {
                continue;
            };
            let is_own =
                |packet: &&Captured| packet.group == state.group && packet.index == state.index;
            let mut events = flow.events_of(packets.iter().filter(is_own));
            if events.is_empty() {
                continue;
            }
            let config = run.groups[usize::from(state.group)].tcp.as_ref();
            if let Some((tcp, config)) = state.tcp().zip(config) {
                events.extend(flow.log.state(run.now, &tcp.sender, config));
            }
            self.add(run.now, Some(place), &events);
        }
    }

    /// Ends the file: writes the traces of a log for qvis.
    pub fn end(&mut self) {
        if self.form == Form::Sequence {
            return;
        }
        let head = events::head_for_qvis(&self.about);
        self.append(&format!("{},\"traces\":[\n", open(&head)));
        let flows = std::mem::take(&mut self.flows);
        for (place, flow) in flows.into_iter().enumerate() {
            let trace = events::trace_for_qvis(flow.number, &format!("flow {}", flow.number));
            let separator = if place == 0 { "" } else { ",\n" };
            self.append(&format!("{separator}{},\"events\":[\n", open(&trace)));
            for (number, event) in flow.events.into_iter().enumerate() {
                self.append(if number == 0 { "" } else { ",\n" });
                self.append(&event);
            }
            self.append("\n]}");
        }
        self.append("\n]}\n");
    }

    /// Removes the bytes of the file that have been written since the last call.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the time of the first event that had no room.
    #[must_use]
    pub fn full_at(&self) -> Option<Time> {
        self.full_at
    }

    /// Adds events of a flow, or of the whole run.
    fn add(&mut self, at: Time, flow: Option<usize>, events: &[Value]) {
        for event in events {
            let text = event.to_string();
            self.written += text.len() as f64 + 2.0;
            if self.full_at.is_some() || self.written > self.most_bytes {
                self.full_at.get_or_insert(at);
                return;
            }
            match (self.form, flow) {
                (Form::Sequence, _) => self.append_record(&text),
                (Form::Qvis, Some(place)) => self.flows[place].events.push(text),
                (Form::Qvis, None) => {
                    for flow in &mut self.flows {
                        flow.events.push(text.clone());
                    }
                }
            }
        }
    }

    /// Appends a record of a JSON text sequence (RFC 7464).
    fn append_record(&mut self, text: &str) {
        self.append("\u{1e}");
        self.append(text);
        self.append("\n");
    }

    fn append(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

impl Flow {
    /// Returns the events of packets at the sender.
    fn events_of<'a>(&mut self, packets: impl Iterator<Item = &'a Captured>) -> Vec<Value> {
        let mut events = Vec::new();
        for packet in packets {
            self.transcript.add(packet);
        }
        for row in self.transcript.take() {
            // A row comes again when its fate becomes known.
            if row.place >= self.rows {
                self.rows = row.place + 1;
                events.extend(self.log.packet(&row));
            }
        }
        events
    }
}

/// Returns an object as text, open for another member.
fn open(object: &Value) -> String {
    let mut text = object.to_string();
    text.pop();
    text
}
