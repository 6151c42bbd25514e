//! RED's parameters, for forms, help and validation.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::limit;
use crate::spec::{DefaultValue, Kind, Param, Section, Unit};

const THRESHOLD: Kind = Kind::Number {
    min: 0.0,
    max: 10e6,
    log: true,
    null_label: "",
};

const SHARE: Kind = Kind::Number {
    min: 1e-9,
    max: 1.0,
    log: true,
    null_label: "",
};

/// Parameters of RED. Exactly one of the limits is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// Largest number of packets waiting, 1 to 10,000,000.
    pub limit_packets: Option<u32>,
    /// Largest number of bytes waiting, 1 to 10^12.
    pub limit_bytes: Option<u64>,
    /// Average from which packets are dropped, 0 to 10,000,000.
    pub min_threshold_packets: f64,
    /// Average at which the probability is `max_probability`; above `min_threshold_packets`.
    pub max_threshold_packets: f64,
    /// Probability at the upper threshold, above 0 up to 1.
    pub max_probability: f64,
    /// Weight of an arrival in the average, above 0 up to 1.
    pub weight: f64,
    /// Whether the probability grows to 1 at twice the upper threshold instead of jumping to 1.
    pub gentle: bool,
    /// Whether packets of flows with ECN are marked instead of dropped.
    pub ecn: bool,
    /// Whether at least 1/p packets pass between two drops.
    pub wait: bool,
    /// Size of a typical packet, bytes: the pace of the average while the link is idle.
    pub mean_packet_bytes: u16,
    /// Whether the maximum probability is adapted, starting at `max_probability`.
    pub adaptive: bool,
    /// Time between two adaptations in seconds, 1 ms to 1,000 s.
    pub adapt_every_s: f64,
    /// Increment of the maximum probability, above 0 up to 1.
    pub adapt_increment: f64,
    /// Factor that decreases the maximum probability, 0.01 to 0.999.
    pub adapt_factor: f64,
}

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.red",
    label: "RED",
    help: "Drops or marks arriving packets at random. The probability grows with the average queue length between two thresholds.",
    source: "Floyd and Jacobson 1993; ns-2.35 queue/red.cc",
    params: &[
        limit::PACKETS,
        limit::BYTES,
        Param {
            live: true,
            gauged: true,
            source: "Floyd and Jacobson 1993 Section IV (min_th)",
            ..Param::new(
                "min_threshold_packets",
                "Lower threshold",
                Unit::Packets,
                THRESHOLD,
                DefaultValue::Number(5.0),
                "Average queue length below which no packet is dropped early.",
            )
        },
        Param {
            live: true,
            gauged: true,
            source: "Floyd and Jacobson 1993 Section IV (max_th)",
            ..Param::new(
                "max_threshold_packets",
                "Upper threshold",
                Unit::Packets,
                THRESHOLD,
                DefaultValue::Number(15.0),
                "Average queue length at which the probability reaches its maximum. It is usually three times the lower threshold.",
            )
        },
        Param {
            live: true,
            source: "Floyd and Jacobson 1993 Section IV (max_p); 1/linterm_ of ns-2.35",
            ..Param::new(
                "max_probability",
                "Maximum probability",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.1),
                "Probability of a drop or mark if the average is at the upper threshold.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd and Jacobson 1993 Section IV (w_q)",
            ..Param::new(
                "weight",
                "Averaging weight",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.002),
                "Weight of the current queue length in the moving average. The average follows the queue in about 1/weight packets; with 1 it equals the queue.",
            )
        },
        Param {
            live: true,
            source: "Floyd 2000; gentle_ of ns-2.35",
            ..Param::new(
                "gentle",
                "Gentle",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "On: above the upper threshold the probability grows on, to 1 at twice the threshold. Off: all packets above it are dropped.",
            )
        },
        Param {
            live: true,
            source: "RFC 3168 Section 5; setbit_ of ns-2.35",
            ..Param::new(
                "ecn",
                "Mark instead of drop",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "Packets of flows with ECN are marked instead of dropped while the average is below the upper threshold.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "wait_ of ns-2.35",
            ..Param::new(
                "wait",
                "Spread drops",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "On: at probability p, 1/p to 2/p packets pass between two drops. Off: 1 to 1/p packets, as in the first publication.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "mean_pktsize_ of ns-2.35, where it is 500",
            ..Param::new(
                "mean_packet_bytes",
                "Mean packet size",
                Unit::Bytes,
                Kind::Integer {
                    min: 1.0,
                    max: 65_535.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(1000.0),
                "While the link is idle, the average falls as if packets of this size arrived. If the limit is in bytes, thresholds count packets of this size.",
            )
        },
        Param {
            live: true,
            source: "Floyd, Gummadi and Shenker 2001",
            ..Param::new(
                "adaptive",
                "Adaptive",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(false),
                "On: the maximum probability is adjusted so that the average stays halfway between the thresholds.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd, Gummadi and Shenker 2001 Section 3 (interval)",
            ..Param::new(
                "adapt_every_s",
                "Adaptation interval",
                Unit::Seconds,
                Kind::Number {
                    min: 1e-3,
                    max: 1000.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(0.5),
                "Time between two adjustments of the maximum probability.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd, Gummadi and Shenker 2001 Section 3 (α)",
            ..Param::new(
                "adapt_increment",
                "Additive increase",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.01),
                "Amount added to the maximum probability if the average is too long, but at most a quarter of the probability.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd, Gummadi and Shenker 2001 Section 3 (β)",
            ..Param::new(
                "adapt_factor",
                "Multiplicative decrease",
                Unit::Ratio,
                Kind::Number {
                    min: 0.01,
                    max: 0.999,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(0.9),
                "Factor of the maximum probability if the average is too short.",
            )
        },
    ],
    check,
    ..Section::NEW
};

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
