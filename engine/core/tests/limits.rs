//! No scenario exhausts memory: a run that would ends with a message.

mod support;

use bufferlab_core::time::Time;
use bufferlab_core::{RunError, Simulation};
use serde_json::json;
use support::preset;

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
    let RunError::TooManyPackets { packets, .. } = error;
    assert!(packets < 9_000_000, "noticed late: {packets}");
    assert!(
        error
            .to_string()
            .contains("Make buffers or windows smaller")
    );
}
