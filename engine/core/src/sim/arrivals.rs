//! Arrivals at a group: assignment of arrivals to idle flows, and a count of those that wait.

use std::collections::VecDeque;
use std::sync::Arc;

use super::flow::TcpFlow;
use super::ramp::Ramp;
use super::replay::ReplayedArrivals;
use crate::apps::Workload;
use crate::rng::Rng;
use crate::time::{Span, Time};
use crate::trace::Trace;

/// State of the arrivals at a group.
#[derive(Clone, Debug)]
pub struct Arrivals {
    pub(super) process: ArrivalProcess,
    /// Time of the next arrival; [`Time::NEVER`] until a flow is available.
    pub(super) next: Time,
    /// Idle flows, the longest idle first.
    pub(super) idle: VecDeque<u32>,
    /// Number of arrivals that wait for an idle flow.
    pub(super) waiting: u64,
}

/// Arrival process of a group.
#[derive(Clone, Debug)]
pub(super) enum ArrivalProcess {
    /// Arrivals as a Poisson process.
    Poisson { rng: Rng, mean_gap_s: f64 },
    /// One connection after another, until their goodput is stable.
    Ramp(Ramp),
    /// Connections of a file, at their times.
    Replayed(Box<ReplayedArrivals>),
}

impl Arrivals {
    /// Creates the arrivals of group `id`; `None` if the workload has no arrivals.
    pub(super) fn of(workload: &Workload, seed: u64, id: &str) -> Option<Box<Arrivals>> {
        let process = if let Some((trace, repeat)) = workload.replays() {
            ArrivalProcess::Replayed(Box::new(ReplayedArrivals::new(trace.cloned(), repeat)))
        } else if let Some(interval_s) = workload.interval_s() {
            ArrivalProcess::Ramp(Ramp::new(Span::from_s(interval_s)))
        } else {
            ArrivalProcess::Poisson {
                mean_gap_s: workload.arrival_gap_s()?,
                rng: Rng::for_component(seed, &format!("group/{id}/arrivals"), 0),
            }
        };
        Some(Box::new(Arrivals {
            process,
            next: Time::NEVER,
            idle: VecDeque::new(),
            waiting: 0,
        }))
    }

    /// Returns the number of arrivals that wait for an idle flow.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.waiting
    }

    /// Returns the flow that serves the next arrival.
    pub(super) fn next_flow(&self) -> Option<u32> {
        self.idle.front().copied()
    }

    /// Returns the next connection to admit, if arrivals come from a file.
    pub(super) fn next_replayed(&mut self) -> Option<(Arc<Trace>, usize)> {
        match &mut self.process {
            ArrivalProcess::Replayed(replayed) => replayed.admit(),
            ArrivalProcess::Poisson { .. } | ArrivalProcess::Ramp(_) => None,
        }
    }

    /// Returns the ramp, if connections are added one by one.
    #[must_use]
    pub fn ramp(&self) -> Option<&Ramp> {
        match &self.process {
            ArrivalProcess::Ramp(ramp) => Some(ramp),
            _ => None,
        }
    }

    /// Returns the ramp for changes.
    pub(super) fn ramp_mut(&mut self) -> Option<&mut Ramp> {
        match &mut self.process {
            ArrivalProcess::Ramp(ramp) => Some(ramp),
            _ => None,
        }
    }

    /// Draws the time of the next arrival, at least a picosecond from now for Poisson arrivals: the rest of an
    /// exponential time is exponential too.
    pub(super) fn draw(&mut self, now: Time) -> Time {
        self.next = match &mut self.process {
            ArrivalProcess::Poisson { rng, mean_gap_s } => {
                now + Span::from_s(rng.exponential(*mean_gap_s)).max(Span(1))
            }
            ArrivalProcess::Ramp(ramp) => ramp.next_at(now),
            ArrivalProcess::Replayed(replayed) => replayed.next_at(now),
        };
        self.next
    }

    /// Returns whether arrivals come from a file; then their times do not depend on idle flows.
    pub(super) fn is_replayed(&self) -> bool {
        matches!(self.process, ArrivalProcess::Replayed(_))
    }

    /// Changes the arrival process. Returns whether the time of the next arrival must be drawn again.
    pub(super) fn follow(&mut self, fresh: ArrivalProcess) -> bool {
        match (&mut self.process, fresh) {
            (
                ArrivalProcess::Poisson { mean_gap_s, .. },
                ArrivalProcess::Poisson {
                    mean_gap_s: fresh, ..
                },
            ) => {
                *mean_gap_s = fresh;
            }
            (ArrivalProcess::Ramp(ramp), ArrivalProcess::Ramp(fresh)) => {
                ramp.interval = fresh.interval;
            }
            (ArrivalProcess::Replayed(replayed), ArrivalProcess::Replayed(fresh))
                if replayed.is_like(&fresh) =>
            {
                replayed.repeats(&fresh);
                return self.next == Time::NEVER;
            }
            (process, fresh) => {
                *process = fresh;
                self.waiting = 0;
            }
        }
        true
    }

    /// Adds an idle flow. Returns whether it serves a waiting arrival at once, and the time of the first arrival if
    /// this flow is the first available one.
    pub(super) fn add_idle(&mut self, now: Time, flow: u32) -> (bool, Option<Time>) {
        let opens = (self.next == Time::NEVER).then(|| self.draw(now));
        let takes = self.waiting > 0;
        if takes {
            self.waiting -= 1;
        } else if !(self.is_replayed() && self.idle.contains(&flow)) {
            // Both ends of a replayed connection may report its end.
            self.idle.push_back(flow);
        }
        (takes, opens)
    }
}

impl TcpFlow {
    /// Returns whether the flow is idle until the next arrival, or for ever.
    pub(super) fn is_idle(&self) -> bool {
        let is_over = |order: &crate::apps::Order| {
            self.transfer()
                .is_some_and(|file| file.finished.is_some() && order.at <= file.started)
        };
        !self.has_stopped() && self.order().as_ref().is_none_or(is_over)
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
    fn arrivals_match_the_load_and_none_waits_with_enough_flows() {
        let mut run = run(&scenario(100, 8e6));
        let summary = run.summary();
        let completed = summary.groups[0].count("transfers.completed");
        let completed = completed.expect("they are finite");
        assert!(completed.abs_diff(19_000) < 550, "{completed}");
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
    fn arrivals_without_an_idle_flow_wait() {
        let mut run = run(&scenario(2, 8e6));
        let group = &run.summary().groups[0];
        let completed = group
            .number("transfers.completed")
            .expect("they are finite");
        let mean_s = group.number("transfers.mean_s").expect("some are complete");
        let served = 2.0 * 380.0 / mean_s;
        assert!(
            (completed / served - 1.0).abs() < 0.01,
            "{completed} in {mean_s} s"
        );
        let waiting = run.observed().groups[0]
            .arrivals
            .as_ref()
            .expect("they come")
            .waiting();
        let come = 400.0 * 50.0;
        let done = completed * 400.0 / 380.0;
        assert!(
            (waiting as f64 / (come - done) - 1.0).abs() < 0.05,
            "{waiting}"
        );
    }

    #[test]
    fn arrivals_and_closed_loop_users_can_replace_each_other_during_a_run() {
        let users = json!({ "kind": "closed_loop", "size_bytes": 20_000 });
        let arrivals = json!({ "kind": "arrivals", "load_bps": 8e6, "size_bytes": 20_000 });
        let mut run = Simulation::new(&scenario(50, 8e6));
        let mut done = 0;
        for (step, value) in (1..).zip([&users, &arrivals, &users, &arrivals]) {
            run.advance(Time::from_s(60.0 * f64::from(step)))
                .expect("few packets");
            let now = run.summary().groups[0].count("transfers.completed");
            let now = now.expect("finite");
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
    fn every_workload_can_replace_every_other_during_a_run() {
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
                    let files = run.summary().groups[0].count("transfers.completed");
                    files.unwrap_or(0)
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
                let flows = run.check_conservation().flows;
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
    fn a_changed_load_or_flow_count_takes_effect_at_once() {
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
        let completed = run.summary().groups[0].count("transfers.completed");
        let completed = completed.expect("finite");
        assert!(completed.abs_diff(5000) < 300, "{completed}");
    }
}
