//! Effects of events: packets reach links, leave them, and arrive at senders and receivers.

use super::calendar::{Calendar, Rank};
use super::event::Event;
use super::flow::{Flow, FlowKind, TcpFlow};
use super::marks::{Mark, MarkKind};
use super::script::{FaultAction, Input};
use super::{Core, GroupState};
use crate::apps::Next;
use crate::net::own_links::OwnLinks;
use crate::net::port::Admission;
use crate::net::route::{AckPath, ComputedLink, next_on};
use crate::packet::{Class, END, Packet};
use crate::queue::Reason;
use crate::scenario::limits;
use crate::tcp::config::TcpConfig;
use crate::tcp::notes::AckNote;
use crate::tcp::numbers::{extended, on_wire};
use crate::tcp::overhead::Overhead;
use crate::tcp::receiver::{Ack, Reply};
use crate::tcp::sender::{AVOIDANCE, Cause};
use crate::time::{Span, Time};

impl Core {
    /// A packet reaches the next node of its path, or an acknowledgment reaches its sender.
    #[inline]
    pub(super) fn on_arrival(&mut self, packet: Packet) {
        if packet.to == END {
            self.on_ack(packet);
        } else {
            self.arrive_at_node(packet);
        }
    }

    #[inline]
    fn arrive_at_node(&mut self, packet: Packet) {
        let node = packet.to;
        self.advance_node(node, self.now);
        let admission = if self.scripted_faults.is_empty() {
            self.links[node as usize].arrive(self.now, packet)
        } else if let Some(admission) = self.arrive_with_fault(packet) {
            admission
        } else {
            return;
        };
        let dropped = matches!(admission, Admission::Dropped(_));
        self.fold(&packet, !dropped);
        match admission {
            Admission::Begun => self
                .service_schedule
                .set_due(node, self.links[node as usize].due_at()),
            Admission::Queued => {}
            Admission::Displacing => self.after_displacing(node),
            Admission::Dropped(_) => self.count_drop(&packet),
        }
    }

    /// A packet was admitted and others were dropped to make room.
    #[cold]
    fn after_displacing(&mut self, node: u8) {
        self.count_dropped_inside(node);
        self.service_schedule
            .set_due(node, self.links[node as usize].due_at());
    }

    fn count_drop(&mut self, packet: &Packet) {
        let flow = &mut self.flows[packet.flow as usize];
        if packet.class == Class::Ack {
            flow.counters.acks_dropped += 1;
        } else {
            flow.counters.dropped += 1;
            self.groups[flow.group as usize].dropped += 1;
        }
    }

    /// Counts the packets that a node dropped after their admission.
    pub(super) fn count_dropped_inside(&mut self, node: u8) {
        for (packet, _) in self.links[node as usize].take_dropped() {
            self.fold(&packet, false);
            self.count_drop(&packet);
        }
    }

    /// Arrival at a node in a run with scripted faults; `None` if the packet will arrive later.
    #[cold]
    fn arrive_with_fault(&mut self, mut packet: Packet) -> Option<Admission> {
        let group = &self.groups[self.flows[packet.flow as usize].group as usize];
        let is_first = group.route.data.first() == Some(&packet.to);
        let action = self.scripted_faults.inject(&packet, is_first);
        let link = &mut self.links[packet.to as usize];
        match action {
            Some(FaultAction::Dropped) => return Some(link.refuse(&packet, Reason::OnPurpose)),
            Some(FaultAction::Late(delay)) => {
                let arrives = Event::Arrives(packet);
                self.calendar
                    .push(self.now + delay, Rank::FIRST, self.now, arrives);
                return None;
            }
            Some(FaultAction::Marked) => {
                packet.mark();
            }
            None => {}
        }
        Some(link.arrive(self.now, packet))
    }

    /// Advances a node to just before `horizon`: packets that leave it continue on their paths.
    #[inline]
    pub(super) fn advance_node(&mut self, node: u8, horizon: Time) {
        if self.links[node as usize].next_at() >= horizon {
            return;
        }
        while self.links[node as usize].next_at() < horizon {
            self.serve_node(node);
        }
        self.service_schedule
            .set_due(node, self.links[node as usize].due_at());
    }

    /// Serves a node: runs its next action.
    #[inline]
    pub(super) fn serve_node(&mut self, node: u8) {
        let link = &mut self.links[node as usize];
        let (at, delay) = (link.next_at(), link.delay());
        if let Some(packet) = link.on_time(at) {
            self.forwarded += 1;
            self.on_departure(packet, at, at + delay);
        }
    }

    /// A packet has left a node at `left` and reaches the other end of the link at `arrives`.
    #[inline]
    fn on_departure(&mut self, mut packet: Packet, left: Time, arrives: Time) {
        let mut ends = self.ends(packet.flow);
        let path = ends.group.route.path(packet.class);
        if let Some(next) = next_on(path, packet.to) {
            packet.to = next;
            self.calendar
                .push(arrives, Rank::FIRST, left, Event::Arrives(packet));
        } else if packet.class == Class::Ack {
            packet.to = END;
            let at = ends.leave_back(&packet, arrives);
            self.calendar
                .push(at, Rank::FIRST, left, Event::Arrives(packet));
        } else {
            ends.deliver(&packet, arrives);
        }
    }

    /// Borrows the end points of a flow with their surroundings.
    #[inline]
    fn ends(&mut self, flow: u32) -> Ends<'_> {
        let state = &mut self.flows[flow as usize];
        Ends {
            group: &mut self.groups[state.group as usize],
            flow: state,
            computed_links: &mut self.computed_links,
            calendar: &mut self.calendar,
        }
    }

    pub(super) fn on_delayed_ack_timer(&mut self, flow: u32) {
        let now = self.now;
        let mut ends = self.ends(flow);
        if let FlowKind::Tcp(tcp) = &mut ends.flow.kind
            && tcp.receiver.held_until() == now
        {
            tcp.receiver.release();
            ends.send_ack(flow, now);
        }
    }

    /// An acknowledgment reaches its sender.
    #[inline]
    fn on_ack(&mut self, packet: Packet) {
        let flow = packet.flow;
        let state = &mut self.flows[flow as usize];
        state.counters.acks_arrived += 1;
        let FlowKind::Tcp(tcp) = &mut state.kind else {
            return;
        };
        let number = extended(packet.number, tcp.sender.unacked());
        if number < tcp.sender.first() {
            // The acknowledgment belongs to an earlier connection.
            tcp.receiver.take_note(packet.note);
        } else if packet.note == 0 {
            self.with_sender(flow, Input::Ack(number), |tcp, config, now| {
                tcp.sender.on_ack(now, number, config);
            });
        } else {
            self.on_annotated_ack(&packet, number);
        }
    }

    /// An acknowledgment with a note (SACK, ECN, timestamps) reaches its sender.
    fn on_annotated_ack(&mut self, packet: &Packet, number: u64) {
        let FlowKind::Tcp(tcp) = &mut self.flows[packet.flow as usize].kind else {
            return;
        };
        let note = tcp.receiver.take_note(packet.note).unwrap_or(AckNote::NONE);
        let input = Input::Annotated(number, &note);
        self.with_sender(packet.flow, input, |tcp, config, now| {
            tcp.sender.on_annotated_ack(now, number, &note, config);
        });
    }

    pub(super) fn on_retransmission_timer(&mut self, flow: u32) {
        let now = self.now;
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return;
        };
        if tcp.timer_armed != now {
            return;
        }
        tcp.timer_armed = Time::NEVER;
        if tcp.sender.timeout_at() > now {
            self.arm_timer(flow);
            return;
        }
        let timeouts = tcp.sender.counters().timeouts;
        self.with_sender(flow, Input::Timer, |tcp, config, now| {
            tcp.sender.on_timeout(now, config);
        });
        let FlowKind::Tcp(tcp) = &self.flows[flow as usize].kind else {
            return;
        };
        // The timer may have been set for another purpose than a retransmission.
        if tcp.sender.counters().timeouts != timeouts {
            let cwnd = tcp.sender.window().cwnd;
            self.mark(MarkKind::Timeout, flow, cwnd);
        }
    }

    pub(super) fn on_pacing_timer(&mut self, flow: u32) {
        let now = self.now;
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return;
        };
        if tcp.pacing_armed == now {
            tcp.pacing_armed = Time::NEVER;
            self.wake(flow);
        }
    }

    /// Lets a sender send what it may send now, and sets its timers.
    pub(super) fn wake(&mut self, flow: u32) {
        self.with_sender(flow, Input::Go, |_, _, _| {});
    }

    pub(super) fn on_start(&mut self, flow: u32) {
        let now = self.now;
        let after_lost_syn = self.partner_lost_syn(flow);
        let state = &mut self.flows[flow as usize];
        let group = &mut self.groups[state.group as usize];
        match &mut state.kind {
            FlowKind::Open(_) => self.plan_emission(flow),
            FlowKind::Tcp(tcp) => {
                if tcp.has_stopped() || tcp.paused {
                    return;
                }
                if tcp.order.is_none() {
                    self.begin_or_wait(flow);
                    return;
                }
                if group.partner.is_some() && !tcp.is_due(now) {
                    return;
                }
                if !tcp.connect(now, group.tcp.as_ref(), after_lost_syn) {
                    return;
                }
                group.cwnd_sum += tcp.sender.window().cwnd;
                group.sending += 1;
                self.wake(flow);
            }
        }
    }

    /// The flow stops sending new data.
    pub(super) fn stop(&mut self, flow: u32) {
        if let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind {
            tcp.stop();
            return;
        }
        self.release_emitted(flow);
        if let FlowKind::Open(open) = &mut self.flows[flow as usize].kind {
            open.stop();
        }
    }

    /// The planned packet of an open-loop source reaches the network, or its access link if that has a limit; the
    /// next one is planned.
    pub(super) fn on_emitted(&mut self, flow: u32, plan: u32) {
        let state = &mut self.flows[flow as usize];
        let FlowKind::Open(open) = &mut state.kind else {
            return;
        };
        let Some(planned) = open.take(plan) else {
            return;
        };
        if planned.bytes == 0 {
            self.plan_emission(flow);
            return;
        }
        state.counters.sent += 1;
        let to = self.groups[state.group as usize].route.first();
        let packet = open.datagram(flow, &planned, to);
        if state.links.has_limit() {
            self.enter_link(packet, planned.sent);
            self.plan_emission(flow);
        } else {
            self.plan_emission(flow);
            self.arrive_at_node(packet);
        }
    }

    /// A packet of an open-loop source reaches its limited access link at `sent`.
    fn enter_link(&mut self, packet: Packet, sent: Time) {
        let state = &mut self.flows[packet.flow as usize];
        let group = &mut self.groups[state.group as usize];
        let takes = group.wires.access.transmission_time(packet.bytes);
        match state.links.enter(sent, packet.bytes, takes) {
            Ok((arrives, ahead)) => {
                let event = Event::Arrives(packet);
                self.calendar
                    .push(arrives, Rank::behind(ahead), sent, event);
            }
            Err(_) => {
                state.counters.access_dropped += 1;
                group.access_dropped += 1;
            }
        }
    }

    /// Plans the next packet of a source. One event covers its sending and its arrival at the network, since
    /// nothing in between depends on anything else.
    pub(super) fn plan_emission(&mut self, flow: u32) {
        let state = &mut self.flows[flow as usize];
        let wire = &mut self.groups[state.group as usize].wires.access;
        let FlowKind::Open(open) = &mut state.kind else {
            return;
        };
        if let Some(planned) = open.plan((&mut state.links, wire)) {
            let event = Event::Emitted {
                flow,
                plan: open.plans(),
            };
            self.calendar
                .push(planned.at, planned.rank, planned.sent, event);
        }
    }

    /// Called before a source changes: packets sent by now are on their way for certain, and later ones are no
    /// longer planned.
    pub(super) fn release_emitted(&mut self, flow: u32) {
        // More packets than the limit end the run at once.
        let taken = self.calendar.len() + self.refused;
        for _ in taken..=limits::PACKETS {
            let state = &mut self.flows[flow as usize];
            let FlowKind::Open(open) = &mut state.kind else {
                return;
            };
            let group = &mut self.groups[state.group as usize];
            let wire = &mut group.wires.access;
            let Some(planned) = open.release((&mut state.links, wire), self.now) else {
                return;
            };
            if planned.bytes == 0 {
                // It takes no memory, but as much time.
                self.refused += 1;
                continue;
            }
            state.counters.sent += 1;
            let datagram = open.datagram(flow, &planned, group.route.first());
            if state.links.has_limit() {
                self.enter_link(datagram, planned.sent);
            } else {
                let event = Event::Arrives(datagram);
                self.calendar
                    .push(planned.at, planned.rank, planned.sent, event);
            }
        }
    }

    /// Lets a sender react to an input, and sends its segments.
    #[inline]
    fn with_sender(
        &mut self,
        flow: u32,
        input: Input<'_>,
        react: impl FnOnce(&mut TcpFlow, &TcpConfig, Time),
    ) {
        let now = self.now;
        let state = &mut self.flows[flow as usize];
        let group = &mut self.groups[state.group as usize];
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut state.kind, &group.tcp) else {
            return;
        };
        let window_before = tcp.sender.window().cwnd;
        let recovering_before = tcp.sender.is_recovering();
        let slow_before = tcp.sender.window().in_slow_start();
        let counts = tcp.is_sending();
        tcp.integrate_window(now);
        react(tcp, config, now);
        let recovering = tcp.sender.is_recovering();
        let is_traced = self.trace.is_some();
        if tcp.sender.is_done()
            && let Some(next) = tcp.finish(now, &mut group.transfers)
        {
            // A flow that waits for an arrival is available from now on.
            let at = match next {
                Next::Send(order) => order.at,
                Next::AwaitArrival => now,
                Next::AwaitPartner | Next::Done => Time::NEVER,
            };
            if !matches!(next, Next::AwaitPartner | Next::Done) {
                let begins = Event::Starts(flow);
                self.calendar.push(at, Rank::FIRST, now, begins);
            }
        }
        // A window of a million packets may open at once; the run ends if there are too many packets.
        let mut room = (limits::PACKETS + 1).saturating_sub(self.calendar.len());
        while room > 0
            && let Some(segment) = tcp.sender.next_segment(now, config)
        {
            let syn = tcp.sender.is_syn(segment.number, config);
            let last = segment.number + 1 == tcp.sender.end();
            let bytes = if syn {
                config.ack_bytes
            } else if last && let Some(transfer) = &tcp.transfer {
                transfer.last_bytes + config.header_bytes
            } else {
                config.wire_bytes()
            };
            if is_traced && let Some(trace) = &mut self.trace {
                trace.sent(flow, segment);
            }
            room -= 1;
            state.counters.sent += 1;
            let note = tcp.sender.header(&segment, now, config).0;
            let takes = group.wires.access.transmission_time(bytes);
            let entered = if group.sends_at_once {
                Some((now, state.links.pass(now, takes)))
            } else if tcp
                .replayed
                .as_mut()
                .is_some_and(|replayed| replayed.loses())
            {
                None
            } else {
                send_on_access_link(
                    (&mut tcp.overhead, &mut state.links),
                    config,
                    now,
                    (bytes, takes),
                )
            };
            let Some((out, (arrives, ahead))) = entered else {
                let flow = &mut state.counters.access_dropped;
                refuse(flow, &mut group.access_dropped, &mut self.refused);
                room = room.min((limits::PACKETS + 1).saturating_sub(self.refused));
                continue;
            };
            let packet = Packet {
                flow,
                number: on_wire(segment.number),
                note,
                bytes,
                to: group.route.first(),
                class: Class::Tcp,
            };
            self.calendar
                .push(arrives, Rank::behind(ahead), out, Event::Arrives(packet));
        }
        if is_traced && let Some(trace) = &mut self.trace {
            trace.step(now, flow, input, &tcp.sender);
        }
        let cwnd = tcp.sender.window().cwnd;
        if counts {
            group.cwnd_sum += cwnd - window_before;
            if !tcp.is_sending() {
                group.cwnd_sum -= cwnd;
                group.sending -= 1;
            }
        }
        let news = tcp.sender.take_cause();
        // Other marks already show the end of slow start.
        let leaves_slow_start = slow_before
            && recovering == recovering_before
            && news.is_none()
            && !tcp.sender.window().in_slow_start()
            && tcp.sender.state() == AVOIDANCE;
        let paced_until = tcp.sender.paced_until();
        if paced_until < tcp.pacing_armed {
            tcp.pacing_armed = paced_until;
            self.calendar
                .push(paced_until, Rank::TIMER, now, Event::PacingTimer(flow));
        }
        let armed = tcp.timer_armed;
        if tcp.sender.timeout_at() < armed {
            self.arm_timer(flow);
        }
        if recovering != recovering_before {
            self.mark_recovery(flow, recovering, cwnd);
        }
        if let Some(cause) = news {
            self.mark_cause(flow, cause, cwnd);
        }
        if leaves_slow_start {
            self.mark(MarkKind::SlowStartEnds, flow, cwnd);
        }
    }

    /// One timer event per flow is enough: when it fires, it checks whether the timer has moved.
    fn arm_timer(&mut self, flow: u32) {
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return;
        };
        let at = tcp.sender.timeout_at();
        if at != Time::NEVER {
            tcp.timer_armed = at;
            self.calendar
                .push(at, Rank::TIMER, self.now, Event::RetransmissionTimer(flow));
        }
    }

    fn mark_recovery(&mut self, flow: u32, begins: bool, cwnd: f64) {
        let kind = if begins {
            MarkKind::RecoveryBegins
        } else {
            MarkKind::RecoveryEnds
        };
        self.mark(kind, flow, cwnd);
    }

    #[cold]
    fn mark_cause(&mut self, flow: u32, cause: Cause, cwnd: f64) {
        let kind = match cause {
            Cause::Mark => MarkKind::CongestionMark,
            Cause::IdleRestart => MarkKind::IdleRestart,
            Cause::Undo => MarkKind::TimeoutUndone,
            Cause::Controller => MarkKind::ControllerState,
            _ => return,
        };
        self.mark(kind, flow, cwnd);
    }

    fn mark(&mut self, kind: MarkKind, flow: u32, window: f64) {
        self.marks.push(Mark {
            at: self.now,
            kind,
            flow,
            window,
        });
    }
}

/// End points of a flow behind the last node: the flow's own links, the computed links of the reverse path, and the
/// calendar.
struct Ends<'a> {
    flow: &'a mut Flow,
    group: &'a mut GroupState,
    computed_links: &'a mut [ComputedLink],
    calendar: &'a mut Calendar<Event>,
}

impl Ends<'_> {
    /// A datagram or a segment has crossed the last link at `at`.
    #[inline]
    fn deliver(&mut self, packet: &Packet, at: Time) {
        let bytes = u64::from(packet.bytes);
        let counters = &mut self.flow.counters;
        counters.delivered += 1;
        counters.delivered_bytes += bytes;
        self.group.delivered += 1;
        self.group.delivered_bytes += bytes;
        let takes = self.group.wires.egress.transmission_time(packet.bytes);
        let at = self.flow.links.leave(at, takes);
        if packet.class == Class::Tcp {
            self.receive(packet, at);
        } else {
            counters.in_order += 1;
            counters.in_order_bytes += bytes;
        }
    }

    /// A segment reaches its receiver at `at`. Nothing can change this any more, so its effects are computed now
    /// even if `at` lies ahead.
    #[inline]
    fn receive(&mut self, packet: &Packet, at: Time) {
        let FlowKind::Tcp(tcp) = &mut self.flow.kind else {
            return;
        };
        // A delayed acknowledgment that is due before this segment goes first.
        let due = tcp.receiver.held_until();
        if due <= at {
            tcp.receiver.release();
            self.send_ack(packet.flow, due);
        }
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut self.flow.kind, &self.group.tcp) else {
            return;
        };
        let number = extended(packet.number, tcp.receiver.expected());
        tcp.receiver.adopt_connection(tcp.sender.first(), number);
        let expected = tcp.receiver.expected();
        let reply = tcp.receiver.on_segment(at, number, packet.header(), config);
        let next = tcp.receiver.expected();
        if next != expected {
            let counters = &mut self.flow.counters;
            counters.in_order += next - expected;
            counters.in_order_bytes += tcp.data_bytes(expected, next, config);
            if self.group.partner.is_some() && next == tcp.ends {
                let heard = Event::OrderDelivered(packet.flow);
                self.calendar.push(at, Rank::FIRST, at, heard);
            }
        }
        match reply {
            Reply::Now => self.send_ack(packet.flow, at),
            Reply::At(due) => {
                let timer = Event::DelayedAckTimer(packet.flow);
                self.calendar.push(due, Rank::FIRST, at, timer);
            }
            Reply::Stale => {}
        }
    }

    /// The receiver of this flow, number `flow`, sends an acknowledgment at `at`.
    #[inline]
    fn send_ack(&mut self, flow: u32, at: Time) {
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut self.flow.kind, &self.group.tcp) else {
            return;
        };
        let Ack {
            number,
            note,
            bytes,
        } = tcp.receiver.acknowledge(config);
        self.flow.counters.acks_sent += 1;
        let mut ack = Packet {
            flow,
            number: on_wire(number),
            note,
            bytes,
            to: END,
            class: Class::Ack,
        };
        let takes = self.group.wires.egress_back.transmission_time(bytes);
        let mut arrives = self.flow.links.enter_back(at, takes);
        match &self.group.route.acks {
            AckPath::Computed(links) => {
                for &link in links {
                    arrives = self.computed_links[link as usize].pass(arrives, bytes);
                }
                arrives = self.leave_back(&ack, arrives);
            }
            AckPath::Queued(path) => ack.to = path.first().copied().unwrap_or(END),
        }
        self.calendar
            .push(arrives, Rank::FIRST, at, Event::Arrives(ack));
    }

    /// Returns the time at which an acknowledgment that has crossed the last link at `at` reaches its sender.
    #[inline]
    fn leave_back(&mut self, ack: &Packet, at: Time) -> Time {
        let takes = self.group.wires.access_back.transmission_time(ack.bytes);
        let at = at + self.group.route.acks_tail;
        self.flow.links.leave_back(at, takes)
    }
}

/// Sends a segment at `now` on the access link. Returns the time when it enters this link, the time when it reaches
/// the network, and the number of packets sent back to back before it; `None` if the link has no room.
#[inline(never)]
fn send_on_access_link(
    (overhead, links): (&mut Overhead, &mut OwnLinks),
    config: &TcpConfig,
    now: Time,
    (bytes, takes): (u16, Span),
) -> Option<(Time, (Time, u8))> {
    let out = overhead.through(now, config.overhead_s);
    Some((out, links.enter(out, bytes, takes).ok()?))
}

/// Counts a packet dropped by an access link: for the flow, for its group, and as work.
#[cold]
fn refuse(flow: &mut u64, group: &mut u64, refused: &mut usize) {
    *flow += 1;
    *group += 1;
    *refused += 1;
}
