//! BBR: sends at the rate and with the amount in flight that a model of the path calls for.
//!
//! The model is the largest delivery rate seen lately (`filters`), the shortest round trip seen
//! lately (`probe_rtt`), and bounds learnt from loss (`bounds`). Their product is what fits the
//! path without a queue, the BDP. To learn it a flow sends faster (`startup`), slower (`drain`),
//! and then in a cycle of both (`probe_bw`), at times so little that queues vanish (`probe_rtt`).
//! `model` keeps all this up to date, and `control` makes pacing rate and window of it.
//!
//! Source: draft-ietf-ccwg-bbr-06 (July 2026), BBR version 3; sections below are its sections. It
//! replaces version 1, [`super::bbr1`], whose numbers differ: Startup at 2.89 there, a probe
//! cycle of eight round trips, and a round-trip probe at four packets every 10 s. Here the interval
//! is 5 s at half a BDP, while the *memory* for the shortest round trip is 10 s. What both do alike is in
//! `path_model`.
//!
//! We differ from the draft in this:
//! - Volumes are packets, since all segments of a flow have one size.
//! - No offload: segments leave singly, so that the send quantum (Section 5.6.3) is one packet and
//!   its budget (5.5.8), three packets, never exceeds the least window of four.
//! - The draft leaves the response to marks open but asks that they count as congestion (3.7). Here
//!   an echoed mark, at most one per window of data, is a round trip whose loss is too high.
//! - A fast recovery that turns out to be needless is not undone (5.5.11), since the sender does not
//!   find out. A timeout is, but by going back to the whole state of before.
//! - Without selective acknowledgments it measures badly, as the draft warns (4.1.3.5.1); its rule
//!   that any loss is then too much is left out. So are the rates that an acknowledgment seems to show
//!   when it covers what had arrived long before, at the end of a repair (`RateSampler::distrust`); and of
//!   the holes that NewReno repairs one by one it hears of the first only.
//! - Before the first round trip is timed nothing is paced, where the draft assumes 1 ms (5.6.2).
//! - Samples that ProbeRTT held down are distinguished here, not by the sampler, with the same result
//!   (`MarkConnectionAppLimited`, 5.3.4.3).
//! - Whether a probe has reached the long-term bound (5.3.3.9) is judged by what was in flight before
//!   the acknowledgment, as in Linux, and in whole packets: after it, it never has.

mod bounds;
mod control;
mod cwnd_limited;
mod drain;
mod filters;
mod model;
mod params;
mod probe_bw;
mod probe_rtt;
mod startup;
#[cfg(test)]
mod testing;

pub use params::{Params, SECTION};

use super::path_model::{Ack, Aggregation, FullPipe, HeldBack, Losses, MIN_PIPE, Phase, Rounds};
use super::shared::Shared;
use super::{Acked, Controller, LostPacket, Window};
use crate::rng::Rng;
use crate::time::{Span, Time};
use bounds::Bounds;
use cwnd_limited::CwndLimited;
use filters::MaxBandwidth;
use probe_bw::Cycle;
use probe_rtt::ProbeRtt;

/// The state of BBR version 3, apart because it is large.
#[derive(Clone, Debug)]
pub struct Bbr(Box<Model>);

/// The model of the path, and where the flow stands.
///
/// Fields are in the order of their use: a segment touches the first cache line, an acknowledgment all but the last.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Model {
    /// Packets per second; `None` until a round trip has been timed.
    pacing_rate: Option<f64>,
    phase: Phase,
    in_recovery: bool,
    idle_restart: bool,
    cwnd_limited: CwndLimited,
    params: Shared<Params>,
    /// Bandwidth in use, packets per second: the largest seen within its short-term bound (`BBR.bw`).
    bw: f64,
    max_bw: MaxBandwidth,
    rounds: Rounds,
    losses: Losses,
    /// `None` until the flow is established.
    initial_cwnd: Option<f64>,
    held_back: HeldBack,
    full_pipe: FullPipe,
    bounds: Bounds,
    cycle: Cycle,
    probe_rtt: ProbeRtt,
    aggregation: Aggregation,
    /// Last window known to be good: before loss recovery and before ProbeRTT.
    prior_cwnd: f64,
    drain_start_round: u64,
    rng: Rng,
}

impl Bbr {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Shared<Params>, rng: &Rng) -> Bbr {
        Bbr(Box::new(Model {
            params: params.clone(),
            rng: rng.split(),
            phase: Phase::Startup,
            rounds: Rounds::default(),
            max_bw: MaxBandwidth::default(),
            bw: 0.0,
            bounds: Bounds::default(),
            full_pipe: FullPipe::default(),
            drain_start_round: 0,
            cycle: Cycle::default(),
            probe_rtt: ProbeRtt::default(),
            held_back: HeldBack::default(),
            aggregation: Aggregation::default(),
            cwnd_limited: CwndLimited::default(),
            pacing_rate: None,
            initial_cwnd: None,
            prior_cwnd: 0.0,
            in_recovery: false,
            idle_restart: false,
            losses: Losses::default(),
        }))
    }
}

impl Controller for Bbr {
    const PACES: bool = true;
    const GROWS_UNTIL_LOSS: bool = false;

    fn on_established(&mut self, window: &mut Window, now: Time, rtt: Option<Span>) {
        self.0.establish(window, now, rtt);
    }

    fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        self.0.on_ack(window, acked);
    }

    fn on_packet_lost(&mut self, window: &mut Window, now: Time, lost: &LostPacket) {
        self.0.on_packet_lost(window, now, lost);
    }

    /// Fast recovery begins (`OnEnterFastRecovery`): the window follows from the model as before.
    fn on_loss(&mut self, window: &mut Window, _: &super::Loss) {
        self.0.enter_recovery(window);
    }

    fn on_mark(&mut self, window: &mut Window, loss: &super::Loss) {
        self.0.on_mark(window, loss.now, f64::from(loss.in_flight));
    }

    /// Everything in flight counts as lost, so that one segment may leave (`OnEnterRTO`).
    fn on_timeout(&mut self, window: &mut Window, _: &super::Loss, _: bool) {
        self.0.enter_recovery(window);
        window.set(1.0);
    }

    fn on_recovered(&mut self, window: &mut Window, _: Time) {
        self.0.leave_recovery(window);
    }

    fn on_restart(&mut self, window: &mut Window, now: Time, _: Span) {
        self.0.restart_from_idle(window, now);
    }

    fn follows_recovery(&self) -> bool {
        true
    }

    fn samples_rate(&self) -> bool {
        true
    }

    fn pacing_rate(&self, _: &Window) -> Option<f64> {
        self.0.pacing_rate
    }

    fn state(&self) -> Option<u8> {
        Some(super::FIRST_STATE + self.0.phase as u8)
    }
}
