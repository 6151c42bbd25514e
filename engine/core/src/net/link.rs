//! A link: packets wait, are sent one after another at a rate, and arrive a delay later.

use std::collections::VecDeque;

use super::meter::{Integrals, LinkMeter};
use crate::packet::{Class, Packet};
use crate::queue::{Backlog, Queue};
use crate::time::{Span, Time};

/// A link with a queue, in one direction.
#[derive(Clone, Debug)]
pub struct Link {
    /// Bits per second.
    pub rate_bps: f64,
    /// Propagation delay.
    pub delay: Span,
    /// Decides who may wait.
    pub queue: Queue,
    /// What has been measured here.
    pub meter: LinkMeter,
    waiting: VecDeque<Waiting>,
    backlog: Backlog,
    bytes_by_class: [u64; Class::COUNT],
    tcp_packets: u32,
    in_service: Option<Packet>,
    /// Extremes of the backlog since they were last taken, for the recorder.
    low: Backlog,
    high: Backlog,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    packet: Packet,
    since: Time,
}

/// What became of a packet that reached a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The link was idle: its transmission ends at the given time.
    Sent(Time),
    /// It waits.
    Queued,
    /// There was no room.
    Dropped,
}

impl Link {
    /// An idle link.
    #[must_use]
    pub fn new(rate_bps: f64, delay: Span, queue: Queue) -> Link {
        let meter = LinkMeter::new(queue.limit_packets(), queue.limit_bytes());
        Link {
            rate_bps,
            delay,
            queue,
            meter,
            waiting: VecDeque::new(),
            backlog: Backlog::default(),
            bytes_by_class: [0; Class::COUNT],
            tcp_packets: 0,
            in_service: None,
            low: Backlog::default(),
            high: Backlog::default(),
        }
    }

    /// A packet reaches the link.
    #[inline]
    pub fn arrive(&mut self, now: Time, mut packet: Packet) -> Admission {
        self.meter.counters.arrived.count(packet.class);
        let in_service = self.in_service.map(|p| p.bytes);
        if !self.queue.admits(self.backlog, in_service, packet.bytes) {
            self.meter.counters.dropped.count(packet.class);
            return Admission::Dropped;
        }
        if self.queue.marks(self.backlog) {
            packet.mark();
        }
        if in_service.is_none() {
            self.meter.waited(Span::ZERO);
            return Admission::Sent(self.serve(now, packet));
        }
        self.meter.hold(now, self.backlog, self.tcp_packets);
        self.meter.joins(now, packet.class, packet.bytes);
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

    /// A packet reaches the link and is dropped whatever the queue holds.
    pub fn refuse(&mut self, packet: &Packet) -> Admission {
        self.meter.counters.arrived.count(packet.class);
        self.meter.counters.dropped.count(packet.class);
        Admission::Dropped
    }

    /// The transmission under way ends: the packet that leaves, and when the next one will.
    #[inline]
    pub fn depart(&mut self, now: Time) -> Option<(Packet, Time)> {
        let packet = self.in_service.take()?;
        self.meter.counters.departed.count(packet.class);
        self.meter.counters.departed_bytes += u64::from(packet.bytes);
        let mut next = Time::NEVER;
        if let Some(first) = self.waiting.pop_front() {
            self.meter.hold(now, self.backlog, self.tcp_packets);
            self.meter.waited(now.since(first.since));
            self.meter
                .leaves(now, first.packet.class, first.packet.bytes);
            self.backlog.packets -= 1;
            self.backlog.bytes -= u64::from(first.packet.bytes);
            self.bytes_by_class[first.packet.class.index()] -= u64::from(first.packet.bytes);
            self.tcp_packets -= u32::from(first.packet.class == Class::Tcp);
            self.low.packets = self.low.packets.min(self.backlog.packets);
            self.low.bytes = self.low.bytes.min(self.backlog.bytes);
            next = self.serve(now, first.packet);
        }
        Some((packet, next))
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

    /// Backlogs integrated over time, from the start of the run to `now`.
    #[must_use]
    pub fn integrals(&self, now: Time) -> Integrals {
        self.meter.integrals(now, self.backlog, self.bytes_by_class)
    }

    /// Lowest and highest backlog since the last call.
    pub fn take_extremes(&mut self) -> (Backlog, Backlog) {
        let extremes = (self.low, self.high);
        self.low = self.backlog;
        self.high = self.backlog;
        extremes
    }

    /// Packets here: waiting or in transmission.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.waiting
            .iter()
            .map(|w| &w.packet)
            .chain(self.in_service.as_ref())
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

    /// Gives the link new parameters. A transmission under way ends as it began; packets that wait
    /// beyond a smaller limit stay.
    pub fn reconfigure(&mut self, now: Time, rate_bps: f64, delay: Span, queue: Queue) {
        self.meter.hold(now, self.backlog, self.tcp_packets);
        self.rate_bps = rate_bps;
        self.delay = delay;
        if self.queue != queue {
            self.meter
                .set_limit(queue.limit_packets(), queue.limit_bytes());
            self.queue = queue;
        }
    }

    #[inline]
    fn serve(&mut self, now: Time, packet: Packet) -> Time {
        self.in_service = Some(packet);
        let transmission = Span::of_transmission(u32::from(packet.bytes), Some(self.rate_bps));
        self.meter.sends(now, transmission);
        now + transmission
    }
}
