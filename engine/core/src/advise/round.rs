//! A search as a front end sees it: rounds of runs, and an answer from their results.

use serde_json::Value;

use crate::scenario::Problems;

/// A search that plans rounds of runs. Its next round depends only on the question and on earlier results.
pub trait Search {
    /// Returns the runs to do now; `None`: the answer is complete. The round before has been taken.
    fn next_round(&self) -> Option<Round>;

    /// Takes the lines of a round, in the order of its cases.
    ///
    /// # Errors
    /// A target whose figure no run has, and a reason if all runs of the first round failed.
    fn take(&mut self, round: &Round, lines: &[Value]) -> Result<(), Problems>;

    /// Returns the completed work and the estimate of the whole.
    fn progress(&self) -> Progress;

    /// Returns the answer from the results so far, as JSON; it is complete if no round is left.
    fn answer(&self) -> Value;
}

/// Completed work of a search, and an estimate of the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Number of completed runs.
    pub runs: u64,
    /// Expected number of all runs.
    pub expected_runs: u64,
    /// Packets that the links of the completed runs forward if they are busy. The wall time is nearly proportional to them.
    pub packets: f64,
    /// Packets of all expected runs.
    pub expected_packets: f64,
}

/// Runs that are wanted now.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    pub(super) kind: Kind,
    /// Limits in ascending order, or numbers of remedies.
    pub(super) keys: Vec<u64>,
    pub(super) first_seed: u64,
    pub(super) replications: u64,
    /// Purpose of the round, in a few words.
    pub purpose: &'static str,
    /// Packets of each run, see [`Progress::packets`].
    pub packets: f64,
    /// The study to be run, a [`StudyDocument`](crate::study::StudyDocument).
    pub study: Value,
}

/// Phase of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Search,
    Scaled,
    Check,
    Half,
    Twice,
    Remedies,
}

impl Round {
    /// Number of its runs.
    #[must_use]
    pub fn runs(&self) -> u64 {
        self.keys.len() as u64 * self.replications
    }

    /// Whether its runs use the network and the flows of the scenario, so that their warnings are about it.
    #[must_use]
    pub fn is_of_scenario(&self) -> bool {
        matches!(self.kind, Kind::Search | Kind::Check | Kind::Remedies)
    }

    /// Whether its runs use the unchanged scenario and the seeds of the search, so that they are points of one curve.
    #[must_use]
    pub fn is_of_curve(&self) -> bool {
        self.kind == Kind::Search
    }
}
