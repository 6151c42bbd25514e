//! Edits: changes of a scenario during a run.
//!
//! An edit takes effect after all events up to its time. The document keeps it, so that the link of a run with
//! edits replays it. Packets already on a wire finish under the old settings.

use super::build::{computed_links, queue_rngs, sends_at_once};
use super::event::Event;
use super::exchange;
use super::flow::{Flow, FlowKind, TcpFlow};
use super::topology;
use super::{Core, GroupState, Simulation};
use crate::net::route::Route;
use crate::net::wire::OwnWires;
use crate::packet::Class;
use crate::queue::Limit;
use crate::scenario::check::{check_edit_count, check_flows_created, flows_begun};
use crate::scenario::{Edit, Group, Patch, Problems, Scenario, patched};
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};
use crate::trace::Traces;
use crate::traffic::Traffic;

impl Simulation {
    /// Provides files that later edits refer to.
    pub fn know(&mut self, traces: &Traces) {
        self.core.document.attached.extend(traces);
    }

    /// Applies changes now. Edits of the document at later times are removed: the run is on another branch.
    ///
    /// # Errors
    /// Unknown paths, values that are not accepted, parameters that cannot change during a run, too many
    /// edits, or an edit that puts more packets in flight than a run permits. Then nothing changes.
    pub fn edit(&mut self, patches: &[Patch]) -> Result<Edit, Problems> {
        let one = |problem| Problems(vec![problem]);
        check_edit_count(self.core.next_edit + 1).map_err(one)?;
        let work = self.core.edit_work + patched::work(&self.core.current, patches);
        patched::check_work(work).map_err(one)?;
        let changed = self.core.current.patched_live(patches)?;
        let flows = self.core.flows.len() as u64 + flows_begun(&self.core.current, &changed);
        check_flows_created(flows).map_err(one)?;
        // Seconds as the document writes them, at or after all past events.
        let mut at_s = self.core.now.s();
        while Time::from_s(at_s) < self.core.now {
            at_s = at_s.next_up();
        }
        let edit = Edit {
            at_s,
            set: patches.to_vec(),
        };
        // Only senders can exceed the limit, and a copy of a hundred thousand flows takes longer than the rest.
        let sends = changed.groups != self.core.current.groups;
        let before = sends.then(|| (self.core.clone(), self.changed));
        self.branches += 1;
        self.core.branch = self.branches;
        self.core.document.edits.truncate(self.core.next_edit);
        self.core.document.edits.push(edit.clone());
        if let Err(error) = self.advance(Time::from_s(at_s)) {
            if let Some(before) = before {
                (self.core, self.changed) = before;
            }
            return Err(Problems::one("", error.to_string()));
        }
        Ok(edit)
    }
}

/// Applies edit `index` of the document.
pub(super) fn apply(core: &mut Core, index: usize) {
    // The patches were checked before; a failure here changes nothing.
    let patches = &core.document.edits[index].set;
    core.edit_work += patched::work(&core.current, patches);
    if let Ok(changed) = core.current.patched(patches) {
        core.reconfigure(changed);
    }
}

impl Core {
    fn reconfigure(&mut self, mut changed: Scenario) {
        let flows = self.flows.len();
        changed.attach(&self.document.attached);
        let old = std::mem::replace(&mut self.current, changed.clone());
        let old = exchange::with_partners(&old);
        changed = exchange::with_partners(&changed);
        self.keep_handshakes(&mut changed);
        let routes = self.routes_of(&changed);
        self.forbid_deferral(&changed, &routes);
        self.reconfigure_links(&changed);
        for position in 0..self.groups.len() {
            let id = &self.groups[position].id;
            let before = old.groups.iter().find(|g| g.id == *id);
            let after = changed.groups.iter().position(|g| g.id == *id);
            match (before, after) {
                (Some(before), Some(i)) => {
                    self.groups[position].route = routes[i].clone();
                    if *before != changed.groups[i] {
                        self.reconfigure_group(position, before, &changed.groups[i]);
                    }
                }
                (Some(_), None) => {
                    self.stop_flows(position, 0);
                    self.detach_group(position);
                }
                (None, _) => {}
            }
        }
        for (group, route) in changed.groups.iter().zip(routes) {
            if !old.groups.iter().any(|g| g.id == group.id) {
                self.add_group(group, route);
            }
        }
        self.pair_groups();
        if self.flows.len() != flows {
            self.set_groups_of_links();
        }
    }

    /// Keeps the handshake setting of groups. It cannot change during a run, but partners decide it at the start.
    fn keep_handshakes(&self, changed: &mut Scenario) {
        for group in &mut changed.groups {
            let before = self.groups.iter().find(|it| it.id == group.id);
            let before = before.and_then(|it| it.tcp.as_ref());
            if let (Some(before), Traffic::Tcp(config)) = (before, &mut group.traffic) {
                config.handshake = before.handshake;
            }
        }
    }

    /// Returns the routes of the groups. Once acknowledgments have used the ports of the reverse path, they keep
    /// using them: computed ones would not see those that wait there.
    pub(super) fn routes_of(&mut self, scenario: &Scenario) -> Vec<Route> {
        self.options.hop_by_hop |= !topology::acks_keep_their_order(scenario);
        topology::routes(scenario, self.options.hop_by_hop)
    }

    /// If a group changes its path, its packets reach the receivers from two nodes for a while. From then on, nodes
    /// are served in order of time, without deferral.
    fn forbid_deferral(&mut self, changed: &Scenario, routes: &[Route]) {
        let changes_path = |group: &GroupState| {
            let place = changed.groups.iter().position(|g| g.id == group.id);
            place.is_some_and(|place| routes[place].data != group.route.data)
        };
        if self.groups.iter().any(changes_path) {
            for link in &mut self.links {
                link.forbid_deferral();
            }
        }
    }

    fn reconfigure_links(&mut self, changed: &Scenario) {
        let now = self.now;
        for (node, plan) in (0..).zip(topology::ports(changed)) {
            let rng_of = queue_rngs(changed, &plan);
            self.links[node as usize].reconfigure(now, &plan.router, plan.design.clone(), &rng_of);
            self.count_dropped_inside(node);
        }
        for (node, link) in (0..).zip(&self.links) {
            self.service_schedule.set_due(node, link.due_at());
        }
        for (link, fresh) in self.computed_links.iter_mut().zip(computed_links(changed)) {
            link.wire = fresh.wire;
            link.delay = fresh.delay;
        }
    }

    fn reconfigure_group(&mut self, position: usize, before: &Group, after: &Group) {
        if before.traffic.is_open_loop() != after.traffic.is_open_loop() {
            // A change between open loop and closed loop ends these flows and starts others.
            self.stop_flows(position, 0);
            let route = self.groups[position].route.clone();
            self.detach_group(position);
            self.add_group(after, route);
            return;
        }
        let old_config = self.groups[position].tcp.clone();
        if let Traffic::Tcp(config) = &after.traffic {
            self.groups[position].tcp = Some(config.as_ref().clone());
        }
        let sources_change = before.traffic != after.traffic || before.access != after.access;
        let members = |flow: &Flow| flow.group as usize == position;
        for number in 0..self.flows.len() {
            if sources_change && members(&self.flows[number]) {
                self.release_emitted(number as u32);
            }
        }
        self.groups[position].wires = OwnWires::new(after.access.rate_bps, after.egress.rate_bps);
        self.groups[position].sends_at_once = sends_at_once(after);
        self.limit_access(position, after.access.limit());
        // Stopped flows are included: they still finish their data, by the same rules.
        for flow in self.flows.iter_mut().filter(|flow| members(flow)) {
            match (&mut flow.kind, &after.traffic) {
                (FlowKind::Tcp(tcp), Traffic::Tcp(config)) => {
                    let window = tcp.sender.window().cwnd;
                    tcp.integrate_window(self.now.max(tcp.cwnd_until));
                    tcp.receiver.reconfigure(config);
                    tcp.session.reconfigure(&config.workload, flow.index);
                    if old_config
                        .as_ref()
                        .is_some_and(|old| is_other_kind(old, config))
                    {
                        tcp.partner_orders = 0;
                        tcp.replayed = None;
                    }
                    if tcp.change_session(&config.workload) {
                        self.groups[position].cwnd_sum -= tcp.sender.window().cwnd;
                        self.groups[position].sending -= 1;
                    }
                    if let Some(old) = &old_config {
                        tcp.sender.reconfigure(self.now, old, config);
                    }
                    if tcp.is_sending() {
                        self.groups[position].cwnd_sum += tcp.sender.window().cwnd - window;
                    }
                }
                (FlowKind::Open(open), to) if sources_change => open.reconfigure(self.now, to),
                _ => {}
            }
        }
        if before.traffic != after.traffic {
            self.wake_senders(position);
            if let Traffic::Tcp(config) = &after.traffic
                && let Some(old) = &old_config
                && old.workload != config.workload
            {
                self.reconfigure_arrivals(position, &old.workload, config);
            }
        }
        if sources_change {
            for number in 0..self.flows.len() {
                if members(&self.flows[number]) {
                    self.plan_emission(number as u32);
                }
            }
        }
        if after.count < before.count {
            self.stop_flows(position, after.count as usize);
        } else {
            self.add_flows(position, after, after.count - before.count);
        }
        self.apply_schedule(position);
    }

    /// Sets or removes the limit of the access links of a group. If there was no limit before, the waiting packets
    /// are those in flight that are not through yet, except the first.
    fn limit_access(&mut self, position: usize, limit: Limit) {
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
        for (at, event) in self.calendar.iter_timed() {
            let Event::Arrives(packet) = event else {
                continue;
            };
            let flow = &self.flows[packet.flow as usize];
            let is_own = flow.group as usize == position && packet.class != Class::Ack;
            let through = flow.links.begins(at, Span::ZERO);
            if is_own && packet.to == first && through > self.now {
                ends.push((packet.flow, through, packet.bytes));
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

    /// Wakes the senders of a group: after a change, a timer may be due earlier and the window may have room.
    fn wake_senders(&mut self, position: usize) {
        for number in 0..self.flows.len() {
            let flow = &self.flows[number];
            let has_begun = |tcp: &TcpFlow| tcp.started || tcp.sender.outstanding() > 0;
            if flow.group as usize == position && flow.tcp().is_some_and(has_begun) {
                self.wake(number as u32);
            }
        }
    }

    /// Detaches a removed group: a later group with the same name is another one, and no more arrivals come.
    fn detach_group(&mut self, position: usize) {
        self.groups[position].partner = None;
        self.groups[position].id.clear();
        self.groups[position].arrivals = None;
    }

    /// Stops the flows of a group from position `keep` on.
    fn stop_flows(&mut self, position: usize, keep: usize) {
        let stopped = self.groups[position].flows.split_off(keep);
        self.remove_idle_flows(position, &stopped);
        for number in stopped {
            self.stop(number);
            let flow = &mut self.flows[number as usize];
            let group = &mut self.groups[position];
            if let FlowKind::Tcp(tcp) = &mut flow.kind
                && tcp.started
            {
                // Its retransmissions no longer count towards the mean window of the group.
                if tcp.is_sending() {
                    group.cwnd_sum -= tcp.sender.window().cwnd;
                    group.sending -= 1;
                }
                tcp.started = false;
            }
        }
    }
}

fn is_other_kind(old: &TcpConfig, new: &TcpConfig) -> bool {
    std::mem::discriminant(&old.workload) != std::mem::discriminant(&new.workload)
}
