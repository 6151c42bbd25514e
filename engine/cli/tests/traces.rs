//! Scenarios that name a file, and `--trace`.

use crate::common::{bufferlab, file};
use serde_json::json;

/// A scenario whose only group plays a file of this hash.
fn scenario(name: &str, traffic: &serde_json::Value) -> String {
    let scenario = json!({
        "duration_s": 10,
        "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.01,
            "queue": { "kind": "drop_tail", "limit_packets": 50 } }],
        "groups": [{ "id": "played", "access": { "rate_bps": 100e6 }, "traffic": traffic }],
    });
    file(name, scenario.to_string().as_bytes())
}

/// Ten packets of 100 bytes, one a second; with the SHA-256 that sha256sum prints.
const PACKETS: &str = "0,100\n1,100\n2,100\n3,100\n4,100\n5,100\n6,100\n7,100\n8,100\n9,100\n";
const SHA256: &str = "42b87e43cf074a5f5644667e02a1621c1e5c6ab82e70ccc20ee91e567feb4ff3";

fn played() -> serde_json::Value {
    json!({ "kind": "packet_trace", "random_start": false,
        "trace": { "name": "packets.csv", "sha256": SHA256 } })
}

#[test]
fn a_trace_file_is_replayed() {
    let packets = file("traces-packets.csv", PACKETS.as_bytes());
    let scenario = scenario("traces-played.json", &played());
    let summary = bufferlab(&["run", &scenario, "--json", "--trace", &packets]).json();
    // The eleventh leaves as the run ends.
    let bps = summary["groups"][0]["throughput_bps"].as_f64();
    assert_eq!(bps, Some(10.0 * 800.0 / 10.0));
    let swept = [
        "sweep", &scenario, "--over", "seed=1,2", "--json", "--trace", &packets,
    ];
    let lines = bufferlab(&swept);
    assert_eq!(
        (lines.code, lines.stdout.lines().count()),
        (Some(0), 2),
        "{}",
        lines.stderr
    );
    assert!(
        lines.stdout.contains(r#""throughput_bps":800.0"#),
        "{}",
        lines.stdout
    );
}

/// The page plays it so too: tests/files.test.ts.
#[test]
fn a_trace_file_of_an_edit_gives_the_digest_of_the_page() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/file.json");
    let golden = std::fs::read_to_string(path).expect("it is in the source tree");
    let golden: serde_json::Value = serde_json::from_str(&golden).expect("JSON");
    let packets = golden["packets"].as_str().expect("a table");
    let packets = file("traces-golden.csv", packets.as_bytes());
    let scenario = file(
        "traces-golden.json",
        golden["scenario"].to_string().as_bytes(),
    );
    let summary = bufferlab(&["run", &scenario, "--json", "--trace", &packets]).json();
    assert_eq!(summary["digest"], golden["digest"]);
}

#[test]
fn notes_on_a_trace_file_are_warnings_and_in_the_json() {
    let table = b"Zeit;Bytes\n0,25;1000\n0,75;500\n1,25;1000\n";
    let packets = file("traces-noted.csv", table);
    let traffic = json!({ "kind": "packet_trace", "trace": { "name": "noted.csv",
        "sha256": "9a798304357431a423418246fe3d4ff175fc3fa37f5e514b8f25456cf9428739" } });
    let scenario = scenario("traces-noted.json", &traffic);
    let ran = bufferlab(&["run", &scenario, "--json", "--trace", &packets]);
    let notes = [
        "noted.csv: Commas in numbers are decimal marks: \"0,25\" in line 2 is 0.25.",
        "noted.csv: The column \"Zeit\" names no unit; it is read as time_s.",
    ];
    let summary = ran.json();
    let warnings = summary["warnings"].as_array().expect("a list");
    for note in notes {
        assert!(ran.stderr.contains(note), "{}", ran.stderr);
        assert!(warnings.iter().any(|warning| warning["sentence"] == note));
    }
}

#[test]
fn a_missing_trace_file_is_reported_with_its_hash() {
    let scenario = scenario("traces-missing.json", &played());
    let refused = bufferlab(&["run", &scenario]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused
            .stderr
            .contains("packets.csv: is a file that the scenario needs"),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains(SHA256));
}

#[test]
fn unreferenced_and_invalid_trace_files_are_reported() {
    let wrong = file("traces-wrong.csv", b"0,100\n1,-5\n");
    let stand_in = scenario("traces-stand-in.json", &json!("video"));
    let refused = bufferlab(&["run", &stand_in, "--trace", &wrong]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("is not named by the scenario"),
        "{}",
        refused.stderr
    );
    let hash = refused
        .stderr
        .split("\"sha256\": \"")
        .nth(1)
        .expect("it says the hash");
    let mut traffic = played();
    traffic["trace"]["sha256"] = json!(&hash[..64]);
    let scenario = scenario("traces-wrong.json", &traffic);
    let refused = bufferlab(&["run", &scenario, "--trace", &wrong]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused
            .stderr
            .contains("line 2: bytes must be a number from 1"),
        "{}",
        refused.stderr
    );
    let nowhere = bufferlab(&["run", &scenario, "--trace", "traces-nowhere.csv"]);
    assert!(
        nowhere.stderr.contains("cannot be read"),
        "{}",
        nowhere.stderr
    );
}

/// German headings, as a spreadsheet writes them: the columns are chosen, and the chosen ones are part of the scenario.
#[test]
fn columns_of_a_table_are_chosen_by_their_numbers() {
    let plain = file("traces-plain.csv", b"time_s,bytes\n0,400\n1,300\n2,500\n");
    let german = file(
        "traces-german.csv",
        "Nr;Größe;Zeit\n1;400;0\n2;300;1,0\n3;500;2\n".as_bytes(),
    );
    let naming = |path: &str, name: &str| {
        let bytes = std::fs::read(path).expect("it was written");
        let mut traffic = played();
        traffic["trace"]["sha256"] =
            json!(bufferlab_core::trace::sha256(&bytes[..]).expect("bytes"));
        scenario(name, &traffic)
    };
    let (of_plain, of_german) = (
        naming(&plain, "traces-of-plain.json"),
        naming(&german, "traces-of-german.json"),
    );
    let refused = bufferlab(&["run", &of_german, "--trace", &german]);
    assert_eq!(refused.code, Some(2));
    for part in ["\"Größe\"", "--columns"] {
        assert!(refused.stderr.contains(part), "{}", refused.stderr);
    }

    let digest = |args: &[&str]| bufferlab(&[args, &["--json"]].concat()).json()["digest"].clone();
    let wanted = digest(&["run", &of_plain, "--trace", &plain]);
    let chosen = ["run", &of_german, "--trace", &german, "--columns", "3,2"];
    assert_eq!(digest(&chosen), wanted);
    let field = "groups.played.traffic.trace.columns=3,2";
    let set = ["run", &of_german, "--trace", &german, "--set", field];
    assert_eq!(digest(&set), wanted);

    for (columns, expected) in [("3", "for example 2,5"), ("1,9", "has 3 columns")] {
        let wrong = ["run", &of_german, "--trace", &german, "--columns", columns];
        let outcome = bufferlab(&wrong);
        assert_eq!(outcome.code, Some(2), "{columns}");
        assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
    }
    let no_table = bufferlab(&["run", "one-flow", "--columns", "1,2"]);
    assert!(
        no_table.stderr.contains("names none"),
        "{}",
        no_table.stderr
    );
}

#[test]
fn traffic_without_a_trace_uses_a_built_in_one() {
    for kind in ["video", "packet_trace", "rate_curve"] {
        let scenario = scenario(&format!("traces-{kind}.json"), &json!(kind));
        let summary = bufferlab(&["run", &scenario, "--json"]).json();
        let bps = summary["groups"][0]["throughput_bps"]
            .as_f64()
            .expect("a figure");
        assert!(bps > 1e5, "{kind}: {bps}");
    }
}
