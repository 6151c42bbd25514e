//! Where the 32 bits that a packet carries of a sequence number begin again, nothing happens.

use bufferlab_core::cc;
use bufferlab_core::observe::summary::Summary;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::conservation::ConservationCheck;
use bufferlab_core::sim::script::{FaultAction, ScriptedFault};
use bufferlab_core::time::{Span, Time};
use bufferlab_core::{Options, Simulation};
use serde_json::{Value, json};

/// First sequence number that does not fit in a packet.
const WRAP: u64 = 1 << 32;

/// Endless flows, files and sessions over a small buffer, with ACK losses on the reverse path and marks.
fn crowded(traffic: &Value) -> Scenario {
    let group = |id: &str, count: u32, workload: Value| {
        let mut traffic = traffic.clone();
        traffic["kind"] = json!("tcp");
        traffic["segment_bytes"] = json!(1000);
        traffic["ecn"] = json!("classic");
        traffic["workload"] = workload;
        json!({
            "id": id, "count": count, "start_s": { "uniform": [0, 1] },
            "access": { "rate_bps": 100e6, "delay_s": { "uniform": [0.001, 0.02] } }, "traffic": traffic,
        })
    };
    let mut back = group("back", 2, json!("endless"));
    back["direction"] = json!("reverse");
    let thinking = json!({ "kind": "closed_loop", "think_s": 0.1 });
    let scenario = json!({
        "version": 1, "duration_s": 30, "warmup_s": 5,
        "bottlenecks": [{
            "id": "r0", "rate_bps": 4e6, "delay_s": 0.02,
            "queue": { "kind": "drop_tail", "limit_packets": 8, "ecn_threshold_packets": 6 },
            "reverse": { "queue": { "kind": "drop_tail", "limit_packets": 12 } },
        }],
        "groups": [
            group("endless", 2, json!("endless")),
            group("files", 2, json!({ "kind": "transfer", "size_bytes": 300_000 })),
            group("users", 2, thinking),
            back,
        ],
    });
    Scenario::from_value(scenario).unwrap_or_else(|problems| panic!("{problems}"))
}

/// What came of a run whose flows begin with number `first`, in which some segments of the first flow
/// arrive behind others; and how many segments that flow sent.
fn run(scenario: &Scenario, first: u64) -> (Summary, ConservationCheck, u64) {
    let late = |place| ScriptedFault {
        flow: 0,
        number: first + place,
        occurrence: 1,
        action: FaultAction::Late(Span::from_s(0.03)),
    };
    let options = Options {
        first_number: first,
        scripted_faults: (40..400).step_by(20).map(late).collect(),
        ..Options::default()
    };
    let mut simulation = Simulation::with_options(scenario, options);
    simulation
        .advance(Time::NEVER)
        .expect("a few packets fit in memory");
    let sent = simulation.observed().flows[0].counters.sent;
    // The fingerprint is of the numbers, too.
    let digest = String::new();
    let summary = Summary {
        digest,
        ..simulation.summary()
    };
    (summary, simulation.check_conservation(), sent)
}

/// The same run, to the last bit of every figure, whether its flows' numbers begin at 0 or a little below
/// 2^32, for every recovery and every controller.
#[test]
fn a_run_is_the_same_with_wrapping_packet_numbers() {
    let recoveries = ["tahoe", "reno", "newreno", "sack", "sack_ns2", "rack"];
    for controller in cc::REGISTRY.entries {
        for (place, recovery) in (0..).zip(recoveries) {
            let scenario = crowded(&json!({
                "recovery": recovery, "congestion_control": controller.kind(),
                "handshake": place % 2 == 0, "timestamps": place % 2 == 1,
                "delayed_ack": place % 3 == 0,
            }));
            let from_zero = run(&scenario, 0);
            assert!(from_zero.2 > 300, "only {} segments", from_zero.2);
            let across = run(&scenario, WRAP - 200);
            assert!(across == from_zero, "{recovery} with {}", controller.kind());
        }
    }
}
