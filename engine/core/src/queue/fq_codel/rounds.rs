//! Deficit round robin over sub-queues; new sub-queues are served first.
//!
//! A sub-queue that becomes active is new and may send one quantum before the sub-queues that keep sending. Then it is
//! old, and old sub-queues take turns of one quantum. If a packet exceeds the quantum, the deficit becomes negative and
//! is paid back in later turns.
//!
//! Source: RFC 8290 Sections 4.1 and 4.2; Shreedhar and Varghese, "Efficient fair queuing using deficit
//! round robin", 1995.

use std::collections::VecDeque;

/// Round-robin state of all sub-queues.
#[derive(Clone, Debug)]
pub struct Rounds {
    turns: Vec<Turn>,
    new: VecDeque<u32>,
    old: VecDeque<u32>,
    quantum: i64,
}

/// List that contains a sub-queue.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    /// Deficit: bytes that the sub-queue may still send.
    deficit: i64,
    is_listed: bool,
}

impl Rounds {
    /// Creates the state without active sub-queues. `quantum` is the bytes of a turn, at least 1.
    #[must_use]
    pub fn new(quantum: i64) -> Rounds {
        Rounds {
            turns: Vec::new(),
            new: VecDeque::new(),
            old: VecDeque::new(),
            quantum,
        }
    }

    /// Adds a packet to a sub-queue. An inactive sub-queue becomes new.
    pub fn join(&mut self, sub_queue: usize) {
        if self.turns.len() <= sub_queue {
            self.turns.resize(sub_queue + 1, Turn::default());
        }
        let turn = &mut self.turns[sub_queue];
        if !turn.is_listed {
            *turn = Turn {
                deficit: self.quantum,
                is_listed: true,
            };
            self.new.push_back(sub_queue as u32);
        }
    }

    /// Returns the sub-queue that sends next. `is_empty` returns whether a sub-queue is empty; at least one active
    /// sub-queue must not be empty.
    pub fn next(&mut self, mut is_empty: impl FnMut(usize) -> bool) -> usize {
        loop {
            let (list, is_new) = if self.new.is_empty() {
                (&mut self.old, false)
            } else {
                (&mut self.new, true)
            };
            let Some(&head) = list.front() else {
                unreachable!(
                    "something waits, and whatever a packet joined is active until found empty"
                );
            };
            let sub_queue = head as usize;
            let turn = &mut self.turns[sub_queue];
            let has_had_its_turn = turn.deficit <= 0;
            if !has_had_its_turn && !is_empty(sub_queue) {
                return sub_queue;
            }
            list.pop_front();
            if has_had_its_turn {
                turn.deficit += self.quantum;
                self.old.push_back(head);
            } else if is_new {
                // Otherwise a flow that sends a few packets now and then would always be new.
                self.old.push_back(head);
            } else {
                turn.is_listed = false;
            }
        }
    }

    /// Subtracts a sent packet of `bytes` from the deficit of a sub-queue.
    pub fn sent(&mut self, sub_queue: usize, bytes: u16) {
        self.turns[sub_queue].deficit -= i64::from(bytes);
    }

    /// Makes all sub-queues inactive, because the queue is empty.
    pub fn clear(&mut self) {
        for sub_queue in self.new.drain(..).chain(self.old.drain(..)) {
            self.turns[sub_queue as usize].is_listed = false;
        }
    }

    /// Returns the active sub-queues; some may be empty.
    pub fn active(&self) -> impl Iterator<Item = usize> {
        self.new.iter().chain(&self.old).map(|&head| head as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packets of 120 bytes in a few sub-queues, and what became of the deficits.
    struct Line {
        rounds: Rounds,
        waiting: [u32; 3],
    }

    impl Line {
        fn new(quantum: i64) -> Line {
            Line {
                rounds: Rounds::new(quantum),
                waiting: [0; 3],
            }
        }

        fn arrive(&mut self, sub_queue: usize, packets: u32) {
            self.rounds.join(sub_queue);
            self.waiting[sub_queue] += packets;
        }

        fn send(&mut self) -> usize {
            let waiting = &self.waiting;
            let next = self.rounds.next(|sub_queue| waiting[sub_queue] == 0);
            self.waiting[next] -= 1;
            self.rounds.sent(next, 120);
            next
        }

        fn deficits(&self) -> (i64, i64) {
            let of = |turn| {
                self.rounds
                    .turns
                    .get(turn)
                    .map_or(0, |turn: &Turn| turn.deficit)
            };
            (of(1), of(2))
        }
    }

    /// ns-3 `fq-codel-queue-disc-test-suite.cc`, deficits: quantum 90, three packets of 120 bytes to the first
    /// flow, two to the second.
    #[test]
    fn deficits_agree_with_ns_3() {
        let mut line = Line::new(90);
        line.arrive(1, 1);
        assert_eq!(line.deficits().0, 90);
        assert_eq!((line.send(), line.deficits().0), (1, -30));
        line.arrive(1, 2);
        line.arrive(2, 2);
        // The second is new: it comes first. Then turns of 90 bytes: −30 becomes 60.
        let sent: Vec<_> = (0..4).map(|_| (line.send(), line.deficits())).collect();
        assert_eq!(
            sent,
            [
                (2, (60, -30)),
                (1, (-60, 60)),
                (2, (30, -60)),
                (1, (-90, 30)),
            ]
        );
        // The second sub-queue is empty, so it becomes inactive at its turn. The first continues from −90.
        line.arrive(1, 1);
        line.send();
        let listed: Vec<_> = line.rounds.active().collect();
        assert_eq!(listed, [1]);
    }

    #[test]
    fn shares_are_equal_in_bytes() {
        let mut line = Line::new(300);
        line.arrive(1, 10_000);
        line.arrive(2, 10_000);
        let first = (0..5000).filter(|_| line.send() == 1).count();
        assert!((2495..=2505).contains(&first), "{first}");
    }

    #[test]
    fn sparse_flows_are_served_first_without_starving_others() {
        let mut line = Line::new(1500);
        line.arrive(1, 1000);
        for _ in 0..20 {
            line.send();
        }
        line.arrive(0, 1);
        assert_eq!(line.send(), 0, "new");
        line.arrive(0, 1);
        assert_eq!(line.send(), 0, "a quantum is not used up");
        line.send();
        line.arrive(0, 1);
        assert_eq!(line.send(), 1, "found empty it became one of the old");
    }
}
