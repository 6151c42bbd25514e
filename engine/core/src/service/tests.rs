use super::*;
use crate::spec::complete::complete_one;
use crate::trace::{Traces, opportunities as file, read};
use serde_json::{Value, json};

fn service(kind: &str, given: Value) -> Service {
    let section = REGISTRY.entry(kind).expect("it is listed");
    let mut fields = complete_one(section, given).unwrap_or_else(|p| panic!("{p}"));
    fields["kind"] = json!(kind);
    serde_json::from_value(fields).expect("complete")
}

/// A service of a link of 1 Mb/s from the start of the run.
fn begun(service: &Service) -> State {
    let rng = Rng::for_component(1, "link/r0/service", 0);
    let mut state = State::of_constant(1e6, rng, Time::ZERO, (0.0, 0.0), None);
    state.change(service, 1e6, 1.0, Time::ZERO, false);
    state
}

fn ms(time: Time) -> f64 {
    time.s() * 1e3
}

/// The times, ms, at which packets leave that wait when the opportunities begin.
fn leave(list: &str, sizes: &[u16]) -> Vec<f64> {
    let hash = "0".repeat(64);
    let mut service = service(
        "opportunities",
        json!({ "trace": { "name": "x", "sha256": hash } }),
    );
    let mut traces = Traces::default();
    let trace = read(Content::Opportunities, list.as_bytes()).expect("opportunities");
    traces.add(&hash, Content::Opportunities, Arc::new(trace));
    let (file, content) = service.file().expect("it has a file");
    file.attach(content, &traces);
    let mut state = begun(&service);
    let mut now = Time::ZERO;
    let send = |&bytes: &u16| {
        now = state.begin(now, bytes, true);
        ms(now)
    };
    sizes.iter().map(send).collect()
}

/// The rules of mahimahi's `link_queue.cc` by hand.
#[test]
fn opportunities_serve_bytes_in_order_and_repeat_after_the_last() {
    let list = "0\n1\n3\n3\n7\n";
    let full = [0.0, 1.0, 3.0, 3.0, 7.0, 7.0, 8.0, 10.0, 10.0, 14.0];
    assert_eq!(leave(list, &[1500; 10]), full);
    assert_eq!(leave(list, &[600; 6]), [0.0, 0.0, 1.0, 1.0, 1.0, 3.0]);
    assert_eq!(leave(list, &[4000, 500, 1]), [3.0, 3.0, 3.0]);
    assert!(file::read(&b"0\n"[..]).is_err(), "it would last no time");
}

#[test]
fn a_rate_that_changes_during_a_packet_applies_to_the_rest_of_it() {
    let until = |points: Value, bytes: u16| {
        let schedule = service("schedule", json!({ "points": points }));
        ms(begun(&schedule).begin(Time::ZERO, bytes, false))
    };
    assert_eq!(until(json!([[0, 1e6]]), 1500), 12.0);
    assert_eq!(until(json!([[0, 1e6], [0.006, 2e6]]), 1500), 9.0);
    assert_eq!(
        until(json!([[0, 1e6], [0.006, 0], [1.006, 1e6]]), 1500),
        1012.0
    );
    // Before the first point the rate of the link holds.
    assert_eq!(until(json!([[0.006, 3e6]]), 1500), 8.0);
    let schedule = service("schedule", json!({ "points": [[0, 1e6], [0.006, 0]] }));
    assert_eq!(begun(&schedule).begin(Time::ZERO, 1500, false), Time::NEVER);
}

#[test]
fn a_schedule_repeats_and_long_transmissions_go_on() {
    let given = json!({ "points": [[0, 1e6], [0.001, 0]], "repeat_s": 0.002 });
    let mut state = begun(&service("schedule", given));
    // 125 bytes in every other millisecond: 524.28 of them for the largest packet, in 1,049 segments.
    let until = state.begin(Time::ZERO, 65_535, false);
    assert!(!state.is_unfinished());
    assert!((ms(until) - 1048.28).abs() < 1e-6, "{}", ms(until));
    let slow = json!({ "points": [[0, 1e4], [0.001, 0]], "repeat_s": 0.002 });
    let mut state = begun(&service("schedule", slow));
    let mut until = state.begin(Time::ZERO, 65_535, false);
    let mut parts = 1;
    while state.is_unfinished() {
        until = state.go_on(until);
        parts += 1;
    }
    assert!(parts > 20, "{parts}");
    assert!((ms(until) - 104_855.0).abs() < 1e-3, "{}", ms(until));
}

#[test]
fn used_bits_are_those_of_whole_and_partial_packets() {
    let mut state = begun(&service(
        "outage",
        json!({ "start_s": 0.006, "length_s": 0.01 }),
    ));
    let until = state.begin(Time::ZERO, 1500, false);
    assert_eq!(ms(until), 22.0);
    let used = |state: &State, at_s: f64, sends| {
        let (offered, used) = state.used(Time::from_s(at_s), sends);
        ((offered + 0.5) as u64, (used + 0.5) as u64)
    };
    assert_eq!(used(&state, 0.003, true), (3000, 3000));
    assert_eq!(used(&state, 0.012, true), (6000, 6000));
    assert_eq!(used(&state, 0.018, true), (8000, 8000));
    assert_eq!(used(&state, 0.03, false), (20_000, 12_000));
    // From 12 ms on at twice the rate: half of the packet is left, and takes 3 ms after the outage.
    let mut state = begun(&service(
        "outage",
        json!({ "start_s": 0.006, "length_s": 0.01 }),
    ));
    state.begin(Time::ZERO, 1500, false);
    let constant = state.change(&Service::CONSTANT, 2e6, 1.0, Time::from_s(0.012), true);
    assert_eq!(constant.map(ms), Some(15.0));
    assert_eq!(used(&state, 0.015, true), (12_000, 12_000));
    assert_eq!(used(&state, 0.02, false), (22_000, 12_000));
}

/// Long means of the formulas, relative to the rate of the link.
#[test]
fn formulas_have_their_mean_rates() {
    for (kind, given, mean, within) in [
        ("sinusoid", json!({}), 1.0, 1e-9),
        // 10 s of 1, 20 s of 0.625 on average, and the rest of 0.25.
        ("ramp", json!({}), 0.2515, 1e-9),
        // 1 but for 20 s of 2.5 and 20 s of 0.6.
        ("rfc8867", json!({}), 1.0022, 1e-9),
        // 5 s of 1 and 1 s of 0.1; four standard errors of 1,667 pairs.
        ("markov", json!({}), 5.1 / 6.0, 0.012),
        // The mean of a normal value raised to 0.02: hardly any is lower. 10⁴ s, correlated over 4 s.
        ("ornstein_uhlenbeck", json!({}), 1.0, 0.04),
        ("slots", json!({}), 0.65, 0.035),
        (
            "outage",
            json!({ "start_s": 0, "length_s": 2, "every_s": 8, "share": 0.5 }),
            0.875,
            1e-9,
        ),
    ] {
        let state = begun(&service(kind, given));
        let (offered, _) = state.used(Time::from_s(1e4), false);
        assert!(
            (offered / 1e10 - mean).abs() < within,
            "{kind}: {}",
            offered / 1e10
        );
    }
}
