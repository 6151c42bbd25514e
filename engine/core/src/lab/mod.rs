//! Lab: a run with its recorder, for the page, the program and other front ends.
//!
//! The simulation does not depend on its observers. The lab runs it from sample to sample, calls the recorder in
//! between, and restores both to earlier or later times.

pub mod catalog;
pub mod report;
mod step;

use std::ops::Deref;

use crate::observe::detail::Detail;
use crate::observe::grid::INTERVAL;
use crate::observe::layout::Layout;
use crate::observe::pieces::Pieces;
use crate::observe::recorder::{GaugeSums, Recorder};
use crate::observe::summary::Summary;
use crate::scenario::{Edit, Patch, Problems, Scenario};
use crate::sim::capture::Captured;
use crate::sim::live::{InjectError, LiveEvent, LiveFlow, LivePacket, LiveSender};
use crate::sim::{self, Observed, Options, Progress, RunError, Simulation, SliceEnd};
use crate::time::Time;
use crate::trace::Traces;
use crate::warnings::Warning;
pub use report::Report;
pub use step::Goal;

/// A run of a scenario, with time series if they are requested.
///
/// Recording changes no result; it is for charts and exports.
#[derive(Clone, Debug)]
pub struct Lab {
    simulation: Simulation,
    recorder: Option<Box<Recorder>>,
    future: Option<FutureRecording>,
    pieces: Pieces,
    /// Warnings about the present scenario; computed on the first request.
    scenario_warnings: Option<Vec<Warning>>,
}

/// Recording of the time after the present, kept after a step back until the run reaches it again.
#[derive(Clone, Debug)]
struct FutureRecording {
    recorder: Box<Recorder>,
    /// Branch of the recording, and number of edits made on it.
    branch: (u64, usize),
}

/// Maximum number of rows of a recording that is kept; each row takes about 160 bytes.
const MOST_FUTURE_ROWS: u64 = 1 << 20;

/// Copy of the complete state of a run, which can be restored.
#[derive(Clone, Debug)]
pub struct Snapshot {
    simulation: sim::Snapshot,
    pieces: Pieces,
    /// Number of samples taken until then, if the run is recorded. The state does not contain whether the sample at
    /// its time is already taken.
    samples: Option<u64>,
    gauge_sums: Option<GaugeSums>,
}

/// Read-only requests are answered by the simulation.
impl Deref for Lab {
    type Target = Simulation;

    fn deref(&self) -> &Simulation {
        &self.simulation
    }
}

impl Lab {
    /// Returns a run at time 0 without recording.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Lab {
        Lab::of(Simulation::new(scenario))
    }

    /// Returns a run at time 0 with options.
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
            future: None,
            scenario_warnings: None,
        }
    }

    /// Records time series from now on.
    pub fn record(&mut self) {
        self.simulation.measure_groups();
        let recorder = Recorder::new(&self.simulation.observed());
        self.recorder = Some(Box::new(recorder));
        self.keep_watched_exact();
    }

    /// Keeps the recorded flows exact at each sample.
    fn keep_watched_exact(&mut self) {
        if let Some(recorder) = &self.recorder {
            self.simulation.watch(recorder.watched());
        }
    }

    /// Recorder of the run, if it is recorded.
    #[must_use]
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_deref()
    }

    /// Totals of the bottlenecks in each piece of the run so far.
    #[must_use]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Chooses the flows whose windows are recorded from now on; see [`Recorder::watch`].
    pub fn watch(&mut self, flows: &[u32]) {
        self.settle_to_read();
        if let Some(recorder) = &mut self.recorder {
            recorder.watch(flows, &self.simulation.observed());
        }
        self.keep_watched_exact();
    }

    /// Begins to read the series of a recorded run over [intervals](crate::observe::intervals).
    pub fn begin_intervals(&mut self) {
        self.settle_to_read();
        if let Some(recorder) = &mut self.recorder {
            recorder.begin_intervals(&self.simulation.observed());
        }
    }

    /// Returns the values of all series since the last call or since [`begin_intervals`](Self::begin_intervals); see
    /// [`Recorder::end_interval`]. `None` if the run is not recorded.
    pub fn end_interval(&mut self) -> Option<Vec<f64>> {
        self.settle_to_read();
        let recorder = self.recorder.as_mut()?;
        Some(recorder.end_interval(&self.simulation.observed()))
    }

    /// Layout of the recorded series and of their owners.
    #[must_use]
    pub fn layout(&mut self) -> Layout {
        self.settle_to_read();
        let observed = self.simulation.observed();
        let recorder = self.recorder.as_ref();
        recorder.map_or_else(|| Layout::of(&observed), |it| it.layout(&observed))
    }

    /// Present values of links and groups, if the run is recorded; see [`Recorder::present`].
    #[must_use]
    pub fn present(&mut self) -> Vec<f64> {
        match &self.recorder {
            Some(recorder) => recorder.present(&self.simulation.observed()),
            None => Vec::new(),
        }
    }

    /// Runs all events up to and including `until`, at most to the end of the run.
    ///
    /// # Errors
    /// [`RunError`] if the run cannot continue.
    pub fn advance(&mut self, until: Time) -> Result<(), RunError> {
        while self.advance_by(until, u64::MAX)? == Progress::Sliced {}
        Ok(())
    }

    /// Like [`advance`](Self::advance), but returns after about `max_events` events, or after as much work on samples
    /// and edits. So hours without events are sliced too.
    ///
    /// # Errors
    /// [`RunError`] if the run cannot continue.
    pub fn advance_by(&mut self, until: Time, max_events: u64) -> Result<Progress, RunError> {
        self.settle()?;
        self.run_slice(until, max_events, SliceEnd::InStep)
    }

    /// Like [`advance_by`](Self::advance_by), but senders may still be [ahead](crate::sim::ahead) of the clock at the end
    /// of a slice, which otherwise runs on for up to a round trip until all are in step. The recording is exact. What
    /// reads or changes flows [settles](Self::settle) the run first, and so moves its time forward; so does
    /// [`advance_by`](Self::advance_by), possibly beyond its `until`.
    ///
    /// # Errors
    /// [`RunError`] if the run cannot continue.
    pub fn advance_ahead(&mut self, until: Time, max_events: u64) -> Result<Progress, RunError> {
        self.run_slice(until, max_events, SliceEnd::Ahead)
    }

    /// Runs on until all senders are in step with the clock, if some are ahead of it: at most to the `until` of the
    /// last [`advance_ahead`](Self::advance_ahead), and for at most 10 s of simulated time.
    ///
    /// # Errors
    /// [`RunError`] if the run cannot continue.
    pub fn settle(&mut self) -> Result<(), RunError> {
        while !self.simulation.is_in_step() {
            self.run_slice(self.simulation.end(), 0, SliceEnd::InStep)?;
        }
        Ok(())
    }

    /// Settles the run before its state is read. If the run cannot continue, the next slice reports it.
    fn settle_to_read(&mut self) {
        let _ = self.settle();
    }

    fn run_slice(
        &mut self,
        until: Time,
        max_events: u64,
        end: SliceEnd,
    ) -> Result<Progress, RunError> {
        let until = until.min(self.simulation.end());
        let mut allowance = max_events;
        loop {
            let boundary = self.next_observation().min(until);
            let progress = self
                .simulation
                .advance_to_edit(boundary, until, &mut allowance, end)?;
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

    /// Gives a packet of a real host to its flow; see [`Simulation::inject`].
    ///
    /// # Errors
    /// [`InjectError`]; then nothing has changed.
    pub fn inject(&mut self, flow: LiveFlow, packet: LivePacket) -> Result<(), InjectError> {
        self.simulation.inject(flow, packet)
    }

    /// Records the present state of the senders of a live group; see [`Simulation::observe_senders`].
    pub fn observe_senders(&mut self, group: usize, senders: &[LiveSender]) {
        self.simulation.observe_senders(group, senders);
    }

    /// Returns what has become of live packets since the last call; see [`Simulation::take_events`].
    pub fn take_events(&mut self) -> Vec<LiveEvent> {
        self.simulation.take_events()
    }

    /// Returns the packets captured up to now that have not been taken; see [`Simulation::take_captured`].
    pub fn take_captured(&mut self) -> Vec<Captured> {
        self.simulation.take_captured()
    }

    /// Returns the time at which something can happen next; see [`Simulation::next_at`]. Samples of a recording are nothing
    /// that happens.
    pub fn next_at(&mut self) -> Option<Time> {
        self.simulation.next_at()
    }

    /// Adds trace files for future edits; see [`Simulation::know`].
    pub fn know(&mut self, traces: &Traces) {
        self.simulation.know(traces);
    }

    /// Edits the scenario now; see [`Simulation::edit`].
    ///
    /// # Errors
    /// See [`Simulation::edit`]; nothing changes in case of an error.
    pub fn edit(&mut self, patches: &[Patch]) -> Result<Edit, Problems> {
        self.settle_to_read();
        let edit = self.simulation.edit(patches)?;
        self.future = None;
        self.update_recorder_after_edit();
        self.sample_if_due();
        Ok(edit)
    }

    /// Returns a copy of the state of the simulation, in which all senders are in step. The recording is not copied.
    #[must_use]
    pub fn snapshot(&mut self) -> Snapshot {
        self.settle_to_read();
        Snapshot {
            simulation: self.simulation.snapshot(),
            pieces: self.pieces.clone(),
            samples: self.recorder().map(Recorder::samples),
            gauge_sums: self.recorder().map(Recorder::gauge_sums),
        }
    }

    /// Restores an earlier or later state. After a step back, the later recording is kept, so that the run can also
    /// go forward as long as [`remembers`](Self::remembers) allows it; otherwise the recording ends at the restored
    /// time.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let samples = self.samples_at(snapshot);
        if self.recorder().is_some_and(|r| r.samples() > samples) {
            self.keep_future_recording();
        } else if self.remembers(snapshot) {
            self.restore_future_recording();
        }
        self.simulation.restore(&snapshot.simulation);
        self.pieces = snapshot.pieces.clone();
        if self.recorder.is_some() {
            self.simulation.measure_groups();
        }
        if let Some(recorder) = &mut self.recorder {
            recorder.rewind(samples);
            if let Some(gauge_sums) = &snapshot.gauge_sums {
                recorder.restore_gauges(gauge_sums);
            }
        }
        self.update_recorder();
    }

    /// Returns whether the recording up to a state is complete, so that restoring it leaves no gap.
    #[must_use]
    pub fn remembers(&self, snapshot: &Snapshot) -> bool {
        let samples = self.samples_at(snapshot);
        let Some(recorder) = self.recorder() else {
            return true;
        };
        let taken = &snapshot.simulation;
        let branch = (taken.branch(), taken.edits_made());
        let is_ahead = |future: &FutureRecording| {
            samples <= future.recorder.samples() && future.branch == branch
        };
        samples <= recorder.samples() || self.future.as_ref().is_some_and(is_ahead)
    }

    fn samples_at(&self, snapshot: &Snapshot) -> u64 {
        let whole = snapshot.simulation.now().0 / INTERVAL.0;
        snapshot.samples.unwrap_or(whole)
    }

    fn keep_future_recording(&mut self) {
        let Some(recorder) = &self.recorder else {
            return;
        };
        let farther = |future: &FutureRecording| future.recorder.samples() >= recorder.samples();
        if self.future.as_ref().is_some_and(farther) || recorder.most_rows() > MOST_FUTURE_ROWS {
            return;
        }
        self.future = Some(FutureRecording {
            recorder: recorder.clone(),
            branch: (self.branch(), self.edits_made()),
        });
    }

    /// Restores the later recording, and keeps it for further steps.
    fn restore_future_recording(&mut self) {
        if let (Some(recorder), Some(future)) = (&mut self.recorder, &self.future)
            && future.recorder.samples() > recorder.samples()
        {
            let watched: Vec<u32> = recorder.watched().collect();
            *recorder = future.recorder.clone();
            recorder.watch(&watched, &self.simulation.observed());
        }
    }

    /// Returns the summary of the run so far.
    #[must_use]
    pub fn summary(&mut self) -> Summary {
        self.settle_to_read();
        self.simulation.summary()
    }

    /// Returns the statistics of each flow and the histogram of each queue so far.
    #[must_use]
    pub fn detail(&mut self) -> Detail {
        self.settle_to_read();
        self.simulation.detail()
    }

    /// Returns the present state for observers.
    pub fn observed(&mut self) -> Observed<'_> {
        self.simulation.observed()
    }

    /// Time of the next sample or of the end of the next piece.
    fn next_observation(&self) -> Time {
        self.next_sample().min(self.pieces.next())
    }

    fn next_sample(&self) -> Time {
        self.recorder
            .as_ref()
            .map_or(Time::NEVER, |recorder| recorder.next_sample())
    }

    /// Takes the sample that is due. Returns the work in events.
    fn sample_if_due(&mut self) -> u64 {
        match &mut self.recorder {
            Some(recorder) if recorder.next_sample() <= self.simulation.now() => {
                recorder.sample(&mut self.simulation.observed());
                if let Some(future) = &self.future
                    && future.recorder.samples() <= recorder.samples()
                {
                    self.future = None;
                }
                recorder.work()
            }
            _ => 0,
        }
    }

    /// Ends a piece of the run if its end is reached.
    fn end_piece_if_due(&mut self) {
        if self.pieces.next() <= self.simulation.now() {
            self.pieces.take(&self.simulation.observed());
        }
    }

    /// Adapts the recorder after an edit.
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
        self.keep_watched_exact();
    }
}
