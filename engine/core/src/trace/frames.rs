//! Frames of a video: how many bytes each has, as the public archives list them.
//!
//! Terse: a size a line. Verbose: a line is `index time_ms type bytes …`, `index type time_ms bytes …` or
//! `type bytes time_ms …`, the type I, P, B or IDR. Sources: the archives of TU Berlin (Fitzek
//! and Reisslein, IEEE Network 15(6), 2001) and of Arizona State University (Seeling and Reisslein, IEEE
//! Communications Surveys 14(4), 2012). Files list frames in the order of coding, which is that of sending;
//! verbose times are those of display, and not in order. So frames are sent one after another, evenly: over the
//! time that the file covers, or 25 a second where it says no times.

use std::io::Read;

use super::lines::{Lines, columns, is_comment, shown};
use super::{STEPS, Step, Trace, TraceError};
use crate::time::Span;

/// Frames per second of a file without times.
pub const PER_S: f64 = 25.0;
/// Largest frame, bytes.
const LARGEST: f64 = 1e9;

/// Reads the sizes of frames.
///
/// # Errors
/// What is wrong, with its line.
pub fn read(from: impl Read) -> Result<Trace, TraceError> {
    let mut lines = Lines::new(from);
    let mut sizes: Vec<f64> = Vec::new();
    let mut ends: Option<(f64, f64)> = None;
    while let Some(line) = lines.next_line()? {
        if is_comment(line) {
            continue;
        }
        let frame = match frame(line) {
            None if sizes.is_empty() => continue,
            None => Err(format!("is no frame: {}", shown(line))),
            Some(Ok(_)) if sizes.len() == STEPS => {
                Err(format!("is one too many; at most {STEPS} are accepted"))
            }
            Some(read) => read,
        };
        let (bytes, ms) = frame.map_err(|message| lines.error(message))?;
        sizes.push(bytes);
        if let Some(ms) = ms {
            let (low, high) = ends.unwrap_or((ms, ms));
            ends = Some((libm::fmin(low, ms), libm::fmax(high, ms)));
        }
    }
    let apart_s = match ends {
        Some((low, high)) if high > low => (high - low) / 1e3 / (sizes.len() - 1).max(1) as f64,
        _ => 1.0 / PER_S,
    };
    if apart_s < 1e-6 {
        return Err(TraceError::of_file(format!(
            "has frames {apart_s} s apart; at least 1e-6 s is accepted"
        )));
    }
    // Even at the longest time that a trace covers this is exact to a picosecond per frame.
    let apart = Span::from_s(apart_s);
    let steps = (0..).zip(sizes).map(|(i, amount)| Step {
        at: Span(apart.0.saturating_mul(i)),
        amount,
    });
    Trace::new(steps.collect(), Some(apart))
}

type Frame = (f64, Option<f64>);

/// Bytes and display time in ms of a frame; `None` for a line that is none, such as one of headings.
fn frame(line: &str) -> Option<Result<Frame, String>> {
    let columns: Vec<&str> = columns(line).take(5).collect();
    let kind = columns.iter().position(|column| is_type(column));
    let (bytes, ms) = match (kind, columns.len()) {
        (None, 1) => (0, None),
        (Some(0), n) if n >= 2 => (1, (n > 2).then_some(2)),
        (Some(1), n) if n >= 4 => (3, Some(2)),
        (Some(2), n) if n >= 4 => (3, Some(1)),
        _ => return None,
    };
    let number = |column: usize, max: f64| {
        let number: Option<f64> = columns[column].parse().ok();
        number.filter(|number| (0.0..=max).contains(number))
    };
    let Some(size) = number(bytes, LARGEST).filter(|size| size.fract() == 0.0) else {
        let is_heading = !columns[bytes].starts_with(|c: char| c.is_ascii_digit());
        if is_heading && kind.is_none() {
            return None;
        }
        return Some(Err(format!(
            "the size of a frame must be whole, from 0 to {LARGEST}, got {}",
            shown(columns[bytes])
        )));
    };
    match ms.map(|ms| (ms, number(ms, 1e12))) {
        Some((ms, None)) => Some(Err(format!(
            "the time of a frame must be a number of ms, got {}",
            shown(columns[ms])
        ))),
        found => Some(Ok((size, found.and_then(|(_, ms)| ms)))),
    }
}

/// Whether a column says what kind of frame it is.
fn is_type(column: &str) -> bool {
    matches!(column, "I" | "P" | "B" | "IDR" | "i" | "p" | "b")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(text: &str) -> Result<(Vec<f64>, f64), String> {
        let trace = read(text.as_bytes()).map_err(|error| error.to_string())?;
        let sizes = trace.steps().iter().map(|step| step.amount).collect();
        Ok((sizes, trace.length().s()))
    }

    #[test]
    fn terse_files_have_a_size_a_line_and_25_frames_a_second() {
        assert_eq!(
            sizes("534\n1542\n\n134").unwrap(),
            (vec![534.0, 1542.0, 134.0], 0.12)
        );
    }

    /// Coded I P B B, displayed I B B P: 40 ms apart.
    #[test]
    fn verbose_files_are_read_in_each_order_of_columns() {
        let wanted = (vec![534.0, 300.0, 100.0, 90.0], 0.16);
        for text in [
            "Frame Time Type Length\n0 0 I 534 41.2\n3 120 P 300 40\n1 40 B 100 39\n2 80 B 90 38\n",
            "# TU Berlin\n1 I 0 534\n4 P 120 300\n2 B 40 100\n3 B 80 90",
            "I 534 0\nP 300 120\nB 100 40\nB 90 80",
        ] {
            assert_eq!(sizes(text).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, place) in [
            ("534\n-3", "line 2"),
            ("534\nabc def", "line 2"),
            ("0 0 I 12\n1 x P 12", "line 2"),
            ("0 0 I 1e99", "line 1"),
            ("", ""),
            ("nothing here\nbut words\n", ""),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert_eq!(error.place, place, "{text:?}: {error}");
        }
    }
}
