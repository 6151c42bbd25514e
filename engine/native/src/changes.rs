//! Changes of a scenario before its run, as users write them.

use bufferlab_core::scenario::patch::patches_from_text;
use bufferlab_core::scenario::{Patch, Scenario};
use bufferlab_core::trace::heading::Places;
use serde_json::Value;

use crate::Failure;

/// Changes of fields by path, and of three fields with options of their own.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Changes `path=value`; values may have units.
    pub set: Vec<String>,
    /// Random seed, as text.
    pub seed: Option<String>,
    /// Simulated time of the run, in seconds or with a unit.
    pub duration: Option<String>,
    /// Warm-up that the measures leave out, in seconds or with a unit.
    pub warmup: Option<String>,
    /// [Chosen](Places::chosen) columns of the tables that the scenario names.
    pub columns: Option<String>,
}

impl Changes {
    /// Returns the changes to a complete document: those of `set` in their order, then the named fields.
    ///
    /// # Errors
    /// A change without `=`, an unknown path, or a value that its field does not accept.
    pub fn patches(&self, document: &Value) -> Result<Vec<Patch>, Failure> {
        let mut changes = Vec::new();
        for set in &self.set {
            let Some((path, text)) = set.split_once('=') else {
                let example = "for example bottlenecks.r0.queue.limit_packets=50";
                return Err(Failure::input(
                    "--set",
                    format!("takes path=value, {example}; got {set:?}"),
                ));
            };
            changes.push((path.trim(), text.trim()));
        }
        let named = [
            ("seed", &self.seed),
            ("duration_s", &self.duration),
            ("warmup_s", &self.warmup),
        ];
        for (path, text) in named {
            changes.extend(text.as_ref().map(|text| (path, &text[..])));
        }
        let patches = patches_from_text(document, changes).map_err(|problems| Failure::Input {
            about: "options".to_owned(),
            problems,
        })?;
        match &self.columns {
            Some(columns) => with_columns(document, patches, columns),
            None => Ok(patches),
        }
    }
}

/// Adds the columns of each table that the scenario names after these changes.
fn with_columns(
    document: &Value,
    mut patches: Vec<Patch>,
    columns: &str,
) -> Result<Vec<Patch>, Failure> {
    let refused = |message: String| Failure::input("--columns", message);
    Places::chosen(columns).map_err(refused)?;
    // The problems of a scenario are reported with all others.
    let Ok(scenario) = Scenario::from_document(document.clone(), &patches) else {
        return Ok(patches);
    };
    let tables = scenario.tables();
    if tables.is_empty() {
        let message = "is about files of packets or rates, and the scenario names none";
        return Err(refused(message.to_owned()));
    }
    patches.extend(tables.into_iter().map(|path| Patch {
        path: format!("{path}.columns"),
        value: columns.into(),
    }));
    Ok(patches)
}
