//! Reads lines of results files and classifies them as results, partial results, or foreign lines.
//!
//! A *result* is a line of JSON with `key` and `summary` or `error`. A *partial* result is the remainder after a kill or on
//! a full disk: the start of a line, or zero bytes. A sweep does not write any other line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use bufferlab_core::study::Finished;
use serde_json::Value;

/// Longest accepted line, bytes. The line of the largest scenario, with 64 groups and all measures, has less than 1 MB.
pub const MAX_LINE_BYTES: u64 = 16_000_000;

/// Reason why a file is rejected.
#[derive(Debug)]
pub enum Fault {
    /// The file cannot be read or written.
    Io(io::Error),
    /// The line with this number, from 1, is longer than [`MAX_LINE_BYTES`].
    TooLong(u64),
    /// The line with this number, from 1, is neither a result nor a partial one.
    Foreign(u64),
    /// Another program has the file open for its results.
    InUse,
    /// The file cannot be locked: its file system has no locks, for example.
    NoLock(io::Error),
}

/// Content after the last line feed of a results file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// No bytes after the line feed.
    None,
    /// Part of a result.
    Partial,
    /// Complete result without its line feed.
    Complete,
}

impl Fault {
    /// Returns a sentence about the file at `path`. `action` is `read` or `written`.
    pub fn about(&self, path: &str, action: &str) -> String {
        let format = "a results file has one line of JSON per run, with \"key\" and \"summary\" or \"error\"";
        match self {
            Fault::Io(error) => format!("{path} cannot be {action}: {error}"),
            Fault::TooLong(line) => format!(
                "{path} is not a results file: line {line} is longer than {MAX_LINE_BYTES} bytes; {format}"
            ),
            Fault::Foreign(line) => format!(
                "{path} is not a results file: line {line} is not a result of a sweep; {format}. The file was not changed; name \
                 another file"
            ),
            Fault::InUse => format!(
                "another program writes its results to {path}; wait for its end, or name another file. If both are parts of one \
                 sweep (--shard), give both --shared"
            ),
            Fault::NoLock(error) => format!(
                "{path} cannot be locked against other programs: {error}; with --shared it is written without a lock"
            ),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

/// Reads the results of a file. `finished` counts the other lines, except for a partial one at the end.
///
/// # Errors
/// The file cannot be read, or a line is too long.
pub fn read(file: &File, finished: &mut Finished) -> Result<(), Fault> {
    each(file, |_, line| {
        let ends = line.ends_with('\n');
        match Kind::of(line) {
            Kind::Result(result) => finished.add_result(result),
            _ if ends => finished.add(line),
            _ => {}
        }
        Ok(())
    })
}

/// Reads the results of a file to which lines will be appended. Returns the content after its last line feed.
///
/// # Errors
/// The errors of [`read`], and a foreign line.
pub fn read_for_appending(file: &File, finished: &mut Finished) -> Result<Tail, Fault> {
    let mut tail = Tail::None;
    each(file, |number, line| {
        let ends = line.ends_with('\n');
        tail = match Kind::of(line) {
            Kind::Foreign => return Err(Fault::Foreign(number)),
            Kind::Result(result) => {
                finished.add_result(result);
                if ends { Tail::None } else { Tail::Complete }
            }
            Kind::Partial if ends => {
                finished.add(line);
                Tail::None
            }
            Kind::Partial => Tail::Partial,
        };
        Ok(())
    })?;
    Ok(tail)
}

/// Kind of a line in a file.
enum Kind {
    Result(Value),
    Partial,
    Foreign,
}

impl Kind {
    fn of(line: &str) -> Kind {
        match serde_json::from_str::<Value>(line) {
            Ok(value) if Finished::is_result(&value) => Kind::Result(value),
            Err(_) if is_start_of_a_result(line) => Kind::Partial,
            _ => Kind::Foreign,
        }
    }
}

/// Returns true if a line that is not JSON may be a partial result: empty, zero bytes, or the start of a result, in which
/// a sweep writes `error` or `key` first.
fn is_start_of_a_result(line: &str) -> bool {
    let plain: String = line
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '\0')
        .take(COMPARED_CHARACTERS)
        .collect();
    [r#"{"key":"#, r#"{"error":"#]
        .iter()
        .any(|start| plain.starts_with(start) || start.starts_with(&plain))
}

/// Number of characters that are compared with the start of a result.
const COMPARED_CHARACTERS: usize = 9;

/// Calls `visit` with the number, from 1, and the text of each line, including its line feed.
fn each(
    mut file: &File,
    mut visit: impl FnMut(u64, &str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if file.metadata()?.is_file() {
        file.seek(SeekFrom::Start(0))?;
    }
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        number += 1;
        let length = (&mut reader)
            .take(MAX_LINE_BYTES + 1)
            .read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(());
        }
        if length as u64 > MAX_LINE_BYTES {
            return Err(Fault::TooLong(number));
        }
        visit(number, &String::from_utf8_lossy(&line))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const RESULT: &str = r#"{"key":"a","point":{},"seed":1,"summary":{}}"#;

    fn tail_of(content: &str) -> Result<Tail, String> {
        let mut file = tempfile::tempfile().expect("the temporary directory can be written");
        file.write_all(content.as_bytes()).expect("likewise");
        let tail = read_for_appending(&file, &mut Finished::default());
        assert_eq!(file.metadata().expect("a file").len(), content.len() as u64);
        tail.map_err(|fault| fault.about("results", "written"))
    }

    #[test]
    fn files_with_results_and_partial_results_are_accepted() {
        let spaced = r#"{ "error": "why", "key": "a" }"#;
        for (content, tail) in [
            (String::new(), Tail::None),
            (format!("{RESULT}\n{spaced}\n\n"), Tail::None),
            (RESULT.to_owned(), Tail::Complete),
            (format!("{RESULT}\n{{"), Tail::Partial),
            (format!("{RESULT}\n{}", &RESULT[..30]), Tail::Partial),
            (
                format!("{}\n{RESULT}\n\0\0\0", &RESULT[..20]),
                Tail::Partial,
            ),
        ] {
            assert_eq!(tail_of(&content), Ok(tail), "{content:?}");
        }
    }

    #[test]
    fn foreign_lines_are_rejected_with_their_number() {
        for (content, line) in [
            ("time,queue\n0,1\n".to_owned(), 1),
            ("one line without an end".to_owned(), 1),
            (r#"{"seed":1,"version":1}"#.to_owned(), 1),
            (r#"{"key":"a","point":{},"seed":1}"#.to_owned(), 1),
            (format!("{RESULT}\nnotes of mine\n"), 2),
            (format!("{RESULT}\n{RESULT}\nnotes of mine"), 3),
        ] {
            let message = tail_of(&content).expect_err(&content);
            assert!(
                message.contains(&format!("line {line} is not a result")),
                "{message}"
            );
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_not_read_to_its_end() {
        let content = format!(
            "{RESULT}\n{{\"key\":\"{}",
            "x".repeat(MAX_LINE_BYTES as usize)
        );
        let message = tail_of(&content).expect_err("it is too long");
        assert!(
            message.contains("line 2 is longer than 16000000 bytes"),
            "{message}"
        );
    }
}
