//! Time of a packet in each queue discipline and each pacer, including its port.
//!
//! `cargo bench -p bufferlab-bench --bench queues`. The lists are the registries'.
//!
//! Instructions per packet (callgrind over `--test`, 2026-11-22): drop-tail 416, by rule 476, RED 532, PIE 593, CoDel
//! 613, ADT 632, push-out 654, priority 661, weighted shares 665, DualPI2 678, partitioned 692, FQ-CoDel 824, optical
//! delay lines 3,873. Times follow: 70 to 140 ns of a busy machine's, 200 for FQ-CoDel.

use std::hint::black_box;

use bufferlab_core::net::port::{Admission, Design, Port};
use bufferlab_core::pacer::{self, Pacer};
use bufferlab_core::packet::{Class, Packet};
use bufferlab_core::policer::Policer;
use bufferlab_core::queue::{self, Queue};
use bufferlab_core::rng::Rng;
use bufferlab_core::service::Service;
use bufferlab_core::spec::Section;
use bufferlab_core::spec::complete::complete_one;
use bufferlab_core::time::{Span, Time};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};

/// Number of packets per timed batch.
const PACKETS: u32 = 20_000;
/// Number of flows that send in turn; every tenth packet is of an open-loop source.
const FLOWS: u32 = 100;
const RATE_BPS: f64 = 100e6;
/// Time between arrivals of 1,000 bytes, which take 80 µs to send: an overload of 2 %.
const GAP: Span = Span(78_400_000);

fn through_a_port(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("queue");
    group.throughput(Throughput::Elements(u64::from(PACKETS)));
    for section in queue::REGISTRY.entries {
        let queue = with_defaults(section);
        group.bench_function(section.kind(), |bencher| {
            bencher.iter(|| pass(black_box(&queue), &open()));
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("pacer");
    group.throughput(Throughput::Elements(u64::from(PACKETS)));
    let queue = with_defaults(&queue::drop_tail::SECTION);
    for section in pacer::REGISTRY.entries {
        let pacer = at_the_rate(section);
        group.bench_function(section.kind(), |bencher| {
            bencher.iter(|| pass(&queue, black_box(&pacer)));
        });
    }
    group.finish();
}

/// A port from its start through so many packets, most of which leave it.
fn pass(queue: &Queue, pacer: &Pacer) -> u64 {
    let mut port = port(queue, pacer);
    let mut now = Time::ZERO;
    for number in 0..PACKETS {
        now += GAP;
        while port.next_at() < now {
            let at = port.next_at();
            black_box(port.on_time(at));
            black_box(port.take_dropped());
        }
        if port.arrive(now, packet(number)) == Admission::Displacing {
            black_box(port.take_dropped());
        }
    }
    port.meter().counters.departed.total()
}

fn port(queue: &Queue, pacer: &Pacer) -> Port {
    let design = Design {
        rate_bps: RATE_BPS,
        delay: Span::ZERO,
        queue: queue.clone(),
        pacer: pacer.clone(),
        device_packets: 0,
        policer: Policer::NONE,
        service: Service::CONSTANT,
        filters_acks: false,
        share: 1.0,
    };
    Port::new(design, Rng::for_component(1, "link/bench", 0))
}

fn packet(number: u32) -> Packet {
    let flow = number % FLOWS;
    let class = if flow.is_multiple_of(10) {
        Class::Udp
    } else {
        Class::Tcp
    };
    Packet::new(class, flow, number, 1000, 0)
}

fn with_defaults(section: &'static Section) -> Queue {
    let given: Value = json!({ "limit_packets": 200 });
    let mut fields = complete_one(section, given).expect("a limit is all it needs");
    fields["kind"] = json!(section.kind());
    serde_json::from_value(fields).expect("the kind is in the list")
}

fn open() -> Pacer {
    serde_json::from_value(json!({ "kind": "none" })).expect("it is listed")
}

/// A pacer that lets through what the link carries, if it can be told to.
fn at_the_rate(section: &'static Section) -> Pacer {
    let mut given = json!({});
    for name in ["rate_bps", "max_rate_bps"] {
        if section.param(name).is_some() {
            given[name] = json!(RATE_BPS);
        }
    }
    let mut fields = complete_one(section, given).expect("a rate is accepted");
    fields["kind"] = json!(section.kind());
    serde_json::from_value(fields).expect("the kind is in the list")
}

criterion_group!(benches, through_a_port);
criterion_main!(benches);
