//! Push-out: FIFO, but a real-time packet that finds the buffer full pushes out the newest packets of TCP.
//!
//! No part of the buffer is reserved. A real-time packet is dropped only if real-time packets fill the buffer (Cidon,
//! Georgiadis, Guérin and Khamisy, "Optimal buffer sharing", 1995).

use super::limit::{self, Limit};
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::parameters::parameters;

parameters! {
    /// Sends packets in order of arrival. If the buffer is full, an arriving real-time packet pushes out the newest TCP
    /// packets.
    #[section("queue.push_out", "Push-out",
        source: "Cidon, Georgiadis, Guérin and Khamisy 1995", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,
    }
}

/// State of a push-out queue.
pub type PushOut = Shared<Params>;

impl Plan for Params {
    fn limit(&self) -> Limit {
        self.limit
    }

    fn policy(&self) -> BufferPolicy {
        BufferPolicy::PushOut
    }

    fn order(&self) -> Order {
        Order::FirstCome
    }
}
