//! Startup doubles the rate each round trip until the bandwidth grows no more; Drain undoes the queue
//! that this left.
//!
//! Source: Sections 4.3.2 and 4.3.3. Unlike version 3, loss does not end it.

use super::{Ack, Model, State};
use crate::time::Span;

impl Model {
    /// Implements `BBREnterStartup` of the draft.
    pub(super) fn enter_startup(&mut self) {
        self.state = State::Startup;
    }

    /// `BBRInitPacingRate`, Section 4.2.1: as if the initial window were the BDP.
    pub(super) fn init_pacing_rate(&mut self, rtt: Span) {
        if rtt > Span::ZERO
            && let Some(cwnd) = self.initial_cwnd
        {
            self.pacing_rate = Some(self.pacing_gain() * cwnd / rtt.s());
        }
    }

    /// Implements `BBRCheckFullPipe` of the draft.
    pub(super) fn check_full_pipe(&mut self, ack: &Ack) {
        if !self.full_pipe.reached && self.rounds.started && !ack.rate.app_limited {
            self.full_pipe.on_round(self.bandwidth.get());
        }
    }

    /// Implements `BBRCheckDrain` of the draft.
    pub(super) fn check_drain(&mut self, ack: &Ack) {
        if matches!(self.state, State::Startup) && self.full_pipe.reached {
            self.state = State::Drain;
        }
        if matches!(self.state, State::Drain)
            && self.at_next_departure(ack.in_flight, ack) <= self.inflight(1.0)
        {
            self.enter_probe_bw(ack.now);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::cc::bbr1::testing::Path;
    use crate::cc::path_model::Phase;

    #[test]
    fn the_first_pacing_rate_is_289_percent_of_the_initial_window_per_round_trip() {
        let path = Path::new(1250.0, 0.1, 1e4);
        assert_eq!(path.model().pacing_rate, Some(2.885 * 10.0 / 0.1));
        assert_eq!(path.gains(), (2.885, 2.885));
    }

    #[test]
    fn the_rate_doubles_each_round_trip_until_it_is_the_paths() {
        let mut path = Path::new(12500.0, 0.1, 1e5);
        let mut rates = Vec::new();
        let mut round = 0;
        while path.phase() == Phase::Startup {
            path.step();
            if path.model().rounds.count > round {
                round = path.model().rounds.count;
                rates.push(path.model().bandwidth.get());
            }
        }
        // The first two rounds are of the initial window. Then it doubles until the path is full.
        let full = rates.iter().position(|&r| r > 0.7 * 12500.0).unwrap();
        let mean = libm::pow(rates[full] / rates[2], 1.0 / (full as f64 - 2.0));
        assert!((1.8..=2.2).contains(&mean), "{rates:?}");
        let bandwidth = path.model().bandwidth.get();
        assert!((bandwidth / 12500.0 - 1.0).abs() < 0.02, "{bandwidth}");
    }

    #[test]
    fn three_round_trips_on_the_plateau_end_startup_with_189_percent_of_a_bdp_queued() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.run_until(10.0, |path| path.measured >= 0.98 * 1250.0);
        let began = path.model().rounds.count;
        path.reach(Phase::Drain);
        let rounds = path.model().rounds.count - began;
        assert!((3..=4).contains(&rounds), "{rounds}");
        // The window gain bounds the queue to (2.885 − 1) BDP; Section 4.3.2.1.
        let over = f64::from(path.in_flight) / path.bdp();
        assert!((2.6..=2.95).contains(&over), "{over}");
    }

    #[test]
    fn loss_does_not_end_startup() {
        let mut path = Path::new(1250.0, 0.1, 30.0);
        path.run_until(10.0, |path| path.dropped > 100);
        assert_eq!(path.phase(), Phase::Startup);
    }

    #[test]
    fn draining_at_the_inverse_gain_ends_at_one_bdp() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::Drain);
        assert_eq!(path.gains(), (1.0 / 2.885, 2.885));
        let (began, queued) = (path.now, f64::from(path.in_flight) - path.bdp());
        path.run_until(10.0, |path| path.phase() != Phase::Drain);
        let in_flight = f64::from(path.in_flight);
        assert!((path.bdp()..=1.05 * path.bdp()).contains(&in_flight));
        // At (1 − 1/2.885) of 1250 packets per second.
        let wanted = queued / (1250.0 * (1.0 - 1.0 / 2.885));
        assert!((path.now - began - wanted).abs() < 0.02, "not {wanted} s");
    }
}
