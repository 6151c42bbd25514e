//! Units of measured values, and the meaning that names of columns suggest.

use serde::Serialize;

/// Kind of a quantity, with its base unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// Times, in whole or parts of seconds.
    Time,
    /// Rates in bits per second.
    Rate,
    /// Numbers of packets, such as windows.
    Packets,
    /// Sizes of data in bytes.
    Bytes,
    /// Ratio from 0 to 1.
    Ratio,
}

/// Unit with its factor to the base unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Unit {
    /// Name as the page shows it.
    pub name: &'static str,
    /// Kind of the quantity.
    pub base: Base,
    /// Number of base units in one of this unit.
    pub factor: f64,
    /// Further spellings: first those that are compared exactly, then lower-case ones for any case.
    #[serde(skip)]
    others: (&'static [&'static str], &'static [&'static str]),
}

const fn unit(
    name: &'static str,
    base: Base,
    factor: f64,
    exact: &'static [&'static str],
    any_case: &'static [&'static str],
) -> Unit {
    Unit {
        name,
        base,
        factor,
        others: (exact, any_case),
    }
}

/// All units that are read.
pub const UNITS: [Unit; 16] = [
    unit(
        "s",
        Base::Time,
        1.0,
        &[],
        &["sec", "secs", "second", "seconds"],
    ),
    unit(
        "ms",
        Base::Time,
        1e-3,
        &[],
        &["msec", "msecs", "millisecond", "milliseconds"],
    ),
    unit(
        "µs",
        Base::Time,
        1e-6,
        &["μs"],
        &["us", "usec", "usecs", "microsecond", "microseconds"],
    ),
    unit(
        "ns",
        Base::Time,
        1e-9,
        &[],
        &["nsec", "nanosecond", "nanoseconds"],
    ),
    unit(
        "b/s",
        Base::Rate,
        1.0,
        &[],
        &["bps", "bit/s", "bits/s", "bits_per_second", "bits/second"],
    ),
    unit(
        "kb/s",
        Base::Rate,
        1e3,
        &["Kb/s"],
        &["kbps", "kbit/s", "kbits/s", "kbits/second"],
    ),
    unit(
        "Mb/s",
        Base::Rate,
        1e6,
        &[],
        &["mbps", "mbit/s", "mbits/s", "mbits/second"],
    ),
    unit(
        "Gb/s",
        Base::Rate,
        1e9,
        &[],
        &["gbps", "gbit/s", "gbits/s", "gbits/second"],
    ),
    unit(
        "B/s",
        Base::Rate,
        8.0,
        &["Bps"],
        &["bytes/s", "bytes_per_second", "bytes/second"],
    ),
    unit(
        "kB/s",
        Base::Rate,
        8e3,
        &["KB/s", "kBps", "KBps"],
        &["kbytes/s"],
    ),
    unit("MB/s", Base::Rate, 8e6, &["MBps"], &["mbytes/s"]),
    unit(
        "packets",
        Base::Packets,
        1.0,
        &[],
        &["packet", "pkts", "pkt", "segments", "segs", "mss"],
    ),
    unit("bytes", Base::Bytes, 1.0, &["B"], &["byte", "octets"]),
    unit("kB", Base::Bytes, 1e3, &["KB"], &["kbyte", "kbytes"]),
    unit("ratio", Base::Ratio, 1.0, &[], &["fraction", "share"]),
    unit("%", Base::Ratio, 0.01, &[], &["percent", "pct"]),
];

impl Unit {
    /// The unit with this name or spelling.
    #[must_use]
    pub fn named(text: &str) -> Option<&'static Unit> {
        let text = text.trim();
        let lower = text.to_lowercase();
        let exact = |it: &&Unit| it.name == text || it.others.0.contains(&text);
        let any_case = |it: &&Unit| {
            it.name.to_lowercase() == it.name && it.name == lower
                || it.others.1.contains(&lower.as_str())
        };
        UNITS
            .iter()
            .find(exact)
            .or_else(|| UNITS.iter().find(any_case))
    }

    /// The unit in the name of a column: in brackets at its end, or as its last words.
    #[must_use]
    pub fn in_name(name: &str) -> Option<&'static Unit> {
        let name = name.trim();
        for (open, close) in [('[', ']'), ('(', ')')] {
            let inside = (name.rsplit_once(open)).and_then(|(_, end)| end.split_once(close));
            if let Some(unit) = inside.and_then(|(inside, _)| Unit::named(inside)) {
                return Some(unit);
            }
        }
        let lower = name.to_lowercase();
        for words in ["bits_per_second", "bytes_per_second"] {
            if lower.ends_with(words) {
                return Unit::named(words);
            }
        }
        let last = name.rsplit(['_', ' ', '.', ',']).next().unwrap_or_default();
        // The letters B and s alone are names of columns as well.
        Unit::named(last).filter(|_| last != name || last.len() > 1)
    }
}

/// Meaning of a series on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Throughput of a group.
    Throughput,
    /// Round-trip time of a group.
    Rtt,
    /// Congestion window of a group.
    Window,
    /// Series of a simulated run, by its id.
    Series,
    /// Left out unless the user says otherwise.
    None,
}

const RATE_WORDS: [&str; 8] = [
    "throughput",
    "goodput",
    "bitrate",
    "bandwidth",
    "upload",
    "download",
    "rate",
    "bps",
];
const TIME_WORDS: [&str; 5] = ["rtt", "srtt", "ping", "roundtrip", "rtts"];
const WINDOW_WORDS: [&str; 3] = ["cwnd", "cwin", "window"];

impl Role {
    /// Meaning that a name suggests, in its unit if it has one.
    #[must_use]
    pub fn suggested(name: &str, unit: Option<&Unit>) -> Role {
        let lower = name.to_lowercase();
        let words = || lower.split(|c: char| !c.is_alphanumeric());
        let has = |list: &[&str]| words().any(|word| list.contains(&word));
        let fits = |base: Base| unit.is_none_or(|it| it.base == base);
        if has(&WINDOW_WORDS) && fits(Base::Packets) {
            Role::Window
        } else if (has(&TIME_WORDS) || lower.contains("round trip") || lower.contains("round-trip"))
            && fits(Base::Time)
        {
            Role::Rtt
        } else if (has(&RATE_WORDS) || unit.is_some_and(|it| it.base == Base::Rate))
            && fits(Base::Rate)
            && !has(&["pacing", "delivery"])
        {
            Role::Throughput
        } else {
            Role::None
        }
    }
}
