//! The columns of a frame, in samples.

use super::recorder::INTERVAL;
use crate::time::{Span, Time};

/// An interval of time cut into columns of equal width.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Where the first begins; it may lie within a sample.
    from: f64,
    /// Width of a column.
    pub step: f64,
    /// Number of columns.
    pub n: usize,
    /// Rates and ratios are averaged over at least so many samples.
    window: u64,
    /// Number of samples there are.
    end: u64,
}

impl Grid {
    /// `[from, to)` in `n` columns, of which `end` samples are recorded.
    #[must_use]
    pub fn new(from: Time, to: Time, n: usize, window: Span, end: u64) -> Grid {
        let interval = INTERVAL.0 as f64;
        let from = from.0 as f64 / interval;
        let step = (to.0 as f64 / interval - from) / n as f64;
        Grid {
            from,
            step: if step > 0.0 { step } else { 1.0 / n as f64 },
            n,
            window: window.0 / INTERVAL.0,
            end,
        }
    }

    /// A single column of the last `samples` samples.
    #[must_use]
    pub fn latest(samples: u64, end: u64) -> Grid {
        let samples = samples.min(end);
        Grid {
            from: (end - samples) as f64,
            step: samples as f64,
            n: 1,
            window: 0,
            end,
        }
    }

    /// First and one past the last sample of a column, at least one; `None` beyond the recording.
    #[must_use]
    pub fn samples(&self, column: usize) -> Option<(u64, u64)> {
        let a = self.from + self.step * column as f64;
        let b = a + self.step;
        let first = a as u64;
        let last = libm::ceil(b) as u64;
        (first < self.end).then(|| (first, last.max(first + 1).min(self.end)))
    }

    /// Where a column begins and ends, in samples and parts of them, as far as there are any from number
    /// `first` on; each begins where the one before ends. `None` if there are none.
    #[must_use]
    pub fn edges(&self, column: usize, first: u64) -> Option<(f64, f64)> {
        let edge = |column: usize| (self.from + self.step * column as f64).min(self.end as f64);
        let (from, to) = (edge(column), edge(column + 1));
        // Not the standard library's maximum, which differs between machines on what is no number.
        let from = if from < first as f64 {
            first as f64
        } else {
            from
        };
        (from < to).then_some((from, to))
    }

    /// The samples up to a column's end over which it is averaged; at the very beginning, where there
    /// are too few, some after it too: one packet in the first millisecond makes no rate.
    #[must_use]
    pub fn averaged(&self, column: usize) -> Option<(u64, u64)> {
        let (first, last) = self.samples(column)?;
        let start = last.saturating_sub(self.window).min(first);
        Some((start, last.max(self.window.min(self.end))))
    }

    /// The samples that begin within a column, so that a sample that two of them share counts once.
    #[must_use]
    pub fn begun(&self, column: usize) -> Option<(u64, u64)> {
        self.samples(column)?;
        let edge = |column| libm::ceil(self.from + self.step * column as f64) as u64;
        Some((edge(column), edge(column + 1)))
    }

    /// All samples that any column needs.
    #[must_use]
    pub fn all(&self) -> (u64, u64) {
        let first = self.averaged(0).map_or(self.end, |(first, _)| first);
        let last = (0..self.n).rev().find_map(|column| self.averaged(column));
        (first, last.map_or(self.end, |(_, last)| last))
    }
}
