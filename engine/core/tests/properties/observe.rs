//! What an outsider sees of a run: each packet as it reaches a queue, in order of time.
//!
//! It steps through a run event by event and looks at counters and queues before and after; it shares
//! nothing with the fingerprint that the simulation keeps of itself.

use bufferlab_core::Lab;
use bufferlab_core::net::counters::ByClass;
use bufferlab_core::packet::Class;
use bufferlab_core::sim::Observed;
use bufferlab_core::time::Time;

/// A packet of data at a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Watches up to `max_events` events and returns every arrival of data at a queue, in the order of the run.
pub fn watch(simulation: &mut Lab, max_events: u64) -> Vec<Arrival> {
    let mut seen = Seen::default();
    while simulation.now() < simulation.end() && simulation.events() < max_events {
        simulation.step_event().expect("few packets");
        seen.look(&simulation.observed());
    }
    seen.arrivals
}

#[derive(Default)]
struct Seen {
    arrivals: Vec<Arrival>,
    /// Data that has arrived at each link, and that it has dropped.
    links: Vec<(u64, u64)>,
    /// Data of each flow that was dropped.
    flows: Vec<u64>,
}

impl Seen {
    fn look(&mut self, observed: &Observed<'_>) {
        self.links.resize(observed.links.len(), (0, 0));
        self.flows.resize(observed.flows.len(), 0);
        for (number, link) in observed.links.iter().enumerate() {
            let counters = &link.counters();
            let data = |counts: &ByClass| counts.of(Class::Tcp) + counts.of(Class::Udp);
            let (arrived, lost) = (data(&counters.arrived), data(&counters.dropped));
            let before = std::mem::replace(&mut self.links[number], (arrived, lost));
            if arrived == before.0 {
                continue;
            }
            let (flow, packet) = if lost > before.1 {
                let mut flows = observed.flows.iter().zip(&self.flows);
                let unlucky = flows.position(|(flow, &dropped)| flow.drops.network > dropped);
                (unlucky.expect("its flow counts it") as u32, None)
            } else {
                // The one in transmission is listed behind those that wait.
                let packets: Vec<_> = link.packets().collect();
                let newest = packets[packets.len().saturating_sub(2)];
                (newest.flow(), Some(newest.number))
            };
            self.arrivals.push(Arrival {
                at: observed.now,
                link: number,
                flow,
                number: packet,
            });
        }
        for (dropped, flow) in self.flows.iter_mut().zip(observed.flows) {
            *dropped = flow.drops.network;
        }
    }
}
