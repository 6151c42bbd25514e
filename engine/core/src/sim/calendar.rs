//! The event set: a bucketed calendar queue with a heap for the far future.
//!
//! Simulated time is cut into buckets of a power-of-two width; an event goes to the list of its
//! bucket in constant time, a bitmap finds the next bucket in use, and only the bucket being worked
//! on is sorted. Events beyond the wheel wait in a binary heap and move in as the wheel turns. When
//! a crowd is scheduled into the bucket being worked on (a hundred thousand flows that start at one
//! instant, say), the crowd waits in a heap of its own. Equal times come out by [`Rank`], then in the
//! order in which they were scheduled, whatever the width.
//!
//! Source: R. Brown, "Calendar queues", CACM 31(10), 1988, with a fixed width chosen from the
//! scenario's packet rate instead of resizing. `engine/bench/benches/calendar.rs` (2026-11-21): to take an event out
//! and schedule another took 14, 19 and 16 ns with 300, 1,000 and 10,000 pending, against 39, 40 and
//! 65 ns for a binary heap keyed (time, sequence): 2.7, 2.0 and 4.0 times as fast.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::marker::PhantomData;

use crate::time::Time;

const NIL: u32 = u32::MAX;
/// With more events than this in the bucket being worked on, inserting in order costs more than a heap.
const CROWD: usize = if cfg!(test) { 4 } else { 64 };
/// With more events than this in a bucket, inserting each in order costs more than sorting all.
const FEW: u32 = if cfg!(test) { 2 } else { 12 };

/// The latest time there is in a calendar: 26 days, when runs take 11.6 at most.
const BEYOND: Time = Time((1 << 61) - 1);

/// Order among events at the same time, before that of setting out: what the order of scheduling would be
/// if every link were simulated packet by packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank(u8);

impl Rank {
    /// For a sender's timers. An acknowledgement that comes at the instant one runs out comes too
    /// late, however early its arrival was known: a timer is set a round trip or more ahead.
    pub const TIMER: Rank = Rank(0);
    /// The rule.
    pub const FIRST: Rank = Rank(1);

    /// For a packet that left its flow's own link right behind so many others. Its arrival is known
    /// early, but its transmission began after that of packets with fewer before them.
    #[must_use]
    #[inline]
    pub fn behind(others: u8) -> Rank {
        Rank(1 + others.min(6))
    }
}

/// Time and rank in one number: eight times the picoseconds plus the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u64);

impl Key {
    /// What lies beyond the end of any run, such as the turn of a packet behind a million others on a
    /// slow access link, is as good as at [`BEYOND`].
    fn new(at: Time, rank: Rank) -> Key {
        Key(at.0.min(BEYOND.0) << 3 | u64::from(rank.0))
    }

    fn time(self) -> Time {
        Time(self.0 >> 3)
    }
}

/// What can be put into a calendar.
pub trait Event: Copy {
    /// Itself in two words.
    fn pack(self) -> Packed;

    /// The event that two words stand for.
    fn unpack(packed: Packed) -> Self;

    /// Order among events of the same time, rank and setting out, the least first. Events that are equal
    /// in this too must be interchangeable.
    fn tie(packed: Packed) -> u64;
}

/// An event in two words, which travel in registers: a processor that reads as a whole what was just written field
/// by field waits until the fields are in the cache. That took 8 % of the time of `anomaly`.
#[derive(Clone, Copy, Debug)]
pub struct Packed(pub u64, pub u64);

/// Where an event belongs. Half a cache line, and never in two.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Placed<E> {
    key: Key,
    /// When it set out: when its packet was sent, or its timer set.
    sent: Time,
    event: Packed,
    of: PhantomData<E>,
}

/// Events of type `E` in order of time.
#[derive(Clone, Debug)]
pub struct Calendar<E> {
    /// log2 of the bucket width in eighths of a picosecond.
    shift: u32,
    /// Newest event of each bucket of the wheel; the rest hangs behind it.
    heads: Vec<u32>,
    /// One bit per bucket: set when its list is not empty.
    in_use: Vec<u64>,
    /// Events on the wheel and in `current`, which stay where they are until they are taken out.
    placed: Vec<Placed<E>>,
    /// Of each event on the wheel, the one behind it in its bucket; of each unused place, the next one.
    behind: Vec<u32>,
    free: u32,
    /// Events up to and including bucket `turned_to`, latest first, so that the next is at the end.
    current: Vec<u32>,
    /// Events of the same buckets when there is a crowd of them: all are here then.
    crowd: BinaryHeap<Reverse<Placed<E>>>,
    /// Number (key >> shift) of the bucket being worked on.
    turned_to: u64,
    far: BinaryHeap<Reverse<Placed<E>>>,
    /// Bucket of the first of them.
    far_from: u64,
    on_wheel: usize,
}

impl<E: Event> Calendar<E> {
    /// An empty calendar tuned for about `events_per_s` events per simulated second, most of them
    /// scheduled less than `horizon_s` seconds ahead. Both are hints: they change speed, not order.
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
            crowd: BinaryHeap::new(),
            turned_to: 0,
            far: BinaryHeap::new(),
            far_from: u64::MAX,
            on_wheel: 0,
        }
    }

    /// Number of events waiting.
    #[must_use]
    pub fn len(&self) -> usize {
        self.current.len() + self.crowd.len() + self.on_wheel + self.far.len()
    }

    /// True when nothing waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Schedules `event`, which set out at `sent`, at `at`; that must not lie before an event already
    /// taken out.
    #[inline(always)]
    pub fn push(&mut self, at: Time, rank: Rank, sent: Time, event: E) {
        self.place(Key::new(at, rank), sent, event.pack());
    }

    #[inline(never)]
    fn place(&mut self, key: Key, sent: Time, event: Packed) {
        let bucket = key.0 >> self.shift;
        if self.is_on_wheel(bucket) {
            let index = self.keep(key, sent, event);
            self.hang_on_wheel(bucket, index);
        } else if bucket <= self.turned_to {
            self.push_current(Placed::new(key, sent, event));
        } else {
            self.far_from = self.far_from.min(bucket);
            self.far.push(Reverse(Placed::new(key, sent, event)));
        }
    }

    /// Whether a bucket lies ahead of the one being worked on, by less than a turn of the wheel.
    #[inline]
    fn is_on_wheel(&self, bucket: u64) -> bool {
        // One comparison: what lies behind is very far ahead without a sign.
        bucket.wrapping_sub(self.turned_to + 1) < self.heads.len() as u64 - 1
    }

    /// Time of the next event, [`Time::NEVER`] when there is none.
    #[inline]
    pub fn next_time(&mut self) -> Time {
        match self.current.last() {
            Some(&next) => self.placed[next as usize].key.time(),
            None => self.turn_for_time(),
        }
    }

    /// The next event and its time, which stays where it is.
    pub fn peek(&mut self) -> Option<(Time, E)> {
        // That the next is at hand afterwards is what finding out its time takes.
        self.next_time();
        let crowded = || self.crowd.peek().map(|Reverse(placed)| placed);
        let at_hand = self.current.last();
        let next = at_hand
            .map(|&next| &self.placed[next as usize])
            .or_else(crowded);
        next.map(|placed| placed.out())
    }

    /// Takes out the next event.
    #[inline]
    pub fn pop(&mut self) -> Option<(Time, E)> {
        self.pop_before(Time::NEVER)
    }

    /// Takes out the next event if it comes before `horizon`.
    #[inline]
    pub fn pop_before(&mut self, horizon: Time) -> Option<(Time, E)> {
        let (at, packed) = self.pop_packed_before(horizon)?;
        Some((at, E::unpack(packed)))
    }

    /// The same without looking what it is.
    #[inline]
    pub fn pop_packed_before(&mut self, horizon: Time) -> Option<(Time, Packed)> {
        if self.current.is_empty() && !self.turn() {
            return self.pop_crowded(horizon);
        }
        let next = *self.current.last()?;
        let placed = &self.placed[next as usize];
        let (at, event) = (placed.key.time(), placed.event);
        if at >= horizon {
            return None;
        }
        self.current.pop();
        self.give_back(next);
        Some((at, event))
    }

    /// Every event waiting, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = E> {
        self.iter_timed().map(|(_, event)| event)
    }

    /// The same, each with its time.
    pub fn iter_timed(&self) -> impl Iterator<Item = (Time, E)> {
        let held = |index: u32| (index != NIL).then_some(index);
        let wheel = (self.heads.iter()).flat_map(move |&head| {
            std::iter::successors(held(head), move |&index| held(self.behind[index as usize]))
        });
        let heaps = self.crowd.iter().chain(&self.far);
        (self.current.iter().copied().chain(wheel))
            .map(|index| &self.placed[index as usize])
            .chain(heaps.map(|Reverse(placed)| placed))
            .map(Placed::out)
    }

    #[inline(never)]
    fn push_current(&mut self, placed: Placed<E>) {
        if self.current.len() < CROWD && self.crowd.is_empty() {
            let index = self.keep(placed.key, placed.sent, placed.event);
            self.insert(index);
        } else {
            while let Some(index) = self.current.pop() {
                self.crowd.push(Reverse(self.placed[index as usize]));
                self.give_back(index);
            }
            self.crowd.push(Reverse(placed));
        }
    }

    /// Inserts where it belongs, most often at the end.
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

    /// Keeps an event, at a place that was used before if there is one.
    #[inline(always)]
    fn keep(&mut self, key: Key, sent: Time, event: Packed) -> u32 {
        let index = self.free;
        if let Some(place) = self.placed.get_mut(index as usize) {
            (place.key, place.sent, place.event) = (key, sent, event);
            self.free = self.behind[index as usize];
            index
        } else {
            self.keep_more(key, sent, event)
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_more(&mut self, key: Key, sent: Time, event: Packed) -> u32 {
        self.placed.push(Placed::new(key, sent, event));
        self.behind.push(NIL);
        (self.placed.len() - 1) as u32
    }

    /// The place of an event that was taken out is used again.
    #[inline]
    fn give_back(&mut self, index: u32) {
        self.behind[index as usize] = std::mem::replace(&mut self.free, index);
    }

    #[inline(never)]
    fn turn_for_time(&mut self) -> Time {
        let next = if self.turn() {
            self.current.last().map(|&next| &self.placed[next as usize])
        } else {
            self.crowd.peek().map(|Reverse(placed)| placed)
        };
        next.map_or(Time::NEVER, |placed| placed.key.time())
    }

    #[cold]
    fn pop_crowded(&mut self, horizon: Time) -> Option<(Time, Packed)> {
        let next = self.crowd.peek_mut()?;
        let at = next.0.key.time();
        (at < horizon).then(|| (at, PeekMut::pop(next).0.event))
    }

    #[inline]
    fn hang_on_wheel(&mut self, bucket: u64, index: u32) {
        let slot = bucket as usize & (self.heads.len() - 1);
        self.behind[index as usize] = self.heads[slot];
        self.heads[slot] = index;
        self.in_use[slot / 64] |= 1 << (slot % 64);
        self.on_wheel += 1;
    }

    /// Moves on to the next bucket in use and sorts it; false when there is none, or a crowd before it.
    fn turn(&mut self) -> bool {
        if !self.crowd.is_empty() {
            return false;
        }
        let next = if self.on_wheel > 0 {
            self.turned_to + self.buckets_to_next()
        } else if self.far_from < u64::MAX {
            self.far_from
        } else {
            return false;
        };
        self.turned_to = next;
        let end = next.saturating_add(self.heads.len() as u64);
        if self.far_from < end {
            self.draw_near(end);
        }
        let slot = next as usize & (self.heads.len() - 1);
        let index = std::mem::replace(&mut self.heads[slot], NIL);
        self.in_use[slot / 64] &= !(1 << (slot % 64));
        self.current.push(index);
        self.on_wheel -= 1;
        let others = self.behind[index as usize];
        if others != NIL {
            self.take_others(others);
        }
        true
    }

    /// The rest of a bucket: most hold one event or two.
    #[inline(never)]
    fn take_others(&mut self, mut index: u32) {
        let mut taken = 1;
        while index != NIL {
            if taken < FEW {
                self.insert(index);
            } else {
                self.current.push(index);
            }
            taken += 1;
            index = self.behind[index as usize];
        }
        self.on_wheel -= taken as usize - 1;
        if taken > FEW {
            let placed = |&index: &u32| &self.placed[index as usize];
            self.current
                .sort_unstable_by(|a, b| placed(b).cmp(placed(a)));
        }
    }

    /// Takes far events before bucket `end` onto the wheel.
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
                let index = self.keep(placed.key, placed.sent, placed.event);
                self.hang_on_wheel(bucket, index);
            }
        }
    }

    /// Distance from the present bucket to the next one in use; there is one.
    fn buckets_to_next(&self) -> u64 {
        let mask = self.heads.len() - 1;
        let first = (self.turned_to as usize + 1) & mask;
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

impl<E: Event> Placed<E> {
    fn new(key: Key, sent: Time, event: Packed) -> Placed<E> {
        Placed {
            key,
            sent,
            event,
            of: PhantomData,
        }
    }

    fn out(&self) -> (Time, E) {
        (self.key.time(), E::unpack(self.event))
    }

    #[inline]
    fn comes_before(&self, other: &Self) -> bool {
        self.key < other.key || (self.key == other.key && self.cmp(other) == Ordering::Less)
    }
}

impl<E: Event> PartialEq for Placed<E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E: Event> Eq for Placed<E> {}

impl<E: Event> PartialOrd for Placed<E> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E: Event> Ord for Placed<E> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let whole = |placed: &Self| (placed.key, placed.sent, E::tie(placed.event));
        whole(self).cmp(&whole(other))
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
        /// Against a sorted list: random gaps from ties to far beyond the wheel, scheduled in any order.
        #[test]
        fn pops_in_order_of_time_rank_setting_out_and_tie(
            steps in prop::collection::vec((0u64..4, 0u32..45, 0u64..3, 0usize..4, 0u64..2, 0u64..1000), 1..400),
            rate in 1.0f64..1e9,
        ) {
            let ranks = [Rank::TIMER, Rank::FIRST, Rank::behind(1), Rank::behind(200)];
            let mut calendar = Calendar::tuned_for(rate, 1e-3);
            let mut model: Vec<(Time, usize, Time, u64)> = Vec::new();
            let mut last = (Time::ZERO, 0, Time::ZERO, 0);
            for (factor, magnitude, pops, rank, sent, tie) in steps {
                let at = Time(last.0.0 + (factor << magnitude));
                // What comes before something that was taken out cannot be scheduled any more.
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
