//! An online game: small packets at short gaps, from a player or from the server to a player.
//!
//! Source: the first-person shooter of 3GPP R1-070674 and of NGMN, "Radio Access Performance Evaluation Methodology",
//! 2008, Annex A: sizes, and gaps of the server, follow the distribution of largest extreme values
//! F(x) = exp(−exp(−(x − a)/b)); a player sends every 40 ms. Their header is compressed to 2 bytes; ours are those of
//! UDP and IP.

use super::codepoint::Codepoint;
use super::{Emission, Source, after};
use crate::rng::Rng;
use crate::spec::parameters::{choices, parameters};
use crate::tcp::notes::Header;
use crate::time::Time;

/// Headers of UDP (8 bytes) and IP version 4 (20).
const HEADER_BYTES: f64 = 28.0;
/// Gap between packets of a player, and time within which a side begins, seconds.
const TICK_S: f64 = 0.04;

choices! {
    /// Side of a game whose packets are sent.
    pub enum Side {
        /// The player sends actions.
        Client = "client", "player",
        /// The server sends the state of the game.
        Server = "server", "server",
    }
}

parameters! {
    /// One direction of a first-person shooter, without reaction to loss: a player sends 80 bytes every 40 ms, the server
    /// 170 bytes about every 58 ms, on average.
    #[section("traffic.game", "Game (UDP)", source: "3GPP R1-070674; NGMN 2008, Annex A", class: "udp")]
    pub struct Params {
        /// Side of the game whose packets the source sends.
        side: Side = Text("client"), "Sender", None, Side::KIND, [live],
        ecn: Codepoint => super::ECN,
    }
}

/// One side of a game while it runs.
#[derive(Clone, Debug)]
pub struct Game {
    params: Params,
}

/// Draws a largest extreme value with location `a` and scale `b`.
fn extreme(a: f64, b: f64, rng: &mut Rng) -> f64 {
    // Between 0 and 1, so that both logarithms are finite.
    let uniform = rng.uniform().clamp(1e-12, 1.0 - 1e-12);
    a - b * libm::log(-libm::log(uniform))
}

impl Source for Game {
    type Params = Params;

    fn new(params: &Params) -> Game {
        Game {
            params: params.clone(),
        }
    }

    fn header(params: &Params) -> Header {
        params.ecn.header()
    }

    fn params(&self) -> &Params {
        &self.params
    }

    fn first(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let at = after(now, rng.uniform() * TICK_S);
        self.packet(at, rng)
    }

    fn next(&mut self, now: Time, rng: &mut Rng) -> Emission {
        let gap_s = match self.params.side {
            Side::Client => TICK_S,
            Side::Server => extreme(0.055, 0.006, rng),
        };
        self.packet(after(now, gap_s), rng)
    }

    fn change(
        &mut self,
        _now: Time,
        params: &Params,
        pending: Emission,
        rng: &mut Rng,
    ) -> Emission {
        self.params = params.clone();
        self.packet(pending.at, rng)
    }
}

impl Game {
    fn packet(&self, at: Time, rng: &mut Rng) -> Emission {
        let data = match self.params.side {
            Side::Client => extreme(45.0, 5.7, rng),
            Side::Server => extreme(120.0, 36.0, rng),
        };
        let data = if data > 1.0 { data } else { 1.0 };
        Emission {
            at,
            bytes: (data + HEADER_BYTES + 0.5) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean of a largest extreme value is a + 0.5772 b. Tolerance: five standard errors, each π b/√(6 n).
    #[test]
    fn sizes_and_gaps_have_the_means_of_their_distributions() {
        const EULER: f64 = 0.577_215_66;
        let packets = 20_000;
        for (side, bytes, spread, gap_s) in [
            (Side::Client, 45.0 + EULER * 5.7, 5.7, 0.04),
            (
                Side::Server,
                120.0 + EULER * 36.0,
                36.0,
                0.055 + EULER * 0.006,
            ),
        ] {
            let mut game = Game::new(&Params {
                side,
                ecn: Codepoint::NotEct,
            });
            let mut rng = Rng::for_component(1, "game", 0);
            let mut sent = game.first(Time::ZERO, &mut rng);
            let (start, mut sum) = (sent.at, 0.0);
            assert!(start < Time::from_s(TICK_S));
            for _ in 0..packets {
                sent = game.next(sent.at, &mut rng);
                sum += f64::from(sent.bytes) - HEADER_BYTES;
            }
            let n = f64::from(packets);
            let error = 5.0 * spread * 1.283 / n.sqrt();
            // Sizes of the server are cut off at one byte, for one in 10,000.
            assert!((sum / n - bytes).abs() < error, "{} {bytes}", sum / n);
            let mean_s = sent.at.since(start).s() / n;
            assert!((mean_s / gap_s - 1.0).abs() < 0.005, "{mean_s} {gap_s}");
        }
    }
}
