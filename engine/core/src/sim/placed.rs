//! Events of a calendar and their order.

use std::cmp::Ordering;
use std::marker::PhantomData;

use crate::time::Time;

/// Latest time of a calendar: 26 days, while runs take at most 11.6.
const BEYOND: Time = Time((1 << 61) - 1);

/// Order among events at the same time, before the order of sending: the order of scheduling if every link were
/// simulated packet by packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank(u8);

impl Rank {
    /// For timers of senders. An acknowledgment that arrives at the instant at which a timer expires comes too
    /// late, however early its arrival was known: a timer is set a round trip or more ahead.
    pub const TIMER: Rank = Rank(0);
    /// For all other events.
    pub const FIRST: Rank = Rank(1);

    /// For a packet that left its access link directly behind `others` packets. Its arrival is known early, but its
    /// transmission began after that of packets with fewer before them.
    #[must_use]
    #[inline]
    pub fn behind(others: u8) -> Rank {
        Rank(1 + others.min(6))
    }
}

/// Time and rank in one number: eight times the picoseconds plus the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(pub u64);

impl Key {
    /// Times beyond the end of any run, such as the transmission of a packet behind a million others on a slow
    /// access link, become [`BEYOND`].
    pub fn new(at: Time, rank: Rank) -> Key {
        Key(at.0.min(BEYOND.0) << 3 | u64::from(rank.0))
    }

    /// Returns a key before those of all events at `at`.
    pub fn start_of(at: Time) -> Key {
        Key(at.0.min(BEYOND.0) << 3)
    }

    pub fn time(self) -> Time {
        Time(self.0 >> 3)
    }
}

/// Event type of a calendar.
pub trait Event: Copy {
    /// Encodes the event in two words.
    fn pack(self) -> Packed;

    /// Decodes an event from two words.
    fn unpack(packed: Packed) -> Self;

    /// Returns the order among events with the same time, rank and time of sending, the least first. Events equal
    /// in this order must be interchangeable.
    fn tie(packed: Packed) -> u64;
}

/// Event encoded in two words, which stay in registers: a processor that reads a whole value just after its fields
/// were written waits until the fields are in the cache. That took 8 % of the time of `anomaly`.
#[derive(Clone, Copy, Debug)]
pub struct Packed(pub u64, pub u64);

/// Scheduled event. It takes half a cache line and never spans two.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Placed<E> {
    pub key: Key,
    /// Time of sending of its packet, or time at which its timer was set.
    pub sent: Time,
    pub event: Packed,
    of: PhantomData<E>,
}

impl<E: Event> Placed<E> {
    pub fn new(key: Key, sent: Time, event: Packed) -> Placed<E> {
        Placed {
            key,
            sent,
            event,
            of: PhantomData,
        }
    }

    pub fn decoded(&self) -> (Time, E) {
        (self.key.time(), E::unpack(self.event))
    }

    #[inline]
    pub fn comes_before(&self, other: &Self) -> bool {
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
