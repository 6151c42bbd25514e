//! What must hold for any input, as functions of plain bytes.
//!
//! Each [`Target`] takes any bytes at all and panics where a promise of ARCHITECTURE.md ("What must stay
//! true") is broken. Three drive them:
//!
//! - `cargo test -p bufferlab-fuzz` on stable, for some seconds: every input kept in `corpus/` and
//!   `findings/`, and fresh ones made from those by a seeded mutator (more of them with `FUZZ_CASES=100000`,
//!   others with `FUZZ_SEED=2`);
//! - `cargo +nightly fuzz run <target> -- -max_total_time=600` in this folder, guided by coverage (cargo-fuzz;
//!   `fuzz/` holds a line per target, and `fuzz/catalog.dict` the words of the format);
//! - whoever has an input in hand: `cargo run -p bufferlab-fuzz --example show -- run <file>` prints the
//!   experiment it stands for, which goes to `findings/` and stays there once it is mended.

pub mod bytes;
pub mod dictionary;
pub mod document;
pub mod draw;
pub mod experiment;
pub mod mutate;
pub mod nonsense;
pub mod run;
pub mod study;
pub mod trace;

use bytes::Bytes;
use experiment::Experiment;

/// Something to be tried with any bytes.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name here and for cargo-fuzz.
    pub name: &'static str,
    /// Panics where something does not hold.
    pub try_bytes: fn(&[u8]),
    /// The experiment that bytes stand for, if they stand for any.
    pub read: fn(&[u8]) -> Option<Experiment>,
}

/// All targets.
pub const TARGETS: [Target; 10] = [
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
    Target {
        name: "study",
        try_bytes: study::holds,
        read: |_| None,
    },
    of_file("video", trace::video),
    of_file("packets", trace::packets),
    of_file("rates", trace::rates),
    of_file("vectors", trace::vectors),
    of_file("pcap", trace::capture),
    of_file("pcapng", trace::capture),
];

/// A parser of files: two of them share a reader, whose inputs are better kept apart.
const fn of_file(name: &'static str, try_bytes: fn(&[u8])) -> Target {
    Target {
        name,
        try_bytes,
        read: |_| None,
    }
}

/// Bytes as the text of a document: parsed, completed, shortened, written and read again. It may be that of an
/// [`Experiment`], whose edits then are made too.
pub fn try_document(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    document::reads(text);
    if let Some(experiment) = Experiment::from_json(text) {
        document::holds(&experiment);
    }
}

/// Bytes as the choices of an experiment, of which the document is changed but not run.
pub fn try_patches(bytes: &[u8]) {
    document::holds(&draw::experiment(&mut Bytes::new(bytes)));
}

/// Bytes as the choices of an experiment, which is run.
pub fn try_run(bytes: &[u8]) {
    run::holds(&draw::experiment(&mut Bytes::new(bytes)));
}

/// All that must hold for an experiment.
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
