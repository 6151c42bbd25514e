//! Rate sampler of a flow with the stamps of its outstanding segments.
//!
//! Only flows whose controller samples rates have one: the stamps take more memory than all other records of a flow.

use super::rate::{RateSampler, Stamp};
use super::ring::Ring;
use super::scoreboard::Scoreboard;
use crate::cc::LostPacket;
use crate::time::{Span, Time};

/// A sampler with its stamps: two cache lines.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Rates {
    /// Sampler of the delivery rate, without stamps.
    pub sampler: RateSampler,
    /// Stamps by number of the segment.
    stamps: Ring<Stamp>,
}

impl Rates {
    /// Creates a sampler; the next segment sent will have number `next`.
    #[must_use]
    pub fn starting_at(next: u64) -> Rates {
        Rates {
            sampler: RateSampler::default(),
            stamps: Ring::starting_at(next),
        }
    }

    /// Creates a sampler for a running flow: the deliveries before the outstanding `segments` were sent are unknown, so
    /// they give a rate only over the latest round-trip time `rtt` or longer.
    #[must_use]
    pub fn of_outstanding(segments: &Scoreboard, now: Time, rtt: Option<Span>) -> Rates {
        let mut rates = Rates::starting_at(segments.first());
        for (number, in_flight) in (segments.first()..segments.end()).zip(0..) {
            let mut stamp = rates.sampler.on_sent(now, in_flight);
            // Nothing is known of a flight before: sending took no time.
            stamp.first_sent = segments.get(number).map_or(now, |record| record.sent);
            rates.stamps.push(stamp);
        }
        if let Some(rtt) = rtt {
            rates.sampler.expect_round_trip(rtt);
        }
        rates
    }

    /// Records the sending of the next segment while `in_flight` others are in flight.
    #[inline]
    pub fn on_sent(&mut self, now: Time, in_flight: u32) {
        let stamp = self.sampler.on_sent(now, in_flight);
        self.stamps.push(stamp);
    }

    /// Records the retransmission of an outstanding segment.
    pub fn on_sent_again(&mut self, number: u64, now: Time, in_flight: u32) {
        let fresh = self.sampler.on_sent(now, in_flight);
        if let Some(stamp) = self.stamps.get_mut(number) {
            *stamp = fresh;
        }
    }

    /// Segment `number`, which was sent at `sent`, is acknowledged for the first time.
    #[inline]
    pub fn on_delivered(&mut self, now: Time, number: u64, sent: Time) {
        if let Some(stamp) = self.stamps.get(number) {
            self.sampler.on_delivered(now, number, sent, stamp);
        }
    }

    /// Segment `number` is declared lost. `None` if it is not outstanding.
    pub fn on_lost(&mut self, number: u64) -> Option<LostPacket> {
        let stamp = self.stamps.get(number)?;
        Some(self.sampler.on_lost(number, stamp))
    }

    /// Everything before `number` is acknowledged.
    #[inline]
    pub fn advance(&mut self, number: u64) {
        self.stamps.remove_before(number);
        self.stamps.release_memory();
    }
}
