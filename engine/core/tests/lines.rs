//! Lines that lose, delay and copy packets, in whole runs.

use bufferlab_core::queue::Reason;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use bufferlab_core::{Lab, Simulation};
use serde_json::{Value, json};

use crate::support::run_all;

/// A link of 100 Mb/s with 50 ms of round trip on which nothing waits, with this line.
pub fn over(line: Value, traffic: Value, duration_s: f64) -> Scenario {
    Scenario::from_value(json!({
        "duration_s": duration_s, "warmup_s": duration_s / 10.0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e8, "delay_s": 0.02, "line": line,
            "queue": { "kind": "drop_tail", "limit_packets": 10_000 } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e9, "delay_s": 0.005 }, "traffic": traffic }],
    }))
    .unwrap_or_else(|p| panic!("{p}"))
}

/// Packets that overtake, come twice or get lost, in both directions: all are accounted for at any time.
#[test]
fn packets_are_conserved_on_lines_that_reorder_copy_and_lose() {
    let line = json!({ "kind": "independent", "loss": 0.01, "overtaking": true, "duplicates": 0.05,
        "jitter_s": { "bimodal": [0, 0.01, 0.1] } });
    let traffic = json!({ "kind": "tcp", "recovery": "rack", "timestamps": true });
    let mut document = over(line.clone(), traffic, 20.0).to_value();
    document["bottlenecks"][0]["reverse"]["line"] = line;
    let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
    let mut run = Simulation::new(&scenario);
    let mut copied = 0;
    for step in 1..=400 {
        run.advance(Time::from_s(f64::from(step) * 0.05))
            .expect("few packets");
        let check = run.check_conservation();
        assert_eq!(check.fault(), None);
        copied = check.flows[0].data.copied + check.flows[0].acks.copied;
    }
    assert!(copied > 100, "{copied}");
    let links = &run.observed().links;
    for link in [&links[0], &links[1]] {
        let counters = link.counters();
        assert!(counters.dropped_for[Reason::Line.index()] > 20);
    }
}

/// Steps tell of a loss on the line, and the run is the same.
#[test]
fn steps_over_a_disturbed_line_change_nothing() {
    let line = json!({ "kind": "independent", "loss": 0.05, "overtaking": true,
        "jitter_s": { "uniform": [0, 0.02] } });
    let scenario = over(line, json!({ "kind": "tcp", "recovery": "sack" }), 4.0);
    let mut straight = Lab::new(&scenario);
    straight.advance(Time::NEVER).expect("few packets");
    let mut stepped = Lab::new(&scenario);
    while stepped.now() < stepped.end() {
        stepped.step_event().expect("few packets");
    }
    assert_eq!(stepped.digest(), straight.digest());
}

/// Some packets come 5 ms late, behind some forty others, and none is lost. SACK takes each for a loss, so the window is
/// that of the same loss rate: 8, 38 and 120 packets at 2 %, 10⁻³ and 10⁻⁴ (RFC 9438, Section 5.2). With needless recoveries
/// undone, the flow nearly fills the link, whose pipe has 625. D-SACK needs a round trip from one recovery to the next.
#[test]
fn undone_recoveries_let_a_flow_use_a_link_that_reorders() {
    for controller in ["reno", "cubic"] {
        let goodput = |late: f64, method: &str| {
            let line = json!({ "kind": "independent", "overtaking": true, "jitter_s": { "bimodal": [0, 0.005, late] } });
            let traffic = json!({ "kind": "tcp", "recovery": "sack", "timestamps": true, "max_window_packets": 800,
                "congestion_control": controller, "spurious_recovery": method });
            let run = &run_all(&[over(line, traffic, 100.0)])[0];
            run.groups[0].number("goodput_bps").expect("data") / 1e8
        };
        for (late, method, least, plain) in [
            (0.02, "eifel", 0.9, 0.03),
            (0.001, "dsack", 0.4, 0.15),
            (0.0001, "dsack", 0.9, 0.5),
        ] {
            let off = goodput(late, "off");
            let on = goodput(late, method);
            assert!(
                off < plain && on > least,
                "{controller} {late} {method}: {off} {on}"
            );
        }
    }
}
