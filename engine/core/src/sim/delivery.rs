//! Delivery of packets behind the last node, and the acknowledgments of receivers.
//!
//! Once a packet has left the last node, nothing can change its way, so its effects are computed at once even if
//! they lie ahead: the egress link, the reaction of the receiver, and its acknowledgment up to a node or the sender.

use super::calendar::Rank;
use super::event::Event;
use super::flow::FlowKind;
use super::network::Departure;
use super::population::Member;
use super::scheduler::Scheduler;
use crate::net::route::{AckPath, ComputedLink, next_on};
use crate::packet::{Class, END, Packet};
use crate::tcp::numbers::{extended, on_wire};
use crate::tcp::receiver::{Ack, Reply};
use crate::time::Time;

/// End points of a flow behind the last node: the flow's own links, the computed links of the reverse path, and the
/// calendar.
pub struct Ends<'a> {
    /// Flow with its group.
    pub member: Member<'a>,
    /// Links of the reverse path that need no events.
    pub computed_links: &'a mut [ComputedLink],
    /// Calendar for the events that follow.
    pub scheduler: &'a mut Scheduler,
}

impl Ends<'_> {
    /// A packet has left a node: it continues to the next node of its path, or to its end.
    #[inline(always)]
    pub fn on_departure(&mut self, departure: Departure) {
        let Departure {
            mut packet,
            left,
            arrives,
        } = departure;
        let path = self.member.group.route.path(packet.class);
        if let Some(next) = next_on(path, packet.to) {
            packet.to = next;
            self.scheduler.send(packet, left, arrives, Rank::FIRST);
        } else if packet.class == Class::Ack {
            packet.to = END;
            let at = self.leave_back(&packet, arrives);
            self.scheduler.send(packet, left, at, Rank::FIRST);
        } else {
            self.deliver(&packet, arrives);
        }
    }

    /// A datagram or a segment has crossed the last link at `at`.
    #[inline]
    fn deliver(&mut self, packet: &Packet, at: Time) {
        let Member { flow, group, .. } = &mut self.member;
        let bytes = u64::from(packet.bytes);
        let counters = &mut flow.counters;
        counters.delivered += 1;
        counters.delivered_bytes += bytes;
        group.delivered += 1;
        group.delivered_bytes += bytes;
        let takes = group.wires.egress.transmission_time(packet.bytes);
        let at = flow.links.leave(at, takes);
        if packet.class == Class::Tcp {
            self.receive(packet, at);
        } else {
            counters.in_order += 1;
            counters.in_order_bytes += bytes;
        }
    }

    /// A segment reaches its receiver at `at`.
    #[inline]
    fn receive(&mut self, packet: &Packet, at: Time) {
        let FlowKind::Tcp(tcp) = &mut self.member.flow.kind else {
            return;
        };
        // A delayed acknowledgment that is due before this segment goes first.
        let due = tcp.receiver.held_until();
        if due <= at {
            tcp.receiver.release();
            self.send_ack(due);
        }
        let Member { flow, group, .. } = &mut self.member;
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut flow.kind, &group.tcp) else {
            return;
        };
        let number = extended(packet.number, tcp.receiver.expected());
        tcp.receiver.adopt_connection(tcp.sender.first(), number);
        let expected = tcp.receiver.expected();
        let reply = tcp.receiver.on_segment(at, number, packet.header(), config);
        let next = tcp.receiver.expected();
        if next != expected {
            let counters = &mut flow.counters;
            counters.in_order += next - expected;
            counters.in_order_bytes += tcp.data_bytes(expected, next, config);
            if group.partner.is_some() && next == tcp.ends {
                self.schedule(at, at, Event::OrderDelivered(packet.flow));
            }
        }
        match reply {
            Reply::Now => self.send_ack(at),
            Reply::At(due) => self.schedule(at, due, Event::DelayedAckTimer(packet.flow)),
            Reply::Stale => {}
        }
    }

    /// Schedules an event that is decided at `from`, which may lie ahead.
    #[inline]
    fn schedule(&mut self, from: Time, at: Time, event: Event) {
        self.scheduler.calendar.push(at, Rank::FIRST, from, event);
    }

    /// The timer of a delayed acknowledgment may have expired.
    pub fn on_delayed_ack_timer(&mut self) {
        let now = self.scheduler.now;
        if let FlowKind::Tcp(tcp) = &mut self.member.flow.kind
            && tcp.receiver.held_until() == now
        {
            tcp.receiver.release();
            self.send_ack(now);
        }
    }

    /// The receiver sends an acknowledgment at `at`.
    #[inline]
    fn send_ack(&mut self, at: Time) {
        let Member {
            number: flow_number,
            flow,
            group,
        } = &mut self.member;
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut flow.kind, &group.tcp) else {
            return;
        };
        let Ack {
            number,
            note,
            bytes,
        } = tcp.receiver.acknowledge(config);
        flow.counters.acks_sent += 1;
        let mut ack = Packet {
            flow: *flow_number,
            number: on_wire(number),
            note,
            bytes,
            to: END,
            class: Class::Ack,
        };
        let takes = group.wires.egress_back.transmission_time(bytes);
        let mut arrives = flow.links.enter_back(at, takes);
        match &group.route.acks {
            AckPath::Computed(links) => {
                for &link in links {
                    arrives = self.computed_links[link as usize].pass(arrives, bytes);
                }
                arrives = self.leave_back(&ack, arrives);
            }
            AckPath::Queued(path) => ack.to = path.first().copied().unwrap_or(END),
        }
        self.scheduler.send(ack, at, arrives, Rank::FIRST);
    }

    /// Returns the time at which an acknowledgment that has crossed the last link at `at` reaches its sender.
    #[inline]
    fn leave_back(&mut self, ack: &Packet, at: Time) -> Time {
        let Member { flow, group, .. } = &mut self.member;
        let takes = group.wires.access_back.transmission_time(ack.bytes);
        let at = at + group.route.acks_tail;
        flow.links.leave_back(at, takes)
    }
}
