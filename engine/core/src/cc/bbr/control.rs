//! From model to action: the pacing rate and the congestion window.
//!
//! Source: Section 5.6.

use super::{MIN_PIPE, Model, Phase, Window};
use crate::cc::path_model::{larger, smaller};
use crate::time::Span;

impl Model {
    /// The rate over the bandwidth (`BBR.pacing_gain`), Section 5.6.1.
    pub(super) fn pacing_gain(&self) -> f64 {
        match self.phase {
            Phase::Startup => self.params.startup_gain,
            Phase::Drain => self.params.drain_gain,
            Phase::Down => self.params.down_gain,
            Phase::Up => self.params.up_gain,
            Phase::Cruise | Phase::Refill | Phase::ProbeRtt => 1.0,
        }
    }

    /// The window over the BDP (`BBR.cwnd_gain`), Section 5.6.1.
    pub(super) fn cwnd_gain(&self) -> f64 {
        match self.phase {
            Phase::Up => self.params.up_cwnd_gain,
            Phase::ProbeRtt => self.params.probe_rtt_gain,
            _ => self.params.cwnd_gain,
        }
    }

    /// Returns the BDP at `bw`, packets: the amount that fits the path without a queue; 0 before the first
    /// round-trip time.
    pub(super) fn bdp(&self, bw: f64) -> f64 {
        self.probe_rtt.min_rtt().map_or(0.0, |rtt| bw * rtt.s())
    }

    /// `BDPMultiple`, packets: the initial window before a round trip has been timed.
    pub(super) fn bdp_multiple(&self, bw: f64, gain: f64) -> f64 {
        match self.probe_rtt.min_rtt() {
            Some(_) => gain * self.bdp(bw),
            None => self.initial_cwnd.unwrap_or(MIN_PIPE),
        }
    }

    /// `Inflight`, packets: a multiple of the BDP that packets can be.
    pub(super) fn inflight(&self, bw: f64, gain: f64) -> f64 {
        self.quantized(self.bdp_multiple(bw, gain))
    }

    /// `InitPacingRate`, Section 5.6.2: as if the initial window were the BDP.
    pub(super) fn init_pacing_rate(&mut self, rtt: Span) {
        if rtt > Span::ZERO
            && let Some(cwnd) = self.initial_cwnd
        {
            self.pacing_rate = Some(self.params.startup_gain * cwnd / rtt.s());
        }
    }

    /// `SetPacingRateWithGain`: 1 % below the bandwidth on average, and never down before the pipe
    /// has been full.
    pub(super) fn set_pacing_rate(&mut self, gain: f64) {
        let rate = gain * self.bw * (1.0 - self.params.pacing_margin);
        let may_fall = self.full_pipe.reached || self.pacing_rate.is_none_or(|old| rate > old);
        if rate > 0.0 && may_fall {
            self.pacing_rate = Some(rate);
        }
    }

    /// `SetCwnd`, Section 5.6.4.6: up by no more than was acknowledged, down at once.
    pub(super) fn set_cwnd(&mut self, window: &mut Window, acked: f64, delivered: u64) {
        let most = self.max_inflight();
        let mut cwnd = window.cwnd;
        if self.full_pipe.reached {
            cwnd = smaller(cwnd + acked, most);
        } else if cwnd < most || (delivered as f64) < self.initial_cwnd.unwrap_or(0.0) {
            cwnd += acked;
        }
        cwnd = larger(cwnd, MIN_PIPE);
        if self.phase == Phase::ProbeRtt {
            cwnd = smaller(cwnd, self.probe_rtt_cwnd());
        }
        window.set(smaller(cwnd, self.model_cap()));
    }

    /// Loss recovery begins: remembers the window (`OnEnterFastRecovery`, `OnEnterRTO`).
    pub(super) fn enter_recovery(&mut self, window: &Window) {
        self.save_cwnd(window.cwnd);
        self.in_recovery = true;
    }

    /// Loss recovery is over: back to the window it began with, as far as the model allows.
    pub(super) fn leave_recovery(&mut self, window: &mut Window) {
        self.in_recovery = false;
        self.restore_cwnd(window);
        self.set_cwnd(window, 0.0, self.rounds.delivered);
    }

    /// Implements `SaveCwnd` of the draft (Section 5.6.4.4).
    pub(super) fn save_cwnd(&mut self, cwnd: f64) {
        self.prior_cwnd = if self.in_recovery || self.phase == Phase::ProbeRtt {
            larger(self.prior_cwnd, cwnd)
        } else {
            cwnd
        };
    }

    /// Implements `RestoreCwnd` of the draft.
    pub(super) fn restore_cwnd(&self, window: &mut Window) {
        window.set(larger(window.cwnd, self.prior_cwnd));
    }

    /// `UpdateMaxInflight`, Section 5.6.4.2: what fully uses the path, packets.
    fn max_inflight(&self) -> f64 {
        self.quantized(self.bdp_multiple(self.bw, self.cwnd_gain()) + self.aggregation.get())
    }

    /// Implements `QuantizationBudget` without segmentation offload.
    fn quantized(&self, packets: f64) -> f64 {
        let more = if self.phase == Phase::Up { 2.0 } else { 0.0 };
        larger(packets, MIN_PIPE) + more
    }

    /// Implements `BoundCwndForModel` of the draft (Section 5.6.4.7).
    fn model_cap(&self) -> f64 {
        let longterm = match self.phase {
            Phase::Startup | Phase::Drain => f64::INFINITY,
            Phase::Down | Phase::Refill | Phase::Up => self.bounds.inflight_longterm,
            Phase::Cruise | Phase::ProbeRtt => self.bounds.with_headroom(self.params.headroom),
        };
        larger(smaller(longterm, self.bounds.inflight_shortterm), MIN_PIPE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::Controller;
    use crate::cc::bbr::testing::Path;
    use crate::time::Time;

    fn loss(path: &Path) -> crate::cc::Loss {
        crate::cc::Loss {
            now: Time::from_s(path.now),
            in_flight: path.in_flight,
            lost: 1,
        }
    }

    #[test]
    fn in_startup_the_window_grows_by_what_is_acknowledged_up_to_two_bdp_and_never_shrinks() {
        let mut path = Path::new(12500.0, 0.1, 1e5);
        path.run_until(0.6, |path| {
            let bdp = path.model().bdp(path.model().bw);
            assert!(path.window.cwnd <= 10.0 + path.model().rounds.delivered as f64);
            assert!(path.window.cwnd <= 2.0 * bdp + 40.0 || path.model().rounds.delivered < 10);
            false
        });
        let mut before = path.window.cwnd;
        while path.phase() == Phase::Startup {
            path.step();
            assert!(
                (before..=before + 1.0).contains(&path.window.cwnd)
                    || path.phase() != Phase::Startup
            );
            before = path.window.cwnd;
        }
    }

    #[test]
    fn while_cruising_the_window_is_two_bdp_and_what_bunches() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::Cruise);
        path.run_until(0.5, |_| false);
        let extra = path.model().aggregation.get();
        assert!((path.window.cwnd - (250.0 + extra)).abs() < 0.01 * 250.0);
        assert!(extra <= 2.0, "nothing bunches here");
    }

    #[test]
    fn a_timeout_leaves_one_segment_and_the_end_of_recovery_restores_the_window() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::Cruise);
        path.run_until(0.5, |_| false);
        let before = path.window.cwnd;
        let loss = loss(&path);
        path.bbr.on_timeout(&mut path.window, &loss, false);
        assert_eq!(path.window.cwnd, 1.0);
        path.bbr.on_recovered(&mut path.window, loss.now);
        assert_eq!(path.window.cwnd, before);
    }

    #[test]
    fn fast_recovery_by_itself_leaves_the_window_to_the_model() {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.reach(Phase::Cruise);
        let before = path.window.cwnd;
        let loss = loss(&path);
        path.bbr.on_loss(&mut path.window, &loss);
        assert_eq!(path.window.cwnd, before);
    }

    #[test]
    fn a_path_below_one_packet_keeps_four_in_flight_at_its_rate() {
        let mut path = Path::new(10.0, 0.01, 1e4);
        path.reach(Phase::Cruise);
        path.run_until(30.0, |_| false);
        assert!((path.model().bw / 10.0 - 1.0).abs() < 0.02);
        assert!(path.window.cwnd >= MIN_PIPE);
    }
}
