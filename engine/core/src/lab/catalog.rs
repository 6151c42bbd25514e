//! The catalog that front ends read: everything that a scenario can hold, and everything that can be
//! observed of a run. The page reads it as `Catalog` in `web/engine/catalog.ts`.

use serde_json::{Value, json};

use crate::cc;
use crate::observe::probes::flow::STATES;
use crate::observe::{measures, probes};
use crate::scenario;

/// The catalog of scenarios with the series that are recorded, the measures of a summary, and the names of
/// a flow's states by their number.
#[must_use]
pub fn catalog() -> Value {
    let mut catalog = scenario::catalog::catalog();
    catalog["states"] = json!(STATES.iter().chain(cc::STATES).collect::<Vec<_>>());
    catalog["series"] = json!(probes::all());
    catalog["measures"] = json!(measures::all());
    catalog
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
