//! Loading of scenarios and studies from a file, a preset, a link, or standard input.

use std::fs::File;
use std::io::{self, Read};

use bufferlab_core::presets::{self, presets};
use bufferlab_core::scenario::complete::{complete, parse};
use bufferlab_core::scenario::{Scenario, limits};
use bufferlab_core::study::StudyDocument;
use bufferlab_core::warnings::{self, Warning};
use serde_json::Value;

use crate::changes::Changes;
use crate::{Failure, files, link};

/// Scenario or study as JSON that is not checked yet.
#[derive(Debug)]
pub struct Document {
    /// Name of the document in messages.
    pub name: String,
    /// Content of the document.
    pub json: Value,
    /// Warnings about its text, for example duplicate keys.
    pub warnings: Vec<Warning>,
}

/// Loads a preset by its id, else a file, else a link; `-` is standard input.
///
/// # Errors
/// A source that cannot be found, read or parsed.
pub fn load(source: &str) -> Result<Document, Failure> {
    if source == "-" {
        let name = "standard input".to_owned();
        let text = read_text(io::stdin().lock(), &name)?;
        return read(name, &text);
    }
    // Of a link the system may say that it is too long for a name.
    let is_file = || std::fs::exists(source).unwrap_or(!link::looks_like_link(source));
    if presets::find(source).is_some() || !is_file() {
        return load_without_files(source);
    }
    read(source.to_owned(), &read_file(source)?)
}

/// Loads a preset by its id, else a link, for callers that have looked for a file of this name.
///
/// # Errors
/// A source that is neither, and a link that cannot be opened.
pub fn load_without_files(source: &str) -> Result<Document, Failure> {
    if let Some(preset) = presets::find(source) {
        return read(format!("preset {source}"), preset.scenario_json);
    }
    if link::looks_like_link(source) {
        let text = link::decode(source).map_err(|fault| Failure::input("link", fault.message))?;
        return read("link".to_owned(), &text);
    }
    let ids: Vec<_> = presets().iter().map(|preset| preset.id).collect();
    let message = format!(
        "there is no such file and no preset with this id; presets: {}",
        ids.join(", ")
    );
    Err(Failure::input(source, message))
}

/// Parses the content of a file or of standard input. Messages call it `name`.
///
/// # Errors
/// Bytes that are too many or no UTF-8 text, and what [`read`] does not accept.
pub fn read_bytes(name: &str, bytes: &[u8]) -> Result<Document, Failure> {
    read(name.to_owned(), &read_text(bytes, name)?)
}

/// Parses the text of a scenario or a study. Messages call it `name`.
///
/// # Errors
/// Text that is not JSON, too long or nested too deeply.
pub fn read(name: String, text: &str) -> Result<Document, Failure> {
    // Some editors write a byte-order mark at the start of a file.
    let text = text.trim_start_matches('\u{feff}');
    let json = parse(text).map_err(|problems| Failure::Input {
        about: name.clone(),
        problems,
    })?;
    let warnings = warnings::of_text(text);
    Ok(Document {
        name,
        json,
        warnings,
    })
}

/// Creates the scenario of a document with all changes, and with the files at these paths. The check follows after all
/// changes, so that one change may correct another one.
///
/// # Errors
/// A study instead of a scenario; problems of the scenario and of the changes; missing files.
pub fn scenario(
    document: Document,
    changes: &Changes,
    traces: &[String],
) -> Result<Scenario, Failure> {
    let Document { name, json, .. } = document;
    if StudyDocument::describes(&json) {
        return Err(Failure::input(
            &name,
            "is a study of many runs; run it with a sweep, since a single run takes a scenario",
        ));
    }
    let about = |problems| Failure::Input {
        about: name.clone(),
        problems,
    };
    let complete = complete(json).map_err(about)?;
    let patches = changes.patches(&complete)?;
    let mut scenario = Scenario::from_document(complete, &patches).map_err(about)?;
    scenario.attach(&files::read(traces, &scenario)?);
    Ok(scenario)
}

fn read_file(path: &str) -> Result<String, Failure> {
    let file = File::open(path).map_err(|error| cannot_open(path, &error))?;
    let metadata = file.metadata().map_err(|error| cannot_open(path, &error))?;
    if metadata.is_dir() {
        return Err(Failure::input(
            path,
            "is a directory; give the scenario file in it",
        ));
    }
    if metadata.len() > limits::SCENARIO_BYTES as u64 {
        return Err(too_long(path));
    }
    read_text(file, path)
}

/// Reads at most the largest size of a scenario, since the length of devices and pipes is not known in advance.
fn read_text(from: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    from.take(limits::SCENARIO_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::input(name, format!("cannot be read: {error}")))?;
    if bytes.len() > limits::SCENARIO_BYTES {
        return Err(too_long(name));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::input(name, "is not UTF-8 text; a scenario is a JSON file"))
}

fn cannot_open(path: &str, error: &io::Error) -> Failure {
    Failure::input(path, format!("cannot be read: {error}"))
}

fn too_long(name: &str) -> Failure {
    let message = format!(
        "is longer than {} bytes, the largest size of a scenario",
        limits::SCENARIO_BYTES
    );
    Failure::input(name, message)
}
