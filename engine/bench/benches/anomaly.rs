//! How fast the simulator forwards packets: the preset `anomaly` with 100, 1,000 and 10,000 flows.
//!
//! Five simulated seconds are timed once every flow has started, without and with recording, as the
//! command line and the page run it. Throughput is packets that left the bottleneck. The whole-run
//! figures beside WebAssembly's and ns-2's are `npm run bench -- speed`.

use std::time::Duration;

use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::Time;
use bufferlab_core::{Lab, presets};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::json;

/// Flows start within the first ten seconds.
const STARTED_S: f64 = 11.0;
const TIMED_S: f64 = 5.0;

fn anomaly(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("anomaly");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4));
    for flows in [100, 1_000, 10_000] {
        let started = started(flows);
        let packets = forwarded_in_time(started.clone());
        for (name, recording) in [("alone", false), ("recording", true)] {
            let mut simulation = started.clone();
            if recording {
                simulation.record();
            }
            group.throughput(Throughput::Elements(packets));
            group.bench_function(BenchmarkId::new(name, flows), |bencher| {
                bencher.iter_batched(
                    || simulation.clone(),
                    forwarded_in_time,
                    BatchSize::PerIteration,
                );
            });
        }
    }
    group.finish();
}

/// The preset with so many flows, all of them sending.
fn started(flows: u32) -> Lab {
    let preset = presets::find("anomaly").expect("a preset of that name");
    let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
    let count = Patch {
        path: "groups.tcp.count".to_owned(),
        value: json!(flows),
    };
    let scenario = scenario.patched(&[count]).expect("within the limits");
    let mut simulation = Lab::new(&scenario);
    simulation
        .advance(Time::from_s(STARTED_S))
        .expect("it fits in memory");
    simulation
}

fn forwarded_in_time(mut simulation: Lab) -> u64 {
    let before = simulation.forwarded();
    let until = Time::from_s(simulation.now().s() + TIMED_S);
    simulation.advance(until).expect("it fits in memory");
    simulation.forwarded() - before
}

criterion_group!(benches, anomaly);
criterion_main!(benches);
