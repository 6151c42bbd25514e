//! Strict priority: a real-time packet goes before every packet of TCP.
//!
//! It waits for one packet in transmission at most, and for its own kind. Being let in is another matter: with a
//! shared room TCP can still fill the buffer, so that by default it is pushed out ([rooms](super::sharing::room)).

use serde::{Deserialize, Serialize};

use super::limit::{self, Limit};
use super::sharing::room::{ROOM, RoomKind, SHARE};
use super::sharing::{Order, Plan, Room, Shared};
use crate::spec::Section;

/// Parameters. Exactly one of the limits is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Largest number of packets waiting, 1 to 10,000,000.
    pub limit_packets: Option<u32>,
    /// Largest number of bytes waiting, 1 to 10^12.
    pub limit_bytes: Option<u64>,
    /// Sharing of the buffer.
    pub room: RoomKind,
    /// Part of the room for real-time traffic where it is partitioned, 0.001 to 0.999.
    pub real_time_room: f64,
}

/// State of a strict priority queue.
pub type Priority = Shared<Params>;

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.priority",
    label: "Strict priority",
    help: "Sends real-time packets (of open-loop sources such as UDP) before packets of TCP.",
    params: &[limit::PACKETS, limit::BYTES, ROOM, SHARE],
    check: limit::exactly_one,
    ..Section::NEW
};

impl Params {
    /// Returns the limit of the queue.
    #[must_use]
    pub fn limit(&self) -> Limit {
        Limit {
            packets: self.limit_packets,
            bytes: self.limit_bytes,
        }
    }
}

impl Plan for Params {
    fn limit(&self) -> Limit {
        self.limit()
    }

    fn room(&self) -> Room {
        self.room.with(self.real_time_room)
    }

    fn order(&self) -> Order {
        Order::RealTimeFirst
    }
}
