//! Schedule of the service of nodes: when each node must be served at the latest.
//!
//! The departure of a packet from a node has no effect elsewhere before the packet has crossed the link. So a node
//! that decides on arrival which packets may wait (drop-tail, RED) need not be served at the very instant of a
//! departure. It is advanced when a packet arrives, when an observer reads it, or at the latest when the first
//! effect is due. Other nodes are served at the exact time.
//!
//! For this reason the calendar orders events at equal times explicitly: a departure computed late takes the place
//! that it would have had in time.

use crate::time::Time;

/// Latest service times of all nodes.
#[derive(Clone, Debug)]
pub struct ServiceSchedule {
    /// By node: first instant at which service would be too late.
    due: Vec<Time>,
    next: (Time, u8),
    /// Lower bound of the times of all other nodes.
    others: (Time, u8),
}

impl ServiceSchedule {
    /// Creates a schedule of `nodes` nodes without anything to do.
    #[must_use]
    pub fn of(nodes: usize) -> ServiceSchedule {
        ServiceSchedule {
            due: vec![Time::NEVER; nodes],
            next: (Time::NEVER, u8::MAX),
            others: (Time::NEVER, u8::MAX),
        }
    }

    /// Returns the node to serve first, and the first instant at which its service would be too late.
    #[inline]
    pub fn next(&self) -> (Time, u8) {
        self.next
    }

    /// Sets the time at which `node` is [due](crate::net::node::Node::due_at).
    #[inline]
    pub fn set_due(&mut self, node: u8, due: Time) {
        self.due[node as usize] = due;
        let may_be_first = (due, node) < self.others;
        if self.next.1 == node && may_be_first {
            self.next.0 = due;
        } else if self.next.1 == node || may_be_first {
            self.find_next();
        }
    }

    /// Finds the first node. At equal times, the node with the lower number comes first.
    #[inline(never)]
    fn find_next(&mut self) {
        let never = (Time::NEVER, u8::MAX);
        (self.next, self.others) = (never, never);
        for (node, &due) in (0..).zip(&self.due) {
            let turn = (due, node);
            if due == Time::NEVER {
                continue;
            } else if turn < self.next {
                self.others = std::mem::replace(&mut self.next, turn);
            } else if turn < self.others {
                self.others = turn;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_node_due_first_is_served_next(notes in prop::collection::vec((0u8..4, 0u64..20), 1..80)) {
            let mut service_schedule = ServiceSchedule::of(4);
            let mut dues = [Time::NEVER; 4];
            for (node, due) in notes {
                let due = if due == 0 { Time::NEVER } else { Time(due) };
                dues[node as usize] = due;
                service_schedule.set_due(node, due);
                let (at, first) = service_schedule.next();
                prop_assert_eq!(Some(&at), dues.iter().min());
                prop_assert!(at == Time::NEVER || dues.iter().position(|&due| due == at) == Some(first as usize));
            }
        }
    }
}
