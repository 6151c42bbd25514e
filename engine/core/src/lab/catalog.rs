//! The catalog that front ends read: everything that a scenario can hold, and everything that can be
//! observed of a run. The page's type of the same name is generated from [`Catalog`].

use serde::Serialize;
use serde_json::Value;

use crate::cc;
use crate::models;
use crate::observe::probes::flow::STATES;
use crate::observe::{measure, measures, probe, probes};
use crate::scenario;
use crate::scenario::catalog::entries::Catalog as ScenarioCatalog;
use crate::warnings;

/// The engine's description of itself, from which forms, charts, help and messages follow.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalog {
    /// What a scenario can hold.
    #[serde(flatten)]
    pub scenario: ScenarioCatalog,
    /// Names of a flow's states, by the number that the series `flow.N.state` gives.
    pub states: Vec<&'static str>,
    /// Series that are recorded.
    pub series: Vec<probe::About>,
    /// Figures of a summary.
    pub measures: Vec<measure::About>,
    /// Warnings that may be given.
    pub warnings: Vec<warnings::About>,
    /// Models; their parameters are the sections `model.<id>`.
    pub models: Vec<models::About>,
}

/// The catalog as JSON.
#[must_use]
pub fn catalog() -> Value {
    match serde_json::to_value(describe()) {
        Ok(catalog) => catalog,
        Err(error) => unreachable!("the catalog has string keys: {error}"),
    }
}

/// The catalog.
#[must_use]
pub fn describe() -> Catalog {
    let mut scenario = scenario::catalog::describe();
    scenario.add(&models::REGISTRY);
    Catalog {
        scenario,
        states: STATES.iter().chain(cc::STATES).copied().collect(),
        series: probes::all(),
        measures: measures::all(),
        warnings: warnings::all(),
        models: models::all(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_lists_what_can_be_observed() {
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
