//! Policer before the queue whose buffer is asked for, and the burst that it should let pass.

use serde_json::{Value, json};

use crate::models::policer_burst::needed_packets;
use crate::policer::Policer;
use crate::scenario::buffer::BufferContext;

/// A policer that drops packets before they reach the queue. No buffer helps against its losses.
#[derive(Clone, Debug, PartialEq)]
pub struct Policed {
    /// Rate above which packets are dropped in the long run, b/s.
    pub rate_bps: f64,
    /// Largest burst that passes a rested policer, bytes.
    pub burst_bytes: u64,
    /// Burst with which the TCP flows use the whole rate, bytes.
    pub needed_bytes: f64,
    /// Size of a full packet, bytes.
    packet_bytes: f64,
}

impl Policed {
    /// Reads the policer of a link with these flows; `None` if it drops nothing or lets more pass than the link.
    pub(super) fn of(policer: &Policer, link: &BufferContext) -> Option<Policed> {
        let (rate_bps, burst_bytes) = policer.drops_above()?;
        let is_effective = link.flows > 0.0 && rate_bps < link.rate_bps;
        let packets = needed_packets(rate_bps, link.rtt_s, link.packet_bytes) / link.flows;
        is_effective.then_some(Policed {
            rate_bps,
            burst_bytes,
            needed_bytes: packets * link.packet_bytes,
            packet_bytes: link.packet_bytes,
        })
    }

    /// Returns the sentence for the answer.
    #[must_use]
    pub fn message(&self) -> String {
        let packets = |bytes: f64| libm::ceil(bytes / self.packet_bytes);
        let has = libm::floor(self.burst_bytes as f64 / self.packet_bytes);
        format!(
            "A policer drops packets before this queue, and no buffer helps against that. TCP uses the policed rate if bursts of \
             about {} packets pass (BDP²/18 for one flow); here {has} packets pass.",
            packets(self.needed_bytes)
        )
    }

    /// Returns the JSON form.
    pub(super) fn to_value(&self) -> Value {
        json!({
            "rate_bps": self.rate_bps,
            "burst_bytes": self.burst_bytes,
            "needed_burst_bytes": self.needed_bytes,
        })
    }
}
