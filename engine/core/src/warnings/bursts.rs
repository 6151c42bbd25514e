//! Starts that overflow a buffer at once: a first window, or a slow start to a given threshold, that is more
//! than the way has room for.
//!
//! Packets that reach a link at ρ times its rate leave a queue of 1 − 1/ρ of them behind when the last is
//! there. A first window comes as fast as the access link sends. In slow start each acknowledgement releases
//! two packets, so that ρ is 2, or what the access link allows (Lakshman and Madhow, "The performance of
//! TCP/IP for networks with high bandwidth-delay products and random loss", 1997, Section III-A): the last
//! round trip of a slow start to ssthresh leaves up to half of ssthresh in the queue, and what is beyond the
//! pipe stays there.

use super::way::{Hop, hops, round_trip, tcp};
use super::words::packets;
use super::{Finds, Look, Row};
use crate::scenario::{Distribution, Group, Scenario};
use crate::tcp::config::TcpConfig;
use crate::tcp::pacing::Pacing;

/// The first windows alone fill a buffer.
pub static INITIAL_WINDOW: Row = Row {
    id: "initial_window_overflow",
    label: "Initial window larger than the buffer",
    help: "A flow sends its initial window back to back. Where a link on the way is slower and its buffer smaller, packets of the very first round trip are lost, as they are where many flows begin at the same time. Flows then begin with a timeout or in recovery, and what is measured is that.",
    source: "RFC 6928 Section 6 (effects of larger initial windows on small buffers)",
    look: Look::Scenario(initial_window),
};

/// The first slow start overflows a buffer before it ends.
pub static INITIAL_SSTHRESH: Row = Row {
    id: "initial_ssthresh_overflow",
    label: "Initial ssthresh beyond pipe and buffer",
    help: "An initial slow-start threshold is given to end slow start before it overflows a buffer. In slow start packets come at up to twice the rate of the bottleneck, so that half of a window waits there: a threshold above twice the buffer, or above what pipe and buffer hold, spares no loss.",
    source: "RFC 5681 Section 3.1; Lakshman and Madhow (1997), Section III-A",
    look: Look::Scenario(initial_ssthresh),
};

fn initial_window(scenario: &Scenario, finds: &mut Finds) {
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
            n => format!(" of {n} flows at a time"),
        };
        finds.warn(
            format!("groups.{}.traffic.initial_window_packets", group.id),
            format!(
                "Initial windows of {}{flows} are more than {} lets wait, {}.",
                packets(window),
                hop.name,
                packets(hop.room(bytes).floor())
            ),
            "Begin with a smaller window, spread the starts, or pace.",
        );
    }
}

fn initial_ssthresh(scenario: &Scenario, finds: &mut Finds) {
    for group in &scenario.groups {
        let Some(config) = tcp(group) else { continue };
        // Without one slow start is meant to go on until a loss.
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
        finds.warn(
            format!("groups.{}.traffic.initial_ssthresh_packets", group.id),
            format!(
                "Slow start to {} lets up to {} wait at {}, which has room for {}.",
                packets(ssthresh),
                packets(queues(hop).floor()),
                hop.name,
                packets(hop.room(bytes).floor())
            ),
            "Give a lower threshold, or none if slow start may end with a loss.",
        );
    }
}

/// What is left in the queue of a link at `to_bps` when `count` packets have come at `from_bps`.
fn burst(count: f64, from_bps: f64, to_bps: f64) -> f64 {
    if from_bps > to_bps {
        count * (1.0 - to_bps / from_bps)
    } else {
        0.0
    }
}

/// Flows that begin at the very same time and are equally far, if no chance is in it.
fn together(group: &Group) -> f64 {
    match (&group.start_s, &group.access.delay_s) {
        (Distribution::Fixed(_), Distribution::Fixed(_)) => f64::from(group.count),
        _ => 1.0,
    }
}

/// The window that a flow begins with, packets.
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

    /// Whether `row` warns of the scenario, and whether r0 drops anything until `s`.
    fn told_and_true(row: &Row, scenario: &Scenario, s: f64) -> (bool, bool) {
        let mut simulation = Simulation::new(scenario);
        simulation.advance(Time::from_s(s)).expect("few packets");
        let dropped = simulation.summary().bottlenecks[0].forward.loss.all;
        (!paths(row, scenario).is_empty(), dropped > Some(0.0))
    }

    /// Two round trips: the handshake, and the first window. 100 packets at 1 Gb/s leave 99 at 10 Mb/s, of
    /// which one is in transmission.
    #[test]
    fn an_initial_window_is_told_of_where_it_overflows_a_buffer_and_nowhere_else() {
        let of = |window: u32, set: Value| {
            let mut scenario =
                json!({ "groups.tcp.traffic.initial_window_packets": window, "warmup_s": 0 });
            scenario
                .as_object_mut()
                .unwrap()
                .extend(set.as_object().unwrap().clone());
            told_and_true(&INITIAL_WINDOW, &preset("one-flow", scenario), 0.2)
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
    fn an_initial_threshold_is_told_of_where_slow_start_overflows_a_buffer_and_nowhere_else() {
        let of = |ssthresh: Value, limit: u32| {
            let scenario = json!({
                "groups.tcp.traffic.initial_ssthresh_packets": ssthresh, "warmup_s": 0,
                "bottlenecks.r0.queue.limit_packets": limit,
            });
            told_and_true(&INITIAL_SSTHRESH, &preset("one-flow", scenario), 1.0)
        };
        assert_eq!(of(json!(90), 30), (true, true));
        assert_eq!(of(json!(50), 30), (false, false));
        assert_eq!(of(json!(250), 100), (true, true));
        assert_eq!(of(json!(180), 100), (false, false));
        // Left to end with a loss, as is usual, slow start does.
        assert_eq!(of(json!(null), 30), (false, true));
    }
}
