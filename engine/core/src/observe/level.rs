//! Rows of one resolution, in a ring.
//!
//! A row is a few words side by side, so that writing one touches as little memory as can be: its first
//! sample, its counters, and its bands, each the low and the high of what moved. A counter that has never been
//! anything but 0, such as that of acknowledgements where none pass, takes no place.

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
    kept: CounterSet,
    /// RowWords of a row.
    width: usize,
    words: Vec<u64>,
}

/// Which counters have a place in rows, in their order: a bit for each, the lowest for the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterSet(pub u64);

/// Counters that a row can have.
pub const COUNTERS: usize = u64::BITS as usize;

/// A row of the counters that are kept, then bands.
#[derive(Clone, Copy, Debug)]
pub struct RowWords<'a> {
    words: &'a [u64],
    kept: CounterSet,
}

/// A row to be filled in.
#[derive(Debug)]
pub struct Blank<'a> {
    /// The counters that it has places for.
    pub kept: CounterSet,
    /// Bits of their values.
    pub counters: &'a mut [u64],
    /// Bands, each [packed].
    pub bands: &'a mut [u64],
}

impl Level {
    /// No rows, which will be of so many bands and speak of samples from `until` on.
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

    /// Adds a row from sample `begin` on.
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

    /// The row added last, to be filled in again.
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

    /// Keeps more counters, which have been 0 until now.
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
    pub fn row(&self, row: u64) -> RowWords<'_> {
        let at = self.slot(row);
        RowWords {
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

    /// Has the newest row speak of another's samples too: widens its bands, and counts on to its counters.
    fn add(&mut self, other: RowWords<'_>) {
        let newest = self.newest();
        let (counts, bands) = other.split();
        newest.counters.copy_from_slice(counts);
        for (band, &other) in newest.bands.iter_mut().zip(bands) {
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

impl<'a> RowWords<'a> {
    /// A counter.
    #[must_use]
    pub fn count(&self, counter: usize) -> f64 {
        if self.kept.has(counter) {
            f64::from_bits(self.words[self.kept.place(counter)])
        } else {
            0.0
        }
    }

    /// Low and high of a band; NaN where there was nothing.
    #[must_use]
    pub fn band(&self, band: usize) -> (f32, f32) {
        unpacked(self.words[self.kept.count() + band])
    }

    fn split(&self) -> (&'a [u64], &'a [u64]) {
        self.words.split_at(self.kept.count())
    }
}

impl CounterSet {
    /// Whether a counter is.
    #[must_use]
    #[inline]
    pub fn has(self, counter: usize) -> bool {
        self.0 >> counter & 1 == 1
    }

    /// How many are.
    #[inline]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// How many are among those before one: its place.
    fn place(self, counter: usize) -> usize {
        CounterSet(self.0 & ((1 << counter) - 1)).count()
    }

    fn counters(self) -> impl Iterator<Item = usize> {
        (0..COUNTERS).filter(move |&counter| self.has(counter))
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
