//! Decodes scenarios and studies from links of the page, and encodes scenarios as links.
//!
//! ```text
//! https://…/#1.d<payload>.<checksum>&t=37.2
//!            │ │    │         └ CRC-32 of everything between `#` and the last dot, 8 hex digits
//!            │ │    └ base64url of the deflated document, at most 200 kB inflated
//!            │ └ kind and encoding: d = a scenario, s = a study, both raw deflate
//!            └ version of this envelope
//! ```
//!
//! The page encodes and decodes links in `web/url/codec.ts` and rejects the same links for the same reasons. The text
//! after `&` holds settings of the page, such as the time, the compared experiment and the view of curves. This module
//! ignores it.

mod repair;
mod write;

pub use write::encode;

use std::io::Read;

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::read::DeflateDecoder;

/// Longest link that is accepted, bytes.
const MAX_LINK_BYTES: usize = 64_000;

/// Longest text of a scenario in a link, bytes.
const MAX_INFLATED_BYTES: usize = 200_000;

/// Base64url without padding, with the tolerance of browsers.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// Reason why a link cannot be opened.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// Class of the fault, the same as on the page.
    pub reason: Reason,
    /// Message that says what is wrong and what to do.
    pub message: String,
}

/// Class of a fault in a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The address contains no experiment.
    Empty,
    /// The link was cut or altered in transit.
    Truncated,
    /// The text is not a link of Bufferlab.
    Malformed,
    /// The link exceeds the limits.
    Hostile,
    /// A later version made the link.
    Future,
}

/// Returns true if `text`, which is not a file, looks like a link or its fragment.
pub fn looks_like_link(text: &str) -> bool {
    let is_fragment = |fragment: &str| {
        let after_version = fragment.trim_start_matches(|c: char| c.is_ascii_digit());
        let codec = after_version
            .strip_prefix('.')
            .and_then(|rest| rest.chars().next());
        after_version.len() < fragment.len()
            && codec.is_some_and(|codec| codec.is_ascii_alphabetic())
    };
    text.contains("://")
        || text.contains('#')
        || (is_fragment(&repair::fragment(text)) && !text.ends_with(".json"))
}

/// Returns the JSON text of a scenario or a study from a fragment or an address, even if a chat program changed it.
///
/// # Errors
/// The class of the damage, and what to do.
pub fn decode(text: &str) -> Result<String, Fault> {
    if text.len() > MAX_LINK_BYTES {
        return Err(fault(
            Reason::Hostile,
            format!("is longer than {MAX_LINK_BYTES} characters"),
        ));
    }
    let fragment = repair::fragment(text);
    if fragment.is_empty() {
        return Err(fault(
            Reason::Empty,
            "there is no experiment in this address",
        ));
    }
    match version(&fragment) {
        Some(1) => decode_version_1(&fragment),
        Some(version) if version > 1 => Err(fault(
            Reason::Future,
            format!(
                "has version {version}, made by a newer Bufferlab; this program reads version 1"
            ),
        )),
        _ => Err(fault(
            Reason::Malformed,
            "is not a Bufferlab link: after # it must begin with \"1.\" and a letter",
        )),
    }
}

fn version(fragment: &str) -> Option<u32> {
    let (digits, _) = fragment.split_once('.')?;
    let plain = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

fn decode_version_1(fragment: &str) -> Result<String, Fault> {
    let head = fragment.split('&').next().unwrap_or_default();
    let Some(Envelope {
        body,
        codec,
        payload,
        checksum,
    }) = envelope(head)
    else {
        return Err(incomplete(head));
    };
    if format!("{:08x}", crc32fast::hash(body.as_bytes())) != checksum {
        return Err(fault(
            Reason::Truncated,
            "was altered in transit: its checksum does not match; copy it again in full",
        ));
    }
    if !matches!(codec, 'd' | 's') {
        return Err(fault(
            Reason::Future,
            format!("has an encoding (\"{codec}\") that this program does not know"),
        ));
    }
    unpack(payload)
}

/// Parts of a complete link of version 1.
struct Envelope<'a> {
    /// Text that the checksum covers.
    body: &'a str,
    codec: char,
    payload: &'a str,
    checksum: &'a str,
}

fn envelope(head: &str) -> Option<Envelope<'_>> {
    let rest = head.strip_prefix("1.")?;
    let codec = rest.chars().next().filter(char::is_ascii_alphabetic)?;
    let (packed, after) = rest.split_once('.')?;
    let checksum = after.get(..8)?;
    let whole = packed.bytes().all(is_base64url) && checksum.bytes().all(is_hex);
    whole.then(|| Envelope {
        body: &head[..2 + packed.len()],
        codec,
        payload: &packed[1..],
        checksum,
    })
}

/// Returns the fault of a link without a complete checksum: truncated, or malformed if it has invalid characters.
fn incomplete(head: &str) -> Fault {
    let text = head
        .strip_suffix('…')
        .or_else(|| head.strip_suffix("..."))
        .unwrap_or(head);
    let rest = text.strip_prefix("1.").unwrap_or_default();
    let (packed, checksum) = rest.split_once('.').unwrap_or((rest, ""));
    let begins_well = packed.is_empty() || packed.starts_with(|c: char| c.is_ascii_alphabetic());
    if begins_well
        && packed.bytes().all(is_base64url)
        && checksum.len() < 8
        && checksum.bytes().all(is_hex)
    {
        return fault(
            Reason::Truncated,
            format!(
                "is cut short: it ends after {} characters, before its checksum; copy it again in full",
                head.chars().count()
            ),
        );
    }
    let invalid = head
        .chars()
        .find(|&c| !(c.is_ascii_alphanumeric() || "_.-".contains(c)));
    let detail = invalid.map_or_else(String::new, |c| format!(": it contains \"{c}\""));
    fault(
        Reason::Malformed,
        format!("is not a complete Bufferlab link{detail}; copy it again from its source"),
    )
}

fn unpack(payload: &str) -> Result<String, Fault> {
    let broken = || {
        fault(
            Reason::Malformed,
            "is intact, but its content cannot be unpacked; it was not made by Bufferlab",
        )
    };
    let deflated = BASE64.decode(payload).map_err(|_| broken())?;
    let mut bytes = Vec::new();
    // Inflate at most one byte more than allowed, which is enough to detect an excess.
    DeflateDecoder::new(&deflated[..])
        .take(MAX_INFLATED_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|_| broken())?;
    if bytes.len() > MAX_INFLATED_BYTES {
        return Err(fault(
            Reason::Hostile,
            format!(
                "contains more than {} kB, the limit of a link",
                MAX_INFLATED_BYTES / 1000
            ),
        ));
    }
    String::from_utf8(bytes).map_err(|_| fault(Reason::Malformed, "contains no readable text"))
}

fn is_base64url(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)
}

fn fault(reason: Reason, message: impl Into<String>) -> Fault {
    Fault {
        reason,
        message: message.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use bufferlab_core::scenario::Scenario;
    use bufferlab_core::scenario::complete::parse;
    use bufferlab_core::study::{Study, StudyDocument};
    use flate2::{Compression, write::DeflateEncoder};
    use serde_json::Value;

    use super::*;

    /// Link made by the page: `encodeLink({ version: 1, title: "Zwei Ströme — ½ BDP 🚦" })`.
    const FROM_PAGE: (&str, &str) = (
        "1.dq1YqSy0qzszPU7Iy1FEqySzJSVWyUooqT81UCC4pOrwtN1XhUcMUhUN7FZxcAhQ-zJ-1TKkWAA.d1718303",
        r#"{"version":1,"title":"Zwei Ströme — ½ BDP 🚦"}"#,
    );

    fn sealed(body: &str) -> String {
        format!("{body}.{:08x}", crc32fast::hash(body.as_bytes()))
    }

    fn packed(text: &[u8]) -> String {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        deflate.write_all(text).unwrap();
        sealed(&format!("1.d{}", BASE64.encode(deflate.finish().unwrap())))
    }

    fn reason(text: &str) -> Reason {
        decode(text).unwrap_err().reason
    }

    #[test]
    fn links_of_the_page_are_decoded() {
        let (fragment, text) = FROM_PAGE;
        assert_eq!(decode(fragment).as_deref(), Ok(text));
        assert_eq!(decode(&packed(text.as_bytes())).as_deref(), Ok(text));
    }

    #[test]
    fn a_link_survives_chat_and_mail_programs() {
        let (fragment, text) = FROM_PAGE;
        let whole = format!("https://example.org/lab/#{fragment}&t=12");
        let escaped = whole
            .replace(':', "%3A")
            .replace('/', "%2F")
            .replace('#', "%23")
            .replace('&', "%26");
        for mangled in [
            whole.clone(),
            format!("{whole}."),
            format!("<\"{whole}\">,"),
            format!(" {}\r\n  {} \n", &whole[..50], &whole[50..]),
            format!("{}\u{200b}{}\u{feff}", &whole[..40], &whole[40..]),
            escaped.clone(),
            escaped.replace('%', "%25"),
            whole.replace('&', "&amp;"),
        ] {
            assert_eq!(decode(&mangled).as_deref(), Ok(text), "{mangled}");
            assert!(looks_like_link(&mangled), "{mangled}");
        }
    }

    #[test]
    fn a_link_cut_at_any_character_is_truncated() {
        let fragment = FROM_PAGE.0;
        for length in 3..fragment.len() {
            assert_eq!(
                reason(&fragment[..length]),
                Reason::Truncated,
                "{}",
                &fragment[..length]
            );
        }
        assert_eq!(reason(&format!("{}…", &fragment[..20])), Reason::Truncated);
    }

    #[test]
    fn a_changed_character_is_detected() {
        let fragment = FROM_PAGE.0;
        let changed = format!(
            "{}{}{}",
            &fragment[..9],
            if &fragment[9..10] == "A" { "B" } else { "A" },
            &fragment[10..]
        );
        assert_eq!(reason(&changed), Reason::Truncated);
    }

    #[test]
    fn each_fault_has_its_class() {
        for (text, expected) in [
            ("https://example.org/lab/#".to_owned(), Reason::Empty),
            ("https://example.org/lab/".to_owned(), Reason::Malformed),
            ("#0.dabc.00000000".to_owned(), Reason::Malformed),
            ("#1.d+++.00000000".to_owned(), Reason::Malformed),
            ("#2.zabc.00000000".to_owned(), Reason::Future),
            (sealed("1.zabc"), Reason::Future),
            (sealed("1.dA"), Reason::Malformed),
            (sealed("1.d____"), Reason::Malformed),
            (packed(&[0xff, 0xfe, 0x00]), Reason::Malformed),
            ("1".repeat(MAX_LINK_BYTES + 1), Reason::Hostile),
        ] {
            assert_eq!(reason(&text), expected, "{text:.80}");
        }
    }

    #[test]
    fn a_link_that_inflates_without_end_is_stopped_at_the_limit() {
        assert_eq!(
            reason(&packed(&vec![b' '; MAX_INFLATED_BYTES + 1])),
            Reason::Hostile
        );
        assert!(decode(&packed(&vec![b' '; MAX_INFLATED_BYTES])).is_ok());
        // 40 MB in 40 kB.
        assert_eq!(reason(&packed(&vec![b' '; 40_000_000])), Reason::Hostile);
    }

    #[test]
    fn every_link_of_the_corpus_opens_or_is_refused_as_on_the_page() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/links/corpus.json");
        let corpus: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let entries = |kind: &str| corpus[kind].as_array().unwrap().clone();
        let document_of = |link: &Value| -> Value {
            let text =
                decode(link.as_str().unwrap()).unwrap_or_else(|fault| panic!("{link}: {fault:?}"));
            serde_json::from_str(&text).unwrap()
        };
        for entry in entries("opens") {
            assert_eq!(
                document_of(&entry["link"]),
                entry["scenario"],
                "{}",
                entry["name"]
            );
        }
        for entry in entries("studies") {
            let read = StudyDocument::from_value(document_of(&entry["link"]));
            let expected = StudyDocument::from_value(entry["study"].clone());
            assert_eq!(read.unwrap(), expected.unwrap(), "{}", entry["name"]);
        }
        for entry in entries("mangled") {
            let opens = entries("opens");
            let like = opens
                .iter()
                .find(|other| other["name"] == entry["like"])
                .unwrap();
            assert_eq!(
                document_of(&entry["link"]),
                like["scenario"],
                "{}",
                entry["name"]
            );
        }
        for entry in entries("faults") {
            let reason = match decode(entry["link"].as_str().unwrap()) {
                Err(fault) => format!("{:?}", fault.reason).to_lowercase(),
                // The engine checks the content; its problems have no class.
                Ok(text) => {
                    let study = parse(&text).ok().filter(StudyDocument::describes);
                    let is_refused = match study {
                        Some(study) => StudyDocument::from_value(study)
                            .and_then(Study::new)
                            .is_err(),
                        None => Scenario::from_json(&text).is_err(),
                    };
                    assert!(is_refused, "{}", entry["name"]);
                    continue;
                }
            };
            assert_eq!(
                reason,
                entry["reason"].as_str().unwrap(),
                "{}",
                entry["name"]
            );
        }
    }

    #[test]
    fn files_are_not_taken_for_links() {
        for name in [
            "scenario.json",
            "1.json",
            "my experiments/two.json",
            "anomaly",
        ] {
            assert!(!looks_like_link(name), "{name}");
        }
        assert!(looks_like_link("1.dabc"));
    }
}
