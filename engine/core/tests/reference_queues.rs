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
    /// Of the constant stream beside TCP, if there is one.
    udp_loss: Option<f64>,
    queue_packets: f64,
    sojourn_mean_ms: f64,
    sojourn_p95_ms: f64,
}

const SEEDS: [u64; 3] = [1, 2, 3];

/// Utilization agrees within 0.01, with FQ-CoDel within 0.015. Loss, mean queue, and mean and 95th percentile of the
/// queueing delay agree within 20 %: a row of ns-3 is one seed, ours the mean of three.
///
/// The rest of the difference is known. ns-3 halves the pipe of RFC 6675, which leaves out what is lost or reported by
/// SACK, so its threshold is one segment lower than half of the window, as RFC 5681 and Linux have it. Ten flows of 15
/// to 20 segments notice. With one segment less in `Reno::on_loss`, our rows come within 0.0015 of ns-3's utilization
/// and within 6 % of its loss and mean queue: FQ-CoDel 0.9756, loss 0.00420 and 13.8 packets for 0.9741, 0.00419 and
/// 12.8; beside CBR 0.9854, 0.00485 and 19.1 for 0.9842, 0.00484 and 18.1.
#[test]
fn queue_disciplines_agree_with_ns3() {
    let mut comparison = Comparison::new([
        "queues",
        "Queue disciplines",
        "ns-3.37",
        "Ten flows at 20 Mb/s with round trips of 58 to 62 ms through each discipline, also beside a constant stream, 90 s after 30 s: the mean of three seeds beside one of ns-3.",
        "0.01 of utilization (FQ-CoDel 0.015); 20 % of loss, mean queue, and mean and 95th percentile of the queueing delay. The known part: ns-3 halves the data in flight without what SACK reports or what is lost, so its threshold is one segment lower. With that rule our rows are within 0.0015 of ns-3's utilization and 6 % of its loss and mean queue.",
    ]);
    for row in table("queues.csv") {
        let got = mean(&row);
        let beside = if is_beside_cbr(&row) {
            " beside CBR"
        } else {
            ""
        };
        let name = format!(
            "{}, {} packets{beside}",
            row.text("kind"),
            row.text("limit_packets")
        );
        let wanted = row.number("util");
        let within = if row.text("kind") == "fq_codel" {
            0.015
        } else {
            0.01
        };
        comparison.near(
            &format!("{name}: utilization"),
            got.utilization,
            wanted,
            within,
        );
        for (what, got, column) in [
            ("loss", got.loss, "loss"),
            ("mean queue (packets)", got.queue_packets, "mean_q_pkts"),
            (
                "mean queueing delay (ms)",
                got.sojourn_mean_ms,
                "sojourn_mean_ms",
            ),
            (
                "95th percentile of the queueing delay (ms)",
                got.sojourn_p95_ms,
                "sojourn_p95_ms",
            ),
        ] {
            let wanted = row.number(column);
            comparison.near(&format!("{name}: {what}"), got, wanted, 0.2 * wanted);
        }
        if let Some(lost) = got.udp_loss {
            // With FQ-CoDel the one seed of ns-3 loses 29 of 112,500 datagrams; here it is 54, and 3 with ns-3's rule.
            let wanted = row.number("udp_loss");
            let within = 0.2 * wanted + 0.0002;
            comparison.near(&format!("{name}: loss of CBR"), lost, wanted, within);
        }
    }
    comparison.finish();
}

fn is_beside_cbr(row: &Row) -> bool {
    row.number("cbr_bps") > 0.0
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
        udp_loss: is_beside_cbr(row).then(|| mean(|run| run.udp_loss.expect("datagrams came"))),
        queue_packets: mean(|run| run.queue_packets),
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
        utilization: link.number("utilization").expect("time has passed"),
        loss: link.number("loss.tcp").expect("packets came"),
        udp_loss: link.number("loss.udp"),
        queue_packets: link.number("mean_queue_packets").expect("time has passed"),
        sojourn_mean_ms: 1e3 * meter.mean_delay_s().expect("packets left"),
        sojourn_p95_ms: 1e3 * meter.delay_quantile_s(0.95).expect("packets left"),
    }
}

fn scenario(row: &Row, seed: u64) -> Scenario {
    let mut queue = discipline(row.text("kind"));
    queue["kind"] = json!(row.text("kind"));
    queue["limit_packets"] = json!(row.number("limit_packets"));
    let tcp = json!({
        "id": "tcp", "count": 10, "access": { "rate_bps": 100e6 },
        // ns-3 reduces the threshold at a timeout in fast recovery too (RFC 5681 Section 3.1).
        "traffic": { "kind": "tcp", "recovery": "sack", "threshold_at_timeout": "every_timeout" },
    });
    let cbr = json!({
        "id": "cbr", "access": { "rate_bps": 100e6, "delay_s": 0.002 },
        "traffic": { "kind": "cbr", "rate_bps": row.number("cbr_bps"), "packet_bytes": 200 },
    });
    let groups = if is_beside_cbr(row) {
        vec![tcp, cbr]
    } else {
        vec![tcp]
    };
    let scenario = json!({
        "seed": seed, "duration_s": 120, "warmup_s": 30,
        // ns-3 puts a discipline on top of a device that takes one packet more, of which the discipline knows nothing.
        // Drop-tail, which goes by its own length only, is held to it without: the phases of ten flows decide there.
        "bottlenecks": [{
            "id": "r0", "rate_bps": 20e6, "delay_s": 0.028, "queue": queue,
            "device_packets": u32::from(row.text("kind") != "drop_tail"),
        }],
        "groups": groups,
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
