//! Service of any port: the discipline may push out, choose and drop packets at dequeue, a pacer may hold them, and a
//! device queue, first in, first out, may follow, which neither controls: the transmit ring of a network card.

use std::collections::VecDeque;

use super::Design;
use super::buffer::Buffer;
use super::line::{Line, State};
use super::serve::{Admission, Serve};
use crate::pacer;
use crate::packet::Packet;
use crate::time::Time;

/// State of general service.
#[derive(Clone, Debug)]
pub(super) struct General {
    pub gate: pacer::State,
    /// Packets that have left the queue and are not on the line yet.
    pub device: VecDeque<Packet>,
    /// Capacity of the device queue.
    pub device_packets: u32,
}

/// Result of a request for the next packet.
enum Next {
    /// The packet has left the queue.
    Leaves(Packet),
    /// The gate holds it back.
    Held {
        /// Time of release, if nothing changes.
        until: Time,
    },
    /// The queue is empty.
    None,
}

impl General {
    /// Creates the service of an empty port and starts its pacer.
    pub fn new(design: &Design, around: &pacer::Surroundings) -> General {
        General {
            gate: design.pacer.start(around),
            device: VecDeque::new(),
            device_packets: design.device_packets,
        }
    }

    /// Moves packets that may leave the queue to the device queue, while the line is busy.
    pub fn fill_device(&mut self, now: Time, buffer: &mut Buffer) {
        while self.device.len() < self.device_packets as usize {
            let Next::Leaves(packet) = self.take_next(now, buffer) else {
                return;
            };
            self.device.push_back(packet);
        }
    }

    /// Takes the next packet out of the queue, if discipline and pacer permit.
    fn take_next(&mut self, now: Time, buffer: &mut Buffer) -> Next {
        while !buffer.waiting.is_empty() {
            let sub_queue = buffer.queue.next(now, &buffer.waiting);
            if let Some(until) = self.held_until(now, sub_queue, buffer) {
                return Next::Held { until };
            }
            let taken = buffer.take_from(now, sub_queue);
            let left = buffer.waiting.backlog();
            if let Some(packet) = taken {
                self.gate.on_sent(now, packet.bytes, left);
                return Next::Leaves(packet);
            }
            self.gate.on_dropped(now, left);
        }
        Next::None
    }

    /// Returns the time until which the pacer holds the head of `sub_queue`, if it does.
    fn held_until(&mut self, now: Time, sub_queue: usize, buffer: &Buffer) -> Option<Time> {
        if self.gate.is_open() {
            return None;
        }
        let head = buffer.waiting.get(sub_queue, 0);
        let bytes = head.map_or(0, |waiter| waiter.packet.bytes);
        let until = self.gate.next_at(now, buffer.waiting.backlog(), bytes);
        (until > now).then_some(until)
    }
}

impl Serve for General {
    #[inline(never)]
    fn accept(
        &mut self,
        now: Time,
        packet: Packet,
        buffer: &mut Buffer,
        line: &mut Line,
    ) -> Admission {
        while let Some(eviction) = buffer.queue.evict(&packet, &buffer.waiting) {
            for _ in 0..eviction.packets {
                if buffer.push_out(now, &eviction) {
                    self.gate.on_dropped(now, buffer.waiting.backlog());
                }
            }
        }
        let sub_queue = buffer.queue.sub_queue(&packet, now);
        buffer.enqueue(now, packet, sub_queue, now);
        self.gate.on_arrival(now, buffer.waiting.backlog());
        let is_sending = line.sent().is_some();
        if is_sending {
            self.fill_device(now, buffer);
        } else {
            self.begin_next(now, buffer, line);
        }
        if !buffer.dropped.is_empty() {
            Admission::Displacing
        } else if is_sending {
            Admission::Queued
        } else {
            Admission::Begun
        }
    }

    #[inline(never)]
    fn begin_next(&mut self, now: Time, buffer: &mut Buffer, line: &mut Line) {
        let in_device = self.device.pop_front();
        match in_device.map_or_else(|| self.take_next(now, buffer), Next::Leaves) {
            Next::Leaves(packet) => {
                line.send(now, packet, &mut buffer.meter);
                self.fill_device(now, buffer);
            }
            Next::Held { until } => line.enter(State::Held { until }),
            Next::None => {
                line.enter(State::Idle);
                buffer.queue.on_idle(now);
            }
        }
    }
}
