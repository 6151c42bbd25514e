//! Recording of one owner: its series buffer, and the state for the next sample.

use std::sync::Arc;

use super::decimate::Decimation;
use super::grid::Grid;
use super::intervals::{Interval, IntervalReader};
use super::level::{Blank, CounterSet};
use super::plan::{How, Plan};
use super::probe::{Filling, Subject};
use super::series_buffer::SeriesBuffer;
use crate::time::Time;

/// Recording of one link, group or flow.
#[derive(Clone, Debug)]
pub struct Recording<S: Subject> {
    /// Position of the owner in the simulation's list of its kind.
    pub position: usize,
    /// Id of the owner; the number of a flow.
    pub owner: String,
    plan: Arc<Plan>,
    /// Number of series that the owner has; its later series are not recorded.
    shown: usize,
    buffer: SeriesBuffer,
    /// Value that is unchanged as long as the newest row is valid; `None`: write the next row in any case.
    stamp: Option<S::Stamp>,
    /// Counters at the end of the last interval, and that time, if [intervals](super::intervals) are read.
    before: Option<(Vec<f64>, Time)>,
}

/// Changes of the rows of a recording, of owners of any kind.
pub trait Rows {
    /// Merges older samples, when `next`, the end of a block, is the next sample.
    fn merge(&mut self, next: u64);

    /// Forces a row at the next sample, with any stamp.
    fn invalidate(&mut self);

    /// Removes the samples from number `next` on.
    fn rewind(&mut self, next: u64);
}

impl<S: Subject> Rows for Recording<S> {
    fn merge(&mut self, next: u64) {
        self.buffer.merge(next);
    }

    fn invalidate(&mut self) {
        self.stamp = None;
    }

    fn rewind(&mut self, next: u64) {
        self.buffer.rewind(next);
        self.before = None;
        self.invalidate();
    }
}

impl<S: Subject> Recording<S> {
    /// Returns an empty recording whose first sample has number `from`, out of `total` samples.
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
            before: None,
        }
    }

    /// Begins the first interval of the owner.
    pub fn begin_intervals(&mut self, now: Time, reading: &S::Reading<'_>) {
        self.before = Some((self.counters(reading), now));
    }

    /// Increases of the counters in the present interval, and its begin; `None` without an interval.
    #[must_use]
    pub fn rises(&self, reading: &S::Reading<'_>) -> Option<(Vec<f64>, Time)> {
        let (before, since) = self.before.as_ref()?;
        let after = self.counters(reading);
        let rises = after
            .iter()
            .zip(before)
            .map(|(after, before)| after - before);
        Some((rises.collect(), *since))
    }

    /// Begins the present interval earlier, with what another owner, which this one replaces, has counted in it.
    pub fn continue_interval(&mut self, (rises, begun): (Vec<f64>, Time)) {
        if let Some((before, since)) = &mut self.before {
            for (before, rise) in before.iter_mut().zip(rises) {
                *before -= rise;
            }
            *since = begun;
        }
    }

    /// Appends the values of the series over the time since the end of the last interval, and ends this one.
    pub fn end_interval(
        &mut self,
        reading: &S::Reading<'_>,
        interval: &Interval,
        out: &mut Vec<f64>,
    ) {
        let after = self.counters(reading);
        let (before, since) = match self.before.take() {
            Some(before) => before,
            None => (after.clone(), interval.to),
        };
        let reader = IntervalReader {
            before: &before,
            after: &after,
            interval,
            since,
        };
        let bands = Decimation::finest(&self.buffer, &interval.grid, interval.samples);
        for &how in self.series() {
            reader.read(how, &bands, out);
        }
        self.before = Some((after, interval.to));
    }

    /// Returns the counters of the owner in a state.
    fn counters(&self, reading: &S::Reading<'_>) -> Vec<f64> {
        let (counters, bands) = self.plan.widths();
        let mut words = vec![0; counters + bands];
        let (counts, rest) = words.split_at_mut(counters);
        let mut row = Filling::new(Blank {
            kept: CounterSet::of_first(counters),
            counters: counts,
            bands: rest,
        });
        S::fill(reading, &mut row);
        counts.iter().map(|&bits| f64::from_bits(bits)).collect()
    }

    /// Returns whether the newest row is still valid.
    #[inline]
    #[must_use]
    pub fn is_unchanged(&self, stamp: S::Stamp) -> bool {
        self.stamp == Some(stamp)
    }

    /// Writes the values of sample `sample`. The row is valid while the owner has `stamp`.
    #[inline]
    pub fn write(&mut self, sample: u64, reading: &S::Reading<'_>, stamp: Option<S::Stamp>) {
        self.buffer.write(sample, |row| S::fill(reading, row));
        self.stamp = stamp;
    }

    /// Number of the first recorded sample.
    #[must_use]
    pub fn from(&self) -> u64 {
        self.buffer.from()
    }

    /// Value of a counter after `next` samples; 0 before the first sample, and for a counter that does not exist.
    #[must_use]
    pub fn count(&self, counter: usize, next: u64) -> f64 {
        if counter >= self.plan.widths().0 {
            return 0.0;
        }
        let rows = self.buffer.rows(0, next.saturating_sub(1), next, next);
        let count = rows.last().map(|row| self.buffer.count(row, counter));
        count.unwrap_or(0.0)
    }

    /// Limits the recording to its first `shown` series.
    #[must_use]
    pub fn of_first(mut self, shown: usize) -> Recording<S> {
        self.shown = shown;
        self
    }

    /// Increase of the counter of a series since the last of `next` samples; `count` is its present value.
    #[must_use]
    pub fn risen(&self, id: &str, count: f64, next: u64) -> f64 {
        let Some(counter) = self.plan.counter_of(id) else {
            return 0.0;
        };
        // Earlier counts happened before the recording began.
        if next == self.buffer.from() && next > 0 {
            return 0.0;
        }
        count - self.count(counter, next)
    }

    /// Formulas of its series, in the order of the probes.
    #[must_use]
    pub fn series(&self) -> &[How] {
        &self.plan.series()[..self.shown]
    }

    /// Returns the rows that `grid` needs, when `next` samples are recorded.
    #[must_use]
    pub fn decimate<'a>(&'a self, grid: &'a Grid, next: u64) -> Decimation<'a> {
        Decimation::new(&self.buffer, grid, next)
    }

    /// Value of a series over the last `samples` samples.
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

    /// Returns the end of the first sample after `from` in which one of these counters rises, or of the last sample
    /// before it. The counters are given by the ids of their series.
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
            // Earlier counts happened before the recording began.
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
