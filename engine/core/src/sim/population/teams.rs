//! Flows that wait for the other flows of their team; see [`team`](crate::apps::team).
//!
//! A team waits for its flows that have begun and are neither stopped nor paused. It learns of a flow when the flow
//! waits, or when all that it knows of wait, so that each wait takes constant time.

use std::mem::discriminant;

use super::Population;
use crate::apps::team::Release;
use crate::apps::{Next, Workload};
use crate::sim::application::Application;
use crate::sim::scheduler::Scheduler;
use crate::sim::team::{Membership, Team, Teams};
use crate::tcp::config::TcpConfig;
use crate::time::Time;

impl Population {
    /// The session of a flow waits for its team.
    pub(super) fn join_team(&mut self, flow: u32, scheduler: &mut Scheduler) {
        let Some(team) = self.team_of(flow) else {
            return;
        };
        let has_begun = self.flows[flow as usize].starts <= scheduler.now;
        let Some(before) = self
            .application_mut(flow)
            .map(|application| application.team)
        else {
            return;
        };
        if !has_begun || before.is_some_and(|before| before.waits) {
            return;
        }
        let position = usize::from(self.flows[flow as usize].group);
        let counts = self.team(position, team);
        counts.members += u32::from(before.is_none());
        counts.waiting += 1;
        self.set_membership(flow, Some(Membership { team, waits: true }));
        self.release_if_complete(position, team, scheduler);
    }

    /// The team of a flow no longer waits for it.
    pub(super) fn leave_team(&mut self, flow: u32, scheduler: &mut Scheduler) {
        if self.group_of(flow).teams.is_none() {
            return;
        }
        let application = self.application_mut(flow);
        let Some(before) = application.and_then(|application| application.team.take()) else {
            return;
        };
        let position = usize::from(self.flows[flow as usize].group);
        let counts = self.team(position, before.team);
        counts.members -= 1;
        counts.waiting -= u32::from(before.waits);
        self.release_if_complete(position, before.team, scheduler);
    }

    /// Adapts the teams of a group to a changed workload. Call it after the change of the sessions.
    pub(super) fn reconfigure_teams(
        &mut self,
        position: usize,
        old: &Workload,
        config: &TcpConfig,
        scheduler: &mut Scheduler,
    ) {
        let is_same_kind = discriminant(old) == discriminant(&config.workload);
        if is_same_kind && old.team() == config.workload.team() {
            return;
        }
        self.groups[position].teams = Teams::of(&config.workload);
        let mut waiting = Vec::new();
        for flow in self.groups[position].flows.clone() {
            let application = self.application_mut(flow);
            let before = application.and_then(|application| application.team.take());
            if is_same_kind && before.is_some_and(|before| before.waits) {
                waiting.push(flow);
            }
        }
        for flow in waiting {
            self.join_team(flow, scheduler);
        }
    }

    /// Lets the flows of a team go on, if all of them wait.
    fn release_if_complete(&mut self, position: usize, team: u32, scheduler: &mut Scheduler) {
        while self.is_complete(position, team) {
            self.enroll(position, team, scheduler.now);
            if !self.is_complete(position, team) || !self.release(position, team, scheduler) {
                return;
            }
        }
    }

    fn is_complete(&mut self, position: usize, team: u32) -> bool {
        let counts = self.team(position, team);
        counts.waiting > 0 && counts.waiting == counts.members
    }

    /// Makes the team wait for all of its flows that have begun.
    fn enroll(&mut self, position: usize, team: u32, now: Time) {
        for flow in self.flows_of_team(position, team) {
            let has_begun = self.flows[flow as usize].starts <= now;
            let is_unknown = self.tcp_mut(flow).is_some_and(|tcp| {
                let application = tcp.application.as_ref();
                let is_unknown = application.is_some_and(|application| application.team.is_none());
                is_unknown && !tcp.has_stopped() && !tcp.paused
            });
            if has_begun && is_unknown {
                self.team(position, team).members += 1;
                self.set_membership(flow, Some(Membership { team, waits: false }));
            }
        }
    }

    /// Lets the waiting flows of a team go on. Returns false if an edit has stopped all of them.
    fn release(&mut self, position: usize, team: u32, scheduler: &mut Scheduler) -> bool {
        let mut flows = self.flows_of_team(position, team);
        flows.retain(|&flow| self.application_mut(flow).is_some_and(|it| waits(it)));
        let of = flows.len() as u32;
        let mut round = self.team(position, team).round;
        for (rank, flow) in (0..).zip(flows) {
            let Some(application) = self.application_mut(flow) else {
                continue;
            };
            let mut release = Release {
                now: scheduler.now,
                rank,
                of,
                round: &mut round,
            };
            let next = (application.session).on_released(&mut release, &mut application.rng);
            let next = application.resolve(scheduler.now, next);
            let report = application.session.take_report();
            if next != Next::AwaitTeam {
                self.team(position, team).waiting -= 1;
                self.set_membership(flow, Some(Membership { team, waits: false }));
                scheduler.start_next(flow, next);
            }
            if let Some(report) = report {
                self.groups[position]
                    .transfers
                    .report(&report, scheduler.now);
            }
        }
        self.team(position, team).round = round;
        of > 0
    }

    /// Returns the position of the team of a flow, if its group has teams and no edit has stopped it.
    fn team_of(&self, flow: u32) -> Option<u32> {
        let group = self.group_of(flow);
        let size = group.teams.as_ref()?.size;
        let place = group.flows.binary_search(&flow).ok()?;
        Some((place / size) as u32)
    }

    fn flows_of_team(&self, position: usize, team: u32) -> Vec<u32> {
        let group = &self.groups[position];
        let size = group.teams.as_ref().map_or(1, |teams| teams.size);
        let flows = group.flows.iter().skip(size.saturating_mul(team as usize));
        flows.take(size).copied().collect()
    }

    fn team(&mut self, position: usize, team: u32) -> &mut Team {
        let teams = &mut self.groups[position].teams;
        let teams = teams.get_or_insert_with(|| {
            Box::new(Teams {
                size: 1,
                list: Vec::new(),
            })
        });
        teams.team(team as usize)
    }

    fn set_membership(&mut self, flow: u32, membership: Option<Membership>) {
        if let Some(application) = self.application_mut(flow) {
            application.team = membership;
        }
    }
}

fn waits(application: &Application) -> bool {
    application.team.is_some_and(|team| team.waits)
}
