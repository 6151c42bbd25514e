//! Captures of runs, read by tshark where it is installed: it counts what the simulator counts.

use std::path::Path;
use std::process::Command;

use bufferlab_core::Lab;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::trace_event::{FlowAction, TraceEventKind};
use serde_json::{Value, json};

use crate::common::{bufferlab, bufferlab_reading};

/// A path in the temporary directory, by a name no other test uses.
fn path(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.into_os_string().into_string().expect("a plain path")
}

/// Bytes of headers, with timestamps.
const HEADER: u64 = 52;

/// One flow with 5 MB over 10 Mb/s and 42 ms, with this queue and these fields of TCP. It ends before the run does, so that
/// no packet is under way at the end.
fn scenario(queue: Value, tcp: Value) -> Value {
    let mut traffic = json!({ "kind": "tcp", "profile": "linux-6", "max_window_packets": 200,
        "segment_bytes": 1448, "header_bytes": HEADER, "ack_bytes": HEADER,
        "workload": { "kind": "transfer", "size_bytes": 5e6 } });
    for (field, value) in tcp.as_object().expect("an object") {
        traffic[field] = value.clone();
    }
    json!({
        "duration_s": 20, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e7, "delay_s": 0.02, "queue": queue }],
        "groups": [{ "id": "flows", "count": 1, "access": { "rate_bps": 1e9, "delay_s": 0.001 }, "traffic": traffic }],
    })
}

/// The runs that tshark reads: one loss with Reno, several with SACK, reordering with RACK, classic and accurate ECN, and
/// two bottlenecks.
pub fn scenarios() -> [(&'static str, Value); 6] {
    let drop_tail = || json!({ "kind": "drop_tail", "limit_packets": 30 });
    let marks = || json!({ "kind": "codel", "limit_packets": 200, "ecn": true });
    let mut two = scenario(drop_tail(), json!({ "recovery": "sack" }));
    let mut second = two["bottlenecks"][0].clone();
    second["id"] = json!("r1");
    second["rate_bps"] = json!(9e6);
    let bottlenecks = two["bottlenecks"].as_array_mut().expect("a list");
    bottlenecks.push(second);
    let mut reordered = scenario(drop_tail(), json!({ "recovery": "rack" }));
    reordered["bottlenecks"][0]["line"] = json!({ "kind": "independent", "overtaking": true,
        "jitter_s": { "bimodal": [0, 0.005, 0.01] } });
    [
        (
            "reno",
            scenario(
                drop_tail(),
                json!({ "recovery": "newreno", "congestion_control": "reno" }),
            ),
        ),
        ("sack", scenario(drop_tail(), json!({ "recovery": "sack" }))),
        ("rack", reordered),
        (
            "ecn",
            scenario(marks(), json!({ "recovery": "sack", "ecn": "classic" })),
        ),
        (
            "dctcp",
            scenario(
                marks(),
                json!({ "congestion_control": "dctcp", "ecn": "accurate" }),
            ),
        ),
        ("two", two),
    ]
}

/// Numbers of a run, by the simulator or by tshark.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Segments that the sender sent again.
    retransmissions: u64,
    /// Acknowledgments that repeat the number of the one before.
    duplicate_acks: u64,
    /// Packets and bytes that left the first bottleneck, but for the SYN, whose options have more bytes than the headers of
    /// the simulation.
    departed: [u64; 2],
    /// Packets with a congestion mark among them.
    marked: u64,
    /// Packets that the first bottleneck dropped.
    dropped: u64,
}

/// Counts by stepping through a run that is not captured.
fn simulated(scenario: &Value) -> Counts {
    let scenario = Scenario::from_value(scenario.clone()).unwrap_or_else(|p| panic!("{p}"));
    let mut lab = Lab::new(&scenario);
    let mut counts = Counts::default();
    while lab.now() < lab.end() {
        for event in lab.step_event().expect("few packets") {
            if let TraceEventKind::OfFlow {
                action: FlowAction::Acked,
                ack: Some(ack),
                ..
            } = event.kind
            {
                counts.duplicate_acks += u64::from(ack.news == 0);
            }
        }
    }
    let observed = lab.observed();
    let link = observed.links[0].counters();
    counts.departed = [link.departed.total() - 1, link.departed_bytes - HEADER];
    counts.marked = link.marked;
    counts.dropped = link.lost_in_all();
    counts.retransmissions = observed.flows[0]
        .tcp()
        .expect("TCP")
        .sender
        .counters()
        .retransmissions;
    counts
}

/// Returns a field of the packets that pass a filter. Wrong checksums do not pass unnoticed.
fn tshark(file: &str, filter: &str, field: &str) -> Vec<String> {
    let checks = [
        "ip.check_checksum:TRUE",
        "tcp.check_checksum:TRUE",
        "udp.check_checksum:TRUE",
    ];
    let output = Command::new("tshark")
        .args(["-r", file, "-Y", filter, "-T", "fields", "-e", field])
        .args(checks.iter().flat_map(|check| ["-o", check]))
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

/// Says whether a program is installed; a test without it is skipped with a sentence.
fn is_installed(program: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok();
    if !is_there {
        println!("{program} is not installed, so it read no capture.");
    }
    is_there
}

/// Runs a program on a capture and returns what it prints.
fn printed(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    let output = output.expect("it is installed");
    assert!(output.status.success(), "{program}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn capinfos_and_tcptrace_read_all_packets() {
    if !(is_installed("capinfos") && is_installed("tcptrace")) {
        return;
    }
    let [_, (_, scenario), ..] = scenarios();
    let counted = |points: &str| {
        let file = path(&format!("{points}.pcapng"));
        let args = ["run", "-", "--pcapng", &file, "--pcapng-points", points];
        let outcome = bufferlab_reading(&scenario.to_string(), &args);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let table = printed("capinfos", &["-T", "-r", "-M", "-c", &file]);
        let packets = table
            .split_whitespace()
            .last()
            .expect("a number")
            .to_owned();
        (file, packets.parse::<u64>().expect("a number"))
    };
    let (sender, packets) = counted("sender");
    let traced = printed("tcptrace", &["-n", &sender]);
    let expected = format!("{packets} packets seen, {packets} TCP packets traced");
    assert!(packets > 5000 && traced.contains(&expected), "{traced}");
    // Three interfaces: the packets before the queue, behind it and dropped.
    let (_, packets) = counted("r0");
    assert!(packets > 5000, "{packets}");
}

#[test]
fn tshark_counts_what_the_simulator_counts() {
    if !is_installed("tshark") {
        return;
    }
    for (name, scenario) in scenarios() {
        let file = path(&format!("{name}.pcapng"));
        let options = [
            "--pcapng",
            &file,
            "--pcapng-snaplen",
            "65535",
            "--pcapng-points",
        ];
        let capture = |point: &str| {
            let args = [&["run", "-", "--json"], &options[..], &[point]].concat();
            let outcome = bufferlab_reading(&scenario.to_string(), &args);
            assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        };
        let count = |filter: &str| tshark(&file, filter, "frame.number").len() as u64;
        let mut counts = Counts::default();
        capture("sender");
        let bad =
            "_ws.malformed || ip.checksum.status == \"Bad\" || tcp.checksum.status == \"Bad\"";
        assert_eq!(count(bad), 0, "{name}");
        assert!(count("tcp.checksum.status == \"Good\"") > 5000, "{name}");
        assert_eq!(
            count("tcp.analysis.lost_segment || tcp.analysis.ack_lost_segment"),
            0,
            "{name}"
        );
        // What comes soon after later data is called out of order, and data that was acknowledged already, spurious.
        counts.retransmissions = count(
            "tcp.srcport != 9 && (tcp.analysis.retransmission || tcp.analysis.out_of_order || tcp.analysis.spurious_retransmission)",
        );
        counts.duplicate_acks = count("tcp.analysis.duplicate_ack");
        capture("r0:out");
        let lengths = tshark(&file, "tcp.flags.syn == 0", "frame.len");
        let bytes = lengths
            .iter()
            .map(|length| length.parse::<u64>().expect("a number"));
        counts.departed = [lengths.len() as u64, bytes.sum()];
        counts.marked = count("ip.dsfield.ecn == 3");
        capture("r0:drops");
        counts.dropped = count("tcp && frame.comment contains \"dropped\"");
        assert_eq!(counts, simulated(&scenario), "{name}");
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
