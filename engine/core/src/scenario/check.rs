//! What the parts of a scenario must satisfy together; what a kind asks of its own fields it says itself.

use std::mem::{Discriminant, discriminant};

use serde::Serialize;

use super::patched;
use super::{Direction, Group, Problem, Problems, Scenario, Side, limits};
use crate::apps::Workload;
use crate::spec::complete::printable;
use crate::traffic::Traffic;

/// Checks a complete scenario as a whole, its edits one after another included, and adds what it finds to
/// the problems found before.
///
/// # Errors
/// All of these problems.
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
                "have {flows} flows together; at most {} are accepted",
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
                        "{edge} stands on the other side; a {} group passes an edge on the {}",
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
                    "there is no edge {}; edges: {}",
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
                    "must be neighbouring bottlenecks from left to right out of {}, or null for all",
                    known.join(", ")
                ),
            );
        }
    }
}

/// A choice as a scenario writes it.
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
                message: "edits must be in order of time".to_owned(),
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

/// Flows for each of a group: two where someone on the other side sends too.
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

/// Which kind of workload a group has, if any.
fn workload(group: &Group) -> Option<Discriminant<Workload>> {
    match &group.traffic {
        Traffic::Tcp(config) => Some(discriminant(&config.workload)),
        _ => None,
    }
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

/// Whether a run may have so many edits.
pub(crate) fn check_edit_count(edits: usize) -> Result<(), Problem> {
    if edits <= limits::EDITS {
        return Ok(());
    }
    Err(Problem {
        path: "edits".to_owned(),
        message: format!("a run takes at most {} edits, got {edits}", limits::EDITS),
    })
}
