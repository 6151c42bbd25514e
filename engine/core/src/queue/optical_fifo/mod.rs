//! Buffer of optical delay lines, which has no random access but works as a FIFO.
//!
//! Packets circulate in fiber loops and can leave only when they reach the head. The construction of Ganjali places them
//! so that the next packet to leave is always available: from outside it is a FIFO queue of 2^n − 1 packets, and the
//! port uses it like that. The lines are simulated in addition, slot by slot, with one arrival and one departure per slot,
//! and report an error if the construction fails.
//!
//! Source: Ganjali 2007 Section 5.2 (Algorithms A and B, Theorems 4 to 6); see [`fifo`] for errors of the text.
//!
//! Assumptions where the text is open: packets that arrive at any time enter in the next free slot. A packet takes one
//! slot for any size up to [`slot_bytes`](Params::slot_bytes); a larger packet is dropped. A slot is the transmission
//! time of such a packet divided by a speed-up, because otherwise packets could not arrive faster than they leave.

pub mod fifo;
pub mod lines;
pub mod waiting_line;

use serde_json::{Map, Value};

use super::limit::{self, Limit};
use super::{Arrival, Departure, Discipline, Fate, Reason, Surroundings, Verdict, Waiting};
use crate::slots::Slots;
use crate::spec::gauge::rows;
use crate::spec::parameters::{integer, parameters};
use crate::spec::{Gauge, Param};
use crate::time::{Span, Time};
use fifo::{Fault, Fifo, Requests};

/// Largest number of packets in the lines of this discipline.
const MOST_PACKETS: u32 = 1023;

parameters! {
    /// FIFO queue built of optical delay lines: packets circulate in fiber loops of lengths 1, 2, 4, …, so that the
    /// next packet to leave is always available.
    #[section("queue.optical_fifo", "Optical FIFO", source: "Ganjali 2007 Section 5.2", check: check)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit => &[
            Param {
                kind: integer(1..=MOST_PACKETS as u64).log().or_null("given in bytes"),
                ..limit::PACKETS
            },
            limit::BYTES,
        ],

        /// The longest line holds N/2K packets. A larger K needs more lines, but less fiber in the waiting line. It
        /// must be a power of two.
        longest_lines: u32 = 1, "Divisor of the longest line (K)", None, integer(1..=512).log(),
            [live, source: "Ganjali 2007 Theorem 6 (K)"],

        /// Largest packet size, which is the size of a slot. A smaller packet also takes a complete slot; a larger one
        /// is dropped.
        slot_bytes: u16 = 1500, "Slot size", Bytes, integer(40..=65_535).log(),
            [live, source: "Ganjali 2007 Section 5.2.1: packets are of fixed size"],

        /// Number of packets that can arrive during the transmission of one packet of slot size. More packets wait for
        /// the next slot.
        speedup: u32 = 4, "Slots per packet time", None, integer(1..=8), [live, advanced],
    }
}

/// State of an optical FIFO.
#[derive(Clone, Debug)]
pub struct OpticalFifo {
    params: Params,
    room: u32,
    lines: Box<Lines>,
}

/// Delay lines, simulated up to a slot.
#[derive(Clone, Debug)]
struct Lines {
    fifo: Fifo,
    slots: Slots,
    /// First slot that is not simulated yet.
    next: u64,
    /// Packets that have arrived and are not in the lines yet.
    coming: u64,
    /// Packets that have left the lines and are not sent yet.
    leaving: u64,
}

fn check(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    limit::exactly_one(fields, report);
    if let Some(k) = fields.get("longest_lines").and_then(Value::as_u64)
        && !k.is_power_of_two()
    {
        report(
            "longest_lines",
            format!("must be a power of two from 1 to 512, got {k}"),
        );
    }
}

impl Params {
    /// Packets that may wait: with a limit in bytes as many as whole slots in it, at least 1.
    fn room(&self) -> u32 {
        let slots =
            |bytes: u64| (bytes / u64::from(self.slot_bytes)).min(MOST_PACKETS.into()) as u32;
        let room = self.limit.packets.or(self.limit.bytes.map(slots));
        room.unwrap_or(MOST_PACKETS).clamp(1, MOST_PACKETS)
    }

    /// Lines with room for all that may wait: N is the first power of two above the limit, and the longest line is N/2K
    /// long, at least 1.
    fn fifo(&self) -> Fifo {
        let n = (u64::from(self.room()) + 1).next_power_of_two();
        let k = u64::from(self.longest_lines).min(n / 2);
        match Fifo::new(&fifo::lengths(n, k)) {
            Ok(fifo) => fifo,
            Err(wrong) => unreachable!("powers of two make lines that work: {wrong:?}"),
        }
    }
}

impl Discipline for OpticalFifo {
    type Params = Params;

    const GAUGES: &'static [Gauge] = rows![Gauge:
        /// Number of packets in delay lines, in the order in which they will leave.
        "in_lines_packets", "Circulating packets", Packets;
        /// Number of packets that wait until the position behind their predecessor is free.
        "in_waiting_line_packets", "Packets in the waiting line", Packets;
        /// Length of the longest delay line with a packet, in slots.
        "longest_line_packets", "Longest line in use", Packets;
    ];

    fn new(params: &Params, around: &Surroundings) -> OpticalFifo {
        OpticalFifo {
            params: params.clone(),
            room: params.room(),
            lines: Box::new(Lines::new(params, around)),
        }
    }

    fn reconfigure(&mut self, params: &Params, around: &Surroundings) {
        let waiting = self.lines.packets();
        *self = OpticalFifo::new(params, around);
        self.lines.coming = waiting;
    }

    fn on_arrival(&mut self, arrival: &Arrival) -> Verdict {
        let waiting = arrival.waiting.packets;
        self.lines.follow(arrival.now, waiting.into());
        if arrival.packet.bytes > self.params.slot_bytes {
            return Verdict::Drop(Reason::TooLarge);
        }
        let fits = self
            .params
            .limit
            .fits(arrival.waiting, arrival.packet.bytes);
        if !fits || waiting >= self.room {
            return Verdict::Drop(Reason::Tail);
        }
        self.lines.coming += 1;
        Verdict::Enqueue
    }

    fn on_departure(&mut self, departure: &Departure) -> Fate {
        self.lines
            .follow(departure.now, u64::from(departure.left.packets) + 1);
        self.lines.leaving += 1;
        Fate::Send
    }

    fn rate_changed(&mut self, rate_bps: f64) {
        self.lines.slots.set_span(slot(&self.params, rate_bps));
    }

    fn decides_at_dequeue(&self) -> bool {
        true
    }

    fn gauges(&self, now: Time, _waiting: &Waiting, out: &mut [f64]) {
        let mut lines = self.lines.clone();
        lines.run_to(now);
        let in_use = |line: &&lines::Line| line.occupied() > 0;
        let longest = lines.fifo.lines().iter().rev().find(in_use);
        let waiting = lines.fifo.waiting().occupied();
        out[0] = (lines.fifo.occupied() - waiting) as f64;
        out[1] = waiting as f64;
        out[2] = longest.map_or(0.0, |line| line.length() as f64);
    }
}

/// The time of a slot.
fn slot(params: &Params, rate_bps: f64) -> Span {
    let packet = Span::of_transmission(params.slot_bytes.into(), Some(rate_bps));
    Span(packet.0 / u64::from(params.speedup))
}

impl Lines {
    fn new(params: &Params, around: &Surroundings) -> Lines {
        Lines {
            fifo: params.fifo(),
            slots: Slots::new(around.now, slot(params, around.rate_bps)),
            next: 0,
            coming: 0,
            leaving: 0,
        }
    }

    /// Number of waiting packets at the port that the lines know.
    fn packets(&self) -> u64 {
        self.fifo.occupied() + self.coming - self.leaving
    }

    /// Runs up to `now`, when `waiting` packets wait at the port: more than it was told of when it has just been put
    /// in the place of another discipline.
    fn follow(&mut self, now: Time, waiting: u64) {
        self.run_to(now);
        self.coming += waiting.saturating_sub(self.packets());
    }

    /// Does all that happens in slots that are over at `now`.
    fn run_to(&mut self, now: Time) {
        let until = self.slots.at(now);
        while self.next < until {
            let requests = Requests {
                arrival: self.coming > 0 && self.fifo.occupied() < self.fifo.capacity(),
                departure: self.leaving > 0,
            };
            let done = if requests == Requests::default() {
                self.fifo
                    .circulate(self.next, until)
                    .map(|()| self.next = until)
            } else {
                self.step(requests)
            };
            if let Err(fault) = done {
                unreachable!("lines of these lengths work, whatever is asked for: {fault:?}");
            }
        }
        self.slots.hold(now);
    }

    fn step(&mut self, requests: Requests) -> Result<(), Fault> {
        let outcome = self.fifo.step(self.next, requests)?;
        self.coming -= u64::from(outcome.admitted.is_some());
        self.leaving -= u64::from(outcome.departed.is_some());
        self.next += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::{Port, packet, surroundings};
    use crate::queue::{Backlog, Queue};
    use crate::rng::Rng;

    fn params(limit_packets: u32, longest_lines: u32) -> Params {
        Params {
            limit: Limit::of_packets(limit_packets),
            longest_lines,
            slot_bytes: 1000,
            speedup: 4,
        }
    }

    /// The lines end where the port does, whatever comes: they lag behind by the slots it takes, no more.
    #[test]
    fn lines_hold_exactly_the_waiting_packets_of_the_port() {
        for (room, k) in [(1, 1), (7, 1), (100, 4), (1023, 8)] {
            let mut port = Port::new(&Queue::OpticalFifo(params(room, k)));
            let mut rng = Rng::for_component(1, "test", 0);
            for turn in 0..8_000 {
                let busy = if turn / 1500 % 2 == 0 { 0.7 } else { 0.2 };
                if rng.uniform() < busy {
                    port.arrive(packet(1000, false));
                } else {
                    port.leave();
                }
                let waiting = port.waiting.backlog().packets;
                assert!(waiting <= room);
                let mut seen = [0.0; 3];
                // Calls come once in ten slots; after five everything is in its place.
                port.state
                    .gauges(port.now() + Span::from_s(0.5e-3), &port.waiting, &mut seen);
                assert_eq!(seen[0] + seen[1], f64::from(waiting), "turn {turn}");
            }
        }
    }

    #[test]
    fn packets_larger_than_a_slot_are_dropped() {
        let mut port = Port::new(&Queue::OpticalFifo(params(7, 1)));
        assert_eq!(
            port.arrive(packet(1001, false)),
            Verdict::Drop(Reason::TooLarge)
        );
        assert_eq!(port.arrive(packet(1000, false)), Verdict::Enqueue);
    }

    /// Packets that wait at the change come into the lines one by one.
    #[test]
    fn waiting_packets_are_kept_when_the_discipline_changes() {
        let mut state = OpticalFifo::new(&params(7, 1), &surroundings());
        let arrival = Arrival {
            now: Time::from_s(1.0),
            packet: &packet(1000, false),
            waiting: Backlog {
                packets: 5,
                bytes: 5000,
            },
            in_service: Some(1000),
        };
        assert_eq!(state.on_arrival(&arrival), Verdict::Enqueue);
        let (mut seen, nothing) = ([0.0; 3], Waiting::default());
        state.gauges(Time::from_s(1.1), &nothing, &mut seen);
        assert_eq!(seen[0] + seen[1], 6.0);
        state.reconfigure(
            &params(3, 1),
            &Surroundings {
                now: Time::from_s(1.1),
                ..surroundings()
            },
        );
        state.gauges(Time::from_s(1.2), &nothing, &mut seen);
        assert_eq!(seen[0] + seen[1], 3.0, "the lines are shorter now");
        assert_eq!(state.lines.packets(), 6);
    }
}
