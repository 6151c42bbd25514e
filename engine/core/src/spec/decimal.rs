//! Parser of decimal numbers in text, equal to that of documents.
//!
//! There is one parser for both, so a form, a range or a condition gives the same double as a document. The simulator in
//! the browser then needs one table of powers of ten; the parser of the standard library would add a second one of 11 kB
//! that cannot be compressed.

use serde_json::Value;

/// The double nearest to a decimal number: digits, perhaps with a sign, a point and an exponent. `None` for any other
/// text, and for what is larger than doubles are.
#[must_use]
pub fn decimal(text: &str) -> Option<f64> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let are_digits = [whole, fraction, power].iter().all(|part| is_digits(part));
    if !are_digits || power.is_empty() || whole.len() + fraction.len() == 0 {
        return None;
    }
    // JSON format: no leading zeros, and digits on both sides of the decimal point.
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let json = format!("{sign}{whole}.{fraction}0e{exponent}");
    serde_json::from_str::<Value>(&json).ok()?.as_f64()
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn decimals_are_parsed_like_the_standard_library() {
        for text in [
            "0",
            "-0",
            "7",
            "+7",
            "007",
            "1.",
            ".5",
            "-.5e3",
            "1e5",
            "1E+5",
            "2.5e-3",
            "0.1",
            "49.9e-3",
            "9007199254740993",
            "1.7976931348623157e308",
            "4.9e-324",
            "1e-400",
            "0e99999999999",
            "123456789012345678901234567890123456789012345678901234567890",
        ] {
            let expected: f64 = text.parse().expect("a number");
            assert_eq!(
                decimal(text).map(f64::to_bits),
                Some(expected.to_bits()),
                "{text}"
            );
        }
        let mut rng = Rng::for_component(1, "decimal", 0);
        for _ in 0..20_000 {
            let value = (rng.uniform() - 0.5) * libm::pow(10.0, 600.0 * rng.uniform() - 300.0);
            for text in [
                format!("{value:e}"),
                format!("{value}"),
                format!("{value:.7e}"),
            ] {
                let expected: f64 = text.parse().expect("a number");
                assert_eq!(
                    decimal(&text).map(f64::to_bits),
                    Some(expected.to_bits()),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn other_texts_are_not_numbers() {
        for text in [
            "", "-", "+", ".", "e5", "1e", "1e+", "--1", "+-1", "1.2.3", "1e5e5", "1e5.0", "inf",
            "nan", "0x10", "1 ", " 1", "1_000", "1e309", "\u{661}",
        ] {
            assert_eq!(decimal(text), None, "{text:?}");
        }
    }
}
