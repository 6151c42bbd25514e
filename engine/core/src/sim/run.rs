//! Course of a run: events in order of time, each given to the part that handles it.
//!
//! A run has four parts, which are borrowed separately: the [`Scheduler`] knows the time and the events to come, the
//! [`Network`] forwards packets, the [`Population`] sends and receives them, and the [`Record`] only listens. What an
//! event does is written in the part; here is only what passes from one part to another: a packet that reaches a
//! node, leaves it, or is dropped there.

use super::calendar::{Event as _, Packed, Rank};
use super::capture::{self, Point};
use super::delivery::Ends;
use super::document::Document;
use super::event::Event;
use super::memory;
use super::network::{Departure, Network};
use super::population::Population;
use super::record::Record;
use super::scheduler::Scheduler;
use super::{Observed, Progress, RunError};
use crate::net::port::Admission;
use crate::packet::{LANDS, Packet};
use crate::queue::Reason;
use crate::scenario::limits;
use crate::time::{Span, Time};

/// Events at the end of a slice in which no sender runs ahead, so that the others follow.
const RESERVE: u64 = if cfg!(test) { 64 } else { 1_024 };

/// Whether senders may be ahead of the clock at the end of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceEnd {
    /// All senders are in step with the clock, so flows can be read.
    InStep,
    /// Senders may be ahead of the clock: only links, sums of groups and watched flows can be read.
    Ahead,
}

/// Complete state that determines the future of a run.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) document: Document,
    pub(super) scheduler: Scheduler,
    pub(super) network: Network,
    pub(super) population: Population,
    pub(super) record: Record,
}

impl Run {
    pub(super) fn observed(&mut self) -> Observed<'_> {
        let now = self.scheduler.now;
        for group in &mut self.population.groups {
            group.windows.reach(now);
            group.round_trip_sums.reach(now);
        }
        let document = &self.document;
        Observed {
            now: self.scheduler.now,
            warmup_at: if document.warmed_up {
                document.warmup_at
            } else {
                Time::ZERO
            },
            scenario: &document.current,
            links: &mut self.network.nodes,
            groups: &self.population.groups,
            flows: &self.population.flows,
            baseline: &self.population.baseline,
        }
    }

    /// Runs what is due at a boundary; true if the scenario was changed. One edit at a time: the events that it
    /// starts at this instant come before the next edit, as for edits by hand.
    pub(super) fn at_boundary(&mut self) -> bool {
        let now = self.scheduler.now;
        if self.document.ends_warmup(now) {
            for node in &mut self.network.nodes {
                node.restart_measuring(now);
            }
            self.population.restart_measuring(now);
        }
        let is_due = self.document.is_edit_due(now);
        if is_due && let Some(before) = self.document.apply_edit() {
            self.reconfigure(&before);
        }
        is_due
    }

    /// Runs all events up to and including `until`, or about as many as `allowance` permits, and reduces `allowance`.
    /// Senders may run [ahead](super::ahead) up to `horizon`. At the end of a slice they still are ahead, or, with
    /// [`SliceEnd::InStep`], only while there is enough allowance left for the others to follow.
    pub(super) fn run_to(
        &mut self,
        until: Time,
        horizon: Time,
        allowance: &mut u64,
        end: SliceEnd,
    ) -> Result<Progress, RunError> {
        self.check_flows()?;
        let reserve = match end {
            SliceEnd::InStep => RESERVE,
            SliceEnd::Ahead => 0,
        };
        if *allowance > reserve && self.may_run_ahead() {
            self.scheduler.ahead.limit = horizon;
            let progress = self.run_events(until, allowance, reserve, false);
            self.scheduler.ahead.limit = Time::ZERO;
            let progress = progress?;
            if end == SliceEnd::Ahead || progress == Progress::Reached {
                return Ok(progress);
            }
        }
        self.run_events(until, allowance, 0, end == SliceEnd::InStep)
    }

    /// Returns whether senders may run ahead of the clock. They must not while a sender is traced, and far below the
    /// largest number of packets under way: at the limit all of them must be counted.
    fn may_run_ahead(&self) -> bool {
        let packets = self.network.occupied() + self.scheduler.on_the_way();
        !self.scheduler.ahead.is_forbidden
            && self.record.trace.is_none()
            && packets < limits::PACKETS / 4
    }

    /// Runs events up to and including `until`, or until `allowance` has become as small as `rest` and, if `in_step`, no
    /// sender is ahead of the clock.
    fn run_events(
        &mut self,
        until: Time,
        allowance: &mut u64,
        rest: u64,
        in_step: bool,
    ) -> Result<Progress, RunError> {
        let beyond = until + Span(1);
        let mut reactions = self.scheduler.ahead.reactions;
        loop {
            // First of all, so that the time after a single step is the time of its event.
            if *allowance <= rest && (!in_step || self.scheduler.is_exact()) {
                self.advance_nodes(self.scheduler.now);
                self.record.marks.reach(self.scheduler.now);
                return Ok(Progress::Sliced);
            }
            let (due, node) = self.network.next();
            if let Some(event) = self.scheduler.next_before(due.min(beyond)) {
                self.on_event(event);
            } else if due <= beyond && self.network.node(node).next_at() <= until {
                self.on_node_due(node, due);
            } else {
                self.reach(until);
                return Ok(Progress::Reached);
            }
            let before = std::mem::replace(&mut reactions, self.scheduler.ahead.reactions);
            *allowance = allowance.saturating_sub(1 + reactions - before);
            if self.scheduler.refused > 0 {
                self.check_packets()?;
                let refused = std::mem::take(&mut self.scheduler.refused);
                *allowance = allowance.saturating_sub(refused as u64);
            }
            // In between, each event adds at most one packet, except a sender, which stops at the limit.
            if self.scheduler.events & 0x3ff == 0 {
                self.check_packets()?;
                if self.scheduler.events & 0xffff == 0 {
                    self.check_memory()?;
                }
                if !self.may_run_ahead() {
                    self.scheduler.ahead.limit = Time::ZERO;
                }
            }
        }
    }

    /// Sets the current time to `until`, up to which no event is left.
    pub(super) fn reach(&mut self, until: Time) {
        self.scheduler.now = until.max(self.scheduler.now);
        self.advance_nodes(until + Span(1));
        self.network.keep_up(self.scheduler.now);
        self.record.marks.reach(self.scheduler.now);
    }

    /// Checks that there was memory for all flows.
    pub(super) fn check_flows(&self) -> Result<(), RunError> {
        let at = self.scheduler.now;
        if self.population.lacks_flows {
            return Err(RunError::OutOfMemory { at });
        }
        Ok(())
    }

    /// Checks that memory is left for what the next events add.
    fn check_memory(&self) -> Result<(), RunError> {
        let at = self.scheduler.now;
        if !memory::has_room_for(memory::RESERVE) {
            return Err(RunError::OutOfMemory { at });
        }
        Ok(())
    }

    /// Checks that not too many packets are under way.
    pub(super) fn check_packets(&self) -> Result<(), RunError> {
        let (waiting, scheduled) = (self.network.occupied(), self.scheduler.on_the_way());
        // Refused packets take no memory but as much time, so they count towards the limit too.
        let packets = waiting + scheduled + self.scheduler.refused;
        if packets > limits::PACKETS {
            let at = self.scheduler.now;
            return Err(RunError::TooManyPackets { packets, at });
        }
        Ok(())
    }

    #[inline(always)]
    fn on_event(&mut self, event: Packed) {
        let Run {
            scheduler,
            population,
            record,
            ..
        } = self;
        match Event::unpack(event) {
            Event::Arrives(packet) if packet.to < LANDS => self.arrive_at_node(packet),
            Event::Arrives(packet) if packet.to == LANDS => self.ends(packet.flow()).land(packet),
            Event::Arrives(ack) => population
                .member(ack.flow())
                .on_coming_ack(scheduler, record),
            Event::Starts(flow) => {
                self.advance_for_arrival(self.population.flows[flow as usize].group);
                self.population
                    .on_start(flow, &mut self.scheduler, &mut self.record);
            }
            Event::Stops(flow) => population.stop(flow, scheduler),
            Event::RetransmissionTimer(flow) => {
                population
                    .member(flow)
                    .on_retransmission_timer(scheduler, record);
            }
            Event::DelayedAckTimer(flow) => self.ends(flow).on_delayed_ack_timer(),
            Event::PacingTimer(flow) => population.member(flow).on_pacing_timer(scheduler, record),
            Event::GroupArrival(group) => {
                self.advance_for_arrival(group as u16);
                self.population
                    .on_group_arrival(group, &mut self.scheduler, &mut self.record);
            }
            Event::ScheduleChange(group) => {
                self.advance_for_arrival(group as u16);
                self.population
                    .on_schedule_change(group, &mut self.scheduler, &mut self.record);
            }
            Event::OrderDelivered(flow) => population.on_partner_done(flow, scheduler),
            Event::Writes(flow) => population.member(flow).on_write(scheduler, record),
            Event::Emitted { flow, plan } => {
                if let Some(packet) = population.member(flow).on_emitted(plan, scheduler) {
                    self.arrive_at_node(packet);
                }
            }
        }
    }

    /// Advances the nodes before an event that depends on what they have sent; see [`Population::looks_at_nodes`].
    fn advance_for_arrival(&mut self, group: u16) {
        if self.population.looks_at_nodes(group) {
            self.advance_nodes(self.scheduler.now);
        }
    }

    /// A packet reaches the next node of its path.
    #[inline]
    fn arrive_at_node(&mut self, packet: Packet) {
        let (node, now) = (packet.to, self.scheduler.now);
        self.advance_node(node, now);
        let admission = if !self.network.has_detour() {
            self.network.arrive(now, packet)
        } else if let Some(admission) = self.arrive_by_detour(packet) {
            admission
        } else {
            return;
        };
        let dropped = matches!(admission, Admission::Dropped(_));
        self.record.fold(now, &packet, !dropped);
        match admission {
            Admission::Begun => self.network.plan_service(node),
            Admission::Queued => {}
            Admission::Displacing => self.after_displacing(node),
            Admission::Dropped(reason) => self.count_drop(&packet, reason),
        }
    }

    /// Arrival at a node in a run with scripted faults or captured packets; `None` if the packet will arrive later.
    #[cold]
    fn arrive_by_detour(&mut self, packet: Packet) -> Option<Admission> {
        let now = self.scheduler.now;
        let first = self.population.group_of(packet.flow()).route.data.first();
        let is_first = first == Some(&packet.to);
        match self.network.arrive_with_fault(now, packet, is_first) {
            Ok(admission) => {
                let dropped = match admission {
                    Admission::Dropped(reason) => Some(reason),
                    _ => None,
                };
                self.capture(now, Point::Arrival(packet.to), &packet, dropped);
                if dropped.is_some() {
                    self.capture(now, Point::Drop(packet.to), &packet, dropped);
                }
                Some(admission)
            }
            Err(delay) => {
                self.scheduler.send(packet, now, now + delay, Rank::FIRST);
                None
            }
        }
    }

    /// A packet was admitted and others were dropped to make room.
    #[cold]
    fn after_displacing(&mut self, node: u8) {
        self.count_dropped_inside(node);
        self.network.plan_service(node);
    }

    /// Counts the packets that a node dropped after their admission.
    pub(super) fn count_dropped_inside(&mut self, node: u8) {
        for (packet, reason) in self.network.take_dropped(node) {
            let now = self.scheduler.now;
            self.record.fold(now, &packet, false);
            self.count_drop(&packet, reason);
            self.capture(now, Point::Drop(node), &packet, Some(reason));
        }
    }

    /// Counts a packet that a node has dropped.
    fn count_drop(&mut self, packet: &Packet, reason: Reason) {
        self.population.count_drop(packet);
        if self.record.live.is_some() {
            let (now, flow) = (self.scheduler.now, self.population.live(packet.flow()));
            self.record.live_dropped(now, flow, packet.number, reason);
        }
    }

    /// A node is due. A node with deferred service does everything before `due`, when its first effect comes; later
    /// work may depend on what follows.
    fn on_node_due(&mut self, node: u8, due: Time) {
        if self.network.node(node).can_defer() {
            // No other event comes before, so a run that stops here has exactly this time.
            self.scheduler.now = Time(due.0 - 1);
            self.advance_node(node, due);
        } else {
            self.scheduler.events += 1;
            self.scheduler.now = self.network.node(node).next_at();
            self.serve_node(node);
            self.count_dropped_inside(node);
            self.network.plan_service(node);
        }
    }

    /// Advances the nodes with deferred service to just before `horizon`.
    fn advance_nodes(&mut self, horizon: Time) {
        for node in 0..self.network.nodes.len() as u8 {
            if self.network.node(node).can_defer() {
                self.advance_node(node, horizon);
            }
        }
    }

    /// Advances a node to just before `horizon`: packets that leave it continue on their paths.
    #[inline(always)]
    fn advance_node(&mut self, node: u8, horizon: Time) {
        if self.network.node(node).next_at() < horizon {
            self.serve_until(node, horizon);
        }
    }

    /// Serves a node with something to do before `horizon`. It has many callers: one copy of the code stays in the
    /// cache.
    #[inline(never)]
    fn serve_until(&mut self, node: u8, horizon: Time) {
        while self.network.node(node).next_at() < horizon {
            self.serve_node(node);
        }
        self.network.plan_service(node);
    }

    /// Serves a node: runs its next action.
    #[inline(always)]
    fn serve_node(&mut self, node: u8) {
        if let Some(departure) = self.network.serve(node) {
            if self.network.is_disturbed(node) {
                self.cross_line(node, departure);
            } else {
                self.ends(departure.packet.flow())
                    .on_departure::<false>(departure);
            }
        }
    }

    /// A packet has left a node, and its line may lose, delay or copy it.
    #[cold]
    fn cross_line(&mut self, node: u8, mut departure: Departure) {
        let Departure { packet, left, .. } = departure;
        let (packets, may_overtake) = self.network.cross_line(node, &mut departure);
        self.capture(left, Point::Departure(node), &packet, None);
        if packets == 0 {
            self.capture(left, Point::Drop(node), &packet, Some(Reason::Line));
        }
        if packets > 1 && self.record.live.is_some() {
            let Departure { packet, left, .. } = &departure;
            let flow = self.population.live(packet.flow());
            self.record.live_copied(*left, flow, packet.number);
        }
        for _ in 0..packets {
            let mut ends = self.ends(departure.packet.flow());
            if may_overtake {
                ends.on_unordered_departure(departure);
            } else {
                ends.on_late_departure(departure);
            }
        }
    }

    /// Records a packet, if the run captures packets.
    fn capture(&mut self, at: Time, point: Point, packet: &Packet, dropped: Option<Reason>) {
        if capture::ENABLED
            && let Some(log) = &mut self.record.capture
        {
            let member = self.population.member(packet.flow());
            log.record(at, point, packet, member.for_capture(), dropped);
        }
    }

    /// Borrows the end points of a flow with their surroundings.
    #[inline]
    fn ends(&mut self, flow: u32) -> Ends<'_> {
        Ends {
            member: self.population.member(flow),
            computed_links: &mut self.network.computed_links,
            scheduler: &mut self.scheduler,
            record: &mut self.record,
        }
    }

    /// Passes the group of each flow to the nodes, if they measure the backlog of each group.
    pub(super) fn set_groups_of_nodes(&mut self) {
        let groups = self.population.groups.len();
        if let Some(of_flow) = self.population.group_of_each_flow() {
            self.network.set_groups(self.scheduler.now, of_flow, groups);
        }
    }
}
