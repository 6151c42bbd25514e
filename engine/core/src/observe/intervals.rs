//! Intervals: all series of a run over one interval after another, for files and tables.
//!
//! Counters are read from the run itself at the end of each interval. Increases and rates are differences of these counters.
//! So they add up to the counters of the run, whatever the intervals are, and at both ends. Columns of a
//! [frame](super::recorder::Recorder::columns_of) add up only among themselves: when they are read, older samples may be
//! merged. Minima and maxima are those of the samples within the interval.

use super::decimate::Decimation;
use super::grid::{Grid, INTERVAL};
use super::level::{higher, lower};
use super::plan::How;
use super::probes::{flow, link};
use super::recorder::Recorder;
use crate::sim::Observed;
use crate::time::{Span, Time};

/// Interval that ends now.
#[derive(Clone, Debug)]
pub struct Interval {
    /// Its begin.
    pub from: Time,
    /// Its end.
    pub to: Time,
    /// Its samples, as one column.
    pub grid: Grid,
    /// Number of samples at its end.
    pub samples: u64,
}

impl Interval {
    fn new(from: Time, to: Time, samples: u64) -> Interval {
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
    /// Counters at its begin.
    pub before: &'a [f64],
    /// Counters at its end.
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

impl Recorder {
    /// Begins the first interval at the present state of the run. A [`rewind`](Self::rewind) ends all intervals.
    pub fn begin_intervals(&mut self, observed: &Observed<'_>) {
        self.interval_from = None;
        self.end_interval(observed);
    }

    /// Ends an interval at the present state of the run, and begins the next one. Returns the values of all
    /// [`series`](Self::series) in it, each with its minimum, maximum and mean as far as its
    /// [`Shape`](super::probe::Shape) has them.
    pub fn end_interval(&mut self, observed: &Observed<'_>) -> Vec<f64> {
        let now = observed.now;
        let interval = Interval::new(self.interval_from.unwrap_or(now), now, self.samples());
        let mut out = Vec::new();
        for (recording, link) in self.links.iter_mut().zip(observed.links.iter()) {
            recording.end_interval(&link::Reading::between(link, now), &interval, &mut out);
        }
        for recording in &mut self.groups {
            let group = &observed.groups[recording.position];
            recording.end_interval(group, &interval, &mut out);
        }
        for recording in &mut self.flows {
            let flow = &observed.flows[recording.position];
            let reading = flow::Reading::at(flow, observed.groups);
            recording.end_interval(&reading, &interval, &mut out);
        }
        // Gauges are integrated from sample to sample.
        let sampled = Interval {
            to: Time(interval.samples * INTERVAL.0),
            ..interval
        };
        for gauges in &mut self.gauges {
            let recording = &mut gauges.recording;
            recording.end_interval(&gauges.reading, &sampled, &mut out);
        }
        for pair in &mut self.link_groups {
            let link = &observed.links[pair.recording.position];
            let integral = link.group_integral(now, pair.group);
            pair.recording.end_interval(&integral, &interval, &mut out);
        }
        self.interval_from = Some(now);
        out
    }
}
