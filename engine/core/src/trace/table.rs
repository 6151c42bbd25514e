//! Tables of two columns: time and size of packets, or time and rate from then on.
//!
//! `time_s,bytes` or `time_s,rate_bps`, with a line of names or without; other columns are passed over. Comments
//! begin with `#`.

use std::io::Read;

use super::lines::{Lines, columns, is_comment, shown};
use super::{LENGTH_S, STEPS, Step, Trace, TraceError};
use crate::time::Span;

/// What the second column is.
pub struct Column {
    name: &'static str,
    min: f64,
    max: f64,
    whole: bool,
}

/// Packets, bytes on the wire.
pub const PACKETS: Column = Column {
    name: "bytes",
    min: 1.0,
    max: 65_535.0,
    whole: true,
};

/// Rates, bits per second.
pub const RATES: Column = Column {
    name: "rate_bps",
    min: 0.0,
    max: 1e13,
    whole: false,
};

/// Reads such a table.
///
/// # Errors
/// What is wrong, with its line.
pub fn read(from: impl Read, column: &Column) -> Result<Trace, TraceError> {
    let mut lines = Lines::new(from);
    let mut steps: Vec<Step> = Vec::new();
    let mut last = Span::ZERO;
    while let Some(line) = lines.next_line()? {
        if is_comment(line) {
            continue;
        }
        let is_heading = steps.is_empty() && line.starts_with(|c: char| c.is_alphabetic());
        if is_heading {
            continue;
        }
        let step = match step(line, column) {
            Ok(step) if step.at < last => Err("lies before the line above it".to_owned()),
            Ok(_) if steps.len() == STEPS => {
                Err(format!("is one too many; at most {STEPS} are accepted"))
            }
            other => other,
        };
        let step = step.map_err(|message| lines.error(message))?;
        last = step.at;
        steps.push(step);
    }
    Trace::new(steps, None)
}

fn step(line: &str, column: &Column) -> Result<Step, String> {
    let mut columns = columns(line);
    let mut number = |name: &str, min: f64, max: f64| {
        let Some(text) = columns.next() else {
            return Err(format!("has no {name}; a line is time_s,{}", column.name));
        };
        match text.parse::<f64>() {
            Ok(number) if number >= min && number <= max => Ok(number),
            _ => Err(format!(
                "{name} must be a number from {min} to {max}, got {}",
                shown(text)
            )),
        }
    };
    let at = Span::from_s(number("time_s", 0.0, EPOCH_S)?);
    let amount = number(column.name, column.min, column.max)?;
    if column.whole && amount.fract() != 0.0 {
        return Err(format!("{} must be whole, got {amount}", column.name));
    }
    Ok(Step { at, amount })
}

/// Latest time: a clock in picoseconds reaches 213 days. Seconds of the calendar must be counted from the first.
const EPOCH_S: f64 = 10.0 * LENGTH_S;

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str, column: &Column) -> Result<Vec<(f64, f64)>, String> {
        let trace = read(text.as_bytes(), column).map_err(|error| error.to_string())?;
        let pair = |step: &Step| (step.at.s(), step.amount);
        Ok(trace.steps().iter().map(pair).collect())
    }

    #[test]
    fn packets_and_rates_are_read_with_heading_and_comments_or_without() {
        let got = steps("# a\ntime_s,bytes\n1.5,40,x\n1.5;1500\n\n2 576", &PACKETS);
        assert_eq!(got.unwrap(), [(0.0, 40.0), (0.0, 1500.0), (0.5, 576.0)]);
        let got = steps("0,0\n300,2.5e6\n", &RATES);
        assert_eq!(got.unwrap(), [(0.0, 0.0), (300.0, 2.5e6)]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, wanted) in [
            (
                "0,40\n1,70000",
                "line 2: bytes must be a number from 1 to 65535, got \"70000\"",
            ),
            ("0,40\n1", "line 2: has no bytes; a line is time_s,bytes"),
            (
                "0,40\n\nx,1",
                "line 3: time_s must be a number from 0 to 10000000, got \"x\"",
            ),
            ("1,40\n0.5,40", "line 2: lies before the line above it"),
            ("0,4.5", "line 1: bytes must be whole, got 4.5"),
            (
                "0,nan",
                "line 1: bytes must be a number from 1 to 65535, got \"nan\"",
            ),
            ("", "has no data"),
            ("time_s,bytes\n", "has no data"),
        ] {
            assert_eq!(steps(text, &PACKETS).unwrap_err(), wanted, "{text:?}");
        }
    }
}
