//! Warnings on standard error: each is said once, as soon as it is known.

use bufferlab_core::spec::problem::visible;
use bufferlab_core::warnings::Warning;

use serde_json::{Value, json};

use crate::say;
use crate::sheet::cell;

/// What has been said so far.
#[derive(Default)]
pub struct Said(Vec<Warning>);

impl Said {
    /// Says those of `warnings` that have not been said.
    pub fn say(&mut self, warnings: Vec<Warning>) {
        for warning in warnings {
            if !self.0.contains(&warning) {
                say(&text(&warning));
                self.0.push(warning);
            }
        }
    }

    /// All of it.
    pub fn all(&self) -> &[Warning] {
        &self.0
    }
}

/// The warnings of the runs of a sweep, each once, with the number of runs that gave it.
#[derive(Default)]
pub struct Counted(Vec<(Value, u64)>);

impl Counted {
    /// Counts those of the line of one run, once where one speaks of several figures of a thing.
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

    /// Says them, of `runs` runs.
    pub fn say(&self, runs: u64) {
        for (warning, of) in &self.0 {
            let [id, path, sentence, remedy] =
                ["id", "path", "sentence", "remedy"].map(|name| cell(&warning[name]));
            let mend = mending(&warning["fix"]);
            let said = shown(&format!("[{id}] {path}: {sentence} {remedy}{mend}"));
            say(&format!("{said} (In {of} of {runs} runs.)"));
        }
    }
}

/// Whether two runs warn of the same thing, with whatever figures.
fn is_same(a: &Value, b: &Value) -> bool {
    a["id"] == b["id"] && a["path"] == b["path"]
}

/// Most characters of a line.
const MOST: usize = 2_000;

fn text(warning: &Warning) -> String {
    let Warning {
        id,
        path,
        sentence,
        remedy,
        fix,
    } = warning;
    let mend = fix.as_ref().map(|fix| mending(&json!(fix)));
    let mend = mend.unwrap_or_default();
    shown(&format!("[{id}] {path}: {sentence} {remedy}{mend}"))
}

/// The options that make the changes of a fix, after a space; nothing without one.
fn mending(fix: &Value) -> String {
    let patches = fix["patches"].as_array();
    let options = patches.into_iter().flatten().map(|patch| {
        let value = match &patch["value"] {
            Value::String(word) => word.clone(),
            Value::Object(_) | Value::Array(_) => format!("'{}'", patch["value"]),
            value => value.to_string(),
        };
        format!(" --set {}={value}", cell(&patch["path"]))
    });
    let options: String = options.collect();
    if options.is_empty() {
        options
    } else {
        format!(" For instance:{options}")
    }
}

/// One line. Names out of a stranger's file may not command the terminal.
fn shown(warning: &str) -> String {
    visible(&format!("bufferlab: warning {warning}"), MOST)
}
