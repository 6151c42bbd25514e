//! Opportunities of a link: a line with the millisecond of each, as mahimahi records cellular links.
//!
//! Times are whole numbers that never decrease, the last above 0: the list repeats after it. A trace of the file has a
//! step per millisecond with opportunities, whose amount is their number.

use std::io::Read;

use super::lines::{Lines, is_comment, shown};
use super::{LENGTH_S, STEPS, Step, Trace, TraceError};
use crate::time::Span;

const PS_PER_MS: u64 = 1_000_000_000;

/// Reads such a file.
///
/// # Errors
/// What is wrong, with its line.
pub fn read(from: impl Read) -> Result<Trace, TraceError> {
    let mut lines = Lines::new(from);
    // The first step of a trace is at time 0.
    let mut steps = vec![Step {
        at: Span::ZERO,
        amount: 0.0,
    }];
    while let Some((number, line)) = lines.next_numbered()? {
        if !is_comment(line) {
            let taken = take(line, &mut steps);
            taken.map_err(|message| TraceError::at(format!("line {number}"), message))?;
        }
    }
    match steps.last() {
        Some(last) if last.at > Span::ZERO => Trace::new(steps, Some(Span::ZERO)),
        _ => Err(TraceError::of_file(
            "has no time above 0; a line is the millisecond of an opportunity to send 1,500 bytes",
        )),
    }
}

fn take(line: &str, steps: &mut Vec<Step>) -> Result<(), String> {
    let most = (LENGTH_S * 1e3) as u64;
    let ms = line.parse::<u64>().ok().filter(|&ms| ms <= most);
    let ms = ms.ok_or_else(|| {
        format!(
            "must be a whole number of milliseconds up to {most}, got {}",
            shown(line)
        )
    })?;
    let at = Span(ms * PS_PER_MS);
    let is_full = steps.len() == STEPS;
    match steps.last_mut() {
        Some(last) if at < last.at => Err("lies before the line above it".to_owned()),
        Some(last) if at == last.at => {
            last.amount += 1.0;
            Ok(())
        }
        _ if is_full => Err(format!(
            "is one too many; at most {STEPS} milliseconds are accepted"
        )),
        _ => {
            steps.push(Step { at, amount: 1.0 });
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opportunities_are_counted_by_millisecond() {
        let trace = read(&b"0\n1\n3\n3\n7\n"[..]).expect("opportunities");
        let steps: Vec<(u64, f64)> = (trace.steps().iter())
            .map(|step| (step.at.0 / PS_PER_MS, step.amount))
            .collect();
        assert_eq!(steps, [(0, 1.0), (1, 1.0), (3, 2.0), (7, 1.0)]);
        assert_eq!(trace.length(), Span(7 * PS_PER_MS));
        let late = read(&b"5\n"[..]).expect("opportunities");
        assert_eq!((late.steps().len(), late.length().s()), (2, 0.005));
    }

    #[test]
    fn errors_name_the_line() {
        for (text, place) in [
            ("1\n0\n", "line 2"),
            ("1\n2.5\n", "line 2"),
            ("0\n0\n", ""),
            ("", ""),
        ] {
            assert_eq!(
                read(text.as_bytes()).expect_err(text).place,
                place,
                "{text}"
            );
        }
    }
}
