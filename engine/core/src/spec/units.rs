//! Quantities with units in text: `100 Mb/s`, `2.5G`, `50ms`, `64 kB`, `1,000,000`.
//!
//! `tests/quantities.json` lists valid and invalid texts; the page reads the same table. `b` is a bit and `B` a byte.
//! Prefixes of rates and sizes may be lower or upper case, because a millibit makes no sense; those of times are exact.

use super::Unit;
use super::decimal::decimal;

/// Reads `text` as a number of `unit`'s base (b/s, s, B, packets, flows or a plain number).
///
/// # Errors
/// Says what is accepted.
pub fn parse(text: &str, unit: Unit) -> Result<f64, String> {
    let clean = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('\u{2212}', "-");
    let refuse = || {
        let start: String = clean.chars().take(80).collect();
        format!("{start:?} is not valid; enter {}", examples(unit))
    };
    let number = Number::at_start_of(&clean).ok_or_else(refuse)?;
    let scale = scale(clean[number.length..].trim_start(), unit).ok_or_else(refuse)?;
    // Shifting the decimal text keeps 49.9 ms exactly 0.0499.
    let shifted = format!("{}e{}", number.digits, number.exponent + scale.exponent);
    let value = decimal(&shifted).ok_or_else(refuse)? * scale.factor;
    if value.is_finite() {
        Ok(value)
    } else {
        Err(refuse())
    }
}

/// A decimal number at the start of a text.
struct Number {
    digits: String,
    exponent: i32,
    length: usize,
}

/// Suffixes with their factors.
struct Scale {
    exponent: i32,
    factor: f64,
}

impl Number {
    fn at_start_of(text: &str) -> Option<Number> {
        let sign = usize::from(text.starts_with(['-', '+']));
        let whole = sign + grouped_length(&text[sign..]);
        let fraction = match text[whole..].strip_prefix('.') {
            Some(rest) => 1 + digits_length(rest),
            None => 0,
        };
        let mut length = whole + fraction;
        let digits: String = text[..length]
            .chars()
            .filter(|c| c.is_ascii_digit() || "+-.".contains(*c))
            .collect();
        if !digits.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let mut exponent = 0;
        if let Some(rest) = text[length..].strip_prefix(['e', 'E']) {
            let signed = usize::from(rest.starts_with(['-', '+']));
            let end = signed + digits_length(&rest[signed..]);
            if end > signed {
                exponent = rest[..end].parse().ok()?;
                length += 1 + end;
            }
        }
        // Only a unit may follow, not another part of a number.
        let over = text[length..].chars().next();
        (!over.is_some_and(|c| c.is_ascii_digit() || ".,'".contains(c))).then_some(Number {
            digits,
            exponent,
            length,
        })
    }
}

/// Length of a whole number, perhaps with the same separator between groups of three digits.
fn grouped_length(text: &str) -> usize {
    let head = digits_length(text);
    let Some(gap) = text[head..].chars().next().filter(|c| " ,'_".contains(*c)) else {
        return head;
    };
    let mut end = head;
    while (1..=3).contains(&head)
        && let Some(rest) = text[end..].strip_prefix(gap)
        && digits_length(rest) == 3
    {
        end += gap.len_utf8() + 3;
    }
    end
}

fn digits_length(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn scale(suffix: &str, unit: Unit) -> Option<Scale> {
    match unit {
        Unit::BitsPerSecond => rate_scale(suffix),
        Unit::Bytes => size_scale(suffix),
        Unit::Seconds => time_scale(suffix),
        Unit::Packets => prefixed(
            without(suffix, &["packets", "packet", "pkts", "pkt"]),
            false,
            1.0,
        ),
        Unit::Flows => prefixed(without(suffix, &["flows", "flow"]), false, 1.0),
        Unit::Ratio => match suffix {
            "" => Some(power(0)),
            "%" => Some(power(-2)),
            _ => None,
        },
        Unit::None => prefixed(suffix, false, 1.0),
    }
}

fn rate_scale(suffix: &str) -> Option<Scale> {
    let per_second = suffix
        .strip_suffix("/s")
        .or_else(|| suffix.strip_suffix("ps"));
    if let Some(prefix) = per_second.and_then(bytes) {
        return prefixed(prefix, true, 8.0);
    }
    let rest = per_second.unwrap_or(suffix);
    match (bits(rest), per_second) {
        (Some(prefix), _) => prefixed(prefix, true, 1.0),
        (None, None) => prefixed(rest, true, 1.0),
        (None, Some(_)) => None,
    }
}

fn size_scale(suffix: &str) -> Option<Scale> {
    if let Some(prefix) = bytes(suffix) {
        return prefixed(prefix, true, 1.0);
    }
    match bits(suffix) {
        Some(prefix) => prefixed(prefix, true, 0.125),
        None => prefixed(suffix, true, 1.0),
    }
}

fn time_scale(suffix: &str) -> Option<Scale> {
    Some(match suffix {
        "" | "s" | "sec" | "second" | "seconds" => power(0),
        "ms" => power(-3),
        "us" | "µs" | "μs" => power(-6),
        "ns" => power(-9),
        "ps" => power(-12),
        "min" => Scale {
            exponent: 0,
            factor: 60.0,
        },
        "h" => Scale {
            exponent: 0,
            factor: 3600.0,
        },
        _ => return None,
    })
}

/// Returns the prefix of a unit of bytes.
fn bytes(text: &str) -> Option<&str> {
    ["Bytes", "bytes", "Byte", "byte", "B"]
        .iter()
        .find_map(|word| text.strip_suffix(word))
}

/// Returns the prefix of a unit of bits.
fn bits(text: &str) -> Option<&str> {
    ["bits", "bit", "b"]
        .iter()
        .find_map(|word| text.strip_suffix(word))
}

fn without<'a>(suffix: &'a str, words: &[&str]) -> &'a str {
    words
        .iter()
        .find_map(|word| suffix.strip_suffix(word))
        .unwrap_or(suffix)
}

/// The scale of a prefix: one of k, M, G, T, in sizes and rates also written small and, with an i, binary.
fn prefixed(prefix: &str, lenient: bool, factor: f64) -> Option<Scale> {
    let prefix = prefix.trim_end();
    let (letter, binary) = match prefix.strip_suffix('i') {
        Some(letter) if lenient && !letter.is_empty() => (letter, true),
        _ => (prefix, false),
    };
    let steps = match letter {
        "" => 0,
        "k" | "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        "m" if lenient => 2,
        "g" if lenient => 3,
        "t" if lenient => 4,
        _ => return None,
    };
    Some(if binary {
        Scale {
            exponent: 0,
            factor: (0..steps).fold(factor, |product, _| product * 1024.0),
        }
    } else {
        Scale {
            exponent: 3 * steps,
            factor,
        }
    })
}

fn power(exponent: i32) -> Scale {
    Scale {
        exponent,
        factor: 1.0,
    }
}

fn examples(unit: Unit) -> &'static str {
    match unit {
        Unit::BitsPerSecond => "a rate such as 100 Mb/s, 2.5G or 12 MB/s",
        Unit::Seconds => "a time such as 50 ms, 80us or 1.5 s",
        Unit::Bytes => "a size such as 64 kB, 1500 or 1 MiB",
        Unit::Packets => "a number of packets such as 100 or 10k",
        Unit::Flows => "a number of flows such as 40 or 1k",
        Unit::Ratio => "a ratio such as 0.8 or 80 %",
        Unit::None => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_table_of_quantities_is_parsed() {
        let table: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../../tests/quantities.json")).unwrap();
        assert!(table.len() > 20);
        for row in &table {
            let text = row["text"].as_str().unwrap();
            let unit = match row["unit"].as_str().unwrap() {
                "b/s" => Unit::BitsPerSecond,
                "s" => Unit::Seconds,
                "B" => Unit::Bytes,
                "packets" => Unit::Packets,
                "flows" => Unit::Flows,
                "ratio" => Unit::Ratio,
                _ => Unit::None,
            };
            match (parse(text, unit), row["value"].as_f64()) {
                (Ok(got), Some(value)) => {
                    assert!((got - value).abs() <= value.abs() * 1e-12, "{text}: {got}");
                }
                (Err(_), None) => {}
                (got, wanted) => panic!("{text}: got {got:?}, wanted {wanted:?}"),
            }
        }
    }
}
