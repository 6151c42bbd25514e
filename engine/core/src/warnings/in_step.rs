//! Sources that begin in step: flows with equal gaps that all begin at one moment send all their packets together, for
//! as long as the run lasts.
//!
//! Two hundred calls of 64 kb/s that begin at 0 s put two hundred packets on a link every 20 ms: where a hundred may
//! wait, half of them are lost on a link that is used to a tenth. Real calls begin at any time.

use serde_json::json;

use super::buffer::largest_packet;
use super::way::{Hop, hops, narrowest};
use super::words::{name, packets, seconds};
use super::{Finds, Fix, Look, Row};
use crate::scenario::{Distribution, Group, Scenario};
use crate::traffic::Traffic;

/// Sources begin together.
pub static STARTS: Row = Row {
    id: "starts_in_step",
    label: "Sources that begin in step",
    help: "Flows that send at a constant rate, or play one film from its beginning, and all begin at the same moment, send each packet at the same moment too: a burst of as many packets as there are flows, again and again. Queue, delay and loss are those of the burst, and a wait for its end, not of the load. Calls and films in a network begin at any time.",
    source: "Floyd and Jacobson, On Traffic Phase Effects in Packet-Switched Gateways (1992), on sources with equal periods",
    look: Look::Scenario(starts),
};

/// Share of a period within which beginnings count as one: spread wider, a burst is at most twice as dense as if it had
/// been spread over all of the period.
const TOGETHER: f64 = 0.5;

/// Share of a buffer that a burst may take without a word.
const NOTICEABLE: f64 = 0.1;

/// Time between frames of a film, seconds: what its flows repeat after (25 frames per second).
const FRAME_S: f64 = 0.04;

fn starts(scenario: &Scenario, finds: &mut Finds) {
    for group in scenario.groups.iter().filter(|group| group.count > 1) {
        let Some(period_s) = period_s(group) else {
            continue;
        };
        let hops = hops(scenario, group);
        let Some(hop) = narrowest(&hops) else {
            continue;
        };
        if spread_s(group) < TOGETHER * period_s && is_burst(group, hop) {
            warn(group, hop, period_s, finds);
        }
    }
}

/// The time after which all flows of a group do the same again, seconds; `None` where chance keeps them apart.
fn period_s(group: &Group) -> Option<f64> {
    match &group.traffic {
        Traffic::Cbr(params) => Some(8.0 * params.packet_bytes.mean() / params.rate_bps),
        Traffic::Video(params) if !params.random_start => Some(FRAME_S / params.speed),
        _ => None,
    }
}

/// Between the first and the last packet of a burst where it reaches the network, seconds.
fn spread_s(group: &Group) -> f64 {
    let width = |of: &Distribution| of.ends().map_or(f64::INFINITY, |(lo, hi)| hi - lo);
    width(&group.start_s) + width(&group.access.delay_s)
}

/// Whether what comes together is a noticeable part of what may wait.
fn is_burst(group: &Group, hop: &Hop<'_>) -> bool {
    let bytes = largest_packet(group).unwrap_or(1.0);
    let burst = f64::from(group.count) - 1.0;
    burst > NOTICEABLE * hop.room(bytes)
}

fn warn(group: &Group, hop: &Hop<'_>, period_s: f64, finds: &mut Finds) {
    let path = format!("groups.{}.start_s", group.id);
    let begin_s = group.start_s.ends().map_or(0.0, |(first, _)| first);
    let room = hop.room(largest_packet(group).unwrap_or(1.0)).floor();
    let fits = match room < f64::from(group.count) {
        true => format!(", where {} may wait", packets(room)),
        false => String::new(),
    };
    // A second is much for a call, and little for a run.
    let over_s = if period_s > 1.0 { period_s } else { 1.0 };
    finds.warn_with(
        path.clone(),
        format!(
            "All {} flows of {} begin within {}: every {} they send {} together to {}{fits}.",
            group.count,
            name(group),
            seconds(spread_s(group)),
            seconds(period_s),
            packets(f64::from(group.count)),
            hop.name,
        ),
        "Spread the starts over at least the time between two packets of a flow.",
        Some(Fix::new(
            format!("Spread the starts over {}", seconds(over_s)),
            [(path, json!({ "uniform": [begin_s, begin_s + over_s] }))],
        )),
    );
}

#[cfg(test)]
mod tests {
    use super::super::testing::{mended, paths, preset};
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
    fn calls_that_begin_at_one_moment_are_told() {
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
    fn calls_that_begin_at_any_time_are_not() {
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
    fn its_button_takes_the_loss_away() {
        let loss = |scenario: &Scenario| {
            let mut simulation = Simulation::new(scenario);
            simulation.advance(Time::from_s(12.0)).expect("few packets");
            simulation.summary().bottlenecks[0].forward.loss.udp
        };
        let together = calls(json!({}));
        assert!(loss(&together) > Some(0.3), "{:?}", loss(&together));
        assert!(loss(&mended(&STARTS, &together)) < Some(0.001));
    }
}
