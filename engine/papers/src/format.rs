//! Formats of numbers in results: up to four significant digits, with the unit and the confidence interval.

use bufferlab_core::spec::decimal::decimal;

/// Formats with four significant digits, without trailing zeros, and with an exponent below 0.001 and from 10⁶ on.
#[must_use]
pub fn number(value: f64) -> String {
    significant(value, 4)
}

/// Formats with enough digits, at least four, to show a difference of `far`.
#[must_use]
pub fn precise(value: f64, far: f64) -> String {
    let magnitude = value.abs() / far;
    let digits = if magnitude.is_finite() && magnitude > 1e3 {
        libm::log10(magnitude).ceil() as usize
    } else {
        4
    };
    if digits <= 4 {
        return number(value);
    }
    let digits = digits.min(15);
    significant(rounded(value, digits), digits)
}

/// Formats with so many significant digits after the decimal point, as [`number`] does.
fn significant(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    if !(1e-3..1e6).contains(&value.abs()) {
        return format!("{}e{exponent}", trimmed(mantissa));
    }
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
    trimmed(&format!("{value:.decimals$}")).to_owned()
}

/// Rounds to so many significant digits.
fn rounded(value: f64, digits: usize) -> f64 {
    // The parser of documents: that of the standard library would add 17 kB to the judge of lessons.
    decimal(&format!("{value:.*e}", digits - 1)).unwrap_or(value)
}

/// Formats a number with its unit, if it has one.
#[must_use]
pub fn with_unit(value: f64, unit: &str) -> String {
    match unit {
        "" => number(value),
        unit => format!("{} {unit}", number(value)),
    }
}

/// Formats a number, the half-width of its interval if it is known and not 0, and the unit.
#[must_use]
pub fn measured(value: f64, half_width: Option<f64>, unit: &str) -> String {
    match half_width {
        Some(half_width) if half_width > 0.0 => {
            let both = format!("{} ± {}", number(value), two_digits(half_width));
            if unit.is_empty() {
                both
            } else {
                format!("{both} {unit}")
            }
        }
        _ => with_unit(value, unit),
    }
}

/// Formats a half-width with two significant digits.
fn two_digits(value: f64) -> String {
    number(rounded(value, 2))
}

fn trimmed(text: &str) -> &str {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_up_to_four_digits() {
        for (value, text) in [
            (0.0, "0"),
            (8.0, "8"),
            (93.644, "93.64"),
            (0.05, "0.05"),
            (-0.143_21, "-0.1432"),
            (1250.4, "1250"),
            (999.96, "1000"),
            (3.36e-5, "3.36e-5"),
            (2e9, "2e9"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!(precise(0.989_901_3, 5e-6), "0.989901");
        assert_eq!(precise(1.855_162_4e-4, 9e-10), "1.85516e-4");
        assert_eq!(precise(93.644, 1.5), "93.64");
        assert_eq!(precise(123_456.0, 3.0), "123460");
        assert_eq!(measured(9.0, Some(1.234), "kB"), "9 ± 1.2 kB");
        assert_eq!(measured(1.5, None, ""), "1.5");
        assert_eq!(measured(1.5, Some(0.0), "s"), "1.5 s");
    }
}
