//! A run with its recording: what the page, the program and other front ends hold.
//!
//! The simulation below does not know that it is watched. The lab runs it from sample to sample, lets
//! the recorder look in between, and goes back and forth in time with both.

pub mod catalog;
pub mod report;

use std::ops::Deref;

use crate::observe::detail::Detail;
use crate::observe::layout::Layout;
use crate::observe::pieces::Pieces;
use crate::observe::recorder::{GaugeSums, INTERVAL, Recorder};
use crate::observe::summary::Summary;
use crate::scenario::{Edit, Patch, Problems, Scenario};
use crate::sim::marks::{Mark, MarkKind};
use crate::sim::trace_event::{TraceEvent, TraceEventKind};
use crate::sim::{self, Observed, Options, Progress, RunError, Simulation};
use crate::time::{Span, Time};
use crate::trace::Traces;
use crate::warnings::Warning;
pub use report::Report;

/// Most events, or samples without any, of a single step: a fraction of a second of computing.
const STEPS: u64 = 1_000_000;

/// A run of a scenario, recorded if asked for.
///
/// Recording changes no result: it is there for charts and exports.
#[derive(Clone, Debug)]
pub struct Lab {
    simulation: Simulation,
    recorder: Option<Box<Recorder>>,
    later: Option<LaterRecording>,
    pieces: Pieces,
    /// Warnings about the scenario as it stands, once someone has asked.
    scenario_warnings: Option<Vec<Warning>>,
}

/// What was recorded of the time later before the run went back, until it has come there again.
#[derive(Clone, Debug)]
struct LaterRecording {
    recorder: Box<Recorder>,
    /// On which way that was, and how many edits had been made.
    branch: (u64, usize),
}

/// A recording with more rows than this is not put aside: each takes some 160 bytes.
const MOST_LATER_ROWS: u64 = 1 << 20;

/// What a [step](Lab::step) goes on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Anything that happens.
    Event,
    /// A packet leaves a link with a queue.
    Packet,
    /// A packet is dropped at a link with a queue.
    Drop,
    /// The retransmission timer of a watched flow runs out.
    Timeout,
    /// A watched flow changes its state, as its [marks](Mark) tell, timeouts among them.
    State,
    /// The scenario is changed.
    Edit,
}

impl Goal {
    /// The goal of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Goal> {
        Some(match name {
            "event" => Goal::Event,
            "packet" => Goal::Packet,
            "drop" => Goal::Drop,
            "timeout" => Goal::Timeout,
            "state" => Goal::State,
            "edit" => Goal::Edit,
            _ => return None,
        })
    }
}

/// A copy of the whole state of a run, to go back to.
#[derive(Clone, Debug)]
pub struct Snapshot {
    simulation: sim::Snapshot,
    pieces: Pieces,
    /// Samples taken until then, if it was recorded: whether the one due at that very instant is among
    /// them, the state does not tell.
    samples: Option<u64>,
    gauge_sums: Option<GaugeSums>,
}

/// Whatever only looks at the run is asked of the simulation.
impl Deref for Lab {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        &self.simulation
    }
}

impl Lab {
    /// A run at time 0 that records nothing yet.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Lab {
        Lab::of(Simulation::new(scenario))
    }

    /// A run at time 0, in a chosen way.
    #[must_use]
    pub fn with_options(scenario: &Scenario, options: Options) -> Lab {
        Lab::of(Simulation::with_options(scenario, options))
    }

    fn of(simulation: Simulation) -> Lab {
        let bottlenecks = simulation.current().bottlenecks.len();
        Lab {
            pieces: Pieces::new(simulation.end(), bottlenecks),
            simulation,
            recorder: None,
            later: None,
            scenario_warnings: None,
        }
    }

    /// Records time series from now on.
    pub fn record(&mut self) {
        let recorder = Recorder::new(&self.simulation.observed());
        self.recorder = Some(Box::new(recorder));
    }

    /// What has been recorded, if anything is.
    #[must_use]
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_deref()
    }

    /// What the bottlenecks did so far, piece by piece.
    #[must_use]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Chooses the flows whose windows are recorded from now on; see [`Recorder::watch`].
    pub fn watch(&mut self, flows: &[u32]) {
        if let Some(recorder) = &mut self.recorder {
            recorder.watch(flows, self.simulation.observed().flows);
        }
    }

    /// What the recorded series are and belong to.
    #[must_use]
    pub fn layout(&mut self) -> Layout {
        let (series, watched) = match &self.recorder {
            Some(recorder) => (recorder.series(), recorder.watched().collect()),
            None => (&[][..], Vec::new()),
        };
        Layout::of(&self.simulation.observed(), series, &watched)
    }

    /// Present values of links and groups, if the run is recorded; see [`Recorder::present`].
    #[must_use]
    pub fn present(&mut self) -> Vec<f64> {
        match &self.recorder {
            Some(recorder) => recorder.present(&self.simulation.observed()),
            None => Vec::new(),
        }
    }

    /// Runs everything that happens up to and including `until`, at most to the end of the run.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn advance(&mut self, until: Time) -> Result<(), RunError> {
        while self.advance_by(until, u64::MAX)? == Progress::Sliced {}
        Ok(())
    }

    /// Like [`advance`](Self::advance), but stops after about `max_events` events, or after as much work
    /// on samples and edits: hours in which nothing happens are sliced too.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn advance_by(&mut self, until: Time, max_events: u64) -> Result<Progress, RunError> {
        let until = until.min(self.simulation.end());
        let mut allowance = max_events;
        loop {
            let boundary = self.next_observation().min(until);
            let progress = self.simulation.advance_to_edit(boundary, &mut allowance)?;
            self.update_recorder_after_edit();
            match progress {
                Some(Progress::Sliced) => return Ok(Progress::Sliced),
                Some(Progress::Reached) => {}
                None => continue,
            }
            self.end_piece_if_due();
            allowance = allowance.saturating_sub(self.sample_if_due());
            if self.simulation.now() >= until && self.next_observation() > until {
                return Ok(Progress::Reached);
            }
        }
    }

    /// Goes on to the next of what `goal` says, and says what happened there. `None` where `most` events and
    /// samples were not enough, or nothing is left before the end.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn step(&mut self, goal: Goal, most: u64) -> Result<Option<Vec<TraceEvent>>, RunError> {
        let end = self.simulation.end();
        for _ in 0..most {
            let made = self.simulation.marks().made();
            let until = self.next_observation().min(end);
            let events = self.simulation.step(until)?;
            self.update_recorder_after_edit();
            match events {
                Some(events) if self.reaches(goal, &events, made) => return Ok(Some(events)),
                Some(_) => {}
                None => {
                    self.end_piece_if_due();
                    self.sample_if_due();
                    if self.simulation.now() >= end && self.next_observation() > end {
                        break;
                    }
                }
            }
        }
        Ok(None)
    }

    /// Goes on to the next thing that happens; nothing if none is left before the end, or a million events events nothing.
    /// See [`step`](Self::step).
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn step_event(&mut self) -> Result<Vec<TraceEvent>, RunError> {
        Ok(self.step(Goal::Event, STEPS)?.unwrap_or_default())
    }

    /// Goes on until another packet has left a link with a queue.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn step_packet(&mut self) -> Result<Vec<TraceEvent>, RunError> {
        Ok(self.step(Goal::Packet, STEPS)?.unwrap_or_default())
    }

    /// When that which `goal` says happened for the first time after `t`, or for the last time before it, as
    /// far as that was recorded: drops to a sample, and marks as long as they are kept.
    #[must_use]
    pub fn recorded(&self, goal: Goal, t: Time, forward: bool) -> Option<Time> {
        if goal == Goal::Drop {
            return self.recorder()?.next_drop(t, forward);
        }
        if goal == Goal::Edit {
            let made = self.document().edits.iter().take(self.edits_made());
            return nearest(made.map(|edit| Time::from_s(edit.at_s)), t, forward);
        }
        let marks = self.marks().within(Time::ZERO, Time::NEVER).iter();
        let marks = marks.filter(|mark| self.shows(goal, mark));
        nearest(marks.map(|mark| mark.at), t, forward)
    }

    /// Files for edits to come; see [`Simulation::know`].
    pub fn know(&mut self, traces: &Traces) {
        self.simulation.know(traces);
    }

    /// Changes the scenario now; see [`Simulation::edit`].
    ///
    /// # Errors
    /// As there; then nothing changes.
    pub fn edit(&mut self, patches: &[Patch]) -> Result<Edit, Problems> {
        let edit = self.simulation.edit(patches)?;
        self.later = None;
        self.update_recorder_after_edit();
        self.sample_if_due();
        Ok(edit)
    }

    /// A copy of the state of the simulation; what was recorded stays.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            simulation: self.simulation.snapshot(),
            pieces: self.pieces.clone(),
            samples: self.recorder().map(Recorder::samples),
            gauge_sums: self.recorder().map(Recorder::gauge_sums),
        }
    }

    /// Goes back or forth to a state. Going back, what was recorded since is put aside, so that the run can go
    /// forth too, as long as [`remembers`](Self::remembers) says so; elsewhere what was recorded ends there.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let samples = self.samples_at(snapshot);
        if self.recorder().is_some_and(|r| r.samples() > samples) {
            self.keep_later_recording();
        } else if self.remembers(snapshot) {
            self.restore_later_recording();
        }
        self.simulation.restore(&snapshot.simulation);
        self.pieces = snapshot.pieces.clone();
        if let Some(recorder) = &mut self.recorder {
            recorder.rewind(samples);
            if let Some(gauge_sums) = &snapshot.gauge_sums {
                recorder.restore_gauges(gauge_sums);
            }
        }
        self.update_recorder();
    }

    /// Whether all that leads to a state is recorded, so that to go there leaves no gap.
    #[must_use]
    pub fn remembers(&self, snapshot: &Snapshot) -> bool {
        let samples = self.samples_at(snapshot);
        let Some(recorder) = self.recorder() else {
            return true;
        };
        let taken = &snapshot.simulation;
        let branch = (taken.branch(), taken.edits_made());
        let is_ahead =
            |later: &LaterRecording| samples <= later.recorder.samples() && later.branch == branch;
        samples <= recorder.samples() || self.later.as_ref().is_some_and(is_ahead)
    }

    fn samples_at(&self, snapshot: &Snapshot) -> u64 {
        let whole = snapshot.simulation.now().0 / INTERVAL.0;
        snapshot.samples.unwrap_or(whole)
    }

    fn keep_later_recording(&mut self) {
        let Some(recorder) = &self.recorder else {
            return;
        };
        let farther = |later: &LaterRecording| later.recorder.samples() >= recorder.samples();
        if self.later.as_ref().is_some_and(farther) || recorder.most_rows() > MOST_LATER_ROWS {
            return;
        }
        self.later = Some(LaterRecording {
            recorder: recorder.clone(),
            branch: (self.branch(), self.edits_made()),
        });
    }

    /// Goes on with what was put aside, which stays there for the next time.
    fn restore_later_recording(&mut self) {
        if let (Some(recorder), Some(later)) = (&mut self.recorder, &self.later)
            && later.recorder.samples() > recorder.samples()
        {
            let watched: Vec<u32> = recorder.watched().collect();
            *recorder = later.recorder.clone();
            recorder.watch(&watched, self.simulation.observed().flows);
        }
    }

    /// The figures of the run so far.
    #[must_use]
    pub fn summary(&mut self) -> Summary {
        self.simulation.summary()
    }

    /// The figures of each flow and the histogram of each queue so far.
    #[must_use]
    pub fn detail(&mut self) -> Detail {
        self.simulation.detail()
    }

    /// The state, for whoever draws or counts it.
    pub fn observed(&mut self) -> Observed<'_> {
        self.simulation.observed()
    }

    /// Whether a step came to what was wanted; `made`: marks before it.
    fn reaches(&self, goal: Goal, events: &[TraceEvent], made: u64) -> bool {
        let any = |is: fn(&TraceEventKind) -> bool| events.iter().any(|event| is(&event.kind));
        match goal {
            Goal::Event => !events.is_empty(),
            Goal::Packet => any(TraceEventKind::is_departure),
            Goal::Drop => any(TraceEventKind::is_drop),
            Goal::Edit => any(|kind| matches!(kind, TraceEventKind::Edited { .. })),
            Goal::Timeout | Goal::State => {
                let mut new = self.marks().since(made).iter();
                new.any(|mark| self.shows(goal, mark))
            }
        }
    }

    /// Whether a mark is what `goal` says, of a flow that is watched.
    fn shows(&self, goal: Goal, mark: &Mark) -> bool {
        let is_timeout = mark.kind == MarkKind::Timeout;
        let watched = |recorder: &Recorder| recorder.watched().any(|flow| flow == mark.flow);
        (is_timeout || goal == Goal::State) && self.recorder().is_none_or(watched)
    }

    /// When the run is to be looked at next.
    fn next_observation(&self) -> Time {
        self.next_sample().min(self.pieces.next())
    }

    fn next_sample(&self) -> Time {
        self.recorder
            .as_ref()
            .map_or(Time::NEVER, |recorder| recorder.next_sample())
    }

    /// Takes the sample that is due now, if one is; how much work that was, in events.
    fn sample_if_due(&mut self) -> u64 {
        match &mut self.recorder {
            Some(recorder) if recorder.next_sample() <= self.simulation.now() => {
                recorder.sample(&mut self.simulation.observed());
                if let Some(later) = &self.later
                    && later.recorder.samples() <= recorder.samples()
                {
                    self.later = None;
                }
                recorder.work()
            }
            _ => 0,
        }
    }

    /// Ends a piece of the run, if it ends now.
    fn end_piece_if_due(&mut self) {
        if self.pieces.next() <= self.simulation.now() {
            self.pieces.take(&self.simulation.observed());
        }
    }

    /// Lets the recorder know of groups that an edit brought.
    fn update_recorder_after_edit(&mut self) {
        if self.simulation.take_changed() {
            self.update_recorder();
        }
    }

    fn update_recorder(&mut self) {
        self.scenario_warnings = None;
        if let Some(recorder) = &mut self.recorder {
            recorder.reconfigure(&self.simulation.observed());
        }
    }
}

/// The first of some moments in order after `t`, or the last before it. Callers have seconds, which are exact
/// to a nanosecond however long the run.
fn nearest(times: impl DoubleEndedIterator<Item = Time>, t: Time, forward: bool) -> Option<Time> {
    let mut times = times;
    if forward {
        times.find(|&at| at > t + Span(1_000))
    } else {
        times.rfind(|&at| at + Span(1_000) < t)
    }
}
