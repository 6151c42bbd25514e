//! A buffer of optical delay lines in whole runs.

use crate::support::{preset, run};
use serde_json::{Value, json};

/// Theorem 4 in a network: a buffer of 2^n − 1 packets sends and drops each packet as a FIFO of the same size does.
/// The digests of the runs cover all packets and are therefore equal.
#[test]
fn delay_lines_make_the_same_run_as_a_fifo() {
    let digest = |experiment: &str, queue: Value| {
        let changes = [
            ("bottlenecks.r0.queue", queue),
            ("duration_s", json!(30)),
            ("warmup_s", json!(10)),
        ];
        let summary = run(&preset(experiment, &changes));
        let loss = summary.bottlenecks[0].forward.number("loss.all");
        (summary.digest, loss)
    };
    for (experiment, room) in [("tiny-buffers", 15), ("one-flow", 63), ("tiny-buffers", 1)] {
        let fifo = digest(
            experiment,
            json!({ "kind": "drop_tail", "limit_packets": room }),
        );
        for k in [1, 4] {
            let lines = json!({
                "kind": "optical_fifo", "limit_packets": room, "longest_lines": k, "slot_bytes": 1000,
            });
            assert_eq!(
                digest(experiment, lines),
                fifo,
                "{experiment}, {room} packets, K {k}"
            );
        }
        assert!(
            fifo.1 > Some(0.0),
            "{experiment}: a full buffer is part of it"
        );
    }
}
