//! Goals of lessons: statements about one run, in the language of the claims.
//!
//! In JSON a goal is a statement: `{"at_least": ["bottlenecks.r0.utilization", "98 %"]}`, `{"all": [ … ]}`. A measure of the
//! run is a curve with one point, so a goal has no statements about the shape of a curve. A quantity is a number, a text
//! with a unit ([`amount`]), the path of a measure or of a field of the scenario ([`path`]), or a combination of
//! quantities. Only goals have texts as quantities: they have a reader of their own, which states the place of a problem.
//!
//! ```
//! use bufferlab_papers::goal::{Goal, Run};
//! use serde_json::json;
//!
//! let goal = Goal::from_json(r#"{"at_least": ["bottlenecks.r0.utilization", "98 %"]}"#).expect("a goal");
//! let run = Run {
//!     summary: json!({ "bottlenecks": [{ "id": "r0", "utilization": 0.971 }] }),
//!     scenario: json!({ "bottlenecks": [{ "id": "r0" }] }),
//! };
//! assert_eq!(goal.check(&run).found, "Utilization of r0 is 97.1 %, asked at least 98 %");
//! ```

pub mod amount;
pub mod path;
mod read;
mod requirement;

use bufferlab_core::scenario::Problem;
use serde::Serialize;
use serde_json::Value;

use crate::statement::check::Outcome;
use path::Paths;
use requirement::Requirement;

/// Largest number of bytes of a goal.
pub const BYTES: usize = 20_000;

/// Largest depth of nested statements and quantities.
pub const DEPTH: usize = 8;

/// Largest number of statements and quantities.
pub const NODES: usize = 50;

/// A goal: statements about the measures of one run and the fields of its scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    Requirement(Requirement),
}

/// A run at the present time.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Summary of the run so far, as JSON.
    pub summary: Value,
    /// Complete scenario at this time, as JSON.
    pub scenario: Value,
}

/// Result of checking a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoalVerdict"))]
pub struct Verdict {
    /// Outcome of the whole goal.
    pub outcome: Outcome,
    /// Text with the numbers on which the outcome is based, and the bounds.
    pub found: String,
    /// Outcomes of the parts, if the goal is a list of statements; otherwise empty.
    pub parts: Vec<Part>,
}

/// Outcome of a part of a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "GoalPart"))]
pub struct Part {
    /// Outcome of the part.
    pub outcome: Outcome,
    /// Text with the numbers on which the outcome is based, and the bounds.
    pub found: String,
}

impl Goal {
    /// Reads a goal from JSON.
    ///
    /// # Errors
    /// The first problem: its place in the goal, and what is accepted.
    pub fn from_json(json: &str) -> Result<Goal, Problem> {
        read::goal(json).map(Goal)
    }

    /// Returns the paths of measures and fields in the goal, each once, in their order.
    #[must_use]
    pub fn paths(&self) -> Vec<&str> {
        let mut paths = Vec::new();
        self.0.add_paths(&mut paths);
        paths
    }

    /// Checks the goal for a run.
    #[must_use]
    pub fn check(&self, run: &Run) -> Verdict {
        let paths = Paths::of(self.paths(), run);
        let Part { outcome, found } = self.0.check(&paths, false);
        let parts = match &self.0 {
            Node::All(nodes) | Node::Any(nodes) => nodes.iter(),
            Node::Not(_) | Node::Requirement(_) => [].iter(),
        };
        Verdict {
            outcome,
            found,
            parts: parts.map(|node| node.check(&paths, false)).collect(),
        }
    }
}

impl Node {
    fn add_paths<'a>(&'a self, paths: &mut Vec<&'a str>) {
        match self {
            Node::All(nodes) | Node::Any(nodes) => {
                nodes.iter().for_each(|node| node.add_paths(paths));
            }
            Node::Not(node) => node.add_paths(paths),
            Node::Requirement(requirement) => {
                for path in requirement.paths() {
                    if !paths.contains(&path) {
                        paths.push(path);
                    }
                }
            }
        }
    }

    /// Checks the statement, or with `opposite` its opposite.
    fn check(&self, paths: &Paths, opposite: bool) -> Part {
        match self {
            Node::Requirement(requirement) => requirement.check(paths, opposite),
            Node::Not(node) => node.check(paths, !opposite),
            // The opposite of a conjunction is the disjunction of the opposites, and the reverse.
            Node::All(nodes) => together(nodes, paths, opposite, !opposite),
            Node::Any(nodes) => together(nodes, paths, opposite, opposite),
        }
    }
}

/// Checks that all statements hold, or else that at least one does.
fn together(nodes: &[Node], paths: &Paths, opposite: bool, all: bool) -> Part {
    let parts: Vec<Part> = nodes
        .iter()
        .map(|node| node.check(paths, opposite))
        .collect();
    let outcomes: Vec<Outcome> = parts.iter().map(|part| part.outcome).collect();
    let found: Vec<String> = parts.into_iter().map(|part| part.found).collect();
    let (outcome, joint) = match all {
        true => (Outcome::all(&outcomes), "; "),
        false => (Outcome::any(&outcomes), "; or "),
    };
    Part {
        outcome,
        found: found.join(joint),
    }
}

#[cfg(test)]
mod tests {
    use bufferlab_core::scenario::Scenario;
    use bufferlab_core::time::Time;
    use bufferlab_core::{Lab, presets};
    use serde_json::json;

    use super::*;

    fn run() -> Run {
        Run {
            summary: json!({
                "bottlenecks": [
                    { "id": "r0", "utilization": 0.971, "queue_delay_s": { "mean": 0.0625 }, "throughput_bps": 4.855e6 },
                    { "id": "r1", "utilization": 0.5, "queue_delay_s": { "mean": null }, "throughput_bps": 2.5e6 },
                ],
                "groups": [{ "id": "tcp", "timeouts": 2, "jain_index": null }],
            }),
            scenario: json!({
                "duration_s": 60,
                "bottlenecks": [{ "id": "r0", "rate_bps": 5e6, "queue": { "kind": "drop_tail", "limit_packets": 22 } }],
                "groups": [{ "id": "tcp", "access": { "delay_s": { "uniform": [0.01, 0.02] } } }],
            }),
        }
    }

    fn checked(goal: Value) -> Verdict {
        let goal = Goal::from_json(&goal.to_string());
        goal.unwrap_or_else(|problem| panic!("{problem}"))
            .check(&run())
    }

    #[test]
    fn each_statement_holds_and_its_opposite_fails() {
        let utilization = "bottlenecks.r0.utilization";
        let delay = "bottlenecks.r0.queue_delay_s.mean";
        for goal in [
            json!({ "at_least": [utilization, "97.1 %"] }),
            json!({ "at_most": [utilization, 0.98] }),
            json!({ "above": ["groups.tcp.timeouts", 1] }),
            json!({ "below": [1, "groups.tcp.timeouts"] }),
            json!({ "between": [delay, "62.5 ms", "0.1 s"] }),
            json!({ "near": { "of": delay, "to": "60 ms", "within": "3 ms" } }),
            json!({ "near": { "of": delay, "to": "60 ms", "share": "5 %" } }),
            json!({ "increasing": ["bottlenecks.r1.utilization", utilization] }),
            json!({ "decreasing": [1, utilization, "bottlenecks.r1.utilization"] }),
            json!({ "at_least": [{ "ratio": ["bottlenecks.r0.throughput_bps", "bottlenecks.r0.rate_bps"] }, "97 %"] }),
            json!({ "at_least": [{ "abs": { "difference": ["bottlenecks.r1.utilization", utilization] } }, "40 %"] }),
            json!({ "at_most": ["bottlenecks.r0.throughput_bps", { "product": ["bottlenecks.r0.rate_bps", 0.98] }] }),
            json!({ "at_least": [{ "sum": [delay, "40 ms"] }, "100 ms"] }),
            json!({ "at_least": ["duration_s", "1 min"] }),
            json!({ "at_most": ["bottlenecks.0.queue.limit_packets", "25 packets"] }),
            json!({ "all": [{ "above": [utilization, 0.5] }, { "not": { "above": [utilization, "98 %"] } }] }),
            json!({ "any": [{ "above": [utilization, "98 %"] }, { "above": [utilization, 0.5] }] }),
        ] {
            let verdict = checked(goal.clone());
            assert_eq!(verdict.outcome, Outcome::Holds, "{goal}: {}", verdict.found);
            let opposite = checked(json!({ "not": goal }));
            assert_eq!(
                opposite.outcome,
                Outcome::Fails,
                "not {goal}: {}",
                opposite.found
            );
        }
    }

    #[test]
    fn the_text_has_the_numbers_and_the_bounds() {
        let delay = "bottlenecks.r0.queue_delay_s.mean";
        for (goal, found) in [
            (
                json!({ "at_least": ["bottlenecks.r0.utilization", "98 %"] }),
                "Utilization of r0 is 97.1 %, asked at least 98 %",
            ),
            (
                json!({ "not": { "at_least": ["bottlenecks.r0.utilization", 0.98] } }),
                "Utilization of r0 is 97.1 %, asked below 98 %",
            ),
            (
                json!({ "above": [3, "groups.tcp.timeouts"] }),
                "Timeouts of tcp is 2, asked below 3",
            ),
            (
                json!({ "between": [delay, "40 ms", "50 ms"] }),
                "Queueing delay (mean) of r0 is 62.5 ms, asked between 40 ms and 50 ms",
            ),
            (
                json!({ "near": { "of": delay, "to": "50 ms", "within": 0.005 } }),
                "Queueing delay (mean) of r0 is 62.5 ms, asked within 5 ms of 50 ms",
            ),
            (
                json!({ "near": { "of": delay, "to": 0.05, "share": 0.1 } }),
                "Queueing delay (mean) of r0 is 62.5 ms, asked within 10 % of 50 ms",
            ),
            (
                json!({ "increasing": ["bottlenecks.r0.utilization", "bottlenecks.r1.utilization"] }),
                "Utilization of r0 is 97.1 %, Utilization of r1 is 50 %; asked in increasing order",
            ),
            (
                json!({ "at_most": ["bottlenecks.r0.throughput_bps", "bottlenecks.r1.throughput_bps"] }),
                "Throughput of r0 is 4.855 Mb/s, asked at most 2.5 Mb/s (Throughput of r1)",
            ),
            (
                json!({ "below": ["bottlenecks.r0.queue.limit_packets", "20 packets"] }),
                "Buffer (packets) of r0 is 22 packets, asked below 20 packets",
            ),
        ] {
            assert_eq!(checked(goal).found, found);
        }
    }

    #[test]
    fn each_part_of_a_list_has_its_outcome() {
        let verdict = checked(json!({ "all": [
            { "at_least": ["bottlenecks.r0.utilization", "98 %"] },
            { "any": [{ "above": ["groups.tcp.timeouts", 0] }, { "above": ["groups.tcp.timeouts", 5] }] },
        ] }));
        assert_eq!(verdict.outcome, Outcome::Fails);
        let outcomes: Vec<Outcome> = verdict.parts.iter().map(|part| part.outcome).collect();
        assert_eq!(outcomes, [Outcome::Fails, Outcome::Holds]);
        let any = "Timeouts of tcp is 2, asked above 0; or Timeouts of tcp is 2, asked above 5";
        assert_eq!(verdict.parts[1].found, any);
        assert!(
            checked(json!({ "above": ["groups.tcp.timeouts", 0] }))
                .parts
                .is_empty()
        );
    }

    #[test]
    fn a_goal_without_a_value_neither_holds_nor_fails() {
        for (goal, found) in [
            (
                json!({ "at_least": ["groups.tcp.jain_index", 0.9] }),
                "Fairness of tcp has no value yet, asked at least 0.9",
            ),
            (
                json!({ "at_least": ["bottlenecks.r9.utilization", 0.9] }),
                "this run has no bottlenecks.r9.utilization",
            ),
            (
                json!({ "at_least": ["bottlenecks.r0.queue.kind", 1] }),
                "bottlenecks.r0.queue.kind is \"drop_tail\", not a number",
            ),
            (
                json!({ "at_most": ["groups.tcp.access.delay_s", "1 s"] }),
                "groups.tcp.access.delay_s is {\"uniform\":[0.01,0.02]}, not a number",
            ),
            (
                json!({ "at_most": ["bottlenecks.r0.queue.limit_packets", "20 ms"] }),
                "Buffer (packets) of r0 is a number of packets, but 20 ms is a time; they cannot be compared",
            ),
        ] {
            let verdict = checked(goal.clone());
            assert_eq!(
                (verdict.outcome, &verdict.found[..]),
                (Outcome::Unknown, found)
            );
            assert_eq!(checked(json!({ "not": goal })).outcome, Outcome::Unknown);
        }
    }

    #[test]
    fn paths_are_listed_once() {
        let json = r#"{"all": [{"above": ["events", 1]}, {"not": {"above": [{"sum": ["now_s", "events"]}, 2]}}]}"#;
        let goal = Goal::from_json(json).expect("a goal");
        assert_eq!(goal.paths(), ["events", "now_s"]);
    }

    #[test]
    fn a_goal_is_checked_for_a_real_run() {
        let preset = presets::find("one-flow").expect("it is listed");
        let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
        let mut lab = Lab::new(&scenario);
        lab.advance(Time::from_s(5.0)).expect("it fits");
        let run = Run {
            summary: lab.report().to_value(),
            scenario: lab.current().to_value(),
        };
        let bottleneck = &run.scenario["bottlenecks"][0]["id"];
        let path =
            |name: &str| format!("bottlenecks.{}.{name}", bottleneck.as_str().unwrap_or("0"));
        let json = json!({ "all": [
            { "between": [path("utilization"), "1 %", "100 %"] },
            { "at_most": [path("max_queue_packets"), path("queue.limit_packets")] },
            { "at_most": [path("throughput_bps"), path("rate_bps")] },
        ] });
        let verdict = Goal::from_json(&json.to_string())
            .expect("a goal")
            .check(&run);
        assert_eq!(verdict.outcome, Outcome::Holds, "{}", verdict.found);
    }
}
