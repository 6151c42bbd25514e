//! Updates of the model by an acknowledgment, a loss, a mark and an idle time.
//!
//! Source: Sections 5.2 (order of the steps), 5.4 and 5.5.

use super::bounds;
use super::{Ack, Model, Phase};
use crate::cc::{Acked, LostPacket, Window};
use crate::time::{Span, Time};

/// Rounds for which bunching is remembered once the pipe has been full (`BBR.ExtraAckedFilterLen`).
const AGGREGATION_ROUNDS: u64 = 10;

impl Model {
    /// `OnInit`, when the flow begins with a window and perhaps a round trip timed by its handshake.
    pub(super) fn establish(&mut self, window: &Window, now: Time, rtt: Option<Span>) {
        self.initial_cwnd = Some(window.cwnd);
        self.probe_rtt.begin(now, rtt);
        self.aggregation.restart(now);
        if let Some(rtt) = rtt {
            self.init_pacing_rate(rtt);
        }
    }

    /// Implements `UpdateOnACK` of the draft (Section 5.2.3).
    pub(super) fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        if self.initial_cwnd.is_none() {
            self.establish(window, acked.now, acked.rtt);
        }
        if self.pacing_rate.is_none()
            && let Some(rtt) = acked.rtt
        {
            self.init_pacing_rate(rtt);
        }
        let Some(mut ack) = Ack::of(acked, window, &mut self.losses) else {
            return; // nothing was delivered
        };
        ack.rate.app_limited |= self.held_back.covers(&ack.rate);
        self.rounds.update(&ack.rate);
        self.cwnd_limited
            .note(self.rounds.started, acked.in_flight, window);
        self.update_model(window, &ack);
        self.set_pacing_rate(self.pacing_gain());
        self.set_cwnd(window, ack.packets, ack.rate.delivered);
    }

    /// Implements `UpdateModelAndState` of the draft (Section 5.2.3).
    pub(super) fn update_model(&mut self, window: &mut Window, ack: &Ack) {
        self.bounds.update_latest(&ack.rate);
        self.update_congestion_signals(ack);
        if ack.rate.packets_per_s > 0.0 {
            let rounds = if self.full_pipe.reached {
                AGGREGATION_ROUNDS
            } else {
                1
            };
            self.aggregation
                .update(ack, self.bw, self.rounds.count, rounds);
        } else {
            self.aggregation.restart(ack.now);
        }
        self.check_full_pipe(ack);
        self.check_startup_done(ack);
        self.check_drain_done(ack);
        self.update_probe_bw(ack);
        self.update_min_rtt(ack);
        self.check_probe_rtt(window, ack);
        self.bounds.advance_latest(&ack.rate);
        self.bw = self.bounds.bandwidth(self.max_bw.get());
    }

    /// `UpdateCongestionSignals` with `UpdateMaxBw`, Sections 5.5.5 and 5.5.10.3.
    pub(super) fn update_congestion_signals(&mut self, ack: &Ack) {
        if self.rounds.started {
            self.cycle.rounds_since_up += 1;
        }
        let rate = &ack.rate;
        if rate.packets_per_s > 0.0
            && (rate.packets_per_s >= self.max_bw.get() || !rate.app_limited)
        {
            self.max_bw.update(rate.packets_per_s);
        }
        if self.bounds.loss_round_started {
            if !self.is_probing_bw() {
                self.bounds
                    .adapt_short_term(self.max_bw.get(), ack.cwnd, self.params.beta);
            }
            self.bounds.loss_in_round = false;
        }
    }

    /// Implements `HandleLostPacket` of the draft (Section 5.5.10.2).
    pub(super) fn on_packet_lost(&mut self, window: &Window, now: Time, lost: &LostPacket) {
        self.losses.note(now);
        self.bounds.note_loss(lost.delivered, Some(lost.number));
        let threshold = self.params.loss_threshold;
        let in_flight = f64::from(lost.in_flight_at_send);
        if self.cycle.is_probe_sample && bounds::too_high(lost.lost, in_flight, threshold) {
            let safe = bounds::inflight_at_loss(in_flight, lost.lost as f64, threshold);
            self.handle_inflight_too_high(window, now, lost.delivered, safe, lost.app_limited);
        }
    }

    /// A mark says what a loss rate above the threshold says.
    pub(super) fn on_mark(&mut self, window: &mut Window, now: Time, in_flight: f64) {
        let delivered = self.rounds.delivered;
        self.bounds.note_loss(delivered, None);
        if self.phase == Phase::Startup {
            self.full_pipe.reached = true;
            self.bounds.inflight_longterm = self.safe_inflight();
            self.enter_drain();
        } else if self.cycle.is_probe_sample {
            self.handle_inflight_too_high(window, now, delivered, in_flight, false);
        }
    }

    /// Implements `HandleRestartFromIdle` of the draft (Section 5.4.1).
    pub(super) fn restart_from_idle(&mut self, window: &mut Window, now: Time) {
        self.idle_restart = true;
        self.aggregation.restart(now);
        if self.is_in_probe_bw() {
            self.set_pacing_rate(1.0);
        } else if self.phase == Phase::ProbeRtt {
            self.check_probe_rtt_done(window, now, self.rounds.delivered);
        }
    }

    /// Whether the flow is in one of the four states of the probe cycle.
    pub(super) fn is_in_probe_bw(&self) -> bool {
        matches!(
            self.phase,
            Phase::Down | Phase::Cruise | Phase::Refill | Phase::Up
        )
    }

    /// Whether the flow sends at least as fast as it has seen the path deliver (`IsProbingBW`).
    pub(super) fn is_probing_bw(&self) -> bool {
        matches!(self.phase, Phase::Startup | Phase::Refill | Phase::Up)
    }
}
