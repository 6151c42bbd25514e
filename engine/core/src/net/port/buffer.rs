//! Buffer of a port: the packets that wait, the queue discipline that decides about them, and their measurements.

use crate::net::meter::LinkMeter;
use crate::packet::Packet;
use crate::queue::{
    self, Arrival, Backlog, Departure, End, Eviction, Fate, Reason, Verdict, Waiter, Waiting,
};
use crate::time::Time;

/// The buffer of a port.
#[derive(Clone, Debug)]
pub(super) struct Buffer {
    /// Measurements at the port.
    pub meter: LinkMeter,
    pub queue: queue::State,
    pub waiting: Waiting,
    /// Extremes of the backlog since they were last taken, for the recorder.
    low: Backlog,
    high: Backlog,
    /// Packets dropped after their admission, until they are taken.
    pub dropped: Vec<(Packet, Reason)>,
}

impl Buffer {
    /// Creates an empty buffer with this discipline.
    pub fn new(design: &queue::Queue, around: &queue::Surroundings) -> Buffer {
        Buffer {
            meter: LinkMeter::new(design.limit()),
            queue: design.start(around),
            waiting: Waiting::default(),
            low: Backlog::default(),
            high: Backlog::default(),
            dropped: Vec::new(),
        }
    }

    /// Asks the discipline whether a packet may wait or be sent, and marks or counts it accordingly. `in_service` is
    /// the size of the packet on the line.
    ///
    /// # Errors
    /// The reason of a drop.
    #[inline(always)]
    pub fn admit(
        &mut self,
        now: Time,
        packet: &mut Packet,
        in_service: Option<u16>,
    ) -> Result<(), Reason> {
        self.meter.counters.arrived.count(packet.class());
        let verdict = self.queue.on_arrival(&Arrival {
            now,
            packet,
            waiting: self.waiting.backlog(),
            in_service,
        });
        match verdict {
            Verdict::Enqueue => {}
            Verdict::Mark => self.mark(packet),
            Verdict::Drop(reason) => {
                self.count_drop(packet, reason);
                return Err(reason);
            }
        }
        Ok(())
    }

    /// An arriving acknowledgment takes the place of an older one, where it [can](Waiting::supersede). The discipline
    /// notices nothing. Returns whether it did.
    pub fn supersede(&mut self, ack: &Packet) -> bool {
        let Some(older) = self.waiting.supersede(ack) else {
            return false;
        };
        self.meter.counters.arrived.count(ack.class());
        self.drop_admitted(older, Reason::Superseded);
        true
    }

    /// Adds a packet that waits since a time, here or at a previous router.
    // Without the attribute the compiler makes a call, which costs drop-tail 1.4 % of all instructions.
    #[inline(always)]
    pub fn enqueue(&mut self, now: Time, packet: Packet, sub_queue: usize, since: Time) {
        self.update_meter(now);
        self.meter.joins(now, &packet);
        self.waiting.join(sub_queue, packet, since);
        self.reached(self.waiting.backlog());
    }

    /// Records a backlog for the extremes.
    #[inline]
    pub fn reached(&mut self, backlog: Backlog) {
        self.high = self.high.most(backlog);
        self.meter.reached(backlog);
    }

    /// Takes the first packet, where the discipline decides on arrival only.
    #[inline(always)]
    pub fn take_first(&mut self, now: Time) -> Option<Packet> {
        if self.waiting.is_empty() {
            return None;
        }
        self.update_meter(now);
        let waiter = self.waiting.pop_front()?;
        self.leaves(now, &waiter.packet);
        self.meter.waited(now.since(waiter.since));
        Some(waiter.packet)
    }

    /// Takes the first packet of a sub-queue. Returns `None` if the discipline drops it.
    pub fn take_from(&mut self, now: Time, sub_queue: usize) -> Option<Packet> {
        self.update_meter(now);
        let Some(waiter) = self.waiting.take(sub_queue, End::Head) else {
            unreachable!("a discipline chooses a sub-queue in which something waits");
        };
        let mut packet = waiter.packet;
        self.leaves(now, &packet);
        let waited = now.since(waiter.since);
        let fate = self.queue.on_departure(&Departure {
            now,
            packet: &packet,
            waited,
            left: self.waiting.backlog(),
        });
        match fate {
            Fate::Send => {}
            Fate::Mark => self.mark(&mut packet),
            Fate::Drop(reason) => {
                self.drop_admitted(packet, reason);
                return None;
            }
        }
        self.meter.waited(waited);
        Some(packet)
    }

    /// Drops a waiting packet, as the discipline demands. Returns false if nothing waits there.
    pub fn push_out(&mut self, now: Time, eviction: &Eviction) -> bool {
        self.update_meter(now);
        let Some(waiter) = self.waiting.take(eviction.sub_queue, eviction.end) else {
            return false;
        };
        self.leaves(now, &waiter.packet);
        self.drop_admitted(waiter.packet, eviction.reason);
        true
    }

    /// Counts a packet as dropped.
    pub fn count_drop(&mut self, packet: &Packet, reason: Reason) {
        let counters = &mut self.meter.counters;
        counters.dropped.count(packet.class());
        counters.dropped_for[reason as usize] += 1;
    }

    /// Changes the discipline. Packets beyond a smaller limit stay.
    pub fn reconfigure(&mut self, design: &queue::Queue, around: &queue::Surroundings) {
        self.queue.reconfigure(design, around);
        let queue = &mut self.queue;
        self.waiting
            .arrange(|waiter| queue.sub_queue(&waiter.packet, waiter.since));
        self.meter.set_limit(design.limit());
    }

    /// Removes the packets, in order of arrival.
    pub fn take_all(&mut self, now: Time) -> Vec<Waiter> {
        let waiting = queue::waiting::in_order(self.waiting.iter().copied().collect());
        for Waiter { packet, .. } in &waiting {
            self.meter.leaves(now, packet);
        }
        self.waiting = Waiting::default();
        waiting
    }

    /// Returns the size of the packet that is next, in bytes, or of one that may be where the discipline has
    /// sub-queues.
    pub fn next_bytes(&self) -> Option<u16> {
        self.waiting.iter().next().map(|waiter| waiter.packet.bytes)
    }

    /// Returns the lowest and highest backlog since the last call.
    pub fn take_extremes(&mut self) -> (Backlog, Backlog) {
        let extremes = (self.low, self.high);
        self.low = self.waiting.backlog();
        self.high = self.low;
        extremes
    }

    #[inline]
    pub fn update_meter(&mut self, now: Time) {
        let waiting = &self.waiting;
        self.meter
            .hold(now, waiting.backlog(), waiting.tcp_packets());
    }

    #[inline]
    fn leaves(&mut self, now: Time, packet: &Packet) {
        self.meter.leaves(now, packet);
        self.low = self.low.least(self.waiting.backlog());
    }

    /// Counts an admitted packet as dropped, and keeps it until it is taken.
    pub fn drop_admitted(&mut self, packet: Packet, reason: Reason) {
        self.count_drop(&packet, reason);
        self.dropped.push((packet, reason));
    }

    fn mark(&mut self, packet: &mut Packet) {
        if packet.mark() {
            self.meter.counters.marked += 1;
        }
    }
}
