//! Partitioned buffer: FIFO, but real-time traffic and TCP each have their own part of the buffer.
//!
//! TCP can fill only its own part and cannot keep real-time packets out. An unused part cannot be used by the other side
//! (complete partitioning of Kamoun and Kleinrock, "Analysis of shared finite storage in a computer network node
//! environment under general traffic conditions", 1980).

use super::limit::{self, Limit};
use super::sharing::policy::SHARE;
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::parameters::parameters;

parameters! {
    /// Sends packets in order of arrival. Real-time traffic and TCP each have a part of the buffer.
    #[section("queue.partitioned", "Partitioned buffer",
        source: "Kamoun and Kleinrock 1980", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,
        #[serde(rename = "real_time_room")]
        real_time_part: f64 => SHARE,
    }
}

/// State of a partitioned queue.
pub type Partitioned = Shared<Params>;

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
