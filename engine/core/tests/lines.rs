//! Lines that lose, delay and copy packets, in whole runs.

use bufferlab_core::observe::summary::LinkSummary;
use bufferlab_core::queue::Reason;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use bufferlab_core::{Lab, Simulation};
use serde_json::{Value, json};

use crate::support::run_all;

/// A link of 100 Mb/s with 50 ms of round trip on which nothing waits, with this line.
fn over(line: Value, traffic: Value, duration_s: f64) -> Scenario {
    Scenario::from_value(json!({
        "duration_s": duration_s, "warmup_s": duration_s / 10.0,
        "bottlenecks": [{ "id": "r0", "rate_bps": 1e8, "delay_s": 0.02, "line": line,
            "queue": { "kind": "drop_tail", "limit_packets": 10_000 } }],
        "groups": [{ "id": "g", "access": { "rate_bps": 1e9, "delay_s": 0.005 }, "traffic": traffic }],
    }))
    .unwrap_or_else(|p| panic!("{p}"))
}

fn number(link: &LinkSummary, name: &str) -> f64 {
    link.number(name).unwrap_or_else(|| panic!("no {name}"))
}

/// p/(p + r) = 0.038462 within four standard errors, and no loss but by the line, which takes its share of the link
/// first: lost packets count in the utilization, not in the throughput.
#[test]
fn gilbert_elliott_losses_of_a_datagram_stream_agree_with_the_closed_form() {
    let line = json!({ "kind": "gilbert_elliott", "good_to_bad": 0.01, "bad_to_good": 0.25,
        "loss_good": 0, "loss_bad": 1 });
    let traffic = json!({ "kind": "cbr", "rate_bps": 20e6, "packet_bytes": 500 });
    let run = &run_all(&[over(line, traffic, 100.0)])[0];
    let link = &run.bottlenecks[0].forward;
    let (loss, packets) = (number(link, "loss.udp"), 90.0 * 5000.0);
    let cycle = 1.0 / 0.01 + 1.0 / 0.25;
    let error = libm::sqrt((12.0 / 16.0 + 0.99) * cycle / packets);
    assert!((loss / 0.038_462 - 1.0).abs() < 4.0 * error, "{loss}");
    assert_eq!(number(link, "drops.line"), libm::round(loss * packets));
    assert!((number(link, "utilization") - 0.2).abs() < 1e-4);
    assert!((number(link, "throughput_bps") / 20e6 - (1.0 - loss)).abs() < 1e-4);
}

/// Mean windows of 38 and 120 packets at losses of 10⁻³ and 10⁻⁴ (RFC 9438, Section 5.2: 1.2/√p). The formula halves
/// the window at once and has no recovery; the simulated flow reaches it within a tenth.
#[test]
fn the_window_of_a_flow_under_independent_loss_follows_the_response_function() {
    let traffic = json!({ "kind": "tcp", "recovery": "sack", "segment_bytes": 500 });
    for (loss, window, seconds) in [(1e-3, 38.0, 600.0), (1e-4, 120.0, 3000.0)] {
        let line = json!({ "kind": "independent", "loss": loss });
        let run = &run_all(&[over(line, traffic.clone(), seconds)])[0];
        let link = &run.bottlenecks[0].forward;
        let packets = number(link, "throughput_bps") * (0.05 + 500.0 * 8.0 / 1e8) / 4000.0;
        println!("{loss}: {packets} {}", number(link, "loss.tcp"));
        assert!((packets / window - 1.0).abs() < 0.1, "{loss}: {packets}");
    }
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
