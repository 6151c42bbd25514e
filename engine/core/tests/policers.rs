//! Policers in whole runs, against theory: the loss of Poisson packets, the first drop of a constant stream, and the
//! bucket that one flow needs.

use bufferlab_core::Simulation;
use bufferlab_core::models;
use bufferlab_core::observe::summary::LinkSummary;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::{Value, json};

use crate::support::{run, run_all};

/// A link on which nothing waits, behind a policer.
fn policed(policer: Value, group: Value, duration_s: f64, seed: u64) -> Scenario {
    Scenario::from_value(json!({
        "seed": seed, "duration_s": duration_s,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e10, "delay_s": 0.01, "policer": policer,
            "queue": { "kind": "drop_tail", "limit_packets": 10_000 } }],
        "groups": [group],
    }))
    .unwrap_or_else(|p| panic!("{p}"))
}

/// Poisson packets of one size into a bucket of K packets are lost as in M/D/1/K: its missing tokens are the work there.
/// The mean of twenty runs lies within four of its standard errors.
#[test]
fn a_policer_loses_poisson_packets_as_m_d_1_k_does() {
    for (load, places, exact) in [
        (0.9, 10, 1.663_175e-2),
        (0.8, 10, 3.639_231e-3),
        (0.95, 5, f64::NAN),
    ] {
        let given = json!({ "load": load, "places_packets": places });
        let model = models::find("md1k").expect("a model");
        let of_model = model.outputs_of(given).expect("accepted").get("loss");
        let of_model = of_model.expect("a probability");
        assert!(exact.is_nan() || (of_model / exact - 1.0).abs() < 1e-6);
        let policer =
            json!({ "kind": "token_bucket", "rate_bps": 10e6, "burst_bytes": 1250 * places });
        let group = json!({ "id": "g", "access": { "rate_bps": 1e12, "delay_s": 0.001 },
            "traffic": { "kind": "poisson", "rate_bps": load * 10e6, "packet_bytes": 1250 } });
        let scenarios: Vec<Scenario> = (1..=20)
            .map(|seed| policed(policer.clone(), group.clone(), 25.0, seed))
            .collect();
        let losses: Vec<f64> = run_all(&scenarios)
            .iter()
            .map(|run| {
                run.bottlenecks[0]
                    .forward
                    .number("loss.udp")
                    .expect("packets")
            })
            .collect();
        let n = losses.len() as f64;
        let mean = losses.iter().sum::<f64>() / n;
        let variance = losses.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
        let error = libm::sqrt(variance / n);
        println!("{load} {places}: {mean} ± {error}, model {of_model}");
        assert!(error < 0.05 * of_model, "an interval that can tell");
        assert!((mean - of_model).abs() < 4.0 * error, "{load}, {places}");
    }
}

/// A stream of R = 2 Mb/s into 15 kB at r = 1 Mb/s: the twentieth packet is dropped first, and then every other.
#[test]
fn a_constant_stream_is_dropped_from_its_twentieth_packet_on_and_then_by_half() {
    let policer = json!({ "kind": "token_bucket", "rate_bps": 1e6, "burst_bytes": 15_000 });
    let group = json!({ "id": "g", "access": { "rate_bps": 1e12, "delay_s": 0.001 },
        "traffic": { "kind": "cbr", "rate_bps": 2e6, "packet_bytes": 1500 } });
    let mut run = Simulation::new(&policed(policer, group, 6.1, 1));
    for step in 1..6_000 {
        run.advance(Time::from_s(f64::from(step) * 1e-3))
            .expect("few packets");
        let counters = run.observed().links[0].counters();
        let arrived = counters.arrived.total();
        assert_eq!(
            counters.dropped.total(),
            arrived.saturating_sub(18) / 2,
            "{arrived}"
        );
    }
    let link = run.observed().links[0].counters();
    assert!(link.arrived.total() > 900);
    let reason = bufferlab_core::queue::Reason::Policer.index();
    assert_eq!(link.dropped_for[reason], link.dropped.total());
}

/// One SACK flow through a policer of 10 Mb/s without a queue, from the bucket of the model up and down: its share of the
/// rate, and its loss.
fn share_and_loss(rtt_s: f64, of_model: f64) -> (f64, f64) {
    let model = models::find("policer-burst").expect("a model");
    let outputs = model
        .outputs_of(json!({ "rtt_s": rtt_s }))
        .expect("accepted");
    let burst = outputs.get("burst_bytes").expect("bytes") * of_model;
    let policer = json!({ "kind": "token_bucket", "rate_bps": 10e6, "burst_bytes": burst.round() });
    let group = json!({ "id": "g", "access": { "rate_bps": 1e10, "delay_s": rtt_s / 2.0 - 0.01 },
        "traffic": { "kind": "tcp", "recovery": "sack", "segment_bytes": 1500 } });
    let mut scenario = policed(policer, group, 1200.0, 1).to_value();
    scenario["warmup_s"] = json!(200);
    let scenario = Scenario::from_value(scenario).unwrap_or_else(|p| panic!("{p}"));
    let link: &LinkSummary = &run_all(&[scenario])[0].bottlenecks[0].forward;
    let number = |name: &str| link.number(name).expect("packets");
    let loss = outputs.get("loss").expect("a share");
    (number("throughput_bps") / 10e6, number("loss.tcp") / loss)
}

/// Needs the bucket of BDP²/18 times the factor that the help of the model states, and there loses 1/(2·BDP). Some round trips of
/// a recovery, in which the window does not grow, come on top: they matter less the longer the path.
#[test]
fn one_sack_flow_needs_a_bucket_of_an_eighteenth_of_its_squared_path() {
    for (rtt_s, enough) in [(0.1, 1.35), (0.2, 1.2), (0.4, 1.1)] {
        let (share, loss) = share_and_loss(rtt_s, enough);
        assert!((share - 1.0).abs() < 2e-3, "{rtt_s}: {share}");
        assert!((loss - 1.0).abs() < 0.02, "{rtt_s}: {loss}");
        let (share, _) = share_and_loss(rtt_s, 0.8);
        assert!(share < 0.97, "{rtt_s}: {share}");
    }
}

/// One flow of BBR version 1 with a round trip of 100 ms behind a policer of 10 Mb/s: the share of this rate that passes,
/// and the loss.
fn bbr1_behind(burst_bytes: u32, workload: &Value, detects: bool) -> (f64, f64) {
    let policer = json!({ "kind": "token_bucket", "rate_bps": 10e6, "burst_bytes": burst_bytes });
    let controller = json!({ "kind": "bbr1", "policer_detection": detects, "pacing_margin": 0.01 });
    let group = json!({ "id": "g", "access": { "rate_bps": 1e8, "delay_s": 0.04 },
        "traffic": { "kind": "tcp", "recovery": "rack", "segment_bytes": 1448, "header_bytes": 52,
            "congestion_control": controller, "workload": workload } });
    let mut scenario = policed(policer, group, 120.0, 1);
    scenario.warmup_s = 20.0;
    let summary = run(&scenario);
    let link = &summary.bottlenecks[0].forward;
    let number = |id: &str| link.number(id).expect("packets");
    (number("throughput_bps") / 10e6, number("loss.tcp"))
}

/// A pause fills the bucket, so that the flow measures the rate of a burst and keeps it for ten round trips. With detection
/// it goes on at the rate of the policer: half the loss (24 % and 13 %, 7 % and 3 %) for the same throughput.
#[test]
fn bbr1_that_detects_a_policer_loses_half_as_much() {
    let files =
        json!({ "kind": "closed_loop", "size_bytes": 5e6, "think_s": 1, "persistent": true });
    for burst_bytes in [50_000, 500_000] {
        let (plain, lost) = bbr1_behind(burst_bytes, &files, false);
        let (with_detection, still_lost) = bbr1_behind(burst_bytes, &files, true);
        assert!(
            (with_detection / plain - 1.0).abs() < 0.03,
            "{plain} {with_detection}"
        );
        assert!(
            still_lost < 0.6 * lost && lost > 0.06,
            "{lost} {still_lost}"
        );
    }
}

/// Without pauses it sends at the rate of the tokens with or without detection, and loses what its probing phases add, a
/// quarter of a round trip in eight at most.
#[test]
fn bbr1_without_pauses_settles_at_the_rate_of_the_policer() {
    let endless = json!({ "kind": "endless" });
    for detects in [false, true] {
        let (share, loss) = bbr1_behind(50_000, &endless, detects);
        assert!((0.99..1.005).contains(&share), "{detects}: {share}");
        assert!(loss < 0.05, "{detects}: {loss}");
    }
}
