//! Samples that ProbeRTT held down: they understate the bandwidth, as if the application had had nothing
//! to send (`C.app_limited` in version 1, `MarkConnectionAppLimited` in version 3).
//!
//! The drafts have the sampler mark them. Here they are distinguished where they are used, with the same
//! result: the sampler does not know of controllers.

use std::ops::Range;

use crate::cc::RateSample;

/// Which packets left while ProbeRTT held the flow back.
#[derive(Clone, Debug, Default)]
pub(in crate::cc) struct HeldBack {
    /// Sent after so many had been delivered, and before so many more; empty if there are none.
    sent: Range<u64>,
}

impl HeldBack {
    /// Records the start of ProbeRTT.
    pub(in crate::cc) fn begin(&mut self) {
        self.sent = 0..0;
    }

    /// Records that ProbeRTT continues: packets in flight now that were sent since its start count.
    pub(in crate::cc) fn go_on(&mut self, delivered: u64, in_flight: f64) {
        let from = if self.sent.is_empty() {
            delivered
        } else {
            self.sent.start
        };
        self.sent = from..delivered + in_flight as u64 + 1;
    }

    /// Returns whether a sample covers such a packet.
    pub(in crate::cc) fn covers(&self, rate: &RateSample) -> bool {
        self.sent.contains(&rate.prior_delivered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::path_model::testing::sample;

    #[test]
    fn what_was_sent_from_the_beginning_until_the_end_counts() {
        let mut held = HeldBack::default();
        held.begin();
        held.go_on(100, 40.0);
        held.go_on(140, 4.0);
        let covered = [99, 100, 144, 145].map(|sent_at| held.covers(&sample(1.0, sent_at, 200)));
        assert_eq!(covered, [false, true, true, false]);
    }
}
