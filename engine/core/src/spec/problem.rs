//! Problems: what cannot be accepted, where, and what can.

use serde::{Deserialize, Serialize};

/// Something a scenario may not say: where, and what it may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Problem {
    /// Dotted path into the scenario; empty: the whole.
    pub path: String,
    /// What is wrong and what is accepted.
    pub message: String,
}

/// All problems of a scenario, the first [`PROBLEMS`](super::limits::PROBLEMS) of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, Problem { path, message }) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            if path.is_empty() {
                write!(f, "{message}")?;
            } else {
                write!(f, "{path}: {message}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

impl Problems {
    /// A single problem.
    #[must_use]
    pub fn one(path: impl Into<String>, message: impl Into<String>) -> Problems {
        Problems(vec![Problem {
            path: path.into(),
            message: message.into(),
        }])
    }
}
