//! Every kind of every list, changed while it runs to every other of its list: the change takes effect, what
//! waits stays, the run replays from its document, sliced or not, and packets are conserved.
//!
//! Joining a list is joining this test.

use bufferlab_core::net::switch::router;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::sim::Options;
use bufferlab_core::spec::{Kind, Registry, Section};
use bufferlab_core::time::Time;
use bufferlab_core::{Lab, Simulation, apps, cc, line, pacer, policer, queue, service, traffic};
use serde_json::{Value, json};

use crate::support::extent::usual_or_all;

/// When the change is made, and when the run ends, seconds.
const CHANGE_S: f64 = 2.0;
const END_S: f64 = 5.0;

/// Where in the scenario below a kind of each list stands.
fn places() -> Vec<(&'static str, &'static Registry)> {
    vec![
        ("bottlenecks.r0.queue", &queue::REGISTRY),
        ("bottlenecks.r0.reverse.queue", &queue::REGISTRY),
        ("bottlenecks.r0.pacer", &pacer::REGISTRY),
        ("bottlenecks.r0.reverse.pacer", &pacer::REGISTRY),
        ("bottlenecks.r0.policer", &policer::REGISTRY),
        ("bottlenecks.r0.reverse.policer", &policer::REGISTRY),
        ("edges.left.policer", &policer::REGISTRY),
        ("bottlenecks.r0.line", &line::REGISTRY),
        ("bottlenecks.r0.reverse.line", &line::REGISTRY),
        ("edges.left.line", &line::REGISTRY),
        ("bottlenecks.r0.service", &service::REGISTRY),
        ("bottlenecks.r0.reverse.service", &service::REGISTRY),
        ("edges.left.service", &service::REGISTRY),
        ("bottlenecks.r0.router", &router::REGISTRY),
        ("edges.left.pacer", &pacer::REGISTRY),
        ("edges.right.pacer", &pacer::REGISTRY),
        ("groups.open.traffic", &traffic::REGISTRY),
        ("groups.tcp.traffic.congestion_control", &cc::REGISTRY),
        ("groups.tcp.traffic.workload", &apps::REGISTRY),
        (
            "groups.tcp.traffic.pacing",
            &bufferlab_core::tcp::pacing::REGISTRY,
        ),
    ]
}

/// Two-way traffic through an edge on either side and a bottleneck that is always short of room.
fn scenario() -> Value {
    let access = json!({ "rate_bps": 50e6, "delay_s": { "uniform": [0.001, 0.01] } });
    let tcp = |id: &str, direction: &str, edge: &str| {
        json!({ "id": id, "count": 4, "direction": direction, "edge": edge, "access": access,
            "traffic": { "kind": "tcp", "recovery": "sack" } })
    };
    let edge = |id: &str| {
        json!({ "id": id, "side": id, "rate_bps": 100e6, "delay_s": 0.001,
            "queue": { "kind": "drop_tail", "limit_packets": 50 },
            "pacer": { "kind": "qlbp", "max_rate_bps": 2e7 } })
    };
    json!({
        "duration_s": END_S, "warmup_s": 1,
        "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.01,
            "queue": { "kind": "drop_tail", "limit_packets": 40 },
            "reverse": { "queue": { "kind": "drop_tail", "limit_packets": 40 } } }],
        "edges": [edge("left"), edge("right")],
        "groups": [tcp("tcp", "forward", "left"), tcp("back", "reverse", "right"),
            { "id": "open", "count": 2, "access": access,
              "traffic": { "kind": "poisson", "rate_bps": 1e6 } }],
    })
}

/// A kind with what it cannot do without, a limit in packets and a rate, and with what is off by default.
fn value(registry: &Registry, kind: &str) -> Value {
    let section = registry.entry(kind).expect("it is listed");
    let mut value = json!({ "kind": kind });
    for (name, number) in [("limit_packets", 30.0), ("rate_bps", 1e6)] {
        if section.param(name).is_some() {
            value[name] = json!(number);
        }
    }
    if section.param("overtaking").is_some() {
        value["jitter_s"] = json!({ "uniform": [0, 0.01] });
        value["overtaking"] = json!(true);
        value["duplicates"] = json!(0.02);
    }
    value
}

fn with(path: &str, value: Value) -> Scenario {
    let patch = Patch {
        path: path.to_owned(),
        value,
    };
    Scenario::from_document(scenario(), &[patch]).unwrap_or_else(|p| panic!("{path}: {p}"))
}

#[test]
fn every_kind_can_replace_every_other_during_a_run() {
    let mut changes = 0;
    for (path, registry) in places() {
        for from in registry.entries {
            for to in others(registry, from) {
                let start = with(path, value(registry, from.kind()));
                change(&start, path, value(registry, to.kind()));
                changes += 1;
            }
        }
    }
    assert!(changes > 60, "{changes}");
}

/// The kinds that `from` becomes: the two behind it in its list, or every one.
fn others(registry: &'static Registry, from: &Section) -> Vec<&'static Section> {
    let entries = registry.entries;
    let place = entries.iter().position(|entry| entry.kind() == from.kind());
    let place = place.expect("it is listed");
    let count = usual_or_all(2.min(entries.len()), entries.len());
    (1..=count)
        .map(|step| entries[(place + step) % entries.len()])
        .collect()
}

fn change(start: &Scenario, path: &str, to: Value) {
    let case = format!("{path} to {to}");
    let mut live = Lab::new(start);
    live.record();
    live.advance(Time::from_s(CHANGE_S)).expect("few packets");
    let waiting = backlogs(&mut live);
    let patch = Patch {
        path: path.to_owned(),
        value: to.clone(),
    };
    let edit = live
        .edit(&[patch])
        .unwrap_or_else(|p| panic!("{case}: {p}"));
    for (before, after) in waiting.iter().zip(backlogs(&mut live)) {
        // What a gate held may leave at the very moment of the change, one packet per port.
        let stays = after + 1 >= *before && after <= before + 1000;
        // The backlog of a switch is a mean over its outputs; its own tests say what stays.
        assert!(stays || path.ends_with("router"), "{case}: {waiting:?}");
    }
    conserved(&live, &case);
    assert_eq!(edit.set.len(), 1);
    let now = live.current().to_value();
    let place = path
        .split('.')
        .fold(&now, |at, segment| at_segment(at, segment));
    let is = |value: &Value| value.get("kind").unwrap_or(value).clone();
    assert_eq!(is(place), is(&to), "{case} takes effect");
    live.advance(Time::from_s(END_S)).expect("few packets");
    conserved(&live, &case);

    // From its document alone, in odd slices, without anyone looking.
    let mut replayed = Simulation::new(live.document());
    for slice in 1..=97 {
        let until = Time::from_s(END_S * f64::from(slice) / 97.0);
        replayed.advance(until).expect("few packets");
    }
    assert_eq!(replayed.digest(), live.digest(), "{case} replays");
    assert_eq!(replayed.summary(), live.summary(), "{case} replays");
}

/// Packets are conserved, per flow and per link.
fn conserved(run: &Simulation, case: &str) {
    let check = run.check_conservation();
    for flow in &check.flows {
        assert!(
            flow.data.balances() && flow.acks.balances(),
            "{case}: {flow:?}"
        );
    }
    assert!(check.links.iter().all(|link| link.balances()), "{case}");
}

fn backlogs(lab: &mut Lab) -> Vec<u32> {
    let links = lab.observed().links.iter();
    links.map(|link| link.backlog().packets).collect()
}

fn at_segment<'a>(at: &'a Value, segment: &str) -> &'a Value {
    match at {
        Value::Array(items) => items
            .iter()
            .find(|item| item["id"] == segment)
            .expect("an item of that id"),
        other => &other[segment],
    }
}

#[test]
fn every_recovery_can_replace_every_other_during_a_run() {
    let path = "groups.tcp.traffic.recovery";
    let words = ["tahoe", "reno", "newreno", "sack", "sack_ns2", "rack"];
    for (from, to) in words.iter().flat_map(|from| words.map(|to| (from, to))) {
        change(&with(path, json!(from)), path, json!(to));
    }
}

/// Corners of the ranges together, of every kind of every list: ten simulated seconds end in bounded work, or
/// the document is refused with a sentence that says where.
#[test]
fn corners_of_ranges_together_end_in_bounded_events() {
    let mut built = 0;
    for (path, registry) in places() {
        for section in registry.entries {
            for corner in (0..16u32).step_by(usual_or_all(5, 1)) {
                let mut value = value(registry, section.kind());
                for (bit, param) in section.params.iter().enumerate() {
                    let (Kind::Number { min, max, .. } | Kind::Integer { min, max, .. }) =
                        param.kind
                    else {
                        continue;
                    };
                    // Limits stand for each other; rates at their ends are the access link's affair.
                    if param.name != "limit_bytes" {
                        let high = corner >> (bit % 4) & 1 == 1;
                        value[param.name] = json!(if high { max } else { min });
                    }
                }
                let patch = Patch {
                    path: path.to_owned(),
                    value,
                };
                match Scenario::from_document(scenario(), std::slice::from_ref(&patch)) {
                    Ok(scenario) => {
                        built += 1;
                        ends(&scenario, &format!("{patch:?}"));
                    }
                    Err(problems) => assert!(
                        problems
                            .0
                            .iter()
                            .all(|p| p.message.len() > 20 && p.path.starts_with(path)),
                        "{problems}"
                    ),
                }
            }
        }
    }
    assert!(built > usual_or_all(40, 150), "{built}");
}

/// A few million events are bounded; what sends faster than that for longer is bounded by its link's rate and
/// is left there.
fn ends(scenario: &Scenario, case: &str) {
    let mut run = Simulation::with_options(scenario, Options::default());
    for _ in 0..40 {
        let before = run.now();
        match run.advance_by(run.end(), 50_000) {
            Ok(_) if run.now() >= run.end() => return,
            Ok(_) => assert!(run.now() > before, "{case}: time stands still"),
            Err(error) => {
                assert!(
                    error.to_string().contains("packets are under way"),
                    "{case}"
                );
                return;
            }
        }
    }
}

/// A group that grows leaves the sources that it has alone: its first flow sends when it would have sent. An
/// ON–OFF source used to begin anew, and before the present.
#[test]
fn adding_flows_to_a_group_keeps_its_existing_sources() {
    const FIRST: usize = 8;
    for kind in traffic::REGISTRY
        .entries
        .iter()
        .map(|section| section.kind())
    {
        if kind == "tcp" {
            continue;
        }
        let sent = |count: u32| -> Vec<u64> {
            let mut lab = Lab::new(&with(
                "groups.open.traffic",
                value(&traffic::REGISTRY, kind),
            ));
            lab.advance(Time::from_s(CHANGE_S)).expect("few packets");
            let path = "groups.open.count".to_owned();
            let value = json!(count);
            lab.edit(&[Patch { path, value }]).expect("it can change");
            let sent_by = |step: u32| {
                lab.advance(Time::from_s(CHANGE_S + 0.1 * f64::from(step)))
                    .expect("few packets");
                lab.check_conservation().flows[FIRST].data.sent
            };
            (1..=30).map(sent_by).collect()
        };
        let alone = sent(2);
        assert!(alone[29] > alone[0], "{kind} sends: {alone:?}");
        assert_eq!(alone, sent(5), "{kind}");
    }
}
