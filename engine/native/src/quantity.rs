//! Formats of numbers: four significant digits, with a unit prefix of their magnitude.

/// Text for a quantity that does not apply.
pub const NOT_APPLICABLE: &str = "–";

/// Formats a rate in bits per second: `93.64 Mb/s`.
#[must_use]
pub fn rate(bps: f64) -> String {
    with_prefix(
        bps,
        "b/s",
        &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")],
    )
}

/// Formats a size in bytes: `7.355 kB`.
#[must_use]
pub fn bytes(bytes: f64) -> String {
    with_prefix(
        bytes,
        "B",
        &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")],
    )
}

/// Formats a time in seconds: `1.250 ms`.
#[must_use]
pub fn seconds(s: f64) -> String {
    with_prefix(s, "s", &[(1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")])
}

/// Formats a ratio in percent: 0.02214 becomes `2.214 %`.
#[must_use]
pub fn percent(ratio: f64) -> String {
    format!("{} %", significant(ratio * 100.0))
}

/// Formats a number with four significant digits and no exponent: `1554`, `46.47`, `0.003010`. Numbers below 5·10⁻¹³
/// become `0`.
#[must_use]
pub fn significant(value: f64) -> String {
    if value.abs() < 5e-13 {
        return "0".to_owned();
    }
    // The exponent after rounding, so that 9.9999 is 10.00 and not 10.000.
    let exponent: i32 = format!("{value:.3e}")
        .rsplit('e')
        .next()
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0);
    let decimals = usize::try_from(3 - exponent).unwrap_or(0).min(12);
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

/// Formats with the first of `prefixes`, from large to small, that leaves a number of at least 1, or with the last.
fn with_prefix(value: f64, unit: &str, prefixes: &[(f64, &str)]) -> String {
    let zero = value == 0.0;
    // A number that rounds up to 1000 takes the next prefix: 0.99996 s is 1.000 s and not 1000 ms.
    let fits = |&&(factor, _): &&(f64, &str)| value.abs() / factor >= 0.99995;
    match prefixes.iter().find(fits).or(prefixes.last()) {
        Some((factor, prefix)) if !zero => {
            format!("{} {prefix}{unit}", significant(value / factor))
        }
        _ => format!("0 {unit}"),
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
}
