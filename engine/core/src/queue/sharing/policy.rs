//! Sharing of a buffer: admission of packets, and the packets that they push out.

use super::{REAL_TIME, REST, side};
use crate::packet::{Backlog, Packet};
use crate::queue::limit::Limit;
use crate::queue::{Arrival, End, Eviction, Reason, Waiting};
use crate::spec::Param;
use crate::spec::parameters::{choices, number, parameter, parameters};

/// Policy for sharing the buffer between real-time traffic and TCP.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BufferPolicy {
    /// All packets share the whole buffer.
    Shared,
    /// Each side is limited to its own part of the buffer. Real-time traffic has this part, above 0 and below 1.
    Partitioned(f64),
    /// All packets share the whole buffer, and real-time packets push out the newest packets of TCP.
    PushOut,
}

choices! {
    /// Name of a [`BufferPolicy`] in JSON.
    pub enum PolicyKind {
        /// All packets share the buffer. Priority in sending does not help packets that find it full.
        Shared = "shared", "shared",
        /// Real-time traffic and TCP each have their own part of the buffer.
        Partitioned = "partitioned", "partitioned",
        /// If the buffer is full, an arriving real-time packet pushes out the newest TCP packets.
        PushOut = "push_out", "push-out",
    }
}

impl Sharing {
    /// Returns the policy with the part of real-time traffic.
    #[must_use]
    pub fn policy(&self) -> BufferPolicy {
        match self.policy {
            PolicyKind::Shared => BufferPolicy::Shared,
            PolicyKind::Partitioned => BufferPolicy::Partitioned(self.real_time_part),
            PolicyKind::PushOut => BufferPolicy::PushOut,
        }
    }
}

parameters! {
    /// Parameters of a buffer with a choice of policies.
    pub struct Sharing {
        #[serde(rename = "room")]
        policy: PolicyKind => parameter! {
            /// Rule for admitting packets of real-time traffic and TCP to the buffer.
            room = Text("push_out"), "Buffer sharing", None, PolicyKind::KIND, [live]
        },
        #[serde(rename = "real_time_room")]
        real_time_part: f64 => SHARE,
    }
}

/// Parameter for the part of real-time traffic in a partitioned buffer.
pub const SHARE: Param = parameter! {
    /// Part of a partitioned buffer for real-time packets; TCP has the rest. Each part holds at least one packet.
    real_time_room = 0.5, "Buffer share of real-time traffic", Ratio, number(0.001..=0.999), [live]
};

impl BufferPolicy {
    /// Returns whether a packet may enter with these backlogs, pushing out others if necessary.
    #[must_use]
    pub fn admits(self, limit: Limit, of: usize, arrival: &Arrival, waiting: [Backlog; 2]) -> bool {
        match self {
            BufferPolicy::Partitioned(share) => part(limit, of, share).admits(&Arrival {
                waiting: waiting[of],
                ..*arrival
            }),
            BufferPolicy::PushOut if of == REAL_TIME => limit.admits(&Arrival {
                waiting: waiting[REAL_TIME],
                ..*arrival
            }),
            BufferPolicy::Shared | BufferPolicy::PushOut => limit.admits(arrival),
        }
    }

    /// Returns the packet that must be pushed out before an admitted packet enters.
    #[must_use]
    pub fn evicts(self, limit: Limit, packet: &Packet, waiting: &Waiting) -> Option<Eviction> {
        let pushes = self == BufferPolicy::PushOut
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

/// Returns the part of a limit that one side has.
///
/// Real-time traffic has `share` of the limit, rounded down, and TCP has the rest. Each part is at least one packet, or
/// one byte: an idle link admits a packet of any size.
fn part(limit: Limit, of: usize, share: f64) -> Limit {
    let at_least_one = |part: f64| if part < 1.0 { 1.0 } else { part };
    let divide = |whole: f64| {
        // Adds a millionth before rounding down, so that floating-point errors do not reduce a whole product by one.
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
