//! Changes of a scenario as people write them, made before it runs.

use bufferlab_core::scenario::Patch;
use bufferlab_core::scenario::patch::patches_from_text;
use serde_json::Value;

use crate::Failure;

/// What is changed: fields by path, and three that have a name of their own.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// `path=value`, with units where the field has one.
    pub set: Vec<String>,
    /// Seed of all chance.
    pub seed: Option<String>,
    /// Length of the run, seconds or with a unit.
    pub duration: Option<String>,
    /// Time before measuring begins, seconds or with a unit.
    pub warmup: Option<String>,
}

impl Changes {
    /// The changes to a complete document, in the order: `set` as given, then the named fields.
    ///
    /// # Errors
    /// What is no change, or no value of its field.
    pub fn patches(&self, document: &Value) -> Result<Vec<Patch>, Failure> {
        let mut changes = Vec::new();
        for set in &self.set {
            let Some((path, text)) = set.split_once('=') else {
                let example = "for instance bottlenecks.r0.queue.limit_packets=50";
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
        patches_from_text(document, changes).map_err(|problems| Failure::Input {
            about: "options".to_owned(),
            problems,
        })
    }
}
