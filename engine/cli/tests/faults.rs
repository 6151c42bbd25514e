//! Faults injected: a full disk, a reader that leaves, a program killed at any moment. Nothing that was
//! written before is lost, counted in rows.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::extent::usual_or_all;
use crate::common::{Outcome, bufferlab, program};

/// What stood under a name before.
const BEFORE: &str = "what was there\n";

/// Times that a program is killed: 30 in `npm test`, 100 in `npm run test:all`.
fn times_killed() -> u64 {
    usual_or_all(30, 100)
}

/// A run whose table takes some time to grow: 2,000 rows.
const RUN: [&str; 6] = ["run", "one-flow", "--duration", "200", "--interval", "0.1"];

/// A sweep of runs that are each over soon.
const SWEEP: [&str; 10] = [
    "sweep",
    "one-flow",
    "--set",
    "duration_s=0.5",
    "--set",
    "warmup_s=0.1",
    "--over",
    "bottlenecks.r0.queue.limit_packets=2:200:200",
    "--jobs",
    "2",
];

/// A directory of its own with a file `table.csv` in it.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).expect("the temporary directory can be written");
    let path = place.join("table.csv");
    fs::write(&path, BEFORE).expect("it can be written");
    path
}

/// The files that grow beside `path`, the fullest first: two while a table is written anew, with more columns.
fn parts(path: &Path) -> Vec<PathBuf> {
    let beside = fs::read_dir(path.parent().expect("it is in a directory")).expect("it was made");
    let paths = beside.map(|file| file.expect("it can be looked at").path());
    let mut parts: Vec<PathBuf> = paths.filter(|other| other != path).collect();
    let length = |path: &PathBuf| path.metadata().map_or(0, |there| there.len());
    parts.sort_by_key(|path| std::cmp::Reverse(length(path)));
    parts
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text")
}

fn with_csv<'a>(args: &[&'a str], path: &'a Path) -> Vec<&'a str> {
    let csv = ["--csv", path.to_str().expect("a plain path")];
    args.iter().copied().chain(csv).collect()
}

/// The table of a run that nothing happens to.
fn whole(name: &str, args: &[&str]) -> String {
    let path = place(name);
    let outcome = bufferlab(&with_csv(args, &path));
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(parts(&path).is_empty(), "nothing is left beside it");
    read(&path)
}

/// The program with files of at most `kilobytes`, writing more than which is an error as on a full disk.
fn on_a_small_disk(kilobytes: u32, args: &[&str]) -> Outcome {
    let blocks = 2 * kilobytes;
    within(&format!("trap '' XFSZ; ulimit -f {blocks}"), args)
}

/// The program after a shell has set a limit.
fn within(limit: &str, args: &[&str]) -> Outcome {
    let script = format!("{limit}; exec \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_bufferlab")])
        .args(args)
        .output()
        .expect("there is a shell");
    Outcome {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A full disk ends a run and a sweep with an error; the rows that found room stay, under their name.
#[test]
fn a_full_disk_keeps_the_rows_written_before() {
    for (name, args) in [("full-run", &RUN[..]), ("full-sweep", &SWEEP[..])] {
        let whole = whole(name, args);
        let path = place(name);
        let room = 30;
        assert!(
            whole.len() > 50_000,
            "{} bytes are more than there is room for",
            whole.len()
        );
        let outcome = on_a_small_disk(room, &with_csv(args, &path));
        assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
        assert!(
            outcome.stderr.contains("cannot be written"),
            "{}",
            outcome.stderr
        );
        let kept = read(&path);
        assert!(
            whole.starts_with(&kept) && kept.ends_with('\n'),
            "whole rows from the first on"
        );
        let empty = 1024 * room as usize - kept.len();
        assert!(
            empty < 5_000,
            "{empty} bytes of {room} kB would have taken another row"
        );
        assert!(parts(&path).is_empty(), "nothing is left beside it");
    }
}

/// What cannot be copied to where it was wanted stays where it is, and the error says where.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_cannot_be_copied_stays_in_the_temporary_directory() {
    let path = place("full-device");
    let elsewhere = path.parent().expect("a directory");
    let args = with_csv(&RUN, Path::new("/dev/full"));
    let output = program(&args)
        .env("TMPDIR", elsewhere)
        .output()
        .expect("it runs");
    let message = String::from_utf8(output.stderr).expect("text");
    let kept = parts(&path).remove(0);
    assert!(message.contains(kept.to_str().expect("plain")), "{message}");
    assert_eq!(read(&kept), whole("full-device-whole", &RUN));
}

/// Results stay in the file even if standard output cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_loses_no_row_of_the_file() {
    let whole = whole("full-output-whole", &SWEEP);
    for json in [false, true] {
        let path = place("full-output");
        let mut args = with_csv(&SWEEP, &path);
        args.extend(json.then_some("--json"));
        let full = File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let outcome = program(&args).stdout(full).output().expect("it runs");
        assert_eq!(outcome.status.code(), Some(1));
        let kept = read(&path);
        // As lines of JSON it ends with the first that cannot be printed, whose row is there.
        assert!(
            whole.starts_with(&kept) && kept.lines().count() >= 2,
            "{kept}"
        );
        assert!(json || kept == whole);
    }
}

/// A reader that leaves after a line has no part in the file.
#[test]
fn a_closed_pipe_loses_no_row_of_the_file() {
    let path = place("closed-pipe");
    let mut args = with_csv(&SWEEP, &path);
    args.push("--json");
    let mut child = program(&args)
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line of JSON");
    drop(out);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(read(&path), whole("closed-pipe-whole", &SWEEP));
}

/// Whether a table may be the beginning of another; before the first row of a sweep its columns are not known.
fn begins(whole: &str, text: &str) -> bool {
    whole.starts_with(text) || text.lines().count() == 1
}

/// What is found after a kill.
struct Found {
    /// Rows that were in the growing file before the kill, as far as the file could be found.
    seen: usize,
    /// Rows that are there afterwards, in whichever file.
    left: usize,
}

/// Kills a program that writes `path` after `patience`, and holds what it leaves against the whole table.
fn killed(args: &[&str], path: &Path, patience: Duration, whole: &str) -> Found {
    let mut child = program(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let printed = child.stdout.take().expect("it is piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        BufReader::new(printed)
            .read_to_string(&mut text)
            .map(|_| text)
    });
    sleep(patience);
    let rows = |text: &str| text.matches('\n').count();
    let seen = parts(path)
        .first()
        .and_then(|part| fs::read_to_string(part).ok());
    child.kill().expect("a child");
    child.wait().expect("it was killed");
    let printed = reader.join().expect("it reads").expect("text");
    let target = read(path);
    let parts = parts(path);
    let left = match parts.first() {
        Some(part) => {
            assert_eq!(
                target, BEFORE,
                "what was there stays until the new is whole"
            );
            let text = read(part);
            assert!(begins(whole, &text), "rows as in the whole table");
            rows(&text)
        }
        None if target == BEFORE => 0,
        None => {
            assert_eq!(target, whole);
            rows(&target)
        }
    };
    for part in &parts {
        fs::remove_file(part).expect("a file");
    }
    fs::write(path, BEFORE).expect("a file");
    if args.contains(&"--json") {
        // The line of a run is printed after its row was written, below the header.
        assert!(
            rows(&printed) <= left.saturating_sub(1),
            "{} lines, {left} rows",
            rows(&printed)
        );
    }
    Found {
        seen: seen.map_or(0, |text| rows(&text)),
        left,
    }
}

/// Kills at moments spread over the run; what was written before each is there after it.
fn kills(name: &str, args: &[&str], more: &[&str]) {
    let begun = now();
    let whole = whole(&format!("{name}-whole"), args);
    let takes_ms = begun.elapsed().as_millis() as u64;
    let path = place(name);
    let mut args = with_csv(args, &path);
    args.extend(more);
    let (mut kills, mut lost, mut in_between, mut state) = (0, 0, 0, 1u64);
    // On a busy machine more kills come before the table has begun, or after its end.
    let enough = usual_or_all(2, 5);
    while kills < times_killed() || (in_between < enough && kills < 20 * times_killed()) {
        kills += 1;
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let patience = Duration::from_millis((state >> 33) % takes_ms.clamp(20, 150));
        let found = killed(&args, &path, patience, &whole);
        lost += found.seen.saturating_sub(found.left);
        in_between += u32::from(found.left > 0 && found.left < whole.lines().count());
    }
    println!("{name}: {kills} kills, {in_between} with a table begun, {lost} rows lost");
    assert_eq!(lost, 0);
    assert!(
        in_between >= enough,
        "{in_between} kills while the table grew"
    );
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test may ask how long something took"
)]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

#[test]
fn a_killed_run_loses_no_row() {
    kills(
        "killed-run",
        &["run", "one-flow", "--duration", "200", "--interval", "0.1"],
        &[],
    );
}

#[test]
fn a_killed_sweep_loses_no_row() {
    kills("killed-sweep", &SWEEP, &["--json"]);
}

/// Too little memory for the flows ends a run, a recorded run and a sweep with a sentence instead of an abort. With
/// 100 MB there is none at the start; with 300 MB the flows fit, and what they send does not.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_ends_a_run_with_a_sentence() {
    let flows = |count: &str| format!("groups.tcp.count={count}");
    let many = flows("100000");
    let place = place("little-memory");
    let table = place.to_str().expect("a plain path");
    let sweep = flows("99999,100000");
    let settings = [
        "--set",
        "duration_s=10",
        "--set",
        "warmup_s=1",
        "--set",
        "bottlenecks.r0.rate_bps=40Gb/s",
        "--set",
        "bottlenecks.r0.queue.limit_packets=100000",
        "--set",
        "groups.tcp.traffic.recovery=rack",
        "--set",
        "groups.tcp.traffic.congestion_control.kind=cubic",
    ];
    let cases: [&[&str]; 3] = [
        &["run", "one-flow", "--set", &many],
        &[
            "run", "one-flow", "--set", &many, "--watch", "99999", "--csv", table,
        ],
        &["sweep", "one-flow", "--jobs", "1", "--over", &sweep],
    ];
    for kilobytes in [100_000, 300_000] {
        for case in cases {
            let args: Vec<&str> = case.iter().chain(&settings).copied().collect();
            let outcome = within(&format!("ulimit -v {kilobytes}"), &args);
            assert_eq!(outcome.code, Some(1), "{args:?}: {}", outcome.stderr);
            let said = format!("{}{}", outcome.stdout, outcome.stderr);
            assert!(said.contains("the system has no memory left"), "{said}");
        }
    }
}
