//! Capture: one flow takes the link, although all flows use correct congestion control.
//!
//! A flow whose access link is as fast as the bottleneck, and can queue a whole window, can synchronize with the
//! bottleneck: each of its packets arrives exactly when the full queue has room for one. It never loses a packet, so
//! its window grows without bound, while all other flows find the queue full. ns-2 shows the same if its access queue
//! has no limit. All other results, including the loss, look normal. So there are two warnings: one before the run, and
//! one when it has happened.
//!
//! Frequency for six seeds with 10 flows, 1,000 packets of buffer and delays spread over 5 ms: five if access links
//! have the rate of the bottleneck, one with 95 % of it, none with 90 % or less, and none with twice the rate.
//!
//! Only two measures together prevent it. A limit of the access buffer makes the flow lose sometimes; but its window
//! then grows back without competition, so a limit alone only delays the effect. An overhead at the senders ends the
//! synchronization, but may not be enough with few flows and unbounded windows. Largest share of a flow at
//! 100 Mb/s, with packets of 1,000 bytes (80 µs), of four to eight seeds; B: buffer, L: limit, in packets:
//!
//! | flows | round trip | B     | run     | L    | overhead | largest share    |
//! |-------|------------|-------|---------|------|----------|------------------|
//! | 10    | 200 ms     | 1,000 | 100 s   | none | none     | 1.00             |
//! | 10    | 200 ms     | 1,000 | 100 s   | 50   | none     | 0.15             |
//! | 10    | 200 ms     | 1,000 | 1,000 s | 50   | none     | 0.83             |
//! | 10    | 50 ms      | 300   | 100 s   | 50   | none     | 0.91             |
//! | 10    | 50 ms      | 200   | 300 s   | 50   | 20 µs    | 0.20             |
//! | 3     | 50 ms      | 200   | 300 s   | 50   | 20 µs    | 0.87             |
//! | 2     | 50 ms      | 1,000 | 300 s   | 50   | 40 µs    | 0.83             |
//! | 3     | 200 ms     | 1,000 | 300 s   | none | 80 µs    | 1.00             |
//! | 2     | 50 ms      | 1,000 | 300 s   | none | 80 µs    | 1.00             |
//! | 2     | 50 ms      | 1,000 | 300 s   | 50   | 80 µs    | 0.67             |
//! | 10    | 200 ms     | 1,000 | 1,000 s | 50   | 80 µs    | 0.16             |

use super::format::{name, percent, rate, seconds};
use super::{Check, Findings, Row, Run};
use crate::scenario::route::{Hop, hops, is_out_of_step, packet_s, room, round_trip, slowest, tcp};
use crate::scenario::{Group, Scenario};
use crate::sim::flow::Flow;
use crate::tcp::config::TcpConfig;

/// Warning: one flow may take the link.
pub static POSSIBLE: Row = Row {
    id: "capture_possible",
    label: "One flow may take the link",
    help: "The access link is about as fast as the bottleneck, and the window has no limit that matters. A flow can then send each packet exactly when the full queue has room for it. It rarely loses a packet, while all others find the queue full. This happens with some seeds only. A limit at the access link delays it; a random overhead at the senders prevents it in most cases.",
    source: "Floyd and Jacobson, On Traffic Phase Effects in Packet-Switched Gateways (1992), on the overhead; ns-2.35 ns-default.tcl (Queue set limit_ 50)",
    check: Check::Senders(possible),
};

/// Warning: one flow holds the link.
pub static SYMPTOM: Row = Row {
    id: "one_flow_holds_the_link",
    label: "One flow holds most of the link",
    help: "With n TCP flows at a bottleneck, one flow got more than (1 + 1/n)/2 of their data. This is more than halfway from an equal share to everything. Means over flows then describe no flow. Utilization, loss and queue are mostly those of one flow.",
    source: "Jain, Chiu and Hawe, DEC-TR-301 (1984), on shares and fairness",
    check: Check::Run(symptom),
};

/// Share of the bottleneck's rate up to which an access link is too slow to hold it, as measured above.
const TOO_SLOW: f64 = 0.9;

fn possible(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let hops = hops(scenario, group);
        let Some(hop) = slowest(&hops) else {
            continue;
        };
        let access_bps = group.access.rate_bps;
        let is_as_fast = access_bps <= hop.rate_bps && access_bps > TOO_SLOW * hop.rate_bps;
        if !is_as_fast || !grows_without_bound(config) || !hop.queue.drops_when_full_only() {
            continue;
        }
        let beyond =
            f64::from(config.max_window_packets) - pipe_and_buffer(group, config, &hops, hop);
        let is_limited = beyond > room(group.access.limit, f64::from(config.wire_bytes()));
        let is_prevented = is_limited && is_out_of_step(config, hop);
        if beyond > 0.0 && !is_prevented && others_at(scenario, hop) {
            warn(group, config, hop, is_limited, findings);
        }
    }
}

/// Warns with the path of the missing countermeasure: limit, overhead or both.
fn warn(
    group: &Group,
    config: &TcpConfig,
    hop: &Hop<'_>,
    is_limited: bool,
    findings: &mut Findings,
) {
    let overhead = format!("senders an overhead of {}", seconds(packet_s(config, hop)));
    let limit = "access links a limit (for example 50 packets)";
    let (field, missing, give) = match (is_limited, is_out_of_step(config, hop)) {
        (false, false) => (
            "access",
            "can queue a whole window",
            format!("{limit} and {overhead}"),
        ),
        (false, true) => ("access", "can queue a whole window", limit.to_owned()),
        (true, _) => (
            "traffic.overhead_s",
            "a limit there is not enough",
            overhead,
        ),
    };
    findings.warn(
        format!("groups.{}.{field}", group.id),
        format!(
            "Access links of {} ({}) are no faster than {}, and {missing}: one flow can take the whole link.",
            name(group),
            rate(group.access.rate_bps),
            hop.name
        ),
        &format!("Give {give}; or use faster access links."),
    );
}

/// Returns whether the windows grow until a loss and the flows never end.
fn grows_without_bound(config: &TcpConfig) -> bool {
    config.workload.is_endless() && config.congestion_control.grows_until_loss()
}

/// Returns the bandwidth–delay product plus the buffer of the bottleneck, in packets.
fn pipe_and_buffer(group: &Group, config: &TcpConfig, hops: &[Hop<'_>], hop: &Hop<'_>) -> f64 {
    let bytes = f64::from(config.wire_bytes());
    hop.rate_bps * round_trip(group, hops) / (8.0 * bytes) + hop.room(bytes)
}

/// Returns whether more than one flow passes a link.
fn others_at(scenario: &Scenario, hop: &Hop<'_>) -> bool {
    let passes = |group: &&Group| hops(scenario, group).iter().any(|other| other.is_same(hop));
    let flows = scenario
        .groups
        .iter()
        .filter(passes)
        .map(|group| u64::from(group.count));
    flows.sum::<u64>() > 1
}

/// Smallest measured time for the share of a flow, in round trips.
const ROUND_TRIPS: f64 = 100.0;

fn symptom(run: &Run<'_>, findings: &mut Findings) {
    let scenario = run.observed.scenario;
    let Some(measured_s) = run.measured_s() else {
        return;
    };
    let mut seen: Vec<Hop<'_>> = Vec::new();
    for group in scenario.groups.iter().filter(|group| tcp(group).is_some()) {
        let hops = hops(scenario, group);
        let enough = measured_s >= ROUND_TRIPS * round_trip(group, &hops);
        let Some(at) = slowest(&hops).filter(|_| enough) else {
            continue;
        };
        if !seen.iter().any(|other| other.is_same(at)) {
            judge(run, at, findings);
            seen.push(at.clone());
        }
    }
}

/// Warns if one of n flows has more than (1 + 1/n)/2 of the data at a link.
fn judge(run: &Run<'_>, hop: &Hop<'_>, findings: &mut Findings) {
    let Some((flow, share, flows)) = largest_share(run, hop) else {
        return;
    };
    if share <= 0.5 * (1.0 + 1.0 / flows as f64) {
        return;
    }
    let holder = &run.observed.flows[flow];
    let group = &run.observed.groups[holder.group as usize].id;
    let described = run.observed.scenario.groups.iter().find(|g| g.id == *group);
    let called = described.map_or(&group[..], name);
    findings.warn(
        format!("groups.{group}"),
        format!(
            "Flow {} of {called} has {} of the data of {flows} TCP flows at {}, so means over flows describe no flow.",
            holder.index,
            percent(share),
            hop.name
        ),
        "Give access links a limit and senders an overhead, or compare several seeds.",
    );
}

/// Returns the TCP flow with most data at a link over the measured time, its share of all TCP data, and the number of
/// flows that have started.
fn largest_share(run: &Run<'_>, hop: &Hop<'_>) -> Option<(usize, f64, usize)> {
    let observed = run.observed;
    let scenario = observed.scenario;
    let passes = |id: &str| {
        let group = scenario.groups.iter().find(|group| group.id == id);
        group.is_some_and(|group| hops(scenario, group).iter().any(|other| other.is_same(hop)))
    };
    let here: Vec<bool> = observed
        .groups
        .iter()
        .map(|group| passes(&group.id))
        .collect();
    let (mut best, mut all, mut flows) = ((0, 0), 0_u64, 0);
    for (number, flow) in observed.flows.iter().enumerate() {
        if here[flow.group as usize] && is_sending(flow) {
            let bytes = observed.measured(number).packets.delivered_bytes;
            all += bytes;
            flows += 1;
            if bytes > best.1 {
                best = (number, bytes);
            }
        }
    }
    (flows > 1 && all > 0).then(|| (best.0, best.1 as f64 / all as f64, flows))
}

fn is_sending(flow: &Flow) -> bool {
    flow.tcp()
        .is_some_and(|tcp| tcp.is_sending() && !tcp.has_stopped())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, paths_at_the_end, preset};
    use super::*;
    use serde_json::{Value, json};

    fn warned(set: Value) -> Vec<String> {
        let mut all = json!({
            "groups.tcp.access.limit_packets": null, "groups.tcp.access.delay_s": { "uniform": [0, 0.005] },
            "groups.tcp.traffic.overhead_s": 0,
        });
        all.as_object_mut()
            .unwrap()
            .extend(set.as_object().unwrap().clone());
        paths(&POSSIBLE, &preset("many-flows", all))
    }

    #[test]
    fn warns_only_if_all_conditions_of_capture_hold() {
        assert_eq!(warned(json!({})), ["groups.tcp.access"]);
        let control = "groups.tcp.traffic.congestion_control";
        assert_eq!(warned(json!({ control: "cubic" })), ["groups.tcp.access"]);
        for set in [
            json!({ "groups.tcp.access.rate_bps": 200e6 }),
            json!({ "groups.tcp.access.rate_bps": 50e6 }),
            json!({ "groups.tcp.traffic.max_window_packets": 1000 }),
            json!({ "groups.tcp.count": 1 }),
            json!({ "groups.tcp.traffic.workload": { "kind": "transfer", "size_bytes": 1e6 } }),
            json!({ control: "bbr" }),
            json!({ control: "bbr1" }),
            json!({ control: "vegas" }),
            json!({ control: { "kind": "fixed", "window_packets": 100 } }),
            json!({ "bottlenecks.r0.queue": { "kind": "red", "limit_packets": 177 } }),
        ] {
            assert_eq!(warned(set.clone()), [""; 0], "{set}");
        }
    }

    /// A packet takes 80 µs at the bottleneck.
    #[test]
    fn warning_of_capture_ends_only_with_both_limit_and_overhead() {
        let with = |limit: Value, overhead_s: f64| {
            let mut set = json!({ "groups.tcp.access": { "rate_bps": 100e6, "delay_s": { "uniform": [0, 0.005] } } });
            set["groups.tcp.traffic.overhead_s"] = json!(overhead_s);
            set["groups.tcp.access"]
                .as_object_mut()
                .unwrap()
                .extend(limit.as_object().unwrap().clone());
            paths(&POSSIBLE, &preset("many-flows", set))
        };
        let few = json!({ "limit_packets": 50 });
        assert_eq!(with(json!({}), 80e-6), ["groups.tcp.access"]);
        assert_eq!(with(few.clone(), 0.0), ["groups.tcp.traffic.overhead_s"]);
        assert_eq!(with(few.clone(), 40e-6), ["groups.tcp.traffic.overhead_s"]);
        assert_eq!(with(few, 80e-6), [""; 0]);
        assert_eq!(with(json!({ "limit_bytes": 50e3 }), 80e-6), [""; 0]);
        assert_eq!(
            with(json!({ "limit_bytes": 1e12 }), 80e-6),
            ["groups.tcp.access"]
        );
    }

    /// A case of the table, which this seed ends in; the same with access links twice as fast, and with what is
    /// to keep it away.
    #[test]
    fn warns_if_one_flow_holds_the_link_and_not_if_flows_share_it() {
        let of = |access_bps: f64, limit: Option<u32>, overhead_s: f64| {
            let scenario = preset(
                "many-flows",
                json!({
                    "duration_s": 60, "bottlenecks.r0.delay_s": 0.02, "bottlenecks.r0.queue":
                    { "kind": "drop_tail", "limit_packets": 1000 }, "groups.tcp.count": 10,
                    "groups.tcp.access": { "rate_bps": access_bps, "delay_s": { "uniform": [0, 0.005] },
                        "limit_packets": limit },
                    "groups.tcp.start_s": { "uniform": [0, 5] }, "groups.tcp.traffic.initial_rto_s": 1,
                    "groups.tcp.traffic.recovery": "newreno", "groups.tcp.traffic.overhead_s": overhead_s,
                }),
            );
            paths_at_the_end(&SYMPTOM, &scenario)
        };
        assert_eq!(of(100e6, None, 0.0), ["groups.tcp"]);
        assert_eq!(of(200e6, None, 0.0), [""; 0]);
        assert_eq!(of(100e6, Some(50), 80e-6), [""; 0]);
    }

    /// Of two flows a single one has to have more than three quarters, and a flow alone takes nothing from
    /// anyone.
    #[test]
    fn one_or_two_flows_may_have_unequal_shares() {
        let alone = preset("one-flow", json!({ "duration_s": 60, "warmup_s": 20 }));
        assert_eq!(paths_at_the_end(&SYMPTOM, &alone), [""; 0]);
        let two = preset(
            "one-flow",
            json!({ "duration_s": 60, "warmup_s": 20, "groups.tcp.count": 2,
                "groups.tcp.access.delay_s": { "uniform": [0, 0.005] } }),
        );
        assert_eq!(paths_at_the_end(&SYMPTOM, &two), [""; 0]);
    }
}
