//! Intervals: all series of a run over one interval after another, for files and tables.
//!
//! Counters are read from the run itself at the end of each interval. Increases and rates are differences of these counters.
//! So they add up to the counters of the run, whatever the intervals are, and at both ends. Columns of a frame add up only
//! among themselves: when they are read, older samples may be merged. Minima and maxima are those of the samples within the
//! interval.

use super::decimate::Decimation;
use super::grid::{Grid, INTERVAL};
use super::level::{higher, lower};
use super::plan::How;
use crate::time::{Span, Time};

/// Interval that ends now.
#[derive(Clone, Debug)]
pub struct Interval {
    /// Time at which it begins.
    pub from: Time,
    /// Time at which it ends.
    pub to: Time,
    /// Column that contains its samples.
    pub grid: Grid,
    /// Number of samples at its end.
    pub samples: u64,
}

impl Interval {
    /// Returns the interval between two times, when so many samples are recorded.
    #[must_use]
    pub fn new(from: Time, to: Time, samples: u64) -> Interval {
        Interval {
            from,
            to,
            // A part of a sample at the end belongs to no sample yet.
            grid: Grid::new(from, Time(samples * INTERVAL.0), 1, Span(0), samples),
            samples,
        }
    }

    /// Returns whether a sample ends within it.
    fn has_samples(&self) -> bool {
        self.from.0 / INTERVAL.0 < self.samples
    }
}

/// Counters of an owner at both ends of an interval.
#[derive(Debug)]
pub struct IntervalReader<'a> {
    /// Counters at the begin of the interval.
    pub before: &'a [f64],
    /// Counters at the end of the interval.
    pub after: &'a [f64],
    /// Interval that is read.
    pub interval: &'a Interval,
    /// Time from which the owner is recorded, or the begin of the interval.
    pub since: Time,
}

impl IntervalReader<'_> {
    /// Appends the values of a series: minimum, maximum and mean as far as it has them. NaN means that no value exists.
    pub fn read(&self, how: How, bands: &Decimation<'_>, out: &mut Vec<f64>) {
        let Interval { from, to, .. } = *self.interval;
        let ps = to.since(from).0 as f64;
        match how {
            How::Level { integral, band } => {
                let (low, high) = self.extremes(band, bands);
                let mean = lower(higher(self.mean(integral), low), high);
                let mean = if low.is_nan() { f32::NAN } else { mean };
                out.extend([low, high, mean].map(f64::from));
            }
            // Sums over time are rounded; a level is never below 0.
            How::Mean { integral } => out.push(f64::from(match self.mean(integral) {
                mean if mean <= 0.0 => 0.0,
                mean => mean,
            })),
            How::Band { band } => {
                let (low, high) = self.extremes(band, bands);
                out.extend([low, high].map(f64::from));
            }
            How::Greatest { band } => out.push(f64::from(self.extremes(band, bands).1)),
            How::Rate { counter } => out.push(self.rise(counter) / to.since(from).s()),
            How::Share { counter } => out.push(self.rise(counter) / ps),
            How::Increase { counter } => out.push(self.rise(counter)),
            How::Ratio { part, whole } => {
                let whole = self.rise(whole);
                let ratio = (whole > 0.0).then(|| self.rise(part) / whole);
                out.push(f64::from(ratio.map_or(f32::NAN, |ratio| ratio as f32)));
            }
        }
    }

    fn rise(&self, counter: usize) -> f64 {
        self.after[counter] - self.before[counter]
    }

    fn mean(&self, integral: usize) -> f32 {
        let ps = self.interval.to.since(self.since).0 as f64;
        (self.rise(integral) / ps) as f32
    }

    fn extremes(&self, band: usize, bands: &Decimation<'_>) -> (f32, f32) {
        let mut out = [f32::NAN; 2];
        if self.interval.has_samples() {
            bands.band(band, &mut out);
        }
        (out[0], out[1])
    }
}
