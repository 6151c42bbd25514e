//! Malformed input: valid scenarios that are damaged, extended and truncated, as text and as JSON.

use bufferlab_core::scenario::{Patch, Scenario, limits};
use bufferlab_core::sim::{Progress, RunError};
use bufferlab_core::time::Time;
use bufferlab_core::{Lab, presets};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::{check_conservation, config, random};

/// Events an accepted scenario is run for.
const EVENTS: u64 = 2_000;

proptest! {
    #![proptest_config(config())]

    /// Torn JSON is refused with messages, or runs: nothing panics, hangs or grows without bounds.
    #[test]
    fn torn_scenarios_are_refused_or_run(original in original(), tears in prop::collection::vec(tear(), 1..6)) {
        let mut torn = original;
        for tear in &tears {
            tear.apply(&mut torn);
        }
        try_to_run(&torn.to_string())?;
    }

    /// The same for text that may not even be JSON.
    #[test]
    fn cut_and_stuffed_text_is_refused_or_runs(
        original in original(),
        cut in prop::option::of(any::<Index>()),
        stuffing in prop::collection::vec((any::<Index>(), "\\PC{0,4}|[\\[\\]{}\":,0-9eE.+-]{1,6}"), 0..4),
    ) {
        let mut text: Vec<char> = original.to_string().chars().collect();
        for (place, stuffing) in stuffing {
            let at = place.index(text.len() + 1);
            text.splice(at..at, stuffing.chars());
        }
        if let Some(cut) = cut {
            text.truncate(cut.index(text.len()));
        }
        try_to_run(&text.into_iter().collect::<String>())?;
    }

    /// Parameters at the ends of their ranges, in every combination: a slice is a slice, time goes on,
    /// packets are conserved and figures are numbers, ratios from 0 to 1.
    #[test]
    fn extreme_parameter_values_run(scenario in random::extreme(), changes in random::changes()) {
        let Ok(scenario) = Scenario::from_value(scenario) else {
            return Err(TestCaseError::reject("contradicts itself"));
        };
        let mut simulation = Lab::new(&scenario);
        simulation.record();
        let end = simulation.end();
        let mut changes = changes.iter();
        for _ in 0..20 {
            let (now, events) = (simulation.now(), simulation.events());
            if simulation.advance_by(end, EVENTS / 10).is_err() {
                break;
            }
            prop_assert!(simulation.events() - events <= EVENTS / 10 && simulation.now() >= now);
            check_conservation(&mut simulation)?;
            let figures = serde_json::to_value(simulation.summary()).expect("plain data");
            check_figures("", &figures)?;
            if let Some(patch) = changes.next().and_then(|change| change.patch(simulation.current())) {
                let _ = simulation.edit(&[patch]);
            }
        }
    }
}

/// Every number is one, and every share lies between nothing and everything.
fn check_figures(name: &str, figures: &Value) -> Result<(), TestCaseError> {
    match figures {
        Value::Object(fields) => {
            for (field, value) in fields {
                // The classes of a loss are shares as well.
                let name = if name == "loss" { name } else { field };
                check_figures(name, value)?;
            }
        }
        Value::Array(items) => {
            for item in items {
                check_figures(name, item)?;
            }
        }
        Value::Number(number) => {
            let value = number.as_f64().expect("JSON has no others");
            let is_share = ["utilization", "loss", "jain_index"].contains(&name)
                || name.ends_with("_probability");
            // Sums of seconds are rounded.
            let most = if is_share { 1.0 + 1e-9 } else { f64::MAX };
            prop_assert!((0.0..=most).contains(&value), "{}: {}", name, value);
        }
        // Null: does not apply.
        _ => {}
    }
    Ok(())
}

/// Hours without events are sliced like any others, although the recorder looks at them every millisecond.
#[test]
fn waiting_is_sliced_too() {
    let scenario = json!({
        "duration_s": 1e6,
        "bottlenecks": [
            { "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } },
        ],
    });
    let mut simulation =
        Lab::new(&Scenario::from_value(scenario).expect("nothing is wrong with it"));
    simulation.record();
    let end = simulation.end();
    assert_eq!(simulation.advance_by(end, 1_000), Ok(Progress::Sliced));
    assert!(simulation.now() < Time::from_s(1.0));
    simulation.step_packet().expect("nothing is under way");
    assert!(simulation.now() < end, "a step that waits in vain ends");
}

/// A packet behind ten thousand others on a link of 1 kb/s would leave it months after the end of the run.
/// They cost no memory until the source is told otherwise; then they are on their way, unless they are more
/// than a run takes.
#[test]
fn events_far_beyond_the_end_of_a_run_never_occur() {
    let changed_at = |at_s: f64| {
        json!({
            "duration_s": 1e6,
            "bottlenecks": [
                { "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } },
            ],
            "groups": [
                {
                    "id": "udp", "count": 3, "access": { "rate_bps": 1e3 },
                    "traffic": { "kind": "cbr", "rate_bps": 1e9, "packet_bytes": 65_535 },
                },
            ],
            "edits": [{ "at_s": at_s, "set": [{ "path": "groups.udp.traffic.rate_bps", "value": 1e6 }] }],
        })
    };
    let run = |scenario: Value| {
        let mut run = Lab::new(&Scenario::from_value(scenario).expect("within the limits"));
        run.advance(Time::from_s(20.0)).expect("few packets");
        assert_eq!(run.forwarded(), 0, "the first one takes 524 s");
        for flow in run.check_conservation().flows {
            assert!(flow.data.balances(), "{:?}", flow.data);
        }
        run
    };
    assert_eq!(
        run(changed_at(1e5)).check_conservation().flows[0]
            .data
            .in_flight,
        0
    );
    let sent = run(changed_at(10.0)).check_conservation().flows[0]
        .data
        .in_flight;
    assert!(sent > 18_000, "{sent} of 10 s, one each 524 µs");

    let error = run(changed_at(1e5)).advance(Time::from_s(1e5 + 10.0));
    assert!(
        matches!(error, Err(RunError::TooManyPackets { .. })),
        "{error:?}"
    );
}

/// An edit that would put too many packets in flight is rejected, and the run continues without it. Packets that wait on
/// an access link count only if the link has a limit, so the source must release them.
#[test]
fn a_refused_edit_with_too_many_packets_changes_nothing() {
    let scenario = json!({
        "bottlenecks": [
            { "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } },
        ],
        "groups": [
            {
                "id": "g0", "access": { "rate_bps": 1e6 },
                // Intervals without a packet are let go of as well.
                "traffic": { "kind": "fbm", "rate_bps": 9e12, "hurst": 0.5, "variation": 10 },
            },
        ],
    });
    let scenario = Scenario::from_value(scenario).expect("within the limits");
    let mut run = Lab::new(&scenario);
    let mut other = Lab::new(&scenario);
    for run in [&mut run, &mut other] {
        run.advance(Time::from_s(0.5)).expect("few packets");
    }
    let limit = Patch {
        path: "groups.g0.access.limit_bytes".to_owned(),
        value: json!(20_000),
    };
    let refusal = run.edit(&[limit]).expect_err("billions of packets wait");
    assert!(
        refusal.to_string().contains("packets are under way"),
        "{refusal}"
    );
    assert_eq!(run.current(), other.current());
    for run in [&mut run, &mut other] {
        run.advance(Time::from_s(1.0)).expect("few packets");
    }
    assert_eq!(run.summary(), other.summary());
}

/// What each edit begins is kept for its figures, so that a run has so many flows in all its life.
#[test]
fn edits_cannot_create_flows_without_end() {
    let group =
        |traffic| json!({ "count": 20_000, "access": { "rate_bps": 1e8 }, "traffic": traffic });
    let cbr = json!({ "kind": "cbr", "rate_bps": 1e6 });
    let edit = |at_s: f64, path: &str, value: Value| json!({ "at_s": at_s, "set": [{ "path": path, "value": value }] });
    for edits in [
        // Another kind of traffic, another group of the same name: other flows.
        vec![
            edit(1.0, "groups.tcp.traffic", cbr),
            edit(2.0, "groups.tcp.traffic", json!("tcp")),
            edit(3.0, "groups.tcp.count", json!(70_000)),
        ],
        vec![
            edit(1.0, "groups.other", group("tcp")),
            edit(2.0, "groups.other", Value::Null),
            edit(3.0, "groups.other", group("tcp")),
            edit(4.0, "groups.tcp.count", json!(70_000)),
        ],
    ] {
        let mut scenario = json!({
            "bottlenecks": [
                { "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } },
            ],
            "groups": [group("tcp")],
            "edits": edits,
        });
        scenario["groups"][0]["id"] = json!("tcp");
        let problems = Scenario::from_value(scenario).expect_err("too many flows");
        let last = format!("edits.{}: groups", edits.len() - 1);
        assert!(problems.to_string().starts_with(&last), "{problems}");
        assert!(
            problems.to_string().contains("maximum in a run is 100000"),
            "{problems}"
        );
    }
}

/// Each edit has the scenario checked again, so that long lists leave room for few edits.
#[test]
fn long_lists_and_many_edits_exclude_each_other() {
    let with = |entries: usize, edits: usize| {
        Scenario::from_value(json!({
            "bottlenecks": [
                { "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } },
            ],
            "groups": [{
                "id": "tcp", "access": { "rate_bps": 1e8 }, "traffic": "tcp", "start_s": { "list": vec![0; entries] },
            }],
            "edits": vec![json!({ "at_s": 1, "set": [{ "path": "groups.tcp.count", "value": 2 }] }); edits],
        }))
    };
    assert!(with(100_000, 50).is_ok() && with(5_000, 1_000).is_ok());
    let problems = with(100_000, 56).expect_err("5.6 million entries to check");
    let text = problems.to_string();
    assert!(text.starts_with("edits: change too much in all"), "{text}");
}

/// What edits add counts too: five groups of a hundred thousand listed delays each, and then hundreds of
/// edits, took 200 s. Where they change another group the lists cost nothing; and a thousand edits of one
/// among 64 groups are few.
#[test]
fn flows_added_by_edits_are_counted() {
    let group = |delay_s: Value| {
        let access = json!({ "rate_bps": 1e8, "delay_s": delay_s });
        json!({ "count": 1, "access": access, "traffic": "tcp" })
    };
    let set = |path: String, value: Value| json!({ "at_s": 1, "set": [{ "path": path, "value": value }] });
    let with = |groups: usize, long: usize, path: &str| {
        let listed = json!({ "list": vec![0; 100_000] });
        let added = (0..long).map(|i| set(format!("groups.new{i}"), group(listed.clone())));
        let changed = (0..990).map(|_| set(path.to_owned(), json!(2e8)));
        let groups: Vec<Value> = (0..groups)
            .map(|i| {
                let mut group = group(json!(0.001));
                group["id"] = json!(format!("g{i}"));
                group
            })
            .collect();
        Scenario::from_value(json!({
            "bottlenecks": [
                { "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } },
            ],
            "groups": groups,
            "edits": added.chain(changed).collect::<Vec<_>>(),
        }))
    };
    assert!(with(1, 5, "groups.g0.access.rate_bps").is_ok());
    assert!(with(64, 0, "groups.g63.access.rate_bps").is_ok());
    let problems = with(1, 5, "groups.new2.access.rate_bps").expect_err("99 million entries");
    let text = problems.to_string();
    assert!(text.starts_with("edits: change too much in all"), "{text}");
}

/// The list of problems is cut short: a document of four megabytes could cause 250,000 messages.
#[test]
fn the_list_of_problems_is_of_bearable_length() {
    let fields = (0..10_000).map(|i| (format!("\u{1b}[31m{i}{}", "x".repeat(100)), json!(i)));
    let problems = Scenario::from_value(fields.collect()).expect_err("it has no bottlenecks");
    assert_eq!(problems.0.len(), limits::PROBLEMS);
    let text = problems.to_string();
    assert!(text.len() < 50_000 && !text.contains('\u{1b}'), "{text}");
}

/// The largest crowds that are accepted, all at once: the simulator stays responsive.
#[test]
fn a_hundred_thousand_flows_may_start_at_the_same_instant() {
    let scenario = json!({
        "bottlenecks": [
            { "id": "r0", "rate_bps": 1e7, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 10 } },
        ],
        "groups": [
            { "id": "tcp", "count": 100_000, "access": { "rate_bps": 1e13 }, "traffic": "tcp" },
        ],
    });
    let scenario = Scenario::from_value(scenario).expect("within the limits");
    let mut simulation = Lab::new(&scenario);
    let end = simulation.end();
    let progress = simulation.advance_by(end, 1_000_000).expect("few packets");
    assert_eq!(progress, Progress::Sliced);
}

/// Patches as a hostile page might send them: anything, anywhere.
pub fn patches() -> impl Strategy<Value = Vec<Patch>> {
    let word = prop::sample::select(vec![
        "groups",
        "g0",
        "g1",
        "new",
        "0",
        "9",
        "bottlenecks",
        "r0",
        "queue",
        "kind",
        "limit_packets",
        "limit_bytes",
        "rate_bps",
        "reverse",
        "delay_s",
        "traffic",
        "count",
        "access",
        "egress",
        "uniform",
        "edges",
        "e0",
        "edits",
        "seed",
        "congestion_control",
        "pacing",
        "workload",
        "recovery",
        "",
        "\u{202e}",
        "max_window_packets",
        "stop_s",
        "label",
    ]);
    let path = prop::collection::vec(word, 0..5).prop_map(|words| words.join("."));
    let patch = (path, nonsense()).prop_map(|(path, value)| Patch { path, value });
    prop::collection::vec(patch, 0..3)
}

fn original() -> impl Strategy<Value = Value> {
    let preset = prop::sample::select(presets::presets()).prop_map(|preset| {
        serde_json::from_str(preset.scenario_json).expect("a test reads the JSON of every preset")
    });
    prop_oneof![preset, random::scenario()]
}

fn try_to_run(text: &str) -> Result<(), TestCaseError> {
    let scenario = match Scenario::from_json(text) {
        Ok(scenario) => scenario,
        Err(problems) => {
            prop_assert!(!problems.0.is_empty());
            prop_assert!(
                problems.0.iter().all(|problem| !problem.message.is_empty()),
                "{}",
                problems
            );
            return Ok(());
        }
    };
    let mut simulation = Lab::new(&scenario);
    simulation.record();
    let end = simulation.end();
    if simulation.advance_by(end, EVENTS).is_ok() {
        prop_assert!(simulation.events() <= EVENTS);
        prop_assert!(simulation.now() <= end);
        let _ = (simulation.summary(), simulation.snapshot());
    }
    Ok(())
}

/// One act of vandalism at one place of a document.
#[derive(Clone, Debug)]
struct Tear {
    place: Index,
    act: Act,
}

#[derive(Clone, Debug)]
enum Act {
    Replace(Value),
    Remove,
    /// Puts a copy beside a list item, or under another name beside a field.
    Double,
    /// Buries a value in so many lists.
    Bury(usize),
}

fn tear() -> impl Strategy<Value = Tear> {
    let act = prop_oneof![
        6 => nonsense().prop_map(Act::Replace),
        2 => Just(Act::Remove),
        2 => Just(Act::Double),
        1 => (1usize..200).prop_map(Act::Bury),
    ];
    (any::<Index>(), act).prop_map(|(place, act)| Tear { place, act })
}

fn nonsense() -> impl Strategy<Value = Value> {
    let numbers = prop::sample::select(vec![
        0.0,
        -0.0,
        -1.0,
        1.0,
        0.5,
        1e-320,
        1e-12,
        1e-3,
        2.0,
        255.0,
        256.0,
        65_535.0,
        65_536.0,
        1e5,
        1e6,
        1e9,
        2_147_483_648.0,
        4_294_967_296.0,
        9_007_199_254_740_993.0,
        1.8446744073709552e19,
        1e300,
        f64::MAX,
    ]);
    let words = prop::sample::select(vec![
        "",
        "none",
        "tcp",
        "reno",
        "NaN",
        "Infinity",
        "-1",
        "100 Mb/s",
        "50ms",
        "r0",
        "g0",
        "drop_tail",
        "forward",
        "reverse",
        "__proto__",
        "\u{0}",
        "\u{202e}",
        "💥",
    ]);
    let values = prop_oneof![
        4 => numbers.prop_map(|x| json!(x)),
        1 => any::<i64>().prop_map(|x| json!(x)),
        1 => any::<u64>().prop_map(|x| json!(x)),
        2 => words.prop_map(|word| json!(word)),
        1 => any::<bool>().prop_map(|flag| json!(flag)),
        1 => Just(Value::Null),
        1 => Just(json!("x".repeat(5_000))),
        1 => Just(json!(vec![0.001; 3_000])),
    ];
    values.prop_recursive(3, 8, 4, |inner| {
        let key = "[a-z_]{0,12}|kind|uniform|list|limit_packets|rate_bps";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner.clone(), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            (inner.clone(), inner).prop_map(|(a, b)| json!({ "uniform": [a, b] })),
        ]
    })
}

impl Tear {
    fn apply(&self, document: &mut Value) {
        let place = self.place.index(size(document));
        tear_at(document, place, &self.act);
    }
}

/// Number of values in a document, itself included.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Tears at the value number `place`, counted from the outside in.
fn tear_at(value: &mut Value, place: usize, act: &Act) {
    if place == 0 {
        match act {
            Act::Replace(other) => *value = other.clone(),
            Act::Bury(depth) => {
                for _ in 0..*depth {
                    *value = json!([value.take()]);
                }
            }
            Act::Remove | Act::Double => *value = Value::Null,
        }
        return;
    }
    let mut left = place - 1;
    match value {
        Value::Array(items) => {
            for i in 0..items.len() {
                let inside = size(&items[i]);
                match (left, act) {
                    (0, Act::Remove) => {
                        items.remove(i);
                    }
                    (0, Act::Double) => items.insert(i, items[i].clone()),
                    _ if left < inside => tear_at(&mut items[i], left, act),
                    _ => {
                        left -= inside;
                        continue;
                    }
                }
                return;
            }
        }
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            for name in names {
                let inside = size(&fields[&name]);
                match (left, act) {
                    (0, Act::Remove) => {
                        fields.remove(&name);
                    }
                    (0, Act::Double) => {
                        let copy = fields[&name].clone();
                        fields.insert(format!("{name}2"), copy);
                    }
                    _ if left < inside => tear_at(&mut fields[&name], left, act),
                    _ => {
                        left -= inside;
                        continue;
                    }
                }
                return;
            }
        }
        _ => {}
    }
}
