//! Results files: lines of earlier runs, and a file to which new lines are appended.
//!
//! Each line is one write, so that a killed program leaves complete lines and at most one partial line. The next program
//! removes the partial line before it appends. A file with other content was probably named by mistake; it is rejected and
//! stays unchanged ([`lines`]).

mod lines;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};

use bufferlab_core::study::Finished;
use serde_json::Value;

use crate::Failure;
use lines::{Fault, Tail};

/// Bytes per read in the search for the last line feed.
const BLOCK: u64 = 65_536;

/// Known results, and the file for new ones.
#[derive(Debug)]
pub struct Results {
    /// Known results by key.
    pub finished: Finished,
    file: Option<(String, File)>,
}

/// Access of other programs to a file while results are appended to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only this program appends: the file is locked, and a second program is refused.
    Alone,
    /// Several programs append, for example the parts of a sweep on a cluster. No lock is taken, since file systems of clusters
    /// may have none.
    Shared,
}

impl Results {
    /// Reads the files `resume` and `out`, and opens `out` for appending.
    ///
    /// # Errors
    /// A file that cannot be read or written, a line that is too long for a result, other content in `out`, which then
    /// stays unchanged, and an `out` that another program has locked.
    pub fn open(resume: &[String], out: Option<&str>, access: Access) -> Result<Results, Failure> {
        let mut finished = Finished::default();
        for path in resume {
            let invalid = |fault: Fault| Failure::input("--resume", fault.about(path, "read"));
            let file = File::open(path).map_err(|error| invalid(error.into()))?;
            lines::read(&file, &mut finished).map_err(invalid)?;
        }
        let open = |path: &str| {
            let refused = |fault: Fault| Failure::input("--out", fault.about(path, "written"));
            let file = open_for_appending(path, access, &mut finished).map_err(refused)?;
            Ok((path.to_owned(), file))
        };
        let file = out.map(open).transpose()?;
        Ok(Results { finished, file })
    }

    /// Returns true if there is a file for new lines.
    #[must_use]
    pub fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Appends the line of a new run.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, line: &Value) -> Result<(), Failure> {
        self.add_text(&line.to_string())
    }

    /// Appends a line given as text without its line feed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add_text(&mut self, line: &str) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure::Run(format!("{path} cannot be written: {error}")))
    }
}

/// Opens a file for appending, reads its results, and makes it end with a complete line.
fn open_for_appending(path: &str, access: Access, finished: &mut Finished) -> Result<File, Fault> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(path)?;
    if file.metadata()?.is_file() {
        if access == Access::Alone {
            // The lock ends with the file, also after a kill.
            file.try_lock().map_err(|refused| match refused {
                TryLockError::WouldBlock => Fault::InUse,
                TryLockError::Error(error) => Fault::NoLock(error),
            })?;
        }
        match lines::read_for_appending(&file, finished)? {
            Tail::None => {}
            Tail::Partial => cut_to_lines(&mut file)?,
            Tail::Complete => file.write_all(b"\n")?,
        }
    }
    Ok(file)
}

/// Removes the text after the last line feed, for example a line that a full disk has cut off.
///
/// # Errors
/// The file cannot be read or shortened.
pub fn cut_to_lines(file: &mut File) -> io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = length;
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        let mut block = vec![0; (end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut block)?;
        if let Some(last) = block.iter().rposition(|&byte| byte == b'\n') {
            end = start + last as u64 + 1;
            break;
        }
        end = start;
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
    fn partial_last_lines_are_removed() {
        for (written, length) in [
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
                length,
                "{written:.10}"
            );
        }
    }
}
