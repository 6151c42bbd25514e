//! Rate sampler of a flow with the stamps of its outstanding segments.
//!
//! Only flows whose controller samples rates have one: the stamps take more memory than all other records of a flow.

use std::collections::VecDeque;

use super::rate::{RateSampler, Stamp};
use super::ring::release_memory;
use super::scoreboard::Scoreboard;
use crate::cc::LostPacket;
use crate::time::{Span, Time};

/// A sampler with its stamps.
#[derive(Clone, Debug)]
pub struct Rates {
    /// Sampler of the delivery rate, without stamps.
    pub sampler: RateSampler,
    /// Number of the segment of the first stamp.
    first: u64,
    stamps: VecDeque<Stamp>,
}

impl Rates {
    /// Creates a sampler; the next segment sent will have number `next`.
    #[must_use]
    pub fn starting_at(next: u64) -> Rates {
        Rates {
            sampler: RateSampler::default(),
            first: next,
            stamps: VecDeque::new(),
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
            rates.stamps.push_back(stamp);
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
        self.stamps.push_back(stamp);
    }

    /// Records the retransmission of an outstanding segment.
    pub fn on_sent_again(&mut self, number: u64, now: Time, in_flight: u32) {
        let fresh = self.sampler.on_sent(now, in_flight);
        let place = number.checked_sub(self.first);
        if let Some(stamp) = place.and_then(|place| self.stamps.get_mut(place as usize)) {
            *stamp = fresh;
        }
    }

    /// Segment `number`, which was sent at `sent`, is acknowledged for the first time.
    #[inline]
    pub fn on_delivered(&mut self, now: Time, number: u64, sent: Time) {
        if let Some(stamp) = stamp_of(&self.stamps, self.first, number) {
            self.sampler.on_delivered(now, number, sent, stamp);
        }
    }

    /// Segment `number` is declared lost. `None` if it is not outstanding.
    pub fn on_lost(&mut self, number: u64) -> Option<LostPacket> {
        let stamp = stamp_of(&self.stamps, self.first, number)?;
        Some(self.sampler.on_lost(number, stamp))
    }

    /// Everything before `number` is acknowledged.
    pub fn advance(&mut self, number: u64) {
        while self.first < number && self.stamps.pop_front().is_some() {
            self.first += 1;
        }
        release_memory(&mut self.stamps);
    }
}

/// Returns the stamp of a segment among those from `first` on; `None` if it is not outstanding.
#[inline]
fn stamp_of(stamps: &VecDeque<Stamp>, first: u64, number: u64) -> Option<&Stamp> {
    stamps.get(number.checked_sub(first)? as usize)
}
