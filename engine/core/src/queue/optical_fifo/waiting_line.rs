//! Waiting line: holds each packet for a number of slots that is known at its arrival.
//!
//! Source: Ganjali 2007 Section 5.2.3, Algorithm B. There are lines of 1, 2, 4 … packets. A packet passes those whose
//! length is a one in the binary form of its waiting time, shortest first, and each line at most once.
//!
//! The text states a total length of N − 1; lengths of 1, 2, … N/4 add up to N/2 − 1, which is enough for waiting
//! times below N/2.

use super::lines::{Contention, Line};
use std::collections::VecDeque;

/// Packets that wait, in lines of powers of two.
#[derive(Clone, Debug)]
pub struct WaitingLine {
    lines: Vec<Line>,
    /// The slots in which those that wait are due, first come first.
    due: VecDeque<(u64, u64)>,
}

impl WaitingLine {
    /// Lines for waits below `bound` slots, which is a power of two.
    #[must_use]
    pub fn new(bound: u64) -> WaitingLine {
        let lengths = (0..bound.trailing_zeros()).map(|bit| 1 << bit);
        WaitingLine {
            lines: lengths.map(Line::new).collect(),
            due: VecDeque::new(),
        }
    }

    /// The lines, shortest first.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Longest wait that the lines can make.
    #[must_use]
    pub fn longest_wait(&self) -> u64 {
        (1 << self.lines.len()) - 1
    }

    /// Returns the number of waiting packets.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.due.len() as u64
    }

    /// The slot in which the next packet leaves.
    #[must_use]
    pub fn next_exit(&self) -> Option<u64> {
        self.due.front().map(|&(slot, _)| slot)
    }

    /// Returns the next slot in which the head of the line matters.
    #[must_use]
    pub fn next_head(&self) -> Option<u64> {
        self.lines.iter().filter_map(Line::next_head).min()
    }

    /// Number of the packet that leaves in `slot`.
    #[must_use]
    pub fn at_exit(&self, slot: u64) -> Option<u64> {
        let &(due, number) = self.due.front()?;
        (due == slot).then_some(number)
    }

    /// Lets a packet enter in `slot`, to leave `wait` slots later; `wait` is at least 1 and at most
    /// [`longest_wait`](Self::longest_wait).
    ///
    /// # Errors
    /// Two packets would enter one line.
    pub fn enter(&mut self, number: u64, slot: u64, wait: u64) -> Result<(), Contention> {
        self.due.push_back((slot + wait, number));
        self.lines[wait.trailing_zeros() as usize].enter(number, slot)
    }

    /// Moves what is at a head in `slot`: into the next line of its way, or out; the packet that leaves.
    ///
    /// # Errors
    /// Two packets would enter one line.
    pub fn advance(&mut self, slot: u64) -> Result<Option<u64>, Contention> {
        let leaves = self.at_exit(slot);
        for line in (0..self.lines.len()).rev() {
            let Some(held) = self.lines[line].take_head(slot) else {
                continue;
            };
            if Some(held.number) == leaves {
                self.due.pop_front();
                continue;
            }
            let rest = self.due_of(held.number) - slot;
            self.lines[rest.trailing_zeros() as usize].enter(held.number, slot)?;
        }
        Ok(leaves)
    }

    /// Waiting packets have consecutive numbers.
    fn due_of(&self, number: u64) -> u64 {
        let first = self.due.front().map_or(number, |&(_, number)| number);
        self.due[(number - first) as usize].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wait_ends_at_the_predicted_slot() {
        for wait in 1..=15 {
            let mut line = WaitingLine::new(16);
            assert_eq!(line.longest_wait(), 15);
            line.enter(0, 100, wait).expect("nothing else is there");
            for slot in 101..100 + wait {
                assert_eq!(line.advance(slot), Ok(None), "{wait}, slot {slot}");
            }
            assert_eq!(line.advance(100 + wait), Ok(Some(0)));
            assert_eq!(line.occupied(), 0);
        }
    }

    /// A packet that arrives while another one waits must leave in the slot after it.
    #[test]
    fn consecutive_packets_never_collide() {
        for first in 1..=15_u64 {
            for gap in 1..=first {
                let mut line = WaitingLine::new(16);
                line.enter(0, 0, first).expect("nothing else is there");
                let mut left = Vec::new();
                for slot in 1..40 {
                    left.extend(line.advance(slot).expect("no contention"));
                    if slot == gap {
                        let wait = first + 1 - slot;
                        line.enter(1, slot, wait).expect("no contention");
                    }
                }
                assert_eq!(left, [0, 1]);
            }
        }
    }
}
