//! Schedules: the number of active flows of a group follows a table over time, for example the load of a day.
//!
//! The first flows of the group are active, the others are paused. A paused TCP sender sends no new data but still
//! repairs losses. After it is resumed, it continues its file or starts the next; an endless stream that had become
//! idle starts again with a new window. A paused open-loop source starts again. Source: vu-brugier-2007 Section IV,
//! Fig. 5.

use super::flow::TcpFlow;
use crate::scenario::{Group, Turn};
use crate::time::Time;

/// Number of active flows of a group over time.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Changes in order of time; at least one.
    turns: Vec<Turn>,
    /// Time of the next change; [`Time::NEVER`] if none is planned.
    pub(super) planned: Time,
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
    pub(super) fn at(&self, now: Time) -> (usize, Time) {
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
    pub(super) fn pause(&mut self) -> bool {
        let was_sending = self.is_sending();
        self.paused = true;
        if self.started {
            let end = self.sender.end();
            self.sender.stop();
            self.cut_short = self.sender.end() < end || self.is_written();
        }
        was_sending && !self.is_sending()
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
        let completed = |run: &mut Simulation| run.summary().groups[0].count("transfers.completed");
        assert_eq!(completed(&mut run), Some(0));
        run.advance(run.end()).expect("few packets");
        // Ten files of 4 MB are 32 s of the link: 5 s are over, 30 are left.
        assert!(completed(&mut run) >= Some(8), "{:?}", completed(&mut run));
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
