//! Hash of a text, by which equal runs and equal definitions are recognized.

use sha2::{Digest, Sha256};

/// Returns the first 32 hexadecimal digits of a text's SHA-256.
#[must_use]
pub fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
