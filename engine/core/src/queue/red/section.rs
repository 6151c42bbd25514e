//! RED's parameters, for forms, help and validation.

use serde_json::{Map, Value};

use super::super::limit::{self, Limit};
use crate::spec::parameters::{integer, number, parameters};

parameters! {
    /// Drops or marks arriving packets at random. The probability grows with the average queue length between two
    /// thresholds.
    #[section("queue.red", "RED", source: "Floyd and Jacobson 1993; ns-2.35 queue/red.cc", check: check)]
    pub struct Params {
        #[serde(flatten)]
        limit: Limit,

        /// Average queue length below which no packet is dropped early.
        min_threshold_packets: f64 = 5.0, "Lower threshold", Packets, number(0.0..=10e6).log(),
            [live, gauged, source: "Floyd and Jacobson 1993 Section IV (min_th)"],

        /// Average queue length at which the probability reaches its maximum. It is usually three times the lower
        /// threshold.
        max_threshold_packets: f64 = 15.0, "Upper threshold", Packets, number(0.0..=10e6).log(),
            [live, gauged, source: "Floyd and Jacobson 1993 Section IV (max_th)"],

        /// Probability of a drop or mark if the average is at the upper threshold.
        max_probability: f64 = 0.1, "Maximum probability", Ratio, number(1e-9..=1.0).log(),
            [live, source: "Floyd and Jacobson 1993 Section IV (max_p); 1/linterm_ of ns-2.35"],

        /// Weight of the current queue length in the moving average. The average follows the queue in about 1/weight
        /// packets; with 1 it equals the queue.
        weight: f64 = 0.002, "Averaging weight", Ratio, number(1e-9..=1.0).log(),
            [live, advanced, source: "Floyd and Jacobson 1993 Section IV (w_q)"],

        /// On: above the upper threshold the probability grows on, to 1 at twice the threshold. Off: all packets above
        /// it are dropped.
        gentle: bool = true, "Gentle", [live, source: "Floyd 2000; gentle_ of ns-2.35"],

        /// Packets of flows with ECN are marked instead of dropped while the average is below the upper threshold.
        ecn: bool = false, "Mark instead of drop", [live, source: "RFC 3168 Section 5; setbit_ of ns-2.35"],

        /// On: at probability p, 1/p to 2/p packets pass between two drops. Off: 1 to 1/p packets, as in the first
        /// publication.
        wait: bool = true, "Spread drops", [live, advanced, source: "wait_ of ns-2.35"],

        /// While the link is idle, the average falls as if packets of this size arrived. If the limit is in bytes,
        /// thresholds count packets of this size.
        mean_packet_bytes: u16 = 1000, "Mean packet size", Bytes, integer(1..=65_535).log(),
            [live, advanced, source: "mean_pktsize_ of ns-2.35, where it is 500"],

        /// On: the maximum probability is adjusted so that the average stays halfway between the thresholds.
        adaptive: bool = false, "Adaptive", [live, source: "Floyd, Gummadi and Shenker 2001"],

        /// Time between two adjustments of the maximum probability.
        adapt_every_s: f64 = 0.5, "Adaptation interval", Seconds, number(1e-3..=1000.0).log(),
            [live, advanced, source: "Floyd, Gummadi and Shenker 2001 Section 3 (interval)"],

        /// Amount added to the maximum probability if the average is too long, but at most a quarter of the
        /// probability.
        adapt_increment: f64 = 0.01, "Additive increase", Ratio, number(1e-9..=1.0).log(),
            [live, advanced, source: "Floyd, Gummadi and Shenker 2001 Section 3 (α)"],

        /// Factor of the maximum probability if the average is too short.
        adapt_factor: f64 = 0.9, "Multiplicative decrease", Ratio, number(0.01..=0.999),
            [live, advanced, source: "Floyd, Gummadi and Shenker 2001 Section 3 (β)"],
    }
}

fn check(fields: &Map<String, Value>, report: &mut dyn FnMut(&str, String)) {
    limit::exactly_one(fields, report);
    let number = |name: &str| fields.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    let (min, max) = (
        number("min_threshold_packets"),
        number("max_threshold_packets"),
    );
    if min >= max {
        report(
            "max_threshold_packets",
            format!("must be above min_threshold_packets, which is {min}, got {max}"),
        );
    }
}
