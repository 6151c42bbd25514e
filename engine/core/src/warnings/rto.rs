//! Retransmission timers that may run out while everything is on its way.

use super::way::{hops, round_trip, tcp};
use super::words::{name, seconds};
use super::{Finds, Look, Row};
use crate::scenario::Scenario;

/// The shortest timeout is below the round trip.
pub static BELOW_ROUND_TRIP: Row = Row {
    id: "min_rto_below_rtt",
    label: "Shortest timeout below the round trip",
    help: "The lower bound of the retransmission timeout is there to keep the timer from firing while an acknowledgement is under way. Below the round trip it bounds nothing: once the round trip has been steady, the timeout is hardly longer than it, and the first packets that wait in a queue are repeated needlessly.",
    source: "RFC 6298 rule 2.4; Allman and Paxson, On Estimating End-to-End Network Path Properties (1999)",
    look: Look::Scenario(below_round_trip),
};

fn below_round_trip(scenario: &Scenario, finds: &mut Finds) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let rtt_s = round_trip(group, &hops(scenario, group));
        // Counted from the round trip on, the bound is above it whatever it is.
        if config.min_rto_above_srtt || config.min_rto_s >= rtt_s {
            continue;
        }
        finds.warn(
            format!("groups.{}.traffic.min_rto_s", group.id),
            format!(
                "The shortest timeout of {}, {}, is below the longest round trip, {} without any queueing.",
                name(group),
                seconds(config.min_rto_s),
                seconds(rtt_s)
            ),
            "Raise it above the round trip with full buffers, or count it from the round trip on.",
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
    fn a_bound_below_the_round_trip_is_told() {
        let told = |min_rto_s: f64, above: bool| {
            let scenario = preset(
                "one-flow",
                json!({
                    "groups.tcp.traffic.min_rto_s": min_rto_s,
                    "groups.tcp.traffic.min_rto_above_srtt": above,
                }),
            );
            paths(&BELOW_ROUND_TRIP, &scenario)
        };
        assert_eq!(told(0.079, false), ["groups.tcp.traffic.min_rto_s"]);
        assert_eq!(told(0.081, false), [""; 0]);
        assert_eq!(told(0.01, true), [""; 0]);
    }

    #[test]
    fn every_delay_of_the_way_counts() {
        let told = |set| paths(&BELOW_ROUND_TRIP, &preset("one-flow", set)).len();
        assert_eq!(
            told(json!({ "groups.tcp.access.delay_s": { "uniform": [0, 0.061] } })),
            1
        );
        assert_eq!(
            told(json!({ "groups.tcp.access.delay_s": { "uniform": [0, 0.059] } })),
            0
        );
        assert_eq!(told(json!({ "groups.tcp.egress.delay_s": 0.061 })), 1);
        let edge = json!([{ "id": "a", "rate_bps": 1e9, "delay_s": 0.061 }]);
        assert_eq!(told(json!({ "edges": edge, "groups.tcp.edge": "a" })), 1);
        assert_eq!(told(json!({ "edges": edge })), 0);
    }
}
