//! The simulator for JavaScript: a handle with flat, documented arrays, and no logic of its own.
//!
//! Scenarios, layouts and summaries cross as JSON text, since they are small and rare; frames cross
//! as flat arrays of numbers. Every failure is a JavaScript `Error`; where a scenario is to blame its
//! message is a JSON list of `{path, message}`. A panic traps and ends the instance: the worker then
//! says so and a new one is started.

mod study;

use std::sync::Arc;

use bufferlab_core::lab::{Goal, catalog};
use bufferlab_core::scenario::patch::patches_from_json;
use bufferlab_core::scenario::{Problems, Scenario, complete, minimal};
use bufferlab_core::sim::Progress;
use bufferlab_core::sim::marks::{Mark, MarkKind};
use bufferlab_core::sim::trace_event;
use bufferlab_core::time::{Span, Time};
use bufferlab_core::trace::{Content, Step, Trace, Traces};
use bufferlab_core::{Lab as Run, presets, warnings};
use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Version of the engine; links and exports carry it.
#[wasm_bindgen]
#[must_use]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The catalog: what every parameter means and accepts.
#[wasm_bindgen]
#[must_use]
pub fn catalog_json() -> String {
    catalog::of_runs().to_string()
}

/// The presets.
#[wasm_bindgen]
#[must_use]
pub fn presets_json() -> String {
    presets::to_json().to_string()
}

/// `{ok: true, scenario}` with every default filled in, or `{ok: false, problems}`.
#[wasm_bindgen]
#[must_use]
pub fn check_json(scenario: &str) -> String {
    checked(Scenario::from_json(scenario))
}

/// Like [`check_json`], after patches (`[{path, value}]`) to a scenario that is not running.
#[wasm_bindgen]
#[must_use]
pub fn apply_json(scenario: &str, patches: &str) -> String {
    checked(
        patches_from_json(patches)
            .and_then(|patches| Scenario::from_document(complete::parse(scenario)?, &patches)),
    )
}

/// The same scenario without what equals a default.
///
/// # Errors
/// A list of problems, if it is not valid.
#[wasm_bindgen]
pub fn minimal_json(scenario: &str) -> Result<String, JsError> {
    let minimal = complete::parse(scenario).and_then(minimal::minimal);
    minimal
        .map(|value| value.to_string())
        .map_err(|p| refused(&p))
}

/// Warnings about the text of a scenario, before it is parsed: `[{id, path, sentence, remedy}]`.
#[wasm_bindgen]
#[must_use]
pub fn text_warnings_json(scenario: &str) -> String {
    warnings::to_value(&warnings::of_text(scenario)).to_string()
}

/// Files that were read elsewhere, by their hash and content: scenarios name them, runs play them.
#[wasm_bindgen]
#[derive(Default)]
pub struct Files(Traces);

#[wasm_bindgen]
impl Files {
    /// None.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Files {
        Files::default()
    }

    /// Adds a file as `engine/reader` read it: times in picoseconds, in order, amounts, how long it lasts, and its notes,
    /// a JSON list of `{message, advice}`.
    ///
    /// # Errors
    /// If it is no trace.
    pub fn add(
        &mut self,
        sha256: &str,
        content: &str,
        at_ps: &[u64],
        amounts: &[f64],
        length_ps: u64,
        notes_json: &str,
    ) -> Result<(), JsError> {
        let steps = at_ps.iter().zip(amounts).map(|(&at, &amount)| Step {
            at: Span(at),
            amount,
        });
        let last = at_ps.last().map_or(0, |&at| at);
        let after = Span(length_ps.saturating_sub(last));
        let content = Content::named(content).ok_or_else(|| JsError::new("no such content"))?;
        let notes = serde_json::from_str(notes_json)?;
        let trace = Trace::new(steps.collect(), Some(after))?.with_notes(notes);
        self.0.add(sha256, content, Arc::new(trace));
        Ok(())
    }
}

/// A run of a scenario.
#[wasm_bindgen]
pub struct Lab {
    run: Run,
}

/// A state of a run to go back to.
#[wasm_bindgen]
pub struct Snapshot(bufferlab_core::Snapshot);

#[wasm_bindgen]
impl Lab {
    /// A run at time 0, recording.
    ///
    /// # Errors
    /// A list of problems, if the scenario is not valid.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario_json: &str) -> Result<Lab, JsError> {
        Lab::with_files(scenario_json, &Files::new())
    }

    /// The same, playing those of these files that it names.
    ///
    /// # Errors
    /// A list of problems, if the scenario is not valid.
    pub fn with_files(scenario_json: &str, files: &Files) -> Result<Lab, JsError> {
        let mut scenario = Scenario::from_json(scenario_json).map_err(|p| refused(&p))?;
        scenario.attach(&files.0);
        let mut run = Run::new(&scenario);
        run.record();
        Ok(Lab { run })
    }

    /// The present, seconds.
    #[must_use]
    pub fn now_s(&self) -> f64 {
        self.run.now().s()
    }

    /// Length of the run, seconds.
    #[must_use]
    pub fn duration_s(&self) -> f64 {
        self.run.end().s()
    }

    /// Whether the end is reached.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.run.now() >= self.run.end()
    }

    /// Runs until `until_s` or for about `max_events` events; true when `until_s` or the end is reached.
    ///
    /// # Errors
    /// Why the run cannot go on.
    pub fn advance(&mut self, until_s: f64, max_events: u32) -> Result<bool, JsError> {
        let progress = self
            .run
            .advance_by(Time::from_s(until_s), u64::from(max_events))?;
        Ok(progress == Progress::Reached)
    }

    /// Goes on to the next `event`, `packet`, `drop`, `timeout`, `state` or `edit`, and says as JSON what happened
    /// there: a list of the core's `TraceEvent`. Nothing where `most` events were not enough, or none is left.
    ///
    /// # Errors
    /// Why the run cannot go on.
    pub fn step(&mut self, what: &str, most: u32) -> Result<Option<String>, JsError> {
        let told = self.run.step(goal(what)?, u64::from(most))?;
        Ok(told.as_deref().map(trace_event::json::list))
    }

    /// The files that the document names, at its start or by an edit, and that are not there, as JSON; without them
    /// the run would be another one.
    #[must_use]
    pub fn missing_json(&self) -> String {
        text(&self.run.document().missing())
    }

    /// Files that edits to come may name.
    pub fn know(&mut self, files: &Files) {
        self.run.know(&files.0);
    }

    /// Changes the scenario now (`[{path, value}]`): `{edit, scenario, current}`.
    ///
    /// # Errors
    /// A list of problems; then nothing has changed.
    pub fn edit(&mut self, patches_json: &str) -> Result<String, JsError> {
        let edit = patches_from_json(patches_json)
            .and_then(|patches| self.run.edit(&patches))
            .map_err(|p| refused(&p))?;
        let answer = json!({
            "edit": edit,
            "scenario": self.run.document(),
            "current": self.run.current(),
        });
        Ok(answer.to_string())
    }

    /// The scenario at the start with all edits.
    #[must_use]
    pub fn scenario_json(&self) -> String {
        self.run.document().to_value().to_string()
    }

    /// The scenario as it stands.
    #[must_use]
    pub fn current_json(&self) -> String {
        self.run.current().to_value().to_string()
    }

    /// How many edits of the scenario have been made: whenever that changes, so may the layout.
    #[must_use]
    pub fn edits_made(&self) -> u32 {
        self.run.edits_made() as u32
    }

    /// Fingerprint of the run so far, 16 hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        format!("{:016x}", self.run.digest())
    }

    /// Packets that have left a link with a queue so far.
    #[must_use]
    pub fn forwarded(&self) -> f64 {
        self.run.forwarded() as f64
    }

    /// The figures of the run so far, with its warnings.
    pub fn summary_json(&mut self) -> String {
        self.run.report().to_value().to_string()
    }

    /// Warnings about the scenario as it stands, then about the run so far: `[{id, path, sentence, remedy}]`.
    pub fn warnings_json(&mut self) -> String {
        warnings::to_value(&self.run.warnings()).to_string()
    }

    /// Watches these flows from now on.
    pub fn watch(&mut self, flows: &[u32]) {
        self.run.watch(flows);
    }

    /// What is recorded: [`Lab::frame_of`] and [`Lab::histogram_of`] take positions in its lists. It changes
    /// when an edit is made, other flows are watched, or the run goes back.
    pub fn layout_json(&mut self) -> String {
        text(&self.run.layout())
    }

    /// Length that `out` of [`Lab::frame_of`] must have for these series.
    #[must_use]
    pub fn data_length_of(&self, series: &[u32], columns: usize) -> usize {
        let recorder = self.run.recorder();
        recorder.map_or(0, |r| r.data_length_of(series, columns))
    }

    /// Fills `out` with these series, given by their positions in the layout, one after another, over
    /// `[t0_s, t1_s)` in so many columns: of each all minima, then all maxima, then all means, as far as its
    /// shape has them. Rates and ratios are averaged over at least `window_s`. See the core's
    /// `Recorder::columns_of`.
    ///
    /// # Errors
    /// If `out` has another length than [`Lab::data_length_of`] says.
    pub fn frame_of(
        &self,
        series: &[u32],
        t0_s: f64,
        t1_s: f64,
        columns: usize,
        window_s: f64,
        out: &mut [f32],
    ) -> Result<(), JsError> {
        if out.len() != self.data_length_of(series, columns) {
            let message = "the frame's array must be as long as the series and columns wanted take";
            return Err(JsError::new(message));
        }
        if let Some(recorder) = self.run.recorder() {
            let (from, to) = (Time::from_s(t0_s), Time::from_s(t1_s));
            recorder.columns_of(series, from, to, columns, Span::from_s(window_s), out);
        }
        Ok(())
    }

    /// Present values: 12 for each link, then 2 for each group; see the core's `Recorder::present`.
    pub fn now_values(&mut self) -> Vec<f64> {
        self.run.present()
    }

    /// For each of these links, given by their positions in the layout, the width of a bin of queue
    /// occupancy, then the share of time in each of 64 bins.
    pub fn histogram_of(&mut self, links: &[u32]) -> Vec<f32> {
        let observed = self.run.observed();
        let mut out = Vec::new();
        for link in links.iter().filter_map(|&i| observed.links.get(i as usize)) {
            let meter = link.measured_until(observed.now);
            let occupancy = meter.occupancy();
            out.push(occupancy.bin_width as f32);
            out.extend(occupancy.shares().map(|share| share as f32));
        }
        out
    }

    /// Marks of watched flows within an interval, 4 numbers each: time (s), kind (2 timeout, 3 fast recovery
    /// begins, 4 ends, 5 window reduced after a congestion mark, 6 or after an idle time, 7 another state of
    /// the controller, 8 a needless timeout undone, 9 slow start ends), number of the flow, its congestion window afterwards
    /// (packets). Nothing at all where there are more than 128: they could not be told apart.
    #[must_use]
    pub fn marks(&self, t0_s: f64, t1_s: f64) -> Option<Vec<f64>> {
        let recorder = self.run.recorder()?;
        let watched: Vec<u32> = recorder.watched().collect();
        let within = self
            .run
            .marks()
            .within(Time::from_s(t0_s), Time::from_s(t1_s));
        let of_watched = within.iter().filter(|mark| watched.contains(&mark.flow));
        let few: Vec<&Mark> = of_watched.take(SINGLE_MARKS + 1).collect();
        (few.len() <= SINGLE_MARKS).then(|| few.into_iter().flat_map(numbers).collect())
    }

    /// Marks before this moment may no longer be kept, seconds; 0 while all are.
    #[must_use]
    pub fn marks_from_s(&self) -> f64 {
        self.run.marks().complete_since().s()
    }

    /// When a `drop`, `timeout`, `state` or `edit` was recorded first after `t_s` (`dir` > 0), or last before
    /// it, seconds.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn recorded(&self, what: &str, t_s: f64, dir: i32) -> Result<Option<f64>, JsError> {
        let at = self.run.recorded(goal(what)?, Time::from_s(t_s), dir > 0);
        Ok(at.map(Time::s))
    }

    /// A copy of the state.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(self.run.snapshot())
    }

    /// Whether all that leads to a state is recorded, so that to go there leaves no gap.
    #[must_use]
    pub fn remembers(&self, snapshot: &Snapshot) -> bool {
        self.run.remembers(&snapshot.0)
    }

    /// Goes back or forth to a state; what was recorded after it is out of sight.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.run.restore(&snapshot.0);
    }
}

/// Marks that a frame carries at most: at the usual 800 pixels one in six.
const SINGLE_MARKS: usize = 128;

fn numbers(mark: &Mark) -> [f64; 4] {
    let kind = match mark.kind {
        MarkKind::Timeout => 2.0,
        MarkKind::RecoveryBegins => 3.0,
        MarkKind::RecoveryEnds => 4.0,
        MarkKind::CongestionMark => 5.0,
        MarkKind::IdleRestart => 6.0,
        MarkKind::ControllerState => 7.0,
        MarkKind::TimeoutUndone => 8.0,
        MarkKind::SlowStartEnds => 9.0,
    };
    [mark.at.s(), kind, f64::from(mark.flow), mark.window]
}

fn goal(what: &str) -> Result<Goal, JsError> {
    Goal::named(what).ok_or_else(|| JsError::new("a step is an event, a packet, a drop or a mark"))
}

fn checked(result: Result<Scenario, Problems>) -> String {
    match result {
        Ok(scenario) => json!({"ok": true, "scenario": scenario}).to_string(),
        Err(Problems(problems)) => json!({"ok": false, "problems": problems}).to_string(),
    }
}

fn refused(problems: &Problems) -> JsError {
    JsError::new(&text(&problems.0))
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_value(value)
        .unwrap_or(Value::Null)
        .to_string()
}
