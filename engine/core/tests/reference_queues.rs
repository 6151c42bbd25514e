//! Queue disciplines in whole runs, against ns-3.
//!
//! Ten flows share 20 Mb/s with round trips of 58 to 62 ms, 120 s with 30 s of warm-up. ns-3's rows are one
//! seed each, ours the mean of three. The table is `tests/reference/queues.csv`.

use crate::support::{Comparison, Row, assert_shared, borrowed, inputs, patched, table};
use bufferlab_core::Simulation;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::{Value, json};

/// What is compared, means over the runs.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    utilization: f64,
    loss: f64,
    sojourn_mean_ms: f64,
    sojourn_p95_ms: f64,
}

const SEEDS: [u64; 3] = [1, 2, 3];

/// ns-3 puts a discipline on top of a device that takes one packet more: what leaves the discipline waits for one
/// packet, 0.4 ms at 20 Mb/s, before it is sent. Its sojourns, and what CoDel and PIE go by, lack them.
const DEVICE_MS: f64 = 0.4;

/// Utilisation within 0.02; loss, mean and 95 % of the sojourn within 20 %.
#[test]
fn disciplines_do_what_they_do_in_ns3() {
    let mut comparison = Comparison::default();
    for row in table("queues.csv") {
        let got = mean(&row);
        let name = format!("{} {}", row.text("kind"), row.text("limit_packets"));
        comparison.near(
            &format!("{name} utilisation"),
            got.utilization,
            row.number("util"),
            0.02,
        );
        for (what, got, column, shift) in [
            ("loss", got.loss, "loss", 0.0),
            (
                "mean sojourn",
                got.sojourn_mean_ms,
                "sojourn_mean_ms",
                DEVICE_MS,
            ),
            (
                "95 % of sojourns",
                got.sojourn_p95_ms,
                "sojourn_p95_ms",
                DEVICE_MS,
            ),
        ] {
            let wanted = row.number(column) + shift;
            comparison.near(&format!("{name} {what}"), got, wanted, 0.2 * wanted);
        }
    }
    comparison.finish();
}

fn mean(row: &Row) -> Figures {
    let runs = std::thread::scope(|scope| {
        let runs = SEEDS.map(|seed| scope.spawn(move || run(&scenario(row, seed))));
        runs.map(|run| run.join().expect("a run panicked"))
    });
    let mean = |figure: fn(&Figures) -> f64| runs.iter().map(figure).sum::<f64>() / 3.0;
    Figures {
        utilization: mean(|run| run.utilization),
        loss: mean(|run| run.loss),
        sojourn_mean_ms: mean(|run| run.sojourn_mean_ms),
        sojourn_p95_ms: mean(|run| run.sojourn_p95_ms),
    }
}

fn run(scenario: &Scenario) -> Figures {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(Time::NEVER).expect("few packets");
    assert_shared(&mut simulation);
    let summary = simulation.summary();
    let link = &summary.bottlenecks[0].forward;
    let observed = simulation.observed();
    let meter = observed.links[0].measured_until(observed.now);
    Figures {
        utilization: link.utilization.expect("time has passed"),
        loss: link.loss.tcp.expect("packets came"),
        sojourn_mean_ms: 1e3 * meter.mean_delay_s().expect("packets left"),
        sojourn_p95_ms: 1e3 * meter.delay_quantile_s(0.95).expect("packets left"),
    }
}

fn scenario(row: &Row, seed: u64) -> Scenario {
    let mut queue = discipline(row.text("kind"));
    queue["kind"] = json!(row.text("kind"));
    queue["limit_packets"] = json!(row.number("limit_packets"));
    let scenario = json!({
        "seed": seed, "duration_s": 120, "warmup_s": 30,
        "bottlenecks": [{ "id": "r0", "rate_bps": 20e6, "delay_s": 0.028, "queue": queue }],
        "groups": [{
            "id": "tcp", "count": 10,
            "access": { "rate_bps": 100e6 },
            "traffic": { "kind": "tcp", "recovery": "sack" },
        }],
    });
    let changes = inputs("red_10_seed1", "tcp");
    let scenario = Scenario::from_value(scenario).unwrap_or_else(|p| panic!("{p}"));
    patched(&scenario, &borrowed(&changes))
}

/// What ns-3 was given where it is not our default.
fn discipline(kind: &str) -> Value {
    match kind {
        "red" => json!({
            "min_threshold_packets": 30, "max_threshold_packets": 90,
            "max_probability": 0.1, "weight": 0.002,
        }),
        // `UseDerandomization` is off by default.
        "pie" => json!({ "derandomize": false }),
        _ => json!({}),
    }
}
