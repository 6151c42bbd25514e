//! Memory of rings: queues whose entries move through all of their memory.

use std::collections::VecDeque;

/// With this many entries or fewer, unused memory is kept.
const FEW: usize = 16;

/// Gives back memory after a large window, if less than a quarter is in use: with thousands of flows the unused part of
/// a ring would take room in the caches.
#[inline]
pub fn release_memory<T>(ring: &mut VecDeque<T>) {
    let len = ring.len().max(FEW);
    if ring.capacity() > 4 * len {
        ring.shrink_to(2 * len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_keeps_at_most_four_times_what_it_needs() {
        let mut ring: VecDeque<u64> = (0..1000).collect();
        while ring.pop_front().is_some() {
            release_memory(&mut ring);
            assert!(ring.capacity() <= 4 * ring.len().max(FEW));
        }
        assert!(ring.capacity() >= FEW);
    }
}
