//! Files that a scenario names: traces of video, packets or rates.

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use bufferlab_core::scenario::Scenario;
use bufferlab_core::trace::{self, TraceError, Traces, Wanted};

use crate::Failure;

/// What is in the files at these paths, as the scenario wants it.
///
/// # Errors
/// A file that cannot be read or is not what it should be, one that the scenario does not name, and one that it
/// names and nobody has given.
pub fn read(paths: &[String], scenario: &Scenario) -> Result<Traces, Failure> {
    let wanted = scenario.files();
    let mut traces = Traces::default();
    for path in paths {
        let sha256 = trace::sha256(open(path)?).map_err(|error| told(path, &error))?;
        let here: Vec<&Wanted> = wanted.iter().filter(|file| file.sha256 == sha256).collect();
        if here.is_empty() {
            return Err(nobody_wants(path, &sha256));
        }
        for file in here {
            let read = trace::read(file.content, BufReader::new(open(path)?));
            let read = read.map_err(|error| told(path, &error))?;
            traces.add(&sha256, file.content, Arc::new(read));
        }
    }
    let is_missing = |file: &&Wanted| traces.find(&file.sha256, file.content).is_none();
    match wanted.iter().find(is_missing) {
        Some(file) => Err(Failure::input(
            &file.name,
            format!(
                "is a file that the scenario needs; give it with --trace FILE (its sha256 is {})",
                file.sha256
            ),
        )),
        None => Ok(traces),
    }
}
fn open(path: &str) -> Result<File, Failure> {
    File::open(path).map_err(|error| Failure::input(path, format!("cannot be read: {error}")))
}

fn told(path: &str, error: &TraceError) -> Failure {
    Failure::input(path, error.to_string())
}

fn nobody_wants(path: &str, sha256: &str) -> Failure {
    Failure::input(
        path,
        format!(
            "is not named by the scenario; a group plays it with \"trace\": {{ \"name\": \"…\", \"sha256\": \"{sha256}\" }} in a \
             traffic of kind video, packet_trace or rate_curve"
        ),
    )
}
