//! ProbeBW: the cycle in which a flow spends its life, to find more bandwidth and to leave some.
//!
//! *Down* sends at 0.9 of the bandwidth until nothing queues. *Cruise* keeps the rate until two to
//! three seconds have passed since the cycle began, or as many round trips as a Reno flow would need
//! to fill this pipe, 62 or 63 at most. *Refill* forgets the short-term bounds and fills the pipe for
//! one round trip. *Up* sends at 1.25 until the rate grows no
//! more, or too much is lost, or, after a probe that lost too much, until as much is in flight as
//! was too much then; if that was harmless the next probe follows at once.
//!
//! Source: Section 5.3.3.

use super::bounds::too_high;
use super::{Ack, Model, Phase, Window};
use crate::cc::path_model::{larger, smaller};
use crate::time::{Span, Time};

/// State of the cycle besides its phase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cycle {
    acks: Acks,
    /// Whether acknowledgments cover packets sent during a probe (`BBR.is_bw_probe_sample`).
    pub(super) is_probe_sample: bool,
    /// Round trips since the last probe (`BBR.rounds_since_probe_up`).
    pub(super) rounds_since_up: u32,
    /// Start of the cycle (`BBR.cycle_stamp`).
    started_at: Time,
    /// The longest time from then to the next probe (`BBR.bw_probe_wait`).
    wait: Span,
    /// Packets acknowledged since the long-term bound last grew, and how many make it grow by one.
    up_acked: f64,
    up_acked_per_packet: f64,
    up_rounds: u32,
    /// The last probe lost too much.
    too_high: bool,
    /// The last probe ended early, where the one before had lost too much.
    precautionary: bool,
}

/// Relation of acknowledgments to probing (`BBR.ack_phase`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Acks {
    /// No relation to a probe.
    Init,
    /// The pipe is being filled.
    Refilling,
    /// A probe has begun, and acknowledgments do not cover it yet.
    ProbeStarting,
    /// Acknowledgments cover the running probe.
    ProbeFeedback,
    /// Acknowledgments cover the end of the probe.
    ProbeStopping,
}

/// Round trips in which growth of the long-term bound doubles, at most.
const MOST_DOUBLINGS: u32 = 30;

impl Default for Cycle {
    fn default() -> Cycle {
        Cycle {
            acks: Acks::Init,
            is_probe_sample: false,
            rounds_since_up: 0,
            started_at: Time::ZERO,
            wait: Span::ZERO,
            up_acked: 0.0,
            up_acked_per_packet: f64::INFINITY,
            up_rounds: 0,
            too_high: false,
            precautionary: false,
        }
    }
}

impl Cycle {
    /// ProbeRTT interrupts: what is still to come from a probe is its end.
    pub(super) fn interrupt(&mut self) {
        self.acks = Acks::ProbeStopping;
    }
}

impl Model {
    /// Implements `StartProbeBW_DOWN` of the draft.
    pub(super) fn start_down(&mut self, now: Time, delivered: u64) {
        self.bounds.reset_signals();
        self.cycle.up_acked_per_packet = f64::INFINITY;
        self.pick_wait();
        self.cycle.started_at = now;
        self.cycle.acks = Acks::ProbeStopping;
        self.rounds.restart(delivered);
        self.phase = Phase::Down;
    }

    /// Implements `StartProbeBW_CRUISE` of the draft.
    pub(super) fn start_cruise(&mut self) {
        self.phase = Phase::Cruise;
    }

    /// Implements `StartProbeBW_REFILL` of the draft.
    fn start_refill(&mut self, delivered: u64) {
        self.bounds.reset_short_term();
        self.cycle.up_rounds = 0;
        self.cycle.up_acked = 0.0;
        self.cycle.precautionary = false;
        self.cycle.acks = Acks::Refilling;
        self.rounds.restart(delivered);
        self.phase = Phase::Refill;
    }

    /// Implements `StartProbeBW_UP` of the draft.
    fn start_up(&mut self, ack: &Ack) {
        self.cycle.is_probe_sample = true;
        self.cycle.acks = Acks::ProbeStarting;
        self.rounds.restart(ack.rate.delivered);
        self.full_pipe.restart(ack.rate.packets_per_s);
        self.phase = Phase::Up;
        self.raise_longterm_slope(ack.cwnd);
    }

    /// Implements `UpdateProbeBWCyclePhase` of the draft.
    pub(super) fn update_probe_bw(&mut self, ack: &Ack) {
        if !self.full_pipe.reached || self.adapt_long_term(ack) {
            return;
        }
        if self.phase == Phase::Up && self.is_time_to_go_down(ack) {
            self.cycle.too_high = false;
            self.start_down(ack.now, ack.rate.delivered);
            return;
        }
        match self.phase {
            Phase::Down | Phase::Cruise if self.is_time_to_probe(ack) => {
                self.start_refill(ack.rate.delivered);
            }
            Phase::Down if self.is_time_to_cruise(ack) => self.start_cruise(),
            Phase::Refill if self.rounds.started => self.start_up(ack),
            _ => {}
        }
    }

    /// `HandleInflightTooHigh`, Section 5.5.10.2: a probe has lost too much with `in_flight` packets.
    pub(super) fn handle_inflight_too_high(
        &mut self,
        window: &Window,
        now: Time,
        delivered: u64,
        in_flight: f64,
        app_limited: bool,
    ) {
        self.cycle.too_high = true;
        self.cycle.is_probe_sample = false; // once per probe
        if !app_limited {
            let least = self.target_inflight(window.cwnd) * self.params.beta;
            self.bounds.inflight_longterm = larger(in_flight, least);
        }
        if self.phase == Phase::Up {
            self.start_down(now, delivered);
        }
    }

    /// `AdaptLongTermModel`; true when it has decided on the next phase.
    fn adapt_long_term(&mut self, ack: &Ack) -> bool {
        if self.cycle.acks == Acks::ProbeStarting && self.rounds.started {
            self.cycle.acks = Acks::ProbeFeedback;
        }
        if self.cycle.acks == Acks::ProbeStopping && self.rounds.started {
            self.cycle.is_probe_sample = false;
            self.cycle.acks = Acks::Init;
            if self.is_in_probe_bw() {
                if !ack.rate.app_limited {
                    self.max_bw.advance();
                }
                if self.cycle.precautionary && !self.cycle.too_high {
                    self.start_refill(ack.rate.delivered);
                    return true;
                }
            }
        }
        let in_flight = f64::from(ack.rate.in_flight_at_send);
        let safe = !too_high(ack.rate.lost, in_flight, self.params.loss_threshold);
        if safe && self.bounds.inflight_longterm < f64::INFINITY {
            self.bounds.inflight_longterm = larger(self.bounds.inflight_longterm, in_flight);
            if self.phase == Phase::Up {
                self.probe_longterm_upward(ack);
            }
        }
        false
    }

    /// `IsTimeToCruise`: no queue is left, and there is room for others.
    fn is_time_to_cruise(&self, ack: &Ack) -> bool {
        ack.in_flight <= self.bounds.with_headroom(self.params.headroom)
            && ack.in_flight <= self.inflight(self.max_bw.get(), 1.0)
    }

    /// Implements `IsTimeToGoDown` of the draft.
    fn is_time_to_go_down(&mut self, ack: &Ack) -> bool {
        let longterm = self.bounds.inflight_longterm;
        // A bound of 159.2 is reached by 159 packets: no more are let out.
        if self.cycle.too_high && ack.in_flight_before + 1.0 > longterm {
            self.cycle.precautionary = true;
            return true;
        }
        if self.cwnd_limited.get() && ack.cwnd >= longterm {
            // The bound, not the path, limits the rate.
            self.full_pipe.restart(ack.rate.packets_per_s);
            return false;
        }
        self.full_pipe.now
    }

    /// Implements `IsTimeToProbeBW` of the draft.
    fn is_time_to_probe(&self, ack: &Ack) -> bool {
        ack.now > self.cycle.started_at + self.cycle.wait || self.is_reno_probe_time(ack.cwnd)
    }

    /// `IsRenoCoexistenceProbeTime`, Section 5.3.3.8: after as many round trips as a Reno flow takes
    /// to grow by this flow's BDP.
    fn is_reno_probe_time(&self, cwnd: f64) -> bool {
        let most = f64::from(self.params.probe_wait_rounds);
        let rounds = smaller(self.target_inflight(cwnd), most);
        f64::from(self.cycle.rounds_since_up) >= rounds
    }

    /// Implements `PickProbeWait` of the draft.
    fn pick_wait(&mut self) {
        self.cycle.rounds_since_up = u32::from(self.rng.uniform() < 0.5);
        let shortest = self.params.probe_wait_s;
        let longest = shortest + self.params.probe_wait_spread_s;
        self.cycle.wait = Span::from_s(self.rng.between(shortest, longest));
    }

    /// `TargetInflight`: the BDP, unless congestion cut the window.
    fn target_inflight(&self, cwnd: f64) -> f64 {
        smaller(self.bdp(self.bw), cwnd)
    }

    /// `RaiseInflightLongtermSlope`: twice as fast each round trip, 1, 2, 4 … packets in it.
    fn raise_longterm_slope(&mut self, cwnd: f64) {
        let growth = f64::from(1u32 << self.cycle.up_rounds);
        self.cycle.up_rounds = (self.cycle.up_rounds + 1).min(MOST_DOUBLINGS);
        self.cycle.up_acked_per_packet = larger(cwnd / growth, 1.0);
    }

    /// `ProbeInflightLongtermUpward`: raises the bound while it is what limits the flow.
    fn probe_longterm_upward(&mut self, ack: &Ack) {
        if !self.cwnd_limited.get() || ack.cwnd < self.bounds.inflight_longterm {
            return;
        }
        self.cycle.up_acked += ack.packets;
        let grown = libm::floor(self.cycle.up_acked / self.cycle.up_acked_per_packet);
        self.cycle.up_acked -= grown * self.cycle.up_acked_per_packet;
        self.bounds.inflight_longterm += grown;
        if self.rounds.started {
            self.raise_longterm_slope(ack.cwnd);
        }
    }
}

#[cfg(test)]
mod tests;
