//! Strict priority: real-time packets are sent before packets of TCP.
//!
//! A real-time packet waits for at most one packet in transmission and for earlier real-time packets. The order of
//! sending does not decide which packets are admitted: TCP can fill a shared buffer. By default real-time packets
//! therefore push out packets of TCP (see the [buffer policies](super::sharing::policy)).

use serde::{Deserialize, Serialize};

use super::limit::{self, Limit};
use super::sharing::policy::{POLICY, PolicyKind, SHARE};
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::Section;

/// Parameters. Exactly one of the limits is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Largest number of packets waiting, 1 to 10,000,000.
    pub limit_packets: Option<u32>,
    /// Largest number of bytes waiting, 1 to 10^12.
    pub limit_bytes: Option<u64>,
    /// Policy for sharing the buffer.
    #[serde(rename = "room")]
    pub policy: PolicyKind,
    /// Part of a partitioned buffer for real-time traffic, 0.001 to 0.999.
    #[serde(rename = "real_time_room")]
    pub real_time_part: f64,
}

/// State of a strict priority queue.
pub type Priority = Shared<Params>;

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.priority",
    label: "Strict priority",
    help: "Sends real-time packets (of open-loop sources such as UDP) before packets of TCP.",
    params: &[limit::PACKETS, limit::BYTES, POLICY, SHARE],
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

    fn policy(&self) -> BufferPolicy {
        self.policy.with(self.real_time_part)
    }

    fn order(&self) -> Order {
        Order::RealTimeFirst
    }
}
