//! Weighted round robin: real-time traffic and TCP each have a share of the link while both are backlogged.
//!
//! Shares count bytes: bytes sent by one side reduce its credit until the other side has had its share (weighted round
//! robin for cells, Katevenis et al. 1991, here for packets of any size). While only one side is backlogged it has the
//! whole link, and credits do not change.

use super::limit::{self, Limit};
use super::sharing::policy::Sharing;
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::parameters::{number, parameters};

parameters! {
    /// Real-time traffic and TCP each get a share of the link while packets of both wait.
    #[section("queue.wrr", "Weighted round robin",
        source: "Katevenis, Sidiropoulos and Courcoubetis 1991", check: limit::exactly_one)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,

        /// Minimum link share of real-time traffic while packets of both wait. TCP gets the unused part.
        real_time_share: f64 = 0.5, "Link share of real-time traffic", Ratio, number(0.001..=0.999), [live],

        #[serde(flatten)]
        sharing: Sharing,
    }
}

/// State of a weighted round robin queue.
pub type Wrr = Shared<Params>;

impl Plan for Params {
    fn limit(&self) -> Limit {
        self.limit
    }

    fn policy(&self) -> BufferPolicy {
        self.sharing.policy()
    }

    fn order(&self) -> Order {
        Order::Weighted(self.real_time_share)
    }
}
