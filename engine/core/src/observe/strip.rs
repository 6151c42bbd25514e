//! One recorded quantity over time, at several resolutions.
//!
//! Level 0 holds a value per sample; each level above merges four entries of the one below. Every
//! level keeps its newest entries only, so memory is bounded while the whole past stays visible,
//! the older the coarser.

use std::collections::VecDeque;

/// Entries kept per level.
const ENTRIES: usize = 1 << 15;
/// log2 of the number of entries that one entry of the next level merges.
const MERGE_SHIFT: u32 = 2;

/// A value that can be recorded and merged with its successor.
pub trait Value: Copy {
    /// Both as one entry; `later` comes after `self`.
    #[must_use]
    fn merge(self, later: Self) -> Self;
}

/// Lowest and highest value within an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Lowest.
    pub min: f32,
    /// Highest.
    pub max: f32,
}

/// A counter's value at the end of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count(pub f64);

impl Value for Band {
    fn merge(self, later: Band) -> Band {
        Band {
            min: if later.min < self.min {
                later.min
            } else {
                self.min
            },
            max: if later.max > self.max {
                later.max
            } else {
                self.max
            },
        }
    }
}

impl Value for Count {
    fn merge(self, later: Count) -> Count {
        later
    }
}

/// A quantity over time.
#[derive(Clone, Debug)]
pub struct Track<V> {
    levels: Vec<Level<V>>,
    /// Number of the next sample.
    next: u64,
}

#[derive(Clone, Debug)]
struct Level<V> {
    /// Position of the first entry kept.
    base: u64,
    entries: VecDeque<V>,
}

impl<V: Value> Track<V> {
    /// A track whose first sample will be number `first`, out of `total` samples of the whole run.
    #[must_use]
    pub fn new(first: u64, total: u64) -> Track<V> {
        let mut levels = Vec::new();
        let mut covered = ENTRIES as u64;
        loop {
            let shift = MERGE_SHIFT * levels.len() as u32;
            levels.push(Level {
                base: first >> shift,
                entries: VecDeque::new(),
            });
            if covered >= total || levels.len() == 16 {
                break;
            }
            covered <<= MERGE_SHIFT;
        }
        Track {
            levels,
            next: first,
        }
    }

    /// Adds the next sample.
    #[inline]
    pub fn push(&mut self, value: V) {
        for (level, state) in self.levels.iter_mut().enumerate() {
            let at = self.next >> (MERGE_SHIFT * level as u32);
            let end = state.base + state.entries.len() as u64;
            if at < end
                && let Some(last) = state.entries.back_mut()
            {
                *last = last.merge(value);
            } else {
                state.entries.push_back(value);
                if state.entries.len() > ENTRIES {
                    state.entries.pop_front();
                    state.base += 1;
                }
            }
        }
        self.next += 1;
    }

    /// Forgets samples from number `next` on.
    pub fn rewind(&mut self, next: u64) {
        if next >= self.next {
            return;
        }
        self.next = next;
        for level in 0..self.levels.len() {
            let shift = MERGE_SHIFT * level as u32;
            let whole = next >> shift;
            let partial = next & ((1 << shift) - 1) != 0;
            let state = &mut self.levels[level];
            let keep = whole.saturating_sub(state.base) as usize;
            state.entries.truncate(keep);
            if keep == 0 {
                state.base = whole;
            }
            if partial && let Some(merged) = self.merged_below(level, whole) {
                self.levels[level].entries.push_back(merged);
            }
        }
    }

    /// The coarsest level whose entries are not longer than `samples` samples and that still knows
    /// sample `first`; a coarser one where the finer have forgotten it.
    #[must_use]
    pub fn level_for(&self, samples: f64, first: u64) -> Option<usize> {
        let fine_enough = (0..self.levels.len())
            .rev()
            .find(|&level| length(level) as f64 <= samples)
            .unwrap_or(0);
        let known = |level: &usize| {
            let base = self.levels[*level].base;
            base <= first >> (MERGE_SHIFT * *level as u32)
        };
        (fine_enough..self.levels.len())
            .find(known)
            .or(Some(self.levels.len() - 1))
    }

    /// The entry of `level` that holds sample `sample`.
    #[must_use]
    pub fn at(&self, level: usize, sample: u64) -> Option<V> {
        let state = &self.levels[level];
        let index = (sample >> (MERGE_SHIFT * level as u32)).checked_sub(state.base)?;
        state.entries.get(index as usize).copied()
    }

    /// All of `[from, to)` samples merged, read at `level`.
    #[must_use]
    pub fn merged(&self, level: usize, from: u64, to: u64) -> Option<V> {
        let shift = MERGE_SHIFT * level as u32;
        let last = to.max(from + 1) - 1;
        ((from >> shift)..=(last >> shift)).fold(None, |merged: Option<V>, entry| {
            match (merged, self.at(level, entry << shift)) {
                (Some(merged), Some(value)) => Some(merged.merge(value)),
                (merged, value) => merged.or(value),
            }
        })
    }

    /// Number of the next sample.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// First sample, and entries in order, of the finest level that knows sample `first`, with the
    /// number of samples per entry.
    pub fn entries_from(&self, first: u64) -> (u64, u64, impl Iterator<Item = V> + '_) {
        let level = self.level_for(1.0, first).unwrap_or(0);
        let state = &self.levels[level];
        let shift = MERGE_SHIFT * level as u32;
        (
            state.base << shift,
            1 << shift,
            state.entries.iter().copied(),
        )
    }

    fn merged_below(&self, level: usize, entry: u64) -> Option<V> {
        let below = level.checked_sub(1)?;
        let shift = MERGE_SHIFT * level as u32;
        self.merged(below, entry << shift, self.next)
    }
}

impl Track<Count> {
    /// Like [`count_after`](Self::count_after), as if it had risen evenly within an entry: what is a
    /// stair at this level would give a rate now of nothing, now of too much.
    #[must_use]
    pub fn about(&self, level: usize, samples: u64) -> f64 {
        let samples = samples.min(self.next);
        let begin = samples.saturating_sub(1) / length(level) * length(level);
        let end = (begin + length(level)).min(self.next);
        let before = self.count_after(level, begin);
        let share = (samples - begin) as f64 / (end - begin).max(1) as f64;
        before + (self.count_after(level, end) - before) * share
    }

    /// The counter after `samples` samples, read at `level`; 0 before the first, and where the level has
    /// forgotten it, the oldest it knows.
    #[must_use]
    pub fn count_after(&self, level: usize, samples: u64) -> f64 {
        let Some(last) = samples.min(self.next).checked_sub(1) else {
            return 0.0;
        };
        self.at(level, last)
            .or_else(|| self.levels[level].entries.front().copied())
            .map_or(0.0, |count| count.0)
    }
}

/// Samples per entry of a level.
fn length(level: usize) -> u64 {
    1 << (MERGE_SHIFT * level as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(samples: u64) -> Track<Band> {
        let mut track = Track::new(0, samples);
        (0..samples).for_each(|i| {
            let v = i as f32;
            track.push(Band {
                min: v,
                max: v + 0.5,
            });
        });
        track
    }

    #[test]
    fn every_level_tells_the_extremes_of_its_interval() {
        let track = ramp(1000);
        for level in 0..track.levels.len() {
            let band = track.merged(level, 256, 512).unwrap();
            assert_eq!((band.min, band.max), (256.0, 511.5));
        }
    }

    #[test]
    fn the_distant_past_stays_visible_at_a_coarser_level() {
        let samples = 4 * ENTRIES as u64;
        let track = ramp(samples);
        assert_eq!(track.at(0, 0), None, "forgotten in detail");
        let level = track.level_for(1.0, 0).unwrap();
        assert_eq!(track.merged(level, 0, 64).unwrap().min, 0.0);
        assert!(track.levels.iter().all(|l| l.entries.len() <= ENTRIES));
    }

    #[test]
    fn a_counter_that_rises_evenly_does_so_at_every_level() {
        let mut track = Track::new(0, 4 * ENTRIES as u64);
        (1..=1003u32).for_each(|i| track.push(Count(f64::from(i))));
        for level in 0..track.levels.len() {
            for samples in [0, 1, 7, 64, 1000, 1001, 1003] {
                assert_eq!(track.about(level, samples), samples as f64);
            }
        }
    }

    #[test]
    fn rewinding_and_recording_again_is_as_if_nothing_had_happened() {
        let straight = ramp(1000);
        let mut track = ramp(1000);
        track.rewind(333);
        (333..1000u64).for_each(|i| {
            track.push(Band {
                min: i as f32,
                max: i as f32 + 0.5,
            })
        });
        for (a, b) in track.levels.iter().zip(&straight.levels) {
            assert_eq!(a.entries, b.entries);
            assert_eq!(a.base, b.base);
        }
    }
}
