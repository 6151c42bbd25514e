//! Counters of packets at a link.

use crate::packet::Class;
use crate::queue::Reason;
use crate::time::Span;

/// Counters of packets by class (see [`Class::index`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByClass(pub [u64; Class::COUNT]);

impl ByClass {
    /// Returns the count of one class.
    #[must_use]
    pub fn of(&self, class: Class) -> u64 {
        self.0[class.index()]
    }

    /// Returns the sum over all classes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    #[inline]
    pub(crate) fn count(&mut self, class: Class) {
        self.0[class.index()] += 1;
    }

    pub(crate) fn plus(&self, other: &ByClass) -> ByClass {
        ByClass(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    pub(crate) fn minus(&self, base: &ByClass) -> ByClass {
        ByClass(std::array::from_fn(|i| self.0[i] - base.0[i]))
    }
}

/// Counters that only grow, from the start of the run.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkCounters {
    /// Packets that reached the queue.
    pub arrived: ByClass,
    /// Packets that were dropped, with acknowledgments that newer ones superseded.
    pub dropped: ByClass,
    /// Dropped packets by reason, in the order of [`REASONS`](crate::queue::REASONS).
    pub dropped_for: [u64; Reason::COUNT],
    /// Packets that got a congestion mark.
    pub marked: u64,
    /// Packets whose last bit has left.
    pub departed: ByClass,
    /// Bytes whose last bit has left.
    pub departed_bytes: u64,
    /// Total time of all transmissions that have begun.
    pub transmission: Span,
}

impl LinkCounters {
    /// Counts a packet that is dropped.
    pub fn dropped_at(&mut self, class: Class, reason: Reason) {
        self.dropped.count(class);
        self.dropped_for[reason.index()] += 1;
    }

    /// Returns how many packets of a class were lost: all that were dropped, but not acknowledgments that newer ones
    /// superseded.
    #[must_use]
    pub fn lost(&self, class: Class) -> u64 {
        let superseded = match class {
            Class::Ack => self.dropped_for[Reason::Superseded.index()],
            Class::Tcp | Class::Udp => 0,
        };
        self.dropped.of(class) - superseded
    }

    /// Returns how many packets were [lost](Self::lost) of all classes.
    #[must_use]
    pub fn lost_in_all(&self) -> u64 {
        self.dropped.total() - self.dropped_for[Reason::Superseded.index()]
    }

    /// Adds the counters of an output to those of a switch; arrivals are counted at the inputs only.
    #[must_use]
    pub fn with_output(self, output: &LinkCounters) -> LinkCounters {
        LinkCounters {
            arrived: self.arrived,
            dropped: self.dropped.plus(&output.dropped),
            dropped_for: std::array::from_fn(|i| self.dropped_for[i] + output.dropped_for[i]),
            marked: self.marked + output.marked,
            departed: self.departed.plus(&output.departed),
            departed_bytes: self.departed_bytes + output.departed_bytes,
            transmission: self.transmission + output.transmission,
        }
    }
}
