//! The targets on stable, for some seconds: kept inputs, findings, and fresh inputs made from both.
//!
//! More, or others: `FUZZ_CASES=100000 FUZZ_SEED=2 cargo test -p bufferlab-fuzz --test loop`. An input that fails
//! is written to a file, whose name the message says; what to do with it says `src/lib.rs`.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bufferlab_fuzz::experiment::Experiment;
use bufferlab_fuzz::mutate::{Chance, mutated};
use bufferlab_fuzz::{TARGETS, Target, dictionary, try_experiment};

/// Longest time that an input may take: a hundred times the usual, so that a busy machine is no finding.
const PATIENCE: Duration = Duration::from_secs(10);

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder in the order of their names, each with what it holds.
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

fn kept(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    files(&folder("corpus").join(target.name))
}

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().expect("a whole number"))
}

/// Tries an input; one that fails is written down.
fn try_input(target: &Target, input: &[u8]) {
    let fault = match timed(|| catch_unwind(|| (target.try_bytes)(input))) {
        (Err(_), _) => "fails, as said above".to_owned(),
        (Ok(()), took) if took >= PATIENCE => format!("takes {took:?}"),
        _ => return,
    };
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-finding", target.name));
    std::fs::write(&path, input).expect("the temporary directory can be written");
    panic!(
        "{} {fault}; the input is in {}",
        target.name,
        path.display()
    );
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask how long something took"
)]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = std::time::Instant::now();
    let done = work();
    (done, begun.elapsed())
}

fn fresh_inputs_hold(target: &Target, usual: u64) {
    let words = dictionary::words();
    let kept: Vec<_> = kept(target).into_iter().map(|(_, input)| input).collect();
    let mut chance = Chance::new(number("FUZZ_SEED", 1));
    for _ in 0..number("FUZZ_CASES", usual) {
        try_input(target, &mutated(&mut chance, &kept, &words));
    }
}

#[test]
fn kept_inputs_hold() {
    for target in &TARGETS {
        let kept = kept(target);
        assert!(kept.len() >= 5, "{} inputs of {}", kept.len(), target.name);
        kept.iter().for_each(|(_, input)| try_input(target, input));
    }
}

#[test]
fn findings_stay_mended() {
    for (path, text) in files(&folder("findings")) {
        let text = String::from_utf8(text).expect("text");
        let experiment = Experiment::from_json(&text);
        let experiment =
            experiment.unwrap_or_else(|| panic!("{} is no experiment", path.display()));
        println!("{}", path.display());
        let ((), took) = timed(|| try_experiment(&experiment));
        assert!(took < PATIENCE, "{took:?}");
    }
}

#[test]
fn fresh_documents_hold() {
    fresh_inputs_hold(&TARGETS[0], 1_500);
}

#[test]
fn fresh_patches_hold() {
    fresh_inputs_hold(&TARGETS[1], 1_000);
}

#[test]
fn fresh_runs_hold() {
    fresh_inputs_hold(&TARGETS[2], 500);
}

#[test]
fn fresh_studies_hold() {
    fresh_inputs_hold(&TARGETS[3], 400);
}

#[test]
fn fresh_files_hold() {
    for target in &TARGETS[4..] {
        fresh_inputs_hold(target, 3_000);
    }
}

/// A promise that is broken is noticed: a target that cannot fail would prove nothing.
#[test]
fn a_broken_promise_is_noticed() {
    let broken = Target {
        try_bytes: |bytes| assert!(!bytes.contains(&b'}'), "a brace"),
        ..TARGETS[0]
    };
    assert!(catch_unwind(|| fresh_inputs_hold(&broken, 10)).is_err());
}
