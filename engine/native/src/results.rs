//! The file that results are added to, and the results that are there already.
//!
//! A line is one write, so that a program that is killed leaves whole lines and at most one that is cut off; the next
//! one to write takes that off. A file that holds anything else than results and pieces of them is refused before it is
//! changed ([`lines`]): it was named by mistake.

mod lines;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};

use bufferlab_core::study::Finished;
use serde_json::Value;

use crate::Failure;
use lines::{Fault, Tail};

/// Bytes looked at together in search of the last line's end.
const PIECE: u64 = 65_536;

/// The file, and what was found in it and elsewhere.
#[derive(Debug)]
pub struct Results {
    /// By key.
    pub finished: Finished,
    file: Option<(String, File)>,
}

impl Results {
    /// Reads the files of `resume`, and opens that of `out`, whose results count too.
    ///
    /// # Errors
    /// A file that cannot be read or written, or has a line that is too long for a result; for `out` also one that
    /// holds anything else than results and pieces of them. Nothing is changed then.
    pub fn open(resume: &[String], out: Option<&str>) -> Result<Results, Failure> {
        let mut finished = Finished::default();
        for path in resume {
            let refused = |fault: Fault| Failure::input("--resume", fault.about(path, "read"));
            let file = File::open(path).map_err(|error| refused(error.into()))?;
            lines::take(&file, &mut finished).map_err(refused)?;
        }
        let open = |path: &str| {
            let refused = |fault: Fault| Failure::input("--out", fault.about(path, "written"));
            let file = begin(path, &mut finished).map_err(refused)?;
            Ok((path.to_owned(), file))
        };
        let file = out.map(open).transpose()?;
        Ok(Results { finished, file })
    }

    /// Whether there is a file to add to.
    #[must_use]
    pub fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Adds the line of a run that was run now.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, line: &Value) -> Result<(), Failure> {
        self.add_text(&line.to_string())
    }

    /// The same for a line as text, without its end.
    ///
    /// # Errors
    /// As there.
    pub fn add_text(&mut self, line: &str) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure::Run(format!("{path} cannot be written: {error}")))
    }
}

/// The file at its end, which is that of a line.
fn begin(path: &str, finished: &mut Finished) -> Result<File, Fault> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(path)?;
    if file.metadata()?.is_file() {
        match lines::take_all(&file, finished)? {
            Tail::None => {}
            Tail::Piece => cut_to_lines(&mut file)?,
            Tail::Whole => file.write_all(b"\n")?,
        }
    }
    Ok(file)
}

/// Takes off what follows the last line feed: a full disk ends in the middle of a line.
///
/// # Errors
/// The file cannot be read or shortened.
pub fn cut_to_lines(file: &mut File) -> io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    while end > 0 {
        let begin = end.saturating_sub(PIECE);
        let mut piece = vec![0; (end - begin) as usize];
        file.seek(SeekFrom::Start(begin))?;
        file.read_exact(&mut piece)?;
        if let Some(last) = piece.iter().rposition(|&byte| byte == b'\n') {
            end = begin + last as u64 + 1;
            break;
        }
        end = begin;
    }
    if end < length {
        file.set_len(end)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_cut_are_taken_off() {
        for (written, stays) in [
            ("", 0),
            ("a\n", 2),
            ("a\nb", 2),
            ("no line yet", 0),
            (&*format!("a\n{}", "x".repeat(200_000)), 2),
        ] {
            let mut file = tempfile::tempfile().expect("the temporary directory can be written");
            file.write_all(written.as_bytes()).expect("likewise");
            cut_to_lines(&mut file).expect("likewise");
            assert_eq!(
                file.metadata().expect("a file").len(),
                stays,
                "{written:.10}"
            );
        }
    }
}
