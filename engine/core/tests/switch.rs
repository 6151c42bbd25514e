//! A switch in whole runs: conservation, slices, and what its inputs, its crossbar and its outputs do to traffic.

mod support;

use bufferlab_core::Simulation;
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::{Value, json};
use support::utilization;

/// Twenty flows for each input of a switch of four, whose windows of 40 just fill all lines: 16 Mb/s each.
fn experiment(router: Value, limit_packets: u32, access_bps: f64) -> Scenario {
    let document = json!({
        "version": 1, "duration_s": 14, "warmup_s": 6,
        "bottlenecks": [{ "id": "r0", "rate_bps": 640e6, "delay_s": 0.01, "router": router,
            "queue": { "kind": "drop_tail", "limit_packets": limit_packets } }],
        "groups": [{ "id": "tcp", "count": 80,
            "access": { "rate_bps": access_bps, "delay_s": { "uniform": [0.005, 0.015] } },
            "start_s": { "uniform": [0, 2] },
            "traffic": { "kind": "tcp", "recovery": "reno", "max_window_packets": 40,
                "segment_bytes": 1000, "header_bytes": 0 } }],
    });
    Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"))
}

fn switch(scheduler: &str) -> Value {
    json!({ "kind": "cioq", "ports": 4, "scheduler": scheduler })
}

fn run(scenario: &Scenario) -> Summary {
    let mut simulation = Simulation::new(scenario);
    simulation.advance(Time::NEVER).expect("it fits in memory");
    simulation.summary()
}

const SCHEDULERS: [&str; 4] = [
    "least_recently_served",
    "islip",
    "stable_marriage",
    "head_of_line",
];

/// Packets are never lost from the balance, whatever they are cut into, and a run that is sliced is the same run.
#[test]
fn packets_are_conserved_and_slices_change_nothing() {
    for scheduler in SCHEDULERS {
        for cell_bytes in [64, 999, 1500] {
            let mut router = switch(scheduler);
            router["cell_bytes"] = json!(cell_bytes);
            let mut scenario = experiment(router, 5, 160e6);
            scenario.duration_s = 3.0;
            scenario.warmup_s = 1.0;
            let whole = run(&scenario);
            let mut sliced = Simulation::new(&scenario);
            for step in 1..=300 {
                sliced
                    .advance(Time::from_s(f64::from(step) * 0.0107))
                    .expect("it fits in memory");
                assert_eq!(
                    sliced.census().fault(),
                    None,
                    "{scheduler}, cells of {cell_bytes}"
                );
            }
            sliced.advance(Time::NEVER).expect("it fits in memory");
            assert_eq!(
                sliced.summary().digest,
                whole.digest,
                "{scheduler}, cells of {cell_bytes}"
            );
        }
    }
}

/// Ganjali 2007 Fig. 5.2 and 5.3 in shape: where access links are slow (5 % of a line) an output needs far less room than
/// where they are as fast as the lines, and with more room, or slower links, no output carries less.
#[test]
fn slow_access_links_need_less_room_at_the_outputs() {
    let carried = |share: f64, room| {
        utilization(&run(&experiment(
            switch("least_recently_served"),
            room,
            share * 160e6,
        )))
    };
    let slow: Vec<f64> = [2, 5, 20].map(|room| carried(0.05, room)).into();
    let fast: Vec<f64> = [5, 20, 100].map(|room| carried(1.0, room)).into();
    assert!(
        slow[1] >= 0.8 && fast[1] < slow[1] - 0.1,
        "slow {slow:?}, fast {fast:?}"
    );
    assert!(
        slow.is_sorted() && fast.is_sorted(),
        "slow {slow:?}, fast {fast:?}"
    );
}

/// Ganjali 2007 Section 5.1.2: with the text's scheduler and a speed-up of 2 the inputs hardly matter. An output-queued
/// switch, which the stable marriage is, carries no more.
#[test]
fn schedulers_with_speedup_two_are_as_good_as_output_queues() {
    let carried = |scheduler| utilization(&run(&experiment(switch(scheduler), 10, 160e6)));
    let emulated = carried("stable_marriage");
    for scheduler in ["least_recently_served", "islip"] {
        let others = carried(scheduler);
        assert!(
            (others - emulated).abs() < 0.03,
            "{scheduler}: {others} for {emulated}"
        );
    }
}
