//! Measured runs: time series that another tool recorded on real hosts, in one form for all tools.
//!
//! Read are runs of `bufferlab emulate` ([`run`]), iperf3 ([`iperf3`]), flent ([`flent`]) and tables ([`columns`]). Values stay
//! in the unit of the file, which each series names; [`Unit`] has the factor. A value holds until the next time of its axis.
//! Whatever is left out or assumed is a [`Note`].

pub mod columns;
pub mod flent;
pub mod iperf3;
pub mod json;
pub mod run;
pub mod units;

use std::io::Read;

use serde::Serialize;
use serde_json::Value;

use super::{LENGTH_S, Note, TraceError, cannot_be_read, foreign};
pub use columns::TimeColumn;
pub use units::{Role, Unit};

/// Largest JSON document, bytes: the numbers of a document take up to eight times its size.
pub const JSON_BYTES: usize = 32_000_000;
/// Most rows of an axis.
pub const ROWS: usize = 1_000_000;
/// Most values of all series together: 32 MB of them.
pub const VALUES: usize = 4_000_000;
/// Most series of a file.
pub const SERIES: usize = 1_000;
/// Largest size of a value, in the unit of the file.
pub const LARGEST: f64 = 1e15;
/// Longest text that is taken from a file, characters.
const TEXT: usize = 120;

/// Times of the rows of one or more series.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Axis {
    /// Beginnings of the rows in seconds, in order, none below 0.
    pub starts_s: Vec<f64>,
    /// End of the last row, seconds.
    pub end_s: f64,
}

/// Series of one quantity.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    /// Name in the file, such as `stream 1: throughput`.
    pub name: String,
    /// Name of the unit of the values; empty if the file does not say it.
    pub unit: &'static str,
    /// Meaning that the name and the unit suggest.
    pub role: Role,
    /// Id of the series of a simulated run; empty for other tools.
    pub id: String,
    /// Index of the axis.
    pub axis: usize,
    /// Number of values that are there.
    pub count: usize,
    /// Value of each row; NaN without one.
    #[serde(skip)]
    pub values: Vec<f64>,
}

/// A measured run with its series.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Measured {
    /// Format of the file.
    pub tool: &'static str,
    /// Version of the tool, and the kind of test.
    pub title: String,
    /// Kernel that was measured, such as `Linux 6.18`; empty if the file does not say it.
    pub kernel: String,
    /// Congestion controllers that the file names.
    pub controllers: Vec<String>,
    /// Times of the series.
    pub axes: Vec<Axis>,
    /// Series in the order of the file.
    pub series: Vec<Series>,
    /// Retransmitted segments, if the tool counts them.
    pub retransmissions: Option<f64>,
    /// Summary and scenario of a run of `bufferlab emulate`, and how it was measured.
    pub run: Option<run::Run>,
    /// Notes about what was left out or assumed.
    pub notes: Vec<Note>,
}

impl Measured {
    /// End of the last row of all series, seconds.
    #[must_use]
    pub fn length_s(&self) -> f64 {
        self.axes.iter().map(|axis| axis.end_s).fold(0.0, f64::max)
    }

    /// Everything but the numbers of the series, for the page.
    #[must_use]
    pub fn about(&self) -> Value {
        serde_json::json!({
            "tool": self.tool,
            "title": self.title,
            "kernel": self.kernel,
            "controllers": self.controllers,
            "length_s": self.length_s(),
            "series": self.series,
            "retransmissions": self.retransmissions,
            "run": self.run,
            "notes": self.notes,
            "units": units::UNITS,
        })
    }

    /// Refuses a run without values, with too many, or of too long a time.
    fn checked(mut self) -> Result<Measured, TraceError> {
        for series in &mut self.series {
            series.count = series.values.iter().filter(|it| !it.is_nan()).count();
        }
        let empty: Vec<String> = (self.series.iter())
            .filter(|series| series.count == 0)
            .map(|series| series.name.clone())
            .collect();
        self.series.retain(|series| series.count > 0);
        if !empty.is_empty() {
            self.notes.push(Note::new(
                format!("Without any value, and left out: {}.", some_of(&empty)),
                "",
            ));
        }
        let values: usize = self.series.iter().map(|series| series.values.len()).sum();
        let refused = if self.series.is_empty() {
            "has no values over time".to_owned()
        } else if self.series.len() > SERIES {
            format!(
                "has {} series; at most {SERIES} are accepted",
                self.series.len()
            )
        } else if values > VALUES {
            format!("has {values} values; at most {VALUES} are accepted: use a longer interval")
        } else if self.length_s() > LENGTH_S {
            format!(
                "covers {} s; at most {LENGTH_S} s are accepted",
                self.length_s()
            )
        } else {
            return Ok(self);
        };
        Err(TraceError::of_file(refused))
    }
}

/// Reads a measured run: a JSON document of a known tool, or a table whose column of time may be chosen.
///
/// # Errors
/// What is wrong with the file, where, and what is accepted.
pub fn read(mut from: impl Read, time: Option<TimeColumn>) -> Result<Measured, TraceError> {
    let mut begin = Vec::new();
    (&mut from)
        .take(BEGIN)
        .read_to_end(&mut begin)
        .map_err(|error| cannot_be_read(&error))?;
    let text = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&begin);
    let first = text.iter().find(|byte| !byte.is_ascii_whitespace());
    let whole = begin.chain(from);
    let measured = match first {
        Some(b'{') => read_json(whole)?,
        Some(b'[') => {
            return Err(TraceError::of_file(format!(
                "is a JSON list; accepted is {TOOLS}"
            )));
        }
        _ => {
            foreign::refuse(&begin, false)?;
            columns::read(whole, time)?
        }
    };
    measured.checked()
}

/// Bytes at the beginning that tell the format.
const BEGIN: u64 = 64;

/// Accepted documents, for messages.
const TOOLS: &str =
    "the output of bufferlab emulate, of iperf3 -J, or of flent (.flent), or a table (CSV)";

fn read_json(from: impl Read) -> Result<Measured, TraceError> {
    let mut bytes = Vec::new();
    from.take(JSON_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| cannot_be_read(&error))?;
    if bytes.len() > JSON_BYTES {
        return Err(TraceError::of_file(format!(
            "is a JSON document of more than {} MB; use a longer interval between reports",
            JSON_BYTES / 1_000_000
        )));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let keys = json::keys(bytes)?;
    let has = |key: &str| keys.iter().any(|it| it == key);
    if has("intervals") || has("start") && has("end") {
        iperf3::read(bytes)
    } else if has("x_values") || has("results") && has("metadata") {
        flent::read(bytes)
    } else if has("measured") {
        run::read(bytes)
    } else if has("digest") {
        Err(TraceError::of_file(
            "is the result of a simulation (bufferlab run --json); accepted is the output of bufferlab emulate",
        ))
    } else {
        Err(TraceError::of_file(format!(
            "is no measured run: it has {}; accepted is {TOOLS}",
            if keys.is_empty() {
                "no fields".to_owned()
            } else {
                format!("the fields {}", some_of(&keys))
            }
        )))
    }
}

/// Shortens a text of a file and removes its control characters.
pub(crate) fn text(raw: &str) -> String {
    let clean = raw.chars().filter(|c| !c.is_control());
    clean.take(TEXT).collect::<String>().trim().to_owned()
}

/// Names at most five of a list.
pub(crate) fn some_of(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(5).map(|name| text(name)).collect();
    let more = names.len().saturating_sub(shown.len());
    let list = shown.join(", ");
    if more == 0 {
        list
    } else {
        format!("{list} and {more} more")
    }
}

/// Kernel of the output of `uname`: `Linux 6.18` of `Linux host 6.18.44-generic …`.
pub(crate) fn kernel_of(system: &str) -> String {
    let mut words = system.split_whitespace();
    let Some(name) = words.next() else {
        return String::new();
    };
    let is_release = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let release = words.find(is_release).unwrap_or_default();
    text(&format!("{name} {}", short_release(release)))
}

/// First two numbers of a release: `6.18` of `6.18.44-generic`.
pub(crate) fn short_release(release: &str) -> String {
    let number = release.split(|c: char| !c.is_ascii_digit() && c != '.');
    let mut parts = number.take(1).flat_map(|it| it.split('.'));
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    match second {
        Some(second) if !second.is_empty() => format!("{first}.{second}"),
        _ => first.to_owned(),
    }
}

/// Checks that `next` may follow `before` on an axis.
///
/// # Errors
/// What a time must be.
pub(crate) fn check_time(before: Option<f64>, next: f64) -> Result<(), String> {
    if !(0.0..=LENGTH_S).contains(&next) {
        return Err(format!("must be from 0 to {LENGTH_S} s, got {next}"));
    }
    match before {
        Some(before) if next < before => Err(format!(
            "must not be less than the time before it, {before} s, got {next}"
        )),
        _ => Ok(()),
    }
}

/// End of the last row, as long after its beginning as rows are on average.
pub(crate) fn end_after(starts_s: &[f64]) -> f64 {
    match starts_s {
        [first, .., last] => {
            let step = (last - first) / (starts_s.len() - 1) as f64;
            last + if step > 0.0 { step } else { 1.0 }
        }
        [only] => only + 1.0,
        [] => 0.0,
    }
}

#[cfg(test)]
mod tests;
