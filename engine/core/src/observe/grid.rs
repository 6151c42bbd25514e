//! Columns of a frame, in samples.

pub use crate::sim::by_sample::INTERVAL;
use crate::time::{Span, Time};

/// Interval of time that is divided into columns of equal width.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Begin of the first column, in samples; it may lie within a sample.
    from: f64,
    /// Width of a column, in samples.
    pub step: f64,
    /// Number of columns of the grid.
    pub n: usize,
    /// Minimum number of samples over which rates and ratios are averaged.
    window: u64,
    /// Number of recorded samples.
    end: u64,
}

impl Grid {
    /// Returns the grid of `n` columns over `[from, to)`, when `end` samples are recorded.
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

    /// Returns a single column with the last `samples` samples.
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

    /// First sample of a column, and its exclusive end: at least one sample. `None` after the recorded samples.
    #[must_use]
    pub fn samples(&self, column: usize) -> Option<(u64, u64)> {
        let a = self.from + self.step * column as f64;
        let b = a + self.step;
        let first = a as u64;
        let last = libm::ceil(b) as u64;
        (first < self.end).then(|| (first, last.max(first + 1).min(self.end)))
    }

    /// Begin and end of a column in samples, with fractions, limited to the samples from number `first` on. Each
    /// column begins at the end of the one before. `None` without such samples.
    #[must_use]
    pub fn edges(&self, column: usize, first: u64) -> Option<(f64, f64)> {
        let edge = |column: usize| (self.from + self.step * column as f64).min(self.end as f64);
        let (from, to) = (edge(column), edge(column + 1));
        // The maximum of the standard library treats NaN differently on different machines.
        let from = if from < first as f64 {
            first as f64
        } else {
            from
        };
        (from < to).then_some((from, to))
    }

    /// Samples up to the end of a column over which its value is averaged. At the very beginning, where there are too
    /// few, later samples are included: one packet in the first millisecond is not a rate.
    #[must_use]
    pub fn averaged(&self, column: usize) -> Option<(u64, u64)> {
        let (first, last) = self.samples(column)?;
        let start = last.saturating_sub(self.window).min(first);
        Some((start, last.max(self.window.min(self.end))))
    }

    /// Samples that begin within a column, so that a sample that belongs to two columns counts once.
    #[must_use]
    pub fn begun(&self, column: usize) -> Option<(u64, u64)> {
        self.samples(column)?;
        let edge = |column| libm::ceil(self.from + self.step * column as f64) as u64;
        Some((edge(column), edge(column + 1)))
    }

    /// All samples that the columns need.
    #[must_use]
    pub fn all(&self) -> (u64, u64) {
        let first = self.averaged(0).map_or(self.end, |(first, _)| first);
        let last = (0..self.n).rev().find_map(|column| self.averaged(column));
        (first, last.map_or(self.end, |(_, last)| last))
    }
}
