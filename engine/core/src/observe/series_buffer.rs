//! Series buffer: all samples of one owner (a link, group or flow), as rows at several resolutions.
//!
//! A row has the values of the owner at a sample: counters, and the minimum and maximum of each varying value. It is
//! valid until the next row, so an owner without changes needs no memory. Level 0 has a row for each sample with a
//! change. Each higher level merges four samples of the level below into one, [`BLOCK`] samples at a time. A level
//! keeps its newest [`ROWS`] rows. So the memory is bounded and the complete past stays visible, at a coarser
//! resolution the older it is.

use super::level::{CounterSet, Level, ROWS};
use super::probe::Filling;

/// Number of samples that are merged together. Merging always happens at the same samples, so that the columns do not
/// depend on slicing or on restored snapshots.
pub const BLOCK: u64 = 256;
/// Binary logarithm of the number of samples of a level that make one of the next level.
const MERGE_SHIFT: u32 = 2;
/// Maximum number of levels; the last one covers more samples than a run can have.
const LEVELS: usize = 16;

/// Recorded samples of one owner.
#[derive(Clone, Debug)]
pub struct SeriesBuffer {
    /// Level 0. It is separate from the others because it is the only one that is written at each sample.
    newest: Level,
    /// Levels from 1 on.
    merged: Vec<Level>,
    /// Number of the first recorded sample.
    from: u64,
}

/// Row that is valid for the samples `begin..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// First sample of the row.
    pub begin: u64,
    /// End of the row in samples, exclusive.
    pub end: u64,
    /// Number of merged samples. The counters may have risen at any of these samples from the begin of the row.
    pub length: u64,
    level: usize,
    number: u64,
}

impl SeriesBuffer {
    /// Returns an empty buffer for rows with `bands` bands. The first sample has number `from`, out of `total`
    /// samples of the complete run.
    #[must_use]
    pub fn new(bands: usize, from: u64, total: u64) -> SeriesBuffer {
        let mut merged = Vec::new();
        let mut covered = ROWS as u64;
        while covered < total && merged.len() + 1 < LEVELS {
            let length = length(merged.len() + 1);
            merged.push(Level::new(bands, from / length * length));
            covered <<= MERGE_SHIFT;
        }
        SeriesBuffer {
            newest: Level::new(bands, from),
            merged,
            from,
        }
    }

    /// Number of the first recorded sample.
    #[must_use]
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Writes a row that is valid from sample `sample` on.
    #[inline]
    pub fn write(&mut self, sample: u64, fill: impl Fn(&mut Filling<'_>)) {
        self.newest.until = sample + 1;
        let mut blank = self.newest.push(sample);
        loop {
            let mut row = Filling::new(blank);
            fill(&mut row);
            let missing = row.missing();
            if missing == CounterSet::default() {
                return;
            }
            self.keep(missing);
            blank = self.newest.newest();
        }
    }

    #[cold]
    fn keep(&mut self, counters: CounterSet) {
        self.newest.keep(counters);
        self.merged
            .iter_mut()
            .for_each(|level| level.keep(counters));
    }

    /// Merges rows into higher levels, when all samples before `next`, the end of a block, are known.
    pub fn merge(&mut self, next: u64) {
        self.newest.until = next;
        let mut fine = &mut self.newest;
        for (coarse, level) in self.merged.iter_mut().zip(1..) {
            let until = next / length(level) * length(level);
            while coarse.until < until && fine.first < fine.end {
                fine.merge_one(coarse, length(level));
            }
            fine = coarse;
        }
    }

    /// Removes the samples from number `next` on.
    pub fn rewind(&mut self, next: u64) {
        self.newest.rewind(next);
        let mut fine = &mut self.newest;
        for (coarse, level) in self.merged.iter_mut().zip(1..) {
            // Rows that were merged since the last block are merged again, unless only the merged rows are in memory.
            let block = next / BLOCK * BLOCK;
            let until = if fine.knows(block) { block } else { next };
            coarse.rewind(until / length(level) * length(level));
            fine.pending = fine.covering(coarse.until);
            fine = coarse;
        }
    }

    /// Returns the coarsest level that merges no more than `samples` samples.
    #[must_use]
    pub fn level_for(&self, samples: f64) -> usize {
        (1..=self.merged.len())
            .rev()
            .find(|&level| length(level) as f64 <= samples)
            .unwrap_or(0)
    }

    /// Returns the rows for the samples `from..to` out of `next`, and at least one row before them if there is one.
    /// The rows are those of `level`, preceded by coarser rows where it has dropped rows, and followed by finer rows
    /// where nothing is merged yet. Each row begins at the end of the row before.
    #[must_use]
    pub fn rows(&self, level: usize, from: u64, to: u64, next: u64) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut at = from;
        for l in (0..=self.merged.len()).rev() {
            let state = self.level(l);
            let end = match l {
                0 => next,
                l if l > level => self.remembered_below(l).min(state.until),
                _ => state.until,
            };
            let end = end.min(to);
            if at < end && state.first < state.end {
                self.list(l, at, end, &mut rows);
                at = end;
            }
        }
        rows
    }

    /// Value of a counter of a row.
    #[must_use]
    pub fn count(&self, row: &Row, counter: usize) -> f64 {
        self.level(row.level).row(row.number).count(counter)
    }

    /// Minimum and maximum of a band of a row; NaN without a value.
    #[must_use]
    pub fn band(&self, row: &Row, band: usize) -> (f32, f32) {
        self.level(row.level).row(row.number).band(band)
    }

    fn level(&self, level: usize) -> &Level {
        match level.checked_sub(1) {
            None => &self.newest,
            Some(merged) => &self.merged[merged],
        }
    }

    /// Appends the rows of a level from the one that is valid at sample `at`, or one earlier if the list is empty, to
    /// the last one before `end`.
    fn list(&self, level: usize, at: u64, end: u64, rows: &mut Vec<Row>) {
        let state = self.level(level);
        let from = match rows.last() {
            Some(_) => state.covering(at),
            None => state.covering(at).saturating_sub(1).max(state.first),
        };
        for number in from..state.end {
            let begin = state.begin(number);
            if begin >= end {
                break;
            }
            let newest = number + 1 == state.end;
            rows.push(Row {
                begin: rows.last().map_or(begin, |before| before.end),
                end: if newest {
                    end
                } else {
                    state.end_of(number).min(end)
                },
                length: length(level),
                level,
                number,
            });
        }
    }

    /// First sample from which `level - 1` has the complete rows of `level` in memory.
    fn remembered_below(&self, level: usize) -> u64 {
        let below = self.level(level - 1);
        if below.first == 0 {
            return 0;
        }
        if below.first == below.end {
            return u64::MAX;
        }
        below.begin(below.first).div_ceil(length(level)) * length(level)
    }
}

/// Number of samples that a row of a level merges.
fn length(level: usize) -> u64 {
    1 << (MERGE_SHIFT * level as u32)
}

#[cfg(test)]
mod tests {
    use super::super::level::{higher, lower};
    use super::*;
    use crate::rng::Rng;

    /// Writes a counter that rises by 1 per sample, and a band from the number of the sample to 0.5 more.
    fn ramp(buffer: &mut SeriesBuffer, samples: std::ops::Range<u64>) {
        for sample in samples {
            write(
                buffer,
                sample,
                (sample + 1) as f64,
                (sample as f32, sample as f32 + 0.5),
            );
        }
    }

    fn write(buffer: &mut SeriesBuffer, sample: u64, count: f64, (low, high): (f32, f32)) {
        buffer.write(sample, |row| {
            row.count(&(), |()| count);
            row.extremes(&(), |()| (low.into(), high.into()));
        });
        if (sample + 1).is_multiple_of(BLOCK) {
            buffer.merge(sample + 1);
        }
    }

    fn new(total: u64) -> SeriesBuffer {
        SeriesBuffer::new(1, 0, total)
    }

    fn band(buffer: &SeriesBuffer, level: usize, from: u64, to: u64, next: u64) -> (f32, f32) {
        let rows = buffer.rows(level, from, to, next);
        let within = rows.iter().filter(|row| row.end > from);
        within.fold((f32::NAN, f32::NAN), |(low, high), row| {
            let (row_low, row_high) = buffer.band(row, 0);
            (lower(low, row_low), higher(high, row_high))
        })
    }

    #[test]
    fn every_level_has_the_extremes_of_its_interval() {
        let mut buffer = new(1 << 20);
        ramp(&mut buffer, 0..1000);
        for level in 0..=buffer.merged.len() {
            assert_eq!(
                band(&buffer, level, 256, 512, 1000),
                (256.0, 511.5),
                "{level}"
            );
        }
    }

    #[test]
    fn the_distant_past_stays_visible_at_a_coarser_resolution() {
        let samples = 4 * ROWS as u64;
        let mut buffer = new(samples);
        ramp(&mut buffer, 0..samples);
        let rows = buffer.rows(0, 0, samples, samples);
        assert_eq!((rows[0].length, rows.last().unwrap().length), (4, 1));
        assert_eq!(band(&buffer, 0, 0, 64, samples).0, 0.0);
        for level in (0..=buffer.merged.len()).map(|level| buffer.level(level)) {
            assert!(level.end - level.first <= ROWS as u64);
        }
    }

    #[test]
    fn rows_follow_each_other_without_a_gap_at_every_level() {
        let samples = 5 * ROWS as u64 + 77;
        let mut buffer = new(samples);
        ramp(&mut buffer, 0..samples);
        for level in 0..=buffer.merged.len() {
            let rows = buffer.rows(level, 0, samples, samples);
            assert_eq!((rows[0].begin, rows.last().unwrap().end), (0, samples));
            assert!(rows.windows(2).all(|pair| pair[0].end == pair[1].begin));
            // A counter has its value at the end of the row.
            assert!(
                rows.iter()
                    .all(|row| buffer.count(row, 0) == row.end as f64)
            );
        }
    }

    #[test]
    fn an_unchanged_owner_takes_one_row_for_any_time() {
        let mut buffer = new(1 << 30);
        write(&mut buffer, 0, 7.0, (1.0, 2.0));
        for block in 1..1000 {
            buffer.merge(block * BLOCK);
        }
        for level in (0..=buffer.merged.len()).map(|level| buffer.level(level)) {
            assert!(level.end <= 1, "{}", level.end);
        }
        assert_eq!(band(&buffer, 3, 100, 200_000, 1000 * BLOCK), (1.0, 2.0));
    }

    /// Counters that begin late in a run, for example of acknowledgments. They are 0 before at every level, whether
    /// rows had no word for them then or have been written again since.
    #[test]
    fn a_counter_that_rises_late_is_0_before() {
        let samples = 2 * ROWS as u64;
        let late = ROWS as u64 / 2 + 3;
        let counts =
            |sample: u64| [0, 1, 2].map(|i| (i * (sample + 1).saturating_sub(i * late)) as f64);
        let record = |buffer: &mut SeriesBuffer, samples: std::ops::Range<u64>| {
            for sample in samples {
                buffer.write(sample, |row| {
                    for count in counts(sample).into_iter().rev() {
                        row.count(&(), |()| count);
                    }
                    row.value(&(), |()| sample as f64);
                });
                if (sample + 1).is_multiple_of(BLOCK) {
                    buffer.merge(sample + 1);
                }
            }
        };
        let mut buffer = SeriesBuffer::new(1, 0, samples);
        record(&mut buffer, 0..samples);
        for back in [samples, late + 100, late - 1, 7] {
            buffer.rewind(back);
            record(&mut buffer, back..samples);
            for level in 0..=buffer.merged.len() {
                for row in buffer.rows(level, 0, samples, samples) {
                    let seen = [2, 1, 0].map(|counter| buffer.count(&row, counter));
                    assert_eq!(seen, counts(row.end - 1), "{row:?}");
                    assert_eq!(buffer.band(&row, 0).1, (row.end - 1) as f32);
                }
            }
        }
        // Of the three counters, the last one is always 0.
        assert_eq!(buffer.newest.newest().counters.len(), 2);
    }

    #[test]
    fn nan_counts_as_no_value() {
        let mut buffer = new(1 << 20);
        for sample in 0..BLOCK {
            let value = if sample % 4 == 2 { 5.0 } else { f32::NAN };
            write(&mut buffer, sample, 0.0, (value, value));
        }
        assert_eq!(band(&buffer, 1, 0, BLOCK, BLOCK), (5.0, 5.0));
        assert!(band(&buffer, 0, 0, 2, BLOCK).0.is_nan());
    }

    /// Values change at random samples, so that rows are valid for one sample or for hundreds.
    #[test]
    fn rewinding_and_recording_again_gives_the_same_rows() {
        let mut rng = Rng::for_component(1, "strip", 0);
        let changes: Vec<bool> = (0..20_000).map(|_| rng.uniform() < 0.05).collect();
        let record = |buffer: &mut SeriesBuffer, samples: std::ops::Range<u64>| {
            for sample in samples {
                if changes[sample as usize] || sample == 0 {
                    write(
                        buffer,
                        sample,
                        sample as f64,
                        (sample as f32, sample as f32),
                    );
                } else if (sample + 1).is_multiple_of(BLOCK) {
                    buffer.merge(sample + 1);
                }
            }
        };
        let mut straight = new(20_000);
        record(&mut straight, 0..20_000);
        for back in [1, 255, 256, 3333, 19_999] {
            let mut buffer = straight.clone();
            buffer.rewind(back);
            record(&mut buffer, back..20_000);
            for level in 0..=buffer.merged.len() {
                for from in (0..20_000).step_by(997) {
                    let seen = |buffer: &SeriesBuffer| band(buffer, level, from, from + 64, 20_000);
                    assert_eq!(seen(&buffer), seen(&straight), "{back} {level} {from}");
                }
            }
        }
    }
}
