//! Minimal packets and a minimal port for the tests of disciplines.

use super::{Arrival, Departure, End, Fate, Limit, Queue, State, Surroundings, Verdict, Waiting};
use crate::packet::{Class, Packet};
use crate::rng::Rng;
use crate::tcp::notes::Header;
use crate::time::{Span, Time};

/// A segment of so many bytes.
pub(crate) fn packet(bytes: u16, ecn_capable: bool) -> Packet {
    of_class(Class::Tcp, bytes, ecn_capable)
}

/// A packet of this class with so many bytes.
pub(crate) fn of_class(class: Class, bytes: u16, ecn_capable: bool) -> Packet {
    let header = Header::new(ecn_capable, false, None);
    Packet::new(class, 0, 0, bytes, 0).with_note(header.0)
}

/// A link of 20 Mb/s at the start of a run.
pub(crate) fn surroundings() -> Surroundings {
    Surroundings {
        rate_bps: 20e6,
        now: Time::ZERO,
        rng: Rng::for_component(1, "link/test/queue", 0),
    }
}

/// Port whose link sends a packet on demand; each call takes one millisecond.
pub(crate) struct Port {
    pub(crate) state: State,
    pub(crate) limit: Limit,
    pub(crate) waiting: Waiting,
    in_service: Option<Packet>,
    now: Time,
    /// Packets that entered the queue.
    pub(crate) admitted: u64,
    /// Packets that began to be sent.
    pub(crate) sent: u64,
    /// Packets dropped that had entered.
    pub(crate) dropped_late: u64,
}

impl Port {
    pub(crate) fn new(queue: &Queue) -> Port {
        Port {
            state: queue.start(&surroundings()),
            limit: queue.limit(),
            waiting: Waiting::default(),
            in_service: None,
            now: Time::ZERO,
            admitted: 0,
            sent: 0,
            dropped_late: 0,
        }
    }

    pub(crate) fn reconfigure(&mut self, queue: &Queue) {
        let around = Surroundings {
            now: self.now,
            ..surroundings()
        };
        self.state.reconfigure(queue, &around);
        self.limit = queue.limit();
        let state = &mut self.state;
        self.waiting
            .arrange(|waiter| state.sub_queue(&waiter.packet, waiter.since));
    }

    pub(crate) fn now(&self) -> Time {
        self.now
    }

    pub(crate) fn arrive(&mut self, mut packet: Packet) -> Verdict {
        self.pass();
        let verdict = self.state.on_arrival(&Arrival {
            now: self.now,
            packet: &packet,
            waiting: self.waiting.backlog(),
            in_service: self.in_service.map(|packet| packet.bytes),
        });
        match verdict {
            Verdict::Drop(_) => return verdict,
            Verdict::Mark => assert!(packet.mark(), "only who takes marks is given one"),
            Verdict::Enqueue => {}
        }
        self.admitted += 1;
        while let Some(eviction) = self.state.evict(&packet, &self.waiting) {
            for _ in 0..eviction.packets {
                let taken = self.waiting.take(eviction.sub_queue, eviction.end);
                self.dropped_late += u64::from(taken.is_some());
            }
        }
        let sub_queue = self.state.sub_queue(&packet, self.now);
        self.waiting.join(sub_queue, packet, self.now);
        if self.in_service.is_none() {
            self.send_next();
        }
        verdict
    }

    /// The transmission under way, if there is one, ends.
    pub(crate) fn leave(&mut self) {
        self.pass();
        if self.in_service.take().is_some() {
            self.send_next();
        }
    }

    fn send_next(&mut self) {
        while !self.waiting.is_empty() {
            let sub_queue = self.state.next(self.now, &self.waiting);
            let chosen = self.waiting.take(sub_queue, End::Head);
            let chosen = chosen.expect("one of those that wait");
            let fate = self.state.on_departure(&Departure {
                now: self.now,
                packet: &chosen.packet,
                waited: self.now.since(chosen.since),
                left: self.waiting.backlog(),
            });
            if let Fate::Drop(_) = fate {
                self.dropped_late += 1;
                continue;
            }
            self.sent += 1;
            self.in_service = Some(chosen.packet);
            return;
        }
        self.state.on_idle(self.now);
    }

    fn pass(&mut self) {
        self.now += Span::from_s(1e-3);
    }
}
