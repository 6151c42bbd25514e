//! Acknowledgment as input of a model of the path.

use crate::cc::{Acked, RateSample, Window};
use crate::time::{Span, Time};

/// An acknowledgment that delivered something.
#[derive(Clone, Copy, Debug)]
pub(in crate::cc) struct Ack {
    pub(in crate::cc) now: Time,
    pub(in crate::cc) rate: RateSample,
    /// Packets acknowledged by it.
    pub(in crate::cc) packets: f64,
    /// Packets that it showed to be lost.
    pub(in crate::cc) lost: f64,
    /// Packets in flight after it (`C.inflight`).
    pub(in crate::cc) in_flight: f64,
    /// And before it: the most since the acknowledgment before.
    pub(in crate::cc) in_flight_before: f64,
    /// The window before it.
    pub(in crate::cc) cwnd: f64,
    pub(in crate::cc) rtt: Option<Span>,
    /// Time from which pacing lets the next packet leave.
    pub(in crate::cc) earliest_departure: Time,
}

/// Counts the packets that are declared lost at one instant.
#[derive(Clone, Copy, Debug)]
pub(in crate::cc) struct Losses {
    count: u32,
    at: Time,
}

impl Ack {
    /// Creates the input from the sender's facts; `None` if nothing was delivered. Losses revealed by an
    /// acknowledgment are reported before it, and are no longer in flight after it.
    pub(in crate::cc) fn of(acked: &Acked, window: &Window, losses: &mut Losses) -> Option<Ack> {
        let rate = acked.rate?;
        let lost = losses.take(acked.now);
        Some(Ack {
            now: acked.now,
            rate,
            packets: f64::from(acked.packets),
            lost: f64::from(lost),
            in_flight: f64::from(acked.in_flight.saturating_sub(acked.packets + lost)),
            in_flight_before: f64::from(acked.in_flight),
            cwnd: window.cwnd,
            rtt: acked.rtt,
            earliest_departure: acked.earliest_departure,
        })
    }
}

impl Default for Losses {
    fn default() -> Losses {
        Losses {
            count: 0,
            at: Time::NEVER,
        }
    }
}

impl Losses {
    /// A packet is declared lost.
    pub(in crate::cc) fn note(&mut self, now: Time) {
        let before = if self.at == now { self.count } else { 0 };
        *self = Losses {
            count: before + 1,
            at: now,
        };
    }

    /// How many were at this instant, once.
    fn take(&mut self, now: Time) -> u32 {
        let count = if self.at == now { self.count } else { 0 };
        self.count = 0;
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_count_for_the_acknowledgment_of_their_instant_and_once() {
        let mut losses = Losses::default();
        losses.note(Time::from_s(1.0));
        losses.note(Time::from_s(2.0));
        losses.note(Time::from_s(2.0));
        assert_eq!(losses.take(Time::from_s(2.0)), 2);
        assert_eq!(losses.take(Time::from_s(2.0)), 0);
        losses.note(Time::from_s(3.0));
        assert_eq!(losses.take(Time::from_s(3.1)), 0, "a timer showed it");
    }
}
