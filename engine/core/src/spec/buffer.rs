//! Buffers given as a time or as a multiple of the bandwidth–delay product: `2 ms`, `0.1 BDP`.
//!
//! Such a text depends on the link, so it stays a text until the scenario is complete;
//! [`resolve`](crate::scenario::buffer::resolve) then replaces it by a number of packets or bytes.

use serde_json::Value;

use super::Unit;
use super::units;

/// A buffer relative to its link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Multiple of the bandwidth–delay product, at least 0.
    Bdp(f64),
    /// Time in which a full buffer drains, seconds, at least 0.
    Seconds(f64),
}

/// Accepted texts, as the end of an error message.
pub const ACCEPTED: &str =
    "a buffer can also be a time such as \"2 ms\" or a multiple of the BDP such as \"0.1 BDP\"";

impl Amount {
    /// Reads a text; `None` if it has no such unit, or if its number is negative or not finite.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Amount> {
        let text = text.trim();
        let start = text.len().checked_sub(3)?;
        let is_bdp = |unit: &str| unit.eq_ignore_ascii_case("BDP");
        let (number, unit) = match text.get(start..).is_some_and(is_bdp) {
            true => (text[..start].trim_end_matches([' ', '*', '×']), Unit::None),
            false if text.ends_with(|c: char| c.is_alphabetic()) => (text, Unit::Seconds),
            false => return None,
        };
        let value = match (number, unit) {
            ("", Unit::None) => 1.0,
            _ => units::parse(number, unit)
                .ok()
                .filter(|value| *value >= 0.0)?,
        };
        Some(match unit {
            Unit::None => Amount::Bdp(value),
            _ => Amount::Seconds(value),
        })
    }

    /// Returns the amount of the field at `path` if the field is a buffer and `value` such a text.
    #[must_use]
    pub fn of(path: &str, value: &Value) -> Option<Amount> {
        is_limit(path).then(|| Amount::from_text(value.as_str()?))?
    }

    /// Returns the text with this number and the same unit.
    #[must_use]
    pub fn with(self, value: f64) -> String {
        match self {
            Amount::Bdp(_) => format!("{value} BDP"),
            Amount::Seconds(_) => format!("{value} s"),
        }
    }

    /// Returns whether the units of both are the same.
    #[must_use]
    pub fn has_unit_of(self, other: Amount) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// Returns the number without its unit.
    #[must_use]
    pub fn value(self) -> f64 {
        match self {
            Amount::Bdp(value) | Amount::Seconds(value) => value,
        }
    }
}

/// Returns whether the field at `path` is the limit of the queue of a bottleneck, a reverse path or an edge router.
#[must_use]
pub fn is_limit(path: &str) -> bool {
    let segments: Vec<&str> = path.split('.').collect();
    matches!(
        segments[..],
        [
            "bottlenecks" | "edges",
            _,
            "queue",
            "limit_packets" | "limit_bytes"
        ] | [
            "bottlenecks",
            _,
            "reverse",
            "queue",
            "limit_packets" | "limit_bytes"
        ]
    )
}

/// Returns whether a text inside `value` may be an [`Amount`].
#[must_use]
pub fn may_hold(value: &Value) -> bool {
    match value {
        Value::String(text) => Amount::from_text(text).is_some(),
        Value::Array(items) => items.iter().any(may_hold),
        Value::Object(fields) => fields.values().any(may_hold),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_multiples_of_the_bdp_are_parsed() {
        for (text, amount) in [
            ("0.1 BDP", Amount::Bdp(0.1)),
            ("BDP", Amount::Bdp(1.0)),
            ("2× bdp", Amount::Bdp(2.0)),
            ("2 ms", Amount::Seconds(0.002)),
            ("80 µs", Amount::Seconds(0.000_08)),
        ] {
            assert_eq!(Amount::from_text(text), Some(amount), "{text}");
        }
        for text in [
            "NaN BDP",
            "-1 BDP",
            "-2 ms",
            "2",
            "",
            "é",
            "BD",
            "1e999 BDP",
            "2 kB",
        ] {
            assert_eq!(Amount::from_text(text), None, "{text}");
        }
    }
}
