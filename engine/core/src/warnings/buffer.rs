//! Buffers that no packet fits in.

use serde_json::{Value, json};

use super::way::{Hop, hops, tcp};
use super::words::{name, number};
use super::{Finds, Fix, Look, Row};
use crate::scenario::{Distribution, Group, Scenario};

/// A limit in bytes is smaller than a packet.
pub static BELOW_PACKET: Row = Row {
    id: "buffer_below_packet",
    label: "Buffer smaller than a packet",
    help: "A limit in bytes counts what waits. Where it is smaller than a packet, that packet can be sent at once on an idle link and never wait: whatever arrives while the link sends is lost, however short the burst. Packets of other groups may be small enough to wait, so that loss then depends on size.",
    source: "",
    look: Look::Scenario(below_packet),
};

/// Bytes of the largest Ethernet packet, for sources whose packets come from a file.
const ETHERNET: f64 = 1500.0;

fn below_packet(scenario: &Scenario, finds: &mut Finds) {
    let mut told: Vec<String> = Vec::new();
    for group in scenario.groups.iter().filter(|group| group.count > 0) {
        let Some(bytes) = largest_packet(group) else {
            continue;
        };
        for hop in hops(scenario, group) {
            let path = format!("{}.limit_bytes", hop.queue_path());
            if is_below(&hop, bytes) && !told.contains(&path) {
                warn(scenario, &hop, &path, (group, bytes), finds);
                told.push(path);
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
    finds: &mut Finds,
) {
    let here = |group: &&Group| hops(scenario, group).iter().any(|other| other.is_same(hop));
    let sizes = scenario
        .groups
        .iter()
        .filter(here)
        .filter_map(largest_packet);
    let largest = sizes.fold(bytes, |a, b| if b > a { b } else { a });
    let limit = hop.queue.limit().bytes.unwrap_or(0);
    finds.warn_with(
        path.to_owned(),
        format!(
            "{limit} bytes may wait at {}, and a packet of {} has {}: it is lost whenever the link is busy.",
            hop.name,
            name(group),
            number(bytes)
        ),
        "Let at least one of the largest packets wait.",
        Some(Fix::new(
            format!("Let one packet of {} bytes wait", number(largest)),
            [(path.to_owned(), json!(largest as u64))],
        )),
    );
}

/// Size of a group's largest packets on the wire, bytes; `None` where nothing says it.
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
    use super::super::testing::{mended, paths, preset};
    use super::*;

    const LIMIT: &str = "bottlenecks.r0.queue.limit_bytes";

    /// `anomaly` has segments of 1,000 bytes and datagrams of 200.
    #[test]
    fn a_buffer_that_no_segment_fits_in_is_told_with_its_field() {
        let told = |bytes: u32| paths(&BELOW_PACKET, &preset("anomaly", json!({ LIMIT: bytes })));
        assert_eq!(told(999), [LIMIT]);
        assert_eq!(told(1000), [""; 0]);
        let packets = json!({ "bottlenecks.r0.queue.limit_packets": 1 });
        assert_eq!(
            paths(&BELOW_PACKET, &preset("anomaly", packets)),
            [""; 0],
            "a limit in packets takes any"
        );
    }

    #[test]
    fn its_button_lets_the_largest_packet_of_all_groups_wait() {
        let small = preset("anomaly", json!({ LIMIT: 150 }));
        let mended = mended(&BELOW_PACKET, &small);
        assert_eq!(mended.bottlenecks[0].queue.limit().bytes, Some(1000));
        assert_eq!(paths(&BELOW_PACKET, &mended), [""; 0]);
    }

    #[test]
    fn the_way_back_and_edge_routers_count_where_data_passes() {
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
