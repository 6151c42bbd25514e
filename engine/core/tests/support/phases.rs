//! What a BBR flow is seen to do, millisecond by millisecond: its phases, and how long it stays in each.

use super::patched;
use bufferlab_core::Simulation;
use bufferlab_core::cc::{FIRST_STATE, STATES};
use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use serde_json::{Value, json};

/// Of the path below, packets per second.
pub const RATE: f64 = 1250.0;
/// Of the path below, seconds.
pub const RTT: f64 = 0.1;
/// Of the path below, packets.
pub const BDP: f64 = RATE * RTT;

/// One flow for a minute on a path of 10 Mb/s and 100 ms there and back, in packets of 1000 bytes.
pub fn alone_on_the_path(
    controller: &str,
    buffer_packets: u32,
    changes: &[(&str, Value)],
) -> Scenario {
    let text = json!({
        "version": 1,
        "title": "BBR",
        "duration_s": 60,
        "warmup_s": 10,
        "bottlenecks": [{
            "id": "r0", "rate_bps": 10e6, "delay_s": 0.04,
            "queue": { "kind": "drop_tail", "limit_packets": buffer_packets }
        }],
        "groups": [{
            "id": "tcp", "access": { "rate_bps": 1e9, "delay_s": 0.01 },
            "traffic": {
                "kind": "tcp", "recovery": "rack", "congestion_control": controller,
                "segment_bytes": 1000, "initial_window_packets": 10
            }
        }]
    });
    let scenario = Scenario::from_json(&text.to_string()).unwrap_or_else(|p| panic!("{p}"));
    patched(&scenario, changes)
}

/// What a flow does at one instant.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub at: f64,
    pub phase: &'static str,
    pub cwnd: f64,
    pub in_flight: f64,
    pub pacing: f64,
    pub queue: f64,
}

/// One stay in a phase.
#[derive(Clone, Copy, Debug)]
pub struct Stay {
    pub phase: &'static str,
    pub first: Seen,
    pub last: Seen,
    pub most_queued: f64,
}

/// Looks at the first flow every millisecond.
pub fn watch(scenario: &Scenario) -> Vec<Seen> {
    let mut simulation = Simulation::new(scenario);
    let mut seen = Vec::new();
    // The handshake takes a round trip; there is nothing to see before.
    for ms in 150..(scenario.duration_s * 1e3) as u64 {
        let at = ms as f64 / 1e3;
        simulation.advance(Time::from_s(at)).expect("it fits");
        let observed = simulation.observed();
        let queue = f64::from(observed.links[0].backlog().packets);
        let tcp = observed.flows[0].tcp().expect("a TCP flow");
        let config = observed.groups[0].tcp.as_ref().expect("TCP");
        let state = tcp.sender.controller_state().expect("BBR says its phase");
        seen.push(Seen {
            at,
            phase: STATES[usize::from(state - FIRST_STATE)],
            cwnd: tcp.sender.window().cwnd,
            in_flight: f64::from(tcp.sender.in_flight()),
            pacing: tcp.sender.pacing_rate(config).expect("BBR paces"),
            queue,
        });
    }
    seen
}

/// The stays in phases, one after the other.
pub fn stays(seen: &[Seen]) -> Vec<Stay> {
    let mut stays: Vec<Stay> = Vec::new();
    for &now in seen {
        match stays.last_mut() {
            Some(stay) if stay.phase == now.phase => {
                stay.last = now;
                stay.most_queued = stay.most_queued.max(now.queue);
            }
            _ => stays.push(Stay {
                phase: now.phase,
                first: now,
                last: now,
                most_queued: now.queue,
            }),
        }
    }
    stays
}

/// Those in one phase.
pub fn of<'a>(stays: &'a [Stay], phase: &'static str) -> impl Iterator<Item = &'a Stay> {
    stays.iter().filter(move |stay| stay.phase == phase)
}

/// How long a stay lasted, seconds.
pub fn lasted(stay: &Stay) -> f64 {
    stay.last.at - stay.first.at
}

/// `got` is `want` within a share of it.
#[track_caller]
pub fn near(what: &str, got: f64, want: f64, share: f64) {
    assert!(
        (got / want - 1.0).abs() <= share,
        "{what}: {got}, wanted {want} within {} %",
        100.0 * share
    );
}
