//! Files that a scenario names: traces of video, packets or rates, given with `--trace`.

use bufferlab_core::scenario::Scenario;
use bufferlab_core::trace::Traces;
use bufferlab_native::files;

use crate::failure::Failure;

/// The files that are given.
#[derive(clap::Args)]
pub struct Files {
    /// A file that the scenario names by its hash: frames of a video, packets (pcap, pcapng, CSV) or rates; may be
    /// given several times
    #[arg(long, value_name = "FILE")]
    pub trace: Vec<String>,
}

impl Files {
    /// What is in the files, as the scenario wants it.
    ///
    /// # Errors
    /// As for [`files::read`].
    pub fn read(&self, scenario: &Scenario) -> Result<Traces, Failure> {
        files::read(&self.trace, scenario)
    }
}
