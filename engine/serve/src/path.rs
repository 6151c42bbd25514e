//! Paths of requests: percent-decoded, and without any way out of the page.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Returns the path below the root, decoded; `None` if it is no path of a file or a folder.
///
/// A path ends in `/`, or is empty, if it names a folder. Empty parts, `.`, `..`, backslashes and control characters are
/// refused after decoding, so that no spelling of them passes.
pub fn decoded(raw: &str) -> Option<String> {
    let text = percent_decode_str(raw).decode_utf8().ok()?;
    let path = text.strip_prefix('/')?;
    let parts = path.strip_suffix('/').unwrap_or(path);
    let accepted = |part: &str| {
        !matches!(part, "" | "." | "..") && !part.contains(|c: char| c == '\\' || c.is_control())
    };
    (path.is_empty() || parts.split('/').all(accepted)).then(|| path.to_owned())
}

/// Returns a path for the header `Location`.
pub fn encoded(path: &str) -> String {
    const KEPT: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'~');
    format!("/{}", utf8_percent_encode(path, KEPT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_decoded() {
        assert_eq!(decoded("/").as_deref(), Some(""));
        assert_eq!(decoded("/docs/").as_deref(), Some("docs/"));
        assert_eq!(decoded("/a%20b/%C3%A9.md").as_deref(), Some("a b/é.md"));
        assert_eq!(decoded("/a..b/...c").as_deref(), Some("a..b/...c"));
    }

    #[test]
    fn no_spelling_leads_out_of_the_page() {
        for raw in [
            "",
            "*",
            "lab",
            "//",
            "//etc/passwd",
            "/../etc/passwd",
            "/a/../b",
            "/a/./b",
            "/a//b",
            "/..",
            "/%2e%2e/etc/passwd",
            "/%2E%2E%2Fetc/passwd",
            "/..%2fetc",
            "/a%2f%2e%2e%2fb",
            "/..%5c..%5cwindows",
            "/a%5cb",
            "/a%00b",
            "/a%0d%0aSet-Cookie:x",
            "/%ff",
        ] {
            assert_eq!(decoded(raw), None, "{raw}");
        }
        // A second decoding does not happen: this names a file "%2e%2e".
        assert_eq!(decoded("/%252e%252e").as_deref(), Some("%2e%2e"));
    }

    #[test]
    fn encoded_paths_are_decoded_to_themselves() {
        for path in ["docs/", "a b/é?#%.md", "x\"<>"] {
            assert_eq!(decoded(&encoded(path)).as_deref(), Some(path));
        }
    }
}
