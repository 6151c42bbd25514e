//! A file that grows beside the one it becomes.
//!
//! What stands under the name stays until the new file is placed there, and whatever ends the program, nothing
//! that was written is lost: someone who cannot write any more places what there is, and a program that is
//! killed leaves it beside the name, as `<name>.<letters>.part`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bufferlab_native::results::cut_to_lines;
use tempfile::NamedTempFile;

use crate::failure::Failure;

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
