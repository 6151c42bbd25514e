//! Option `--trace`: files of video frames, packets or rates that a scenario refers to.

use bufferlab_core::scenario::Scenario;
use bufferlab_core::trace::Traces;
use bufferlab_native::files;

use crate::failure::Failure;

/// Paths of the trace files.
#[derive(clap::Args)]
#[command(next_help_heading = crate::SCENARIO)]
pub struct Files {
    /// File to which the scenario refers by its hash: video frames, packets (pcap, pcapng, CSV) or rates; repeatable
    #[arg(long, value_name = "FILE")]
    pub trace: Vec<String>,
}

impl Files {
    /// Reads the files in the formats that the scenario expects.
    ///
    /// # Errors
    /// The errors of [`files::read`].
    pub fn read(&self, scenario: &Scenario) -> Result<Traces, Failure> {
        files::read(&self.trace, scenario)
    }
}
