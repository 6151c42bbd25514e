//! Reports of applications: what a user notices of their transfers, and its statistics in constant memory.

use super::durations::Durations;
use super::player::Chunk;
use crate::time::{PS_PER_S, Span, Time};

/// Report of an application about a completed order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Report {
    /// A player has received a chunk of its video.
    Chunk(Chunk),
    /// A browser has loaded a page, in this time.
    Page(Span),
    /// All answers of a round have arrived, in this time.
    Round(Span),
    /// A stream has written a segment behind this backlog, or skipped it.
    Write(Write),
    /// Data that was handed to the socket is with the receiving application, after this time: a segment of a stream, or
    /// the last byte of a file, request or answer.
    Delivered(Span),
}

/// A segment that a stream writes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Write {
    /// Data written before and not yet acknowledged, bytes.
    pub backlog_bytes: u64,
    /// Whether the send buffer had no room for the segment.
    pub is_skipped: bool,
}

/// Statistics of the segments that streams write.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writes {
    count: u64,
    skipped: u64,
    backlogs_bytes: u128,
}

/// Statistics of the reports of a group since measuring began.
#[derive(Clone, Debug, Default)]
pub struct Reports {
    /// Chunks of adaptive video.
    pub video: VideoStatistics,
    /// Times of web pages.
    pub pages: Durations,
    /// Times of rounds of answers.
    pub rounds: Durations,
    /// Statistics of the segments that streams write.
    pub writes: Writes,
    /// Times from the socket of the sender to delivery in order.
    pub deliveries: Durations,
}

/// Statistics of received chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VideoStatistics {
    /// Number of received chunks.
    pub chunks: u64,
    /// Number of chunks of another rate than the chunk before.
    pub switches: u64,
    /// Sum of the rates, bits per second.
    rates_bps: f64,
    /// Sum of the changes of the rate, bits per second.
    changes_bps: f64,
    /// Playing time of the chunks.
    played: Sum,
    /// Time without picture of all players.
    stalled: Sum,
    /// Time without picture before first chunks.
    before_first: Sum,
    /// Number of first chunks.
    first: u64,
}

/// Sum of times, picoseconds.
type Sum = u128;

impl Reports {
    /// Counts a report at `now`, if measuring began at `since`.
    pub fn record(&mut self, report: &Report, now: Time, since: Time) {
        match report {
            Report::Chunk(chunk) => self.video.record(chunk, now.since(since)),
            Report::Page(time) => self.pages.record(*time),
            Report::Round(time) => self.rounds.record(*time),
            Report::Write(write) => self.writes.record(write),
            Report::Delivered(time) => self.deliveries.record(*time),
        }
    }
}

impl Writes {
    fn record(&mut self, write: &Write) {
        self.count += 1;
        self.skipped += u64::from(write.is_skipped);
        self.backlogs_bytes += u128::from(write.backlog_bytes);
    }

    /// Returns the skipped segments as a share of all; `None` without any.
    #[must_use]
    pub fn skipped_ratio(&self) -> Option<f64> {
        (self.count > 0).then(|| self.skipped as f64 / self.count as f64)
    }

    /// Returns the mean backlog that segments meet, bytes. They come at equal gaps, so it is the mean over time.
    #[must_use]
    pub fn mean_backlog_bytes(&self) -> Option<f64> {
        (self.count > 0).then(|| self.backlogs_bytes as f64 / self.count as f64)
    }
}

impl VideoStatistics {
    /// Counts a chunk. A stall counts from the start of the measured time on, `measured` ago.
    fn record(&mut self, chunk: &Chunk, measured: Span) {
        self.chunks += 1;
        self.switches += u64::from(chunk.change_bps != 0.0);
        self.rates_bps += chunk.rate_bps;
        self.changes_bps += chunk.change_bps;
        self.played += u128::from(chunk.plays.0);
        self.stall(chunk.stalled.min(measured));
        if chunk.is_first {
            self.first += 1;
            self.before_first += u128::from(chunk.stalled.0);
        }
    }

    /// Adds time without picture.
    pub fn stall(&mut self, stalled: Span) {
        self.stalled += u128::from(stalled.0);
    }

    /// Returns the time without picture of all players, seconds.
    #[must_use]
    pub fn stalled_s(&self) -> f64 {
        self.stalled as f64 / PS_PER_S
    }

    /// Returns the time without picture as a share of this time and the playing time.
    #[must_use]
    pub fn stalled_ratio(&self) -> Option<f64> {
        let all = self.stalled + self.played;
        (all > 0).then(|| self.stalled as f64 / all as f64)
    }

    /// Returns the mean time until the first chunk has arrived, seconds.
    #[must_use]
    pub fn startup_s(&self) -> Option<f64> {
        let mean = || self.before_first as f64 / PS_PER_S / self.first as f64;
        (self.first > 0).then(mean)
    }

    /// Returns the mean rate of the chunks, bits per second.
    #[must_use]
    pub fn rate_bps(&self) -> Option<f64> {
        self.per_chunk(self.rates_bps)
    }

    /// Returns the mean quality of a chunk, `QoE_lin` of Pensieve: its rate in Mb/s, minus 4.3 for each second without
    /// picture, minus the change of the rate in Mb/s.
    #[must_use]
    pub fn qoe(&self) -> Option<f64> {
        let rates = (self.rates_bps - self.changes_bps) / 1e6;
        self.per_chunk(rates - STALL_PENALTY * self.stalled_s())
    }

    fn per_chunk(&self, sum: f64) -> Option<f64> {
        (self.chunks > 0).then(|| sum / self.chunks as f64)
    }
}

/// Mb/s that a second without picture costs: Pensieve Table 1 (the highest rate of its video).
const STALL_PENALTY: f64 = 4.3;
