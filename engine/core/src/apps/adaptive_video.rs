//! Adaptive video: players that fetch a video chunk by chunk, at a rate that follows the network.
//!
//! A [`Player`] decides what to request and when; all chunks of a video are sent over one connection, which is idle
//! while the buffer is full. "Window after idle time" then decides how fast each chunk begins. The sender knows that a
//! chunk has arrived one half of a round trip after the player, and a request would reach it at the same time; so the
//! time of a chunk includes one round trip, as with requests, without packets for them. A request may tell the sender a
//! highest rate, which follows the buffer of the player (Spang et al., Sammy, SIGCOMM 2023).

use super::player::Player;
pub use super::video_params::{Params, SECTION};
use super::{App, Next, Order, Report, Size};
use crate::rng::Rng;
use crate::time::{Span, Time};

/// Session of a player during a run.
#[derive(Clone, Debug)]
pub struct AdaptiveVideo {
    params: Params,
    player: Player,
    /// Time of the last request, if its chunk has not arrived.
    requested: Option<Time>,
    report: Option<Report>,
}

impl App for AdaptiveVideo {
    type Params = Params;

    fn new(params: &Params, _index: u32) -> AdaptiveVideo {
        AdaptiveVideo {
            params: params.clone(),
            player: Player::new(params),
            requested: None,
            report: None,
        }
    }

    fn change(&mut self, params: &Params) {
        self.params = params.clone();
    }

    fn begin(&mut self, now: Time, _rng: &mut Rng) -> Next {
        self.player = Player::new(&self.params);
        self.request(now)
    }

    fn on_delivered(&mut self, now: Time, rng: &mut Rng) -> Next {
        let Some(requested) = self.requested.take() else {
            return self.begin(now, rng);
        };
        let bytes = self.player.bytes();
        let chunk = self.player.receive(now.since(requested), bytes);
        self.report = Some(Report::Chunk(chunk));
        let received = self.player.received();
        if self.params.chunks.is_some_and(|all| received >= all.into()) {
            return Next::Done;
        }
        let waits = self.player.choose(&self.params);
        self.request(now + waits)
    }

    fn listed(params: &Params) -> usize {
        params.rates_bps.len()
    }

    fn take_report(&mut self) -> Option<Report> {
        self.report.take()
    }

    fn stalled(&self, now: Time) -> Option<Span> {
        let elapsed = self.requested.map(|at| now.since(at));
        Some(elapsed.map_or(Span::ZERO, |elapsed| self.player.stalled(elapsed)))
    }
}

impl AdaptiveVideo {
    fn request(&mut self, at: Time) -> Next {
        self.requested = Some(at);
        Next::Send(Order {
            reuses_connection: self.player.received() > 0,
            pace_bps: self.player.pace_bps(&self.params),
            ..Order::new(at, Size::Bytes(self.player.bytes()))
        })
    }
}
