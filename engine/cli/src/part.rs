//! A file that grows beside the one it becomes.
//!
//! What stands under the name stays until the new file is placed there, and whatever ends the program, nothing
//! that was written is lost: someone who cannot write any more places what there is, and a program that is
//! killed leaves it beside the name, as `<name>.<letters>.part`.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Bytes looked at together in search of the last line's end.
const PIECE: u64 = 65_536;

/// A file of lines that grows.
pub struct Part {
    path: PathBuf,
    file: NamedTempFile,
}

impl Part {
    /// A file beside `path`, or where temporary files are if that is no place for files, such as a pipe.
    ///
    /// # Errors
    /// No file can be created there.
    pub fn begin(path: &Path) -> io::Result<Part> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!("{name}.");
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix(&prefix).suffix(".part");
        let file = if stands_for_a_file(path) {
            let place = path.parent().filter(|place| !place.as_os_str().is_empty());
            builder.tempfile_in(place.unwrap_or(Path::new(".")))?
        } else {
            OpenOptions::new().write(true).open(path)?;
            builder.tempfile()?
        };
        Ok(Part {
            path: path.to_owned(),
            file,
        })
    }

    /// Another file for the same name, empty.
    ///
    /// # Errors
    /// As for [`begin`](Self::begin).
    pub fn anew(&self) -> io::Result<Part> {
        Part::begin(&self.path)
    }

    /// What has been written, from its beginning.
    ///
    /// # Errors
    /// It cannot be opened again.
    pub fn read(&self) -> io::Result<File> {
        self.file.reopen()
    }

    /// That more could not be written.
    pub fn failure(&self, error: &io::Error) -> Failure {
        cannot_be_written(&self.path, error, "")
    }

    /// Puts all whole lines where they belong.
    ///
    /// # Errors
    /// They cannot be put there; they are kept where they are, and the failure says where that is.
    pub fn place(self) -> Result<(), Failure> {
        let Part { path, mut file } = self;
        let placed = match cut_to_lines(file.as_file_mut()) {
            Err(error) => Err((error, file)),
            Ok(()) if stands_for_a_file(&path) => persist(file, &path),
            Ok(()) => copy(&file, &path).map_err(|error| (error, file)),
        };
        placed.map_err(|(error, file)| {
            let kept = file.keep();
            let there =
                kept.map(|(_, place)| format!("; what there is of it is {}", place.display()));
            cannot_be_written(&path, &error, &there.unwrap_or_default())
        })
    }
}

impl Write for Part {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn cannot_be_written(path: &Path, error: &io::Error, more: &str) -> Failure {
    Failure::Run(format!(
        "{} cannot be written: {error}{more}",
        path.display()
    ))
}

/// Whether there is a file there, or nothing yet.
fn stands_for_a_file(path: &Path) -> bool {
    path.metadata().map_or(true, |there| there.is_file())
}

/// Takes off what follows the last line feed: a full disk ends in the middle of a line.
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

/// As any other new file, for others to read; temporary ones are for their owner alone.
fn persist(file: NamedTempFile, path: &Path) -> Result<(), (io::Error, NamedTempFile)> {
    #[cfg(unix)]
    {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;
        let mode = path
            .metadata()
            .map_or(0o644, |there| there.permissions().mode());
        let readable = Permissions::from_mode(mode);
        if let Err(error) = file.as_file().set_permissions(readable) {
            return Err((error, file));
        }
    }
    let persisted = file.persist(path).map(drop);
    persisted.map_err(|error| (error.error, error.file))
}

fn copy(file: &NamedTempFile, path: &Path) -> io::Result<()> {
    let mut target = OpenOptions::new().write(true).open(path)?;
    io::copy(&mut file.reopen()?, &mut target).map(drop)
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
