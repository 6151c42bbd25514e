//! Policers whose bucket is too small for the windows of TCP.
//!
//! A policer has no queue, so a flow uses its rate only if the bucket holds what the upper half of the sawtooth sends
//! above the rate: P²/18 packets for one flow, where P is the bandwidth–delay product (model `policer-burst`). N flows
//! that are not synchronized have P/N packets each, together N·(P/N)²/18.

use super::format::{number, packets};
use super::{Check, Findings, Row};
use crate::models::policer_burst::needed_packets;
use crate::policer::Policer;
use crate::scenario::Scenario;
use crate::scenario::buffer::context;
use crate::scenario::route::called;

/// Warning: the bucket of a policer is too small for TCP.
pub static SMALL_BURST: Row = Row {
    id: "policer_burst",
    label: "Policer with a small bucket",
    help: "A policer holds no packets back. A long TCP flow uses its whole rate only if the bucket holds about BDP²/18 packets, because the window grows above the rate until a loss and falls below it afterwards. With a smaller bucket the flow gets less than the rate, and a shaper or a queue would serve it better.",
    source: "Model policer-burst",
    check: Check::Scenario(small_burst),
};

fn small_burst(scenario: &Scenario, findings: &mut Findings) {
    for link in &scenario.bottlenecks {
        let path = format!("bottlenecks.{}", link.id);
        let name = called(&link.label, &link.id);
        check(
            scenario,
            &path,
            name,
            (&link.policer, link.rate_bps),
            findings,
        );
        let back = &link.reverse;
        let reverse = format!("{path}.reverse");
        let rate_bps = back.rate_bps.unwrap_or(link.rate_bps);
        check(
            scenario,
            &reverse,
            name,
            (&back.policer, rate_bps),
            findings,
        );
    }
    for edge in &scenario.edges {
        let path = format!("edges.{}", edge.id);
        let name = called(&edge.label, &edge.id);
        check(
            scenario,
            &path,
            name,
            (&edge.policer, edge.rate_bps),
            findings,
        );
    }
}

fn check(
    scenario: &Scenario,
    path: &str,
    name: &str,
    (policer, link_bps): (&Policer, f64),
    findings: &mut Findings,
) {
    let Some((rate_bps, burst_bytes)) = policer.drops_above() else {
        return;
    };
    let around = context(scenario, &format!("{path}.queue"));
    let Some(around) = around.filter(|around| around.flows > 0.0 && rate_bps < link_bps) else {
        return;
    };
    let needed = needed_packets(rate_bps, around.rtt_s, around.packet_bytes) / around.flows;
    let holds = burst_bytes as f64 / around.packet_bytes;
    // Paths of a few packets are limited by other effects.
    if needed < 4.0 || holds > 0.8 * needed {
        return;
    }
    findings.warn(
        format!("{path}.policer"),
        format!(
            "The bucket of the policer at {name} holds {}; TCP needs about {} to use the policed rate (BDP²/18).",
            packets(holds.floor()),
            number(needed.ceil())
        ),
        "Use a larger burst, or limit the rate with a queue or a shaper (token bucket pacer).",
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use serde_json::json;

    /// 8 Mb/s and 80 ms with packets of 1,000 bytes: P = 80, P²/18 = 356.
    #[test]
    fn warns_of_a_bucket_below_an_eighteenth_of_the_squared_path() {
        let warned = |burst_bytes: u64, flows: u32| {
            let policer =
                json!({ "kind": "token_bucket", "rate_bps": 8e6, "burst_bytes": burst_bytes });
            let set = json!({ "bottlenecks.r0.policer": policer, "groups.tcp.count": flows });
            paths(&SMALL_BURST, &preset("one-flow", set))
        };
        assert_eq!(warned(100_000, 1), ["bottlenecks.r0.policer"]);
        assert_eq!(warned(356_000, 1), [""; 0]);
        assert_eq!(
            warned(100_000, 20),
            [""; 0],
            "twenty flows need a twentieth"
        );
    }
}
