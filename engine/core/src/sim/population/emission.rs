//! Datagrams of open-loop sources on their way to the network.
//!
//! One event covers the sending of a packet and its arrival at the network, since nothing in between depends on
//! anything else; see [`OpenFlow`](crate::sim::open::OpenFlow). Only a limited access link needs an event of its own.

use super::Member;
use crate::packet::Packet;
use crate::scenario::limits;
use crate::sim::calendar::Rank;
use crate::sim::event::Event;
use crate::sim::flow::FlowKind;
use crate::sim::scheduler::Scheduler;
use crate::time::Time;

impl Member<'_> {
    /// The planned packet of an open-loop source reaches the network, or its access link if that has a limit; the
    /// next one is planned. Returns the packet that reaches a node now.
    pub fn on_emitted(&mut self, plan: u32, scheduler: &mut Scheduler) -> Option<Packet> {
        let FlowKind::Open(open) = &mut self.flow.kind else {
            return None;
        };
        let planned = open.take(plan)?;
        if planned.bytes == 0 {
            self.plan_emission(scheduler);
            return None;
        }
        self.flow.counters.sent += 1;
        let packet = open.datagram(self.number, &planned, self.group.route.first());
        let enters_link = self.flow.links.has_limit();
        if enters_link {
            self.enter_link(packet, planned.sent, scheduler);
        }
        self.plan_emission(scheduler);
        (!enters_link).then_some(packet)
    }

    /// A packet of an open-loop source reaches its limited access link at `sent`.
    fn enter_link(&mut self, packet: Packet, sent: Time, scheduler: &mut Scheduler) {
        let takes = self.group.wires.access.transmission_time(packet.bytes);
        match self.flow.links.enter(sent, packet.bytes, takes) {
            Ok((arrives, ahead)) => scheduler.send(packet, sent, arrives, Rank::behind(ahead)),
            Err(_) => {
                self.flow.drops.access += 1;
                self.group.access_dropped += 1;
            }
        }
    }

    /// Plans the next packet of the source.
    pub fn plan_emission(&mut self, scheduler: &mut Scheduler) {
        let FlowKind::Open(open) = &mut self.flow.kind else {
            return;
        };
        let link = (&mut self.flow.links, &mut self.group.wires.access);
        if let Some(planned) = open.plan(link) {
            let (flow, plan) = (self.number, open.plans());
            let event = Event::Emitted { flow, plan };
            let calendar = &mut scheduler.calendar;
            calendar.push(planned.at, planned.rank, planned.sent, event);
        }
    }

    /// Called before a source changes: packets sent by now are on their way for certain, and later ones are no
    /// longer planned.
    pub fn release_emitted(&mut self, scheduler: &mut Scheduler) {
        // More packets than the limit end the run at once.
        let taken = scheduler.on_the_way() + scheduler.refused;
        for _ in taken..=limits::PACKETS {
            let FlowKind::Open(open) = &mut self.flow.kind else {
                return;
            };
            let link = (&mut self.flow.links, &mut self.group.wires.access);
            let Some(planned) = open.release(link, scheduler.now) else {
                return;
            };
            if planned.bytes == 0 {
                // It takes no memory, but as much time.
                scheduler.refused += 1;
                continue;
            }
            self.flow.counters.sent += 1;
            let packet = open.datagram(self.number, &planned, self.group.route.first());
            if self.flow.links.has_limit() {
                self.enter_link(packet, planned.sent, scheduler);
            } else {
                scheduler.send(packet, planned.sent, planned.at, planned.rank);
            }
        }
    }
}
