//! Round trips counted by packets: one ends when a packet is acknowledged that was sent after it began.
//!
//! Unlike a clock's, such a round trip stands still while the flow is idle. Source: Section 5.5.1.

use crate::cc::{RateSample, Window};

/// Counts round trips.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rounds {
    /// Round trips begun (`BBR.round_count`).
    pub(super) count: u64,
    /// Whether the last acknowledgement began one (`BBR.round_start`).
    pub(super) started: bool,
    /// Packets delivered so far (`C.delivered`).
    pub(super) delivered: u64,
    /// The round trip ends with a packet sent when this much had been delivered.
    ends_at: u64,
}

/// Whether the window held the flow back at any time of the last round trip (`C.is_cwnd_limited`).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CwndLimited {
    this_round: bool,
    last_round: bool,
}

impl Rounds {
    /// An acknowledgement arrives (`UpdateRound`).
    pub(super) fn update(&mut self, rate: &RateSample) {
        self.delivered = rate.delivered;
        self.started = rate.prior_delivered >= self.ends_at;
        if self.started {
            self.count += 1;
            self.restart(rate.delivered);
        }
    }

    /// A round trip begins now (`StartRound`).
    pub(super) fn restart(&mut self, delivered: u64) {
        self.ends_at = delivered;
    }
}

impl CwndLimited {
    pub(super) fn note(&mut self, round_started: bool, in_flight: u32, window: &Window) {
        if round_started {
            self.last_round = self.this_round;
            self.this_round = false;
        }
        self.this_round |= f64::from(in_flight) + 1.0 > window.cwnd;
    }

    pub(super) fn get(self) -> bool {
        self.this_round || self.last_round
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::bbr::testing::sample;

    #[test]
    fn a_round_ends_with_a_packet_sent_after_it_began() {
        let mut rounds = Rounds::default();
        let mut started = |prior, delivered| {
            rounds.update(&sample(100.0, prior, delivered));
            rounds.started
        };
        assert!(started(0, 1), "the first acknowledgement begins the first");
        assert!(!started(0, 10), "sent before anything was delivered");
        assert!(started(1, 11), "sent after the first was");
        assert!(!started(10, 20));
        assert!(started(11, 21));
    }
}
