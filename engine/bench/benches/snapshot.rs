//! How long a snapshot takes, and its restoration: 1,000 and 100,000 Reno flows on a link of 2.5 Gb/s.
//!
//! The page takes snapshots while a run goes on, so that it can seek back.

use std::hint::black_box;
use std::time::Duration;

use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::sim::Simulation;
use bufferlab_core::time::Time;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde_json::json;

/// Flows start within the first second.
const STARTED_S: f64 = 2.0;

fn snapshot(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("snapshot");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4));
    for flows in [1_000, 100_000] {
        let mut simulation = started(flows);
        group.bench_function(BenchmarkId::new("take", flows), |bencher| {
            bencher.iter_with_large_drop(|| black_box(simulation.snapshot()));
        });
        let snapshot = simulation.snapshot();
        group.bench_function(BenchmarkId::new("restore", flows), |bencher| {
            bencher.iter(|| simulation.restore(black_box(&snapshot)));
        });
    }
    group.finish();
}

/// The scenario with so many flows, all of them sending.
fn started(flows: u32) -> Simulation {
    let text = include_str!("../cases/hundred-thousand.json");
    let scenario = Scenario::from_json(text).expect("the case is valid");
    let count = Patch {
        path: "groups.tcp.count".to_owned(),
        value: json!(flows),
    };
    let scenario = scenario.patched(&[count]).expect("within the limits");
    let mut simulation = Simulation::new(&scenario);
    simulation
        .advance(Time::from_s(STARTED_S))
        .expect("it fits in memory");
    simulation
}

criterion_group!(benches, snapshot);
criterion_main!(benches);
