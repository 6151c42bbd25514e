//! Quantities as `tc` reads and writes them (`tc(8)`, section Parameters; iproute2, `lib/utils_math.c` and `tc/tc_util.c`).

/// Factor of a suffix: a power of ten, and what remains.
type Suffix = (&'static str, i32, f64);

/// Suffixes of rates: `bit` is a bit per second, `bps` a byte per second.
const RATES: [Suffix; 19] = [
    ("", 0, 1.0),
    ("bit", 0, 1.0),
    ("kbit", 3, 1.0),
    ("mbit", 6, 1.0),
    ("gbit", 9, 1.0),
    ("tbit", 12, 1.0),
    ("kibit", 0, 1024.0),
    ("mibit", 0, 1_048_576.0),
    ("gibit", 0, 1_073_741_824.0),
    ("tibit", 0, 1_099_511_627_776.0),
    ("bps", 0, 8.0),
    ("kbps", 3, 8.0),
    ("mbps", 6, 8.0),
    ("gbps", 9, 8.0),
    ("tbps", 12, 8.0),
    ("kibps", 0, 8.0 * 1024.0),
    ("mibps", 0, 8.0 * 1_048_576.0),
    ("gibps", 0, 8.0 * 1_073_741_824.0),
    ("tibps", 0, 8.0 * 1_099_511_627_776.0),
];

/// Suffixes of sizes: prefixes are powers of 1,024.
const SIZES: [Suffix; 11] = [
    ("", 0, 1.0),
    ("b", 0, 1.0),
    ("k", 0, 1024.0),
    ("kb", 0, 1024.0),
    ("m", 0, 1_048_576.0),
    ("mb", 0, 1_048_576.0),
    ("g", 0, 1_073_741_824.0),
    ("gb", 0, 1_073_741_824.0),
    ("kbit", 0, 128.0),
    ("mbit", 0, 131_072.0),
    ("gbit", 0, 134_217_728.0),
];

/// Suffixes of times, as powers of ten of a second.
const TIMES: [Suffix; 12] = [
    ("s", 0, 1.0),
    ("sec", 0, 1.0),
    ("secs", 0, 1.0),
    ("ms", -3, 1.0),
    ("msec", -3, 1.0),
    ("msecs", -3, 1.0),
    ("us", -6, 1.0),
    ("usec", -6, 1.0),
    ("usecs", -6, 1.0),
    ("ns", -9, 1.0),
    ("nsec", -9, 1.0),
    ("nsecs", -9, 1.0),
];

/// Reads a rate in bits per second.
///
/// # Errors
/// What is accepted instead.
pub fn rate_bps(text: &str) -> Result<f64, String> {
    if text.ends_with('%') {
        return Err("a share of the rate of the interface, which the text does not say".to_owned());
    }
    read(text, &RATES).ok_or_else(|| format!("{text:?} is no rate such as 10mbit or 1.25mbps"))
}

/// Reads a size in bytes.
///
/// # Errors
/// What is accepted instead.
pub fn bytes(text: &str) -> Result<f64, String> {
    read(text, &SIZES).ok_or_else(|| format!("{text:?} is no size such as 1600, 15k or 2mb"))
}

/// Reads a time in seconds. Numbers without a unit are refused, except for 0: they are microseconds or nanoseconds,
/// depending on the version.
///
/// # Errors
/// What is accepted instead.
pub fn time_s(text: &str) -> Result<f64, String> {
    if read(text, &[("", 0, 1.0)]) == Some(0.0) {
        return Ok(0.0);
    }
    read(text, &TIMES).ok_or_else(|| format!("{text:?} is no time with a unit, such as 5ms"))
}

/// Reads a percentage, with or without its sign, as a share of 0 to 1.
///
/// # Errors
/// What is accepted instead.
pub fn share(text: &str) -> Result<f64, String> {
    read(text, &[("", -2, 1.0), ("%", -2, 1.0)])
        .filter(|share| *share <= 1.0)
        .ok_or_else(|| format!("{text:?} is no percentage such as 0.1%"))
}

/// Reads a number.
///
/// # Errors
/// What is accepted instead.
pub fn number(text: &str) -> Result<f64, String> {
    read(text, &[("", 0, 1.0)]).ok_or_else(|| format!("{text:?} is no number"))
}

/// Reads a whole number.
///
/// # Errors
/// What is accepted instead.
pub fn count(text: &str) -> Result<f64, String> {
    number(text)
        .ok()
        .filter(|number| number.fract() == 0.0)
        .ok_or_else(|| format!("{text:?} is no whole number"))
}

/// Returns a rate as tc writes it.
#[must_use]
pub fn rate_text(bps: f64) -> String {
    let bps = bps.round();
    for (unit, factor) in [("gbit", 1e9), ("mbit", 1e6), ("kbit", 1e3)] {
        if bps >= factor && (bps % factor) == 0.0 {
            return format!("{}{unit}", bps / factor);
        }
    }
    format!("{bps}bit")
}

/// Returns a time as tc writes it, to the nanosecond.
#[must_use]
pub fn time_text(s: f64) -> String {
    let ns = (s * 1e9).round();
    for (unit, factor) in [("s", 1e9), ("ms", 1e6), ("us", 1e3)] {
        if ns >= factor && (ns % factor) == 0.0 {
            return format!("{}{unit}", ns / factor);
        }
    }
    format!("{ns}ns")
}

/// Returns a share as a percentage, to a millionth of a percent.
#[must_use]
pub fn share_text(share: f64) -> String {
    format!("{}%", (share * 1e8).round() / 1e6)
}

/// Reads a number with one of these suffixes, upper or lower case.
fn read(text: &str, suffixes: &[Suffix]) -> Option<f64> {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let end = text.find(|c| !is_digit(c)).unwrap_or(text.len());
    let (digits, suffix) = text.split_at(end);
    let suffix = suffix.to_ascii_lowercase();
    let (_, exponent, factor) = suffixes.iter().find(|(name, ..)| *name == suffix)?;
    // The decimal text keeps 49.9 ms exactly 0.0499.
    let number: f64 = format!("{digits}e{exponent}").parse().ok()?;
    (number * factor).is_finite().then_some(number * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_have_the_meaning_of_tc() {
        for (text, expected) in [
            ("10mbit", 1e7),
            ("1.5Mbit", 1.5e6),
            ("100kbps", 8e5),
            ("1MiBps", 8_388_608.0),
            ("2000000", 2e6),
        ] {
            assert_eq!(rate_bps(text), Ok(expected), "{text}");
        }
        for (text, expected) in [("1600", 1600.0), ("15k", 15_360.0), ("1mb", 1_048_576.0)] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for (text, expected) in [("49.9ms", 0.0499), ("100us", 1e-4), ("1s", 1.0), ("0", 0.0)] {
            assert_eq!(time_s(text), Ok(expected), "{text}");
        }
        assert_eq!(share("0.3%"), Ok(0.003));
        assert_eq!(share("5"), Ok(0.05));
    }

    #[test]
    fn what_has_no_clear_meaning_is_refused() {
        for text in ["", "mbit", "-1mbit", "1e3", "10mb/s", "50%"] {
            assert!(rate_bps(text).is_err(), "{text}");
        }
        assert!(time_s("100").is_err());
        assert!(share("101%").is_err());
        assert!(bytes("10 k").is_err());
    }
}
