//! The simulation: links, flows and the events that move packets between them.

pub mod agenda;
pub mod arrivals;
pub mod build;
pub mod calendar;
pub mod census;
pub mod drive;
pub mod edit;
pub mod event;
pub mod exchange;
pub mod flow;
pub mod marks;
pub mod open;
pub mod schedule;
pub mod script;
pub mod stepping;
pub mod tell;
pub mod topology;

use crate::apps::TransferFigures;
use crate::net::node::Node;
use crate::net::route::{Lane, Route};
use crate::net::wire::OwnWires;
use crate::packet::{Class, Packet};
use crate::rng::{FNV_OFFSET, fnv1a};
use crate::scenario::{Scenario, limits};
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};
use agenda::Agenda;
use calendar::{Calendar, Event as _, Packed};
use event::Event;
use flow::{Flow, FlowKind};
use marks::Marks;
use script::{Mishap, Mishaps, Step, Trace};

/// Making an edit takes about as long as so many events.
const EVENTS_PER_EDIT: u64 = 5_000;

/// A run of a scenario.
///
/// Nothing happens by itself: [`advance`](Self::advance) runs it up to a given time. However a run
/// is sliced, it goes through the same events in the same order.
#[derive(Clone, Debug)]
pub struct Simulation {
    core: Core,
    /// Work done so far, in events.
    work: u64,
    /// An edit was made since someone last asked.
    changed: bool,
    /// Ways that it has taken: the first, and one more for each edit made by hand.
    ways: u64,
}

/// A copy of the whole state of a run, to go back to.
#[derive(Clone, Debug)]
pub struct Snapshot(Box<Core>);

impl Snapshot {
    /// Number of the way that the run was on; another, where an edit made by hand led elsewhere since.
    #[must_use]
    pub fn way(&self) -> u64 {
        self.0.way
    }

    /// How many edits of the document had been made.
    #[must_use]
    pub fn edits_made(&self) -> usize {
        self.0.next_edit
    }

    /// When it was taken.
    #[must_use]
    pub fn now(&self) -> Time {
        self.0.now
    }
}

/// All that decides what happens next.
#[derive(Clone, Debug)]
struct Core {
    /// The scenario at the start, with all edits.
    document: Scenario,
    /// The scenario as it stands, edits applied, none listed.
    current: Scenario,
    now: Time,
    end: Time,
    warmup_at: Time,
    warmed_up: bool,
    next_edit: usize,
    /// Number of the way that the run is on.
    way: u64,
    /// What the edits made so far took, as the limit on them counts it.
    edit_work: u64,
    calendar: Calendar<Event>,
    links: Vec<Node>,
    agenda: Agenda,
    lanes: Vec<Lane>,
    groups: Vec<GroupState>,
    flows: Vec<Flow>,
    events: u64,
    /// Packets that access links had no room for since the last event: work that no event stands for.
    refused: usize,
    forwarded: u64,
    digest: u64,
    marks: Marks,
    options: Options,
    mishaps: Mishaps,
    trace: Option<Box<Trace>>,
}

/// A group while it runs.
#[derive(Clone, Debug)]
pub struct GroupState {
    /// Its id in the scenario.
    pub id: String,
    /// Way through the network.
    pub route: Route,
    /// Rates of the lines that each of its flows has to itself.
    pub wires: OwnWires,
    /// Whether what its senders hand over is on their links at once, whatever waits there: no overhead, no limit, no loss.
    pub sends_at_once: bool,
    /// Parameters of its flows, if they are TCP.
    pub tcp: Option<TcpConfig>,
    /// Numbers of its flows that have not been told to stop by an edit.
    pub flows: Vec<u32>,
    /// Number of flows it ever had.
    pub created: u32,
    /// Packets with data that left the last link that could drop them.
    pub delivered: u64,
    /// Packets with data dropped in the network.
    pub dropped: u64,
    /// Bytes delivered, on the wire.
    pub delivered_bytes: u64,
    /// Packets that found no room on their flow's own link, or were lost there.
    pub access_dropped: u64,
    /// Position of the group on the other side whose flows answer these, or ask them.
    pub partner: Option<u16>,
    /// Transfers finished since measuring began.
    pub transfers: TransferFigures,
    /// How many of its flows are active, if not all of them always.
    pub schedule: Option<Box<schedule::Schedule>>,
    /// Those who come to it, if its flows wait for them.
    pub arrivals: Option<Box<arrivals::Arrivals>>,
    /// Sum of the windows of TCP flows that have begun and are not done, packets.
    pub cwnd_sum: f64,
    /// Number of those flows.
    pub sending: u32,
}

/// How to run, apart from the scenario.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Simulate every link of the way back instead of computing what can be computed; the result is
    /// the same.
    pub hop_by_hop: bool,
    /// What happens to segments on purpose; for tests and lessons.
    pub mishaps: Vec<Mishap>,
    /// Number of a flow whose sender is followed step by step; for tests and lessons.
    pub trace: Option<u32>,
    /// Sequence number of every flow's first segment; for tests of what happens where packets' 32 bits
    /// begin again.
    pub first_number: u64,
}

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// More packets are under way than memory is meant for. Smaller buffers or windows help.
    TooManyPackets {
        /// Packets under way.
        packets: usize,
        /// When it happened.
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

/// How far [`Simulation::advance_by`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Everything up to the wanted time has happened.
    Reached,
    /// The allowance of events was used up before.
    Sliced,
}

impl Simulation {
    /// A run at time 0.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Simulation {
        Simulation::with_options(scenario, Options::default())
    }

    /// A run at time 0, in a chosen way.
    #[must_use]
    pub fn with_options(scenario: &Scenario, options: Options) -> Simulation {
        Simulation {
            core: build::build(scenario, options),
            work: 0,
            changed: false,
            ways: 0,
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

    /// Like [`advance_by`](Self::advance_by), but stops after each edit too, with `None`: who follows the
    /// scenario sees each state of it, also where several edits stand at one instant. Takes what was done off
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

    /// Does what is due now and is no event; true if the scenario was changed.
    fn pass_boundary(&mut self) -> Result<bool, RunError> {
        let changed = self.core.at_boundary();
        if changed {
            self.work += EVENTS_PER_EDIT;
            self.changed = true;
            // A source that is told otherwise lets go of all that it has sent.
            self.core.check_memory()?;
        }
        Ok(changed)
    }

    /// Work done so far, in events: what has been run, and edits.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Whether an edit has been made since the last call.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// A copy of the state.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(Box::new(self.core.clone()))
    }

    /// Goes back (or forth) to a state.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.core = (*snapshot.0).clone();
    }

    /// The present.
    #[must_use]
    pub fn now(&self) -> Time {
        self.core.now
    }

    /// When the run ends.
    #[must_use]
    pub fn end(&self) -> Time {
        self.core.end
    }

    /// Events run so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.core.events
    }

    /// Packets that have left a link with a queue so far.
    #[must_use]
    pub fn forwarded(&self) -> u64 {
        self.core.forwarded
    }

    /// A fingerprint of the run so far: every packet that reached a link with a queue, when, and
    /// whether it was admitted.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.core.digest
    }

    /// How many edits of the document have been made. An edit whose time has come may still be ahead, where
    /// a slice of the run ended at that very instant.
    #[must_use]
    pub fn edits_made(&self) -> usize {
        self.core.next_edit
    }

    /// Number of the way that the run is on; see [`Snapshot::way`].
    #[must_use]
    pub fn way(&self) -> u64 {
        self.core.way
    }

    /// The scenario at the start with all edits made so far: what a link carries.
    #[must_use]
    pub fn document(&self) -> &Scenario {
        &self.core.document
    }

    /// The scenario as it stands.
    #[must_use]
    pub fn current(&self) -> &Scenario {
        &self.core.current
    }

    /// What happened to senders: the newest of it.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.core.marks
    }

    /// What the sender that [`Options::trace`] names has heard and done.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        self.core.trace.as_ref().map_or(&[], |trace| &trace.steps)
    }

    /// The state, for whoever draws or counts it.
    pub fn observed(&mut self) -> Observed<'_> {
        self.core.observed()
    }
}

/// The state of a run as observers see it. Looking changes nothing that decides what happens.
pub struct Observed<'a> {
    /// The present.
    pub now: Time,
    /// When measuring began, or will.
    pub warmup_at: Time,
    /// The scenario as it stands.
    pub scenario: &'a Scenario,
    /// Links with queues: each bottleneck forward and reverse, then the edges.
    pub links: &'a mut [Node],
    /// Groups, removed ones included.
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

    /// Next time at which something other than an event is due.
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

    /// Does what is due now; true if the scenario was changed. One edit at a time: what it starts at
    /// this very instant happens before the next edit, as it did when someone made both by hand.
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

    /// Runs all events up to and including `until`, or as much as `allowance` lets it, which it uses up.
    fn run_to(&mut self, until: Time, allowance: &mut u64) -> Result<Progress, RunError> {
        let beyond = until + Span(1);
        loop {
            // Before anything else, so that after a single step the present is when that happened.
            if *allowance == 0 {
                self.settle_all(self.now);
                return Ok(Progress::Sliced);
            }
            let (due, node) = self.agenda.next();
            if let Some((at, event)) = self.calendar.pop_packed_before(due.min(beyond)) {
                debug_assert!(at >= self.now, "time goes back to {} s", at.s());
                self.events += 1;
                self.now = at;
                self.on_event(event);
            } else if due <= beyond {
                self.on_turn(node, due);
            } else {
                self.reach(until);
                return Ok(Progress::Reached);
            }
            *allowance -= 1;
            if self.refused > 0 {
                self.check_memory()?;
                *allowance = allowance.saturating_sub(std::mem::take(&mut self.refused) as u64);
            }
            // In between no more than one packet per event can be added, except by a sender, which stops
            // at the limit.
            if self.events & 0x3ff == 0 {
                self.check_memory()?;
            }
        }
    }

    /// Makes `until` the present, up to which nothing is left to happen.
    fn reach(&mut self, until: Time) {
        self.now = until.max(self.now);
        self.settle_all(until + Span(1));
    }

    /// It is a node's turn. One that settles late does all that it does before `due`, when the first
    /// consequence comes: no more, since what follows from that may come to it next.
    fn on_turn(&mut self, node: u8, due: Time) {
        let port = &self.links[node as usize];
        if port.settles_late() {
            // Nothing else happens before, so a run that stops here stands just there.
            self.now = Time(due.0 - 1);
            self.settle(node, due);
        } else {
            self.events += 1;
            self.now = port.next_at();
            self.attend(node);
            self.bury_dropped(node);
            self.agenda.note(node, self.links[node as usize].due_at());
        }
    }

    /// Brings the nodes that settle late up to just before `horizon`.
    fn settle_all(&mut self, horizon: Time) {
        for node in 0..self.links.len() as u8 {
            if self.links[node as usize].settles_late() {
                self.settle(node, horizon);
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
            Event::GroupTurn(group) => self.on_turn_of_group(group),
            Event::Heard(flow) => self.on_heard(flow),
            Event::Emitted { flow, plan } => self.on_emitted(flow, plan),
        }
    }

    /// Folds what became of a packet into the fingerprint of the run.
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
        // Those that found no room take none, but as much time: what would fill memory ends a run either way.
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

/// Start value of a run's fingerprint: the format version and the seed.
fn first_digest(scenario: &Scenario) -> u64 {
    fnv1a(FNV_OFFSET, &scenario.seed.to_le_bytes())
}
