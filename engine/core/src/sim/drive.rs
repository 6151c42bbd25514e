//! What each event does: packets reach links, leave them, and arrive at senders and receivers.

use super::calendar::Rank;
use super::event::Event;
use super::flow::{FlowKind, TcpFlow};
use super::script::{Fate, Input};
use super::{Core, Mark, MarkKind};
use crate::net::link::Admission;
use crate::net::route::AckPath;
use crate::packet::{Class, Packet};
use crate::scenario::limits;
use crate::tcp::config::TcpConfig;
use crate::tcp::notes::AckNote;
use crate::tcp::receiver::Reply;
use crate::tcp::sender::Cause;
use crate::time::Time;

/// Marks kept; older ones give way.
const MARKS: usize = 100_000;

impl Core {
    /// A packet reaches the next link with a queue, or an acknowledgement its sender.
    #[inline]
    pub(super) fn on_arrival(&mut self, packet: Packet) {
        let group = &self.groups[self.flows[packet.flow as usize].group as usize];
        let hops: &[u16] = match (packet.class, &group.route.acks) {
            (Class::Ack, AckPath::Queued(hops)) => hops,
            (Class::Ack, AckPath::Computed(_)) => &[],
            _ => &group.route.data,
        };
        match hops.get(packet.hop as usize) {
            Some(&link) => self.arrive_at_link(link, packet),
            None => self.on_ack(packet),
        }
    }

    #[inline]
    fn arrive_at_link(&mut self, link: u16, packet: Packet) {
        let admission = if self.mishaps.is_empty() {
            self.links[link as usize].arrive(self.now, packet)
        } else if let Some(admission) = self.arrive_after_mishap(link, packet) {
            admission
        } else {
            return;
        };
        self.fold(&packet, admission != Admission::Dropped);
        match admission {
            Admission::Sent(ends) => self.schedule_departure(link, ends),
            Admission::Queued => {}
            Admission::Dropped => {
                let counters = &mut self.flows[packet.flow as usize].counters;
                if packet.class == Class::Ack {
                    counters.acks_dropped += 1;
                } else {
                    counters.dropped += 1;
                }
            }
        }
    }

    /// The same where something may happen to packets on purpose; `None` if it will arrive later.
    #[cold]
    fn arrive_after_mishap(&mut self, link: u16, mut packet: Packet) -> Option<Admission> {
        let fate = self.mishaps.befall(&packet);
        let link = &mut self.links[link as usize];
        match fate {
            Some(Fate::Dropped) => return Some(link.refuse(&packet)),
            Some(Fate::Late(delay)) => {
                let arrives = Event::Arrives(packet);
                self.calendar.push(self.now + delay, Rank::FIRST, arrives);
                return None;
            }
            Some(Fate::Marked) => {
                packet.mark();
            }
            None => {}
        }
        Some(link.arrive(self.now, packet))
    }

    /// A link has sent the last bit of a packet.
    #[inline]
    pub(super) fn on_departure(&mut self, link: u16) {
        let now = self.now;
        let state = &mut self.links[link as usize];
        let delay = state.delay;
        let Some((mut packet, next)) = state.depart(now) else {
            unreachable!("a departure is scheduled only while a packet is in transmission");
        };
        self.forwarded += 1;
        self.departures[link as usize] = next;
        self.find_next_departure();
        packet.hop += 1;
        let flow = &mut self.flows[packet.flow as usize];
        let route = &self.groups[flow.group as usize].route;
        let arrives = now + delay;
        let hops: &[u16] = match (packet.class, &route.acks) {
            (Class::Ack, AckPath::Queued(hops)) => hops,
            // The way back was queued when this ACK set out and has been computed since.
            (Class::Ack, AckPath::Computed(_)) => &[],
            _ => &route.data,
        };
        if (packet.hop as usize) < hops.len() {
            self.calendar
                .push(arrives, Rank::FIRST, Event::Arrives(packet));
            return;
        }
        match packet.class {
            Class::Ack => {
                let at = flow
                    .links
                    .leave_back(arrives + route.acks_tail, packet.bytes);
                packet.hop = u8::MAX;
                self.calendar.push(at, Rank::FIRST, Event::Arrives(packet));
            }
            Class::Udp | Class::Tcp => {
                flow.counters.delivered += 1;
                flow.counters.delivered_bytes += u64::from(packet.bytes);
                let at = flow.links.leave(arrives, packet.bytes);
                self.groups[flow.group as usize].delivered_bytes += u64::from(packet.bytes);
                if packet.class == Class::Tcp {
                    self.receive(packet, at);
                } else {
                    flow.counters.in_order += 1;
                    flow.counters.in_order_bytes += u64::from(packet.bytes);
                }
            }
        }
    }

    /// A segment reaches its receiver at `at`, which nothing can change any more, although it may
    /// lie ahead: what follows from it is worked out at once.
    #[inline]
    fn receive(&mut self, packet: Packet, at: Time) {
        let flow = &mut self.flows[packet.flow as usize];
        let FlowKind::Tcp(tcp) = &mut flow.kind else {
            return;
        };
        // An acknowledgement held back until before this segment goes first.
        let overdue = tcp.receiver.held_until().filter(|&due| due <= at);
        if let Some(due) = overdue {
            tcp.receiver.release();
            self.send_ack(packet.flow, due);
        }
        let flow = &mut self.flows[packet.flow as usize];
        let (FlowKind::Tcp(tcp), Some(config)) =
            (&mut flow.kind, &self.groups[flow.group as usize].tcp)
        else {
            return;
        };
        let expected = tcp.receiver.expected();
        let reply = tcp
            .receiver
            .on_segment(at, packet.number, packet.header(), config);
        let next = tcp.receiver.expected();
        if next != expected {
            flow.counters.in_order += u64::from(next - expected);
            flow.counters.in_order_bytes += tcp.data_bytes(expected, next, config);
        }
        match reply {
            Reply::Now => self.send_ack(packet.flow, at),
            Reply::At(due) => {
                self.calendar
                    .push(due, Rank::FIRST, Event::DelayedAckTimer(packet.flow))
            }
        }
    }

    pub(super) fn on_delayed_ack_timer(&mut self, flow: u32) {
        let now = self.now;
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return;
        };
        if tcp.receiver.held_until() == Some(now) {
            tcp.receiver.release();
            self.send_ack(flow, now);
        }
    }

    /// The receiver of `flow` acknowledges what it has, at `at`.
    #[inline]
    fn send_ack(&mut self, flow: u32, at: Time) {
        let state = &mut self.flows[flow as usize];
        let group = &self.groups[state.group as usize];
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut state.kind, &group.tcp) else {
            return;
        };
        let bytes = config.ack_bytes;
        state.counters.acks_sent += 1;
        let mut ack = Packet {
            flow,
            number: tcp.receiver.expected(),
            note: tcp.receiver.keep_note(config),
            bytes,
            hop: 0,
            class: Class::Ack,
        };
        let mut arrives = state.links.enter_back(at, bytes);
        if let AckPath::Computed(lanes) = &group.route.acks {
            for &lane in lanes {
                arrives = self.lanes[lane as usize].pass(arrives, bytes);
            }
            arrives = state
                .links
                .leave_back(arrives + group.route.acks_tail, bytes);
            ack.hop = u8::MAX;
        }
        self.calendar
            .push(arrives, Rank::FIRST, Event::Arrives(ack));
    }

    /// An acknowledgement reaches its sender.
    #[inline]
    fn on_ack(&mut self, packet: Packet) {
        let flow = packet.flow;
        let number = packet.number;
        if packet.note == 0 {
            self.with_sender(flow, Input::Ack(number), |tcp, config, now| {
                tcp.sender.on_ack(now, number, config);
            });
        } else {
            self.on_annotated_ack(&packet);
        }
        self.flows[packet.flow as usize].counters.acks_arrived += 1;
    }

    /// An acknowledgement reaches its sender that says more than a number.
    fn on_annotated_ack(&mut self, packet: &Packet) {
        let FlowKind::Tcp(tcp) = &mut self.flows[packet.flow as usize].kind else {
            return;
        };
        let note = tcp.receiver.take_note(packet.note).unwrap_or(AckNote::NONE);
        let number = packet.number;
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
        let timeouts = tcp.sender.counters.timeouts;
        self.with_sender(flow, Input::Timer, |tcp, config, now| {
            tcp.sender.on_timeout(now, config);
        });
        let FlowKind::Tcp(tcp) = &self.flows[flow as usize].kind else {
            return;
        };
        // The timer may have been set for something else than a retransmission.
        if tcp.sender.counters.timeouts != timeouts {
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

    /// Asks a sender for what it may send now, and when its timers are due.
    pub(super) fn wake(&mut self, flow: u32) {
        self.with_sender(flow, Input::Go, |_, _, _| {});
    }

    pub(super) fn on_start(&mut self, flow: u32) {
        let now = self.now;
        let state = &mut self.flows[flow as usize];
        let group = &mut self.groups[state.group as usize];
        match &mut state.kind {
            FlowKind::Open(_) => self.on_first_emission(flow),
            FlowKind::Tcp(tcp) => {
                tcp.started = true;
                tcp.cwnd_until = now;
                if let Some(transfer) = &mut tcp.transfer {
                    transfer.started = now;
                }
                group.cwnd_sum += tcp.sender.window().cwnd;
                group.sending += 1;
                self.wake(flow);
            }
        }
    }

    /// The flow sends nothing new from now on.
    pub(super) fn stop(&mut self, flow: u32) {
        match &mut self.flows[flow as usize].kind {
            FlowKind::Open(open) => open.stopped = true,
            FlowKind::Tcp(tcp) => tcp.sender.stop(),
        }
    }

    /// An open-loop flow begins.
    fn on_first_emission(&mut self, flow: u32) {
        let now = self.now;
        let FlowKind::Open(open) = &mut self.flows[flow as usize].kind else {
            return;
        };
        let first = open.source.first(now, &mut open.rng);
        open.pending = Some(first);
        if first.at == now {
            self.on_emission(flow);
        } else {
            self.calendar
                .push(first.at, Rank::FIRST, Event::Emits(flow));
        }
    }

    pub(super) fn on_emission(&mut self, flow: u32) {
        let now = self.now;
        let FlowKind::Open(open) = &mut self.flows[flow as usize].kind else {
            return;
        };
        let Some(due) = open.pending.filter(|due| due.at == now && !open.stopped) else {
            return;
        };
        let number = open.next;
        open.next = open.next.wrapping_add(1);
        let next = open.source.next(now, &mut open.rng);
        open.pending = Some(next);
        self.calendar.push(next.at, Rank::FIRST, Event::Emits(flow));
        self.transmit(flow, number, due.bytes, Class::Udp);
    }

    /// Lets a sender react and puts on the wire what it wants sent.
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
        let counts = tcp.is_sending();
        tcp.hold_window(now);
        react(tcp, config, now);
        let recovering = tcp.sender.is_recovering();
        let is_traced = self.trace.is_some();
        if tcp.sender.is_done()
            && let Some(transfer) = &mut tcp.transfer
            && transfer.finished.is_none()
        {
            transfer.finished = Some(now);
        }
        // A window of a million packets may open at once; the run ends when they are too many.
        let mut room = (limits::PACKETS + 1).saturating_sub(self.calendar.len());
        while room > 0
            && let Some(segment) = tcp.sender.next_segment(now, config)
        {
            let syn = config.handshake && segment.number == 0;
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
            let (arrives, rank) = state.links.enter(now, bytes);
            let packet = Packet {
                flow,
                number: segment.number,
                note: tcp.sender.header(&segment, now, config).0,
                bytes,
                hop: 0,
                class: Class::Tcp,
            };
            self.calendar.push(arrives, rank, Event::Arrives(packet));
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
        let news = tcp.sender.take_news();
        let paced_until = tcp.sender.paced_until();
        if paced_until < tcp.pacing_armed {
            tcp.pacing_armed = paced_until;
            self.calendar
                .push(paced_until, Rank::TIMER, Event::PacingTimer(flow));
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
    }

    #[inline]
    fn transmit(&mut self, flow: u32, number: u32, bytes: u16, class: Class) {
        let state = &mut self.flows[flow as usize];
        state.counters.sent += 1;
        let (arrives, rank) = state.links.enter(self.now, bytes);
        let packet = Packet {
            flow,
            number,
            note: 0,
            bytes,
            hop: 0,
            class,
        };
        self.calendar.push(arrives, rank, Event::Arrives(packet));
    }

    /// One timer event per flow is enough: it looks again when the timer has moved on meanwhile.
    fn arm_timer(&mut self, flow: u32) {
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return;
        };
        let at = tcp.sender.timeout_at();
        if at != Time::NEVER {
            tcp.timer_armed = at;
            self.calendar
                .push(at, Rank::TIMER, Event::RetransmissionTimer(flow));
        }
    }

    #[inline]
    fn schedule_departure(&mut self, link: u16, at: Time) {
        self.departures[link as usize] = at;
        if (at, link) < self.next_departure {
            self.next_departure = (at, link);
        }
    }

    /// Links are few; at equal times the one with the lower number goes first.
    #[inline]
    fn find_next_departure(&mut self) {
        let mut next = (Time::NEVER, u16::MAX);
        for (link, &at) in (0..).zip(&self.departures) {
            if at < next.0 {
                next = (at, link);
            }
        }
        self.next_departure = next;
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

    pub(super) fn mark(&mut self, kind: MarkKind, owner: u32, value: f64) {
        if self.marks.len() >= MARKS {
            self.marks.drain(..MARKS / 2);
        }
        self.marks.push(Mark {
            at: self.now,
            kind,
            owner,
            value,
        });
    }
}
