//! Partitioned buffer: FIFO, but real-time traffic and TCP each have their own part of the buffer.
//!
//! TCP can fill only its own part and cannot keep real-time packets out. An unused part cannot be used by the other side
//! (complete partitioning of Kamoun and Kleinrock, "Analysis of shared finite storage in a computer network node
//! environment under general traffic conditions", 1980).

use serde::{Deserialize, Serialize};

use super::limit::{self, Limit};
use super::sharing::policy::SHARE;
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::Section;

/// Parameters. Exactly one of the limits is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Largest number of packets waiting, 1 to 10,000,000.
    pub limit_packets: Option<u32>,
    /// Largest number of bytes waiting, 1 to 10^12.
    pub limit_bytes: Option<u64>,
    /// Part of the buffer for real-time traffic, 0.001 to 0.999.
    #[serde(rename = "real_time_room")]
    pub real_time_part: f64,
}

/// State of a partitioned queue.
pub type Partitioned = Shared<Params>;

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.partitioned",
    label: "Partitioned buffer",
    help: "Sends packets in order of arrival. Real-time traffic and TCP each have a part of the buffer.",
    source: "Kamoun and Kleinrock 1980",
    params: &[limit::PACKETS, limit::BYTES, SHARE],
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
        BufferPolicy::Partitioned(self.real_time_part)
    }

    fn order(&self) -> Order {
        Order::FirstCome
    }
}
