//! Catalog for front ends: the kinds and parameters of scenarios, and the series, measures and warnings of runs. The
//! page's type of the same name is generated from [`Catalog`].

use serde::Serialize;
use serde_json::Value;

use crate::cc;
use crate::models;
use crate::observe::probes::flow::STATES;
use crate::observe::{measure, measures, probe, probes};
use crate::scenario;
use crate::scenario::catalog::entries::Catalog as ScenarioCatalog;
use crate::warnings;

/// Description of the engine, from which forms, charts, help and messages are made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalog {
    /// Kinds and parameters of a scenario.
    #[serde(flatten)]
    pub scenario: ScenarioCatalog,
    /// Names of a flow's states, by the number that the series `flow.N.state` gives.
    pub states: Vec<&'static str>,
    /// Recorded series of each kind of owner.
    pub series: Vec<probe::About>,
    /// Measures of a summary.
    pub measures: Vec<measure::About>,
    /// Warnings that the engine can give.
    pub warnings: &'static [&'static warnings::Row],
}

/// Catalog with the models. Their parameters are the sections `model.<id>`.
#[derive(Serialize)]
struct WithModels {
    #[serde(flatten)]
    catalog: Catalog,
    models: Vec<models::About>,
}

/// Returns the complete catalog as JSON: runs and models.
#[must_use]
pub fn catalog() -> Value {
    let mut catalog = describe();
    catalog.scenario.add(&models::REGISTRY);
    value(&WithModels {
        catalog,
        models: models::all(),
    })
}

/// Returns the catalog of runs as JSON. Browsers load the models separately from the simulator.
#[must_use]
pub fn of_runs() -> Value {
    value(&describe())
}

fn value(catalog: &impl Serialize) -> Value {
    match serde_json::to_value(catalog) {
        Ok(catalog) => catalog,
        Err(error) => unreachable!("the catalog has string keys: {error}"),
    }
}

fn describe() -> Catalog {
    Catalog {
        scenario: scenario::catalog::describe(),
        states: STATES.iter().chain(cc::STATES).copied().collect(),
        series: probes::all(),
        measures: measures::all(),
        warnings: warnings::WARNINGS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lists_series_and_measures() {
        let catalog = catalog();
        for (list, id) in [("series", "queue_packets"), ("measures", "loss.udp")] {
            let entries = catalog[list].as_array().unwrap();
            let entry = entries.iter().find(|entry| entry["id"] == id);
            assert_eq!(entry.unwrap()["of"], "link", "{list}");
        }
    }

    #[test]
    fn every_state_of_a_flow_has_a_name_of_its_own() {
        let states = catalog()["states"].clone();
        let names: Vec<&str> = states
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(names[..4], STATES);
        assert_eq!(names.len(), 4 + cc::STATES.len());
        let mut once = names.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), names.len(), "{names:?}");
        // A chart's legend has no room for more.
        assert!(names.iter().all(|name| name.len() <= 12), "{names:?}");
    }
}
