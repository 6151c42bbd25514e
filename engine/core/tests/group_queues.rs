//! The queue of each group at a link: the groups add up to the whole queue, whatever the queue discipline and the edits.

use bufferlab_core::observe::grid::INTERVAL;
use bufferlab_core::observe::recorder::Recorder;
use bufferlab_core::queue;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Lab, Simulation};
use serde_json::{Value, json};

/// Two-way TCP and UDP through an edge and a bottleneck that is always short of room.
fn document(queue: &Value, rest: &Value) -> Value {
    let access = json!({ "rate_bps": 50e6, "delay_s": { "uniform": [0.001, 0.01] } });
    let tcp = |id: &str, direction: &str| {
        json!({ "id": id, "count": 4, "direction": direction, "access": access,
            "edge": if direction == "forward" { json!("left") } else { Value::Null },
            "traffic": { "kind": "tcp", "recovery": "sack" } })
    };
    let mut link = json!({ "id": "r0", "rate_bps": 10e6, "delay_s": 0.01, "queue": queue,
        "reverse": { "queue": { "kind": "drop_tail", "limit_packets": 40 } } });
    for (name, value) in rest.as_object().expect("fields of the link") {
        link[name] = value.clone();
    }
    json!({
        "duration_s": 5, "warmup_s": 1,
        "bottlenecks": [link],
        "edges": [{ "id": "left", "side": "left", "rate_bps": 12e6, "delay_s": 0.001,
            "queue": { "kind": "drop_tail", "limit_packets": 50 } }],
        "groups": [tcp("tcp", "forward"), tcp("back", "reverse"),
            { "id": "open", "count": 2, "access": access,
              "traffic": { "kind": "poisson", "rate_bps": 1e6 } }],
    })
}

fn scenario(queue: &Value, rest: &Value) -> Scenario {
    Scenario::from_document(document(queue, rest), &[]).unwrap_or_else(|p| panic!("{queue}: {p}"))
}

fn recorded(scenario: &Scenario) -> Lab {
    let mut lab = Lab::new(scenario);
    lab.record();
    lab
}

fn advance(lab: &mut Lab, until_s: f64) {
    lab.advance(Time::from_s(until_s)).expect("few packets");
}

/// A discipline of this kind with a limit of 30 packets.
fn of_kind(kind: &str) -> Value {
    let section = queue::REGISTRY.entry(kind).expect("it is listed");
    let mut value = json!({ "kind": kind });
    if section.param("limit_packets").is_some() {
        value["limit_packets"] = json!(30);
    }
    value
}

/// Mean of a series over each sample from `from_s` to `until_s`; of a level the last part.
fn samples(recorder: &Recorder, id: &str, from_s: f64, until_s: f64) -> Vec<f64> {
    let mut series = recorder.series().iter();
    let position = series.position(|series| series.id == id).expect(id) as u32;
    let n = ((until_s - from_s) / INTERVAL.s()).round() as usize;
    let mut out = vec![0.0; recorder.data_length_of(&[position], n)];
    let (from, to) = (Time::from_s(from_s), Time::from_s(until_s));
    recorder.columns_of(&[position], from, to, n, Span::ZERO, &mut out);
    out[out.len() - n..]
        .iter()
        .map(|&value| value.into())
        .collect()
}

/// Groups with series at a link.
fn groups_at(recorder: &Recorder, link: &str) -> Vec<String> {
    let series = recorder.series().iter();
    let start = format!("link.{link}.group.");
    let ids =
        series.filter_map(|series| series.id.strip_prefix(&start)?.strip_suffix(".queue_bytes"));
    ids.map(str::to_owned).collect()
}

/// Sum of some series of a link in each sample.
fn sums(
    recorder: &Recorder,
    link: &str,
    ids: &[String],
    (from_s, until_s): (f64, f64),
) -> Vec<f64> {
    let all = ids
        .iter()
        .map(|id| samples(recorder, &format!("link.{link}.{id}"), from_s, until_s));
    all.reduce(|sum, part| {
        sum.iter()
            .zip(part)
            .map(|(sum, value)| sum + value)
            .collect()
    })
    .expect("some series")
}

/// The groups of each link add up to its queue in every sample, as the classes do; the mean of each link's queue in
/// packets.
fn assert_adds_up(lab: &Lab, span_s: (f64, f64), case: &str) -> Vec<f64> {
    let recorder = lab.recorder().expect("it records");
    let links = ["r0", "r0:reverse", "edge:left"];
    let means = links.map(|link| {
        let groups = groups_at(recorder, link);
        for unit in ["packets", "bytes"] {
            let parts: Vec<String> = groups
                .iter()
                .map(|group| format!("group.{group}.queue_{unit}"))
                .collect();
            let parts = sums(recorder, link, &parts, span_s);
            let classes = ["tcp", "udp", "ack"].map(|class| format!("queue_{class}_{unit}"));
            let whole = [format!("queue_{unit}")];
            for whole in [&classes[..], &whole].map(|ids| sums(recorder, link, ids, span_s)) {
                for (i, (&sum, &whole)) in parts.iter().zip(&whole).enumerate() {
                    // Columns are single-precision numbers, and the sums over time are rounded.
                    assert!(
                        (sum - whole).abs() <= 1e-4 * whole.max(1.0),
                        "{case}, {link}, {unit} in sample {i}: {sum} of {whole}"
                    );
                }
            }
        }
        let whole = sums(recorder, link, &["queue_packets".to_owned()], span_s);
        whole.iter().sum::<f64>() / whole.len() as f64
    });
    means.to_vec()
}

#[test]
fn groups_add_up_to_the_queue_in_every_sample_under_every_discipline() {
    for kind in queue::REGISTRY.entries {
        let kind = kind.kind();
        let mut lab = recorded(&scenario(&of_kind(kind), &json!({})));
        advance(&mut lab, 2.0);
        let means = assert_adds_up(&lab, (0.0, 2.0), kind);
        assert!(means[0] > 0.3 && means[2] > 0.3, "{kind}: {means:?}");
    }
}

#[test]
fn groups_add_up_behind_a_switch_a_pacer_and_a_device_queue() {
    let cases = [
        (
            "switch",
            json!({ "router": { "kind": "cioq", "ports": 2 } }),
        ),
        (
            "pacer",
            json!({ "pacer": { "kind": "token_bucket", "rate_bps": 9e6 } }),
        ),
        ("device queue", json!({ "device_packets": 8 })),
    ];
    for (case, rest) in cases {
        let mut lab = recorded(&scenario(&of_kind("fq_codel"), &rest));
        advance(&mut lab, 2.0);
        let means = assert_adds_up(&lab, (0.0, 2.0), case);
        assert!(means[0] > 0.3, "{case}: {means:?}");
    }
}

/// Packets of a group that is removed wait on without it: then the others have less than the whole.
#[test]
fn groups_that_come_and_go_are_recorded_while_they_are_there() {
    let mut lab = recorded(&scenario(&of_kind("drop_tail"), &json!({})));
    advance(&mut lab, 1.0);
    let set = |path: &str, value: Value| {
        [Patch {
            path: path.to_owned(),
            value,
        }]
    };
    let group = json!({ "count": 2, "access": { "rate_bps": 50e6 }, "traffic": { "kind": "tcp" } });
    lab.edit(&set("groups.new", group)).expect("groups come");
    advance(&mut lab, 2.0);
    assert_adds_up(&lab, (1.0, 2.0), "a group has come");
    lab.edit(&set("groups.open", Value::Null))
        .expect("groups go");
    advance(&mut lab, 3.0);
    let groups = groups_at(lab.recorder().expect("it records"), "r0");
    assert_eq!(groups, ["tcp", "back", "new"]);
    assert_adds_up(&lab, (2.2, 3.0), "a group has gone");
    lab.edit(&set(
        "bottlenecks.r0.router",
        json!({ "kind": "cioq", "ports": 2 }),
    ))
    .expect("routers change");
    advance(&mut lab, 4.0);
    assert_adds_up(&lab, (3.0, 4.0), "a switch has come");
    lab.edit(&set(
        "bottlenecks.r0.router",
        json!({ "kind": "output_queued" }),
    ))
    .expect("routers change");
    lab.edit(&set("bottlenecks.r0.queue", of_kind("push_out")))
        .expect("queues change");
    advance(&mut lab, 5.0);
    let means = assert_adds_up(&lab, (4.0, 5.0), "a port has come");
    assert!(means[0] > 1.0, "{means:?}");
    let recorder = lab.recorder().expect("it records");
    let new = samples(recorder, "link.r0.group.new.queue_packets", 0.0, 5.0);
    assert!(new[..999].iter().all(|packets| packets.is_nan()));
    assert!(new[1500..].iter().any(|&packets| packets > 1.0));
}

/// Requests and responses are one group in the scenario and two in the simulation.
#[test]
fn a_group_has_the_packets_of_both_sides_of_its_exchanges() {
    let preset = bufferlab_core::presets::find("requests").expect("it is listed");
    let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
    let mut lab = recorded(&scenario);
    advance(&mut lab, 4.0);
    let recorder = lab.recorder().expect("it records");
    for link in ["r0", "r0:reverse"] {
        for quantity in ["queue_packets", "queue_bytes"] {
            let whole = samples(recorder, &format!("link.{link}.{quantity}"), 0.0, 4.0);
            let group = samples(
                recorder,
                &format!("link.{link}.group.web.{quantity}"),
                0.0,
                4.0,
            );
            for (whole, group) in whole.iter().zip(&group) {
                assert!(
                    (whole - group).abs() <= 1e-4 * whole.max(1.0),
                    "{link}: {group} of {whole}"
                );
            }
        }
    }
    assert_eq!(groups_at(recorder, "r0"), ["web"]);
}

/// Eleven groups pass all of five bottlenecks, which are 55 pairs; the first two links take 22 of the 32 that are
/// recorded.
#[test]
fn groups_are_recorded_at_a_limited_number_of_links_and_the_others_are_listed() {
    let groups: Vec<Value> = (0..11)
        .map(|i| {
            json!({ "id": format!("g{i}"), "access": { "rate_bps": 50e6 },
                "traffic": { "kind": "poisson", "rate_bps": 3e5 } })
        })
        .collect();
    let bottlenecks: Vec<Value> = (0..5)
        .map(|i| {
            json!({ "id": format!("r{i}"), "rate_bps": 10e6, "delay_s": 0.01,
                "queue": { "kind": "drop_tail", "limit_packets": 50 } })
        })
        .collect();
    let document = json!({ "duration_s": 1, "bottlenecks": bottlenecks, "groups": groups });
    let scenario = Scenario::from_document(document, &[]).expect("it is valid");
    let mut lab = recorded(&scenario);
    let layout = lab.layout();
    assert_eq!(layout.links_without_groups, ["r2", "r3", "r4"]);
    advance(&mut lab, 1.0);
    let recorder = lab.recorder().expect("it records");
    assert_eq!(groups_at(recorder, "r1").len(), 11);
    assert!(groups_at(recorder, "r2").is_empty());
}

/// A recording that begins while packets wait has these too, and the same values from then on.
#[test]
fn a_recording_that_begins_late_has_the_packets_that_wait() {
    for router in [
        json!({}),
        json!({ "router": { "kind": "cioq", "ports": 2 } }),
    ] {
        let scenario = scenario(&of_kind("drop_tail"), &router);
        let mut whole = recorded(&scenario);
        advance(&mut whole, 4.0);
        let mut late = Lab::new(&scenario);
        advance(&mut late, 2.0);
        late.record();
        advance(&mut late, 4.0);
        for group in ["tcp", "back", "open"] {
            let id = format!("link.r0.group.{group}.queue_packets");
            let [expected, found] = [&whole, &late]
                .map(|lab| samples(lab.recorder().expect("it records"), &id, 2.0, 4.0));
            for (i, (&expected, &found)) in expected.iter().zip(&found).enumerate() {
                assert!(
                    (found - expected).abs() <= 1e-4 * expected.max(1.0),
                    "{router}, {group} in sample {i}: {found} of {expected}"
                );
            }
        }
    }
}

/// All values, as bits, so that NaN compares too.
fn everything(lab: &Lab, n: usize) -> Vec<u32> {
    let recorder = lab.recorder().expect("it records");
    let mut out = vec![0.0; recorder.data_length(n)];
    recorder.columns(
        Time::ZERO,
        Time::from_s(4.0),
        n,
        Span::from_s(0.2),
        &mut out,
    );
    out.into_iter().map(f32::to_bits).collect()
}

#[test]
fn slices_snapshots_and_recording_change_no_queue_and_no_result() {
    let scenario = scenario(&of_kind("fq_codel"), &json!({}));
    let mut whole = recorded(&scenario);
    advance(&mut whole, 4.0);

    let mut sliced = recorded(&scenario);
    while sliced
        .advance_by(Time::from_s(1.7), 37)
        .expect("few packets")
        != bufferlab_core::sim::Progress::Reached
    {}
    let snapshot = sliced.snapshot();
    advance(&mut sliced, 3.1);
    sliced.restore(&snapshot);
    advance(&mut sliced, 4.0);
    for n in [7, 800, 4000] {
        assert!(
            everything(&sliced, n) == everything(&whole, n),
            "{n} columns"
        );
    }

    let mut alone = Simulation::new(&scenario);
    alone.advance(Time::from_s(4.0)).expect("few packets");
    assert_eq!(alone.digest(), whole.digest());
}

/// WebAssembly is held to the same file in `tests/queue-chart.test.ts`.
#[test]
fn columns_are_those_of_the_golden_file() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/group-queues.json"
    );
    let golden = std::fs::read_to_string(path).expect("it is in the repository");
    let golden: Value = serde_json::from_str(&golden).expect("it is JSON");
    let text = |name: &str| golden[name].as_str().expect("a text").to_owned();
    let preset = bufferlab_core::presets::find(&text("preset")).expect("it is listed");
    let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
    let until = Time::from_s(golden["until_s"].as_f64().expect("seconds"));
    let mut lab = recorded(&scenario);
    lab.advance(until).expect("few packets");
    let recorder = lab.recorder().expect("it records");
    let position = |id: &Value| {
        let mut series = recorder.series().iter();
        series
            .position(|series| series.id == *id)
            .expect("it is recorded") as u32
    };
    let series: Vec<u32> = golden["series"]
        .as_array()
        .expect("ids")
        .iter()
        .map(position)
        .collect();
    let columns = golden["columns"].as_u64().expect("a number") as usize;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for one in series {
        let mut out = vec![0.0_f32; recorder.data_length_of(&[one], columns)];
        recorder.columns_of(&[one], Time::ZERO, until, columns, Span::ZERO, &mut out);
        for byte in out.into_iter().flat_map(f32::to_le_bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert_eq!(format!("{hash:016x}"), text("fnv1a"));
}
