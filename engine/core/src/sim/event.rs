//! What happens at an instant of the calendar.

use crate::packet::Packet;

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A packet reaches the next link of its route, or its end.
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
    /// An open-loop source sends its next packet.
    Emits(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_no_larger_than_the_packet_it_may_carry() {
        assert_eq!(size_of::<Event>(), size_of::<Packet>());
    }
}
