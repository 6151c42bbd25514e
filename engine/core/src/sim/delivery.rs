//! Delivery of packets behind the last node, and the acknowledgments of receivers.
//!
//! Once a packet has left the last node, nothing can change its way, so its effects are computed at once even if
//! they lie ahead: the egress link, the reaction of the receiver, and its acknowledgment up to a node or the sender.

use super::calendar::Rank;
use super::capture::{self, Point};
use super::coming::ComingAck;
use super::event::Event;
use super::flow::FlowKind;
use super::network::Departure;
use super::population::Member;
use super::record::Record;
use super::scheduler::Scheduler;
use crate::net::route::{AckPath, ComputedLink, next_on};
use crate::packet::{Class, END, LANDS, Packet};
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
    /// Record of what senders do.
    pub record: &'a mut Record,
}

impl Ends<'_> {
    /// A packet has left a node: it continues to the next node of its path, or to its end. Only the code with `CAPTURES`
    /// captures packets, if the run does.
    #[inline(always)]
    pub fn on_departure<const CAPTURES: bool>(&mut self, departure: Departure) {
        let Departure {
            mut packet,
            left,
            arrives,
        } = departure;
        let path = self.member.group.route.path(packet.class());
        if let Some(next) = next_on(path, packet.to) {
            packet.to = next;
            self.scheduler.send(packet, left, arrives, Rank::FIRST);
        } else if packet.class() == Class::Ack {
            if self.record.live.is_some() && self.deliver_live_ack(&packet, arrives) {
                return;
            }
            packet.to = END;
            let at = self.leave_back(&packet, arrives);
            self.reach_sender::<CAPTURES>(packet, left, at);
        } else {
            self.deliver::<CAPTURES>(&packet, arrives);
        }
    }

    /// Works as [`on_departure`](Self::on_departure), for the rare callers: the code of the frequent one is in line.
    #[cold]
    #[inline(never)]
    pub fn on_late_departure(&mut self, departure: Departure) {
        self.on_departure::<{ capture::ENABLED }>(departure);
    }

    /// A packet has left a node over a line on which packets overtake each other. Behind the last node its arrival is an
    /// event, because packets that leave later may arrive before.
    pub fn on_unordered_departure(&mut self, departure: Departure) {
        let Departure {
            mut packet,
            left,
            arrives,
        } = departure;
        let path = self.member.group.route.path(packet.class());
        if next_on(path, packet.to).is_some() {
            self.on_late_departure(departure);
        } else {
            packet.to = LANDS;
            self.scheduler.send(packet, left, arrives, Rank::FIRST);
        }
    }

    /// A packet reaches the other end of the last line now.
    #[cold]
    pub fn land(&mut self, mut packet: Packet) {
        let now = self.scheduler.now;
        if packet.class() == Class::Ack {
            if self.record.live.is_some() && self.deliver_live_ack(&packet, now) {
                return;
            }
            packet.to = END;
            let at = self.leave_back(&packet, now);
            self.reach_sender::<{ capture::ENABLED }>(packet, now, at);
        } else {
            self.deliver::<{ capture::ENABLED }>(&packet, now);
        }
    }

    /// A datagram or a segment has crossed the last link at `at`.
    #[inline(always)]
    fn deliver<const CAPTURES: bool>(&mut self, packet: &Packet, at: Time) {
        let Member { flow, group, .. } = &mut self.member;
        let bytes = u64::from(packet.bytes);
        let counters = &mut flow.counters;
        counters.delivered += 1;
        counters.delivered_bytes += bytes;
        group.delivered += 1;
        group.delivered_bytes += bytes;
        let takes = group.wires.egress.transmission_time(packet.bytes);
        let at = flow.links.leave(at, takes);
        let delay = packet.age(at);
        let difference = flow.links.difference_of_delays(delay);
        group.delays.record(delay, difference);
        if CAPTURES {
            self.capture(at, Point::Receiver, packet);
        }
        let Member { flow, .. } = &mut self.member;
        let counters = &mut flow.counters;
        if packet.class() == Class::Tcp {
            self.receive::<CAPTURES>(packet, at);
        } else {
            counters.in_order += 1;
            counters.in_order_bytes += bytes;
            if self.record.live.is_some() {
                self.deliver_live(packet, at);
            }
        }
    }

    /// A packet of a real host reaches its receiver at `at`, if the flow is live.
    #[cold]
    #[inline(never)]
    fn deliver_live(&mut self, packet: &Packet, at: Time) {
        let live = self.member.flow.live();
        self.record.live_delivered(at, live, packet);
    }

    /// A segment of a real host reaches its receiver at `at`, which sends no acknowledgment here.
    #[cold]
    #[inline(never)]
    fn deliver_live_segment(&mut self, packet: &Packet, at: Time) {
        let counters = &mut self.member.flow.counters;
        counters.in_order += 1;
        counters.in_order_bytes += u64::from(packet.bytes);
        self.deliver_live(packet, at);
    }

    /// An acknowledgment has crossed the last line at `at`. If it is of a real host, it leaves over the link of the direction
    /// in which it was sent. Returns whether it is.
    #[cold]
    #[inline(never)]
    fn deliver_live_ack(&mut self, ack: &Packet, at: Time) -> bool {
        let Member { flow, group, .. } = &mut self.member;
        let live = flow.live();
        if live.is_some() {
            flow.counters.acks_arrived += 1;
            let takes = group.wires.egress.transmission_time(ack.bytes);
            let at = flow.links.leave(at, takes);
            self.record.live_delivered(at, live, ack);
        }
        live.is_some()
    }

    /// A segment reaches its receiver at `at`.
    #[inline(always)]
    fn receive<const CAPTURES: bool>(&mut self, packet: &Packet, at: Time) {
        let FlowKind::Tcp(tcp) = &mut self.member.flow.kind else {
            return self.deliver_live_segment(packet, at);
        };
        // A delayed acknowledgment that is due before this segment goes first.
        let due = tcp.receiver.held_until();
        if due <= at {
            self.send_held_ack(due);
        }
        let Member { flow, group, .. } = &mut self.member;
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut flow.kind, &group.tcp) else {
            return;
        };
        let number = extended(packet.number, tcp.receiver.expected());
        tcp.receiver.adopt_connection(tcp.sender.first(), number);
        let expected = tcp.receiver.expected();
        let mut header = packet.header();
        if !config.timestamps {
            header = header.without_timestamp();
        }
        let reply = tcp.receiver.on_segment(at, number, header, config);
        let next = tcp.receiver.expected();
        if next != expected {
            let counters = &mut flow.counters;
            counters.in_order += next - expected;
            counters.in_order_bytes += tcp.data_bytes(expected, next, config);
            if group.writes {
                tcp.deliver_written(at, &mut group.transfers);
            }
            if next == tcp.ends() {
                tcp.deliver_order(at, &mut group.transfers);
                if group.partner.is_some() {
                    self.schedule(at, at, Event::OrderDelivered(packet.flow()));
                }
            }
        }
        match reply {
            Reply::Now => self.send_ack::<CAPTURES>(at),
            Reply::At(due) => self.schedule(at, due, Event::DelayedAckTimer(packet.flow())),
            Reply::Held | Reply::Stale => {}
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
            self.send_held_ack(now);
        }
    }

    /// The receiver sends the acknowledgment that it has held back, at `at`.
    #[inline(never)]
    fn send_held_ack(&mut self, at: Time) {
        if let FlowKind::Tcp(tcp) = &mut self.member.flow.kind {
            tcp.receiver.release();
            self.send_ack::<{ capture::ENABLED }>(at);
        }
    }

    /// The receiver sends an acknowledgment at `at`.
    #[inline(always)]
    fn send_ack<const CAPTURES: bool>(&mut self, at: Time) {
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
        let number = on_wire(number);
        let mut ack = Packet::new(Class::Ack, *flow_number, number, bytes, END).with_note(note);
        let takes = group.wires.egress_back.transmission_time(bytes);
        let mut arrives = flow.links.enter_back(at, takes);
        // Time at which it leaves its last link, as if all were simulated: the order among events at the same time.
        let mut sent = at;
        match &group.route.acks {
            AckPath::Computed(links) => {
                for &link in links {
                    let link = &mut self.computed_links[link as usize];
                    arrives = link.pass(arrives, bytes);
                    sent = link.free;
                }
                arrives = self.leave_back(&ack, arrives);
            }
            AckPath::Queued(path) => {
                ack = ack.selective(bytes > config.ack_bytes);
                ack.to = path.first().copied().unwrap_or(END);
            }
        }
        if CAPTURES {
            self.capture(at, Point::Receiver, &ack);
        }
        if ack.to == END {
            self.reach_sender::<CAPTURES>(ack, sent, arrives);
        } else {
            self.scheduler.send(ack, at, arrives, Rank::FIRST);
        }
    }

    /// An acknowledgment sent at `sent` reaches its sender at `at`; the sender reacts at once if it may run
    /// [ahead](super::ahead).
    #[inline]
    fn reach_sender<const CAPTURES: bool>(&mut self, ack: Packet, sent: Time, at: Time) {
        if CAPTURES {
            self.capture(at, Point::Sender, &ack);
        }
        let Ends {
            member,
            record,
            scheduler,
            ..
        } = self;
        let coming = ComingAck {
            at,
            sent,
            packet: ack,
        };
        if !scheduler.may_run_ahead(at) || !member.may_run_ahead() {
            member.expect_ack(coming, scheduler);
        } else if member.is_undisturbed_until(at) && !member.ends_with(&ack) {
            record.is_ahead = true;
            scheduler.run_ahead(at, |scheduler| member.on_ack(ack, scheduler, record));
            record.is_ahead = false;
        } else {
            member.expect_ack_ahead(coming, scheduler, record);
        }
    }

    /// Records a packet at an end of its flow, if the run captures packets.
    #[cold]
    #[inline(never)]
    fn capture(&mut self, at: Time, point: Point, packet: &Packet) {
        if capture::ENABLED
            && let Some(log) = &mut self.record.capture
        {
            log.record(at, point, packet, self.member.for_capture(), None);
        }
    }

    /// Returns the time at which an acknowledgment that has crossed the last link at `at` reaches its sender.
    #[inline(always)]
    fn leave_back(&mut self, ack: &Packet, at: Time) -> Time {
        let Member { flow, group, .. } = &mut self.member;
        let takes = group.wires.access_back.transmission_time(ack.bytes);
        let at = at + group.route.acks_tail;
        flow.links.leave_back(at, takes)
    }
}
