//! Checks that concern several parts of a scenario. Each kind checks its own fields.

use std::mem::{Discriminant, discriminant};

use serde::Serialize;

use super::patched;
use super::{Direction, Group, Problem, Problems, Scenario, Side, limits};
use crate::apps::Workload;
use crate::spec::complete::printable;
use crate::traffic::Traffic;

/// Checks a complete scenario as a whole, with its edits one after another, and adds problems to those found before.
///
/// # Errors
/// Returns all of these problems.
pub(super) fn check(scenario: &Scenario, mut problems: Vec<Problem>) -> Result<(), Problems> {
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

pub(super) fn check_state(scenario: &Scenario, problems: &mut Vec<Problem>) {
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
                "have {flows} flows in total; the maximum is {}",
                limits::FLOWS
            ),
        );
    }
    for group in &scenario.groups {
        check_group(scenario, group, &mut report);
    }
}

fn check_group(scenario: &Scenario, group: &Group, report: &mut impl FnMut(String, String)) {
    let path = format!("groups.{}", group.id);
    if let Some(edge) = &group.edge {
        let side = match group.direction {
            Direction::Forward => Side::Left,
            Direction::Reverse => Side::Right,
        };
        if let Some(found) = scenario.edges.iter().find(|e| e.id == *edge) {
            if found.side != side {
                report(
                    format!("{path}.edge"),
                    format!(
                        "edge router {edge} is on the other side; a {} group needs an edge router on the {}",
                        word(&group.direction),
                        word(&side)
                    ),
                );
            }
        } else {
            let known: Vec<_> = scenario.edges.iter().map(|e| e.id.as_str()).collect();
            report(
                format!("{path}.edge"),
                format!(
                    "edge router {} does not exist; edge routers: {}",
                    printable(edge),
                    or_none(&known)
                ),
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
                    "must be adjacent bottlenecks from left to right out of {}, or null for all",
                    known.join(", ")
                ),
            );
        }
    }
}

/// Returns a choice as a scenario writes it.
fn word(choice: &impl Serialize) -> String {
    let value = serde_json::to_value(choice).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
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
    let mut work = 0;
    if let Err(problem) = check_edit_count(scenario.edits.len()) {
        problems.push(problem);
        return;
    }
    for (i, edit) in scenario.edits.iter().enumerate() {
        let path = format!("edits.{i}");
        if edit.at_s < last {
            problems.push(Problem {
                path: format!("{path}.at_s"),
                message: "must not be earlier than the edit before it".to_owned(),
            });
        }
        last = edit.at_s;
        work += patched::work(&state, &edit.set);
        if let Err(problem) = patched::check_work(work) {
            problems.push(problem);
            return;
        }
        match state.patched_live(&edit.set) {
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
    let counts = (scenario.groups.iter()).map(|group| u64::from(group.count) * ends(group));
    counts.sum()
}

/// Returns the number of simulated flows per flow of a group: two if the other side sends data too.
fn ends(group: &Group) -> u64 {
    let has_partners =
        matches!(&group.traffic, Traffic::Tcp(config) if config.workload.partners().is_some());
    1 + u64::from(has_partners)
}

/// Flows that a run creates when its scenario changes: those added to groups, and all of a group that is
/// new or turns from open loop to TCP or back.
pub(crate) fn flows_begun(from: &Scenario, to: &Scenario) -> u64 {
    let kind = |group: &Group| group.traffic.is_open_loop();
    let begun = to.groups.iter().map(|group| {
        let before = from
            .groups
            .iter()
            .find(|before| before.id == group.id && kind(before) == kind(group));
        let kept = before.map_or(0, |before| u64::from(before.count.min(group.count)));
        // Partners of another kind of workload are others.
        let partners = (ends(group) - 1) * u64::from(group.count);
        let is_same = before.is_some_and(|before| workload(before) == workload(group));
        let partners_kept = if is_same { kept.min(partners) } else { 0 };
        u64::from(group.count) - kept + partners - partners_kept
    });
    begun.sum()
}

/// Returns the kind of workload of a group, if it has one.
fn workload(group: &Group) -> Option<Discriminant<Workload>> {
    match &group.traffic {
        Traffic::Tcp(config) => Some(discriminant(&config.workload)),
        _ => None,
    }
}

/// Checks the total number of flows of a run, with ended ones, because the results of each are kept.
pub(crate) fn check_flows_created(flows: u64) -> Result<(), Problem> {
    if flows <= limits::FLOWS {
        return Ok(());
    }
    Err(Problem {
        path: "groups".to_owned(),
        message: format!(
            "{flows} flows would be created in total; the maximum in a run is {}",
            limits::FLOWS
        ),
    })
}

/// Checks the number of edits of a run.
pub(crate) fn check_edit_count(edits: usize) -> Result<(), Problem> {
    if edits <= limits::EDITS {
        return Ok(());
    }
    Err(Problem {
        path: "edits".to_owned(),
        message: format!(
            "the maximum number of edits in a run is {}, got {edits}",
            limits::EDITS
        ),
    })
}
