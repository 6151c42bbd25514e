//! The event set against a binary heap keyed (time, sequence), by the hold model: with so many events
//! pending, take the next one out and schedule another.
//!
//! The times ahead are those of a simulated network: most events are arrivals and acknowledgments
//! within a round trip, some are timers a second away. Pending events of a run are about as many as
//! flows with small windows, three times as many with a timer each.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use bufferlab_core::rng::Rng;
use bufferlab_core::sim::calendar::{Calendar, Rank};
use bufferlab_core::sim::event::Event;
use bufferlab_core::time::{Span, Time};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// Number of hold operations per iteration.
const HOLDS: usize = 10_000;
/// Mean time ahead of the mix below, seconds.
const MEAN_S: f64 = 0.95 * 0.1 + 0.05;

fn calendar(criterion: &mut Criterion) {
    let ahead = times_ahead();
    let mut group = criterion.benchmark_group("calendar");
    group.throughput(Throughput::Elements(HOLDS as u64));
    for pending in [300, 1_000, 10_000] {
        let first = ahead.iter().cycle().take(pending);
        let mut calendar = Calendar::tuned_for(pending as f64 / MEAN_S, 0.3);
        let mut heap = Heap::default();
        for (flow, &span) in (0..).zip(first) {
            calendar.push(
                Time::ZERO + span,
                Rank::FIRST,
                Time::ZERO,
                Event::Starts(flow),
            );
            heap.push(Time::ZERO + span, Event::Starts(flow));
        }
        group.bench_function(BenchmarkId::new("buckets", pending), |bencher| {
            bencher.iter(|| {
                for &span in &ahead {
                    let (now, event) = calendar.pop().expect("as many pending as ever");
                    calendar.push(now + span, Rank::FIRST, now, event);
                }
            });
        });
        group.bench_function(BenchmarkId::new("heap", pending), |bencher| {
            bencher.iter(|| {
                for &span in &ahead {
                    let (now, event) = heap.pop().expect("as many pending as ever");
                    heap.push(now + span, event);
                }
            });
        });
    }
    group.finish();
}

/// 95 % uniform within a round trip of up to 0.2 s, 5 % timers at 1 s.
fn times_ahead() -> Vec<Span> {
    let mut rng = Rng::for_component(1, "calendar", 0);
    let draw = |_| {
        let seconds = if rng.uniform() < 0.05 {
            1.0
        } else {
            rng.between(0.0, 0.2)
        };
        Span::from_s(seconds)
    };
    (0..HOLDS).map(draw).collect()
}

/// Simplest event set: the standard heap, with a sequence number so that equal times keep their order.
#[derive(Default)]
struct Heap {
    events: BinaryHeap<Reverse<(Time, u64, Slot)>>,
    scheduled: u64,
}

impl Heap {
    fn push(&mut self, at: Time, event: Event) {
        self.events.push(Reverse((at, self.scheduled, Slot(event))));
        self.scheduled += 1;
    }

    fn pop(&mut self) -> Option<(Time, Event)> {
        self.events
            .pop()
            .map(|Reverse((at, _, Slot(event)))| (at, event))
    }
}

/// An event that takes no part in comparisons.
struct Slot(Event);

impl PartialEq for Slot {
    fn eq(&self, _: &Slot) -> bool {
        true
    }
}

impl Eq for Slot {}

impl PartialOrd for Slot {
    fn partial_cmp(&self, other: &Slot) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Slot {
    fn cmp(&self, _: &Slot) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

criterion_group!(benches, calendar);
criterion_main!(benches);
