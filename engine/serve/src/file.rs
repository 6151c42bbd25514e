//! A file of the page, with the headers that depend on it alone.

use std::io::Read;

use flate2::read::GzDecoder;
use hyper::body::Bytes;
use hyper::header::HeaderValue;

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
        // Files are at most FILE_BYTES long, which fits.
        let field = u32::try_from(length).unwrap_or(u32::MAX);
        bytes.extend_from_slice(&field.to_le_bytes());
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
    /// Value of the field `Content-Type`.
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
    use super::*;

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
