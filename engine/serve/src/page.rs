//! The page: files by path, from a folder or a zip, checked once and kept in memory.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use crate::error::{PageError, too_large};
use crate::file::File;
use crate::limits::{DEPTH, FILE_BYTES, FILES, PAGE_BYTES};
use crate::zip;

/// Files of the built page by their paths.
#[derive(Debug)]
pub struct Page {
    files: BTreeMap<String, File>,
}

impl Page {
    /// Reads a folder or a zip.
    ///
    /// # Errors
    /// Neither of both, no file `index.html`, symbolic links, and more than the limits allow.
    pub fn open(path: &Path) -> Result<Page, PageError> {
        let unreadable = |error: std::io::Error| PageError(format!("cannot be read ({error})"));
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Page::from_folder(path);
        }
        if !metadata.is_file() {
            return Err(PageError(
                "is neither a folder nor a zip of the page".to_owned(),
            ));
        }
        if metadata.len() > PAGE_BYTES {
            return Err(PageError(too_large()));
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(path).map_err(unreadable)?;
        file.take(PAGE_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        Page::from_zip(&bytes)
    }

    /// Reads a zip with `index.html` at its top.
    ///
    /// # Errors
    /// No complete zip, no file `index.html`, and more than the limits allow.
    pub fn from_zip(bytes: &[u8]) -> Result<Page, PageError> {
        let mut files = BTreeMap::new();
        zip::read(bytes, |path, content, crc| {
            let file = File::new(&path, content, crc);
            match files.insert(path.clone(), file) {
                None => Ok(()),
                Some(_) => Err(PageError(format!("{path}: is in the zip twice"))),
            }
        })?;
        Page::of(files)
    }

    fn from_folder(folder: &Path) -> Result<Page, PageError> {
        // Another folder is refused before all of it is read.
        if !folder.join(INDEX).is_file() {
            return Err(no_index());
        }
        let mut reader = FolderReader::default();
        reader.read(folder, "", 0)?;
        Page::of(reader.files)
    }

    fn of(files: BTreeMap<String, File>) -> Result<Page, PageError> {
        if files.contains_key(INDEX) {
            Ok(Page { files })
        } else {
            Err(no_index())
        }
    }

    /// Returns the file with this path, such as `assets/engine.wasm`.
    #[must_use]
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// Returns the file with this path as text; empty if there is none.
    #[must_use]
    pub fn text(&self, path: &str) -> String {
        self.file(path).map_or_else(String::new, |file| {
            String::from_utf8_lossy(&file.content.plain()).into_owned()
        })
    }
}

/// File that a folder shows.
pub const INDEX: &str = "index.html";

fn no_index() -> PageError {
    PageError(format!(
        "has no file {INDEX}; accepted: the folder `dist` that `npm run build` writes, or a zip of its content"
    ))
}

/// Files of a folder, while it is read.
#[derive(Default)]
struct FolderReader {
    files: BTreeMap<String, File>,
    bytes: u64,
}

impl FolderReader {
    /// Reads the files of a folder; `below` is its path in the page, empty or ending in `/`.
    fn read(&mut self, folder: &Path, below: &str, depth: usize) -> Result<(), PageError> {
        let unreadable = |path: &str, error: std::io::Error| {
            PageError(format!("{path}: cannot be read ({error})"))
        };
        if depth > DEPTH {
            return Err(PageError(format!(
                "{below}: is deeper than {DEPTH} folders"
            )));
        }
        for entry in fs::read_dir(folder).map_err(|error| unreadable(below, error))? {
            let entry = entry.map_err(|error| unreadable(below, error))?;
            let Some(name) = entry
                .file_name()
                .to_str()
                .map(|name| format!("{below}{name}"))
            else {
                return Err(PageError(format!(
                    "{below}: has a file whose name is not UTF-8"
                )));
            };
            let kind = entry
                .file_type()
                .map_err(|error| unreadable(&name, error))?;
            if kind.is_dir() {
                self.read(&entry.path(), &format!("{name}/"), depth + 1)?;
            } else if kind.is_file() {
                self.add(&entry.path(), name)?;
            } else {
                let accepted = "is a symbolic link or a device; accepted: files and folders";
                return Err(PageError(format!("{name}: {accepted}")));
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &Path, name: String) -> Result<(), PageError> {
        let unreadable = |error| PageError(format!("{name}: cannot be read ({error})"));
        let mut bytes = Vec::new();
        let file = fs::File::open(path).map_err(unreadable)?;
        file.take(FILE_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        self.bytes += bytes.len() as u64;
        if bytes.len() as u64 > FILE_BYTES || self.bytes > PAGE_BYTES {
            return Err(PageError(format!("{name}: {}", too_large())));
        }
        if self.files.len() == FILES {
            return Err(PageError(format!("has more than {FILES} files")));
        }
        let file = File::plain(&name, bytes);
        self.files.insert(name, file);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use rawzip::{CompressionMethod, ZipArchiveWriter};

    use super::*;
    use crate::file::Content;

    /// Writes a zip with these files, deflated.
    fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
        zip_with(files, b"")
    }

    /// Writes the same with bytes after the compressed data of each file.
    fn zip_with(files: &[(&str, &[u8])], after: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut archive = ZipArchiveWriter::new(&mut bytes);
        for (path, content) in files {
            let entry = archive.new_file(path);
            let (mut entry, config) = entry
                .compression_method(CompressionMethod::DEFLATE)
                .start()
                .expect("memory can be written");
            let encoder =
                flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
            let mut writer = config.wrap(encoder);
            writer.write_all(content).expect("memory can be written");
            let (encoder, descriptor) = writer.finish().expect("memory can be written");
            let end = encoder.finish().expect("memory can be written");
            end.write_all(after).expect("memory can be written");
            entry.finish(descriptor).expect("memory can be written");
        }
        archive.finish().expect("memory can be written");
        bytes
    }

    #[test]
    fn files_of_a_zip_are_gzip_files_with_the_same_content() {
        let long = b"a queue, a queue, ".repeat(1000);
        let page = Page::from_zip(&zip_of(&[("index.html", b"<p>"), ("a/b.txt", &long)])).unwrap();
        let file = page.file("a/b.txt").expect("it is in the zip");
        let Content::Gzip(gzip, length) = &file.content else {
            panic!("{file:?} is not compressed");
        };
        assert!(gzip.len() < 1000, "{}", gzip.len());
        assert_eq!(*length, long.len());
        assert_eq!(file.content.plain(), long);
    }

    #[test]
    fn every_damaged_byte_of_a_zip_is_reported_or_harmless() {
        let files: [(&str, &[u8]); 2] = [("index.html", b"<p>Queue"), ("a.txt", b"buffer")];
        let zip = zip_of(&files);
        for at in 0..zip.len() {
            for bit in 0..8 {
                let mut damaged = zip.clone();
                damaged[at] ^= 1 << bit;
                // Names may change; the content of each file is the one that was written.
                if let Ok(page) = Page::from_zip(&damaged) {
                    for file in page.files.values() {
                        let content = file.content.plain();
                        assert!(
                            files.iter().any(|(_, known)| content == *known),
                            "{at}: {content:?}"
                        );
                    }
                }
            }
            assert!(Page::from_zip(&zip[..at]).is_err(), "{at}");
        }
    }

    #[test]
    fn compressed_data_with_bytes_after_its_end_is_refused() {
        let zip = zip_with(&[("index.html", b"<p>")], b"12345678");
        let error = Page::from_zip(&zip).unwrap_err().to_string();
        assert_eq!(error, "index.html: is damaged (bytes after its end)");
    }

    #[test]
    fn a_zip_that_inflates_beyond_the_limit_is_refused() {
        let zeros = vec![0; usize::try_from(FILE_BYTES).unwrap() + 1];
        let zip = zip_of(&[("index.html", &zeros)]);
        assert!(zip.len() < 100_000);
        let error = Page::from_zip(&zip).unwrap_err().to_string();
        assert!(error.starts_with("index.html: is too large"), "{error}");
    }

    #[test]
    fn a_zip_without_index_and_a_zip_with_a_file_twice_are_refused() {
        let error = Page::from_zip(&zip_of(&[("dist/index.html", b"")])).unwrap_err();
        assert!(error.to_string().contains("has no file index.html"));
        let twice = zip_of(&[("index.html", b"1"), ("index.html", b"2")]);
        let error = Page::from_zip(&twice).unwrap_err().to_string();
        assert_eq!(error, "index.html: is in the zip twice");
        let error = Page::from_zip(b"not a zip").unwrap_err().to_string();
        assert!(error.starts_with("is no complete zip"), "{error}");
    }
}
