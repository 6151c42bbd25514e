//! Reads lines of results, each at most so long, and tells results, pieces of results and anything else apart.
//!
//! A *result* is a line of JSON with `key` and `summary` or `error`. A *piece* is what a killed program or a full disk
//! leaves of one: its beginning, or zero bytes. Anything else was not written by a sweep.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use bufferlab_core::study::Finished;
use serde_json::Value;

/// Longest line that may be a result, bytes. That of the largest scenario, with 64 groups and every figure, has less
/// than 1 MB.
pub const LONGEST: u64 = 16_000_000;

/// Why a file is not accepted.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be read or written.
    Io(io::Error),
    /// This line, counted from 1, is longer than [`LONGEST`].
    TooLong(u64),
    /// This line, counted from 1, is neither a result nor a piece of one.
    Foreign(u64),
}

/// What follows the last line feed of a results file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// Nothing.
    None,
    /// A piece of a result.
    Piece,
    /// A result that lacks nothing but its line feed.
    Whole,
}

impl Fault {
    /// The fault as a sentence about the file at `path`, which was to be `read` or `written`.
    pub fn about(&self, path: &str, wanted: &str) -> String {
        let what = "a results file holds one line of JSON for each run, with \"key\" and \"summary\" or \"error\"";
        match self {
            Fault::Io(error) => format!("{path} cannot be {wanted}: {error}"),
            Fault::TooLong(line) => format!(
                "{path} is no results file: line {line} is longer than {LONGEST} bytes; {what}"
            ),
            Fault::Foreign(line) => format!(
                "{path} is no results file: line {line} is no result of a sweep; {what}. It was not changed; name \
                 another file"
            ),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

/// Takes the results of a file. Lines that are no results are counted by `finished`, but for a piece at the end.
///
/// # Errors
/// The file cannot be read, or a line is too long.
pub fn take(file: &File, finished: &mut Finished) -> Result<(), Fault> {
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

/// The same for a file that lines are to be added to; says what follows its last line feed.
///
/// # Errors
/// As for [`take`]; and a line that is neither a result nor a piece of one.
pub fn take_all(file: &File, finished: &mut Finished) -> Result<Tail, Fault> {
    let mut tail = Tail::None;
    each(file, |number, line| {
        let ends = line.ends_with('\n');
        tail = match Kind::of(line) {
            Kind::Foreign => return Err(Fault::Foreign(number)),
            Kind::Result(result) => {
                finished.add_result(result);
                if ends { Tail::None } else { Tail::Whole }
            }
            Kind::Piece if ends => {
                finished.add(line);
                Tail::None
            }
            Kind::Piece => Tail::Piece,
        };
        Ok(())
    })?;
    Ok(tail)
}

/// What a line is.
enum Kind {
    Result(Value),
    Piece,
    Foreign,
}

impl Kind {
    fn of(line: &str) -> Kind {
        match serde_json::from_str::<Value>(line) {
            Ok(value) if Finished::is_result(&value) => Kind::Result(value),
            Err(_) if begins_like_a_result(line) => Kind::Piece,
            _ => Kind::Foreign,
        }
    }
}

/// Whether a line that is not JSON may be what is left of a result: nothing, zero bytes, or its beginning. A sweep
/// writes `error` or `key` first.
fn begins_like_a_result(line: &str) -> bool {
    let plain: String = line
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '\0')
        .take(MOST_OF_A_BEGINNING)
        .collect();
    [r#"{"key":"#, r#"{"error":"#]
        .iter()
        .any(|beginning| plain.starts_with(beginning) || beginning.starts_with(&plain))
}

/// Characters of the longest beginning that is compared.
const MOST_OF_A_BEGINNING: usize = 9;

/// Gives the number, from 1, and the text of each line, with its line feed if it has one, to `look`.
fn each(
    mut file: &File,
    mut look: impl FnMut(u64, &str) -> Result<(), Fault>,
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
            .take(LONGEST + 1)
            .read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(());
        }
        if length as u64 > LONGEST {
            return Err(Fault::TooLong(number));
        }
        look(number, &String::from_utf8_lossy(&line))?;
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
        let tail = take_all(&file, &mut Finished::default());
        assert_eq!(file.metadata().expect("a file").len(), content.len() as u64);
        tail.map_err(|fault| fault.about("results", "written"))
    }

    #[test]
    fn results_and_pieces_of_them_may_be_added_to() {
        let spaced = r#"{ "error": "why", "key": "a" }"#;
        for (content, tail) in [
            (String::new(), Tail::None),
            (format!("{RESULT}\n{spaced}\n\n"), Tail::None),
            (RESULT.to_owned(), Tail::Whole),
            (format!("{RESULT}\n{{"), Tail::Piece),
            (format!("{RESULT}\n{}", &RESULT[..30]), Tail::Piece),
            (format!("{}\n{RESULT}\n\0\0\0", &RESULT[..20]), Tail::Piece),
        ] {
            assert_eq!(tail_of(&content), Ok(tail), "{content:?}");
        }
    }

    #[test]
    fn anything_else_is_foreign_and_told_by_its_line() {
        for (content, line) in [
            ("time,queue\n0,1\n".to_owned(), 1),
            ("one line without an end".to_owned(), 1),
            (r#"{"seed":1,"version":1}"#.to_owned(), 1),
            (r#"{"key":"a","point":{},"seed":1}"#.to_owned(), 1),
            (format!("{RESULT}\nnotes of mine\n"), 2),
            (format!("{RESULT}\n{RESULT}\nnotes of mine"), 3),
        ] {
            let told = tail_of(&content).expect_err(&content);
            assert!(
                told.contains(&format!("line {line} is no result")),
                "{told}"
            );
        }
    }

    #[test]
    fn a_line_without_an_end_is_not_read_to_its_end() {
        let content = format!("{RESULT}\n{{\"key\":\"{}", "x".repeat(LONGEST as usize));
        let told = tail_of(&content).expect_err("it is too long");
        assert!(
            told.contains("line 2 is longer than 16000000 bytes"),
            "{told}"
        );
    }
}
