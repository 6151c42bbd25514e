//! Senders of TCP: an input, the reaction, and the segments, timers and marks that follow.
//!
//! Inputs are acknowledgments, timers, and the permission to send (a start, an edit, the pacer). All take the same
//! way: [`react`](Member::react) applies the input, sends what the window permits on the flow's access link, sets the
//! timers, and records marks.

use super::Member;
use crate::net::own_links::OwnLinks;
use crate::packet::{Class, Packet};
use crate::queue::Reason;
use crate::scenario::limits;
use crate::sim::calendar::Rank;
use crate::sim::capture::{self, FlowOf};
use crate::sim::coming::ComingAck;
use crate::sim::event::Event;
use crate::sim::flow::{FlowKind, TcpFlow};
use crate::sim::marks::MarkKind;
use crate::sim::record::Record;
use crate::sim::scheduler::Scheduler;
use crate::sim::script::Input;
use crate::tcp::config::TcpConfig;
use crate::tcp::notes::AckNote;
use crate::tcp::numbers::{extended, on_wire};
use crate::tcp::overhead::Overhead;
use crate::tcp::sender::{AVOIDANCE, Cause};
use crate::time::{Span, Time};

impl Member<'_> {
    /// An acknowledgment will reach the sender: the first one gets an event.
    pub fn expect_ack(&mut self, ack: ComingAck, scheduler: &mut Scheduler) {
        if scheduler.coming.push(ack) {
            self.arm_ack(Some(ack), scheduler);
        }
    }

    /// Schedules the event of the first acknowledgment that is coming, unless one comes before.
    #[inline]
    pub(super) fn arm_ack(&mut self, first: Option<ComingAck>, scheduler: &mut Scheduler) {
        if let FlowKind::Tcp(tcp) = &mut self.flow.kind {
            tcp.expects_acks = first.is_some();
        }
        if let Some(ComingAck { at, sent, packet }) = first {
            let pending = scheduler.coming.pending(self.number);
            if at < pending.ack_event {
                pending.ack_event = at;
                scheduler.ack_events += 1;
                scheduler.send(packet, sent, at, Rank::FIRST);
            }
        }
    }

    /// The event of an acknowledgment: it reaches the sender, which may have run ahead of it.
    #[inline]
    pub fn on_coming_ack(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        scheduler.ack_events -= 1;
        let (number, now) = (self.number, scheduler.now);
        let mut due = None;
        let pending = scheduler.coming.pending(number);
        if pending.ack_event == now {
            pending.ack_event = Time::NEVER;
            let mut first = scheduler.coming.first(number).copied();
            if first.is_some_and(|first| first.at == now) {
                due = scheduler.coming.pop(number);
                first = scheduler.coming.first(number).copied();
            }
            self.arm_ack(first, scheduler);
        }
        match due {
            Some(ack) => self.on_ack(ack.packet, scheduler, record),
            None => scheduler.obsolete += 1,
        }
    }

    /// An acknowledgment reaches the sender. There are several callers, an event and senders that run
    /// [ahead](crate::sim::ahead): one copy of the code stays in the cache.
    #[inline(never)]
    pub fn on_ack(&mut self, packet: Packet, scheduler: &mut Scheduler, record: &mut Record) {
        self.flow.counters.acks_arrived += 1;
        let FlowKind::Tcp(tcp) = &mut self.flow.kind else {
            return;
        };
        let number = extended(packet.number, tcp.sender.unacked());
        if number < tcp.sender.first() {
            // The acknowledgment belongs to an earlier connection.
            tcp.receiver.take_note(packet.note);
        } else if packet.note == 0 {
            self.react(scheduler, record, Input::Ack(number), |tcp, config, now| {
                tcp.sender.on_ack(now, number, config);
            });
        } else {
            self.on_annotated_ack(packet.note, number, scheduler, record);
        }
    }

    /// An acknowledgment with a note (SACK, ECN, timestamps) reaches the sender.
    fn on_annotated_ack(
        &mut self,
        note: u32,
        number: u64,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        let FlowKind::Tcp(tcp) = &mut self.flow.kind else {
            return;
        };
        let note = tcp.receiver.take_note(note).unwrap_or(AckNote::NONE);
        let input = Input::Annotated(number, &note);
        self.react(scheduler, record, input, |tcp, config, now| {
            tcp.sender.on_annotated_ack(now, number, &note, config);
        });
    }

    /// The retransmission timer may have expired. One timer event per flow is enough: when it fires, it checks
    /// whether the timer has moved.
    pub fn on_retransmission_timer(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        let now = scheduler.now;
        let FlowKind::Tcp(tcp) = &mut self.flow.kind else {
            return;
        };
        if tcp.timer_armed != now {
            scheduler.obsolete += 1;
            return;
        }
        tcp.timer_armed = Time::NEVER;
        if tcp.sender.timeout_at() > now {
            scheduler.obsolete += 1;
            arm_timer(self.number, tcp, scheduler);
            return;
        }
        let timeouts = tcp.sender.counters().timeouts;
        self.react(scheduler, record, Input::Timer, |tcp, config, now| {
            tcp.sender.on_timeout(now, config);
        });
        let FlowKind::Tcp(tcp) = &self.flow.kind else {
            return;
        };
        // The timer may have been set for another purpose than a retransmission.
        if tcp.sender.counters().timeouts != timeouts {
            let cwnd = tcp.sender.window().cwnd;
            record.mark(now, MarkKind::Timeout, self.number, cwnd);
        }
    }

    /// The event of the pacer: it lets the next segment leave, if the sender has not run ahead of it.
    pub fn on_pacing_timer(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        let FlowKind::Tcp(tcp) = &mut self.flow.kind else {
            return;
        };
        let pending = scheduler.coming.pending(self.number);
        if pending.pacing_event != scheduler.now {
            return;
        }
        pending.pacing_event = Time::NEVER;
        if tcp.pacing_armed == scheduler.now {
            self.on_pace(scheduler, record);
        } else {
            scheduler.obsolete += 1;
            arm_pacing(self.number, tcp, scheduler);
        }
    }

    /// The pacer lets the next segment leave.
    pub fn on_pace(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        if let FlowKind::Tcp(tcp) = &mut self.flow.kind {
            tcp.pacing_armed = Time::NEVER;
            self.wake(scheduler, record);
        }
    }

    /// Lets the sender send what it may send now, and sets its timers.
    pub fn wake(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        self.react(scheduler, record, Input::Go, |_, _, _| {});
    }

    /// Lets the sender react to an input, and sends its segments.
    #[inline]
    fn react(
        &mut self,
        scheduler: &mut Scheduler,
        record: &mut Record,
        input: Input<'_>,
        react: impl FnOnce(&mut TcpFlow, &TcpConfig, Time),
    ) {
        let now = scheduler.now;
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut self.flow.kind, &self.group.tcp) else {
            return;
        };
        let before = Before::of(tcp);
        tcp.integrate_window(now);
        react(tcp, config, now);
        if let Some(round_trip) = tcp.sender.take_round_trip() {
            self.group.round_trips.record(round_trip, None);
            if scheduler.ahead.is_sampled {
                let sums = &mut self.group.round_trip_sums;
                sums.record(now, record.is_ahead, round_trip);
            }
        }
        let recovers = tcp.sender.is_recovering();
        if tcp.sender.is_done()
            && let Some(next) = tcp.finish(now, &mut self.group.transfers)
        {
            scheduler.start_next(self.number, next);
        }
        self.send_segments(scheduler, record);
        let FlowKind::Tcp(tcp) = &mut self.flow.kind else {
            return;
        };
        if let Some(trace) = &mut record.trace {
            trace.step(now, self.number, input, &tcp.sender);
        }
        let cwnd = tcp.sender.window().cwnd;
        if before.is_sending {
            let windows = &mut self.group.windows;
            if record.is_ahead && scheduler.ahead.is_sampled {
                windows.change_ahead(now, before.cwnd, cwnd);
            } else {
                windows.change(before.cwnd, cwnd);
            }
            if !tcp.is_sending() {
                self.group.end_sending(cwnd);
            }
        }
        let paced_until = tcp.sender.paced_until();
        if paced_until < tcp.pacing_armed {
            tcp.pacing_armed = paced_until;
            arm_pacing(self.number, tcp, scheduler);
        }
        if tcp.sender.timeout_at() < tcp.timer_armed {
            arm_timer(self.number, tcp, scheduler);
        }
        before.mark_changes(tcp, recovers, (now, self.number), record);
    }

    /// Sends the segments that the sender may send now. There are four callers: without the attribute the compiler
    /// makes a call.
    #[inline(always)]
    fn send_segments(&mut self, scheduler: &mut Scheduler, record: &mut Record) {
        let (number, now) = (self.number, scheduler.now);
        let Member { flow, group, .. } = self;
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut flow.kind, &group.tcp) else {
            return;
        };
        // A window of a million packets may open at once; the run ends if there are too many packets.
        let mut room = scheduler.room();
        while room > 0
            && let Some(segment) = tcp.sender.next_segment(now, config)
        {
            let bytes = tcp.bytes_on_wire(segment.number, config);
            if let Some(trace) = &mut record.trace {
                trace.sent(number, segment);
            }
            room -= 1;
            flow.counters.sent += 1;
            let header = tcp.sender.header(&segment, now, config);
            let takes = group.wires.access.transmission_time(bytes);
            let to = group.route.first();
            let packet = Packet::new(Class::Tcp, number, on_wire(segment.number), bytes, to);
            let packet = packet.sent_at(now, header);
            let entered = if group.sends_at_once {
                Some((now, flow.links.pass(now, takes)))
            } else {
                let entered = if tcp.loses_next() {
                    None
                } else {
                    let overhead = group.overheads.get_mut(flow.index as usize);
                    let link = (overhead, &mut flow.links);
                    send_on_access_link(link, config, now, (bytes, takes))
                };
                if capture::ENABLED
                    && let Some(log) = &mut record.capture
                {
                    let of = FlowOf {
                        group: flow.group,
                        index: flow.index,
                        tcp: Some((tcp, config)),
                    };
                    let dropped = entered.is_none().then_some(Reason::Access);
                    log.on_sent(entered.map_or(now, |(out, _)| out), &packet, of, dropped);
                }
                entered
            };
            let Some((out, (arrives, ahead))) = entered else {
                refuse(
                    &mut flow.drops.access,
                    &mut group.access_dropped,
                    &mut scheduler.refused,
                );
                room = room.min((limits::PACKETS + 1).saturating_sub(scheduler.refused));
                continue;
            };
            scheduler.send(packet, out, arrives, Rank::behind(ahead));
        }
    }
}

/// State of a sender before an input.
struct Before {
    cwnd: f64,
    is_recovering: bool,
    is_in_slow_start: bool,
    is_sending: bool,
}

impl Before {
    #[inline(always)]
    fn of(tcp: &TcpFlow) -> Before {
        let window = tcp.sender.window();
        Before {
            cwnd: window.cwnd,
            is_recovering: tcp.sender.is_recovering(),
            is_in_slow_start: window.in_slow_start(),
            is_sending: tcp.is_sending(),
        }
    }

    /// Records marks of the changes since. `recovers`: whether the sender was in recovery after the input.
    #[inline(always)]
    fn mark_changes(
        &self,
        tcp: &mut TcpFlow,
        recovers: bool,
        (now, flow): (Time, u32),
        record: &mut Record,
    ) {
        let window = tcp.sender.window();
        let (cwnd, in_slow_start) = (window.cwnd, window.in_slow_start());
        let cause = tcp.sender.take_cause();
        let mut mark = |kind| record.mark(now, kind, flow, cwnd);
        if recovers != self.is_recovering {
            mark(if recovers {
                MarkKind::RecoveryBegins
            } else {
                MarkKind::RecoveryEnds
            });
        }
        if let Some(kind) = cause.and_then(mark_of) {
            mark(kind);
        }
        // Other marks already show the end of slow start.
        let shown = recovers != self.is_recovering || cause.is_some();
        if self.is_in_slow_start && !in_slow_start && !shown && tcp.sender.state() == AVOIDANCE {
            mark(MarkKind::SlowStartEnds);
        }
    }
}

/// Returns the mark that shows a cause of a changed window, if there is one.
#[cold]
fn mark_of(cause: Cause) -> Option<MarkKind> {
    match cause {
        Cause::Mark => Some(MarkKind::CongestionMark),
        Cause::IdleRestart => Some(MarkKind::IdleRestart),
        Cause::Undo => Some(MarkKind::TimeoutUndone),
        Cause::Controller => Some(MarkKind::ControllerState),
        _ => None,
    }
}

/// Schedules the timer event of a flow, if its timer is set.
fn arm_timer(flow: u32, tcp: &mut TcpFlow, scheduler: &mut Scheduler) {
    let at = tcp.sender.timeout_at();
    if at != Time::NEVER {
        tcp.timer_armed = at;
        scheduler.set_timer(at, Event::RetransmissionTimer(flow));
    }
}

/// Schedules the event of the pacer of a flow, unless one comes before.
fn arm_pacing(flow: u32, tcp: &TcpFlow, scheduler: &mut Scheduler) {
    let pending = scheduler.coming.pending(flow);
    if tcp.pacing_armed < pending.pacing_event {
        pending.pacing_event = tcp.pacing_armed;
        scheduler.set_timer(tcp.pacing_armed, Event::PacingTimer(flow));
    }
}

/// Sends a segment at `now` on the access link. Returns the time when it enters this link, the time when it reaches
/// the network, and the number of packets sent back to back before it; `None` if the link has no room.
#[inline(never)]
fn send_on_access_link(
    (overhead, links): (Option<&mut Overhead>, &mut OwnLinks),
    config: &TcpConfig,
    now: Time,
    (bytes, takes): (u16, Span),
) -> Option<(Time, (Time, u8))> {
    let out = overhead.map_or(now, |overhead| overhead.through(now, config.overhead_s));
    Some((out, links.enter(out, bytes, takes).ok()?))
}

/// Counts a packet dropped by an access link: for the flow, for its group, and as work.
#[cold]
fn refuse(flow: &mut u64, group: &mut u64, refused: &mut usize) {
    *flow += 1;
    *group += 1;
    *refused += 1;
}
