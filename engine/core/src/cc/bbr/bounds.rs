//! Bounds learned from loss: how much may be in flight in the long run, and how fast and how much may be sent until
//! the next probe.
//!
//! The long-term bound is the amount at which a probe lost too much. The short-term bounds follow the latest
//! delivery downwards, by a factor of at most β per round trip with loss, and are discarded when the next probe
//! begins. Source: Sections 5.5.10 and 5.3.3.9; earlier drafts and Linux use the names `hi` and `lo` for `longterm`
//! and `shortterm`.

use super::MIN_PIPE;
use crate::cc::RateSample;
use crate::cc::path_model::{larger, smaller};

/// Bounds and the signals that move them. Infinite: unknown.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Bounds {
    /// In flight without too much loss when probing, packets.
    pub(super) inflight_longterm: f64,
    /// In flight since the last probe, packets.
    pub(super) inflight_shortterm: f64,
    /// Bandwidth since the last probe, packets per second.
    pub(super) bw_shortterm: f64,
    /// Largest delivery rate of the last round trip, packets per second.
    pub(super) bw_latest: f64,
    /// Largest volume delivered between a packet's sending and its acknowledgment in the last
    /// round trip, packets.
    pub(super) inflight_latest: f64,
    loss_round_ends_at: u64,
    /// Whether loss was found in this round trip.
    pub(super) loss_in_round: bool,
    /// Whether the last acknowledgment ended a round trip counted from its first loss.
    pub(super) loss_round_started: bool,
    /// Ranges of numbers lost in this round trip.
    losses: u32,
    last_lost: Option<u64>,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            inflight_longterm: f64::INFINITY,
            inflight_shortterm: f64::INFINITY,
            bw_shortterm: f64::INFINITY,
            bw_latest: 0.0,
            inflight_latest: 0.0,
            loss_in_round: false,
            loss_round_started: false,
            loss_round_ends_at: 0,
            losses: 0,
            last_lost: None,
        }
    }
}

impl Bounds {
    /// An acknowledgment begins to be processed (`UpdateLatestDeliverySignals`).
    pub(super) fn update_latest(&mut self, rate: &RateSample) {
        self.bw_latest = larger(self.bw_latest, rate.packets_per_s);
        self.inflight_latest = larger(self.inflight_latest, delivered_since(rate));
        self.loss_round_started = rate.prior_delivered >= self.loss_round_ends_at;
        if self.loss_round_started {
            self.loss_round_ends_at = rate.delivered;
        }
    }

    /// Ends the round of latest deliveries (`AdvanceLatestDeliverySignals`).
    pub(super) fn advance_latest(&mut self, rate: &RateSample) {
        if self.loss_round_started {
            self.bw_latest = rate.packets_per_s;
            self.inflight_latest = delivered_since(rate);
        }
    }

    /// A packet is lost, or marked, when `delivered` packets have been (`NoteLoss`).
    pub(super) fn note_loss(&mut self, delivered: u64, number: Option<u64>) {
        if !self.loss_in_round {
            self.loss_round_ends_at = delivered;
        }
        self.loss_in_round = true;
        let follows = matches!((number, self.last_lost), (Some(n), Some(last)) if n == last + 1);
        if !follows {
            self.losses += 1;
        }
        self.last_lost = number;
    }

    /// Separate losses since the last call.
    pub(super) fn take_losses(&mut self) -> u32 {
        self.last_lost = None;
        std::mem::take(&mut self.losses)
    }

    /// A round trip is over in which the flow was not probing; after one with loss it slows down to
    /// what was delivered, by a factor of at most `beta` (`AdaptLowerBoundsFromCongestion`).
    pub(super) fn adapt_short_term(&mut self, max_bw: f64, cwnd: f64, beta: f64) {
        if !self.loss_in_round {
            return;
        }
        if self.bw_shortterm == f64::INFINITY {
            self.bw_shortterm = max_bw;
        }
        if self.inflight_shortterm == f64::INFINITY {
            self.inflight_shortterm = cwnd;
        }
        self.bw_shortterm = larger(self.bw_latest, beta * self.bw_shortterm);
        self.inflight_shortterm = larger(self.inflight_latest, beta * self.inflight_shortterm);
    }

    /// Forgets the short-term bounds (`ResetShortTermModel`).
    pub(super) fn reset_short_term(&mut self) {
        self.bw_shortterm = f64::INFINITY;
        self.inflight_shortterm = f64::INFINITY;
    }

    /// Forgets the signals (`ResetCongestionSignals`).
    pub(super) fn reset_signals(&mut self) {
        self.loss_in_round = false;
        self.bw_latest = 0.0;
        self.inflight_latest = 0.0;
    }

    /// The bandwidth to use (`BoundBWForModel`), packets per second.
    pub(super) fn bandwidth(&self, max_bw: f64) -> f64 {
        smaller(max_bw, self.bw_shortterm)
    }

    /// The long-term bound less room for others (`InflightWithHeadroom`), packets.
    pub(super) fn with_headroom(&self, headroom: f64) -> f64 {
        if self.inflight_longterm == f64::INFINITY {
            return f64::INFINITY;
        }
        let room = larger(1.0, headroom * self.inflight_longterm);
        larger(self.inflight_longterm - room, MIN_PIPE)
    }
}

/// Whether so many losses among so many in flight are too many (`IsInflightTooHigh`).
pub(super) fn too_high(lost: u64, in_flight: f64, threshold: f64) -> bool {
    lost as f64 > in_flight * threshold
}

/// Returns the amount in flight when losses crossed the threshold, given one lost packet (`InflightAtLoss`).
///
/// With l lost and n in flight before the packet, and x of it lost, (l + x) / (n + x) equals the threshold t at x =
/// (t·n − l) / (1 − t).
pub(super) fn inflight_at_loss(in_flight: f64, lost: f64, threshold: f64) -> f64 {
    let in_flight_before = in_flight - 1.0;
    let lost_before = lost - 1.0;
    in_flight_before + (threshold * in_flight_before - lost_before) / (1.0 - threshold)
}

fn delivered_since(rate: &RateSample) -> f64 {
    (rate.delivered - rate.prior_delivered) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::path_model::testing::sample;

    #[test]
    fn more_than_two_percent_is_too_much() {
        assert!(!too_high(2, 100.0, 0.02));
        assert!(too_high(3, 100.0, 0.02));
    }

    #[test]
    fn the_loss_threshold_is_crossed_within_the_packet_that_crosses_it() {
        // 99 in flight and 1 lost before it: 1.98 would be the limit, so 0.98/0.98 = 1 packet fits.
        assert_eq!(inflight_at_loss(100.0, 2.0, 0.02), 100.0);
        // With 2 lost before it the limit was passed already: (1.98 - 2) / 0.98 of a packet.
        assert!((inflight_at_loss(100.0, 3.0, 0.02) - (99.0 - 0.02 / 0.98)).abs() < 1e-12);
    }

    #[test]
    fn a_round_with_loss_slows_down_to_what_was_delivered_but_not_below_seven_tenths() {
        let mut bounds = Bounds::default();
        bounds.update_latest(&sample(90.0, 0, 80));
        bounds.note_loss(80, Some(5));
        bounds.adapt_short_term(100.0, 200.0, 0.7);
        assert_eq!(
            (bounds.bw_shortterm, bounds.inflight_shortterm),
            (90.0, 140.0)
        );
        bounds.reset_signals();
        bounds.note_loss(80, Some(9));
        bounds.adapt_short_term(100.0, 200.0, 0.7);
        assert_eq!(bounds.inflight_shortterm, 0.7 * 140.0);
        assert_eq!(bounds.bandwidth(100.0), 0.7 * 90.0);
        bounds.reset_short_term();
        assert_eq!(bounds.bandwidth(100.0), 100.0);
    }

    #[test]
    fn without_loss_bbr_has_no_bounds() {
        let mut bounds = Bounds::default();
        bounds.adapt_short_term(100.0, 200.0, 0.7);
        assert_eq!(bounds.bandwidth(100.0), 100.0);
        assert_eq!(bounds.with_headroom(0.15), f64::INFINITY);
    }

    #[test]
    fn headroom_is_15_percent_but_a_packet_at_least() {
        let with = |longterm| {
            let bounds = Bounds {
                inflight_longterm: longterm,
                ..Bounds::default()
            };
            bounds.with_headroom(0.15)
        };
        assert_eq!(with(100.0), 85.0);
        assert_eq!(with(6.0), 5.0);
        assert_eq!(with(4.5), MIN_PIPE);
    }

    #[test]
    fn neighbors_lost_together_are_one_loss() {
        let mut bounds = Bounds::default();
        for number in [3, 4, 5, 9, 11, 12] {
            bounds.note_loss(0, Some(number));
        }
        assert_eq!((bounds.take_losses(), bounds.take_losses()), (3, 0));
    }
}
