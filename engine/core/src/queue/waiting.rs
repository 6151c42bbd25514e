//! The packets that wait at a link, in order of arrival.
//!
//! The port owns them; a discipline that does not serve in order looks at them to choose.

use std::collections::VecDeque;

use super::Backlog;
use crate::packet::{Class, Packet};
use crate::time::Time;

/// Packets in order of arrival, counted.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    packets: VecDeque<Waiter>,
    backlog: Backlog,
    bytes_by_class: [u64; Class::COUNT],
    packets_by_class: [u32; Class::COUNT],
}

/// A packet that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter {
    /// The packet.
    pub packet: Packet,
    /// When it came.
    pub since: Time,
}

impl Waiting {
    /// A packet joins behind all others.
    #[inline]
    pub fn push_back(&mut self, packet: Packet, now: Time) {
        self.backlog.add(&packet);
        self.bytes_by_class[packet.class.index()] += u64::from(packet.bytes);
        self.packets_by_class[packet.class.index()] += 1;
        self.packets.push_back(Waiter { packet, since: now });
    }

    /// The packet at `position` leaves, the others keep their order; `None` if there is none.
    #[inline]
    pub fn take(&mut self, position: usize) -> Option<Waiter> {
        let taken = match position {
            0 => self.packets.pop_front()?,
            _ => self.packets.remove(position)?,
        };
        let packet = &taken.packet;
        self.backlog.remove(packet);
        self.bytes_by_class[packet.class.index()] -= u64::from(packet.bytes);
        self.packets_by_class[packet.class.index()] -= 1;
        Some(taken)
    }

    /// The packet at `position`, 0 being the one that has waited longest.
    #[must_use]
    #[inline]
    pub fn get(&self, position: usize) -> Option<&Waiter> {
        self.packets.get(position)
    }

    /// All packets, the one that has waited longest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Waiter> {
        self.packets.iter()
    }

    /// How much waits.
    #[must_use]
    #[inline]
    pub fn backlog(&self) -> Backlog {
        self.backlog
    }

    /// Bytes waiting of each class.
    #[must_use]
    pub fn bytes_by_class(&self) -> [u64; Class::COUNT] {
        self.bytes_by_class
    }

    /// Packets waiting of each class.
    #[must_use]
    pub fn packets_by_class(&self) -> [u32; Class::COUNT] {
        self.packets_by_class
    }

    /// Packets of TCP data among them.
    #[must_use]
    #[inline]
    pub fn tcp_packets(&self) -> u32 {
        self.packets_by_class[Class::Tcp.index()]
    }

    /// Whether nothing waits.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::packet;

    #[test]
    fn counts_follow_whoever_comes_and_goes() {
        let mut waiting = Waiting::default();
        for (at, bytes) in [(1, 100), (2, 200), (3, 400)] {
            waiting.push_back(packet(bytes, false), Time(at));
        }
        assert_eq!(waiting.take(1).map(|waiter| waiter.since), Some(Time(2)));
        assert_eq!(waiting.take(2), None);
        let left = Backlog {
            packets: 2,
            bytes: 500,
        };
        assert_eq!(waiting.backlog(), left);
        assert_eq!(waiting.bytes_by_class()[Class::Tcp.index()], 500);
        assert_eq!(waiting.packets_by_class()[Class::Tcp.index()], 2);
        assert_eq!(waiting.take(0).map(|waiter| waiter.since), Some(Time(1)));
        assert_eq!(waiting.iter().len(), 1);
    }
}
