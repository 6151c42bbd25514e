//! Changes of a scenario before its run, as users write them.

use bufferlab_core::scenario::Patch;
use bufferlab_core::scenario::patch::patches_from_text;
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
        patches_from_text(document, changes).map_err(|problems| Failure::Input {
            about: "options".to_owned(),
            problems,
        })
    }
}
