//! Retransmission timers that may expire while no packet is lost.

use super::format::{name, seconds};
use super::{Check, Findings, Row};
use crate::scenario::Scenario;
use crate::scenario::route::{hops, round_trip, tcp};

/// Warning about a minimum RTO below the round-trip time.
pub static BELOW_ROUND_TRIP: Row = Row {
    id: "min_rto_below_rtt",
    label: "Minimum RTO below the round-trip time",
    help: "The minimum RTO (retransmission timeout) keeps the timer from expiring while an ACK is still on its way. If it is below the round-trip time, it has no effect: after a period with a steady round-trip time, the timeout is only slightly longer than that time. The first packets that wait in a queue are then repeated without need.",
    source: "RFC 6298 rule 2.4; Allman and Paxson, On Estimating End-to-End Network Path Properties (1999)",
    check: Check::Senders(below_round_trip),
};

fn below_round_trip(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let rtt_s = round_trip(group, &hops(scenario, group));
        // A minimum that is added to the round-trip time is always above it.
        if config.min_rto_above_srtt || config.min_rto_s >= rtt_s {
            continue;
        }
        findings.warn(
            format!("groups.{}.traffic.min_rto_s", group.id),
            format!(
                "The minimum RTO of {}, {}, is below its longest round-trip time, {} without queueing, so packets may be repeated without need.",
                name(group),
                seconds(config.min_rto_s),
                seconds(rtt_s)
            ),
            "Set it above the round-trip time with full buffers, or let it count from the round-trip time.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use serde_json::json;

    /// The round trip of `one-flow` is 2 × (39.9 + 0.1) ms = 80 ms.
    #[test]
    fn warns_if_the_minimum_rto_is_below_the_round_trip_time() {
        let warned = |min_rto_s: f64, above: bool| {
            let scenario = preset(
                "one-flow",
                json!({
                    "groups.tcp.traffic.min_rto_s": min_rto_s,
                    "groups.tcp.traffic.min_rto_above_srtt": above,
                }),
            );
            paths(&BELOW_ROUND_TRIP, &scenario)
        };
        assert_eq!(warned(0.079, false), ["groups.tcp.traffic.min_rto_s"]);
        assert_eq!(warned(0.081, false), [""; 0]);
        assert_eq!(warned(0.01, true), [""; 0]);
    }

    #[test]
    fn round_trip_time_includes_access_edge_and_egress_delays() {
        let warned = |set| paths(&BELOW_ROUND_TRIP, &preset("one-flow", set)).len();
        assert_eq!(
            warned(json!({ "groups.tcp.access.delay_s": { "uniform": [0, 0.061] } })),
            1
        );
        assert_eq!(
            warned(json!({ "groups.tcp.access.delay_s": { "uniform": [0, 0.059] } })),
            0
        );
        assert_eq!(warned(json!({ "groups.tcp.egress.delay_s": 0.061 })), 1);
        let edge = json!([{ "id": "a", "rate_bps": 1e9, "delay_s": 0.061 }]);
        assert_eq!(warned(json!({ "edges": edge, "groups.tcp.edge": "a" })), 1);
        assert_eq!(warned(json!({ "edges": edge })), 0);
    }
}
