//! Strict priority: real-time packets are sent before packets of TCP.
//!
//! A real-time packet waits for at most one packet in transmission and for earlier real-time packets. The order of
//! sending does not decide which packets are admitted: TCP can fill a shared buffer. By default real-time packets
//! therefore push out packets of TCP (see the [buffer policies](super::sharing::policy)).

use super::limit::{self, Limit};
use super::sharing::policy::Sharing;
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::parameters::parameters;

parameters! {
    /// Sends real-time packets (of open-loop sources such as UDP) before packets of TCP.
    #[section("queue.priority", "Strict priority", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,
        #[serde(flatten)]
        sharing: Sharing,
    }
}

/// State of a strict priority queue.
pub type Priority = Shared<Params>;

impl Plan for Params {
    fn limit(&self) -> Limit {
        self.limit
    }

    fn policy(&self) -> BufferPolicy {
        self.sharing.policy()
    }

    fn order(&self) -> Order {
        Order::RealTimeFirst
    }
}
