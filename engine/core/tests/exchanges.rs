//! Traffic both ways: requests and responses, and connections replayed from a file, against what can be worked out
//! by hand.

use std::sync::Arc;

use bufferlab_core::Simulation;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::Time;
use bufferlab_core::trace::{Content, Traces, read};
use serde_json::{Value, json};

const RATE_BPS: f64 = 10e6;

/// A path of 20 ms there and back without access links, and a group that sends responses over it.
fn document(count: u32, workload: &Value, duration_s: f64) -> Value {
    json!({
        "duration_s": duration_s, "warmup_s": 0,
        "bottlenecks": [{ "id": "r0", "rate_bps": RATE_BPS, "delay_s": 0.01,
            "queue": { "kind": "drop_tail", "limit_packets": 1000 },
            "reverse": { "queue": { "kind": "drop_tail", "limit_packets": 1000 } } }],
        "groups": [{ "id": "web", "count": count,
            "access": { "rate_bps": 100e6, "delay_s": 0.005 },
            "traffic": { "kind": "tcp", "recovery": "sack", "handshake": false,
                "workload": workload } }],
    })
}

fn scenario(document: Value) -> Scenario {
    Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"))
}

fn exchanges(request: &Value, response: &Value, think_s: &Value) -> Value {
    json!({ "kind": "request_response", "request_bytes": request, "response_bytes": response,
        "think_s": think_s })
}

/// A run that replays a file over the path.
fn replay(file: &str, document: Value) -> Simulation {
    let hash = "a".repeat(64);
    let mut document = document;
    document["groups"][0]["traffic"]["workload"] = json!({ "kind": "tmix", "repeat": false,
        "trace": { "name": "file", "sha256": hash } });
    let mut traces = Traces::default();
    let trace = read(Content::Vectors, file.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    traces.add(&hash, Content::Vectors, Arc::new(trace));
    let mut scenario = scenario(document);
    assert_eq!(scenario.files().len(), 1, "it asks for its file");
    scenario.attach(&traces);
    assert_eq!(scenario.missing(), []);
    Simulation::new(&scenario)
}

fn whole(mut run: Simulation) -> Simulation {
    run.advance(run.end()).expect("few packets");
    assert_eq!(run.check_conservation().fault(), None);
    run
}

/// Data that has come to the receivers of a group, bytes.
fn received(run: &mut Simulation, group: &str) -> u64 {
    let observed = run.observed();
    let position = observed.groups.iter().position(|it| it.id == group);
    let position = position.unwrap_or_else(|| panic!("no group {group}"));
    let members = observed.flows.iter();
    let members = members.filter(|flow| flow.group as usize == position);
    members.map(|flow| flow.counters.in_order_bytes).sum()
}

fn transfers(run: &Simulation, group: &str) -> bufferlab_core::apps::TransferStatistics {
    let run = &mut run.clone();
    let observed = run.observed();
    let found = observed.groups.iter().find(|it| it.id == group);
    found.expect("it is there").transfers.clone()
}

#[test]
fn requests_and_responses_are_conserved_in_both_directions() {
    let workload = exchanges(&json!(700), &json!(30_000), &json!(0.1));
    let mut run = whole(Simulation::new(&scenario(document(5, &workload, 60.0))));
    let asked = received(&mut run, "web:requests");
    let answered = received(&mut run, "web");
    // Each user has at most one request and one response under way when the run ends.
    assert!(asked.is_multiple_of(700) && asked > 1000 * 700, "{asked}");
    let (asked, whole_answers) = (asked / 700, answered / 30_000);
    assert!(
        whole_answers <= asked && asked <= whole_answers + 5,
        "{asked} {answered}"
    );
    let summary = run.summary();
    let links = &summary.bottlenecks[0];
    // Responses take the link forward, requests the reverse one, each with the other's acknowledgments.
    let forward_bps = links.forward.number("throughput_bps").expect("it carries");
    let back_bps = links
        .reverse
        .as_ref()
        .and_then(|link| link.number("throughput_bps"));
    let back_bps = back_bps.expect("it carries");
    // Of an exchange: 30 kB and the acknowledgment of the request, and 700 B and those of 30 segments.
    for (bps, bytes) in [(forward_bps, 30_040.0), (back_bps, 1900.0)] {
        let by_hand = whole_answers as f64 * bytes * 8.0 / 60.0;
        println!("{bps} b/s, by hand {by_hand}");
        // Five users, each in the midst of an exchange, of some thousand.
        assert!((bps / by_hand - 1.0).abs() < 0.005, "{bps} {by_hand}");
    }
}

/// A cycle is a request of one segment over there, a response of one segment back, and thinking: 30 ms of lines, what
/// each takes to send, and the mean thinking.
#[test]
fn exchanges_of_a_single_user_follow_renewal_theory() {
    let workload = exchanges(&json!(500), &json!(1000), &json!({ "exponential": 0.5 }));
    let seconds = 2000.0;
    let mut run = whole(Simulation::new(&scenario(document(1, &workload, seconds))));
    let done = received(&mut run, "web") / 1000;
    let sends = |bytes: f64| 8.0 * bytes * (1.0 / RATE_BPS + 2.0 / 100e6);
    let cycle_s = 0.03 + sends(500.0) + sends(1000.0) + 0.5;
    let expected = seconds / cycle_s;
    // The renewal count varies by σ/μ · √n: 0.5/0.53 of 61; four times that.
    let error = (done as f64 - expected) / expected.sqrt();
    println!("{done} exchanges, {expected:.1} expected, {error:.2} standard errors");
    assert!(error.abs() < 4.0, "{done} {expected}");
    // And with thinking that does not vary, within one exchange.
    let workload = exchanges(&json!(500), &json!(1000), &json!(0.5));
    let mut run = whole(Simulation::new(&scenario(document(1, &workload, seconds))));
    let done = received(&mut run, "web") / 1000;
    assert!(
        (done as f64 - expected).abs() < 0.001 * expected,
        "{done} {expected}"
    );
}

/// One sequential connection: 500 B there, 100 ms, 1000 B back, 200 ms, 500 B there.
const SEQUENTIAL: &str =
    "SEQ 0 2\nw 65535 65535\nr 80000\nl 0 0\n> 500\nt 100000\n< 1000\nt 200000\n> 500\n";

#[test]
fn a_single_replayed_connection_measures_the_recorded_round_trip() {
    let run = whole(replay(SEQUENTIAL, document(1, &json!("endless"), 10.0)));
    // A lone segment measures the round trip, what it takes to send it, and its acknowledgment, of 40 bytes. The group has
    // no links of its own behind the network, its partner has.
    let times = |bytes: f64, own: f64| 0.08 + 8.0 * (bytes + 40.0) * (1.0 / RATE_BPS + own / 100e6);
    for (group, bytes, own) in [("web:initiators", 500.0, 2.0), ("web", 1000.0, 1.0)] {
        let figures = transfers(&run, group);
        let mean_s = figures.mean_s().expect("they are finished");
        println!("{group}: {mean_s}, by hand {}", times(bytes, own));
        // To the microsecond in which times are counted.
        assert!(
            (mean_s - times(bytes, own)).abs() < 2e-6,
            "{group}: {mean_s}"
        );
    }
    assert_eq!(transfers(&run, "web:initiators").completed, 2);
    assert_eq!(transfers(&run, "web").completed, 1);
}

#[test]
fn units_of_a_sequential_connection_arrive_at_computed_times() {
    let mut run = replay(SEQUENTIAL, document(1, &json!("endless"), 10.0));
    let sends = |bytes: f64| 8.0 * bytes * (1.0 / RATE_BPS + 2.0 / 100e6);
    // There, 40 ms; silence; back, 40 ms; silence; there.
    let first = 0.04 + sends(500.0);
    let second = first + 0.1 + 0.04 + sends(1000.0);
    let third = second + 0.2 + 0.04 + sends(500.0);
    for (group, at_s, bytes) in [
        ("web:initiators", first, 500),
        ("web", second, 1000),
        ("web:initiators", third, 1000),
    ] {
        // It counts once it has left the last line that could drop it, up to 15 ms before it is there. What follows from
        // it begins when it is there, which the next of the three shows.
        run.advance(Time::from_s(at_s - 0.016))
            .expect("few packets");
        assert!(received(&mut run, group) < bytes, "{group} at {at_s}");
        run.advance(Time::from_s(at_s + 0.001))
            .expect("few packets");
        assert_eq!(received(&mut run, group), bytes, "{group} at {at_s}");
    }
}

/// Both ends of a concurrent connection send whatever the other does.
#[test]
fn both_ends_of_a_concurrent_connection_send_at_the_same_time() {
    let file = "CONC 0 2 2\nr 80000\nc> 1000\nc< 1000\nt> 300000\nc> 1000\nt< 500000\nc< 1000\n";
    let mut run = replay(file, document(1, &json!("endless"), 10.0));
    run.advance(Time::from_s(0.05)).expect("few packets");
    assert_eq!(received(&mut run, "web"), 1000);
    assert_eq!(received(&mut run, "web:initiators"), 1000);
    // A round trip of silence of its own, then 300 or 500 ms, then there.
    run.advance(Time::from_s(0.08 + 0.3 + 0.05))
        .expect("few packets");
    assert_eq!(received(&mut run, "web:initiators"), 2000);
    assert_eq!(received(&mut run, "web"), 1000);
    let mut run = whole(run);
    assert_eq!(received(&mut run, "web"), 2000);
}

#[test]
fn a_loss_of_two_percent_is_measured_within_its_binomial_interval() {
    let file = "S 0 1\nr 30000\nl 0 0.02\nI 0 0 100\nA 0 1 20000000\n";
    let mut run = whole(replay(file, document(1, &json!("endless"), 300.0)));
    assert_eq!(received(&mut run, "web"), 20_000_000);
    let observed = run.observed();
    let web = &observed.flows[0];
    let (sent, lost) = (web.counters.sent as f64, web.drops.access as f64);
    let deviation = (0.02 * 0.98 / sent).sqrt();
    println!("{lost} of {sent}: {}", lost / sent);
    assert!(
        (lost / sent - 0.02).abs() < 4.0 * deviation,
        "{lost} of {sent}"
    );
    assert_eq!(
        observed.flows[1].drops.access, 0,
        "the other way loses nothing"
    );
}

/// The window of an end bounds what the other has under way: a tenth of the bandwidth-delay product is a tenth of the
/// rate.
#[test]
fn the_window_of_an_end_limits_data_in_flight_of_the_other() {
    let file = "S 0 1\nw 10000 65535\nr 100000\nI 0 0 100\nA 0 1 5000000\n";
    let mut run = replay(file, document(1, &json!("endless"), 100.0));
    let mut most = 0;
    while run.now() < run.end() {
        let next = run.now() + bufferlab_core::time::Span::from_s(0.013);
        run.advance(next).expect("few packets");
        most = most.max(run.check_conservation().flows[0].data.in_flight);
    }
    let segment = 1000.0_f64;
    let window = (10_000.0 / segment).floor();
    println!("{most} under way at most, window {window}");
    assert!(most as f64 <= window, "{most}");
    let figures = transfers(&run, "web");
    let by_hand = 5e6 / (window * segment) * 0.1;
    let took_s = figures.mean_s().expect("it is finished");
    println!("{took_s} s, by hand {by_hand}");
    assert!((took_s / by_hand - 1.0).abs() < 0.03, "{took_s} {by_hand}");
}

/// More connections than places: they wait in order, and none is lost.
#[test]
fn connections_without_an_idle_flow_wait() {
    let one = "S 0 1\nr 30000\nI 0 0 500\nA 0 1000 2000\n";
    let file = one.repeat(50);
    for count in [1, 7, 100] {
        let mut run = whole(replay(&file, document(count, &json!("endless"), 60.0)));
        assert_eq!(received(&mut run, "web"), 50 * 2000, "{count}");
        assert_eq!(received(&mut run, "web:initiators"), 50 * 500, "{count}");
    }
}

#[test]
fn the_built_in_connections_repeat() {
    let workload = json!({ "kind": "tmix" });
    let mut run = Simulation::new(&scenario(document(200, &workload, 130.0)));
    run.advance(Time::from_s(60.0)).expect("few packets");
    let first = received(&mut run, "web:initiators");
    let mut run = whole(run);
    let both = received(&mut run, "web:initiators");
    assert!(first > 300_000 && both > 2 * first, "{first} {both}");
}

#[test]
fn slices_copies_and_hop_by_hop_simulation_give_the_same_run() {
    for workload in [
        json!({ "kind": "tmix" }),
        exchanges(
            &json!({ "uniform": [100, 4000] }),
            &json!({ "pareto": [2e4, 1.3] }),
            &json!(0.1),
        ),
    ] {
        let scenario = scenario(document(20, &workload, 20.0));
        let mut plain = whole(Simulation::new(&scenario));
        let options = bufferlab_core::sim::Options {
            hop_by_hop: true,
            ..Default::default()
        };
        assert_eq!(
            plain.digest(),
            whole(Simulation::with_options(&scenario, options)).digest()
        );
        let mut sliced = Simulation::new(&scenario);
        for slice in 1..=37 {
            let at = Time::from_s(20.0 * f64::from(slice) / 37.0);
            sliced.advance(at).expect("few packets");
            let snapshot = sliced.snapshot();
            sliced.restore(&snapshot);
        }
        assert_eq!(sliced.digest(), plain.digest());
        assert_eq!(sliced.summary(), plain.summary());
    }
}

/// The partner comes and goes with the group, and grows and shrinks with it.
#[test]
fn a_group_and_its_partner_grow_shrink_and_change_together() {
    let workload = exchanges(&json!(500), &json!(5000), &json!(0.05));
    let mut run = Simulation::new(&scenario(document(4, &workload, 60.0)));
    let set = |path: &str, value: Value| Patch {
        path: path.to_owned(),
        value,
    };
    let mut before = 0;
    let steps = [
        set("groups.web.count", json!(8)),
        set("groups.web.count", json!(2)),
        set("groups.web.count", json!(5)),
        set("groups.web.traffic.workload", json!({ "kind": "tmix" })),
        set("groups.web.traffic.workload", workload.clone()),
        set("groups.web.traffic.workload", json!({ "kind": "endless" })),
        set("groups.web.traffic.workload", workload),
    ];
    for (step, patch) in steps.into_iter().enumerate() {
        run.advance(Time::from_s(5.0 * (step + 1) as f64))
            .expect("few packets");
        let now = received(&mut run, "web");
        assert!(now > before + 5000, "{step}: {before} {now}");
        before = now;
        run.edit(&[patch]).unwrap_or_else(|p| panic!("{step}: {p}"));
    }
    let run = whole(run);
    let mut replayed = Simulation::new(run.document());
    replayed.advance(replayed.end()).expect("few packets");
    assert_eq!(replayed.digest(), run.digest());
}

#[test]
fn a_schedule_pauses_users_with_their_servers() {
    for workload in [
        exchanges(&json!(500), &json!(5000), &json!(0.05)),
        json!({ "kind": "tmix" }),
    ] {
        let mut document = document(4, &workload, 60.0);
        document["groups"][0]["schedule"] = json!([{ "at_s": 0, "flows": 4 }, { "at_s": 20, "flows": 0 }, { "at_s": 40, "flows": 4 }]);
        let mut run = Simulation::new(&scenario(document));
        let mut at = |at_s: f64| {
            run.advance(Time::from_s(at_s)).expect("few packets");
            assert_eq!(run.check_conservation().fault(), None);
            received(&mut run, "web")
        };
        let [begun, paused, still, end] = [20.0, 25.0, 40.0, 60.0].map(&mut at);
        assert!(
            begun > 0 && paused == still && end > still,
            "{begun} {paused} {still} {end}"
        );
    }
}
