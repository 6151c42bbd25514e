//! Checks that concern several parts of a scenario, without its edits. Each kind checks its own fields.

use serde::Serialize;

use super::{Direction, Group, Problem, Scenario, Side, limits};
use crate::spec::problem::printable;
use crate::traffic::Traffic;

/// Checks the parts of a complete scenario together, and adds problems to those found before.
pub(super) fn check_state(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut report = |path: String, message: String| problems.push(Problem { path, message });
    if scenario.warmup_s >= scenario.duration_s {
        report(
            "warmup_s".to_owned(),
            format!(
                "Warm-up ({} s) must be shorter than the run ({} s)",
                scenario.warmup_s, scenario.duration_s
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

/// Returns the number of simulated flows of a scenario.
pub(super) fn flows(scenario: &Scenario) -> u64 {
    let counts = (scenario.groups.iter()).map(|group| u64::from(group.count) * ends(group));
    counts.sum()
}

/// Returns the number of simulated flows per flow of a group: two if the other side sends data too.
pub(super) fn ends(group: &Group) -> u64 {
    let has_partners =
        matches!(&group.traffic, Traffic::Tcp(config) if config.workload.partners().is_some());
    1 + u64::from(has_partners)
}
