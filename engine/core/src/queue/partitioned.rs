//! Partitioned buffer: FIFO, but real-time traffic and TCP each have their own part of the buffer.
//!
//! TCP can fill only its own part and cannot keep real-time packets out. An unused part cannot be used by the other side
//! (complete partitioning of Kamoun and Kleinrock, "Analysis of shared finite storage in a computer network node
//! environment under general traffic conditions", 1980).

use super::limit::{self, Limit};
use super::sharing::policy::SHARE;
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::Section;
use crate::spec::parameters::parameters;

parameters! {
    /// Parameters. Exactly one of the limits is given.
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,
        #[serde(rename = "real_time_room")]
        real_time_part: f64 => SHARE,
    }
}

/// State of a partitioned queue.
pub type Partitioned = Shared<Params>;

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.partitioned",
    label: "Partitioned buffer",
    help: "Sends packets in order of arrival. Real-time traffic and TCP each have a part of the buffer.",
    source: "Kamoun and Kleinrock 1980",
    params: Params::ALL,
    check: limit::exactly_one,
    ..Section::NEW
};

impl Plan for Params {
    fn limit(&self) -> Limit {
        self.limit
    }

    fn policy(&self) -> BufferPolicy {
        BufferPolicy::Partitioned(self.real_time_part)
    }

    fn order(&self) -> Order {
        Order::FirstCome
    }
}
