//! Sets of sequence numbers kept as sorted, disjoint ranges.

/// A set of sequence numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// Adds one number; false if it was there.
    pub fn insert(&mut self, number: u64) -> bool {
        // Arrivals are most often in order.
        match self.0.last_mut() {
            Some((_, end)) if *end > number => self.insert_among(number),
            Some((_, end)) if *end == number => {
                *end += 1;
                true
            }
            _ => {
                self.0.push((number, number + 1));
                true
            }
        }
    }

    fn insert_among(&mut self, number: u64) -> bool {
        // First range that ends at or behind the number: it may hold the number or touch it.
        let i = self.0.partition_point(|&(_, end)| end < number);
        match self.0.get_mut(i) {
            Some(range) if range.0 <= number && number < range.1 => return false,
            Some(range) if range.1 == number => {
                range.1 += 1;
                if let Some(&(start, end)) = self.0.get(i + 1)
                    && start == number + 1
                {
                    self.0[i].1 = end;
                    self.0.remove(i + 1);
                }
            }
            Some(range) if range.0 == number + 1 => range.0 = number,
            _ => self.0.insert(i, (number, number + 1)),
        }
        true
    }

    /// Adds `[start, end)` and calls `added` with each part of it, in order, that was not there.
    pub fn insert_range(&mut self, start: u64, end: u64, mut added: impl FnMut(u64, u64)) {
        if start >= end {
            return;
        }
        match self.0.last_mut() {
            // Most often the last range grows.
            Some(last) if last.0 <= start && start <= last.1 => {
                if last.1 < end {
                    added(last.1, end);
                    last.1 = end;
                }
            }
            Some(last) if start < last.0 => self.insert_range_among(start, end, added),
            _ => {
                added(start, end);
                self.0.push((start, end));
            }
        }
    }

    fn insert_range_among(&mut self, start: u64, end: u64, mut added: impl FnMut(u64, u64)) {
        // The ranges from `first` to before `last` overlap or touch it and become one with it.
        let first = self.0.partition_point(|&(_, e)| e < start);
        let last = self.0.partition_point(|&(s, _)| s <= end);
        let mut from = start;
        let mut merged = (start, end);
        for &(s, e) in &self.0[first..last] {
            if from < s {
                added(from, s);
            }
            from = from.max(e);
            merged = (merged.0.min(s), merged.1.max(e));
        }
        if from < end {
            added(from, end);
        }
        self.0.splice(first..last, [merged]);
    }

    /// Removes the range that starts at `number` and returns its end.
    pub fn take_from(&mut self, number: u64) -> Option<u64> {
        let &(start, end) = self.0.first()?;
        (start == number).then(|| {
            self.0.remove(0);
            end
        })
    }

    /// Removes every number before `number`.
    pub fn remove_before(&mut self, number: u64) {
        let gone = self.0.partition_point(|&(_, end)| end <= number);
        self.0.drain(..gone);
        if let Some(first) = self.0.first_mut() {
            first.0 = first.0.max(number);
        }
    }

    /// The range that holds `number`.
    #[must_use]
    pub fn around(&self, number: u64) -> Option<(u64, u64)> {
        // Most often it is in the last range.
        if let Some(&last) = self.0.last()
            && last.0 <= number
        {
            return (number < last.1).then_some(last);
        }
        let i = self.0.partition_point(|&(_, end)| end <= number);
        self.0.get(i).copied().filter(|&(start, _)| start <= number)
    }

    /// Behind the highest number in it; 0 when there is none.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |&(_, end)| end)
    }

    /// Removes all numbers from the set.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// True when there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ranges, each `[start, end)`, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[(u64, u64)] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn members(ranges: &Ranges) -> Vec<u64> {
        ranges.as_slice().iter().flat_map(|&(a, b)| a..b).collect()
    }

    proptest! {
        #[test]
        fn ranges_behave_as_a_set_and_stay_disjoint(numbers in prop::collection::vec(0u64..40, 0..80)) {
            let mut ranges = Ranges::default();
            let mut set = BTreeSet::new();
            for number in numbers {
                prop_assert_eq!(ranges.insert(number), set.insert(number));
                prop_assert_eq!(&members(&ranges), &set.iter().copied().collect::<Vec<_>>());
                prop_assert!(ranges.as_slice().windows(2).all(|w| w[0].1 < w[1].0));
            }
        }

        #[test]
        fn a_range_added_is_as_its_numbers_added_and_names_what_is_new(
            added in prop::collection::vec((0u64..40, 0u64..12), 0..40),
            floor in 0u64..50,
        ) {
            let mut ranges = Ranges::default();
            let mut set = BTreeSet::new();
            for (start, length) in added {
                let mut new = Vec::new();
                ranges.insert_range(start, start + length, |a, b| new.extend(a..b));
                let wanted: Vec<u64> = (start..start + length).filter(|&n| set.insert(n)).collect();
                prop_assert_eq!(new, wanted);
                prop_assert_eq!(&members(&ranges), &set.iter().copied().collect::<Vec<_>>());
                prop_assert!(ranges.as_slice().windows(2).all(|w| w[0].1 < w[1].0));
            }
            for number in 0..60 {
                let held = ranges.around(number).is_some_and(|(a, b)| a <= number && number < b);
                prop_assert_eq!(held, set.contains(&number));
            }
            ranges.remove_before(floor);
            prop_assert_eq!(members(&ranges), set.into_iter().filter(|&n| n >= floor).collect::<Vec<_>>());
        }
    }
}
