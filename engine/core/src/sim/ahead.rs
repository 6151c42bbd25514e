//! Senders that run ahead of the clock.
//!
//! When a segment leaves the last node, the time at which its acknowledgment will reach the sender is known, and what
//! comes to the sender before: earlier acknowledgments, which [wait](super::coming) in order, and its pacer. It reacts to
//! all of them at once, each as of its time, unless a retransmission timer or the end of the data comes first. So most
//! acknowledgments and departures need no event, and the flow is in the cache already. The segments are events as
//! usual, and equal times have an order of their own, so a run takes the same course as one in step with the clock.
//!
//! A flow has an event for its first acknowledgment and for its pacer, in case that nothing lets it run ahead. Events
//! that it has left behind are obsolete, and are set again for what comes next.
//!
//! An observer must not see a sender ahead of the clock. So senders run ahead only up to a
//! [limit](Ahead::limit), at which the state is exact again: the end of a call of the run, the end of the warm-up, or
//! an edit. In between, only links, the sums of groups and watched flows can be read: watched flows do not run ahead,
//! and sums take a change [at its time](super::window_sum).

use crate::time::{Span, Time};

/// Longest time by which a sender may be ahead of the clock. It bounds the changes that sums of groups keep.
const LONGEST: Span = Span(10_000_000_000_000);

/// How far senders may run ahead of the clock, and how far they have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead {
    /// Latest time that a sender may reach; [`Time::ZERO`] if none may run ahead.
    pub limit: Time,
    /// Latest time that a sender has reached.
    pub reached: Time,
    /// Number of reactions of senders ahead of the clock.
    pub reactions: u64,
    /// Whether sums of groups are read before the limit, so that they must take each change at its time.
    pub is_sampled: bool,
    /// Whether each acknowledgment is an event, for comparison.
    pub is_forbidden: bool,
}

impl Ahead {
    /// Returns whether a sender may reach the time `at`, if the clock shows `now`.
    #[inline]
    #[must_use]
    pub fn may_reach(&self, at: Time, now: Time) -> bool {
        at <= self.limit && at.since(now) <= LONGEST
    }
}
