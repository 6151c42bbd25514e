//! Events of the calendar.

use super::calendar::{self, Packed};
use crate::packet::{Class, Packet};

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
    /// Layout from the lowest bits: flow and number; then note, size, node and kind of event.
    #[inline(always)]
    fn pack(self) -> Packed {
        let (flow, what, number) = match self {
            Event::Starts(flow) => (flow, 0, 0),
            Event::RetransmissionTimer(flow) => (flow, 1, 0),
            Event::DelayedAckTimer(flow) => (flow, 2, 0),
            Event::PacingTimer(flow) => (flow, 3, 0),
            Event::Arrives(packet) => (packet.flow, ARRIVES + packet.class as u64, packet.number),
            Event::Emitted { flow, plan } => (flow, 7, plan),
            Event::Stops(flow) => (flow, 8, 0),
            Event::GroupArrival(group) => (group, 9, 0),
            Event::ScheduleChange(group) => (group, 10, 0),
            Event::OrderDelivered(flow) => (flow, 11, 0),
        };
        let rest = match self {
            Event::Arrives(packet) => {
                u64::from(packet.note) | u64::from(packet.bytes) << 32 | u64::from(packet.to) << 48
            }
            _ => 0,
        };
        Packed(u64::from(flow) | u64::from(number) << 32, rest | what << 56)
    }

    #[inline(always)]
    fn unpack(Packed(first, rest): Packed) -> Event {
        let (flow, number) = (first as u32, (first >> 32) as u32);
        match rest >> 56 {
            0 => Event::Starts(flow),
            1 => Event::RetransmissionTimer(flow),
            2 => Event::DelayedAckTimer(flow),
            3 => Event::PacingTimer(flow),
            what @ ARRIVES..7 => Event::Arrives(Packet {
                flow,
                number,
                note: rest as u32,
                bytes: (rest >> 32) as u16,
                to: (rest >> 48) as u8,
                class: [Class::Tcp, Class::Ack, Class::Udp][(what - ARRIVES) as usize],
            }),
            7 => Event::Emitted { flow, plan: number },
            8 => Event::Stops(flow),
            9 => Event::GroupArrival(flow),
            10 => Event::ScheduleChange(flow),
            _ => Event::OrderDelivered(flow),
        }
    }

    /// Orders by flow, then by kind of event, then by number.
    #[inline]
    fn tie(Packed(first, rest): Packed) -> u64 {
        first << 32 | rest >> 56 << 28 | first >> 32 & 0x0fff_ffff
    }
}

/// Code of the arrival of a packet of the first class; the other classes follow.
const ARRIVES: u64 = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use calendar::Event as _;

    fn arrives(class: Class) -> Event {
        Event::Arrives(Packet {
            flow: u32::MAX - 1,
            number: 0x8765_4321,
            note: 0xfedc_ba98,
            bytes: 65_535,
            to: 255,
            class,
        })
    }

    #[test]
    fn events_survive_packing_and_ties_order_by_flow_kind_and_number() {
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
            arrives(Class::Tcp),
            arrives(Class::Ack),
            arrives(Class::Udp),
            Event::Starts(u32::MAX),
        ];
        for event in events {
            assert_eq!(Event::unpack(event.pack()), event);
        }
        let tie = |event: &Event| Event::tie(event.pack());
        assert!(events.is_sorted_by(|a, b| tie(a) < tie(b)));
    }
}
