//! Time series written to a file: nothing is lost, whatever ends the run.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::common::{bufferlab, file, program};

/// A directory of its own with a file `series.csv` in it.
fn place(name: &str) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).expect("the temporary directory can be written");
    std::fs::write(place.join("series.csv"), "what was there\n").expect("it can be written");
    place.join("series.csv")
}

/// The files in the directory of `path`, but for `path`.
fn others(path: &Path) -> Vec<PathBuf> {
    let beside = path.parent().expect("it is in one");
    let files = std::fs::read_dir(beside).expect("it was made above");
    let paths = files.map(|file| file.expect("it can be looked at").path());
    paths.filter(|other| other != path).collect()
}

fn is_a_table(text: &str) -> usize {
    let columns = |line: &str| line.split(',').count();
    let header = text.lines().next().expect("a header");
    assert!(header.starts_with("time [s],"), "{header}");
    let rows = text.lines().skip(1);
    assert!(rows.clone().all(|row| columns(row) == columns(header)));
    rows.count()
}

/// Killed on the way, a run leaves what was there before as it was, and the rows so far beside it. They are
/// on the disk, not in memory: a second of `anomaly` takes 1,000 rows of 3 kB.
#[test]
fn a_killed_run_leaves_its_rows() {
    let path = place("killed");
    let args = [
        "run",
        "anomaly",
        "--duration",
        "1e5",
        "--interval",
        "0.2",
        "--csv",
    ];
    let mut child = program(&args)
        .arg(&path)
        .spawn()
        .expect("the program was built for this test");
    let rows = || {
        others(&path)
            .first()
            .and_then(|part| std::fs::read_to_string(part).ok())
    };
    while rows().is_none_or(|text| text.lines().count() < 50) {
        sleep(Duration::from_millis(20));
        assert!(
            child.try_wait().expect("a child").is_none(),
            "it ended early"
        );
    }
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
    assert_eq!(
        std::fs::read_to_string(&path).expect("still there"),
        "what was there\n"
    );
    let text = rows().expect("the rows so far");
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    assert!(is_a_table(whole) >= 48);
}

/// A run that cannot go on keeps the rows so far, under the name that was asked for.
#[test]
fn a_run_that_fails_keeps_its_rows() {
    let path = place("failed");
    let scenario = file(
        "failing.json",
        br#"{"duration_s": 20, "bottlenecks": [{"id": "r0", "rate_bps": 1e7, "delay_s": 0.01,
            "queue": {"kind": "drop_tail", "limit_packets": 100}}],
            "groups": [{"id": "late", "count": 9000, "start_s": 5, "access": {"rate_bps": 1e9},
            "traffic": {"kind": "tcp", "handshake": false, "initial_window_packets": 1000}}]}"#,
    );
    let outcome = bufferlab(&["run", &scenario, "--csv", path.to_str().expect("plain")]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("packets are under way"),
        "{}",
        outcome.stderr
    );
    let rows = is_a_table(&std::fs::read_to_string(&path).expect("the rows so far"));
    assert!((4_900..5_100).contains(&rows), "{rows} rows of 1 ms");
    assert!(others(&path).is_empty(), "nothing is left beside it");
}

/// Columns that an edit brings stand in the first line too, and are empty before.
#[test]
fn columns_of_groups_added_later_are_in_the_header() {
    let path = place("widened");
    let scenario = file(
        "widening.json",
        br#"{"duration_s": 2, "bottlenecks": [{"id": "r0", "rate_bps": 1e7, "delay_s": 0.01,
            "queue": {"kind": "drop_tail", "limit_packets": 100}}],
            "edits": [{"at_s": 1, "set": [{"path": "groups.late",
            "value": {"access": {"rate_bps": 1e9}, "traffic": {"kind": "cbr", "rate_bps": 1e6}}}]}]}"#,
    );
    let outcome = bufferlab(&["run", &scenario, "--csv", path.to_str().expect("plain")]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let text = std::fs::read_to_string(&path).expect("a table");
    assert_eq!(is_a_table(&text), 2000);
    let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
    let late = header
        .iter()
        .position(|name| name.starts_with("group.late.throughput"));
    let late = late.expect("the group's throughput");
    let cell = |row: usize| {
        text.lines()
            .nth(row)
            .and_then(|row| row.split(',').nth(late))
    };
    assert_eq!(cell(500), Some(""));
    assert_ne!(cell(1500), Some(""));
    assert!(others(&path).is_empty(), "nothing is left beside it");
}

/// What is no file is written to, not replaced; a full disk is an error that says so.
#[cfg(target_os = "linux")]
#[test]
fn devices_are_not_replaced_and_a_full_disk_is_reported() {
    let run = |path| bufferlab(&["run", "one-flow", "--duration", "200", "--csv", path]);
    assert_eq!(run("/dev/null").code, Some(0));
    assert!(
        !Path::new("/dev/null")
            .metadata()
            .expect("a device")
            .is_file()
    );
    let full = run("/dev/full");
    assert_eq!(full.code, Some(1));
    assert!(
        full.stderr.contains("/dev/full cannot be written"),
        "{}",
        full.stderr
    );
}
