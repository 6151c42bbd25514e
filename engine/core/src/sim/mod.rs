//! The simulation: links, flows and the events that move packets between them.

pub mod arrivals;
pub mod build;
pub mod calendar;
pub mod conservation;
pub mod drive;
pub mod edit;
pub mod event;
pub mod exchange;
pub mod flow;
pub mod marks;
pub mod open;
pub mod schedule;
pub mod script;
pub mod service_schedule;
pub mod stepping;
pub mod topology;
pub mod trace_event;

use std::sync::Arc;

use crate::apps::TransferStatistics;
use crate::net::node::Node;
use crate::net::route::{ComputedLink, Route};
use crate::net::wire::OwnWires;
use crate::packet::{Class, Packet};
use crate::rng::{FNV_OFFSET, fnv1a};
use crate::scenario::{Scenario, limits};
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};
use calendar::{Calendar, Event as _, Packed};
use event::Event;
use flow::{Flow, FlowKind};
use marks::Marks;
use script::{ScriptedFault, ScriptedFaults, Step, Trace};
use service_schedule::ServiceSchedule;

/// Cost of an edit, in events.
const EVENTS_PER_EDIT: u64 = 5_000;

/// Run of a scenario.
///
/// Nothing happens by itself: [`advance`](Self::advance) runs it up to a given time. A run goes through the same
/// events in the same order, however it is sliced.
#[derive(Clone, Debug)]
pub struct Simulation {
    core: Core,
    /// Work done so far, in events.
    work: u64,
    /// Whether an edit was made since the last call of `take_changed`.
    changed: bool,
    /// Number of branches after the first: one for each edit made by hand.
    branches: u64,
}

/// Copy of the complete state of a run, to restore later.
#[derive(Clone, Debug)]
pub struct Snapshot(Box<Core>);

impl Snapshot {
    /// Returns the number of the branch of the run. It differs after an edit by hand has led to another branch.
    #[must_use]
    pub fn branch(&self) -> u64 {
        self.0.branch
    }

    /// Returns the number of edits of the document applied before the snapshot.
    #[must_use]
    pub fn edits_made(&self) -> usize {
        self.0.next_edit
    }

    /// Returns the simulated time of the snapshot.
    #[must_use]
    pub fn now(&self) -> Time {
        self.0.now
    }
}

/// Complete state that determines the future of a run.
#[derive(Clone, Debug)]
struct Core {
    /// The scenario at the start, with all edits.
    document: Scenario,
    /// The current scenario, with the edits applied and none listed.
    current: Scenario,
    now: Time,
    end: Time,
    warmup_at: Time,
    warmed_up: bool,
    next_edit: usize,
    /// Number of the current branch.
    branch: u64,
    /// Cost of the edits applied so far, in the unit of the limit on edits.
    edit_work: u64,
    calendar: Calendar<Event>,
    links: Vec<Node>,
    service_schedule: ServiceSchedule,
    computed_links: Vec<ComputedLink>,
    groups: Vec<GroupState>,
    flows: Vec<Flow>,
    /// Group that the packets of each flow count for in the queues of links, if these are measured by group.
    group_of_flow: Option<Arc<[u16]>>,
    events: u64,
    /// Packets dropped by access links since the last event: work without an event.
    refused: usize,
    forwarded: u64,
    digest: u64,
    marks: Marks,
    options: Options,
    scripted_faults: ScriptedFaults,
    trace: Option<Box<Trace>>,
}

/// State of a group during a run.
#[derive(Clone, Debug)]
pub struct GroupState {
    /// Id of the group in the scenario.
    pub id: String,
    /// Path through the network.
    pub route: Route,
    /// Rates of the access and egress links of each flow.
    pub wires: OwnWires,
    /// Whether segments enter the access link at once, whatever waits there: no sender overhead, no limit, no loss.
    pub sends_at_once: bool,
    /// Parameters of the flows, if they use TCP.
    pub tcp: Option<TcpConfig>,
    /// Numbers of the flows that no edit has stopped.
    pub flows: Vec<u32>,
    /// Number of flows created so far.
    pub created: u32,
    /// Data packets that left the last link that could drop them.
    pub delivered: u64,
    /// Data packets dropped in the network.
    pub dropped: u64,
    /// Delivered bytes on the wire.
    pub delivered_bytes: u64,
    /// Packets dropped or lost on the access link of their flow.
    pub access_dropped: u64,
    /// Position of the partner group on the other side, if this workload has one.
    pub partner: Option<u16>,
    /// Statistics of transfers completed in the measured time.
    pub transfers: TransferStatistics,
    /// Schedule of active flows; `None` if all are always active.
    pub schedule: Option<Box<schedule::Schedule>>,
    /// Arrival process of this group, if flows are created on arrival.
    pub arrivals: Option<Box<arrivals::Arrivals>>,
    /// Sum of the congestion windows of TCP flows that are sending, packets.
    pub cwnd_sum: f64,
    /// Number of TCP flows that are sending.
    pub sending: u32,
}

/// Options of a run that are not part of the scenario.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Simulates every link of the reverse path instead of computing what can be computed. The result is the same.
    pub hop_by_hop: bool,
    /// Scripted faults of segments, for tests and lessons.
    pub scripted_faults: Vec<ScriptedFault>,
    /// Number of a flow whose sender is traced step by step, for tests and lessons.
    pub trace: Option<u32>,
    /// Sequence number of the first segment of every flow, for tests of the wraparound of 32-bit packet numbers.
    pub first_number: u64,
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
            core: build::build(scenario, options),
            work: 0,
            changed: false,
            branches: 0,
        }
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
    /// on edits.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn advance_by(&mut self, until: Time, max_events: u64) -> Result<Progress, RunError> {
        let mut allowance = max_events;
        loop {
            if let Some(progress) = self.advance_to_edit(until, &mut allowance)? {
                return Ok(progress);
            }
        }
    }

    /// Like [`advance_by`](Self::advance_by), but also stops after each edit and returns `None`, so that observers
    /// see every state of the scenario, even with several edits at one instant. Subtracts the work done from
    /// `allowance`.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn advance_to_edit(
        &mut self,
        until: Time,
        allowance: &mut u64,
    ) -> Result<Option<Progress>, RunError> {
        let until = until.min(self.core.end);
        loop {
            let boundary = self.core.next_boundary().min(until);
            let before = *allowance;
            let progress = self.core.run_to(boundary, allowance);
            self.work += before - *allowance;
            if progress? == Progress::Sliced {
                return Ok(Some(Progress::Sliced));
            }
            if self.core.next_boundary() > until {
                return Ok(Some(Progress::Reached));
            }
            if self.pass_boundary()? {
                *allowance = allowance.saturating_sub(EVENTS_PER_EDIT);
                return Ok(None);
            }
        }
    }

    /// Runs what is due at a boundary and is not an event; true if the scenario was changed.
    fn pass_boundary(&mut self) -> Result<bool, RunError> {
        let changed = self.core.at_boundary();
        if changed {
            self.work += EVENTS_PER_EDIT;
            self.changed = true;
            // A changed source releases all packets that it has sent.
            self.core.check_memory()?;
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
        Snapshot(Box::new(self.core.clone()))
    }

    /// Restores a state, earlier or later.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.core = (*snapshot.0).clone();
    }

    /// Current simulated time of the run.
    #[must_use]
    pub fn now(&self) -> Time {
        self.core.now
    }

    /// Returns the end time of the run.
    #[must_use]
    pub fn end(&self) -> Time {
        self.core.end
    }

    /// Returns the number of events run so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.core.events
    }

    /// Returns the number of packets that have left links with queues.
    #[must_use]
    pub fn forwarded(&self) -> u64 {
        self.core.forwarded
    }

    /// Returns a digest of the run so far: every packet that reached a link with a queue, its time, and whether it
    /// was admitted.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.core.digest
    }

    /// Returns the number of edits applied. An edit whose time has come may still be pending if a slice of the run
    /// ended at that very instant.
    #[must_use]
    pub fn edits_made(&self) -> usize {
        self.core.next_edit
    }

    /// Returns the number of the current branch; see [`Snapshot::branch`].
    #[must_use]
    pub fn branch(&self) -> u64 {
        self.core.branch
    }

    /// Returns the scenario at the start with all edits so far: the content of a shared link.
    #[must_use]
    pub fn document(&self) -> &Scenario {
        &self.core.document
    }

    /// The current scenario, edits applied.
    #[must_use]
    pub fn current(&self) -> &Scenario {
        &self.core.current
    }

    /// Returns the latest marks of senders.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.core.marks
    }

    /// Returns the steps of the sender selected by [`Options::trace`].
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.core.trace.as_ref().map_or(&[], |trace| &trace.steps)
    }

    /// Measures the queue of each group of flows at each link from now on. A recording needs it; no result depends on
    /// it.
    pub fn measure_groups(&mut self) {
        if self.core.group_of_flow.is_none() {
            self.core.group_of_flow = Some(Arc::default());
            self.core.set_groups_of_links();
        }
    }

    /// Returns the state for observers.
    pub fn observed(&mut self) -> Observed<'_> {
        self.core.observed()
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
}

impl Core {
    fn observed(&mut self) -> Observed<'_> {
        Observed {
            now: self.now,
            warmup_at: if self.warmed_up {
                self.warmup_at
            } else {
                Time::ZERO
            },
            scenario: &self.current,
            links: &mut self.links,
            groups: &self.groups,
            flows: &self.flows,
        }
    }

    /// Returns the next time of the end of the warm-up or of an edit.
    fn next_boundary(&self) -> Time {
        let warmup = if self.warmed_up {
            Time::NEVER
        } else {
            self.warmup_at
        };
        let edit = self
            .document
            .edits
            .get(self.next_edit)
            .map_or(Time::NEVER, |edit| Time::from_s(edit.at_s));
        warmup.min(edit)
    }

    /// Runs what is due at a boundary; true if the scenario was changed. One edit at a time: the events that it
    /// starts at this instant come before the next edit, as for edits by hand.
    fn at_boundary(&mut self) -> bool {
        if !self.warmed_up && self.warmup_at <= self.now {
            self.restart_measuring();
        }
        let due = self.document.edits.get(self.next_edit);
        let is_due = due.is_some_and(|edit| Time::from_s(edit.at_s) <= self.now);
        if is_due {
            edit::apply(self, self.next_edit);
            self.next_edit += 1;
        }
        is_due
    }

    /// Runs all events up to and including `until`, or as many as `allowance` permits, and reduces `allowance`.
    fn run_to(&mut self, until: Time, allowance: &mut u64) -> Result<Progress, RunError> {
        let beyond = until + Span(1);
        loop {
            // First of all, so that the time after a single step is the time of its event.
            if *allowance == 0 {
                self.advance_nodes(self.now);
                return Ok(Progress::Sliced);
            }
            let (due, node) = self.service_schedule.next();
            if let Some((at, event)) = self.calendar.pop_packed_before(due.min(beyond)) {
                debug_assert!(at >= self.now, "time goes back to {} s", at.s());
                self.events += 1;
                self.now = at;
                self.on_event(event);
            } else if due <= beyond {
                self.on_node_due(node, due);
            } else {
                self.reach(until);
                return Ok(Progress::Reached);
            }
            *allowance -= 1;
            if self.refused > 0 {
                self.check_memory()?;
                *allowance = allowance.saturating_sub(std::mem::take(&mut self.refused) as u64);
            }
            // In between, each event adds at most one packet, except a sender, which stops at the limit.
            if self.events & 0x3ff == 0 {
                self.check_memory()?;
            }
        }
    }

    /// Sets the current time to `until`, up to which no event is left.
    fn reach(&mut self, until: Time) {
        self.now = until.max(self.now);
        self.advance_nodes(until + Span(1));
    }

    /// A node is due. A node with deferred service does everything before `due`, when its first effect comes; later
    /// work may depend on what follows.
    fn on_node_due(&mut self, node: u8, due: Time) {
        let port = &self.links[node as usize];
        if port.can_defer() {
            // No other event comes before, so a run that stops here has exactly this time.
            self.now = Time(due.0 - 1);
            self.advance_node(node, due);
        } else {
            self.events += 1;
            self.now = port.next_at();
            self.serve_node(node);
            self.count_dropped_inside(node);
            self.service_schedule
                .set_due(node, self.links[node as usize].due_at());
        }
    }

    /// Advances the nodes with deferred service to just before `horizon`.
    fn advance_nodes(&mut self, horizon: Time) {
        for node in 0..self.links.len() as u8 {
            if self.links[node as usize].can_defer() {
                self.advance_node(node, horizon);
            }
        }
    }

    #[inline(always)]
    fn on_event(&mut self, event: Packed) {
        match Event::unpack(event) {
            Event::Arrives(packet) => self.on_arrival(packet),
            Event::Starts(flow) => self.on_start(flow),
            Event::Stops(flow) => self.stop(flow),
            Event::RetransmissionTimer(flow) => self.on_retransmission_timer(flow),
            Event::DelayedAckTimer(flow) => self.on_delayed_ack_timer(flow),
            Event::PacingTimer(flow) => self.on_pacing_timer(flow),
            Event::GroupArrival(group) => self.on_group_arrival(group),
            Event::ScheduleChange(group) => self.on_schedule_change(group),
            Event::OrderDelivered(flow) => self.on_partner_done(flow),
            Event::Emitted { flow, plan } => self.on_emitted(flow, plan),
        }
    }

    /// Adds the admission or drop of a packet to the digest.
    #[inline]
    fn fold(&mut self, packet: &Packet, admitted: bool) {
        let what = u64::from(packet.flow) << 34
            | u64::from(packet.number) << 2
            | u64::from(admitted) << 1
            | u64::from(packet.class == Class::Ack);
        // Two rounds of multiply and rotate; only equality matters.
        let mixed = (self.digest ^ self.now.0)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
        self.digest = (mixed ^ what)
            .wrapping_mul(0xbf58_476d_1ce4_e5b9)
            .rotate_left(31);
    }

    fn check_memory(&self) -> Result<(), RunError> {
        let waiting: usize = self.links.iter().map(Node::occupied).sum();
        // Refused packets take no memory but as much time, so they count towards the limit too.
        let packets = waiting + self.calendar.len() + self.refused;
        if packets > limits::PACKETS {
            return Err(RunError::TooManyPackets {
                packets,
                at: self.now,
            });
        }
        Ok(())
    }

    fn restart_measuring(&mut self) {
        self.warmed_up = true;
        let now = self.now;
        for link in &mut self.links {
            link.restart_measuring(now);
        }
        for group in &mut self.groups {
            group.transfers.restart();
        }
        for flow in &mut self.flows {
            flow.base = flow.totals();
            if let FlowKind::Tcp(tcp) = &mut flow.kind {
                tcp.cwnd_ps = 0.0;
                tcp.cwnd_until = tcp.cwnd_until.max(now);
            }
        }
    }
}

/// Returns the start value of the digest: the format version and the seed.
fn first_digest(scenario: &Scenario) -> u64 {
    fnv1a(FNV_OFFSET, &scenario.seed.to_le_bytes())
}
