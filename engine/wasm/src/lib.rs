//! The engine for JavaScript: a run as a handle with flat, documented arrays, and the parsers of files. There is no logic of
//! its own here.
//!
//! Scenarios, layouts and summaries are passed as JSON text, since they are small and rare; frames are passed as flat
//! arrays of numbers. Every failure is a JavaScript `Error`. For an invalid scenario its message is a JSON list of
//! `{path, message}`. A panic traps and ends the instance; the worker reports it and the page starts a new worker.

use bufferlab_bindings::Files;
use bufferlab_core::lab::{Goal, catalog};
use bufferlab_core::observe::exceedance::exceedance;
use bufferlab_core::observe::layout::shown_groups;
use bufferlab_core::scenario::patch::patches_from_json;
use bufferlab_core::scenario::{Problems, Scenario, complete, minimal};
use bufferlab_core::sim::Progress;
use bufferlab_core::sim::marks::{Mark, MarkKind};
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Lab as Run, presets, warnings};
use serde::Serialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Returns the version of the engine, which results and exports contain.
#[wasm_bindgen]
#[must_use]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns the catalog of parameters, measures and warnings as JSON text.
#[wasm_bindgen]
#[must_use]
pub fn catalog_json() -> String {
    catalog::of_runs().to_string()
}

/// Returns all presets with their scenarios as JSON text.
#[wasm_bindgen]
#[must_use]
pub fn presets_json() -> String {
    presets::to_json().to_string()
}

/// Checks a scenario: `{ok: true, scenario}` with all defaults, or `{ok: false, problems}`.
#[wasm_bindgen]
#[must_use]
pub fn check_json(scenario: &str) -> String {
    checked(Scenario::from_json(scenario))
}

/// Applies patches (`[{path, value}]`) to a scenario that is not running, and checks it as [`check_json`] does.
#[wasm_bindgen]
#[must_use]
pub fn apply_json(scenario: &str, patches: &str) -> String {
    checked(
        patches_from_json(patches)
            .and_then(|patches| Scenario::from_document(complete::parse(scenario)?, &patches)),
    )
}

/// Returns the scenario without the values that equal their defaults.
///
/// # Errors
/// A list of problems, if the scenario is invalid.
#[wasm_bindgen]
pub fn minimal_json(scenario: &str) -> Result<String, JsError> {
    let minimal = complete::parse(scenario).and_then(minimal::minimal);
    minimal
        .map(|value| value.to_string())
        .map_err(|p| problem_list(&p))
}

/// Returns warnings about the text of a scenario, before it is parsed: `[{id, path, sentence, remedy}]`.
#[wasm_bindgen]
#[must_use]
pub fn text_warnings_json(scenario: &str) -> String {
    warnings::to_value(&warnings::of_text(scenario)).to_string()
}

/// Run of a scenario, with recording.
#[wasm_bindgen]
pub struct Lab {
    run: Run,
}

/// Copy of the state of a run, to which the run can return.
#[wasm_bindgen]
pub struct Snapshot(bufferlab_core::Snapshot);

#[wasm_bindgen]
impl Lab {
    /// Creates a run at time 0 and starts recording.
    ///
    /// # Errors
    /// A list of problems, if the scenario is invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario_json: &str) -> Result<Lab, JsError> {
        Lab::with_files(scenario_json, &Files::new())
    }

    /// Creates a run that replays the files to which the scenario refers.
    ///
    /// # Errors
    /// A list of problems, if the scenario is invalid.
    pub fn with_files(scenario_json: &str, files: &Files) -> Result<Lab, JsError> {
        let mut scenario = Scenario::from_json(scenario_json).map_err(|p| problem_list(&p))?;
        scenario.attach(files.traces());
        let mut run = Run::new(&scenario);
        run.record();
        Ok(Lab { run })
    }

    /// Returns the simulated time so far, in seconds.
    #[must_use]
    pub fn now_s(&self) -> f64 {
        self.run.now().s()
    }

    /// Returns the simulated time of the whole run, in seconds.
    #[must_use]
    pub fn duration_s(&self) -> f64 {
        self.run.end().s()
    }

    /// Returns true at the end of the run.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.run.now() >= self.run.end()
    }

    /// Runs until `until_s` or for about `max_events` events, at least one. Returns true at `until_s` or at the end of the run.
    /// Senders may then be ahead of the clock, if `until_s` was not reached or an earlier call had a later one: requests that
    /// read flows, and edits and copies, [settle](Lab::settle) the run first.
    ///
    /// # Errors
    /// The reason of a failed run.
    pub fn advance(&mut self, until_s: f64, max_events: u32) -> Result<bool, JsError> {
        let (until, max_events) = (Time::from_s(until_s), u64::from(max_events.max(1)));
        Ok(self.run.advance_ahead(until, max_events)? == Progress::Reached)
    }

    /// Runs on until no sender is ahead of the clock and all events of that instant are processed, for up to a round trip. The
    /// state is then that of any other run to the same time.
    ///
    /// # Errors
    /// The reason of a failed run.
    pub fn settle(&mut self) -> Result<(), JsError> {
        self.run.settle()?;
        Ok(self.run.advance(self.run.now())?)
    }

    /// Advances to the next `event`, `packet`, `drop`, `timeout`, `state` or `edit`, and returns what happened as a
    /// JSON list of the core's `TraceEvent`. Returns nothing if `most` events were not enough, or no event is left.
    ///
    /// # Errors
    /// The reason of a failed run.
    pub fn step(&mut self, what: &str, most: u32) -> Result<Option<String>, JsError> {
        let events = self.run.step(goal(what)?, u64::from(most))?;
        Ok(events.map(|events| text(&events)))
    }

    /// Returns the missing files to which the scenario or its edits refer, as JSON. Without them the run has other results.
    #[must_use]
    pub fn missing_json(&self) -> String {
        text(&self.run.document().missing())
    }

    /// Adds files to which later edits may refer.
    pub fn know(&mut self, files: &Files) {
        self.run.know(files.traces());
    }

    /// Edits the scenario at the current time (`[{path, value}]`). Returns `{edit, scenario, current}`.
    ///
    /// # Errors
    /// A list of problems; the scenario is then unchanged.
    pub fn edit(&mut self, patches_json: &str) -> Result<String, JsError> {
        let edit = patches_from_json(patches_json)
            .and_then(|patches| self.run.edit(&patches))
            .map_err(|p| problem_list(&p))?;
        let answer = json!({
            "edit": edit,
            "scenario": self.run.document(),
            "current": self.run.current(),
        });
        Ok(answer.to_string())
    }

    /// Returns the scenario at time 0 with the list of all edits.
    #[must_use]
    pub fn scenario_json(&self) -> String {
        self.run.document().to_value().to_string()
    }

    /// Returns the scenario at the current time.
    #[must_use]
    pub fn current_json(&self) -> String {
        self.run.current().to_value().to_string()
    }

    /// Returns the number of edits so far. The layout can change only when this number changes.
    #[must_use]
    pub fn edits_made(&self) -> u32 {
        self.run.edits_made() as u32
    }

    /// Returns the hash of all events so far, 16 hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        format!("{:016x}", self.run.digest())
    }

    /// Returns the number of packets that have left links with a queue so far.
    #[must_use]
    pub fn forwarded(&self) -> f64 {
        self.run.forwarded() as f64
    }

    /// Returns the measures of the run so far, with warnings, as JSON.
    pub fn summary_json(&mut self) -> String {
        self.run.report().to_value().to_string()
    }

    /// Returns warnings about the current scenario, then about the run so far: `[{id, path, sentence, remedy}]`.
    pub fn warnings_json(&mut self) -> String {
        warnings::to_value(&self.run.warnings()).to_string()
    }

    /// Selects the flows to watch from now on.
    pub fn watch(&mut self, flows: &[u32]) {
        self.run.watch(flows);
    }

    /// Returns the layout of the recording. [`Lab::frame_of`] and [`Lab::histogram_of`] take positions in its lists. It can
    /// change after an edit, after [`Lab::watch`], and after a return to an earlier state.
    pub fn layout_json(&mut self) -> String {
        text(&self.run.layout())
    }

    /// Returns the required length of `out` in [`Lab::frame_of`] for these series.
    #[must_use]
    pub fn data_length_of(&self, series: &[u32], columns: usize) -> usize {
        let recorder = self.run.recorder();
        recorder.map_or(0, |r| r.data_length_of(series, columns))
    }

    /// Fills `out` with series over `[t0_s, t1_s)`, decimated to this number of columns. The series are given by their
    /// positions in the layout. Each series gives all minima, then all maxima, then all means, as far as its shape has them.
    /// Rates and ratios are averages over at least `window_s`. See the core's `Recorder::columns_of`.
    ///
    /// # Errors
    /// The length of `out` differs from [`Lab::data_length_of`].
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
            let message = "the length of the array must be that of data_length_of";
            return Err(JsError::new(message));
        }
        if let Some(recorder) = self.run.recorder() {
            let (from, to) = (Time::from_s(t0_s), Time::from_s(t1_s));
            recorder.columns_of(series, from, to, columns, Span::from_s(window_s), out);
        }
        Ok(())
    }

    /// Begins to read the series over intervals, for files.
    pub fn begin_intervals(&mut self) {
        self.run.begin_intervals();
    }

    /// Returns the values of all series of the layout since the last call or since [`Lab::begin_intervals`]: each has its
    /// minimum, maximum and mean, as far as its shape has them. Increases add up to the counters of the run.
    pub fn end_interval(&mut self) -> Vec<f64> {
        self.run.end_interval().unwrap_or_default()
    }

    /// Returns current values: 12 for each link, then 2 for each group; see the core's `Recorder::present`.
    pub fn now_values(&mut self) -> Vec<f64> {
        self.run.present()
    }

    /// Returns the histogram of the queue length for links, given by their positions in the layout: for each link the width
    /// of a bin, then the share of time in each of 64 bins.
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

    /// Returns the distribution of the delays of groups, given by their positions in the layout: for each group 65 delays in
    /// seconds, each exceeded by a share of the packets that is 20 to a factor of ten, from 1 on. NaN for less than a packet.
    pub fn exceedance_of(&mut self, groups: &[u32]) -> Vec<f32> {
        let observed = self.run.observed();
        let shown: Vec<_> = shown_groups(&observed).map(|(_, group)| group).collect();
        let chosen = groups.iter().filter_map(|&i| shown.get(i as usize));
        chosen.flat_map(|group| exceedance(&group.delays)).collect()
    }

    /// Returns the marks of watched flows in an interval, with four numbers each: time in seconds, kind, number of the flow,
    /// and congestion window after the event in packets. The kinds are 2 timeout, 3 start of fast recovery, 4 end of fast
    /// recovery, 5 window reduction after a congestion mark, 6 window reduction after an idle time, 7 change of the
    /// controller's state, 8 undo of a spurious timeout, 9 end of slow start. Returns nothing for more than 128 marks, which a
    /// chart could not show separately.
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

    /// Returns the time from which all marks are kept, in seconds; 0 if none was discarded.
    #[must_use]
    pub fn marks_from_s(&self) -> f64 {
        self.run.marks().complete_since().s()
    }

    /// Returns the time of the first recorded `drop`, `timeout`, `state` or `edit` after `t_s` (`dir` > 0), or of the last
    /// one before it, in seconds.
    ///
    /// # Errors
    /// Another name of an event.
    pub fn recorded(&self, what: &str, t_s: f64, dir: i32) -> Result<Option<f64>, JsError> {
        let at = self.run.recorded(goal(what)?, Time::from_s(t_s), dir > 0);
        Ok(at.map(Time::s))
    }

    /// Returns a copy of the state of the run.
    #[must_use]
    pub fn snapshot(&mut self) -> Snapshot {
        Snapshot(self.run.snapshot())
    }

    /// Returns true if the recording covers the time before a state, so that a return to it leaves no gap.
    #[must_use]
    pub fn remembers(&self, snapshot: &Snapshot) -> bool {
        self.run.remembers(&snapshot.0)
    }

    /// Returns to an earlier or later state. The recording after this state is hidden.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.run.restore(&snapshot.0);
    }
}

/// Largest number of marks in a frame: one per six pixels at the usual width of 800 pixels.
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
    Goal::named(what)
        .ok_or_else(|| JsError::new("a step must be event, packet, drop, timeout, state or edit"))
}

fn checked(result: Result<Scenario, Problems>) -> String {
    match result {
        Ok(scenario) => json!({"ok": true, "scenario": scenario}).to_string(),
        Err(problems) => problems.refusal().to_string(),
    }
}

fn problem_list(problems: &Problems) -> JsError {
    JsError::new(&text(&problems.0))
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_value(value)
        .unwrap_or(Value::Null)
        .to_string()
}
