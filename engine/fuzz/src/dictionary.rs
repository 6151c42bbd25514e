//! Words of the format from the catalog, which a mutator of bytes would hardly find.

use bufferlab_core::scenario::catalog;
use serde_json::Value;

/// Fragments of JSON that the catalog does not contain.
const JSON: &[&str] = &[
    "null",
    "true",
    "false",
    "{}",
    "[]",
    ":{\"",
    "\":[",
    ",\"",
    "1e9",
    "0.5",
    "-1",
    "1e-12",
    "9007199254740991",
    "\"uniform\":[",
    "\"exponential\":",
    "\"pareto\":[",
    "\"list\":[",
    "\"at_s\":",
    "\"set\":[{\"path\":\"",
    "\"value\":",
    "\"scenario\":",
    "\"acts\":[",
    "{\"edit\":[",
    "\"kind\":\"",
    "groups.g0.",
    "bottlenecks.r0.",
    "{\"at_least\":[\"",
    "{\"at_most\":[\"",
    "{\"all\":[",
    "{\"near\":{\"of\":\"",
    "\"within\":",
    "utilization\",\"",
    " packets",
    " ms",
    " %",
];

/// Returns names of fields, kinds and choices, and fragments of JSON.
#[must_use]
pub fn words() -> Vec<String> {
    let catalog = catalog::catalog();
    let mut words: Vec<String> = JSON.iter().map(|&piece| piece.to_owned()).collect();
    let sections = catalog["sections"].as_object().into_iter().flatten();
    for (id, section) in sections {
        words.extend(id.rsplit_once('.').map(|(_, kind)| quoted(kind)));
        for param in section["params"].as_array().into_iter().flatten() {
            words.extend(param["name"].as_str().map(quoted));
            let options = param["kind"]["options"].as_array().into_iter().flatten();
            words.extend(options.filter_map(|option| option["id"].as_str().map(quoted)));
        }
    }
    words.sort();
    words.dedup();
    words
}

/// Returns the words in the format of libFuzzer, one per line.
#[must_use]
pub fn to_text() -> String {
    let lines = words()
        .into_iter()
        .map(|word| Value::String(word).to_string() + "\n");
    let head =
        "# The words of the format. Made from the catalog: BLESS=1 cargo test -p bufferlab-fuzz\n";
    head.to_owned() + &lines.collect::<String>()
}

fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_dictionary_matches_the_catalog() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/catalog.dict");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, to_text()).expect("the source tree can be written");
        }
        let kept = std::fs::read_to_string(path).expect("it is in the source tree");
        assert!(
            kept == to_text(),
            "the catalog has changed: BLESS=1 cargo test -p bufferlab-fuzz"
        );
    }

    #[test]
    fn fields_kinds_and_choices_are_words() {
        for word in ["limit_packets", "drop_tail", "cubic", "forward"] {
            assert!(words().contains(&quoted(word)), "{word}");
        }
    }
}
