//! ProbeBW: eight phases of a round trip each, in which a flow spends its life.
//!
//! In the first it sends a quarter faster than the path, to see whether that brings more; in the second
//! a quarter slower, so that the queue it may have built runs out; in six it keeps the rate. It begins
//! anywhere but in the second, so that flows do not go up together.
//!
//! Source: Section 4.3.4.

use super::{Ack, Model, Phase, State};
use crate::time::Time;

/// Phase of the cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle {
    /// Of the eight phases (`BBR.cycle_index`).
    index: u8,
    /// Start of the phase (`BBR.cycle_stamp`).
    began: Time,
}

/// Phases of the cycle (`BBRGainCycleLen`).
const PHASES: u8 = 8;

impl Cycle {
    pub(super) fn phase(self) -> Phase {
        match self.index {
            0 => Phase::Up,
            1 => Phase::Down,
            _ => Phase::Cruise,
        }
    }
}

impl Model {
    /// `BBREnterProbeBW`, Section 4.3.4.3: in any phase but the second, each as likely.
    pub(super) fn enter_probe_bw(&mut self, now: Time) {
        let before = PHASES - 1 - self.draw_of(PHASES - 1);
        self.enter_phase(before + 1, now);
    }

    /// Implements `BBRCheckCyclePhase` of the draft.
    pub(super) fn check_cycle_phase(&mut self, ack: &Ack) {
        if let State::ProbeBw(cycle) = self.state
            && self.is_next_phase(cycle, ack)
        {
            self.enter_phase(cycle.index + 1, ack.now);
        }
    }

    /// Implements `BBRAdvanceCyclePhase` of the draft.
    fn enter_phase(&mut self, index: u8, now: Time) {
        self.state = State::ProbeBw(Cycle {
            index: index % PHASES,
            began: now,
        });
    }

    /// Implements `BBRIsNextCyclePhase` of the draft.
    fn is_next_phase(&self, cycle: Cycle, ack: &Ack) -> bool {
        let round_trip = self.round_trip.get().unwrap_or_default();
        let full_length = ack.now.since(cycle.began) > round_trip;
        let in_flight = self.at_next_departure(ack.in_flight_before, ack);
        match cycle.phase() {
            // Without gains there is nothing to wait for.
            _ if self.policed_rate().is_some() => full_length,
            Phase::Up => {
                let wanted = self.inflight(self.params.up_gain);
                full_length && (ack.lost > 0.0 || in_flight >= wanted)
            }
            Phase::Down => full_length || in_flight <= self.inflight(1.0),
            _ => full_length,
        }
    }

    /// A whole number below `n`.
    fn draw_of(&mut self, n: u8) -> u8 {
        (self.rng.uniform() * f64::from(n)) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::bbr1::testing::Path;
    use crate::cc::path_model::testing::ack;

    /// Records phases of a run: phase, duration, and packets in flight at its end.
    fn phases(path: &mut Path, count: usize) -> Vec<(Phase, f64, f64)> {
        let mut seen = Vec::new();
        while seen.len() < count {
            let (State::ProbeBw(cycle), phase) = (path.model().state, path.phase()) else {
                panic!("{:?} while cycling", path.phase());
            };
            let before = (path.now, f64::from(path.in_flight));
            path.step();
            if let State::ProbeBw(next) = path.model().state
                && next.index != cycle.index
            {
                seen.push((phase, path.now - cycle.began.s(), before.1));
            }
        }
        seen
    }

    #[test]
    fn one_phase_is_faster_the_next_slower_and_six_are_as_fast_as_the_path() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        path.reach(Phase::Up);
        for (phase, gain) in [(Phase::Up, 1.25), (Phase::Down, 0.75), (Phase::Cruise, 1.0)] {
            path.reach(phase);
            assert_eq!(path.gains(), (gain, 2.0), "{phase:?}");
            let rate = path.model().pacing_rate.unwrap();
            assert_eq!(rate, gain * path.model().bandwidth.get());
        }
        path.reach(Phase::Up);
        let names = phases(&mut path, 16).into_iter().map(|(phase, ..)| phase);
        let mut wanted = vec![Phase::Cruise; 8];
        (wanted[0], wanted[1]) = (Phase::Up, Phase::Down);
        assert_eq!(names.collect::<Vec<_>>(), [wanted.clone(), wanted].concat());
    }

    #[test]
    fn going_up_takes_until_a_quarter_more_is_in_flight_and_going_down_until_the_bdp_is() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        path.reach(Phase::Up);
        let bdp = path.bdp();
        for (phase, lasted, in_flight) in phases(&mut path, 24) {
            match phase {
                // A quarter of a BDP takes a round trip at a quarter more, and the three packets more that
                // the window has room for 9 ms.
                Phase::Up => {
                    assert!((0.1..0.14).contains(&lasted), "{lasted}");
                    assert!((in_flight / (1.25 * bdp) - 1.0).abs() < 0.05);
                }
                Phase::Down => assert!(lasted < 0.12 && in_flight < 1.05 * bdp),
                _ => assert!((0.1..0.11).contains(&lasted), "{lasted}"),
            }
        }
    }

    #[test]
    fn going_up_takes_a_round_trip_and_then_what_it_aimed_at_or_a_loss() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        let cycle = Cycle {
            index: 0,
            began: Time::from_s(10.0),
        };
        let model = path.model();
        let ends = |now_s, lost, in_flight_before| {
            let ack = Ack {
                lost,
                in_flight_before,
                ..ack(now_s, 1.0)
            };
            model.is_next_phase(cycle, &ack)
        };
        let aim = model.inflight(1.25);
        assert!(ends(10.11, 0.0, aim) && ends(10.11, 1.0, 4.0));
        assert!(!ends(10.11, 0.0, aim - 1.0), "too little is in flight");
        assert!(!ends(10.09, 1.0, aim), "less than a round trip has passed");
    }

    #[test]
    fn the_first_phase_is_any_but_the_second() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        let mut counts = [0; 8];
        for _ in 0..7000 {
            path.bbr.0.enter_probe_bw(Time::ZERO);
            if let State::ProbeBw(cycle) = path.model().state {
                counts[usize::from(cycle.index)] += 1;
            }
        }
        assert_eq!(counts[1], 0);
        // Each 1000 times; five standard deviations of a binomial are 146.
        let others = counts.iter().enumerate().filter(|&(index, _)| index != 1);
        assert!(
            others.clone().count() == 7 && others.into_iter().all(|(_, n)| (854..1146).contains(n))
        );
    }
}
