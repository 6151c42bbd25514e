//! A case: a scenario, and the part of its run that is measured.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bufferlab_core::presets;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::time::Time;
use serde::Deserialize;

/// A case that can be run.
pub struct Case {
    /// Scenario with the patches of the case applied.
    pub scenario: Scenario,
    /// Start of the measured part, simulated time.
    pub from: Time,
    /// End of the measured part, simulated time.
    pub to: Time,
    /// Whether time series are recorded, as in the page.
    pub recording: bool,
}

/// An entry of `cases.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Id of a preset, or name of a scenario file in this folder.
    scenario: String,
    #[serde(default)]
    patches: Vec<Patch>,
    from_s: f64,
    to_s: f64,
    #[serde(default)]
    recording: bool,
}

impl Case {
    /// Returns the case with this name in `engine/bench/cases/cases.json`.
    ///
    /// # Errors
    /// States the name, the file or the field that is wrong.
    pub fn load(name: &str) -> Result<Case, String> {
        let mut entries: BTreeMap<String, Entry> =
            serde_json::from_str(&read("cases.json")?).map_err(|error| error.to_string())?;
        let Some(entry) = entries.remove(name) else {
            let names: Vec<String> = entries.into_keys().collect();
            return Err(format!(
                "no case {name:?}; the cases are {}",
                names.join(", ")
            ));
        };
        let text = match presets::find(&entry.scenario) {
            Some(preset) => preset.scenario_json.to_owned(),
            None => read(&format!("{}.json", entry.scenario))?,
        };
        let scenario = Scenario::from_json(&text)
            .and_then(|scenario| scenario.patched(&entry.patches))
            .map_err(|problems| problems.to_string())?;
        Ok(Case {
            scenario,
            from: Time::from_s(entry.from_s),
            to: Time::from_s(entry.to_s),
            recording: entry.recording,
        })
    }
}

/// Returns the text of a file in `engine/bench/cases`.
fn read(name: &str) -> Result<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("cases")
        .join(name);
    fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
}
