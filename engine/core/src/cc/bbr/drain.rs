//! Drain: after Startup, sends slowly until the queue it built is gone.
//!
//! Source: Section 5.3.2. The gain of 0.5 empties in one round trip what a window gain of 2 let
//! build up; drafts before -05 had 0.35.

use super::{Ack, Model, Phase};

/// Drain ends after so many round trips even if more is in flight than fits: then the bandwidth was
/// overestimated, which the probe cycle will find out.
const LONGEST_ROUNDS: u64 = 3;

impl Model {
    /// Implements `EnterDrain` of the draft.
    pub(super) fn enter_drain(&mut self) {
        self.phase = Phase::Drain;
        self.drain_start_round = self.rounds.count;
    }

    /// Implements `CheckDrainDone` of the draft.
    pub(super) fn check_drain_done(&mut self, ack: &Ack) {
        if self.phase != Phase::Drain {
            return;
        }
        let drained = ack.in_flight <= self.inflight(self.bw, 1.0);
        if drained || self.rounds.count > self.drain_start_round + LONGEST_ROUNDS {
            self.start_down(ack.now, ack.rate.delivered);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::bbr::testing::Path;

    #[test]
    fn half_the_rate_drains_to_one_bdp_within_a_round_trip() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::Drain);
        assert_eq!(
            (path.model().pacing_gain(), path.model().cwnd_gain()),
            (0.5, 2.0)
        );
        let (began, round) = (path.now, path.model().rounds.count);
        path.run_until(10.0, |path| path.phase() != Phase::Drain);
        assert!(path.model().is_in_probe_bw());
        assert!(path.model().rounds.count <= round + 1);
        let in_flight = f64::from(path.in_flight);
        assert!((in_flight / path.bdp() - 1.0).abs() < 0.02, "{in_flight}");
        // 137 packets more than a BDP drain at 0.505 of 1250 per second.
        assert!(
            (path.now - began - 0.217).abs() < 0.02,
            "{}",
            path.now - began
        );
    }

    #[test]
    fn a_bandwidth_overestimated_ends_it_after_three_round_trips() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::Drain);
        path.change_rate(0.3 * 1250.0);
        let round = path.model().rounds.count;
        path.run_until(30.0, |path| path.phase() != Phase::Drain);
        assert_eq!(path.model().rounds.count, round + LONGEST_ROUNDS + 1);
        assert!(f64::from(path.in_flight) > path.bdp());
    }
}
