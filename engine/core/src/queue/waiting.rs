//! Packets that wait at a link, in sub-queues, each in order of arrival.
//!
//! The port owns them. A discipline chooses the sub-queue of an arriving packet and the sub-queue that sends next. Most
//! disciplines use only the first one, which costs no more than a simple queue.

use std::collections::VecDeque;

use super::Backlog;
use crate::packet::{Class, Packet};
use crate::time::Time;

/// Waiting packets of each sub-queue in order of arrival, with counts.
#[derive(Clone, Debug, Default)]
pub struct Waiting {
    /// Packets of sub-queue 0.
    first: VecDeque<Waiter>,
    /// Sub-queues from 1 on, up to the highest number used so far.
    others: Vec<SubQueue>,
    backlog: Backlog,
    /// Backlog of all sub-queues in `others`.
    beyond: Backlog,
    bytes_by_class: [u64; Class::COUNT],
    packets_by_class: [u32; Class::COUNT],
}

/// Number of packets, from the end of a queue, among which an older acknowledgment is looked for. Without it, a run would take
/// hours where acknowledgments share a queue with millions of packets of data.
const REACH: usize = 10_000;

/// A packet that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter {
    /// Packet that waits in the queue.
    pub packet: Packet,
    /// Arrival time of the packet.
    pub since: Time,
}

/// Sorts entries by arrival time; the sort is stable. All callers share this function, because each instance of a sort
/// adds 2 kB to the page.
#[must_use]
pub fn in_order(mut waiters: Vec<Waiter>) -> Vec<Waiter> {
    waiters.sort_by_key(|waiter| waiter.since);
    waiters
}

/// The end of a sub-queue at which a packet is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The packet that has waited longest.
    Head,
    /// The packet that came last.
    Tail,
}

#[derive(Clone, Debug, Default)]
struct SubQueue {
    packets: VecDeque<Waiter>,
    bytes: u64,
}

impl Waiting {
    /// A packet joins the first sub-queue behind all others.
    #[inline]
    pub fn push_back(&mut self, packet: Packet, now: Time) {
        self.count_in(&packet);
        self.first.push_back(Waiter { packet, since: now });
    }

    /// A packet joins a sub-queue, behind all in it.
    #[inline]
    pub fn join(&mut self, sub_queue: usize, packet: Packet, now: Time) {
        if sub_queue == 0 {
            self.push_back(packet, now);
        } else {
            self.join_other(sub_queue, packet, now);
        }
    }

    fn join_other(&mut self, sub_queue: usize, packet: Packet, now: Time) {
        if self.others.len() < sub_queue {
            self.others.resize_with(sub_queue, SubQueue::default);
        }
        self.count_in(&packet);
        self.beyond.add(&packet);
        let joined = &mut self.others[sub_queue - 1];
        joined.bytes += u64::from(packet.bytes);
        joined.packets.push_back(Waiter { packet, since: now });
    }

    /// The head of the first sub-queue leaves; `None` if there is none.
    #[inline]
    pub fn pop_front(&mut self) -> Option<Waiter> {
        let taken = self.first.pop_front()?;
        self.count_out(&taken.packet);
        Some(taken)
    }

    /// A packet at an end of a sub-queue leaves; `None` if it is empty.
    pub fn take(&mut self, sub_queue: usize, end: End) -> Option<Waiter> {
        let packets = match sub_queue {
            0 => &mut self.first,
            other => &mut self.others.get_mut(other - 1)?.packets,
        };
        let taken = match end {
            End::Head => packets.pop_front()?,
            End::Tail => packets.pop_back()?,
        };
        self.count_out(&taken.packet);
        if sub_queue > 0 {
            self.beyond.remove(&taken.packet);
            self.others[sub_queue - 1].bytes -= u64::from(taken.packet.bytes);
        }
        Some(taken)
    }

    /// An acknowledgment takes the place of the newest one of its flow among the last [`REACH`] packets of a sub-queue, with
    /// its arrival time, if it [supersedes](Packet::supersedes) it. Returns the older one; `None` if it stays, because there
    /// is none, it says more, or it repeats one that waits before it: three duplicates start a fast retransmission.
    pub fn supersede(&mut self, ack: &Packet) -> Option<Packet> {
        if self.packets_by_class[Class::Ack.index()] == 0 {
            return None;
        }
        let others = self.others.iter_mut().map(|other| &mut other.packets);
        for packets in std::iter::once(&mut self.first).chain(others) {
            let is_of_flow =
                |packet: &Packet| packet.class() == Class::Ack && packet.flow() == ack.flow();
            let waiters = packets.iter_mut().rev().take(REACH);
            let mut of_flow = waiters.filter(|waiter| is_of_flow(&waiter.packet));
            if let Some(newest) = of_flow.next() {
                let repeats = |before: &mut Waiter| before.packet.number == newest.packet.number;
                let is_duplicate = of_flow.next().is_some_and(repeats);
                let takes_place = !is_duplicate && ack.supersedes(&newest.packet);
                return takes_place.then(|| std::mem::replace(&mut newest.packet, *ack));
            }
        }
        None
    }

    /// Puts every packet, in order of arrival, into the sub-queue that `of` names. Packets of the same instant
    /// keep the order of their sub-queues.
    pub fn arrange(&mut self, mut of: impl FnMut(&Waiter) -> usize) {
        let all = in_order(self.iter().copied().collect());
        *self = Waiting::default();
        for waiter in all {
            self.join(of(&waiter), waiter.packet, waiter.since);
        }
    }

    /// The packet at `position` of a sub-queue, 0 being its head.
    #[must_use]
    #[inline]
    pub fn get(&self, sub_queue: usize, position: usize) -> Option<&Waiter> {
        match sub_queue {
            0 => self.first.get(position),
            other => self.others.get(other - 1)?.packets.get(position),
        }
    }

    /// All packets, one sub-queue after the other, each from its head.
    pub fn iter(&self) -> impl Iterator<Item = &Waiter> {
        let others = self.others.iter().flat_map(|other| &other.packets);
        self.first.iter().chain(others)
    }

    /// Returns the backlog of all sub-queues.
    #[must_use]
    #[inline]
    pub fn backlog(&self) -> Backlog {
        self.backlog
    }

    /// Returns the backlog of a sub-queue.
    #[must_use]
    pub fn backlog_of(&self, sub_queue: usize) -> Backlog {
        if sub_queue == 0 {
            return Backlog {
                packets: self.backlog.packets - self.beyond.packets,
                bytes: self.backlog.bytes - self.beyond.bytes,
            };
        }
        let other = self.others.get(sub_queue - 1);
        other.map_or(Backlog::default(), |other| Backlog {
            packets: other.packets.len() as u32,
            bytes: other.bytes,
        })
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

    /// Returns whether the queue is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.backlog.packets == 0
    }

    #[inline]
    fn count_in(&mut self, packet: &Packet) {
        self.backlog.add(packet);
        self.bytes_by_class[packet.class().index()] += u64::from(packet.bytes);
        self.packets_by_class[packet.class().index()] += 1;
    }

    #[inline]
    fn count_out(&mut self, packet: &Packet) {
        self.backlog.remove(packet);
        self.bytes_by_class[packet.class().index()] -= u64::from(packet.bytes);
        self.packets_by_class[packet.class().index()] -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::testing::packet;

    fn backlog(packets: u32, bytes: u64) -> Backlog {
        Backlog { packets, bytes }
    }

    #[test]
    fn counts_follow_arrivals_and_departures() {
        let mut waiting = Waiting::default();
        for (at, bytes) in [(1, 100), (2, 200), (3, 400)] {
            waiting.push_back(packet(bytes, false), Time(at));
        }
        assert_eq!(waiting.pop_front().map(|w| w.since), Some(Time(1)));
        assert_eq!(waiting.take(1, End::Head), None);
        assert_eq!(waiting.backlog(), backlog(2, 600));
        assert_eq!(waiting.bytes_by_class()[Class::Tcp.index()], 600);
        assert_eq!(waiting.packets_by_class()[Class::Tcp.index()], 2);
        let last = waiting.take(0, End::Tail);
        assert_eq!(last.map(|w| w.since), Some(Time(3)));
        assert_eq!(waiting.iter().count(), 1);
    }

    #[test]
    fn sub_queues_are_counted_apart_and_together() {
        let mut waiting = Waiting::default();
        for (sub_queue, bytes) in [(0, 100), (3, 200), (3, 400), (1, 800)] {
            waiting.join(sub_queue, packet(bytes, false), Time(u64::from(bytes)));
        }
        assert_eq!(waiting.backlog(), backlog(4, 1500));
        let each = [0, 1, 2, 3, 4].map(|i| waiting.backlog_of(i).bytes);
        assert_eq!(each, [100, 800, 0, 600, 0]);
        assert_eq!(waiting.get(3, 1).map(|w| w.since), Some(Time(400)));
        assert_eq!(waiting.take(2, End::Head), None);
        assert_eq!(waiting.take(3, End::Tail).map(|w| w.since), Some(Time(400)));
        assert_eq!(waiting.backlog_of(3), backlog(1, 200));
        assert_eq!(waiting.backlog(), backlog(3, 1100));
    }

    fn ack(flow: u32, number: u32, bytes: u16) -> Packet {
        Packet::new(Class::Ack, flow, number, bytes, 0)
    }

    /// An acknowledgment that arrives at those of the same flow and of another, and the numbers that then wait.
    fn after(before: &[Packet], arriving: Packet) -> (Option<u32>, Vec<(u32, u64)>) {
        let mut waiting = Waiting::default();
        waiting.push_back(packet(1500, false), Time(0));
        for (at, &packet) in (1..).zip(before) {
            // Disciplines give flows sub-queues.
            waiting.join(packet.flow() as usize, packet, Time(at));
        }
        let backlog = waiting.backlog();
        let older = waiting.supersede(&arriving).map(|older| older.number);
        assert_eq!(waiting.backlog(), backlog);
        let acks = waiting.iter().skip(1);
        (older, acks.map(|w| (w.packet.number, w.since.0)).collect())
    }

    #[test]
    fn newer_acknowledgment_takes_the_place_of_the_newest_of_its_flow() {
        let (older, left) = after(&[ack(2, 5, 40), ack(1, 7, 40)], ack(2, 9, 40));
        assert_eq!((older, left), (Some(5), vec![(7, 2), (9, 1)]));
        let (older, _) = after(&[ack(1, u32::MAX, 40)], ack(1, 3, 40));
        assert_eq!(older, Some(u32::MAX), "numbers wrap");
    }

    #[test]
    fn acknowledgment_far_ahead_in_the_queue_is_not_looked_for() {
        for (between, older) in [(REACH - 1, Some(5)), (REACH, None)] {
            let mut waiting = Waiting::default();
            waiting.push_back(ack(1, 5, 40), Time(0));
            (0..between).for_each(|_| waiting.push_back(packet(1500, false), Time(1)));
            let replaced = waiting.supersede(&ack(1, 9, 40));
            assert_eq!(replaced.map(|older| older.number), older);
        }
    }

    #[test]
    fn acknowledgment_that_says_more_or_repeats_another_stays() {
        let selective = ack(1, 5, 48).selective(true);
        let kept: [(&[Packet], Packet); 7] = [
            (&[], ack(1, 9, 40)),
            (&[ack(2, 5, 40)], ack(1, 9, 40)),
            (&[ack(1, 5, 40)], ack(1, 5, 40)),
            (&[ack(1, 5, 40)], ack(1, 4, 40)),
            (&[ack(1, 5, 40)], ack(1, 9, 48).selective(true)),
            (
                &[ack(1, 5, 48).selective(true)],
                ack(1, 9, 48).selective(true),
            ),
            // The third of these starts a fast retransmission.
            (&[ack(1, 5, 40), selective, ack(1, 5, 40)], ack(1, 9, 40)),
        ];
        for (before, arriving) in kept {
            assert_eq!(
                after(before, arriving).0,
                None,
                "{arriving:?} at {before:?}"
            );
        }
    }

    #[test]
    fn new_arrangement_keeps_the_order_of_arrival() {
        let mut waiting = Waiting::default();
        for (sub_queue, at) in [(2, 1), (1, 2), (2, 3), (0, 4)] {
            waiting.join(sub_queue, packet(at * 100, false), Time(u64::from(at)));
        }
        waiting.arrange(|_| 0);
        assert_eq!(waiting.backlog_of(0), waiting.backlog());
        assert!(waiting.iter().map(|w| w.since.0).eq(1..=4));
        waiting.arrange(|waiter| usize::from(waiter.packet.bytes > 200));
        assert!(waiting.iter().map(|w| w.since.0).eq(1..=4));
        assert_eq!(waiting.backlog_of(1), backlog(2, 700));
    }
}
