//! Schedules: the number of active flows of a group follows a table over time, for example the load of a day.
//!
//! The first flows of the group are active, the others are paused. A paused TCP sender sends no new data but still
//! repairs losses. After it is resumed, it continues its file or starts the next; an endless stream that had become
//! idle starts again with a new window. A paused open-loop source starts again. Source: vu-brugier-2007 Section IV,
//! Fig. 5.

use super::Core;
use super::calendar::Rank;
use super::event::Event;
use super::flow::{FlowKind, TcpFlow};
use crate::scenario::{Group, Turn};
use crate::time::Time;
use crate::traffic::Traffic;

/// Number of active flows of a group over time.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Changes in order of time; at least one.
    turns: Vec<Turn>,
    /// Time of the next change; [`Time::NEVER`] if none is planned.
    planned: Time,
}

impl Schedule {
    /// Creates the schedule of a group; `None` if all flows are always active.
    pub(super) fn of(group: &Group) -> Option<Box<Schedule>> {
        let mut turns = group.schedule.clone();
        // Of two entries at the same time, the later one in the list holds.
        turns.sort_by(|a, b| a.at_s.total_cmp(&b.at_s));
        (!turns.is_empty()).then(|| {
            Box::new(Schedule {
                turns,
                planned: Time::NEVER,
            })
        })
    }

    /// Returns the number of active flows at `now` and the time of the next change.
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
    /// Pauses the flow: no new data until it is resumed. Returns whether it has become idle by this.
    fn pause(&mut self) -> bool {
        let was_sending = self.is_sending();
        self.paused = true;
        if self.started {
            let end = self.sender.end();
            self.sender.stop();
            self.paused_end = (self.sender.end() < end).then_some(end);
        }
        was_sending && !self.is_sending()
    }
}

impl Core {
    /// Changes the number of active flows of a group, if the event is still valid.
    pub(super) fn on_schedule_change(&mut self, position: u32) {
        let schedule = &self.groups[position as usize].schedule;
        if (schedule.as_ref()).is_some_and(|schedule| schedule.planned == self.now) {
            self.apply_schedule(position as usize);
        }
    }

    /// Pauses and resumes flows according to the schedule of a group, and plans its next change.
    pub(super) fn apply_schedule(&mut self, position: usize) {
        let now = self.now;
        let group = &mut self.groups[position];
        let Some(schedule) = &mut group.schedule else {
            return;
        };
        let (active, next) = schedule.at(now);
        if next != schedule.planned && next != Time::NEVER {
            let event = Event::ScheduleChange(position as u32);
            self.calendar.push(next, Rank::FIRST, now, event);
        }
        schedule.planned = next;
        let members = group.flows.clone();
        for (place, flow) in members.into_iter().enumerate() {
            if place < active {
                self.resume(flow);
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
                tcp.integrate_window(now.max(tcp.cwnd_until));
                if tcp.pause() {
                    self.groups[position].cwnd_sum -= tcp.sender.window().cwnd;
                    self.groups[position].sending -= 1;
                }
                self.remove_idle_flows(position, &[flow]);
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

    fn resume(&mut self, flow: u32) {
        let now = self.now;
        let state = &mut self.flows[flow as usize];
        let position = state.group as usize;
        let has_begun = state.starts <= now;
        match &mut state.kind {
            FlowKind::Tcp(tcp) if tcp.paused => {
                tcp.paused = false;
                if has_begun && !tcp.has_stopped() {
                    self.resume_sender(position, flow);
                }
            }
            FlowKind::Open(open) if open.is_paused() => {
                let traffic = self.traffic_of(position);
                let FlowKind::Open(open) = &mut self.flows[flow as usize].kind else {
                    return;
                };
                open.resume(now, traffic.as_ref());
                if has_begun {
                    self.plan_emission(flow);
                }
            }
            _ => {}
        }
    }

    /// Returns the traffic of a group in the current scenario.
    fn traffic_of(&self, position: usize) -> Option<Traffic> {
        let id = &self.groups[position].id;
        let group = self.current.groups.iter().find(|group| group.id == *id);
        group.map(|group| group.traffic.clone())
    }

    /// Resumes a sender: with the rest of its data, or with the orders that have become due meanwhile.
    fn resume_sender(&mut self, position: usize, flow: u32) {
        let now = self.now;
        let group = &mut self.groups[position];
        let (FlowKind::Tcp(tcp), Some(config)) = (&mut self.flows[flow as usize].kind, &group.tcp)
        else {
            return;
        };
        let Some(end) = tcp.paused_end.take() else {
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
            let flows = run.check_conservation().flows;
            flows.iter().map(|flow| flow.data.sent).collect()
        };
        let mut active = Vec::new();
        for at_s in times {
            run.advance(Time::from_s(at_s - 5.0)).expect("few packets");
            let before = sent(&run);
            run.advance(Time::from_s(*at_s)).expect("few packets");
            let check = run.check_conservation();
            assert!(check.flows.iter().all(|flow| flow.data.balances()));
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
    fn the_number_of_sending_flows_follows_the_schedule_for_all_traffic() {
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
    fn a_sliced_run_equals_an_unsliced_one() {
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
    fn a_paused_transfer_is_completed_after_resuming() {
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
    fn schedule_entries_are_sorted_and_the_last_of_equal_times_holds() {
        let turns = json!([
            { "at_s": 30, "flows": 4 }, { "at_s": 0, "flows": 9 }, { "at_s": 0, "flows": 2 },
        ]);
        let scenario = scenario(json!("tcp"), turns);
        assert_eq!(active(&scenario, &[29.0, 59.0]), [2, 4]);
    }
}
