//! Warnings as the program prints them.

use bufferlab_core::spec::problem::visible;
use bufferlab_core::warnings::Warning;
use serde_json::{Value, json};

use crate::table::cell_text;

/// Returns a warning as the program prints it, on one line.
#[must_use]
pub fn text(warning: &Warning) -> String {
    let Warning {
        id,
        path,
        sentence,
        remedy,
        fix,
    } = warning;
    let fix = fix.as_ref().map(|fix| fix_options(&json!(fix)));
    let fix = fix.unwrap_or_default();
    printable(&format!("[{id}] {path}: {sentence} {remedy}{fix}"))
}

/// Returns the options that apply a fix, after a space; empty if there is no fix.
#[must_use]
pub fn fix_options(fix: &Value) -> String {
    let patches = fix["patches"].as_array();
    let options = patches.into_iter().flatten().map(|patch| {
        let value = match &patch["value"] {
            Value::String(word) => word.clone(),
            Value::Object(_) | Value::Array(_) => format!("'{}'", patch["value"]),
            value => value.to_string(),
        };
        format!(" --set {}={value}", cell_text(&patch["path"]))
    });
    let options: String = options.collect();
    if options.is_empty() {
        options
    } else {
        format!(" For example:{options}")
    }
}

/// Returns the warning as one line without control characters, which ids in a scenario file could contain.
#[must_use]
pub fn printable(warning: &str) -> String {
    visible(&format!("bufferlab: warning {warning}"), MAX_CHARACTERS)
}

/// Largest number of characters in a printed warning.
const MAX_CHARACTERS: usize = 2_000;
