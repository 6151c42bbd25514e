//! Formats of numbers in results: up to four significant digits, with the unit and the confidence interval.

/// Formats with four significant digits, without trailing zeros, and with an exponent below 0.001 and from 10⁶ on.
#[must_use]
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(1e-3..1e6).contains(&value.abs()) {
        let text = format!("{value:.3e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", trimmed(digits));
    }
    let rounded = format!("{value:.3e}");
    let exponent = rounded
        .rsplit('e')
        .next()
        .and_then(|digits| digits.parse::<i32>().ok());
    let decimals = usize::try_from(3 - exponent.unwrap_or(0)).unwrap_or(0);
    trimmed(&format!("{value:.decimals$}")).to_owned()
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
    let exact: f64 = format!("{value:.*e}", digits.min(15) - 1)
        .parse()
        .unwrap_or(value);
    if (1e-3..1e6).contains(&exact.abs()) {
        exact.to_string()
    } else {
        format!("{exact:e}")
    }
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
    let rounded: f64 = format!("{value:.1e}").parse().unwrap_or(value);
    number(rounded)
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
        assert_eq!(measured(9.0, Some(1.234), "kB"), "9 ± 1.2 kB");
        assert_eq!(measured(1.5, None, ""), "1.5");
        assert_eq!(measured(1.5, Some(0.0), "s"), "1.5 s");
    }
}
