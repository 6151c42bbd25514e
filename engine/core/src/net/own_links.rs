//! The links that only one flow uses: computed, not simulated.

use crate::time::{Span, Time};

/// A flow's links: full duplex, with room for everything, used by nothing else. Each direction is a
/// FIFO with a single input, so the time when it was last busy is all there is to know. Transmission
/// times are given: rates are those of the group, see [`OwnWires`](super::wire::OwnWires).
#[derive(Clone, Copy, Debug)]
pub struct OwnLinks {
    /// Propagation delay into the network.
    pub access_delay: Span,
    /// Propagation delay out of it.
    pub egress_delay: Span,
    access: AccessState,
    access_back_free: Time,
    egress_free: Time,
    egress_back_free: Time,
}

/// What is to be known of the way into the network.
#[derive(Clone, Copy, Debug)]
pub struct AccessState {
    /// When the last transmission ends.
    free: Time,
    /// Packets sent back to back before the last one sent.
    ahead: u8,
}

impl OwnLinks {
    /// Idle links of these propagation delays.
    #[must_use]
    pub fn new(access_delay: Span, egress_delay: Span) -> OwnLinks {
        OwnLinks {
            access_delay,
            egress_delay,
            access: AccessState {
                free: Time::ZERO,
                ahead: 0,
            },
            access_back_free: Time::ZERO,
            egress_free: Time::ZERO,
            egress_back_free: Time::ZERO,
        }
    }

    /// When a packet sent at `now` reaches the network, and how many it followed right behind on the way,
    /// which is its place among those that arrive at the same time.
    #[inline]
    pub fn enter(&mut self, now: Time, takes: Span) -> (Time, u8) {
        // What arrives as the link falls free waits for that too: the end of a transmission is
        // scheduled when it begins, later than the acknowledgement that brought the packet.
        // No branch, since none could be predicted.
        let access = &mut self.access;
        let follows = (now <= access.free) & (access.free > Time::ZERO);
        access.ahead = u8::from(follows) * access.ahead.saturating_add(1);
        let sent = busy_until(&mut access.free, now, takes);
        (sent + self.access_delay, access.ahead)
    }

    /// The way into the network as it stands, for [`restore_access`](Self::restore_access).
    #[must_use]
    pub fn access_state(&self) -> AccessState {
        self.access
    }

    /// Takes back what has entered since.
    pub fn restore_access(&mut self, before: AccessState) {
        self.access = before;
    }

    /// When a packet that left the network at `now` reaches its receiver.
    #[inline]
    pub fn leave(&mut self, now: Time, takes: Span) -> Time {
        busy_until(&mut self.egress_free, now, takes) + self.egress_delay
    }

    /// When an acknowledgement sent at `now` reaches the network.
    #[inline]
    pub fn enter_back(&mut self, now: Time, takes: Span) -> Time {
        busy_until(&mut self.egress_back_free, now, takes) + self.egress_delay
    }

    /// When an acknowledgement that left the network at `now` reaches the sender.
    #[inline]
    pub fn leave_back(&mut self, now: Time, takes: Span) -> Time {
        busy_until(&mut self.access_back_free, now, takes) + self.access_delay
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
    use crate::queue::{DropTail, Queue, drop_tail::ByteTest};
    use crate::rng::Rng;
    use proptest::prelude::*;

    proptest! {
        /// The computed FIFO against the link that is simulated packet by packet.
        #[test]
        fn a_link_with_one_input_needs_no_events(
            gaps in prop::collection::vec((0u64..3_000_000_000, 40u16..1500), 1..200),
        ) {
            let queue = Queue::DropTail(DropTail {
                limit_packets: Some(1_000_000), limit_bytes: None, counts_in_service: false,
                byte_test: ByteTest::Fits, ecn_threshold_packets: None,
            });
            let pacer = Pacer::None(none::Params {});
            let design = Design { rate_bps: 10e6, delay: Span::ZERO, queue, pacer };
            let mut port = Port::new(design, Rng::for_component(1, "link/r0/queue", 0));
            let mut own = OwnLinks::new(Span::ZERO, Span::ZERO);
            let mut wire = Wire::new(Some(10e6));
            let mut now = Time::ZERO;
            let (mut simulated, mut computed) = (Vec::new(), Vec::new());
            let mut settle = |port: &mut Port, until: Time| {
                while port.next_at() <= until && port.next_at() != Time::NEVER {
                    simulated.push(port.next_at());
                    port.on_time(port.next_at());
                }
            };
            for (number, (gap, bytes)) in (0..).zip(gaps) {
                now += Span(gap);
                settle(&mut port, now);
                computed.push(own.enter(now, wire.takes(bytes)).0);
                let packet = Packet { flow: 0, number, note: 0, bytes, to: 0, class: Class::Tcp };
                port.arrive(now, packet);
            }
            settle(&mut port, Time::NEVER);
            prop_assert_eq!(simulated, computed);
        }
    }
}
