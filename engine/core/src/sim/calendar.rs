//! Event set: a bucketed calendar queue with a heap for the far future.
//!
//! Simulated time is divided into buckets of a power-of-two width. An event goes to the list of its bucket in
//! constant time, a bitmap finds the next bucket in use, and only the current bucket is sorted. Events beyond the
//! wheel wait in a binary heap and move in as the wheel turns. If very many events are scheduled into the current
//! bucket (for example, a hundred thousand flows that start at one instant), they wait in a heap of their own.
//! Events at equal times are ordered by [`Rank`], then by the order of scheduling, whatever the width.
//!
//! Source: R. Brown, "Calendar queues", CACM 31(10), 1988, with a fixed width chosen from the packet rate of the
//! scenario instead of resizing. `engine/bench/benches/calendar.rs` (2026-11-21): to take an event out and schedule
//! another took 14, 19 and 16 ns with 300, 1,000 and 10,000 pending, against 39, 40 and 65 ns for a binary heap
//! with the key (time, sequence): 2.7, 2.0 and 4.0 times as fast.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

pub use super::placed::{Event, Packed, Rank};
use super::placed::{Key, Placed};
use crate::time::Time;

const NIL: u32 = u32::MAX;
/// With more events than this in the current bucket, ordered insertion costs more than a heap.
const MAX_SORTED: usize = if cfg!(test) { 4 } else { 64 };
/// With more events than this in a bucket, ordered insertion of each costs more than sorting all.
const MAX_INSERTED: u32 = if cfg!(test) { 2 } else { 12 };

/// Events of type `E` in order of time.
#[derive(Clone, Debug)]
pub struct Calendar<E> {
    /// log2 of the bucket width in eighths of a picosecond.
    shift: u32,
    /// Newest event of each bucket of the wheel; the others are linked behind it.
    heads: Vec<u32>,
    /// One bit per bucket, set if its list is not empty.
    in_use: Vec<u64>,
    /// Events on the wheel and in `current`; they do not move until they are taken out.
    placed: Vec<Placed<E>>,
    /// Links: for each event on the wheel, the next one in its bucket; for each unused slot, the next unused one.
    behind: Vec<u32>,
    free: u32,
    /// Events up to and including bucket `current_bucket`, latest first, so that the next is at the end.
    current: Vec<u32>,
    /// Events of the same buckets if there are too many for `current`; then all are here.
    overflow: BinaryHeap<Reverse<Placed<E>>>,
    /// Number (key >> shift) of the current bucket.
    current_bucket: u64,
    far: BinaryHeap<Reverse<Placed<E>>>,
    /// Bucket of the first event in `far`.
    far_from: u64,
    wheel_events: usize,
    /// Next bucket in use on the wheel; 0 until it is looked up after a turn.
    upcoming: u64,
}

impl<E: Event> Calendar<E> {
    /// Creates an empty calendar tuned for about `events_per_s` events per simulated second, most of them scheduled
    /// less than `horizon_s` seconds ahead. Both are hints: they change speed, not order.
    #[must_use]
    pub fn tuned_for(events_per_s: f64, horizon_s: f64) -> Calendar<E> {
        let width_ps = (1e12 / events_per_s.max(1.0)).clamp(1e3, 1e9);
        let shift = 66 - (width_ps as u64).leading_zeros();
        let width_s = (1u64 << shift) as f64 / 8e12;
        let buckets = ((horizon_s / width_s) as usize)
            .clamp(1 << 10, 1 << 18)
            .next_power_of_two();
        Calendar {
            shift,
            heads: vec![NIL; buckets],
            in_use: vec![0; buckets / 64],
            placed: Vec::new(),
            behind: Vec::new(),
            free: NIL,
            current: Vec::new(),
            overflow: BinaryHeap::new(),
            current_bucket: 0,
            far: BinaryHeap::new(),
            far_from: u64::MAX,
            wheel_events: 0,
            upcoming: 0,
        }
    }

    /// Returns the number of pending events.
    #[must_use]
    pub fn len(&self) -> usize {
        self.current.len() + self.overflow.len() + self.wheel_events + self.far.len()
    }

    /// Returns whether no event is pending.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Schedules `event`, sent at `sent`, at time `at`, which must not lie before an event already taken out.
    #[inline(always)]
    pub fn push(&mut self, at: Time, rank: Rank, sent: Time, event: E) {
        self.place(Key::new(at, rank), sent, event.pack());
    }

    #[inline(never)]
    fn place(&mut self, key: Key, sent: Time, event: Packed) {
        let bucket = key.0 >> self.shift;
        if self.is_on_wheel(bucket) {
            let index = self.store(key, sent, event);
            self.link_on_wheel(bucket, index);
        } else if bucket <= self.current_bucket {
            self.push_current(Placed::new(key, sent, event));
        } else {
            self.far_from = self.far_from.min(bucket);
            self.far.push(Reverse(Placed::new(key, sent, event)));
        }
    }

    /// Returns whether a bucket lies ahead of the current one by less than a turn of the wheel.
    #[inline]
    fn is_on_wheel(&self, bucket: u64) -> bool {
        // One comparison suffices: earlier buckets wrap around to very large numbers.
        bucket.wrapping_sub(self.current_bucket + 1) < self.heads.len() as u64 - 1
    }

    /// Returns the time of the next event, or [`Time::NEVER`] without events.
    #[inline]
    pub fn next_time(&mut self) -> Time {
        match self.current.last() {
            Some(&next) => self.placed[next as usize].key.time(),
            None => self.turn_for_time(),
        }
    }

    /// Returns the next event and its time without taking it out.
    pub fn peek(&mut self) -> Option<(Time, E)> {
        // Finding the next time also brings the next event to the end of `current`.
        self.next_time();
        let crowded = || self.overflow.peek().map(|Reverse(placed)| placed);
        let at_hand = self.current.last();
        let next = at_hand
            .map(|&next| &self.placed[next as usize])
            .or_else(crowded);
        next.map(|placed| placed.decoded())
    }

    /// Takes out the next event.
    #[inline]
    pub fn pop(&mut self) -> Option<(Time, E)> {
        self.pop_before(Time::NEVER)
    }

    /// Takes out the next event if it is before `horizon`.
    #[inline]
    pub fn pop_before(&mut self, horizon: Time) -> Option<(Time, E)> {
        let (at, packed) = self.pop_packed_before(horizon)?;
        Some((at, E::unpack(packed)))
    }

    /// Takes out the next event before `horizon` without decoding it.
    #[inline]
    pub fn pop_packed_before(&mut self, horizon: Time) -> Option<(Time, Packed)> {
        if self.current.is_empty() && !self.turn(horizon) {
            return self.pop_overflow(horizon);
        }
        let next = *self.current.last()?;
        let placed = &self.placed[next as usize];
        let (at, event) = (placed.key.time(), placed.event);
        if at >= horizon {
            return None;
        }
        self.current.pop();
        self.release_slot(next);
        Some((at, event))
    }

    /// Iterates over all pending events in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = E> {
        self.iter_timed().map(|(_, event)| event)
    }

    /// Iterates over all pending events with their times, in no particular order.
    pub fn iter_timed(&self) -> impl Iterator<Item = (Time, E)> {
        let held = |index: u32| (index != NIL).then_some(index);
        let wheel = (self.heads.iter()).flat_map(move |&head| {
            std::iter::successors(held(head), move |&index| held(self.behind[index as usize]))
        });
        let heaps = self.overflow.iter().chain(&self.far);
        (self.current.iter().copied().chain(wheel))
            .map(|index| &self.placed[index as usize])
            .chain(heaps.map(|Reverse(placed)| placed))
            .map(Placed::decoded)
    }

    #[inline(never)]
    fn push_current(&mut self, placed: Placed<E>) {
        if self.current.len() < MAX_SORTED && self.overflow.is_empty() {
            let index = self.store(placed.key, placed.sent, placed.event);
            self.insert(index);
        } else {
            while let Some(index) = self.current.pop() {
                self.overflow.push(Reverse(self.placed[index as usize]));
                self.release_slot(index);
            }
            self.overflow.push(Reverse(placed));
        }
    }

    /// Inserts at the sorted position, most often at the end.
    #[inline]
    fn insert(&mut self, index: u32) {
        let mut place = self.current.len();
        self.current.push(index);
        while place > 0 && self.comes_before(self.current[place - 1], index) {
            self.current.swap(place - 1, place);
            place -= 1;
        }
    }

    #[inline]
    fn comes_before(&self, one: u32, other: u32) -> bool {
        self.placed[one as usize].comes_before(&self.placed[other as usize])
    }

    /// Stores an event, in an unused slot if there is one.
    #[inline(always)]
    fn store(&mut self, key: Key, sent: Time, event: Packed) -> u32 {
        let index = self.free;
        if let Some(place) = self.placed.get_mut(index as usize) {
            (place.key, place.sent, place.event) = (key, sent, event);
            self.free = self.behind[index as usize];
            index
        } else {
            self.store_in_new_slot(key, sent, event)
        }
    }

    #[cold]
    #[inline(never)]
    fn store_in_new_slot(&mut self, key: Key, sent: Time, event: Packed) -> u32 {
        self.placed.push(Placed::new(key, sent, event));
        self.behind.push(NIL);
        (self.placed.len() - 1) as u32
    }

    /// Releases the slot of an event that was taken out.
    #[inline]
    fn release_slot(&mut self, index: u32) {
        self.behind[index as usize] = std::mem::replace(&mut self.free, index);
    }

    #[inline(never)]
    fn turn_for_time(&mut self) -> Time {
        let next = if self.turn(Time::NEVER) {
            self.current.last().map(|&next| &self.placed[next as usize])
        } else {
            self.overflow.peek().map(|Reverse(placed)| placed)
        };
        next.map_or(Time::NEVER, |placed| placed.key.time())
    }

    #[cold]
    fn pop_overflow(&mut self, horizon: Time) -> Option<(Time, Packed)> {
        let next = self.overflow.peek_mut()?;
        let at = next.0.key.time();
        (at < horizon).then(|| (at, PeekMut::pop(next).0.event))
    }

    #[inline]
    fn link_on_wheel(&mut self, bucket: u64, index: u32) {
        let slot = bucket as usize & (self.heads.len() - 1);
        self.behind[index as usize] = self.heads[slot];
        self.heads[slot] = index;
        self.in_use[slot / 64] |= 1 << (slot % 64);
        self.wheel_events += 1;
        self.upcoming = self.upcoming.min(bucket);
    }

    /// Moves to the next bucket in use and sorts it; false if there is none before `horizon`, or if `overflow` comes
    /// before it. The wheel does not turn beyond the horizon, since events may still be scheduled up to there.
    fn turn(&mut self, horizon: Time) -> bool {
        if !self.overflow.is_empty() {
            return false;
        }
        let next = match self.next_bucket() {
            Some(next) if next << self.shift <= Key::start_of(horizon).0 => next,
            _ => return false,
        };
        self.upcoming = 0;
        self.current_bucket = next;
        let end = next.saturating_add(self.heads.len() as u64);
        if self.far_from < end {
            self.draw_near(end);
        }
        let slot = next as usize & (self.heads.len() - 1);
        let index = std::mem::replace(&mut self.heads[slot], NIL);
        self.in_use[slot / 64] &= !(1 << (slot % 64));
        self.current.push(index);
        self.wheel_events -= 1;
        let others = self.behind[index as usize];
        if others != NIL {
            self.take_others(others);
        }
        true
    }

    /// Collects the rest of a bucket: most hold one event or two.
    #[inline(never)]
    fn take_others(&mut self, mut index: u32) {
        let mut taken = 1;
        while index != NIL {
            if taken < MAX_INSERTED {
                self.insert(index);
            } else {
                self.current.push(index);
            }
            taken += 1;
            index = self.behind[index as usize];
        }
        self.wheel_events -= taken as usize - 1;
        if taken > MAX_INSERTED {
            let placed = |&index: &u32| &self.placed[index as usize];
            self.current
                .sort_unstable_by(|a, b| placed(b).cmp(placed(a)));
        }
    }

    /// Moves far events before bucket `end` onto the wheel.
    #[cold]
    fn draw_near(&mut self, end: u64) {
        self.far_from = u64::MAX;
        while let Some(Reverse(far)) = self.far.peek() {
            let bucket = far.key.0 >> self.shift;
            if bucket >= end {
                self.far_from = bucket;
                break;
            }
            if let Some(Reverse(placed)) = self.far.pop() {
                let index = self.store(placed.key, placed.sent, placed.event);
                self.link_on_wheel(bucket, index);
            }
        }
    }

    /// Returns the next bucket with events behind the current one.
    #[inline]
    fn next_bucket(&mut self) -> Option<u64> {
        if self.wheel_events == 0 {
            return (self.far_from < u64::MAX).then_some(self.far_from);
        }
        if self.upcoming == 0 {
            self.upcoming = self.current_bucket + self.buckets_to_next();
        }
        Some(self.upcoming)
    }

    /// Returns the distance from the current bucket to the next one in use, which must exist.
    fn buckets_to_next(&self) -> u64 {
        let mask = self.heads.len() - 1;
        let first = (self.current_bucket as usize + 1) & mask;
        let words = self.in_use.len();
        let mut word = first / 64;
        let mut bits = self.in_use[word] & (u64::MAX << (first % 64));
        for _ in 0..=words {
            if bits != 0 {
                let slot = word * 64 + bits.trailing_zeros() as usize;
                return ((slot + self.heads.len() - first) & mask) as u64 + 1;
            }
            word = (word + 1) % words;
            bits = self.in_use[word];
        }
        unreachable!("on_wheel counts an event that no bucket holds")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    impl Event for u64 {
        fn pack(self) -> Packed {
            Packed(self, 0)
        }

        fn unpack(packed: Packed) -> u64 {
            packed.0
        }

        fn tie(packed: Packed) -> u64 {
            packed.0
        }
    }

    proptest! {
        /// Compares with a sorted list: random gaps from ties to far beyond the wheel, scheduled in any order.
        #[test]
        fn events_pop_in_order_of_time_rank_sending_time_and_tie(
            steps in prop::collection::vec((0u64..4, 0u32..45, 0u64..3, 0usize..4, 0u64..2, 0u64..1000), 1..400),
            rate in 1.0f64..1e9,
        ) {
            let ranks = [Rank::TIMER, Rank::FIRST, Rank::behind(1), Rank::behind(200)];
            let mut calendar = Calendar::tuned_for(rate, 1e-3);
            let mut model: Vec<(Time, usize, Time, u64)> = Vec::new();
            let mut last = (Time::ZERO, 0, Time::ZERO, 0);
            for (factor, magnitude, pops, rank, sent, tie) in steps {
                let at = Time(last.0.0 + (factor << magnitude));
                // An event before one already taken out cannot be scheduled.
                let new = (at, rank, Time(sent), tie).max(last);
                calendar.push(new.0, ranks[new.1], new.2, new.3);
                model.push(new);
                for _ in 0..pops {
                    model.sort();
                    let expected = (!model.is_empty()).then(|| model.remove(0));
                    let at = calendar.next_time();
                    let peeked = calendar.peek();
                    prop_assert_eq!(peeked, expected.map(|(at, _, _, tie)| (at, tie)));
                    prop_assert_eq!(calendar.pop(), expected.map(|(at, _, _, tie)| (at, tie)));
                    if let Some(first) = expected {
                        prop_assert_eq!(at, first.0);
                        last = first;
                    }
                }
                prop_assert_eq!(calendar.len(), model.len());
            }
            prop_assert_eq!(calendar.iter().count(), model.len());
        }
    }
}
