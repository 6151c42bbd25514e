//! Time of an acknowledgment in each congestion controller, without its sender.
//!
//! `cargo bench -p bufferlab-bench --bench controllers`. The list of controllers is the registry's.

use std::hint::black_box;

use bufferlab_core::cc::{self, Acked, CongestionControl, Controller, Loss, RateSample, Window};
use bufferlab_core::rng::Rng;
use bufferlab_core::spec::complete::complete_one;
use bufferlab_core::tcp::config::{self, TcpConfig};
use bufferlab_core::time::{Span, Time};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::json;

/// Number of acknowledgments between two losses, and per timed batch.
const ACKS: u32 = 10_000;
/// Number of packets in flight.
const FLIGHT: u32 = 100;
/// Time between two acknowledgments: 100 packets in 100 ms.
const GAP: Span = Span(1_000_000_000);

fn on_ack(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("on_ack");
    group.throughput(Throughput::Elements(u64::from(ACKS)));
    for section in cc::REGISTRY.entries {
        let control = with_defaults(section.kind());
        group.bench_function(section.kind(), |bencher| {
            bencher.iter(|| acknowledge(black_box(&control)));
        });
    }
    group.finish();
}

/// Runs a controller from its start through a loss and [`ACKS`] acknowledgments of one packet each.
fn acknowledge(control: &CongestionControl) -> Window {
    let mut controller = control.start(&Rng::for_component(1, "bench", 0));
    let mut window = Window {
        cwnd: 100.0,
        ssthresh: 1e6,
        max: 1e6,
    };
    let mut now = Time::from_s(1.0);
    let loss = Loss {
        now,
        in_flight: FLIGHT,
        lost: 1,
    };
    controller.on_loss(&mut window, &loss);
    controller.on_recovered(&mut window, now);
    for number in 1..=ACKS {
        now += GAP;
        let acked = acked(now, number);
        controller.on_ack(&mut window, &acked);
        black_box(controller.pacing_rate(&window));
    }
    window
}

fn acked(now: Time, number: u32) -> Acked {
    let rtt = Span(GAP.0 * u64::from(FLIGHT));
    let delivered = u64::from(number);
    Acked {
        now,
        packets: 1,
        unacked: delivered,
        next: delivered + u64::from(FLIGHT),
        in_flight: FLIGHT,
        window_limited: true,
        is_paced: true,
        in_recovery: false,
        marked: 0,
        echoes: false,
        rtt: Some(rtt),
        srtt: Some(rtt),
        rate: Some(RateSample {
            packets_per_s: 1.0 / GAP.s(),
            delivered,
            prior_delivered: delivered.saturating_sub(u64::from(FLIGHT)),
            in_flight_at_send: FLIGHT,
            lost: 0,
            app_limited: false,
        }),
        earliest_departure: now + GAP,
    }
}

/// The controller of this kind as a scenario has it that says nothing more about it.
fn with_defaults(kind: &str) -> CongestionControl {
    let tcp = complete_one(&config::SECTION, json!({ "congestion_control": kind }))
        .unwrap_or_else(|problems| panic!("{kind}: {problems}"));
    let tcp: TcpConfig = serde_json::from_value(tcp).expect("a complete section");
    tcp.congestion_control
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = on_ack
}
criterion_main!(benches);
