//! Rows of one resolution, in a ring.
//!
//! A row is a few words side by side, so that writing one touches as little memory as can be: its first
//! sample, its counters, and its bands, each the low and the high of what moved.

/// Rows kept.
pub const ROWS: usize = 1 << 15;
/// Rows for which there is room at first.
const FIRST_ROWS: usize = 8;
/// How many times as many there are when there are more.
const GROWTH: usize = 8;

/// Rows of one resolution, of which `first..end` are kept.
#[derive(Clone, Debug)]
pub struct Level {
    /// Number of the oldest row.
    pub first: u64,
    /// Number of the next row.
    pub end: u64,
    /// The oldest row of which the next level does not know all.
    pub pending: u64,
    /// The first sample of which nothing is said here yet.
    pub until: u64,
    counters: usize,
    /// Words of a row.
    width: usize,
    words: Vec<u64>,
}

/// A row of `counters` counters, then bands.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    words: &'a [u64],
    counters: usize,
}

impl Level {
    /// No rows, which will be of so many counters and bands, and speak of samples from `until` on.
    #[must_use]
    pub fn new((counters, bands): (usize, usize), until: u64) -> Level {
        Level {
            first: 0,
            end: 0,
            pending: 0,
            until,
            counters,
            width: 1 + counters + bands,
            words: Vec::new(),
        }
    }

    /// Adds a row from sample `begin` on, to be filled in: its counters and bands.
    #[inline]
    pub fn push(&mut self, begin: u64) -> &mut [u64] {
        let at = self.slot(self.end);
        if at == self.words.len() {
            self.grow();
        }
        self.end += 1;
        self.first = self.first.max(self.end.saturating_sub(ROWS as u64));
        let row = &mut self.words[at..at + self.width];
        row[0] = begin;
        &mut row[1..]
    }

    /// Adds to `coarse` the row of `length` samples that it lacks. One that stands for longer than that
    /// is added once.
    pub fn merge_one(&mut self, coarse: &mut Level, length: u64) {
        let begin = coarse.until;
        let mut row = self.pending;
        if self.end_of(row) <= begin && row + 1 < self.end {
            row += 1;
        }
        let stands_until = self.end_of(row);
        if stands_until >= begin + length {
            coarse.until = stands_until / length * length;
            let newest = coarse.end.checked_sub(1).filter(|&n| n >= coarse.first);
            let repeats = newest.is_some_and(|newest| self.begin(row) <= coarse.begin(newest));
            if !repeats {
                coarse.copy(begin, self, row);
            }
        } else {
            coarse.until = begin + length;
            coarse.copy(begin, self, row);
            while row + 1 < self.end && self.begin(row + 1) < coarse.until {
                row += 1;
                coarse.add(self.row(row));
            }
        }
        self.pending = row;
    }

    /// Forgets the rows that begin at sample `until` or later.
    pub fn rewind(&mut self, until: u64) {
        if until < self.until {
            self.until = until;
            let kept = self.first..self.end;
            self.end = first_where(kept, |row| self.begin(row) >= until);
        }
    }

    /// Whether it remembers sample `sample`.
    #[must_use]
    pub fn knows(&self, sample: u64) -> bool {
        self.first < self.end && self.begin(self.first) <= sample
    }

    /// The row that speaks of a sample; the oldest if it is older.
    #[must_use]
    pub fn covering(&self, sample: u64) -> u64 {
        let later = first_where(self.first..self.end, |row| self.begin(row) > sample);
        later.saturating_sub(1).max(self.first)
    }

    /// First sample of a row.
    #[must_use]
    pub fn begin(&self, row: u64) -> u64 {
        self.words[self.slot(row)]
    }

    /// One past the last sample of a row, as far as is known.
    #[must_use]
    pub fn end_of(&self, row: u64) -> u64 {
        if row + 1 < self.end {
            self.begin(row + 1)
        } else {
            self.until
        }
    }

    /// A row.
    #[must_use]
    pub fn row(&self, row: u64) -> Words<'_> {
        let at = self.slot(row);
        Words {
            words: &self.words[at + 1..at + self.width],
            counters: self.counters,
        }
    }

    fn copy(&mut self, begin: u64, from: &Level, row: u64) {
        self.push(begin).copy_from_slice(from.row(row).words);
    }

    /// Has the newest row speak of another's samples too: widens its bands, and counts on to its counters.
    fn add(&mut self, other: Words<'_>) {
        let at = self.slot(self.end - 1) + 1;
        let (counts, bands) = self.words[at..at + self.width - 1].split_at_mut(self.counters);
        let (other_counts, other_bands) = other.words.split_at(self.counters);
        counts.copy_from_slice(other_counts);
        for (band, &other) in bands.iter_mut().zip(other_bands) {
            let ((low, high), (other_low, other_high)) = (unpacked(*band), unpacked(other));
            *band = packed(lower(low, other_low), higher(high, other_high));
        }
    }

    /// Makes room for more rows. Memory that comes as zeros from the system is not touched before it is
    /// used, as it would be by `resize`; so there can be much of it, and little to copy.
    #[cold]
    fn grow(&mut self) {
        let rows = (GROWTH * self.words.len() / self.width).clamp(FIRST_ROWS, ROWS);
        let shorter = std::mem::replace(&mut self.words, vec![0; rows * self.width]);
        self.words[..shorter.len()].copy_from_slice(&shorter);
    }

    /// Where a row begins among the words.
    #[inline]
    fn slot(&self, row: u64) -> usize {
        row as usize % ROWS * self.width
    }
}

impl Words<'_> {
    /// A counter.
    #[must_use]
    pub fn count(&self, counter: usize) -> f64 {
        f64::from_bits(self.words[counter])
    }

    /// Low and high of a band; NaN where there was nothing.
    #[must_use]
    pub fn band(&self, band: usize) -> (f32, f32) {
        unpacked(self.words[self.counters + band])
    }
}

/// A low and a high as a word of a row.
#[must_use]
#[inline]
pub fn packed(low: f32, high: f32) -> u64 {
    u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32
}

fn unpacked(word: u64) -> (f32, f32) {
    (
        f32::from_bits(word as u32),
        f32::from_bits((word >> 32) as u32),
    )
}

/// The lower of two values, of which NaN is none.
#[must_use]
#[inline]
pub fn lower(a: f32, b: f32) -> f32 {
    if b < a || a.is_nan() { b } else { a }
}

/// The higher of two values, of which NaN is none.
#[must_use]
#[inline]
pub fn higher(a: f32, b: f32) -> f32 {
    if b > a || a.is_nan() { b } else { a }
}

/// The first of `rows` for which something holds that holds for all after it; the end if it never does.
fn first_where(rows: std::ops::Range<u64>, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut from, mut to) = (rows.start, rows.end);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    from
}
