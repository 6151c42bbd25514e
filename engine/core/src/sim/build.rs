//! Construction of a network at rest from a scenario.

use std::sync::Arc;

use super::arrivals::Arrivals;
use super::calendar::{Calendar, Rank};
use super::event::Event;
use super::exchange;
use super::flow::{Flow, FlowCounters, FlowKind, TcpFlow};
use super::marks::Marks;
use super::open::OpenFlow;
use super::schedule::Schedule;
use super::script::{ScriptedFaults, Trace};
use super::service_schedule::ServiceSchedule;
use super::topology::{self, PortPlan};
use super::{Core, GroupState, Options, first_digest};
use crate::apps::{Next, TransferStatistics};
use crate::net::node::Node;
use crate::net::own_links::OwnLinks;
use crate::net::route::{ComputedLink, Route};
use crate::net::wire::{OwnWires, Wire};
use crate::rng::Rng;
use crate::scenario::sections::{DELAY_S, START_S};
use crate::scenario::{Distribution, Group, Scenario};
use crate::tcp::overhead::Overhead;
use crate::tcp::receiver::Receiver;
use crate::tcp::sender::Sender;
use crate::time::{Span, Time};
use crate::traffic::Traffic;

pub(super) fn build(scenario: &Scenario, options: Options) -> Core {
    let mut current = Scenario {
        edits: Vec::new(),
        ..scenario.clone()
    };
    current.attach(&scenario.attached);
    let whole = exchange::with_partners(&current);
    let links = nodes(&current);
    let mut core = Core {
        document: scenario.clone(),
        now: Time::ZERO,
        end: Time::from_s(scenario.duration_s),
        warmup_at: Time::from_s(scenario.warmup_s),
        warmed_up: scenario.warmup_s == 0.0,
        next_edit: 0,
        branch: 0,
        edit_work: 0,
        calendar: Calendar::tuned_for(events_per_s(&current), 0.3),
        service_schedule: ServiceSchedule::of(links.len()),
        computed_links: computed_links(&current),
        links,
        groups: Vec::new(),
        flows: Vec::new(),
        group_of_flow: None,
        events: 0,
        refused: 0,
        forwarded: 0,
        digest: first_digest(scenario),
        marks: Marks::default(),
        scripted_faults: ScriptedFaults::new(&options.scripted_faults),
        trace: options.trace.map(|flow| Box::new(Trace::of(flow))),
        options,
        current,
    };
    let routes = core.routes_of(&whole);
    for (group, route) in whole.groups.iter().zip(routes) {
        core.add_group(group, route);
    }
    core.pair_groups();
    core
}

/// Creates the nodes of the network, each queue with its own random stream.
fn nodes(scenario: &Scenario) -> Vec<Node> {
    topology::ports(scenario)
        .into_iter()
        .map(|plan| {
            let rng_of = queue_rngs(scenario, &plan);
            Node::new(&plan.router, plan.design.clone(), &rng_of)
        })
        .collect()
}

/// Returns the random streams of the queues of a node, by number.
pub(super) fn queue_rngs(scenario: &Scenario, plan: &PortPlan) -> impl Fn(u64) -> Rng + use<> {
    let (seed, name) = (scenario.seed, format!("{}/queue", plan.path));
    move |number| Rng::for_component(seed, &name, number)
}

pub(super) fn computed_links(scenario: &Scenario) -> Vec<ComputedLink> {
    scenario
        .bottlenecks
        .iter()
        .map(|b| ComputedLink {
            wire: Wire::new(Some(b.reverse.rate_bps.unwrap_or(b.rate_bps))),
            delay: Span::from_s(b.delay_s),
            free: Time::ZERO,
        })
        .collect()
}

/// Estimates the number of events per second, for the calendar: an arrival and an acknowledgment for each packet of
/// typical size that the bottlenecks can carry.
fn events_per_s(scenario: &Scenario) -> f64 {
    let rate: f64 = scenario
        .bottlenecks
        .iter()
        .map(|b| b.rate_bps)
        .fold(0.0, |a, b| if b > a { b } else { a });
    2.0 * rate / 8000.0
}

impl Core {
    pub(super) fn add_group(&mut self, group: &Group, route: Route) {
        let tcp = match &group.traffic {
            Traffic::Tcp(config) => Some(config.as_ref().clone()),
            _ => None,
        };
        self.groups.push(GroupState {
            id: group.id.clone(),
            route,
            wires: OwnWires::new(group.access.rate_bps, group.egress.rate_bps),
            sends_at_once: sends_at_once(group),
            tcp,
            flows: Vec::new(),
            created: 0,
            delivered_bytes: 0,
            access_dropped: 0,
            delivered: 0,
            dropped: 0,
            partner: None,
            transfers: TransferStatistics::new(),
            schedule: Schedule::of(group),
            arrivals: match &group.traffic {
                Traffic::Tcp(config) => {
                    Arrivals::of(&config.workload, self.document.seed, &group.id)
                }
                _ => None,
            },
            cwnd_sum: 0.0,
            sending: 0,
        });
        let position = self.groups.len() - 1;
        self.add_flows(position, group, group.count);
        self.apply_schedule(position);
    }

    /// Passes the group of each flow to the links, which measure the backlog of each group. Flows of a partner group
    /// count for the group that has the partner, also after the partner is removed.
    pub(super) fn set_groups_of_links(&mut self) {
        let Some(known) = &self.group_of_flow else {
            return;
        };
        let new = self.flows[known.len()..].iter().map(|flow| {
            let owner = exchange::owner(&self.groups[flow.group as usize].id);
            let owner = self
                .groups
                .iter()
                .position(|group| Some(group.id.as_str()) == owner);
            owner.map_or(flow.group, |owner| owner as u16)
        });
        let of_flow: Arc<[u16]> = known.iter().copied().chain(new).collect();
        for link in &mut self.links {
            link.set_groups(self.now, &of_flow, self.groups.len());
        }
        self.group_of_flow = Some(of_flow);
    }

    /// Adds flows to a group. They start at the current time plus their start time.
    pub(super) fn add_flows(&mut self, position: usize, group: &Group, count: u32) {
        let name = format!("group/{}", group.id);
        let first = self.options.first_number;
        let behind_edge = self.behind_edge(group);
        for _ in 0..count {
            let number = self.flows.len() as u32;
            let state = &mut self.groups[position];
            let index = state.created;
            state.created += 1;
            state.flows.push(number);
            let mut rng = Rng::for_component(self.document.seed, &name, u64::from(index));
            let mut draw =
                |of: &Distribution, within| of.value(index as usize, rng.uniform(), within);
            let mut links = match exchange::owner(&group.id) {
                None => OwnLinks::new(
                    Span::from_s(draw(&group.access.delay_s, DELAY_S)),
                    Span::from_s(draw(&group.egress.delay_s, DELAY_S)),
                ),
                Some(owner) => {
                    let owner = format!("group/{owner}");
                    let of_owner = Rng::for_component(self.document.seed, &owner, u64::from(index));
                    exchange::reversed_links(group, index, of_owner, behind_edge)
                }
            };
            links.set_limit(group.access.limit());
            let start = self.now + Span::from_s(draw(&group.start_s, START_S));
            let kind = match group.traffic.start() {
                Some(source) => FlowKind::Open(Box::new(OpenFlow::new(source, start, rng))),
                None => {
                    let seed = self.document.seed;
                    let rng_of = |part: &str| {
                        Rng::for_component(seed, &format!("{name}/{part}"), u64::from(index))
                    };
                    let chances = [rng, rng_of("app"), rng_of("overhead")];
                    FlowKind::Tcp(Box::new(tcp_flow(state, index, (start, first), chances)))
                }
            };
            self.flows.push(Flow {
                group: position as u16,
                index,
                starts: start,
                links,
                counters: FlowCounters::default(),
                base: FlowCounters::default(),
                kind,
            });
            self.calendar
                .push(start, Rank::FIRST, self.now, Event::Starts(number));
            if let Some(stop_s) = group.stop_s {
                self.calendar.push(
                    Time::from_s(stop_s).max(start),
                    Rank::FIRST,
                    self.now,
                    Event::Stops(number),
                );
            }
        }
    }
}

/// Returns the value of the active kind; see [`GroupState::sends_at_once`].
pub(super) fn sends_at_once(group: &Group) -> bool {
    let overhead_s = match &group.traffic {
        Traffic::Tcp(config) => config.overhead_s,
        _ => 0.0,
    };
    let plays = matches!(&group.traffic, Traffic::Tcp(config) if config.workload.plays());
    overhead_s == 0.0 && !group.access.limit().is_given() && !plays
}

/// A flow of a group that begins at a time and with a sequence number; chance for its sender, its session and its
/// overhead.
fn tcp_flow(
    group: &GroupState,
    index: u32,
    (start, first): (Time, u64),
    chances: [Rng; 3],
) -> TcpFlow {
    let [mut rng, session_rng, of_overhead] = chances;
    let Some(config) = &group.tcp else {
        unreachable!("traffic that is not open-loop is TCP");
    };
    let mut session = config.workload.start(index);
    let order = match session.begin(start, &mut rng) {
        Next::Send(order) => Some(order),
        Next::AwaitArrival | Next::AwaitPartner | Next::Done => None,
    };
    TcpFlow {
        stopped: false,
        paused: false,
        ending_stream: false,
        paused_end: None,
        sender: Sender::starting_at(first, config, rng),
        receiver: Receiver::starting_at(first, config),
        timer_armed: Time::NEVER,
        pacing_armed: Time::NEVER,
        cwnd_ps: 0.0,
        cwnd_until: Time::ZERO,
        started: false,
        transfer: None,
        session,
        session_rng,
        order,
        repeated_before: 0,
        overhead: Overhead::new(of_overhead),
        ends: u64::MAX,
        partner_orders: 0,
        replayed: None,
    }
}
