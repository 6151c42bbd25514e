//! The largest of recent values, with time counted in round trips.

use std::collections::VecDeque;

/// The largest value of the last round trips, exactly: not by Nichols' three samples, as in Linux.
///
/// Rounds rise and values fall from the largest to the last one. Both are kept apart, since most updates need no other.
#[derive(Clone, Debug)]
#[repr(C)]
pub(in crate::cc) struct WindowedMax {
    largest: Entry,
    last: Entry,
    /// Entries before the last one; the first of them is the largest.
    earlier: VecDeque<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    round: u64,
    value: f64,
}

impl Default for WindowedMax {
    fn default() -> WindowedMax {
        let nothing = |value| Entry { round: 0, value };
        WindowedMax {
            largest: nothing(0.0),
            last: nothing(f64::NEG_INFINITY),
            earlier: VecDeque::new(),
        }
    }
}

impl WindowedMax {
    /// 0 before the first.
    pub(in crate::cc) fn get(&self) -> f64 {
        self.largest.value
    }

    /// A value of this round, which does not go back; those more than `rounds` before it are forgotten.
    #[inline]
    pub(in crate::cc) fn update(&mut self, round: u64, value: f64, rounds: u64) {
        let entry = Entry { round, value };
        if value >= self.last.value {
            self.replace_smaller(entry);
        } else if self.last.round < round {
            // A smaller value of the same round could never become the largest.
            self.append(entry);
        }
        if self.largest.round + rounds < round {
            self.forget_before(round - rounds);
        }
    }

    fn replace_smaller(&mut self, entry: Entry) {
        while self.earlier.back().is_some_and(|e| e.value <= entry.value) {
            self.earlier.pop_back();
        }
        self.last = entry;
        if self.earlier.is_empty() {
            self.largest = entry;
        }
    }

    #[cold]
    fn append(&mut self, entry: Entry) {
        self.earlier.push_back(self.last);
        self.last = entry;
    }

    #[cold]
    fn forget_before(&mut self, round: u64) {
        while self.earlier.front().is_some_and(|e| e.round < round) {
            self.earlier.pop_front();
        }
        self.largest = *self.earlier.front().unwrap_or(&self.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_of_the_last_rounds_is_exact() {
        let mut max = WindowedMax::default();
        let values = [
            3.0, 9.0, 4.0, 1.0, 7.0, 2.0, 2.0, 8.0, 1.0, 0.0, 0.0, 0.0, 5.0,
        ];
        for (round, &value) in values.iter().enumerate() {
            max.update(round as u64, value, 3);
            let from = round.saturating_sub(3);
            let want = values[from..=round].iter().copied().fold(0.0, f64::max);
            assert_eq!(max.get(), want, "round {round}");
        }
    }
}
