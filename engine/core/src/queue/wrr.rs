//! Weighted round robin: real-time traffic and TCP each have a share of the link while both are backlogged.
//!
//! Shares count bytes: bytes sent by one side reduce its credit until the other side has had its share (weighted round
//! robin for cells, Katevenis et al. 1991, here for packets of any size). While only one side is backlogged it has the
//! whole link, and credits do not change.

use serde::{Deserialize, Serialize};

use super::limit::{self, Limit};
use super::sharing::policy::{PART, POLICY, PolicyKind, SHARE};
use super::sharing::{BufferPolicy, Order, Plan, Shared};
use crate::spec::{DefaultValue, Param, Section, Unit};

/// Parameters. Exactly one of the limits is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Largest number of packets waiting, 1 to 10,000,000.
    pub limit_packets: Option<u32>,
    /// Largest number of bytes waiting, 1 to 10^12.
    pub limit_bytes: Option<u64>,
    /// Share of the bytes sent that is real-time while both wait, 0.001 to 0.999.
    pub real_time_share: f64,
    /// Policy for sharing the buffer.
    #[serde(rename = "room")]
    pub policy: PolicyKind,
    /// Part of a partitioned buffer for real-time traffic, 0.001 to 0.999.
    #[serde(rename = "real_time_room")]
    pub real_time_part: f64,
}

/// State of a weighted round robin queue.
pub type Wrr = Shared<Params>;

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.wrr",
    label: "Weighted round robin",
    help: "Real-time traffic and TCP each get a share of the link while packets of both wait.",
    source: "Katevenis, Sidiropoulos and Courcoubetis 1991",
    params: &[
        limit::PACKETS,
        limit::BYTES,
        Param {
            live: true,
            ..Param::new(
                "real_time_share",
                "Link share of real-time traffic",
                Unit::Ratio,
                PART,
                DefaultValue::Number(0.5),
                "Minimum link share of real-time traffic while packets of both wait. TCP gets the unused part.",
            )
        },
        POLICY,
        SHARE,
    ],
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
        Order::Weighted(self.real_time_share)
    }
}
