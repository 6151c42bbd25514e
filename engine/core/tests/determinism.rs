//! The same bytes on every machine and however a run is sliced.
//!
//! `tests/golden/digests.json` holds, for every preset, the fingerprint at eight stages of its first
//! seconds and a few figures at the last. This file checks it natively, `tests/parity.test.ts` in
//! Node's WebAssembly and `tests/browser/parity.spec.ts` in Chromium's. After an intended change:
//!
//! ```text
//! BLESS=1 cargo test -p bufferlab-core --test main determinism
//! ```
//!
//! rewrites it. Look at what it prints, and at the figures in the difference, before you commit it.

use crate::properties::observe::watch;
use crate::support::preset;
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::presets::presets;
use bufferlab_core::queue;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::Progress;
use bufferlab_core::time::Time;
use bufferlab_core::{Lab, Options, Simulation};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// Stages at which a run's fingerprint is noted: an early stage that agrees says where to look.
const STAGES: u32 = 8;
/// A preset is run for about so many events: several sawteeth of one flow, or seconds of a thousand.
const EVENTS: u64 = 600_000;

/// The file.
#[derive(Serialize, Deserialize)]
struct Goldens {
    about: String,
    presets: BTreeMap<String, Golden>,
}

/// What a preset's run is expected to be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Golden {
    /// How far it is run, simulated seconds.
    until_s: f64,
    /// Fingerprints at `until_s · stage / 8`.
    stages: Vec<String>,
    /// Packets that left a link with a queue.
    packets_forwarded: u64,
    /// Of the first bottleneck, from the start.
    utilization: Option<f64>,
    /// Likewise.
    mean_queue_packets: Option<f64>,
    /// Likewise.
    loss: Option<f64>,
}

#[test]
fn every_preset_gives_its_golden_run() {
    let now: BTreeMap<String, Golden> = presets()
        .iter()
        .map(|preset| (preset.id.to_owned(), golden(preset.id)))
        .collect();
    if std::env::var_os("BLESS").is_some() {
        bless(now);
        return;
    }
    let mut report = String::new();
    let kept = kept();
    for (id, now) in &now {
        match kept.get(id) {
            None => {
                let _ = writeln!(report, "{id}: new, has no golden run yet");
            }
            Some(kept) if kept != now => {
                let _ = writeln!(report, "{id}: {}", difference(kept, now));
            }
            Some(_) => {}
        }
    }
    for id in kept.keys().filter(|id| !now.contains_key(*id)) {
        let _ = writeln!(report, "{id}: is gone");
    }
    assert!(
        report.is_empty(),
        "{report}\n\
         If you did not mean to change what packets do, you have: begin with the stage named above.\n\
         If you did, judge the new figures (tests/reference holds what ns-2 gives), say in the commit why \
         they are right, and rewrite the file:\n\n    \
         BLESS=1 cargo test -p bufferlab-core --test main determinism\n"
    );
}

#[test]
fn presets_run_equally_in_one_slice_and_in_ten_thousand() {
    for (id, golden) in kept() {
        let scenario = preset(&id, &[]);
        let mut whole = Simulation::new(&scenario);
        whole
            .advance(Time::from_s(golden.until_s))
            .expect("it fits in memory");
        let mut sliced = Simulation::new(&scenario);
        for slice in 1..=10_000 {
            let to = Time::from_s(golden.until_s * f64::from(slice) / 10_000.0);
            sliced.advance(to).expect("it fits in memory");
        }
        assert_eq!(
            sliced.digest(),
            whole.digest(),
            "{id}: what is due at the end of a slice must wait"
        );
        assert_eq!(
            sliced.summary(),
            whole.summary(),
            "{id}: a slice must not cut a sum"
        );
    }
}

/// Runs of a thousand flows with senders ahead of the clock and in step with it give equal results, and a quarter of the
/// events is saved, so the comparison is not one of two equal runs.
#[test]
fn senders_ahead_of_the_clock_save_events_and_change_no_result() {
    let scenario = preset("anomaly", &[]);
    let run = |in_step| {
        let options = Options {
            in_step,
            ..Options::default()
        };
        let mut run = Simulation::with_options(&scenario, options);
        run.advance(Time::from_s(20.0)).expect("it fits in memory");
        run
    };
    let (mut ahead, mut in_step) = (run(false), run(true));
    assert_eq!(ahead.digest(), in_step.digest());
    assert_eq!(ahead.summary(), in_step.summary());
    let saved = in_step.scheduled_events() - ahead.scheduled_events();
    assert!(saved * 4 > in_step.scheduled_events(), "{saved}");
}

/// Slices of a page that leave senders ahead of the clock need as few events as one long slice. Slices that end in step take
/// more: they last a few milliseconds of simulated time, in which no acknowledgment of 60 ms comes.
#[test]
fn slices_that_leave_senders_ahead_cost_no_events() {
    let scenario = preset("anomaly", &[]);
    let until = Time::from_s(5.0);
    let run = |slice: fn(&mut Lab, Time) -> Progress| {
        let mut lab = Lab::new(&scenario);
        lab.record();
        lab.watch(&[]);
        let mut ahead = 0;
        while slice(&mut lab, until) == Progress::Sliced {
            ahead += u32::from(!lab.is_in_step());
        }
        lab.settle().expect("it fits in memory");
        (lab, ahead)
    };
    let (whole, _) = run(|lab, until| lab.advance_by(until, u64::MAX).expect("it fits"));
    let (left_ahead, ahead) = run(|lab, until| lab.advance_ahead(until, 2_000).expect("it fits"));
    let (in_step, _) = run(|lab, until| lab.advance_by(until, 2_000).expect("it fits"));
    assert_eq!(left_ahead.digest(), whole.digest());
    assert_eq!(in_step.digest(), whole.digest());
    assert!(ahead > 10, "{ahead} slices ended with senders ahead");
    let events = |lab: &Lab| lab.scheduled_events() as f64;
    let (cost, cost_in_step) = (
        events(&left_ahead) / events(&whole),
        events(&in_step) / events(&whole),
    );
    assert!(cost < 1.01, "{cost:.3}");
    assert!(cost_in_step > 1.05, "{cost_in_step:.3}");
}

/// A source that looks far ahead for its next packet and finds none asks again later: that, too, is at the network's
/// end of its access link, or a run would go back in time by the delay of the link.
#[test]
fn a_source_without_data_does_not_turn_time_back() {
    let scenario = Scenario::from_value(serde_json::json!({
        "version": 1, "duration_s": 2.0, "warmup_s": 0.0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e6, "delay_s": 0.001,
            "queue": { "kind": "drop_tail", "limit_packets": 50 } }],
        "groups": [{
            "id": "udp", "count": 3,
            "access": { "rate_bps": 1e7, "delay_s": { "uniform": [0.008, 0.02] } },
            "traffic": { "kind": "fbm", "rate_bps": 15e3, "interval_s": 1.47e-6, "packet_bytes": 3 },
        }],
    }))
    .expect("a scenario");
    let mut simulation = Simulation::new(&scenario);
    let mut last = simulation.now();
    while simulation
        .advance_by(simulation.end(), 1)
        .expect("it fits in memory")
        == Progress::Sliced
    {
        assert!(simulation.now() >= last, "back from {} s", last.s());
        last = simulation.now();
    }
    assert!(simulation.summary().packets_forwarded > 100, "it sends");
}

/// Hop by hop means more events for the same arrivals of data. Digests differ, since they cover arrivals
/// of acknowledgments at links that are computed otherwise; figures of the forward links must not,
/// not even where equal delays make ties everywhere.
#[test]
fn presets_have_equal_results_with_computed_and_simulated_reverse_paths() {
    for (id, golden) in kept() {
        let scenario = preset(&id, &[]);
        let figures = |hop_by_hop| {
            let summary = until(&scenario, golden.until_s, hop_by_hop);
            let links: Vec<_> = summary.bottlenecks.into_iter().map(|b| b.forward).collect();
            (links, summary.groups)
        };
        assert_eq!(figures(false), figures(true), "{id}");
    }
}

/// Flows with equal delays, beside two sources whose packets arrive at the instants of departures: data arrives at the same
/// times, in the same order, and has the same fate at each kind of queue. The digests differ from the first acknowledgment on.
#[test]
fn packets_that_arrive_together_keep_their_order_if_acknowledgments_are_simulated() {
    for section in queue::REGISTRY.entries {
        let kind = section.kind();
        let access = json!({ "rate_bps": 1e8, "delay_s": 0.0013 });
        let source = json!({ "kind": "cbr", "rate_bps": 4e6, "packet_bytes": 1000, "ecn": "ect0" });
        let scenario = Scenario::from_value(json!({
            "duration_s": 2,
            "bottlenecks": [{ "id": "r0", "rate_bps": 8e6, "delay_s": 0.01,
                "queue": { "kind": kind, "limit_packets": 40 } }],
            "groups": [
                { "id": "cbr", "count": 2, "access": access, "traffic": source },
                { "id": "tcp", "count": 4, "access": access, "traffic": "tcp" },
            ],
        }));
        let scenario = scenario.unwrap_or_else(|problems| panic!("{kind}: {problems}"));
        let run = |hop_by_hop| {
            let options = Options {
                hop_by_hop,
                ..Options::default()
            };
            let mut lab = Lab::with_options(&scenario, options);
            (watch(&mut lab, u64::MAX), lab.digest())
        };
        let ((computed, digest), (simulated, other)) = (run(false), run(true));
        assert_eq!(computed, simulated, "{kind}");
        assert_ne!(digest, other, "{kind}");
        let together = computed.windows(2).filter(|two| two[0].at == two[1].at);
        assert!(together.count() > 500, "{kind}");
    }
}

/// A stream writes a segment each 32 ms, half a round-trip time, so the acknowledgment of the last segment but one arrives at
/// the instant of a write. The write was planned 32 ms before, and the acknowledgment left the last link of the reverse path
/// 21.5 ms before. So it comes after the write, which finds the send buffer full: each third segment is skipped, whether that
/// link is computed or simulated.
#[test]
fn an_acknowledgment_comes_after_what_was_planned_before_it_left_its_last_link() {
    let scenario = Scenario::from_value(json!({
        "duration_s": 2,
        "bottlenecks": [{ "id": "r0", "rate_bps": 8e6, "delay_s": 0.01,
            "queue": { "kind": "drop_tail", "limit_packets": 40 }, "reverse": { "rate_bps": 16e3 } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 8e9, "delay_s": 0.011_499_48 },
            "traffic": { "kind": "tcp", "handshake": false,
                "workload": { "kind": "stream", "rate_bps": 250e3, "send_buffer_bytes": 2000 } } }],
    }));
    let scenario = scenario.unwrap_or_else(|problems| panic!("{problems}"));
    let first_ms = 11.500_48;
    let expected: Vec<f64> = (0..63)
        .filter(|write| write % 3 < 2)
        .map(|write| first_ms + 32.0 * f64::from(write))
        .collect();
    for (hop_by_hop, in_step) in [(false, false), (false, true), (true, false), (true, true)] {
        let options = Options {
            hop_by_hop,
            in_step,
            ..Options::default()
        };
        let arrivals = watch(&mut Lab::with_options(&scenario, options), u64::MAX);
        let arrivals_ms: Vec<f64> = arrivals.iter().map(|it| it.at.s() * 1e3).collect();
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-3;
        assert!(
            arrivals_ms.len() == expected.len() && arrivals_ms.iter().zip(&expected).all(is_near),
            "{hop_by_hop} {in_step}: {arrivals_ms:?}"
        );
    }
}

/// A link with a device queue on the reverse path is simulated, since its backlog cannot be computed. The link has
/// statistics, and the five packets in the device are not part of the backlog.
#[test]
fn a_device_queue_on_the_reverse_path_is_simulated() {
    let changes = [
        ("bottlenecks.r0.reverse.rate_bps", json!(200e3)),
        ("bottlenecks.r0.reverse.device_packets", json!(5)),
    ];
    let waiting = |changes: &[(&str, Value)], hop_by_hop| {
        let summary = until(&preset("one-flow", changes), 20.0, hop_by_hop);
        let reverse = summary.bottlenecks[0].reverse.as_ref();
        reverse.and_then(|link| link.number("max_queue_packets"))
    };
    let without = waiting(&changes[..1], true).expect("it is simulated");
    assert_eq!(waiting(&changes, false), Some(without - 5.0));
    assert_eq!(waiting(&changes, true), Some(without - 5.0));
}

fn until(scenario: &Scenario, until_s: f64, hop_by_hop: bool) -> Summary {
    let options = Options {
        hop_by_hop,
        ..Options::default()
    };
    let mut simulation = Simulation::with_options(scenario, options);
    simulation
        .advance(Time::from_s(until_s))
        .expect("it fits in memory");
    simulation.summary()
}

fn golden(id: &str) -> Golden {
    let scenario = preset(id, &[]);
    let until_s = kept()
        .get(id)
        .map_or_else(|| long_enough(&scenario), |golden| golden.until_s);
    let mut simulation = Simulation::new(&scenario);
    let stages = (1..=STAGES).map(|stage| {
        let to = Time::from_s(until_s * f64::from(stage) / f64::from(STAGES));
        simulation.advance(to).expect("it fits in memory");
        format!("{:016x}", simulation.digest())
    });
    let stages = stages.collect();
    let summary = simulation.summary();
    let first = &summary.bottlenecks[0].forward;
    Golden {
        until_s,
        stages,
        packets_forwarded: summary.packets_forwarded,
        utilization: first.number("utilization"),
        mean_queue_packets: first.number("mean_queue_packets"),
        loss: first.number("loss.all"),
    }
}

/// The largest of 1, 2, 5, 10, … seconds that takes no more than [`EVENTS`].
fn long_enough(scenario: &Scenario) -> f64 {
    let mut simulation = Simulation::new(scenario);
    let end = simulation.end();
    simulation
        .advance_by(end, EVENTS)
        .expect("it fits in memory");
    let reached = simulation.now().s();
    let mut steps = (-3..6)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * libm::pow(10.0, f64::from(power))));
    steps.rfind(|&step| step <= reached).unwrap_or(reached)
}

fn difference(kept: &Golden, now: &Golden) -> String {
    let same = kept
        .stages
        .iter()
        .zip(&now.stages)
        .take_while(|(a, b)| a == b)
        .count();
    let at = |stage: usize| now.until_s * stage as f64 / f64::from(STAGES);
    let stages = if same < now.stages.len() {
        format!(
            "differs first between {} s and {} s",
            at(same),
            at(same + 1)
        )
    } else {
        "the same packets, but other figures".to_owned()
    };
    let row = |golden: &Golden| {
        format!(
            "{} {:>9} packets, utilization {:.6}, mean queue {:.4}, loss {:.6}",
            golden.stages.last().map_or("", String::as_str),
            golden.packets_forwarded,
            golden.utilization.unwrap_or(f64::NAN),
            golden.mean_queue_packets.unwrap_or(f64::NAN),
            golden.loss.unwrap_or(f64::NAN),
        )
    };
    format!(
        "{stages}\n    golden {}\n    now    {}",
        row(kept),
        row(now)
    )
}

fn kept() -> BTreeMap<String, Golden> {
    // Before the first blessing there is none; the test above then says what to do.
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    serde_json::from_str::<Goldens>(&text)
        .map_or_else(|_| BTreeMap::new(), |goldens| goldens.presets)
}

fn bless(now: BTreeMap<String, Golden>) {
    for (id, golden) in &now {
        match kept().get(id) {
            Some(kept) if kept == golden => println!("{id}: as it was"),
            Some(kept) => println!("{id}: {}", difference(kept, golden)),
            None => println!(
                "{id}: new, {} packets in {} s",
                golden.packets_forwarded, golden.until_s
            ),
        }
    }
    let about = "Fingerprints of the presets' first seconds, at eight stages, with figures of the first bottleneck. \
                 Written by: BLESS=1 cargo test -p bufferlab-core --test main determinism";
    let goldens = Goldens {
        about: about.to_owned(),
        presets: now,
    };
    let text = serde_json::to_string_pretty(&goldens).expect("plain data");
    std::fs::write(path(), text + "\n")
        .unwrap_or_else(|error| panic!("{}: {error}", path().display()));
}

fn path() -> PathBuf {
    [
        env!("CARGO_MANIFEST_DIR"),
        "../../tests/golden/digests.json",
    ]
    .iter()
    .collect()
}
