//! Events of the calendar.

use super::calendar::{self, Packed};
use crate::packet::{PACKET, Packet, flow_of};

/// Event of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A packet reaches the next node of its path, or its end.
    Arrives(Packet),
    /// Start of a flow.
    Starts(u32),
    /// The retransmission timer of a flow may have expired.
    RetransmissionTimer(u32),
    /// The delayed-ACK timer of a receiver may have expired.
    DelayedAckTimer(u32),
    /// A paced sender may send again.
    PacingTimer(u32),
    /// A flow stops sending new data.
    Stops(u32),
    /// An arrival at a group whose flows are created on arrival.
    GroupArrival(u32),
    /// The number of active flows of a group changes.
    ScheduleChange(u32),
    /// All requested data of a flow has reached its receiver.
    OrderDelivered(u32),
    /// The application of a flow writes data into its connection.
    Writes(u32),
    /// The next packet of an open-loop source reaches the network.
    Emitted {
        /// Number of the flow.
        flow: u32,
        /// Number of changes of the flow's plans when the event was scheduled; the event is obsolete if it has
        /// grown since.
        plan: u32,
    },
}

impl calendar::Event for Event {
    /// Layout from the lowest bits: flow and number; then the rest of a packet, whose highest byte tells it from other
    /// events, or the kind of event.
    #[inline(always)]
    fn pack(self) -> Packed {
        let (flow, kind, number) = match self {
            Event::Arrives(packet) => {
                let (first, rest) = packet.words();
                return Packed(first, rest);
            }
            Event::Starts(flow) => (flow, 0, 0),
            Event::RetransmissionTimer(flow) => (flow, 1, 0),
            Event::DelayedAckTimer(flow) => (flow, 2, 0),
            Event::PacingTimer(flow) => (flow, 3, 0),
            Event::Emitted { flow, plan } => (flow, LATE, plan),
            Event::Stops(flow) => (flow, LATE + 8, 0),
            Event::GroupArrival(group) => (group, LATE + 2 * 8, 0),
            Event::ScheduleChange(group) => (group, LATE + 3 * 8, 0),
            Event::OrderDelivered(flow) => (flow, LATE + 4 * 8, 0),
            Event::Writes(flow) => (flow, LATE + 5 * 8, 0),
        };
        Packed(
            u64::from(flow) | u64::from(number) << 32,
            u64::from(kind) << 56,
        )
    }

    #[inline(always)]
    fn unpack(Packed(first, rest): Packed) -> Event {
        let (flow, kind) = (first as u32, (rest >> 56) as u8);
        match kind % 8 {
            0 => Event::Starts(flow),
            1 => Event::RetransmissionTimer(flow),
            2 => Event::DelayedAckTimer(flow),
            3 => Event::PacingTimer(flow),
            PACKET..LATE => Event::Arrives(Packet::of_words(first, rest)),
            _ => match kind / 8 {
                0 => Event::Emitted {
                    flow,
                    plan: (first >> 32) as u32,
                },
                1 => Event::Stops(flow),
                2 => Event::GroupArrival(flow),
                3 => Event::ScheduleChange(flow),
                4 => Event::OrderDelivered(flow),
                _ => Event::Writes(flow),
            },
        }
    }

    /// Orders by flow, then by kind of event, then by number, then by the note of an acknowledgment: a segment that comes
    /// twice at the same time is acknowledged twice, and only the second acknowledgment says so.
    #[inline]
    fn tie(Packed(first, rest): Packed) -> u64 {
        let kind = rest >> 56;
        let kind = if kind % 8 == u64::from(LATE) {
            kind % 8 + kind / 8
        } else {
            kind % 8
        };
        let (number, note) = (first >> 32 & 0x0fff_ffff, rest & 0x7fff);
        u64::from(flow_of(first as u32)) << 47 | kind << 43 | number << 15 | note
    }
}

/// Lower three bits of the kinds of event that come after packets among events at the same time. Kinds before them
/// have smaller numbers, and the byte of a packet has the bit [`PACKET`] and a class below it.
const LATE: u8 = 7;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Class;
    use crate::tcp::notes::Header;
    use crate::time::Time;
    use calendar::Event as _;

    fn arrives(class: Class) -> Event {
        let mut packet = Packet::new(class, 0x1_fffe, 0x8765_4321, 65_535, 255);
        if class != Class::Ack {
            packet = packet.sent_at(Time::from_s(1e6 / 3.0), Header::new(true, false, None));
        }
        Event::Arrives(packet)
    }

    #[test]
    fn events_survive_packing_and_ties_order_by_flow_kind_number_and_note() {
        let events = [
            Event::Starts(3),
            Event::RetransmissionTimer(3),
            Event::DelayedAckTimer(3),
            Event::PacingTimer(3),
            Event::Emitted { flow: 3, plan: 8 },
            Event::Emitted { flow: 3, plan: 9 },
            Event::Stops(3),
            Event::GroupArrival(3),
            Event::ScheduleChange(3),
            Event::OrderDelivered(3),
            Event::Writes(3),
            arrives(Class::Tcp),
            arrives(Class::Ack),
            arrives(Class::Udp),
            Event::Starts(0x1_ffff),
        ];
        for event in events {
            assert_eq!(Event::unpack(event.pack()), event);
        }
        let tie = |event: &Event| Event::tie(event.pack());
        assert!(events.is_sorted_by(|a, b| tie(a) < tie(b)));
        let ack = |note| Event::Arrives(Packet::new(Class::Ack, 3, 7, 40, 255).with_note(note));
        assert!(tie(&ack(1)) < tie(&ack(2)));
    }
}
