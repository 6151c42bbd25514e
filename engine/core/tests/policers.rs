//! Policers in whole runs. [`reference_theory`](crate::reference_theory) compares their losses with closed forms.

use bufferlab_core::Simulation;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::{Value, json};

use crate::support::run;

/// A link on which nothing waits, behind a policer.
pub fn policed(policer: Value, group: Value, duration_s: f64, seed: u64) -> Scenario {
    Scenario::from_value(json!({
        "seed": seed, "duration_s": duration_s,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e10, "delay_s": 0.01, "policer": policer,
            "queue": { "kind": "drop_tail", "limit_packets": 10_000 } }],
        "groups": [group],
    }))
    .unwrap_or_else(|p| panic!("{p}"))
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
