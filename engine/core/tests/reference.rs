//! Whole runs against ns-2's results and against exact queueing theory.
//!
//! The tables are in `tests/reference`. Where a result depends on chance or on phases, several seeds are
//! averaged; each test says so.

use crate::support::extent::usual_or_all;
use crate::support::{Comparison, Row, borrowed, inputs, patched, preset, run_all, table};
use bufferlab_core::Simulation;
use bufferlab_core::observe::summary::{LinkSummary, Summary};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::{Value, json};

/// Ganjali F2.3 to F2.5. A single flow is deterministic: what differs is rounding only, so the
/// tolerances are tight: 0.002 of utilization, 3 % of the queue, a packet of window, 2 % of the period.
#[test]
fn the_window_of_one_flow_matches_the_sawtooth_of_ns2() {
    let mut comparison = Comparison::new([
        "one-flow",
        "Sawtooth of one flow",
        "ns-2.35",
        "One flow of Reno, NewReno or SACK at 10 Mb/s and a round trip of 80 ms, with and without delayed ACKs: means over 150 s after 50 s.",
        "A single flow is deterministic, so only rounding differs: 0.002 of utilization, 3 % of the mean queue, one packet of the window's peak and trough, 2 % of the period.",
    ]);
    for row in table("one_flow.csv") {
        let recovery = match row.text("tcp") {
            "Reno" => "reno",
            "Newreno" => "newreno",
            "Sack1" => "sack",
            other => panic!("ns-2 has no sender {other} here"),
        };
        let acks = match row.text("variant") {
            "delack" => ", delayed ACKs",
            _ => "",
        };
        let name = format!("{}{acks}, {} packets", row.text("tcp"), row.text("buffer"));
        let scenario = preset(
            "one-flow",
            &[
                (
                    "bottlenecks.r0.queue.limit_packets",
                    json!(row.number("buffer")),
                ),
                ("groups.tcp.traffic.recovery", json!(recovery)),
                (
                    "groups.tcp.traffic.delayed_ack",
                    json!(row.text("variant") == "delack"),
                ),
            ],
        );
        let (sawtooth, summary) = sawtooth(&scenario);
        let link = &summary.bottlenecks[0].forward;
        let queue = row.number("mean_q_pkts");
        let period = row.number("period_mean_s");
        comparison.near(
            &format!("{name}: utilization"),
            link.number("utilization").unwrap(),
            row.number("util"),
            0.002,
        );
        comparison.near(
            &format!("{name}: mean queue (packets)"),
            link.number("mean_queue_packets").unwrap(),
            queue,
            0.03 * queue,
        );
        comparison.near(
            &format!("{name}: peak of the window (packets)"),
            sawtooth.peak,
            row.number("cwnd_peak_mean"),
            1.0,
        );
        comparison.near(
            &format!("{name}: trough of the window (packets)"),
            sawtooth.trough,
            row.number("cwnd_trough_mean"),
            1.0,
        );
        comparison.near(
            &format!("{name}: period (s)"),
            sawtooth.period_s,
            period,
            0.02 * period,
        );
    }
    comparison.finish();
}

/// Vishwanath F11 and Section II. TCP's loss and the utilization are means over a thousand flows and
/// settle within a per cent; the loss of datagrams is a few thousand events in 80 s. Two seeds are
/// averaged and 10 % is allowed throughout; `npm test` runs the first, on ns-2's own delays and starts.
#[test]
fn the_anomaly_has_the_buffer_sizes_of_ns2() {
    let rows = table("anomaly.csv");
    let listed = inputs("anomaly_1000_seed1", "tcp");
    let seeds = usual_or_all(1, 2);
    let mut scenarios = Vec::new();
    for row in &rows {
        let limit = [(
            "bottlenecks.r0.queue.limit_bytes",
            json!(row.number("buffer")),
        )];
        scenarios.push(patched(&preset("anomaly", &borrowed(&listed)), &limit));
        if seeds == 2 {
            scenarios.push(patched(&preset("anomaly", &[("seed", json!(2))]), &limit));
        }
    }
    let summaries = run_all(&scenarios);
    let mut comparison = Comparison::new([
        "anomaly",
        "Loss of UDP beside 1,000 TCP flows",
        "ns-2.35",
        "1,000 Reno flows and 5 % of Poisson UDP packets at 100 Mb/s, with buffers of 2 to 50 kB, 80 s after a warm-up of 40 s: the mean of two seeds. Preset anomaly.",
        "10 % of each value: the loss of UDP is a few thousand events in 80 s. Also required: UDP loss is lowest from 10 to 14 kB, and a third higher at 30 kB than at 11 kB.",
    ]);
    let mut udp_loss = Vec::new();
    let mut tcp_bps = Vec::new();
    for (row, pair) in rows.iter().zip(summaries.chunks(seeds)) {
        let buffer = row.number("buffer");
        let within = |wanted: f64| 0.1 * wanted;
        let utilization = mean(pair, |s| bottleneck(s).number("utilization"));
        comparison.near(
            &format!("{buffer} B: utilization"),
            utilization,
            row.number("util"),
            within(row.number("util")),
        );
        let tcp = mean(pair, |s| bottleneck(s).number("loss.tcp"));
        comparison.near(
            &format!("{buffer} B: loss of TCP"),
            tcp,
            row.number("tcp_loss"),
            within(row.number("tcp_loss")),
        );
        let udp = mean(pair, |s| bottleneck(s).number("loss.udp"));
        comparison.near(
            &format!("{buffer} B: loss of UDP"),
            udp,
            row.number("udp_loss"),
            within(row.number("udp_loss")),
        );
        udp_loss.push((buffer, udp));
        tcp_bps.push((buffer, mean(pair, |s| s.groups[0].number("throughput_bps"))));
    }
    comparison.finish();
    let at = |of: &[(f64, f64)], buffer: f64| of.iter().find(|(b, _)| *b == buffer).unwrap().1;
    let (lowest, _) = udp_loss
        .iter()
        .copied()
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap();
    assert!(
        (10_000.0..=14_000.0).contains(&lowest),
        "UDP loss is lowest at {lowest} B, not near 11 kB"
    );
    let rise = rise_of_udp_loss();
    assert!(
        rise >= 4.0 / 3.0,
        "UDP loss at 30 kB is only {rise:.3} times that at 11 kB"
    );
    let saturation = at(&tcp_bps, 50_000.0);
    for &(buffer, bps) in tcp_bps.iter().filter(|(buffer, _)| *buffer >= 11_000.0) {
        assert!(
            bps >= 0.97 * saturation,
            "{buffer} B: TCP has {bps:.3e} of {saturation:.3e} b/s"
        );
    }
}

/// How many times as many datagrams are lost with 30 kB as with 11 kB: of two seeds the ratio is known to
/// 3 % only, so eight are averaged.
fn rise_of_udp_loss() -> f64 {
    let seeds = 1..=usual_or_all(2, 8);
    let scenario = |bytes: u32, seed: u64| {
        let limit = [("bottlenecks.r0.queue.limit_bytes", json!(bytes))];
        patched(&preset("anomaly", &[("seed", json!(seed))]), &limit)
    };
    let scenarios: Vec<_> = seeds
        .flat_map(|seed| [scenario(11_000, seed), scenario(30_000, seed)])
        .collect();
    let summaries = run_all(&scenarios);
    let lost = |first: usize| -> f64 {
        let runs = summaries.iter().skip(first).step_by(2);
        runs.map(|s| bottleneck(s).number("loss.udp").expect("datagrams"))
            .sum()
    };
    lost(1) / lost(0)
}

/// Hasegawa F3a with round trips of 195 to 205 ms, on ns-2's own delays and start times, over four seeds (which
/// set the phases of the senders' clocks): 0.005 of utilization, 10 % of the loss. Ours are within 0.001 and 3 %.
/// Fifty flows with 2,500 packets take longer than the others to forget their start, in ns-2 and here, and are
/// measured from 100 to 300 s.
#[test]
fn spread_round_trips_lose_as_in_ns2() {
    let rows = many_flows(|row| row.text("variant").ends_with("-jit"));
    let comparison = Comparison::new([
        "many-flows",
        "Many flows with different round trips",
        "ns-2.35",
        "50, 200 and 800 Reno flows with round trips of 195 to 205 ms at 100 Mb/s, with the delays and starts of ns-2: the mean of four seeds, which set the phases of the senders' clocks. Preset many-flows.",
        "0.005 of utilization, 10 % of the loss.",
    ]);
    compare_many_flows(comparison, &rows, "many_flows_spread");
}

/// The same with equal round trips and a sender overhead of one packet's time at the bottleneck, as in ns-2.
/// Equal round trips alone are decided by ties, which ns-2 breaks by the rounding of its clock; with overhead they
/// lose in both simulators alike: 0.005 of utilization, 10 % of the loss. Ours are within 0.004 and 6 %.
///
/// It is not what a spread of round trips does: with 354 and 177 packets the link is used to 87 and 88 %, in ns-2
/// too, where a spread of 10 ms uses 96 %. Overhead takes away that phases favor some flows for good; that bursts
/// come back a round trip later, all together, it leaves.
#[test]
#[ignore = "needs many seeds or long runs: npm run test:all"]
fn equal_round_trips_with_overhead_lose_as_in_ns2() {
    let rows = many_flows(|row| row.number("overhead_s") > 0.0);
    let comparison = Comparison::new([
        "many-flows-equal",
        "Many flows with equal round trips",
        "ns-2.35",
        "The same flows with equal round trips and a sender overhead of one packet's time at the bottleneck. Without overhead, ties decide which flow loses a packet, and ns-2 breaks ties by the rounding of its clock.",
        "0.005 of utilization, 10 % of the loss.",
    ]);
    compare_many_flows(comparison, &rows, "many_flows");
}

fn many_flows(wanted: fn(&Row) -> bool) -> Vec<Row> {
    table("many_flows.csv").into_iter().filter(wanted).collect()
}

fn compare_many_flows(mut comparison: Comparison, rows: &[Row], listed: &str) {
    let seeds: u32 = usual_or_all(1, 4);
    let mut scenarios: Vec<Scenario> = Vec::new();
    for row in rows {
        let flows = row.number("nflows");
        let buffer = row.number("buffer");
        let changes = [
            ("duration_s", json!(row.number("sim_s"))),
            ("warmup_s", json!(row.number("warmup_s"))),
            ("bottlenecks.r0.queue.limit_packets", json!(buffer)),
            ("groups.tcp.count", json!(flows)),
            ("groups.tcp.access.limit_packets", Value::Null),
            (
                "groups.tcp.traffic.overhead_s",
                json!(row.number("overhead_s")),
            ),
        ];
        let scenario = preset("many-flows", &changes);
        let listed = inputs(&format!("{listed}_{flows}_seed1"), "tcp");
        let scenario = patched(&scenario, &borrowed(&listed));
        scenarios.extend((1..=seeds).map(|seed| patched(&scenario, &[("seed", json!(seed))])));
    }
    let summaries = run_all(&scenarios);
    for (row, summaries) in rows.iter().zip(summaries.chunks(seeds as usize)) {
        let name = format!(
            "{} flows, {} packets",
            row.text("nflows"),
            row.text("buffer")
        );
        comparison.near(
            &format!("{name}: utilization"),
            mean(summaries, |s| bottleneck(s).number("utilization")),
            row.number("util"),
            0.005,
        );
        comparison.near(
            &format!("{name}: loss"),
            mean(summaries, |s| bottleneck(s).number("loss.tcp")),
            row.number("tcp_loss"),
            0.1 * row.number("tcp_loss"),
        );
    }
    comparison.finish();
}

/// Poisson arrivals into a constant-rate link with K places are M/D/1/K, whose loss is known exactly.
/// Ten seeds; the exact value must lie within their 95 % confidence interval, taken at 99.9 % here
/// (t = 4.78 for nine degrees of freedom) because eight such claims are made at once and the seeds
/// are fixed: a test that fails one time in twenty by design would say nothing.
#[test]
fn poisson_arrivals_lose_as_m_d_1_k_does() {
    const SEEDS: u32 = 10;
    let rows: Vec<_> = table("md1k.csv")
        .into_iter()
        .filter(|row| {
            [0.8, 0.95].contains(&row.number("rho")) && [5.0, 10.0, 11.0].contains(&row.number("K"))
        })
        .collect();
    let mut scenarios = Vec::new();
    for row in &rows {
        let load = 10e6 * row.number("rho");
        scenarios.extend((1..=SEEDS).map(|seed| {
            let changes: [(&str, Value); 5] = [
                ("seed", json!(seed)),
                ("duration_s", json!(210.0)),
                ("groups.0.traffic.rate_bps", json!(load)),
                // The waiting room; K counts the packet in transmission too.
                (
                    "bottlenecks.0.queue.limit_packets",
                    json!(row.number("K") - 1.0),
                ),
                ("bottlenecks.0.queue.counts_in_service", json!(false)),
            ];
            preset("poisson-queue", &changes)
        }));
    }
    let summaries = run_all(&scenarios);
    let mut comparison = Comparison::new([
        "md1k",
        "Poisson arrivals at a constant rate",
        "M/D/1/K, exact",
        "Poisson arrivals with a load of 0.8 or 0.95 at a link of 10 Mb/s with room for 5, 10 or 11 packets, 210 s: the mean of ten seeds.",
        "The exact value lies within the 99.9 % confidence interval of the ten seeds (Student's t, nine degrees of freedom), as twelve values are compared.",
    ]);
    for (row, runs) in rows.iter().zip(summaries.chunks(SEEDS as usize)) {
        let name = format!("load {}, K {}", row.text("rho"), row.text("K"));
        let each = |figure: fn(&LinkSummary) -> Option<f64>| -> Vec<f64> {
            runs.iter()
                .map(|s| figure(bottleneck(s)).unwrap())
                .collect()
        };
        let losses = each(|link| link.number("loss.udp"));
        let waiting = each(|link| link.number("mean_queue_packets"));
        for (what, sample, exact) in [
            ("loss", losses, row.number("loss")),
            ("waiting", waiting, row.number("mean_waiting")),
        ] {
            let (mean, half_width) = interval(&sample);
            comparison.near(&format!("{name}: {what}"), mean, exact, half_width);
        }
    }
    comparison.finish();
}

fn bottleneck(summary: &Summary) -> &LinkSummary {
    &summary.bottlenecks[0].forward
}

/// Mean over runs of a figure that each of them has.
fn mean(runs: &[Summary], figure: impl Fn(&Summary) -> Option<f64>) -> f64 {
    let figures = runs.iter().map(|run| figure(run).expect("time has passed"));
    figures.sum::<f64>() / runs.len() as f64
}

/// Mean and half the width of its 99.9 % confidence interval (Student's t, nine degrees of freedom).
pub fn interval(sample: &[f64]) -> (f64, f64) {
    const T: f64 = 4.781;
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    (mean, T * (variance / n).sqrt())
}

/// Means over the sawtooth of a single flow after the warm-up.
pub struct Sawtooth {
    /// Window before a reduction, packets.
    pub peak: f64,
    /// Window after a reduction, packets.
    pub trough: f64,
    /// Time between reductions.
    pub period_s: f64,
}

/// Runs one flow, and averages its sawtooth.
pub fn sawtooth(scenario: &Scenario) -> (Sawtooth, Summary) {
    let mut simulation = Simulation::new(scenario);
    let (mut peaks, mut troughs, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let mut before = 0.0;
    let mut t = scenario.warmup_s;
    while t < scenario.duration_s {
        simulation
            .advance(Time::from_s(t))
            .expect("one flow fits in memory");
        let cwnd = simulation.observed().flows[0]
            .tcp()
            .expect("a TCP flow")
            .sender
            .window()
            .cwnd;
        if cwnd < 0.75 * before {
            peaks.push(before);
            troughs.push(cwnd);
            times.push(t);
        }
        before = cwnd;
        t += 0.01;
    }
    simulation
        .advance(Time::NEVER)
        .expect("one flow fits in memory");
    let mean = |x: &[f64]| x.iter().sum::<f64>() / x.len() as f64;
    let sawtooth = Sawtooth {
        peak: mean(&peaks),
        trough: mean(&troughs),
        period_s: (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64,
    };
    (sawtooth, simulation.summary())
}
