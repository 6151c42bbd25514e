//! Tells when the pipe is full: the rate was to double each round trip, and grew little in three of them.
//!
//! Source: draft-cardwell-iccrg-bbr-congestion-control-00 Section 4.3.2.2, draft-ietf-ccwg-bbr-06 Section
//! 5.3.1.2. Version 1 looks at the bandwidth, the largest of the last ten round trips, version 3 at the
//! last round trip's rate.

/// Looks for a plateau of the rate.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::cc) struct FullPipe {
    /// Whether the pipe has ever been full (`BBR.filled_pipe`, `BBR.full_bw_reached`).
    pub(in crate::cc) reached: bool,
    /// Whether it has become so since the search began (`BBR.full_bw_now`).
    pub(in crate::cc) now: bool,
    /// The rate to exceed, packets per second (`BBR.full_bw`).
    baseline: f64,
    /// Round trips without growth (`BBR.full_bw_count`).
    rounds: u32,
}

/// Growth of the rate in a round trip that counts as growth.
const GROWTH: f64 = 1.25;
/// Round trips without growth that make a plateau.
const PLATEAU_ROUNDS: u32 = 3;

impl FullPipe {
    /// Restarts the search, for more than `baseline` packets per second (`ResetFullBW`).
    pub(in crate::cc) fn restart(&mut self, baseline: f64) {
        self.baseline = baseline;
        self.rounds = 0;
        self.now = false;
    }

    /// A round trip has passed, with `rate` packets per second.
    pub(in crate::cc) fn on_round(&mut self, rate: f64) {
        if rate >= self.baseline * GROWTH {
            self.restart(rate);
            return;
        }
        self.rounds += 1;
        if self.rounds >= PLATEAU_ROUNDS {
            self.now = true;
            self.reached = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn three_rounds_with_less_than_a_quarter_more_are_a_plateau() {
        let mut pipe = FullPipe::default();
        for rate in [100.0, 200.0, 400.0, 480.0, 490.0] {
            pipe.on_round(rate);
            assert!(!pipe.now, "{rate}");
        }
        pipe.on_round(499.0);
        assert!(pipe.now && pipe.reached);
    }

    #[test]
    fn growth_by_a_quarter_restarts_the_count() {
        let mut pipe = FullPipe::default();
        for rate in [100.0, 110.0, 120.0, 125.0, 130.0, 150.0] {
            pipe.on_round(rate);
        }
        assert!(!pipe.now, "125 is a quarter more than 100");
        pipe.on_round(156.0);
        assert!(pipe.now);
    }

    #[test]
    fn a_new_search_does_not_forget_that_the_pipe_was_full() {
        let mut pipe = FullPipe {
            reached: true,
            now: true,
            ..FullPipe::default()
        };
        pipe.restart(100.0);
        assert!(pipe.reached && !pipe.now);
    }
}
