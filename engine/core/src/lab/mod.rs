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
use crate::observe::recorder::{INTERVAL, Recorder};
use crate::observe::summary::Summary;
use crate::scenario::{Edit, Patch, Problems, Scenario};
use crate::sim::{self, Observed, Options, Progress, RunError, Simulation};
use crate::time::Time;
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
    pieces: Pieces,
    /// Warnings about the scenario as it stands, once someone has asked.
    traps: Option<Vec<Warning>>,
}

/// A copy of the whole state of a run, to go back to.
#[derive(Clone, Debug)]
pub struct Snapshot {
    simulation: sim::Snapshot,
    pieces: Pieces,
    /// Samples taken until then, if it was recorded: whether the one due at that very instant is among
    /// them, the state does not tell.
    samples: Option<u64>,
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
            traps: None,
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
            let work = self.simulation.work();
            let boundary = self.next_sample().min(self.pieces.next()).min(until);
            if self.simulation.advance_by(boundary, allowance)? == Progress::Sliced {
                self.follow();
                return Ok(Progress::Sliced);
            }
            self.follow();
            self.cut_if_due();
            allowance = allowance.saturating_sub(self.simulation.work() - work);
            allowance = allowance.saturating_sub(self.sample_if_due());
            let due = self.next_sample().min(self.pieces.next());
            if self.simulation.now() >= until && due > until {
                return Ok(Progress::Reached);
            }
        }
    }

    /// Runs the next event, if one is left before the end.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn step_event(&mut self) -> Result<(), RunError> {
        let before = self.simulation.events();
        self.step_until(|simulation| simulation.events() > before)
    }

    /// Runs until another packet has left a link with a queue.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn step_packet(&mut self) -> Result<(), RunError> {
        let before = self.simulation.forwarded();
        self.step_until(|simulation| simulation.forwarded() > before)
    }

    /// Changes the scenario now; see [`Simulation::edit`].
    ///
    /// # Errors
    /// As there; then nothing changes.
    pub fn edit(&mut self, patches: &[Patch]) -> Result<Edit, Problems> {
        let edit = self.simulation.edit(patches)?;
        self.follow();
        self.sample_if_due();
        Ok(edit)
    }

    /// A copy of the state of the simulation; what was recorded stays.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            simulation: self.simulation.snapshot(),
            pieces: self.pieces.clone(),
            samples: self.recorder.as_ref().map(|recorder| recorder.samples()),
        }
    }

    /// Goes back (or forth) to a state; what was recorded after it is forgotten.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.simulation.restore(&snapshot.simulation);
        self.pieces = snapshot.pieces.clone();
        if let Some(recorder) = &mut self.recorder {
            let whole = self.simulation.now().0 / INTERVAL.0;
            recorder.rewind(snapshot.samples.unwrap_or(whole));
        }
        self.follow_always();
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

    /// Runs until what is wanted has happened, or for [`STEPS`] where it is long in coming.
    fn step_until(&mut self, happened: impl Fn(&Simulation) -> bool) -> Result<(), RunError> {
        for _ in 0..STEPS {
            if happened(&self.simulation) || self.simulation.now() >= self.simulation.end() {
                break;
            }
            self.advance_by(self.simulation.end(), 1)?;
        }
        Ok(())
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
                recorder.work()
            }
            _ => 0,
        }
    }

    /// Ends a piece of the run, if it ends now.
    fn cut_if_due(&mut self) {
        if self.pieces.next() <= self.simulation.now() {
            self.pieces.take(&self.simulation.observed());
        }
    }

    /// Lets the recorder know of groups that an edit brought.
    fn follow(&mut self) {
        if self.simulation.take_changed() {
            self.follow_always();
        }
    }

    fn follow_always(&mut self) {
        self.traps = None;
        if let Some(recorder) = &mut self.recorder {
            recorder.reconfigure(&self.simulation.observed());
        }
    }
}
