//! Population of a run: the groups and their flows.
//!
//! Effects of a flow on anything else are events ([`Scheduler`]); what it reports is in the [`Record`]. So senders,
//! receivers and sources can be run without a network.

pub mod activity;
pub mod admission;
pub mod ahead;
pub mod edit;
pub mod emission;
pub mod partners;
pub mod sending;
pub mod teams;
pub mod writing;

use std::sync::Arc;

use crate::net::own_links::OwnLinks;
use crate::net::route::Route;
use crate::packet::{Class, Packet};
use crate::rng::LazyRng;
use crate::scenario::sections::shared::{DELAY_S, START_S};
use crate::scenario::{Distribution, Group, Scenario};
use crate::sim::application::Application;
use crate::sim::baseline::Baseline;
use crate::sim::capture::FlowOf;
use crate::sim::event::Event;
use crate::sim::exchange;
use crate::sim::flow::{Flow, FlowCounters, FlowDrops, FlowKind, TcpFlow};
use crate::sim::group::{GroupState, rng_of, seed_of, session_rng};
use crate::sim::live::{self, LiveFlow};
use crate::sim::memory;
use crate::sim::open::OpenFlow;
use crate::sim::record::Record;
use crate::sim::scheduler::Scheduler;
use crate::time::{Span, Time};

/// Groups and flows of a run.
#[derive(Clone, Debug)]
pub struct Population {
    /// All groups, including removed ones.
    pub groups: Vec<GroupState>,
    /// Flows of all groups.
    pub flows: Vec<Flow>,
    /// Counters of the flows at the start of the measured time.
    pub baseline: Baseline,
    /// Group that the packets of each flow count for in the queues of links, if these are measured by group.
    group_of_flow: Option<Arc<[u16]>>,
    /// Random seed of the run.
    pub(super) seed: u64,
    /// Sequence number of the first segment of every flow.
    first_number: u64,
    /// Whether flows are missing because the system had no memory for them.
    pub lacks_flows: bool,
    /// Ids of the groups whose packets come from outside.
    pub(super) live: Vec<String>,
    /// Whether packets are captured.
    pub(super) captures: bool,
}

/// A flow with its group.
pub struct Member<'a> {
    /// Number of the flow.
    pub number: u32,
    /// State of the flow.
    pub flow: &'a mut Flow,
    /// State of its group.
    pub group: &'a mut GroupState,
}

impl Member<'_> {
    /// Returns what headers of captured packets depend on.
    pub(in crate::sim) fn for_capture(&self) -> FlowOf<'_> {
        FlowOf {
            group: self.flow.group,
            index: self.flow.index,
            tcp: self.flow.tcp().zip(self.group.tcp.as_ref()),
        }
    }
}

impl Population {
    /// Creates an empty population.
    #[must_use]
    pub fn new(seed: u64, first_number: u64) -> Population {
        Population {
            groups: Vec::new(),
            flows: Vec::new(),
            baseline: Baseline::default(),
            group_of_flow: None,
            seed,
            first_number,
            lacks_flows: false,
            live: Vec::new(),
            captures: false,
        }
    }

    /// Borrows a flow and its group.
    #[inline(always)]
    pub fn member(&mut self, number: u32) -> Member<'_> {
        let flow = &mut self.flows[number as usize];
        Member {
            number,
            group: &mut self.groups[flow.group as usize],
            flow,
        }
    }

    /// Returns the group of a flow.
    #[inline]
    #[must_use]
    pub fn group_of(&self, flow: u32) -> &GroupState {
        &self.groups[self.flows[flow as usize].group as usize]
    }

    /// Returns the TCP state of a flow, if it uses TCP.
    #[inline]
    pub(super) fn tcp_mut(&mut self, flow: u32) -> Option<&mut TcpFlow> {
        match &mut self.flows[flow as usize].kind {
            FlowKind::Tcp(tcp) => Some(tcp),
            FlowKind::Open(_) => None,
        }
    }

    /// Returns the application of a flow, if it has one.
    pub(super) fn application_mut(&mut self, flow: u32) -> Option<&mut Application> {
        self.tcp_mut(flow)?.application.as_deref_mut()
    }

    /// Returns the flow of a live group that a flow is, if it is one.
    #[must_use]
    pub fn live(&self, flow: u32) -> Option<LiveFlow> {
        self.flows[flow as usize].live()
    }

    /// Counts a packet that a node has dropped.
    pub fn count_drop(&mut self, packet: &Packet) {
        let Member { flow, group, .. } = self.member(packet.flow());
        if packet.class() == Class::Ack {
            flow.drops.acks += 1;
        } else {
            flow.drops.network += 1;
            group.dropped += 1;
        }
    }

    /// Adds a group of `scenario` with its flows.
    pub fn add_group(
        &mut self,
        scenario: &Scenario,
        group: &Group,
        route: Route,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        let position = self.groups.len();
        let mut state = GroupState::new(group, route, self.seed);
        if self.captures {
            state.capture();
        }
        if let Some(role) = live::role(&self.live, &group.id) {
            state.become_live(role, group);
        }
        self.groups.push(state);
        self.add_flows(position, scenario, group, group.count, scheduler);
        self.apply_schedule(position, scheduler, record);
    }

    /// Adds flows to a group. They start at the current time plus their start time. Without memory for all of them
    /// none is added, and the run ends at its next check.
    pub(super) fn add_flows(
        &mut self,
        position: usize,
        scenario: &Scenario,
        group: &Group,
        count: u32,
        scheduler: &mut Scheduler,
    ) {
        if !memory::has_room_for(count as usize * memory::FLOW) {
            self.lacks_flows = true;
            return;
        }
        let behind_edge = exchange::behind_edge(scenario, group);
        for _ in 0..count {
            let number = self.flows.len() as u32;
            let flow = self.create_flow(position, group, behind_edge, scheduler.now);
            let start = flow.starts;
            self.flows.push(flow);
            self.groups[position].flows.push(number);
            scheduler.schedule(start, Event::Starts(number));
            if let Some(stop_s) = group.stop_s {
                scheduler.schedule(Time::from_s(stop_s).max(start), Event::Stops(number));
            }
        }
    }

    /// Creates the next flow of a group at `now`. A partner's packets pass an edge that delays them by `behind_edge`.
    fn create_flow(
        &mut self,
        position: usize,
        group: &Group,
        behind_edge: Span,
        now: Time,
    ) -> Flow {
        let state = &mut self.groups[position];
        let index = state.created;
        state.created += 1;
        state.give_overheads(self.seed);
        let seed = self.seed;
        let rng_of = |id: &str| rng_of(seed, id, "", index);
        let mut rng = rng_of(&group.id);
        let mut draw = |of: &Distribution, within| of.value(index as usize, rng.uniform(), within);
        let mut links = match exchange::owner(&group.id) {
            None => OwnLinks::new(
                Span::from_s(draw(&group.access.delay_s, DELAY_S)),
                Span::from_s(draw(&group.egress.delay_s, DELAY_S)),
            ),
            Some(owner) if state.live.is_some() => {
                live::reversed_links(group, index, rng_of(owner), behind_edge)
            }
            Some(owner) => exchange::reversed_links(group, index, rng_of(owner), behind_edge),
        };
        links.set_limit(group.access.limit);
        let starts = now + Span::from_s(draw(&group.start_s, START_S));
        let kind = match (group.traffic.start(), &state.tcp) {
            (Some(source), _) => {
                let flow = OpenFlow::new(source, group.traffic.header(), starts, rng);
                let place = state.flows.len() as u32;
                FlowKind::Open(Box::new(match state.live {
                    Some(role) => flow.silenced_for(role.flow(place)),
                    None => flow,
                }))
            }
            (None, Some(config)) => {
                let app_rng = || session_rng(seed, &group.id, index);
                let workload = &config.workload;
                let app = Application::beginning(workload, index, starts, &mut rng, app_rng);
                let rng = LazyRng::of(seed_of(seed, &group.id, "", index), rng);
                FlowKind::Tcp(TcpFlow::new(config, self.first_number, rng, app))
            }
            (None, None) => unreachable!("traffic that is not open-loop is TCP"),
        };
        Flow {
            group: position as u16,
            index,
            starts,
            links,
            counters: FlowCounters::default(),
            drops: FlowDrops::default(),
            kind,
        }
    }

    /// A flow starts, or its session requests the next start.
    pub fn on_start(&mut self, flow: u32, scheduler: &mut Scheduler, record: &mut Record) {
        let after_lost_syn = self.partner_lost_syn(flow);
        let mut member = self.member(flow);
        let tcp = match &mut member.flow.kind {
            FlowKind::Open(_) => return member.plan_emission(scheduler),
            FlowKind::Tcp(tcp) => tcp,
        };
        if tcp.has_stopped() || tcp.paused {
            return;
        }
        if tcp.order().is_none() {
            self.begin_or_wait(flow, scheduler);
            return;
        }
        let now = scheduler.now;
        if member.group.partner.is_some() && !tcp.is_due(now) {
            return;
        }
        if tcp.connect(now, member.group.tcp.as_ref(), after_lost_syn) {
            member.group.begin_sending(tcp.sender.window().cwnd);
            member.plan_write(scheduler);
            member.wake(scheduler, record);
        }
    }

    /// The flow stops sending new data.
    pub fn stop(&mut self, flow: u32, scheduler: &mut Scheduler) {
        self.leave_team(flow, scheduler);
        let mut member = self.member(flow);
        member.release_emitted(scheduler);
        match &mut member.flow.kind {
            FlowKind::Tcp(tcp) => tcp.stop(),
            FlowKind::Open(open) => open.stop(),
        }
    }

    /// Chooses the flows that observers read at any time.
    pub fn watch(&mut self, flows: impl Iterator<Item = u32>) {
        for number in 0..self.flows.len() as u32 {
            self.set_watched(number, false);
        }
        for number in flows {
            self.set_watched(number, true);
        }
    }

    fn set_watched(&mut self, flow: u32, is_watched: bool) {
        let kind = self.flows.get_mut(flow as usize).map(|flow| &mut flow.kind);
        if let Some(FlowKind::Tcp(tcp)) = kind {
            tcp.is_watched = is_watched;
        }
    }

    /// Measures the queues of links by group from now on. Returns false if they are measured already.
    pub fn measure_groups(&mut self) -> bool {
        let begins = self.group_of_flow.is_none();
        self.group_of_flow.get_or_insert_default();
        begins
    }

    /// Returns the group of each flow for the queues of links, with new flows; `None` if queues are not measured by
    /// group. Flows of a partner group count for the group that has the partner, also after the partner is removed.
    pub fn group_of_each_flow(&mut self) -> Option<&Arc<[u16]>> {
        let known = self.group_of_flow.as_ref()?;
        let new = self.flows[known.len()..].iter().map(|flow| {
            let owner = exchange::owner(&self.groups[flow.group as usize].id);
            let mut groups = self.groups.iter();
            let owner = groups.position(|group| Some(group.id.as_str()) == owner);
            owner.map_or(flow.group, |owner| owner as u16)
        });
        let of_flow: Arc<[u16]> = known.iter().copied().chain(new).collect();
        Some(self.group_of_flow.insert(of_flow))
    }

    /// Restarts the measurements at the end of the warm-up.
    pub fn restart_measuring(&mut self, now: Time) {
        for group in &mut self.groups {
            group.transfers.restart(now);
            group.delays.restart();
            group.round_trips.restart();
        }
        self.baseline = Baseline::of(&self.flows);
        for flow in &mut self.flows {
            if let FlowKind::Tcp(tcp) = &mut flow.kind {
                tcp.cwnd_ps = 0.0;
                tcp.cwnd_until = tcp.cwnd_until.max(now);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::calendar::Event as _;
    use crate::sim::topology;
    use serde_json::json;

    /// Runs the events of a population without a network until `end`. Returns the packets that would enter one, with
    /// their times.
    fn packets(traffic: serde_json::Value, end: Time) -> Vec<(f64, Packet)> {
        let scenario = Scenario::from_value(json!({
            "bottlenecks": [{"id": "r0", "rate_bps": 1e6, "delay_s": 0.01,
                             "queue": {"kind": "drop_tail", "limit_packets": 2}}],
            "groups": [{"id": "a", "access": {"rate_bps": 1e6, "delay_s": 0.001}, "traffic": traffic}],
        }))
        .expect("a scenario");
        let mut population = Population::new(1, 0);
        let mut scheduler = Scheduler::new(1000.0);
        let mut record = Record::new(1, None);
        let route = topology::routes(&scenario, false).remove(0);
        population.add_group(
            &scenario,
            &scenario.groups[0],
            route,
            &mut scheduler,
            &mut record,
        );
        let mut sent = Vec::new();
        while let Some(event) = scheduler.next_before(end) {
            match Event::unpack(event) {
                Event::Starts(flow) => population.on_start(flow, &mut scheduler, &mut record),
                Event::Emitted { flow, plan } => {
                    let packet = population.member(flow).on_emitted(plan, &mut scheduler);
                    sent.extend(packet.map(|packet| (scheduler.now.s(), packet)));
                }
                Event::Arrives(packet) => sent.push((scheduler.now.s(), packet)),
                _ => {}
            }
        }
        sent
    }

    #[test]
    fn a_tcp_flow_sends_its_initial_window_back_to_back_and_waits_for_acknowledgments() {
        let tcp = json!({"kind": "tcp", "initial_window_packets": 3, "segment_bytes": 1000,
                         "handshake": false});
        let sent = packets(tcp, Time::from_s(0.5));
        let times: Vec<f64> = sent.iter().map(|(at_s, _)| *at_s).collect();
        assert_eq!(times, [0.009, 0.017, 0.025]);
        assert!(sent.iter().all(|(_, packet)| packet.class() == Class::Tcp));
    }

    #[test]
    fn a_source_of_constant_rate_sends_at_its_interval_without_acknowledgments() {
        let cbr = json!({"kind": "cbr", "rate_bps": 80_000, "packet_bytes": 1000});
        let sent = packets(cbr, Time::from_s(1.0));
        let gaps = sent.windows(2).map(|pair| pair[1].0 - pair[0].0);
        assert_eq!(sent.len(), 10);
        assert!(gaps.into_iter().all(|gap_s| (gap_s - 0.1).abs() < 1e-9));
    }
}
