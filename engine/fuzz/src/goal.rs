//! Properties of goals of lessons: a goal is rejected with its place and what is accepted, or its check ends with an outcome
//! and a sentence for any run.
//!
//! Bytes that are JSON are parsed as a goal. Other bytes are read as an amount and as a path, and give a random goal.

use std::sync::LazyLock;

use bufferlab_core::scenario::Scenario;
use bufferlab_core::time::Time;
use bufferlab_core::{Lab, presets};
use bufferlab_papers::goal::amount::{amount, shown};
use bufferlab_papers::goal::{DEPTH, Goal, NODES, Run, Verdict, path};
use bufferlab_papers::statement::check::Outcome;
use serde_json::{Value, json};

use crate::bytes::Bytes;
use crate::nonsense;

/// Longest message about a goal, and longest sentence of a statement; characters.
const LONGEST: usize = 3_000;

const STATEMENTS: &[&str] = &[
    "at_least",
    "at_most",
    "above",
    "below",
    "between",
    "increasing",
    "decreasing",
    "near",
    "all",
    "any",
    "not",
    "falls",
];

const TEXTS: &[&str] = &[
    "bottlenecks.r0.utilization",
    "bottlenecks.r0.queue.limit_packets",
    "bottlenecks.0.queue_delay_s.mean",
    "bottlenecks.r0.reverse.utilization",
    "groups.tcp.timeouts",
    "groups.tcp.jain_index",
    "groups.tcp.traffic.congestion_control.kind",
    "groups.0.access.delay_s",
    "events",
    "duration_s",
    "98 %",
    "20 ms",
    "22 packets",
    "5 Mb/s",
    "1e999",
];

/// A run of five seconds, and one of which nothing is known.
static RUNS: LazyLock<[Run; 2]> = LazyLock::new(|| {
    let preset = presets::find("one-flow").expect("it is listed");
    let scenario = Scenario::from_json(preset.scenario_json).expect("presets are valid");
    let mut lab = Lab::new(&scenario);
    lab.advance(Time::from_s(5.0)).expect("it fits");
    let run = Run {
        summary: lab.report().to_value(),
        scenario: lab.current().to_value(),
    };
    let unknown = Run {
        summary: Value::Null,
        scenario: Value::Null,
    };
    [run, unknown]
});

/// Bytes as a goal.
///
/// # Panics
/// If something that must hold does not.
pub fn holds(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return of_text(&goal(&mut Bytes::new(bytes), 0).to_string());
    };
    of_text(text);
    if serde_json::from_str::<Value>(text).is_err() {
        of_quantity(text);
        of_text(&goal(&mut Bytes::new(bytes), 0).to_string());
    }
}

fn of_text(text: &str) {
    let goal = match Goal::from_json(text) {
        Ok(goal) => goal,
        Err(problem) => {
            assert!(!problem.message.is_empty());
            let length = problem.path.chars().count() + problem.message.chars().count();
            assert!(length < LONGEST, "{length} characters");
            return;
        }
    };
    assert!(!goal.paths().is_empty() && goal.paths().len() <= NODES);
    for named in goal.paths() {
        assert_eq!(path::check(named), Ok(()));
    }
    let opposite = Goal::from_json(&format!("{{\"not\":{text}}}"));
    for run in &*RUNS {
        let verdict = goal.check(run);
        is_whole(&verdict);
        if let Ok(opposite) = &opposite {
            assert_eq!(opposite.check(run).outcome, verdict.outcome.opposite());
        }
    }
    assert_ne!(goal.check(&RUNS[1]).outcome, Outcome::Holds, "of no run");
}

fn is_whole(verdict: &Verdict) {
    assert!(!verdict.found.is_empty());
    assert!(verdict.found.chars().count() < NODES * LONGEST);
    assert!(verdict.parts.len() <= NODES);
    assert_ne!(verdict.outcome, Outcome::Undecided, "a run has no interval");
    assert!(verdict.parts.iter().all(|part| !part.found.is_empty()));
}

fn of_quantity(text: &str) {
    let _ = path::check(text);
    let Some(amount) = amount(text) else { return };
    assert!(amount.value.is_finite());
    let unit = amount.unit.map_or("", |unit| unit.symbol());
    for far in [0.0, 1e-300, amount.value.abs() / 1e9, f64::INFINITY] {
        assert!(shown(amount.value, unit, far).len() < 100);
    }
}

fn goal(bytes: &mut Bytes<'_>, depth: usize) -> Value {
    if bytes.once_in(20) {
        return nonsense::value(bytes);
    }
    let name = *bytes.choose(STATEMENTS);
    let some = bytes.below(4);
    let content = match name {
        "all" | "any" if depth < DEPTH => (0..some).map(|_| goal(bytes, depth + 1)).collect(),
        "not" if depth < DEPTH => goal(bytes, depth + 1),
        "near" => {
            let far = *bytes.choose(&["within", "share", "far"]);
            json!({ "of": quantity(bytes, depth), "to": quantity(bytes, depth), far: quantity(bytes, depth) })
        }
        "between" => (0..3).map(|_| quantity(bytes, depth)).collect(),
        "increasing" | "decreasing" => (0..some).map(|_| quantity(bytes, depth)).collect(),
        _ => (0..2).map(|_| quantity(bytes, depth)).collect(),
    };
    json!({ name: content })
}

fn quantity(bytes: &mut Bytes<'_>, depth: usize) -> Value {
    match bytes.below(8) {
        0..=3 => json!(bytes.choose(TEXTS)),
        4 => json!(bytes.between(1e-9, 1e12, true)),
        5 if depth < DEPTH => {
            let name = *bytes.choose(&["ratio", "difference", "sum", "product", "min"]);
            let of = (0..2).map(|_| quantity(bytes, depth + 1));
            json!({ name: of.collect::<Vec<_>>() })
        }
        6 if depth < DEPTH => json!({ "abs": quantity(bytes, depth + 1) }),
        _ => nonsense::value(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_random_goals_are_accepted() {
        let accepted = (0..2_000_u32).filter(|seed| {
            let bytes: Vec<u8> = (0..200_u32)
                .map(|place| {
                    (seed
                        .wrapping_mul(2_654_435_761)
                        .wrapping_add(place * 40_503)
                        >> 9) as u8
                })
                .collect();
            let text = goal(&mut Bytes::new(&bytes), 0).to_string();
            Goal::from_json(&text).is_ok()
        });
        assert!(accepted.count() > 100);
    }
}
