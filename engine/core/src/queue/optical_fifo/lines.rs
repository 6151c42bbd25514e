//! Set of optical delay lines: fiber loops whose length in slots is their capacity in packets.
//!
//! Time is slotted. A packet that enters a line of length l in slot t is at its head in slot t + l. From there it must
//! leave, or move to the end of a line. Two packets cannot enter a line in the same slot.

use std::collections::VecDeque;

/// A packet in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Number of the packet among all admitted packets, from 0.
    pub number: u64,
    /// The slot in which it entered the line.
    pub since: u64,
}

/// Delay line with its packets.
#[derive(Clone, Debug)]
pub struct Line {
    length: u64,
    packets: VecDeque<Held>,
}

/// Two packets are to enter one line in the same slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contention;

impl Line {
    /// An empty line that is `length` packets long, at least 1.
    #[must_use]
    pub fn new(length: u64) -> Line {
        Line {
            length,
            packets: VecDeque::new(),
        }
    }

    /// Capacity in packets, which is also its length in slots.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Packets in the line, the one nearest to the head first.
    pub fn packets(&self) -> impl ExactSizeIterator<Item = &Held> {
        self.packets.iter()
    }

    /// Number of packets in it.
    #[must_use]
    pub fn occupied(&self) -> u64 {
        self.packets.len() as u64
    }

    /// Returns the slot in which the next packet reaches the head; `None` if the line is empty.
    #[must_use]
    pub fn next_head(&self) -> Option<u64> {
        self.packets.front().map(|held| held.since + self.length)
    }

    /// The packet at the head in `slot`.
    #[must_use]
    pub fn head(&self, slot: u64) -> Option<Held> {
        let held = self.packets.front()?;
        (held.since + self.length == slot).then_some(*held)
    }

    /// Takes the packet at the head in `slot` out.
    pub fn take_head(&mut self, slot: u64) -> Option<Held> {
        self.head(slot)?;
        self.packets.pop_front()
    }

    /// Lets `slots` pass that bring everything back to where it is.
    pub fn delay(&mut self, slots: u64) {
        for held in &mut self.packets {
            held.since += slots;
        }
    }

    /// Lets a packet enter in `slot`.
    ///
    /// # Errors
    /// Another one has entered in this slot.
    pub fn enter(&mut self, number: u64, slot: u64) -> Result<(), Contention> {
        if self.packets.back().is_some_and(|last| last.since == slot) {
            return Err(Contention);
        }
        let since = slot;
        self.packets.push_back(Held { number, since });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packet_passes_a_line_in_as_many_slots_as_its_length() {
        let mut line = Line::new(4);
        line.enter(7, 10).expect("it is empty");
        assert_eq!(line.enter(8, 10), Err(Contention));
        line.enter(8, 11).expect("a slot later there is room");
        assert_eq!((line.next_head(), line.occupied()), (Some(14), 2));
        assert_eq!(line.take_head(13), None);
        assert_eq!(line.take_head(14).map(|held| held.number), Some(7));
        assert_eq!(line.take_head(14), None);
        assert_eq!(line.take_head(15).map(|held| held.number), Some(8));
    }
}
