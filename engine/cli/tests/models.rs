//! `bufferlab model`: one flat object, a line for each point of a grid, tables for people and files.

use crate::common::bufferlab;
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).expect("a line is JSON");
    text.lines().map(read).collect()
}

#[test]
fn a_model_is_one_flat_object_of_numbers() {
    let outputs = bufferlab(&["model", "mm1b-bulk", "--json"]).json();
    for name in ["udp_loss", "tcp_load"] {
        assert!(outputs[name].is_number(), "{outputs}");
    }
    let at = |buffer: &str| {
        let set = format!("buffer_bytes={buffer}");
        let outputs = bufferlab(&["model", "mm1b-bulk", "--set", &set, "--json"]).json();
        outputs["udp_loss"].as_f64().expect("a number")
    };
    // vishwanath-2011 Figure 10: it falls to 8 kB and rises to 30 kB.
    assert!(at("5 kB") > at("8kB") && at("8000") < at("30 kB"));
}

#[test]
fn a_grid_gives_one_line_per_point_in_order() {
    let args = [
        "model",
        "mm1b-bulk",
        "--over",
        "b_star_bytes=1kB,14 kB",
        "--over",
        "buffer_bytes=1kB:50kB:50",
        "--json",
    ];
    let rows = lines(&bufferlab(&args).stdout);
    assert_eq!(rows.len(), 100);
    assert_eq!(
        rows[51]["point"],
        serde_json::json!({ "b_star_bytes": 14_000, "buffer_bytes": 2000 })
    );
    assert!(rows.iter().all(|row| row["udp_loss"].is_number()));
}

#[test]
fn a_grid_is_printed_and_written_as_a_table() {
    let place = std::env::temp_dir().join(format!("bufferlab-model-{}.csv", std::process::id()));
    let path = place.to_str().expect("a name");
    let args = [
        "model",
        "effective-buffers",
        "--over",
        "udp_share=0.05,0.5",
        "--csv",
        path,
    ];
    let outcome = bufferlab(&args);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("effective_bytes") && outcome.stdout.contains("kB"));
    let written = std::fs::read_to_string(path).expect("it is placed");
    std::fs::remove_file(path).expect("it is there");
    let rows: Vec<Vec<&str>> = written
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(
        (rows.len(), rows[0][0], rows[1][0]),
        (3, "udp_share", "0.05")
    );
    let dip = rows[0]
        .iter()
        .position(|name| *name == "dip_bytes")
        .expect("a column");
    assert!(
        !rows[1][dip].is_empty() && rows[2][dip].is_empty(),
        "with half of UDP there is none"
    );
}

#[test]
fn a_model_prints_its_assumptions_and_known_limits() {
    let outcome = bufferlab(&["model", "sqrt-n"]).stdout;
    for part in [
        "BDP/√N",
        "Assumptions",
        "Known limits",
        "utilization_bound",
        "98.99 %",
    ] {
        assert!(outcome.contains(part), "{part} is missing in\n{outcome}");
    }
    let all = bufferlab(&["model"]).stdout;
    let catalog = bufferlab(&["catalog", "--json"]).json();
    for model in catalog["models"].as_array().expect("a list") {
        let id = model["id"].as_str().expect("an id");
        assert!(all.contains(&format!("{id} – ")), "{id}");
        assert!(
            catalog["sections"][format!("model.{id}")].is_object(),
            "{id}"
        );
    }
}

#[test]
fn invalid_arguments_are_answered_with_the_accepted_ones() {
    for (args, parts) in [
        (
            &["mm1b"][..],
            &["does not exist", "mm1b-bulk", "sawtooth"][..],
        ),
        (
            &["mm1k", "--set", "lod=1"],
            &["lod", "load, places_packets"],
        ),
        (&["mm1k", "--set", "load"], &["name=value"]),
        (&["mm1k", "--set", "load=11"], &["load", "to 10, got 11"]),
        (&["mm1k", "--set", "load=NaN"], &["load", "0.8 or 80 %"]),
        (&["mm1k", "--set", "places_packets=2.5"], &["whole number"]),
        (&["mm1k", "--set", "places_packets=1e9"], &["to 100000"]),
        (&["mm1k", "--over", "load=0.1:0.9:1"], &["2 to 10000"]),
        (&["mm1k", "--over", "load=0.1,20"], &["load", "got 20"]),
        (
            &["mm1k", "--over", "lod=0.1,0.2"],
            &["lod", "load, places_packets"],
        ),
        (
            &["mm1k", "--over", "load=1,2", "--over", "load=1,2"],
            &["varied twice"],
        ),
        (
            &[
                "mm1k",
                "--over",
                "load=0.1:0.9:5000",
                "--over",
                "places_packets=1:5000:5000",
            ],
            &["25000000 points", "100000"],
        ),
        (
            &["mm1b-bulk", "--set", "buffer_bytes=1 GB"],
            &["the maximum of the model is 100000"],
        ),
    ] {
        let args: Vec<&str> = ["model"].iter().chain(args).copied().collect();
        let outcome = bufferlab(&args);
        assert_eq!(
            (outcome.code, &outcome.stdout[..]),
            (Some(2), ""),
            "{args:?} {}",
            outcome.stderr
        );
        for part in parts {
            assert!(
                outcome.stderr.contains(part),
                "{args:?}: no {part:?} in {}",
                outcome.stderr
            );
        }
    }
}
