//! Decimation: columns of pixels from the rows of a series buffer. All series of an owner are read from the same
//! rows.

use super::grid::{Grid, INTERVAL};
use super::level::{higher, lower};
use super::plan::How;
use super::series_buffer::{Row, SeriesBuffer};

/// Rows of one owner for the columns of one frame.
pub struct Decimation<'a> {
    buffer: &'a SeriesBuffer,
    grid: &'a Grid,
    rows: Vec<Row>,
}

impl<'a> Decimation<'a> {
    /// Finds the rows that the columns of `grid` need in a buffer with `next` recorded samples.
    #[must_use]
    pub fn new(buffer: &'a SeriesBuffer, grid: &'a Grid, next: u64) -> Decimation<'a> {
        let (first, last) = grid.all();
        let level = buffer.level_for(grid.step);
        Decimation {
            buffer,
            grid,
            rows: buffer.rows(level, first, last, next),
        }
    }

    /// Finds the same rows at the finest resolution that the buffer has.
    #[must_use]
    pub fn finest(buffer: &'a SeriesBuffer, grid: &'a Grid, next: u64) -> Decimation<'a> {
        let (first, last) = grid.samples(0).unwrap_or((next, next));
        Decimation {
            buffer,
            grid,
            rows: buffer.rows(0, first, last, next),
        }
    }

    /// Writes the columns of one series, for each part of a column all columns. NaN means that nothing was recorded.
    pub fn read(&self, how: How, out: &mut [f32]) {
        match how {
            How::Level { integral, band } => self.level(integral, band, out),
            How::Mean { integral } => self.mean(integral, out),
            How::Band { band } => self.band(band, out),
            How::Greatest { band } => self.greatest(band, out),
            How::Rate { counter } => self.averaged(counter, INTERVAL.s(), out),
            How::Share { counter } => self.averaged(counter, INTERVAL.0 as f64, out),
            How::Increase { counter } => self.increase(counter, out),
            How::Ratio { part, whole } => self.ratio(part, whole, out),
        }
    }

    fn level(&self, integral: usize, band: usize, out: &mut [f32]) {
        let (extremes, means) = out.split_at_mut(2 * self.grid.n);
        self.band(band, extremes);
        self.averages(integral, means);
        // Differences of sums are rounded. Where there is no value, the sums stay constant.
        let (lows, highs) = extremes.split_at(self.grid.n);
        for (mean, (&low, &high)) in means.iter_mut().zip(lows.iter().zip(highs)) {
            *mean = if low.is_nan() {
                f32::NAN
            } else {
                lower(higher(*mean, low), high)
            };
        }
    }

    /// Writes means from one edge of each column to the next, also where an edge lies within a sample. So the mean of
    /// adjacent columns is the mean of their interval, for any number of columns.
    fn averages(&self, integral: usize, out: &mut [f32]) {
        let mut counter = self.counter(integral);
        for (column, place) in out.iter_mut().enumerate() {
            let edges = self.grid.edges(column, self.buffer.from());
            let mean = edges.map(|(a, b)| counter.rise(a, b) / ((b - a) * INTERVAL.0 as f64));
            *place = mean.map_or(f32::NAN, |mean| mean as f32);
        }
    }

    fn mean(&self, integral: usize, out: &mut [f32]) {
        self.averages(integral, out);
        // Sums over time are rounded; a level is never below 0.
        for mean in out.iter_mut().filter(|mean| **mean <= 0.0) {
            *mean = 0.0;
        }
    }

    /// Writes the minimum and maximum of a band in each column.
    pub fn band(&self, band: usize, out: &mut [f32]) {
        let (lows, highs) = out.split_at_mut(self.grid.n);
        let mut at = 0;
        for (column, (low, high)) in lows.iter_mut().zip(highs).enumerate() {
            (*low, *high) = self.extremes(band, self.grid.samples(column), &mut at);
        }
    }

    fn greatest(&self, band: usize, out: &mut [f32]) {
        let mut at = 0;
        for (column, place) in out.iter_mut().enumerate() {
            *place = self.extremes(band, self.grid.samples(column), &mut at).1;
        }
    }

    /// Writes the rate of a counter over the window; `sample` is the length of a sample in the unit of the rate.
    fn averaged(&self, counter: usize, sample: f64, out: &mut [f32]) {
        let mut counter = self.counter(counter);
        self.line(out, Grid::averaged, |a, b| {
            counter.rise(a as f64, b as f64) / ((b - a) as f64 * sample)
        });
    }

    fn increase(&self, counter: usize, out: &mut [f32]) {
        let mut counter = self.counter(counter);
        self.line(out, Grid::begun, |a, b| counter.whole_rise(a, b));
    }

    fn ratio(&self, part: usize, whole: usize, out: &mut [f32]) {
        let (mut part, mut whole) = (self.counter(part), self.counter(whole));
        self.line(out, Grid::averaged, |a, b| {
            let (a, b) = (a as f64, b as f64);
            let (part, whole) = (part.rise(a, b), whole.rise(a, b));
            if whole > 0.0 { part / whole } else { f64::NAN }
        });
    }

    /// Writes one value per column, from the samples that `samples` selects.
    fn line(
        &self,
        out: &mut [f32],
        samples: fn(&Grid, usize) -> Option<(u64, u64)>,
        mut value: impl FnMut(u64, u64) -> f64,
    ) {
        for (column, place) in out.iter_mut().enumerate() {
            let recorded = self
                .grid
                .samples(column)
                .filter(|&(_, last)| last > self.buffer.from());
            let samples = recorded.and_then(|_| samples(self.grid, column));
            *place = samples.map_or(f32::NAN, |(a, b)| value(a, b) as f32);
        }
    }

    /// Minimum and maximum of a band over some samples; the search begins at row `at`.
    fn extremes(&self, band: usize, samples: Option<(u64, u64)>, at: &mut usize) -> (f32, f32) {
        let Some((first, last)) = samples else {
            return (f32::NAN, f32::NAN);
        };
        while self.rows.get(*at).is_some_and(|row| row.end <= first) {
            *at += 1;
        }
        let within = self.rows[*at..].iter().take_while(|row| row.begin < last);
        within.fold((f32::NAN, f32::NAN), |(low, high), row| {
            let (row_low, row_high) = self.buffer.band(row, band);
            (lower(low, row_low), higher(high, row_high))
        })
    }

    fn counter(&self, place: usize) -> Counter<'_> {
        Counter {
            decimation: self,
            place,
            begin: 0,
            end: 0,
        }
    }
}

/// Reader of a counter at the begins and ends of columns, both in ascending order.
struct Counter<'a> {
    decimation: &'a Decimation<'a>,
    place: usize,
    /// Rows that were found last.
    begin: usize,
    end: usize,
}

impl Counter<'_> {
    /// Increase of the counter from `a` to `b` samples, interpolated linearly within merged rows. Without the
    /// interpolation, rates would alternate between 0 and too much.
    fn rise(&mut self, a: f64, b: f64) -> f64 {
        self.find(a, b);
        self.about(b, self.end) - self.about(a, self.begin)
    }

    /// Increase of the counter without interpolation: a merged row counts at its begin. So the increases of adjacent
    /// columns are integers that add up.
    fn whole_rise(&mut self, a: u64, b: u64) -> f64 {
        self.find(a as f64, b as f64);
        self.after(b, self.end) - self.after(a, self.begin)
    }

    fn find(&mut self, a: f64, b: f64) {
        let rows = &self.decimation.rows;
        for (samples, at) in [(a, &mut self.begin), (b, &mut self.end)] {
            while *at + 1 < rows.len() && (rows[*at].end as f64) < samples {
                *at += 1;
            }
        }
    }

    fn about(&self, samples: f64, row: usize) -> f64 {
        let Some(&Row { begin, length, .. }) = self.decimation.rows.get(row) else {
            return 0.0;
        };
        let (into, length) = (samples - begin as f64, length as f64);
        let after = self.after(libm::ceil(samples) as u64, row);
        if into <= 0.0 || into >= length {
            return after;
        }
        let before = self.after(begin, row.saturating_sub(1));
        before + (after - before) * (into / length)
    }

    /// Value of the counter after `samples` samples, from row number `row`: 0 before the run, and the oldest known
    /// value where rows have been dropped.
    fn after(&self, samples: u64, row: usize) -> f64 {
        let Some(known) = self.decimation.rows.get(row) else {
            return 0.0;
        };
        if samples == 0 && self.decimation.buffer.from() == 0 {
            return 0.0;
        }
        self.decimation.buffer.count(known, self.place)
    }
}
