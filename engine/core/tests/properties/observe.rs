//! What an outsider sees of a run: each packet as it reaches a queue, in order of time.
//!
//! It steps through a run event by event and looks at counters and queues before and after; it shares
//! nothing with the fingerprint that the simulation keeps of itself.

use bufferlab_core::Simulation;
use bufferlab_core::sim::packet::Class;
use bufferlab_core::time::Time;

/// A packet of data at a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    /// When.
    pub at: Time,
    /// Number of the link.
    pub link: usize,
    /// Its flow.
    pub flow: u32,
    /// Its number; `None` if it was dropped, since then it is nowhere to be looked at.
    pub number: Option<u32>,
}

/// Runs up to `max_events` events and returns every arrival of data at a queue.
pub fn arrivals(simulation: &mut Simulation, max_events: u64) -> Vec<Arrival> {
    let mut arrivals = Vec::new();
    let mut seen: Vec<(u64, u64)> = Vec::new();
    let mut dropped: Vec<u64> = Vec::new();
    while simulation.now() < simulation.end() && simulation.events() < max_events {
        simulation.step_event().expect("few packets");
        let observed = simulation.observed();
        seen.resize(observed.links.len(), (0, 0));
        dropped.resize(observed.flows.len(), 0);
        for (number, link) in observed.links.iter().enumerate() {
            let counters = &link.meter.counters;
            let of = |class| counters.arrived.of(class);
            let arrived = of(Class::Tcp) + of(Class::Udp);
            let lost = counters.dropped.of(Class::Tcp) + counters.dropped.of(Class::Udp);
            let before = std::mem::replace(&mut seen[number], (arrived, lost));
            if arrived == before.0 {
                continue;
            }
            let (flow, packet) = if lost > before.1 {
                let unlucky =
                    (0..dropped.len()).find(|&i| observed.flows[i].counters.dropped > dropped[i]);
                (unlucky.expect("its flow counts it") as u32, None)
            } else {
                // The one in transmission is listed behind those that wait.
                let packets: Vec<_> = link.packets().collect();
                let newest = packets[packets.len().saturating_sub(2)];
                (newest.flow, Some(newest.number))
            };
            arrivals.push(Arrival {
                at: observed.now,
                link: number,
                flow,
                number: packet,
            });
        }
        for (known, flow) in dropped.iter_mut().zip(observed.flows) {
            *known = flow.counters.dropped;
        }
    }
    arrivals.sort();
    arrivals
}
