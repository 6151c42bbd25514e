//! RED's parameters, for forms, help and validation.

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

/// Self-description for forms, help and validation.
pub static SECTION: Section = Section {
    id: "queue.red",
    label: "RED",
    help: "Drops or marks packets early and at random, the more the longer the queue has been on average.",
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
                "No packet is dropped early while the average queue is shorter.",
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
                "The probability rises up to this average queue. Three times the lower threshold is usual.",
            )
        },
        Param {
            live: true,
            source: "Floyd and Jacobson 1993 Section IV (max_p); 1/linterm_ of ns-2.35",
            ..Param::new(
                "max_probability",
                "Probability at the upper threshold",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.1),
                "Share of packets dropped or marked when the average reaches the upper threshold.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd and Jacobson 1993 Section IV (w_q)",
            ..Param::new(
                "weight",
                "Weight of an arrival",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.002),
                "How fast the average follows the queue: it takes about 1/weight packets. 1 is the queue itself.",
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
                "On: above the upper threshold the probability rises on, to 1 at twice that threshold. Off: everything is dropped above it.",
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
                "Packets whose sender uses ECN are marked while the average is below the upper threshold.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "wait_ of ns-2.35",
            ..Param::new(
                "wait",
                "Keep drops apart",
                Unit::None,
                Kind::Flag,
                DefaultValue::Flag(true),
                "On: at probability p, 1/p to 2/p packets lie between drops. Off: 1 to 1/p, as first published.",
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
                "While the link is idle the average falls as if such packets passed; with a limit in bytes they are the unit of the thresholds.",
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
                "On: the probability at the upper threshold is adjusted so that the average stays halfway between the thresholds.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd, Gummadi and Shenker 2001 Section 3 (interval)",
            ..Param::new(
                "adapt_every_s",
                "Adapt every",
                Unit::Seconds,
                Kind::Number {
                    min: 1e-3,
                    max: 1000.0,
                    log: true,
                    null_label: "",
                },
                DefaultValue::Number(0.5),
                "Time between two adjustments.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd, Gummadi and Shenker 2001 Section 3 (α)",
            ..Param::new(
                "adapt_increment",
                "Adapt upwards by",
                Unit::Ratio,
                SHARE,
                DefaultValue::Number(0.01),
                "What is added to the probability when the average is too long, at most a quarter of it.",
            )
        },
        Param {
            live: true,
            advanced: true,
            source: "Floyd, Gummadi and Shenker 2001 Section 3 (β)",
            ..Param::new(
                "adapt_factor",
                "Adapt downwards to",
                Unit::Ratio,
                Kind::Number {
                    min: 0.01,
                    max: 0.999,
                    log: false,
                    null_label: "",
                },
                DefaultValue::Number(0.9),
                "What the probability is multiplied by when the average is too short.",
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
