//! BBR version 1: sends at the largest rate that the path has delivered lately, and keeps twice the BDP in flight at most.
//!
//! Its model of the path has two numbers, the largest delivery rate of the last ten round trips and the
//! shortest round trip of the last ten seconds (`model`); their product is the BDP, what fits the path
//! without a queue. To learn them it doubles its rate until that brings nothing more and lets the queue
//! run out (`startup`), then goes through a cycle of eight round trips, one faster and one slower than the
//! path (`probe_bw`), and every ten seconds, unless a round trip as short as the shortest was seen, makes
//! queues vanish for 200 ms (`probe_rtt`). `control` makes pacing rate and window of the model. Loss says
//! nothing to it: in a recovery it sends no more than arrives for one round trip, and then goes on as
//! before. That is why it fills small buffers, and takes from others what a window of twice the BDP lets
//! it take (Ware, Mukerjee, Seshan and Sherry, IMC 2019).
//!
//! Source: draft-cardwell-iccrg-bbr-congestion-control-00 (July 2017); sections below are its sections.
//! Linux' `bbr` is this version. Version 3 is [`super::bbr`]; what both do alike is in `path_model`.
//!
//! We differ from the draft in this:
//! - Volumes are packets, since all segments of a flow have one size.
//! - No offload: segments leave singly, so that the send quantum (4.2.2) is one packet unless set otherwise;
//!   a window has room for three of them (4.2.3.2).
//! - Before the first round trip is timed nothing is paced, where the draft assumes 1 ms (4.2.1).
//! - The window at the beginning of a recovery (4.2.3.4) follows from what is in flight then. The sender
//!   tells that with acknowledgments only: where a timer (RACK's) or the count of duplicates (Reno,
//!   NewReno) showed the loss, it is what was outstanding less what was lost until the next one.
//! - Samples that ProbeRTT held down are distinguished here, not by the sampler, with the same result.
//! - A pacing margin can be set. The draft has none; Linux since 2018 and ns-3 have 1 %.
//! - Volumes can be whole packets with the rounding of Linux, which keeps a longer queue (`whole`).
//! - The window has room for acknowledgments that bunch, as in Linux since 2019 and in ns-3, unless that is
//!   switched off. The largest bunch of ten round trips counts, where Linux keeps five to ten.
//! - An acknowledgment that tells no rate, because what it covers arrived long before or was sent again, tells
//!   no round trip either: after a timeout with SACK it would be that of the timeout.
//! - Without selective acknowledgments it measures badly, as version 3 does.
//!
//! ns-3.44 loses more with BBR version 1 than we do: ten flows in one BDP of buffer lose 9.1 % there and 7.2 % here. Its
//! sampler (`TcpRateLinux::SkbDelivered`) keeps a rate sample beyond its ACK and so overestimates the bandwidth; with one
//! sample per ACK, as in Linux, it loses 7.6 %, and 7.2 % if the minimum RTT also counts selectively acknowledged packets.
//! Beside five CUBIC flows in two BDP the two repairs change its loss from 5.9 % to 1.9 % and the share of five BBR flows
//! from 0.79 to 0.68; we have 0.9 % and 0.57. A little more room in the window changes much: with a send quantum of two
//! packets, as Section 4.2.2.2 has it from 1.2 Mb/s on, we have 1.1 % and 0.62, and with three 1.2 % and 0.66.
//! The rest is not explained: ns-3 keeps its loss and share if it resends lost retransmissions without a timeout. Beside
//! Reno the shares are closer, 0.65 there and 0.61 here. Linux agrees with our shares beside CUBIC
//! (`tests/reference_bbr.rs`).
//!
//! The detection of policers that Linux has beyond the draft is off by default (`long_term`): a queue that is too small
//! can look like a policer. Like the draft and Linux it does not react to marks.

mod control;
mod long_term;
mod model;
mod params;
mod probe_bw;
mod probe_rtt;
mod startup;
#[cfg(test)]
mod testing;
mod whole;

pub use params::{Params, SECTION};

use super::path_model::{
    Ack, Aggregation, FullPipe, HeldBack, Losses, MIN_PIPE, Phase, Rounds, WindowedMax,
};
use super::shared::Shared;
use super::{Acked, Controller, Loss, LostPacket, Window};
use crate::rng::Rng;
use crate::time::{Span, Time};
use control::Recovery;
use long_term::LongTerm;
use model::RoundTrip;
use probe_bw::Cycle;
use probe_rtt::Stay;

/// The state of BBR version 1, apart because it is large.
#[derive(Clone, Debug)]
pub struct Bbr1(Box<Model>);

/// The model of the path, and where the flow stands.
///
/// Fields are in the order of their use: a segment touches the first cache line, an acknowledgment all but the last.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
struct Model {
    /// Packets per second; `None` until a round trip has been timed.
    pacing_rate: Option<f64>,
    params: Shared<Params>,
    state: State,
    recovery: Recovery,
    losses: Losses,
    rounds: Rounds,
    /// Shortest round trip of the last seconds (`BBR.RTprop`).
    round_trip: RoundTrip,
    /// `None` until the flow is established.
    initial_cwnd: Option<f64>,
    full_pipe: FullPipe,
    held_back: HeldBack,
    idle_restart: bool,
    /// Largest delivery rate of the last round trips, packets per second (`BBR.BtlBw`).
    bandwidth: WindowedMax,
    aggregation: Aggregation,
    /// Last window known to be good: before loss recovery and before ProbeRTT.
    prior_cwnd: f64,
    rng: Rng,
    /// Detection of policers, if it is on.
    long_term: Option<Box<LongTerm>>,
}

/// The states of Section 3.4.
#[derive(Clone, Copy, Debug)]
enum State {
    Startup,
    Drain,
    ProbeBw(Cycle),
    ProbeRtt(Stay),
}

impl Bbr1 {
    /// At the start of a flow.
    #[must_use]
    pub fn new(params: &Shared<Params>, rng: &Rng) -> Bbr1 {
        Bbr1(Box::new(Model {
            params: params.clone(),
            long_term: params.policer_detection.then(Box::default),
            rng: rng.split(),
            state: State::Startup,
            rounds: Rounds::default(),
            bandwidth: WindowedMax::default(),
            round_trip: RoundTrip::default(),
            full_pipe: FullPipe::default(),
            held_back: HeldBack::default(),
            aggregation: Aggregation::default(),
            losses: Losses::default(),
            pacing_rate: None,
            initial_cwnd: None,
            prior_cwnd: 0.0,
            recovery: Recovery::None,
            idle_restart: false,
        }))
    }
}

impl Controller for Bbr1 {
    const PACES: bool = true;
    const GROWS_UNTIL_LOSS: bool = false;

    fn on_established(&mut self, window: &mut Window, now: Time, rtt: Option<Span>) {
        self.0.establish(window, now, rtt);
    }

    fn on_ack(&mut self, window: &mut Window, acked: &Acked) {
        self.0.on_ack(window, acked);
    }

    fn on_packet_lost(&mut self, _: &mut Window, now: Time, _: &LostPacket) {
        self.0.losses.note(now);
        if let Some(long_term) = &mut self.0.long_term {
            long_term.note_loss();
        }
    }

    fn on_loss(&mut self, window: &mut Window, loss: &Loss) {
        self.0.enter_fast_recovery(window, loss);
    }

    /// The draft does not speak of marks, and Linux does not react to them.
    fn on_mark(&mut self, _: &mut Window, _: &Loss) {}

    fn on_timeout(&mut self, window: &mut Window, loss: &Loss, _: bool) {
        self.0.time_out(window);
        self.0.sample_timeout(loss.now);
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
        Some(super::FIRST_STATE + self.0.phase() as u8)
    }
}
