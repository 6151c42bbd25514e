//! Keys that occur twice in a JSON object: only the last value is read.
//!
//! RFC 8259 does not define which value counts, and parsers, including ours, silently drop the others. So this module
//! scans the text once more. The parser checks the syntax; the scan only follows brackets and names. (A visitor
//! for serde would be a second parser and add 3 kB to the engine of the page.)

use serde_json::{Map, Value};

use super::{Check, Findings, Row};
use crate::scenario::limits;
use crate::spec::problem::visible;

/// Largest number of quoted characters of a key or a path.
const MOST: usize = 200;

/// Warning: an object has a key twice.
pub static DUPLICATE_KEY: Row = Row {
    id: "duplicate_key",
    label: "Duplicate key",
    help: "JSON does not define which value of a duplicate key counts. Bufferlab, like most programs, uses the last value and ignores the others. The file then seems to set a value that has no effect.",
    source: "RFC 8259 Section 4",
    check: Check::Text(duplicate_key),
};

fn duplicate_key(text: &str, findings: &mut Findings) {
    for path in duplicates(text) {
        let name = path.rsplit('.').next().unwrap_or(&path);
        findings.warn(
            visible(&path, MOST),
            format!(
                "The key \"{}\" occurs more than once; only the last value is used.",
                visible(name, MOST)
            ),
            "Remove the other values.",
        );
    }
}

/// Returns the paths of duplicate keys in a JSON text, at most [`limits::PROBLEMS`]. Keys are compared as written, so an
/// escaped form of a key counts as a different key.
#[must_use]
pub fn duplicates(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<Position<'_>> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        // All bytes with a meaning here are single characters.
        let mut length = 1;
        match (first, open.last_mut()) {
            (b'"', within) => {
                length = string_length(rest);
                if let Some(Position::Object { seen, key, is_next }) = within
                    && *is_next
                {
                    *key = rest.get(1..length - 1).unwrap_or_default();
                    if seen.insert((*key).to_owned(), Value::Null).is_some()
                        && found.len() < limits::PROBLEMS
                    {
                        found.push(path(&open));
                    }
                }
            }
            (b'{', _) => open.push(Position::new_object()),
            (b'[', _) => open.push(Position::List { index: 0 }),
            (b'}' | b']', _) => drop(open.pop()),
            (b',', Some(Position::List { index })) => *index += 1,
            (b',' | b':', Some(Position::Object { is_next, .. })) => *is_next = first == b',',
            _ => {}
        }
        if open.len() > limits::DEPTH {
            // The parser refuses such a text.
            break;
        }
        rest = rest.get(length..).unwrap_or_else(|| after_character(rest));
    }
    found
}

/// An open object or list, with the current position in it.
enum Position<'a> {
    Object {
        /// Keys so far, in a type that the engine already contains; another set type would add 3 kB to the page.
        seen: Map<String, Value>,
        /// Key that was read last.
        key: &'a str,
        /// Whether the next string is a key.
        is_next: bool,
    },
    List {
        index: usize,
    },
}

impl Position<'_> {
    fn new_object() -> Self {
        Position::Object {
            seen: Map::new(),
            key: "",
            is_next: true,
        }
    }
}

/// Returns the length in bytes of the string at the start of a text, with quotes; the whole length if it does not end.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

fn after_character(text: &str) -> &str {
    let mut characters = text.chars();
    characters.next();
    characters.as_str()
}

fn path(open: &[Position<'_>]) -> String {
    let name = |place: &Position<'_>| match place {
        Position::Object { key, .. } => (*key).to_owned(),
        Position::List { index } => index.to_string(),
    };
    open.iter().map(name).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::super::of_text;
    use super::*;
    use crate::presets::presets;

    #[test]
    fn warns_of_a_duplicate_key_with_its_path() {
        let text = r#"{ "seed": 1, "groups": [ {}, { "access": { "rate_bps": 1, "delay_s": 0, "rate_bps": 2 } } ],
                        "seed": { "seed": 3 } }"#;
        assert_eq!(duplicates(text), ["groups.1.access.rate_bps", "seed"]);
        let warnings = of_text(text);
        assert_eq!(warnings[1].path, "seed");
        assert!(warnings[1].sentence.contains("\"seed\""), "{warnings:?}");
    }

    #[test]
    fn quoted_keys_are_short_and_without_control_characters() {
        let long = "\u{1b}[2J".repeat(1000);
        let warnings = of_text(&format!(r#"{{"{long}":1,"{long}":2}}"#));
        let quoted = &warnings[0];
        for text in [&quoted.path, &quoted.sentence] {
            assert!(text.len() < 1500 && !text.contains('\u{1b}'), "{text}");
        }
    }

    #[test]
    fn same_key_in_different_objects_is_no_duplicate() {
        assert_eq!(
            duplicates(r#"[{ "a": { "a": 1 } }, { "a": "a", "b": [null, true, -1, 0.5] }]"#),
            [""; 0]
        );
        for preset in presets() {
            assert_eq!(duplicates(preset.scenario_json), [""; 0], "{}", preset.id);
        }
    }

    #[test]
    fn any_text_is_scanned_in_bounded_time_with_bounded_results() {
        assert_eq!(
            duplicates(&format!("{{{}", r#""a":1,"#.repeat(10_000))).len(),
            limits::PROBLEMS
        );
        for (text, found) in [
            ("[".repeat(1_000_000), 0),
            (r#"{"a":"#.repeat(100_000), 0),
            (r#"{"a":1,"a":2,"a""#.to_owned(), 2),
            (r#"{"a":1,"a"#.to_owned(), 0),
            ("{\"".to_owned(), 0),
            ("{\"ä".to_owned(), 0),
            (r#"]}",ä,:"\"#.to_owned(), 0),
            (r#"{"ä\"":1,"ä\"":"€"}"#.to_owned(), 1),
        ] {
            assert_eq!(duplicates(&text).len(), found);
        }
    }
}
