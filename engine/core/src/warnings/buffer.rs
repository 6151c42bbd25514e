//! Buffers that are smaller than a packet.

use serde_json::{Value, json};

use super::format::{name, number};
use super::{Check, Findings, Fix, Row};
use crate::scenario::route::{Hop, hops, tcp};
use crate::scenario::{Distribution, Group, Scenario};

/// Warning: a limit in bytes is smaller than a packet.
pub static BELOW_PACKET: Row = Row {
    id: "buffer_below_packet",
    label: "Buffer smaller than a packet",
    help: "If the limit in bytes is smaller than a packet, this packet can never wait. It can only be sent at once if the link is idle; otherwise it is lost. Smaller packets of other groups may fit, so the loss then depends on the packet size.",
    source: "",
    check: Check::Scenario(below_packet),
};

/// Bytes of the largest Ethernet packet, for sources whose packets come from a file.
const ETHERNET: f64 = 1500.0;

fn below_packet(scenario: &Scenario, findings: &mut Findings) {
    let mut warned: Vec<String> = Vec::new();
    for group in scenario.groups.iter().filter(|group| group.count > 0) {
        let Some(bytes) = largest_packet(group) else {
            continue;
        };
        for hop in hops(scenario, group) {
            let path = format!("{}.limit_bytes", hop.queue_path());
            if is_below(&hop, bytes) && !warned.contains(&path) {
                warn(scenario, &hop, &path, (group, bytes), findings);
                warned.push(path);
            }
        }
    }
}

fn is_below(hop: &Hop<'_>, bytes: f64) -> bool {
    hop.queue
        .limit()
        .bytes
        .is_some_and(|limit| (limit as f64) < bytes)
}

fn warn(
    scenario: &Scenario,
    hop: &Hop<'_>,
    path: &str,
    (group, bytes): (&Group, f64),
    findings: &mut Findings,
) {
    let here = |group: &&Group| hops(scenario, group).iter().any(|other| other.is_same(hop));
    let sizes = scenario
        .groups
        .iter()
        .filter(here)
        .filter_map(largest_packet);
    let largest = sizes.fold(bytes, |a, b| if b > a { b } else { a });
    let limit = hop.queue.limit().bytes.unwrap_or(0);
    findings.warn_with(
        path.to_owned(),
        format!(
            "The buffer of {} holds {limit} bytes, and a packet of {} has {}: it is lost whenever the link is busy.",
            hop.name,
            name(group),
            number(bytes)
        ),
        "Make the buffer at least as large as the largest packet.",
        Some(Fix::new(
            format!("Set the buffer to {} bytes", number(largest)),
            [(path.to_owned(), json!(largest as u64))],
        )),
    );
}

/// Returns the size of a group's largest packets on the wire in bytes; `None` if it is not known.
pub(super) fn largest_packet(group: &Group) -> Option<f64> {
    if let Some(config) = tcp(group) {
        return Some(f64::from(config.wire_bytes()));
    }
    let traffic = serde_json::to_value(&group.traffic).ok()?;
    match &traffic["packet_bytes"] {
        Value::Null => None,
        sizes => {
            let sizes: Distribution = serde_json::from_value(sizes.clone()).ok()?;
            Some(sizes.ends().map_or(ETHERNET, |(_, highest)| highest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fixed, paths, preset};
    use super::*;

    const LIMIT: &str = "bottlenecks.r0.queue.limit_bytes";

    /// `anomaly` has segments of 1,000 bytes and datagrams of 200.
    #[test]
    fn warns_of_a_buffer_smaller_than_a_segment() {
        let warned = |bytes: u32| paths(&BELOW_PACKET, &preset("anomaly", json!({ LIMIT: bytes })));
        assert_eq!(warned(999), [LIMIT]);
        assert_eq!(warned(1000), [""; 0]);
        let packets = json!({ "bottlenecks.r0.queue.limit_packets": 1 });
        assert_eq!(
            paths(&BELOW_PACKET, &preset("anomaly", packets)),
            [""; 0],
            "a limit in packets takes any"
        );
    }

    #[test]
    fn fix_makes_the_buffer_as_large_as_the_largest_packet() {
        let small = preset("anomaly", json!({ LIMIT: 150 }));
        let fixed = fixed(&BELOW_PACKET, &small);
        assert_eq!(fixed.bottlenecks[0].queue.limit().bytes, Some(1000));
        assert_eq!(paths(&BELOW_PACKET, &fixed), [""; 0]);
    }

    #[test]
    fn reverse_path_and_edge_routers_are_tested_if_data_passes_them() {
        let back = "bottlenecks.r0.reverse.queue.limit_bytes";
        let reverse = json!({ back: 500, "groups.tcp.direction": "reverse" });
        assert_eq!(paths(&BELOW_PACKET, &preset("one-flow", reverse)), [back]);
        let edge = json!([{ "id": "a", "rate_bps": 1e9, "delay_s": 0,
            "queue": { "kind": "drop_tail", "limit_bytes": 10 } }]);
        let set = json!({ "edges": edge, "groups.tcp.edge": "a" });
        assert_eq!(
            paths(&BELOW_PACKET, &preset("one-flow", set)),
            ["edges.a.queue.limit_bytes"]
        );
    }
}
