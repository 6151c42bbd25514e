//! Own links of a flow: access and egress links, computed without events.

use super::access_queue::AccessQueue;
use crate::queue::{Limit, Reason};
use crate::time::{Span, Time};

/// Access and egress links of one flow, full duplex. Each direction is a FIFO with a single input and unlimited
/// buffer, so the end of its last transmission is its complete state. Only the access link into the network can
/// have a limit; then its queue is known too. Transmission times are arguments: the rates belong to the group, see
/// [`OwnWires`](super::wire::OwnWires).
#[derive(Clone, Debug)]
#[repr(C)]
pub struct OwnLinks {
    /// Propagation delay out of the network.
    pub egress_delay: Span,
    egress_free: Time,
    egress_back_free: Time,
    access_back_free: Time,
    /// Propagation delay into the network.
    pub access_delay: Span,
    access: AccessState,
    /// Queue of the access link, if it has a limit.
    queue: Option<Box<AccessQueue>>,
}

/// State of the access link.
#[derive(Clone, Copy, Debug)]
pub struct AccessState {
    /// End of the last transmission.
    free: Time,
    /// In the lowest byte: packets sent back to back before the last one sent. Above, since there is room: one more
    /// than the delay in picoseconds of the packet that reached the receiver last, 0 without one.
    ahead_and_delay: u64,
}

/// Bits of the number of packets sent back to back.
const AHEAD_BITS: u32 = 8;
const AHEAD: u64 = (1 << AHEAD_BITS) - 1;

impl OwnLinks {
    /// Creates idle links with these propagation delays.
    #[must_use]
    pub fn new(access_delay: Span, egress_delay: Span) -> OwnLinks {
        OwnLinks {
            access_delay,
            egress_delay,
            access: AccessState {
                free: Time::ZERO,
                ahead_and_delay: 0,
            },
            queue: None,
            access_back_free: Time::ZERO,
            egress_free: Time::ZERO,
            egress_back_free: Time::ZERO,
        }
    }

    /// Sets the limit of the access link. Returns true if the waiting packets are not known yet; then they must be
    /// [added](Self::waits).
    pub fn set_limit(&mut self, limit: Limit) -> bool {
        match &mut self.queue {
            queue if !limit.is_given() => *queue = None,
            Some(queue) => queue.set_limit(limit),
            queue => {
                *queue = Some(Box::new(AccessQueue::new(limit)));
                return true;
            }
        }
        false
    }

    /// Returns whether the access link has a limit.
    #[must_use]
    pub fn has_limit(&self) -> bool {
        self.queue.is_some()
    }

    /// Returns the time at which a packet of `bytes` sent at `now` reaches the network, and the number of packets
    /// sent back to back before it, which orders arrivals at the same time.
    ///
    /// # Errors
    /// [`Reason::Access`] if there is no room for it.
    pub fn enter(&mut self, now: Time, bytes: u16, takes: Span) -> Result<(Time, u8), Reason> {
        if !self.has_room(now, bytes) {
            return Err(Reason::Access);
        }
        let (arrives, ahead) = self.pass(now, takes);
        if ahead > 0 {
            self.waits(self.begins(arrives, takes), bytes);
        }
        Ok((arrives, ahead))
    }

    /// Returns whether a packet of `bytes` sent at `now` finds room. An idle link accepts any packet.
    fn has_room(&mut self, now: Time, bytes: u16) -> bool {
        let queue = self.queue.as_mut();
        let has_room = queue.is_none_or(|queue| queue.has_room(now, bytes));
        has_room || !self.access.keeps_waiting(now)
    }

    /// Adds a packet of `bytes` to the queue, if there is one, as the last one; its transmission begins at
    /// `begins`.
    pub fn waits(&mut self, begins: Time, bytes: u16) {
        if let Some(queue) = &mut self.queue {
            queue.join(begins, bytes);
        }
    }

    /// Returns the start of transmission of a packet that reaches the network at `arrives`.
    #[must_use]
    pub fn begins(&self, arrives: Time, takes: Span) -> Time {
        // The access delay of a flow with replayed connections may have grown meanwhile.
        Time(arrives.0.saturating_sub(self.access_delay.0 + takes.0))
    }

    /// Works as [`enter`](Self::enter) for a packet that is always admitted and not stored in the queue.
    #[inline]
    pub fn pass(&mut self, now: Time, takes: Span) -> (Time, u8) {
        let access = &mut self.access;
        let follows = access.keeps_waiting(now);
        let ahead = u8::from(follows) * (access.ahead_and_delay as u8).saturating_add(1);
        access.ahead_and_delay = access.ahead_and_delay & !AHEAD | u64::from(ahead);
        let sent = busy_until(&mut access.free, now, takes);
        (sent + self.access_delay, ahead)
    }

    /// Returns the time at which a packet without length, sent at `now`, would reach the network.
    #[must_use]
    pub fn would_arrive(&self, now: Time) -> Time {
        self.access.free.max(now) + self.access_delay
    }

    /// Returns the state of the access link without its queue, for [`restore_access`](Self::restore_access).
    #[must_use]
    pub fn access_state(&self) -> AccessState {
        self.access
    }

    /// Restores an earlier state.
    pub fn restore_access(&mut self, before: AccessState) {
        let delay = self.access.ahead_and_delay & !AHEAD;
        self.access.free = before.free;
        self.access.ahead_and_delay = delay | before.ahead_and_delay & AHEAD;
    }

    /// Returns the delay of the packet that reached the receiver last, if there was one.
    #[must_use]
    pub fn last_delay(&self) -> Option<Span> {
        let delay = self.access.ahead_and_delay >> AHEAD_BITS;
        delay.checked_sub(1).map(Span)
    }

    /// Takes the delay of a packet that reaches the receiver, and returns the difference from that of the packet
    /// before, if there was one.
    #[inline]
    pub fn difference_of_delays(&mut self, delay: Span) -> Option<Span> {
        let before = &mut self.access.ahead_and_delay;
        let last = *before >> AHEAD_BITS;
        *before = *before & AHEAD | (delay.0 + 1) << AHEAD_BITS;
        (last > 0).then(|| Span(delay.0.abs_diff(last - 1)))
    }

    /// Returns the time at which a packet that left the network at `now` reaches its receiver.
    #[inline]
    pub fn leave(&mut self, now: Time, takes: Span) -> Time {
        busy_until(&mut self.egress_free, now, takes) + self.egress_delay
    }

    /// Returns the time at which an acknowledgment sent at `now` reaches the network.
    #[inline]
    pub fn enter_back(&mut self, now: Time, takes: Span) -> Time {
        busy_until(&mut self.egress_back_free, now, takes) + self.egress_delay
    }

    /// Returns the time at which an acknowledgment that left the network at `now` reaches the sender.
    #[inline]
    pub fn leave_back(&mut self, now: Time, takes: Span) -> Time {
        busy_until(&mut self.access_back_free, now, takes) + self.access_delay
    }
}

impl AccessState {
    /// Returns whether a packet sent at `now` must wait for another. A packet sent at the end of a transmission
    /// waits too: this end was scheduled later than the acknowledgment that triggered the packet. The code has no
    /// branch, because none could be predicted.
    #[inline]
    fn keeps_waiting(&self, now: Time) -> bool {
        (now <= self.free) & (self.free > Time::ZERO)
    }
}

#[inline]
fn busy_until(free: &mut Time, now: Time, takes: Span) -> Time {
    *free = now.max(*free) + takes;
    *free
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::port::{Design, Port};
    use crate::net::wire::Wire;
    use crate::pacer::{Pacer, none};
    use crate::packet::{Class, Packet};
    use crate::policer::Policer;
    use crate::queue::{DropTail, Queue, drop_tail::ByteTest};
    use crate::rng::Rng;
    use crate::service::Service;
    use proptest::prelude::*;

    fn limit() -> impl Strategy<Value = Limit> {
        let packets = (1u32..20).prop_map(|n| Limit {
            packets: Some(n),
            bytes: None,
        });
        let bytes = (40u64..20_000).prop_map(|n| Limit {
            packets: None,
            bytes: Some(n),
        });
        prop_oneof![Just(Limit::default()), packets, bytes]
    }

    proptest! {
        /// The computed FIFO against the link that is simulated packet by packet: what gets through, and when.
        #[test]
        fn a_computed_access_link_equals_the_simulated_one(
            gaps in prop::collection::vec((0u64..1_500_000_000, 40u16..1500), 1..200),
            limit in limit(),
        ) {
            let queue = Queue::DropTail(DropTail {
                limit: if limit.is_given() { limit } else { Limit::of_packets(1_000_000) },
                counts_in_service: false,
                byte_test: ByteTest::Fits, ecn_threshold_packets: None,
            });
            let pacer = Pacer::None(none::Params {});
            let design = Design { rate_bps: 10e6, delay: Span::ZERO, queue, pacer, device_packets: 0, policer: Policer::NONE,
                service: Service::CONSTANT, filters_acks: false, share: 1.0 };
            let mut port = Port::new(design, Rng::for_component(1, "link/r0/queue", 0));
            let mut own = OwnLinks::new(Span::ZERO, Span::ZERO);
            own.set_limit(limit);
            let mut wire = Wire::new(Some(10e6));
            let mut now = Time::ZERO;
            let (mut simulated, mut computed) = (Vec::new(), Vec::new());
            let mut advance = |port: &mut Port, until: Time| {
                while port.next_at() <= until && port.next_at() != Time::NEVER {
                    simulated.push(port.next_at());
                    port.on_time(port.next_at());
                }
            };
            for (number, (gap, bytes)) in (0..).zip(gaps) {
                now += Span(gap);
                advance(&mut port, now);
                if let Ok((arrives, _)) = own.enter(now, bytes, wire.transmission_time(bytes)) {
                    computed.push(arrives);
                }
                let packet = Packet::new(Class::Tcp, 0, number, bytes, 0);
                port.arrive(now, packet);
            }
            advance(&mut port, Time::NEVER);
            prop_assert_eq!(simulated, computed);
        }
    }
}
