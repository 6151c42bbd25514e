//! Senders with the profile of Linux 6 beside real ones, which passed the same simulated queue between hosts of Linux 6.18
//! (`bufferlab emulate`).
//!
//! The runs are in `tests/reference/linux`; `npm run linux` measures them.

use crate::support::extent::usual_or_all;
use crate::support::{Comparison, Row, read, run_all, table};
use bufferlab_core::observe::summary::{GroupSummary, Summary};
use bufferlab_core::scenario::Scenario;
use serde_json::{Value, json};

/// Columns that name a case; its runs differ in the seed.
const CASE: [&str; 5] = ["controllers", "flows", "rate_mbps", "rtt_ms", "buffer_bdp"];

/// Seeds of the simulated runs of each case: a start of flows more or less decides which of two cycles four flows follow.
const SEEDS: [u32; 3] = [1, 2, 3];

const PACKET_BITS: f64 = 12_000.0;

/// One-way delay of the access links, ms.
const ACCESS_MS: f64 = 1.0;

/// Most that a sender delays a segment, s: about what the hosts of these runs do. Without it, the order of packets of flows with
/// equal round trips decides which flow loses, and a round trip as short as the shortest recurs whenever the queue is empty, so
/// that BBR need not look for it.
const OVERHEAD_S: f64 = 0.0002;

/// Cases that are compared together.
struct Family {
    id: &'static str,
    title: &'static str,
    /// What shares the queue.
    flows: &'static str,
    /// Controllers of the cases, as in their column.
    controllers: &'static [&'static str],
    /// Absolute tolerance of the utilization.
    utilization: f64,
    /// Relative and absolute tolerance of loss.
    loss: [f64; 2],
    /// The same of the queue, in packets.
    queue: [f64; 2],
    /// Reasons for the tolerances.
    because: &'static str,
}

#[test]
fn reno_uses_fills_and_loses_as_in_linux() {
    compare(&Family {
        id: "linux-reno",
        title: "Reno of real hosts",
        flows: "1 to 10 flows of Reno",
        controllers: &["reno"],
        because: ONE_CYCLE,
        ..LOSS_BASED
    });
}

#[test]
fn cubic_uses_fills_and_loses_as_in_linux() {
    compare(&Family {
        id: "linux-cubic",
        title: "CUBIC of real hosts",
        flows: "1 to 10 flows of CUBIC",
        controllers: &["cubic"],
        because: ONE_CYCLE,
        ..LOSS_BASED
    });
}

#[test]
fn bbr_uses_fills_and_loses_as_in_linux() {
    compare(&Family {
        id: "linux-bbr1",
        title: "BBR of real hosts",
        flows: "1 to 10 flows of BBR version 1",
        controllers: &["bbr1"],
        utilization: 0.015,
        loss: [0.2, 0.003],
        queue: [0.1, 2.0],
        because: "A flow alone has up to 3 packets more in real hosts: acknowledgments that arrive irregularly raise the largest delivery rate, and jitter of 0.1 ms behind the queue gives the simulated flow as much. Real flows lose up to 3 percentage points more in paths of 100 ms, and up to 0.9 more or less in four BDP. Receivers of Linux hold back acknowledgments of data out of order for up to 1 ms, which is not simulated.",
    });
}

#[test]
fn pairs_of_controllers_share_as_in_linux() {
    compare(&Family {
        id: "linux-pairs",
        title: "Pairs of controllers of real hosts",
        flows: "1 or 4 flows of each of two controllers",
        controllers: &["reno+cubic", "cubic+bbr1", "reno+bbr1"],
        utilization: 0.01,
        loss: [0.15, 0.002],
        queue: [0.1, 0.5],
        because: "The share is that of the controller named first, within 0.05; two minutes are few cycles of two flows, so that three seeds differ by up to 0.1.",
    });
}

/// Tolerances of Reno and CUBIC.
const LOSS_BASED: Family = Family {
    id: "",
    title: "",
    flows: "",
    controllers: &[],
    utilization: 0.025,
    loss: [0.1, 0.001],
    queue: [0.1, 1.0],
    because: "",
};

const ONE_CYCLE: &str = "A flow alone repeats one cycle, in which a packet more or less decides whether one or two are lost. Windows of two to four packets, of four flows in a quarter of a BDP, leave queues of a few packets.";

/// Absolute tolerance of the share of the first group.
const SHARE: f64 = 0.05;

/// Compares all cases of a family.
fn compare(family: &Family) {
    let mut cases: Vec<Vec<Row>> = Vec::new();
    for run in table("linux/runs.csv") {
        if !family.controllers.contains(&run.text("controllers")) {
            continue;
        }
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
    let is_shared = family.controllers.len() > 1;
    let (round_trips, times) = if is_shared {
        ("a round trip of 40 ms", "80 s after 40 s")
    } else {
        ("round trips of 20 to 100 ms", "45 s after 15 s")
    };
    let setup = format!(
        "{} over drop-tail queues of a quarter, one and four BDP, at 10 and 20 Mb/s and {round_trips}, {times}. Senders delay each segment by up to 0.2 ms. The mean of three seeds, beside that of five runs of real senders of Linux, which passed the simulated queue without segmentation offload.",
        family.flows
    );
    let Family {
        utilization,
        loss,
        queue,
        ..
    } = *family;
    let tolerance = format!(
        "Utilization {utilization}, loss {:.0} % and {:.1} percentage points, mean queue {:.0} % and {} packets, each plus the spread of the measured runs. {}",
        100.0 * loss[0],
        100.0 * loss[1],
        100.0 * queue[0],
        queue[1],
        family.because
    );
    let mut comparison =
        Comparison::new([family.id, family.title, "Linux 6.18", &setup, &tolerance]);
    for case in &cases {
        let runs: Vec<Summary> = simulated.by_ref().take(SEEDS.len()).collect();
        let [controllers, flows, rate, rtt, buffer] = CASE.map(|column| case[0].text(column));
        let of = if is_shared {
            controllers.replace('+', " and ") + ", "
        } else {
            String::new()
        };
        let about = format!("{of}{flows} flows, {rate} Mb/s, {rtt} ms, {buffer} BDP");
        let measures: &[(&str, f64, f64)] = &[
            ("utilization", 0.0, utilization),
            ("loss", loss[0], loss[1]),
            ("queue_packets", queue[0], queue[1]),
            ("share", 0.0, SHARE),
        ];
        for &(column, relative, absolute) in &measures[..if is_shared { 4 } else { 3 }] {
            let measured: Vec<f64> = case.iter().map(|run| run.number(column)).collect();
            let wanted = mean(&measured);
            let spread = measured
                .iter()
                .fold(0.0_f64, |most, x| most.max((x - wanted).abs()));
            let got: Vec<f64> = runs.iter().map(|run| figure(run, column)).collect();
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

/// Returns what a column of the measured runs is in a simulated one.
fn figure(run: &Summary, column: &str) -> f64 {
    let link = |measure| run.bottlenecks[0].forward.number(measure);
    let throughput = |group: &GroupSummary| group.number("throughput_bps").unwrap_or(0.0);
    let figure = match column {
        "loss" => link("loss.tcp"),
        "queue_packets" => link("mean_queue_packets"),
        "share" => {
            let all: f64 = run.groups.iter().map(throughput).sum();
            Some(throughput(&run.groups[0]) / all)
        }
        column => link(column),
    };
    figure.expect("packets arrived")
}

/// The scenario that was run between real hosts.
fn scenario(run: &Row, seed: u32) -> Scenario {
    let mut path: Value = serde_json::from_str(&read("linux/path.json")).expect("JSON");
    let (rate_mbps, rtt_ms) = (run.number("rate_mbps"), run.number("rtt_ms"));
    let bdp_packets = rate_mbps * 1e3 * rtt_ms / PACKET_BITS;
    let bottleneck = &mut path["bottlenecks"][0];
    bottleneck["rate_bps"] = json!(rate_mbps * 1e6);
    bottleneck["delay_s"] = json!((rtt_ms / 2.0 - ACCESS_MS) / 1e3);
    bottleneck["queue"]["limit_packets"] = json!((run.number("buffer_bdp") * bdp_packets).round());
    let group_of = |controller: &str| {
        let mut group = path["groups"][0].clone();
        group["id"] = json!(controller);
        group["count"] = json!(run.number("flows"));
        group["traffic"]["congestion_control"] = json!(controller);
        group["traffic"]["overhead_s"] = json!(OVERHEAD_S);
        group
    };
    let groups: Vec<Value> = run.text("controllers").split('+').map(group_of).collect();
    let (warmup_s, duration_s) = if groups.len() > 1 {
        (40, 120)
    } else {
        (15, 60)
    };
    path["groups"] = json!(groups);
    path["seed"] = json!(seed);
    path["warmup_s"] = json!(warmup_s);
    path["duration_s"] = json!(duration_s);
    Scenario::from_value(path).unwrap_or_else(|problems| panic!("{problems}"))
}
