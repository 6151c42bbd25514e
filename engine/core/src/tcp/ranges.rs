//! Sets of sequence numbers kept as sorted, disjoint ranges.

/// A set of sequence numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(Vec<(u32, u32)>);

impl Ranges {
    /// Adds one number; false if it was there.
    pub fn insert(&mut self, number: u32) -> bool {
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

    /// Takes the range that starts at `number` away, returning where it ends.
    pub fn take_from(&mut self, number: u32) -> Option<u32> {
        let &(start, end) = self.0.first()?;
        (start == number).then(|| {
            self.0.remove(0);
            end
        })
    }

    /// True when there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The ranges, each `[start, end)`, in order.
    #[must_use]
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn behaves_as_a_set_and_keeps_ranges_apart(numbers in prop::collection::vec(0u32..40, 0..80)) {
            let mut ranges = Ranges::default();
            let mut set = BTreeSet::new();
            for number in numbers {
                prop_assert_eq!(ranges.insert(number), set.insert(number));
                let members: Vec<u32> = ranges.as_slice().iter().flat_map(|&(a, b)| a..b).collect();
                prop_assert_eq!(&members, &set.iter().copied().collect::<Vec<_>>());
                prop_assert!(ranges.as_slice().windows(2).all(|w| w[0].1 < w[1].0));
            }
        }
    }
}
