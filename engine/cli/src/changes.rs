//! Options that change the scenario before it runs, the same for every command that runs one.

use bufferlab_core::scenario::Patch;
use bufferlab_native::changes;
use serde_json::Value;

use crate::failure::Failure;

/// What the options change.
#[derive(clap::Args)]
pub struct Changes {
    /// Changes a field: `bottlenecks.r0.queue.limit_packets=50`, `groups.udp.traffic.rate_bps="2 Mb/s"`
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Seed of all chance
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Length of the run, in seconds or with a unit
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    duration: Option<String>,
    /// Time before measuring begins, in seconds or with a unit
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    warmup: Option<String>,
}

impl Changes {
    /// The changes to a complete document, in the order: `--set` as given, then the named fields.
    ///
    /// # Errors
    /// What is no change, or no value of its field.
    pub fn patches(&self, document: &Value) -> Result<Vec<Patch>, Failure> {
        self.all().patches(document)
    }

    /// All of them.
    pub fn all(&self) -> changes::Changes {
        changes::Changes {
            set: self.set.clone(),
            seed: self.seed.clone(),
            duration: self.duration.clone(),
            warmup: self.warmup.clone(),
        }
    }
}
