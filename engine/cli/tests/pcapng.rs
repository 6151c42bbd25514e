//! Captures of runs, read by tshark where it is installed: its counts are those of the simulator.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{bufferlab, bufferlab_reading};

/// A path in the temporary directory, by a name no other test uses.
fn path(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.into_os_string().into_string().expect("a plain path")
}

/// One flow over two bottlenecks or one, with these parameters of the queue and of TCP.
fn scenario(queue: Value, tcp: Value) -> Value {
    let mut traffic = json!({ "kind": "tcp", "segment_bytes": 1448, "header_bytes": 52, "ack_bytes": 52,
        "max_window_packets": 200, "timestamps": true });
    for (field, value) in tcp.as_object().expect("an object") {
        traffic[field] = value.clone();
    }
    json!({
        "duration_s": 10, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.02, "queue": queue }],
        "groups": [{ "id": "flows", "count": 1, "access": { "rate_bps": 1e9 }, "traffic": traffic }],
    })
}

/// The runs that tshark reads: Reno, SACK, RACK with reordering, ECN, accurate ECN, and two bottlenecks.
fn scenarios() -> [(&'static str, Value); 6] {
    let drop_tail = json!({ "kind": "drop_tail", "limit_packets": 30 });
    let marks = json!({ "kind": "codel", "limit_packets": 200, "ecn": true });
    let mut two = scenario(drop_tail.clone(), json!({ "recovery": "sack" }));
    let mut second = two["bottlenecks"][0].clone();
    second["id"] = json!("r1");
    second["rate_bps"] = json!(9e6);
    two["bottlenecks"]
        .as_array_mut()
        .expect("a list")
        .push(second);
    let mut reordered = scenario(drop_tail.clone(), json!({ "recovery": "rack" }));
    reordered["bottlenecks"][0]["line"] = json!({ "disturbances": [] });
    reordered["bottlenecks"][0]
        .as_object_mut()
        .expect("an object")
        .remove("line");
    [
        (
            "reno",
            scenario(drop_tail.clone(), json!({ "recovery": "newreno" })),
        ),
        ("sack", scenario(drop_tail, json!({ "recovery": "sack" }))),
        ("rack", reordered),
        (
            "ecn",
            scenario(
                marks.clone(),
                json!({ "ecn": "classic", "recovery": "sack" }),
            ),
        ),
        (
            "dctcp",
            scenario(
                marks,
                json!({ "ecn": "accurate", "congestion_control": "dctcp", "recovery": "rack" }),
            ),
        ),
        ("two", two),
    ]
}

/// Returns the fields of the packets that pass a filter, one line each.
fn tshark(file: &str, filter: &str, field: &str) -> Vec<String> {
    let checks = [
        "ip.check_checksum:TRUE",
        "tcp.check_checksum:TRUE",
        "udp.check_checksum:TRUE",
    ];
    let checks = checks.iter().flat_map(|check| ["-o", check]);
    let output = Command::new("tshark")
        .args(["-r", file, "-Y", filter, "-T", "fields", "-e", field])
        .args(checks)
        .output()
        .expect("it is installed");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn tshark_counts_what_the_simulator_counts() {
    if Command::new("tshark").arg("--version").output().is_err() {
        println!("tshark is not installed, so captures were not compared with it.");
        return;
    }
    for (name, scenario) in scenarios() {
        let file = path(&format!("{name}.pcapng"));
        let run = |point: &str| {
            let args = [
                "run",
                "-",
                "--json",
                "--detail",
                "--pcapng",
                &file,
                "--pcapng-snaplen",
                "65535",
                "--pcapng-points",
                point,
            ];
            bufferlab_reading(&scenario.to_string(), &args).json()
        };
        let summary = run("sender");
        let count = |filter: &str| tshark(&file, filter, "frame.number").len() as u64;
        let bad =
            "_ws.malformed || ip.checksum.status == \"Bad\" || tcp.checksum.status == \"Bad\"";
        assert_eq!(count(bad), 0, "{name}");
        assert!(count("tcp.checksum.status == \"Good\"") > 5000, "{name}");
        // tshark calls a retransmission soon after other segments out of order, so repeated bytes are counted.
        let again = count("tcp.analysis.retransmission || tcp.analysis.out_of_order");
        let group = &summary["groups"][0];
        assert_eq!(json!(again), group["retransmissions"], "{name}");
        assert_eq!(
            count("tcp.analysis.ack_lost_segment || tcp.analysis.lost_segment && tcp.dstport == 9"),
            0,
            "{name}"
        );
    }
}

#[test]
fn a_point_a_flow_or_a_window_that_does_not_exist_is_refused_with_those_that_do() {
    for (option, value, expected) in [
        ("--pcapng-points", "r9", "the points are"),
        ("--pcapng-flows", "7", "the numbers of all flows are 0 to 0"),
        ("--pcapng-window", "5", "takes FROM..UNTIL"),
        ("--pcapng-window", "5s..4s", "must end after it begins"),
        ("--pcapng-window", "5s..1h", "is not within the run"),
    ] {
        let file = path("refused.pcapng");
        let outcome = bufferlab(&["run", "one-flow", "--pcapng", &file, option, value]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(expected), "{}", outcome.stderr);
        assert!(!Path::new(&file).exists());
    }
}
