//! Runs the fuzz targets on stable Rust for a few seconds, with the corpus, the findings and new inputs.
//!
//! More or other inputs: `FUZZ_CASES=100000 FUZZ_SEED=2 cargo test -p bufferlab-fuzz --test loop`. A failing input is
//! written to a file, which the message names; `src/lib.rs` explains what to do with it.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bufferlab_fuzz::experiment::Experiment;
use bufferlab_fuzz::mutate::{Chance, mutated};
use bufferlab_fuzz::{TARGETS, Target, dictionary, try_experiment};

/// Longest time of an input: a hundred times the usual one.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Number of tries for an input to keep within the limit, since a busy machine may take the processor away.
const TRIES: u32 = 4;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Returns the files of a folder with their content, in alphabetical order.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let listed = std::fs::read_dir(folder).expect("the folder is in the source tree");
    let mut paths: Vec<_> = listed
        .map(|file| file.expect("it can be read").path())
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("it can be read");
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

fn corpus(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    files(&folder("corpus").join(target.name))
}

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().expect("a whole number"))
}

/// Checks an input. A failing input is written to a file.
fn try_input(target: &Target, input: &[u8]) {
    let fault = match within_limit(|| catch_unwind(|| (target.try_bytes)(input))) {
        Ok(Ok(())) => return,
        Ok(Err(_)) => "fails, see above".to_owned(),
        Err(took) => format!("takes {took:?}"),
    };
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-finding", target.name));
    std::fs::write(&path, input).expect("the temporary directory can be written");
    panic!(
        "{} {fault}; the input is in {}",
        target.name,
        path.display()
    );
}

/// Returns the result of work that keeps within the limit at one of several tries, or the time of the last try.
fn within_limit<T>(work: impl Fn() -> T) -> Result<T, Duration> {
    let mut last = Duration::ZERO;
    for _ in 0..TRIES {
        let (done, took) = timed(&work);
        if took < TIME_LIMIT {
            return Ok(done);
        }
        last = took;
    }
    Err(last)
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask how long something took"
)]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = std::time::Instant::now();
    let done = work();
    (done, start.elapsed())
}

fn new_inputs_hold(target: &Target, usual: u64) {
    let words = dictionary::words();
    let corpus: Vec<_> = corpus(target).into_iter().map(|(_, input)| input).collect();
    let mut chance = Chance::new(number("FUZZ_SEED", 1));
    for _ in 0..number("FUZZ_CASES", usual) {
        try_input(target, &mutated(&mut chance, &corpus, &words));
    }
}

#[test]
fn inputs_of_the_corpus_hold() {
    for target in &TARGETS {
        let corpus = corpus(target);
        assert!(
            corpus.len() >= 5,
            "{} inputs of {}",
            corpus.len(),
            target.name
        );
        corpus
            .iter()
            .for_each(|(_, input)| try_input(target, input));
    }
}

#[test]
fn fixed_findings_stay_fixed() {
    for (path, text) in files(&folder("findings")) {
        let text = String::from_utf8(text).expect("text");
        let experiment = Experiment::from_json(&text);
        let experiment =
            experiment.unwrap_or_else(|| panic!("{} is no experiment", path.display()));
        println!("{}", path.display());
        within_limit(|| try_experiment(&experiment)).expect("it is fast");
    }
}

#[test]
fn new_documents_hold() {
    new_inputs_hold(&TARGETS[0], 1_500);
}

#[test]
fn new_patches_hold() {
    new_inputs_hold(&TARGETS[1], 1_000);
}

#[test]
fn new_runs_hold() {
    new_inputs_hold(&TARGETS[2], 500);
}

#[test]
fn new_studies_hold() {
    new_inputs_hold(&TARGETS[3], 400);
}

#[test]
fn new_files_hold() {
    for target in &TARGETS[4..10] {
        new_inputs_hold(target, 3_000);
    }
}

#[test]
fn new_measured_runs_hold() {
    new_inputs_hold(&TARGETS[12], 3_000);
}

#[test]
fn new_imports_hold() {
    for target in &TARGETS[13..15] {
        new_inputs_hold(target, 3_000);
    }
}

#[test]
fn new_goals_hold() {
    new_inputs_hold(&TARGETS[10], 3_000);
}

/// A target that could not fail would prove nothing.
#[test]
fn a_violated_property_is_detected() {
    let broken = Target {
        try_bytes: |bytes| assert!(!bytes.contains(&b'}'), "a brace"),
        ..TARGETS[0]
    };
    assert!(catch_unwind(|| new_inputs_hold(&broken, 10)).is_err());
}
