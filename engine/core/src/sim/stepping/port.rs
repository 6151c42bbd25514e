//! State of a port before a step, and the trace events of its packets.

use crate::net::counters::LinkCounters;
use crate::net::port::State;
use crate::packet::Packet;
use crate::queue::{REASONS, Reason};
use crate::sim::run::Run;
use crate::sim::trace_event::{LinkAction, QueueFacts, TraceEventKind, removed};

/// State of a port.
pub(super) struct PortBefore {
    pub link: u8,
    pub states: Vec<State>,
    pub counters: LinkCounters,
    /// Packets at the node, if the discipline can drop packets after their admission.
    here: Vec<Packet>,
}

impl PortBefore {
    pub fn of(run: &Run, link: u8) -> PortBefore {
        let node = &run.network.nodes[link as usize];
        PortBefore {
            link,
            states: node.states(),
            counters: node.counters(),
            here: node.may_drop_inside().copied().collect(),
        }
    }

    /// Returns the packets dropped since, among the packets that were here and the one that arrived; `left` have
    /// departed. If the discipline never drops admitted packets, it is the one that arrived.
    pub fn gone(&self, run: &Run, came: Option<&Packet>, left: &[Packet]) -> Vec<Packet> {
        if self.dropped(run).is_none() {
            return Vec::new();
        }
        let node = &run.network.nodes[self.link as usize];
        let before: Vec<Packet> = self.here.iter().chain(came).copied().collect();
        let now: Vec<Packet> = node.may_drop_inside().chain(left).copied().collect();
        removed(&before, &now).copied().collect()
    }

    /// Returns the number of packets that the line has lost since then.
    pub fn lost(&self, run: &Run) -> u64 {
        let now = &run.network.nodes[self.link as usize].counters().dropped_for;
        let lost = [Reason::Line.index(), Reason::OnPurpose.index()];
        lost.map(|i| now[i] - self.counters.dropped_for[i])
            .iter()
            .sum()
    }

    /// Returns the number of packets that have left the line since then, with those that it has lost.
    pub fn departures(&self, run: &Run) -> u64 {
        let now = &run.network.nodes[self.link as usize].counters().departed;
        now.total() - self.counters.departed.total() + self.lost(run)
    }

    /// Describes an action of a packet at this port.
    pub fn describe(&self, run: &Run, packet: &Packet, action: LinkAction) -> TraceEventKind {
        let link = self.link;
        let port = &run.network.nodes[link as usize];
        let arrives = matches!(action, LinkAction::Waits | LinkAction::Begins);
        TraceEventKind::AtLink {
            link,
            action,
            packet: run.packet_facts(packet),
            queue: QueueFacts::of(port.backlog(), port.limit()),
            marked: arrives && port.counters().marked > self.counters.marked,
            reason: self
                .dropped(run)
                .filter(|_| matches!(action, LinkAction::Dropped | LinkAction::DroppedInside)),
            next: run
                .next_link(packet, link)
                .filter(|_| action == LinkAction::Leaves),
        }
    }

    /// Returns the id of the reason of a drop since then; `None` without a drop.
    fn dropped(&self, run: &Run) -> Option<&'static str> {
        let now = &run.network.nodes[self.link as usize].counters().dropped_for;
        let rose = now
            .iter()
            .zip(&self.counters.dropped_for)
            .position(|(now, before)| now > before)?;
        Some(REASONS[rose].id)
    }
}
