//! From model to action: the pacing rate and the congestion window.
//!
//! Source: Section 4.2.

use super::{Ack, Loss, MIN_PIPE, Model, Phase, State, Window};
use crate::cc::path_model::{larger, smaller};

/// Limit of ACK aggregation, as a time at the estimated bandwidth (Linux `bbr_extra_acked_max_us`), seconds.
const LONGEST_BUNCH_S: f64 = 0.1;

/// Loss recovery, as far as the window is concerned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Recovery {
    /// None is under way.
    None,
    /// Fast recovery has begun since the last acknowledgment.
    Begun,
    /// As much leaves as arrives (`BBR.packet_conservation`), until a packet is acknowledged that was sent
    /// when this much had been delivered: a round trip.
    Conserving(u64),
    /// The round trip is over, fast recovery is not.
    Fast,
    /// A timeout is being repaired.
    Timeout,
}

impl Model {
    /// The rate over the bandwidth (`BBR.pacing_gain`).
    pub(super) fn pacing_gain(&self) -> f64 {
        match self.phase() {
            Phase::Up | Phase::Down if self.policed_rate().is_some() => 1.0,
            Phase::Startup => self.params.startup_gain,
            Phase::Drain => 1.0 / self.params.startup_gain,
            Phase::Up => self.params.up_gain,
            Phase::Down => self.params.down_gain,
            Phase::Cruise | Phase::Refill | Phase::ProbeRtt => 1.0,
        }
    }

    /// The window over the BDP (`BBR.cwnd_gain`).
    pub(super) fn cwnd_gain(&self) -> f64 {
        match self.state {
            State::Startup | State::Drain => self.params.startup_gain,
            State::ProbeBw(_) => self.params.cwnd_gain,
            State::ProbeRtt(_) => 1.0,
        }
    }

    /// `BBRInflight`, packets: a multiple of the BDP, and three send quanta.
    pub(super) fn inflight(&self, gain: f64) -> f64 {
        self.inflight_at(self.bandwidth.get(), gain, 0.0)
    }

    /// The same with another bandwidth, packets per second, and `room` for more.
    fn inflight_at(&self, bandwidth: f64, gain: f64, room: f64) -> f64 {
        match self.round_trip.get() {
            Some(rtt) if self.is_whole() => {
                self.quantized(Model::whole_bdp(bandwidth, rtt, gain) + room.ceil())
            }
            Some(rtt) => gain * bandwidth * rtt.s() + 3.0 * self.send_quantum() + room,
            None => self.initial_cwnd.unwrap_or(MIN_PIPE) + room,
        }
    }

    /// Returns the window added for ACK aggregation, packets (Linux `bbr_ack_aggregation_cwnd`).
    fn room_for_bunches(&self) -> f64 {
        if self.params.ack_aggregation && self.full_pipe.reached {
            smaller(
                self.aggregation.get(),
                LONGEST_BUNCH_S * self.bandwidth_to_use(),
            )
        } else {
            0.0
        }
    }

    /// `BBRSetPacingRateWithGain`, Section 4.2.1: never down before the pipe has been full.
    pub(super) fn set_pacing_rate(&mut self, gain: f64) {
        let rate = gain * self.bandwidth_to_use() * (1.0 - self.params.pacing_margin);
        let may_fall = self.full_pipe.reached || self.pacing_rate.is_none_or(|old| rate > old);
        if rate > 0.0 && may_fall {
            self.pacing_rate = Some(rate);
        }
    }

    /// `BBRSetCwnd`, Section 4.2.3.6: up by no more than was acknowledged, down at once.
    pub(super) fn set_cwnd(&mut self, window: &mut Window, ack: &Ack) {
        let mut cwnd = self.modulated_for_recovery(window.cwnd, ack);
        if !matches!(self.recovery, Recovery::Conserving(_)) {
            let room = self.room_for_bunches();
            let target = self.inflight_at(self.bandwidth_to_use(), self.cwnd_gain(), room);
            let few = (ack.rate.delivered as f64) < self.initial_cwnd.unwrap_or(0.0);
            if self.full_pipe.reached {
                cwnd = smaller(cwnd + ack.packets, target);
            } else if cwnd < target || few {
                cwnd += ack.packets;
            }
            cwnd = larger(cwnd, MIN_PIPE);
        }
        window.set(self.modulated_for_probe_rtt(cwnd));
    }

    /// Fast recovery begins: the window is what is in flight (Section 4.2.3.4). The acknowledgment that
    /// showed the loss, or the next, says how much that is.
    pub(super) fn enter_fast_recovery(&mut self, window: &mut Window, loss: &Loss) {
        self.save_cwnd(window.cwnd);
        self.recovery = Recovery::Begun;
        let outstanding = f64::from(loss.in_flight.saturating_sub(loss.lost));
        window.set(smaller(window.cwnd, outstanding));
    }

    /// A timeout: everything counts as lost, one packet may leave.
    pub(super) fn time_out(&mut self, window: &mut Window) {
        self.save_cwnd(window.cwnd);
        self.recovery = Recovery::Timeout;
        window.set(1.0);
    }

    /// An acknowledgment arrives: fast recovery goes from the first round trip to the next ones. If the
    /// sender has none under way, a tail loss probe has repaired the only loss.
    pub(super) fn follow_recovery(&mut self, window: &mut Window, ack: &Ack, in_recovery: bool) {
        match self.recovery {
            Recovery::None | Recovery::Timeout => {}
            _ if !in_recovery => self.leave_recovery(window),
            Recovery::Begun => {
                self.recovery = Recovery::Conserving(ack.rate.delivered);
                window.set(self.conserved(ack.in_flight + larger(ack.packets, 1.0)));
            }
            Recovery::Conserving(until) if ack.rate.prior_delivered >= until => {
                self.recovery = Recovery::Fast;
            }
            Recovery::Conserving(_) | Recovery::Fast => {}
        }
    }

    /// For each packet that left the network one is sent: as many as before, not more. Without selective
    /// acknowledgments what has arrived behind holes passes for being in flight.
    fn conserved(&self, in_flight: f64) -> f64 {
        smaller(in_flight, self.prior_cwnd)
    }

    /// Loss recovery is over: back to the window it began with.
    pub(super) fn leave_recovery(&mut self, window: &mut Window) {
        self.recovery = Recovery::None;
        self.restore_cwnd(window);
        window.set(self.modulated_for_probe_rtt(window.cwnd));
    }

    /// Implements `BBRSaveCwnd` of the draft.
    pub(super) fn save_cwnd(&mut self, cwnd: f64) {
        let probing = matches!(self.state, State::ProbeRtt(_));
        self.prior_cwnd = if self.recovery == Recovery::None && !probing {
            cwnd
        } else {
            larger(self.prior_cwnd, cwnd)
        };
    }

    /// Implements `BBRRestoreCwnd` of the draft.
    pub(super) fn restore_cwnd(&self, window: &mut Window) {
        window.set(larger(window.cwnd, self.prior_cwnd));
    }

    /// `BBRModulateCwndForRecovery`, at every acknowledgment in fast recovery.
    fn modulated_for_recovery(&self, cwnd: f64, ack: &Ack) -> f64 {
        let less = larger(cwnd - ack.lost, 1.0);
        match self.recovery {
            Recovery::Conserving(_) => larger(less, self.conserved(ack.in_flight + ack.packets)),
            Recovery::Fast => less,
            _ => cwnd,
        }
    }

    /// Implements `BBRModulateCwndForProbeRTT` of the draft (Section 4.2.3.5).
    fn modulated_for_probe_rtt(&self, cwnd: f64) -> f64 {
        match self.state {
            State::ProbeRtt(_) => smaller(cwnd, MIN_PIPE),
            _ => cwnd,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cc::Controller;
    use crate::cc::bbr1::Params;
    use crate::cc::bbr1::testing::{Path, params};
    use crate::cc::path_model::testing::{ack, sample};
    use crate::time::Time;

    fn loss(in_flight: u32, lost: u32) -> Loss {
        Loss {
            now: Time::from_s(1.0),
            in_flight,
            lost,
        }
    }

    /// On a path of 1250 packets per second and 100 ms, cycling.
    fn cycling() -> Path {
        let mut path = Path::new(1250.0, 0.1, 1e4);
        path.settle();
        path.run_until(0.5, |_| false);
        path
    }

    #[test]
    fn the_window_is_two_bdp_and_three_packets() {
        let path = cycling();
        let bdp = path.model().inflight(1.0) - 3.0;
        assert!((bdp / path.bdp() - 1.0).abs() < 0.02, "{bdp}");
        assert!((path.window.cwnd - (2.0 * bdp + 3.0)).abs() < 1e-6);
    }

    #[test]
    fn acknowledgments_that_bunch_widen_the_window_by_a_tenth_of_a_second_at_most() {
        let with_room = Params {
            ack_aggregation: true,
            ..params()
        };
        let mut path = Path::with(&with_room, 1250.0, 0.1, 1e4);
        path.settle();
        let model = &mut path.bbr.0;
        let (bandwidth, round) = (model.bandwidth.get(), model.rounds.count);
        // A second of silence, then 60 packets, then 600, where no rate explains more than a few.
        let mut bunch = |packets: f64, after_s: f64| {
            let arrives = Ack {
                packets,
                cwnd: 1e4,
                ..ack(path.now + after_s, packets)
            };
            model.aggregation.update(&arrives, bandwidth, round, 10);
            model.room_for_bunches()
        };
        assert_eq!(bunch(60.0, 1.0), 60.0);
        assert_eq!(bunch(600.0, 2.0), 0.1 * bandwidth);
    }

    #[test]
    fn in_the_first_round_trip_of_recovery_as_much_leaves_as_arrives() {
        let mut path = cycling();
        let before = path.window.cwnd;
        path.bbr.on_loss(&mut path.window, &loss(130, 3));
        assert_eq!(path.window.cwnd, 127.0);
        let model = &mut path.bbr.0;
        // In flight: 120 after it. One arrived: 121 may be out.
        let arrives = |rate| Ack {
            rate,
            in_flight: 120.0,
            ..ack(1.0, 1.0)
        };
        let first = arrives(sample(1250.0, 870, 1000));
        model.follow_recovery(&mut path.window, &first, true);
        model.set_cwnd(&mut path.window, &first);
        assert_eq!(path.window.cwnd, 121.0);
        let second = arrives(sample(1250.0, 900, 1001));
        model.follow_recovery(&mut path.window, &second, true);
        model.set_cwnd(&mut path.window, &second);
        assert_eq!(path.window.cwnd, 121.0, "none is added");
        // What was sent when 1000 had arrived is acknowledged: then one more for each, less what is lost.
        let next = Ack {
            lost: 5.0,
            ..arrives(sample(1250.0, 1000, 1130))
        };
        model.follow_recovery(&mut path.window, &next, true);
        model.set_cwnd(&mut path.window, &next);
        assert_eq!(path.window.cwnd, 117.0);
        path.bbr.on_recovered(&mut path.window, Time::from_s(1.2));
        assert_eq!(path.window.cwnd, before);
    }

    #[test]
    fn losses_do_not_change_the_rate_of_bbr1() {
        let mut path = cycling();
        let before = path.model().pacing_rate;
        path.bbr.on_loss(&mut path.window, &loss(130, 100));
        assert_eq!(path.model().pacing_rate, before);
        path.bbr.on_timeout(&mut path.window, &loss(30, 30), false);
        path.bbr.on_mark(&mut path.window, &loss(30, 0));
        assert_eq!(path.model().pacing_rate, before);
    }

    #[test]
    fn a_timeout_leaves_one_segment_then_four_and_the_end_of_recovery_restores_the_window() {
        let mut path = cycling();
        let before = path.window.cwnd;
        path.bbr
            .on_timeout(&mut path.window, &loss(130, 130), false);
        assert_eq!(path.window.cwnd, 1.0);
        let arrives = Ack {
            in_flight: 0.0,
            ..ack(1.0, 1.0)
        };
        path.bbr.0.set_cwnd(&mut path.window, &arrives);
        assert_eq!(path.window.cwnd, 4.0);
        path.bbr.0.set_cwnd(&mut path.window, &arrives);
        assert_eq!(path.window.cwnd, 5.0);
        path.bbr.on_recovered(&mut path.window, Time::from_s(1.2));
        assert_eq!(path.window.cwnd, before);
    }

    #[test]
    fn a_loss_within_a_recovery_does_not_forget_the_window_of_before() {
        let mut path = cycling();
        let before = path.window.cwnd;
        path.bbr.on_loss(&mut path.window, &loss(130, 3));
        path.bbr
            .on_timeout(&mut path.window, &loss(130, 130), false);
        path.bbr.on_recovered(&mut path.window, Time::from_s(1.2));
        assert_eq!(path.window.cwnd, before);
    }

    #[test]
    fn a_loss_repaired_by_a_tail_probe_starts_no_recovery() {
        let mut path = cycling();
        let before = path.window.cwnd;
        path.bbr.on_loss(&mut path.window, &loss(130, 1));
        let arrives = ack(1.0, 1.0);
        path.bbr
            .0
            .follow_recovery(&mut path.window, &arrives, false);
        assert_eq!(path.window.cwnd, before);
    }

    #[test]
    fn a_small_buffer_costs_a_few_percent_in_each_cycle_and_no_throughput() {
        // Room for a tenth of a BDP: the rest of the quarter is lost.
        let mut path = Path::new(1250.0, 0.1, 12.0);
        path.settle();
        let dropped = path.dropped;
        let delivered = path.model().rounds.delivered;
        path.run_until(8.0, |_| false);
        let lost = (path.dropped - dropped) as f64;
        let arrived = (path.model().rounds.delivered - delivered) as f64;
        assert!((0.01..0.04).contains(&(lost / (lost + arrived))), "{lost}");
        assert!(arrived > 0.96 * 8.0 * 1250.0, "{arrived}");
    }
}
