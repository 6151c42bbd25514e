//! Links whose service varies, in whole runs: cellular opportunities against the rules of mahimahi, and outages.

use std::collections::VecDeque;
use std::sync::Arc;

use bufferlab_core::observe::summary::LinkSummary;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::Time;
use bufferlab_core::trace::{Content, Traces, read, sha256, synthetic};
use bufferlab_core::{Lab, Simulation};
use serde_json::{Value, json};

use crate::support::run_all;

/// Drops, and delays of the packets that leave, in whole milliseconds.
#[derive(Debug, PartialEq)]
struct Passed {
    drops: usize,
    delays_ms: Vec<u64>,
}

/// Opportunities of a trace, in milliseconds, and its length.
struct Opportunities {
    ms: Vec<u64>,
    length: u64,
}

/// Mahimahi's `link_queue.cc` with a packet of 1,500 bytes every 4 ms over the whole trace: an arrival first burns the
/// opportunities due, and enters unless `limit` packets wait.
fn by_the_rules(opportunities: &Opportunities, limit: usize) -> Passed {
    let Opportunities { ms, length } = opportunities;
    let mut due = (0..)
        .flat_map(|round| ms.iter().map(move |ms| round * length + ms))
        .peekable();
    let mut waiting: VecDeque<u64> = VecDeque::new();
    let mut passed = Passed {
        drops: 0,
        delays_ms: Vec::new(),
    };
    for now in (0..*length).step_by(4) {
        while let Some(at) = due.next_if(|&at| at <= now) {
            passed
                .delays_ms
                .extend(waiting.pop_front().map(|since| at - since));
        }
        if waiting.len() < limit {
            waiting.push_back(now);
        } else {
            passed.drops += 1;
        }
    }
    let rest = due.zip(waiting).map(|(at, since)| at - since);
    passed.delays_ms.extend(rest);
    passed
}

/// The same packets through a simulated link that serves the opportunities.
fn simulated(file: &[u8], opportunities: &Opportunities, limit: usize) -> Passed {
    let mut traces = Traces::default();
    let mut attach = |content, file: &[u8]| {
        let hash = sha256(file).expect("bytes");
        let trace = read(content, file).unwrap_or_else(|e| panic!("{e}"));
        traces.add(&hash, content, Arc::new(trace));
        json!({ "name": "x", "sha256": hash })
    };
    let table: String = (0..opportunities.length)
        .step_by(4)
        .map(|ms| format!("{},1500\n", ms as f64 / 1e3))
        .collect();
    let packets = (opportunities.length).div_ceil(4);
    let trace = attach(Content::Packets, table.as_bytes());
    let service = json!({ "kind": "opportunities", "trace": attach(Content::Opportunities, file) });
    let mut scenario = Scenario::from_value(json!({
        "duration_s": 400,
        "bottlenecks": [{ "id": "r0", "rate_bps": 5e6, "delay_s": 0, "service": service,
            "queue": { "kind": "drop_tail", "limit_packets": limit, "counts_in_service": true } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e13, "delay_s": 0 },
            "traffic": { "kind": "packet_trace", "trace": trace, "random_start": false },
            "stop_s": (opportunities.length as f64 - 0.5) / 1e3 }],
    }))
    .unwrap_or_else(|p| panic!("{p}"));
    scenario.attach(&traces);
    let mut run = Simulation::new(&scenario);
    let mut passed = Passed {
        drops: 0,
        delays_ms: Vec::new(),
    };
    let mut inside = VecDeque::new();
    let mut arrived = 0;
    for ms in 0..399_000 {
        // Packets leave at whole milliseconds, and arrive a nanosecond later.
        run.advance(Time((10 * ms + 5) * 100_000_000))
            .expect("few packets");
        let counters = run.observed().links[0].counters();
        while (passed.delays_ms.len() as u64) < counters.departed.total() {
            let since: u64 = inside.pop_front().expect("it had arrived");
            passed.delays_ms.push(ms - since);
        }
        if counters.arrived.total() > arrived {
            arrived += 1;
            assert_eq!(counters.arrived.total(), arrived);
            if counters.dropped.total() as usize > passed.drops {
                passed.drops += 1;
            } else {
                inside.push_back(ms);
            }
        }
        if arrived == packets && inside.is_empty() {
            return passed;
        }
    }
    panic!(
        "{arrived} of {packets} arrived, and {} are left",
        inside.len()
    );
}

fn opportunities(file: &[u8]) -> Opportunities {
    let text = std::str::from_utf8(file).expect("text");
    let ms: Vec<u64> = text.lines().map(|line| line.parse().expect("ms")).collect();
    let length = *ms.last().expect("lines");
    Opportunities { ms, length }
}

/// A minute of a cellular link, with fades of seconds: drops and every single delay are those of the rules.
#[test]
fn a_link_of_opportunities_passes_packets_by_the_rules_of_mahimahi() {
    let trace =
        synthetic::find(Content::Opportunities, "synthetic-cellular").expect("it is computed");
    let mut file = String::new();
    for step in trace.steps() {
        for _ in 0..step.amount as u32 {
            file.push_str(&format!("{}\n", (step.at.s() * 1e3).round()));
        }
    }
    let opportunities = opportunities(file.as_bytes());
    assert!(opportunities.ms.len() > 10_000);
    for limit in [1_000_000, 20, 50, 200] {
        let expected = by_the_rules(&opportunities, limit);
        assert!(expected.drops > 0 || limit >= 200);
        assert_eq!(
            simulated(file.as_bytes(), &opportunities, limit),
            expected,
            "{limit}"
        );
    }
}

/// The same with recorded files, whose licenses do not permit to include them: `BUFFERLAB_TRACES=FOLDER cargo test`.
/// Prints drops, and mean, median, 95th percentile and maximum of the delay.
#[test]
fn recorded_links_pass_packets_by_the_rules_too() {
    let Some(folder) = std::env::var_os("BUFFERLAB_TRACES") else {
        return;
    };
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path
            .extension()
            .is_none_or(|ext| ext != "down" && ext != "up")
        {
            continue;
        }
        let file = std::fs::read(&path).expect("readable");
        let opportunities = opportunities(&file);
        for limit in [1_000_000, 20, 50, 200] {
            let passed = simulated(&file, &opportunities, limit);
            assert_eq!(
                passed,
                by_the_rules(&opportunities, limit),
                "{path:?} {limit}"
            );
            let mut delays = passed.delays_ms;
            delays.sort_unstable();
            let n = delays.len();
            let mean = delays.iter().sum::<u64>() as f64 / n as f64;
            println!(
                "{path:?} {limit}: {} drops, {mean:.3} {} {} {} of {n}",
                passed.drops,
                delays[n / 2],
                delays[n * 95 / 100],
                delays[n - 1]
            );
        }
    }
}

/// A stream of r = 8 Mb/s over a link of C = 10 Mb/s that is away for D seconds.
fn outage(rate_bps: f64, length_s: f64) -> Scenario {
    Scenario::from_value(json!({
        "duration_s": 30,
        "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.01,
            "service": { "kind": "outage", "start_s": 5, "length_s": length_s },
            "queue": { "kind": "drop_tail", "limit_packets": 100_000 } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e9, "delay_s": 0.001 },
            "traffic": { "kind": "cbr", "rate_bps": rate_bps, "packet_bytes": 1500 } }],
    }))
    .unwrap_or_else(|p| panic!("{p}"))
}

fn first(lab: &mut Lab) -> LinkSummary {
    lab.summary().bottlenecks[0].forward.clone()
}

/// r D is queued at its end and gone r D/(C − r) later; the longest wait is D. No packet is lost, and the utilization is
/// that of the time with service.
#[test]
fn an_outage_queues_what_arrives_and_loses_nothing() {
    for (rate, length_s, queued, gone_s) in [
        (8e6, 1.0, 666.7, 4.0),
        (5e6, 0.5, 208.3, 0.5),
        (8e6, 2.0, 1333.3, 8.0),
    ] {
        let mut lab = Lab::new(&outage(rate, length_s));
        let end = 5.0 + length_s;
        let backlog_at = |lab: &mut Lab, at_s: f64| {
            lab.advance(Time::from_s(at_s)).expect("few packets");
            f64::from(lab.observed().links[0].backlog().packets)
        };
        let most = backlog_at(&mut lab, end);
        assert!((most - queued).abs() <= 1.5, "{most}");
        assert!(backlog_at(&mut lab, end + gone_s - 0.01) > 0.5);
        assert!(backlog_at(&mut lab, end + gone_s + 0.01) < 2.0);
        lab.advance(Time::NEVER).expect("few packets");
        let link = first(&mut lab);
        let number = |name: &str| link.number(name).expect("a number");
        assert_eq!(number("loss.all"), 0.0);
        let utilization = rate * 30.0 / (10e6 * (30.0 - length_s));
        assert!(
            (number("utilization") - utilization).abs() < 1e-3,
            "{}",
            number("utilization")
        );
        let check = lab.check_conservation();
        assert_eq!(check.fault(), None);
    }
}

/// An outage in the middle of a packet made and ended by hand: the packet ends as much later.
#[test]
fn edits_of_the_service_change_the_packet_on_the_line() {
    let mut lab = Lab::new(&outage(1e6, 1e-3));
    let edit = |lab: &mut Lab, value: Value| {
        let path = "bottlenecks.r0.service".to_owned();
        lab.edit(&[Patch { path, value }])
            .unwrap_or_else(|p| panic!("{p}"));
    };
    // Packets of 1.2 ms every 12 ms: one of a hundred edits in a tenth of a millisecond meets one.
    for step in 0..100 {
        lab.advance(Time::from_s(6.0 + f64::from(step) * 1e-4))
            .expect("few packets");
        let links = &lab.observed().links;
        if links[0].is_sending(Time::from_s(6.0 + f64::from(step) * 1e-4)) {
            break;
        }
    }
    let (before, now) = (
        lab.observed().links[0].counters().departed.total(),
        lab.now().s(),
    );
    edit(&mut lab, json!({ "kind": "schedule", "points": [[0, 0]] }));
    lab.advance(Time::from_s(now + 3.0)).expect("few packets");
    assert_eq!(lab.observed().links[0].counters().departed.total(), before);
    edit(&mut lab, json!("constant"));
    lab.advance(Time::from_s(now + 3.0012))
        .expect("few packets");
    assert_eq!(
        lab.observed().links[0].counters().departed.total(),
        before + 1
    );
    lab.advance(Time::NEVER).expect("few packets");
    let link = first(&mut lab);
    let utilization = 1.0 * 30.0 / (10.0 * (30.0 - 3.001));
    assert!((link.number("utilization").expect("a share") - utilization).abs() < 1e-3);
}

/// Service by a schedule of the same rate throughout, deferred or not, is the constant service.
#[test]
fn a_schedule_of_one_rate_is_the_constant_service() {
    let scenario = |service: Value| {
        Scenario::from_value(json!({
            "duration_s": 20, "warmup_s": 5,
            "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.02, "service": service,
                "queue": { "kind": "drop_tail", "limit_packets": 40 } }],
            "groups": [{ "id": "g", "count": 5, "access": { "rate_bps": 1e8, "delay_s": { "uniform": [0.001, 0.02] } },
                "traffic": { "kind": "tcp", "recovery": "sack" } }],
        }))
        .unwrap_or_else(|p| panic!("{p}"))
    };
    let points = json!([[0, 10e6], [3, 10e6], [7.5, 10e6]]);
    let runs = run_all(&[
        scenario(json!("constant")),
        scenario(json!({ "kind": "schedule", "points": points })),
    ]);
    let [constant, scheduled] = [&runs[0], &runs[1]].map(|run| &run.bottlenecks[0].forward);
    for name in ["loss.all", "mean_queue_packets", "throughput_bps"] {
        assert_eq!(constant.number(name), scheduled.number(name), "{name}");
    }
    let [a, b] = [constant, scheduled].map(|link| link.number("utilization").expect("a share"));
    assert!((a - b).abs() < 1e-6, "{a} {b}");
}
