//! What nodes have to do, and how long that can wait.
//!
//! A node that decides on arrival who may wait (drop-tail, RED) need not be looked after at the moment a
//! packet leaves it: nobody learns of that before the packet has crossed the line behind it. So it is
//! settled when next looked at: when a packet arrives, when someone observes, or at the latest when the
//! first consequence is due. The others get their turn at the very time.
//!
//! That is why equal times have an explicit order in the calendar: what is settled late sets out when it
//! would have, not when it was worked out.

use crate::time::Time;

/// When each node must be attended to at the latest.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// By node: the first instant at which it is too late.
    due: Vec<Time>,
    next: (Time, u8),
    /// None of the others comes before this.
    others: (Time, u8),
}

impl Agenda {
    /// Nothing to do at any of so many nodes.
    #[must_use]
    pub fn of(nodes: usize) -> Agenda {
        Agenda {
            due: vec![Time::NEVER; nodes],
            next: (Time::NEVER, u8::MAX),
            others: (Time::NEVER, u8::MAX),
        }
    }

    /// The node whose turn must come first, and the first instant at which it would be too late.
    #[inline]
    pub fn next(&self) -> (Time, u8) {
        self.next
    }

    /// Takes note of when `node` is [due](crate::net::node::Node::due_at).
    #[inline]
    pub fn note(&mut self, node: u8, due: Time) {
        self.due[node as usize] = due;
        let may_be_first = (due, node) < self.others;
        if self.next.1 == node && may_be_first {
            self.next.0 = due;
        } else if self.next.1 == node || may_be_first {
            self.find_next();
        }
    }

    /// At equal times the node with the lower number goes first.
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
        fn the_node_that_is_due_first_is_next(notes in prop::collection::vec((0u8..4, 0u64..20), 1..80)) {
            let mut agenda = Agenda::of(4);
            let mut dues = [Time::NEVER; 4];
            for (node, due) in notes {
                let due = if due == 0 { Time::NEVER } else { Time(due) };
                dues[node as usize] = due;
                agenda.note(node, due);
                let (at, first) = agenda.next();
                prop_assert_eq!(Some(&at), dues.iter().min());
                prop_assert!(at == Time::NEVER || dues.iter().position(|&due| due == at) == Some(first as usize));
            }
        }
    }
}
