//! Checks of a complete scenario: its parts together, its edits, and the flows that they create.

use std::mem::{Discriminant, discriminant};

use super::patched;
use super::state::{check_state, ends, flows};
use super::{Group, Problem, Problems, Scenario, limits};
use crate::apps::Workload;
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
            problems.push(Problem::new(
                format!("{path}.at_s"),
                "must not be earlier than the edit before it",
            ));
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
            Err(Problems(found)) => {
                problems.extend(found.into_iter().map(|problem| {
                    Problem::new(format!("{path}: {}", problem.path), problem.message)
                }))
            }
        }
        if !problems.is_empty() {
            return;
        }
    }
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
    Err(Problem::new(
        "groups",
        format!(
            "{flows} flows would be created in total; the maximum in a run is {}",
            limits::FLOWS
        ),
    ))
}

/// Checks the number of edits of a run.
pub(crate) fn check_edit_count(edits: usize) -> Result<(), Problem> {
    if edits <= limits::EDITS {
        return Ok(());
    }
    Err(Problem::new(
        "edits",
        format!(
            "the maximum number of edits in a run is {}, got {edits}",
            limits::EDITS
        ),
    ))
}
