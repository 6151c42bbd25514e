//! A temporary file beside its target, which it replaces when it is complete.
//!
//! The old file stays until then. After a write error the rows so far still replace it. A program that is killed leaves
//! its rows beside the target, as `<name>.<letters>.part`.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use bufferlab_native::results::cut_to_lines;
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Temporary file of lines, and the path that it replaces.
pub struct PartialFile {
    path: PathBuf,
    file: NamedTempFile,
}

impl PartialFile {
    /// Creates a file beside `path`, or beside its target if `path` is a link, or in the temporary directory if `path` is a
    /// device or a pipe.
    ///
    /// # Errors
    /// The file cannot be created.
    pub fn create(path: &Path) -> io::Result<PartialFile> {
        let followed = followed(path)?;
        let path = followed.as_path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!("{name}.");
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix(&prefix).suffix(".part");
        let file = if is_file_or_new(path) {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            builder.tempfile_in(folder.unwrap_or(Path::new(".")))?
        } else {
            OpenOptions::new().write(true).open(path)?;
            builder.tempfile()?
        };
        Ok(PartialFile {
            path: path.to_owned(),
            file,
        })
    }

    /// Creates another, empty file for the same target.
    ///
    /// # Errors
    /// The errors of [`create`](Self::create).
    pub fn create_another(&self) -> io::Result<PartialFile> {
        PartialFile::create(&self.path)
    }

    /// Returns a handle for writing.
    ///
    /// # Errors
    /// The file cannot be opened again.
    pub fn handle(&self) -> io::Result<File> {
        self.file.as_file().try_clone()
    }

    /// Opens the file for reading from its beginning.
    ///
    /// # Errors
    /// The file cannot be opened again.
    pub fn read(&self) -> io::Result<File> {
        self.file.reopen()
    }

    /// Returns the failure for a write error.
    pub fn write_failure(&self, error: &io::Error) -> Failure {
        cannot_be_written(&self.path, error, "")
    }

    /// Cuts the file to complete lines and moves it to its target.
    ///
    /// # Errors
    /// The target cannot be written. The temporary file then stays, and the failure gives its path.
    pub fn commit(mut self) -> Result<(), Failure> {
        let cut = cut_to_lines(self.file.as_file_mut());
        self.commit_after(cut)
    }

    /// Moves the file to its target as it is, for files that have no lines.
    ///
    /// # Errors
    /// The errors of [`commit`](Self::commit).
    pub fn commit_whole(self) -> Result<(), Failure> {
        self.commit_after(Ok(()))
    }

    fn commit_after(self, ready: io::Result<()>) -> Result<(), Failure> {
        let PartialFile { path, file } = self;
        let moved = match ready {
            Err(error) => Err((error, file)),
            Ok(()) if is_file_or_new(&path) => persist(file, &path),
            Ok(()) => copy(&file, &path).map_err(|error| (error, file)),
        };
        moved.map_err(|(error, file)| {
            let temporary = file.keep();
            let rest =
                temporary.map(|(_, path)| format!("; the rows so far are in {}", path.display()));
            cannot_be_written(&path, &error, &rest.unwrap_or_default())
        })
    }
}

fn cannot_be_written(path: &Path, error: &io::Error, more: &str) -> Failure {
    Failure::Run(format!(
        "{} cannot be written: {error}{more}",
        path.display()
    ))
}

/// Returns the path that a link leads to, also if there is no file yet, or the path itself.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match path.read_link() {
            // A relative target is relative to the folder of its link.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links, one after another"))
}

/// Maximum number of links to follow, as on Linux.
const LINKS: u32 = 40;

/// Returns true if the path is a regular file or does not exist.
fn is_file_or_new(path: &Path) -> bool {
    path.metadata().map_or(true, |there| there.is_file())
}

/// Moves the file to `path` with the permissions of the old file, or those of a new file (readable by all).
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
