//! Trace files to which a scenario refers: frames of video, packets or rates.

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;

use bufferlab_core::scenario::Scenario;
use bufferlab_core::trace::{self, FileRequest, TraceError, Traces};

use crate::Failure;

/// Reads the files at these paths in the formats that the scenario expects.
///
/// # Errors
/// An unreadable or invalid file, a file to which the scenario does not refer, and a missing file.
pub fn read(paths: &[String], scenario: &Scenario) -> Result<Traces, Failure> {
    let wanted = scenario.files();
    let mut traces = Traces::default();
    for path in paths {
        let sha256 = trace::sha256(open(path)?).map_err(|error| invalid(path, &error))?;
        let here: Vec<&FileRequest> = wanted.iter().filter(|file| file.sha256 == sha256).collect();
        if here.is_empty() {
            return Err(not_referenced(path, &sha256));
        }
        for file in here {
            let read = trace::read(file.reading(), BufReader::new(open(path)?));
            let read = read.map_err(|error| invalid(path, &error))?;
            traces.add(&sha256, file.reading(), Arc::new(read));
        }
    }
    let is_missing = |file: &&FileRequest| traces.find(&file.sha256, file.reading()).is_none();
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

fn invalid(path: &str, error: &TraceError) -> Failure {
    Failure::input(path, error.to_string())
}

fn not_referenced(path: &str, sha256: &str) -> Failure {
    Failure::input(
        path,
        format!(
            "is not named by the scenario; a group plays it with \"trace\": {{ \"name\": \"…\", \"sha256\": \"{sha256}\" }} in a \
             traffic of kind video, packet_trace or rate_curve"
        ),
    )
}
