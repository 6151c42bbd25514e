//! Reasons why a folder or a zip cannot be served.

use std::fmt;

use crate::limits::{FILE_BYTES, PAGE_BYTES};

/// Reason why a folder or a zip is no page that can be served; a sentence without its subject, the file or folder.
#[derive(Debug, PartialEq, Eq)]
pub struct PageError(pub String);

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PageError {}

/// Returns the message for a file or a page above the limits.
pub fn too_large() -> String {
    format!(
        "is too large; accepted: files of at most {} MiB, {} MiB together",
        FILE_BYTES >> 20,
        PAGE_BYTES >> 20
    )
}
