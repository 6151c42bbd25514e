//! What an outsider sees of a run: each packet as it reaches a queue, in order of time.
//!
//! It steps through a run event by event and looks at counters and queues before and after; it shares
//! nothing with the fingerprint that the simulation keeps of itself.

use bufferlab_core::Simulation;
use bufferlab_core::metrics::link::ByClass;
use bufferlab_core::sim::Observed;
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

/// What was seen.
#[derive(Default)]
pub struct Seen {
    /// Every arrival of data at a queue, in order.
    pub arrivals: Vec<Arrival>,
    /// When a sender's timer first ran out at the very instant at which an acknowledgement came.
    pub tie: Option<Time>,
    links: Vec<(u64, u64)>,
    flows: Vec<FlowSeen>,
}

#[derive(Clone, Copy, Default)]
struct FlowSeen {
    dropped: u64,
    acks_arrived: (u64, Time),
    timeouts: (u64, Time),
}

/// Watches up to `max_events` events.
pub fn watch(simulation: &mut Simulation, max_events: u64) -> Seen {
    let mut seen = Seen::default();
    while simulation.now() < simulation.end() && simulation.events() < max_events {
        simulation.step_event().expect("few packets");
        let observed = simulation.observed();
        seen.look_at_links(&observed);
        seen.look_at_flows(&observed);
    }
    seen.arrivals.sort();
    seen
}

impl Seen {
    /// Arrivals before `until`.
    pub fn until(&self, until: Time) -> impl Iterator<Item = &Arrival> {
        self.arrivals
            .iter()
            .take_while(move |arrival| arrival.at < until)
    }

    fn look_at_links(&mut self, observed: &Observed<'_>) {
        self.links.resize(observed.links.len(), (0, 0));
        self.flows.resize(observed.flows.len(), FlowSeen::default());
        for (number, link) in observed.links.iter().enumerate() {
            let counters = &link.meter.counters;
            let data = |counts: &ByClass| counts.of(Class::Tcp) + counts.of(Class::Udp);
            let (arrived, lost) = (data(&counters.arrived), data(&counters.dropped));
            let before = std::mem::replace(&mut self.links[number], (arrived, lost));
            if arrived == before.0 {
                continue;
            }
            let (flow, packet) = if lost > before.1 {
                let flows = observed.flows.iter().zip(&self.flows);
                let unlucky = flows
                    .map(|(flow, seen)| flow.counters.dropped > seen.dropped)
                    .position(|lost| lost);
                (unlucky.expect("its flow counts it") as u32, None)
            } else {
                // The one in transmission is listed behind those that wait.
                let packets: Vec<_> = link.packets().collect();
                let newest = packets[packets.len().saturating_sub(2)];
                (newest.flow, Some(newest.number))
            };
            self.arrivals.push(Arrival {
                at: observed.now,
                link: number,
                flow,
                number: packet,
            });
        }
    }

    fn look_at_flows(&mut self, observed: &Observed<'_>) {
        let now = observed.now;
        for (seen, flow) in self.flows.iter_mut().zip(observed.flows) {
            seen.dropped = flow.counters.dropped;
            let timeouts = flow.tcp().map_or(0, |tcp| tcp.sender.counters.timeouts);
            let changed = [
                update(&mut seen.acks_arrived, flow.counters.acks_arrived, now),
                update(&mut seen.timeouts, timeouts, now),
            ];
            if changed.contains(&true) && seen.acks_arrived.1 == seen.timeouts.1 {
                self.tie.get_or_insert(now);
            }
        }
    }
}

/// Notes a counter and when it last changed; true if it has.
fn update(known: &mut (u64, Time), count: u64, now: Time) -> bool {
    let changed = known.0 != count;
    if changed {
        *known = (count, now);
    }
    changed
}
