//! Invalid input: unsuitable values, paths without a field, and damaged documents.

use serde_json::{Value, json};

use crate::bytes::Bytes;

const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    -1.0,
    0.5,
    1.0,
    2.0,
    5e-324,
    1e-320,
    1e-12,
    255.0,
    256.0,
    65_535.0,
    65_536.0,
    1e5,
    1e6,
    1e9,
    2_147_483_648.0,
    4_294_967_296.0,
    9_007_199_254_740_993.0,
    1.8446744073709552e19,
    1e300,
    f64::MAX,
];

const WORDS: &[&str] = &[
    "",
    "tcp",
    "none",
    "r0",
    "g0",
    "e0",
    "drop_tail",
    "red",
    "cubic",
    "forward",
    "reverse",
    "100 Mb/s",
    "50ms",
    "NaN",
    "-1",
    "__proto__",
    "\u{0}",
    "\u{1b}[2J",
    "\u{9b}",
    "\u{202e}",
    "💥",
];

const SEGMENTS: &[&str] = &[
    "groups",
    "g0",
    "g1",
    "n0",
    "0",
    "9",
    "00",
    "+1",
    "-1",
    "bottlenecks",
    "r0",
    "edges",
    "e0",
    "queue",
    "reverse",
    "kind",
    "limit_packets",
    "limit_bytes",
    "rate_bps",
    "delay_s",
    "uniform",
    "list",
    "traffic",
    "access",
    "egress",
    "count",
    "via",
    "edge",
    "id",
    "edits",
    "set",
    "seed",
    "version",
    "title",
    "",
    " ",
    "\u{202e}",
];

/// Returns a path of up to five segments.
pub fn path(bytes: &mut Bytes<'_>) -> String {
    let segments: Vec<&str> = (0..bytes.below(6))
        .map(|_| *bytes.choose(SEGMENTS))
        .collect();
    segments.join(".")
}

/// Returns a text, which may be very long.
pub fn word(bytes: &mut Bytes<'_>) -> Value {
    match bytes.below(8) {
        7 => json!("x".repeat(5_000)),
        _ => json!(bytes.choose(WORDS)),
    }
}

/// Returns a JSON value of any kind.
pub fn value(bytes: &mut Bytes<'_>) -> Value {
    nested(bytes, 3)
}

fn nested(bytes: &mut Bytes<'_>, depth: usize) -> Value {
    match bytes.below(if depth == 0 { 7 } else { 11 }) {
        0 => Value::Null,
        1 | 2 => json!(bytes.choose(NUMBERS)),
        3 => json!(bytes.byte()),
        4 => json!(bytes.once_in(2)),
        5 => word(bytes),
        6 => json!(vec![0.001; bytes.below(3_000)]),
        7 => (0..bytes.below(4))
            .map(|_| nested(bytes, depth - 1))
            .collect(),
        8 => json!({ "uniform": [nested(bytes, 0), nested(bytes, 0)] }),
        9 => json!({ "list": [nested(bytes, 0), nested(bytes, 0)] }),
        _ => {
            let field = |_| (bytes.choose(SEGMENTS).to_string(), nested(bytes, depth - 1));
            let fields: Vec<_> = (0..2).map(field).collect();
            Value::Object(fields.into_iter().collect())
        }
    }
}

/// Replaces, removes or duplicates a random part of a document.
pub fn tear(bytes: &mut Bytes<'_>, document: &mut Value) {
    let parts = match document {
        Value::Array(items) => items.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    };
    if parts == 0 || bytes.once_in(4) {
        *document = value(bytes);
    } else if bytes.once_in(8) {
        remove_or_double(bytes, document);
    } else {
        let at = bytes.below(parts);
        let part = match document {
            Value::Array(items) => items.get_mut(at),
            Value::Object(fields) => fields.values_mut().nth(at),
            _ => None,
        };
        part.into_iter().for_each(|part| tear(bytes, part));
    }
}

fn remove_or_double(bytes: &mut Bytes<'_>, document: &mut Value) {
    let doubles = bytes.once_in(2);
    match document {
        Value::Array(items) => {
            let at = bytes.below(items.len());
            if doubles {
                items.push(items[at].clone());
            } else {
                items.remove(at);
            }
        }
        Value::Object(fields) => {
            let at = bytes.below(fields.len());
            let Some(name) = fields.keys().nth(at).cloned() else {
                return;
            };
            let value = fields.remove(&name).unwrap_or_default();
            if doubles {
                fields.insert(format!("{name}2"), value);
            }
        }
        _ => {}
    }
}
