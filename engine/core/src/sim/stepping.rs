//! Steps: one thing that happens, and what it was.
//!
//! The simulation is not told to write anything down: what is about to happen is looked up in the calendar and
//! at the ports, those whom it may touch are noted, it happens, and what is different is [told](super::tell).
//! So a run that is not stepped through pays nothing.
//!
//! Packets leave in steps of their own, also where the agenda would have worked that out later: a step goes up
//! to that instant, as any slice of a run may.
//!
//! What is `inline(never)` here is so for the size of the file that browsers load: it would be there several times.

use super::event::Event;
use super::flow::{FlowCounters, FlowKind, TcpFlow};
use super::script::{Step, Trace};
use super::tell::{
    AckFacts, AtLink, FlowFacts, Happening, OfFlow, PacketFacts, QueueFacts, SenderFacts,
    SentFacts, What, class_id, missing, which,
};
use super::{Core, GroupState, RunError, Simulation};
use crate::net::meter::LinkCounters;
use crate::net::port::State;
use crate::net::route::next_on;
use crate::packet::{Class, END, Packet};
use crate::queue::REASONS;
use crate::tcp::numbers::meant;
use crate::tcp::sender::Timer;
use crate::time::Time;

impl Simulation {
    /// Does the next thing that happens up to and including `until`, and says what it was: nothing where it
    /// changed nothing, such as a timer that was set anew meanwhile. `None` where nothing is left to happen
    /// until then, which is the present then.
    ///
    /// # Errors
    /// [`RunError`] when the run cannot go on.
    pub fn step(&mut self, until: Time) -> Result<Option<Vec<Happening>>, RunError> {
        let core = &mut self.core;
        let boundary = core.next_boundary().min(until.min(core.end));
        let Some((at, next)) = core.foreseen(boundary) else {
            core.reach(boundary);
            return self.step_over(boundary);
        };
        let before = Before::of(core, next, at);
        let kept = before.follow(core);
        let done = self.advance_by(at, 1);
        let trace = std::mem::replace(&mut self.core.trace, kept);
        if let (Some(kept), Some(trace)) = (&mut self.core.trace, &trace) {
            kept.take_in(trace);
        }
        done?;
        let steps = trace.map_or_else(Vec::new, |trace| trace.steps);
        Ok(Some(before.told(&self.core, &steps)))
    }

    /// Does what is due now and is no event.
    fn step_over(&mut self, boundary: Time) -> Result<Option<Vec<Happening>>, RunError> {
        if self.core.next_boundary() > boundary {
            return Ok(None);
        }
        let (warmed_up, index) = (self.core.warmed_up, self.core.next_edit as u64);
        let edited = self.pass_boundary()?;
        let mut told = Vec::new();
        let at_s = self.core.now.s();
        let mut tell = |what| told.push(Happening { at_s, what });
        if !warmed_up && self.core.warmed_up {
            tell(What::Measuring);
        }
        if edited {
            tell(What::Edited { index });
        }
        Ok(Some(told))
    }
}

/// What is about to happen.
#[derive(Clone, Copy)]
enum Next {
    Event(Event),
    /// Ports do something by themselves.
    Turn,
}

/// What is about to happen, and whom it may touch, as they were before.
struct Before {
    next: Next,
    ports: Vec<PortBefore>,
    flow: Option<FlowBefore>,
}

struct PortBefore {
    link: u8,
    states: Vec<State>,
    counters: LinkCounters,
    /// What is here, where some of it may be dropped although it was let in.
    here: Vec<Packet>,
}

struct FlowBefore {
    flow: u32,
    counters: FlowCounters,
    sender: Option<SenderBefore>,
    /// The packet that its source has planned.
    planned: Option<(u32, u16)>,
}

struct SenderBefore {
    first: u64,
    unacked: u64,
    cwnd: f64,
    state: u8,
    timer: Timer,
    finished: bool,
}

impl Core {
    /// What happens next up to and including `until`, and when. A packet that comes at the instant at which
    /// another leaves comes first.
    fn foreseen(&mut self, until: Time) -> Option<(Time, Next)> {
        let turn = self.links.iter().map(|link| link.next_at()).min();
        let turn = turn.unwrap_or(Time::NEVER);
        match self.calendar.peek() {
            Some((at, event)) if at <= turn => Some((at, Next::Event(event))),
            _ => Some((turn, Next::Turn)),
        }
        .filter(|(at, _)| *at <= until)
    }

    #[inline(never)]
    fn flow_facts(&self, flow: u32) -> FlowFacts {
        let state = &self.flows[flow as usize];
        let (before, from) = self.groups.split_at(state.group as usize);
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

    /// A packet; its number is the one that is near what its sender counts now.
    #[inline(never)]
    fn packet_facts(&self, packet: &Packet) -> PacketFacts {
        let number = match (packet.class, self.tcp(packet.flow)) {
            (Class::Tcp | Class::Ack, Some(tcp)) => meant(packet.number, tcp.sender.unacked()),
            _ => u64::from(packet.number),
        };
        PacketFacts {
            flow: self.flow_facts(packet.flow),
            class: class_id(packet.class),
            number,
            bytes: packet.bytes,
        }
    }

    fn tcp(&self, flow: u32) -> Option<&TcpFlow> {
        self.flows[flow as usize].tcp()
    }

    /// The link that a packet goes to from `link`.
    fn next_link(&self, packet: &Packet, link: u8) -> Option<u8> {
        let group = &self.groups[self.flows[packet.flow as usize].group as usize];
        next_on(group.route.way(packet.class), link)
    }
}

impl Before {
    fn of(core: &Core, next: Next, at: Time) -> Before {
        let (links, flow): (Vec<u8>, _) = match next {
            Next::Turn => {
                let due = (0..).zip(&core.links).filter(|(_, l)| l.next_at() == at);
                (due.map(|(link, _)| link).collect(), None)
            }
            Next::Event(Event::Arrives(packet)) if packet.to == END => {
                (Vec::new(), Some(packet.flow))
            }
            Next::Event(Event::Arrives(packet)) => (vec![packet.to], None),
            Next::Event(Event::Emitted { flow, .. }) => {
                let group = &core.groups[core.flows[flow as usize].group as usize];
                (vec![group.route.first()], Some(flow))
            }
            Next::Event(Event::GroupArrival(group)) => {
                let arrivals = core.groups[group as usize].arrivals.as_ref();
                (Vec::new(), arrivals.and_then(|waiting| waiting.next_flow()))
            }
            // Its flows are told when they begin, or no more packets of theirs come.
            Next::Event(Event::GroupTurn(_)) => (Vec::new(), None),
            // Its partner may begin, which is an event of its own.
            Next::Event(Event::Heard(_)) => (Vec::new(), None),
            Next::Event(
                Event::Starts(flow)
                | Event::Stops(flow)
                | Event::RetransmissionTimer(flow)
                | Event::DelayedAckTimer(flow)
                | Event::PacingTimer(flow),
            ) => (Vec::new(), Some(flow)),
        };
        Before {
            next,
            ports: links.iter().map(|&l| PortBefore::of(core, l)).collect(),
            flow: flow.map(|flow| FlowBefore::of(core, flow)),
        }
    }

    /// Has the sender followed that it is about; what was followed so far.
    fn follow(&self, core: &mut Core) -> Option<Box<Trace>> {
        let flow = self.flow.as_ref().map(|before| before.flow);
        std::mem::replace(&mut core.trace, flow.map(|flow| Box::new(Trace::of(flow))))
    }

    fn told(&self, core: &Core, steps: &[Step]) -> Vec<Happening> {
        let mut told = Vec::new();
        match (&self.next, &self.flow) {
            (Next::Turn, _) => self.turn(core, &mut told),
            (Next::Event(Event::Arrives(packet)), None) => self.arrival(core, packet, &mut told),
            (Next::Event(Event::Emitted { .. }), Some(flow)) => {
                self.emission(core, flow, &mut told);
            }
            (Next::Event(event), Some(flow)) => {
                let step = steps.first();
                told.extend(flow.own(core, event, step));
                flow.refused(core, &mut told);
                flow.finished(core, &mut told);
            }
            _ => {}
        }
        let at_s = core.now.s();
        let happening = |what| Happening { at_s, what };
        told.into_iter().map(happening).collect()
    }

    /// A packet has reached a port.
    fn arrival(&self, core: &Core, packet: &Packet, told: &mut Vec<What>) {
        let Some(before) = self.ports.first() else {
            return;
        };
        let link = &core.links[before.link as usize];
        // One that is held up on purpose has not come yet.
        if link.counters().arrived.total() == before.counters.arrived.total() {
            return;
        }
        let dropped = before.gone(core, Some(packet), &[]);
        let does = if dropped.iter().any(|gone| which(gone) == which(packet)) {
            AtLink::Dropped
        } else if link.states().iter().any(|state| sends(state, packet)) {
            AtLink::Begins
        } else {
            AtLink::Waits
        };
        told.push(before.tell(core, packet, does));
        // It may have taken the place of others.
        // One that is alike, such as a segment sent again, is another.
        let own = dropped.iter().position(|gone| which(gone) == which(packet));
        let others = dropped
            .iter()
            .enumerate()
            .filter(|&(place, _)| Some(place) != own);
        told.extend(others.map(|(_, gone)| before.tell(core, gone, AtLink::DroppedInside)));
    }

    /// An open-loop source has sent the packet that it had planned, if the plan held.
    fn emission(&self, core: &Core, before: &FlowBefore, told: &mut Vec<What>) {
        let state = &core.flows[before.flow as usize];
        let (Some((number, bytes)), true) =
            (before.planned, state.counters.sent > before.counters.sent)
        else {
            return;
        };
        if !state.links.has_limit() {
            let packet = Packet {
                flow: before.flow,
                number,
                note: 0,
                bytes,
                to: 0,
                class: Class::Udp,
            };
            self.arrival(core, &packet, told);
            return;
        }
        before.refused(core, told);
        if told.is_empty() {
            let flow = core.flow_facts(before.flow);
            told.push(What::of_flow(flow, OfFlow::SetsOut, u64::from(number)));
        }
    }

    /// Links have done something: a packet has left, or is let go; others may have been dropped.
    fn turn(&self, core: &Core, told: &mut Vec<What>) {
        for before in &self.ports {
            let mut tell = |packet: &Packet, does| told.push(before.tell(core, packet, does));
            let states = core.links[before.link as usize].states();
            let mut left = Vec::new();
            for (then, now) in before.states.iter().zip(&states) {
                match (then, now) {
                    _ if then == now => {}
                    (State::Sending { packet, .. }, _) => {
                        tell(packet, AtLink::Leaves);
                        left.push(*packet);
                    }
                    (State::Held { .. }, State::Sending { packet, .. }) => {
                        tell(packet, AtLink::Released);
                    }
                    _ => {}
                }
            }
            for packet in before.gone(core, None, &left) {
                tell(&packet, AtLink::DroppedInside);
            }
        }
    }
}

impl PortBefore {
    #[inline(never)]
    fn of(core: &Core, link: u8) -> PortBefore {
        let node = &core.links[link as usize];
        PortBefore {
            link,
            states: node.states(),
            counters: node.counters(),
            here: node.may_drop_inside().copied().collect(),
        }
    }

    /// Packets that were dropped since, of those that were here and one that came, some of which have left. Where
    /// none that was let in can be dropped, it is the one that came.
    #[inline(never)]
    fn gone(&self, core: &Core, came: Option<&Packet>, left: &[Packet]) -> Vec<Packet> {
        if self.dropped(core).is_none() {
            return Vec::new();
        }
        let node = &core.links[self.link as usize];
        let before: Vec<Packet> = self.here.iter().chain(came).copied().collect();
        let now: Vec<Packet> = node.may_drop_inside().chain(left).copied().collect();
        missing(&before, &now).copied().collect()
    }

    /// A packet does something here.
    #[inline(never)]
    fn tell(&self, core: &Core, packet: &Packet, does: AtLink) -> What {
        let link = self.link;
        let port = &core.links[link as usize];
        let arrives = matches!(does, AtLink::Waits | AtLink::Begins);
        What::AtLink {
            link,
            does,
            packet: core.packet_facts(packet),
            queue: QueueFacts::of(port.backlog(), port.limit()),
            marked: arrives && port.counters().marked > self.counters.marked,
            reason: self
                .dropped(core)
                .filter(|_| matches!(does, AtLink::Dropped | AtLink::DroppedInside)),
            next: core
                .next_link(packet, link)
                .filter(|_| does == AtLink::Leaves),
        }
    }

    /// Why something was dropped here since; `None` if nothing was.
    fn dropped(&self, core: &Core) -> Option<&'static str> {
        let now = &core.links[self.link as usize].counters().dropped_for;
        let rose = now
            .iter()
            .zip(&self.counters.dropped_for)
            .position(|(now, before)| now > before)?;
        Some(REASONS[rose].id)
    }
}

impl FlowBefore {
    fn of(core: &Core, flow: u32) -> FlowBefore {
        let state = &core.flows[flow as usize];
        FlowBefore {
            flow,
            counters: state.counters,
            sender: state.tcp().map(SenderBefore::of),
            planned: match &state.kind {
                FlowKind::Open(open) => open.upcoming(),
                FlowKind::Tcp(_) => None,
            },
        }
    }

    /// What an event of the flow was; `None` if it changed nothing.
    #[inline(never)]
    fn own(&self, core: &Core, event: &Event, step: Option<&Step>) -> Option<What> {
        let counters = &core.flows[self.flow as usize].counters;
        let sender = step.and_then(|step| Some(self.sender.as_ref()?.facts(core, self.flow, step)));
        let reacts = sender.is_some();
        let (mut number, mut ack) = (0, None);
        let (does, happened) = match event {
            Event::Arrives(packet) => {
                let before = self.sender.as_ref()?;
                number = meant(packet.number, before.unacked);
                ack = Some(before.ack_facts(number, step));
                (OfFlow::Acked, true)
            }
            Event::Starts(_) | Event::GroupArrival(_) => {
                (OfFlow::Starts, reacts || self.sender.is_none())
            }
            Event::Stops(_) => (OfFlow::Stops, true),
            Event::RetransmissionTimer(_) => (self.sender.as_ref()?.timer_runs_out(), reacts),
            Event::PacingTimer(_) => (OfFlow::Paced, reacts),
            Event::DelayedAckTimer(_) => {
                number = core.tcp(self.flow)?.receiver.expected();
                (
                    OfFlow::AckSent,
                    counters.acks_sent > self.counters.acks_sent,
                )
            }
            Event::Emitted { .. } | Event::GroupTurn(_) | Event::Heard(_) => return None,
        };
        happened.then(|| What::OfFlow {
            flow: core.flow_facts(self.flow),
            does,
            number,
            ack,
            sender,
        })
    }

    /// Packets for which the flow's own link had no room.
    fn refused(&self, core: &Core, told: &mut Vec<What>) {
        let counters = &core.flows[self.flow as usize].counters;
        let packets = counters.access_dropped - self.counters.access_dropped;
        if packets > 0 {
            let flow = core.flow_facts(self.flow);
            told.push(What::of_flow(flow, OfFlow::NoRoom, packets));
        }
    }

    /// A transfer that is complete now.
    fn finished(&self, core: &Core, told: &mut Vec<What>) {
        let transfer = core.tcp(self.flow).and_then(|tcp| tcp.transfer.as_ref());
        let (Some(before), Some(transfer)) = (&self.sender, transfer) else {
            return;
        };
        if transfer.finished.is_some() && !before.finished {
            let flow = core.flow_facts(self.flow);
            told.push(What::of_flow(flow, OfFlow::Finished, transfer.segments));
        }
    }
}

impl SenderBefore {
    fn of(tcp: &TcpFlow) -> SenderBefore {
        let sender = &tcp.sender;
        let transfer = tcp.transfer.as_ref();
        SenderBefore {
            first: sender.first(),
            unacked: sender.unacked(),
            cwnd: sender.window().cwnd,
            state: sender.state(),
            timer: sender.timer(),
            finished: transfer.is_some_and(|transfer| transfer.finished.is_some()),
        }
    }

    fn timer_runs_out(&self) -> OfFlow {
        match self.timer {
            Timer::Retransmission => OfFlow::TimedOut,
            Timer::Reordering => OfFlow::Reordered,
            Timer::Probe => OfFlow::Probed,
            Timer::Hold => OfFlow::Released,
        }
    }

    /// What an acknowledgement of this number says, as the sender heard it.
    fn ack_facts(&self, number: u64, step: Option<&Step>) -> AckFacts {
        let note = step.and_then(|step| step.heard.note());
        AckFacts {
            news: number.saturating_sub(self.unacked),
            blocks: note.map_or_else(Vec::new, |note| note.blocks().collect()),
            congestion: note.is_some_and(|note| note.congestion),
            stale: number < self.first,
        }
    }

    fn facts(&self, core: &Core, flow: u32, step: &Step) -> SenderFacts {
        let state = core.tcp(flow).map_or(self.state, |tcp| tcp.sender.state());
        SenderFacts {
            cwnd: (self.cwnd, step.cwnd),
            state: (self.state, state),
            in_flight: step.in_flight,
            sent: SentFacts::of(&step.sent),
        }
    }
}

fn sends(state: &State, packet: &Packet) -> bool {
    matches!(state, State::Sending { packet: sent, .. } if which(sent) == which(packet))
}

#[cfg(test)]
mod tests;
