//! Captured packets of runs for JavaScript: rows of a flow for a graph and a table, files for Wireshark, and logs for qvis.
//! There is no logic of its own here.
//!
//! The module is apart from the engine, which every visitor loads and which cannot capture packets. It repeats the run of the
//! page, with the same result.

use std::collections::BTreeSet;

use bufferlab_bindings::Files;
use bufferlab_core::Simulation;
use bufferlab_core::capture::transcript::{Fate, Kind, Row, Transcript};
use bufferlab_core::capture::{Plan, Writer};
use bufferlab_core::qlog::{self, About, EVENTS_AT_ONCE, Form, Log};
use bufferlab_core::queue::REASONS;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::capture::Selection;
use bufferlab_core::sim::{Options, Progress};
use bufferlab_core::time::Time;
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Number of numbers in a row of [`PacketRun::take`].
#[wasm_bindgen]
#[must_use]
pub fn row_length() -> usize {
    ROW
}

const ROW: usize = 20;

/// Kinds of packets, in the order of their numbers in rows.
const KINDS: [Kind; 7] = [
    Kind::Segment,
    Kind::Retransmission,
    Kind::Ack,
    Kind::DuplicateAck,
    Kind::Syn,
    Kind::SynAck,
    Kind::Datagram,
];

/// Run that captures the packets of one flow at a point.
#[wasm_bindgen]
pub struct PacketRun {
    run: Simulation,
    transcript: Transcript,
}

#[wasm_bindgen]
impl PacketRun {
    /// Creates a run at time 0. `point` is such as `sender`, `receiver` or `r0:in`; packets from `from_s` on are captured.
    ///
    /// # Errors
    /// The scenario is invalid, or has no such point.
    #[wasm_bindgen(constructor)]
    pub fn new(
        scenario_json: &str,
        files: &Files,
        flow: u32,
        point: &str,
        from_s: f64,
    ) -> Result<PacketRun, JsError> {
        let scenario = scenario(scenario_json, files)?;
        let times = (Time::from_s(from_s), Time::from_s(scenario.duration_s));
        let chosen = [point.to_owned()];
        let plan = Plan::new(&scenario, &chosen, None, times, 0).map_err(|name| no_point(&name))?;
        let interface = plan.interfaces.first().ok_or_else(|| no_point(point))?;
        let selection = Selection {
            nodes: u64::MAX,
            senders: true,
            receivers: true,
            flows: Some(BTreeSet::from([flow])),
            ..plan.selection
        };
        Ok(PacketRun {
            run: capturing(&scenario, selection),
            transcript: Transcript::new(interface.point),
        })
    }

    /// Runs until `until_s` or for about `max_events` events. Returns true at `until_s` or at the end of the run.
    ///
    /// # Errors
    /// The reason of a failed run.
    pub fn advance(&mut self, until_s: f64, max_events: u32) -> Result<bool, JsError> {
        let done = advance(&mut self.run, Time::from_s(until_s), max_events)?;
        for packet in self.run.take_captured() {
            self.transcript.add(&packet);
        }
        Ok(done)
    }

    /// Returns the simulated time so far, in seconds.
    #[must_use]
    pub fn now_s(&self) -> f64 {
        self.run.now().s()
    }

    /// Returns the packets that are new or have changed since the last call, [`row_length`] numbers each: place in the list,
    /// time in seconds, kind (position in `segment`, `retransmission`, `ack`, `duplicate_ack`, `syn`, `syn_ack`, `datagram`),
    /// connection, number, first byte, byte after the last, byte after the window or NaN, three pairs of SACK blocks, size in
    /// bytes, ECN field, flags AE, CWR and ECE, fate (0 in flight, 1 arrived, 2 + position of the reason if dropped), time of
    /// the fate or NaN, and number of the node that dropped it or NaN.
    #[must_use]
    pub fn take(&mut self) -> Vec<f64> {
        self.transcript.take().iter().flat_map(numbers).collect()
    }
}

/// Returns the numbers of a row.
fn numbers(row: &Row) -> [f64; ROW] {
    let kind = KINDS.iter().position(|kind| *kind == row.kind);
    let [first, second, third] = row.blocks;
    let (fate, fate_s, node) = match row.fate {
        Fate::InFlight => (0.0, f64::NAN, f64::NAN),
        Fate::Arrived(at) => (1.0, at.s(), f64::NAN),
        Fate::Dropped(at, node, reason) => (
            2.0 + reason.index() as f64,
            at.s(),
            node.map_or(f64::NAN, f64::from),
        ),
    };
    [
        row.place as f64,
        row.at.s(),
        kind.unwrap_or_default() as f64,
        f64::from(row.connection),
        row.number as f64,
        row.bytes.0 as f64,
        row.bytes.1 as f64,
        row.window_end.map_or(f64::NAN, |end| end as f64),
        first.0 as f64,
        first.1 as f64,
        second.0 as f64,
        second.1 as f64,
        third.0 as f64,
        third.1 as f64,
        f64::from(row.size),
        f64::from(row.ecn),
        f64::from(row.ecn_flags),
        fate,
        fate_s,
        node,
    ]
}

/// Capture file that grows while its run is simulated.
#[wasm_bindgen]
pub struct CaptureRun {
    run: Simulation,
    writer: Writer,
    until: Time,
    bytes: Vec<u8>,
    estimate: f64,
}

#[wasm_bindgen]
impl CaptureRun {
    /// Creates a run at time 0. `points` and `flows` are the captured ones, all if they are empty; `application` and `comment`
    /// are texts of the file.
    ///
    /// # Errors
    /// The scenario is invalid, or has no such point.
    #[wasm_bindgen(constructor)]
    #[allow(
        clippy::too_many_arguments,
        clippy::needless_pass_by_value,
        reason = "JavaScript gives the choices of a form as they are"
    )]
    pub fn new(
        scenario_json: &str,
        files: &Files,
        points: Vec<String>,
        flows: Vec<u32>,
        from_s: f64,
        until_s: f64,
        snap_bytes: u32,
        application: &str,
        comment: &str,
    ) -> Result<CaptureRun, JsError> {
        let scenario = scenario(scenario_json, files)?;
        let flows: BTreeSet<u32> = flows.into_iter().collect();
        let flows = (!flows.is_empty()).then_some(flows);
        let until = Time::from_s(until_s.min(scenario.duration_s));
        let times = (Time::from_s(from_s), until);
        let plan = Plan::new(&scenario, &points, flows, times, snap_bytes);
        let plan = plan.map_err(|name| no_point(&name))?;
        let (writer, bytes) = Writer::begin(&plan, application, comment);
        Ok(CaptureRun {
            estimate: plan.estimate(&scenario),
            run: capturing(&scenario, plan.selection),
            writer,
            until,
            bytes,
        })
    }

    /// Returns an estimate of the size of the file in bytes, from above.
    #[must_use]
    pub fn estimate_bytes(&self) -> f64 {
        self.estimate
    }

    /// Runs for about `max_events` events. Returns true at the end of the captured time.
    ///
    /// # Errors
    /// The reason of a failed run.
    pub fn advance(&mut self, max_events: u32) -> Result<bool, JsError> {
        let done = advance(&mut self.run, self.until, max_events)?;
        for packet in self.run.take_captured() {
            self.writer.write(&packet, &mut self.bytes);
        }
        Ok(done)
    }

    /// Returns the simulated share of the captured time, 0 to 1.
    #[must_use]
    pub fn done(&self) -> f64 {
        self.run.now().s() / self.until.s()
    }

    /// Removes the bytes that have been written since the last call.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

/// Log of senders that grows while its run is simulated.
#[wasm_bindgen]
pub struct LogRun {
    run: Simulation,
    log: Log,
    until: Time,
    is_done: bool,
}

#[wasm_bindgen]
impl LogRun {
    /// Creates a run at time 0, logged up to `until_s`. `flows` are the logged ones, the first of each group with TCP if they
    /// are empty. The log has the form for qvis or that of the current draft, at most `most_bytes`, and these texts.
    ///
    /// # Errors
    /// The scenario is invalid, or has no flows with TCP.
    #[wasm_bindgen(constructor)]
    #[allow(
        clippy::too_many_arguments,
        reason = "JavaScript gives the choices of a form as they are"
    )]
    pub fn new(
        scenario_json: &str,
        files: &Files,
        flows: Vec<u32>,
        until_s: f64,
        is_for_qvis: bool,
        most_bytes: f64,
        title: String,
        link: Option<String>,
        application: String,
    ) -> Result<LogRun, JsError> {
        let scenario = scenario(scenario_json, files)?;
        let mut flows: BTreeSet<u32> = flows.into_iter().collect();
        if flows.is_empty() {
            let of_tcp = qlog::tcp_flows(&scenario);
            flows.extend(of_tcp.iter().map(|flows| flows.start));
        }
        if flows.is_empty() {
            return Err(JsError::new("the scenario has no flows with TCP"));
        }
        let form = if is_for_qvis {
            Form::Qvis
        } else {
            Form::Sequence
        };
        let about = About {
            title,
            link,
            application,
        };
        let until = Time::from_s(until_s.min(scenario.duration_s));
        let log = Log::begin(form, &flows, about, most_bytes);
        Ok(LogRun {
            run: capturing(&scenario, qlog::selection(flows, until)),
            log,
            until,
            is_done: false,
        })
    }

    /// Runs for about `max_events` events. Returns true at the end of the logged time, and when the log is full.
    ///
    /// # Errors
    /// The reason of a failed run.
    pub fn advance(&mut self, max_events: u32) -> Result<bool, JsError> {
        let steps = u64::from(max_events) / EVENTS_AT_ONCE;
        for _ in 0..steps.max(1) {
            if self.is_done {
                break;
            }
            let progress = self.run.advance_by(self.until, EVENTS_AT_ONCE)?;
            let packets = self.run.take_captured();
            let made = &self.run.document().edits[..self.run.edits_made()];
            self.log.add_edits(self.run.now(), made);
            if !packets.is_empty() {
                self.log.add_packets(&packets, &self.run.observed());
            }
            if progress == Progress::Reached || self.is_full() {
                self.is_done = true;
                self.log.end();
            }
        }
        Ok(self.is_done)
    }

    /// Returns whether events are missing because the log has its largest size.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.log.full_at().is_some()
    }

    /// Returns the simulated share of the logged time, 0 to 1.
    #[must_use]
    pub fn done(&self) -> f64 {
        self.run.now().s() / self.until.s()
    }

    /// Removes the bytes that have been written since the last call.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        self.log.take()
    }
}

/// Returns the labels of the reasons for drops as a JSON list, by position.
#[wasm_bindgen]
#[must_use]
pub fn reasons_json() -> String {
    let labels: Vec<&str> = REASONS.iter().map(|row| row.label).collect();
    json!(labels).to_string()
}

/// Returns the points of a scenario as a JSON list of names.
///
/// # Errors
/// The scenario is invalid.
#[wasm_bindgen]
pub fn points_json(scenario_json: &str) -> Result<String, JsError> {
    let scenario = scenario(scenario_json, &Files::new())?;
    Ok(json!(Plan::points(&scenario)).to_string())
}

fn scenario(scenario_json: &str, files: &Files) -> Result<Scenario, JsError> {
    let scenario = Scenario::from_json(scenario_json);
    let mut scenario = scenario.map_err(|problems| JsError::new(&problems.to_string()))?;
    scenario.attach(files.traces());
    Ok(scenario)
}

fn capturing(scenario: &Scenario, selection: Selection) -> Simulation {
    let options = Options {
        capture: Some(selection),
        ..Options::default()
    };
    Simulation::with_options(scenario, options)
}

/// Advances a run; whether it has reached `until` or its end.
fn advance(run: &mut Simulation, until: Time, max_events: u32) -> Result<bool, JsError> {
    let progress = run.advance_by(until, u64::from(max_events.max(1)))?;
    Ok(progress == Progress::Reached)
}

fn no_point(name: &str) -> JsError {
    JsError::new(&format!("the scenario has no point {name:?}"))
}
