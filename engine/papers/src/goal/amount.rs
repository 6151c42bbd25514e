//! Amounts with a unit: texts in goals (`98 %`, `20 ms`, `22 packets`, `5 Mb/s`), and values for readers.

use bufferlab_core::spec::{Unit, units};

use crate::format::precise;

/// A number in the unit in which measures are reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// Value in the unit.
    pub value: f64,
    /// Unit that the text names; `None` for a number without a unit, which fits any.
    pub unit: Option<Unit>,
}

/// Units in the order in which a text is tried. `5 Mb` is a size; a rate ends with `/s` or `ps`.
const UNITS: [Unit; 6] = [
    Unit::Ratio,
    Unit::Seconds,
    Unit::Packets,
    Unit::Flows,
    Unit::Bytes,
    Unit::BitsPerSecond,
];

/// Accepted texts, as the end of a message.
pub const ACCEPTED: &str =
    "a number with a unit such as 98 %, 20 ms, 22 packets, 3 flows, 64 kB or 5 Mb/s";

/// Reads a text with or without a unit; `None` if it has no number, or if its unit is unknown.
#[must_use]
pub fn amount(text: &str) -> Option<Amount> {
    if let Ok(value) = units::parse(text, Unit::None) {
        return Some(Amount { value, unit: None });
    }
    let read = |unit| units::parse(text, unit).ok().map(|value| (value, unit));
    let (value, unit) = UNITS.into_iter().find_map(read)?;
    let unit = Some(unit);
    Some(Amount { value, unit })
}

/// Formats a value of a unit of the catalog, with enough digits to show a difference of `far`.
#[must_use]
pub fn shown(value: f64, unit: &str, far: f64) -> String {
    let (per, symbol) = match unit {
        "ratio" => (0.01, "%"),
        "s" => scaled(value, &[(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")]),
        "b/s" => scaled(
            value,
            &[(1e9, "Gb/s"), (1e6, "Mb/s"), (1e3, "kb/s"), (1.0, "b/s")],
        ),
        "B" => scaled(value, &[(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")]),
        "packets" if value == 1.0 => (1.0, "packet"),
        "flows" if value == 1.0 => (1.0, "flow"),
        unit => (1.0, unit),
    };
    let number = precise(value / per, far / per);
    format!("{number} {symbol}").trim_end().to_owned()
}

/// Returns the largest unit of which the value has at least one, else the smallest; for 0 the first.
fn scaled(value: f64, units: &[(f64, &'static str)]) -> (f64, &'static str) {
    let fits = |(per, _): &&(f64, &'static str)| value == 0.0 || value.abs() >= *per;
    let last = units.last().copied().unwrap_or((1.0, ""));
    units.iter().find(fits).copied().unwrap_or(last)
}

/// Describes a unit of the catalog for messages.
#[must_use]
pub fn of_unit(unit: &str) -> &'static str {
    match unit {
        "b/s" => "a rate",
        "s" => "a time",
        "B" => "a size",
        "packets" => "a number of packets",
        "flows" => "a number of flows",
        "ratio" => "a ratio",
        _ => "a pure number",
    }
}

/// Returns whether values of two units of the catalog can be compared. A ratio is a pure number.
#[must_use]
pub fn comparable(a: &str, b: &str) -> bool {
    let pure = |unit: &str| matches!(unit, "" | "ratio");
    a == b || (pure(a) && pure(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_its_unit() {
        for (text, value, unit) in [
            ("98 %", 0.98, Some(Unit::Ratio)),
            ("20 ms", 0.02, Some(Unit::Seconds)),
            ("22 packets", 22.0, Some(Unit::Packets)),
            ("3 flows", 3.0, Some(Unit::Flows)),
            ("64 kB", 64e3, Some(Unit::Bytes)),
            ("5 Mb/s", 5e6, Some(Unit::BitsPerSecond)),
            ("5 Mbps", 5e6, Some(Unit::BitsPerSecond)),
            ("0.98", 0.98, None),
            ("1,000", 1000.0, None),
        ] {
            assert_eq!(amount(text), Some(Amount { value, unit }), "{text}");
        }
        for text in ["", "ms", "20 sheep", "bottlenecks.r0.utilization", "1.2.3"] {
            assert_eq!(amount(text), None, "{text}");
        }
    }

    #[test]
    fn values_have_units_for_readers() {
        for (value, unit, far, text) in [
            (0.971, "ratio", 0.009, "97.1 %"),
            (0.979_96, "ratio", 0.000_04, "97.996 %"),
            (0.0625, "s", 0.04, "62.5 ms"),
            (0.0, "s", 0.04, "0 s"),
            (3e-7, "s", 0.04, "0.3 µs"),
            (5e6, "b/s", 1e5, "5 Mb/s"),
            (12_345.0, "B", 1e3, "12.35 kB"),
            (1.0, "packets", 1.0, "1 packet"),
            (22.0, "packets", 1.0, "22 packets"),
            (7.0, "", 1.0, "7"),
        ] {
            assert_eq!(shown(value, unit, far), text);
        }
    }
}
