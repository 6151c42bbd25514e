//! Round trips counted by packets: one ends when a packet is acknowledged that was sent after it began.
//!
//! Unlike a clock's, such a round trip stands still while the flow is idle. Source:
//! draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.1.1.3, draft-ietf-ccwg-bbr-06 Section 5.5.1.

use crate::cc::RateSample;

/// Counter of round trips.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::cc) struct Rounds {
    /// Round trips begun (`BBR.round_count`).
    pub(in crate::cc) count: u64,
    /// Whether the last acknowledgment began one (`BBR.round_start`).
    pub(in crate::cc) started: bool,
    /// Packets delivered so far (`C.delivered`).
    pub(in crate::cc) delivered: u64,
    /// The round trip ends with a packet sent when this much had been delivered.
    ends_at: u64,
}

impl Rounds {
    /// An acknowledgment arrives (`UpdateRound`).
    pub(in crate::cc) fn update(&mut self, rate: &RateSample) {
        self.delivered = rate.delivered;
        self.started = rate.prior_delivered >= self.ends_at;
        if self.started {
            self.count += 1;
            self.restart(rate.delivered);
        }
    }

    /// A round trip begins now (`StartRound`).
    pub(in crate::cc) fn restart(&mut self, delivered: u64) {
        self.ends_at = delivered;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::path_model::testing::sample;

    #[test]
    fn a_round_ends_with_a_packet_sent_after_it_began() {
        let mut rounds = Rounds::default();
        let mut started = |prior, delivered| {
            rounds.update(&sample(100.0, prior, delivered));
            rounds.started
        };
        assert!(started(0, 1), "the first acknowledgment begins the first");
        assert!(!started(0, 10), "sent before anything was delivered");
        assert!(started(1, 11), "sent after the first was");
        assert!(!started(10, 20));
        assert!(started(11, 21));
    }
}
