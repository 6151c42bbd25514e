//! The simulation: links, flows and the events that move packets between them.

pub mod ahead;
pub mod application;
pub mod arrivals;
pub mod baseline;
pub mod build;
pub mod by_sample;
pub mod calendar;
pub mod capture;
pub mod coming;
pub mod conservation;
pub mod delays;
pub mod delivery;
pub mod document;
pub mod edit;
pub mod event;
pub mod exchange;
pub mod flow;
pub mod group;
pub mod inject;
pub mod live;
pub mod marks;
pub mod memory;
pub mod network;
pub mod open;
pub mod placed;
pub mod population;
pub mod ramp;
pub mod real_senders;
pub mod record;
pub mod replay;
pub mod round_trip_sums;
pub mod run;
pub mod schedule;
pub mod scheduler;
pub mod script;
pub mod service_schedule;
pub mod stepping;
pub mod team;
pub mod topology;
pub mod trace_event;
pub mod window_sum;

use crate::net::node::Node;
use crate::scenario::{Scenario, limits};
use crate::time::Time;
use baseline::Baseline;
use flow::{Flow, Totals};
pub use group::GroupState;
use marks::Marks;
use run::Run;
pub use run::SliceEnd;
use script::{ScriptedFault, Step};

/// Cost of an edit, in events.
const EVENTS_PER_EDIT: u64 = 5_000;

/// Run of a scenario.
///
/// Nothing happens by itself: [`advance`](Self::advance) runs it up to a given time. A run goes through the same
/// events in the same order, however it is sliced.
#[derive(Clone, Debug)]
pub struct Simulation {
    run: Run,
    /// Work done so far, in events.
    work: u64,
    /// Whether an edit was made since the last call of `take_changed`.
    changed: bool,
    /// Number of branches after the first: one for each edit made by hand.
    branches: u64,
}

/// Copy of the complete state of a run, to restore later.
#[derive(Clone, Debug)]
pub struct Snapshot(Box<Run>);

impl Snapshot {
    /// Returns the number of the branch of the run. It differs after an edit by hand has led to another branch.
    #[must_use]
    pub fn branch(&self) -> u64 {
        self.0.document.branch
    }

    /// Returns the number of edits of the document applied before the snapshot.
    #[must_use]
    pub fn edits_made(&self) -> usize {
        self.0.document.next_edit
    }

    /// Returns the simulated time of the snapshot.
    #[must_use]
    pub fn now(&self) -> Time {
        self.0.scheduler.now
    }
}

/// Options of a run that are not part of the scenario.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Simulates every link of the reverse path instead of computing what can be computed. Data arrives at the same times, in
    /// the same order and with the same fate. The [digest](Simulation::digest) and the number of events are others, since
    /// acknowledgments then arrive at links with queues too.
    pub hop_by_hop: bool,
    /// Keeps every sender in step with the clock: each acknowledgment is an event. The result is the same.
    pub in_step: bool,
    /// Scripted faults of segments, for tests and lessons.
    pub scripted_faults: Vec<ScriptedFault>,
    /// Number of a flow whose sender is traced step by step, for tests and lessons.
    pub trace: Option<u32>,
    /// Sequence number of the first segment of every flow, for tests of the wraparound of 32-bit packet numbers.
    pub first_number: u64,
    /// Ids of the groups whose packets come from outside; see [`live`]. The run is then simulated hop by hop and in step.
    /// [`live::check`] says which groups can be live; an id without a group has no effect.
    pub live: Vec<String>,
    /// Packets to capture; see [`capture`]. The result is the same. Needs the feature `capture` of this crate.
    pub capture: Option<capture::Selection>,
}

/// Reason why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The number of packets in flight exceeds the limit. Smaller buffers or windows help.
    TooManyPackets {
        /// Number of packets in flight.
        packets: usize,
        /// Simulated time of the failure.
        at: Time,
    },
    /// The system has no memory left for the flows or packets. Fewer flows or smaller windows help.
    OutOfMemory {
        /// Simulated time of the failure.
        at: Time,
    },
}

impl std::fmt::Display for RunError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RunError::TooManyPackets { packets, at } => write!(
                f,
                "at {:.3} s, {packets} packets are under way; a run ends at {}. Make buffers or windows smaller, or send less.",
                at.s(),
                limits::PACKETS
            ),
            RunError::OutOfMemory { at } => write!(
                f,
                "at {:.3} s, the system has no memory left for this run. Simulate fewer flows, make buffers or windows smaller, or allow the program more memory.",
                at.s()
            ),
        }
    }
}

impl std::error::Error for RunError {}

/// Result of a call of [`Simulation::advance_by`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The requested time is reached.
    Reached,
    /// The allowance of events was used up earlier.
    Sliced,
}

impl Simulation {
    /// Creates a run at time 0.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Simulation {
        Simulation::with_options(scenario, Options::default())
    }

    /// Creates a run at time 0 with options.
    #[must_use]
    pub fn with_options(scenario: &Scenario, options: Options) -> Simulation {
        Simulation {
            run: Run::new(scenario, &options),
            work: 0,
            changed: false,
            branches: 0,
        }
    }

    /// Checks that the system had memory for all flows; otherwise the run has none of a group.
    ///
    /// # Errors
    /// [`RunError::OutOfMemory`]; the run cannot begin.
    pub fn check_flows(&self) -> Result<(), RunError> {
        self.run.check_flows()
    }

    /// Runs all events up to and including `until`, at most to the end of the run.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn advance(&mut self, until: Time) -> Result<(), RunError> {
        while self.advance_by(until, u64::MAX)? == Progress::Sliced {}
        Ok(())
    }

    /// Like [`advance`](Self::advance), but stops after about `max_events` events, or after as much work
    /// on edits. A slice of more than a thousand events ends when no sender is [ahead](ahead) of the clock, which may
    /// take the events of a round trip more.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn advance_by(&mut self, until: Time, max_events: u64) -> Result<Progress, RunError> {
        let mut allowance = max_events;
        loop {
            let advanced = self.advance_to_edit(until, until, &mut allowance, SliceEnd::InStep);
            if let Some(progress) = advanced? {
                return Ok(progress);
            }
        }
    }

    /// Like [`advance_by`](Self::advance_by), but also stops after each edit and returns `None`, so that observers
    /// see every state of the scenario, even with several edits at one instant. Subtracts the work done from
    /// `allowance`.
    ///
    /// The run goes on to `horizon` at least, up to which senders of flows that are not [watched](Self::watch) may run
    /// ahead of the clock: at `until`, and at the end of a slice with [`SliceEnd::Ahead`], only links, sums of groups and
    /// watched flows are exact.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn advance_to_edit(
        &mut self,
        until: Time,
        horizon: Time,
        allowance: &mut u64,
        end: SliceEnd,
    ) -> Result<Option<Progress>, RunError> {
        let until = until.min(self.run.document.end);
        loop {
            let next = self.run.document.next_boundary();
            let (boundary, horizon) = (next.min(until), next.min(horizon));
            let before = *allowance;
            let progress = self.run.run_to(boundary, horizon, allowance, end);
            self.work += before - *allowance;
            if progress? == Progress::Sliced {
                return Ok(Some(Progress::Sliced));
            }
            if self.run.document.next_boundary() > until {
                return Ok(Some(Progress::Reached));
            }
            if self.pass_boundary()? {
                *allowance = allowance.saturating_sub(EVENTS_PER_EDIT);
                return Ok(None);
            }
        }
    }

    /// Returns whether no sender is [ahead](ahead) of the clock, so that flows can be read.
    #[must_use]
    pub fn is_in_step(&self) -> bool {
        self.run.scheduler.is_exact()
    }

    /// Runs what is due at a boundary and is not an event; true if the scenario was changed.
    fn pass_boundary(&mut self) -> Result<bool, RunError> {
        let changed = self.run.at_boundary();
        if changed {
            self.work += EVENTS_PER_EDIT;
            self.changed = true;
            // A changed source releases all packets that it has sent.
            self.run.check_packets()?;
        }
        Ok(changed)
    }

    /// Returns the work done so far, in events: events run, and edits.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Returns whether an edit was applied since the last call.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Copies the state of the run.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(Box::new(self.run.clone()))
    }

    /// Restores a state, earlier or later.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.run = (*snapshot.0).clone();
    }

    /// Current simulated time of the run.
    #[must_use]
    pub fn now(&self) -> Time {
        self.run.scheduler.now
    }

    /// Returns the end time of the run.
    #[must_use]
    pub fn end(&self) -> Time {
        self.run.document.end
    }

    /// Returns the number of events so far, whether each was taken from the calendar or [computed
    /// before](ahead). Timers that were set again meanwhile do not count, so the number does not depend on slices.
    #[must_use]
    pub fn events(&self) -> u64 {
        let scheduler = &self.run.scheduler;
        scheduler.events - scheduler.obsolete + scheduler.ahead.reactions
    }

    /// Returns the number of events taken from the calendar so far: a measure of the work, which depends on slices.
    #[must_use]
    pub fn scheduled_events(&self) -> u64 {
        self.run.scheduler.events
    }

    /// Returns the number of packets that have left links with queues.
    #[must_use]
    pub fn forwarded(&self) -> u64 {
        self.run.network.forwarded
    }

    /// Returns a digest of the run so far: every packet that reached a simulated link with a queue, its time, and whether it
    /// was admitted. Acknowledgments on a computed reverse path reach none.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.run.record.digest()
    }

    /// Returns the number of edits applied. An edit whose time has come may still be pending if a slice of the run
    /// ended at that very instant.
    #[must_use]
    pub fn edits_made(&self) -> usize {
        self.run.document.next_edit
    }

    /// Returns the number of the current branch; see [`Snapshot::branch`].
    #[must_use]
    pub fn branch(&self) -> u64 {
        self.run.document.branch
    }

    /// Returns the scenario at the start with all edits so far: the content of a shared link.
    #[must_use]
    pub fn document(&self) -> &Scenario {
        &self.run.document.whole
    }

    /// The current scenario, edits applied.
    #[must_use]
    pub fn current(&self) -> &Scenario {
        &self.run.document.current
    }

    /// Returns the packets captured up to now that have not been taken, in order of time; none without
    /// [`Options::capture`].
    pub fn take_captured(&mut self) -> Vec<capture::Captured> {
        let now = self.run.scheduler.now;
        let log = self.run.record.capture.as_mut();
        log.map_or_else(Vec::new, |log| log.take(now))
    }

    /// Returns the latest marks of senders.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.run.record.marks
    }

    /// Returns the steps of the sender selected by [`Options::trace`].
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        let trace = self.run.record.trace.as_ref();
        trace.map_or(&[], |trace| &trace.steps)
    }

    /// Measures the queue of each group of flows at each link from now on. A recording needs it; no result depends on
    /// it.
    pub fn measure_groups(&mut self) {
        self.run.scheduler.ahead.is_sampled = true;
        if self.run.population.measure_groups() {
            self.run.set_groups_of_nodes();
        }
    }

    /// Chooses the flows that are exact at any time; see [`advance_to_edit`](Self::advance_to_edit).
    pub fn watch(&mut self, flows: impl Iterator<Item = u32>) {
        self.run.population.watch(flows);
    }

    /// Returns the state for observers.
    pub fn observed(&mut self) -> Observed<'_> {
        self.run.observed()
    }
}

/// State of a run as observers see it. Observing does not affect the course of the run.
pub struct Observed<'a> {
    /// Current simulated time of the run.
    pub now: Time,
    /// Start of the measured time.
    pub warmup_at: Time,
    /// The current scenario, edits applied.
    pub scenario: &'a Scenario,
    /// Links with queues: each bottleneck forward and reverse, then the edges.
    pub links: &'a mut [Node],
    /// All groups, including removed ones.
    pub groups: &'a [GroupState],
    /// Flows of all groups.
    pub flows: &'a [Flow],
    /// Counters of the flows at the start of the measured time.
    baseline: &'a Baseline,
}

impl Observed<'_> {
    /// Returns the counters of a flow over the measured time.
    #[must_use]
    pub fn measured(&self, flow: usize) -> Totals {
        self.baseline.measured(flow, self.flows[flow].totals())
    }
}
