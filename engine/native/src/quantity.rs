//! Formats of numbers: four significant digits, with a unit prefix of their magnitude.

use bufferlab_core::spec::Unit;

/// Text for a quantity that does not apply.
pub const NOT_APPLICABLE: &str = "–";

/// Formats a rate in bits per second: `93.64 Mb/s`.
#[must_use]
pub fn rate(bps: f64) -> String {
    of_unit(bps, Unit::BitsPerSecond)
}

/// Formats a size in bytes: `7.355 kB`.
#[must_use]
pub fn bytes(bytes: f64) -> String {
    of_unit(bytes, Unit::Bytes)
}

/// Formats a time in seconds: `1.250 ms`.
#[must_use]
pub fn seconds(s: f64) -> String {
    of_unit(s, Unit::Seconds)
}

/// Formats a ratio in percent: 0.02214 becomes `2.214 %`.
#[must_use]
pub fn percent(ratio: f64) -> String {
    of_unit(ratio, Unit::Ratio)
}

/// Formats a value of a unit: `93.64 Mb/s`, `2.214 %`, `1554`.
#[must_use]
pub fn of_unit(value: f64, unit: Unit) -> String {
    let scale = Scale::of(value, unit);
    // Multiplied for a percentage: a division by 0.01 rounds differently.
    let number = match unit {
        Unit::Ratio => value * 100.0,
        _ => value / scale.factor,
    };
    format!("{}{}", significant(number), scale.suffix)
}

/// Formats a mean and the half-width of its interval, both in the unit of the mean: `110.1 ms ± 0.42 ms`. The half-width has two
/// significant digits.
#[must_use]
pub fn interval(mean: f64, half_width: f64, unit: Unit) -> String {
    let scale = Scale::of(if mean == 0.0 { half_width } else { mean }, unit);
    let width = digits(half_width / scale.factor, 2);
    format!("{} ± {width}{}", of_unit(mean, unit), scale.suffix)
}

/// Formats a number with four significant digits and no exponent: `1554`, `46.47`, `0.003010`. Numbers below 5·10⁻¹³
/// become `0`.
#[must_use]
pub fn significant(value: f64) -> String {
    digits(value, 4)
}

/// Formats a number with `count` significant digits and no exponent.
fn digits(value: f64, count: usize) -> String {
    if value.abs() < 5e-13 {
        return "0".to_owned();
    }
    // The exponent after rounding, so that 9.9999 is 10.00 and not 10.000.
    let exponent: i32 = format!("{value:.0$e}", count - 1)
        .rsplit('e')
        .next()
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0);
    let decimals = usize::try_from(count as i32 - 1 - exponent)
        .unwrap_or(0)
        .min(12);
    format!("{value:.decimals$}")
}

/// Formats a whole number with thousands separators: `1,234,567`.
#[must_use]
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a value, or returns a dash for `None`.
pub fn or_dash<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| NOT_APPLICABLE.to_owned(), text)
}

/// Unit with the prefix that suits a value.
struct Scale {
    /// Number of base units in one.
    factor: f64,
    /// Space and name; empty for plain numbers.
    suffix: String,
}

impl Scale {
    /// Returns the largest prefix that leaves a number of at least 1, or the smallest; none for 0.
    fn of(value: f64, unit: Unit) -> Scale {
        const DECIMAL: &[(f64, &str)] =
            &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
        const OF_TIME: &[(f64, &str)] = &[(1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")];
        let (name, prefixes) = match unit {
            Unit::BitsPerSecond => ("b/s", DECIMAL),
            Unit::Bytes => ("B", DECIMAL),
            Unit::Seconds => ("s", OF_TIME),
            Unit::Ratio => {
                let suffix = " %".to_owned();
                return Scale {
                    factor: 0.01,
                    suffix,
                };
            }
            Unit::None | Unit::Packets | Unit::Flows => {
                let suffix = String::new();
                return Scale {
                    factor: 1.0,
                    suffix,
                };
            }
        };
        // A number that rounds up to 1000 takes the next prefix: 0.99996 s is 1.000 s and not 1000 ms.
        let fits = |&&(factor, _): &&(f64, &str)| value.abs() / factor >= 0.99995;
        let none = &(1.0, "");
        let (factor, prefix) = match value == 0.0 {
            true => none,
            false => prefixes
                .iter()
                .find(fits)
                .or(prefixes.last())
                .unwrap_or(none),
        };
        Scale {
            factor: *factor,
            suffix: format!(" {prefix}{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_quantity_has_four_digits_and_a_suitable_unit() {
        assert_eq!(rate(93_644_020.0), "93.64 Mb/s");
        assert_eq!(rate(0.0), "0 b/s");
        assert_eq!(bytes(7355.0), "7.355 kB");
        assert_eq!(bytes(40.0), "40.00 B");
        assert_eq!(seconds(0.00125), "1.250 ms");
        assert_eq!(seconds(0.999_96), "1.000 s");
        assert_eq!(seconds(8e-10), "0.8000 ns");
        assert_eq!(percent(0.022_141_5), "2.214 %");
        assert_eq!(percent(1.0), "100.0 %");
        assert_eq!(percent(6.4e-5), "0.006400 %");
        assert_eq!(significant(1554.279), "1554");
        assert_eq!(significant(9.9999), "10.00");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(count(999), "999");
        assert_eq!(significant(3e-15), "0");
        assert_eq!(or_dash(None, percent), NOT_APPLICABLE);
    }

    #[test]
    fn a_half_width_has_the_unit_of_its_mean_and_two_digits() {
        for (mean, width, unit, text) in [
            (0.1101, 4.222e-4, Unit::Seconds, "110.1 ms ± 0.42 ms"),
            (0.1101, 9.96e-7, Unit::Seconds, "110.1 ms ± 0.0010 ms"),
            (584.7e6, 2.6e6, Unit::BitsPerSecond, "584.7 Mb/s ± 2.6 Mb/s"),
            (0.9812, 0.0034, Unit::Ratio, "98.12 % ± 0.34 %"),
            (1200.0, 263.4, Unit::Bytes, "1.200 kB ± 0.26 kB"),
            (46.47, 112.6, Unit::Packets, "46.47 ± 113"),
            (0.0, 0.002, Unit::Seconds, "0 s ± 2.0 ms"),
        ] {
            assert_eq!(interval(mean, width, unit), text);
        }
    }
}
