//! Where a scenario comes from: a file, a preset, a link, or standard input.

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

/// A scenario, or a study, that is JSON but not checked yet.
#[derive(Debug)]
pub struct Document {
    /// What to call it in messages.
    pub name: String,
    /// Its JSON.
    pub json: Value,
    /// What was lost in reading it.
    pub warnings: Vec<Warning>,
}

/// Finds what `wanted` names: a preset, else a file, else a link; `-` is standard input.
///
/// # Errors
/// What cannot be found, read or parsed, saying what was looked for.
pub fn load(wanted: &str) -> Result<Document, Failure> {
    let (name, text) = if wanted == "-" {
        let name = "standard input".to_owned();
        let text = read_text(io::stdin().lock(), &name)?;
        (name, text)
    } else if let Some(preset) = presets::find(wanted) {
        (format!("preset {wanted}"), preset.scenario_json.to_owned())
    } else if !std::fs::exists(wanted).unwrap_or(false) && link::looks_like_link(wanted) {
        let text = link::decode(wanted).map_err(|fault| Failure::input("link", fault.message))?;
        ("link".to_owned(), text)
    } else {
        (wanted.to_owned(), read_file(wanted)?)
    };
    read(name, &text)
}

/// Reads the text of a scenario or a study, called `name` in messages.
///
/// # Errors
/// Text that is not JSON, too long or nested too deeply.
pub fn read(name: String, text: &str) -> Result<Document, Failure> {
    // Some editors begin a file with a byte-order mark.
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

/// The scenario of a document with all changes made before anything is checked, so that a change can mend what
/// another breaks, and with the files at these paths.
///
/// # Errors
/// A study, which holds many runs; problems of the scenario and of its changes; files that are missing.
pub fn scenario(
    document: Document,
    changes: &Changes,
    traces: &[String],
) -> Result<Scenario, Failure> {
    let Document { name, json, .. } = document;
    if StudyDocument::describes(&json) {
        return Err(Failure::input(
            &name,
            "is a study of many runs, which a sweep makes; a single run takes a scenario",
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

/// Reads at most what a scenario may have: devices and pipes do not say their length beforehand.
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
    if error.kind() == io::ErrorKind::NotFound {
        let ids: Vec<_> = presets().iter().map(|preset| preset.id).collect();
        let message = format!(
            "there is no such file, and no preset of that name; presets: {}",
            ids.join(", ")
        );
        return Failure::input(path, message);
    }
    Failure::input(path, format!("cannot be read: {error}"))
}

fn too_long(name: &str) -> Failure {
    let message = format!(
        "is longer than {} bytes, the most a scenario may have",
        limits::SCENARIO_BYTES
    );
    Failure::input(name, message)
}
