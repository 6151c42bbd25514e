//! A port: packets wait, are sent one after another at a rate, and arrive a delay later.
//!
//! It is idle, sends a packet, or holds one back although the line is free. What waits and what is held is
//! counted as waiting; only what is being sent is not.

use std::collections::VecDeque;

use super::meter::LinkMeter;
use super::wire::Wire;
use crate::packet::{Class, Packet};
use crate::queue::{Backlog, Queue};
use crate::time::{Span, Time};

/// The port of a router towards one line, in one direction.
#[derive(Clone, Debug)]
pub struct Port {
    rate_bps: f64,
    /// The same, by class of packets.
    wires: [Wire; Class::COUNT],
    /// Propagation delay of the line.
    pub delay: Span,
    /// Decides who may wait.
    pub queue: Queue,
    /// What has been measured here.
    pub meter: LinkMeter,
    state: State,
    waiting: VecDeque<Waiting>,
    backlog: Backlog,
    bytes_by_class: [u64; Class::COUNT],
    tcp_packets: u32,
    /// Extremes of the backlog since they were last taken, for the recorder.
    low: Backlog,
    high: Backlog,
}

/// What a port is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing waits, nothing is sent.
    Idle,
    /// The line carries a packet.
    Sending {
        /// The packet.
        packet: Packet,
        /// When its last bit leaves.
        until: Time,
    },
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    packet: Packet,
    since: Time,
}

/// What became of a packet that reached a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The port has begun something: ask it [when](Port::next_at) it must be looked after.
    Begun,
    /// It waits.
    Queued,
    /// There was no room.
    Dropped,
}

impl Port {
    /// An idle port.
    #[must_use]
    pub fn new(rate_bps: f64, delay: Span, queue: Queue) -> Port {
        let meter = LinkMeter::new(queue.limit_packets(), queue.limit_bytes());
        Port {
            rate_bps,
            wires: [Wire::new(Some(rate_bps)); Class::COUNT],
            delay,
            queue,
            meter,
            state: State::Idle,
            waiting: VecDeque::new(),
            backlog: Backlog::default(),
            bytes_by_class: [0; Class::COUNT],
            tcp_packets: 0,
            low: Backlog::default(),
            high: Backlog::default(),
        }
    }

    /// A packet reaches the port. Everything that the port does before `now` must have been done.
    #[inline]
    pub fn arrive(&mut self, now: Time, mut packet: Packet) -> Admission {
        self.meter.counters.arrived.count(packet.class);
        let in_service = match self.state {
            State::Idle => None,
            State::Sending { packet, .. } => Some(packet.bytes),
        };
        if !self.queue.admits(self.backlog, in_service, packet.bytes) {
            self.meter.counters.dropped.count(packet.class);
            return Admission::Dropped;
        }
        if self.queue.marks(self.backlog) {
            packet.mark();
        }
        if in_service.is_none() {
            self.meter.waited(Span::ZERO);
            self.send(now, packet);
            return Admission::Begun;
        }
        self.meter.hold(now, self.backlog, self.tcp_packets);
        self.waiting.push_back(Waiting { packet, since: now });
        self.backlog.packets += 1;
        self.backlog.bytes += u64::from(packet.bytes);
        self.bytes_by_class[packet.class.index()] += u64::from(packet.bytes);
        self.tcp_packets += u32::from(packet.class == Class::Tcp);
        self.high.packets = self.high.packets.max(self.backlog.packets);
        self.high.bytes = self.high.bytes.max(self.backlog.bytes);
        self.meter.reached(self.backlog);
        Admission::Queued
    }

    /// A packet reaches the port and is dropped whatever the queue holds.
    pub fn refuse(&mut self, packet: &Packet) -> Admission {
        self.meter.counters.arrived.count(packet.class);
        self.meter.counters.dropped.count(packet.class);
        Admission::Dropped
    }

    /// When the port does something next by itself; [`Time::NEVER`] while it is idle.
    #[must_use]
    #[inline]
    pub fn next_at(&self) -> Time {
        match self.state {
            State::Idle => Time::NEVER,
            State::Sending { until, .. } => until,
        }
    }

    /// Whether what it does can be worked out later than it happens: nobody else is told before the
    /// packet has crossed the line.
    #[must_use]
    #[inline]
    pub fn settles_late(&self) -> bool {
        true
    }

    /// Does what is due at `now`; the packet that has left, if one has.
    #[inline]
    pub fn on_time(&mut self, now: Time) -> Option<Packet> {
        let State::Sending { packet, .. } = self.state else {
            return None;
        };
        self.meter.counters.departed.count(packet.class);
        self.meter.counters.departed_bytes += u64::from(packet.bytes);
        self.state = State::Idle;
        if let Some(first) = self.waiting.pop_front() {
            self.meter.hold(now, self.backlog, self.tcp_packets);
            self.meter.waited(now.since(first.since));
            self.backlog.packets -= 1;
            self.backlog.bytes -= u64::from(first.packet.bytes);
            self.bytes_by_class[first.packet.class.index()] -= u64::from(first.packet.bytes);
            self.tcp_packets -= u32::from(first.packet.class == Class::Tcp);
            self.low.packets = self.low.packets.min(self.backlog.packets);
            self.low.bytes = self.low.bytes.min(self.backlog.bytes);
            self.send(now, first.packet);
        }
        Some(packet)
    }

    /// Bits per second.
    #[must_use]
    pub fn rate_bps(&self) -> f64 {
        self.rate_bps
    }

    /// What waits now.
    #[must_use]
    pub fn backlog(&self) -> Backlog {
        self.backlog
    }

    /// Bytes waiting of each class.
    #[must_use]
    pub fn bytes_by_class(&self) -> [u64; Class::COUNT] {
        self.bytes_by_class
    }

    /// Lowest and highest backlog since the last call.
    pub fn take_extremes(&mut self) -> (Backlog, Backlog) {
        let extremes = (self.low, self.high);
        self.low = self.backlog;
        self.high = self.backlog;
        extremes
    }

    /// Packets here: waiting or being sent.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        let sent = match &self.state {
            State::Idle => None,
            State::Sending { packet, .. } => Some(packet),
        };
        self.waiting.iter().map(|w| &w.packet).chain(sent)
    }

    /// What has been measured up to `now`. It is a copy: to bring the meter itself up to date would cut
    /// its sums at the moment someone looked, and round them differently.
    #[must_use]
    pub fn measured_until(&self, now: Time) -> LinkMeter {
        let mut meter = self.meter.clone();
        meter.hold(now, self.backlog, self.tcp_packets);
        meter
    }

    /// Starts measuring afresh.
    pub fn restart_measuring(&mut self, now: Time) {
        self.meter.restart(now, self.backlog, self.tcp_packets);
    }

    /// Gives the port new parameters. A transmission under way ends as it began; packets that wait
    /// beyond a smaller limit stay.
    pub fn reconfigure(&mut self, now: Time, rate_bps: f64, delay: Span, queue: Queue) {
        self.meter.hold(now, self.backlog, self.tcp_packets);
        self.rate_bps = rate_bps;
        self.wires = [Wire::new(Some(rate_bps)); Class::COUNT];
        self.delay = delay;
        if self.queue != queue {
            self.meter
                .set_limit(queue.limit_packets(), queue.limit_bytes());
            self.queue = queue;
        }
    }

    #[inline]
    fn send(&mut self, now: Time, packet: Packet) {
        let transmission = self.wires[packet.class.index()].takes(packet.bytes);
        self.meter.sends(now, transmission);
        self.state = State::Sending {
            packet,
            until: now + transmission,
        };
    }
}
