//! The page: files by path, checked and kept in memory, with the headers that depend on a file alone.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use hyper::body::Bytes;
use hyper::header::HeaderValue;

use crate::limits::{DEPTH, FILE_BYTES, FILES, PAGE_BYTES};
use crate::zip;

/// Reason why a folder or a zip is no page that can be served; a sentence without its subject, the file or folder.
#[derive(Debug, PartialEq, Eq)]
pub struct PageError(pub String);

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PageError {}

/// Content of a file: as it is, or compressed with gzip.
#[derive(Debug, Clone)]
pub enum Content {
    /// Bytes of the file.
    Plain(Bytes),
    /// Bytes of a gzip file, and the length of the file, bytes.
    Gzip(Bytes, usize),
}

impl Content {
    /// Wraps a deflated file of a zip as a gzip file (RFC 1952, Section 2.3), without compressing it again.
    pub fn gzip(deflated: &[u8], crc: u32, length: u64) -> Content {
        // Magic number, method deflate, no flags, no time, no extra flags, unknown system.
        const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
        let mut bytes = Vec::with_capacity(HEADER.len() + deflated.len() + 8);
        bytes.extend_from_slice(&HEADER);
        bytes.extend_from_slice(deflated);
        bytes.extend_from_slice(&crc.to_le_bytes());
        // Files are at most FILE_BYTES long, which has 26 bits.
        #[allow(clippy::cast_possible_truncation)]
        bytes.extend_from_slice(&(length as u32).to_le_bytes());
        Content::Gzip(bytes.into(), usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// Returns the length of the file, bytes, uncompressed.
    pub fn len(&self) -> usize {
        match self {
            Content::Plain(bytes) => bytes.len(),
            Content::Gzip(_, length) => *length,
        }
    }

    /// Returns the file uncompressed.
    pub fn plain(&self) -> Bytes {
        match self {
            Content::Plain(bytes) => bytes.clone(),
            Content::Gzip(bytes, length) => {
                let mut plain = Vec::new();
                let limit = *length as u64;
                // The file was decompressed when the page was read, so this cannot fail.
                let _ = GzDecoder::new(&bytes[..])
                    .take(limit)
                    .read_to_end(&mut plain);
                plain.into()
            }
        }
    }
}

/// A file with its headers.
#[derive(Debug, Clone)]
pub struct File {
    /// Content of the file.
    pub content: Content,
    /// Value of `Content-Type`.
    pub media_type: HeaderValue,
    /// Content security policy that the file states for itself, if it is a page.
    pub policy: Option<HeaderValue>,
    /// Name of this version of the file: its CRC-32 and its length.
    pub version: String,
    /// Whether the name of the file contains a hash of its content, so that it never changes.
    pub immutable: bool,
}

impl File {
    /// Creates a file with the headers that follow from its path and content.
    pub fn new(path: &str, content: Content, crc: u32) -> File {
        let media_type = media_type(path);
        let policy = (media_type.starts_with("text/html"))
            .then(|| policy_in(&String::from_utf8_lossy(&content.plain())))
            .flatten();
        File {
            version: format!("{crc:08x}-{:x}", content.len()),
            media_type: HeaderValue::try_from(media_type).expect("types are ASCII"),
            policy,
            immutable: has_hash(path),
            content,
        }
    }

    /// Creates a file of these bytes.
    pub fn plain(path: &str, bytes: impl Into<Bytes>) -> File {
        let bytes = bytes.into();
        let crc = crc32fast::hash(&bytes);
        File::new(path, Content::Plain(bytes), crc)
    }
}

/// The built page.
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
            return Err(PageError(zip::too_large()));
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
            return Err(PageError(format!("{name}: {}", zip::too_large())));
        }
        if self.files.len() == FILES {
            return Err(PageError(format!("has more than {FILES} files")));
        }
        let file = File::plain(&name, bytes);
        self.files.insert(name, file);
        Ok(())
    }
}

/// Returns the value of `Content-Type` for a file. Texts are UTF-8, as all files that the build writes.
fn media_type(path: &str) -> String {
    let extension = path
        .rsplit('/')
        .next()
        .and_then(|name| name.rsplit_once('.'));
    let kind = match extension.map(|(_, extension)| extension) {
        // Browsers accept a module with any type for JavaScript; RFC 9239 has one.
        Some("js" | "mjs") => "text/javascript".to_owned(),
        Some("map") => "application/json".to_owned(),
        _ => mime_guess::from_path(path)
            .first_or_octet_stream()
            .to_string(),
    };
    if kind.starts_with("text/") {
        format!("{kind}; charset=utf-8")
    } else {
        kind
    }
}

/// Whether a file has a hash of its content in its name, as the files in `assets` that the build writes:
/// `assets/index-B3xk_9aQ.js`.
///
/// Eight letters without a digit or a capital may be a word. Such a file is then asked for each time, which is slower but right.
fn has_hash(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let (name, folder) = (parts.next().unwrap_or_default(), parts.next());
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.len().checked_sub(9).and_then(|at| stem.get(at..));
    folder == Some("assets")
        && hash
            .and_then(|hash| hash.strip_prefix('-'))
            .is_some_and(|hash| {
                hash.bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
                    && hash
                        .bytes()
                        .any(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
            })
}

/// Returns the content security policy that a page states in a `meta` element, as `.ci/policy.mjs` writes it.
fn policy_in(html: &str) -> Option<HeaderValue> {
    let (_, after) = html.split_once("<meta http-equiv=\"Content-Security-Policy\" content=\"")?;
    let (policy, _) = after.split_once('"')?;
    HeaderValue::try_from(policy).ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use rawzip::ZipArchiveWriter;

    use super::*;

    /// Writes a zip with these files, deflated.
    fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
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
            encoder.finish().expect("memory can be written");
            entry.finish(descriptor).expect("memory can be written");
        }
        archive.finish().expect("memory can be written");
        bytes
    }

    use rawzip::CompressionMethod;

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

    #[test]
    fn types_are_those_that_browsers_ask_for() {
        for (path, kind) in [
            ("index.html", "text/html; charset=utf-8"),
            ("a/b.js", "text/javascript; charset=utf-8"),
            ("a.mjs", "text/javascript; charset=utf-8"),
            ("a.css", "text/css; charset=utf-8"),
            ("lessons/course.md", "text/markdown; charset=utf-8"),
            ("a.wasm", "application/wasm"),
            ("a.svg", "image/svg+xml"),
            ("a.png", "image/png"),
            ("a.webmanifest", "application/manifest+json"),
            ("a.json", "application/json"),
            ("a.woff2", "font/woff2"),
            ("a.js.map", "application/json"),
            ("LICENSE", "application/octet-stream"),
        ] {
            assert_eq!(media_type(path), kind, "{path}");
        }
    }

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        for path in ["assets/index-B3xk_9aQ.js", "docs/assets/a-b.c-x1-_aaaa.css"] {
            assert!(has_hash(path), "{path}");
        }
        for path in [
            "index.html",
            "assets/line-baseline.js",
            "assets/index.js",
            "lessons/index-B3xk_9aQ.md",
            "assets/B3xk_9aQ.js",
            "assets/é-é.js",
        ] {
            assert!(!has_hash(path), "{path}");
        }
    }

    #[test]
    fn the_policy_of_a_page_is_found_in_it() {
        let html = r#"<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'" />"#;
        assert_eq!(policy_in(html).expect("a policy"), "default-src 'none'");
        assert_eq!(policy_in("<p>"), None);
    }
}
