//! Warnings on standard error. Each is printed once, as soon as it is known.

use bufferlab_core::warnings::Warning;
use bufferlab_native::warnings::{fix_options, printable, text};
use serde_json::Value;

use crate::print_message;
use crate::table::cell_text;

/// Warnings that were printed so far.
#[derive(Default)]
pub struct PrintedWarnings {
    all: Vec<Warning>,
    silent: bool,
}

impl PrintedWarnings {
    /// Returns a list that prints nothing.
    #[cfg(target_os = "linux")]
    pub fn silent() -> PrintedWarnings {
        PrintedWarnings {
            silent: true,
            ..PrintedWarnings::default()
        }
    }

    /// Prints the warnings that were not printed before.
    pub fn print(&mut self, warnings: Vec<Warning>) {
        for warning in warnings {
            if !self.all.contains(&warning) {
                if !self.silent {
                    print_message(&text(&warning));
                }
                self.all.push(warning);
            }
        }
    }

    /// Returns all warnings printed so far, in order.
    pub fn all(&self) -> &[Warning] {
        &self.all
    }
}

/// Warnings of the runs of a sweep, each with the number of runs that gave it.
#[derive(Default)]
pub struct WarningCounts(Vec<(Value, u64)>);

impl WarningCounts {
    /// Counts the warnings in the line of one run. Warnings with equal id and path count once.
    pub fn count(&mut self, line: &Value) {
        let warnings = line["summary"]["warnings"].as_array();
        let warnings = warnings.map_or(&[][..], |warnings| warnings);
        for (i, warning) in warnings.iter().enumerate() {
            if warnings[..i].iter().any(|before| is_same(before, warning)) {
                continue;
            }
            match self.0.iter_mut().find(|(known, _)| is_same(known, warning)) {
                Some((_, runs)) => *runs += 1,
                None => self.0.push((warning.clone(), 1)),
            }
        }
    }

    /// Removes the warnings that fewer than a tenth of `runs` runs gave.
    pub fn keep_common(&mut self, runs: u64) {
        self.0.retain(|&(_, of)| 10 * of >= runs);
    }

    /// Prints the warnings with their share of `runs` runs.
    pub fn print(&self, runs: u64) {
        for (warning, of) in &self.0 {
            let [id, path, sentence, remedy] =
                ["id", "path", "sentence", "remedy"].map(|name| cell_text(&warning[name]));
            let fix = fix_options(&warning["fix"]);
            let text = printable(&format!("[{id}] {path}: {sentence} {remedy}{fix}"));
            print_message(&format!("{text} (In {of} of {runs} runs.)"));
        }
    }
}

/// Returns true if two warnings have the same id and path; their numbers may differ.
fn is_same(a: &Value, b: &Value) -> bool {
    a["id"] == b["id"] && a["path"] == b["path"]
}
