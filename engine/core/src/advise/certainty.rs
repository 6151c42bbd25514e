//! Whether an answer can be trusted: the length of its runs, their steady state, and the size that fails below it.

use serde_json::{Value, json};

use super::settling::Length;
use crate::warnings::format::{number, seconds};

/// Reason for which an answer is preliminary.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubt {
    /// Measuring begins before the flows have settled.
    ShortWarmup {
        /// Length of the runs.
        length: Length,
        /// Shortest length that is enough.
        enough: Length,
    },
    /// The measured time is too short for an average.
    ShortMeasurement {
        /// Length of the runs.
        length: Length,
        /// Shortest length that is enough.
        enough: Length,
    },
    /// A test finds a later start of the steady state in runs of the check.
    Unsettled {
        /// Number of such runs.
        unsettled: u64,
        /// Number of runs of the check.
        runs: u64,
        /// Sentence of the warning about the first of them.
        sentence: String,
    },
    /// A much smaller size may do too, since seeds differ too much.
    WideBracket {
        /// The answer, in words.
        answer: String,
        /// Largest smaller size that missed the targets, in words; `None` if none was run.
        below: Option<String>,
    },
}

impl Doubt {
    /// Returns the id of the reason in results: `short_warmup`, `short_measurement`, `unsettled` or `wide_bracket`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        match self {
            Doubt::ShortWarmup { .. } => "short_warmup",
            Doubt::ShortMeasurement { .. } => "short_measurement",
            Doubt::Unsettled { .. } => "unsettled",
            Doubt::WideBracket { .. } => "wide_bracket",
        }
    }

    /// Returns the reason as a sentence.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Doubt::ShortWarmup { length, enough } => format!(
                "Measuring begins at {}, but these flows need about {} to settle.",
                seconds(length.warmup_s),
                seconds(enough.warmup_s),
            ),
            Doubt::ShortMeasurement { length, enough } => format!(
                "The measured time is {}, but about {} are needed for a mean of these flows.",
                seconds(length.measured_s()),
                seconds(enough.measured_s()),
            ),
            Doubt::Unsettled {
                unsettled,
                runs,
                sentence,
            } => format!(
                "In {} of {} runs of the check the network had not settled when measuring began. In the first: {sentence}",
                number(*unsettled as f64),
                number(*runs as f64),
            ),
            Doubt::WideBracket { answer, below } => {
                let below = below.as_deref().unwrap_or("none");
                format!(
                    "Seeds differ so much that half of {answer} may do too: the largest smaller size that failed is {below}."
                )
            }
        }
    }

    /// Returns the JSON form: `{ "id", "message" }`.
    pub(super) fn to_value(&self) -> Value {
        json!({ "id": self.id(), "message": self.message() })
    }
}

/// Returns what is wrong with the length of runs.
pub(super) fn of_length(length: Length, enough: Length) -> Vec<Doubt> {
    // Two digits are enough for a rule.
    let is_short = |given: f64, needed: f64| given < 0.95 * needed;
    let mut doubts = Vec::new();
    if is_short(length.warmup_s, enough.warmup_s) {
        doubts.push(Doubt::ShortWarmup { length, enough });
    }
    if is_short(length.measured_s(), enough.measured_s()) {
        doubts.push(Doubt::ShortMeasurement { length, enough });
    }
    doubts
}
