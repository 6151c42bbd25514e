//! Sharing of a buffer: admission of packets, and the packets that they push out.

use serde::{Deserialize, Serialize};

use super::{REAL_TIME, REST, side};
use crate::packet::{Backlog, Packet};
use crate::queue::limit::Limit;
use crate::queue::{Arrival, End, Eviction, Reason, Waiting};
use crate::spec::{Choice, DefaultValue, Kind, Param, Unit};

/// Sharing of the buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Room {
    /// All packets share the whole buffer.
    Shared,
    /// Each within its part; real-time traffic has this share, above 0 and below 1.
    Partitioned(f64),
    /// All packets share the whole buffer, and real-time packets push out the newest packets of TCP.
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

/// Parameter: sharing of the buffer.
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
                "All packets share the buffer. Priority in sending does not help packets that find it full.",
            ),
            Choice::new(
                "partitioned",
                "partitioned",
                "Real-time traffic and TCP each have their own part of the buffer.",
            ),
            Choice::new(
                "push_out",
                "push-out",
                "If the buffer is full, an arriving real-time packet pushes out the newest TCP packets.",
            ),
        ]),
        DefaultValue::Text("push_out"),
        "Rule for admitting packets of real-time traffic and TCP to the buffer.",
    )
};

/// The part of real-time traffic, a parameter.
pub const SHARE: Param = Param {
    live: true,
    ..Param::new(
        "real_time_room",
        "Buffer share of real-time traffic",
        Unit::Ratio,
        PART,
        DefaultValue::Number(0.5),
        "Part of a partitioned buffer for real-time packets; TCP has the rest. Each part holds at least one packet.",
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
    /// Returns whether a packet may enter with these backlogs, pushing out others if necessary.
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

    /// Returns the packet that must be pushed out before an admitted packet enters.
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
