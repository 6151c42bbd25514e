//! Whatever is wrong with the input, the message says where and what is accepted, and the exit code is 2.

use crate::common::{bufferlab, bufferlab_reading, file};

/// The run is refused and its message contains all of `parts`.
#[track_caller]
fn refused(args: &[&str], parts: &[&str]) {
    let outcome = bufferlab(args);
    assert_eq!(
        outcome.code,
        Some(2),
        "{args:?}\n{}{}",
        outcome.stdout,
        outcome.stderr
    );
    assert_eq!(
        outcome.stdout, "",
        "{args:?}: results and errors do not mix"
    );
    assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
    for part in parts {
        assert!(
            outcome.stderr.contains(part),
            "{args:?}: {part:?} is missing in\n{}",
            outcome.stderr
        );
    }
}

#[track_caller]
fn refused_set(set: &str, parts: &[&str]) {
    refused(&["run", "anomaly", "--set", set], parts);
}

#[test]
fn an_unknown_path_is_answered_with_the_known_names() {
    refused_set(
        "groups.udp.trafic.rate_bps=1",
        &["groups.udp.trafic", "does not exist", "traffic", "start_s"],
    );
    refused_set(
        "bottlenecks.r9.delay_s=1",
        &["bottlenecks.r9", "does not exist", "r0"],
    );
    refused_set("colour=red", &["colour", "bottlenecks"]);
    refused_set("=1", &["does not exist"]);
    refused_set("seed", &["--set", "path=value"]);
}

#[test]
fn a_wrong_unit_is_answered_with_the_right_ones() {
    refused_set(
        "bottlenecks.r0.rate_bps=100 ms",
        &["bottlenecks.r0.rate_bps", "100 ms", "Mb/s"],
    );
    refused_set(
        "bottlenecks.r0.delay_s=10 kB",
        &["bottlenecks.r0.delay_s", "ms"],
    );
    refused_set(
        "bottlenecks.r0.queue.limit_bytes=5 packets",
        &["limit_bytes", "kB"],
    );
    refused(
        &["run", "anomaly", "--duration", "soon"],
        &["duration_s", "soon"],
    );
    refused(&["run", "anomaly", "--seed", "x"], &["seed", "number"]);
}

#[test]
fn numbers_out_of_range_are_answered_with_the_range() {
    refused_set(
        "bottlenecks.r0.rate_bps=-5",
        &["rate_bps: must be", "1000", "1e13", "-5"],
    );
    refused_set("bottlenecks.r0.rate_bps=0", &["rate_bps: must be", "1000"]);
    refused_set(
        "bottlenecks.r0.rate_bps=1e300",
        &["rate_bps: must be", "1e13"],
    );
    refused_set(
        "bottlenecks.r0.rate_bps=1e999",
        &["bottlenecks.r0.rate_bps"],
    );
    refused_set(
        "bottlenecks.r0.rate_bps=NaN",
        &["bottlenecks.r0.rate_bps", "Mb/s"],
    );
    refused_set("bottlenecks.r0.rate_bps=null", &["rate_bps: must be"]);
    refused_set(
        "bottlenecks.r0.queue.limit_bytes=0",
        &["limit_bytes", "1 to"],
    );
    refused_set(
        "bottlenecks.r0.queue.limit_bytes=1.5",
        &["limit_bytes", "whole number"],
    );
    refused_set("groups.tcp.count=1000000", &["count: must be", "100000"]);
    refused(
        &[
            "run",
            "anomaly",
            "--set",
            "groups.tcp.count=70000",
            "--set",
            "groups.udp.count=70000",
        ],
        &["groups", "140000", "100000"],
    );
    refused(&["run", "anomaly", "--seed", "-1"], &["seed", "0 to"]);
    refused(
        &["run", "anomaly", "--duration", "-1"],
        &["duration_s", "-1"],
    );
    refused(
        &["run", "anomaly", "--duration", "10"],
        &["warmup_s", "shorter", "10"],
    );
}

#[test]
fn all_problems_are_reported_together() {
    refused(
        &[
            "run",
            "anomaly",
            "--set",
            "bottlenecks.r0.rate_bps=-1",
            "--set",
            "groups.tcp.count=-1",
        ],
        &["2 problems", "rate_bps: must be", "count: must be"],
    );
    refused(
        &[
            "run",
            "anomaly",
            "--set",
            "nowhere=1",
            "--set",
            "groups.tcp.nothing=1",
        ],
        &["2 problems", "nowhere", "groups.tcp.nothing"],
    );
}

#[test]
fn invalid_files_are_reported_by_name() {
    let truncated = file("truncated.json", b"{ \"bottlenecks\": [ { \"id\": \"r0\", ");
    refused(
        &["run", &truncated],
        &["truncated.json", "not valid JSON", "line 1"],
    );
    let empty = file("empty.json", b"");
    refused(&["run", &empty], &["empty.json", "not valid JSON"]);
    let list = file("list.json", b"[]");
    refused(&["run", &list], &["list.json", "bottlenecks"]);
    let binary = file("binary.json", &[0xff, 0xfe, 0x00]);
    refused(&["run", &binary], &["binary.json", "UTF-8"]);
    let future = file("future.json", br#"{ "version": 2, "bottlenecks": [] }"#);
    refused(&["run", &future], &["future.json", "version", "newer"]);
    let deep = file("deep.json", "[".repeat(100_000).as_bytes());
    refused(&["run", &deep], &["deep.json"]);
    let bare = file("bare.json", b"{}");
    refused(&["run", &bare], &["bare.json", "bottlenecks", "is missing"]);
    let long = file("long.json", &vec![b' '; 4_000_001]);
    refused(&["run", &long], &["long.json", "4000000 bytes"]);
}

#[test]
fn a_study_whose_scenario_is_no_object_is_refused_at_its_field() {
    let study = file("name.json", br#"{ "scenario": "home-upload" }"#);
    let expected = r#"name.json: scenario: must be an object with the fields of a scenario, got "home-upload""#;
    refused(&["sweep", &study], &[expected]);
    refused(
        &["advise", &study, "--target", "utilization=95%"],
        &[expected],
    );
}

#[test]
fn an_unknown_source_is_answered_with_the_presets() {
    refused(
        &["run", "no-such-preset"],
        &["no-such-preset", "anomaly", "one-flow"],
    );
    refused(&["run", env!("CARGO_TARGET_TMPDIR")], &["is a directory"]);
    refused(&["run", ""], &["no such file"]);
    #[cfg(target_os = "linux")]
    refused(&["run", "/dev/zero"], &["/dev/zero", "4000000 bytes"]);
}

#[test]
fn invalid_links_are_reported_with_the_reason() {
    refused(
        &["run", "https://example.org/#1.dq1YqSy0q"],
        &["link", "cut short"],
    );
    refused(
        &["run", "https://example.org/#9.dabc.00000000"],
        &["link", "newer"],
    );
    refused(
        &["run", "https://example.org/"],
        &["link", "not a Bufferlab link"],
    );
    refused(&["run", "#"], &["link", "no experiment"]);
}

#[test]
fn standard_input_is_checked_like_a_file() {
    let outcome = bufferlab_reading("{ \"bottlenecks\": 1 }", &["run", "-"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome
            .stderr
            .contains("standard input: bottlenecks: must be a list"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn the_path_of_time_series_is_checked_before_the_run() {
    refused(
        &["run", "one-flow", "--csv", "/no/such/directory/a.csv"],
        &["--csv", "/no/such/directory"],
    );
}

#[test]
fn invalid_options_of_time_series_are_rejected_before_the_run() {
    let csv = file("refused.csv", b"");
    let with = |more: &[&str], parts: &[&str]| {
        refused(
            &[&["run", "one-flow", "--csv", &csv][..], more].concat(),
            parts,
        );
    };
    with(
        &["--watch", "1"],
        &["--watch", "flow 1 does not exist", "0 to 0"],
    );
    with(&["--watch", "-1"], &["--watch"]);
    with(&["--interval", "0"], &["--interval", "at least 0.001 s"]);
    with(&["--interval", "fast"], &["--interval", "50 ms"]);
    with(
        &["--interval", "1ms", "--duration", "1e6"],
        &["--interval", "at least 2 s", "1000000 s"],
    );
    refused(&["run", "one-flow", "--watch", "0"], &["--csv"]);
    refused(&["run", "one-flow", "--detail"], &["--json"]);
}

#[test]
fn messages_quote_input_shortened_and_without_control_characters() {
    let long = format!("{{ \"\\u001b[31m{}\": 1 }}", "x".repeat(100_000));
    let path = file("strange.json", long.as_bytes());
    let outcome = bufferlab(&["run", &path]);
    assert_eq!(outcome.code, Some(2));
    assert!(!outcome.stderr.contains('\u{1b}') && outcome.stderr.len() < 1_000);
    refused_set(
        &format!("bottlenecks.r0.rate_bps={}", "[".repeat(5_000)),
        &["Mb/s"],
    );
}

#[test]
fn unknown_commands_and_options_are_refused() {
    refused(&["sprint"], &["sprint"]);
    refused(&["run"], &["SCENARIO"]);
    refused(&["run", "one-flow", "--fast"], &["--fast"]);
}

#[test]
fn a_run_with_too_many_packets_fails_without_a_result() {
    let outcome = bufferlab(&[
        "run",
        "poisson-queue",
        "--set",
        "bottlenecks.r0.queue.limit_packets=10M",
        "--set",
        "groups.udp.traffic.packet_bytes=1",
        "--set",
        "groups.udp.traffic.rate_bps=1T",
    ]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert_eq!(outcome.stdout, "");
    assert!(
        outcome.stderr.contains("packets are under way"),
        "{}",
        outcome.stderr
    );
}

/// What a stranger's file says reaches the terminal with neither commands nor tricks, and shortened.
#[test]
fn text_of_scenario_files_cannot_control_the_terminal() {
    let trick = |length| format!("\u{1b}[2J\u{9b}31m\u{202e}{}", "x".repeat(length));
    let scenario = |group: serde_json::Value, edit: serde_json::Value| {
        serde_json::json!({
            "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } }],
            "groups": [group], "edits": [edit],
        })
    };
    let group = |edge| serde_json::json!({ "id": "g", "edge": edge, "access": { "rate_bps": 1e8 }, "traffic": "tcp" });
    let edit = |path| serde_json::json!({ "at_s": 1, "set": [{ "path": path, "value": 1 }] });
    for document in [
        scenario(
            group(Some(trick(3_000_000))),
            edit("groups.g.count".to_owned()),
        ),
        scenario(group(None), edit(trick(3_000_000))),
        scenario(group(None), edit(format!("groups.g.{}", trick(3_000_000)))),
    ] {
        let path = file("trick.json", document.to_string().as_bytes());
        let message = bufferlab(&["run", &path]).stderr;
        assert!(
            !message.is_empty() && message.len() < 10_000,
            "{} bytes",
            message.len()
        );
        let strange = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!message.contains(strange), "{message:?}");
    }
}
