//! The room in a shared buffer: who may wait, and at whose cost.

use serde::{Deserialize, Serialize};

use super::{REAL_TIME, REST, side};
use crate::packet::{Backlog, Packet};
use crate::queue::limit::Limit;
use crate::queue::{Arrival, End, Eviction, Reason, Waiting};
use crate::spec::{Choice, DefaultValue, Kind, Param, Unit};

/// Who may wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Room {
    /// Whoever finds room.
    Shared,
    /// Each within its part; real-time traffic has this share, above 0 and below 1.
    Partitioned(f64),
    /// Whoever finds room; real-time traffic pushes out the rest, the newest first.
    PushOut,
}

/// The word for a [`Room`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoomKind {
    /// See [`Room::Shared`].
    Shared,
    /// See [`Room::Partitioned`].
    Partitioned,
    /// See [`Room::PushOut`].
    PushOut,
}

impl RoomKind {
    /// The room, where `share` is the part of real-time traffic if there are parts.
    #[must_use]
    pub fn with(self, share: f64) -> Room {
        match self {
            RoomKind::Shared => Room::Shared,
            RoomKind::Partitioned => Room::Partitioned(share),
            RoomKind::PushOut => Room::PushOut,
        }
    }
}

/// Which room, a parameter.
pub const ROOM: Param = Param {
    live: true,
    ..Param::new(
        "room",
        "Buffer sharing",
        Unit::None,
        Kind::Choice(&[
            Choice::new(
                "shared",
                "shared",
                "Whoever finds room may wait: going first does not help who is not let in.",
            ),
            Choice::new(
                "partitioned",
                "partitioned",
                "Each has a part of the room for itself.",
            ),
            Choice::new(
                "push_out",
                "with push-out",
                "A real-time packet that finds no room pushes out the newest TCP packets.",
            ),
        ]),
        DefaultValue::Text("push_out"),
        "Who may wait when the buffer is full.",
    )
};

/// The part of real-time traffic, a parameter.
pub const SHARE: Param = Param {
    live: true,
    ..Param::new(
        "real_time_room",
        "Room for real-time",
        Unit::Ratio,
        PART,
        DefaultValue::Number(0.5),
        "Part of the room that only real-time packets may take, where it is partitioned; TCP has the rest. Each has room for one packet at least.",
    )
};

/// A share of something that both have.
pub const PART: Kind = Kind::Number {
    min: 0.001,
    max: 0.999,
    log: false,
    null_label: "",
};

impl Room {
    /// Whether a packet may enter, pushing others out if need be, where so much waits of each side.
    #[must_use]
    pub fn admits(self, limit: Limit, of: usize, arrival: &Arrival, waiting: [Backlog; 2]) -> bool {
        match self {
            Room::Partitioned(share) => part(limit, of, share).admits(&Arrival {
                waiting: waiting[of],
                ..*arrival
            }),
            Room::PushOut if of == REAL_TIME => limit.admits(&Arrival {
                waiting: waiting[REAL_TIME],
                ..*arrival
            }),
            Room::Shared | Room::PushOut => limit.admits(arrival),
        }
    }

    /// Who must go before a packet that has been let in joins.
    #[must_use]
    pub fn evicts(self, limit: Limit, packet: &Packet, waiting: &Waiting) -> Option<Eviction> {
        let pushes = self == Room::PushOut
            && side(packet) == REAL_TIME
            && waiting.get(REST, 0).is_some()
            && !limit.fits(waiting.backlog(), packet.bytes);
        pushes.then_some(Eviction {
            sub_queue: REST,
            end: End::Tail,
            packets: 1,
            reason: Reason::Tail,
        })
    }
}

/// The part of a limit that one side has: real-time traffic `share` of it, rounded down, the other what is left;
/// at least one packet, or one byte, which an idle link takes as any.
fn part(limit: Limit, of: usize, share: f64) -> Limit {
    let at_least_one = |part: f64| if part < 1.0 { 1.0 } else { part };
    let divide = |whole: f64| {
        // A millionth more keeps a whole product from falling short of it. What is rounded up here is missing there.
        let real_time = at_least_one(libm::floor(whole * share + 1e-6));
        if of == REAL_TIME {
            real_time
        } else {
            at_least_one(whole - real_time)
        }
    };
    Limit {
        packets: limit.packets.map(|n| divide(f64::from(n)) as u32),
        bytes: limit.bytes.map(|n| divide(n as f64) as u64),
    }
}
