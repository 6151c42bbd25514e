//! Capture: one flow takes the link, although every flow follows the rules.
//!
//! A flow whose access link is as fast as the bottleneck, and has room for all that it sends, can fall into
//! step with it: it feeds exactly one packet into each place that falls free, so that it never loses and its
//! window grows without bound, while everybody else finds the queue full. ns-2 does it too where its access queue
//! has no limit. All other figures, loss among them, look healthy: hence two warnings, one before, and one when it
//! has happened.
//!
//! How often, of six seeds with 10 flows, 1,000 packets of buffer and delays spread over 5 ms: five where access
//! links have the rate of the bottleneck, one with 95 % of it, none with 90 % or less, and none with twice as much.
//!
//! Two things together keep it away. A limit of the access buffer lets the flow lose now and then; but it is the
//! only one that grows back undisturbed, so that a limit alone just puts it off. An overhead at the senders
//! breaks the step; but where few others are, and a window has no bound, that may not do. Largest share of a flow at
//! 100 Mb/s, packets of 1,000 bytes (80 µs), of four to eight seeds; B: buffer, L: limit, packets:
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

use super::way::{Hop, hops, is_out_of_step, narrowest, packet_s, room, round_trip, tcp};
use super::words::{name, percent, rate, seconds};
use super::{Finds, Look, Row, Run};
use crate::apps::Workload;
use crate::scenario::{Group, Scenario};
use crate::sim::flow::Flow;
use crate::tcp::config::TcpConfig;

/// A flow may take the link.
pub static POSSIBLE: Row = Row {
    id: "capture_possible",
    label: "One flow may take the link",
    help: "An access link about as fast as the bottleneck and a window without a bound: a flow can then fall into step with the bottleneck, feed one packet into each place that falls free, and hardly ever lose, while all others find the queue full. It takes some seeds and not others. A limit at the access link alone puts it off by the time a window takes to grow back; it takes senders with an overhead too, which breaks the step.",
    source: "Floyd and Jacobson, On Traffic Phase Effects in Packet-Switched Gateways (1992), on the overhead; ns-2.35 ns-default.tcl (Queue set limit_ 50)",
    look: Look::Scenario(possible),
};

/// A flow has taken the link.
pub static SYMPTOM: Row = Row {
    id: "one_flow_holds_the_link",
    label: "One flow holds most of the link",
    help: "Of all that several TCP flows got through a bottleneck, a single one has more than halfway between an equal share and everything. Means over flows then describe nobody; utilisation, loss and queue are those of one flow, however healthy they look.",
    source: "Jain, Chiu and Hawe, DEC-TR-301 (1984), on shares and fairness",
    look: Look::Run(symptom),
};

/// Share of the bottleneck's rate up to which an access link is too slow to hold it, as measured above.
const TOO_SLOW: f64 = 0.9;

fn possible(scenario: &Scenario, finds: &mut Finds) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        let hops = hops(scenario, group);
        let Some(hop) = narrowest(&hops) else {
            continue;
        };
        let access_bps = group.access.rate_bps;
        let is_as_fast = access_bps <= hop.rate_bps && access_bps > TOO_SLOW * hop.rate_bps;
        if !is_as_fast || !takes_what_it_gets(config) || !hop.queue.drops_when_full_only() {
            continue;
        }
        let beyond =
            f64::from(config.max_window_packets) - pipe_and_buffer(group, config, &hops, hop);
        let is_limited = beyond > room(group.access.limit(), f64::from(config.wire_bytes()));
        let is_kept_away = is_limited && is_out_of_step(config, hop);
        if beyond > 0.0 && !is_kept_away && others_at(scenario, hop) {
            warn(group, config, hop, is_limited, finds);
        }
    }
}

/// Says what of the two things that would keep it away is missing, and where.
fn warn(group: &Group, config: &TcpConfig, hop: &Hop<'_>, is_limited: bool, finds: &mut Finds) {
    let overhead = format!(
        "senders an overhead of {}, a packet's time at {}",
        seconds(packet_s(config, hop)),
        hop.name
    );
    let limit = "access links a limit (ns-2: 50 packets)";
    let (field, missing, give) = match (is_limited, is_out_of_step(config, hop)) {
        (false, false) => (
            "access",
            "have room for all that a window grows to",
            format!("{limit}, and {overhead}"),
        ),
        (false, true) => (
            "access",
            "have room for all that a window grows to",
            limit.to_owned(),
        ),
        (true, _) => (
            "traffic.overhead_s",
            "their limit alone does not keep senders out of step",
            overhead,
        ),
    };
    finds.warn(
        format!("groups.{}.{field}", group.id),
        format!(
            "Access links of {} at {} are no faster than {}, and {missing}: one flow can feed each place that falls free, and keep all others out.",
            name(group),
            rate(group.access.rate_bps),
            hop.name
        ),
        &format!("Give {give}; or make access links faster, or limit the window."),
    );
}

/// Whether its windows grow for as long as nothing is lost, and there is something to send for as long.
fn takes_what_it_gets(config: &TcpConfig) -> bool {
    let never_ends = matches!(config.workload, Workload::Endless(_));
    never_ends && config.congestion_control.grows_until_loss()
}

/// Packets that are under way, or wait at the bottleneck, when it is full.
fn pipe_and_buffer(group: &Group, config: &TcpConfig, hops: &[Hop<'_>], hop: &Hop<'_>) -> f64 {
    let bytes = f64::from(config.wire_bytes());
    hop.rate_bps * round_trip(group, hops) / (8.0 * bytes) + hop.room(bytes)
}

/// Whether more than one flow passes a link.
fn others_at(scenario: &Scenario, hop: &Hop<'_>) -> bool {
    let passes = |group: &&Group| hops(scenario, group).iter().any(|other| other.is_same(hop));
    let flows = scenario
        .groups
        .iter()
        .filter(passes)
        .map(|group| u64::from(group.count));
    flows.sum::<u64>() > 1
}

/// Round trips that have to be measured before a share means anything.
const ROUND_TRIPS: f64 = 100.0;

fn symptom(run: &Run<'_>, finds: &mut Finds) {
    let scenario = run.observed.scenario;
    let Some(measured_s) = run.measured_s() else {
        return;
    };
    let mut seen: Vec<Hop<'_>> = Vec::new();
    for group in scenario.groups.iter().filter(|group| tcp(group).is_some()) {
        let hops = hops(scenario, group);
        let enough = measured_s >= ROUND_TRIPS * round_trip(group, &hops);
        let Some(at) = narrowest(&hops).filter(|_| enough) else {
            continue;
        };
        if !seen.iter().any(|other| other.is_same(at)) {
            judge(run, at, finds);
            seen.push(at.clone());
        }
    }
}

/// Whether one flow has more of a link than halfway from an equal share to everything.
fn judge(run: &Run<'_>, hop: &Hop<'_>, finds: &mut Finds) {
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
    finds.warn(
        format!("groups.{group}"),
        format!(
            "Flow {} of {called} holds {} of what {flows} TCP flows get through {}.",
            holder.index,
            percent(share),
            hop.name
        ),
        "Look whether access links are as fast as the bottleneck while they have no limit or senders no overhead; else compare several seeds.",
    );
}

/// Which TCP flow got most through a link over the measured interval, what share of all TCP that is, and of
/// how many flows that have begun.
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
            let bytes = flow.measured().delivered_bytes;
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

    fn told(set: Value) -> Vec<String> {
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
    fn what_makes_capture_possible_is_told_and_nothing_less() {
        assert_eq!(told(json!({})), ["groups.tcp.access"]);
        let control = "groups.tcp.traffic.congestion_control";
        assert_eq!(told(json!({ control: "cubic" })), ["groups.tcp.access"]);
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
            assert_eq!(told(set.clone()), [""; 0], "{set}");
        }
    }

    /// A packet takes 80 µs at the bottleneck.
    #[test]
    fn a_limit_or_an_overhead_alone_does_not_end_the_warning_and_both_do() {
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
    fn a_flow_that_holds_the_link_is_told_and_shared_links_are_not() {
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
    fn few_flows_may_differ() {
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
