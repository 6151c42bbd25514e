//! Whether the window, rather than the rate, holds the flow back.

use crate::cc::Window;

/// Whether the window held the flow back at any time of the last round trip (`C.is_cwnd_limited`).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CwndLimited {
    this_round: bool,
    last_round: bool,
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
