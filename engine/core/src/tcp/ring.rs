//! Ring of records with consecutive numbers, such as those of the outstanding segments.

/// Entries with consecutive numbers: new ones at the end, removed ones at the front.
///
/// An entry is found by its number alone: with thousands of flows each cache line counts, and a queue of the standard
/// library would keep the numbers apart.
#[derive(Clone, Debug, Default)]
#[repr(C)]
pub struct Ring<T> {
    first: u64,
    end: u64,
    /// The entry with number n is in slot n modulo their count, which is a power of two or 0.
    slots: Box<[T]>,
}

/// With this many entries or fewer, unused memory is kept.
const FEW: usize = 8;

impl<T: Copy + Default> Ring<T> {
    /// Creates an empty ring; the next entry gets the number `next`.
    #[must_use]
    pub fn starting_at(next: u64) -> Ring<T> {
        Ring {
            first: next,
            end: next,
            slots: Box::default(),
        }
    }

    /// Removes all entries and keeps the memory; the next entry gets the number `next`.
    pub fn restart_at(&mut self, next: u64) {
        self.first = next;
        self.end = next;
    }

    /// Number of the first entry.
    #[must_use]
    #[inline]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Number behind the last entry.
    #[must_use]
    #[inline]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Returns the number of entries.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        (self.end - self.first) as usize
    }

    /// Returns the number of entries for which there is memory.
    #[cfg(test)]
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Returns the entry with this number, if there is one.
    #[must_use]
    #[inline]
    pub fn get(&self, number: u64) -> Option<&T> {
        if number.wrapping_sub(self.first) >= self.end - self.first {
            return None;
        }
        self.slots.get(self.slot(number))
    }

    /// Returns the entry with this number to change it, if there is one.
    #[inline]
    pub fn get_mut(&mut self, number: u64) -> Option<&mut T> {
        if number.wrapping_sub(self.first) >= self.end - self.first {
            return None;
        }
        let slot = self.slot(number);
        self.slots.get_mut(slot)
    }

    /// Adds an entry with the next number.
    #[inline]
    pub fn push(&mut self, entry: T) {
        if self.len() == self.slots.len() {
            self.resize(2 * self.len());
        }
        let slot = self.slot(self.end);
        self.slots[slot] = entry;
        self.end += 1;
    }

    /// Removes the first entry and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let entry = *self.get(self.first)?;
        self.first += 1;
        Some(entry)
    }

    /// Removes the entries before `number`.
    #[inline]
    pub fn remove_before(&mut self, number: u64) {
        self.first = self.first.max(number.min(self.end));
    }

    /// Gives back memory after a large window, if less than a quarter is in use: the unused part of a ring, through all
    /// of which its entries move, would take room in the caches.
    #[inline]
    pub fn release_memory(&mut self) {
        let len = self.len().max(FEW);
        if self.slots.len() > 4 * len {
            self.resize(2 * len);
        }
    }

    /// Applies `change` to each entry.
    pub fn for_each_mut(&mut self, mut change: impl FnMut(&mut T)) {
        for number in self.first..self.end {
            let slot = self.slot(number);
            change(&mut self.slots[slot]);
        }
    }

    #[inline]
    fn slot(&self, number: u64) -> usize {
        // With no slots the mask has all bits, and no slot is found.
        number as usize & self.slots.len().wrapping_sub(1)
    }

    /// Moves the entries to memory for at least `slots` of them.
    #[cold]
    #[inline(never)]
    fn resize(&mut self, slots: usize) {
        let mut moved = Ring {
            slots: vec![T::default(); slots.max(FEW / 2).next_power_of_two()].into(),
            ..*self
        };
        for number in self.first..self.end {
            let slot = moved.slot(number);
            moved.slots[slot] = self.slots[self.slot(number)];
        }
        *self = moved;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    #[test]
    fn a_ring_keeps_at_most_four_times_what_it_needs() {
        let mut ring = Ring::starting_at(5);
        (0..1000u64).for_each(|entry| ring.push(entry));
        while ring.pop().is_some() {
            ring.release_memory();
            assert!(ring.slots.len() <= 4 * ring.len().max(FEW));
        }
        assert!(ring.slots.len() >= FEW);
    }

    proptest! {
        #[test]
        fn a_ring_is_a_queue_whose_entries_have_numbers(
            first in 0u64..1000,
            steps in prop::collection::vec((0u8..4, 0u64..60), 0..80),
        ) {
            let mut ring = Ring::starting_at(first);
            let mut queue: VecDeque<(u64, u64)> = VecDeque::new();
            for (step, count) in steps {
                match step {
                    0 => for _ in 0..count {
                        queue.push_back((ring.end(), ring.end() * 3));
                        ring.push(ring.end() * 3);
                    },
                    1 => prop_assert_eq!(ring.pop(), queue.pop_front().map(|(_, entry)| entry)),
                    2 => {
                        ring.remove_before(ring.first() + count);
                        queue.drain(..queue.len().min(count as usize));
                    }
                    _ => ring.release_memory(),
                }
                prop_assert_eq!(ring.len(), queue.len());
                let around = ring.first().saturating_sub(2)..ring.end() + 2;
                for number in around {
                    let found = queue.iter().find(|(n, _)| *n == number);
                    prop_assert_eq!(ring.get(number), found.map(|(_, entry)| entry));
                }
            }
        }
    }
}
