//! Interface of direct and general service: what a port does between the admission of a packet and its transmission.

use super::buffer::Buffer;
use super::line::Line;
use crate::packet::Packet;
use crate::queue::Reason;
use crate::time::Time;

/// Actions between the admission of a packet and its transmission.
pub(super) trait Serve {
    /// Handles a packet that was admitted.
    fn accept(
        &mut self,
        now: Time,
        packet: Packet,
        buffer: &mut Buffer,
        line: &mut Line,
    ) -> Admission;

    /// Sends or holds back the next packet when the line is free; without a packet the port becomes idle.
    fn begin_next(&mut self, now: Time, buffer: &mut Buffer, line: &mut Line);
}

/// Result of the arrival of a packet at a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The packet is sent or held; see [`Port::next_at`](super::Port::next_at) for the next service.
    Begun,
    /// The packet waits until the link is free.
    Queued,
    /// The packet was admitted, and admitted packets were dropped, perhaps including it: [count
    /// them](super::Port::take_dropped). See [`Port::next_at`](super::Port::next_at) for the next service.
    Displacing,
    /// The packet was dropped.
    Dropped(Reason),
}
