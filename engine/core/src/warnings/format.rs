//! Names and numbers in warnings: labels of things, and three significant digits with a unit of fitting size.

use crate::scenario::Group;

pub use crate::scenario::route::called;

/// Returns the label of a group, or its id if it has no label.
pub fn name(group: &Group) -> &str {
    called(&group.label, &group.id)
}

/// Formats a rate, for example `10 Mb/s`.
pub fn rate(bps: f64) -> String {
    scaled(
        bps,
        "b/s",
        &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")],
    )
}

/// Formats a time, for example `80 ms`.
pub fn seconds(s: f64) -> String {
    scaled(
        s,
        "s",
        &[
            (1.0, ""),
            (1e-3, "m"),
            (1e-6, "µ"),
            (1e-9, "n"),
            (1e-12, "p"),
        ],
    )
}

/// Formats a ratio in percent: 0.33 is `33 %`.
pub fn percent(ratio: f64) -> String {
    format!("{} %", number(100.0 * ratio))
}

/// Formats a number of packets: `1 packet`, `177 packets`.
pub fn packets(count: f64) -> String {
    let one = count == 1.0;
    format!("{} packet{}", number(count), if one { "" } else { "s" })
}

/// Formats a number with three significant digits, or as an integer above 100.
pub fn number(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        size if size >= 99.95 || size == 0.0 => 0,
        size if size >= 9.995 => 1,
        size if size >= 0.9995 => 2,
        size if size >= 0.01 => 4,
        _ => 6,
    };
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Formats a value with the largest prefix for which it is at least 1, or with the smallest prefix.
fn scaled(value: f64, unit: &str, prefixes: &[(f64, &str)]) -> String {
    let fits = |&&(factor, _): &&(f64, &str)| value.abs() / factor >= 0.9995;
    match prefixes.iter().find(fits).or(prefixes.last()) {
        Some((factor, prefix)) if value != 0.0 => {
            format!("{} {prefix}{unit}", number(value / factor))
        }
        _ => format!("0 {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits_and_a_fitting_prefix() {
        assert_eq!(rate(10e6), "10 Mb/s");
        assert_eq!(rate(999.9e6), "1 Gb/s");
        assert_eq!(seconds(0.08016), "80.2 ms");
        assert_eq!(seconds(0.0), "0 s");
        assert_eq!(seconds(8e-13), "0.8 ps");
        assert_eq!(percent(0.333), "33.3 %");
        assert_eq!(percent(0.00042), "0.042 %");
        assert_eq!(packets(1.0), "1 packet");
        assert_eq!(packets(2500.0), "2500 packets");
        assert_eq!(number(0.0), "0");
    }
}
