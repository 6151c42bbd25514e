//! The file that results are added to, and the results that are there already.
//!
//! A line is one write, so that a program that is killed leaves whole lines and at most one that is cut off; the next
//! one to write takes that off.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};

use bufferlab_core::study::Finished;
use serde_json::Value;

use crate::failure::Failure;
use crate::part::cut_to_lines;
use crate::say;

/// The file, and what was found in it and elsewhere.
pub struct Results {
    /// By key.
    pub finished: Finished,
    file: Option<(String, File)>,
}

impl Results {
    /// Reads the files of `resume`, and opens that of `out`, whose results count too.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn open(resume: &[String], out: Option<&str>) -> Result<Results, Failure> {
        let mut finished = Finished::default();
        for path in resume {
            let refused =
                |error| Failure::input("--resume", format!("{path} cannot be read: {error}"));
            read(&File::open(path).map_err(refused)?, &mut finished).map_err(refused)?;
        }
        let open = |path: &str| {
            let refused =
                |error| Failure::input("--out", format!("{path} cannot be written: {error}"));
            let file = begin(path, &mut finished).map_err(refused)?;
            Ok((path.to_owned(), file))
        };
        let file = out.map(open).transpose()?;
        if finished.unreadable() > 0 {
            let count = finished.unreadable();
            say(&format!(
                "bufferlab: {count} lines of earlier results are no results, perhaps cut off; their runs are done again"
            ));
        }
        Ok(Results { finished, file })
    }

    /// Whether there is a file to add to.
    pub fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Adds the line of a run that was run now.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, line: &Value) -> Result<(), Failure> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        let written = file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Failure::Run(format!("{path} cannot be written: {error}")))
    }
}

/// The file at its end, which is that of a line.
fn begin(path: &str, finished: &mut Finished) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(path)?;
    if file.metadata()?.is_file() {
        read(&file, finished)?;
        cut_to_lines(&mut file)?;
    }
    Ok(file)
}

fn read(mut file: &File, finished: &mut Finished) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.seek(SeekFrom::Start(0))?;
    }
    let mut reader = BufReader::new(file);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        // Without its end it may be a piece of a line; what writes next takes it off.
        if line.ends_with(b"\n") {
            finished.add(&String::from_utf8_lossy(&line));
        }
        line.clear();
    }
    Ok(())
}
