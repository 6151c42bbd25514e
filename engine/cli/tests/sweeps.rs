//! Sweeps: many runs whose lines are the same however they are dealt out.

use crate::common::{Outcome, bufferlab, bufferlab_reading, file, program};
use bufferlab_core::observe::measure::Shown;
use bufferlab_core::observe::measures::link::LINK;
use serde_json::{Value, json};

const BUFFER: &str = "bottlenecks.r0.queue.limit_bytes";

/// A sweep of short runs of `anomaly`.
fn sweep(more: &[&str]) -> Outcome {
    let args = ["sweep", "anomaly", "--duration", "1", "--warmup", "0.2"];
    bufferlab(&[&args[..], more].concat())
}

/// The same over four buffers with two seeds, as JSON.
fn eight(more: &[&str]) -> Outcome {
    let over = format!("{BUFFER}=5kB,10kB,20kB,40kB");
    let args = ["--over", &over, "--replications", "2", "--json"];
    sweep(&[&args[..], more].concat())
}

#[track_caller]
fn lines(outcome: &Outcome) -> Vec<Value> {
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let lines = outcome.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[test]
fn lines_do_not_depend_on_the_number_of_jobs() {
    let one = eight(&["--jobs", "1"]);
    assert_eq!(lines(&one).len(), 8);
    for jobs in ["2", "8"] {
        assert_eq!(eight(&["--jobs", jobs]).stdout, one.stdout, "{jobs}");
    }
    let warnings =
        |line: &str| line.starts_with("bufferlab: warning [") && line.ends_with(" runs.)");
    assert!(
        one.stderr.lines().all(warnings),
        "no progress where nobody watches: {}",
        one.stderr
    );
}

#[test]
fn a_line_holds_its_point_its_seed_and_the_summary_of_that_run() {
    let lines = lines(&eight(&[]));
    let expected = [5000, 10_000, 20_000, 40_000]
        .iter()
        .flat_map(|size| [(size, 1), (size, 2)]);
    for (line, (size, seed)) in lines.iter().zip(expected) {
        let names: Vec<_> = line.as_object().unwrap().keys().collect();
        assert_eq!(names, ["key", "point", "seed", "summary"]);
        assert_eq!(
            (&line["point"], &line["seed"]),
            (&json!({ BUFFER: size }), &json!(seed))
        );
    }
    let set = format!("{BUFFER}=20000");
    let alone = [
        "run",
        "anomaly",
        "--duration",
        "1",
        "--warmup",
        "0.2",
        "--seed",
        "2",
        "--json",
    ];
    let mut alone = bufferlab(&[&alone[..], &["--set", &set]].concat()).json();
    alone.as_object_mut().unwrap().remove("wall_s");
    assert_eq!(lines[5]["summary"], alone);
}

#[test]
fn all_shards_together_give_all_lines() {
    let mut whole: Vec<_> = eight(&[]).stdout.lines().map(str::to_owned).collect();
    let mut parts: Vec<String> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let part = eight(&["--shard", shard]).stdout;
        assert!((2..=3).contains(&part.lines().count()), "{shard}");
        parts.extend(part.lines().map(str::to_owned));
    }
    whole.sort();
    parts.sort();
    assert_eq!(parts, whole);
    assert_eq!(lines(&eight(&["--shard", "9/9"])).len(), 0);
}

#[test]
fn a_dry_run_lists_the_cases_of_the_run() {
    let planned = lines(&eight(&["--dry-run"]));
    let run = lines(&eight(&[]));
    assert_eq!(planned.len(), run.len());
    for (plan, line) in planned.iter().zip(&run) {
        assert!(plan["summary"].is_null());
        for name in ["key", "point", "seed"] {
            assert_eq!(plan[name], line[name]);
        }
    }
    let keys: std::collections::BTreeSet<_> = run.iter().map(|line| line["key"].as_str()).collect();
    assert_eq!(keys.len(), 8, "keys differ");
}

#[test]
fn a_sweep_prints_and_writes_a_table_of_its_runs() {
    let over = format!("{BUFFER}=2kB:20kB:10");
    let path = file("sweep.csv", b"");
    let outcome = sweep(&["--over", &over, "--replications", "3", "--csv", &path]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let mut rows = outcome.stdout.lines();
    let header = rows.next().unwrap();
    assert!(
        header.starts_with("limit_bytes") && header.contains("Loss of UDP"),
        "{header}"
    );
    let compared = LINK.iter().filter(|row| row.shown == Shown::Compared);
    for measure in compared {
        assert!(header.contains(measure.label), "{}: {header}", measure.id);
    }
    assert_eq!(rows.clone().count(), 30);
    assert!(rows.all(|row| row.contains('%')), "{}", outcome.stdout);
    let csv = std::fs::read_to_string(path).unwrap();
    let header: Vec<_> = csv.lines().next().unwrap().split(',').collect();
    for name in [
        BUFFER,
        "seed",
        "key",
        "bottlenecks.r0.loss.udp",
        "groups.tcp.goodput_bps",
    ] {
        assert!(header.contains(&name), "{name} is missing in {header:?}");
    }
    assert_eq!(csv.lines().count(), 31);
    assert!(
        csv.lines()
            .all(|row| row.split(',').count() == header.len())
    );
}

#[test]
fn a_failed_run_gives_a_line_and_the_others_continue() {
    let args = [
        "--over",
        "duration_s=3,1",
        "--over",
        "warmup_s=0,2",
        "--json",
    ];
    let outcome = sweep(&args);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("1 of 4 runs"), "{}", outcome.stderr);
    let errors: Vec<Value> = outcome
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["error"].clone())
        .collect();
    assert!(
        errors[3]
            .as_str()
            .is_some_and(|error| error.starts_with("warmup_s: ")),
        "{errors:?}"
    );
    assert_eq!(errors.iter().filter(|error| error.is_null()).count(), 3);
}

#[test]
fn options_add_to_a_study_file() {
    let preset = bufferlab_core::presets::find("anomaly").unwrap();
    let study = json!({
        "scenario": serde_json::from_str::<Value>(preset.scenario_json).unwrap(),
        "set": [{ "path": "duration_s", "value": 9 }, { "path": "warmup_s", "value": 0.2 }],
        "over": [{ "path": BUFFER, "values": [5000, 10_000, 20_000, 40_000] }],
        "replications": 2,
    });
    let args = ["sweep", "-", "--duration", "1", "--json"];
    let outcome = bufferlab_reading(&study.to_string(), &args);
    assert_eq!(outcome.stdout, eight(&[]).stdout, "{}", outcome.stderr);
}

/// The sweep is refused before anything runs, and its message contains all of `parts`.
#[track_caller]
fn refused(more: &[&str], parts: &[&str]) {
    let outcome = sweep(more);
    assert_eq!(
        (outcome.code, &outcome.stdout[..]),
        (Some(2), ""),
        "{}",
        outcome.stderr
    );
    for part in parts {
        assert!(
            outcome.stderr.contains(part),
            "{part:?} is missing in\n{}",
            outcome.stderr
        );
    }
}

#[test]
fn buffers_are_varied_as_times_and_multiples_of_the_bdp() {
    let over = format!("{BUFFER}=2 ms,0.1 BDP");
    let lines = lines(&sweep(&["--over", &over, "--json"]));
    let limits: Vec<&Value> = lines.iter().map(|line| &line["point"][BUFFER]).collect();
    assert_eq!(limits, [&json!(25_000), &json!(158_000)]);
}

#[test]
fn invalid_sweeps_are_rejected_with_path_and_limit() {
    let over = |values: &str, parts: &[&str]| {
        let over = format!("{BUFFER}={values}");
        refused(&["--over", &over], &[&[BUFFER][..], parts].concat());
    };
    over("5kB,0", &["1 to", "got 0"]);
    over("5 packets", &["kB"]);
    over("1kB:2kB", &["from:to:points"]);
    over("1:1e6:1e6", &["from:to:points"]);
    over("1:1e6:1000000", &["10000"]);
    refused(
        &["--over", "bottlenecks.r9.delay_s=1,2"],
        &["bottlenecks.r9", "does not exist", "r0"],
    );
    refused(&["--over", "seed"], &["over", "path=a,b,c"]);
    refused(
        &[
            "--over",
            "groups.tcp.count=1:1000:1000",
            "--replications",
            "101",
        ],
        &["101000 runs", "100000"],
    );
    refused(
        &[
            "--over",
            "groups.tcp.count=1",
            "--over",
            "groups.tcp.count=2",
        ],
        &["groups.tcp.count", "twice"],
    );
    refused(&["--replications", "0"], &["replications", "at least 1"]);
    for shard in ["0/3", "4/3", "1", "a/b", "1/0"] {
        refused(&["--shard", shard], &["--shard", "I/N", shard]);
    }
    refused(&["--jobs", "0"], &["--jobs"]);
    refused(
        &["--csv", "/no/such/directory/a.csv"],
        &["--csv", "/no/such/directory"],
    );
    let outcome = bufferlab_reading(r#"{ "scenario": {}, "ovr": [] }"#, &["sweep", "-"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("ovr: unknown field") && outcome.stderr.contains("over"),
        "{}",
        outcome.stderr
    );
}

/// The first of these runs is short and the others would take hours.
#[test]
#[cfg(unix)]
fn an_interrupted_sweep_keeps_finished_runs() {
    use std::io::{BufRead, BufReader, Read};
    use std::time::Instant;

    let long = [
        "sweep",
        "anomaly",
        "--warmup",
        "0",
        "--over",
        "duration_s=1,1e6,1e5",
        "--json",
        "--jobs",
        "2",
    ];
    let mut child = program(&long).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    let line: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(line["point"]["duration_s"], 1);
    let kill = ["-INT", &child.id().to_string()].map(str::to_owned);
    #[expect(
        clippy::disallowed_methods,
        reason = "measures how long the program takes to end"
    )]
    let pressed = Instant::now();
    assert!(
        std::process::Command::new("kill")
            .args(kill)
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    // It ends after a slice of a run, not after a run.
    assert!(pressed.elapsed().as_secs() < 600);
    assert_eq!(output.status.code(), Some(130));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("interrupted; 1 of 3 runs are finished"),
        "{message}"
    );
}

#[test]
fn a_closed_pipe_ends_the_sweep() {
    let args = [
        "sweep",
        "anomaly",
        "--warmup",
        "0",
        "--over",
        "duration_s=0.1,0.2,1e6,1e6",
        "--json",
        "--jobs",
        "1",
    ];
    let mut child = program(&args).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Lines in an order of their own, as those of files are.
fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// A path to a file that is not there.
fn fresh(name: &str) -> String {
    let path = file(name, b"");
    std::fs::remove_file(&path).expect("it was just made");
    path
}

fn written(path: &str) -> String {
    std::fs::read_to_string(path).expect("it is there")
}

/// The file is what a program leaves that is killed in the middle of a line.
#[test]
fn a_killed_sweep_resumes() {
    let whole = eight(&[]).stdout;
    let path = fresh("killed.ndjson");
    let first = eight(&["--out", &path]);
    assert_eq!(first.stdout, whole, "{}", first.stderr);
    assert_eq!(sorted(&written(&path)), sorted(&whole));

    let lines: Vec<&str> = whole.lines().collect();
    let cut = format!(
        "{}\n{}\n{}",
        lines[5],
        lines[1],
        &lines[2][..lines[2].len() / 2]
    );
    std::fs::write(&path, cut).expect("it can be written");
    let left = eight(&["--out", &path, "--dry-run"]);
    assert_eq!(left.stdout.lines().count(), 6);
    assert!(
        left.stderr.contains("skipping 2 finished runs"),
        "{}",
        left.stderr
    );
    assert!(left.stderr.contains("6 runs, about "), "{}", left.stderr);
    let resumed = eight(&["--out", &path, "--jobs", "3"]);
    assert_eq!(resumed.stdout, whole, "the same bytes as without a kill");
    assert!(written(&path).starts_with(&format!("{}\n{}\n", lines[5], lines[1])));
    assert_eq!(sorted(&written(&path)), sorted(&whole));
    // Nothing is left to do.
    let before = written(&path);
    assert_eq!(eight(&["--out", &path]).stdout, whole);
    assert_eq!(written(&path), before);
}

/// `--out` named on a scenario, a table or notes: refused, and every byte stays.
#[test]
fn a_file_without_results_is_rejected_as_out_and_unchanged() {
    let result = eight(&[]).stdout.lines().next().unwrap().to_owned();
    let plan = eight(&["--dry-run"]).stdout;
    let notes = format!("{result}\nremember the milk");
    for (name, content) in [
        ("scenario.json", r#"{"seed":1,"version":1}"#),
        ("table.csv", "time,queue\n0,1\n1,2"),
        ("notes.txt", &notes[..]),
        ("plan.ndjson", &plan[..]),
        ("binary", "\u{1}\u{2}\u{3}"),
    ] {
        let path = file(name, content.as_bytes());
        for more in [&[][..], &["--dry-run"]] {
            refused(
                &[&["--out", &path[..]][..], more].concat(),
                &[
                    "--out",
                    &path,
                    "is not a results file: line ",
                    "name another file",
                ],
            );
            assert_eq!(written(&path), content, "{name}");
        }
    }
}

/// A line feed may have been lost, in an editor or on the way; the result before it counts.
#[test]
fn a_last_result_without_a_line_feed_is_kept() {
    let whole = eight(&[]).stdout;
    let first = whole.lines().next().unwrap();
    let path = file("no-line-feed.ndjson", first.as_bytes());
    assert_eq!(
        eight(&["--resume", &path, "--dry-run"])
            .stdout
            .lines()
            .count(),
        7
    );
    let outcome = eight(&["--out", &path]);
    assert_eq!(outcome.stdout, whole, "{}", outcome.stderr);
    assert!(written(&path).starts_with(&format!("{first}\n")));
    assert_eq!(sorted(&written(&path)), sorted(&whole));
}

/// A line of 20 MB is more than any result has; `/dev/zero` has no line feed at all.
#[test]
fn a_line_that_is_too_long_is_rejected() {
    let path = file(
        "long.ndjson",
        format!("{{\"key\":\"{}", "x".repeat(20_000_000)).as_bytes(),
    );
    for option in ["--out", "--resume"] {
        refused(
            &[option, &path],
            &[option, "line 1 is longer than 16000000 bytes"],
        );
    }
    assert_eq!(std::fs::metadata(&path).expect("a file").len(), 20_000_008);
    #[cfg(unix)]
    refused(&["--resume", "/dev/zero"], &["line 1 is longer"]);
}

#[test]
fn results_of_another_sweep_are_named_as_such() {
    let path = file("other.ndjson", eight(&["--seed", "7"]).stdout.as_bytes());
    let outcome = eight(&["--resume", &path, "--dry-run"]);
    assert_eq!(outcome.stdout.lines().count(), 8);
    let expected = "none of the 8 results in the results files is of this sweep";
    assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
    let one = eight(&[]).stdout.lines().next().unwrap().to_owned();
    let path = file(
        "mixed.ndjson",
        format!("{}{one}\n", written(&path)).as_bytes(),
    );
    let outcome = eight(&["--resume", &path, "--dry-run"]);
    assert_eq!(outcome.stdout.lines().count(), 7);
    assert!(!outcome.stderr.contains("none of"), "{}", outcome.stderr);
}

/// The second part finds only results of the first one in the file.
#[test]
fn results_of_another_shard_are_results_of_this_sweep() {
    let path = fresh("shards.ndjson");
    for shard in ["1/2", "2/2"] {
        let outcome = eight(&["--shard", shard, "--out", &path, "--shared"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert_eq!(outcome.stdout.lines().count(), 4, "{shard}");
        assert!(!outcome.stderr.contains("none of"), "{}", outcome.stderr);
    }
    assert_eq!(sorted(&written(&path)), sorted(&eight(&[]).stdout));
}

/// The lock is that of a program that writes its results to the file.
#[test]
fn a_second_program_on_one_results_file_is_refused_unless_it_is_shared() {
    let path = file("locked.ndjson", b"");
    let held = std::fs::OpenOptions::new().append(true).open(&path);
    let held = held.expect("it was written");
    held.lock().expect("a temporary folder has locks");
    refused(
        &["--out", &path],
        &["another program writes its results", "--shared"],
    );
    assert_eq!(written(&path), "");
    #[cfg(unix)]
    {
        let outcome = eight(&["--out", &path, "--shared"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert_eq!(sorted(&written(&path)), sorted(&outcome.stdout));
    }
    held.unlock().expect("it is held");
    assert_eq!(eight(&["--out", &path]).code, Some(0));
}

/// `--out` appends through a link; a table replaces the file that the link leads to, and the link stays.
#[test]
#[cfg(unix)]
fn a_table_behind_a_link_replaces_the_target_and_not_the_link() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (target, link) = (folder.path().join("a.csv"), folder.path().join("b.csv"));
    std::os::unix::fs::symlink("a.csv", &link).expect("folders have links");
    for _ in 0..2 {
        let outcome = eight(&["--csv", link.to_str().expect("plain")]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert!(link.is_symlink());
        let rows = std::fs::read_to_string(&target).expect("the target");
        assert_eq!(rows.lines().count(), 9);
    }
}

#[test]
#[cfg(unix)]
fn lines_written_before_a_kill_are_reused() {
    let path = fresh("kill9.ndjson");
    let over = format!("{BUFFER}=1kB:40kB:40");
    let args = [
        "sweep",
        "anomaly",
        "--duration",
        "2",
        "--warmup",
        "0.2",
        "--over",
        &over,
        "--json",
        "--jobs",
        "2",
    ];
    let with = [&args[..], &["--out", &path]].concat();
    // On a busy machine this test may sleep until the sweep has ended, and then tries again.
    let kept = (0..20).find_map(|_| {
        std::fs::remove_file(&path).ok();
        let mut child = program(&with).spawn().expect("it starts");
        while std::fs::metadata(&path).map_or(0, |there| there.len()) < 20_000 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        child.kill().expect("a child");
        child.wait().expect("it is gone");
        let kept = written(&path).lines().count();
        (kept < 40).then_some(kept)
    });
    assert!(kept.is_some_and(|kept| kept > 0), "{kept:?}");
    let whole = bufferlab(&args).stdout;
    assert_eq!(bufferlab(&with).stdout, whole);
    assert_eq!(sorted(&written(&path)), sorted(&whole));
}

#[test]
fn results_of_other_shards_are_reused() {
    let whole = eight(&[]).stdout;
    let parts: Vec<String> = ["1/3", "2/3"]
        .iter()
        .map(|shard| {
            file(
                &format!("shard{}.ndjson", &shard[..1]),
                eight(&["--shard", shard]).stdout.as_bytes(),
            )
        })
        .collect();
    let args: Vec<&str> = parts.iter().flat_map(|part| ["--resume", part]).collect();
    let left = eight(&[&args[..], &["--dry-run"]].concat());
    assert_eq!(left.stdout.lines().count(), 2);
    assert_eq!(eight(&args).stdout, whole);
    // Named by another path, it is the same run.
    let by_position = [
        "--over",
        "bottlenecks.0.queue.limit_bytes=5kB",
        "--json",
        "--jobs",
        "1",
    ];
    let renamed = sweep(&[&by_position[..], &args].concat());
    let line = &lines(&renamed)[0];
    assert_eq!(
        line["point"],
        json!({ "bottlenecks.0.queue.limit_bytes": 5000 })
    );
    let outcome = eight(&["--resume", "/no/such/file"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
}

#[test]
fn fail_fast_ends_the_sweep_at_the_first_failed_run() {
    let fields = ["duration_s=3,1", "warmup_s=0,2", "groups.tcp.count=10,20"];
    let over: Vec<&str> = fields.iter().flat_map(|field| ["--over", field]).collect();
    let args = ["--json", "--jobs", "1", "--fail-fast"];
    let outcome = sweep(&[&over[..], &args].concat());
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    // Of eight runs the last two cannot be.
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(lines.len(), 7, "{}", outcome.stderr);
    assert!(
        lines[6].starts_with(r#"{"error":"warmup_s: "#),
        "{}",
        lines[6]
    );
    assert!(
        outcome.stderr.contains("remaining runs were not started"),
        "{}",
        outcome.stderr
    );
}

/// A study of conditions, fields that move together, and a stop rule.
fn study(stop: bool) -> String {
    let preset = bufferlab_core::presets::find("anomaly").unwrap();
    let mut study = json!({
        "scenario": serde_json::from_str::<Value>(preset.scenario_json).unwrap(),
        "set": [{ "path": "duration_s", "value": 1 }, { "path": "warmup_s", "value": 0.2 }],
        "over": [
            { "together": [{ "path": BUFFER, "values": [5000, 20_000] }, "groups.tcp.count=50,100"] },
            "groups.udp.traffic.rate_bps=1M:10M:2",
        ],
        "where": ["groups.udp.traffic.rate_bps < 100 * bottlenecks.r0.queue.limit_bytes",
                  "groups.udp.traffic.rate_bps < 5 Mb/s"],
        "replications": 6,
        "measure": ["bottlenecks.r0.throughput_bps", "events"],
    });
    if stop {
        study["stop"] =
            json!({ "measure": "bottlenecks.r0.throughput_bps", "half_width": 2, "at_least": 4 });
    }
    study.to_string()
}

#[test]
fn a_study_defines_runs_measures_and_stop_rule() {
    let (csv, means) = (fresh("study.csv"), fresh("means.csv"));
    let args = [
        "sweep",
        "-",
        "--json",
        "--csv",
        &csv,
        "--aggregates",
        &means,
    ];
    let all = lines(&bufferlab_reading(&study(false), &args));
    // Of four combinations one holds both conditions.
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|line| line["point"]
        == json!({
            BUFFER: 20_000, "groups.tcp.count": 100, "groups.udp.traffic.rate_bps": 1_000_000
        })));
    let table = written(&csv);
    assert!(
        table.starts_with(&format!(
            "key,seed,{BUFFER},groups.tcp.count,groups.udp.traffic.rate_bps,bottlenecks.r0.throughput_bps,events,error\n"
        )),
        "{table}"
    );
    let table = written(&means);
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split(',').collect()).collect();
    assert_eq!(
        rows[0][3..],
        ["figure", "n", "mean", "half_width", "min", "max"]
    );
    assert_eq!(
        (rows.len(), rows[1][3], rows[1][4]),
        (3, "bottlenecks.r0.throughput_bps", "6")
    );
    let number = |cell: &str| cell.parse::<f64>().unwrap();
    let [mean, half_width, min, max] = [5, 6, 7, 8].map(|i| number(rows[1][i]));
    assert!(min < mean && mean < max && half_width > 0.0 && half_width < max - min);

    // However many threads there are, the rule stops at the same run.
    let one = bufferlab_reading(&study(true), &["sweep", "-", "--json", "--jobs", "1"]);
    let count = lines(&one).len();
    assert!((4..6).contains(&count), "{count}");
    for jobs in ["2", "8"] {
        let several = bufferlab_reading(&study(true), &["sweep", "-", "--json", "--jobs", jobs]);
        assert_eq!(several.stdout, one.stdout, "{jobs}");
    }
    let values: Vec<f64> = lines(&one)
        .iter()
        .map(|line| {
            line["summary"]["bottlenecks"][0]["throughput_bps"]
                .as_f64()
                .unwrap()
        })
        .collect();
    let known = |values: &[f64]| {
        bufferlab_core::study::Interval::of(values)
            .unwrap()
            .is_within(2.0)
    };
    assert!(known(&values) && !known(&values[..3]));
}

/// What Curves put into a link is planned like the same study in a file; a single run says what it is given.
#[test]
fn a_link_to_a_study_gives_the_plan_of_its_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/links/corpus.json");
    let corpus: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for entry in corpus["studies"].as_array().unwrap() {
        let link = entry["link"].as_str().unwrap();
        let study = file("linked-study.json", entry["study"].to_string().as_bytes());
        let plan = |of: &str| bufferlab(&["sweep", of, "--dry-run"]);
        assert!(lines_of_text(&plan(link)) > 10, "{}", entry["name"]);
        assert_eq!(plan(link).stdout, plan(&study).stdout);
        let run = bufferlab(&["run", link]);
        assert_eq!(run.code, Some(2));
        assert!(
            run.stderr.contains("a study of many runs"),
            "{}",
            run.stderr
        );
    }
}

#[track_caller]
fn lines_of_text(outcome: &Outcome) -> usize {
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome.stdout.lines().count()
}
