//! Startup: doubles the rate each round trip until it grows no more, or until too much is lost.
//!
//! Source: Section 5.3.1. The estimator of a full pipe also ends the probes of [`super::probe_bw`].

use super::{Ack, Model, Phase, bounds};

/// Separate losses in a round trip that make a loss rate believable (`BBRStartupFullLossCnt`).
const LOSSES: u32 = 6;

impl Model {
    /// Implements `EnterStartup` of the draft.
    pub(super) fn enter_startup(&mut self) {
        self.phase = Phase::Startup;
    }

    /// Implements `CheckFullBWReached` of the draft.
    pub(super) fn check_full_pipe(&mut self, ack: &Ack) {
        if !self.full_pipe.now && self.rounds.started && !ack.rate.app_limited {
            self.full_pipe.on_round(ack.rate.packets_per_s);
        }
    }

    /// Implements `CheckStartupDone` of the draft.
    pub(super) fn check_startup_done(&mut self, ack: &Ack) {
        if self.phase != Phase::Startup {
            return;
        }
        if self.lost_too_much(ack) {
            self.full_pipe.now = true;
            self.full_pipe.reached = true;
            self.bounds.inflight_longterm = self.safe_inflight();
        }
        if self.full_pipe.reached {
            self.enter_drain();
        }
    }

    /// Returns the amount in flight that losses in Startup suggest as safe, packets (Section 5.3.1.3).
    pub(super) fn safe_inflight(&self) -> f64 {
        let bdp = self.bdp(self.bw);
        let latest = self.bounds.inflight_latest;
        if bdp > latest { bdp } else { latest }
    }

    /// `CheckStartupHighLoss`, Section 5.3.1.3, with selective acknowledgments: at the end of a
    /// round trip in recovery that saw separate losses, and a loss rate above the threshold.
    fn lost_too_much(&mut self, ack: &Ack) -> bool {
        if !self.bounds.loss_round_started {
            return false;
        }
        let losses = self.bounds.take_losses();
        let in_flight = f64::from(ack.rate.in_flight_at_send);
        self.in_recovery
            && losses >= LOSSES
            && bounds::too_high(ack.rate.lost, in_flight, self.params.loss_threshold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::bbr::testing::Path;

    #[test]
    fn the_first_pacing_rate_is_277_percent_of_the_initial_window_per_round_trip() {
        let path = Path::new(1250.0, 0.1, 1e4);
        assert_eq!(path.model().pacing_rate, Some(2.77 * 10.0 / 0.1));
        assert_eq!(path.model().pacing_gain(), 2.77);
        assert_eq!(path.model().cwnd_gain(), 2.0);
    }

    #[test]
    fn the_rate_doubles_each_round_trip_until_it_is_the_paths() {
        let mut path = Path::new(12500.0, 0.1, 1e5);
        let mut rates = Vec::new();
        let mut round = 0;
        path.reach(Phase::Startup);
        while path.phase() == Phase::Startup {
            path.step();
            if path.model().rounds.count > round {
                round = path.model().rounds.count;
                rates.push(path.model().bw);
            }
        }
        let growing: Vec<f64> = rates.windows(2).map(|r| r[1] / r[0]).collect();
        // The first two rounds are of the initial window. Then it doubles until the path is full.
        let full = rates.iter().position(|&r| r > 0.7 * 12500.0).unwrap();
        let mean = libm::pow(rates[full] / rates[2], 1.0 / (full as f64 - 2.0));
        assert!((1.8..=2.2).contains(&mean), "{growing:?}");
        assert!(
            (path.model().bw / 12500.0 - 1.0).abs() < 0.02,
            "{}",
            path.model().bw
        );
    }

    #[test]
    fn three_round_trips_on_the_plateau_end_startup_with_a_bdp_queued() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.run_until(10.0, |path| path.measured >= 0.98 * 1250.0);
        let began = path.model().rounds.count;
        path.reach(Phase::Drain);
        let rounds = path.model().rounds.count - began;
        assert!((3..=4).contains(&rounds), "{rounds}");
        assert_eq!(path.model().bounds.inflight_longterm, f64::INFINITY);
        // The window gain of 2 bounds the queue to a BDP; Section 5.3.1.1.
        assert!(f64::from(path.in_flight) <= 2.1 * path.bdp());
    }

    #[test]
    fn much_loss_ends_startup_before_the_plateau_does_and_bounds_the_flight() {
        let mut path = Path::new(1250.0, 0.1, 30.0);
        path.reach(Phase::Drain);
        assert!(path.dropped > 6 && path.model().full_pipe.reached);
        let bounds = &path.model().bounds;
        // max(BDP, volume delivered in a round trip): what fits is 125 + 30 and one being sent.
        assert!((125.0..=160.0).contains(&bounds.inflight_longterm));
        let with_room = {
            let mut path = Path::new(1250.0, 0.1, 1e4);
            path.reach(Phase::Drain);
            path.now
        };
        assert!(
            path.now < with_room - 0.3,
            "{} against {with_room}",
            path.now
        );
    }

    #[test]
    fn a_mark_ends_startup() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.run_until(0.5, |_| false);
        let loss = crate::cc::Loss {
            now: crate::time::Time::from_s(path.now),
            in_flight: path.in_flight,
            lost: 0,
        };
        crate::cc::Controller::on_mark(&mut path.bbr, &mut path.window, &loss);
        assert_eq!(path.phase(), Phase::Drain);
        assert!(path.model().bounds.inflight_longterm < f64::INFINITY);
    }
}
