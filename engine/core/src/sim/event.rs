//! What happens at an instant of the calendar.

use super::calendar;
use crate::packet::Packet;

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A packet reaches the next node of its way, or its end.
    Arrives(Packet),
    /// A flow begins.
    Starts(u32),
    /// A flow's retransmission timer may have run out.
    RetransmissionTimer(u32),
    /// A receiver's delayed-ACK timer may have run out.
    DelayedAckTimer(u32),
    /// A paced sender may send again.
    PacingTimer(u32),
    /// A flow sends nothing new from now on.
    Stops(u32),
    /// Someone comes to a group whose flows wait for that.
    GroupArrival(u32),
    /// The number of active flows of a group changes.
    GroupTurn(u32),
    /// All that a flow had been asked to send has come to its receiver.
    Heard(u32),
    /// The next packet of an open-loop source reaches the network.
    Emitted {
        /// The flow.
        flow: u32,
        /// How often the flow's plans had been changed when this was planned; obsolete if they have been
        /// since.
        plan: u32,
    },
}

impl calendar::Event for Event {
    /// By flow, then by what happens, then by number.
    #[inline]
    fn tie(&self) -> u64 {
        let (flow, what, number) = match *self {
            Event::Starts(flow) => (flow, 0, 0),
            Event::RetransmissionTimer(flow) => (flow, 1, 0),
            Event::DelayedAckTimer(flow) => (flow, 2, 0),
            Event::PacingTimer(flow) => (flow, 3, 0),
            Event::Arrives(packet) => (packet.flow, 4 + packet.class as u64, packet.number),
            Event::Emitted { flow, plan } => (flow, 7, plan),
            Event::Stops(flow) => (flow, 8, 0),
            Event::GroupArrival(group) => (group, 9, 0),
            Event::GroupTurn(group) => (group, 10, 0),
            Event::Heard(flow) => (flow, 11, 0),
        };
        u64::from(flow) << 32 | what << 28 | u64::from(number & 0x0fff_ffff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_no_larger_than_the_packet_it_may_carry() {
        assert_eq!(size_of::<Event>(), size_of::<Packet>());
    }
}
