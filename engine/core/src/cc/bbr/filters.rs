//! What the path has shown lately: the largest bandwidth, and how much acknowledgements bunch.

use crate::cc::path_model::{Ack, WindowedMax};
use crate::time::Time;

/// The largest delivery rate of this probe cycle and the one before, packets per second.
///
/// Source: Sections 5.5.3 to 5.5.6 (`BBR.MaxBwFilterLen` = 2 cycles).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MaxBandwidth {
    this_cycle: f64,
    last_cycle: f64,
}

/// How much more is acknowledged at times than the bandwidth explains: what a receiver or a link
/// saved up. The window is larger by it, so that the flow can go on sending while nothing arrives.
///
/// Source: Section 5.5.9.
#[derive(Clone, Debug, Default)]
pub(super) struct Aggregation {
    since: Time,
    delivered: f64,
    largest: WindowedMax,
}

/// Rounds for which bunching is remembered once the pipe has been full (`BBR.ExtraAckedFilterLen`).
const AGGREGATION_ROUNDS: u64 = 10;

impl MaxBandwidth {
    pub(super) fn get(&self) -> f64 {
        if self.this_cycle > self.last_cycle {
            self.this_cycle
        } else {
            self.last_cycle
        }
    }

    pub(super) fn update(&mut self, packets_per_s: f64) {
        if packets_per_s > self.this_cycle {
            self.this_cycle = packets_per_s;
        }
    }

    /// A cycle is over (`AdvanceMaxBwFilter`). One that brought no sample leaves the memory as it is.
    pub(super) fn advance(&mut self) {
        if self.this_cycle > 0.0 {
            self.last_cycle = self.this_cycle;
            self.this_cycle = 0.0;
        }
    }
}

impl Aggregation {
    /// Packets acknowledged beyond the expected (`BBR.extra_acked`).
    pub(super) fn get(&self) -> f64 {
        self.largest.get()
    }

    /// The time over which packets are expected begins anew.
    pub(super) fn restart(&mut self, now: Time) {
        self.since = now;
    }

    /// An acknowledgement that does not tell when what it covers arrived does not tell how it bunched.
    pub(super) fn pass_over(&mut self, now: Time) {
        self.since = now;
        self.delivered = 0.0;
    }

    /// `UpdateACKAggregation`, with `bw` in packets per second.
    pub(super) fn update(&mut self, ack: &Ack, bw: f64, pipe_was_full: bool, round: u64) {
        let mut expected = bw * ack.now.since(self.since).s();
        if self.delivered <= expected {
            self.delivered = 0.0;
            self.since = ack.now;
            expected = 0.0;
        }
        self.delivered += ack.packets;
        let extra = (self.delivered - expected).min(ack.cwnd);
        let rounds = if pipe_was_full { AGGREGATION_ROUNDS } else { 1 };
        self.largest.update(round, extra, rounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::path_model::testing::ack;

    #[test]
    fn bandwidth_is_remembered_for_this_cycle_and_the_one_before() {
        let mut bw = MaxBandwidth::default();
        bw.update(100.0);
        bw.advance();
        bw.update(60.0);
        assert_eq!(bw.get(), 100.0);
        bw.advance();
        assert_eq!(bw.get(), 60.0);
        bw.advance();
        assert_eq!(bw.get(), 60.0, "a cycle without samples forgets nothing");
    }

    #[test]
    fn bunched_acknowledgements_exceed_what_the_bandwidth_explains() {
        // 100 packets per second are expected; 20 come at once after 100 ms, when 10 were due.
        let mut aggregation = Aggregation::default();
        for i in 0..10 {
            aggregation.update(&ack(f64::from(i) * 0.01, 1.0), 100.0, true, 1);
        }
        let before = aggregation.get();
        for _ in 0..20 {
            aggregation.update(&ack(0.2, 1.0), 100.0, true, 2);
        }
        assert!(
            before <= 1.0 && aggregation.get() == 20.0,
            "{}",
            aggregation.get()
        );
    }
}
