//! Video player: which rate it requests next, and when. It knows no network: it is told how long a chunk took.
//!
//! A video is cut into chunks, each available at several rates. The player requests one chunk after another, adds it to
//! its buffer, plays the buffer in real time, and stalls when the buffer is empty. When the buffer is full, it waits in
//! steps. The model is that of Pensieve (Mao, Netravali and Alizadeh, SIGCOMM 2017; `fixed_env.py` and `bb.py` of
//! hongzimao/pensieve), whose figures on links of constant rate the tests reproduce.

use super::video_params::{Algorithm, Params};
use crate::time::Span;

/// State of a player.
#[derive(Clone, Debug)]
pub struct Player {
    /// Media that waits to be played at the time of the last request.
    buffer: Span,
    /// Number of received chunks.
    received: u64,
    /// Rate of the requested chunk.
    rate_bps: f64,
    /// Difference between this rate and that of the chunk before.
    change_bps: f64,
    /// Playing time of the requested chunk.
    plays: Span,
    /// Seconds per bit of the last chunks, in a ring.
    s_per_bit: [f64; MEASURED],
}

/// A received chunk, for statistics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chunk {
    /// Rate of the chunk, bits per second of playing time.
    pub rate_bps: f64,
    /// Difference between its rate and that of the chunk before; 0 for the first.
    pub change_bps: f64,
    /// Playing time of the chunk.
    pub plays: Span,
    /// Time without picture until it arrived: for the first chunk all of its download.
    pub stalled: Span,
    /// Whether it is the first chunk of a video.
    pub is_first: bool,
}

/// Number of chunks whose throughput predicts that of the next (Pensieve Section 5.1, rate-based).
const MEASURED: usize = 5;

impl Player {
    /// Creates a player with an empty buffer that requests its first chunk.
    #[must_use]
    pub fn new(params: &Params) -> Player {
        let top = params.rates_bps.len() - 1;
        Player {
            buffer: Span::ZERO,
            received: 0,
            rate_bps: params.rates_bps[top.min(params.first_level as usize)],
            change_bps: 0.0,
            plays: Span::from_s(params.chunk_s),
            s_per_bit: [0.0; MEASURED],
        }
    }

    /// Returns the rate of the requested chunk, bits per second of playing time.
    #[must_use]
    pub fn rate_bps(&self) -> f64 {
        self.rate_bps
    }

    /// Returns the size of the requested chunk if it has its nominal rate, bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.rate_bps * self.plays.s() / 8.0).max(1.0) as u64
    }

    /// Returns the highest rate at which the requested chunk should be sent, bits per second, if the video is paced: a
    /// multiple of its highest rate that falls as the buffer fills (Spang et al., Sammy, SIGCOMM 2023).
    #[must_use]
    pub fn pace_bps(&self, params: &Params) -> Option<u64> {
        let filled = (self.buffer.s() / params.buffer_s).min(1.0);
        let ratio =
            params.pace_empty_ratio + filled * (params.pace_full_ratio - params.pace_empty_ratio);
        let top_bps = params.rates_bps[params.rates_bps.len() - 1];
        params.paced.then_some((ratio * top_bps) as u64)
    }

    /// Returns the number of received chunks.
    #[must_use]
    pub fn received(&self) -> u64 {
        self.received
    }

    /// Returns the time without picture so far, if the requested chunk has been awaited for `elapsed`.
    #[must_use]
    pub fn stalled(&self, elapsed: Span) -> Span {
        elapsed - self.buffer
    }

    /// Handles the requested chunk, of `bytes`, which has arrived `took` after the request.
    pub fn receive(&mut self, took: Span, bytes: u64) -> Chunk {
        let chunk = Chunk {
            rate_bps: self.rate_bps,
            change_bps: self.change_bps,
            plays: self.plays,
            stalled: self.stalled(took),
            is_first: self.received == 0,
        };
        self.s_per_bit[self.received as usize % MEASURED] = took.s() / (8.0 * bytes as f64);
        self.received += 1;
        self.buffer = self.buffer - took + self.plays;
        chunk
    }

    /// Chooses the next chunk. Returns the time until its request: the buffer may be full.
    pub fn choose(&mut self, params: &Params) -> Span {
        let waits = self.excess(params);
        self.buffer = self.buffer - waits;
        let level = match params.algorithm {
            Algorithm::BufferBased => by_buffer(self.buffer.s(), params),
            Algorithm::RateBased => by_rate(params.rate_share * self.throughput_bps(), params),
            Algorithm::Bola => by_bola(self.buffer.s(), params),
        };
        let before_bps = self.rate_bps;
        self.rate_bps = params.rates_bps[level];
        self.change_bps = (self.rate_bps - before_bps).abs();
        self.plays = Span::from_s(params.chunk_s);
        waits
    }

    /// Returns the time until the buffer is below its limit, in whole steps.
    fn excess(&self, params: &Params) -> Span {
        let excess = self.buffer - Span::from_s(params.buffer_s);
        let step = Span::from_s(params.wait_step_s).0;
        Span(excess.0.div_ceil(step) * step)
    }

    /// Returns the harmonic mean of the throughput of the last chunks, bits per second.
    fn throughput_bps(&self) -> f64 {
        let measured = self.received.min(MEASURED as u64);
        measured as f64 / self.s_per_bit.iter().sum::<f64>()
    }
}

/// Buffer-based: the lowest rate below the reservoir, the highest above reservoir and cushion, in between a straight
/// line (Huang et al., SIGCOMM 2014; `bb.py` of Pensieve).
fn by_buffer(buffer_s: f64, params: &Params) -> usize {
    let top = params.rates_bps.len() - 1;
    let above_s = buffer_s - params.reservoir_s;
    if above_s < 0.0 {
        0
    } else if above_s >= params.cushion_s {
        top
    } else {
        (top as f64 * above_s / params.cushion_s) as usize
    }
}

/// Rate-based: the highest rate that is no higher than the predicted one.
fn by_rate(predicted_bps: f64, params: &Params) -> usize {
    let fitting = |rate: &f64| *rate <= predicted_bps;
    let fitting = params.rates_bps.iter().rposition(fitting);
    fitting.unwrap_or(0)
}

/// BOLA: the level of highest (V (u + γp) − Q) / rate, where Q is the buffer and u = ln(rate / lowest rate) is the
/// utility. V and γp follow from two requirements: with Q at the minimum the lowest rate has a score of 0, and with Q at
/// the largest buffer the highest rate has (Spiteri, Urgaonkar and Sitaraman, INFOCOM 2016; `BolaRule.js` of dash.js).
fn by_bola(buffer_s: f64, params: &Params) -> usize {
    let rates = &params.rates_bps;
    let utility = |rate: f64| libm::log(rate / rates[0]);
    let most = utility(rates[rates.len() - 1]);
    let range_s = (params.buffer_s - params.bola_minimum_s).max(0.0);
    let score = |rate: f64| {
        let share = if most > 0.0 {
            utility(rate) / most
        } else {
            0.0
        };
        (params.bola_minimum_s + range_s * share - buffer_s) / rate
    };
    let mut best = 0;
    for level in 1..rates.len() {
        if score(rates[level]) >= score(rates[best]) {
            best = level;
        }
    }
    best
}

#[cfg(test)]
mod tests;
