//! Strict priority: real-time packets are sent before packets of TCP.
//!
//! A real-time packet waits for at most one packet in transmission and for earlier real-time packets. The order of
//! sending does not decide which packets are admitted: TCP can fill a shared buffer. By default real-time packets
//! therefore push out packets of TCP (see the [buffer policies](super::sharing::policy)).

use super::limit::{self, Limit};
use super::sharing::policy::{POLICY, PolicyKind, SHARE};
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::Section;
use crate::spec::parameters::parameters;

parameters! {
    /// Parameters. Exactly one of the limits is given.
    pub struct Params {
        limit_packets: Option<u32> => limit::PACKETS,
        limit_bytes: Option<u64> => limit::BYTES,
        #[serde(rename = "room")]
        policy: PolicyKind => POLICY,
        #[serde(rename = "real_time_room")]
        real_time_part: f64 => SHARE,
    }
}

/// State of a strict priority queue.
pub type Priority = Shared<Params>;

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.priority",
    label: "Strict priority",
    help: "Sends real-time packets (of open-loop sources such as UDP) before packets of TCP.",
    params: Params::ALL,
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
