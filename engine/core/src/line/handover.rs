//! Handover: another delay in each time slot, and losses when it changes, as on satellite links.
//!
//! The slots are those of the service of kind `slots` with the same parameters, so that rate, delay and loss change
//! together. Source: Mohan et al., WWW 2024 (slots of 15 s, delays that change by some to tens of ms, loss around it).

use super::Lose;
use super::disturbance::{Disturbance, JITTER_S};
use crate::packet::Packet;
use crate::rng::Rng;
use crate::spec::distribution::Distribution;
use crate::spec::parameters::{number, parameters};
use crate::time::{Span, Time};

parameters! {
    /// Another delay in each time slot, and losses at its begin, such as on a satellite link. A service with time slots of
    /// the same length changes its rate at the same times.
    #[section("line.handover", "Handover in time slots", source: "Mohan et al., WWW 2024 (slots of 15 s)")]
    pub struct Params {
        /// Length of a slot.
        slot_s: f64 = 15.0, "Slot", Seconds, number(0.01..=1e5).log(), [live],

        /// Begin of the second slot. 0: after a whole slot.
        offset_s: f64 = 0.0, "First change", Seconds, number(0.0..=1e5).log(), [live, advanced],

        /// Additional delay, drawn anew for each slot.
        delay_s: Distribution = Json(r#"{"uniform":[0,0.02]}"#), "Delay of a slot", Seconds, JITTER_S.kind(), [live],

        /// Time after each change in which packets are lost.
        gap_s: f64 = 0.05, "Gap", Seconds, number(0.0..=1e5).log(), [live],

        /// Probability that a packet of the gap is lost.
        loss: f64 = 1.0, "Loss in the gap", Ratio, number(0.0..=1.0), [live],
    }
}

impl Params {
    /// Returns whether a packet that leaves at `left` is lost in the gap of its slot, and the additional delay there;
    /// `last` is the slot of the last packet.
    pub(super) fn at(
        &self,
        left: Time,
        last: &mut Option<(u64, Span)>,
        rng: &mut Rng,
    ) -> (bool, Span) {
        let slot = Span::from_s(self.slot_s).max(Span(1));
        let first = match self.offset_s > 0.0 {
            true => Span::from_s(self.offset_s),
            false => slot,
        };
        let since = left.since(Time::ZERO + first);
        let (number, place) = match left < Time::ZERO + first {
            true => (0, left.since(Time::ZERO)),
            false => (1 + since.0 / slot.0, Span(since.0 % slot.0)),
        };
        let delay = match *last {
            Some((known, delay)) if known == number => delay,
            _ => Span::from_s(self.delay_s.value(number as usize, rng.uniform(), JITTER_S)),
        };
        *last = Some((number, delay));
        let in_gap = number > 0 && place < Span::from_s(self.gap_s) && rng.uniform() < self.loss;
        (in_gap, delay)
    }
}

impl Lose for Params {
    fn loses(&self, _packet: &Packet, _is_bad: &mut bool, _rng: &mut Rng) -> bool {
        false
    }

    fn disturbance(&self) -> Option<&Disturbance> {
        None
    }

    fn slots(&self) -> Option<&Params> {
        Some(self)
    }
}
