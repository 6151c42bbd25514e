//! Synchronized starts: flows with equal packet intervals that start at the same moment send all packets together,
//! for the whole run.
//!
//! Example: 200 calls of 64 kb/s that start at 0 s send a burst of 200 packets every 20 ms. A buffer of 100 packets
//! loses half of them, although the load is 10 %. Real calls start at different times.

use serde_json::json;

use super::buffer::largest_packet;
use super::format::{name, packets, seconds};
use super::{Check, Findings, Fix, Row};
use crate::scenario::route::{Hop, hops, slowest};
use crate::scenario::{Distribution, Group, Scenario};
use crate::traffic::Traffic;

/// Warning: sources start at the same moment.
pub static STARTS: Row = Row {
    id: "starts_in_step",
    label: "Synchronized starts",
    help: "Flows with a constant rate, or with the same video from its beginning, that start at the same moment also send all later packets at the same moment. Each burst has as many packets as there are flows. Queue, delay and loss then depend on these bursts and not on the load. Calls and videos in a real network start at different times.",
    source: "Floyd and Jacobson, On Traffic Phase Effects in Packet-Switched Gateways (1992), on sources with equal periods",
    check: Check::Senders(starts),
};

/// Starts within this share of a period count as synchronized. With a wider spread, a burst is at most twice as dense as
/// with starts spread over the whole period.
const SYNCHRONIZED_SHARE: f64 = 0.5;

/// Share of the buffer that a burst may fill without a warning.
const NOTICEABLE: f64 = 0.1;

/// Time between frames of a video in seconds (25 frames per second).
const FRAME_S: f64 = 0.04;

fn starts(scenario: &Scenario, findings: &mut Findings) {
    for group in scenario.groups.iter().filter(|group| group.count > 1) {
        let Some(period_s) = period_s(group) else {
            continue;
        };
        let hops = hops(scenario, group);
        let Some(hop) = slowest(&hops) else {
            continue;
        };
        if spread_s(group) < SYNCHRONIZED_SHARE * period_s && is_burst(group, hop) {
            warn(group, hop, period_s, findings);
        }
    }
}

/// Returns the packet or frame interval of a group in seconds; `None` if its traffic is random.
fn period_s(group: &Group) -> Option<f64> {
    match &group.traffic {
        Traffic::Cbr(params) => Some(8.0 * params.packet_bytes.mean() / params.rate_bps),
        Traffic::Video(params) if !params.random_start => Some(FRAME_S / params.speed),
        _ => None,
    }
}

/// Returns the time between the first and the last packet of a burst at the first shared link, in seconds.
fn spread_s(group: &Group) -> f64 {
    let width = |of: &Distribution| of.ends().map_or(f64::INFINITY, |(lo, hi)| hi - lo);
    width(&group.start_s) + width(&group.access.delay_s)
}

/// Returns whether a burst fills a noticeable share of the buffer.
fn is_burst(group: &Group, hop: &Hop<'_>) -> bool {
    let bytes = largest_packet(group).unwrap_or(1.0);
    let burst = f64::from(group.count) - 1.0;
    burst > NOTICEABLE * hop.room(bytes)
}

fn warn(group: &Group, hop: &Hop<'_>, period_s: f64, findings: &mut Findings) {
    let path = format!("groups.{}.start_s", group.id);
    let begin_s = group.start_s.ends().map_or(0.0, |(first, _)| first);
    let room = hop.room(largest_packet(group).unwrap_or(1.0)).floor();
    let fits = match room < f64::from(group.count) {
        true => format!(", which can queue {}", packets(room)),
        false => String::new(),
    };
    // At least 1 s: long for the interval of a call, short for a run.
    let over_s = if period_s > 1.0 { period_s } else { 1.0 };
    findings.warn_with(
        path.clone(),
        format!(
            "All {} flows of {} start within {}, so every {} they send a burst of {} to {}{fits}.",
            group.count,
            name(group),
            seconds(spread_s(group)),
            seconds(period_s),
            packets(f64::from(group.count)),
            hop.name,
        ),
        "Spread the start times over at least the time between two packets of a flow.",
        Some(Fix::new(
            format!("Spread the start times over {}", seconds(over_s)),
            [(path, json!({ "uniform": [begin_s, begin_s + over_s] }))],
        )),
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fixed, paths, preset};
    use super::*;
    use crate::Simulation;
    use crate::time::Time;
    use serde_json::Value;

    /// 200 calls of 64 kb/s in packets of 200 bytes, every 25 ms, on 20 Mb/s with 100 packets of buffer: a load of 0.64.
    fn calls(set: Value) -> Scenario {
        let mut all = json!({
            "groups": [{ "id": "calls", "count": 200, "start_s": 0, "access": { "rate_bps": 1e8, "delay_s": 0.005 },
                "traffic": { "kind": "cbr", "rate_bps": 64e3, "packet_bytes": 200 } }],
            "bottlenecks.r0.rate_bps": 20e6, "bottlenecks.r0.queue.limit_packets": 100,
            "warmup_s": 2, "duration_s": 12,
        });
        all.as_object_mut()
            .expect("an object")
            .extend(set.as_object().expect("an object").clone());
        preset("one-flow", all)
    }

    const START: &str = "groups.calls.start_s";

    #[test]
    fn warns_of_calls_that_start_at_the_same_time() {
        assert_eq!(paths(&STARTS, &calls(json!({}))), [START]);
        assert_eq!(
            paths(&STARTS, &calls(json!({ START: { "uniform": [3, 3.01] } }))),
            [START],
            "10 ms of 25 ms"
        );
        let film = json!({ "groups.calls.traffic": { "kind": "video", "random_start": false } });
        assert_eq!(paths(&STARTS, &calls(film)), [START]);
    }

    #[test]
    fn does_not_warn_of_spread_start_times_or_random_traffic() {
        for set in [
            json!({ START: { "uniform": [0, 0.025] } }),
            json!({ "groups.calls.access.delay_s": { "uniform": [0, 0.02] } }),
            json!({ "groups.calls.count": 1 }),
            json!({ "groups.calls.count": 5 }),
            json!({ "groups.calls.traffic": { "kind": "poisson", "rate_bps": 64e3 } }),
            json!({ "groups.calls.traffic": { "kind": "video", "random_start": true } }),
        ] {
            assert_eq!(paths(&STARTS, &calls(set.clone())), [""; 0], "{set}");
        }
    }

    /// In step 200 packets meet a buffer of 100 every 25 ms and half are lost; spread, a load of 0.64 loses next to
    /// nothing.
    #[test]
    fn fix_prevents_the_loss() {
        let loss = |scenario: &Scenario| {
            let mut simulation = Simulation::new(scenario);
            simulation.advance(Time::from_s(12.0)).expect("few packets");
            simulation.summary().bottlenecks[0]
                .forward
                .number("loss.udp")
        };
        let together = calls(json!({}));
        assert!(loss(&together) > Some(0.3), "{:?}", loss(&together));
        assert!(loss(&fixed(&STARTS, &together)) < Some(0.001));
    }
}
