//! Estimate of ACK aggregation.

use super::{Ack, WindowedMax};
use crate::time::Time;

/// Excess of acknowledged packets over the estimated bandwidth, held back by a receiver or a link. The window grows
/// by it, so that the flow can go on sending while no ACK arrives.
///
/// Source: draft-ietf-ccwg-bbr Section 5.5.9; Linux `bbr_update_ack_aggregation`.
#[derive(Clone, Debug, Default)]
pub(in crate::cc) struct Aggregation {
    since: Time,
    delivered: f64,
    largest: WindowedMax,
}

impl Aggregation {
    /// Packets acknowledged beyond the expected (`BBR.extra_acked`).
    pub(in crate::cc) fn get(&self) -> f64 {
        self.largest.get()
    }

    /// Begins to count again: when sending resumes (Linux `bbr_cwnd_event`; the draft keeps what was delivered before, so
    /// that a trickle of data would pass for aggregation), and at an acknowledgment without known arrival times.
    pub(in crate::cc) fn restart(&mut self, now: Time) {
        self.since = now;
        self.delivered = 0.0;
    }

    /// `UpdateACKAggregation`, with `bw` in packets per second; what bunched is remembered for `rounds`.
    pub(in crate::cc) fn update(&mut self, ack: &Ack, bw: f64, round: u64, rounds: u64) {
        let mut expected = bw * ack.now.since(self.since).s();
        if self.delivered <= expected {
            self.delivered = 0.0;
            self.since = ack.now;
            expected = 0.0;
        }
        self.delivered += ack.packets;
        let extra = (self.delivered - expected).min(ack.cwnd);
        self.largest.update(round, extra, rounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::path_model::testing::ack;

    #[test]
    fn bunched_acknowledgments_exceed_what_the_bandwidth_explains() {
        // 100 packets per second are expected; 20 come at once after 100 ms, when 10 were due.
        let mut aggregation = Aggregation::default();
        for i in 0..10 {
            aggregation.update(&ack(f64::from(i) * 0.01, 1.0), 100.0, 1, 10);
        }
        let before = aggregation.get();
        for _ in 0..20 {
            aggregation.update(&ack(0.2, 1.0), 100.0, 2, 10);
        }
        assert!(
            before <= 1.0 && aggregation.get() == 20.0,
            "{}",
            aggregation.get()
        );
    }
}
