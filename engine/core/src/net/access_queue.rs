//! Queue of the access link of a flow, if this link has a limit.
//!
//! Like the link, the queue is computed without events: it has one input and is first in, first out, so the start
//! of a packet's transmission is known when the packet arrives. Until then it waits. Room is checked as in a
//! drop-tail queue; the packet in transmission does not count. (In ns-2, `limit_` counts that packet: 50 there are
//! 49 here plus one in transmission.)

use std::collections::VecDeque;

use crate::queue::{Backlog, Limit};
use crate::time::Time;

/// Packets that wait for the access link of a flow, oldest first.
#[derive(Clone, Debug, Default)]
pub struct AccessQueue {
    limit: Limit,
    /// Start of transmission and bytes of each packet. The first ones may have left already.
    packets: VecDeque<(Time, u16)>,
    /// Backlog of all packets in the list.
    backlog: Backlog,
}

impl AccessQueue {
    /// Creates an empty queue with a limit.
    #[must_use]
    pub fn new(limit: Limit) -> AccessQueue {
        AccessQueue {
            limit,
            ..AccessQueue::default()
        }
    }

    /// Changes the limit. Packets above a smaller limit stay.
    pub fn set_limit(&mut self, limit: Limit) {
        self.limit = limit;
    }

    /// Returns whether a packet of `bytes` that arrives at `now` and must wait finds room. Calls must be in order
    /// of time.
    pub fn has_room(&mut self, now: Time, bytes: u16) -> bool {
        self.advance(now);
        self.limit.fits(self.backlog, bytes)
    }

    /// Removes the packets that left before `now`. Departures at `now` count as later: an arrival comes before a
    /// departure at the same time.
    fn advance(&mut self, now: Time) {
        while let Some(&(_, gone)) = self.packets.front().filter(|(begins, _)| *begins < now) {
            self.packets.pop_front();
            self.backlog.packets -= 1;
            self.backlog.bytes -= u64::from(gone);
        }
    }

    /// Adds a packet whose transmission begins at `begins`, after all others.
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
    fn a_limit_in_bytes_counts_bytes() {
        let mut queue = AccessQueue::new(Limit {
            packets: None,
            bytes: Some(1500),
        });
        queue.join(Time(100), 1000);
        assert!(queue.has_room(Time(0), 500) && !queue.has_room(Time(0), 501));
    }

    #[test]
    fn packets_beyond_a_reduced_limit_stay() {
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
