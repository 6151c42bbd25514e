//! Helpers of the tests that run whole scenarios.

#![allow(dead_code, reason = "each test file uses its own part")]

mod comparison;
pub mod extent;
pub mod phases;

pub use comparison::Comparison;

use bufferlab_core::observe::summary::Summary;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::sim::script::{FaultAction, ScriptedFault};
use bufferlab_core::time::Time;
use bufferlab_core::{Simulation, presets};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The first sending of segment `number` of the first flow is dropped.
pub fn lost(number: u64) -> ScriptedFault {
    ScriptedFault {
        flow: 0,
        number,
        occurrence: 1,
        action: FaultAction::Dropped,
    }
}

/// A preset with changes.
pub fn preset(id: &str, changes: &[(&str, Value)]) -> Scenario {
    let preset = presets::find(id).unwrap_or_else(|| panic!("there is no preset {id}"));
    let scenario =
        Scenario::from_json(preset.scenario_json).unwrap_or_else(|p| panic!("{id}: {p}"));
    patched(&scenario, changes)
}

/// A scenario with changes.
pub fn patched(scenario: &Scenario, changes: &[(&str, Value)]) -> Scenario {
    let patches: Vec<Patch> = changes
        .iter()
        .map(|(path, value)| Patch {
            path: (*path).to_owned(),
            value: value.clone(),
        })
        .collect();
    scenario.patched(&patches).unwrap_or_else(|p| panic!("{p}"))
}

/// Returns the statistics at the end of a run, after checking that no flow captured the link; see [`assert_shared`].
pub fn run(scenario: &Scenario) -> Summary {
    let mut simulation = Simulation::new(scenario);
    simulation
        .advance(Time::NEVER)
        .expect("references fit in memory");
    assert_shared(&mut simulation);
    simulation.summary()
}

/// Runs a scenario as JSON; see [`run`].
pub fn summary_of(document: Value) -> Summary {
    run(&Scenario::from_value(document).expect("a scenario"))
}

/// Returns a measure of the first group.
pub fn number(summary: &Summary, id: &str) -> f64 {
    summary.groups[0]
        .number(id)
        .unwrap_or_else(|| panic!("no {id}"))
}

/// Of ten or more flows of a group, none carries half of what all do. One that does has captured the link: the
/// figures of its run look healthy, and are about a single flow.
pub fn assert_shared(simulation: &mut Simulation) {
    let goodputs: Vec<(String, f64)> = simulation
        .detail()
        .flows
        .iter()
        .filter_map(|flow| Some((flow.group.clone(), flow.statistics.number("goodput_bps")?)))
        .collect();
    for part in goodputs
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|part| part.len() >= 10)
    {
        let all: f64 = part.iter().map(|(_, bps)| bps).sum();
        let largest = part
            .iter()
            .map(|(_, bps)| *bps)
            .fold(0.0, |a, b| if b > a { b } else { a });
        assert!(
            largest <= all / 2.0,
            "{}: one of {} flows carries {largest} of {all} b/s",
            part[0].0,
            part.len()
        );
    }
}

/// Share of time in which the first bottleneck was sending.
pub fn utilization(summary: &Summary) -> f64 {
    summary.bottlenecks[0]
        .forward
        .number("utilization")
        .expect("time has passed")
}

/// Runs scenarios side by side, two at a time.
pub fn run_all(scenarios: &[Scenario]) -> Vec<Summary> {
    let half = scenarios.len().div_ceil(2);
    std::thread::scope(|scope| {
        let parts: Vec<_> = scenarios
            .chunks(half.max(1))
            .map(|part| scope.spawn(move || part.iter().map(run).collect::<Vec<_>>()))
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().expect("a run panicked"))
            .collect()
    })
}

/// A table of `tests/reference`, rows as name → text.
pub fn table(name: &str) -> Vec<Row> {
    let text = read(name);
    let mut lines = text.lines();
    let names: Vec<String> = lines
        .next()
        .expect("a header")
        .split(',')
        .map(str::to_owned)
        .collect();
    lines
        .map(|line| {
            Row(names
                .iter()
                .cloned()
                .zip(line.split(',').map(str::to_owned))
                .collect())
        })
        .collect()
}

/// A row of a table.
pub struct Row(Vec<(String, String)>);

impl Row {
    /// A column as text.
    pub fn text(&self, column: &str) -> &str {
        let found = self.0.iter().find(|(name, _)| name == column);
        &found.unwrap_or_else(|| panic!("no column {column}")).1
    }

    /// A column as a number.
    pub fn number(&self, column: &str) -> f64 {
        let text = self.text(column);
        text.parse()
            .unwrap_or_else(|_| panic!("{column}: {text} is no number"))
    }
}

/// Changes that give the flows of `group` the delays and starts of an input file.
pub fn inputs(name: &str, group: &str) -> Vec<(String, Value)> {
    let rows: Vec<(f64, f64)> = read(&format!("inputs/{name}.txt"))
        .lines()
        .filter_map(|line| {
            let mut numbers = line
                .split_whitespace()
                .map(|n| n.parse::<f64>().expect("a number"));
            Some((numbers.next()?, numbers.next()?))
        })
        .collect();
    let (delays, starts): (Vec<f64>, Vec<f64>) = rows.iter().copied().unzip();
    vec![
        (format!("groups.{group}.count"), json!(rows.len())),
        (
            format!("groups.{group}.access.delay_s"),
            json!({ "list": delays }),
        ),
        (format!("groups.{group}.start_s"), json!({ "list": starts })),
    ]
}

/// Borrowed pairs out of owned ones.
pub fn borrowed(changes: &[(String, Value)]) -> Vec<(&str, Value)> {
    changes
        .iter()
        .map(|(path, value)| (path.as_str(), value.clone()))
        .collect()
}

pub fn read(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../tests/reference", name]
        .iter()
        .collect();
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
