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
//! scenario's packet rate instead of resizing. `benches/calendar.rs` (2026-11-21): to take an event out
//! and schedule another took 14, 19 and 16 ns with 300, 1,000 and 10,000 pending, against 39, 40 and
//! 65 ns for a binary heap keyed (time, sequence): 2.7, 2.0 and 4.0 times as fast.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::time::Time;

const NIL: u32 = u32::MAX;
/// With more events than this in the bucket being worked on, inserting in order costs more than a heap.
const CROWD: usize = if cfg!(test) { 4 } else { 64 };

/// The latest time there is in a calendar: 26 days, when runs take 11.6 at most.
const BEYOND: Time = Time((1 << 61) - 1);

/// Order among events at the same time, before the order of scheduling: what the order of scheduling
/// would be if every link were simulated packet by packet.
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

/// Events of type `E` in order of time, first scheduled first.
#[derive(Clone, Debug)]
pub struct Calendar<E> {
    /// log2 of the bucket width in eighths of a picosecond.
    shift: u32,
    /// Newest event of each bucket of the wheel; the rest hangs behind it.
    heads: Vec<u32>,
    /// One bit per bucket: set when its list is not empty.
    in_use: Vec<u64>,
    nodes: Vec<Node<E>>,
    free: u32,
    /// Events up to and including bucket `turned_to`, latest first, so that the next is at the end.
    current: Vec<(Key, E)>,
    /// Events of the same buckets that found a crowd there; while there are any, all go here, so that
    /// equal keys in `current` were scheduled before those here.
    crowd: BinaryHeap<Ordered<E>>,
    /// Number (key >> shift) of the bucket being worked on.
    turned_to: u64,
    far: BinaryHeap<Ordered<E>>,
    /// Number of events that have gone to a heap.
    ordered: u64,
    on_wheel: usize,
}

#[derive(Clone, Debug)]
struct Node<E> {
    key: Key,
    next: u32,
    event: E,
}

#[derive(Clone, Debug)]
struct Ordered<E> {
    key: Key,
    order: u64,
    event: E,
}

impl<E: Copy> Calendar<E> {
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
            nodes: Vec::new(),
            free: NIL,
            current: Vec::new(),
            crowd: BinaryHeap::new(),
            turned_to: 0,
            far: BinaryHeap::new(),
            ordered: 0,
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

    /// Schedules `event` at `at`, which must not lie before an event already taken out.
    #[inline]
    pub fn push(&mut self, at: Time, rank: Rank, event: E) {
        let key = Key::new(at, rank);
        let bucket = key.0 >> self.shift;
        if bucket <= self.turned_to {
            self.push_current(key, event);
        } else if bucket - self.turned_to < self.heads.len() as u64 {
            self.push_on_wheel(bucket, key, event);
        } else {
            let far = self.in_order(key, event);
            self.far.push(far);
        }
    }

    /// Time of the next event, [`Time::NEVER`] when there is none.
    #[inline]
    pub fn next_time(&mut self) -> Time {
        if !self.crowd.is_empty() {
            return self.next_crowded().time();
        }
        if self.current.is_empty() && !self.turn() {
            return Time::NEVER;
        }
        self.current
            .last()
            .map_or(Time::NEVER, |&(key, _)| key.time())
    }

    /// Takes out the next event.
    #[inline]
    pub fn pop(&mut self) -> Option<(Time, E)> {
        if !self.crowd.is_empty() {
            return self.pop_crowded();
        }
        if self.current.is_empty() && !self.turn() {
            return None;
        }
        self.current.pop().map(|(key, event)| (key.time(), event))
    }

    /// Every event waiting, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &E> {
        let wheel = self.heads.iter().flat_map(|&head| {
            std::iter::successors(self.nodes.get(head as usize), |node| {
                self.nodes.get(node.next as usize)
            })
        });
        self.current
            .iter()
            .map(|(_, event)| event)
            .chain(self.crowd.iter().map(|crowded| &crowded.event))
            .chain(wheel.map(|node| &node.event))
            .chain(self.far.iter().map(|far| &far.event))
    }

    #[inline]
    fn push_current(&mut self, key: Key, event: E) {
        if self.current.len() < CROWD && self.crowd.is_empty() {
            let place = self.current.partition_point(|later| later.0 > key);
            self.current.insert(place, (key, event));
        } else {
            let crowded = self.in_order(key, event);
            self.crowd.push(crowded);
        }
    }

    /// Key of the next event while there is a crowd.
    #[cold]
    fn next_crowded(&self) -> Key {
        let alone = self.current.last().map(|&(key, _)| key);
        let crowded = self.crowd.peek().map(|crowded| crowded.key);
        alone
            .into_iter()
            .chain(crowded)
            .min()
            .unwrap_or(Key(u64::MAX))
    }

    #[cold]
    fn pop_crowded(&mut self) -> Option<(Time, E)> {
        let next = self.next_crowded();
        match self.current.pop_if(|&mut (key, _)| key == next) {
            Some((key, event)) => Some((key.time(), event)),
            None => self
                .crowd
                .pop()
                .map(|Ordered { key, event, .. }| (key.time(), event)),
        }
    }

    fn in_order(&mut self, key: Key, event: E) -> Ordered<E> {
        self.ordered += 1;
        Ordered {
            key,
            order: self.ordered,
            event,
        }
    }

    #[inline]
    fn push_on_wheel(&mut self, bucket: u64, key: Key, event: E) {
        let slot = bucket as usize & (self.heads.len() - 1);
        let node = Node {
            key,
            next: self.heads[slot],
            event,
        };
        let index = if self.free == NIL {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        } else {
            let index = self.free;
            let place = &mut self.nodes[index as usize];
            self.free = place.next;
            *place = node;
            index
        };
        self.heads[slot] = index;
        self.in_use[slot / 64] |= 1 << (slot % 64);
        self.on_wheel += 1;
    }

    /// Moves on to the next bucket in use and sorts it; false when there is none.
    fn turn(&mut self) -> bool {
        let next = if self.on_wheel > 0 {
            self.turned_to + self.buckets_to_next()
        } else if let Some(far) = self.far.peek() {
            far.key.0 >> self.shift
        } else {
            return false;
        };
        self.turned_to = next;
        // Far events come onto the wheel before anything can be scheduled there directly, so the
        // order of scheduling is kept.
        let end = next.saturating_add(self.heads.len() as u64);
        while let Some(far) = self.far.peek() {
            let bucket = far.key.0 >> self.shift;
            if bucket >= end {
                break;
            }
            if let Some(Ordered { key, event, .. }) = self.far.pop() {
                self.push_on_wheel(bucket, key, event);
            }
        }
        let slot = next as usize & (self.heads.len() - 1);
        let mut index = std::mem::replace(&mut self.heads[slot], NIL);
        self.in_use[slot / 64] &= !(1 << (slot % 64));
        while index != NIL {
            let node = &mut self.nodes[index as usize];
            self.current.push((node.key, node.event));
            let next = std::mem::replace(&mut node.next, self.free);
            self.free = index;
            index = next;
            self.on_wheel -= 1;
        }
        // The list is newest first and the sort is stable, so among equal times the oldest is last.
        self.current.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
        true
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

impl<E> PartialEq for Ordered<E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E> Eq for Ordered<E> {}

impl<E> PartialOrd for Ordered<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Ordered<E> {
    /// Reversed, since the standard heap keeps its greatest on top.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.key, other.order).cmp(&(self.key, self.order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Against a sorted list with sequence numbers: random gaps from ties to far beyond the wheel.
        #[test]
        fn pops_in_order_of_time_then_rank_then_scheduling(
            steps in prop::collection::vec((0u64..4, 0u32..45, 0u64..3, 0usize..4), 1..400),
            rate in 1.0f64..1e9,
        ) {
            let ranks = [Rank::TIMER, Rank::FIRST, Rank::behind(1), Rank::behind(200)];
            let mut calendar = Calendar::tuned_for(rate, 1e-3);
            let mut model: Vec<(Time, usize, u64)> = Vec::new();
            let mut now = (Time::ZERO, 0);
            for (order, (factor, magnitude, pops, rank)) in steps.into_iter().enumerate() {
                let at = Time(now.0.0 + (factor << magnitude));
                // A rank cannot come before one that was taken out at the same time.
                let rank = if at == now.0 { rank.max(now.1) } else { rank };
                calendar.push(at, ranks[rank], order as u64);
                model.push((at, rank, order as u64));
                for _ in 0..pops {
                    model.sort();
                    let expected = (!model.is_empty()).then(|| model.remove(0));
                    let at = calendar.next_time();
                    let popped = calendar.pop();
                    prop_assert_eq!(popped, expected.map(|(at, _, order)| (at, order)));
                    if let Some((time, rank, _)) = expected {
                        prop_assert_eq!(at, time);
                        now = (time, rank);
                    }
                }
                prop_assert_eq!(calendar.len(), model.len());
            }
            prop_assert_eq!(calendar.iter().count(), model.len());
        }
    }
}
