//! `bufferlab run --qlog`: events of TCP flows for tools of QUIC, written during the run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use bufferlab_core::Lab;
use bufferlab_core::capture::transcript::Transcript;
use bufferlab_core::qlog::{self, About, FlowLog, Form};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::capture::{Captured, Point, Selection};
use bufferlab_core::time::Time;
use bufferlab_core::traffic::Traffic;
use bufferlab_native::link;
use serde_json::Value;

use crate::failure::Failure;
use crate::partial_file::PartialFile;
use crate::{print_message, quantity};

/// Events between two looks at the senders, whose state may change with each.
pub const SLICE: u64 = 1;

/// Largest size of a log, bytes. That for qvis is in memory until the end.
const MOST_BYTES: [(Form, f64); 2] = [(Form::Sequence, 4e9), (Form::Qvis, 3e8)];

/// Options of the log.
#[derive(clap::Args)]
#[command(next_help_heading = "Log of senders")]
pub struct LogArgs {
    /// Write packets, losses, windows and round trips of TCP flows as qlog: `FILE.sqlog` in the current draft's format, or
    /// `FILE.qlog` for qvis (version 0.3), in addition to the measures
    #[arg(long, value_name = "FILE", conflicts_with = "pcapng")]
    qlog: Option<String>,
    /// Numbers of the flows to log, such as `0,5,17` [default: the first flow of each group with TCP]
    #[arg(
        long,
        value_name = "FLOWS",
        requires = "qlog",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    qlog_flows: Vec<u32>,
}

/// Flows of a requested log.
pub struct Plan {
    path: String,
    form: Form,
    flows: BTreeSet<u32>,
    /// Packets to capture for it.
    pub selection: Selection,
}

/// Log that grows during a run.
pub struct Export {
    form: Form,
    part: PartialFile,
    file: BufWriter<File>,
    flows: Vec<FlowExport>,
    about: About,
    edits: usize,
    written: f64,
    /// Time of the first event that had no room.
    full_at: Option<Time>,
}

/// Log of one flow.
struct FlowExport {
    flow: u32,
    name: String,
    log: FlowLog,
    transcript: Transcript,
    rows: u64,
    /// Events as text, for a file that has them flow by flow.
    events: Vec<String>,
}

/// Returns the plan of the requested log; `None` if there is no request.
///
/// # Errors
/// A file with another ending, and flows that do not exist or have no TCP.
pub fn plan(args: &LogArgs, scenario: &Scenario) -> Result<Option<Plan>, Failure> {
    let Some(path) = &args.qlog else {
        return Ok(None);
    };
    let ending = Path::new(path)
        .extension()
        .and_then(|ending| ending.to_str());
    let form = match ending {
        Some("sqlog") => Form::Sequence,
        Some("qlog") => Form::Qvis,
        _ => {
            let message = format!("takes a file that ends with .sqlog or .qlog, got {path:?}");
            return Err(Failure::input("--qlog", message));
        }
    };
    let of_tcp = tcp_flows(scenario);
    let flows: BTreeSet<u32> = if args.qlog_flows.is_empty() {
        of_tcp.iter().map(|(first, _)| *first).collect()
    } else {
        args.qlog_flows.iter().copied().collect()
    };
    let has_tcp = |flow: &u32| {
        let of = |(first, count): &(u32, u32)| (*first..first + count).contains(flow);
        of_tcp.iter().any(of)
    };
    if let Some(wrong) = flows.iter().find(|flow| !has_tcp(flow)) {
        let message = format!("flow {wrong} is no flow with TCP");
        return Err(Failure::input("--qlog-flows", message));
    }
    if flows.is_empty() {
        let message = "the scenario has no flows with TCP".to_owned();
        return Err(Failure::input("--qlog", message));
    }
    let selection = Selection {
        nodes: 0,
        senders: true,
        receivers: false,
        flows: Some(flows.clone()),
        from: Time::ZERO,
        until: Time::from_s(scenario.duration_s),
    };
    let path = path.clone();
    Ok(Some(Plan {
        path,
        form,
        flows,
        selection,
    }))
}

/// Returns the number of the first flow and the number of flows of each group with TCP.
fn tcp_flows(scenario: &Scenario) -> Vec<(u32, u32)> {
    let mut first = 0;
    let mut flows = Vec::new();
    for group in &scenario.groups {
        if matches!(group.traffic, Traffic::Tcp(_)) && group.count > 0 {
            flows.push((first, group.count));
        }
        first += group.count;
    }
    flows
}

/// Creates the file of a plan, before the run. Returns `None` without a plan.
///
/// # Errors
/// The file cannot be created or written.
pub fn begin(plan: Option<&Plan>, lab: &Lab) -> Result<Option<Export>, Failure> {
    let Some(Plan {
        path, form, flows, ..
    }) = plan
    else {
        return Ok(None);
    };
    let refused = |error| Failure::input("--qlog", format!("{path} cannot be created: {error}"));
    let part = PartialFile::create(Path::new(path)).map_err(refused)?;
    let file = part.handle().map_err(|error| part.write_failure(&error))?;
    let about = About {
        title: lab.document().title.clone(),
        link: link::encode(lab.document().to_value())
            .ok()
            .map(|it| format!("#{it}")),
        application: concat!("Bufferlab ", env!("CARGO_PKG_VERSION")).to_owned(),
    };
    let flows = flows.iter().map(|&flow| FlowExport {
        flow,
        name: format!("flow {flow}"),
        log: FlowLog::new(*form, flow),
        transcript: Transcript::new(Point::Sender),
        rows: 0,
        events: Vec::new(),
    });
    let mut export = Export {
        form: *form,
        part,
        file: BufWriter::new(file),
        flows: flows.collect(),
        edits: 0,
        written: 0.0,
        full_at: None,
        about,
    };
    if *form == Form::Sequence {
        export.append(&record(&qlog::head(&export.about)))?;
    }
    let scenario = qlog::scenario_event(*form, &export.about);
    export.add(Time::ZERO, None, &[scenario])?;
    Ok(Some(export))
}

impl Export {
    /// Writes the events up to now.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn take(&mut self, lab: &mut Lab) -> Result<(), Failure> {
        let packets = lab.take_captured();
        let made = lab.edits_made();
        for place in self.edits..made {
            let edit = serde_json::to_value(&lab.document().edits[place]).unwrap_or(Value::Null);
            let event = qlog::edit_event(self.form, lab.now(), &edit);
            self.add(lab.now(), None, &[event])?;
        }
        self.edits = made;
        if packets.is_empty() || self.full_at.is_some() {
            return Ok(());
        }
        let now = lab.now();
        let observed = lab.observed();
        let mut events = Vec::new();
        for (place, flow) in self.flows.iter_mut().enumerate() {
            let state = &observed.flows[flow.flow as usize];
            let of_flow =
                |packet: &&Captured| packet.group == state.group && packet.index == state.index;
            let mut own: Vec<Value> = flow.rows_of(packets.iter().filter(of_flow));
            if own.is_empty() {
                continue;
            }
            let config = observed.groups[usize::from(state.group)].tcp.as_ref();
            if let Some((tcp, config)) = state.tcp().zip(config) {
                own.extend(flow.log.state(now, &tcp.sender, config));
            }
            events.push((place, own));
        }
        for (place, own) in events {
            self.add(now, Some(place), &own)?;
        }
        Ok(())
    }

    /// Moves the file to its final name.
    ///
    /// # Errors
    /// An event or the target cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = match self.form {
            Form::Sequence => Ok(()),
            Form::Qvis => self.write_traces(),
        };
        let flushed = self.file.flush();
        let flushed = flushed.map_err(|error| self.part.write_failure(&error));
        if let Some(at) = self.full_at {
            let most = quantity::bytes(self.most());
            let at_s = at.s();
            print_message(&format!(
                "bufferlab: the log ends at {at_s:.3} s, where the file has {most}"
            ));
        }
        drop(self.file);
        self.part.commit_whole().and(written).and(flushed)
    }

    fn most(&self) -> f64 {
        let most = MOST_BYTES.iter().find(|(form, _)| *form == self.form);
        most.map_or(0.0, |(_, bytes)| *bytes)
    }

    /// Adds events of a flow, or of the whole run.
    fn add(&mut self, at: Time, flow: Option<usize>, events: &[Value]) -> Result<(), Failure> {
        for event in events {
            let text = event.to_string();
            self.written += text.len() as f64 + 2.0;
            if self.full_at.is_some() || self.written > self.most() {
                self.full_at.get_or_insert(at);
                return Ok(());
            }
            match (self.form, flow) {
                (Form::Sequence, _) => self.append(&record(event))?,
                (Form::Qvis, Some(place)) => self.flows[place].events.push(text),
                (Form::Qvis, None) => {
                    for flow in &mut self.flows {
                        flow.events.push(text.clone());
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the log for qvis: its head, and a trace for each flow.
    fn write_traces(&mut self) -> Result<(), Failure> {
        let head = qlog::head_for_qvis(&self.about).to_string();
        self.append(format!("{},\"traces\":[\n", head.trim_end_matches('}')).as_bytes())?;
        let flows = std::mem::take(&mut self.flows);
        let last = flows.len().saturating_sub(1);
        for (place, flow) in flows.iter().enumerate() {
            let trace = qlog::trace_for_qvis(flow.flow, &flow.name).to_string();
            // The object ends after its events.
            let open = trace.strip_suffix('}').unwrap_or(&trace);
            self.append(format!("{open},\"events\":[\n").as_bytes())?;
            self.append(flow.events.join(",\n").as_bytes())?;
            self.append(if place == last { b"\n]}\n" } else { b"\n]},\n" })?;
        }
        self.append(b"]}\n")
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| self.part.write_failure(&error))
    }
}

impl FlowExport {
    /// Returns the events of packets at the sender.
    fn rows_of<'a>(&mut self, packets: impl Iterator<Item = &'a Captured>) -> Vec<Value> {
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

/// Returns a record of a JSON text sequence (RFC 7464).
fn record(value: &Value) -> Vec<u8> {
    format!("\u{1e}{value}\n").into_bytes()
}
