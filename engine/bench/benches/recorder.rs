//! Time of a sample of the recorder: at 15 packets per millisecond, on a slow link, and in an idle network.
//!
//! Each pair times the same simulated seconds without and with recording. Their difference, divided by the number of
//! samples (a thousand per second), is the time of a sample. In an idle network the whole time is that of samples.

use std::time::Duration;

use bufferlab_core::Lab;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};

/// Simulated seconds before the timing starts, so that the network is in its steady state.
const STARTED_S: f64 = 11.0;
const TIMED_S: f64 = 5.0;

fn recorder(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sample");
    group
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3))
        .throughput(Throughput::Elements((TIMED_S * 1000.0) as u64));
    let cases = [
        ("busy", busy(1000)),
        ("slow", slow()),
        ("idle48", idle()),
        ("watching16", busy(16)),
    ];
    for (name, scenario) in cases {
        let scenario = Scenario::from_value(scenario).expect("nothing is wrong with it");
        for recording in [false, true] {
            let started = started(&scenario, recording);
            let how = if recording { "recording" } else { "alone" };
            group.bench_function(BenchmarkId::new(how, name), |bencher| {
                bencher.iter_batched(|| started.clone(), run_on, BatchSize::PerIteration);
            });
        }
    }
    group.finish();
}

fn started(scenario: &Scenario, recording: bool) -> Lab {
    let mut lab = Lab::new(scenario);
    if recording {
        lab.record();
        lab.watch(&(0..16).collect::<Vec<_>>());
    }
    lab.advance(Time::from_s(STARTED_S)).expect("it fits");
    lab
}

fn run_on(mut lab: Lab) -> u64 {
    lab.advance(Time::from_s(STARTED_S + TIMED_S))
        .expect("it fits");
    lab.forwarded()
}

/// `anomaly` with 20 kB of buffer: 15 packets a millisecond.
fn busy(flows: u32) -> Value {
    json!({ "version": 1, "duration_s": 20, "warmup_s": 2,
        "bottlenecks": [{ "id": "r0", "rate_bps": 100e6, "delay_s": 0.05,
            "queue": { "kind": "drop_tail", "limit_bytes": 20000 } }],
        "groups": [
            { "id": "tcp", "count": flows, "start_s": { "uniform": [0, 10] },
                "access": { "rate_bps": 10e6, "delay_s": { "uniform": [0.001, 0.025] } },
                "traffic": { "kind": "tcp", "recovery": "reno", "segment_bytes": 1000 } },
            { "id": "udp", "access": { "rate_bps": 100e6, "delay_s": 0.005 },
                "traffic": { "kind": "poisson", "rate_bps": 5e6, "packet_bytes": 200 } },
        ] })
}

/// 100 kb/s: a packet in 120 samples, and always one in transmission.
fn slow() -> Value {
    json!({ "version": 1, "duration_s": 20,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e5, "delay_s": 0.05,
            "queue": { "kind": "drop_tail", "limit_packets": 20 } }],
        "groups": [{ "id": "tcp", "count": 3, "access": { "rate_bps": 1e7 },
            "traffic": { "kind": "tcp" } }] })
}

/// As many links as there can be, and a single packet at the very beginning.
fn idle() -> Value {
    let queue = json!({ "kind": "drop_tail", "limit_packets": 20 });
    let link = |id: String| json!({ "id": id, "rate_bps": 1e7, "delay_s": 0.001, "queue": queue });
    let list = |count: u32, name: &str| -> Vec<Value> {
        (0..count).map(|i| link(format!("{name}{i}"))).collect()
    };
    json!({ "version": 1, "duration_s": 20,
        "bottlenecks": list(8, "r"), "edges": list(32, "e"), "groups": [] })
}

criterion_group!(benches, recorder);
criterion_main!(benches);
