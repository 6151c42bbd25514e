//! Queue disciplines: who may wait at a link.
//!
//! A discipline decides on arrival; the link keeps the packets in order. One more discipline is one
//! more file here, one variant below and one entry in [`REGISTRY`].

pub mod drop_tail;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::spec::Registry;
pub use drop_tail::DropTail;

/// The disciplines a scenario can name.
pub static REGISTRY: Registry = Registry {
    id: "queue",
    label: "Queue discipline",
    entries: &[&drop_tail::SECTION],
};

/// A discipline with its parameters, as a scenario writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Queue {
    /// First in, first out, with a limit.
    DropTail(DropTail),
}

/// What is waiting at a link, the packet in transmission not included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Packets waiting.
    pub packets: u32,
    /// Bytes waiting.
    pub bytes: u64,
}

impl Queue {
    /// Whether a packet of `bytes` may enter behind `waiting`, while `in_service` bytes are being sent.
    #[must_use]
    #[inline]
    pub fn admits(&self, waiting: Backlog, in_service: Option<u16>, bytes: u16) -> bool {
        match self {
            Queue::DropTail(drop_tail) => drop_tail.admits(waiting, in_service, bytes),
        }
    }

    /// Whether a packet that comes to find `waiting` there is marked, if its sender takes marks.
    #[must_use]
    #[inline]
    pub fn marks(&self, waiting: Backlog) -> bool {
        match self {
            Queue::DropTail(drop_tail) => drop_tail
                .ecn_threshold_packets
                .is_some_and(|threshold| waiting.packets >= threshold),
        }
    }

    /// The limit in packets, where it is given so.
    #[must_use]
    pub fn limit_packets(&self) -> Option<u32> {
        match self {
            Queue::DropTail(drop_tail) => drop_tail.limit_packets,
        }
    }

    /// The limit in bytes, where it is given so.
    #[must_use]
    pub fn limit_bytes(&self) -> Option<u64> {
        match self {
            Queue::DropTail(drop_tail) => drop_tail.limit_bytes,
        }
    }
}

/// For the section of a discipline with `limit_packets` and `limit_bytes`: exactly one is given.
pub(crate) fn has_one_limit(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    let given = |name: &str| fields.get(name).is_some_and(|limit| !limit.is_null());
    match (given("limit_packets"), given("limit_bytes")) {
        (true, false) | (false, true) => {}
        (false, false) => report(
            "",
            "needs a limit: give limit_packets or limit_bytes".to_owned(),
        ),
        (true, true) => report(
            "",
            "has two limits: give limit_packets or limit_bytes, and null for the other".to_owned(),
        ),
    }
}
