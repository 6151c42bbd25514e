//! A window is not raised by a sender that does not use it (RFC 9002 Section 7.8, RFC 7661; Linux `tcp_is_cwnd_limited`), and a
//! reduction begins at what was in flight (RFC 5681 Equation (4)).

use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::script::{FaultAction, ScriptedFault, Step};
use bufferlab_core::time::Time;
use bufferlab_core::{Options, Simulation};
use serde_json::{Value, json};

/// One flow over 50 Mb/s and 100 ms, a pipe of 625 packets, with a queue that never fills.
fn flow(controller: &str, given: &Value, faults: &[(u64, FaultAction)]) -> Simulation {
    let mut traffic = json!({ "kind": "tcp", "recovery": "rack", "congestion_control": controller,
        "initial_window_packets": 10, "handshake": false });
    for (name, value) in given.as_object().expect("parameters") {
        traffic[name] = value.clone();
    }
    let document = json!({
        "duration_s": 60,
        "bottlenecks": [{ "id": "r0", "rate_bps": 5e7, "delay_s": 0.05,
            "queue": { "kind": "drop_tail", "limit_packets": 100_000 } }],
        "groups": [{ "id": "tcp", "access": { "rate_bps": 1e9 }, "traffic": traffic }],
    });
    let scenario = Scenario::from_value(document).unwrap_or_else(|p| panic!("{p}"));
    let fault = |&(number, action): &(u64, FaultAction)| ScriptedFault {
        flow: 0,
        number,
        occurrence: 1,
        action,
    };
    let options = Options {
        scripted_faults: faults.iter().map(fault).collect(),
        trace: Some(0),
        ..Options::default()
    };
    Simulation::with_options(&scenario, options)
}

fn steps(mut run: Simulation) -> Vec<Step> {
    run.advance(Time::from_s(60.0)).expect("few packets");
    run.steps().to_vec()
}

/// Senders that have five packets in flight: a stream of 400 kb/s, and endless data with a highest rate of 400 kb/s.
#[test]
fn no_controller_raises_a_window_that_it_does_not_use() {
    let stream = json!({ "workload": { "kind": "stream", "rate_bps": 4e5 } });
    let limited = json!({ "max_pacing_rate_bps": 4e5 });
    for controller in ["reno", "cubic", "vegas", "dctcp", "bbr", "bbr1"] {
        for given in [&stream, &limited] {
            let steps = steps(flow(controller, given, &[]));
            assert!(steps.len() > 1000);
            let largest = steps.iter().map(|step| step.cwnd).fold(0.0, f64::max);
            // BBR's window is twice its model of the path and what aggregation adds to it: before the first round trips have
            // shown how little is sent, it is two initial windows and more.
            let most = if controller.starts_with("bbr") {
                40.0
            } else {
                20.0
            };
            assert!(largest <= most, "{controller}: {largest} with {given}");
        }
    }
}

/// Slow start up to a window of hundreds, then answers of eight packets. One of them is lost: the threshold is half of what was in
/// flight, and not half of the window.
#[test]
fn reduction_of_an_unused_window_begins_at_the_data_in_flight() {
    for (controller, share) in [("reno", 0.5), ("cubic", 0.7)] {
        let exchange = json!({ "workload": { "kind": "stream", "rate_bps": 6.4e5 }, "initial_window_packets": 200 });
        let steps = steps(flow(controller, &exchange, &[(900, FaultAction::Dropped)]));
        let before = steps
            .iter()
            .find(|step| step.at > Time::from_s(1.0))
            .expect("it sends");
        assert!(before.cwnd >= 200.0, "{controller}: {}", before.cwnd);
        let least = steps.iter().map(|step| step.ssthresh).fold(1e9, f64::min);
        // Up to four more leave before the loss is detected.
        let (low, high) = ((share * 8.0f64).floor(), share * 12.0);
        assert!(
            (low..=high).contains(&least),
            "{controller}: {least} of a flight of 8 to 12"
        );
    }
}
