//! What a scenario must satisfy beyond the range of each field.

use super::path::is_live;
use super::{Direction, Group, Problem, Problems, Scenario, limits};
use crate::queue::Queue;
use crate::spec::complete::printable;

/// Checks a complete scenario as a whole, its edits one after another included.
///
/// # Errors
/// Every problem found.
pub fn check(scenario: &Scenario) -> Result<(), Problems> {
    let mut problems = Vec::new();
    check_state(scenario, &mut problems);
    if problems.is_empty() {
        check_edits(scenario, &mut problems);
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Problems(problems))
    }
}

fn check_state(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut report = |path: String, message: String| problems.push(Problem { path, message });
    if scenario.warmup_s >= scenario.duration_s {
        report(
            "warmup_s".to_owned(),
            format!(
                "must be shorter than the run of {} s, got {} s",
                scenario.duration_s, scenario.warmup_s
            ),
        );
    }
    let flows = flows(scenario);
    if flows > limits::FLOWS {
        report(
            "groups".to_owned(),
            format!(
                "have {flows} flows together; at most {} are accepted",
                limits::FLOWS
            ),
        );
    }
    for bottleneck in &scenario.bottlenecks {
        let path = format!("bottlenecks.{}", bottleneck.id);
        check_limit(&bottleneck.queue, &format!("{path}.queue"), &mut report);
        check_limit(
            &bottleneck.reverse.queue,
            &format!("{path}.reverse.queue"),
            &mut report,
        );
    }
    for edge in &scenario.edges {
        check_limit(
            &edge.queue,
            &format!("edges.{}.queue", edge.id),
            &mut report,
        );
    }
    for group in &scenario.groups {
        check_group(scenario, group, &mut report);
    }
}

fn check_limit(queue: &Queue, path: &str, report: &mut impl FnMut(String, String)) {
    match (queue.limit_packets(), queue.limit_bytes()) {
        (Some(_), None) | (None, Some(_)) => {}
        (None, None) => report(
            path.to_owned(),
            "needs a limit: give limit_packets or limit_bytes".to_owned(),
        ),
        (Some(_), Some(_)) => report(
            path.to_owned(),
            "has two limits: give limit_packets or limit_bytes, and null for the other".to_owned(),
        ),
    }
}

fn check_group(scenario: &Scenario, group: &Group, report: &mut impl FnMut(String, String)) {
    let path = format!("groups.{}", group.id);
    if let Some(edge) = &group.edge {
        if !scenario.edges.iter().any(|e| e.id == *edge) {
            let known: Vec<_> = scenario.edges.iter().map(|e| e.id.as_str()).collect();
            report(
                format!("{path}.edge"),
                format!("there is no edge {edge}; edges: {}", or_none(&known)),
            );
        } else if group.direction == Direction::Reverse {
            report(
                format!("{path}.edge"),
                "edge routers stand on the left; a reverse group takes null".to_owned(),
            );
        }
    }
    if let Some(via) = &group.via {
        let order: Vec<Option<usize>> = via
            .iter()
            .map(|id| scenario.bottlenecks.iter().position(|b| b.id == *id))
            .collect();
        let neighbours = order.windows(2).all(|pair| match (pair[0], pair[1]) {
            (Some(a), Some(b)) => b == a + 1,
            _ => false,
        });
        if via.is_empty() || order.contains(&None) || !neighbours {
            let known: Vec<_> = scenario.bottlenecks.iter().map(|b| b.id.as_str()).collect();
            report(
                format!("{path}.via"),
                format!(
                    "must be neighbouring bottlenecks from left to right out of {}, or null for all",
                    known.join(", ")
                ),
            );
        }
    }
}

fn or_none(names: &[&str]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

fn check_edits(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut state = Scenario {
        edits: Vec::new(),
        ..scenario.clone()
    };
    let mut last = 0.0;
    let mut created = flows(scenario);
    if let Err(problem) = check_edit_count(scenario, scenario.edits.len()) {
        problems.push(problem);
        return;
    }
    for (i, edit) in scenario.edits.iter().enumerate() {
        let path = format!("edits.{i}");
        let mut report = |path: String, message: &str| {
            problems.push(Problem {
                path,
                message: message.to_owned(),
            });
        };
        if edit.at_s < last {
            report(format!("{path}.at_s"), "edits must be in order of time");
        }
        last = edit.at_s;
        for patch in edit.set.iter().filter(|patch| !is_live(patch)) {
            report(
                format!("{path}.set"),
                &format!(
                    "{} cannot change while the simulation runs",
                    printable(&patch.path)
                ),
            );
        }
        match state.patched(&edit.set) {
            Ok(next) => {
                created += flows_begun(&state, &next);
                if let Err(problem) = check_flows_created(created) {
                    problems.push(Problem {
                        path: format!("{path}: {}", problem.path),
                        ..problem
                    });
                }
                state = next;
            }
            Err(Problems(found)) => problems.extend(found.into_iter().map(|problem| Problem {
                path: format!("{path}: {}", problem.path),
                message: problem.message,
            })),
        }
        if !problems.is_empty() {
            return;
        }
    }
}

fn flows(scenario: &Scenario) -> u64 {
    let counts = scenario.groups.iter().map(|group| u64::from(group.count));
    counts.sum()
}

/// Flows that a run creates when its scenario changes: those added to groups, and all of a group that is
/// new or turns to another kind of traffic.
pub(crate) fn flows_begun(from: &Scenario, to: &Scenario) -> u64 {
    let kind = |group: &Group| std::mem::discriminant(&group.traffic);
    let begun = to.groups.iter().map(|group| {
        let before = from
            .groups
            .iter()
            .find(|before| before.id == group.id && kind(before) == kind(group));
        group.count - before.map_or(0, |before| before.count.min(group.count))
    });
    begun.map(u64::from).sum()
}

/// Whether a run may create so many flows, ended ones included: each is kept for its figures.
pub(crate) fn check_flows_created(flows: u64) -> Result<(), Problem> {
    if flows <= limits::FLOWS {
        return Ok(());
    }
    Err(Problem {
        path: "groups".to_owned(),
        message: format!(
            "{flows} flows would have been created in all; a run takes {}",
            limits::FLOWS
        ),
    })
}

/// Whether a run of `scenario` may have so many edits.
pub(crate) fn check_edit_count(scenario: &Scenario, edits: usize) -> Result<(), Problem> {
    let most = match listed_entries(scenario) {
        0 => limits::EDITS,
        entries => limits::EDITS.min(limits::EDITED_ENTRIES / entries),
    };
    if edits <= most {
        return Ok(());
    }
    let why = if most < limits::EDITS {
        ", since its lists are long"
    } else {
        ""
    };
    Err(Problem {
        path: "edits".to_owned(),
        message: format!("this run takes at most {most} edits{why}, got {edits}"),
    })
}

fn listed_entries(scenario: &Scenario) -> usize {
    let of_group = |group: &Group| {
        group.access.delay_s.listed()
            + group.egress.delay_s.listed()
            + group.start_s.listed()
            + group.traffic.listed()
    };
    scenario.groups.iter().map(of_group).sum()
}
