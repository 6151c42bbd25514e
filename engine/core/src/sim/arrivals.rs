//! Flows that arrive at a group: which of its places serves whom, and who waits.

use std::collections::VecDeque;
use std::mem::discriminant;
use std::sync::Arc;

use super::Core;
use super::calendar::Rank;
use super::event::Event;
use super::exchange::Listed;
use super::flow::{FlowKind, TcpFlow};
use crate::apps::{Next, Workload};
use crate::rng::Rng;
use crate::tcp::config::TcpConfig;
use crate::time::{Span, Time};
use crate::trace::Trace;

/// The arrivals at a group.
#[derive(Clone, Debug)]
pub struct Arrivals {
    comers: Comers,
    /// When the next one comes; [`Time::NEVER`] until there is a place.
    next: Time,
    /// Flows that have nothing to do, the longest idle first.
    idle: VecDeque<u32>,
    /// Arrivals that have found no place.
    waiting: u64,
}

/// Who comes.
#[derive(Clone, Debug)]
enum Comers {
    /// Anyone, at random.
    Anyone { rng: Rng, mean_gap_s: f64 },
    /// Connections of a file.
    Listed(Box<Listed>),
}

impl Arrivals {
    /// Those of a group called `id` that a workload asks for; `None` if it asks for none.
    pub(super) fn of(workload: &Workload, seed: u64, id: &str) -> Option<Box<Arrivals>> {
        let comers = match workload.replays() {
            Some((trace, repeat)) => Comers::Listed(Box::new(Listed::new(trace.cloned(), repeat))),
            None => Comers::Anyone {
                mean_gap_s: workload.arrival_gap_s()?,
                rng: Rng::for_component(seed, &format!("group/{id}/arrivals"), 0),
            },
        };
        Some(Box::new(Arrivals {
            comers,
            next: Time::NEVER,
            idle: VecDeque::new(),
            waiting: 0,
        }))
    }

    /// Arrivals that wait for a place.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// The flow that the next one will find.
    pub(super) fn next_flow(&self) -> Option<u32> {
        self.idle.front().copied()
    }

    /// The connection that is served next, if they are those of a file.
    pub(super) fn next_listed(&mut self) -> Option<(Arc<Trace>, usize)> {
        match &mut self.comers {
            Comers::Listed(listed) => listed.serve(),
            Comers::Anyone { .. } => None,
        }
    }

    /// When the next one comes. At random it is at least a picosecond from now: what is left of an exponential time is
    /// as long.
    fn draw(&mut self, now: Time) -> Time {
        self.next = match &mut self.comers {
            Comers::Anyone { rng, mean_gap_s } => {
                now + Span::from_s(rng.exponential(*mean_gap_s)).max(Span(1))
            }
            Comers::Listed(listed) => listed.next_at(now),
        };
        self.next
    }

    /// Whether they are those of a file: their times are known whether there is a place or not.
    fn is_listed(&self) -> bool {
        matches!(self.comers, Comers::Listed(_))
    }

    /// Others come from now on; whether the time of the next must be drawn anew.
    fn follow(&mut self, fresh: Comers) -> bool {
        match (&mut self.comers, fresh) {
            (
                Comers::Anyone { mean_gap_s, .. },
                Comers::Anyone {
                    mean_gap_s: fresh, ..
                },
            ) => {
                *mean_gap_s = fresh;
            }
            (Comers::Listed(listed), Comers::Listed(fresh)) if listed.is_like(&fresh) => {
                listed.repeats(&fresh);
                return self.next == Time::NEVER;
            }
            (comers, fresh) => {
                *comers = fresh;
                self.waiting = 0;
            }
        }
        true
    }

    /// A flow has nothing to do: whether it takes the next that waits. The first place opens the doors: the time
    /// of the first arrival is returned.
    pub(super) fn free(&mut self, now: Time, flow: u32) -> (bool, Option<Time>) {
        let opens = (self.next == Time::NEVER).then(|| self.draw(now));
        let takes = self.waiting > 0;
        if takes {
            self.waiting -= 1;
        } else if !(self.is_listed() && self.idle.contains(&flow)) {
            // Both ends of a connection that is played may find it over.
            self.idle.push_back(flow);
        }
        (takes, opens)
    }
}

impl TcpFlow {
    /// Whether it has nothing to do until someone comes, or for ever.
    fn is_idle(&self) -> bool {
        let is_over = |order: &crate::apps::Order| {
            let transfer = self.transfer.as_ref();
            transfer.is_some_and(|file| file.finished.is_some() && order.at <= file.started)
        };
        !self.has_stopped() && self.order.as_ref().is_none_or(is_over)
    }
}

impl Core {
    /// Someone comes to a group, if it is still the time that was drawn last.
    pub(super) fn on_group_arrival(&mut self, position: u32) {
        let now = self.now;
        let Some(arrivals) = &mut self.groups[position as usize].arrivals else {
            return;
        };
        if arrivals.next != now {
            return;
        }
        let next = arrivals.draw(now);
        let flow = arrivals.idle.pop_front();
        if flow.is_none() {
            arrivals.waiting += 1;
        }
        self.expect_arrival(position, next);
        if let Some(flow) = flow
            && let Next::Send(order) = self.serve(flow)
        {
            if order.at == now {
                self.on_start(flow);
            } else {
                self.plan_start(flow, order.at);
            }
        }
    }

    fn expect_arrival(&mut self, position: u32, at: Time) {
        if at == Time::NEVER {
            return;
        }
        let event = Event::GroupArrival(position);
        self.calendar.push(at, Rank::FIRST, self.now, event);
    }

    /// A flow has no order: it waits for those who come, or begins by itself if its session does not wait any more.
    pub(super) fn find_something_to_do(&mut self, flow: u32) {
        let group = self.flows[flow as usize].group;
        if self.groups[group as usize].arrivals.is_none() {
            self.begin_session(flow);
        } else if self.waits_for_someone(flow) {
            self.free_place(flow);
        }
    }

    /// Whether a flow's session has nothing to do until someone comes: one may wait for its partner.
    fn waits_for_someone(&mut self, flow: u32) -> bool {
        let now = self.now;
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return false;
        };
        tcp.session.begin(now, &mut tcp.chance) == Next::Wait
    }

    /// A flow whose session waits for arrivals has nothing to do.
    fn free_place(&mut self, flow: u32) {
        let now = self.now;
        let position = self.flows[flow as usize].group;
        let Some(arrivals) = &mut self.groups[position as usize].arrivals else {
            return;
        };
        let (takes, opens) = arrivals.free(now, flow);
        if takes && let Next::Send(order) = self.serve(flow) {
            self.plan_start(flow, order.at);
        }
        if let Some(at) = opens {
            self.expect_arrival(u32::from(position), at);
        }
    }

    pub(super) fn plan_start(&mut self, flow: u32, at: Time) {
        let starts = Event::Starts(flow);
        self.calendar.push(at, Rank::FIRST, self.now, starts);
    }

    /// These flows end: they serve no one any more.
    pub(super) fn close_places(&mut self, position: usize, stopped: &[u32]) {
        if let Some(arrivals) = &mut self.groups[position].arrivals {
            arrivals.idle.retain(|flow| !stopped.contains(flow));
        }
    }

    /// A group's workload has changed. Call when its sessions have: those that waited begin, or those that are done
    /// wait; and the next arrival comes at the new rate.
    pub(super) fn reconfigure_arrivals(
        &mut self,
        position: usize,
        old: &Workload,
        config: &TcpConfig,
    ) {
        let now = self.now;
        let group = &mut self.groups[position];
        let fresh = Arrivals::of(&config.workload, self.document.seed, &group.id);
        match (&mut group.arrivals, fresh) {
            (Some(arrivals), Some(fresh)) => {
                let was_open = arrivals.next != Time::NEVER || arrivals.is_listed();
                if arrivals.follow(fresh.comers) && was_open {
                    let at = arrivals.draw(now);
                    self.expect_arrival(position as u32, at);
                }
            }
            (arrivals @ None, Some(fresh)) => {
                *arrivals = Some(fresh);
                let members = group.flows.clone();
                for flow in members {
                    let state = &self.flows[flow as usize];
                    let has_begun = state.starts <= now;
                    if has_begun && state.tcp().is_some_and(TcpFlow::is_idle) {
                        self.free_place(flow);
                    }
                }
            }
            (arrivals @ Some(_), None) => {
                let idle = arrivals.take().map(|arrivals| arrivals.idle);
                for flow in idle.into_iter().flatten() {
                    self.begin_session(flow);
                }
            }
            (None, None) if discriminant(old) != discriminant(&config.workload) => {
                let members = group.flows.clone();
                for flow in members {
                    if self.flows[flow as usize]
                        .tcp()
                        .is_some_and(TcpFlow::is_idle)
                    {
                        self.begin_session(flow);
                    }
                }
            }
            (None, None) => {}
        }
    }

    /// A flow that has waited begins what its session asks for by itself.
    fn begin_session(&mut self, flow: u32) {
        let now = self.now;
        let FlowKind::Tcp(tcp) = &mut self.flows[flow as usize].kind else {
            return;
        };
        let next = tcp.session.begin(now, &mut tcp.chance);
        if let Next::Send(order) = tcp.resolve(now, next) {
            self.plan_start(flow, order.at);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::extent::usual_or_all;
    use crate::scenario::{Patch, Scenario};
    use crate::sim::Simulation;
    use crate::time::Time;
    use serde_json::json;

    fn scenario(count: u32, load_bps: f64) -> Scenario {
        Scenario::from_value(json!({
            "duration_s": 400, "warmup_s": 20,
            "bottlenecks": [{ "id": "r0", "rate_bps": 1e9, "delay_s": 0.02,
                "queue": { "kind": "drop_tail", "limit_packets": 10_000 } }],
            "groups": [{ "id": "flows", "count": count, "access": { "rate_bps": 1e8 },
                "traffic": { "kind": "tcp", "workload": {
                    "kind": "arrivals", "load_bps": load_bps, "size_bytes": 20_000 } } }],
        }))
        .unwrap_or_else(|p| panic!("{p}"))
    }

    fn run(scenario: &Scenario) -> Simulation {
        let mut run = Simulation::new(scenario);
        run.advance(run.end()).expect("few packets");
        run
    }

    /// 8 Mb/s in files of 20 kB are 50 a second; in 380 s 19,000, of which four standard errors are 550.
    #[test]
    fn as_many_come_as_the_load_says_and_by_littles_law_as_many_are_under_way() {
        let mut run = run(&scenario(100, 8e6));
        let summary = run.summary();
        let transfers = summary.groups[0].transfers.expect("they are finite");
        assert!(transfers.completed.abs_diff(19_000) < 550, "{transfers:?}");
        assert_eq!(
            run.observed().groups[0]
                .arrivals
                .as_ref()
                .expect("they come")
                .waiting(),
            0
        );
    }

    /// Two places of some 0.3 s per file serve fewer than 10 a second of the 50 that come.
    #[test]
    fn those_that_find_no_place_wait() {
        let mut run = run(&scenario(2, 8e6));
        let transfers = run.summary().groups[0].transfers.expect("they are finite");
        let mean_s = transfers.mean_s.expect("some are complete");
        let served = 2.0 * 380.0 / mean_s;
        assert!(
            (transfers.completed as f64 / served - 1.0).abs() < 0.01,
            "{transfers:?}"
        );
        let waiting = run.observed().groups[0]
            .arrivals
            .as_ref()
            .expect("they come")
            .waiting();
        let come = 400.0 * 50.0;
        let done = transfers.completed as f64 * 400.0 / 380.0;
        assert!(
            (waiting as f64 / (come - done) - 1.0).abs() < 0.05,
            "{waiting}"
        );
    }

    #[test]
    fn they_become_users_and_users_become_them_while_it_runs() {
        let users = json!({ "kind": "closed_loop", "size_bytes": 20_000 });
        let arrivals = json!({ "kind": "arrivals", "load_bps": 8e6, "size_bytes": 20_000 });
        let mut run = Simulation::new(&scenario(50, 8e6));
        let mut done = 0;
        for (step, value) in (1..).zip([&users, &arrivals, &users, &arrivals]) {
            run.advance(Time::from_s(60.0 * f64::from(step)))
                .expect("few packets");
            let now = run.summary().groups[0].transfers.expect("finite").completed;
            // Users think for a second, and take 0.3 s: 50 of them make nearly 40 transfers a second.
            assert!(now > done + 30 * 35, "step {step}: {done} {now}");
            done = now;
            let path = "groups.flows.traffic.workload".to_owned();
            let value = value.clone();
            run.edit(&[Patch { path, value }]).expect("it can change");
        }
    }

    /// Endless streams end with what is sent, flows that are done begin again: after each change files are completed
    /// as the new session asks for them, or none.
    #[test]
    fn every_session_is_followed_by_any_other_while_it_runs() {
        let kinds = [
            json!("endless"),
            json!({ "kind": "transfer", "size_bytes": 20_000 }),
            json!({ "kind": "closed_loop", "size_bytes": 20_000 }),
            json!({ "kind": "surge", "tail_share": 0, "think_s": 1 }),
            json!({ "kind": "arrivals", "load_bps": 8e6, "size_bytes": 20_000 }),
        ];
        let set = |value: &serde_json::Value| Patch {
            path: "groups.flows.traffic.workload".to_owned(),
            value: value.clone(),
        };
        for (i, from) in kinds.iter().enumerate() {
            // Each is followed by itself and by the next, or by every one.
            let followers = usual_or_all(2, kinds.len());
            for to in kinds.iter().cycle().skip(i).take(followers) {
                let start = scenario(20, 8e6).patched(&[set(from)]).expect("acceptable");
                let mut run = Simulation::new(&start);
                run.advance(Time::from_s(30.0)).expect("few packets");
                run.edit(&[set(to)]).expect("it can change");
                run.advance(Time::from_s(35.0)).expect("few packets");
                let completed = |run: &mut Simulation| {
                    let files = run.summary().groups[0].transfers;
                    files.map_or(0, |files| files.completed)
                };
                let before = completed(&mut run);
                run.advance(Time::from_s(65.0)).expect("few packets");
                let more = completed(&mut run) - before;
                // In 30 s, by the kind that follows: users take a second and more per file.
                let expected = match to["kind"].as_str() {
                    Some("closed_loop" | "surge") => 300..700,
                    Some("arrivals") => 1000..1700,
                    _ => 0..1,
                };
                assert!(expected.contains(&more), "{from} to {to}: {more}");
                let flows = run.census().flows;
                assert!(
                    flows
                        .iter()
                        .all(|flow| flow.data.balances() && flow.acks.balances())
                );
                let sending = run.observed().groups[0].sending;
                if to["kind"].is_null() {
                    assert_eq!(sending, 20, "{from} to {to}");
                }
                assert!(sending <= 20, "{from} to {to}");
            }
        }
    }

    #[test]
    fn a_higher_load_is_felt_at_once_and_places_come_and_go() {
        let mut run = Simulation::new(&scenario(50, 1.0));
        run.advance(Time::from_s(100.0)).expect("few packets");
        let set = |path: &str, value| Patch {
            path: path.to_owned(),
            value,
        };
        run.edit(&[set("groups.flows.traffic.workload.load_bps", json!(8e6))])
            .expect("it can");
        run.edit(&[set("groups.flows.count", json!(10))])
            .expect("it can");
        run.edit(&[set("groups.flows.count", json!(60))])
            .expect("it can");
        run.advance(Time::from_s(200.0)).expect("few packets");
        let transfers = run.summary().groups[0].transfers.expect("finite");
        assert!(transfers.completed.abs_diff(5000) < 300, "{transfers:?}");
    }
}
