//! What nodes have to do, and how long that can wait.
//!
//! A node that decides on arrival who may wait (drop-tail, RED) need not be looked after at the moment a
//! packet leaves it: nobody learns of that before the packet has crossed the line behind it. So it is
//! settled when next looked at: when a packet arrives, when someone observes, or at the latest when the
//! first consequence is due. The others get their turn at the very time.
//!
//! That is why equal times have an explicit order in the calendar: what is settled late sets out when it
//! would have, not when it was worked out.

use crate::net::node::Node;
use crate::time::{Span, Time};

/// When each node must be attended to at the latest.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// By node: the first instant at which it is too late.
    due: Vec<Time>,
    next: (Time, u8),
}

impl Agenda {
    /// Nothing to do at any of so many nodes.
    #[must_use]
    pub fn of(nodes: usize) -> Agenda {
        Agenda {
            due: vec![Time::NEVER; nodes],
            next: (Time::NEVER, u8::MAX),
        }
    }

    /// The node whose turn must come first, and the first instant at which it would be too late.
    #[inline]
    pub fn next(&self) -> (Time, u8) {
        self.next
    }

    /// Takes note of what `node` is going to do.
    #[inline]
    pub fn note(&mut self, node: u8, port: &Node) {
        let due = deadline(port);
        self.due[node as usize] = due;
        if (due, node) < self.next {
            self.next = (due, node);
        } else if self.next.1 == node {
            self.find_next();
        }
    }

    /// Nodes are few; at equal times the one with the lower number goes first.
    #[inline]
    fn find_next(&mut self) {
        let mut next = (Time::NEVER, u8::MAX);
        for (node, &due) in (0..).zip(&self.due) {
            if due < next.0 {
                next = (due, node);
            }
        }
        self.next = next;
    }
}

/// A packet that comes at the instant at which another's last bit leaves finds it still there, as in a
/// simulator where the arrival was scheduled first: so it is never too late at that very instant.
#[inline]
fn deadline(port: &Node) -> Time {
    let consequence = if port.settles_late() {
        port.delay().max(Span(1))
    } else {
        Span(1)
    };
    port.next_at() + consequence
}
