//! Fuzz targets: properties that must hold for any input, as functions of bytes.
//!
//! Each [`Target`] accepts any bytes and panics if an invariant of ARCHITECTURE.md ("What must stay true") is violated.
//! There are three ways to run them:
//!
//! - `cargo test -p bufferlab-fuzz` on stable Rust, for a few seconds: all inputs of `corpus/` and `findings/`, and new
//!   inputs from a seeded mutator (more with `FUZZ_CASES=100000`, others with `FUZZ_SEED=2`);
//! - `cargo +nightly fuzz run <target> -- -max_total_time=600` in this folder, guided by coverage (cargo-fuzz;
//!   `fuzz/` has a line per target, and `fuzz/catalog.dict` the words of the format);
//! - `cargo run -p bufferlab-fuzz --example show -- run <file>` for a single input. It prints the experiment of the input,
//!   which is added to `findings/` and stays there after the fix.

pub mod bytes;
pub mod dictionary;
pub mod document;
pub mod draw;
pub mod experiment;
pub mod goal;
pub mod import;
pub mod mutate;
pub mod nonsense;
pub mod run;
pub mod study;
pub mod trace;

use bytes::Bytes;
use experiment::Experiment;

/// Property to check with any bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name of the target, the same in cargo-fuzz.
    pub name: &'static str,
    /// Function that panics if the property does not hold.
    pub try_bytes: fn(&[u8]),
    /// Function that returns the experiment of an input, if the input has one.
    pub read: fn(&[u8]) -> Option<Experiment>,
}

/// List of all targets.
pub const TARGETS: [Target; 15] = [
    Target {
        name: "document",
        try_bytes: try_document,
        read: read_text,
    },
    Target {
        name: "patches",
        try_bytes: try_patches,
        read: read_bytes,
    },
    Target {
        name: "run",
        try_bytes: try_run,
        read: read_bytes,
    },
    of_bytes("study", study::holds),
    of_bytes("video", trace::video),
    of_bytes("packets", trace::packets),
    of_bytes("rates", trace::rates),
    of_bytes("opportunities", trace::opportunities),
    of_bytes("vectors", trace::vectors),
    of_bytes("pcap", trace::capture),
    of_bytes("pcapng", trace::capture),
    of_bytes("goal", goal::holds),
    of_bytes("measured", trace::measured),
    of_bytes("tc", import::holds),
    of_bytes("sonic", import::holds),
];

/// Creates the target of a parser whose inputs are no experiments. The parsers of captures share a reader but have separate
/// inputs.
const fn of_bytes(name: &'static str, try_bytes: fn(&[u8])) -> Target {
    Target {
        name,
        try_bytes,
        read: |_| None,
    }
}

/// Checks bytes as the text of a document, which is parsed, completed, shortened, written and read again. The edits of an
/// [`Experiment`] are made too.
pub fn try_document(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    document::reads(text);
    if let Some(experiment) = Experiment::from_json(text) {
        document::holds(&experiment);
    }
}

/// Checks bytes as the choices of an experiment, without a run.
pub fn try_patches(bytes: &[u8]) {
    document::holds(&draw::experiment(&mut Bytes::new(bytes)));
}

/// Checks bytes as the choices of an experiment, and runs it.
pub fn try_run(bytes: &[u8]) {
    run::holds(&draw::experiment(&mut Bytes::new(bytes)));
}

/// Checks all properties of an experiment.
pub fn try_experiment(experiment: &Experiment) {
    document::holds(experiment);
    run::holds(experiment);
}

fn read_text(bytes: &[u8]) -> Option<Experiment> {
    Experiment::from_json(std::str::from_utf8(bytes).ok()?)
}

fn read_bytes(bytes: &[u8]) -> Option<Experiment> {
    Some(draw::experiment(&mut Bytes::new(bytes)))
}
