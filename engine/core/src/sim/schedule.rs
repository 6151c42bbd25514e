//! Groups whose number of active flows follows a table: a day's pattern is one scenario.
//!
//! Of a group the first so many flows are active, the others are paused. A paused TCP sender sends nothing new; what
//! it has sent it still repairs. Called back, it goes on with the file it was at, or with the next; an endless stream
//! that has come to rest begins anew, with a fresh window. A paused source begins anew. Source: vu-brugier-2007
//! Section IV, Fig. 5.

use super::Core;
use super::calendar::Rank;
use super::event::Event;
use super::flow::{FlowKind, TcpFlow};
use crate::scenario::{Group, Turn};
use crate::time::Time;
use crate::traffic::Traffic;

/// How many flows of a group are active, and when that changes.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// In order of time; at least one.
    turns: Vec<Turn>,
    /// When the next change is due; [`Time::NEVER`] if none is planned.
    planned: Time,
}

impl Schedule {
    /// That of a group; `None` if all its flows are active always.
    pub(super) fn of(group: &Group) -> Option<Box<Schedule>> {
        let mut turns = group.schedule.clone();
        // Of two at the same time the one that is listed later holds.
        turns.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
        (!turns.is_empty()).then(|| {
            Box::new(Schedule {
                turns,
                planned: Time::NEVER,
            })
        })
    }

    /// How many are active at `now`, and when that changes next.
    fn at(&self, now: Time) -> (usize, Time) {
        let begun = |turn: &Turn| Time::from_s(turn.at_s) <= now;
        let begun = self.turns.partition_point(begun);
        let active = match begun {
            0 => usize::MAX,
            begun => self.turns[begun - 1].flows as usize,
        };
        let next = self.turns.get(begun);
        (
            active,
            next.map_or(Time::NEVER, |turn| Time::from_s(turn.at_s)),
        )
    }
}

impl TcpFlow {
    /// Sends nothing new until it is called back. Whether it has come to rest with that.
    fn pause(&mut self) -> bool {
        let was_sending = self.is_sending();
        self.paused = true;
        if self.started {
            let end = self.sender.end();
            self.sender.stop();
            self.cut = (self.sender.end() < end).then_some(end);
        }
        was_sending && !self.is_sending()
    }
}

impl Core {
    /// The number of a group's active flows may change now, if it is still the time that was planned.
    pub(super) fn on_turn_of_group(&mut self, position: u32) {
        let schedule = &self.groups[position as usize].schedule;
        if (schedule.as_ref()).is_some_and(|schedule| schedule.planned == self.now) {
            self.follow_schedule(position as usize);
        }
    }

    /// Pauses and calls back flows as the schedule of a group says, and plans its next change.
    pub(super) fn follow_schedule(&mut self, position: usize) {
        let now = self.now;
        let group = &mut self.groups[position];
        let Some(schedule) = &mut group.schedule else {
            return;
        };
        let (active, next) = schedule.at(now);
        if next != schedule.planned && next != Time::NEVER {
            let event = Event::GroupTurn(position as u32);
            self.calendar.push(next, Rank::FIRST, now, event);
        }
        schedule.planned = next;
        let members = group.flows.clone();
        for (place, flow) in members.into_iter().enumerate() {
            if place < active {
                self.call_back(flow);
            } else {
                self.pause(flow);
            }
        }
    }

    fn pause(&mut self, flow: u32) {
        let now = self.now;
        let state = &mut self.flows[flow as usize];
        let position = state.group as usize;
        match &mut state.kind {
            FlowKind::Tcp(tcp) if !tcp.paused => {
                tcp.hold_window(now.max(tcp.cwnd_until));
                if tcp.pause() {
                    self.groups[position].cwnd_sum -= tcp.sender.window().cwnd;
                    self.groups[position].sending -= 1;
                }
                self.close_places(position, &[flow]);
            }
            FlowKind::Open(open) if !open.is_paused() => {
                self.release_emitted(flow);
                if let FlowKind::Open(open) = &mut self.flows[flow as usize].kind {
                    open.pause();
                }
            }
            _ => {}
        }
    }

    fn call_back(&mut self, flow: u32) {
        let now = self.now;
        let state = &mut self.flows[flow as usize];
        let position = state.group as usize;
        let has_begun = state.starts <= now;
        match &mut state.kind {
            FlowKind::Tcp(tcp) if tcp.paused => {
                tcp.paused = false;
                if has_begun && !tcp.has_stopped() {
                    self.go_on(position, flow);
                }
            }
            FlowKind::Open(open) if open.is_paused() => {
                let traffic = self.traffic_of(position);
                let FlowKind::Open(open) = &mut self.flows[flow as usize].kind else {
                    return;
                };
                open.call_back(now, traffic.as_ref());
                if has_begun {
                    self.plan_emission(flow);
                }
            }
            _ => {}
        }
    }

    /// What the flows of a group send, as the scenario stands.
    fn traffic_of(&self, position: usize) -> Option<Traffic> {
        let id = &self.groups[position].id;
        let group = self.current.groups.iter().find(|group| group.id == *id);
        group.map(|group| group.traffic.clone())
    }

    /// A sender goes on where it was: with what it had to send, or with what has come due in the meantime.
    fn go_on(&mut self, position: usize, flow: u32) {
        let now = self.now;
        let group = &mut self.groups[position];
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut self.flows[flow as usize].kind, &group.tcp)
        else {
            return;
        };
        let Some(end) = tcp.cut.take() else {
            let is_due = |order: &crate::apps::Order| {
                let begun = tcp.transfer.as_ref().map(|file| file.started);
                order.at <= now && begun.is_none_or(|begun| order.at > begun) && !tcp.is_sending()
            };
            if tcp.order.as_ref().is_none_or(is_due) && !tcp.is_sending() {
                self.on_start(flow);
            }
            return;
        };
        let has_rested = tcp.sender.is_done();
        if has_rested && tcp.transfer.is_none() {
            tcp.sender.reopen_endless(config);
        } else {
            tcp.sender.send_until(end);
        }
        if has_rested {
            tcp.cwnd_until = now;
            group.cwnd_sum += tcp.sender.window().cwnd;
            group.sending += 1;
        }
        self.wake(flow);
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;
    use crate::sim::Simulation;
    use crate::time::Time;
    use serde_json::{Value, json};

    fn scenario(traffic: Value, schedule: Value) -> Scenario {
        Scenario::from_value(json!({
            "duration_s": 60, "warmup_s": 1,
            "bottlenecks": [{ "id": "r0", "rate_bps": 10e6, "delay_s": 0.01,
                "queue": { "kind": "drop_tail", "limit_packets": 30 } }],
            "groups": [{ "id": "g", "count": 10, "start_s": { "uniform": [0, 1] },
                "access": { "rate_bps": 20e6, "delay_s": { "uniform": [0, 0.01] } },
                "traffic": traffic, "schedule": schedule }],
        }))
        .unwrap_or_else(|p| panic!("{p}"))
    }

    /// Packets that each flow has sent in the last five seconds before each of these times.
    fn active(scenario: &Scenario, times: &[f64]) -> Vec<usize> {
        let mut run = Simulation::new(scenario);
        let sent = |run: &Simulation| -> Vec<u64> {
            let flows = run.census().flows;
            flows.iter().map(|flow| flow.data.sent).collect()
        };
        let mut active = Vec::new();
        for at_s in times {
            run.advance(Time::from_s(at_s - 5.0)).expect("few packets");
            let before = sent(&run);
            run.advance(Time::from_s(*at_s)).expect("few packets");
            let census = run.census();
            assert!(census.flows.iter().all(|flow| flow.data.balances()));
            let after = sent(&run);
            active.push(before.iter().zip(&after).filter(|(a, b)| a < b).count());
        }
        active
    }

    fn turns() -> Value {
        json!([
            { "at_s": 0, "flows": 3 }, { "at_s": 10, "flows": 8 }, { "at_s": 20, "flows": 0 },
            { "at_s": 30, "flows": 10 }, { "at_s": 40, "flows": 2 }, { "at_s": 50, "flows": 5 },
        ])
    }

    #[test]
    fn so_many_flows_send_as_the_table_says_whatever_they_send() {
        for traffic in [
            json!("tcp"),
            json!({ "kind": "tcp", "recovery": "sack", "congestion_control": "bbr" }),
            json!({ "kind": "tcp", "workload": { "kind": "closed_loop", "size_bytes": 2e4,
                "think_s": 0.2 } }),
            json!({ "kind": "tcp", "workload": { "kind": "transfer", "size_bytes": 1e9 } }),
            json!({ "kind": "tcp", "workload": { "kind": "arrivals", "load_bps": 6e6,
                "size_bytes": 2e4 } }),
            json!({ "kind": "poisson", "rate_bps": 1e5 }),
            json!({ "kind": "fbm", "rate_bps": 1e5 }),
            json!("packet_trace"),
        ] {
            let scenario = scenario(traffic.clone(), turns());
            let got = active(&scenario, &[9.9, 19.9, 29.9, 39.9, 49.9, 59.9]);
            assert_eq!(got, [3, 8, 0, 10, 2, 5], "{traffic}");
        }
    }

    #[test]
    fn sliced_or_not_it_is_the_same_run() {
        let scenario = scenario(json!("tcp"), turns());
        let mut whole = Simulation::new(&scenario);
        whole.advance(whole.end()).expect("few packets");
        let mut sliced = Simulation::new(&scenario);
        for slice in 1..=60 {
            sliced
                .advance(Time::from_s(f64::from(slice)))
                .expect("few packets");
            let snapshot = sliced.snapshot();
            sliced.restore(&snapshot);
        }
        assert_eq!(whole.digest(), sliced.digest());
        assert_eq!(whole.summary(), sliced.summary());
    }

    #[test]
    fn a_file_that_was_paused_is_finished_later() {
        let files = json!({ "kind": "tcp", "workload": { "kind": "transfer", "size_bytes": 4e6 } });
        let scenario = scenario(
            files,
            json!([{ "at_s": 0, "flows": 10 }, { "at_s": 5, "flows": 0 }, { "at_s": 30, "flows": 10 }]),
        );
        let mut run = Simulation::new(&scenario);
        run.advance(Time::from_s(29.0)).expect("few packets");
        let files = run.summary().groups[0].transfers.expect("files");
        assert_eq!(files.completed, 0);
        run.advance(run.end()).expect("few packets");
        // Ten files of 4 MB are 32 s of the link: 5 s are over, 30 are left.
        let files = run.summary().groups[0].transfers.expect("files");
        assert!(files.completed >= 8, "{files:?}");
    }

    #[test]
    fn entries_may_stand_in_any_order_and_of_equal_times_the_later_one_holds() {
        let turns = json!([
            { "at_s": 30, "flows": 4 }, { "at_s": 0, "flows": 9 }, { "at_s": 0, "flows": 2 },
        ]);
        let scenario = scenario(json!("tcp"), turns);
        assert_eq!(active(&scenario, &[29.0, 59.0]), [2, 4]);
    }
}
