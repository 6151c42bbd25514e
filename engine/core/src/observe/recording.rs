//! A track: one owner's buffer, and what is needed to go on with it.

use std::sync::Arc;

use super::decimate::Decimation;
use super::grid::Grid;
use super::plan::{How, Plan};
use super::probe::Subject;
use super::series_buffer::SeriesBuffer;

/// The recording of one link, group or flow.
#[derive(Clone, Debug)]
pub struct Recording<S: Subject> {
    /// Where the owner stands in the simulation's list of its kind.
    pub position: usize,
    /// Its id: of a flow, its number.
    pub owner: String,
    plan: Arc<Plan>,
    /// How many of its series there are; of the others nothing is seen.
    shown: usize,
    buffer: SeriesBuffer,
    /// What would be the same if nothing had changed since the row written last; `None`: write the next.
    stamp: Option<S::Stamp>,
}

impl<S: Subject> Recording<S> {
    /// A track whose first sample will be number `from`, out of `total`.
    #[must_use]
    pub fn new(
        plan: &Arc<Plan>,
        position: usize,
        owner: String,
        from: u64,
        total: u64,
    ) -> Recording<S> {
        Recording {
            position,
            owner,
            buffer: SeriesBuffer::new(plan.widths().1, from, total),
            shown: plan.series().len(),
            plan: Arc::clone(plan),
            stamp: None,
        }
    }

    /// Whether the row written last still says everything.
    #[inline]
    #[must_use]
    pub fn is_unchanged(&self, stamp: S::Stamp) -> bool {
        self.stamp == Some(stamp)
    }

    /// Writes what is seen at sample `sample`; it stands while the owner has `stamp`.
    #[inline]
    pub fn write(&mut self, sample: u64, reading: &S::Reading<'_>, stamp: Option<S::Stamp>) {
        self.buffer.write(sample, |row| S::fill(reading, row));
        self.stamp = stamp;
    }

    /// Number of the first sample.
    #[must_use]
    pub fn from(&self) -> u64 {
        self.buffer.from()
    }

    /// Merges older samples, when `next`, the end of a block, is the next.
    pub fn merge(&mut self, next: u64) {
        self.buffer.merge(next);
    }

    /// Has the next sample written, whatever its stamp.
    pub fn invalidate(&mut self) {
        self.stamp = None;
    }

    /// Forgets samples from number `next` on.
    pub fn rewind(&mut self, next: u64) {
        self.buffer.rewind(next);
        self.invalidate();
    }

    /// A counter as of the last of `next` samples; 0 before there is one, and of counters that there are not.
    #[must_use]
    pub fn count(&self, counter: usize, next: u64) -> f64 {
        if counter >= self.plan.widths().0 {
            return 0.0;
        }
        let rows = self.buffer.rows(0, next.saturating_sub(1), next, next);
        let count = rows.last().map(|row| self.buffer.count(row, counter));
        count.unwrap_or(0.0)
    }

    /// The same with its first `shown` series only.
    #[must_use]
    pub fn of_first(mut self, shown: usize) -> Recording<S> {
        self.shown = shown;
        self
    }

    /// How much the counter of a series, which is at `count` now, has risen since the last of `next` samples.
    #[must_use]
    pub fn risen(&self, id: &str, count: f64, next: u64) -> f64 {
        let Some(counter) = self.plan.counter_of(id) else {
            return 0.0;
        };
        // Whatever had been counted when recording began came before it.
        if next == self.buffer.from() && next > 0 {
            return 0.0;
        }
        count - self.count(counter, next)
    }

    /// How each of its series is read, in the order of the probes.
    #[must_use]
    pub fn series(&self) -> &[How] {
        &self.plan.series()[..self.shown]
    }

    /// What `grid` needs of it, when `next` samples are recorded.
    #[must_use]
    pub fn decimate<'a>(&'a self, grid: &'a Grid, next: u64) -> Decimation<'a> {
        Decimation::new(&self.buffer, grid, next)
    }

    /// The value of a series over the last `samples` samples.
    #[must_use]
    pub fn latest(&self, id: &str, samples: u64, next: u64) -> f64 {
        let Some(how) = self.plan.how(id) else {
            return f64::NAN;
        };
        let grid = Grid::latest(samples, next);
        let mut value = [f32::NAN];
        self.decimate(&grid, next).read(how, &mut value);
        f64::from(value[0])
    }

    /// The end of the sample in which one of these counters, given by the ids of their series, rises for the
    /// first time after sample `from`, or has risen for the last time before it.
    #[must_use]
    pub fn next_rise(&self, ids: &[&str], from: u64, forward: bool, next: u64) -> Option<u64> {
        let places: Vec<usize> = ids
            .iter()
            .filter_map(|id| self.plan.counter_of(id))
            .collect();
        let mut before = None;
        let mut last = None;
        for row in self.buffer.rows(0, 0, next, next) {
            let sum: f64 = places
                .iter()
                .map(|&place| self.buffer.count(&row, place))
                .sum();
            let end = row.begin + row.length;
            // Whatever had been counted when recording began came before it.
            let began = if self.buffer.from() == 0 { 0.0 } else { sum };
            let rose = sum > before.replace(sum).unwrap_or(began);
            if rose && forward && end > from + 1 {
                return Some(end);
            }
            if rose && !forward && end < from {
                last = Some(end);
            }
        }
        last
    }
}
