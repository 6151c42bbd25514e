//! No scenario exhausts memory: a run that would ends with a message.

use crate::support::preset;
use bufferlab_core::sim::Progress;
use bufferlab_core::time::Time;
use bufferlab_core::{RunError, Simulation};
use serde_json::json;

/// Nine thousand senders begin at once with windows of a thousand segments each.
#[test]
fn a_run_with_too_many_packets_ends_with_a_message() {
    let scenario = preset(
        "one-flow",
        &[
            ("groups.tcp.count", json!(9000)),
            ("groups.tcp.traffic.handshake", json!(false)),
            ("groups.tcp.traffic.initial_window_packets", json!(1000)),
        ],
    );
    let mut simulation = Simulation::new(&scenario);
    let error = simulation
        .advance(Time::NEVER)
        .expect_err("far more than fits");
    let RunError::TooManyPackets { packets, .. } = error else {
        panic!("{error}");
    };
    assert!(packets < 9_000_000, "noticed late: {packets}");
    assert!(
        error
            .to_string()
            .contains("Make buffers or windows smaller")
    );
}

/// A window of a million segments before an access link with room for one: what is dropped there takes no memory,
/// but time, and counts as work, so that a slice is no longer than any other.
#[test]
fn drops_of_access_links_count_as_work() {
    let window = json!({ "kind": "fixed", "window_packets": 1e6 });
    let scenario = preset(
        "one-flow",
        &[
            ("groups.tcp.access.limit_packets", json!(1)),
            ("groups.tcp.traffic.congestion_control", window),
        ],
    );
    let mut simulation = Simulation::new(&scenario);
    let progress = simulation.advance_by(Time::NEVER, 100_000);
    assert_eq!(progress, Ok(Progress::Sliced));
    let data = simulation.check_conservation().flows[0].data;
    assert!(data.balances() && data.access_dropped > 900_000, "{data:?}");
    assert!(simulation.events() < 1000, "{}", simulation.events());
}
