//! What waits before a flow's own link, where that has a limit.
//!
//! The link is computed, not simulated, and so is this: it has one input and is first in, first out, so when a
//! packet's transmission begins is known as soon as the packet has joined. Until then it waits. A packet finds
//! room as in a drop-tail queue whose limit is the waiting room; the one in transmission takes no place. (ns-2's
//! `limit_` counts that one: 50 there are 49 here and one on the line.)

use std::collections::VecDeque;

use crate::queue::{Backlog, Limit};
use crate::time::Time;

/// The packets that wait for a flow's own link, oldest first.
#[derive(Clone, Debug, Default)]
pub struct AccessQueue {
    limit: Limit,
    /// When the transmission of each begins, and its bytes. Some of the first may have left.
    packets: VecDeque<(Time, u16)>,
    /// Of all in the list.
    backlog: Backlog,
}

impl AccessQueue {
    /// A queue that may hold so much, in which nothing waits.
    #[must_use]
    pub fn new(limit: Limit) -> AccessQueue {
        AccessQueue {
            limit,
            ..AccessQueue::default()
        }
    }

    /// Holds so much from now on. What waits beyond a smaller limit stays.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// Whether a packet of `bytes` that comes at `now` and must wait finds room. Nobody asks about earlier times
    /// any more.
    pub fn has_room(&mut self, now: Time, bytes: u16) -> bool {
        self.advance(now);
        self.limit.fits(self.backlog, bytes)
    }

    /// Forgets what has left before `now`. What happens at the same instant counts as later: a packet comes
    /// before another leaves.
    fn advance(&mut self, now: Time) {
        while let Some(&(_, gone)) = self.packets.front().filter(|(begins, _)| *begins < now) {
            self.packets.pop_front();
            self.backlog.packets -= 1;
            self.backlog.bytes -= u64::from(gone);
        }
    }

    /// A packet joins whose transmission begins at `begins`, after that of all the others.
    pub fn join(&mut self, begins: Time, bytes: u16) {
        self.packets.push_back((begins, bytes));
        self.backlog.packets += 1;
        self.backlog.bytes += u64::from(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(packets: u32) -> AccessQueue {
        AccessQueue::new(Limit {
            packets: Some(packets),
            bytes: None,
        })
    }

    #[test]
    fn a_packet_waits_until_its_transmission_has_begun() {
        let mut queue = queue(1);
        queue.join(Time(100), 1000);
        assert!(!queue.has_room(Time(99), 1000));
        assert!(
            !queue.has_room(Time(100), 1000),
            "it comes before another leaves"
        );
        assert!(queue.has_room(Time(101), 1000));
    }

    #[test]
    fn bytes_are_counted_where_the_limit_is_in_bytes() {
        let mut queue = AccessQueue::new(Limit {
            packets: None,
            bytes: Some(1500),
        });
        queue.join(Time(100), 1000);
        assert!(queue.has_room(Time(0), 500) && !queue.has_room(Time(0), 501));
    }

    #[test]
    fn what_waits_beyond_a_smaller_limit_stays() {
        let mut queue = queue(3);
        for begins in [100, 200, 300] {
            queue.join(Time(begins), 1000);
        }
        queue.set_limit(Limit {
            packets: Some(1),
            bytes: None,
        });
        assert!(!queue.has_room(Time(250), 1000));
        assert!(queue.has_room(Time(301), 1000));
    }
}
