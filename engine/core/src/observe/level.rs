//! Rows of one resolution, in a ring buffer.
//!
//! The words of a row are contiguous, so that writing a row touches little memory: the first sample, the counters,
//! and the bands with the minimum and maximum of each value. A counter that has always been 0 has no word, for
//! example acknowledgments on a link without any.

/// Maximum number of rows of a level; older rows are overwritten.
pub const ROWS: usize = 1 << 15;
/// Number of rows for which memory is allocated first.
const FIRST_ROWS: usize = 8;
/// Factor by which the memory grows.
const GROWTH: usize = 8;

/// Rows of one resolution; rows `first..end` are in memory.
#[derive(Clone, Debug)]
pub struct Level {
    /// Number of the oldest row.
    pub first: u64,
    /// Number of the next row.
    pub end: u64,
    /// Oldest row that is not completely merged into the next level.
    pub pending: u64,
    /// First sample that is not recorded yet.
    pub until: u64,
    kept: CounterSet,
    /// Number of words of a row.
    width: usize,
    words: Vec<u64>,
}

/// Set of the counters that have a word in each row: one bit per counter, the lowest bit for the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterSet(pub u64);

impl CounterSet {
    /// Returns the set of the first `counters` counters.
    #[must_use]
    pub fn of_first(counters: usize) -> CounterSet {
        CounterSet(
            u64::MAX
                .checked_shr((COUNTERS - counters) as u32)
                .unwrap_or(0),
        )
    }
}

/// Maximum number of counters of a row.
pub const COUNTERS: usize = u64::BITS as usize;

/// Words of a row: its counters, then its bands.
#[derive(Clone, Copy, Debug)]
pub struct RowData<'a> {
    words: &'a [u64],
    kept: CounterSet,
}

/// Row whose values are to be written.
#[derive(Debug)]
pub struct Blank<'a> {
    /// Counters that have a word.
    pub kept: CounterSet,
    /// Bits of the counter values.
    pub counters: &'a mut [u64],
    /// Bands, each as a [packed] word.
    pub bands: &'a mut [u64],
}

impl Level {
    /// Returns a level without rows; its rows will have `bands` bands and begin at sample `until`.
    #[must_use]
    pub fn new(bands: usize, until: u64) -> Level {
        Level {
            first: 0,
            end: 0,
            pending: 0,
            until,
            kept: CounterSet::default(),
            width: 1 + bands,
            words: Vec::new(),
        }
    }

    /// Adds a row that begins at sample `begin`.
    #[inline]
    pub fn push(&mut self, begin: u64) -> Blank<'_> {
        let at = self.slot(self.end);
        if at == self.words.len() {
            self.grow();
        }
        self.end += 1;
        self.first = self.first.max(self.end.saturating_sub(ROWS as u64));
        self.words[at] = begin;
        self.blank(at)
    }

    /// Returns the newest row, to be written again.
    pub fn newest(&mut self) -> Blank<'_> {
        self.blank(self.slot(self.end - 1))
    }

    #[inline]
    fn blank(&mut self, at: usize) -> Blank<'_> {
        let row = &mut self.words[at + 1..at + self.width];
        let (counters, bands) = row.split_at_mut(self.kept.count());
        Blank {
            kept: self.kept,
            counters,
            bands,
        }
    }

    /// Adds counters to the rows; their values have been 0 until now.
    #[cold]
    pub fn keep(&mut self, more: CounterSet) {
        let kept = CounterSet(self.kept.0 | more.0);
        let width = self.width + kept.count() - self.kept.count();
        let mut words = vec![0; self.words.len() / self.width * width];
        let rows = self.words.chunks_exact(self.width).take(self.end as usize);
        for (row, wide) in rows.zip(words.chunks_exact_mut(width)) {
            let (begin, row) = (row[0], &row[1..]);
            wide[0] = begin;
            let (counts, bands) = row.split_at(self.kept.count());
            for (counter, &count) in self.kept.counters().zip(counts) {
                wide[1 + kept.place(counter)] = count;
            }
            wide[1 + kept.count()..].copy_from_slice(bands);
        }
        (self.kept, self.width, self.words) = (kept, width, words);
    }

    /// Adds the next row of `length` samples to `coarse`. A row that is valid for more samples is added once.
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

    /// Removes the rows that begin at sample `until` or later.
    pub fn rewind(&mut self, until: u64) {
        if until < self.until {
            self.until = until;
            let kept = self.first..self.end;
            self.end = first_where(kept, |row| self.begin(row) >= until);
        }
    }

    /// Returns whether sample `sample` is in memory.
    #[must_use]
    pub fn knows(&self, sample: u64) -> bool {
        self.first < self.end && self.begin(self.first) <= sample
    }

    /// Returns the row that is valid at a sample, or the oldest row if the sample is older.
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

    /// End of a row, in samples, as far as it is known. The end is exclusive.
    #[must_use]
    pub fn end_of(&self, row: u64) -> u64 {
        if row + 1 < self.end {
            self.begin(row + 1)
        } else {
            self.until
        }
    }

    /// Returns the words of a row.
    #[must_use]
    pub fn row(&self, row: u64) -> RowData<'_> {
        let at = self.slot(row);
        RowData {
            words: &self.words[at + 1..at + self.width],
            kept: self.kept,
        }
    }

    fn copy(&mut self, begin: u64, from: &Level, row: u64) {
        let (counts, bands) = from.row(row).split();
        let blank = self.push(begin);
        blank.counters.copy_from_slice(counts);
        blank.bands.copy_from_slice(bands);
    }

    /// Extends the newest row to the samples of another row: widens its bands and takes the later counters.
    fn add(&mut self, other: RowData<'_>) {
        let newest = self.newest();
        let (counts, bands) = other.split();
        newest.counters.copy_from_slice(counts);
        for (band, &other) in newest.bands.iter_mut().zip(bands) {
            let ((low, high), (other_low, other_high)) = (unpacked(*band), unpacked(other));
            *band = packed(lower(low, other_low), higher(high, other_high));
        }
    }

    /// Allocates memory for more rows. The operating system provides zeroed pages on first use, whereas `resize`
    /// would write to all of them. So large steps are cheap, and little is copied.
    #[cold]
    fn grow(&mut self) {
        let rows = (GROWTH * self.words.len() / self.width).clamp(FIRST_ROWS, ROWS);
        let shorter = std::mem::replace(&mut self.words, vec![0; rows * self.width]);
        self.words[..shorter.len()].copy_from_slice(&shorter);
    }

    /// Index of the first word of a row.
    #[inline]
    fn slot(&self, row: u64) -> usize {
        row as usize % ROWS * self.width
    }
}

impl<'a> RowData<'a> {
    /// Value of a counter; 0 for a counter without a word.
    #[must_use]
    pub fn count(&self, counter: usize) -> f64 {
        if self.kept.has(counter) {
            f64::from_bits(self.words[self.kept.place(counter)])
        } else {
            0.0
        }
    }

    /// Minimum and maximum of a band; NaN without a value.
    #[must_use]
    pub fn band(&self, band: usize) -> (f32, f32) {
        unpacked(self.words[self.kept.count() + band])
    }

    fn split(&self) -> (&'a [u64], &'a [u64]) {
        self.words.split_at(self.kept.count())
    }
}

impl CounterSet {
    /// Returns whether a counter is in the set.
    #[must_use]
    #[inline]
    pub fn has(self, counter: usize) -> bool {
        self.0 >> counter & 1 == 1
    }

    /// Number of counters in the set.
    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Number of counters in the set before a given one, which is the index of its word.
    fn place(self, counter: usize) -> usize {
        CounterSet(self.0 & ((1 << counter) - 1)).count()
    }

    fn counters(self) -> impl Iterator<Item = usize> {
        (0..COUNTERS).filter(move |&counter| self.has(counter))
    }
}

/// Packs a minimum and a maximum into a word of a row.
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

/// Returns the smaller of two values; NaN counts as no value.
#[must_use]
#[inline]
pub fn lower(a: f32, b: f32) -> f32 {
    if b < a || a.is_nan() { b } else { a }
}

/// Returns the larger of two values; NaN counts as no value.
#[must_use]
#[inline]
pub fn higher(a: f32, b: f32) -> f32 {
    if b > a || a.is_nan() { b } else { a }
}

/// Returns the first row that meets a condition which all later rows meet too; the end if no row does.
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
