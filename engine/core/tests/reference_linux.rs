//! Senders with the profile of Linux 6 beside real ones, which passed the same simulated queue between hosts of Linux 6.18
//! (`bufferlab emulate`).
//!
//! The runs are in `tests/reference/linux`; `npm run linux` measures them.

use crate::support::extent::usual_or_all;
use crate::support::{Comparison, Row, patched, read, run_all, table};
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::scenario::Scenario;
use serde_json::{Value, json};

/// Columns that name a case; its runs differ in the seed.
const CASE: [&str; 5] = ["controllers", "flows", "rate_mbps", "rtt_ms", "buffer_bdp"];

/// Seeds of the simulated runs of each case: a start of flows more or less decides which of two cycles four flows follow.
const SEEDS: [u32; 3] = [1, 2, 3];

const PACKET_BITS: f64 = 12_000.0;

/// One-way delay of the access links, ms.
const ACCESS_MS: f64 = 1.0;

const TOLERANCE: &str = "Utilization 0.05, loss 20 % and 0.1 percentage points, mean queue 25 % and 0.5 packets, each plus the spread of the measured runs. The largest deviations are those of windows of two to four packets in a quarter of a BDP, where real hosts use up to 0.04 more. A flow alone repeats one cycle, in which a packet more or less decides whether one or two are lost.";

#[test]
fn reno_uses_fills_and_loses_as_in_linux() {
    compare("reno", "Reno", "linux-reno");
}

#[test]
fn cubic_uses_fills_and_loses_as_in_linux() {
    compare("cubic", "CUBIC", "linux-cubic");
}

/// Compares all cases with these controllers.
fn compare(controllers: &str, name: &str, id: &str) {
    let runs = table("linux/runs.csv");
    let mut cases: Vec<Vec<Row>> = Vec::new();
    for run in runs
        .into_iter()
        .filter(|run| run.text("controllers") == controllers)
    {
        match cases.iter_mut().find(|case| is_same(&case[0], &run)) {
            Some(case) => case.push(run),
            None => cases.push(vec![run]),
        }
    }
    // Seven has no common factor with the numbers of buffers, round trips and rates, so that each occurs.
    let cases: Vec<_> = cases.into_iter().step_by(usual_or_all(7, 1)).collect();
    let of_case = |case: &Vec<Row>| SEEDS.map(|seed| scenario(&case[0], seed));
    let scenarios: Vec<Scenario> = cases.iter().flat_map(of_case).collect();
    let mut simulated = run_all(&scenarios).into_iter();
    let setup = format!(
        "1 to 10 flows of {name} over drop-tail queues of a quarter, one and four BDP, at 10 and 20 Mb/s and round trips of 20 to 100 ms, 45 s after 15 s. The mean of three seeds, beside real senders of Linux that passed the simulated queue without segmentation offload."
    );
    let mut comparison = Comparison::new([
        id,
        &format!("{name} of real hosts"),
        "Linux 6.18",
        &setup,
        TOLERANCE,
    ]);
    for case in &cases {
        let runs: Vec<Summary> = simulated.by_ref().take(SEEDS.len()).collect();
        let [flows, rate, rtt, buffer] =
            ["flows", "rate_mbps", "rtt_ms", "buffer_bdp"].map(|column| case[0].text(column));
        let about = format!("{flows} flows, {rate} Mb/s, {rtt} ms, {buffer} BDP");
        for (measure, column, relative, absolute) in [
            ("utilization", "utilization", 0.0, 0.05),
            ("loss.tcp", "loss", 0.2, 0.001),
            ("mean_queue_packets", "queue_packets", 0.25, 0.5),
        ] {
            let measured: Vec<f64> = case.iter().map(|run| run.number(column)).collect();
            let wanted = mean(&measured);
            let spread = measured
                .iter()
                .fold(0.0_f64, |most, x| most.max((x - wanted).abs()));
            let got: Vec<f64> = runs.iter().map(|run| figure(run, measure)).collect();
            let tolerance = relative * wanted + absolute + spread;
            comparison.near(&format!("{about}: {column}"), mean(&got), wanted, tolerance);
        }
    }
    comparison.finish();
}

fn is_same(one: &Row, other: &Row) -> bool {
    CASE.iter()
        .all(|column| one.text(column) == other.text(column))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn figure(run: &Summary, measure: &str) -> f64 {
    let figure = run.bottlenecks[0].forward.number(measure);
    figure.expect("packets arrived")
}

/// The scenario that was run between real hosts.
fn scenario(run: &Row, seed: u32) -> Scenario {
    let path: Value = serde_json::from_str(&read("linux/path.json")).expect("JSON");
    let path = Scenario::from_value(path).unwrap_or_else(|problems| panic!("{problems}"));
    let (rate_mbps, rtt_ms) = (run.number("rate_mbps"), run.number("rtt_ms"));
    let bdp_packets = rate_mbps * 1e3 * rtt_ms / PACKET_BITS;
    let controllers = run.text("controllers");
    let profile = json!({
        "kind": "tcp", "profile": "linux-6", "segment_bytes": 1448, "header_bytes": 52, "ack_bytes": 52, "train_packets": 1,
        "congestion_control": controllers,
    });
    let changes = [
        ("bottlenecks.r0.rate_bps", json!(rate_mbps * 1e6)),
        (
            "bottlenecks.r0.delay_s",
            json!((rtt_ms / 2.0 - ACCESS_MS) / 1e3),
        ),
        (
            "bottlenecks.r0.queue.limit_packets",
            json!((run.number("buffer_bdp") * bdp_packets).round()),
        ),
        ("groups.reno.count", json!(run.number("flows"))),
        ("groups.reno.traffic", profile),
        ("seed", json!(seed)),
        ("warmup_s", json!(15)),
        ("duration_s", json!(60)),
    ];
    patched(&path, &changes)
}
