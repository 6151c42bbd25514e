//! Edits of groups: their flows get new parameters, stop, or begin.
//!
//! Each sender, receiver and source owns its parameters and can change to any other kind. Stopped flows change too:
//! they still finish their data, by the same rules.

use super::{Member, Population};
use crate::apps::endless::Endless;
use crate::apps::{Order, Session, Size, Workload};
use crate::net::route::Route;
use crate::packet::Class;
use crate::queue::Limit;
use crate::scenario::{Group, Scenario};
use crate::sim::application::Application;
use crate::sim::event::Event;
use crate::sim::flow::{FlowKind, TcpFlow};
use crate::sim::group::session_rng;
use crate::sim::record::Record;
use crate::sim::scheduler::Scheduler;
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};
use crate::traffic::Traffic;

impl Population {
    /// Keeps the handshake setting of groups. It cannot change during a run, but partners decide it at the start.
    pub fn keep_handshakes(&self, changed: &mut Scenario) {
        for group in &mut changed.groups {
            let before = self.groups.iter().find(|it| it.id == group.id);
            let before = before.and_then(|it| it.tcp.as_ref());
            if let (Some(before), Traffic::Tcp(config)) = (before, &mut group.traffic) {
                config.handshake = before.handshake;
            }
        }
    }

    /// Returns whether data of a group takes another path. Then its packets reach the receivers from two nodes for a
    /// while.
    pub fn changes_path(&self, changed: &Scenario, routes: &[Route]) -> bool {
        self.groups.iter().any(|group| {
            let place = changed.groups.iter().position(|it| it.id == group.id);
            place.is_some_and(|place| routes[place].data != group.route.data)
        })
    }

    /// Changes the groups of a scenario `before` to those of another, with their routes.
    pub fn reconfigure(
        &mut self,
        before: &Scenario,
        after: &Scenario,
        routes: Vec<Route>,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        let named = |scenario: &Scenario, id: &str| scenario.groups.iter().position(|g| g.id == id);
        for group in &mut self.groups {
            if let Some(place) = named(after, &group.id) {
                group.route = routes[place].clone();
            }
        }
        for position in 0..self.groups.len() {
            let id = &self.groups[position].id;
            match (named(before, id), named(after, id)) {
                (Some(was), Some(is)) if before.groups[was] != after.groups[is] => {
                    let change = (&before.groups[was], &after.groups[is]);
                    self.reconfigure_group(position, change, after, scheduler, record);
                }
                (Some(_), None) => self.remove_group(position, scheduler),
                _ => {}
            }
        }
        for (group, route) in after.groups.iter().zip(routes) {
            if named(before, &group.id).is_none() {
                self.add_group(after, group, route, scheduler, record);
            }
        }
        self.pair_groups();
    }

    fn reconfigure_group(
        &mut self,
        position: usize,
        (before, after): (&Group, &Group),
        scenario: &Scenario,
        scheduler: &mut Scheduler,
        record: &mut Record,
    ) {
        if before.traffic.is_open_loop() != after.traffic.is_open_loop() {
            // A change between open loop and closed loop ends these flows and starts others.
            let route = self.groups[position].route.clone();
            self.remove_group(position, scheduler);
            self.add_group(scenario, after, route, scheduler, record);
            return;
        }
        let flows = self.all_flows_of(position);
        let sources_change = before.traffic != after.traffic || before.access != after.access;
        if sources_change {
            for &flow in &flows {
                self.member(flow).release_emitted(scheduler);
            }
        }
        self.need_applications(&flows, after);
        let old_config = self.groups[position].tcp.clone();
        self.groups[position].set_parameters(after);
        self.groups[position].give_overheads(self.seed);
        self.limit_access(position, after.access.limit, scheduler);
        for &flow in &flows {
            let mut member = self.member(flow);
            match &after.traffic {
                Traffic::Tcp(config) => {
                    member.reconfigure_sender(old_config.as_ref(), config, scheduler.now);
                }
                to if sources_change => member.reconfigure_source(to, scheduler.now),
                _ => {}
            }
        }
        if before.traffic != after.traffic {
            self.wake_senders(&flows, scheduler, record);
            if let (Traffic::Tcp(config), Some(old)) = (&after.traffic, &old_config)
                && old.workload != config.workload
            {
                self.reconfigure_teams(position, &old.workload, config, scheduler);
                self.reconfigure_arrivals(position, &old.workload, config, scheduler);
                self.reconfigure_writing(&flows, &old.workload, scheduler);
            }
        }
        if sources_change {
            for &flow in &flows {
                self.member(flow).plan_emission(scheduler);
            }
        }
        if after.count < before.count {
            self.stop_flows(position, after.count as usize, scheduler);
        } else {
            let more = after.count - before.count;
            self.add_flows(position, scenario, after, more, scheduler);
        }
        self.apply_schedule(position, scheduler, record);
    }

    /// Gives flows an application, if their new parameters need one.
    fn need_applications(&mut self, flows: &[u32], after: &Group) {
        let Traffic::Tcp(config) = &after.traffic else {
            return;
        };
        let seed = self.seed;
        for &number in flows {
            let Member { flow, group, .. } = self.member(number);
            let FlowKind::Tcp(tcp) = &mut flow.kind else {
                continue;
            };
            let (id, index) = (&group.id, flow.index);
            if !matches!(config.workload, Workload::Endless(_)) && tcp.application.is_none() {
                let order = || Order::new(flow.starts, Size::Endless);
                tcp.application = Some(Box::new(Application::new(
                    Session::Endless(Endless),
                    (!tcp.stopped).then(order),
                    session_rng(seed, id, index),
                )));
            }
        }
    }

    /// Returns the numbers of all flows of a group, stopped ones included.
    fn all_flows_of(&self, position: usize) -> Vec<u32> {
        let flows = (0..).zip(&self.flows);
        let members = flows.filter(|(_, flow)| flow.group as usize == position);
        members.map(|(number, _)| number).collect()
    }

    /// Sets or removes the limit of the access links of a group. If there was no limit before, the waiting packets
    /// are those in flight that are not through yet, except the first.
    fn limit_access(&mut self, position: usize, limit: Limit, scheduler: &Scheduler) {
        let mut begins_to_count = false;
        for flow in &mut self.flows {
            if flow.group as usize == position {
                begins_to_count |= flow.links.set_limit(limit);
            }
        }
        if !begins_to_count {
            return;
        }
        let first = self.groups[position].route.first();
        let mut ends: Vec<(u32, Time, u16)> = Vec::new();
        for (at, event) in scheduler.calendar.iter_timed() {
            let Event::Arrives(packet) = event else {
                continue;
            };
            let flow = &self.flows[packet.flow() as usize];
            let is_own = flow.group as usize == position && packet.class() != Class::Ack;
            let through = flow.links.begins(at, Span::ZERO);
            if is_own && packet.to == first && through > scheduler.now {
                ends.push((packet.flow(), through, packet.bytes));
            }
        }
        ends.sort_unstable();
        for pair in ends.windows(2) {
            let [(before, through, _), (flow, _, bytes)] = *pair else {
                continue;
            };
            if flow == before {
                self.flows[flow as usize].links.waits(through, bytes);
            }
        }
    }

    /// Wakes senders: after a change, a timer may be due earlier and the window may have room.
    fn wake_senders(&mut self, flows: &[u32], scheduler: &mut Scheduler, record: &mut Record) {
        let has_begun = |tcp: &TcpFlow| tcp.started || tcp.sender.outstanding() > 0;
        for &flow in flows {
            let mut member = self.member(flow);
            if member.flow.tcp().is_some_and(has_begun) {
                member.wake(scheduler, record);
            }
        }
    }

    /// Stops the flows of a group and detaches it: a later group with the same name is another one, and no more
    /// arrivals come.
    fn remove_group(&mut self, position: usize, scheduler: &mut Scheduler) {
        self.stop_flows(position, 0, scheduler);
        let group = &mut self.groups[position];
        group.partner = None;
        group.id.clear();
        group.arrivals = None;
    }

    /// Stops the flows of a group from position `keep` on.
    fn stop_flows(&mut self, position: usize, keep: usize, scheduler: &mut Scheduler) {
        let stopped = self.groups[position].flows.split_off(keep);
        self.remove_idle_flows(position, &stopped);
        for number in stopped {
            self.stop(number, scheduler);
            let Member { flow, group, .. } = self.member(number);
            if let FlowKind::Tcp(tcp) = &mut flow.kind
                && tcp.started
            {
                // Its retransmissions no longer count towards the mean window of the group.
                if tcp.is_sending() {
                    group.end_sending(tcp.sender.window().cwnd);
                }
                tcp.started = false;
            }
        }
    }
}

impl Member<'_> {
    /// Changes the parameters of a TCP flow.
    fn reconfigure_sender(&mut self, old: Option<&TcpConfig>, config: &TcpConfig, now: Time) {
        let Member { flow, group, .. } = self;
        let (FlowKind::Tcp(tcp), Some(old)) = (&mut flow.kind, old) else {
            return;
        };
        let window = tcp.sender.window().cwnd;
        tcp.integrate_window(now.max(tcp.cwnd_until));
        tcp.receiver.reconfigure(config);
        if let Some(application) = &mut tcp.application {
            (application.session).reconfigure(&config.workload, flow.index);
            if is_other_kind(old, config) {
                application.partner_orders = 0;
                application.replayed = None;
            }
        }
        if tcp.change_session(&config.workload) {
            group.end_sending(tcp.sender.window().cwnd);
        }
        tcp.sender.reconfigure(now, old, config);
        if tcp.is_sending() {
            group.windows.change(window, tcp.sender.window().cwnd);
        }
    }

    /// Changes an open-loop source. Packets that it has sent must have been released.
    fn reconfigure_source(&mut self, to: &Traffic, now: Time) {
        if let FlowKind::Open(open) = &mut self.flow.kind {
            open.reconfigure(now, to);
        }
    }
}

fn is_other_kind(old: &TcpConfig, new: &TcpConfig) -> bool {
    std::mem::discriminant(&old.workload) != std::mem::discriminant(&new.workload)
}
