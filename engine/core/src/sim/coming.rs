//! Acknowledgments on their way to senders, which nothing can change any more.
//!
//! Those of a flow arrive in a fixed order, so only the first of each flow needs an event. The others wait here, in one
//! list for each flow, and all lists share one store, which a snapshot copies as a block.
//!
//! A sender that runs [ahead](super::ahead) leaves the events of its first acknowledgment and of its pacer behind. They
//! come before what they are for, and are set again then, so a flow has at most one of each.

use crate::packet::Packet;
use crate::time::Time;

/// Place of no entry.
const NIL: u32 = u32::MAX;

/// An acknowledgment on its way to its sender.
#[derive(Clone, Copy, Debug)]
pub struct ComingAck {
    /// Time at which it reaches the sender.
    pub at: Time,
    /// Time at which it left the last link of the reverse path: the order among events at the same time.
    pub sent: Time,
    /// Packet on its way.
    pub packet: Packet,
}

/// Acknowledgments of a flow in order of arrival, as places in the store, and the pending events of its sender.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    first: u32,
    last: u32,
    /// Time of the pending event for the first acknowledgment, at or before its arrival.
    pub ack_event: Time,
    /// Time of the pending event for the pacer, at or before the time at which it wakes the sender.
    pub pacing_event: Time,
}

/// Acknowledgments of all flows.
#[derive(Clone, Debug)]
pub struct Coming {
    /// Of each flow by its number, up to the highest that was used.
    flows: Vec<Pending>,
    entries: Vec<Entry>,
    free: u32,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    ack: ComingAck,
    next: u32,
}

impl Pending {
    const EMPTY: Pending = Pending {
        first: NIL,
        last: NIL,
        ack_event: Time::NEVER,
        pacing_event: Time::NEVER,
    };
}

impl Default for Coming {
    fn default() -> Coming {
        Coming {
            flows: Vec::new(),
            entries: Vec::new(),
            free: NIL,
            count: 0,
        }
    }
}

impl Coming {
    /// Returns the number of acknowledgments of all flows.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns what is pending for a flow.
    #[inline]
    pub fn pending(&mut self, flow: u32) -> &mut Pending {
        let place = flow as usize;
        if place >= self.flows.len() {
            self.flows.resize(place + 1, Pending::EMPTY);
        }
        &mut self.flows[place]
    }

    /// Adds an acknowledgment of a flow, behind all that arrive at the same time or before. Returns whether it is the
    /// first now.
    #[inline]
    pub fn push(&mut self, ack: ComingAck) -> bool {
        let place = self.store(ack);
        self.count += 1;
        let pending = self.pending(ack.packet.flow());
        let last = std::mem::replace(&mut pending.last, place);
        if pending.first == NIL {
            pending.first = place;
            return true;
        }
        let before = &mut self.entries[last as usize];
        if before.ack.at <= ack.at {
            before.next = place;
            return false;
        }
        self.pending(ack.packet.flow()).last = last;
        self.insert(ack.packet.flow(), place)
    }

    /// Returns the acknowledgment of a flow that arrives first.
    #[must_use]
    #[inline]
    pub fn first(&self, flow: u32) -> Option<&ComingAck> {
        let pending = self.flows.get(flow as usize)?;
        self.entries.get(pending.first as usize).map(|it| &it.ack)
    }

    /// Removes the acknowledgment of a flow that arrives first.
    #[inline]
    pub fn pop(&mut self, flow: u32) -> Option<ComingAck> {
        let pending = self.flows.get_mut(flow as usize)?;
        let place = pending.first;
        let Entry { ack, next } = *self.entries.get(place as usize)?;
        pending.first = next;
        self.entries[place as usize].next = std::mem::replace(&mut self.free, place);
        self.count -= 1;
        Some(ack)
    }

    /// Iterates over the acknowledgments of all flows.
    pub fn iter(&self) -> impl Iterator<Item = &ComingAck> {
        self.flows.iter().flat_map(|pending| self.of(pending))
    }

    fn of(&self, pending: &Pending) -> impl Iterator<Item = &ComingAck> {
        let entry = |place: u32| self.entries.get(place as usize);
        std::iter::successors(entry(pending.first), move |it| entry(it.next)).map(|it| &it.ack)
    }

    #[inline]
    fn store(&mut self, ack: ComingAck) -> u32 {
        let entry = Entry { ack, next: NIL };
        let place = self.free;
        if let Some(unused) = self.entries.get_mut(place as usize) {
            self.free = unused.next;
            *unused = entry;
            place
        } else {
            self.entries.push(entry);
            (self.entries.len() - 1) as u32
        }
    }

    /// Inserts a stored acknowledgment before later ones: an edit has made the way of its flow shorter.
    /// Returns whether it is the first now.
    #[cold]
    fn insert(&mut self, flow: u32, place: u32) -> bool {
        let at = self.entries[place as usize].ack.at;
        let mut before = NIL;
        let mut behind = self.pending(flow).first;
        while behind != NIL && self.entries[behind as usize].ack.at <= at {
            before = behind;
            behind = self.entries[behind as usize].next;
        }
        self.entries[place as usize].next = behind;
        match self.entries.get_mut(before as usize) {
            Some(entry) => entry.next = place,
            None => self.pending(flow).first = place,
        }
        before == NIL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::{Class, END};

    #[test]
    fn acknowledgments_come_in_order_of_time_then_of_sending() {
        let mut coming = Coming::default();
        for (flow, at, number) in [
            (3, 5, 0),
            (1, 1, 1),
            (3, 7, 2),
            (3, 5, 3),
            (3, 2, 4),
            (1, 1, 5),
            (3, 9, 6),
        ] {
            coming.push(ComingAck {
                at: Time(at),
                sent: Time::ZERO,
                packet: Packet::new(Class::Ack, flow, number, 40, END),
            });
        }
        assert_eq!((coming.count(), coming.iter().count()), (7, 7));
        let numbers = |coming: &mut Coming, flow| -> Vec<u32> {
            let number = |ack: ComingAck| ack.packet.number;
            std::iter::from_fn(|| coming.pop(flow).map(number)).collect()
        };
        assert_eq!(numbers(&mut coming, 3), [4, 0, 3, 2, 6]);
        assert_eq!(coming.first(1).map(|ack| ack.packet.number), Some(1));
        assert_eq!(numbers(&mut coming, 1), [1, 5]);
        assert!(
            coming.first(1).is_none() && coming.first(0).is_none() && coming.first(9).is_none()
        );
        assert_eq!((coming.count(), coming.iter().count()), (0, 0));
    }

    #[test]
    fn places_are_used_again() {
        let mut coming = Coming::default();
        for number in 0..100 {
            coming.push(ComingAck {
                at: Time(u64::from(number)),
                sent: Time::ZERO,
                packet: Packet::new(Class::Ack, 0, number, 40, END),
            });
            if number > 2 {
                assert!(coming.pop(0).is_some());
            }
        }
        assert_eq!((coming.count(), coming.entries.len()), (3, 4));
    }
}
