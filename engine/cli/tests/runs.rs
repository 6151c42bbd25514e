//! Runs and what they print.

use crate::common::{Outcome, bufferlab, bufferlab_reading, file, program};
use bufferlab_core::presets::presets;
use serde_json::{Value, json};

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
fn the_summary_has_all_documented_measures() {
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
            "line_idle_probability",
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

/// Ten downloads of 10 MB do not fit into 12 s of 10 Mb/s.
#[test]
fn unfinished_transfers_are_counted_and_many_cause_a_warning() {
    let set = [
        "--set",
        "groups.tcp.count=10",
        "--set",
        r#"groups.tcp.traffic.workload={"kind":"transfer","size_bytes":1e7}"#,
    ];
    let outcome = short("one-flow", &set[..]);
    let summary = outcome.json();
    assert_eq!(summary["groups"][0]["transfers"]["under_way"], 10);
    assert!(
        outcome.stderr.contains("[transfers_unfinished]"),
        "{}",
        outcome.stderr
    );
    let args = [
        &["run", "one-flow", "--duration", "12", "--warmup", "2"][..],
        &set[..],
    ]
    .concat();
    let table = bufferlab(&args).stdout;
    let in_progress =
        |line: &str| line.starts_with("Transfers in progress") && line.ends_with(" 10");
    assert!(table.lines().any(in_progress), "{table}");
}

/// What the page offers as a button, the program writes as options; with them the warning is gone.
#[test]
fn a_warning_names_the_options_that_fix_it() {
    let cubic = ["--set", "groups.tcp.traffic.congestion_control=cubic"];
    let outcome = short("one-flow", &cubic);
    let mend = "--set groups.tcp.traffic.recovery=rack";
    assert!(
        outcome.stderr.contains("[controller_without_sack]") && outcome.stderr.contains(mend),
        "{}",
        outcome.stderr
    );
    let summary = outcome.json();
    let mut warnings = summary["warnings"].as_array().expect("a list").iter();
    let message = warnings.find(|warning| warning["id"] == "controller_without_sack");
    let fix = &message.expect("it is message there too")["fix"];
    assert_eq!(fix["label"], "Use RACK");
    assert_eq!(fix["patches"][0]["value"], "rack");
    let mended = [&cubic[..], &mend.split(' ').collect::<Vec<_>>()].concat();
    let outcome = short("one-flow", &mended);
    assert!(
        !outcome.stderr.contains("controller_without_sack"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn measures_that_do_not_apply_are_null() {
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
fn a_file_and_standard_input_give_the_results_of_their_preset() {
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
fn a_link_gives_the_results_of_its_scenario() {
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
fn values_may_have_units() {
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
fn setting_one_limit_replaces_the_other() {
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
fn distributions_can_be_set_as_a_whole_and_by_their_parts() {
    let delay = "groups.tcp.access.delay_s";
    for sets in [
        [r#"={"exponential":0.01}"#, ".exponential=5 ms"],
        [r#"={"pareto":[0.01,1.5]}"#, ".pareto.0=5 ms"],
        [r#"={"pareto":[0.01,1.5]}"#, ".pareto.1=2.5"],
    ] {
        let sets = sets.map(|set| format!("{delay}{set}"));
        let outcome = short("one-flow", &["--set", &sets[0], "--set", &sets[1]]);
        assert_eq!(outcome.code, Some(0), "{sets:?}: {}", outcome.stderr);
    }
    let shape = format!(r#"{delay}={{"pareto":[0.01,1]}}"#);
    let refused = short("one-flow", &["--set", &shape]).stderr;
    assert!(
        refused.contains("delay_s.pareto.1: must be a number above 1"),
        "{refused}"
    );
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
fn the_text_has_tables_with_units_and_the_measured_time() {
    let outcome = bufferlab(&["run", "anomaly", "--duration", "12", "--warmup", "2"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let warnings = |line: &str| line.starts_with("bufferlab: warning [");
    assert!(
        outcome.stderr.lines().all(warnings),
        "no progress where nobody watches: {}",
        outcome.stderr
    );
    for part in [
        "Anomalous loss: more buffer, more loss",
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

/// Flows begin within 10 s, and measuring begins at 2 s.
#[test]
fn warnings_are_on_standard_error_and_in_the_json() {
    let outcome = short("anomaly", &[]);
    let warnings = outcome.json()["warnings"].clone();
    let given: Vec<(&str, &str)> = warnings
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|warning| Some((warning["id"].as_str()?, warning["path"].as_str()?)))
        .collect();
    let expected = [
        ("late_flows", "groups.tcp.start_s"),
        ("short_warmup", "warmup_s"),
        ("wide_interval", "duration_s"),
    ];
    assert_eq!(given, expected, "{warnings:#}");
    for warning in warnings.as_array().expect("a list") {
        for name in ["sentence", "remedy"] {
            let text = warning[name].as_str().expect(name);
            assert!(outcome.stderr.contains(text), "{text}: {}", outcome.stderr);
        }
    }
    let quiet = bufferlab(&["run", "one-flow", "--json"]);
    assert_eq!(quiet.json()["warnings"], Value::Array(Vec::new()));
    assert_eq!(quiet.stderr, "");
}

#[test]
fn duplicate_keys_cause_a_warning_without_control_characters() {
    let preset = bufferlab_core::presets::find("one-flow")
        .unwrap()
        .scenario_json;
    let twice = preset.replacen('{', r#"{ "seed": 1, "seed": 2,"#, 1);
    let args = ["run", "-", "--duration", "3", "--warmup", "1", "--json"];
    let report = bufferlab_reading(&twice, &args).json();
    assert_eq!(report["seed"], 2);
    assert_eq!(report["warnings"][0]["id"], "duplicate_key");
    assert_eq!(report["warnings"][0]["path"], "seed");
    let hostile = preset.replacen('{', r#"{ "\u001b[2J": 1, "\u001b[2J": 2,"#, 1);
    let refused = bufferlab_reading(&hostile, &args).stderr;
    assert!(refused.contains("duplicate_key") && !refused.contains('\u{1b}'));
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

/// Drops by reason, of rows of any interval, and of a run whose end is no multiple of it or of a sample, add up to the
/// summary; arrivals of a constant stream to those of arithmetic.
#[test]
fn increases_in_time_series_add_up_to_the_counters_of_the_run() {
    let constant = json!({
        "duration_s": 70.0005, "bottlenecks": [{ "id": "r0", "rate_bps": 1e6, "delay_s": 0.01,
            "queue": { "kind": "drop_tail", "limit_packets": 100 } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e9 },
            "traffic": { "kind": "cbr", "rate_bps": 16_000, "packet_bytes": 1000 } }],
    });
    let constant = file("constant.json", constant.to_string().as_bytes());
    let anomaly = ["anomaly", "--duration", "2.7183", "--warmup", "0"];
    for (run, interval) in [
        (&anomaly[..], "7 ms"),
        (&anomaly, "0.9"),
        (&anomaly, "10"),
        (&[constant.as_str()], "1"),
        (&[constant.as_str()], "0.333"),
    ] {
        let path = file("sums.csv", b"");
        let args = [
            &["run"],
            run,
            &["--json", "--csv", &path, "--interval", interval],
        ]
        .concat();
        let summary = bufferlab(&args).json();
        let csv = std::fs::read_to_string(&path).unwrap();
        let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = lines.next().unwrap();
        let rows: Vec<_> = lines.collect();
        let end = rows.last().unwrap()[0].parse::<f64>().unwrap();
        assert_eq!(Some(end), summary["now_s"].as_f64(), "{interval}");
        let sum = |name: &str| {
            let column = header.iter().position(|column| *column == name).unwrap();
            rows.iter()
                .map(|row| row[column].parse::<f64>().unwrap())
                .sum::<f64>()
        };
        let link = &summary["bottlenecks"][0];
        assert_eq!(
            Some(sum("link.r0.drops_tail [packets]")),
            link["drops"]["tail"].as_f64()
        );
        if run.len() == 1 {
            // The first may come at any time of its gap of 0.5 s, and the last may be on its way at the end.
            let arrived = sum("link.r0.arrivals_udp [packets]");
            let delivered = sum("group.g.delivered_packets [packets]");
            assert!((140.0..=141.0).contains(&arrived), "{arrived}");
            assert!(
                (arrived - 1.0..=arrived).contains(&delivered),
                "{delivered}"
            );
        }
    }
}

/// A row of 10 ms holds 12 or 13 packets of 1,000 bytes, from the first minute to the last.
#[test]
fn time_series_have_full_resolution_to_the_end_of_a_long_run() {
    let path = file("long.csv", b"");
    assert_eq!(
        bufferlab(&["run", "one-flow", "--csv", &path]).code,
        Some(0)
    );
    let csv = std::fs::read_to_string(path).unwrap();
    let column = |name: &str| {
        let header = csv.lines().next().unwrap();
        header.split(',').position(|column| column == name).unwrap()
    };
    let (rate, used) = (
        column("group.tcp.throughput_bps [b/s]"),
        column("link.r0.utilization [ratio]"),
    );
    let rows: Vec<Vec<f64>> = csv
        .lines()
        .skip(1)
        .map(|line| {
            line.split(',')
                .map(|cell| cell.parse().unwrap_or(f64::NAN))
                .collect()
        })
        .collect();
    assert_eq!(rows.len(), 20_000);
    let busy: Vec<_> = rows.iter().filter(|row| row[used] == 1.0).collect();
    assert!(busy.len() > 18_000, "{}", busy.len());
    for row in busy {
        assert!((9.5e6..10.5e6).contains(&row[rate]), "{row:?}");
    }
    assert!(rows.iter().all(|row| (0.0..=1.0).contains(&row[used])));
}

#[test]
fn the_interval_and_the_flows_of_time_series_can_be_chosen() {
    let path = file("chosen.csv", b"");
    let args = ["--csv", &path, "--interval", "500 ms", "--watch", "7,39"];
    let run = ["run", "tiny-buffers", "--duration", "6", "--warmup", "0"];
    assert_eq!(bufferlab(&[&run[..], &args].concat()).code, Some(0));
    let csv = std::fs::read_to_string(path).unwrap();
    assert_eq!(csv.lines().count(), 1 + 12);
    let header = csv.lines().next().unwrap();
    assert!(header.contains("flow.7.cwnd_packets min") && header.contains("flow.39.rtt_s max"));
    assert!(!header.contains("flow.0."));
}

#[test]
fn details_add_up_to_the_summary() {
    let report = short("anomaly", &["--detail"]).json();
    assert!(short("anomaly", &[]).json().get("detail").is_none());
    let sum = |group: &str, figure: &str| -> f64 {
        let flows = report["detail"]["flows"].as_array().unwrap();
        let of_group = flows.iter().filter(|flow| flow["group"] == group);
        of_group.filter_map(|flow| flow[figure].as_f64()).sum()
    };
    for group in report["groups"].as_array().unwrap() {
        let id = group["id"].as_str().unwrap();
        for figure in [
            "throughput_bps",
            "goodput_bps",
            "timeouts",
            "retransmissions",
        ] {
            let whole = group[figure].as_f64().unwrap_or(0.0);
            let parts = sum(id, figure);
            assert!(
                (parts - whole).abs() <= 1e-9 * whole,
                "{id}.{figure}: {parts}, {whole}"
            );
        }
    }
    let queue = &report["detail"]["queues"][0];
    assert_eq!((&queue["id"], &queue["unit"]), (&"r0".into(), &"B".into()));
    let shares = queue["share"].as_array().unwrap().iter();
    let whole: f64 = shares.filter_map(Value::as_f64).sum();
    assert!((whole - 1.0).abs() < 1e-9, "{whole}");
}

/// People look at the start of a listing, and end runs that take too long.
#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = program(&["catalog", "--json"]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_prints_its_measures_so_far() {
    let path = file("interrupted.csv", b"");
    std::fs::remove_file(&path).unwrap();
    let long = [
        "run",
        "anomaly",
        "--duration",
        "1e6",
        "--json",
        "--csv",
        &path,
    ];
    let child = program(&long).spawn().unwrap();
    // A file is created beside it when the run listens to signals.
    let begun = || {
        let place = std::path::Path::new(&path).parent().unwrap();
        let files = std::fs::read_dir(place).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names
            .into_iter()
            .any(|name| name.starts_with("interrupted.csv."))
    };
    while !begun() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = ["-INT", &child.id().to_string()].map(str::to_owned);
    assert!(
        std::process::Command::new("kill")
            .args(kill)
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(figures["now_s"].as_f64().is_some_and(|now| now < 1e6));
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
    let rows = std::fs::read_to_string(&path).expect("the rows so far");
    assert!(rows.starts_with("time [s],"), "{rows}");
}

#[test]
fn a_title_cannot_control_the_terminal() {
    let title = r#"title="\u001b[2J\u001b[31mred""#;
    let outcome = bufferlab(&["run", "one-flow", "--set", title, "--duration", "51"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("red") && !outcome.stdout.contains('\u{1b}'));
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
