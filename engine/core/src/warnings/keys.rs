//! Keys that stand twice in an object: of two values only the last is read.
//!
//! RFC 8259 leaves open what becomes of the others, and parsers, ours included, drop them without a word; so
//! the text is walked once more. That it is JSON is for the parser to say: here nothing is understood but what
//! opens, closes and names. (A visitor of serde's would be a second parser, 3 kB of the page's engine.)

use serde_json::{Map, Value};

use super::{Finds, Look, Row};
use crate::scenario::limits;
use crate::spec::problem::visible;

/// Most characters that are quoted of a key, and of a path.
const MOST: usize = 200;

/// A key stands twice.
pub static DUPLICATE_KEY: Row = Row {
    id: "duplicate_key",
    label: "A key that stands twice",
    help: "JSON does not say what becomes of a key that an object has twice. Here, as in most programs, the last value counts and the others are gone without a trace, so that a scenario says something that does not happen.",
    source: "RFC 8259 Section 4",
    look: Look::Text(duplicate_key),
};

fn duplicate_key(text: &str, finds: &mut Finds) {
    for path in duplicates(text) {
        let name = path.rsplit('.').next().unwrap_or(&path);
        finds.warn(
            visible(&path, MOST),
            format!(
                "The key \"{}\" stands more than once; only the last value counts.",
                visible(name, MOST)
            ),
            "Remove all but one.",
        );
    }
}

/// Paths of the keys that an object of a JSON text has already, at most as many as problems are reported. Keys
/// are compared as they are written: one of them with an escape in it is another.
#[must_use]
pub fn duplicates(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<Place<'_>> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.bytes().next() {
        // Every byte that means something is a character of its own.
        let mut length = 1;
        match (first, open.last_mut()) {
            (b'"', within) => {
                length = string_length(rest);
                if let Some(Place::Object { seen, key, is_next }) = within
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
            (b'{', _) => open.push(Place::new_object()),
            (b'[', _) => open.push(Place::List { index: 0 }),
            (b'}' | b']', _) => drop(open.pop()),
            (b',', Some(Place::List { index })) => *index += 1,
            (b',' | b':', Some(Place::Object { is_next, .. })) => *is_next = first == b',',
            _ => {}
        }
        if open.len() > limits::DEPTH {
            // Nobody reads such a text.
            break;
        }
        rest = rest.get(length..).unwrap_or_else(|| after_character(rest));
    }
    found
}

/// An object or a list that the walk is in, and where in it.
enum Place<'a> {
    Object {
        /// Keys so far; a map that the engine has anyway, since another kind of set is 3 kB of the page's.
        seen: Map<String, Value>,
        /// The latest one.
        key: &'a str,
        /// Whether a key comes next, rather than a value.
        is_next: bool,
    },
    List {
        index: usize,
    },
}

impl Place<'_> {
    fn new_object() -> Self {
        Place::Object {
            seen: Map::new(),
            key: "",
            is_next: true,
        }
    }
}

/// Length in bytes of the string that a text begins with, its quotes included; all of a text that ends before.
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

fn path(open: &[Place<'_>]) -> String {
    let name = |place: &Place<'_>| match place {
        Place::Object { key, .. } => (*key).to_owned(),
        Place::List { index } => index.to_string(),
    };
    open.iter().map(name).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::super::of_text;
    use super::*;
    use crate::presets::presets;

    #[test]
    fn a_key_that_stands_twice_is_told_with_its_path() {
        let text = r#"{ "seed": 1, "groups": [ {}, { "access": { "rate_bps": 1, "delay_s": 0, "rate_bps": 2 } } ],
                        "seed": { "seed": 3 } }"#;
        assert_eq!(duplicates(text), ["groups.1.access.rate_bps", "seed"]);
        let warnings = of_text(text);
        assert_eq!(warnings[1].path, "seed");
        assert!(warnings[1].sentence.contains("\"seed\""), "{warnings:?}");
    }

    #[test]
    fn what_is_quoted_of_a_strangers_text_is_short_and_commands_nothing() {
        let long = "\u{1b}[2J".repeat(1000);
        let warnings = of_text(&format!(r#"{{"{long}":1,"{long}":2}}"#));
        let quoted = &warnings[0];
        for text in [&quoted.path, &quoted.sentence] {
            assert!(text.len() < 1500 && !text.contains('\u{1b}'), "{text}");
        }
    }

    #[test]
    fn the_same_key_in_different_objects_is_no_duplicate() {
        assert_eq!(
            duplicates(r#"[{ "a": { "a": 1 } }, { "a": "a", "b": [null, true, -1, 0.5] }]"#),
            [""; 0]
        );
        for preset in presets() {
            assert_eq!(duplicates(preset.scenario_json), [""; 0], "{}", preset.id);
        }
    }

    #[test]
    fn nothing_that_can_be_written_takes_long_or_goes_on_without_end() {
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
