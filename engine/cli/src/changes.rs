//! Options that change the scenario before the run. All commands that run scenarios share them.

use bufferlab_core::scenario::Patch;
use bufferlab_native::changes;
use serde_json::Value;

use crate::failure::Failure;

/// Values of these options, as typed.
#[derive(clap::Args)]
#[command(next_help_heading = crate::SCENARIO)]
pub struct Changes {
    /// Set a field of the scenario, such as `bottlenecks.r0.queue.limit_packets=50` or
    /// `groups.udp.traffic.rate_bps="2 Mb/s"`; repeatable. The limit of a queue may be a time or a multiple of the BDP:
    /// `bottlenecks.r0.queue.limit_packets="0.1 BDP"`
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Random seed, a whole number
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<String>,
    /// Simulated time of the run, in seconds or with a unit
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    duration: Option<String>,
    /// Warm-up that the measures leave out, in seconds or with a unit
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    warmup: Option<String>,
    /// Numbers of the columns of time and amount in the tables of --trace, for headings that name neither, for example 2,5
    #[arg(long, value_name = "TIME,AMOUNT")]
    columns: Option<String>,
}

impl Changes {
    /// Returns the changes to a complete document: those of `--set` in their order, then the named fields.
    ///
    /// # Errors
    /// A change without `=`, an unknown path, or a value that its field does not accept.
    pub fn patches(&self, document: &Value) -> Result<Vec<Patch>, Failure> {
        self.all().patches(document)
    }

    /// Returns the options in the form that `bufferlab-native` takes.
    pub fn all(&self) -> changes::Changes {
        changes::Changes {
            set: self.set.clone(),
            seed: self.seed.clone(),
            duration: self.duration.clone(),
            warmup: self.warmup.clone(),
            columns: self.columns.clone(),
        }
    }
}
