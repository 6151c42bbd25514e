//! FIFO built of delay lines: the position of each packet, slot by slot.
//!
//! Source: Ganjali 2007 Section 5.2.2, Algorithm A and Theorems 4 to 6. Packets are consecutive in the lines, in the order
//! in which they leave; the later a packet leaves, the longer its line. A packet that arrives while its predecessor is
//! in the middle of a line waits in front of the lines until the position behind the predecessor is free.
//!
//! Gaps and errors of the text:
//!
//! - The box of Algorithm A moves a packet to the *shortest* line whose length is at least its order. The text before it
//!   and Lemma 4 use the *longest* line whose length is at most its order. Only the second rule works
//!   ([`Rule::AsPrinted`] misses departures, as tests show). With repeated lines (Theorem 6), the position of the first
//!   of them replaces the length.
//! - The exit of the waiting line counts as a head, because the oldest packet may have to leave from there.
//! - The queue is full with N − 1 packets and not with N.

use super::lines::{Contention, Line};
use super::waiting_line::WaitingLine;

/// Rule for the next line of a packet that reaches the head of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// To the last line whose first place is not beyond its order.
    Text,
    /// To the shortest line at least as long as its order, as the box of Algorithm A says. It fails.
    AsPrinted,
}

/// Faults of the emulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Two packets were to enter one line in the same slot.
    Contention,
    /// A packet was asked for, and the oldest was not at a head.
    MissedDeparture,
    /// A packet was to wait longer than the waiting line can make it.
    WaitTooLong,
}

/// Lengths of lines that are no FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadLengths {
    /// The first line must hold one packet.
    First,
    /// A line must be as long as the one before it, or twice as long.
    Step,
    /// The lines must hold 2^n − 1 packets in total.
    Total,
}

/// Input of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    /// Whether a packet arrives in the slot.
    pub arrival: bool,
    /// Whether the link requests a packet.
    pub departure: bool,
}

/// Result of a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Number of the packet that arrived, if it was admitted.
    pub admitted: Option<u64>,
    /// Number of the packet that left.
    pub departed: Option<u64>,
}

/// Position of the most recently admitted packet.
#[derive(Clone, Copy, Debug)]
enum Newest {
    /// In a delay line since a slot.
    InLine(usize, u64),
    /// In the waiting line until a slot.
    Waiting(u64),
}

/// Delay lines that work as a FIFO queue. Times are slots, which must not go back.
#[derive(Clone, Debug)]
pub struct Fifo {
    lines: Vec<Line>,
    /// Order from which on a packet belongs to each line.
    first_places: Vec<u64>,
    waiting: WaitingLine,
    rule: Rule,
    capacity: u64,
    arrived: u64,
    departed: u64,
    newest: Newest,
}

/// Lengths of the lines of Theorem 6: a FIFO of `n` − 1 packets, its longest line `n` / 2`k` long. `n` and `k` are
/// powers of two, `k` at most `n` / 2.
#[must_use]
pub fn lengths(n: u64, k: u64) -> Vec<u64> {
    let longest = n / (2 * k);
    let shorter = (0..longest.trailing_zeros()).map(|bit| 1 << bit);
    let repeated = (0..2 * k - 1).map(|_| longest);
    shorter.chain(repeated).collect()
}

impl Fifo {
    /// A FIFO of lines with these lengths, which are powers of two in rising order, any of them repeated; it holds
    /// as many packets as they have places.
    ///
    /// # Errors
    /// Lengths with which packets would meet.
    pub fn new(lengths: &[u64]) -> Result<Fifo, BadLengths> {
        check(lengths)?;
        Ok(Fifo::unchecked(lengths, Rule::Text))
    }

    /// Creates the FIFO with either rule and without testing that it can work. Lengths are at least 1.
    #[must_use]
    pub fn unchecked(lengths: &[u64], rule: Rule) -> Fifo {
        let longest = lengths.last().copied().unwrap_or(1);
        let mut places = 1;
        let first_places = lengths.iter().map(|&length| {
            places += length;
            places - length
        });
        Fifo {
            first_places: first_places.collect(),
            lines: lengths.iter().copied().map(Line::new).collect(),
            waiting: WaitingLine::new(longest.next_power_of_two()),
            rule,
            capacity: lengths.iter().sum(),
            arrived: 0,
            departed: 0,
            newest: Newest::Waiting(0),
        }
    }

    /// The lines, shortest first.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line in front of them.
    #[must_use]
    pub fn waiting(&self) -> &WaitingLine {
        &self.waiting
    }

    /// Most packets that it holds.
    #[must_use]
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Returns the number of packets in the FIFO.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.arrived - self.departed
    }

    /// The next slot in which a packet is at a head, if any is in here: until then nothing moves but along lines.
    #[must_use]
    pub fn next_slot(&self) -> Option<u64> {
        let heads = self.lines.iter().filter_map(Line::next_head);
        heads.chain(self.waiting.next_head()).min()
    }

    /// One slot. A packet that comes to an empty queue in the slot in which one is asked for goes straight through.
    ///
    /// # Errors
    /// The lines do not work as a FIFO; what they do from then on means nothing.
    pub fn step(&mut self, slot: u64, requests: Requests) -> Result<Outcome, Fault> {
        let mut outcome = Outcome::default();
        if requests.departure && requests.arrival && self.occupied() == 0 {
            outcome.admitted = Some(self.arrived);
            outcome.departed = outcome.admitted;
            self.arrived += 1;
            self.departed += 1;
            return Ok(outcome);
        }
        let wait = self.wait_for_predecessor(slot);
        if requests.departure && self.occupied() > 0 {
            outcome.departed = Some(self.depart(slot)?);
        }
        self.move_heads(slot)?;
        if requests.arrival && self.occupied() < self.capacity {
            outcome.admitted = Some(self.admit(slot, wait)?);
        }
        Ok(outcome)
    }

    /// Lets packets move along from slot `from` to slot `until`, in which nothing is asked for.
    ///
    /// # Errors
    /// As of [`step`](Self::step).
    pub fn circulate(&mut self, from: u64, until: u64) -> Result<(), Fault> {
        let settled = from + 2 * (self.capacity + 1);
        let mut is_periodic = false;
        while let Some(slot) = self.next_slot()
            && slot < until
        {
            if slot > settled && !is_periodic {
                // Each packet is in the line of its order by now and goes round and round.
                is_periodic = true;
                self.skip_rounds(until - slot);
            } else {
                self.move_heads(slot)?;
            }
        }
        Ok(())
    }

    /// Lets as many rounds of the longest line pass as go into so many slots: after them everything is where it was.
    fn skip_rounds(&mut self, slots: u64) {
        let round = self.lines.last().map_or(1, Line::length);
        let passed = slots / round * round;
        for line in &mut self.lines {
            line.delay(passed);
        }
        if let Newest::InLine(_, since) = &mut self.newest {
            *since += passed;
        }
    }

    /// The oldest packet leaves, from the head of whichever line it is in.
    fn depart(&mut self, slot: u64) -> Result<u64, Fault> {
        let oldest = self.departed;
        let mut lines = self.lines.iter_mut();
        let holder = lines.find(|line| line.head(slot).is_some_and(|held| held.number == oldest));
        if let Some(line) = holder {
            line.take_head(slot);
        } else if self.waiting.at_exit(slot) != Some(oldest) {
            return Err(Fault::MissedDeparture);
        }
        self.departed += 1;
        Ok(oldest)
    }

    /// Everything that is at a head goes on to the line of its order, each line's head before those of shorter ones'.
    fn move_heads(&mut self, slot: u64) -> Result<(), Fault> {
        for line in 0..self.lines.len() {
            if let Some(held) = self.lines[line].take_head(slot) {
                self.place(held.number, slot)?;
            }
        }
        if let Some(number) = self.waiting.advance(slot)?
            && number >= self.departed
        {
            self.place(number, slot)?;
        }
        Ok(())
    }

    /// A packet comes: right behind its predecessor, or into the waiting line until that is possible.
    fn admit(&mut self, slot: u64, wait: u64) -> Result<u64, Fault> {
        let number = self.arrived;
        self.arrived += 1;
        if wait == 0 || number == self.departed {
            self.place(number, slot)?;
        } else if wait > self.waiting.longest_wait() {
            return Err(Fault::WaitTooLong);
        } else {
            self.waiting.enter(number, slot, wait)?;
            self.newest = Newest::Waiting(slot + wait);
        }
        Ok(number)
    }

    /// Slots until the place behind the packet admitted last is at the end of a line, as things are before
    /// anything moves.
    fn wait_for_predecessor(&self, slot: u64) -> u64 {
        if self.occupied() == 0 {
            return 0;
        }
        match self.newest {
            Newest::Waiting(until) => until + 1 - slot,
            Newest::InLine(line, since) => {
                let length = self.lines[line].length();
                (since + length - slot + 1) % length
            }
        }
    }

    /// Moves a packet to the end of the line of its order.
    fn place(&mut self, number: u64, slot: u64) -> Result<(), Fault> {
        let order = number - self.departed + 1;
        let line = self.line_of(order).ok_or(Fault::Contention)?;
        if number + 1 == self.arrived {
            self.newest = Newest::InLine(line, slot);
        }
        Ok(self.lines[line].enter(number, slot)?)
    }

    fn line_of(&self, order: u64) -> Option<usize> {
        match self.rule {
            Rule::Text => self.first_places.iter().rposition(|&first| first <= order),
            Rule::AsPrinted => self.lines.iter().position(|line| line.length() >= order),
        }
    }
}

fn check(lengths: &[u64]) -> Result<(), BadLengths> {
    if lengths.first() != Some(&1) {
        return Err(BadLengths::First);
    }
    let steps = lengths.windows(2);
    if !steps
        .into_iter()
        .all(|pair| pair[1] == pair[0] || pair[1] == 2 * pair[0])
    {
        return Err(BadLengths::Step);
    }
    let places: u64 = lengths.iter().sum();
    if (places + 1).is_power_of_two() {
        Ok(())
    } else {
        Err(BadLengths::Total)
    }
}

impl From<Contention> for Fault {
    fn from(_: Contention) -> Fault {
        Fault::Contention
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extent::usual_or_all;
    use crate::queue::optical_fifo::lines::Held;
    use crate::rng::Rng;
    use std::collections::VecDeque;

    /// Slots with requests at random; the odds change every 200 slots, so that the queue fills, drains and idles.
    fn requests(seed: u64, slots: u64) -> impl Iterator<Item = (u64, Requests)> {
        let mut rng = Rng::for_component(seed, "test", 0);
        let (mut arrives, mut departs) = (0.5, 0.5);
        (0..slots).map(move |slot| {
            if slot % 200 == 0 {
                (arrives, departs) = (rng.uniform(), rng.uniform());
            }
            let arrival = rng.uniform() < arrives;
            let departure = rng.uniform() < departs;
            (slot, Requests { arrival, departure })
        })
    }

    /// A FIFO as anybody would write it.
    #[derive(Default)]
    struct Plain {
        waiting: VecDeque<u64>,
        admitted: u64,
    }

    impl Plain {
        fn step(&mut self, requests: Requests, capacity: u64) -> Outcome {
            let passes = requests.arrival && requests.departure && self.waiting.is_empty();
            let departed = if requests.departure {
                self.waiting.pop_front()
            } else {
                None
            };
            let room = (self.waiting.len() as u64) < capacity;
            let admitted = (requests.arrival && room).then_some(self.admitted);
            self.admitted += u64::from(admitted.is_some());
            if passes {
                return Outcome {
                    admitted,
                    departed: admitted,
                };
            }
            self.waiting.extend(admitted);
            Outcome { admitted, departed }
        }
    }

    /// Runs lines beside a plain FIFO; the first slot in which they fail or differ.
    fn first_failure(mut lines: Fifo, seed: u64, slots: u64) -> Option<(u64, String)> {
        let mut plain = Plain::default();
        for (slot, requests) in requests(seed, slots) {
            let expected = plain.step(requests, lines.capacity());
            match lines.step(slot, requests) {
                Ok(outcome) if outcome == expected => {}
                other => return Some((slot, format!("{other:?} for {expected:?}"))),
            }
        }
        None
    }

    fn of(n: u64, k: u64) -> Fifo {
        Fifo::new(&lengths(n, k)).expect("the lengths of Theorem 6 work")
    }

    /// Theorem 4: the same departures and the same drops, whatever is asked for, for every N and K.
    #[test]
    fn delay_lines_depart_and_drop_like_a_fifo() {
        for n in (2..=usual_or_all(8, 10)).map(|bits| 1_u64 << bits) {
            for k in (0..n.trailing_zeros()).map(|bits| 1_u64 << bits) {
                for seed in 0..usual_or_all(1, 2) {
                    let slots = 2000 + 8 * n;
                    assert_eq!(
                        first_failure(of(n, k), seed, slots),
                        None,
                        "N {n}, K {k}, seed {seed}"
                    );
                }
            }
        }
    }

    /// Every sequence of requests over some slots, not only likely ones.
    #[test]
    fn small_optical_fifo_works_for_every_sequence_of_requests() {
        for word in 0..1_u32 << 18 {
            let mut lines = of(4, 1);
            let mut plain = Plain::default();
            for slot in 0..9 {
                let bit = |at: u64| word >> (2 * slot + at) & 1 == 1;
                let requests = Requests {
                    arrival: bit(0),
                    departure: bit(1),
                };
                let expected = plain.step(requests, 3);
                assert_eq!(lines.step(slot, requests), Ok(expected), "{word:b}");
            }
        }
    }

    /// Number and lengths of the lines are tested in the model `optical-fifo`.
    #[test]
    fn optical_fifo_holds_one_packet_less_than_a_power_of_two() {
        for n in (2..=10).map(|bits| 1_u64 << bits) {
            for k in (0..n.trailing_zeros()).map(|bits| 1_u64 << bits) {
                assert_eq!(of(n, k).capacity(), n - 1, "N {n}, K {k}");
            }
        }
    }

    /// Lemma 2, as it holds: fewer than N/2K wait. It is reached, so that the waiting line has no place to spare.
    #[test]
    fn waiting_line_is_never_longer_than_necessary() {
        for (n, k) in [(16, 1), (64, 1), (64, 4)] {
            let bound = n / (2 * k) - 1;
            let mut most = 0;
            for seed in 0..20 {
                let mut fifo = of(n, k);
                for (slot, requests) in requests(seed, 3000) {
                    fifo.step(slot, requests).expect("it works");
                    most = most.max(fifo.waiting().occupied());
                }
            }
            assert!(most <= bound, "N {n}, K {k}: {most}");
            assert!(most + 1 >= bound, "N {n}, K {k}: only {most} of {bound}");
        }
    }

    /// Skipping slots gives the same result as running slot by slot.
    #[test]
    fn skipped_slots_change_nothing() {
        for (n, k, idle) in [(4, 1, 50), (16, 1, 1000), (64, 4, 5003)] {
            for seed in 0..20 {
                let mut stepped = of(n, k);
                for (slot, requests) in requests(seed, 300) {
                    stepped.step(slot, requests).expect("it works");
                }
                let mut skipped = stepped.clone();
                for slot in 300..300 + idle {
                    stepped.step(slot, Requests::default()).expect("it works");
                }
                skipped.circulate(300, 300 + idle).expect("it works");
                let places = |fifo: &Fifo| -> Vec<Vec<Held>> {
                    let lines = fifo.lines().iter();
                    lines
                        .map(|line| line.packets().copied().collect())
                        .collect()
                };
                assert_eq!(
                    places(&skipped),
                    places(&stepped),
                    "N {n}, K {k}, seed {seed}"
                );
                for (slot, requests) in requests(seed, 300) {
                    let slot = slot + 300 + idle;
                    let expected = stepped.step(slot, requests);
                    assert_eq!(
                        skipped.step(slot, requests),
                        expected,
                        "N {n}, K {k}, seed {seed}"
                    );
                }
            }
        }
    }

    #[test]
    fn printed_rule_of_algorithm_a_fails() {
        for n in [8, 16, 64, 256] {
            for seed in 0..5 {
                let lines = Fifo::unchecked(&lengths(n, 1), Rule::AsPrinted);
                assert!(
                    first_failure(lines, seed, 20_000).is_some(),
                    "N {n}, seed {seed}"
                );
            }
        }
    }

    /// Lines of 1 and 3 hold four, and packets meet in them or are not there when asked for.
    #[test]
    fn unsuitable_line_lengths_are_refused_and_would_fail() {
        assert_eq!(Fifo::new(&[1, 3]).err(), Some(BadLengths::Step));
        assert_eq!(Fifo::new(&[2, 4]).err(), Some(BadLengths::First));
        assert_eq!(Fifo::new(&[]).err(), Some(BadLengths::First));
        assert_eq!(Fifo::new(&[1, 2, 2]).err(), Some(BadLengths::Total));
        for seed in 0..20 {
            let lines = Fifo::unchecked(&[1, 3], Rule::Text);
            assert!(first_failure(lines, seed, 20_000).is_some(), "seed {seed}");
        }
    }
}
