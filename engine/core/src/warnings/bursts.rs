//! Starts that overflow a buffer at once: an initial window, or a slow start to an initial threshold, that is larger
//! than the path can hold.
//!
//! Packets that arrive at ρ times the rate of a link leave a share of 1 − 1/ρ of them in its queue when the last one
//! arrives. An initial window arrives at the rate of the access link. In slow start each ACK releases two packets, so
//! ρ is 2 or the limit of the access link (Lakshman and Madhow, "The performance of TCP/IP for networks with high
//! bandwidth-delay products and random loss", 1997, Section III-A). The last round trip of a slow start to ssthresh
//! thus leaves up to half of ssthresh in the queue, and the part above the bandwidth–delay product stays there.

use super::format::packets;
use super::{Check, Findings, Row};
use crate::scenario::route::{Hop, hops, round_trip, tcp};
use crate::scenario::{Distribution, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::pacing::Pacing;

/// Warning: initial windows overflow a buffer.
pub static INITIAL_WINDOW: Row = Row {
    id: "initial_window_overflow",
    label: "Initial window larger than the buffer",
    help: "A flow sends its initial window as one burst. If a link on the path is slower and its buffer is smaller, packets are lost in the first round trip. The same happens if many flows start at the same time. The flows then begin with loss recovery or a timeout, and the results show this.",
    source: "RFC 6928 Section 6 (effects of larger initial windows on small buffers)",
    check: Check::Senders(initial_window),
};

/// Warning: slow start to the initial threshold overflows a buffer.
pub static INITIAL_SSTHRESH: Row = Row {
    id: "initial_ssthresh_overflow",
    label: "Initial ssthresh too large",
    help: "An initial slow start threshold should end slow start before the buffer overflows. In slow start, packets arrive at up to twice the rate of the bottleneck, so half of a window waits there. A threshold above twice the buffer, or above bandwidth–delay product plus buffer, prevents no loss.",
    source: "RFC 5681 Section 3.1; Lakshman and Madhow (1997), Section III-A",
    check: Check::Senders(initial_ssthresh),
};

fn initial_window(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        if !matches!(config.pacing, Pacing::None(_)) {
            continue;
        }
        let begin = together(group);
        let window = first_window(config);
        let hops = hops(scenario, group);
        let bytes = f64::from(config.wire_bytes());
        let queues =
            |hop: &Hop<'_>| begin * burst(window, group.access.rate_bps * begin, hop.rate_bps);
        let Some(hop) = hops.iter().find(|hop| queues(hop) > hop.room(bytes)) else {
            continue;
        };
        let flows = match begin {
            1.0 => String::new(),
            n => format!(" from {n} flows at once"),
        };
        findings.warn(
            format!("groups.{}.traffic.initial_window_packets", group.id),
            format!(
                "Initial windows of {}{flows} overflow the buffer of {}, {}, so flows begin with losses.",
                packets(window),
                hop.name,
                packets(hop.room(bytes).floor())
            ),
            "Use a smaller initial window, spread the start times, or turn on pacing.",
        );
    }
}

fn initial_ssthresh(scenario: &Scenario, findings: &mut Findings) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        // Without a threshold slow start should continue until a loss.
        let Some(ssthresh) = config.initial_ssthresh_packets else {
            continue;
        };
        let ssthresh = least(ssthresh, f64::from(config.max_window_packets));
        let hops = hops(scenario, group);
        let bytes = f64::from(config.wire_bytes());
        let rtt_s = round_trip(group, &hops);
        let queues = |hop: &Hop<'_>| {
            let pipe = hop.rate_bps * rtt_s / (8.0 * bytes);
            let rising = burst(
                ssthresh,
                least(group.access.rate_bps, 2.0 * hop.rate_bps),
                hop.rate_bps,
            );
            let standing = if group.access.rate_bps > hop.rate_bps {
                ssthresh - pipe
            } else {
                0.0
            };
            -least(-rising, -standing)
        };
        let Some(hop) = hops.iter().find(|hop| queues(hop) > hop.room(bytes)) else {
            continue;
        };
        findings.warn(
            format!("groups.{}.traffic.initial_ssthresh_packets", group.id),
            format!(
                "Slow start to {} makes a queue of up to {} at {}, whose buffer holds {}, so the first slow start still ends with losses.",
                packets(ssthresh),
                packets(queues(hop).floor()),
                hop.name,
                packets(hop.room(bytes).floor())
            ),
            "Use a lower threshold, or none if slow start may end with a loss.",
        );
    }
}

/// Returns the queue in packets of a link at `to_bps` after `count` packets have arrived at `from_bps`.
fn burst(count: f64, from_bps: f64, to_bps: f64) -> f64 {
    if from_bps > to_bps {
        count * (1.0 - to_bps / from_bps)
    } else {
        0.0
    }
}

/// Returns the number of flows whose initial windows arrive together: all, if start and delay are constant.
fn together(group: &Group) -> f64 {
    match (&group.start_s, &group.access.delay_s) {
        (Distribution::Fixed(_), Distribution::Fixed(_)) => f64::from(group.count),
        _ => 1.0,
    }
}

/// Returns the initial window of a flow in packets.
fn first_window(config: &TcpConfig) -> f64 {
    least(
        config.initial_window_packets,
        f64::from(config.max_window_packets),
    )
}

fn least(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{paths, preset};
    use super::*;
    use crate::Simulation;
    use crate::time::Time;
    use serde_json::{Value, json};

    /// Returns whether `row` warns of the scenario, and whether r0 drops packets until `s` seconds.
    fn warns_and_drops(row: &Row, scenario: &Scenario, s: f64) -> (bool, bool) {
        let mut simulation = Simulation::new(scenario);
        simulation.advance(Time::from_s(s)).expect("few packets");
        let dropped = simulation.summary().bottlenecks[0]
            .forward
            .number("loss.all");
        (!paths(row, scenario).is_empty(), dropped > Some(0.0))
    }

    /// Two round trips: the handshake, and the first window. 100 packets at 1 Gb/s leave 99 at 10 Mb/s, of
    /// which one is in transmission.
    #[test]
    fn warns_exactly_if_the_initial_window_overflows_a_buffer() {
        let of = |window: u32, set: Value| {
            let mut scenario =
                json!({ "groups.tcp.traffic.initial_window_packets": window, "warmup_s": 0 });
            scenario
                .as_object_mut()
                .unwrap()
                .extend(set.as_object().unwrap().clone());
            warns_and_drops(&INITIAL_WINDOW, &preset("one-flow", scenario), 0.2)
        };
        assert_eq!(of(110, json!({})), (true, true));
        assert_eq!(of(98, json!({})), (false, false));
        assert_eq!(
            of(110, json!({ "groups.tcp.access.rate_bps": 10e6 })),
            (false, false)
        );
        assert_eq!(of(10, json!({ "groups.tcp.count": 20 })), (true, true));
        assert_eq!(of(2, json!({ "groups.tcp.count": 20 })), (false, false));
        let spread =
            json!({ "groups.tcp.count": 20, "groups.tcp.start_s": { "uniform": [0, 10] } });
        assert_eq!(of(10, spread), (false, false));
    }

    /// From a window of 2 a threshold of 256 is reached in seven round trips of 80 ms.
    #[test]
    fn warns_exactly_if_slow_start_to_the_initial_threshold_overflows_a_buffer() {
        let of = |ssthresh: Value, limit: u32| {
            let scenario = json!({
                "groups.tcp.traffic.initial_ssthresh_packets": ssthresh, "warmup_s": 0,
                "bottlenecks.r0.queue.limit_packets": limit,
            });
            warns_and_drops(&INITIAL_SSTHRESH, &preset("one-flow", scenario), 1.0)
        };
        assert_eq!(of(json!(90), 30), (true, true));
        assert_eq!(of(json!(50), 30), (false, false));
        assert_eq!(of(json!(250), 100), (true, true));
        assert_eq!(of(json!(180), 100), (false, false));
        // Without a threshold slow start ends with losses, as usual.
        assert_eq!(of(json!(null), 30), (false, true));
    }
}
