//! Runs and what they print.

mod common;

use bufferlab_core::presets::presets;
use common::{Outcome, bufferlab, bufferlab_reading, file};
use serde_json::Value;

/// A short run of a preset, as JSON.
fn short(preset: &str, more: &[&str]) -> Outcome {
    let mut args = vec![
        "run",
        preset,
        "--duration",
        "12",
        "--warmup",
        "2 s",
        "--json",
    ];
    args.extend(more);
    bufferlab(&args)
}

#[test]
fn the_summary_has_the_figures_that_are_promised() {
    let summary = short("anomaly", &[]).json();
    let has = |value: &Value, names: &[&str]| {
        for name in names {
            assert!(value.get(name).is_some(), "{name} is missing in {value:#}");
        }
    };
    has(
        &summary,
        &[
            "engine",
            "digest",
            "seed",
            "measured_s",
            "wall_s",
            "events",
            "packets_forwarded",
            "bottlenecks",
            "groups",
        ],
    );
    let bottleneck = &summary["bottlenecks"][0];
    has(
        bottleneck,
        &[
            "id",
            "utilization",
            "throughput_bps",
            "mean_queue_packets",
            "mean_queue_bytes",
            "max_queue_bytes",
            "queue_delay_s",
            "idle_probability",
            "no_tcp_probability",
            "loss",
        ],
    );
    has(&bottleneck["queue_delay_s"], &["mean", "p50", "p99"]);
    has(&bottleneck["loss"], &["all", "tcp", "udp", "ack"]);
    for group in summary["groups"].as_array().unwrap() {
        has(
            group,
            &[
                "id",
                "kind",
                "flows",
                "throughput_bps",
                "goodput_bps",
                "loss",
                "mean_cwnd_packets",
                "timeouts",
                "fast_recoveries",
                "transfers",
                "jain_index",
            ],
        );
    }
    assert_eq!(summary["measured_s"], 10.0);
    assert_eq!(summary["digest"].as_str().map(str::len), Some(16));
    assert!(summary["wall_s"].as_f64().is_some_and(|s| s > 0.0));
}

#[test]
fn what_does_not_apply_is_null_and_not_zero() {
    let summary = short("poisson-queue", &[]).json();
    assert_eq!(summary["bottlenecks"][0]["loss"]["tcp"], Value::Null);
    assert_eq!(summary["bottlenecks"][0]["loss"]["ack"], Value::Null);
    assert_eq!(summary["groups"][0]["mean_cwnd_packets"], Value::Null);
    assert_eq!(summary["groups"][0]["timeouts"], Value::Null);
}

#[test]
fn the_same_seed_gives_the_same_digest_and_another_seed_another() {
    for preset in presets() {
        let digest = |more: &[&str]| short(preset.id, more).json()["digest"].clone();
        assert_eq!(
            digest(&["--seed", "7"]),
            digest(&["--set", "seed=7"]),
            "{}",
            preset.id
        );
    }
    let digest = |seed| short("anomaly", &["--seed", seed]).json()["digest"].clone();
    assert_ne!(digest("7"), digest("8"));
}

#[test]
fn a_file_and_standard_input_run_like_the_preset_they_hold() {
    for preset in presets() {
        let path = file(
            &format!("{}.json", preset.id),
            preset.scenario_json.as_bytes(),
        );
        let expected = short(preset.id, &[]).json()["digest"].clone();
        assert_eq!(
            short(&path, &[]).json()["digest"],
            expected,
            "{}",
            preset.id
        );
        let args = ["run", "-", "--duration", "12", "--warmup", "2", "--json"];
        assert_eq!(
            bufferlab_reading(preset.scenario_json, &args).json()["digest"],
            expected
        );
    }
}

#[test]
fn a_link_runs_like_the_scenario_it_holds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/links/corpus.json");
    let corpus: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for entry in corpus["opens"].as_array().unwrap() {
        let options = ["--duration", "3", "--warmup", "0", "--json"];
        let link = [&["run", entry["link"].as_str().unwrap()][..], &options].concat();
        let scenario = [&["run", "-"][..], &options].concat();
        assert_eq!(
            bufferlab(&link).json()["digest"],
            bufferlab_reading(&entry["scenario"].to_string(), &scenario).json()["digest"],
            "{}",
            entry["name"]
        );
    }
}

#[test]
fn quantities_are_taken_as_people_write_them() {
    let digest = |set: &str| short("anomaly", &["--set", set]).json()["digest"].clone();
    assert_eq!(
        digest("bottlenecks.r0.rate_bps=50 Mb/s"),
        digest("bottlenecks.0.rate_bps=5e7")
    );
    assert_eq!(
        digest("bottlenecks.r0.queue.limit_bytes=20kB"),
        digest("bottlenecks.r0.queue.limit_bytes=20000")
    );
    assert_eq!(
        digest(r#"groups.tcp.access.delay_s={"uniform": [0.001, 0.002]}"#),
        digest("groups.0.access.delay_s={\"uniform\":[1e-3,2e-3]}")
    );
}

#[test]
fn naming_one_limit_replaces_the_other() {
    let summary = short(
        "anomaly",
        &["--set", "bottlenecks.r0.queue.limit_packets=3"],
    )
    .json();
    assert!(
        summary["bottlenecks"][0]["max_queue_packets"]
            .as_u64()
            .is_some_and(|most| most == 3)
    );
}

#[test]
fn a_group_can_be_added_and_removed() {
    let group = r#"groups.cbr={"access":{"rate_bps":1e8},"traffic":{"kind":"cbr","rate_bps":1e6}}"#;
    let summary = short("one-flow", &["--set", group, "--set", "groups.tcp=null"]).json();
    let ids: Vec<_> = summary["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| &group["id"])
        .collect();
    assert_eq!(ids, ["cbr"]);
}

#[test]
fn a_buffer_of_one_byte_and_no_flows_at_all_are_accepted() {
    assert_eq!(
        short("one-flow", &["--set", "bottlenecks.r0.queue.limit_bytes=1"]).code,
        Some(0)
    );
    assert_eq!(short("one-flow", &["--set", "groups=[]"]).code, Some(0));
    assert_eq!(
        short("one-flow", &["--set", "groups.tcp.count=0"]).code,
        Some(0)
    );
}

#[test]
fn people_read_tables_with_units_and_the_measured_interval() {
    let outcome = bufferlab(&["run", "anomaly", "--duration", "12", "--warmup", "2"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(outcome.stderr, "", "no progress where nobody watches");
    for part in [
        "More buffer, more loss",
        "from 2 to 12 s",
        "seed 1",
        "Mb/s",
        "kB",
        "µs",
        "%",
        "udp",
    ] {
        assert!(
            outcome.stdout.contains(part),
            "{part:?} is missing in\n{}",
            outcome.stdout
        );
    }
    assert!(!outcome.stdout.contains("NaN"));
}

#[test]
fn time_series_have_units_in_the_header_and_a_row_per_interval() {
    let path = file("series.csv", b"to be replaced");
    let args = [
        "run",
        "anomaly",
        "--duration",
        "2",
        "--warmup",
        "1",
        "--json",
    ];
    let plain = bufferlab(&args).json();
    let recorded = bufferlab(&[&args[..], &["--csv", &path]].concat()).json();
    assert_eq!(
        plain["digest"], recorded["digest"],
        "recording changes no result"
    );
    let csv = std::fs::read_to_string(path).unwrap();
    let mut lines = csv.lines();
    let header: Vec<_> = lines.next().unwrap().split(',').collect();
    for name in [
        "time [s]",
        "link.r0.queue_bytes max [B]",
        "link.r0.utilization [ratio]",
        "group.tcp.throughput_bps [b/s]",
    ] {
        assert!(header.contains(&name), "{name} is missing in {header:?}");
    }
    let rows: Vec<Vec<_>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 2000);
    assert!(rows.iter().all(|row| row.len() == header.len()));
    assert_eq!((rows[0][0], rows[1999][0]), ("0.001", "2"));
    assert!(!csv.contains("NaN"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failed_run() {
    let outcome = bufferlab(&["run", "one-flow", "--csv", "/dev/full"]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("/dev/full cannot be written"),
        "{}",
        outcome.stderr
    );
}
