//! Single steps of a run, and a description of each.
//!
//! The simulation itself records nothing. A step reads the next event from the calendar and the ports, saves the
//! state of everything that the event can change, runs it, and describes the differences as [trace
//! events](super::trace_event). A run without steps has no extra cost.
//!
//! Each departure of a packet is a step of its own, even if the service schedule would compute it later: a step
//! advances to that instant, as any slice of a run may.

mod flow;
mod port;

use self::flow::FlowBefore;
use self::port::PortBefore;
use super::event::Event;
use super::flow::TcpFlow;
use super::run::Run;
use super::script::{Step, Trace};
use super::trace_event::{
    FlowAction, FlowFacts, LinkAction, PacketFacts, TraceEvent, TraceEventKind, class_id, identity,
};
use super::{GroupState, RunError, Simulation};
use crate::net::port::State;
use crate::net::route::next_on;
use crate::packet::{Class, END, LANDS, Packet};
use crate::tcp::numbers::extended;
use crate::time::Time;

impl Simulation {
    /// Runs the next event up to and including `until`, and describes it. The list is empty if nothing changed, for
    /// example for a timer that was set again meanwhile. Returns `None` if no event is left; then the current time
    /// is `until`.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn step(&mut self, until: Time) -> Result<Option<Vec<TraceEvent>>, RunError> {
        let run = &mut self.run;
        let boundary = run
            .document
            .next_boundary()
            .min(until.min(run.document.end));
        let Some((at, next)) = run.next_step(boundary) else {
            run.reach(boundary);
            return self.step_over(boundary);
        };
        let before = StateBefore::of(run, next, at);
        let kept = before.follow(run);
        let done = self.advance_by(at, 1);
        let trace = std::mem::replace(&mut self.run.record.trace, kept);
        if let (Some(kept), Some(trace)) = (&mut self.run.record.trace, &trace) {
            kept.take_in(trace);
        }
        done?;
        let steps = trace.map_or_else(Vec::new, |trace| trace.steps);
        Ok(Some(before.events(&self.run, &steps)))
    }

    /// Runs what is due at a boundary and is not an event: the end of the warm-up, or an edit.
    fn step_over(&mut self, boundary: Time) -> Result<Option<Vec<TraceEvent>>, RunError> {
        if self.run.document.next_boundary() > boundary {
            return Ok(None);
        }
        let (warmed_up, index) = (
            self.run.document.warmed_up,
            self.run.document.next_edit as u64,
        );
        let edited = self.pass_boundary()?;
        let mut events = Vec::new();
        let at_s = self.run.scheduler.now.s();
        let mut describe = |kind| events.push(TraceEvent { at_s, kind });
        if !warmed_up && self.run.document.warmed_up {
            describe(TraceEventKind::Measuring);
        }
        if edited {
            describe(TraceEventKind::Edited { index });
        }
        Ok(Some(events))
    }
}

/// Next step of the run.
#[derive(Clone, Copy)]
enum Next {
    Event(Event),
    /// One or more ports finish a transmission or release a packet.
    Turn,
}

/// Next step, with the state before it of everything that it can change.
struct StateBefore {
    next: Next,
    ports: Vec<PortBefore>,
    flow: Option<FlowBefore>,
}

impl Run {
    /// Returns the next step up to and including `until`, with its time. An arrival comes before a departure at the
    /// same time, but after one from a [prompt](crate::net::node::Node::is_prompt) node.
    fn next_step(&mut self, until: Time) -> Option<(Time, Next)> {
        let turn = self.network.nodes.iter().map(|link| link.next_at()).min();
        let turn = turn.unwrap_or(Time::NEVER);
        match self.scheduler.calendar.peek() {
            Some((at, event)) if at < turn || (at == turn && !self.is_prompt_at(turn)) => {
                Some((at, Next::Event(event)))
            }
            _ => Some((turn, Next::Turn)),
        }
        .filter(|(at, _)| *at <= until)
    }

    fn is_prompt_at(&self, time: Time) -> bool {
        let mut nodes = self.network.nodes.iter();
        nodes.any(|node| node.next_at() == time && node.is_prompt())
    }

    fn flow_facts(&self, flow: u32) -> FlowFacts {
        let state = &self.population.flows[flow as usize];
        let (before, from) = self.population.groups.split_at(state.group as usize);
        let there = |group: &&GroupState| !group.id.is_empty();
        FlowFacts {
            flow,
            group: from
                .first()
                .filter(there)
                .map(|_| before.iter().filter(there).count() as u16),
            index: state.index,
        }
    }

    /// Describes a packet. Its 64-bit number is the one closest to the current numbers of the sender.
    fn packet_facts(&self, packet: &Packet) -> PacketFacts {
        let number = match (packet.class(), self.tcp(packet.flow())) {
            (Class::Tcp | Class::Ack, Some(tcp)) => extended(packet.number, tcp.sender.unacked()),
            _ => u64::from(packet.number),
        };
        PacketFacts {
            flow: self.flow_facts(packet.flow()),
            class: class_id(packet.class()),
            number,
            bytes: packet.bytes,
        }
    }

    fn tcp(&self, flow: u32) -> Option<&TcpFlow> {
        self.population.flows[flow as usize].tcp()
    }

    /// Returns the link that follows `link` on the path of a packet.
    fn next_link(&self, packet: &Packet, link: u8) -> Option<u8> {
        let group =
            &self.population.groups[self.population.flows[packet.flow() as usize].group as usize];
        next_on(group.route.path(packet.class()), link)
    }
}

impl StateBefore {
    fn of(run: &Run, next: Next, at: Time) -> StateBefore {
        let (links, flow): (Vec<u8>, _) = match next {
            Next::Turn => {
                let due = (0..)
                    .zip(&run.network.nodes)
                    .filter(|(_, l)| l.next_at() == at);
                (due.map(|(link, _)| link).collect(), None)
            }
            Next::Event(Event::Arrives(packet)) if packet.to == END => {
                (Vec::new(), Some(packet.flow()))
            }
            // The receiver takes the segment, or an ACK goes on to its sender, which is an event of its own.
            Next::Event(Event::Arrives(packet)) if packet.to == LANDS => (Vec::new(), None),
            Next::Event(Event::Arrives(packet)) => (vec![packet.to], None),
            Next::Event(Event::Emitted { flow, .. }) => {
                let group =
                    &run.population.groups[run.population.flows[flow as usize].group as usize];
                (vec![group.route.first()], Some(flow))
            }
            Next::Event(Event::GroupArrival(group)) => {
                let arrivals = run.population.groups[group as usize].arrivals.as_ref();
                (Vec::new(), arrivals.and_then(|waiting| waiting.next_flow()))
            }
            // Flows that begin have events of their own; those that stop only send no more packets.
            Next::Event(Event::ScheduleChange(_)) => (Vec::new(), None),
            // The partner may begin, which is an event of its own.
            Next::Event(Event::OrderDelivered(_)) => (Vec::new(), None),
            Next::Event(
                Event::Starts(flow)
                | Event::Stops(flow)
                | Event::Writes(flow)
                | Event::RetransmissionTimer(flow)
                | Event::DelayedAckTimer(flow)
                | Event::PacingTimer(flow),
            ) => (Vec::new(), Some(flow)),
        };
        StateBefore {
            next,
            ports: links.iter().map(|&l| PortBefore::of(run, l)).collect(),
            flow: flow.map(|flow| FlowBefore::of(run, flow)),
        }
    }

    /// Traces the sender of the step, and returns the trace that was active before.
    fn follow(&self, run: &mut Run) -> Option<Box<Trace>> {
        let flow = self.flow.as_ref().map(|before| before.flow);
        std::mem::replace(
            &mut run.record.trace,
            flow.map(|flow| Box::new(Trace::of(flow))),
        )
    }

    fn events(&self, run: &Run, steps: &[Step]) -> Vec<TraceEvent> {
        let mut events = Vec::new();
        match (&self.next, &self.flow) {
            (Next::Turn, _) => self.describe_departures(run, &mut events),
            (Next::Event(Event::Arrives(packet)), None) => {
                self.describe_arrival(run, packet, &mut events)
            }
            (Next::Event(Event::Emitted { .. }), Some(flow)) => {
                self.describe_emission(run, flow, &mut events);
            }
            (Next::Event(event), Some(flow)) => {
                let step = steps.first();
                events.extend(flow.describe_flow_event(run, event, step));
                flow.describe_refusals(run, &mut events);
                flow.describe_completion(run, &mut events);
            }
            _ => {}
        }
        let at_s = run.scheduler.now.s();
        let at_now = |kind| TraceEvent { at_s, kind };
        events.into_iter().map(at_now).collect()
    }

    /// Describes the arrival of a packet at a port.
    fn describe_arrival(&self, run: &Run, packet: &Packet, events: &mut Vec<TraceEventKind>) {
        let Some(before) = self.ports.first() else {
            return;
        };
        let link = &run.network.nodes[before.link as usize];
        // A packet that a scripted fault delays has not arrived yet.
        if link.counters().arrived.total() == before.counters.arrived.total() {
            return;
        }
        let dropped = before.gone(run, Some(packet), &[]);
        let action = if dropped
            .iter()
            .any(|gone| identity(gone) == identity(packet))
        {
            LinkAction::Dropped
        } else if link.states().iter().any(|state| sends(state, packet)) {
            LinkAction::Begins
        } else {
            LinkAction::Waits
        };
        events.push(before.describe(run, packet, action));
        // Other packets may have been dropped to make room. A packet with the same identity, such as a
        // retransmission, is another one.
        let own = dropped
            .iter()
            .position(|gone| identity(gone) == identity(packet));
        let others = dropped
            .iter()
            .enumerate()
            .filter(|&(place, _)| Some(place) != own);
        events
            .extend(others.map(|(_, gone)| before.describe(run, gone, LinkAction::DroppedInside)));
    }

    /// Describes the packet that an open-loop source has sent, if its plan was still valid.
    fn describe_emission(&self, run: &Run, before: &FlowBefore, events: &mut Vec<TraceEventKind>) {
        let state = &run.population.flows[before.flow as usize];
        let (Some((number, bytes)), true) =
            (before.planned, state.counters.sent > before.counters.sent)
        else {
            return;
        };
        if !state.links.has_limit() {
            let packet = Packet::new(Class::Udp, before.flow, number, bytes, 0);
            self.describe_arrival(run, &packet, events);
            return;
        }
        before.describe_refusals(run, events);
        if events.is_empty() {
            let flow = run.flow_facts(before.flow);
            events.push(TraceEventKind::of_flow(
                flow,
                FlowAction::SetsOut,
                u64::from(number),
            ));
        }
    }

    /// Describes packets that left a link or were released by a pacer, and packets dropped meanwhile.
    fn describe_departures(&self, run: &Run, events: &mut Vec<TraceEventKind>) {
        for before in &self.ports {
            let mut describe =
                |packet: &Packet, action| events.push(before.describe(run, packet, action));
            let states = run.network.nodes[before.link as usize].states();
            let mut left = Vec::new();
            let mut lost = before.lost(run);
            let was_sent = |(then, now): &(&State, &State)| {
                then != now && matches!(then, State::Sending { .. })
            };
            let changed = before.states.iter().zip(&states).filter(was_sent).count();
            // Equal packets may follow each other at the same instant, where the service varies.
            let mut equal = before.departures(run).saturating_sub(changed as u64);
            for (then, now) in before.states.iter().zip(&states) {
                match (then, now) {
                    (State::Sending { packet, .. }, _) if then == now && equal > 0 => {
                        equal -= 1;
                        describe(packet, LinkAction::Leaves);
                        left.push(*packet);
                    }
                    _ if then == now => {}
                    (State::Sending { packet, .. }, _) => {
                        let action = match lost {
                            0 => LinkAction::Leaves,
                            _ => LinkAction::DroppedInside,
                        };
                        lost = lost.saturating_sub(1);
                        describe(packet, action);
                        left.push(*packet);
                    }
                    (State::Held { .. }, State::Sending { packet, .. }) => {
                        describe(packet, LinkAction::Released);
                    }
                    _ => {}
                }
            }
            for packet in before.gone(run, None, &left) {
                describe(&packet, LinkAction::DroppedInside);
            }
        }
    }
}

fn sends(state: &State, packet: &Packet) -> bool {
    matches!(state, State::Sending { packet: sent, .. } if identity(sent) == identity(packet))
}

#[cfg(test)]
mod tests;
