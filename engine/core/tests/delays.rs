//! The delay of each packet from end to end against the sum of its parts, which steps of the run tell.

use std::collections::{BTreeMap, VecDeque};

use bufferlab_core::Simulation;
use bufferlab_core::scenario::Scenario;
use bufferlab_core::sim::trace_event::{LinkAction, PacketFacts, TraceEvent, TraceEventKind};
use bufferlab_core::time::{Span, Time};
use serde_json::json;

use crate::support::preset;

/// A packet in the network.
#[derive(Clone, Copy)]
struct InNetwork {
    /// Time at which it reached its node.
    arrived: Time,
    /// Sum of the parts of its delay so far.
    parts: Span,
}

/// Parts of the delays of a run, and what was seen of it.
#[derive(Default)]
struct Seen {
    /// By flow: times of sending of the segments that have not reached the first node.
    on_access: BTreeMap<u32, VecDeque<Time>>,
    /// By link, class, flow and number: copies in the order of arrival.
    at_link: BTreeMap<(u8, &'static str, u32, u64), VecDeque<InNetwork>>,
    /// By flow: end of the last transmission on its access link, and on its egress link.
    free: BTreeMap<(u32, bool), Time>,
    /// Delays that were compared.
    delivered: u64,
    /// Delivered packets that had waited for others at a node.
    waited: u64,
    /// Segments sent again.
    again: u64,
    /// Waiting at each node, without service.
    waiting: BTreeMap<u8, (u64, u128)>,
}

fn rate_of(scenario: &Scenario, link: u8) -> (f64, Span) {
    let (i, many) = (usize::from(link), 2 * scenario.bottlenecks.len());
    if i >= many {
        let edge = &scenario.edges[i - many];
        return (edge.rate_bps, Span::from_s(edge.delay_s));
    }
    let bottleneck = &scenario.bottlenecks[i / 2];
    let back = bottleneck.reverse.rate_bps.filter(|_| i % 2 == 1);
    let rate_bps = back.unwrap_or(bottleneck.rate_bps);
    (rate_bps, Span::from_s(bottleneck.delay_s))
}

impl Seen {
    /// Steps through a run until `end` and compares the delay of each packet of data.
    fn compare(&mut self, scenario: &Scenario, end: Time) {
        let mut simulation = Simulation::new(scenario);
        let mut sums = self.sums(&mut simulation);
        while let Some(events) = simulation.step(end).expect("few packets") {
            for event in &events {
                self.take(scenario, &mut simulation, event, &mut sums);
            }
        }
    }

    fn sums(&self, simulation: &mut Simulation) -> Vec<u128> {
        let groups = simulation.observed().groups.iter();
        groups.map(|group| group.delays.sum_ps()).collect()
    }

    fn take(
        &mut self,
        scenario: &Scenario,
        simulation: &mut Simulation,
        event: &TraceEvent,
        sums: &mut [u128],
    ) {
        let now = simulation.now();
        match &event.kind {
            TraceEventKind::OfFlow { flow, sender, .. } => {
                if let Some(sent) = sender.and_then(|sender| sender.sent) {
                    let times = self.on_access.entry(flow.flow).or_default();
                    times.extend((0..sent.segments).map(|_| now));
                    self.again += u64::from(sent.again);
                }
            }
            TraceEventKind::AtLink {
                link,
                action,
                packet,
                next,
                ..
            } if packet.class != "ack" => {
                let key = |link| (link, packet.class, packet.flow.flow, packet.number);
                match action {
                    LinkAction::Waits | LinkAction::Begins => {
                        self.reaches_node(scenario, simulation, packet, key(*link));
                    }
                    LinkAction::Dropped => {
                        self.reaches_node(scenario, simulation, packet, key(*link));
                        let copies = self.at_link.get_mut(&key(*link)).expect("it came");
                        copies.pop_back();
                    }
                    LinkAction::DroppedInside => {
                        self.at_link
                            .get_mut(&key(*link))
                            .expect("it came")
                            .pop_front();
                    }
                    LinkAction::Leaves => {
                        let (rate_bps, delay) = rate_of(scenario, *link);
                        let copies = self.at_link.get_mut(&key(*link)).expect("it came");
                        let mut copy = copies.pop_front().expect("it came");
                        let service =
                            Span::of_transmission(u32::from(packet.bytes), Some(rate_bps));
                        let waiting = Span(now.0 - copy.arrived.0 - service.0);
                        let (count, sum) = self.waiting.entry(*link).or_default();
                        *count += 1;
                        *sum += u128::from(waiting.0);
                        self.waited += u64::from(waiting.0 > 0);
                        copy.parts = copy.parts + waiting + service + delay;
                        copy.arrived = now + delay;
                        if let Some(next) = next {
                            self.at_link.entry(key(*next)).or_default().push_back(copy);
                        } else {
                            self.is_delivered(simulation, packet, copy, sums);
                        }
                    }
                    LinkAction::Released => {}
                }
            }
            _ => {}
        }
    }

    /// A packet reaches a node: the first, or the next at the time that is known.
    fn reaches_node(
        &mut self,
        scenario: &Scenario,
        simulation: &mut Simulation,
        packet: &PacketFacts,
        key: (u8, &'static str, u32, u64),
    ) {
        let now = simulation.now();
        let copies = self.at_link.entry(key).or_default();
        if let Some(place) = copies.iter().position(|copy| copy.arrived == now)
            && copies[place].parts > Span::ZERO
            && !self.is_first(simulation, key)
        {
            return;
        }
        let flow = &simulation.observed().flows[packet.flow.flow as usize];
        let (propagation, group) = (flow.links.access_delay, flow.group);
        let rate_bps = scenario.groups[usize::from(group)].access.rate_bps;
        let service = Span::of_transmission(u32::from(packet.bytes), Some(rate_bps));
        let free = self.free.entry((packet.flow.flow, false)).or_default();
        let sent = if packet.class == "tcp" {
            let times = self.on_access.get_mut(&packet.flow.flow);
            times.and_then(VecDeque::pop_front).expect("it was sent")
        } else {
            // Sources of the tests leave room between packets, so that none waits for its access link.
            Time(now.0 - propagation.0 - service.0)
        };
        let begins = sent.max(*free);
        *free = begins + service;
        let parts = begins.since(sent) + service + propagation;
        assert_eq!(sent + parts, now, "{packet:?}");
        let copy = InNetwork {
            arrived: now,
            parts,
        };
        self.at_link.entry(key).or_default().push_back(copy);
    }

    fn is_first(&self, simulation: &mut Simulation, key: (u8, &str, u32, u64)) -> bool {
        let observed = simulation.observed();
        let group = observed.flows[key.2 as usize].group;
        observed.groups[usize::from(group)].route.first() == key.0
    }

    /// A packet has crossed the last link: its delay is in the sum of its group.
    fn is_delivered(
        &mut self,
        simulation: &mut Simulation,
        packet: &PacketFacts,
        copy: InNetwork,
        sums: &mut [u128],
    ) {
        let now = self.sums(simulation);
        let observed = simulation.observed();
        let flow = &observed.flows[packet.flow.flow as usize];
        let group = usize::from(flow.group);
        let rate_bps = (observed.scenario.groups[group].egress).rate_bps;
        let service = Span::of_transmission(u32::from(packet.bytes), rate_bps);
        let free = self.free.entry((packet.flow.flow, true)).or_default();
        let begins = copy.arrived.max(*free);
        *free = begins + service;
        let parts = copy.parts + begins.since(copy.arrived) + service + flow.links.egress_delay;
        assert_eq!(now[group] - sums[group], u128::from(parts.0), "{packet:?}");
        sums[group] = now[group];
        self.delivered += 1;
    }
}

/// Compares all packets of the first seconds of a scenario, of which there must be so many.
fn compare(scenario: &Scenario, end_s: f64, at_least: u64) -> Seen {
    let mut seen = Seen::default();
    seen.compare(scenario, Time::from_s(end_s));
    assert!(seen.delivered >= at_least, "{}", seen.delivered);
    assert!(seen.waited * 10 > seen.delivered, "{}", seen.waited);
    seen
}

fn cbr() -> serde_json::Value {
    json!({ "kind": "cbr", "rate_bps": 5e6, "packet_bytes": 200 })
}

#[test]
fn delay_in_a_fifo_with_losses_is_the_sum_of_its_parts() {
    let scenario = preset(
        "anomaly",
        &[
            ("groups.1.traffic", cbr()),
            ("groups.0.count", json!(50)),
            ("bottlenecks.0.rate_bps", json!(20e6)),
        ],
    );
    let seen = compare(&scenario, 6.0, 10_000);
    assert!(seen.again > 50, "{}", seen.again);
    // The queueing delay of the link is the same waiting, measured there.
    let mut simulation = Simulation::new(&scenario);
    simulation.advance(Time::from_s(6.0)).expect("few packets");
    let summary = simulation.summary();
    let mean_s = summary.bottlenecks[0].forward.number("queue_delay_s.mean");
    let (count, sum) = seen.waiting[&0];
    let expected = sum as f64 / count as f64 / 1e12;
    // The link counts a packet when its transmission begins: one more.
    assert!(
        (mean_s.expect("packets") / expected - 1.0).abs() < 1e-3,
        "{mean_s:?} {expected}"
    );
}

#[test]
fn delay_in_sub_queues_and_by_priority_is_the_sum_of_its_parts() {
    let fq = preset(
        "fq-codel",
        &[
            ("groups.1.traffic", cbr()),
            ("groups.0.access.limit_packets", json!(null)),
        ],
    );
    compare(&fq, 5.0, 5_000);
    let priority = preset(
        "remedy",
        &[
            ("groups.1.traffic", cbr()),
            ("groups.0.count", json!(60)),
            ("bottlenecks.0.rate_bps", json!(20e6)),
        ],
    );
    compare(&priority, 6.0, 10_000);
    compare(&preset("dual-pi2", &[]), 3.0, 8_000);
}

#[test]
fn delay_over_two_hops_an_edge_and_backwards_is_the_sum_of_its_parts() {
    let scenario = Scenario::from_value(json!({
        "bottlenecks": [
            { "id": "r0", "rate_bps": 10e6, "delay_s": 0.01, "queue": { "kind": "drop_tail", "limit_packets": 40 } },
            { "id": "r1", "rate_bps": 8e6, "delay_s": 0.02, "queue": { "kind": "codel", "limit_packets": 60 },
              "reverse": { "rate_bps": 3e6, "queue": { "kind": "drop_tail", "limit_packets": 20 } } },
        ],
        "edges": [{ "id": "a0", "rate_bps": 9e6, "delay_s": 0.001, "queue": { "kind": "drop_tail", "limit_packets": 20 } }],
        "groups": [
            { "id": "there", "count": 5, "edge": "a0", "access": { "rate_bps": 1e8, "delay_s": { "uniform": [0.001, 0.01] } },
              "egress": { "rate_bps": 1e7, "delay_s": 0.003 },
              "traffic": { "kind": "tcp", "recovery": "rack", "timestamps": true } },
            { "id": "back", "count": 3, "direction": "reverse", "access": { "rate_bps": 1e9, "delay_s": 0.002 },
              "traffic": { "kind": "tcp", "recovery": "newreno" } },
            { "id": "call", "access": { "rate_bps": 1e8, "delay_s": 0.001 }, "via": ["r1"],
              "traffic": { "kind": "cbr", "rate_bps": 8e4, "packet_bytes": 200 } },
        ],
        "duration_s": 20, "warmup_s": 0,
    }));
    let seen = compare(&scenario.expect("accepted"), 15.0, 8_000);
    assert!(seen.again > 20, "{}", seen.again);
}
