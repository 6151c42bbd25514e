//! Quantities as people write them: `100 Mb/s`, `2.5G`, `50ms`, `64 kB`.
//!
//! `tests/quantities.json` lists what is understood and what is not; the page reads the same table.

use crate::scenario::spec::Unit;

/// Reads `text` as a number of `unit`'s base (b/s, s, B, packets, flows or a plain number).
///
/// # Errors
/// Says what is accepted.
pub fn parse(text: &str, unit: Unit) -> Result<f64, String> {
    let refuse = || {
        format!(
            "{:?} is not understood; write {}",
            text.trim(),
            examples(unit)
        )
    };
    let compact: String = text
        .trim()
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .map(|c| if c == 'µ' || c == 'μ' { 'u' } else { c })
        .collect();
    let digits = number_length(&compact);
    let (number, suffix) = compact.split_at(digits);
    // A comma groups thousands where three digits follow each; elsewhere it is not a number.
    let number = ungroup(number).ok_or_else(refuse)?;
    let number: f64 = number.parse().map_err(|_| refuse())?;
    let factor = factor(suffix, unit).ok_or_else(refuse)?;
    let value = number * factor;
    if value.is_finite() {
        Ok(value)
    } else {
        Err(refuse())
    }
}

/// Length of the leading number, an exponent included.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() {
        let exponent = matches!(bytes[end], b'e' | b'E')
            && end > 0
            && bytes.get(end + 1).is_some_and(|b| {
                b.is_ascii_digit()
                    || (matches!(b, b'-' | b'+')
                        && bytes.get(end + 2).is_some_and(u8::is_ascii_digit))
            });
        let sign = matches!(bytes[end], b'-' | b'+')
            && (end == 0 || matches!(bytes[end - 1], b'e' | b'E'));
        if bytes[end].is_ascii_digit() || matches!(bytes[end], b'.' | b',') || exponent || sign {
            end += 1;
        } else {
            break;
        }
    }
    end
}

fn ungroup(number: &str) -> Option<String> {
    if !number.contains(',') {
        return Some(number.to_owned());
    }
    let whole = number.split(['.', 'e', 'E']).next()?;
    let mut parts = whole.trim_start_matches(['-', '+']).split(',');
    let head = parts.next()?;
    let grouped = (1..=3).contains(&head.len()) && parts.all(|part| part.len() == 3);
    (grouped && !number[whole.len()..].contains(',')).then(|| number.replace(',', ""))
}

fn factor(suffix: &str, unit: Unit) -> Option<f64> {
    match unit {
        Unit::BitsPerSecond => rate_factor(suffix),
        Unit::Seconds => Some(match suffix {
            "" | "s" | "sec" => 1.0,
            "ms" => 1e-3,
            "us" => 1e-6,
            "ns" => 1e-9,
            "ps" => 1e-12,
            "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        }),
        Unit::Bytes => {
            let (prefix, binary) = prefix_of(
                suffix
                    .strip_suffix('B')
                    .or_else(|| suffix.strip_suffix("bytes"))
                    .unwrap_or(suffix),
            )?;
            Some(scale(prefix, binary))
        }
        Unit::Packets | Unit::Flows => {
            let names: &[&str] = if unit == Unit::Packets {
                &["packets", "packet", "pkts", "pkt", "p"]
            } else {
                &["flows", "flow"]
            };
            let prefix = names
                .iter()
                .find_map(|name| suffix.strip_suffix(name))
                .unwrap_or(suffix);
            let (prefix, binary) = prefix_of(prefix)?;
            (!binary).then(|| scale(prefix, false))
        }
        Unit::Ratio => match suffix {
            "" => Some(1.0),
            "%" => Some(0.01),
            _ => None,
        },
        Unit::None => suffix.is_empty().then_some(1.0),
    }
}

fn rate_factor(suffix: &str) -> Option<f64> {
    let per_second = ["/s", "ps", "it/s", "its/s"]
        .iter()
        .filter_map(|end| suffix.strip_suffix(end))
        .min_by_key(|rest| rest.len());
    let (rest, per_byte) = match per_second {
        Some(rest) => match rest.strip_suffix('B') {
            Some(rest) => (rest, 8.0),
            None => (rest.strip_suffix('b')?, 1.0),
        },
        None => (suffix.strip_suffix('b').unwrap_or(suffix), 1.0),
    };
    let (prefix, binary) = prefix_of(rest)?;
    Some(scale(prefix, binary) * per_byte)
}

/// Splits `Mi` into its letter and whether it is binary; `None` for anything that is no prefix.
fn prefix_of(text: &str) -> Option<(char, bool)> {
    let mut chars = text.chars();
    let letter = match chars.next() {
        None => return Some((' ', false)),
        Some(letter @ ('k' | 'K' | 'M' | 'G' | 'T')) => letter,
        Some(_) => return None,
    };
    match (chars.next(), chars.next()) {
        (None, _) => Some((letter, false)),
        (Some('i'), None) => Some((letter, true)),
        _ => None,
    }
}

fn scale(prefix: char, binary: bool) -> f64 {
    let step: f64 = if binary { 1024.0 } else { 1000.0 };
    let power = match prefix {
        'k' | 'K' => 1,
        'M' => 2,
        'G' => 3,
        'T' => 4,
        _ => 0,
    };
    (0..power).fold(1.0, |product, _| product * step)
}

fn examples(unit: Unit) -> &'static str {
    match unit {
        Unit::BitsPerSecond => "a rate such as 100 Mb/s, 2.5G or 12 MB/s",
        Unit::Seconds => "a time such as 50 ms, 80us or 1.5 s",
        Unit::Bytes => "a size such as 64 kB, 1500 or 1 MiB",
        Unit::Packets => "a number of packets such as 100 or 10k",
        Unit::Flows => "a number of flows such as 40 or 1k",
        Unit::Ratio => "a share such as 0.8 or 80 %",
        Unit::None => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shared_table_is_understood() {
        let table: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../tests/quantities.json")).unwrap();
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
